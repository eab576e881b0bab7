# Shows:   a stack of five blocks of finite elements sheared until it slides.
# Setting: five blocks of 0.4 x 0.4 x 0.05 m, 4 x 4 x 2 hexahedra, Young's modulus 1e9 Pa, Poisson's
#          ratio 0.25, 2000 kg/m^3, under gravity on an obstacle; on top a rigid plate under 20 kN,
#          which SET_VELOCITY moves sideways; friction 0.3; quasi-static, with GAUSS_SEIDEL_SOLVER and
#          NEWTON_SOLVER and their default settings.
# Source:  Coulomb: every interface carries mu N at most, N grows downwards, so the top one slides:
#          the plate needs mu (20 kN + its weight).
# Expect:  every step converges; that force to 2 % (the drag M u/h of what moves is part of it); the normal force on each interface what lies above
#          it; the tangential force through the stack the same at all interfaces; blocks slip by
#          a tenth of that at most (part of an interface slips before all of it).

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import pressing
import verify

YOUNG, DENSITY, FRICTION, LOAD, GRAVITY_Z = 1e9, 2000.0, 0.3, 2e4, 9.81
SIDE, HEIGHT, COUNT = 0.4, 0.05, 5
GEOMETRIC_EPSILON(1e-7)


def stack(solver_name):
  step = 4e-3
  solfec, bulk = models.scene(step, 'stack-' + solver_name, DENSITY, (0, 0, -GRAVITY_Z), YOUNG, 0.25,
                              'QUASI_STATIC', friction=FRICTION)
  floor = BODY(solfec, 'OBSTACLE', models.slab((-0.5, -0.5, -0.1), (1, 1, 0)), bulk, label='floor')
  blocks = [BODY(solfec, 'FINITE_ELEMENT',
                 models.brick((0, 0, k * HEIGHT), (SIDE, SIDE, (k + 1) * HEIGHT), (4, 4, 2)), bulk,
                 label='block %d' % k) for k in range(COUNT)]
  top = COUNT * HEIGHT
  plate = BODY(solfec, 'RIGID', models.brick((-0.1, -0.1, top), (0.5, 0.5, top + 0.02)), bulk, label='plate')
  FORCE(plate, 'SPATIAL', plate.center, (0, 0, -1), LOAD)
  rest = 5 * step
  row = SET_VELOCITY(plate, plate.center, (1, 0, 0),
                     TIME_SERIES([(0, 0), (rest, 0), (rest + 1e-6, 1e-3 / (10 * step)), (1e3, 1e-3 / (10 * step))]))
  solver = pressing.SOLVERS[solver_name]()
  watch = pressing.Watch(solfec, solver)
  RUN(solfec, solver, 15 * step)
  name = solver_name
  watch.check(name, balance=5e-3)
  weight = [body.mass * GRAVITY_Z for body in blocks]
  above = LOAD + plate.mass * GRAVITY_Z
  verify.check(name + ': force that moves the plate (N)', models.global_force(row)[0], FRICTION * above,
               0.02 * FRICTION * above)
  bodies = [plate] + blocks[::-1] + [floor]
  shear = FRICTION * above
  for k, (upper, lower) in enumerate(zip(bodies, bodies[1:])):
    x, y, z = models.contact_force(upper, lower)
    verify.check(name + ': normal force on interface %d from the top (N)' % k, z, above, 1e-2 * above)
    verify.check(name + ': tangential force on it (N)', -x, shear, 2e-2 * shear)
    if k < COUNT:
      above += weight[COUNT - 1 - k]
  slip = DISPLACEMENT(plate, plate.center)[0] - DISPLACEMENT(blocks[-1], (0.2, 0.2, top))[0]
  verify.within(name + ': slip of the plate (m)', slip, 5e-4, 1e-3)
  for k, (upper, lower) in enumerate(zip(blocks[1:], blocks)):
    z = (k + 1) * HEIGHT
    slip = DISPLACEMENT(upper, (0.2, 0.2, z))[0] - DISPLACEMENT(lower, (0.2, 0.2, z))[0]
    verify.below(name + ': slip between blocks %d and %d (m)' % (k, k + 1), slip, 1e-4)


verify.case('stack', 'A stack of blocks sheared to sliding')
for solver_name in pressing.SOLVERS:
  stack(solver_name)
verify.finish()
