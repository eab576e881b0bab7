# Shows:   contacts that need no force: what they miss is rounding, and each step of each solver
#          converges at once.
# Setting: a tongue in a groove, both in free fall, turned by three angles; five solvers, failure
#          policy 'EXIT' where there is one.
# Source:  free fall.
# Expect:  v = g t for both bodies, no rotation, residual 0, at most one iteration in a step.

import math
import os
import sys

import numpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import verify
from solfec import (BODY, BULK_MATERIAL, CALLBACK, GAUSS_SEIDEL_SOLVER, GRAVITY, HEX, NEWTON_SOLVER,
                    RUN, SOLFEC, SURFACE_MATERIAL)

G, H, T = 10.0, 1e-3, 0.1


def rotation(a, b):
  return numpy.array([[math.cos(a), 0, math.sin(a)], [0, 1, 0], [-math.sin(a), 0, math.cos(a)]]) @ \
      numpy.array([[math.cos(b), -math.sin(b), 0], [math.sin(b), math.cos(b), 0], [0, 0, 1]])


def brick(low, high, turn):
  nodes = [turn @ (x, y, z) for z in (low[2], high[2])
           for x, y in ((low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1]))]
  return HEX([float(x) for node in nodes for x in node], 2, 2, 2, 1, [1] * 6)


SOLVERS = {
    'default': lambda: GAUSS_SEIDEL_SOLVER(1e-6, 100, 1e-10, failure='EXIT'),
    'sweeps': lambda: GAUSS_SEIDEL_SOLVER(1e-6, 100, 1e-10, failure='EXIT', acceleration='OFF'),
    'accuracy': lambda: GAUSS_SEIDEL_SOLVER(1e-6, 100, failure='EXIT', accuracy=(1e-9, 'GH')),
    'newton': lambda: NEWTON_SOLVER(1e-10, 100),
    'body space': lambda: NEWTON_SOLVER(1e-10, 100, 'BODY_SPACE'),
}


def run(name, angle, solver):
  model = SOLFEC('DYNAMIC', H, 'out/free_fall_in_a_groove/%s-%g' % (name.replace(' ', '-'), angle))
  model.verbose = 'OFF'
  material = BULK_MATERIAL(model, density=1.0)
  SURFACE_MATERIAL(model, friction=0.84)
  GRAVITY(model, (0, 0, -G))
  turn = rotation(angle, 1.1 * angle)
  groove = BODY(model, 'RIGID', [brick((-1, 0, 0), (-.3, .8, .5), turn),
                                 brick((.3, 0, 0), (1, .8, .5), turn),
                                 brick((-1, .8, 0), (1, 1.3, .5), turn)], material)
  tongue = BODY(model, 'RIGID', brick((-.3, -.7, 0), (.3, .8, .5), turn), material)
  seen = []  # of each step: converged, iterations, residual, largest error of velocity

  def look(_):
    seen.append((solver.error == 'OK', solver.iters, solver.residual, solver.velerr))
    return 1

  CALLBACK(model, H, None, look)
  RUN(model, solver, T)
  where = '%s, turned by %g: ' % (name, angle)
  verify.equal(where + 'steps that converge', sum(step[0] for step in seen), round(T / H))
  verify.within(where + 'most iterations', max(step[1] for step in seen), 0, 1)
  verify.below(where + 'residual', max(step[2] for step in seen), 0.0)
  verify.below(where + 'error of velocity (m/s)', max(step[3] for step in seen), 0.0)
  fall = max(abs(body.velo[5] + G * T) for body in (groove, tongue))
  other = max(abs(v) for body in (groove, tongue) for v in body.velo[:5])
  verify.below(where + 'error of the falling velocity (m/s)', fall, 1e-12)
  verify.below(where + 'all other velocities (rad/s, m/s)', other, 1e-12)


verify.case('free_fall_in_a_groove', 'Contacts that need no force')
for solver_name, make in SOLVERS.items():
  for turned in (0.0, 0.3, 0.7):
    run(solver_name, turned, make())
verify.finish()
