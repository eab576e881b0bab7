# Shows:   loads that bodies hand on arrive in one quasi-static step, however short: through cubes on
#          each other, from rigid stones into a slab of finite elements, through a wall of meshes.
# Setting: two cubes of 1 m (E 1 MPa, nu 0.25, form TL) on each other, smooth, a pressure of 10 kPa
#          on the upper one; twelve rigid stones on a slab of one mesh (E 1 GPa) under gravity; twelve
#          blocks of 2 x 2 x 2 finite elements (E 15 GPa, friction 0.62) under a rigid beam that is
#          pressed with 30 kN and pushed with 2 kN. Steps of 1e-8 to 1 s, GAUSS_SEIDEL_SOLVER ().
# Source:  uniaxial stress of Saint Venant and Kirchhoff's material under a pressure on the deformed
#          face: E (l^3 - l) / 2 = -p (1 - nu (l^2 - 1)) for the stretch l. Tight sweeps as a second
#          method for slab and wall; the wall is symmetric across.
# Expect:  each settlement independent of the step; no motion of the wall across.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

_runs = [0]


def scene(step, density, young, friction, poisson=0.2, gravity=(0, 0, 0)):
  _runs[0] += 1
  solfec, bulk = models.scene(step, 'handed-on-%d' % _runs[0], density, gravity, friction=friction,
                              analysis='QUASI_STATIC', young=young, poisson=poisson)
  WARNINGS(solfec, 'OFF')
  return solfec, bulk


def stretch(pressure, young, poisson):
  """Stretch of the uniaxial state, by bisection."""
  low, high = 0.9, 1.0
  while high - low > 1e-15:
    l = 0.5 * (low + high)
    left = young * (l ** 3 - l) / 2 + pressure * (1 - poisson * (l * l - 1))
    low, high = (l, high) if left < 0 else (low, l)
  return low


def cubes(step, steps):
  """Settlement of two cubes, m."""
  solfec, bulk = scene(step, 1e3, 1e6, 0.0, 0.25)
  BODY(solfec, 'OBSTACLE', models.brick((-2, -2, -1), (2, 2, 0), (1, 1, 1)), bulk)
  for z in (0, 1):
    corners = [(x, y, z + k) for k in (0, 1) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
    body = BODY(solfec, 'FINITE_ELEMENT', HEX(corners, 2, 2, 2, 1, [1, 2, 3, 4, 5, 6]), bulk)
  PRESSURE(body, 6, -1e4)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), steps * step)
  return -DISPLACEMENT(body, (0.5, 0.5, 2))[2]


def slab(step, solver):
  """Settlement of the upper stones of a wall on a slab after each of five steps, m."""
  solfec, bulk = scene(step, 2e3, 1e9, 0.6, gravity=(0, 0, -9.81))
  BODY(solfec, 'OBSTACLE', models.brick((-2, -2, -1), (4, 2, 0), (1, 1, 1)), bulk)
  BODY(solfec, 'FINITE_ELEMENT', models.brick((0, -0.25, 0), (2.25, 0.5, 0.25), (4, 2, 1)), bulk)
  for course in range(3):
    for k in range(4):
      x, z = 0.5 * k + 0.25 * (course % 2), 0.25 * (course + 1)
      stone = BODY(solfec, 'RIGID', models.brick((x, 0, z), (x + 0.5, 0.25, z + 0.25), (1, 1, 1)),
                   bulk)
  found = []
  for _ in range(5):
    RUN(solfec, solver, step)
    found.append(-DISPLACEMENT(stone, stone.center)[2])
  return found


def wall(step, solver, form, steps):
  """Displacement of the beam, m; three steps raise the push, which stays in those that follow."""
  solfec, bulk = scene(step, 1e3, 15e9, 0.62)
  for course in range(4):
    for k in range(3):
      x, z = 0.2 * k + 0.1 * (course % 2), 0.1 * course
      BODY(solfec, 'FINITE_ELEMENT',
           models.brick((x, -0.1, z), (x + 0.2, 0.1, z + 0.1), (2, 2, 2)), bulk, form=form)
  BODY(solfec, 'OBSTACLE', models.brick((-0.2, -0.1, -0.1), (0.9, 0.1, 0), (1, 1, 1)), bulk)
  beam = BODY(solfec, 'RIGID', models.brick((0, -0.1, 0.4), (0.7, 0.1, 0.5), (1, 1, 1)), bulk)
  push = TIME_SERIES([0, 0, 3 * step, 2e3, 1e9 * step, 2e3])
  FORCE(beam, 'SPATIAL', (0, 0, 0.45), (1, 0, 0), push)
  FORCE(beam, 'SPATIAL', (0.35, 0, 0.45), (0, 0, -1), 30e3)
  RUN(solfec, solver, steps * step)
  return DISPLACEMENT(beam, beam.center)


verify.case('handed', 'Loads that bodies hand on in quasi-static steps of any length')
exact = 2 * (1 - stretch(1e4, 1e6, 0.25))
for step in (1e-8, 1e-4, 1e-2, 1.0):
  verify.below('cubes, steps of %g s: settlement over the exact one, less 1' % step,
               cubes(step, 4) / exact - 1, 1e-4)

tight = slab(1e-2, GAUSS_SEIDEL_SOLVER(1e-10, 20000, 1e-12))[-1]
for name, solver in (('default', lambda: GAUSS_SEIDEL_SOLVER()),
                     ('1000 sweeps of 1e-8', lambda: GAUSS_SEIDEL_SOLVER(1e-8, 1000, 1e-8))):
  for step in (1e-4, 1.0):
    worst = max(abs(one / tight - 1) for one in slab(step, solver()))
    verify.below('slab, %s, steps of %g s: settlement against tight sweeps' % (name, step), worst,
                 3e-3)

tight = wall(1.0, GAUSS_SEIDEL_SOLVER(1e-8, 10000, 1e-8), 'TL', 3)
for form, step in (('TL', 1e-4), ('BC', 1.0)):
  name = 'wall, form %s, steps of %g s: ' % (form, step)
  x, y, z = wall(step, GAUSS_SEIDEL_SOLVER(), form, 8)
  verify.below(name + 'way along against tight sweeps', x / tight[0] - 1, 0.015)
  verify.below(name + 'way across over that', y / tight[0], 0.01)
  verify.below(name + 'settlement against tight sweeps', z / tight[2] - 1, 2e-3)
verify.finish()
