# M x M x M cubes in a box of six plates that share one motion along (1, 1, 0): acceleration 5 m/s^2
# sine at 2 Hz after a rest of 20 % of the run. Words: m=M kind=RIGID|PSEUDO_RIGID|COROTATIONAL
# window=STEPS points=PATCH|CENTROID (of CONTACT_POINTS).
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Bench, box_of_slabs, models, word

M, KIND = word('m', 8), word('kind', 'RIGID')
EDGE, STEP, RUN_STEPS = 0.1, 5e-4, 2000
PITCH = EDGE + 0.010 / M

solfec, bulk = models.scene(STEP, 'cubes', density=1000.0, gravity=(0, 0, -10), friction=0.1)
side = (M - 1) * PITCH + EDGE  # the plates touch the outer cubes
plates = box_of_slabs(solfec, bulk, (0, 0, 0), (side, side, side), 0.1, lid=True)
rest, pulsation = 0.2 * RUN_STEPS * STEP, 2.0 * math.pi * 2.0
acceleration = TIME_SERIES([(0.0, 0.0)] + [
    (rest + i * STEP, 5.0 * math.sin(pulsation * i * STEP)) for i in range(4 * RUN_STEPS)])
for plate in plates:
  SET_ACCELERATION(plate, plate.center, (1, 1, 0), acceleration)
for k in range(M):
  for j in range(M):
    for i in range(M):
      low = [n * PITCH for n in (i, j, k)]
      cube = models.brick(low, [x + EDGE for x in low], (2, 2, 2))
      body = (BODY(solfec, 'FINITE_ELEMENT', cube, bulk, form='BC') if KIND == 'COROTATIONAL'
              else BODY(solfec, KIND, cube, bulk))
      if KIND != 'RIGID':
        body.scheme = 'DEF_LIM'
        body.damping = STEP

CONTACT_POINTS(solfec, word('points', 'PATCH'))
SOLVER = GAUSS_SEIDEL_SOLVER(1e-3, 3000, 1e-8, acceleration=word('acceleration', 'AUTO'))
Bench(solfec, SOLVER, word('window', 120), gravity=10.0).run()
