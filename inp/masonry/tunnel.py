# Shows:  a tunnel of voussoirs under the pressure of the ground: too little pressure from the sides flattens it.
# Source: statics of a quarter of the ring under p from above and K p from the sides, on the outer radius b: the thrusts are
#         K p b at the crown and p b at the side; moments about the axis give K (c - b/2) = s - b/2 with the radii c and s at
#         which these thrusts pass the joints. They lie between a and b, so the least K is 2 a/b - 1: hinges at the
#         outer ends of the joints at crown and invert and at the inner ends at the sides (limit analysis as in
#         Heyman (1966), Int. J. Solids Struct. 2, 249-279). Dead loads on the chords sum to the same.
# Expect: the least K is found to 0.003; below it the ring turns about the four hinges.
#
#   tools/run inp/masonry/tunnel.py
#   solfec --render out/masonry/tunnel/falls --time 0,0.2,0.3 --view front --parallel -o tunnel.png

from math import cos, pi, sin

from solfec.limit import bisect

a, b, width = 2.0, 2.5, 1.0      # m: radii, length along the axis
count = 24                       # voussoirs, a multiple of 4: joints at crown, sides and invert
pressure = 50E3                  # Pa, from above
runs = []

def move (K, name, stop):
  '''Largest way of a voussoir, m.'''
  solfec = SOLFEC ('DYNAMIC', 1E-3, 'out/masonry/tunnel/' + name)
  bulk = BULK_MATERIAL (solfec, density = 2400)
  SURFACE_MATERIAL (solfec, friction = 0.7)
  OUTPUT (solfec, 0.01)
  bodies = []
  for k in range (count):
    ends = [(cos (angle), sin (angle)) for angle in (2 * pi * k / count, 2 * pi * (k + 1) / count)]
    points = [x for y in (0, width) for r in (a, b) for c, s in ends for x in (r * c, y, r * s)]
    body = BODY (solfec, 'RIGID', HULL (points, 1, 1), bulk, label = 'voussoir %d' % k)
    (x0, z0), (x1, z1) = ((b * c, b * s) for c, s in ends)
    middle = ((x0 + x1) / 2, width / 2, (z0 + z1) / 2)
    FORCE (body, 'SPATIAL', middle, (0, 0, -middle [2]), pressure * width * abs (x1 - x0))
    FORCE (body, 'SPATIAL', middle, (-middle [0], 0, 0), K * pressure * width * abs (z1 - z0))
    bodies.append (body)
  RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)
  return max (sum (d * d for d in DISPLACEMENT (body, body.center)) ** 0.5 for body in bodies)

def stands (K):
  runs.append (K)
  return move (K, 'run-%d' % len (runs), 0.2) < 2E-4

exact = 2 * a / b - 1
move (0.9 * exact, 'falls', 0.3)
found = bisect (stands, good = 1.0, bad = 0.5 * exact, tolerance = 0.003)
if not VIEWER ():
  print ('least ratio of sideways to vertical pressure: %s; statics: %.4f' % (found, exact))
  assert found.collapses - 1E-3 < exact < found.stands + 1E-3
