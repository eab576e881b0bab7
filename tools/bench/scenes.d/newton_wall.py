# A wall of bricks on a floor that shakes along and across it, solved by NEWTON_SOLVER () without settings.
# Words: kind=RIGID|PSEUDO_RIGID|FINITE_ELEMENT|MIXED (one brick of each kind in turn), courses=N
# per_course=N along=A across=A (parts of g, 3 Hz, a sine of acceleration from rest).
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Bench, models, word

KIND, COURSES, PER_COURSE = word('kind', 'RIGID'), word('courses', 4), word('per_course', 4)
SIZE, STEP, G, FREQUENCY = (0.5, 0.25, 0.25), 1e-3, 9.81, 2.0 * math.pi * 3.0
KINDS = ('RIGID', 'PSEUDO_RIGID', 'FINITE_ELEMENT') if KIND == 'MIXED' else (KIND,)

solfec, bulk = models.scene(STEP, 'newton-wall', density=2000.0, friction=0.6)
floor = BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -0.3), (PER_COURSE * SIZE[0] + 1, 1, 0)), bulk)
for number, (low, high) in enumerate(models.running_bond(COURSES, PER_COURSE, SIZE)):
  kind = KINDS[number % len(KINDS)]
  shape = models.brick(low, high, (2, 1, 1)) if kind == 'FINITE_ELEMENT' else models.slab(low, high)
  form = {'form': 'BC'} if kind == 'FINITE_ELEMENT' else {}
  brick = BODY(solfec, kind, shape, bulk, **form)
  if kind != 'RIGID':
    brick.scheme, brick.damping = 'DEF_LIM', STEP
for share, way in ((word('along', 0.3), (1, 0, 0)), (word('across', 0.3), (0, 1, 0))):
  sine = TIME_SERIES([(5 * STEP * i, share * G * math.sin(FREQUENCY * 5 * STEP * i)) for i in range(4000)])
  SET_ACCELERATION(floor, floor.center, way, sine)

Bench(solfec, NEWTON_SOLVER(), 200).run()
