# Shows:  ELLIP, and an obstacle that turns: ellipsoids of three kinds in a drum with lifters.
# Source: Cleary, Metcalfe and Liffman (1998), Appl. Math. Model. 22, 995-1013: what a drum holds turns with its
#         wall up to an angle and slides back from there.
# Expect: a heap that leans against the turn: its centre lies to the side where the wall goes up, by a part of
#         the drum's radius that friction sets, and no ellipsoid has left the drum.
# Warns:  two ellipsoids that fall overlap by half a millimetre when they meet, less than the way of a step.
#
#   tools/run inp/motion/ellipsoids-in-drum.py

import math

step = 1E-3
stop = 1.2
radius, length, wall, segments = 0.5, 0.3, 0.05, 24
radii = [(0.05, 0.03, 0.03), (0.05, 0.05, 0.025), (0.05, 0.04, 0.03)]  # prolate, oblate, neither
turning = 2.0  # rad/s about y, downwards where x is positive

solfec = SOLFEC ('DYNAMIC', step, 'out/motion/ellipsoids-in-drum')
bulk = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = 1E9, poisson = 0.3, density = 2E3)
SURFACE_MATERIAL (solfec, model = 'SIGNORINI_COULOMB', friction = 0.5)
GRAVITY (solfec, (0, 0, -9.81))
OUTPUT (solfec, 2E-2)

def sector (k):
  points = []
  for y in (0, length):
    for angle in (2 * math.pi * k / segments, 2 * math.pi * (k + 1) / segments):
      for r in (radius, radius + wall):
        points += [r * math.cos (angle), y, r * math.sin (angle)]
  return HULL (points, 1, 1)

def lifter (k):
  bar = HULL ([x for a in (radius - 0.06, radius) for y in (0, length) for z in (-0.02, 0.02)
               for x in (a, y, z)], 1, 1)
  return ROTATE (bar, (0, 0, 0), (0, 1, 0), 60 * k)

def end (y):
  ring = [2 * math.pi * k / segments for k in range (segments)]
  reach = radius + wall
  return HULL ([x for a in ring for at in (y, y + wall)
                for x in (reach * math.cos (a), at, reach * math.sin (a))], 1, 1)

shape = [sector (k) for k in range (segments)] + [lifter (k) for k in range (6)]
drum = BODY (solfec, 'OBSTACLE', shape + [end (-wall), end (length)], bulk, label = 'drum')
INITIAL_VELOCITY (drum, (0, 0, 0), (0, turning, 0))

eggs = []
for k in range (60):
  column, row, layer = k % 5, k // 5 % 2, k // 10
  center = (0.11 * (column - 2), 0.08 + 0.14 * row, 0.11 * layer - 0.25)
  egg = ELLIP (center, radii [k % 3], 1, 1)
  ROTATE (egg, center, (1, 0.5 * column, layer - 1), 37 * k)
  eggs.append (BODY (solfec, 'RIGID', egg, bulk, label = 'egg %d' % k))

RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)

if not VIEWER ():
  x = sum (egg.conf [9] for egg in eggs) / len (eggs)
  farthest = max (math.hypot (egg.conf [9], egg.conf [11]) for egg in eggs)
  print ('%d ellipsoids: centre %.3f m beside the axis, farthest one %.3f m from it'
         % (len (eggs), x, farthest))
  assert farthest < radius and x < 0
  print ('they lean against the turn')
