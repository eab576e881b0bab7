# Spheres of radius 0.05 (shape=SPHERE) or random hulls of 16 points in a ball of radius 0.1
# (shape=HULL) fall from a lattice into a box. Words: shape, n=N, side=M of the box,
# prediction=M (distance of CONTACT_PREDICTION).
import math
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Bench, box_of_slabs, models, word

N, SHAPE, SIDE, PREDICTION = word('n', 1000), word('shape', 'SPHERE'), word('side', 1.0), word(
    'prediction', 0.0)
RADIUS = {'SPHERE': 0.05, 'HULL': 0.1}[SHAPE]
PITCH = 2.1 * RADIUS
rng = random.Random(1)


def on_ball():
  """Random point on the unit sphere."""
  z, angle = rng.uniform(-1.0, 1.0), rng.uniform(0.0, 2.0 * math.pi)
  r = math.sqrt(1.0 - z * z)
  return r * math.cos(angle), r * math.sin(angle), z


def grain(place):
  if SHAPE == 'SPHERE':
    return SPHERE(place, RADIUS, 1, 1)
  return HULL([c + RADIUS * x for _ in range(16) for c, x in zip(place, on_ball())], 1, 1)


solfec, bulk = models.scene(1e-3, 'poured', density=2000.0, friction=0.5)
if PREDICTION > 0.0:
  CONTACT_PREDICTION(solfec, PREDICTION)
across = int(SIDE / PITCH)
layers = -(-N // across ** 2)
floor = box_of_slabs(solfec, bulk, (0, 0, 0), (SIDE, SIDE, layers * PITCH + 1.0), 0.5)
for n in range(N):
  cell = n % across, n // across % across, n // across ** 2
  place = [(c + 0.5) * SIDE / across for c in cell[:2]] + [(cell[2] + 1.0) * PITCH]
  jitter = 0.5 * SIDE / across - RADIUS
  place = [c + rng.uniform(-0.9, 0.9) * jitter for c in place[:2]] + place[2:]
  BODY(solfec, 'RIGID', grain(place), bulk)

solver = GAUSS_SEIDEL_SOLVER(word('epsilon', 1e-4), word('maxiter', 1000), word('meritval', 1.0),
                             acceleration=word('acceleration', 'AUTO'))
Bench(solfec, solver, 1500, floor=floor[:1], at_end=True).run()
