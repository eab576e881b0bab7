# Shows:   interference fits carry their stress in a DYNAMIC analysis, on blocks and on rings.
# Setting: two blocks of 0.1 m, E 1 GPa, nu 0, of finite elements (forms TL and BC) or pseudo-rigid, between
#          obstacles that leave 0.1 mm less than the blocks need; PRESS_FIT with 10 mm/s, schemes DEF_EXP and
#          DEF_LIM. A steel ring of 30 to 40 mm in one of 40 to 55 mm, 10 um too large on the radius, 5 mm
#          wide, 24 and 48 facets, two and four elements across each ring. The blocks without PRESS_FIT.
# Source:  E d / L, with L the length of both blocks; Lame's pressure of rings of one material, E d / b
#          (b^2 - a^2) (c^2 - b^2) / (2 b^2 (c^2 - a^2)) (S. P. Timoshenko and J. N. Goodier (1970),
#          Theory of elasticity, 3rd ed., article 28).
# Expect:  the stress of the blocks to 1 % (pseudo-rigid 3 %, by the band of gaps that count as none), the work that has pressed them in EXTERNAL and none in CONTACT;
#          Lame's pressure to 0.5 % with 24 facets, to 0.1 % with 48. Without PRESS_FIT no stress at all.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

YOUNG, LENGTH, FIT, SPEED = 1e9, 0.1, 1e-4, 0.01  # Pa, m, m, m/s
HALF = 0.02  # m, of the side of a block


def blocks(name, kind, scheme, step, model='PRESS_FIT', **words):
  """Mean stress of the blocks over E d / L, energies over the exact strain energy."""
  solfec = SOLFEC('DYNAMIC', step, 'out/press-fit-' + name)
  WARNINGS(solfec, 'OFF')
  bulk = BULK_MATERIAL(solfec, young=YOUNG, poisson=0.0, density=1e3)
  SURFACE_MATERIAL(solfec, friction=0.0, model=model, **({'press_speed': SPEED} if model == 'PRESS_FIT' else {}))
  places = ((0.0, LENGTH), (LENGTH - FIT, 2 * LENGTH - FIT))
  bodies = []
  for x0, x1 in places:
    body = BODY(solfec, kind, models.brick((x0, -HALF, -HALF), (x1, HALF, HALF), (4, 1, 1)), bulk, **words)
    body.scheme = scheme
    body.damping = 2e-5 if scheme == 'DEF_EXP' else 1e-4
    bodies.append(body)
  for x0, x1 in ((-0.05, 0.0), (2 * LENGTH - FIT, 2 * LENGTH - FIT + 0.05)):
    BODY(solfec, 'OBSTACLE', models.slab((x0, -0.1, -0.1), (x1, 0.1, 0.1)), bulk)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), FIT / SPEED + 0.005)
  exact = YOUNG * FIT / (2 * LENGTH)
  stored = 0.5 * exact * FIT * (2 * HALF) ** 2
  stress = sum(STRESS(body, (0.5 * (x0 + x1), 0, 0))[0] for body, (x0, x1) in zip(bodies, places)) / 2
  return -stress / exact, [energy / stored for energy in ENERGY(solfec)]


def rings(facets):
  """Mean pressure between the rings over Lame's."""
  a, b, c, d, width, young = 0.03, 0.04, 0.055, 1e-5, 0.005, 2.1e11
  solfec = SOLFEC('DYNAMIC', 1e-6, 'out/press-fit-rings-%d' % facets)
  WARNINGS(solfec, 'OFF')
  bulk = BULK_MATERIAL(solfec, young=young, poisson=0.3, density=7800.0)
  SURFACE_MATERIAL(solfec, friction=0.0, model='PRESS_FIT', press_speed=0.05)
  for rin, thickness in ((a, b - a + 0.5 * d), (b - 0.5 * d, c - b + 0.5 * d)):
    mesh = PIPE((0, 0, 0), (0, 0, width), rin, thickness, 1, facets, facets // 12, 1, [1, 1, 1, 1])
    ring = BODY(solfec, 'FINITE_ELEMENT', mesh, bulk, form='BC')
    ring.scheme, ring.damping = 'DEF_LIM', 2e-6
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), d / 0.05 + 2e-4)
  force = sum(row.R[2] for row in solfec.constraints if row.kind == 'CONTACT')
  exact = young * d / b * (b * b - a * a) * (c * c - b * b) / (2 * b * b * (c * c - a * a))
  return force / (2 * math.pi * b * width) / exact


verify.case('press_fit', 'Interference fits')
for name, kind, scheme, step, words in (
    ('TL-DEF_EXP', 'FINITE_ELEMENT', 'DEF_EXP', 5e-6, {}), ('TL-DEF_LIM', 'FINITE_ELEMENT', 'DEF_LIM', 2e-5, {}),
    ('BC-DEF_LIM', 'FINITE_ELEMENT', 'DEF_LIM', 2e-5, {'form': 'BC'}),
    ('pseudo-rigid', 'PSEUDO_RIGID', 'DEF_LIM', 2e-5, {})):
  stress, (kinetic, internal, external, contact, friction) = blocks(name, kind, scheme, step, **words)
  # a body of one strain ends its last pressing step within the band of gaps that count as none
  loose = 3.0 if kind == 'PSEUDO_RIGID' else 1.0
  verify.check('%s: stress over E d / L' % name, stress, 1.0, 0.01 * loose)
  verify.check('%s: strain energy over the exact one' % name, internal, 1.0, 0.01 * loose)
  verify.check('%s: work of the fit over the exact one' % name, external, 1.0, 0.03 * loose)
  verify.below('%s: kinetic energy at the end' % name, kinetic, 1e-5)
  verify.below('%s: work in CONTACT' % name, contact, 0.01 * loose)
stress, energies = blocks('without', 'FINITE_ELEMENT', 'DEF_LIM', 2e-5, model='SIGNORINI_COULOMB')
verify.below('without PRESS_FIT: stress over E d / L', stress, 1e-6)
for facets, bound in (24, 5e-3), (48, 1e-3):
  verify.check('%d facets: pressure over that of Lame' % facets, rings(facets), 1.0, bound)
verify.finish()
