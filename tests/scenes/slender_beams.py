# Shows:   quasi-static steps of slender meshes, whose bending is far softer than their stiffest element, end in
#          balance.
# Setting: bars of one layer of hexahedra, 1 m long and 1/50 to 1/1000 as thick, Young's modulus 2e11 Pa, Poisson's
#          ratio 0, 78000 kg/m^3, under a weight that comes at once, in one step of 0.01, 1 or 100 s: clamped at one
#          end, on hinges, or resting on the edges of two tables 0.8 m apart, mu 0.5. A column without weight, 1/50 as
#          thick as high, under half of its buckling load and a thousandth of it across, at once.
# Source:  beam theory: q L^4 / (8 E I), 5 q L^4 / (384 E I) between hinges, and between tables l apart with ends a
#          that hang over q l^2 (5 l^2 / 384 - a^2 / 16) / (E I); the stiffness of n linear elements in bending is
#          1 + n^-2 (L / t)^2 (G / E) times too large; the elastica E I theta'' = -q (L - s) cos theta of a clamped bar,
#          integrated in this script; the beam-column, H L^3 / (3 E I) 3 (tan u - u) / u^3 with u = (pi / 2) sqrt (P / Pc).
# Expect:  deflections of beam theory to 1 % for small ones, 2 % on tables, of the elastica to 1 % where the end sinks by
#          9 and 43 % of the length, of the column to 2 %; less than 1e-3 of the weight out of balance after each step, and no warning.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import elastica
import models
import verify

YOUNG, DENSITY = 2e11, 78000.0
_runs = [0]


class Bar:
  """One step of a bar of n elements, 1/slender as thick as long; q L^3 / (E I) = load."""

  def __init__(self, support, n, slender, load, step=1.0, solver=GAUSS_SEIDEL_SOLVER, **options):
    _runs[0] += 1
    t = 1.0 / slender
    gravity = load * YOUNG * t ** 2 / 12 / DENSITY
    solfec, bulk = models.scene(step, 'slender_beams/%d' % _runs[0], DENSITY, (0, 0, -gravity), YOUNG, 0.0,
                                'QUASI_STATIC', friction=0.5)
    body = BODY(solfec, 'FINITE_ELEMENT', models.brick((0, 0, 0), (1, t, t), (n, 1, 1)), bulk, **options)
    if support == 'clamped':
      models.fix_nodes(body, lambda p: p[0] == 0)
    elif support == 'hinged':
      models.fix_nodes(body, lambda p: p[0] == 0 and p[2] == 0)
      for y in (0, t):
        FIX_DIRECTION(body, (1, y, 0), (0, 0, 1))
    else:
      for low in (-0.1, 0.9):
        BODY(solfec, 'OBSTACLE', models.slab((low, -0.1, -0.1), (low + 0.2, 0.1, 0)), bulk)
    RUN(solfec, solver(), step)
    point = (1.0 if support == 'clamped' else 0.5, t / 2, t / 2)
    moved = DISPLACEMENT(body, point)
    self.down, self.back = -moved[2], -moved[0]
    self.left = solfec.out_of_balance


def check(name, bar, exact, tolerance):
  verify.check(name + ', deflection over the length', bar.down, exact, tolerance * exact)
  verify.below(name + ', out of balance over the weight', bar.left, 1e-3)


verify.case(0, 'Slender beams in quasi-static steps')
small = 1e-3
for slender in (50, 200, 1000):
  for step in (0.01, 1.0, 100.0):
    check('clamped, L/t = %d, h = %g s' % (slender, step),
          Bar('clamped', 40, slender, small, step, element='BENDING'), small / 8, 0.01)
check("clamped, L/t = 200, NEWTON_SOLVER",
      Bar('clamped', 40, 200, small, solver=NEWTON_SOLVER, element='BENDING'), small / 8, 0.01)
for form in ('TL', 'BC'):
  check("clamped, L/t = 200, 'LINEAR', '%s'" % form, Bar('clamped', 40, 200, small, form=form),
        small / 8 / (1 + 200 ** 2 / 40 ** 2 / 2), 0.01)
check('hinged, L/t = 200', Bar('hinged', 40, 200, small, element='BENDING'), small * 5 / 384, 0.01)
check('on tables, L/t = 200', Bar('tables', 40, 200, small, element='BENDING'),
      small * 0.8 ** 2 * (0.8 ** 2 * 5 / 384 - 0.1 ** 2 / 16), 0.02)
for load, slender in ((0.75, 200), (0.75, 400), (4.0, 100)):
  down, back = elastica.end(lambda s: load * (1 - s))
  bar = Bar('clamped', 40, slender, load, element='BENDING')
  name = 'clamped, L/t = %d, q L^3 = %g E I' % (slender, load)
  check(name, bar, down, 0.01)
  verify.check(name + ', shortening over the length', bar.back, back, 0.01 * down)


def column(part):
  """Sway of the top of a clamped column over its height under a part of its buckling load Pc, H = Pc / 1000."""
  t, rigidity = 0.02, YOUNG * 0.02 ** 4 / 12
  critical = math.pi ** 2 / 4 * rigidity
  solfec, bulk = models.scene(1.0, 'slender_beams/column', DENSITY, (0, 0, 0), YOUNG, 0.0, 'QUASI_STATIC')
  body = BODY(solfec, 'FINITE_ELEMENT', models.brick((0, 0, 0), (t, t, 1), (1, 1, 20)), bulk, element='BENDING')
  models.fix_nodes(body, lambda p: p[2] == 0)
  for x in (0, t):
    for y in (0, t):
      FORCE(body, 'SPATIAL', (x, y, 1), (0, 0, -1), part * critical / 4)
      FORCE(body, 'SPATIAL', (x, y, 1), (1, 0, 0), 1e-3 * critical / 4)
  RUN(solfec, NEWTON_SOLVER(), 1.0)
  u = math.pi / 2 * math.sqrt(part)
  exact = 1e-3 * critical / (3 * rigidity) * 3 * (math.tan(u) - u) / u ** 3
  return DISPLACEMENT(body, (t / 2, t / 2, 1))[0], exact, solfec.out_of_balance


sway, exact, left = column(0.5)
verify.check('column under half of its buckling load, sway over the height', sway, exact, 0.02 * exact)
verify.below('column, out of balance over the load', left, 1e-3)
verify.finish()
