# A block of about 100 000 elements that falls on a ball. Words: element=TET|HEX cells=I,J,K form=TL|BC
# scheme=NAME.
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Bench, word

ELEMENT, FORM, SCHEME = word('element', 'HEX'), word('form', 'TL'), word('scheme', 'DEF_EXP')
CELLS = [int(n) for n in word('cells', '46,46,46').split(',')]
STEP = 5e-6 if SCHEME == 'DEF_EXP' else 1e-3
RING = ((1, 2), (2, 3), (3, 7), (7, 4), (4, 5), (5, 1))  # tetrahedra about the diagonal 0-6


def tetrahedra(cells):
  """MESH of a unit cube with six tetrahedra per cell."""
  i, j, k = (n + 1 for n in cells)
  nodes = [x / n for c in range(k) for b in range(j) for a in range(i)
           for x, n in zip((a, b, c), cells)]
  elements = []
  for c in range(cells[2]):
    for b in range(cells[1]):
      for a in range(cells[0]):
        corner = [(a + x) + i * ((b + y) + j * (c + z)) for x, y, z in
                  ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))]
        for p, q in RING:
          elements += [4, corner[0], corner[p], corner[q], corner[6], 1]
  return MESH(nodes, elements, 1)


solfec = SOLFEC('DYNAMIC', STEP, 'block')
solfec.verbose = 'OFF'
SURFACE_MATERIAL(solfec, friction=0.3)
GRAVITY(solfec, (0, 0, -10))
OUTPUT(solfec, 1000.0)
bulk = BULK_MATERIAL(solfec, 'KIRCHHOFF', 'soft', 1e9, 0.25, 2000.0)
BODY(solfec, 'OBSTACLE', SPHERE((0.51, 0.49, -0.2), 0.2, 1, 1), bulk)
CUBE = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]
mesh = HEX(CUBE, *CELLS, 1, [1] * 6) if ELEMENT == 'HEX' else tetrahedra(CELLS)
body = BODY(solfec, 'FINITE_ELEMENT', mesh, bulk, form=FORM)
body.scheme = SCHEME
if SCHEME != 'DEF_EXP':
  body.damping = STEP
INITIAL_VELOCITY(body, (0, 0, -0.1), (0, 0, 0))

Bench(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 1000, 1e-10), 30, warmup=10).run()
