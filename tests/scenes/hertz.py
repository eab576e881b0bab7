# Shows:   finite elements in contact over an area: Hertz's contact of a round body with a plane.
# Setting: block 0.36 x 0.36 x 0.18 m with a base of radius 1 m, Young's modulus 1e9 Pa, Poisson's
#          ratio 0.3, pressed on a frictionless obstacle by a uniform load on its top, quasi-static;
#          the last contact radius a is 0.03 m, elements there a/2 and a/4 (not with the script
#          argument 'short').
# Source:  Hertz: a^3 = 3 F R/(4 E*), p0 = 3 F/(2 pi a^2); a point at depth z approaches the plane
#          by the integral of the strain on the axis (Johnson (1985), Contact Mechanics, section
#          4.2), a^2/R for z far beyond a.
# Expect:  approach of the depth 4 a at two loads, radius by the gyration of the contact forces (a
#          sqrt(2/5)) and largest pressure by their weighted mean (weights (1 - r^2/a^2)^2) within a
#          few per cent, the radius better with the finer mesh.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

YOUNG, POISSON, RADIUS, A, FAR = 1e9, 0.3, 1.0, 0.03, 6
PLANE = YOUNG / (1 - POISSON ** 2)  # E*
FORCE_A = 4 * PLANE * A ** 3 / (3 * RADIUS)
PRESSURE = 3 * FORCE_A / (2 * math.pi * A ** 2)
STEP = 2e-3
LOADS = (0.4, 1.0)  # over the last
RAMP, REST = 10, 5  # steps
GEOMETRIC_EPSILON(2e-6)  # the default 1e-4 m is a tenth of the approach


def load_factor(k):
  """Share of the load in step k; it begins softly, since what has overlapped stays so."""
  level, step = divmod(k, RAMP + REST)
  if level >= len(LOADS):
    return 1.0
  low, way = (LOADS[level - 1] if level else 0.0), min(1.0, (step + 1) / RAMP)
  return low + (LOADS[level] - low) * (way ** 2 if level == 0 else way)


def axis(n, fine):
  """Coordinates from 0: cells of a/n up to fine a, then growing by 1.8 to FAR a."""
  near = [A * i / n for i in range(int(n * fine) + 1)]
  x, d = list(near), A / n
  while x[-1] < 0.999 * FAR * A:
    d *= 1.8
    x.append(x[-1] + d)
  stretch = (FAR * A - near[-1]) / (x[-1] - near[-1])
  return near + [near[-1] + (v - near[-1]) * stretch for v in x[len(near):]]


def block(n):
  """(nodes, elements, forces of the unit load at the nodes of the top)."""
  half, zs = axis(n, 1.25), axis(n, 1.0)
  xs = [-v for v in reversed(half[1:])] + half
  nodes, elements = [], []
  for z in zs:
    for y in xs:
      for x in xs:
        rise = RADIUS - math.sqrt(RADIUS ** 2 - x * x - y * y)
        nodes.append((x, y, rise + (zs[-1] - rise) * z / zs[-1]))

  def node(i, j, k):
    return (k * len(xs) + j) * len(xs) + i

  for k in range(len(zs) - 1):
    for j in range(len(xs) - 1):
      for i in range(len(xs) - 1):
        elements.append([node(i + p, j + q, k + r) for r in range(2)
                         for p, q in ((0, 0), (1, 0), (1, 1), (0, 1))])
  forces = [0.0] * (3 * len(nodes))
  for e in elements[-(len(xs) - 1) ** 2:]:
    (x0, y0, _), (x1, y1, _) = nodes[e[4]], nodes[e[6]]
    for a in e[4:]:
      forces[3 * a + 2] -= (x1 - x0) * (y1 - y0) / (2 * FAR * A) ** 2 / 4
  return nodes, elements, forces


def shortening(depth):
  """Hertz's approach of the point at depth z = depth a, over a^2/R."""
  steps = 2000

  def strain(z):
    lateral = (1 + POISSON) * (1 - z * math.atan2(1, z)) - 0.5 / (1 + z * z)
    return 1 / (1 + z * z) - 2 * POISSON * lateral

  integral = sum(strain((k + 0.5) * depth / steps) for k in range(steps)) * depth / steps
  return integral / (0.5 * math.pi * (1 - POISSON ** 2))


def press(n, form):
  """Approaches, force of the floor, contact radius and largest pressure over Hertz's."""
  nodes, elements, forces = block(n)
  solfec, bulk = models.scene(STEP, 'hertz-%s-%d' % (form, n), 1000.0, (0, 0, 0), YOUNG, POISSON,
                              'QUASI_STATIC', friction=0.0)
  BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -0.2), (1, 1, 0)), bulk)
  mesh = MESH([c for p in nodes for c in p], [a for e in elements for a in [8] + e + [1]], 1)
  body = BODY(solfec, 'FINITE_ELEMENT', mesh, bulk, form=form)

  def load(q, u, t, h):
    share = FORCE_A * load_factor(int(t / STEP - 0.25))  # t may be the middle or the end of a step
    return [share * f for f in forces]

  FORCE(body, 'SPATIAL', (0, 0, 0), (1, 0, 0), load)
  approaches = []
  for share in LOADS:
    RUN(solfec, NEWTON_SOLVER(1e-14, 100), (RAMP + REST) * STEP)
    a = A * share ** (1 / 3)
    exact = a * a / RADIUS * shortening(4 * A / a)
    approaches.append(-DISPLACEMENT(body, (0, 0, 4 * A))[2] / exact)
  contacts = [(c.R[2], c.point[0], c.point[1]) for c in models.contacts_of(body)]
  total = sum(r for r, _, _ in contacts)
  gyration = sum(r * (x * x + y * y) for r, x, y in contacts) / total
  # weights that are smooth: forces of neighbouring elements differ much, for forces on the middles
  # of elements that alternate in sign move no node
  weights = [max(0.0, 1 - (x * x + y * y) / A ** 2) ** 2 for _, x, y in contacts]
  middle = sum(w * r for w, (r, _, _) in zip(weights, contacts)) / (2 / 7 * math.pi * A ** 2)
  return approaches, total / FORCE_A, math.sqrt(2.5 * gyration) / A, middle / PRESSURE


verify.case('Hertz', "Hertz's contact")
radii = {}
# the block ends at 6 a with a uniform stress, which is worth 3 % of the approach
meshes = [(2, 'TL'), (2, 'BC'), (4, 'BC')]
if 'short' in (NON_SOLFEC_ARGV() or []):
  del meshes[-1]
for n, form in meshes:
  approaches, total, radius, pressure = press(n, form)
  name = "'%s', elements of a/%d: " % (form, n)
  verify.check(name + 'force over load', total, 1.0, 1e-3)
  for share, value in zip(LOADS, approaches):
    verify.check(name + "approach over Hertz's at %g of the load" % share, value, 1.0, 0.05)
  verify.check(name + 'contact radius over a', radius, 1.0, 0.2 / n)
  verify.check(name + "largest pressure over Hertz's", pressure, 1.0, 0.2 / n)
  radii[form, n] = radius
if ('BC', 4) in radii:
  verify.within("'BC': error of the radius, elements of a/2 over a/4",
                (1 - radii['BC', 2]) / (1 - radii['BC', 4]), 1.5, 10.0)
verify.finish()
