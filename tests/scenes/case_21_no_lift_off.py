# Shows:   a block set down with a horizontal speed does not lift off (a convexified friction cone
#          would throw it up 33 mm).
# Setting: a block 1 x 1 x 0.5 m set down with 2 m/s in directions 0, 22.5 and 45 degrees, mu 0.5.
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


def stop(h, degrees):
  """(way along the launch, way across it, largest rise of the centre)."""
  a = math.radians(degrees)
  d = (math.cos(a), math.sin(a), 0.0)
  solfec, bulk = models.scene(h, 'lift-%g-%g' % (degrees, h), density=1000, friction=MU)
  BODY(solfec, 'OBSTACLE', models.slab((-2, -2, -0.5), (2, 2, 0)), bulk)
  block = BODY(solfec, 'RIGID', models.brick((-0.5, -0.5, 0), (0.5, 0.5, 0.5)), bulk)
  INITIAL_VELOCITY(block, tuple(V0 * c for c in d), (0, 0, 0))
  start, rise = models.mass_centre(block), [0.0]

  def record():
    rise[0] = max(rise[0], abs(models.mass_centre(block)[2] - start[2]))

  models.each_step(solfec, record)
  RUN(solfec, models.default_solver(), 0.6)
  way = [q - p for q, p in zip(models.mass_centre(block), start)]
  along = models.dot(way, d)
  return along, models.norm([w - along * c for w, c in zip(way, d)]), rise[0]


verify.case(21, 'No lift-off')
steps = [4e-3, 2e-3, 1e-3]
for h in steps:
  ways = []
  for degrees in (0, 22.5, 45):
    along, across, rise = stop(h, degrees)
    ways.append(along)
    name = '%g degrees, h = %g: ' % (degrees, h)
    verify.below(name + 'rise or fall of the centre (m)', rise, 1e-6)
    verify.below(name + 'way across the launch (m)', across, 1e-6)
    # the last step takes what is left of the speed, v < mu g h, evenly: v h/2 - v^2/(2 mu g) too
    # much, at most mu g h^2/8
    verify.check(name + 'way (m)', along, WAY, 0.126 * MU * G * h * h)
  verify.below('largest difference of the ways (m), h = %g' % h, max(ways) - min(ways), 1e-6)
verify.finish()
