# A wall of plain bricks, one hull each, on a floor that shakes until courses slide and rock; default solver.
# Words: courses=N per_course=N along=A across=A (parts of g), seed=N (0: a sine of 3 Hz from rest, else an
# artificial record of 4 s), door=1 (an opening of 1 x 2 m under a lintel, as in inp/masonry/wall-earthquake.py).
import math
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Bench, models, word

COURSES, PER_COURSE, SEED, DOOR = word('courses', 10), word('per_course', 8), word('seed', 0), word('door', 0)
SIZE, STEP, G, FREQUENCY = (0.5, 0.25, 0.25), 1e-3, 9.81, 2.0 * math.pi * 3.0
DOOR_LEFT, DOOR_RIGHT, DOOR_COURSES, BEARING = 2.0, 3.0, 8, 0.25  # m, m, below the lintel, m


def without_door(low, high):
  """Parts of a brick beside the opening and the lintel."""
  course = round(low[2] / SIZE[2])
  rest = BEARING if course == DOOR_COURSES else 0.0
  hole = (DOOR_LEFT - rest, DOOR_RIGHT + rest)
  pieces = ((low[0], min(high[0], hole[0])), (max(low[0], hole[1]), high[0]))
  if not DOOR or course > DOOR_COURSES:
    pieces = ((low[0], high[0]),)
  return [((a, *low[1:]), (b, *high[1:])) for a, b in pieces if b > a + 1e-9]


def shaking(seed, peak):
  """Times and accelerations of the floor: a sine, or 40 waves of 0.8 to 8 Hz under an envelope, without a mean."""
  if seed == 0:
    return [(5 * STEP * i, peak * math.sin(FREQUENCY * 5 * STEP * i)) for i in range(4000)]
  source = random.Random(seed)
  waves = [(source.uniform(0.8, 8.0), source.uniform(0.0, 2.0 * math.pi)) for _ in range(40)]
  times = [0.01 * i for i in range(401)]
  envelope = [t * t if t < 1.0 else 1.0 if t < 2.5 else math.exp(-2.0 * (t - 2.5)) for t in times]
  values = [e * sum(math.sin(2.0 * math.pi * f * t + phase) for f, phase in waves)
            for e, t in zip(envelope, times)]
  mean = sum(values) / len(values)
  most = max(abs(v - mean) for v in values)
  return [(t, peak * (v - mean) / most) for t, v in zip(times, values)]


solfec, bulk = models.scene(STEP, 'rocking-wall', density=2000.0, friction=0.6)
floor = BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -0.3), (PER_COURSE * SIZE[0] + 1, 1, 0)), bulk)
for brick in models.running_bond(COURSES, PER_COURSE, SIZE):
  for low, high in without_door(*brick):
    BODY(solfec, 'RIGID', models.slab(low, high), bulk)
if DOOR:
  level = DOOR_COURSES * SIZE[2]
  BODY(solfec, 'RIGID', models.slab((DOOR_LEFT - BEARING, 0, level), (DOOR_RIGHT + BEARING, SIZE[1], level + SIZE[2])),
       bulk)
for turn, (share, way) in enumerate(((word('along', 0.0), (1, 0, 0)), (word('across', 0.2), (0, 1, 0)))):
  SET_ACCELERATION(floor, floor.center, way, TIME_SERIES(shaking(SEED and SEED + turn, share * G)))

Bench(solfec, GAUSS_SEIDEL_SOLVER(), 400).run()
