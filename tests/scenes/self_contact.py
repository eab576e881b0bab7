# Shows:   a mesh that lies on itself from the start: a fold whose sheets press on each other.
# Setting: finite-element body 1.2 x 1 x 1 m cut in its middle plane z = 0.5 m beyond x = -0.1 m, so
#          that two blocks of 1 x 1 x 0.5 m lie on each other and hang together by a hinge (x < 0)
#          a thousand times softer and lighter; on a floor, damped, form 'TL' and 'BC', with and
#          without selfcontact.
# Source:  statics: the lower sheet carries the upper one, the floor both.
# Expect:  HISTORY 'CR' without direction is the weight on the floor plus that of the upper sheet,
#          each contact once; along z the floor's reaction alone, as what presses inside cancels.
#          Without selfcontact the upper block falls into the lower one.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

H, G, DENSITY = 1e-3, 10.0, 1000.0
HINGE = 1e-3  # its density and stiffness over those of the blocks
UPPER = DENSITY * (1.0 + 0.1 * HINGE) * 0.5 * G  # beyond the cut
WHOLE = DENSITY * (1.0 + 0.2 * HINGE) * G


def fold():
  """The mesh; volume id 2 is the hinge."""
  xs, ys, zs = [-0.2, -0.1, 0.0, 0.5, 1.0], [0.0, 0.5, 1.0], [0.0, 0.5, 0.5, 1.0]
  nodes, number = [], {}
  for k, z in enumerate(zs):
    for j, y in enumerate(ys):
      for i, x in enumerate(xs):
        if k == 2 and i <= 1:  # the sheets share these
          number[i, j, k] = number[i, j, 1]
          continue
        number[i, j, k] = len(nodes) // 3
        nodes += [x, y, z]
  elements = []
  ring = ((0, 0), (1, 0), (1, 1), (0, 1))
  for k in (0, 2):
    for j in range(2):
      for i in range(4):
        corners = [number[i + a, j + b, k + c] for c in (0, 1) for a, b in ring]
        elements += [8] + corners + [2 if i < 2 else 1]
  return MESH(nodes, elements, 1)


def lay(form, selfcontact, duration):
  solfec, bulk = models.scene(H, 'fold-%s-%s' % (form, selfcontact), density=DENSITY,
                              gravity=(0, 0, -G), young=1e7, poisson=0.2, friction=0.3)
  soft = BULK_MATERIAL(solfec, label='soft', young=1e7 * HINGE, poisson=0.2,
                       density=DENSITY * HINGE)
  BODY(solfec, 'OBSTACLE', models.slab((-2, -2, -1), (2, 2, 0)), bulk)
  body = models.damped_mesh(solfec, fold(), bulk, form)
  MATERIAL(solfec, body, 2, soft)
  body.selfcontact = selfcontact
  OUTPUT(solfec, duration)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), duration)
  return solfec, body


verify.case('fold', 'A body that lies on itself')
for form in ('TL', 'BC'):
  solfec, body = lay(form, 'ON', 0.5)
  inner = [c for c in models.contacts_of(body) if c.adjbod[0].id == c.adjbod[1].id]
  verify.check(form + ': force inside (N)', sum(c.R[2] for c in inner), UPPER, 1e-3 * UPPER)
  sums = HISTORY(solfec, [(body, 'CR'), (body, (0, 0, 1), None, 'CR')], 0.5, 0.5)
  verify.check(form + ": HISTORY 'CR' (N)", sums[1][-1], WHOLE + UPPER, 1e-3 * UPPER)
  verify.check(form + ": HISTORY 'CR' along z (N)", sums[2][-1], WHOLE, 1e-3 * WHOLE)
solfec, body = lay('TL', 'OFF', 0.1)
verify.equal('without selfcontact: contacts inside',
             sum(c.adjbod[0].id == c.adjbod[1].id for c in models.contacts_of(body)), 0)
# half of it at most: the hinge bends
verify.within('without selfcontact: way down in 0.1 s (m)', -DISPLACEMENT(body, (1, 0.5, 0.75))[2],
              0.25 * G * 0.1**2, 0.75 * G * 0.1**2)
verify.finish()
