# Shows:   a closed system keeps its linear momentum, whatever the solver; contact forces are equal
#          and opposite.
# Setting: two blocks, a ball and a linked block run into each other without gravity, rigid and
#          mixed with pseudo-rigid bodies and with finite elements (three schemes), under every
#          solver.
# Source:  Newton's third law; h times the mean reaction is the change of momentum.
# Expect:  momentum kept to rounding in every step.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

H = 1e-3
ROUNDING = 1e-13  # relative to the sum of m |v|: a thousand roundings, one per step at most


def body_of(solfec, kind, shape, bulk):
  """A body; kind may be (form, scheme) of finite elements."""
  if isinstance(kind, str):
    return BODY(solfec, kind, shape, bulk)
  body = BODY(solfec, 'FINITE_ELEMENT', shape, bulk, form=kind[0])
  body.scheme = kind[1]
  return body


def bodies_of(solfec, bulk, kinds):
  """Four bodies that run into each other: two blocks, a ball, a linked pair."""
  shapes = [models.brick((0, 0, 0), (1, 1, 0.5)), models.brick((0.2, 0.3, 0.5), (1.2, 1.3, 1.0)),
            SPHERE((0.6, 0.6, 1.2), 0.2, 1, 1), models.brick((1.21, 0, 0.25), (2.2, 1, 0.75))]
  speeds = [(0, 0, 1), (0.5, 0, -1), (0.1, 0.2, -3), (-2, 0.3, 0.2)]
  spins = [(0.1, 0, 0), (0, 0, 0.5), (1, 2, 3), (0, 0.4, 0)]
  result = []
  for kind, shape, v, w in zip(kinds, shapes, speeds, spins):
    body = body_of(solfec, kind, shape, bulk)
    INITIAL_VELOCITY(body, v, w)
    result.append(body)
  return result


def momentum_of(body):
  """A function that gives the linear momentum of a body."""
  if body.kind != 'FINITE_ELEMENT':
    return lambda: tuple(m * body.mass for m in body.velo[-3:])
  masses = models.lumped_masses(body)

  def sum_of_nodes():
    velocities = body.velo
    return tuple(sum(m * v for m, v in zip(masses, velocities[i::3])) for i in range(3))

  return sum_of_nodes


def collide(name, solver, kinds, model):
  """Worst relative change of the total momentum, and of a body against the sum of its reactions."""
  solfec, bulk = models.scene(H, 'momentum-' + name, density=1000, gravity=(0, 0, 0), model=model,
                              friction=0.4, restitution=0.3, spring=1e7, dashpot=1e3)
  CONTACT_PROJECTION(solfec, 'OFF')  # it changes velocities beside reactions
  bodies = bodies_of(solfec, bulk, kinds)
  linear = [momentum_of(b) for b in bodies]
  # the link makes reactions other than contacts take part
  PUT_RIGID_LINK(bodies[0], bodies[3], bodies[0].center, bodies[3].center)
  scale = sum(models.norm(p()) for p in linear)
  start = [sum(p) for p in zip(*(p() for p in linear))]
  previous = [[p() for p in linear]]
  worst = [0.0, 0.0, 0]

  def record():
    now = [p() for p in linear]
    total = [sum(p) for p in zip(*now)]
    worst[0] = max(worst[0], max(abs(a - b) for a, b in zip(total, start)) / scale)
    for body, p, q in zip(bodies, previous[0], now):
      force = [0.0, 0.0, 0.0]
      for c in solfec.constraints:
        ids = [b.id for b in c.adjbod]
        if body.id in ids:
          sign = 1.0 if ids[0] == body.id else -1.0
          for i, f in enumerate(models.global_force(c)):
            force[i] += sign * f
      change = max(abs(b - a - solfec.current_step * f) for a, b, f in zip(p, q, force))
      worst[1] = max(worst[1], change / scale)
    worst[2] = max(worst[2], sum(1 for c in solfec.constraints if models.norm(c.R) > 0))
    previous[0] = now

  models.each_step(solfec, record)
  RUN(solfec, solver, 0.3)
  return worst


def solvers():
  """Every solver that this program offers: (name, solver, contact law)."""
  rough = 'SIGNORINI_COULOMB'
  yield 'gauss-seidel', GAUSS_SEIDEL_SOLVER(1e-8, 1000, 1e-8), rough
  for local in ('SEMISMOOTH_NEWTON', 'PROJECTED_GRADIENT', 'DE_SAXCE_FENG'):
    yield local.lower(), GAUSS_SEIDEL_SOLVER(1e-6, 1000, 1e-6, diagsolver=local), rough
  unfinished = GAUSS_SEIDEL_SOLVER(1e-8, 2, 1e-8)  # momentum is kept without convergence
  yield 'two-sweeps', unfinished, rough
  yield 'implicit-penalty', PENALTY_SOLVER('IMPLICIT'), 'SPRING_DASHPOT'
  yield 'explicit-penalty', PENALTY_SOLVER('EXPLICIT'), 'SPRING_DASHPOT'


verify.case(20, 'Momentum')
MESHES = (('BC', 'DEF_EXP'), ('TL', 'DEF_LIM'), 'RIGID', ('BC', 'DEF_IMP'))
for words, kinds in (('rigid', ('RIGID',) * 4),
                     ('mixed', ('RIGID', 'PSEUDO_RIGID', 'RIGID', 'PSEUDO_RIGID')),
                     ('finite elements', MESHES)):
  for name, solver, model in solvers():
    momentum, balance, loaded = collide('%s-%s' % (name, words), solver, kinds, model)
    verify.within('%s, %s: rows under load in the busiest step' % (words, name), loaded, 3, 100)
    verify.below('%s, %s: change of the momentum, relative' % (words, name), momentum, ROUNDING)
    verify.below('%s, %s: change of a body less h times its reactions, relative' % (words, name),
                 balance, ROUNDING)
verify.finish()
