# A silo one layer of balls thick that is filled by rain, comes to rest and discharges through a slot in its
# floor when a flap falls away; default solver with an accuracy of 1e-2 g h, as in inp/motion/silo.py.
# Words: columns=N rows=N of balls, slot=WIDTH in diameters, opens=SECONDS.
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Bench, models, word

COLUMNS, ROWS, OPENS, STEP, SIZE = word('columns', 12), word('rows', 24), word('opens', 0.8), 1e-3, 0.05
WIDTH, HEIGHT, DEPTH, WALL = 1.15 * SIZE * COLUMNS, 1.15 * SIZE * ROWS, 1.25 * SIZE, 2.0 * SIZE
LEFT = 0.5 * (WIDTH - word('slot', 5.0) * SIZE)
RIGHT, TOP = WIDTH - LEFT, 1.2 * HEIGHT
ROUGH, SMOOTH = 1, 2  # balls, floor and walls; the panes in front and behind

solfec, bulk = models.scene(STEP, 'silo', density=2500.0, friction=0.5)
SURFACE_MATERIAL(solfec, ROUGH, SMOOTH, friction=0.0)
for low, high, surface in (((-WALL, 0, 0), (0, DEPTH, TOP), ROUGH),
                           ((WIDTH, 0, 0), (WIDTH + WALL, DEPTH, TOP), ROUGH),
                           ((0, -WALL, -WALL), (WIDTH, 0, TOP), SMOOTH),
                           ((0, DEPTH, -WALL), (WIDTH, DEPTH + WALL, TOP), SMOOTH),
                           ((-WALL, 0, -WALL), (LEFT, DEPTH, 0), ROUGH),
                           ((RIGHT, 0, -WALL), (WIDTH + WALL, DEPTH, 0), ROUGH)):
  BODY(solfec, 'OBSTACLE', models.slab(low, high, surface), bulk)
flap = BODY(solfec, 'OBSTACLE', models.slab((LEFT, 0, -WALL), (RIGHT, DEPTH, 0), ROUGH), bulk)
SET_VELOCITY(flap, flap.center, (0, 0, -1),
             TIME_SERIES([0, 0, OPENS, 0, OPENS + 0.1, 4.0, OPENS + 100.0, 4.0]))

source = random.Random(1)
for k in range(ROWS):
  for i in range(COLUMNS):
    place = ((i + 0.5) * WIDTH / COLUMNS, DEPTH * source.uniform(0.49, 0.51), (k + 0.5) * SIZE * 1.16)
    radius = 0.5 * SIZE * source.choice((0.85, 1.0, 1.15))
    BODY(solfec, 'RIGID', SPHERE(place, radius, 1, ROUGH), bulk)

Bench(solfec, GAUSS_SEIDEL_SOLVER(accuracy=(1e-2, 'GH')), 1600, warmup=700).run()
