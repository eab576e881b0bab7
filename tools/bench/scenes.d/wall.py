# A brick wall in running bond at rest, or shaken (word acceleration=M/S2, 5 Hz along x).
# Words: courses=N per_course=N. numbers: 20 x 10 bricks (wall-200), 40 x 25 (wall-1000).
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Bench, models, word

COURSES, PER_COURSE = word('courses', 20), word('per_course', 10)
LENGTH, WIDTH, HEIGHT, STEP = 0.5, 0.25, 0.25, 1e-3
SHAKE, FREQUENCY = word('acceleration', 0.0), 2.0 * math.pi * 5.0


def course(k):
  """Intervals of the bricks of course k along x; odd ones begin and end with half bricks."""
  if k % 2 == 0:
    joints = [i * LENGTH for i in range(PER_COURSE + 1)]
  else:
    joints = [0.0] + [(i + 0.5) * LENGTH for i in range(PER_COURSE)] + [PER_COURSE * LENGTH]
  return zip(joints[:-1], joints[1:])


solfec, bulk = models.scene(STEP, 'wall', density=2000.0, friction=0.5)
floor = BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -0.5), (PER_COURSE, 1, 0)), bulk)
for k in range(COURSES):
  for a, b in course(k):
    BODY(solfec, 'RIGID', models.brick((a, 0, k * HEIGHT), (b, WIDTH, (k + 1) * HEIGHT)), bulk)


def displacement(t):
  return (SHAKE / FREQUENCY ** 2 * (1.0 - math.cos(FREQUENCY * t)), 0.0, 0.0)


if SHAKE > 0.0:
  times = [i * STEP for i in range(20001)]
  series = TIME_SERIES([(t, displacement(t)[0]) for t in times])
  SET_DISPLACEMENT(floor, floor.center, (1, 0, 0), series)

solver = GAUSS_SEIDEL_SOLVER(1e-8, word('maxiter', 1000), word('meritval', 1e-20))
Bench(solfec, solver, 1000, floor=[floor], drift=True, moved=displacement).run()
