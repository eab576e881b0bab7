# A wall of bricks of 2 x 2 x 2 finite elements, form TL, quasi-static, under a rigid beam that presses and
# pushes it along; NEWTON_SOLVER. Words: courses=N per_course=N.
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Bench, models, word

COURSES, PER_COURSE, STEP = word('courses', 4), word('per_course', 3), 1e-4
LENGTH, HALF, HEIGHT = 0.2, 0.1, 0.1

solfec, bulk = models.scene(STEP, 'fe-wall', density=1e3, gravity=(0, 0, 0), friction=0.62, young=15e9, poisson=0.2,
                            analysis='QUASI_STATIC')
for j in range(COURSES):
  for i in range(PER_COURSE):
    x = LENGTH * (i + 0.5 * (j % 2))
    low, high = (x, -HALF, j * HEIGHT), (x + LENGTH, HALF, (j + 1) * HEIGHT)
    BODY(solfec, 'FINITE_ELEMENT', models.brick(low, high, (2, 2, 2)), bulk, form='TL')
end, top = (PER_COURSE + 0.5) * LENGTH, COURSES * HEIGHT
BODY(solfec, 'OBSTACLE', models.slab((-LENGTH, -HALF, -HEIGHT), (end + LENGTH, HALF, 0)), bulk)
beam = BODY(solfec, 'RIGID', models.slab((0, -HALF, top), (end, HALF, top + HEIGHT)), bulk)
push = TIME_SERIES([0, 0, 50 * STEP, 0, 500 * STEP, 20e3])
FORCE(beam, 'SPATIAL', (0, 0, top + 0.5 * HEIGHT), (1, 0, 0), push)
FORCE(beam, 'SPATIAL', (0.5 * end, 0, top + 0.5 * HEIGHT), (0, 0, -1), 30e3)

Bench(solfec, NEWTON_SOLVER(1e-9, 1000), 20, warmup=2).run()
