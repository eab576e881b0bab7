# Shows:   interference fits carry their stress in a DYNAMIC analysis.
# Setting: two blocks of 0.1 m of finite elements or pseudo-rigid, E 1 GPa, nu 0, between obstacles that
#          leave 0.1 mm less than they need; SURFACE_MATERIAL (model = 'PRESS_FIT') with 10 mm/s,
#          schemes DEF_EXP and DEF_LIM, form BC, one with friction. A ring of 30 to 40 mm of steel in one
#          of 40 to 55 mm with 10 um of interference on the radius, plane stress, 24 to 96 facets, two
#          to eight elements across each ring. Two blocks without PRESS_FIT.
# Source:  E d / L for the blocks, L their length; for the rings Lame's pressure p = (E d / b)
#          (b^2 - a^2) (c^2 - b^2) / (2 b^2 (c^2 - a^2)) and his hoop stresses (S. P. Timoshenko and
#          J. N. Goodier (1970), Theory of elasticity, 3rd ed., article 28).
# Expect:  the stress of the blocks to 1 %, their strain energy as EXTERNAL work to 1 %, CONTACT none.
#          The pressure converges to Lame's with second order in the size of the elements.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

YOUNG, LENGTH, FIT = 1e9, 0.1, 1e-4  # Pa, m, m
SPEED = 0.01  # m/s


def blocks(name, step, scheme=None, kind='FINITE_ELEMENT', friction=0.0, model='PRESS_FIT', **words):
  """Mean stress over E d / L, EXTERNAL and CONTACT energies over the exact strain energy."""
  solfec = SOLFEC('DYNAMIC', step, models.folder(name) if hasattr(models, 'folder') else 'out/press-fit/' + name)
  bulk = BULK_MATERIAL(solfec, young=YOUNG, poisson=0.0, density=1e3)
  law = {'model': model, 'press_speed': SPEED} if model == 'PRESS_FIT' else {}
  SURFACE_MATERIAL(solfec, friction=friction, **law)
  half, places = 0.02, ((0, LENGTH), (LENGTH - FIT, 2 * LENGTH - FIT))
  bodies = [BODY(solfec, kind, models.brick((x0, -half, -half), (x1, half, half), (4, 1, 1)), bulk, **words)
            for x0, x1 in places]
  for body in bodies:
    if scheme:
      body.scheme = scheme
    body.damping = 1e-4 if scheme != 'DEF_EXP' else 2e-5
  for x0, x1 in ((-0.05, 0), (2 * LENGTH - FIT, 2 * LENGTH - FIT + 0.05)):
    BODY(solfec, 'OBSTACLE', models.slab((x0, -0.1, -0.1), (x1, 0.1, 0.1)), bulk)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), FIT / SPEED + 0.01)
  exact = YOUNG * FIT / (2 * LENGTH)
  stored = 0.5 * exact * FIT * (2 * half) ** 2
  stress = sum(STRESS(body, ((x0 + x1) / 2, 0, 0))[0] for body, (x0, x1) in zip(bodies, places)) / 2
  energy = ENERGY(solfec)
  return -stress / exact, energy
