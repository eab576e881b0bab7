# Shows:   contacts of meshes keep angular momentum.
# Setting: two free cubes of 0.5 m and 2 x 2 x 2 hexahedra, Young's modulus 1e6 Pa, meet askew at
#          4 m/s while they spin, with friction; both are meshes, or the second one is rigid; sizes
#          0.001, 1 and 1000 times as large at the same speeds, with times as the sizes;
#          CONTACT_PROJECTION on and off.
# Source:  angular momentum about the origin, sum of x cross m v over the lumped masses; nothing from
#          outside acts on the pair.
# Expect:  it does not change by more than 1e-12 of its amount.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

import numpy

STEP, END = 2e-4, 0.15


def momentum(body):
  if body.kind == 'RIGID':
    rotation = numpy.array(body.conf[:9]).reshape(3, 3).T
    inertia = numpy.array(body.tensor).reshape(3, 3)
    spin = rotation @ (inertia @ numpy.array(body.velo[:3]))
    return spin + body.mass * numpy.cross(body.conf[9:], body.velo[3:])
  place = numpy.array(body.conf).reshape(-1, 3)
  velocity = numpy.array(body.velo).reshape(-1, 3)
  part = numpy.array([1, 2, 1]) / 4  # of the mass, that of each node along a side
  mass = body.mass * numpy.einsum('k,j,i->kji', part, part, part).ravel()
  return numpy.cross(place, mass[:, None] * velocity).sum(0)


def cube(solfec, bulk, kind, size, low, high):
  (a, b, c), (d, e, f) = [[size * x for x in corner] for corner in (low, high)]
  corners = [a, b, c, d, b, c, d, e, c, a, e, c, a, b, f, d, b, f, d, e, f, a, e, f]
  return BODY(solfec, kind, HEX(corners, 2, 2, 2, 1, [1] * 6), bulk)


def meet(size, projection, second):
  h = STEP * size
  name = 'momentum-of-meshes/%g-%s-%s' % (size, projection, second)
  solfec, bulk = models.scene(h, name, 1e3, (0, 0, 0), 1e6, 0.3, friction=0.4)
  WARNINGS(solfec, 'OFF')
  CONTACT_PROJECTION(solfec, projection)
  left = cube(solfec, bulk, 'FINITE_ELEMENT', size, (-.6, -.3, -.2), (-.1, .2, .3))
  right = cube(solfec, bulk, second, size, (0, -.1, -.25), (.5, .4, .25))
  INITIAL_VELOCITY(left, (3, .2, .1), [w / size for w in (1, 2, -3)])
  INITIAL_VELOCITY(right, (-1, 0, 0), [w / size for w in (-2, 1, .5)])
  of_left, of_right = momentum(left), momentum(right)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), END * size)
  by_left, by_right = momentum(left) - of_left, momentum(right) - of_right
  amount = numpy.linalg.norm(of_left + of_right)
  title = 'size %g, projection %s, mesh on %s: ' % (size, projection, second)
  verify.within(title + 'exchanged angular momentum, over all', numpy.linalg.norm(by_left) / amount, 0.1, 10)
  verify.within(title + 'change of angular momentum, over all', numpy.linalg.norm(by_left + by_right) / amount,
                0, 1e-12)


verify.case('momentum_of_meshes', 'Contacts of meshes keep angular momentum')
for size in (1e-3, 1.0, 1e3):
  for projection in ('ON', 'OFF'):
    meet(size, projection, 'FINITE_ELEMENT')
    meet(size, projection, 'RIGID')
verify.finish()
