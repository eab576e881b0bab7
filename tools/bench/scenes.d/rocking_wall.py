# A wall of plain bricks, one hull each, on a floor that shakes until courses slide and rock; default solver.
# Words: courses=N per_course=N along=A across=A (parts of g, 3 Hz, a sine of acceleration from rest).
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Bench, models, word

COURSES, PER_COURSE = word('courses', 10), word('per_course', 8)
SIZE, STEP, G, FREQUENCY = (0.5, 0.25, 0.25), 1e-3, 9.81, 2.0 * math.pi * 3.0

solfec, bulk = models.scene(STEP, 'rocking-wall', density=2000.0, friction=0.6)
floor = BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -0.3), (PER_COURSE * SIZE[0] + 1, 1, 0)), bulk)
for low, high in models.running_bond(COURSES, PER_COURSE, SIZE):
  BODY(solfec, 'RIGID', models.slab(low, high), bulk)
for share, way in ((word('along', 0.0), (1, 0, 0)), (word('across', 0.2), (0, 1, 0))):
  sine = TIME_SERIES([(5 * STEP * i, share * G * math.sin(FREQUENCY * 5 * STEP * i)) for i in range(4000)])
  SET_ACCELERATION(floor, floor.center, way, sine)

Bench(solfec, GAUSS_SEIDEL_SOLVER(), 400).run()
