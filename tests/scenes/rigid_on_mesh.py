# Shows:   a rigid slab that lies on a block of finite elements by many points.
# Setting: slab of 1000 kg on a block of 1 x 1 x 0.2 m, 10 x 10 x 2 hexahedra, Young's modulus 1e6 Pa, Poisson's
#          ratio 0.3, 1 kg/m^3, on an obstacle, 242 contact points without friction, gravity 10 m/s^2;
#          quasi-static, SOLFEC.equilibrium = 1e-8, with both solvers that take Newton steps.
# Source:  the stress is uniaxial and uniform: m g = -E A (e + e^2/2) (1 + e) of the St Venant-Kirchhoff
#          law, the slab sinks by -e times the height.
# Expect:  sinking to 3e-4 (the block's own weight is 2e-4 of the load), the weight on slab and floor.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import pressing
import verify

YOUNG, HEIGHT, MASS, G = 1e6, 0.2, 1000.0, 10.0
GEOMETRIC_EPSILON(1e-7)


def strain():
  """e of the closed form, by Newton's iteration."""
  e = -MASS * G / YOUNG
  for _ in range(20):
    force = YOUNG * (e + e * e / 2) * (1 + e) + MASS * G
    e -= force / (YOUNG * ((1 + e) ** 2 + e + e * e / 2))
  return e


verify.case('rigid-on-mesh', 'A rigid slab on finite elements')
for name, solver in pressing.SOLVERS.items():
  solfec, bulk = models.scene(1e-2, 'rigid-on-mesh-' + name, 1.0, (0, 0, -G), YOUNG, 0.3, 'QUASI_STATIC',
                              friction=0.0)
  solfec.equilibrium = 1e-8
  heavy = BULK_MATERIAL(solfec, 'KIRCHHOFF', 'heavy', 1e9, 0.3, 2000.0)
  floor = BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -0.2), (2, 2, 0)), bulk)
  block = BODY(solfec, 'FINITE_ELEMENT', models.brick((0, 0, 0), (1, 1, HEIGHT), (10, 10, 2)), bulk)
  slab = BODY(solfec, 'RIGID', models.slab((0, 0, HEIGHT), (1, 1, HEIGHT + 0.5)), heavy)
  solver = solver()
  watch = pressing.Watch(solfec, solver)
  RUN(solfec, solver, 2 * solfec.step)
  watch.check(name, balance=1e-6)
  sunk = -DISPLACEMENT(slab, slab.center)[2]
  verify.check(name + ': the slab sinks by (m)', sunk, -strain() * HEIGHT, 3e-4 * sunk)
  verify.check(name + ': force on the slab (N)', models.contact_force(slab)[2], MASS * G, 1e-5 * MASS * G)
  verify.check(name + ': force on the floor (N)', -models.contact_force(floor)[2], (MASS + HEIGHT) * G,
               1e-5 * MASS * G)
verify.finish()
