# Shows:   rigid structures that stand do so in quasi-static steps of any length, with every solver.
# Setting: three stacked blocks, a wall of 3 courses of two bricks, a wall of 5 courses of six and
#          an arch of 31 voussoirs (thickness 0.12 of its radius, limit 0.107), each under its own
#          weight; steps of 1e-3 to 10 s, bodies of 1e-3 to 1e3 times the size, a turned frame,
#          all solvers at their defaults; the larger wall beside a body that deforms; sweeps that are
#          too few.
# Source:  all of them are in equilibrium where they are modelled: nothing moves.
# Expect:  in ten steps nothing moves by 1e-6 of the size of a block. With too few sweeps the
#          structure stands as well, or the RUN ends with an error and nothing has moved.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

G = 9.81
STILL = 1e-6  # of the size of a block
_runs = [0]


def box(x, z, a, c):
  return [(i, j, k) for k in (z, z + c) for j in (0, .25) for i in (x, x + a)]


def stack():
  """(polyhedra, indices of fixed ones, friction)."""
  return [box(-5, -1, 10, 1)] + [box(0, .25 * j, .5, .25) for j in range(3)], {0}, 0.7


def wall(courses, per_course):
  bricks = [box((i + .5 * (j % 2)) * .5, .25 * j, .5, .25)
            for j in range(courses) for i in range(per_course)]
  return [box(-5, -1, 10, 1)] + bricks, {0}, 0.7


def arch(count=31):
  def stone(first, last, inner=.94, outer=1.06):
    return [(r * math.cos(t), y, r * math.sin(t))
            for t in (first, last) for r in (inner, outer) for y in (0, .3)]

  ends = [stone(-.2, 0, .8, 1.2), stone(math.pi, math.pi + .2, .8, 1.2)]
  return ends + [stone(math.pi * k / count, math.pi * (k + 1) / count)
                 for k in range(count)], {0, 1}, 3.0


STRUCTURES = {'stack': stack(), 'small wall': wall(3, 2), 'wall': wall(5, 6), 'arch': arch()}
SOLVERS = {'GAUSS_SEIDEL_SOLVER (1E-6, 1000, 1E-6)': lambda: GAUSS_SEIDEL_SOLVER(1e-6, 1000, 1e-6),
           'NEWTON_SOLVER ()': NEWTON_SOLVER,
           'BODY_SPACE_SOLVER ()': BODY_SPACE_SOLVER,
           'INTERIOR_POINT_SOLVER ()': INTERIOR_POINT_SOLVER}


def model(structure, step, size=1.0, angle=0.0, beside=None):
  """(analysis, bodies that can move); the frame turned by `angle` about y, a cube of the kind
  `beside` at some distance."""
  _runs[0] += 1
  polyhedra, fixed, friction = STRUCTURES[structure]
  weight = (-G * math.sin(angle), 0, -G * math.cos(angle))
  solfec, bulk = models.scene(step, 'standing-%d' % _runs[0], 2000.0, weight, friction=friction,
                              analysis='QUASI_STATIC')
  WARNINGS(solfec, 'OFF')
  c, s = math.cos(angle), math.sin(angle)
  bodies = []
  for k, points in enumerate(polyhedra):
    turned = [size * v for x, y, z in points for v in (c * x + s * z, y, c * z - s * x)]
    bodies.append(BODY(solfec, 'OBSTACLE' if k in fixed else 'RIGID', HULL(turned, 1, 1), bulk))
  if beside is not None:
    BODY(solfec, beside, models.brick((4, 0, 0), (4.25, .25, .25)), bulk)
  return solfec, [b for k, b in enumerate(bodies) if k not in fixed]


def way(bodies, size):
  """Largest displacement of a corner over the size of a block."""
  return max(models.norm(DISPLACEMENT(b, p)) for b in bodies
             for p in (b.center, tuple(x + 0.02 * size for x in b.center))) / (0.25 * size)


def check(structure, solver, step, steps=10, **how):
  solfec, bodies = model(structure, step, **how)
  RUN(solfec, SOLVERS[solver](), steps * step)
  told = ', '.join('%s %s' % item for item in how.items())
  name = '%s, %s, steps of %g s%s' % (structure, solver, step, told and ', ' + told)
  verify.below(name + ': motion over size', way(bodies, how.get('size', 1.0)), STILL)


verify.case('standing', 'Rigid structures that stand in quasi-static steps')
for structure in STRUCTURES:
  for solver in SOLVERS:
    for step in (1e-3, 0.1, 1.0, 10.0):
      check(structure, solver, step)
for structure in ('small wall', 'arch'):
  for size in (1e-3, 1e3):
    check(structure, 'GAUSS_SEIDEL_SOLVER (1E-6, 1000, 1E-6)', 1.0, size=size)
  check(structure, 'NEWTON_SOLVER ()', 0.1, angle=0.7)
for beside in ('FINITE_ELEMENT', 'PSEUDO_RIGID'):
  for solver in SOLVERS:
    for step in (1e-3, 10.0):
      check('wall', solver, step, steps=5, beside=beside)
# springs give way by some of weight/stiffness, 6e-6 m, per course; PENALTY_SOLVER, which solves each
# contact by itself, does not balance the friction between them, but nothing is thrown
for step in (1e-3, 10.0):
  solfec, bodies = model('small wall', step)
  SURFACE_MATERIAL(solfec, model='SPRING_DASHPOT', friction=0.7, spring=1e8, dashpot=0.0)
  RUN(solfec, PENALTY_SOLVER(), 10 * step)
  verify.below('small wall, PENALTY_SOLVER (), springs of 1e8 N/m, steps of %g s: motion over size' %
               step, way(bodies, 1.0), 1e-3)
for sweeps in (1, 5, 10, 20, 30):
  solfec, bodies = model('wall', 1e-2)
  told = 'no error'
  try:
    RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-6, sweeps, 1e-6), 0.1)
  except RuntimeError as error:
    told = 'an error that names a body' if 'body ' in str(error) else str(error)
  print('wall, %d sweeps: %s, t=%g' % (sweeps, told, solfec.time))
  verify.below('wall, %d sweeps: motion over size' % sweeps, way(bodies, 1.0), STILL)
verify.finish()
