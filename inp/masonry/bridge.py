# Shows:  a masonry bridge: an arch with walls on both sides and blocks over the springers is filled with gravel.
# Source: statics: what stands on the springers and between the end walls weighs on them.
# Expect: in the mean of the last 0.2 s springers and end walls carry the weight to 2 %, and the arch has stood the
#         gravel: no voussoir has moved by more than 2 cm.
# Solver: an accuracy of a hundredth of g h is enough for gravel that falls and takes half the time of the default.
# Warns:  gravel lands at 5 to 13 m/s and then overlaps by up to the way of a step, 1 to 3 cm.
#
#   tools/run inp/masonry/bridge.py
#   solfec --render inp/masonry/bridge.py --time 0,0.8,1.6 --field speed -o bridge.png

from math import cos, pi, sin
from random import Random

short = 'short' in (NON_SOLFEC_ARGV () or [])
count, span = 27, 22.0                                # voussoirs; m
radius, thickness, width, wall = 10.0, 2.0, 5.0, 1.0
outer, top = radius + thickness / 2, radius + 3.0
first_wall = 4                                        # joint from which on walls stand on the arch
layers = 2 if short else 5
step, stop = 2E-3, 1.0 if short else 2.2

solfec = SOLFEC ('DYNAMIC', step, 'out/masonry/bridge')
bulk = BULK_MATERIAL (solfec, density = 1800)
SURFACE_MATERIAL (solfec, friction = 0.6)
GRAVITY (solfec, (0, 0, -9.81))
OUTPUT (solfec, 0.02)

def at (k, r):
  '''Point (x, z) of the arch at joint k.'''
  return r * cos (pi * k / count), r * sin (pi * k / count)

def block (kind, quad, y0, y1, label):
  '''A prism over four points (x, z), one after another round it.'''
  hull = HULL ([c for y in (y0, y1) for x, z in quad for c in (x, y, z)], 1, 1)
  return BODY (solfec, kind, hull, bulk, label = label)

supports, arch, before, others = [], [], [], []  # before: walls that hide the gravel in pictures
for k in range (-1, count + 1):
  inner = radius - thickness / 2
  quad = [at (k, inner), at (k, outer), at (k + 1, outer), at (k + 1, inner)]
  if 0 <= k < count:
    arch.append (block ('RIGID', quad, 0, width, 'voussoir %d' % k))
  else:
    supports.append (block ('OBSTACLE', quad, 0, width, 'springer %d' % k))
for k in range (first_wall, count - first_wall):
  (x0, z0), (x1, z1) = at (k + 1, outer), at (k, outer)
  for y, row in (0, before), (width - wall, others):
    row.append (block ('RIGID', [(x0, z0), (x1, z1), (x1, top), (x0, top)], y, y + wall, ''))
for side in (-1, 1):  # blocks between springers and end walls
  for k in range (first_wall):
    (x0, z0), (x1, z1) = at (k, outer), at (k + 1, outer)
    high = z1 if k < first_wall - 1 else top
    end = span / 2
    quad = [(side * x0, z0), (side * end, z0), (side * end, high), (side * x1, high)]
    if high == top: quad.append ((side * x1, z1))
    for y, row in (0, before), (width - wall, others):
      row.append (block ('RIGID', quad, y, y + wall, ''))
  a, b = sorted ((side * span / 2, side * (span / 2 + 1)))
  supports.append (block ('OBSTACLE', [(a, 0), (b, 0), (b, top + 4), (a, top + 4)], 0, width, 'end wall %d' % side))

random = Random (1)
edge = (width - 2 * wall) / 4
along = int (span / edge)
for k in range (layers):
  for i in range (along):
    for j in range (4):
      low = ((i + 0.5) * span / along - span / 2 - edge / 2, wall + j * edge, top - 1 + k * edge)
      points = [low [n % 3] + edge * random.random () for n in range (3 * random.randint (10, 20))]
      others.append (BODY (solfec, 'RIGID', HULL (points, 2, 1), bulk))

RENDER (solfec, supports + arch + others)
RUN (solfec, GAUSS_SEIDEL_SOLVER (accuracy = (1E-2, 'GH')), stop)

if not VIEWER ():
  up = (0, 0, 1)
  curves = HISTORY (solfec, [(body, up, None, 'R') for body in supports], stop - 0.2, stop)
  weight = 9.81 * sum (body.mass for body in arch + before + others)
  carried = -sum (sum (curve) / len (curve) for curve in curves [1:]) / weight
  SEEK (solfec, stop)
  moved = max (sum (d * d for d in DISPLACEMENT (body, body.center)) ** 0.5 for body in arch)
  print ('%d bodies: springers and end walls carry %.4f of the weight, voussoirs have moved by up to %.1f mm' %
         (len (arch + before + others), carried, 1E3 * moved))
  assert abs (carried - 1) < 0.02
  assert moved < 0.02
