# Shows:   friction that is meant as "cannot slide" holds a body at once, with every solver.
# Setting: a block of 1 x 1 x 0.1 m falls 5 mm onto a floor, slides at 1 m/s and turns at 0.7 rad/s;
#          friction of 1e3, 1e6 and 1e9; g = 10 m/s^2, h = 1 ms.
# Source:  free fall for sqrt (2 * 0.005 / 10) s, then rest.
# Expect:  way 0.0316 m within a step and a half; lowest corner on the floor; no motion after it.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

STEP = 1e-3
SOLVERS = (('GAUSS_SEIDEL_SOLVER', lambda: GAUSS_SEIDEL_SOLVER()),
           ('NEWTON_SOLVER', lambda: NEWTON_SOLVER()),
           ('BODY_SPACE_SOLVER', lambda: BODY_SPACE_SOLVER()),
           ('INTERIOR_POINT_SOLVER', lambda: INTERIOR_POINT_SOLVER()))

verify.case('rough', 'A block held by large friction')
fall = math.sqrt(2 * 0.005 / 10)
for name, solver in SOLVERS:
  for friction in (1e3, 1e6, 1e9):
    solfec, bulk = models.scene(STEP, 'rough-%s-%g' % (name, friction), 1e3, (0, 0, -10),
                                friction=friction)
    BODY(solfec, 'OBSTACLE', models.slab((-5, -5, -1), (5, 5, 0)), bulk)
    block = BODY(solfec, 'RIGID', models.slab((-0.5, -0.5, 0.005), (0.5, 0.5, 0.105)), bulk)
    INITIAL_VELOCITY(block, (1, 0, 0), (0, 0, 0.7))
    RUN(solfec, solver(), 0.3)
    corners = [(x, y, 0.005) for x in (-0.5, 0.5) for y in (-0.5, 0.5)]
    lowest = min(p[2] + DISPLACEMENT(block, p)[2] for p in corners)
    label = '%s, friction %g: ' % (name, friction)
    verify.below(label + 'lowest corner (m)', lowest, 1e-4)
    verify.below(label + 'way less that of the fall (m)', DISPLACEMENT(block, block.center)[0] - fall,
                 1.5 * STEP)
    verify.below(label + 'speed at the end (m/s)', models.norm(VELOCITY(block, block.center)), 1e-6)
verify.finish()
