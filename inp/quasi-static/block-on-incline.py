# Shows:  QUASI_STATIC analysis with loads that change: a block on a table that is tilted slowly.
# Source: Coulomb's law: the block stays while tan (angle) < mu.
# Expect: gravity turns from 20 to 35 degrees against the normal of the table; with mu 0.5 the block begins
#         to slide at 26.57 degrees.
# Warns:  a block that slides is not in equilibrium, and from 26.57 degrees on a warning tells so.
#
#   tools/run inp/quasi-static/block-on-incline.py

from math import atan, cos, degrees, radians, sin

step = 0.01
stop = 1.5
g = 9.81
mu = 0.5

def angle (t):  # degrees
  return 20 + 10 * t

solfec = SOLFEC ('QUASI_STATIC', step, 'out/quasi-static/block-on-incline')
solfec.equilibrium = 1E-6  # it rests while no more than this part of its weight is out of balance
bulk = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = 15E9, poisson = 0.3, density = 2E3)
SURFACE_MATERIAL (solfec, model = 'SIGNORINI_COULOMB', friction = mu)

times = [k * step for k in range (int (stop / step) + 2)]
GRAVITY (solfec, (TIME_SERIES ([(t, g * sin (radians (angle (t)))) for t in times]), 0,
                  TIME_SERIES ([(t, -g * cos (radians (angle (t)))) for t in times])))

BODY (solfec, 'OBSTACLE', BOX ((-2, -2, -0.5), (6, 5, 0.5), 1, 1), bulk, label = 'table')
block = BODY (solfec, 'RIGID', BOX ((0, 0, 0), (1, 1, 0.5), 1, 1), bulk, label = 'block')

RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)

if not VIEWER ():
  times, ways = HISTORY (solfec, (block, block.center, 'DX'), 0, stop)
  slides = next (t for t, way in zip (times, ways) if way > 1E-9)
  print ('the block begins to slide at %.2f degrees, exact %.2f' % (angle (slides), degrees (atan (mu))))
  assert abs (angle (slides) - degrees (atan (mu))) < angle (step) - angle (0)
