# A block of about 100 000 elements that falls on a ball. Words: element=TET|HEX cells=I,J,K form=TL|BC
# scheme=NAME.
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Bench, models, word

ELEMENT, FORM, SCHEME = word('element', 'HEX'), word('form', 'TL'), word('scheme', 'DEF_EXP')
CELLS = [int(n) for n in word('cells', '46,46,46').split(',')]
STEP = 5e-6 if SCHEME == 'DEF_EXP' else 1e-3

solfec = SOLFEC('DYNAMIC', STEP, 'block')
solfec.verbose = 'OFF'
SURFACE_MATERIAL(solfec, friction=0.3)
GRAVITY(solfec, (0, 0, -10))
OUTPUT(solfec, 1000.0)
bulk = BULK_MATERIAL(solfec, 'KIRCHHOFF', 'soft', 1e9, 0.25, 2000.0)
BODY(solfec, 'OBSTACLE', SPHERE((0.51, 0.49, -0.2), 0.2, 1, 1), bulk)
CUBE = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]
mesh = HEX(CUBE, *CELLS, 1, [1] * 6) if ELEMENT == 'HEX' else models.tetrahedra(CELLS)
body = BODY(solfec, 'FINITE_ELEMENT', mesh, bulk, form=FORM)
body.scheme = SCHEME
if SCHEME != 'DEF_EXP':
  body.damping = STEP
INITIAL_VELOCITY(body, (0, 0, -0.1), (0, 0, 0))

Bench(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 1000, 1e-10), 30, warmup=10).run()
