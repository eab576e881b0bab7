# A drum with two paddles into which a callback drops layers of spheres; then it turns at 1 rad/s.
# Words: n=N spheres in the end.
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Bench, models, word

N, STEP, LENGTH, SEGMENTS, SHELL = word('n', 500), 1e-3, 0.5, 32, 0.05
RADIUS = 0.8 * (0.1 / N) ** (1.0 / 3.0)

solfec, bulk = models.scene(STEP, 'drum', density=100.0, gravity=(0, 0, -10), friction=0.3)


def sector(k):
  """Piece of the pipe between two of its 32 edges."""
  corners = []
  for y in (0.0, LENGTH):
    for angle in (2.0 * math.pi * k / SEGMENTS, 2.0 * math.pi * (k + 1) / SEGMENTS):
      for r in (1.0, 1.0 + SHELL):
        corners += [r * math.cos(angle), y, r * math.sin(angle)]
  return HULL(corners, 1, 1)


def disc(y):
  ring = [(math.cos(2.0 * math.pi * k / SEGMENTS), math.sin(2.0 * math.pi * k / SEGMENTS))
          for k in range(SEGMENTS)]
  return HULL([v for x, z in ring for at in (y, y + SHELL)
               for v in ((1 + SHELL) * x, at, (1 + SHELL) * z)], 1, 1)


paddles = [models.slab((x - 0.1, 0.0, -0.1), (x + 0.1, LENGTH, 0.1)) for x in (-0.9, 0.9)]
parts = [sector(k) for k in range(SEGMENTS)] + paddles + [disc(-SHELL), disc(LENGTH)]
drum = BODY(solfec, 'OBSTACLE', parts, bulk)

PITCH = 2.02 * RADIUS
INTERVAL = 10  # steps between two layers


def layers():
  """Centres of lattice layers from the bottom of the drum upwards."""
  rows = int(LENGTH / PITCH)
  reach = 0.99 - RADIUS  # of centres from the axis; the flat segments begin at 0.9952
  z = -reach
  while True:
    half = math.sqrt(max(0.0, reach ** 2 - z * z))
    if abs(z) < 0.1 + RADIUS:
      half = min(half, 0.8 - RADIUS)  # between the paddles
    columns = 1 + int(2.0 * half / PITCH)
    yield [((i - 0.5 * (columns - 1)) * PITCH, (j + 0.5) * LENGTH / rows, z)
           for i in range(columns) for j in range(rows)]
    z += PITCH


source = layers()
state = {'step': 0, 'made': 0}


def insert():
  """Adds a layer at times; the drum turns when all spheres are in."""
  if state['made'] < N and state['step'] % INTERVAL == 0:
    for place in next(source)[:N - state['made']]:
      BODY(solfec, 'RIGID', SPHERE(place, RADIUS, 1, 1), bulk)
      state['made'] += 1
    if state['made'] == N:
      INITIAL_VELOCITY(drum, (0, 0, 0), (0, 1, 0))
  state['step'] += 1


insert()
SOLVER = GAUSS_SEIDEL_SOLVER(1e-3, 200, 1e-8, acceleration=word('acceleration', 'AUTO'))
Bench(solfec, SOLVER, 600, gravity=10.0, in_step=insert).run()
