# Shows:  balls flow out of a silo with a slot in its floor; the flow grows with the width of the slot.
# Source: Beverloo, Leniger and van de Velde (1961), Chem. Eng. Sci. 15, 260-269: the flow goes with (D - k d)^(5/2) for
#         a round hole of the diameter D and grains of the size d, with k about 1.4, and does not depend on the
#         height of the fill. In one layer of balls, where depth does not count, dimensions make the exponent 3/2.
# Expect: the exponent of a fit over three slots is 1.5 to 0.15; the flow of the second half of the time is that of the
#         first half to 15 %.
#
#   tools/run inp/granular/silo-discharge.py
#   solfec --render out/granular/silo-discharge/7 --time 0.1,0.25,0.4 --cut -y=0.01 --view front --parallel -o silo-discharge.png

from math import log
from random import Random

slots = (5, 7, 9)                # widths in mean diameters
columns, rows = 18, 30
size, g = 0.05, 9.81             # m, mean diameter
depth, wall = 1.25 * size, 0.1   # one layer of balls
step, start, stop = 1E-3, 0.3, 1.1
half = columns * size * 1.06 / 2

def box (solfec, low, high, surface, bulk, label):
  (a, b, c), (d, e, f) = low, high
  shape = HULL ([a, b, c, d, b, c, d, e, c, a, e, c, a, b, f, d, b, f, d, e, f, a, e, f], 1, surface)
  return BODY (solfec, 'OBSTACLE', shape, bulk, label = label)

def discharge (slot):
  '''Balls per second that pass the slot in the first and in the second half of the time.'''
  solfec = SOLFEC ('DYNAMIC', step, 'out/granular/silo-discharge/%d' % slot)
  bulk = BULK_MATERIAL (solfec, density = 2500)
  rough, smooth = 1, 2
  SURFACE_MATERIAL (solfec, friction = 0.5)
  SURFACE_MATERIAL (solfec, rough, smooth, friction = 0)
  GRAVITY (solfec, (0, 0, -g))
  OUTPUT (solfec, 0.01)
  top = 1.1 * rows * size
  seen = []
  for side in -1, 1:
    inner, edge, outer = side * half, side * slot * size / 2, side * (half + wall)
    seen.append (box (solfec, (min (inner, outer), 0, -wall), (max (inner, outer), depth, top), rough, bulk, 'wall %+d' % side))
    seen.append (box (solfec, (min (inner, edge), 0, -wall), (max (inner, edge), depth, 0), rough, bulk, 'floor %+d' % side))
  for y in (-wall, depth): box (solfec, (-half, y, -wall), (half, y + wall, top), smooth, bulk, 'pane at y = %g' % y)
  random, balls = Random (1), []
  for k in range (rows):
    for i in range (columns):
      radius = size / 2 * random.choice ((0.9, 1, 1.1))
      place = (-half + (i + 0.5 + 0.02 * random.random ()) * 2 * half / columns, depth / 2, (k + 0.55) * size * 1.1)
      balls.append (BODY (solfec, 'RIGID', SPHERE (place, radius, 1, rough), bulk))
  RENDER (solfec, seen + balls)
  RUN (solfec, GAUSS_SEIDEL_SOLVER (accuracy = (1E-2, 'GH')), stop)
  if VIEWER (): return 1, 1
  times, *heights = HISTORY (solfec, [(ball, ball.center, 'CZ') for ball in balls], start, stop)
  out = [sum (height [k] < -wall for height in heights) for k in (0, len (times) // 2, -1)]
  middle = times [len (times) // 2]
  return (out [1] - out [0]) / (middle - times [0]), (out [2] - out [1]) / (times [-1] - middle)

points = []
for slot in slots:
  first, second = discharge (slot)
  points.append ((log (slot - 1.4), log ((first + second) / 2)))
  if not VIEWER ():
    print ('slot of %d diameters: %.0f balls/s, then %.0f balls/s' % (slot, first, second))
    assert abs (second / first - 1) < 0.15
x, y = (sum (values) / len (values) for values in zip (*points))
exponent = sum ((a - x) * (b - y) for a, b in points) / sum ((a - x) ** 2 for a, b in points)
if not VIEWER ():
  print ('the flow goes with (D - 1.4 d) to the power %.2f, Beverloo: 1.5' % exponent)
  assert abs (exponent - 1.5) < 0.15
