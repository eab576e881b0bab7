# Mechanisms whose rows sweeps agree on slowly: kind=CHAIN, a heavy load on a chain of light links on
# HINGEs; kind=LOOP, a four-bar linkage of four HINGEs, held three times more than its bodies have
# motions; kind=CLOTH, a square mesh of bars on BALLs.
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Bench, models, word

KIND, STEP = word('kind', 'CHAIN'), word('step', 1e-3)

solfec, bulk = models.scene(STEP, 'mechanism', density=7800.0)
bodies = []


def bar(low, high):
  bodies.append(BODY(solfec, 'RIGID', models.slab(low, high), bulk))
  return bodies[-1]


def chain(links, load, length=0.2, half=0.01):
  """`links` bars of 0.6 kg, one below the other, and a cube of `load` kg that swings below them."""
  last, end = None, 0.0
  for _ in range(links):
    link = bar((-half, -half, end - length), (half, half, end))
    HINGE(link, last, (0, 0, end), (0, 1, 0))
    last, end = link, end - length
  side = (load / 7800.0) ** (1.0 / 3.0) / 2
  cube = bar((-side, -side, end - 2 * side), (side, side, end))
  HINGE(cube, last, (0, 0, end), (0, 1, 0))
  INITIAL_VELOCITY(cube, (0.1, 0, 0), (0, 0, 0))


def inclined(p, q, slender):
  """A bar of square section from p to q in the plane y = 0."""
  x, z = q[0] - p[0], q[2] - p[2]
  half = math.hypot(x, z) / slender / 2
  u, w = (s / math.hypot(x, z) * half for s in (x, z))
  corners = [(e[0] - w * i, half * j, e[2] + u * i) for e in (p, q) for i in (-1, 1) for j in (-1, 1)]
  bodies.append(BODY(solfec, 'RIGID', HULL(corners, 1, 1), bulk))
  return bodies[-1]


def loop(slender, a=1.0, b=2.5, c=2.0, d=2.2, start=0.3):
  x, z = a * math.cos(start), a * math.sin(start)
  f = math.hypot(d - x, z)
  angle = math.atan2(-z, d - x) + math.acos((b * b + f * f - c * c) / (2 * b * f))
  places = [(0, 0, 0), (x, 0, z), (x + b * math.cos(angle), 0, z + b * math.sin(angle)), (d, 0, 0)]
  parts = [inclined(p, q, slender) for p, q in zip(places, places[1:])]
  for body, other, place in zip(parts, parts[1:] + [None], places[1:]):
    HINGE(body, other, place, (0, 1, 0))
  HINGE(parts[0], None, places[0], (0, 1, 0))


def cloth(count, length=0.2, half=0.005):
  """Bars between the nodes of a square mesh, which hangs at its four corners."""
  at_node = {}
  for i in range(count):
    for j in range(count):
      for k, node in enumerate(((i + 1, j), (i, j + 1))):
        if max(node) == count:
          continue
        low, high = [i * length - half, j * length - half, -half], [i * length + half, j * length + half, half]
        low[k], high[k] = low[k] + 3 * half, high[k] + length - 3 * half
        body = bar(low, high)
        for one in ((i, j), node):
          at_node.setdefault(one, []).append(body)
  for (i, j), joined in sorted(at_node.items()):
    place = (i * length, j * length, 0)
    for one, other in zip(joined, joined[1:]):
      BALL(one, other, place)
    if {i, j} <= {0, count - 1}:
      BALL(joined[0], None, place)


if KIND == 'CHAIN':
  chain(word('links', 50), word('load', 20000.0))
elif KIND == 'LOOP':
  loop(word('slender', 50.0))
else:
  cloth(word('count', 10))
Bench(solfec, GAUSS_SEIDEL_SOLVER(), word('window', 500)).run()
