# Shows:   finite elements: stresses at nodes, recovered from the elements around them.
# Setting: a quarter of a thick cylinder under internal pressure, radii 1 and 2 m, 20 x 20 x 2
#          hexahedra; a quarter of a plate with a hole of radius 1 m under tension, out to 4 m, 20 x
#          20 x 2, radii growing geometrically; a block of 4 x 1 x 1 m bent by moments at its ends,
#          24 x 6 x 3; Cook's membrane, 32 x 32 x 2. Tractions as forces at nodes, quasi-static,
#          strains small.
# Source:  Lame (1852); Kirsch (1898); Saint-Venant: sigma = M y / I; Cook, Malkus and Plesha (1989),
#          Concepts and Applications of Finite Element Analysis, sec. 8.5: principal stresses at the
#          middle of the lower and the upper edge, 0.2369 and -0.2035 of the finest meshes.
# Expect:  at boundary nodes within 2 % of the largest stress.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

YOUNG = 1e9


class Block:
  """A block of nx x ny x nz hexahedra whose grid points `place` puts in space; quasi-static."""

  def __init__(self, name, cells, place, poisson):
    self.cells, self.place, self.number, self.nodes = cells, place, {}, []
    nx, ny, nz = cells
    for k in range(nz + 1):
      for j in range(ny + 1):
        for i in range(nx + 1):
          self.number[i, j, k] = len(self.nodes)
          self.nodes.append(place(i / nx, j / ny, k / nz))
    elements = []
    for k in range(nz):
      for j in range(ny):
        for i in range(nx):
          square = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
          elements += [8] + [self.number[p + (k + up,)] for up in range(2) for p in square] + [1]
    self.solfec, bulk = models.scene(1.0, name, 1000.0, (0, 0, 0), YOUNG, poisson, 'QUASI_STATIC')
    mesh = MESH([c for p in self.nodes for c in p], elements, 1)
    self.body = BODY(self.solfec, 'FINITE_ELEMENT', mesh, bulk)
    self.forces = [0.0] * (3 * len(self.nodes))

  def side(self, axis, last):
    """Faces of the side of the first or last grid points along an axis: lists of four grid points."""
    others = [a for a in range(3) if a != axis]
    for s in range(self.cells[others[0]]):
      for t in range(self.cells[others[1]]):
        face = []
        for ds, dt in ((0, 0), (1, 0), (1, 1), (0, 1)):
          point = [0, 0, 0]
          point[axis] = self.cells[axis] if last else 0
          point[others[0]], point[others[1]] = s + ds, t + dt
          face.append(tuple(point))
        yield face

  def load(self, axis, last, traction):
    """Adds tractions (x, y, z) of points on a side, N/m^2, integrated with 2 x 2 Gauss points a face."""
    g = 0.5 / math.sqrt(3.0)
    for face in self.side(axis, last):
      p = [self.nodes[self.number[corner]] for corner in face]
      a = [p[2][i] - p[0][i] for i in range(3)]
      b = [p[3][i] - p[1][i] for i in range(3)]
      area = 0.5 * math.sqrt(sum((a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2]) ** 2 for i in range(3)))
      for s, t in ((0.5 - g, 0.5 - g), (0.5 + g, 0.5 - g), (0.5 + g, 0.5 + g), (0.5 - g, 0.5 + g)):
        share = ((1 - s) * (1 - t), s * (1 - t), s * t, (1 - s) * t)
        force = traction([sum(n * q[i] for n, q in zip(share, p)) for i in range(3)])
        for n, corner in zip(share, face):
          for i in range(3):
            self.forces[3 * self.number[corner] + i] += n * force[i] * area / 4

  def fix(self, points, direction):
    for point in points:
      FIX_DIRECTION(self.body, self.nodes[self.number[point]], direction)

  def plane(self, axis, last=False):
    """All grid points of a side."""
    return sorted({corner for face in self.side(axis, last) for corner in face})

  def solve(self):
    FORCE(self.body, 'SPATIAL', (0, 0, 0), (1, 0, 0), lambda q, u, t, h: self.forces)
    RUN(self.solfec, NEWTON_SOLVER(), 8.0)

  def stress(self, point):
    return STRESS(self.body, self.nodes[self.number[point]])


def polar(stress, point):
  """Radial and hoop stress."""
  r = math.hypot(point[0], point[1])
  c, s = point[0] / r, point[1] / r
  rr = c * c * stress[0] + s * s * stress[1] + 2 * c * s * stress[3]
  return rr, stress[0] + stress[1] - rr


def quarter(name, cells, outer, growing, poisson):
  """A quarter of a ring of inner radius 1, i outwards, j round, symmetric; and its radius at i / nx."""

  def radius(x):
    return outer ** x if growing else 1 + (outer - 1) * x

  def place(x, y, z):
    angle = 0.5 * math.pi * y
    return (radius(x) * math.cos(angle), radius(x) * math.sin(angle), 0.5 * z)

  block = Block(name, cells, place, poisson)
  block.fix(block.plane(1), (0, 1, 0))
  block.fix(block.plane(1, last=True), (1, 0, 0))
  block.fix([(0, 0, 0), (cells[0], 0, 0), (0, cells[1], 0)], (0, 0, 1))
  return block


def cylinder():
  cells, pressure, outer = (20, 20, 2), 1e3, 2.0
  block = quarter('stress-cylinder', cells, outer, False, 0.3)
  block.load(0, False, lambda p: [pressure * c / math.hypot(p[0], p[1]) for c in p[:2]] + [0.0])
  block.solve()
  unit = pressure / (outer ** 2 - 1)
  worst = [0.0, 0.0]
  for i in range(cells[0] + 1):
    for j in range(cells[1] + 1):
      point = block.nodes[block.number[i, j, 0]]
      r = math.hypot(point[0], point[1])
      found = polar(block.stress((i, j, 0)), point)
      exact = unit * (1 - (outer / r) ** 2), unit * (1 + (outer / r) ** 2)
      worst = [max(w, abs(f - e) / pressure) for w, f, e in zip(worst, found, exact)]
  verify.below('thick cylinder: largest error of the radial stress at a node over the pressure', worst[0], 0.02)
  verify.below('thick cylinder: largest error of the hoop stress at a node over the pressure', worst[1], 0.02)


def hole():
  cells, tension, outer = (20, 20, 2), 1e3, 4.0
  block = quarter('stress-hole', cells, outer, True, 0.3)

  def kirsch(point):
    r, angle = math.hypot(point[0], point[1]), math.atan2(point[1], point[0])
    q, c, s = 1 / r ** 2, math.cos(2 * angle), math.sin(2 * angle)
    return (0.5 * tension * (1 - q + (1 - 4 * q + 3 * q * q) * c),
            0.5 * tension * (1 + q - (1 + 3 * q * q) * c),
            -0.5 * tension * (1 + 2 * q - 3 * q * q) * s)

  def traction(point):
    r = math.hypot(point[0], point[1])
    n = (point[0] / r, point[1] / r)
    rr, _, rt = kirsch(point)
    return rr * n[0] - rt * n[1], rr * n[1] + rt * n[0], 0.0

  block.load(0, True, traction)
  block.solve()
  worst = 0.0
  for j in range(cells[1] + 1):
    point = block.nodes[block.number[0, j, 1]]
    found = polar(block.stress((0, j, 1)), point)[1]
    worst = max(worst, abs(found - kirsch(point)[1]) / (3 * tension))
  verify.below('plate with a hole: largest error of the hoop stress at its rim over the largest stress', worst,
               0.02)
  top = block.stress((0, cells[1], 1))[0] / tension
  verify.check('plate with a hole: concentration at its side', top, 3.0, 0.06)


def bending():
  cells, largest = (24, 6, 3), 1e3
  block = Block('stress-bending', cells, lambda x, y, z: (4 * x, y - 0.5, z), 0.3)
  for last, sign in ((False, -1), (True, 1)):
    block.load(0, last, lambda p, sign=sign: (sign * 2 * largest * p[1], 0.0, 0.0))
  half = cells[1] // 2
  block.fix([(0, half, 0), (0, half, cells[2])], (1, 0, 0))
  block.fix([(0, half, 0), (cells[0], half, 0)], (0, 1, 0))
  block.fix([(0, half, 0), (cells[0], half, 0), (0, 0, 0)], (0, 0, 1))
  block.solve()
  worst = 0.0
  for i in range(6, cells[0] - 5):  # away from the ends, whose tractions are lumped
    for j in range(cells[1] + 1):
      y = block.nodes[block.number[i, j, 0]][1]
      worst = max(worst, abs(block.stress((i, j, 0))[0] - 2 * largest * y) / largest)
  verify.below('bending: largest error of the axial stress at a node over the largest stress', worst, 0.02)


def cook():
  cells = (32, 32, 2)

  def place(x, y, z):
    low, high = 44.0 * x, 44.0 + 16.0 * x
    return (48.0 * x, low + (high - low) * y, z)

  block = Block('stress-cook', cells, place, 1.0 / 3.0)
  block.load(0, True, lambda p: (0.0, 1.0 / 16.0, 0.0))
  block.fix(block.plane(0), (1, 0, 0))
  block.fix(block.plane(0), (0, 1, 0))
  block.fix(block.plane(0)[:1], (0, 0, 1))
  block.fix([(0, cells[1], 0), (cells[0], 0, 0)], (0, 0, 1))
  block.solve()

  def principal(point, sign):
    sx, sy, _, sxy = block.stress(point)[:4]
    return 0.5 * (sx + sy) + sign * math.hypot(0.5 * (sx - sy), sxy)

  half = cells[0] // 2
  verify.check("Cook's membrane: largest principal stress at the lower edge (N/m^2)", principal((half, 0, 1), 1),
               0.2369, 0.02 * 0.2369)
  verify.check("Cook's membrane: least principal stress at the upper edge (N/m^2)",
               principal((half, cells[1], 1), -1), -0.2035, 0.02 * 0.2035)


verify.case('stresses', 'Stresses at nodes')
cylinder()
hole()
bending()
cook()
verify.finish()
