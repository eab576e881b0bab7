# Shows:   the friction angle is sharp: mu 0.5 on slopes of tangent 0.49 and 0.51.
# Setting: a block 1 x 1 x 0.5 m on slopes of tangent 0.49 and 0.51, mu 0.5, h = 1e-3 s.
# Source:  closed form.
# Expect:  creep below 1e-9 m in 1 s on the first; on the second 1/2 g (sin a - mu cos a) t^2 to 0.2
#          %.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

MU, G, H = 0.5, 9.81, 1e-3


def slope(tangent):
  """Displacement of the centre down the slope and in space after 1 s."""
  a = math.atan(tangent)
  solfec, bulk = models.scene(H, 'slope-%g' % tangent, density=1000, friction=MU)
  floor = models.slab((-2, -2, -0.5), (2, 2, 0))
  block = models.brick((-0.5, -0.5, 0), (0.5, 0.5, 0.5))
  for shape in (floor, block):
    ROTATE(shape, (0, 0, 0), (0, 1, 0), math.degrees(a))
  BODY(solfec, 'OBSTACLE', floor, bulk)
  body = BODY(solfec, 'RIGID', block, bulk)
  RUN(solfec, models.default_solver(), 1.0)
  d = DISPLACEMENT(body, body.center)
  return models.dot(d, (math.cos(a), 0, -math.sin(a))), models.norm(d)


verify.case(22, 'Sharp friction angle')
_, creep = slope(0.49)
verify.below('creep in 1 s on tangent 0.49 (m)', creep, 1e-9)
way, _ = slope(0.51)
a = math.atan(0.51)
exact = 0.5 * G * (math.sin(a) - MU * math.cos(a))
verify.check('way in 1 s on tangent 0.51 (m)', way, exact, 2e-3 * exact)
verify.finish()
