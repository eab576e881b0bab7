# Shows:   a tower of ten unit cubes whose top one is 100 times heavier.
# Setting: ten rigid cubes of 1 m, each with 2 x 2 x 2 elements, density 1000 kg/m^3, the top one
#          1e5 kg/m^3, mu 0.5, h = 1e-3 s.
# Source:  equilibrium.
# Expect:  every layer carries the weight above it to 1e-6; drift below 1e-9 m.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

COUNT, G, DENSITY, RATIO = 10, 9.81, 1000.0, 100.0

verify.case(23, 'Heavy top')
solfec, bulk = models.scene(1e-3, 'tower', density=DENSITY, friction=0.5)
heavy = BULK_MATERIAL(solfec, model='KIRCHHOFF', young=1e9, poisson=0.25, density=RATIO * DENSITY)
tower = [BODY(solfec, 'OBSTACLE', models.slab((-2, -2, -1), (3, 3, 0)), bulk)]
for k in range(COUNT):
  cube = models.brick((0, 0, k), (1, 1, k + 1), (2, 2, 2))
  tower.append(BODY(solfec, 'RIGID', cube, heavy if k == COUNT - 1 else bulk))

weights = [DENSITY * G * (COUNT - 1 - k + RATIO) for k in range(COUNT)]  # above joint k
worst = [0.0] * COUNT


def record():
  for k in range(COUNT):
    force = models.contact_force(tower[k + 1], tower[k])
    error = models.norm((force[0], force[1], force[2] - weights[k])) / weights[k]
    worst[k] = max(worst[k], error)


models.each_step(solfec, record)
# changes of 1e-8 between sweeps leave forces wrong by 7e-5: the sway of the tower is a slow mode
RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-11, 1000, 1e-14), 0.5)
for k in range(COUNT):
  verify.below('joint %d: force less weight above, over weight, worst step' % k, worst[k], 1e-6)
verify.below('largest way of a cube (m)',
             max(models.norm(DISPLACEMENT(b, b.center)) for b in tower[1:]), 1e-9)
verify.finish()
