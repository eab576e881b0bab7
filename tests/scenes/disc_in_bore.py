# Shows:   contact of nearly the same curvature: an elastic disc in a rigid bore with clearance.
# Setting: disc of radius 0.1 m with a hole of 0.03 m, width 0.02 m, 180 x 9 x 1 hexahedra, Young's
#          modulus 1e9 Pa, Poisson's ratio 0, in a bore that is 1 mm wider in radius (180 facets),
#          pressed down by gravity in ten steps to a Hertzian half width of 0.02 m, then to four
#          times that; without friction; quasi-static, with GAUSS_SEIDEL_SOLVER and NEWTON_SOLVER and
#          their default settings.
# Source:  Hertz' line contact a^2 = 4 F R*/(pi E*), 1/R* = 1/R - 1/(R + d), which overestimates the
#          width where it is no longer small beside R (Persson (1964), On the stress distribution of
#          cylindrical elastic bodies in contact).
# Expect:  every step converges; the reactions carry the load; half width by their gyration (a/2) within
#          8 % of Hertz at the small load, 50 to 95 % of it at the large one.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import pressing
import verify

YOUNG, DENSITY, RADIUS, HOLE, CLEARANCE, WIDTH = 1e9, 1e3, 0.1, 0.03, 1e-3, 0.02
ROUND, LAYERS, STEP = 180, 9, 4e-3
GEOMETRIC_EPSILON(1e-7)


def ring(radii, width, center):
  """Hexahedra between circles about the y axis."""
  nodes = []
  for k in range(2):
    for r in radii:
      for i in range(ROUND):
        angle = 2 * math.pi * i / ROUND
        nodes += [r * math.sin(angle), (k - 0.5) * width, center - r * math.cos(angle)]

  def number(i, j, k):
    return (k * len(radii) + j) * ROUND + i % ROUND

  elements = []
  for j in range(len(radii) - 1):
    for i in range(ROUND):
      elements += [8] + [number(i + p, j + q, k) for k in range(2) for p, q in ((0, 0), (1, 0), (1, 1), (0, 1))] + [1]
  return MESH(nodes, elements, 1)


def graded():
  thickness = [1.25 ** (LAYERS - 1 - j) for j in range(LAYERS)]
  radii = [HOLE]
  for t in thickness:
    radii.append(radii[-1] + t * (RADIUS - HOLE) / sum(thickness))
  return radii


def press(solver_name):
  solfec, bulk = models.scene(STEP, 'disc-' + solver_name, DENSITY, (0, 0, 0), YOUNG, 0.0, 'QUASI_STATIC', friction=0)
  BODY(solfec, 'OBSTACLE', ring([RADIUS + CLEARANCE, RADIUS + 0.03], 2 * WIDTH, 0.0), bulk, label='bore')
  disc = BODY(solfec, 'FINITE_ELEMENT', ring(graded(), WIDTH, -CLEARANCE), bulk, label='disc')
  curvature = 1 / RADIUS - 1 / (RADIUS + CLEARANCE)
  load = math.pi * YOUNG * 0.02 ** 2 * curvature / 4 * WIDTH
  g = load / disc.mass
  GRAVITY(solfec, (0, 0, TIME_SERIES([(0, 0), (10 * STEP, -g), (20 * STEP, -16 * g), (1e3, -16 * g)])))
  solver = pressing.SOLVERS[solver_name]()
  watch = pressing.Watch(solfec, solver)
  for factor, low, high in ((1, 0.92, 1.08), (16, 0.5, 0.95)):
    RUN(solfec, solver, 10 * STEP)
    name = '%s, %d times the load' % (solver_name, factor)
    (x, y, z), normal, tangential, _ = pressing.sum_of_forces(disc)
    verify.check(name + ': sum of reactions over the load', z / (factor * load), 1.0, 2e-3)
    verify.below(name + ': its horizontal part over the load', math.hypot(x, y) / (factor * load), 1e-3)
    arc = gyration(disc)
    verify.within(name + ": half width by the gyration of the reactions over Hertz'", arc / (0.02 * factor ** 0.5), low, high)
  watch.check(solver_name)


def gyration(disc):
  """Twice the gyration of the vertical reactions along the arc, m."""
  total = moment = 0.0
  for contact in models.contacts_of(disc):
    arc = RADIUS * math.atan2(contact.point[0], -contact.point[2])
    total += contact.R[2]
    moment += contact.R[2] * arc * arc
  return 2 * math.sqrt(moment / total)


verify.case('disc', 'A disc in a bore')
for solver_name in pressing.SOLVERS:
  press(solver_name)
verify.finish()
