# One implicit finite-element body with many rows. Words: model=strip|cube|symmetric|tyre|drawn|held
# form=TL|BC.
#
#   strip      2 x 40 x 4 hexahedra, a bow whose ends lie on a floor, flattened by a plate that comes
#              down; DEF_LIM
#   cube       10 x 10 x 10 hexahedra, 17 points of the lowest layer fixed, a force on the upper face
#   symmetric  15 x 10 x 10 hexahedra, every third point of three faces held in the plane of the
#              face, tension on a fourth face; DEF_LIM
#   tyre       120 x 5 x 2 hexahedra about an axis, ten points of the rim fixed, a plate pressed
#              against about 30 points of the tread with friction
#   drawn      20 x 10 x 10 hexahedra, 105 points of the upper face drawn along; DEF_LIM
#   held       15 x 10 x 10 hexahedra, 176 points below fixed, 152 above moved
#
# Cube, tyre and held are quasi-static. Forms: 'BC' but for the strip.
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measure import Bench, models, word

MODEL = word('model', 'strip')
FORM = word('form', 'TL' if MODEL == 'strip' else 'BC')
CELLS = {'strip': (2, 40, 4), 'cube': (10, 10, 10), 'drawn': (20, 10, 10)}.get(MODEL, (15, 10, 10))
EDGE = 0.01  # of a hexahedron, m


def node(i, j, k):
  return (EDGE * i, EDGE * j, EDGE * k)


def block():
  return HEX(models.corners((0, 0, 0), node(*CELLS)), *CELLS, 1, [1] * 6)


def ring(around, across, through, inner, outer, width):
  """MESH of hexahedra about the y axis."""
  nodes = []
  for k in range(through + 1):
    r = inner + (outer - inner) * k / through
    for j in range(across + 1):
      for i in range(around):
        a = 2.0 * math.pi * i / around
        nodes += [r * math.sin(a), width * j / across, -r * math.cos(a)]
  elements = []
  for k in range(through):
    for j in range(across):
      for i in range(around):
        low = [around * (across + 1) * k + around * b + a % around
               for a, b in ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))]
        high = [n + around * (across + 1) for n in low]
        elements += [8] + high + low + [1]  # numbered from outside: positive volume
  return MESH(nodes, elements, 1)


def bow(cells, sag):
  """MESH of a block of cells bent up along y."""
  low = [(i, j) for j in range(cells[1] + 1) for i in range(cells[0] + 1)]
  nodes = []
  for k in range(cells[2] + 1):
    for i, j in low:
      x, y, z = node(i, j, k)
      nodes += [x, y, z + 4.0 * sag * j * (cells[1] - j) / cells[1] ** 2]
  elements = []
  for k in range(cells[2]):
    for j in range(cells[1]):
      for i in range(cells[0]):
        corner = [i + a + (cells[0] + 1) * (j + b) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]
        elements += [8] + [n + len(low) * (k + c) for c in (0, 1) for n in corner] + [1]
  return MESH(nodes, elements, 1)


def finite_element(mesh, bulk):
  body = BODY(solfec, 'FINITE_ELEMENT', mesh, bulk, form=FORM)
  if ANALYSIS == 'DYNAMIC':
    body.scheme = 'DEF_LIM'
    body.damping = STEP
  return body


def moving_plate(low, high, bulk, speed):
  plate = BODY(solfec, 'OBSTACLE', models.slab(low, high), bulk)
  SET_VELOCITY(plate, plate.center, (0, 0, 1), speed)


def strip(bulk):
  BODY(solfec, 'OBSTACLE', models.slab((-0.1, -0.1, -0.1), (0.2, 0.6, 0)), bulk)
  sag = 0.04
  finite_element(TRANSLATE(bow(CELLS, sag), (0, 0, -1e-6)), bulk)
  moving_plate((-0.1, -0.1, 0.04 + sag - 1e-6), (0.2, 0.6, 0.14 + sag), bulk, -0.02)


def cube(bulk):
  body = finite_element(block(), bulk)
  for n in range(17):
    FIX_POINT(body, node(*((5 * (n % 3), 2 * (n // 3), 0))))
  for i in range(CELLS[0] + 1):
    for j in range(CELLS[1] + 1):
      FORCE(body, 'SPATIAL', node(i, j, CELLS[2]), (1, 0, 2), TIME_SERIES([0, 0, 1, 100.0]))


def symmetric(bulk):
  body = finite_element(block(), bulk)
  for axis in range(3):
    direction = [1.0 if a == axis else 0.0 for a in range(3)]
    for place in points_of_face(axis, 3):
      FIX_DIRECTION(body, place, direction)
  for j in range(CELLS[1] + 1):
    for k in range(CELLS[2] + 1):
      FORCE(body, 'SPATIAL', node(CELLS[0], j, k), (1, 0, 0), TIME_SERIES([0, 0, 1, 100.0]))


def points_of_face(axis, stride):
  ranges = [range(0, n + 1, stride) for n in CELLS]
  ranges[axis] = [0]
  return [node(i, j, k) for i in ranges[0] for j in ranges[1] for k in ranges[2]]


def tyre(bulk):
  body = finite_element(ring(120, 5, 2, 0.24, 0.3, 0.2), bulk)
  for i in range(10):
    a = 2.0 * math.pi * i / 10
    FIX_POINT(body, (0.24 * math.sin(a), 0.04 * (i % 6), -0.24 * math.cos(a)))
  moving_plate((-0.5, -0.1, -0.4), (0.5, 0.3, -0.3 + 1e-6), bulk, 0.15)


def drawn(bulk):
  body = finite_element(block(), bulk)
  for i in range(CELLS[0] + 1):
    for j in range(1, CELLS[1] + 1, 2):
      SET_VELOCITY(body, node(i, j, CELLS[2]), (0.6, 0, 0.8), TIME_SERIES([0, 0, 1, 1.0]))


def held(bulk):
  body = finite_element(block(), bulk)
  plane = [(i, j) for i in range(CELLS[0] + 1) for j in range(CELLS[1] + 1)]
  for i, j in plane:
    FIX_POINT(body, node(i, j, 0))
  for i, j in plane[:152]:
    SET_VELOCITY(body, node(i, j, CELLS[2]), (0, 0.6, 0.8), 1e-2)


ANALYSIS = 'QUASI_STATIC' if MODEL in ('cube', 'tyre', 'held') else 'DYNAMIC'
STEP = 1e-3
solfec, rubber = models.scene(STEP, MODEL, density=1000.0, gravity=(0, 0, 0), young=1e7, poisson=0.3,
                              analysis=ANALYSIS, friction=0.3)
{'strip': strip, 'cube': cube, 'symmetric': symmetric, 'tyre': tyre, 'drawn': drawn, 'held': held}[
    MODEL](rubber)
Bench(solfec, GAUSS_SEIDEL_SOLVER(1e-8, 1000, 1e-16), 25, warmup=12 if MODEL == 'tyre' else 5).run()
