# A unit cube of tetrahedra pressed between two rough plates, quasi-static, form 'TL'. Words:
# cells=I,J,K, six tetrahedra per cell.
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Bench, models, word

CELLS = [int(n) for n in word('cells', '25,25,27').split(',')]
STEP = 1e-2
OVERLAP = 1e-6

solfec, rubber = models.scene(STEP, 'press', density=1000.0, gravity=(0, 0, 0), young=1e7, poisson=0.3,
                              analysis='QUASI_STATIC', friction=0.3)
BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -1), (2, 2, OVERLAP)), rubber)
BODY(solfec, 'FINITE_ELEMENT', models.tetrahedra(CELLS), rubber, form='TL')
plate = BODY(solfec, 'OBSTACLE', models.slab((-1, -1, 1 - OVERLAP), (2, 2, 2)), rubber)
SET_VELOCITY(plate, plate.center, (0, 0, 1), -0.1)
Bench(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 1000, 1e-10), 2, warmup=1).run()
