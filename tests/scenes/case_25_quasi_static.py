# Shows:   quasi-static analysis: a cube under its weight on a floor.
# Setting: pseudo-rigid cube of 1 m, Young's modulus 1e7 Pa, Poisson's ratio 0, density 1e3 kg/m^3,
#          gravity 9.81 m/s^2, set down in touch without friction; 20 steps of 0.05, 1 and 20 s. The
#          first of 0.05 s is not in equilibrium and tells so; the solver is tight, for the way missing.
# Source:  a constant stress takes the mean of the load: -rho g a/2, so the cube gets shorter by rho
#          g a^2/(2 E) and its centre sinks by half of that.
# Expect:  vertical stress -rho g a/2, all others 0; the centre sinks rho g a^2/(4 E); the floor
#          carries the weight.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

YOUNG, DENSITY, G, EDGE = 1e7, 1e3, 9.81, 1.0
STRAIN = DENSITY * G * EDGE / (2 * YOUNG)



def settle(step):
  """(cube, floor, ways down of the centre after each of 20 steps)."""
  solfec = SOLFEC('QUASI_STATIC', step, 'out/quasi-static-cube-%g' % step)
  solfec.verbose = 'OFF'
  bulk = BULK_MATERIAL(solfec, young=YOUNG, poisson=0.0, density=DENSITY)
  SURFACE_MATERIAL(solfec, friction=0.0)
  GRAVITY(solfec, (0, 0, -G))
  floor = BODY(solfec, 'OBSTACLE', models.slab((-2, -2, -1), (3, 3, 0)), bulk)
  solfec.equilibrium = 0.0 if step < 1.0 else 1e-3  # 0: one pass per step, whose gain is exact
  cube = BODY(solfec, 'PSEUDO_RIGID', models.brick((0, 0, 0), (EDGE,) * 3, (2, 2, 1)), bulk)
  sinks = []
  for _ in range(20):
    RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-13, 10000, 1e-20), step)
    sinks.append(-DISPLACEMENT(cube, cube.center)[2])
  return cube, floor, sinks


verify.case(25, 'Quasi-static cube on a floor')
stress = (0.0, 0.0, -DENSITY * G * EDGE / 2, 0.0, 0.0, 0.0)
weight = DENSITY * G * EDGE ** 3
for step in (0.05, 1.0, 20.0):
  cube, floor, sinks = settle(step)
  last = ', h = %g' % step
  for name, value, exact in zip(('sx', 'sy', 'sz', 'sxy', 'sxz', 'syz'), STRESS(cube, cube.center),
                                stress):
    verify.check('stress %s (Pa)' % name + last, value, exact, 1e-6 * abs(stress[2]))
  # the law is linear up to a share of the strain 5e-4 itself
  verify.check('the centre sinks (m)' + last, sinks[-1], STRAIN * EDGE / 2,
               2 * STRAIN * STRAIN * EDGE / 2)
  force = models.contact_force(cube, floor)
  verify.check('force of the floor (N)' + last, force[2], weight, 1e-8 * weight)
  verify.below('force of the floor along it (N)' + last, models.norm(force[:2]), 1e-8 * weight)
  if step == 0.05:
    # sideways nothing holds it, so rounding moves it further in long steps
    verify.below('the centre moves sideways (m)' + last,
                 models.norm(DISPLACEMENT(cube, cube.center)[:2]), 1e-12)
    # the error of the equilibrium shrinks by 1/(1 + h^2 omega^2) in a step, omega being the
    # frequency of the cube on its fixed base: rho a^5/3 of inertia, E a^3 of stiffness
    shrink = 1 / (1 + step ** 2 * 3 * YOUNG / (DENSITY * EDGE ** 2))
    for k in (1, 2):
      verify.check('way that is missing after step %d over that before' % (k + 1) + last,
                   (sinks[k] - sinks[-1]) / (sinks[k - 1] - sinks[-1]), shrink, 0.01 * shrink)
verify.finish()
