# Shows:   a block of finite elements between two platens, friction 0, 0.3 and 10, in all schemes.
# Setting: 1 x 0.1 x 0.1 m, 20 x 3 x 3 hexahedra in ten steps (word 'fine': 40 x 12 x 12, three steps,
#          friction 0.3 and quasi-static alone), Young's modulus 1e9 Pa,
#          Poisson's ratio 0.3, between two obstacles that SET_VELOCITY brings together by 1e-4 m
#          (strain 1e-3); quasi-static, and dynamic with DEF_LIM and DEF_IMP; each with
#          GAUSS_SEIDEL_SOLVER and NEWTON_SOLVER and their default settings.
# Source:  without friction the stress is uniaxial and uniform: force E A (e + e^2/2) (1 + e) of the
#          St Venant-Kirchhoff law, e = -1e-3. With friction that sticks everywhere: the same block
#          with its nodes fixed to the platens. In between friction is bounded by Coulomb's law and the
#          force by its limits.
# Expect:  every step converges; quasi-static forces to 1e-3 (solutions are taken on to rounding), dynamic
#          ones to 2 % with GAUSS_SEIDEL_SOLVER, to 12 % with NEWTON_SOLVER, whose meritval 1e-8 leaves
#          residuals e of up to 8e-3 there, and with meritval 1e-14 to 1e-3; forces of both platens balance.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import pressing
import verify

WORDS = NON_SOLFEC_ARGV() or []
CELLS = (40, 12, 12) if 'fine' in WORDS else (20, 3, 3)
SIZE = (1.0, 0.1, 0.1)
YOUNG, POISSON, DENSITY, WAY, STEPS = 1e9, 0.3, 1e3, 1e-4, 3 if 'fine' in WORDS else 10
SCHEMES = ['QUASI_STATIC'] if 'fine' in WORDS else ['QUASI_STATIC', 'DEF_LIM', 'DEF_IMP']
FRICTIONS = [0.3] if 'fine' in WORDS else [0, 0.3, 10]
GEOMETRIC_EPSILON(1e-7)


def block(name, scheme, **law):
  static = scheme == 'QUASI_STATIC'
  step = 1e-2 if static else 1e-3
  solfec, bulk = models.scene(step, name, DENSITY, (0, 0, 0), YOUNG, POISSON,
                              'QUASI_STATIC' if static else 'DYNAMIC', **law)
  mesh = models.brick((0, 0, 0), SIZE, CELLS)
  if static:
    body = BODY(solfec, 'FINITE_ELEMENT', mesh, bulk, label='block')
  else:
    body = models.damped_mesh(solfec, mesh, bulk, damping=step)
    body.scheme = scheme
  return solfec, bulk, body


TIGHT = 'NEWTON_SOLVER, meritval 1e-14'
SOLVERS = dict(pressing.SOLVERS)
SOLVERS[TIGHT] = lambda: NEWTON_SOLVER(1e-14, 200)


def allowed_error(scheme, solver_name):
  if scheme == 'QUASI_STATIC' or solver_name == TIGHT:
    return 1e-3
  return 0.12 if solver_name == 'NEWTON_SOLVER' else 0.02


def press(scheme, friction, solver_name):
  path = 'press-%s-%g-%d' % (scheme, friction, list(SOLVERS).index(solver_name))
  solfec, bulk, body = block(path, scheme, friction=friction)
  bottom = BODY(solfec, 'OBSTACLE', models.slab((-0.5, -0.5, -0.1), (1.5, 0.6, 0)), bulk, label='bottom')
  top = BODY(solfec, 'OBSTACLE', models.slab((-0.5, -0.5, SIZE[2]), (1.5, 0.6, SIZE[2] + 0.1)), bulk, label='top')
  total = STEPS * solfec.step
  for plate, way in ((bottom, 0.0), (top, -WAY)):
    for direction in ((1, 0, 0), (0, 1, 0)):
      SET_VELOCITY(plate, plate.center, direction, 0.0)
    SET_VELOCITY(plate, plate.center, (0, 0, 1), way / total)
  solver = SOLVERS[solver_name]()
  watch = pressing.Watch(solfec, solver)
  RUN(solfec, solver, total)
  name = '%s, friction %g, %s' % (scheme, friction, solver_name)
  watch.check(name, 1e-3 if scheme == 'QUASI_STATIC' else 1e-2)
  return name, pressing.sum_of_forces(top), pressing.sum_of_forces(bottom)


def glued():
  """Force on a platen that the nodes are fixed to, quasi-static, long steps: N."""
  solfec, bulk, body = block('press-glued', 'QUASI_STATIC')
  solfec.equilibrium = 1e-6
  total = 2 * solfec.step
  rows = []
  for p in models.nodes_of(body):
    if min(p[2], SIZE[2] - p[2]) < 1e-9:
      for direction in ((1, 0, 0), (0, 1, 0)):
        FIX_DIRECTION(body, p, direction)
      row = SET_VELOCITY(body, p, (0, 0, 1), -WAY / total if p[2] > 1e-9 else 0.0)
      if p[2] > 1e-9:
        rows.append(row)
  RUN(solfec, NEWTON_SOLVER(1e-16, 50), total)
  return -sum(row.R[2] for row in rows)


e, area = -WAY / SIZE[2], SIZE[0] * SIZE[1]
uniaxial = -YOUNG * area * (e + e * e / 2) * (1 + e)
verify.case('press-fine' if 'fine' in WORDS else 'press', 'A block between two platens')
stuck = glued()
for scheme in SCHEMES:
  for friction in FRICTIONS:
    for solver_name in SOLVERS:
      if scheme == 'QUASI_STATIC' and solver_name == TIGHT:
        continue
      allowed = allowed_error(scheme, solver_name)
      name, top, bottom = press(scheme, friction, solver_name)
      force = top[0][2]
      if friction == 0:
        verify.check(name + ': force (N)', force, uniaxial, allowed * uniaxial)
      elif friction == 10:
        verify.check(name + ': force (N)', force, stuck, allowed * stuck)
      else:
        verify.within(name + ': force (N)', force, uniaxial * (1 - allowed), stuck * (1 + allowed))
      verify.check(name + ': forces of both platens (N)', -bottom[0][2], force, allowed * uniaxial)
      verify.below(name + ': largest tangential over normal reaction less friction',
                   max(0.0, max(top[3], bottom[3]) - friction), 1e-6 + 1e-3 * friction)
      verify.below(name + ': tangential resultant of a platen (N)',
                   models.norm(top[0][:2]), allowed * uniaxial)
verify.finish()
