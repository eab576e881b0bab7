# Shows:  the slope at which grains come to rest grows with their resistance to rolling.
# Source: resistance to rolling makes heaps steeper: Zhou, Wright, Yang, Xu and Yu (1999), Physica A 269, 536-553, for heaps;
#         Estrada, Azema, Radjai and Taboada (2011), Phys. Rev. E 84, 011306, for the strength of grains. There is no formula.
# Assume: one layer of balls between smooth panes, friction 0.5, a rough floor. One wall of the bin is taken away, and what
#         slides off the edge of the floor is gone. The slope is that of the triangle with the area of what stays.
# Expect: the slope grows with p / r, the arm of the resistance over the mean radius: from one p / r to the next it is
#         larger, and at p / r = 0.3 it is more than 5 degrees above that of balls that roll freely.
#
#   tools/run inp/granular/rolling-repose.py [SEED]
#   solfec --render out/granular/rolling-repose/0.3 --time 0.3,1.6 --columns 2 --cut -y=0.01 --view front --parallel --at 0.17,0.01,0.08 --zoom 20 -o rolling-repose.png

from math import atan, degrees
from random import Random

seed = int ((NON_SOLFEC_ARGV () or [1]) [0])
size, spread, mu, g = 0.02, 0.15, 0.5, 9.81           # m: mean diameter of the balls, by which share they differ
across, rows = 12, 12                                 # balls
step, filled, stop = 2E-3, 0.3, 1.3                   # s: then the wall goes; then what moves still is little
shares = (0, 0.1, 0.3)                                # p / r
pitch = (1 + spread) * size * 1.001
width, depth, wall = across * pitch, 1.2 * size, 2 * size

def slope (share):
  '''Slope (degrees) of what stays in a bin without one wall, and the mean speed of its balls (m/s).'''
  solfec = SOLFEC ('DYNAMIC', step, 'out/granular/rolling-repose/%g' % share)
  bulk = BULK_MATERIAL (solfec, density = 2500)
  rough, smooth = 1, 2
  if share > 0:
    SURFACE_MATERIAL (solfec, model = 'ROLLING_RESISTANCE', friction = mu, rolling = share * size / 2)
  else:
    SURFACE_MATERIAL (solfec, friction = mu)
  SURFACE_MATERIAL (solfec, None, smooth, friction = 0)
  GRAVITY (solfec, (0, 0, -g))
  OUTPUT (solfec, 0.02)
  top = rows * pitch
  def slab (low, high, surface = smooth):
    return BODY (solfec, 'OBSTACLE', BOX (low, [b - a for a, b in zip (low, high)], 1, surface), bulk)
  slab ((-wall, 0, -wall), (width, depth, 0), rough)
  slab ((-wall, 0, 0), (0, depth, top))
  gate = slab ((width, 0, -wall), (width + wall, depth, top))
  for y in -wall, depth: slab ((-wall, y, -8 * size), (3 * width, y + wall, top))
  random, balls = Random (seed), []
  for row in range (rows):
    for i in range (across - row % 2):                # rows in turn shifted by half of a ball
      radius = size / 2 * random.uniform (1 - spread, 1 + spread)
      place = ((i + (row % 2 + 1) / 2) * pitch, depth / 2, (0.5 + 0.87 * row) * pitch)
      balls.append (BODY (solfec, 'RIGID', SPHERE (place, radius, 1, rough), bulk))
  solver = GAUSS_SEIDEL_SOLVER (accuracy = (1E-2, 'GH'))
  RUN (solfec, solver, filled)
  if VIEWER (): return None
  def centre (ball): return [a + b for a, b in zip (ball.center, DISPLACEMENT (ball, ball.center))]
  taken = 2 * sum (centre (ball) [2] for ball in balls) / len (balls) * width / len (balls)   # m^2, of a ball with its gaps
  DELETE (solfec, gate)
  RUN (solfec, solver, stop)
  left = [ball for ball in balls if centre (ball) [2] > 0]
  speed = sum (sum (v * v for v in ball.velo [3:6]) ** 0.5 for ball in left) / max (len (left), 1)
  return degrees (atan (2 * taken * len (left) / width ** 2)), speed

found = [slope (share) for share in shares]
if not VIEWER ():
  for share, (angle, speed) in zip (shares, found):
    print ('p / r = %.1f: slope %.1f degrees, mean speed %.4f m/s' % (share, angle, speed))
  angles = [angle for angle, _ in found]
  assert all (a < b for a, b in zip (angles, angles [1:]))
  assert angles [-1] > angles [0] + 5
