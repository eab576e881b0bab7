# Shows:   a standing wall in running bond.
# Setting: rigid bricks 0.5 x 0.25 x 0.25 m, half bricks at the ends of odd courses, density 2000
#          kg/m^3, mu 0.5, h = 1e-3 s. The first word after the script tells how many bricks: 20
#          (without a word; 5 courses of 4), 200 (20 of 10) or 1000 (25 of 40). The solver is
#          tighter than its default, for forces to 1e-8 of the weight.
# Source:  equilibrium.
# Expect:  the floor carries the weight to 1e-8 in every step; no brick moves 1e-9 m within 1 s.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

BRICKS = int((NON_SOLFEC_ARGV() or ['20'])[0])
COURSES, PER_COURSE = {20: (5, 4), 200: (20, 10), 1000: (25, 40)}[BRICKS]
LENGTH, WIDTH, HEIGHT = 0.5, 0.25, 0.25
G, DENSITY = 9.81, 2000.0


verify.case(12, 'Standing wall of %d bricks' % BRICKS)
solfec, bulk = models.scene(1e-3, 'wall-%d' % BRICKS, density=DENSITY, friction=0.5)
floor = BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -0.5), (PER_COURSE, 1, 0)), bulk)
bricks = [BODY(solfec, 'RIGID', models.brick(low, high), bulk)
          for low, high in models.running_bond(COURSES, PER_COURSE, (LENGTH, WIDTH, HEIGHT))]

weight = PER_COURSE * COURSES * LENGTH * WIDTH * HEIGHT * DENSITY * G
error = [0.0, 0]


def record():
  force = models.contact_force(floor)
  error[0] = max(error[0], models.norm((force[0], force[1], force[2] + weight)) / weight)
  error[1] += 1


models.each_step(solfec, record)
RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-9, 1000, 1e-18), 1.0)
verify.equal('steps looked at', error[1], 1000)
verify.check('mass of the bricks (kg)', sum(b.mass for b in bricks), weight / G,
             1e-12 * weight / G)
verify.below('force of the floor less weight, over weight, worst step', error[0], 1e-8)
verify.below('largest way of a brick (m)',
             max(models.norm(DISPLACEMENT(b, b.center)) for b in bricks), 1e-9)
verify.finish()
