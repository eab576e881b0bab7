# Spheres of slightly different radii packed in a box, settling; the steps after the settling count.
# Words: n=N, warmup=N, sweeps=N (at most).
import math
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Bench, box_of_slabs, models, word

N, RADIUS = word('n', 20000), 0.05
PITCH = 2.02 * RADIUS
RISE = math.sqrt(4.0 * RADIUS ** 2 - 0.5 * PITCH ** 2)  # of a layer lying in the gaps of the one below

solfec, bulk = models.scene(1e-3, 'sphere-box', density=2000.0, friction=0.5)
across = max(2, round((N * RISE / PITCH) ** (1.0 / 3.0)))
rng = random.Random(1)
made, layer = 0, 0
side = across * PITCH
places = []
while len(places) < N:
  wide = across - layer % 2
  for k in range(min(wide * wide, N - len(places))):
    shift = 0.5 + 0.5 * (layer % 2)
    places.append(((k % wide + shift) * PITCH, (k // wide + shift) * PITCH, RADIUS + layer * RISE))
  layer += 1
floor = box_of_slabs(solfec, bulk, (0, 0, 0), (side, side, layer * RISE + 1.0), 0.5)
for place in places:
  BODY(solfec, 'RIGID', SPHERE(place, RADIUS * rng.uniform(0.98, 1.0), 1, 1), bulk)

SOLVER = GAUSS_SEIDEL_SOLVER(1e-3, word('sweeps', 200), 1e-8, acceleration=word('acceleration', 'AUTO'))
Bench(solfec, SOLVER, 150, warmup=100).run()
