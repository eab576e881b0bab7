# Shows:   quasi-static finite elements: a column under its weight, forms 'TL' and 'BC'.
# Setting: column 1 x 1 x 4 m of 2 x 2 x 8 hexahedra of unequal height, Young's modulus 4e9 Pa,
#          Poisson's ratio 0, density 1e3 kg/m^3, gravity 9.81 m/s^2, nodes of the base fixed; 5
#          steps of 0.1 s.
# Source:  statics of a bar: the stress carries the weight above, u' = sigma_z/E.
# Expect:  sigma_z = -rho g (L - z) at the centres of elements, all other stresses 0; the top sinks
#          rho g L^2/(2 E), every layer of nodes by its exact share; the base carries the weight.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

YOUNG, DENSITY, G, LENGTH = 4e9, 1e3, 9.81, 4.0
STRAIN = DENSITY * G * LENGTH / YOUNG  # at the base: 9.8e-6
HEIGHTS = (1, 1, 2, 3, 3, 2, 2, 2)  # of the layers of elements, relative


def settle(form):
  """(column, forces of the base on it) after five steps."""
  solfec, bulk = models.scene(0.1, 'column-' + form, DENSITY, (0, 0, -G), YOUNG, 0.0,
                              'QUASI_STATIC')
  mesh = HEX(models.corners((0, 0, 0), (1, 1, LENGTH)), 2, 2, len(HEIGHTS), 1, [1] * 6, dz=HEIGHTS)
  column = BODY(solfec, 'FINITE_ELEMENT', mesh, bulk, form=form)
  base = models.fix_nodes(column, lambda p: p[2] < 1e-9)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.5)
  return column, [models.global_force(c) for c in base]


verify.case(17, 'Column under its weight')
levels = [LENGTH * sum(HEIGHTS[:k]) / sum(HEIGHTS) for k in range(len(HEIGHTS) + 1)]
weight = DENSITY * G * LENGTH  # of a section of 1 m^2, so the stress of the base as well
for form in ('TL', 'BC'):
  column, forces = settle(form)
  worst, others = 0.0, 0.0
  for low, high in zip(levels[:-1], levels[1:]):
    for x, y in ((0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)):
      z = 0.5 * (low + high)
      s = STRESS(column, (x, y, z))
      worst = max(worst, abs(s[2] + DENSITY * G * (LENGTH - z)))
      others = max(others, *(abs(s[k]) for k in (0, 1, 3, 4, 5)))
  # the law is linear up to a share of the strain itself: Cauchy stress refers to the deformed
  # section, Green's strain is e + e^2/2
  name = ', form ' + form
  verify.below('stress along the column less the weight above, over its largest' + name,
               worst / weight, 2 * STRAIN)
  verify.below('largest other stress over that' + name, others / weight, 2 * STRAIN)
  sinks = [-DISPLACEMENT(column, (0.5, 0.5, z))[2] for z in levels]
  top = DENSITY * G * LENGTH ** 2 / (2 * YOUNG)
  verify.check('the top sinks (m)' + name, sinks[-1], top, 2 * STRAIN * top)
  exact = [DENSITY * G * z * (LENGTH - 0.5 * z) / YOUNG for z in levels]
  verify.below('largest error of a layer of nodes over that' + name,
               max(abs(a - b) for a, b in zip(sinks, exact)) / top, 2 * STRAIN)
  total = [sum(f[i] for f in forces) for i in range(3)]
  verify.check('force of the base (N)' + name, total[2], weight, 1e-9 * weight)
  verify.below('force of the base along it (N)' + name, models.norm(total[:2]), 1e-9 * weight)
verify.finish()
