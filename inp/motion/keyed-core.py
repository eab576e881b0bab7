# Shows:  a slice of a core of bricks: a row of bricks that loose keys hold to each other and to a frame, which an earthquake
#         shakes across the row; the keys carry what moves the bricks.
# Source: statics in a frame with the acceleration a: each end of a symmetric row carries half of m a, with m of all bricks and
#         keys. A joint gives way by the play of its key, and a brick that leans by the angle b by L sin b more; N bricks
#         that lean alike need N L / cos b, so gaps of G together allow sqrt (2 G / (N L)) for b.
# Expect: in steady acceleration the force of the frame is m a to 0.5 %, each half to 2 %; the row hangs back symmetrically to
#         5 %, the brick k from an end by k plays at least and never by more than play and leaning allow, which holds in
#         the earthquake too.
#
#   tools/run inp/motion/keyed-core.py
#   solfec --render out/motion/keyed-core --time 0.49 --chains --view top --parallel --zoom 5 -o keyed-core.png

from math import pi, sin, sqrt

count, length, width, tall = 7, 0.25, 0.25, 0.1   # bricks; m
slot, deep, play, gap = 0.05, 0.04, 1E-3, 1E-4    # m: keyway, its depth, play of a key across, gap between bricks
density, friction, g = 1800.0, 0.2, 9.81
pitch = length + gap
step = 5E-4
pull, ramp = 2.0, 0.5                             # m/s^2, s: steady acceleration
quake, cycles, peak = 5.0, 5, 3.0                 # Hz, periods, m/s^2
stop = ramp + cycles / quake

solfec = SOLFEC ('DYNAMIC', step, 'out/motion/keyed-core')
graphite = BULK_MATERIAL (solfec, density = density)
smooth = 2
SURFACE_MATERIAL (solfec, friction = friction)
SURFACE_MATERIAL (solfec, None, smooth, friction = 0)   # the floor only carries
GRAVITY (solfec, (0, 0, -g))
OUTPUT (solfec, 5 * step)

def box (low, high, surface = 1, *more):
  (a, b, c), (d, e, f) = low, high
  return HULL ([a, b, c, d, b, c, d, e, c, a, e, c, a, b, f, d, b, f, d, e, f, a, e, f], 1, surface, *more)

def joined (boxes):
  shape = None
  for low, high in boxes: shape = box (low, high, 1, shape) if shape else box (low, high)
  return shape

def jaws (x, way, thick):
  '''The two boxes beside a keyway that opens at x towards -way.'''
  a, b = sorted ((x, x + way * thick))
  return [((a, low, 0), (b, high, tall)) for low, high in ((-width / 2, -slot / 2), (slot / 2, width / 2))]

floor = BODY (solfec, 'OBSTACLE', box ((-1, -2, -0.1), (count * pitch + 1, 2, 0), smooth), graphite, label = 'floor')
ends = []
for x, way in (-gap, -1), (count * pitch, 1):
  a, b = sorted ((x + way * deep, x + way * 2 * deep))
  shape = joined (jaws (x, way, deep) + [((a, -width / 2, 0), (b, width / 2, tall))])
  ends.append (BODY (solfec, 'OBSTACLE', shape, graphite, label = 'frame at x = %.2f' % x))
bricks, keys = [], []
for k in range (count):
  x = k * pitch
  pieces = [((x + deep, -width / 2, 0), (x + length - deep, width / 2, tall))] + jaws (x, 1, deep) + jaws (x + length, -1, deep)
  bricks.append (BODY (solfec, 'RIGID', joined (pieces), graphite, label = 'brick %d' % k))
half = (slot - play) / 2
for k in range (count + 1):
  x = k * pitch - gap / 2
  keys.append (BODY (solfec, 'RIGID', box ((x - 0.95 * deep, -half, 0), (x + 0.95 * deep, half, tall)), graphite, label = 'key %d' % k))

w = 2 * pi * quake
speed = [(0, 0), (ramp, pull * ramp)]
speed += [(ramp + k / quake / 40, pull * ramp + peak / w * sin (w * k / quake / 40)) for k in range (1, 40 * cycles + 1)]
for end in ends: SET_VELOCITY (end, end.center, (0, 1, 0), TIME_SERIES (speed))
RUN (solfec, GAUSS_SEIDEL_SOLVER (accuracy = (1E-3, 'GH')), stop)

if not VIEWER ():
  parts = bricks + keys
  mass = sum (body.mass for body in parts)
  items = [(end, (0, -1, 0), None, 'CR') for end in ends] + [(ends [0], ends [0].center, 'DY')]
  items += [(body, body.center, 'DY') for body in bricks]
  t, left, right, frame, *ways = HISTORY (solfec, items, 0, stop)
  steady = [k for k, time in enumerate (t) if 0.7 * ramp <= time <= 0.98 * ramp]
  mean = lambda curve: sum (curve [k] for k in steady) / len (steady)
  back = [mean ([f - d for f, d in zip (frame, way)]) for way in ways]
  force, first = mean ([a + b for a, b in zip (left, right)]), mean (left)
  print ('steady: frame force %.4f of m a, of which the left end has %.4f' % (force / mass / pull, first / force))
  print ('the bricks hang back by', ' '.join ('%.2f' % (1E3 * d) for d in back), 'mm; play of a key %.2f mm' % (1E3 * play))
  lean = length * sqrt (2 * (count + 1) * gap / (count * length))
  joints = [min (k + 1, count - k) for k in range (count)]
  worst = max (abs (f - d) / (j * (play + lean)) for way, j in zip (ways, joints) for f, d in zip (frame, way))
  print ('largest way back in the earthquake over what play and leaning allow: %.2f' % worst)
  assert abs (force / mass / pull - 1) < 5E-3 and abs (first / force - 0.5) < 0.01
  assert all (abs (a / b - 1) < 0.05 for a, b in zip (back, back [::-1]))
  assert all (0.99 * j * play < b < j * (play + lean) for b, j in zip (back, joints)) and worst < 1
