# Shows:  a semicircular arch of 27 voussoirs with friction, the thinnest that stands.
# Source: limit analysis of the arch (Heyman (1966), Int. J. Solids Struct. 2, 249-279) with forces at the
#         ends of the joints, tests/scenes/oracle_arch.py: thickness 0.10672 of the mean radius.
# Expect: with 0.1068 it stands, with 0.1066 (first word of the script) hinges open and it falls:
#         the kinetic energy is below 1E-6 J after 0.75 s, or above 1E-3 J and growing.
#
#   tools/run inp/masonry/arch.py
#   tools/run inp/masonry/arch.py -o out/thin-arch -- 0.1066

from math import cos, pi, sin

words = NON_SOLFEC_ARGV () or []
ratio = float (words [0]) if words else 0.1068  # thickness over mean radius
radius, width, count = 10, 5, 27
step = 1E-3
stop = 0.75

def voussoir (k):
  a, b = radius * (1 - ratio / 2), radius * (1 + ratio / 2)
  first, second = pi * k / count, pi * (k + 1) / count
  nodes = []
  for y in (0, -width):
    for angle, r in ((second, a), (first, a), (first, b), (second, b)):
      nodes += [r * cos (angle), y, r * sin (angle)]
  return HEX (nodes, 1, 1, 1, 1, [1] * 6)

solfec = SOLFEC ('DYNAMIC', step, 'out/masonry/arch')
bulk = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = 15E9, poisson = 0.3, density = 1)
SURFACE_MATERIAL (solfec, model = 'SIGNORINI_COULOMB', friction = 0.5)
GRAVITY (solfec, (0, 0, -9.81))
OUTPUT (solfec, 0.01)

BODY (solfec, 'OBSTACLE', voussoir (-1), bulk, label = 'right springer')
for k in range (count):
  BODY (solfec, 'RIGID', voussoir (k), bulk, label = 'voussoir %d' % k)
BODY (solfec, 'OBSTACLE', voussoir (count), bulk, label = 'left springer')

RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)

if not VIEWER ():
  times, energy = HISTORY (solfec, (solfec, 'KINETIC'), 0, stop)
  falls = energy [-1] > 1E-3
  print ('thickness %g of the radius: kinetic energy %.2g J after %g s, it %s' %
         (ratio, energy [-1], stop, 'falls' if falls else 'stands'))
  assert falls == (ratio < 0.10672) or abs (ratio / 0.10672 - 1) < 1E-3  # slower than can be seen in this time
  assert falls or ratio < 0.10672 or energy [-1] < 1E-6
