# Four masonry arches side by side with side walls, fillers in the valleys between them and gravel
# that falls onto them; 10 030 bodies, 10 of them obstacles (springers, end walls).
import math
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Bench, models, word

ARCHES, COUNT, SPAN = 4, 27, 22.0
RADIUS, THICKNESS, WIDTH, WALL = 10.0, 2.0, 5.0, 1.0
TOP = RADIUS + 3.0
OUTER = RADIUS + 0.5 * THICKNESS
FIRST_WALL, LAST_WALL = 4, 22
GRAVEL = (27, 6, word('layers', 15))


def ring(k, r):
  """Point (x, z) of an arch at joint k, radius r."""
  return r * math.cos(math.pi * k / COUNT), r * math.sin(math.pi * k / COUNT)


def prism(quad, y0, y1, cells):
  """Hexahedra over the quadrilateral ((x, z) x 4, from x- z- round to x- z+), y0 < y < y1."""
  (a, b, c, d) = quad
  nodes = []
  for (x0, z0), (x1, z1) in ((a, b), (d, c)):
    nodes += [x0, y0, z0, x1, y0, z1, x1, y1, z1, x0, y1, z0]
  return HEX(nodes, cells[0], cells[1], cells[2], 1, [1] * 6)


def voussoir(x, k):
  inner, outer = RADIUS - 0.5 * THICKNESS, OUTER
  corners = [ring(k, inner), ring(k, outer), ring(k + 1, outer), ring(k + 1, inner)]
  quad = [(x + p, q) for p, q in corners]  # thickness along the first axis of the mesh
  return prism(quad, 0.0, WIDTH, (2, 3, 1))


def side_wall(x, k, y0):
  (x0, z0), (x1, z1) = ring(k + 1, OUTER), ring(k, OUTER)
  quad = [(x + x0, z0), (x + x1, z1), (x + x1, TOP), (x + x0, TOP)]
  return prism(quad, y0, y0 + WALL, (1, 2, 3))


def filler(valley, k, y0):
  """Block of a valley from joint k of the arches beside it up to the next joint; the last one goes
  up to the top of the side walls. The outer valleys end at the end walls in their middle."""
  middle = (valley - 0.5) * SPAN
  low = ring(k, OUTER)
  high = (low[0], TOP) if k == FIRST_WALL else ring(k + 1, OUTER)

  def left(x):
    return middle - (0.5 * SPAN - x if valley > 0 else 0.0)

  def right(x):
    return middle + (0.5 * SPAN - x if valley < ARCHES else 0.0)

  quad = [(left(low[0]), low[1]), (right(low[0]), low[1]), (right(high[0]), high[1]),
          (left(high[0]), high[1])]
  return prism(quad, y0, y0 + WALL, (1, 2, 1))


def stone(low, edge, rng):
  """Random hull of 8 to 64 points in a cube."""
  points = [low[n % 3] + edge * rng.random() for n in range(3 * rng.randint(8, 64))]
  return HULL(points, 1, 1)


solfec, bulk = models.scene(1e-3, 'bridge', density=1800.0, friction=0.5)
CONTACT_SPARSIFY(solfec, 0.005)
for arch in range(ARCHES):
  x = arch * SPAN
  for k in range(-1, COUNT + 1):
    BODY(solfec, 'RIGID' if 0 <= k < COUNT else 'OBSTACLE', voussoir(x, k), bulk)
  for k in range(FIRST_WALL, LAST_WALL + 1):
    for y in (0.0, WIDTH - WALL):
      BODY(solfec, 'RIGID', side_wall(x, k, y), bulk)
for valley in range(ARCHES + 1):
  for k in range(1, FIRST_WALL + 1):
    for y in (0.0, WIDTH - WALL):
      BODY(solfec, 'RIGID', filler(valley, k, y), bulk)
for x in (-0.5 * SPAN - 1.0, (ARCHES - 0.5) * SPAN):
  BODY(solfec, 'OBSTACLE', models.slab((x, 0.0, 0.0), (x + 1.0, WIDTH, TOP + 10.0)), bulk)

rng = random.Random(1)
pitches = SPAN / GRAVEL[0], (WIDTH - 2.0 * WALL) / GRAVEL[1]
edge = min(pitches)
for arch in range(ARCHES):
  for i in range(GRAVEL[0]):
    for j in range(GRAVEL[1]):
      for k in range(GRAVEL[2]):
        low = ((arch - 0.5) * SPAN + (i + 0.5) * pitches[0] - 0.5 * edge,
               WALL + (j + 0.5) * pitches[1] - 0.5 * edge, TOP + k * edge)
        BODY(solfec, 'RIGID', stone(low, edge, rng), bulk)

solver = GAUSS_SEIDEL_SOLVER(1e-3, 160, 1e-4)
solver.reverse = 'ON'
Bench(solfec, solver, 120).run()
