# Shows:   a wall that is shaken below its limit stands on its base: nothing creeps.
# Setting: 10 courses of 8 plain bricks 0.5 x 0.25 x 0.25 m in running bond on a base, mu 0.6, the
#          base accelerated by sines of 3 Hz: 0.02 g across and 0.1 g along, 0.3 g along, 0.08 g
#          across; 0.4 s, h = 1e-3 s, GAUSS_SEIDEL_SOLVER (). A cube pushed by a fifth of its weight.
# Source:  equilibrium: friction of mu 0.6 bears 0.6 g, and a wall 0.25 m thick and 2.5 m high
#          begins to rock across at 0.1 g.
#          Walls of 8 courses, 44 bricks 1 x 0.5 x 0.4 m, at rest for 4 s, h = 5e-3 s, by each solver.
# Expect:  no brick moves 1e-7 m against the base; the corners of the cube share its push.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify
from solfec import (BODY, BODY_SPACE_SOLVER, DISPLACEMENT, FORCE, GAUSS_SEIDEL_SOLVER,
                    INTERIOR_POINT_SOLVER, NEWTON_SOLVER, RUN, SET_ACCELERATION, TIME_SERIES)

G, COURSES, PER_COURSE, SIZE = 9.81, 10, 8, (0.5, 0.25, 0.25)


def creep(along, across):
  """Largest displacement of the centre of a brick against the base, m; steps that missed."""
  solfec, bulk = models.scene(1e-3, 'shaken-wall-%g-%g' % (along, across), density=2000,
                              friction=0.6)
  base = BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -0.3), (PER_COURSE, 1, 0)), bulk)
  bricks = [BODY(solfec, 'RIGID', models.slab(low, high), bulk)
            for low, high in models.running_bond(COURSES, PER_COURSE, SIZE)]
  for share, way in ((along, (1, 0, 0)), (across, (0, 1, 0))):
    sine = [(0.005 * i, share * G * math.sin(2 * math.pi * 3 * 0.005 * i)) for i in range(100)]
    SET_ACCELERATION(base, base.center, way, TIME_SERIES(sine))
  centers = [brick.center for brick in bricks]
  solver = GAUSS_SEIDEL_SOLVER()
  missed = [0]

  def look():
    missed[0] += solver.error != 'OK'

  models.each_step(solfec, look)
  base_center = base.center
  RUN(solfec, solver, 0.4)
  moved = DISPLACEMENT(base, base_center)
  return max(math.dist(DISPLACEMENT(brick, center), moved)
             for brick, center in zip(bricks, centers)), missed[0]


def wander(solver):
  """Largest displacement of the centre of a brick of a wall at rest at any time, m."""
  solfec, bulk = models.scene(5e-3, 'wall-at-rest-%s' % type(solver).__name__, density=1000,
                              friction=0.6)
  BODY(solfec, 'OBSTACLE', models.slab((-1, -4, -1), (11, 4, 0)), bulk)
  bricks = [BODY(solfec, 'RIGID', models.slab(low, high), bulk)
            for low, high in models.running_bond(8, 6, (1, 0.5, 0.4))]
  centers = [brick.center for brick in bricks]
  most = [0.0]

  def look():
    most[0] = max(most[0], *(math.dist(DISPLACEMENT(brick, center), (0, 0, 0))
                             for brick, center in zip(bricks, centers)))

  models.each_step(solfec, look)
  RUN(solfec, solver, 4)
  return most[0]


verify.case(12, 'Walls that are shaken below their limit')
for along, across in ((0.1, 0.02), (0.3, 0.0), (0.0, 0.08)):
  way, missed = creep(along, across)
  name = '%g g along, %g g across' % (along, across)
  verify.below('largest way of a brick against the base, %s (m)' % name, way, 1e-7)
  verify.equal('steps that missed, %s' % name, missed, 0)

for solver in (GAUSS_SEIDEL_SOLVER(), NEWTON_SOLVER(), BODY_SPACE_SOLVER(), INTERIOR_POINT_SOLVER()):
  verify.below('largest way of a brick of a wall at rest, %s (m)' % type(solver).__name__,
               wander(solver), 1e-7)

solfec, bulk = models.scene(1e-3, 'pushed-cube', density=1000, friction=0.5)
floor = BODY(solfec, 'OBSTACLE', models.slab((-2, -2, -1), (2, 2, 0)), bulk)
cube = BODY(solfec, 'RIGID', models.slab((-0.5, -0.5, 0), (0.5, 0.5, 1)), bulk)
push = 0.2 * 1000 * G
FORCE(cube, 'SPATIAL', (0, 0, 0.5), (1, 0, 0), push)
RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.1)
forces = [models.global_force(contact) for contact in models.contacts_of(cube)]
share = sum(math.hypot(force[0], force[1]) for force in forces) / push
verify.within('friction of the corners of a pushed cube over the push', share, 1.0 - 1e-6, 1.05)
verify.finish()
