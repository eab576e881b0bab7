# Shows:  a dry-stone wall on a table that is tilted until the wall falls, over its face and in its plane; walls of marble were
#         tested like this by Restrepo Velez, Magenes and Griffith (2014), Int. J. Architectural Heritage 8, 1-28.
# Source: over the face, statics: it turns about its foot at tan (angle) = thickness / height. In the plane, limit analysis:
#         `python3 -m solfec_results.limit out/masonry/tilt-table/upright --load 1 0 0`, a linear program over all forces at
#         the joints (Livesley (1978), Int. J. Numer. Meth. Eng. 12, 1853-1871), says that it cannot stand under more
#         than 0.6083 g; bricks above a stepped crack turn and slide towards the lower corner.
# Expect: the angles, atan (0.125) and atan (0.6083), are found to 0.1 degrees.
#
#   tools/run inp/masonry/tilt-table.py
#   tools/run inp/masonry/tilt-table.py fresh    (tries all angles anew)
#   solfec --render out/masonry/tilt-table/falls --time 0,0.3,0.6 --field speed --view front --parallel -o tilt-table.png

from math import atan, degrees

from solfec.build import block, wall
from solfec.limit import LoadTest, rise, tilted

length, height, brick = 1.5, 1.0, (0.25, 0.125, 0.125)  # m
fresh = 'fresh' in (NON_SOLFEC_ARGV () or [])

def test (folder, toward):
  solfec = SOLFEC ('DYNAMIC', 1E-3, folder)
  bulk = BULK_MATERIAL (solfec, density = 2700)
  SURFACE_MATERIAL (solfec, friction = 0.75)
  OUTPUT (solfec, 0.02)
  figure = block ((-0.5, -0.5, -0.2), (length + 0.5, 0.7, 0), 'table', fixed = True) + wall (length, height, brick)
  table, *bricks = figure.bodies (solfec, bulk)
  return LoadTest (solfec, GAUSS_SEIDEL_SOLVER (), lambda angle: GRAVITY (solfec, tilted (angle, toward)), bricks,
                   duration = 0.3, allowed = 2E-4)

def face (folder): return test (folder, 'y')

def plane (folder): return test (folder, 'x')

for model, low, exact in (face, 5, brick [1] / height), (plane, 29, 0.6083):
  folder = 'out/masonry/tilt-table/' + model.__name__
  found = rise (model, low, low + 5, step = 1, tolerance = 0.1, folder = folder, fresh = fresh)
  found.plot (folder + '.png', 'tilt, degrees')
  print ('over its %s the wall %s degrees; expected %.2f' % (model.__name__, found, degrees (atan (exact))))
  assert found.stands - 0.05 < degrees (atan (exact)) < found.collapses + 0.05

for name, angle, duration in ('upright', 0, 0.02), ('falls', 35, 0.6):
  load = test ('out/masonry/tilt-table/' + name, 'x')
  load.apply (angle)
  RUN (load.solfec, load.solver, duration)
