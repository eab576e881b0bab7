# Shows:   a narrow contact patch keeps both of its long edges: thin bars rest and do not rock.
# Setting: a bar of 1 m x w x w at rest on a floor under gravity, with w = 4 mm to 1 um, sizes of a
#          thousandth and of a thousand, turned in space, and with steps of a tenth and ten times;
#          a lintel that lies on ledges of 3 mm, and on ledges of a tenth of GEOMETRIC_EPSILON and more.
# Source:  equilibrium: at rest with four points of contact.
# Expect:  four contacts in each step, the centre moves by less than 1e-9 of the length; the angular
#          velocity times the width stays below 1e-9 m/s. Bars that are thinner than their fall in a
#          step move by less than 1e-2 of their width. The lintel moves by less than 1e-11 of its
#          length.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify
from solfec import (BODY, BULK_MATERIAL, DISPLACEMENT, GAUSS_SEIDEL_SOLVER, GRAVITY, HULL,
                    NEWTON_SOLVER, OUTPUT, ROTATE, RUN, SOLFEC, SURFACE_MATERIAL)

OUT = 'thin-strips'
G = 9.81


def turned(shapes, axis):
  """Turns shapes by 70 degrees about an axis, if there is one; gravity there."""
  if not axis:
    return 0, 0, -G
  for shape in shapes:
    ROTATE(shape, (0, 0, 0), axis, 70.0)
  length = math.sqrt(sum(a * a for a in axis))
  x, y, z = (a / length for a in axis)
  c, s = math.cos(math.radians(70)), math.sin(math.radians(70))
  return tuple(-G * v for v in (x * z * (1 - c) + y * s, y * z * (1 - c) - x * s,
                                z * z * (1 - c) + c))


def lies_on_ledges(width, size, step, axis):
  """Checks a lintel of length `size` that lies on a ledge of `width` times that at either end."""
  frame = 'turned about (%g, %g, %g)' % axis if axis else 'level'
  name = 'ledges of %g, size %g, step %g s, %s' % (width, size, step, frame)
  solfec = SOLFEC('DYNAMIC', step, 'out/%s/%s' % (OUT, ''.join(c for c in name if c not in ' ,()')))
  solfec.verbose = 'OFF'
  bulk = BULK_MATERIAL(solfec, density=2e3)
  SURFACE_MATERIAL(solfec, friction=0.5)
  OUTPUT(solfec, 1000.0)
  left, right, lintel = (HULL(models.corners([size * x for x in low], [size * x for x in high]), 1, 1)
                         for low, high in (((-1, -1, -1), (width, 1.5, 0)), ((1 - width, -1, -1), (2, 1.5, 0)),
                                           ((0, 0, 0), (1, 0.2, 0.1))))
  GRAVITY(solfec, turned((left, right, lintel), axis))
  for ledge in (left, right):
    BODY(solfec, 'OBSTACLE', ledge, bulk)
  body = BODY(solfec, 'RIGID', lintel, bulk)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), 30 * step)
  verify.equal(name + ': contacts', solfec.ncon, 8)
  way = models.norm([a - b for a, b in zip(body.conf[9:12], body.center)])
  verify.below(name + ': way (m) over the length', way / size, 1e-11)


def rests(name, width, size=1.0, step=1e-3, axis=None, solver=None):
  """Checks a bar of length `size` and of `width` times that; with a solver its stay alone."""
  solfec = SOLFEC('DYNAMIC', step, 'out/%s/%s' % (OUT, name.replace(' ', '-')))
  solfec.verbose = 'OFF'
  bulk = BULK_MATERIAL(solfec, density=7.8e3)
  SURFACE_MATERIAL(solfec, friction=0.5)
  OUTPUT(solfec, 1000.0)
  slab, bar = (HULL(models.corners([size * x for x in low], [size * x for x in high]), 1, 1)
               for low, high in (((-1, -1, -0.5), (2, 2, 0)), ((0, 0, 0), (1, width, width))))
  GRAVITY(solfec, turned((slab, bar), axis))
  BODY(solfec, 'OBSTACLE', slab, bulk)
  body = BODY(solfec, 'RIGID', bar, bulk)
  found = {'contacts': 99, 'turning': 0.0}

  def look():
    found['contacts'] = min(found['contacts'], solfec.ncon)
    found['turning'] = max(found['turning'], max(map(abs, body.velo[:3])))
  models.each_step(solfec, look)
  RUN(solfec, (solver or GAUSS_SEIDEL_SOLVER)(), 200 * step)
  way = models.norm([a - b for a, b in zip(body.conf[9:12], body.center)])
  if solver:
    verify.below(name + ': way of the centre over the width', way / size / width, 1e-2)
    return
  verify.equal(name + ': least number of contacts', found['contacts'], 4)
  verify.below(name + ': way (m) of the centre over the length', way / size, 1e-9)
  verify.below(name + ': angular velocity times width (m/s)', found['turning'] * width * size,
               1e-9)


verify.case('thin_strips', 'Bars on narrow faces')
for width in (1e-1, 4e-3, 1e-4, 1e-6):
  rests('width %g' % width, width)
for size in (1e-3, 1e3):
  rests('width 0.004 size %g' % size, 4e-3, size)
for step in (1e-4, 1e-2):
  rests('width 0.004 step %g' % step, 4e-3, step=step)
rests('width 0.004 turned', 4e-3, axis=(1, 2, 3))
for width, step, size in ((1e-5, 1e-2, 1.0), (1e-6, 1e-2, 1.0), (1e-6, 1e-3, 1.0), (2e-7, 1e-2, 1.0),
                          (1e-5, 0.3, 1e3), (1e-5, 3e-4, 1e-3)):
  for solver in (GAUSS_SEIDEL_SOLVER, NEWTON_SOLVER):
    rests('width %g turned, step %g s, size %g, %s' % (width, step, size, solver.__name__), width, size,
          step, (1, 2, 3), solver)

# a lintel that lies on 3 mm at either end
solfec, bulk = models.scene(1e-3, OUT + '/lintel', density=2000, friction=0.6)
for low, high in (((-1, 0, -1), (0, 0.3, 0)), ((1, 0, -1), (2, 0.3, 0))):
  BODY(solfec, 'OBSTACLE', models.slab(low, high), bulk)
lintel = BODY(solfec, 'RIGID', models.slab((-3e-3, 0, 0), (1.003, 0.3, 0.2)), bulk)
RUN(solfec, models.default_solver(), 0.2)
verify.equal('lintel on two ledges of 3 mm: contacts', solfec.ncon, 8)
verify.below('lintel on two ledges of 3 mm: sinking (m)', DISPLACEMENT(lintel, (0.5, 0.15, 0.1))[2],
             1e-9)

# ledges narrower than GEOMETRIC_EPSILON, 1e-4 of the length
for axis in (None, (1, 2, 3), (-2, 1, 0.5), (3, -1, 2)):
  for width, size, step in ((1.1e-5, 1.0, 1e-2), (3e-5, 1.0, 1e-2), (9e-5, 1.0, 1e-3), (3e-5, 1e-3, 3e-4)):
    lies_on_ledges(width, size, step, axis)
verify.finish()
