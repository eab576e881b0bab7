# A lattice of N x N x N spheres over a funnel of 26 thin obstacles, penalty EXPLICIT. Words: n=N.
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Bench, models, word

N, RADIUS, STEP, SHEET = word('n', 25), 0.01, 1e-4, 0.01
PITCH = 2.0 * RADIUS * (1.0 - 1e-4)  # neighbours touch from the start
SIDE = 0.5 * N * PITCH  # half of the box
MOUTH, DEPTH, PANELS = 0.2 * SIDE, SIDE, 4

solfec, bulk = models.scene(STEP, 'hopper', density=2500.0, model='SPRING_DASHPOT', friction=0.5,
                            spring=2e4, dashpot=1.0)


def walls():
  """Corners (low, high) of upright panels and of the four slopes; x, then y."""
  edge = 2.0 * SIDE / PANELS
  for k in range(PANELS):
    a, b = -SIDE + k * edge, -SIDE + (k + 1) * edge
    for sign in (-1, 1):
      for swap in (False, True):
        yield [(sign * (SIDE + o), y, z) for o in (0, SHEET) for y in (a, b)
               for z in (0, 2 * SIDE)], swap
  for half in (0, 1):
    for sign in (-1, 1):
      for swap in (False, True):
        a = [(-SIDE, 0.0), (0.0, SIDE)][half]
        b = [(-MOUTH, 0.0), (0.0, MOUTH)][half]
        yield ([(sign * (SIDE + o), y, o * 0.5) for o in (0, SHEET) for y in a] +
               [(sign * (MOUTH + o), y, o * 0.5 - DEPTH) for o in (0, SHEET) for y in b]), swap


for corners, swap in walls():
  flat = [v for x, y, z in corners for v in ((y, x, z) if swap else (x, y, z))]
  BODY(solfec, 'OBSTACLE', HULL(flat, 1, 1), bulk)
for sign in (-1, 1):  # the two flaps of the mouth
  low, high = sorted((0.0, sign * MOUTH))
  BODY(solfec, 'OBSTACLE', models.slab((low, -MOUTH, -DEPTH - SHEET), (high, MOUTH, -DEPTH)), bulk)
for k in range(N):
  for j in range(N):
    for i in range(N):
      place = [(n + 0.5) * PITCH - SIDE for n in (i, j)] + [(k + 0.5) * PITCH]
      BODY(solfec, 'RIGID', SPHERE(place, RADIUS, 1, 1), bulk)

Bench(solfec, PENALTY_SOLVER('EXPLICIT'), 180).run()
