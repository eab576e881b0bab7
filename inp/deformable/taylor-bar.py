# Shows:  plasticity of von Mises at large strain: a copper bar hits a rigid wall (Taylor's test).
# Source: the benchmark of Kamoulakos (1990), Zhu and Cescotto (1995) and Camacho and Ortiz (1997): a bar of
#         32.4 mm and radius 3.2 mm at 227 m/s, E 117 GPa, Poisson's ratio 0.35, 8930 kg/m^3, yield stress
#         400 MPa, hardening 100 MPa, no friction. Their final lengths, after 80 microseconds, lie between
#         21.3 and 21.7 mm, the radii of the mushroom between 6.9 and 7.3 mm.
# Expect: length and radius within these bounds with 640 hexahedra (288 with the word 'short'), an energy
#         balance that closes to rounding, and 97 % of the energy in plastic work. The elements are 'MIXED':
#         plastic strain keeps the volume, and 'LINEAR' hexahedra lock.
#
#   tools/run inp/deformable/taylor-bar.py

from math import cos, hypot, pi, sin

short = 'short' in (NON_SOLFEC_ARGV () or [])
rings, layers = (1, 24) if short else (2, 32)
length, radius, speed, stop = 32.4E-3, 3.2E-3, 227.0, 80E-6

def disc (rings):
  """(points, quadrangles) of a disc: 2 x 2 in the middle, rings of 8 around."""
  rim = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)]
  def inner (i, j):
    a, b = i - 1, j - 1
    return (0.5 * radius * a * (1 + 0.15 * (1 - b * b)), 0.5 * radius * b * (1 + 0.15 * (1 - a * a)))
  points = [inner (i, j) for j in range (3) for i in range (3)]
  quads = [(3 * j + i, 3 * j + i + 1, 3 * j + i + 4, 3 * j + i + 3) for j in range (2) for i in range (2)]
  circles = [[3 * j + i for i, j in rim]]
  for ring in range (1, rings + 1):
    circles.append ([])
    for k, (i, j) in enumerate (rim):
      angle, share = -0.75 * pi + 0.25 * pi * k, ring / rings
      x, y = inner (i, j)
      circles [-1].append (len (points))
      points.append (((1 - share) * x + share * radius * cos (angle), (1 - share) * y + share * radius * sin (angle)))
    low, high = circles [-2:]
    quads += [(low [k], high [k], high [(k + 1) % 8], low [(k + 1) % 8]) for k in range (8)]
  return points, quads

points, quads = disc (rings)
plane = len (points)
nodes = [x for k in range (layers + 1) for point in points for x in (*point, length * k / layers)]
elements = [x for k in range (layers) for quad in quads
            for x in (8, *[n + plane * k for n in quad], *[n + plane * (k + 1) for n in quad], 1)]

solfec = SOLFEC ('DYNAMIC', 1E-6, 'out/deformable/taylor-bar')  # the explicit scheme takes less
copper = BULK_MATERIAL (solfec, model = 'VON_MISES', young = 117E9, poisson = 0.35, density = 8930,
                        yield_stress = 400E6, hardening = 100E6)
SURFACE_MATERIAL (solfec, model = 'SIGNORINI_COULOMB', friction = 0)

wall = HULL ([x for z in (-5E-3, 0) for x in (-0.02, -0.02, z, 0.02, -0.02, z, 0.02, 0.02, z, -0.02, 0.02, z)], 1, 1)
BODY (solfec, 'OBSTACLE', wall, copper, label = 'wall')
bar = BODY (solfec, 'FINITE_ELEMENT', MESH (nodes, elements, 1), copper, label = 'bar', element = 'MIXED')
INITIAL_VELOCITY (bar, (0, 0, -speed), (0, 0, 0))

OUTPUT (solfec, 2E-6)
RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)

if not VIEWER ():
  items = [(bar, kind) for kind in ('KINETIC', 'INTERNAL', 'PLASTIC', 'EXTERNAL', 'NUMERICAL')]
  items += [(bar, (0, 0, 0), 'PLASTIC_STRAIN')]
  items += [(bar, (x, y, z), 'CZ') for z in (0, length) for x, y in points]
  items += [(bar, (x, y, 0), axis) for x, y in points for axis in ('CX', 'CY')]
  times, kinetic, internal, plastic, external, numerical, strain, *places = HISTORY (solfec, items, 0, stop)
  start = 0.5 * bar.mass * speed**2
  imbalance = max (abs (k + i + p - e - n - start)
                   for k, i, p, e, n in zip (kinetic, internal, plastic, external, numerical))
  last = [place [-1] for place in places]
  bottom, top, across = last [:plane], last [plane : 2*plane], last [2*plane:]
  final = sum (top) / plane - min (bottom)
  mushroom = max (hypot (x, y) for x, y in zip (across [::2], across [1::2]))
  print ('final length %.2f mm, published 21.3 to 21.7' % (final * 1E3))
  print ('radius of the mushroom %.2f mm, published 6.9 to 7.3' % (mushroom * 1E3))
  print ('equivalent plastic strain in the middle of the face %.2f' % strain [-1])
  print ('plastic work %.1f J of the %.1f J that the bar came with; energy balance: off by %.1e of them' %
         (plastic [-1], start, imbalance / start))
  assert 21.3E-3 < final < 21.7E-3 and 6.9E-3 < mushroom < 7.3E-3
  assert plastic [-1] > 0.95 * start and imbalance < 1E-10 * start
