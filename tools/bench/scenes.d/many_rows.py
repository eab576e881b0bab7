# A block of hexahedra pressed between two rough plates, quasi-static: a row for each node of two faces.
# Words: cells=I,J,K friction=MU form=TL|BC.
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Bench, models, word

CELLS = [int(n) for n in word('cells', '15,15,8').split(',')]
EDGE = 0.01  # of a hexahedron, m
OVERLAP = 1e-8

STEP = 1e-2
solfec, rubber = models.scene(STEP, 'many-rows', density=1000.0, gravity=(0, 0, 0), young=1e7,
                              poisson=0.3, analysis='QUASI_STATIC', friction=word('friction', 0.3))
X, Y, Z = (EDGE * n for n in CELLS)
BODY(solfec, 'OBSTACLE', models.slab((-X, -Y, -Z), (2 * X, 2 * Y, OVERLAP)), rubber)
BODY(solfec, 'FINITE_ELEMENT',
     HEX(models.corners((0, 0, 0), (X, Y, Z)), *CELLS, 1, [1] * 6), rubber, form=word('form', 'TL'))
plate = BODY(solfec, 'OBSTACLE', models.slab((-X, -Y, Z - OVERLAP), (2 * X, 2 * Y, 2 * Z)), rubber)
SET_VELOCITY(plate, plate.center, (0, 0, 1), -1e-3 * Z / STEP)
Bench(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 1000, 1e-10), 6, warmup=2).run()
