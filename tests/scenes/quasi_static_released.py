# Shows:   a quasi-static step finds the balance of each mechanism whatever lies beside it, and what falls comes to rest on its floor.
# Setting: a bar of 1 m of square section, 0.02 to 0.3 m wide, on a HINGE with a torsion spring, which its weight bends
#          down and a force along the axis of the hinge pulls across; alone and beside a body on a
#          SLIDER with a spring and a bar that a MOTOR holds; three solvers; one step of 0.1 s. A tile 9 mm
#          above a plate and a PSEUDO_RIGID cube 5 mm above another one; steps of 1e-3 and 1 s.
# Source:  k theta = m g L/2 cos theta of the bar (zero gaps of the joint); the spring m g/k of the slider.
# Expect:  angles and travels of the equations in the first step; no body moves by more than a hundredth of its size in a step
#          that finds no balance, and both rest on their floors at the end.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

MASS, G, STIFFNESS = 10.0, 9.81, 100.0
SOLVERS = {'GAUSS_SEIDEL_SOLVER': lambda: GAUSS_SEIDEL_SOLVER(1e-10, 1000), 'NEWTON_SOLVER': NEWTON_SOLVER,
           'BODY_SPACE_SOLVER': BODY_SPACE_SOLVER}
_runs = [0]


def scene(step, **materials):
  _runs[0] += 1
  made = models.scene(step, 'quasi_static_released/%d' % _runs[0], gravity=(0, 0, -G), analysis='QUASI_STATIC', **materials)
  WARNINGS(made[0], 'OFF')
  return made


def angle_of_balance():
  """Root of k theta = m g L/2 cos theta by bisection, L = 1 m."""
  low, high = 0.0, 0.5 * math.pi
  for _ in range(100):
    middle = 0.5 * (low + high)
    if STIFFNESS * middle < MASS * G * 0.5 * math.cos(middle):
      low = middle
    else:
      high = middle
  return low


def bar(solfec, bulk, width, y):
  return BODY(solfec, 'RIGID', BOX((0, y - width / 2, -width / 2), (1, width, width), 1, 1), bulk)


verify.case('quasi_static_released', 'Mechanisms side by side, and bodies that fall, in quasi-static steps')
for width in (0.02, 0.1, 0.3):
  for name, solver in SOLVERS.items():
    for others in (False, True):
      solfec, bulk = scene(0.1, density=MASS / width ** 2)
      solfec.equilibrium = 1e-6
      arm = bar(solfec, bulk, width, 0)
      hinge = HINGE(arm, None, (0, 0, 0), (0, 1, 0), spring=STIFFNESS)
      FORCE(arm, 'SPATIAL', (1, 0, 0), (0, 1, 0), 20.0)
      if others:
        slider = SLIDER(bar(solfec, bulk, width, 4), None, (0, 4, 0), (0, 0, -1), spring=1e3)
        MOTOR(HINGE(bar(solfec, bulk, width, 8), None, (0, 8, 0), (0, 1, 0)), angle=TIME_SERIES([0, 0, 1, 1, 9, 1]))
      RUN(solfec, solver(), 0.1)
      title = 'width %g m, %s%s: ' % (width, name, ', others beside it' if others else '')
      verify.check(title + 'angle (rad)', hinge.angle, angle_of_balance(), 2e-6)
      if others:
        verify.check(title + 'travel of the slider (m)', slider.travel, MASS * G / 1e3, 1e-6)

for step in (1e-3, 1.0):
  solfec, bulk = scene(step, density=2e3, young=1e7, poisson=0.2)
  BODY(solfec, 'OBSTACLE', BOX((-1, -1, -0.02), (2, 2, 0.02), 1, 1), bulk)
  tile = BODY(solfec, 'RIGID', BOX((0, 0, 0.009), (0.3, 0.3, 0.02), 1, 1), bulk)
  BODY(solfec, 'OBSTACLE', BOX((2.5, 2.5, -1), (2, 2, 1), 1, 1), bulk)
  cube = BODY(solfec, 'PSEUDO_RIGID', BOX((3, 3, 0.005), (0.3, 0.3, 0.3), 1, 1), bulk)
  heights = {tile: [tile.center[2]], cube: [cube.center[2]]}
  for _ in range(12):
    RUN(solfec, models.default_solver(), step)
    for body, seen in heights.items():
      seen.append(body.center[2] + DISPLACEMENT(body, body.center)[2])
  for body, name in ((tile, 'tile'), (cube, 'PSEUDO_RIGID cube')):
    seen = heights[body]
    ways = [a - b for a, b in zip(seen, seen[1:])]
    verify.within('largest way of the %s in a step of %g s (m)' % (name, step), max(ways), 0.0, min(0.01 * 0.3, 1.001 * G * step ** 2))
    if step == 1.0:
      rest = 0.01 if body is tile else 0.15 * (1 - 2e3 * G * 0.3 / 2 / 1e7)  # mean stress: half of its weight
      verify.check('height of the %s at the end (m)' % name, seen[-1], rest, 1e-6)

verify.finish()
