# Shows:   a block set down with a horizontal speed does not lift off (a convexified friction cone
#          would throw it up 33 mm).
# Setting: a block 1 x 1 x 0.5 m set down with 2 m/s in directions 0, 22.5 and 45 degrees, mu 0.5;
#          rigid, and of finite elements, Young's modulus 5e9 Pa (it would shorten 2.5e-7 m under
#          its weight), DEF_LIM with damping.
# Source:  Coulomb's law: it stops after v^2/(2 mu g).
# Expect:  it never rises by 1e-6 m; the way errs by at most mu g h^2/8 and is the same in all
#          directions to 1e-6.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

MU, G, V0 = 0.5, 9.81, 2.0
WAY = V0 ** 2 / (2 * MU * G)


def stop(h, degrees, form=None):
  """(way along the launch, way across it, largest rise or fall of the centre).

  Rigid without a form.
  """
  a = math.radians(degrees)
  d = (math.cos(a), math.sin(a), 0.0)
  solfec, bulk = models.scene(h, 'lift-%g-%g-%s' % (degrees, h, form), density=1000,
                              friction=MU, young=5e9)
  BODY(solfec, 'OBSTACLE', models.slab((-2, -2, -0.5), (2, 2, 0)), bulk)
  shape = models.brick((-0.5, -0.5, 0), (0.5, 0.5, 0.5))
  if form is None:
    block = BODY(solfec, 'RIGID', shape, bulk)
  else:
    block = models.damped_mesh(solfec, shape, bulk, form, 2e-4)
  INITIAL_VELOCITY(block, tuple(V0 * c for c in d), (0, 0, 0))
  rise = [0.0]

  def record():
    rise[0] = max(rise[0], abs(DISPLACEMENT(block, block.center)[2]))

  models.each_step(solfec, record)
  RUN(solfec, models.default_solver(), 0.6)
  way = DISPLACEMENT(block, block.center)
  along = models.dot(way, d)
  return along, models.norm([w - along * c for w, c in zip(way, d)]), rise[0]


verify.case(21, 'No lift-off')
for form, h in ((None, 4e-3), (None, 2e-3), (None, 1e-3), ('TL', 1e-3), ('BC', 1e-3)):
  ways = []
  kind = '' if form is None else 'finite elements, %s, ' % form
  for degrees in (0, 22.5, 45):
    along, across, rise = stop(h, degrees, form)
    ways.append(along)
    name = kind + '%g degrees, h = %g: ' % (degrees, h)
    verify.below(name + 'rise or fall of the centre (m)', rise, 1e-6)
    verify.below(name + 'way across the launch (m)', across, 1e-6)
    # the last step takes what is left of the speed, v < mu g h, evenly: v h/2 - v^2/(2 mu g) too
    # much, at most mu g h^2/8
    verify.check(name + 'way (m)', along, WAY, 0.126 * MU * G * h * h)
  verify.below(kind + 'largest difference of the ways (m), h = %g' % h, max(ways) - min(ways), 1e-6)
verify.finish()
