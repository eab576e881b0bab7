# Shows:   the friction angle is sharp: mu 0.5 on slopes of tangent 0.49 and 0.51.
# Setting: a block 1 x 1 x 0.5 m on slopes of tangent 0.49 and 0.51, mu 0.5, h = 1e-3 s; rigid, and
#          of finite elements, Young's modulus 5e8 Pa, DEF_LIM with damping.
# Source:  closed form.
# Expect:  creep below 1e-9 m in 1 s on the first; on the second 1/2 g (sin a - mu cos a) t^2 to 0.2
#          %. Finite elements, after they have settled: the same creep, the acceleration to 0.2 %.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

MU, G, H = 0.5, 9.81, 1e-3


def slope(tangent, form=None, settle=0.0):
  """Of the centre after 1 s: displacement and speed down the slope, way in space, since `settle`.

  Rigid without a form.
  """
  a = math.atan(tangent)
  solfec, bulk = models.scene(H, 'slope-%g-%s' % (tangent, form), density=1000, friction=MU,
                              young=5e8)
  floor = models.slab((-2, -2, -0.5), (2, 2, 0))
  block = models.brick((-0.5, -0.5, 0), (0.5, 0.5, 0.5))
  for shape in (floor, block):
    ROTATE(shape, (0, 0, 0), (0, 1, 0), math.degrees(a))
  BODY(solfec, 'OBSTACLE', floor, bulk)
  if form is None:
    body = BODY(solfec, 'RIGID', block, bulk)
  else:
    body = models.damped_mesh(solfec, block, bulk, form, 6e-4)
  place, speed = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
  if settle > 0.0:
    RUN(solfec, models.default_solver(), settle)
    place, speed = DISPLACEMENT(body, body.center), VELOCITY(body, body.center)
  RUN(solfec, models.default_solver(), 1.0 - settle)
  way = [p - q for p, q in zip(DISPLACEMENT(body, body.center), place)]
  gain = [p - q for p, q in zip(VELOCITY(body, body.center), speed)]
  down = (math.cos(a), 0, -math.sin(a))
  return models.dot(way, down), models.dot(gain, down), models.norm(way)


verify.case(22, 'Sharp friction angle')
_, _, creep = slope(0.49)
verify.below('creep in 1 s on tangent 0.49 (m)', creep, 1e-9)
way, _, _ = slope(0.51)
a = math.atan(0.51)
exact = 0.5 * G * (math.sin(a) - MU * math.cos(a))
verify.check('way in 1 s on tangent 0.51 (m)', way, exact, 2e-3 * exact)
# The first waves have more pressure than shear at the base, which sticks then, so that a block of
# finite elements starts with a speed of the order g H / c: what it gains afterwards is compared.
for form in ('TL', 'BC'):
  _, _, creep = slope(0.49, form, 0.2)
  verify.below('finite elements, %s: creep in 0.8 s on tangent 0.49 (m)' % form, creep, 1e-9)
  _, gain, _ = slope(0.51, form, 0.2)
  verify.check('finite elements, %s: acceleration on tangent 0.51 (m/s^2)' % form, gain / 0.8,
               2 * exact, 4e-3 * exact)
verify.finish()
