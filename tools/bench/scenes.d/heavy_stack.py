# A tower of ten unit cubes whose top one is 100 times heavier.
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Bench, models, word

COUNT, DENSITY, RATIO = word('count', 10), 1000.0, word('ratio', 100.0)

solfec, bulk = models.scene(1e-3, 'stack', density=DENSITY, friction=0.5)
heavy = BULK_MATERIAL(solfec, model='KIRCHHOFF', young=1e9, poisson=0.25, density=RATIO * DENSITY)
tower = [BODY(solfec, 'OBSTACLE', models.slab((-2, -2, -1), (3, 3, 0)), bulk)]
for k in range(COUNT):
  cube = models.brick((0, 0, k), (1, 1, k + 1), (2, 2, 2))
  tower.append(BODY(solfec, 'RIGID', cube, heavy if k == COUNT - 1 else bulk))

solver = GAUSS_SEIDEL_SOLVER(1e-8, word('maxiter', 1000), word('meritval', 1e-16))
Bench(solfec, solver, 500, floor=tower[:1], stack=tower, drift=True).run()
