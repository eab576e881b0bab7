# Shows:  the supports of an arch move apart: hinges open at the crown and the haunches, the thrust is the least one.
# Source: Heyman (1966), Int. J. Solids Struct. 2, 249-279: an arch on spreading supports takes the least thrust that
#         equilibrium allows. The line of thrust passes the outer end of the joint at the crown and the inner end of the
#         joint that asks for most: H = max W a / h over all joints, where W is the weight between crown and joint, a its
#         arm about the inner end and h the height of the crown's hinge above it. With the hinges known, the
#         arch is a linkage: H follows from its geometry for any spread (Ochsendorf (2006), The Structural Engineer 84).
# Expect: joints open at the crown and at the two joints of the maximum and nowhere else; the thrust is H within 0.3 %
#         while the supports move apart by 5 % of the radius.
#
#   tools/run inp/masonry/spreading-arch.py
#   solfec --render out/masonry/spreading-arch --time 0.1,1.5 --chains --view front --parallel -o spreading-arch.png

from math import acos, atan2, cos, hypot, pi, sin

from solfec.build import arch

radius, ratio, count, width = 5.0, 0.16, 24, 1.0      # m; thickness over radius; voussoirs, even: a joint at the crown
density, g = 2000.0, 9.81
speed, stop = 0.18, 1.5                               # m/s
step = 1E-3
a, b = radius * (1 - ratio / 2), radius * (1 + ratio / 2)

solfec = SOLFEC ('DYNAMIC', step, 'out/masonry/spreading-arch')
bulk = BULK_MATERIAL (solfec, density = density)
SURFACE_MATERIAL (solfec, friction = 0.8)
GRAVITY (solfec, (0, 0, -g))
OUTPUT (solfec, 0.01)
*stones, right, left = arch (2 * radius, ratio * radius, width, count).bodies (solfec, bulk)
SET_VELOCITY (right, right.center, (1, 0, 0), TIME_SERIES ([0, 0, 0.2, speed, stop, speed]))
RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)

def thrust (k, spread = 0.0):
  '''Thrust, N, of half an arch between hinges at the inner end of joint k and the outer end of the crown's.'''
  part = stones [k:count // 2]
  weight = g * sum (stone.mass for stone in part)
  x, z = a * cos (pi * k / count), a * sin (pi * k / count)
  gx, gz = (g * sum (stone.mass * stone.center [i] for stone in part) / weight - c for i, c in ((0, x), (2, z)))
  length, before = hypot (x, b - z), atan2 (b - z, -x)
  after = acos (-(x + spread / 2) / length)             # of the line from hinge to hinge
  arm = -gx * cos (after - before) + gz * sin (after - before)
  return weight * arm / (length * sin (after))

def turn (body):
  '''Angle by which a stone has turned, rad.'''
  x, y, z = body.center
  (x0, _, z0), (x1, _, z1) = (DISPLACEMENT (body, (x, y, z + h)) for h in (0, 0.1))
  return atan2 (x1 - x0, 0.1 + z1 - z0)

if not VIEWER ():
  hinge = max (range (count // 2), key = thrust)
  times, forces, ways = HISTORY (solfec, [(right, (1, 0, 0), None, 'CR'), (right, right.center, 'DX')], 0.3, stop)
  for k in range (0, len (times) - 20, 40):             # means over 0.2 s
    found, spread = sum (forces [k:k + 20]) / 20, sum (ways [k:k + 20]) / 20
    exact = thrust (hinge, spread)
    print ('supports apart by %.3f m: thrust %.0f N, of the linkage %.0f N' % (spread, found, exact))
    assert abs (found / exact - 1) < 0.003
  turns = [0.0] + [turn (stone) for stone in stones] + [0.0]
  opened = [k for k in range (count + 1) if abs (turns [k + 1] - turns [k]) > 1E-3]
  print ('joints %s have opened, expected %s' % (opened, [hinge, count // 2, count - hinge]))
  assert opened == [hinge, count // 2, count - hinge]
