# Shows:   a wall that rocks moves as one that is solved 100 times tighter, and comes to rest.
# Setting: 10 courses of 8 plain bricks 0.5 x 0.25 x 0.25 m in running bond, mu 0.6, on a base that is
#          accelerated across by a sine of 0.2 g and 3 Hz for 0.24 s; 6 courses of 5 of these bricks, whose
#          base is shaken so by 0.18 g for 1/3 s and then stands for 2 s. h = 1e-3 s, GAUSS_SEIDEL_SOLVER ().
# Source:  a run with accuracy 1e-5 g h, a hundredth of the default; a run by INTERIOR_POINT_SOLVER,
#          another method, with that accuracy. Rest: friction bears the weight, so nothing moves.
# Expect:  places of bricks agree to a hundredth of the largest slip of the wall, or 1e-7 m, and
#          with the other method to 2e-6 m; bricks at rest move by 1e-7 m in a second at most.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify
from solfec import (BODY, DISPLACEMENT, GAUSS_SEIDEL_SOLVER, INTERIOR_POINT_SOLVER, RUN,
                    SET_ACCELERATION, TIME_SERIES)

G, STEP, SIZE, FREQUENCY = 9.81, 1e-3, (0.5, 0.25, 0.25), 3.0


class Wall:
  """A wall of bricks on a base that is shaken across by whole or broken periods of a sine."""

  def __init__(self, name, courses, per_course, share, shaken):
    self.solfec, bulk = models.scene(STEP, 'rocking-wall-%s' % name, density=2000, friction=0.6)
    end = (0.5 * per_course + 1, 1, 0)
    self.base = BODY(self.solfec, 'OBSTACLE', models.slab((-1, -1, -0.3), end), bulk)
    self.base_center = self.base.center
    self.bricks = [BODY(self.solfec, 'RIGID', models.slab(low, high), bulk)
                   for low, high in models.running_bond(courses, per_course, SIZE)]
    times = [5 * STEP * i for i in range(1000)]
    sine = [(t, share * G * math.sin(2 * math.pi * FREQUENCY * t) if t < shaken else 0.0)
            for t in times]
    SET_ACCELERATION(self.base, self.base_center, (0, 1, 0), TIME_SERIES(sine))
    self.centers = [brick.center for brick in self.bricks]
    self.missed, self.slip, self.joints = 0, 0.0, []
    models.each_step(self.solfec, self.look)

  def run(self, solver, duration):
    """Runs on. @return Displacements of the centres of the bricks against the base, m."""
    self.solver = solver
    RUN(self.solfec, solver, duration)
    moved = DISPLACEMENT(self.base, self.base_center)
    return [[a - b for a, b in zip(DISPLACEMENT(brick, center), moved)]
            for brick, center in zip(self.bricks, self.centers)]

  def look(self):
    """Counts missed steps; finds the largest slip of a joint, a contact point of the first step."""
    self.missed += self.solver.error != 'OK'
    if not self.joints:
      self.joints = [(c.adjbod, tuple(c.point), tuple(c.base[6:])) for c in self.solfec.constraints
                     if c.kind == 'CONTACT']
    if round(self.solfec.time / STEP) % 20:
      return
    for (one, other), point, normal in self.joints:
      apart = [a - b for a, b in zip(DISPLACEMENT(one, point), DISPLACEMENT(other, point))]
      along = models.dot(apart, normal)
      self.slip = max(self.slip, math.dist(apart, [along * n for n in normal]))


def farthest(one, other):
  return max(math.dist(a, b) for a, b in zip(one, other))


verify.case(12, 'Walls that rock')
TIGHT = (1e-5, 'GH')
wall, tight, other = (Wall(name, 10, 8, 0.2, 1) for name in ('default', 'tight', 'other'))
places = wall.run(GAUSS_SEIDEL_SOLVER(), 0.24)
expected = tight.run(GAUSS_SEIDEL_SOLVER(accuracy=TIGHT), 0.24)
verify.equal('steps that missed', wall.missed, 0)
verify.within('largest motion of a brick against the base (m)', max(map(models.norm, expected)), 1e-3, 2e-2)
verify.below('off from the tighter run (m)', farthest(places, expected), max(0.01 * tight.slip, 1e-7))
verify.below('off from INTERIOR_POINT_SOLVER (m)',
             farthest(places, other.run(INTERIOR_POINT_SOLVER(accuracy=TIGHT), 0.24)), 2e-6)

wall = Wall('rest', 6, 5, 0.18, 1 / FREQUENCY)
places = wall.run(GAUSS_SEIDEL_SOLVER(), 1.5)
verify.below('way at rest, in a second (m)', farthest(wall.run(GAUSS_SEIDEL_SOLVER(), 1.0), places), 1e-7)
verify.equal('steps that missed, with the rest', wall.missed, 0)
verify.finish()
