# M x M x M touching unit cubes of one hexahedron each on a floor. Words: m=M window=STEPS
# points=PATCH|CENTROID (of CONTACT_POINTS) solver=GAUSS_SEIDEL|NEWTON.
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Bench, models, word

M = word('m', 8)

solfec, bulk = models.scene(1e-3, 'fe-cubes', density=2000.0, gravity=(0, 0, -10), friction=0.3)
stone = BULK_MATERIAL(solfec, 'KIRCHHOFF', 'stone', 1e10, 0.25, 2000.0)
BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -1), (M + 1, M + 1, 0)), bulk)
for k in range(M):
  for j in range(M):
    for i in range(M):
      cube = models.brick((i, j, k), (i + 1, j + 1, k + 1), (1, 1, 1))
      body = BODY(solfec, 'FINITE_ELEMENT', cube, stone)
      body.scheme = 'DEF_LIM'
      body.damping = 1e-4

CONTACT_POINTS(solfec, word('points', 'PATCH'))
CONTACT_SPARSIFY(solfec, 0, 1e-2)  # edges and corners that only touch are no contacts here

BY_NEWTON = word('solver', 'GAUSS_SEIDEL') == 'NEWTON'
SOLVER = NEWTON_SOLVER(1e-8, 5000) if BY_NEWTON else GAUSS_SEIDEL_SOLVER(1e-3, 5000, 1e-8)
Bench(solfec, SOLVER, word('window', 3), gravity=10.0).run()
