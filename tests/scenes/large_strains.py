# Shows:   materials of large strains: BULK_MATERIAL (model = 'NEO_HOOKE') and (model = 'VON_MISES').
# Setting: quasi-static: a cube of 1 m of 2 x 2 x 2 hexahedra ('LINEAR' and 'MIXED') of a neo-Hookean material, E 1e9 Pa,
#          Poisson's ratio 0.3, and with 'MIXED' 0.499, pressed to half of its height in 10 steps, sides free or held; a cube of
#          metal, E 200e9 Pa, Poisson's ratio 0.3, yield stress 400e6 Pa, hardening 2e9 Pa, pulled, pressed and pulled again; one
#          hexahedron sheared. Dynamic: a neo-Hookean and a metal block that are thrown, stretched and turning, with
#          DEF_EXP, DEF_LIM, DEF_LIM2 and DEF_IMP.
# Source:  neo-Hookean energy mu/2 (I1 - 3) - mu ln J + lambda/2 (ln J)^2 (Bonet and Wood 2008): with stretches a along the
#          load and b across P = mu (a - 1/a) + lambda ln (a b^2) / a, and b from mu (b - 1/b) + lambda ln (a b^2) / b = 0
#          where sides are free; Kirchhoff stress of a bar of von Mises' material in logarithmic strain: slope E, after
#          the first yield E H / (E + H), yield range 2 (Y + H alpha); shear: yield at Y / sqrt 3, then slope
#          mu H / (3 mu + H); balance of energy of a body without loads.
# Expect:  forces and widths to 1e-6, stresses to 1e-3 MPa, equivalent plastic strain to 1e-8; kinetic, strain and plastic energy less
#          what the scheme adds constant to rounding; the scheme's part of DEF_IMP falls with the square of the step
#          (neo-Hooke).

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

_runs = [0]


def material(analysis, step, **values):
  """(solfec, bulk material) of a quiet analysis without weight."""
  _runs[0] += 1
  solfec = SOLFEC(analysis, step, 'out/large_strains/%d' % _runs[0])
  solfec.verbose = 'OFF'
  OUTPUT(solfec, 1000.0)
  return solfec, BULK_MATERIAL(solfec, **values)


def lame(young, poisson):
  return young * poisson / (1 + poisson) / (1 - 2 * poisson), young / 2 / (1 + poisson)


def solve(function, low, high):
  """Zero of an increasing function between two bounds, by bisection."""
  for _ in range(200):
    middle = 0.5 * (low + high)
    low, high = (low, middle) if function(middle) > 0 else (middle, high)
  return middle


def cube(solfec, bulk, cells, element, sides_held):
  """A cube on planes of symmetry (and between such): (body, nodes of the top)."""
  body = BODY(solfec, 'FINITE_ELEMENT', models.brick((0, 0, 0), (1, 1, 1), (cells,) * 3), bulk, element=element)
  points = [i / cells for i in range(cells + 1)]
  top = []
  for x in points:
    for y in points:
      for z in points:
        for k, at in enumerate((x, y)):
          if at == 0 or (at == 1 and sides_held):
            FIX_DIRECTION(body, (x, y, z), (float(k == 0), float(k == 1), 0.0))
        if z == 0:
          FIX_DIRECTION(body, (x, y, z), (0, 0, 1))
        elif z == 1:
          top.append((x, y, z))
  return body, top


def press(poisson, element, sides_held, model='NEO_HOOKE'):
  """(force on the top, width) of a cube pressed to half of its height."""
  solfec, bulk = material('QUASI_STATIC', 0.1, model=model, young=1e9, poisson=poisson, density=1e3)
  solfec.equilibrium = 1e-8
  body, top = cube(solfec, bulk, 2, element, sides_held)
  pushed = [SET_VELOCITY(body, point, (0, 0, 1), -0.5) for point in top]
  RUN(solfec, NEWTON_SOLVER(), 1.0)
  return sum(one.R[2] for one in pushed), 1 + DISPLACEMENT(body, (1, 1, 1))[0]


def neo_hooke(a, poisson, sides_held):
  """Exact (P, b) of the stretch a."""
  bulk, mu = lame(1e9, poisson)
  b = 1.0
  if not sides_held:
    b = solve(lambda x: mu * (x - 1 / x) + bulk * math.log(a * x * x) / x, 0.5, 3.0)
  return mu * (a - 1 / a) + bulk * math.log(a * b * b) / a, b


def pull(path, yields, steps):
  """For each strain of a path, (strain, Kirchhoff stress, alpha) of a cube of metal.

  The top moves with a constant velocity over `steps` steps per leg of the path."""
  solfec, bulk = material('QUASI_STATIC', 1.0 / steps, **yields)
  solfec.equilibrium = 1e-8
  body, top = cube(solfec, bulk, 1, 'MIXED', False)
  heights = [0.0] + [math.exp(strain) - 1 for strain in path]
  series = []  # steps do not see what lies between two legs
  for leg in range(len(path)):
    speed = heights[leg + 1] - heights[leg]
    series += [leg + 1e-9, speed, leg + 1 - 1e-9, speed]
  tms = TIME_SERIES(series)
  pulled = [SET_VELOCITY(body, point, (0, 0, 1), tms) for point in top]
  results = []
  for leg, strain in enumerate(path):
    RUN(solfec, NEWTON_SOLVER(), 1.0)
    stretch = 1 + DISPLACEMENT(body, (0, 0, 1))[2]
    force = sum(one.R[2] for one in pulled)
    results.append((math.log(stretch), force * stretch))
  alpha = HISTORY(solfec, [(body, (0, 0, 1), 'PLASTIC_STRAIN')], 0, float(len(path)))[1]
  return results, alpha[-1], body


def bar(path, young, first, hardening):
  """[(Kirchhoff stress, alpha)] of the strains of a path: return to the yield stress on each leg."""
  plastic, alpha, results = 0.0, 0.0, []
  for strain in path:
    trial = young * (strain - plastic)
    beyond = abs(trial) - first - hardening * alpha
    if beyond > 0:
      alpha += beyond / (young + hardening)
      plastic += math.copysign(beyond / (young + hardening), trial)
    results.append((young * (strain - plastic), alpha))
  return results


def shear(yields, last, steps):
  """Shear stress and alpha of one hexahedron whose nodes are all sheared."""
  solfec, bulk = material('QUASI_STATIC', 1.0 / steps, **yields)
  body = BODY(solfec, 'FINITE_ELEMENT', models.brick((0, 0, 0), (1, 1, 1), (1, 1, 1)), bulk)
  for x in (0, 1):
    for y in (0, 1):
      for z in (0, 1):
        SET_VELOCITY3(body, (x, y, z), (1, 0, 0, 0, 1, 0, 0, 0, 1), (last * z, 0.0, 0.0))
  RUN(solfec, NEWTON_SOLVER(), 1.0)
  alpha = HISTORY(solfec, [(body, (0, 0, 0), 'PLASTIC_STRAIN')], 0, 1.0)[1]
  return STRESS(body, (0.5, 0.5, 0.5))[4], alpha[-1]


def fly(scheme, step, damping=0.0, element='LINEAR', **values):
  """(imbalance, what the scheme has added, plastic work), each over the energy at the start."""
  solfec, bulk = material('DYNAMIC', step, **values)
  body = BODY(solfec, 'FINITE_ELEMENT', models.brick((0, 0, 0), (2, 1, 1), (3, 2, 2)), bulk, element=element)
  body.scheme, body.damping = scheme, damping
  INITIAL_VELOCITY(body, (1.0, 0.0, 2.0), (0.0, 0.0, 6.0))
  velo = list(body.velo)
  for i in range(0, len(velo), 3):  # stretched along x as it flies
    velo[i] += SPEED * (body.conf[i] - 1.0)
  body.velo = velo
  names = ('KINETIC', 'INTERNAL', 'PLASTIC', 'DAMPING', 'EXTERNAL', 'NUMERICAL')
  OUTPUT(solfec, step)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), 40 * 2e-4)
  history = HISTORY(solfec, [(body, name) for name in names], 0, 40 * 2e-4)[1:]
  totals = [k + i + p + d - e - n for k, i, p, d, e, n in zip(*history)]
  start = totals[0]
  return (max(abs(total - start) for total in totals) / start, history[5][-1] / start, history[2][-1] / start)


SPEED = 40.0
verify.case('large_strains', 'Large strains: neo-Hookean and von Mises materials')

# ---- neo-Hooke, statics
for poisson, element in ((0.3, 'LINEAR'), (0.3, 'MIXED'), (0.499, 'MIXED')):
  for held in (False, True):
    if held and poisson > 0.4:
      continue  # a volume of one half would take 700 times Young's modulus
    force, width = press(poisson, element, held)
    exact, across = neo_hooke(0.5, poisson, held)
    name = "'%s', Poisson's ratio %g, sides %s" % (element, poisson, 'held' if held else 'free')
    verify.check('NEO_HOOKE %s: force at half the height over E A' % name, force / 1e9, exact / 1e9, 1e-6)
    verify.check('NEO_HOOKE %s: width' % name, width, across, 1e-6)

# ---- von Mises, statics
METAL = dict(model='VON_MISES', young=200e9, poisson=0.3, density=7800.0, yield_stress=400e6, hardening=2e9)
PATH = (0.01, 0.05, 0.046, -0.02, 0.03)
results, alpha, body = pull(PATH, METAL, 20)
for (strain, stress), (exact, flowed), at in zip(results, bar(PATH, 200e9, 400e6, 2e9), PATH):
  verify.check('VON_MISES pulled to the strain %g: strain' % at, strain, at, 1e-9)
  verify.check('VON_MISES pulled to the strain %g: Kirchhoff stress (MPa)' % at, stress / 1e6, exact / 1e6, 1e-3)
verify.check('VON_MISES pulled to and fro: equivalent plastic strain', alpha, flowed, 1e-8)

MU = 200e9 / 2.6
FIRST = 400e6 / math.sqrt(3) / MU
for times in (0.9, 3.0):
  stress, alpha = shear(METAL, times * FIRST, 30)
  slope = MU * 2e9 / (3 * MU + 2e9)
  exact = MU * times * FIRST if times < 1 else 400e6 / math.sqrt(3) + slope * (times - 1) * FIRST
  flowed = (times * FIRST - exact / MU) / math.sqrt(3)
  verify.check('VON_MISES sheared by %g of the first yield: stress (MPa)' % times, stress / 1e6, exact / 1e6, 0.05)
  verify.check('VON_MISES sheared by %g of the first yield: alpha' % times, alpha, flowed, 1e-5)

# ---- dynamics
RUBBER = dict(model='NEO_HOOKE', young=1e6, poisson=0.4, density=1e3)
SOFT = dict(model='VON_MISES', young=1e6, poisson=0.3, density=1e3, yield_stress=5e4, hardening=1e5)
for name, values in (('NEO_HOOKE', RUBBER), ('VON_MISES', SOFT)):
  for scheme in ('DEF_EXP', 'DEF_LIM', 'DEF_LIM2', 'DEF_IMP'):
    for element in ('LINEAR', 'MIXED'):
      damping = 1e-4 if element == 'MIXED' else 0.0
      imbalance, added, plastic = fly(scheme, 2e-4, damping, element, **values)
      what = "%s, %s, '%s'" % (name, scheme, element)
      verify.below('%s: imbalance of energies over that at the start' % what, imbalance, 1e-12)
      verify.below('%s: what the scheme has added over the energy at the start' % what, added, 0.02)
      if name == 'VON_MISES':
        verify.within('%s: share of plastic work' % what, plastic, 0.01, 0.9)
steps = (2e-4, 1e-4, 5e-5)
verify.order('NEO_HOOKE, DEF_IMP: energy that the scheme adds', steps,
             [fly('DEF_IMP', h, **RUBBER)[1] for h in steps], 2.0, 0.3)
verify.order('VON_MISES, DEF_IMP: energy that the scheme adds', steps,
             [fly('DEF_IMP', h, **SOFT)[1] for h in steps], 1.0, 0.3)
verify.finish()
