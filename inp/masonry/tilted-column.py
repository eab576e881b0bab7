# Shows:  solfec.limit: the floor below a column of drums is tilted until the column falls.
# Source: statics: it turns over as one body when its weight passes the edge of its foot, at the angle
#         atan (2 a/h), a being the distance of the sides of the foot from the axis, unless friction is less.
# Expect: the angle is found to 0.1 degrees, and with friction 0.2 the column slides at atan (0.2).
#
#   tools/run inp/masonry/tilted-column.py
#   tools/run inp/masonry/tilted-column.py fresh    (tries all angles anew)

from math import atan, cos, degrees, pi

from solfec.build import block, column
from solfec.limit import LoadTest, rise, tilted

height, radius, sides = 2.0, 0.25, 12  # m
fresh = 'fresh' in (NON_SOLFEC_ARGV () or [])

def test (folder, friction):
  solfec = SOLFEC ('DYNAMIC', 1E-3, folder)
  bulk = BULK_MATERIAL (solfec, density = 2500)
  SURFACE_MATERIAL (solfec, friction = friction)
  drums = column (height, radius, 4, sides).turned (180 / sides)  # a side of the foot looks downhill
  floor, *bodies = (block ((-1, -1, -0.2), (1, 1, 0), 'floor', fixed = True) + drums).bodies (solfec, bulk)
  solver = GAUSS_SEIDEL_SOLVER ()
  return LoadTest (solfec, solver, lambda angle: GRAVITY (solfec, tilted (angle)), bodies, duration = 0.3, allowed = 1E-4)

def rough (folder): return test (folder, 0.6)

def smooth (folder): return test (folder, 0.2)

for model, exact in (rough, atan (2 * radius * cos (pi / sides) / height)), (smooth, atan (0.2)):
  folder = 'out/masonry/tilted-column/' + model.__name__
  found = rise (model, 0, 30, step = 5, tolerance = 0.1, folder = folder, fresh = fresh)
  found.plot (folder + '.png', 'tilt, degrees')
  print ('%s column: %s degrees; statics: %.2f' % (model.__name__, found, degrees (exact)))
  assert found.stands - 0.05 < degrees (exact) < found.collapses + 0.05
