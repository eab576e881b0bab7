# Shows:  a slice of a rockfill dam: stones fall row by row into a heap, a concrete face is put on it, the reservoir rises
#         (PRESSURE), the ground shakes, the crest settles.
# Source: statics: the ground carries the weight, and of the push of the water on the face, which stays normal to it, both
#         components. Swaisgood (2003), Pacific Conf. Earthquake Eng., paper 14: the crests of rockfill dams settled by
#         0.01 to 1 % of their height in earthquakes of 0.1 to 0.5 g.
# Expect: at rest the ground feels the weight to 3 % and the thrust, a twentieth of it, to 0.6 % of the weight. The shaken
#         crest comes down, by less than 3 % of the height: a few large stones settle more than many small ones, and
#         how far depends on chance: seeds 1 to 6 gave 0.3 to 1.6 %.
#
#   tools/run inp/granular/rockfill-dam.py [SEED]
#   solfec --render out/granular/rockfill-dam --view front --parallel -o rockfill-dam.png

from math import atan, cos, pi, sin
from random import Random

seed = int ((NON_SOLFEC_ARGV () or [1]) [0])
size, rows, crest, slope = 0.5, 8, 3, 1.5       # m: stones; rows; stones of the last row; run over rise of both sides
width = 1.1 * size                              # m, of the slice
stone, concrete, water, g = 2600.0, 2400.0, 1000.0, 9.81
height = rows * 0.88 * size                     # m, as they are placed
level, lie = 1.5, 19.0                          # m, degrees: reservoir, face, as the heap slopes
filled, full, shaken, stop = 1.0, 2.0, 3.5, 4.0 # s: when the stones lie, the reservoir is full, the ground is still, the end
shake, period = 0.3 * g, 0.25                   # m/s^2, s

solfec = SOLFEC ('DYNAMIC', 1E-3, 'out/granular/rockfill-dam')
rock = BULK_MATERIAL (solfec, density = stone)
slab = BULK_MATERIAL (solfec, density = concrete)
rough, smooth, wet = 1, 2, 10                   # surfaces; of the face above row k: wet + k
SURFACE_MATERIAL (solfec, friction = 0.8)
SURFACE_MATERIAL (solfec, None, smooth, friction = 0)
GRAVITY (solfec, (0, 0, -g))
OUTPUT (solfec, 0.02)

half = crest * size / 2 + slope * height        # m, of the foot
ground = BODY (solfec, 'OBSTACLE', BOX ((-half - 3, 0, -0.5), (2 * half + 6, width, 0.5), 1, rough), rock, label = 'ground')
panes = [BODY (solfec, 'OBSTACLE', BOX ((-half - 4, low, -1), (2 * half + 8, 0.2, height + 3), 1, smooth), rock)
         for low in (-0.2, width)]

random = Random (seed)
def stone_at (x, z):
  '''The hull of points on an ellipsoid that fits into its place.'''
  points, radii = [], [0.5 * size * random.uniform (0.9, 1.0) for axis in range (3)]
  while len (points) < 18:
    p = [random.uniform (-1, 1) for axis in range (3)]
    length = sum (c * c for c in p) ** 0.5
    if 0.1 < length < 1: points.append ([c * r / length for c, r in zip (p, radii)])
  return HULL ([c + o for p in points for c, o in zip (p, (x, width / 2, z))], 1, rough)

stones = []
for k in range (rows):
  count = crest + int (2 * slope * (rows - 1 - k))
  for i in range (count):
    shape = stone_at ((i - (count - 1) / 2) * size, (0.5 + 0.88 * k) * size)
    stones.append (BODY (solfec, 'RIGID', shape, rock, label = 'row %d stone %d' % (k, i)))
top = stones [-crest:]
solver = GAUSS_SEIDEL_SOLVER (accuracy = (2E-2, 'GH'))
RUN (solfec, solver, filled)

angle, thick, pieces = lie * pi / 180, 0.25, 8
length = 2.0 / sin (angle)
face = None
for k in range (pieces):                        # a plate along x, then turned and put on the slope
  low, high = (k * length / pieces, 0.01, 0), ((k + 1) * length / pieces, width - 0.01, thick)
  (a, b, c), (d, e, f) = low, high
  corners = [a, b, c, d, b, c, d, e, c, a, e, c, a, b, f, d, b, f, d, e, f, a, e, f]
  faces = [4, 0, 3, 2, 1, rough, 4, 4, 5, 6, 7, wet + k, 4, 0, 1, 5, 4, rough, 4, 1, 2, 6, 5, rough,
           4, 2, 3, 7, 6, rough, 4, 3, 0, 4, 7, rough]
  face = CONVEX (corners, faces, 1, face) if face else CONVEX (corners, faces, 1)
foot = -half - 0.25
ROTATE (face, (0, 0, 0), (0, 1, 0), -lie)
TRANSLATE (face, (foot, 0, 0.45))
plate = BODY (solfec, 'RIGID', face, slab, label = 'face')
plinth = BODY (solfec, 'OBSTACLE', BOX ((foot - 1.0, 0, 0), (0.75, width, 0.4), 1, rough), rock, label = 'plinth')
push = 0
for k in range (pieces):
  low, high = (min (level, max (0, ((k + part) * length / pieces) * sin (angle))) for part in (0, 1))
  deep = ((level - low) + (level - high)) / 2   # m, mean depth of the wet part of the piece
  force = g * water * deep * (high - low) / sin (angle) * (width - 0.02)
  if force:
    area = length / pieces * (width - 0.02)
    PRESSURE (plate, wet + k, TIME_SERIES ([0, 0, filled + 0.4, 0, full - 0.2, -force / area, stop, -force / area]))
    push += force
RUN (solfec, solver, full - filled)
RUN (solfec, GAUSS_SEIDEL_SOLVER (accuracy = (1E-3, 'GH')), 0.6)  # the thrust is a twentieth of the weight
rest = full + 0.6
w = 2 * pi / period
motion = [(rest + period * k / 40, shake / w * sin (w * period * k / 40)) for k in range (int (40 * (shaken - full) / period) + 1)]
for body in (ground, plinth):
  SET_VELOCITY (body, body.center, (1, 0, 0), TIME_SERIES ([(0, 0)] + motion + [(motion [-1] [0] + 1E-3, 0), (stop + 5, 0)]))
RUN (solfec, solver, stop - full)

if not VIEWER ():
  t1 = rest + stop - full
  items = [([ground, plinth], (1, 0, 0), None, 'CR'), ([ground, plinth], (0, 0, -1), None, 'CR')]
  ends = [(foot + part * cos (angle), width / 2, 0.45 + part * sin (angle)) for part in (0, length)]
  items += [(plate, point, way) for point in ends for way in ('DX', 'DZ')] + [(body, body.center, 'DZ') for body in top]
  t, *curves = HISTORY (solfec, items, rest - 0.3, t1)
  still = [k for k, time in enumerate (t) if time <= rest]
  ahead, down, x0, z0, x1, z1 = (sum (curve [k] for k in still) / len (still) for curve in curves [:6])
  leans = atan ((ends [1] [2] + z1 - ends [0] [2] - z0) / (ends [1] [0] + x1 - ends [0] [0] - x0))
  thrust, total = push * sin (leans), g * (sum (body.mass for body in stones) + plate.mass) + push * cos (leans)
  came = [curve [-1] - curve [still [-1]] for curve in curves [6:]]
  settled = -sum (came) / len (came)
  print ('the face leans by %.1f degrees' % (leans * 180 / pi))
  print ('%d stones, seed %d: on the ground act %.3f of the weight and %.3f of the thrust, which is %.3f of the weight' %
         (len (stones), seed, down / total, ahead / thrust, thrust / total))
  print ('the crest settles by %.1f mm, %.2f %% of the height' % (1E3 * settled, 100 * settled / height))
  assert abs (down / total - 1) < 0.03 and abs (ahead - thrust) < 6E-3 * total
  assert 0 < settled < 0.03 * height
