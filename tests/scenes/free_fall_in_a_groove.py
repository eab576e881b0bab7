# Shows:   contacts that need no force: what they miss is rounding, and each step of each solver
#          converges at once.
# Setting: a tongue in a groove, both in free fall, turned by three angles; five solvers, failure
#          policy 'EXIT' where there is one.
# Source:  free fall.
# Expect:  v = g t for both bodies, no rotation, residual 0, at most one iteration in a step.

import math
import numpy
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
  steps, worst = [0], [0]

  def look(_):
    steps[0] += 1
    worst[0] = max(worst[0], solver.iters)
    assert solver.error == 'OK', (name, angle, steps[0], solver.error, solver.missed)
    assert solver.residual == 0.0 and solver.velerr == 0.0 and solver.missed == ''
    return 1

  CALLBACK(model, H, None, look)
  RUN(model, solver, T)
  assert steps[0] == round(T / H), steps
  assert worst[0] <= 1, (name, worst)
  for body in (groove, tongue):
    assert abs(body.velo[5] + G * T) <= 1e-12, body.velo
    assert max(abs(x) for x in body.velo[:5]) <= 1e-12, body.velo
  print('%s, turned by %g: %d steps, at most %d iterations' % (name, angle, steps[0], worst[0]))


for solver_name, make in SOLVERS.items():
  for turned in (0.0, 0.3, 0.7):
    run(solver_name, turned, make())
