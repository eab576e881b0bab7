# Shows:   friction of contacts with springs: blocks that are pushed along a floor by a force below,
#          at and above its bound.
# Setting: cubes of 0.01, 1 and 100 m, 1000 kg/m^3, four contacts of SPRING_DASHPOT with the stiffness that
#          gives 1e-4 of the edge under the weight, friction 0.5, gravity 10 m/s^2 times the edge in metres; a force in the plane of the
#          floor, under three directions, grows for 0.1 s to a multiple of the bound. Cubes of the same sizes without weight, bonded with the strength 1.
#          GAUSS_SEIDEL_SOLVER, NEWTON_SOLVER and PENALTY_SOLVER at their defaults.
# Source:  Coulomb: the friction of points that slide alike opposes slip and has the size mu N, N the sum
#          of their normal forces, so v = (F - mu m g) T / m; mu c A for bonds.
# Expect:  below the bound nothing moves by more than 1e-6 of the edge in 0.3 s, above it the block has
#          the speed of Coulomb's law to 2e-3 of g T; bonds hold 0.99 and come loose at 1.01 of their strength.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

H, MU, DENSITY, GROWTH, T = 1e-3, 0.5, 1000.0, 0.1, 0.3


def push(name, solver, edge, share, turn, bonded):
  """Motion along the force over the edge, speed over that of free fall, speed across over the same."""
  gravity = 10.0 * edge
  mass = DENSITY * edge ** 3
  spring = mass * gravity / 4.0 / (1e-4 * edge)
  cohesion = mass * gravity / edge ** 2
  solfec, bulk = models.scene(H, 'spring-friction-' + name, density=DENSITY, friction=MU,
                              gravity=(0, 0, 0 if bonded else -gravity), model='SPRING_DASHPOT', spring=spring,
                              dashpot=-1.0, cohesion=cohesion if bonded else 0.0)
  GEOMETRIC_EPSILON(1e-3 * edge)
  BODY(solfec, 'OBSTACLE', models.slab((-4 * edge, -4 * edge, -edge), (4 * edge, 4 * edge, 0)), bulk)
  sink = 0.0 if bonded else 1e-4 * edge
  half = 0.5 * edge
  block = BODY(solfec, 'RIGID', models.brick((-half, -half, -sink), (half, half, edge - sink)), bulk)
  bound = MU * mass * gravity
  along = (math.cos(turn), math.sin(turn), 0.0)
  FORCE(block, 'SPATIAL', (0, 0, 0), along, TIME_SERIES([0, 0, GROWTH, share * bound, 1, share * bound]))
  RUN(solfec, solver, T)
  way, v = DISPLACEMENT(block, block.center), models.linear_velocity(block)
  parts = [a * along[0] + b * along[1] for a, b in (way[:2], v[:2])]
  across = v[1] * along[0] - v[0] * along[1]
  return parts[0] / edge, parts[1] / (gravity * T), across / (gravity * T)


def speed(share):
  """Speed at T over g T: the force passes the bound after GROWTH / share."""
  start = GROWTH / share
  impulse = 0.5 * (GROWTH - start) * (share - 1.0) + (T - GROWTH) * (share - 1.0)
  return MU * impulse / T


verify.case('spring-friction', 'Friction of contacts with springs')
SOLVERS = {'GAUSS_SEIDEL': GAUSS_SEIDEL_SOLVER, 'NEWTON': NEWTON_SOLVER, 'PENALTY': PENALTY_SOLVER}
for solver, make in SOLVERS.items():
  for edge in (1e-2, 1.0, 1e2):
    for turn in (0.0, 0.4, math.pi / 4):
      name = '%s, edge %g m, force under %.3g rad' % (solver, edge, turn)
      tag = '%s-%g-%.3g' % (solver, edge, turn)
      for share in (0.9, 0.99):
        way, _, _ = push('%s-%g' % (tag, share), make(), edge, share, turn, False)
        verify.below('%s, %g of the bound: way over edge' % (name, share), abs(way), 1e-6)
      for share in (1.05, 1.5):
        _, v, across = push('%s-%g' % (tag, share), make(), edge, share, turn, False)
        verify.check('%s, %g of the bound: speed over g T' % (name, share), v, speed(share), 2e-3)
        verify.below('%s, %g of the bound: speed across over g T' % (name, share), abs(across), 2e-3)
      way, _, _ = push(tag + '-holds', make(), edge, 0.99, turn, True)
      verify.below('%s, bonds at 0.99 of their strength: way over edge' % name, abs(way), 1e-6)
      way, _, _ = push(tag + '-breaks', make(), edge, 1.01, turn, True)
      verify.within('%s, bonds at 1.01 of their strength: way over edge' % name, way, 0.01, 10.0)
verify.finish()
