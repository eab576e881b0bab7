# Shows:   a cantilever of finite elements: deflection under an end load, small and large; lowest
#          frequency.
# Setting: beam 1 x 0.05 x 0.05 m of n x 1 x 2 hexahedra, Young's modulus 1e9 Pa, Poisson's ratio 0,
#          density 1000 kg/m^3, nodes of one end fixed; a force at the other, quasi-static; the
#          lowest mode started by a push, DEF_LIM, 200 steps of a period. Large deflection: 1 x 0.05
#          x 0.04 m, one layer, force 2 E I/L^2, form 'TL'. The
#          loads come at once and are balanced by one step.
# Source:  beam theory with shear, F L^3/(3 E I) + F L/(k G A), k between 5/6 (parabola) and 1
#          (uniform); the stiffness of linear elements of length a in bending is 1 + (G/E) (a/t)^2
#          times too large; the elastica E I theta'' = -F cos theta; 3.5160 sqrt(E I/(rho A))/L^2
#          less the shares of shear and rotary inertia by Rayleigh's quotient.
# Expect:  deflections of every mesh as predicted to 1e-3, so the excess of the stiffness falls with
#          order 2; extrapolated deflection, large deflection and frequency those of beam theory.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import elastica
import models
import verify

LENGTH, SIDE, YOUNG, DENSITY = 1.0, 0.05, 1e9, 1000.0
SHEAR = YOUNG / 2  # Poisson's ratio 0


def beam(n, layers, thickness, form, step, analysis, name):
  """(solfec, beam) clamped at x = 0."""
  solfec, bulk = models.scene(step, 'cantilever-%s-%s-%d' % (name, form, n), DENSITY, (0, 0, 0),
                              YOUNG, 0.0, analysis)
  mesh = models.brick((0, 0, 0), (LENGTH, SIDE, thickness), (n, 1, layers))
  body = BODY(solfec, 'FINITE_ELEMENT', mesh, bulk, form=form)
  models.fix_nodes(body, lambda p: p[0] < 1e-9)
  return solfec, body


def solver():
  # Gauss-Seidel does not get there: the rows of a clamped end see each other through the whole beam
  return NEWTON_SOLVER()


def deflection(n, layers, thickness, form, force, steps, name):
  """(way down, way back) of the loaded end."""
  solfec, body = beam(n, layers, thickness, form, 0.1, 'QUASI_STATIC', name)
  solfec.equilibrium = 1e-5
  end = (LENGTH, SIDE / 2, thickness / 2)
  FORCE(body, 'SPATIAL', end, (0, 0, -1), force)
  RUN(solfec, solver(), steps * 0.1)
  d = DISPLACEMENT(body, end)
  return -d[2], -d[0]


def stiffening(n):
  """Bending stiffness of a beam of n linear elements over the exact one."""
  return 1 + SHEAR / YOUNG * (LENGTH / n / SIDE) ** 2


def frequency(n, form):
  """Lowest frequency over Euler and Bernoulli's, by the crossings of the velocity in its mode."""
  root = 1.8751040687  # cos x cosh x = -1
  exact = root ** 2 / (2 * math.pi) * math.sqrt(YOUNG * SIDE ** 2 / 12 / DENSITY) / LENGTH ** 2
  period = 1 / (exact * math.sqrt(stiffening(n)))
  step = period / 200
  solfec, body = beam(n, 2, SIDE, form, step, 'DYNAMIC', 'frequency')
  body.scheme = 'DEF_LIM'
  masses = models.lumped_masses(body)
  ratio = (math.cosh(root) + math.cos(root)) / (math.sinh(root) + math.sin(root))

  def shape(x):
    return (math.cosh(root * x) - math.cos(root * x) -
            ratio * (math.sinh(root * x) - math.sin(root * x)))

  mode = [m * shape(p[0] / LENGTH) for m, p in zip(masses, models.nodes_of(body))]
  push = [0.0] * len(body.conf)
  push[2::3] = [1e-3 * m / step for m in mode]
  zero = [0.0] * len(push)
  FORCE(body, 'SPATIAL', (0, 0, 0), (1, 0, 0), lambda q, u, t, h: push if t < 1.5 * step else zero)
  times, speeds = [], []

  def record():
    times.append(solfec.time)
    speeds.append(models.dot(mode, body.velo[2::3]))

  models.each_step(solfec, record)
  RUN(solfec, solver(), 3.4 * period)
  first, _ = models.crossing(times, speeds, rising=False, after=5 * step)
  last, _ = models.crossing(times, speeds, rising=False, after=first + 2.5 * period)
  return 3.0 / (last - first) / exact


verify.case(14, 'Elastic cantilever')
inertia = SIDE ** 4 / 12
force = 1e-4
bending = force * LENGTH ** 3 / (3 * YOUNG * inertia)
shear = force * LENGTH / (SHEAR * SIDE ** 2) / bending
for form in ('TL', 'BC'):
  found = {n: deflection(n, 2, SIDE, form, force, 1, 'bent')[0] / bending for n in (20, 40, 80)}
  for n, w in found.items():
    exact = (1 + 1.1 * shear) / stiffening(n)  # 1.1: between 1/k = 1 and 6/5
    verify.check("'%s', %d elements: deflection over F L^3/(3 E I)" % (form, n), w, exact,
                 0.2 * shear)
  # stiffnesses err by a multiple of a^2
  limit = 3 / (4 / found[80] - 1 / found[40])
  verify.within("'%s': extrapolated deflection" % form, limit, 1 + 0.95 * shear, 1 + 1.25 * shear)
  verify.check("'%s': excess of the stiffness, 20 over 40 elements" % form,
               (limit / found[20] - 1) / (limit / found[40] - 1), 4.0, 0.01)

thickness = 0.04
load = 2.0
force = load * YOUNG * SIDE * thickness ** 3 / 12 / LENGTH ** 2
ways = [deflection(n, 1, thickness, 'TL', force, 1, 'large') for n in (50, 100)]
verify.curve('large', 'x (m)', 'z (m)', 'end, 50 and 100 elements', [LENGTH - w[1] for w in ways],
             [-w[0] for w in ways], points=True)
for name, coarse, fine, exact in zip(('down', 'back'), ways[0], ways[1], elastica.end(lambda s: load)):
  # elements give 1/32 and 1/128 too little bending, the rest is of order 4; shear adds t^2/(2 L^2)
  verify.check('large deflection, extrapolated: way %s of the end (m)' % name,
               fine + (fine - coarse) / 3, exact, 5e-3 * exact)

# both from Rayleigh's quotient with int phi'^2 / int phi^2 = 4.648/L^2; nodes of two layers have
# the rotary inertia t^2/8
share = 0.5 * 4.648 * (SIDE ** 2 / 8 + YOUNG * SIDE ** 2 / 12 / SHEAR) / LENGTH ** 2
frequencies = {}
for form, n in (('TL', 20), ('BC', 20), ('BC', 40)):
  f = frequencies[form, n] = frequency(n, form)
  verify.check("'%s', %d elements: frequency over Euler and Bernoulli's" % (form, n), f,
               (1 - share) * math.sqrt(stiffening(n)), 3e-3)
limit = math.sqrt((4 * frequencies['BC', 40] ** 2 - frequencies['BC', 20] ** 2) / 3)
# the period of the mid-point rule is (omega h)^2/12 = 8e-5 too long
verify.check("'BC': extrapolated frequency over Euler and Bernoulli's", limit, 1 - share, 3e-4)
verify.finish()
