# Shows:   two steel cubes under 20 MPa have their exact stress in quasi-static steps of any length.
# Setting: two cubes of 1 m of finite elements (forms TL and BC) or pseudo-rigid, E 210 GPa, nu 0.3,
#          one on the other on an obstacle, without weight and friction; a rigid plate on top pressed
#          with 20 MN; three steps of 1e-3 to 10 s; NEWTON_SOLVER at its defaults, the other solvers
#          with tolerances of 1e-6 and 1e-9. Cubes of form TL with and without friction under a wider
#          plate, eight steps in which the load does not change, all solvers at their defaults.
# Source:  a uniform stress of -F/A along the load, all other components 0; with friction the equal
#          settlement of an equal model.
# Expect:  both cubes have it to 2e-3, as SOLFEC.equilibrium leaves 1e-3 of nodal forces. The plate
#          stays where the first step has put it, 2 F L / (E A) deeper without friction.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

LOAD = 20e6  # N on 1 m²
SOLVERS = {'GAUSS_SEIDEL_SOLVER': lambda: GAUSS_SEIDEL_SOLVER(1e-6, 1000, 1e-6),
           'NEWTON_SOLVER': NEWTON_SOLVER,
           'BODY_SPACE_SOLVER': lambda: BODY_SPACE_SOLVER(1e-9, 100)}
DEFAULTS = (GAUSS_SEIDEL_SOLVER, NEWTON_SOLVER, BODY_SPACE_SOLVER, INTERIOR_POINT_SOLVER)
YOUNG = 2.1e11  # Pa
_runs = [0]


def floor(step, friction):
  """A scene with its obstacle."""
  _runs[0] += 1
  solfec, bulk = models.scene(step, 'steel-%d' % _runs[0], 7800.0, (0, 0, 0), friction=friction,
                              analysis='QUASI_STATIC', young=YOUNG, poisson=0.3)
  WARNINGS(solfec, 'OFF')
  BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -1), (2, 2, 0)), bulk)
  return solfec, bulk


def press(kind, form, solver, step):
  """Largest error of a component of the stress in a cube over the pressure."""
  solfec, bulk = floor(step, 0.0)
  words = {'form': form} if form else {}
  cubes = [BODY(solfec, kind, models.brick((0, 0, z), (1, 1, z + 1), (2, 2, 2)), bulk, **words)
           for z in (0, 1)]
  plate = BODY(solfec, 'RIGID', models.brick((0, 0, 2), (1, 1, 2.1)), bulk)
  FORCE(plate, 'SPATIAL', plate.center, (0, 0, -1), LOAD)
  RUN(solfec, SOLVERS[solver](), 3 * step)
  worst = 0.0
  for z, cube in enumerate(cubes):
    for place in ((0.3, 0.4, z + 0.6), (0.7, 0.2, z + 0.1)):
      stress = STRESS(cube, place)[:6]
      worst = max([worst] + [abs(s - (-LOAD if i == 2 else 0.0)) for i, s in enumerate(stress)])
  return worst / LOAD


def hold(solver, friction, step):
  """Settlements of the plate after each of eight steps, and the largest part out of balance."""
  solfec, bulk = floor(step, friction)
  for z in (0, 1):
    BODY(solfec, 'FINITE_ELEMENT', models.brick((0, 0, z), (1, 1, z + 1), (2, 2, 2)), bulk)
  plate = BODY(solfec, 'RIGID', models.brick((-0.5, -0.5, 2), (1.5, 1.5, 2.3)), bulk)
  FORCE(plate, 'SPATIAL', plate.center, (0, 0, -1), LOAD)
  settled, unbalanced = [], 0.0
  for _ in range(8):
    RUN(solfec, solver(), step)
    settled.append(-DISPLACEMENT(plate, plate.center)[2])
    unbalanced = max(unbalanced, solfec.out_of_balance)
  return settled, unbalanced


verify.case('steel', 'Steel cubes pressed in steps of any length')
for kind, form in (('FINITE_ELEMENT', 'TL'), ('FINITE_ELEMENT', 'BC'), ('PSEUDO_RIGID', None)):
  for solver in SOLVERS:
    for step in (1e-3, 0.1, 1.0, 10.0):
      name = '%s, %s, steps of %g s' % (form or kind, solver, step)
      verify.below(name + ': error of the stress over the pressure', press(kind, form, solver, step),
                   2e-3)
EXACT = 2 * LOAD / YOUNG  # m, without friction
for friction in (0.0, 0.3):
  stuck = EXACT
  for step in (1e-3, 0.1):
    for solver in DEFAULTS:
      name = '%s (), friction %g, steps of %g s: ' % (solver.__name__, friction, step)
      settled, unbalanced = hold(solver, friction, step)
      if friction and stuck == EXACT:
        stuck = settled[0]  # of the first solver
        verify.within(name + 'settlement with friction over the one without', stuck / EXACT, 0.9, 0.99)
      verify.below(name + 'largest difference of a settlement, over it',
                   max(abs(s - stuck) for s in settled) / stuck, 2e-3)
      verify.below(name + 'out of balance', unbalanced, 3e-4)
verify.finish()
