# Shows:  a part made of CONVEX pieces over a coarse background mesh: ROUGH_HEX, BODY (..., mesh = ...).
# Source: a prism of any section under its weight with Poisson 0: the part above height z shortens by
#         rho g (H - z)^2 / (2 E), the stress is -rho g (H - z).
# Expect: mass that of the pieces, floor force the weight, shortening above a quarter of the height and
#         stress in the middle of an element within 1 % with 2 x 2 x 8 elements, which fit neither the
#         section nor its corners. (Near the floor six contact points press in: the top sinks 4 % more.)
#
#   tools/run inp/deformable/background-part.py

import math

short = 'short' in (NON_SOLFEC_ARGV () or [])
height, radius = 2.0, 0.5       # m
young, density = 1E7, 2000.0    # soft rubber
g = 9.81
step, stop = 0.2, 2.0           # s

def wedge (k):
  '''One of six prisms with a triangular section that make up the hexagonal column.'''
  corners = [(0, 0)] + [(radius * math.cos (math.pi / 3 * i), radius * math.sin (math.pi / 3 * i))
                        for i in (k, k + 1)]
  return HULL ([x for z in (0, height) for a, b in corners for x in (a, b, z)], 1, 1)

solfec = SOLFEC ('QUASI_STATIC', step, 'out/deformable/background-part')
rubber = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = young, poisson = 0, density = density)
SURFACE_MATERIAL (solfec, model = 'SIGNORINI_COULOMB', friction = 0.5)
GRAVITY (solfec, (0, 0, -g))
floor = BODY (solfec, 'OBSTACLE', HULL ([-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1,
                                         -1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], 1, 1), rubber)
pieces = [wedge (k) for k in range (6)]
layers = 4 if short else 8
mesh = ROUGH_HEX (pieces, 2, 2, layers)
column = BODY (solfec, 'FINITE_ELEMENT', pieces, rubber, label = 'column', mesh = mesh)

area = 1.5 * math.sqrt (3.0) * radius**2
weight = density * g * area * height
assert abs (column.mass / (density * area * height) - 1) < 1E-12

RUN (solfec, NEWTON_SOLVER (), stop)
if not VIEWER ():
  quarter, middle = height / 4, height / 2 + height / layers / 2
  times, top, low, stress, forces = HISTORY (solfec, [
    (column, (0.2, 0.1, height), 'DZ'), (column, (0.2, 0.1, quarter), 'DZ'),
    (column, (0.2, 0.1, middle), 'SZ'), (column, (0, 0, 1), None, 'R')], 0, stop)
  shortening = density * g * (height - quarter)**2 / (2 * young)
  pressure = density * g * (height - middle)
  print ('column of %d nodes shortens by %.4f mm above a quarter of its height, exact %.4f' %
         (len (column.conf) // 3, (low [-1] - top [-1]) * 1E3, shortening * 1E3))
  print ('stress %.1f Pa, exact %.1f; floor force over weight %.6f' %
         (stress [-1], -pressure, forces [-1] / weight))
  assert abs (forces [-1] / weight - 1) < 1E-4
  assert abs ((low [-1] - top [-1]) / shortening - 1) < 0.01
  assert abs (stress [-1] / pressure + 1) < 0.01
