"""Limit analysis of plane assemblies of convex blocks with frictional joints.

Where the sides of two blocks lie on each other, forces act at the ends of the common piece, as
a normal force and at most mu times that along the side: every distribution of pressure on the piece
has the same resultant. Forces in equilibrium with the weights that obey this are necessary for
standing. They suffice where nothing can slide (Drucker (1954), Q. Appl. Math. 12, 73-81); else
friction, which is not associated, may let an assembly fall that has them. Safe theorem: Heyman
(1966), Int. J. Solids Struct. 2, 249-279; by linear program: Livesley (1978), Int. J. Numer. Meth.
Eng. 12, 1853-1871.

A block is a list of corners (x, z), counter-clockwise; None in place of a weight: it is fixed.
"""

import math

import linear_program

SAME = 1e-9  # of lengths: sides on one line


def area_and_centroid(polygon):
  """(area, x, z)."""
  total = x = z = 0.0
  for (a, b), (c, d) in zip(polygon, polygon[1:] + polygon[:1]):
    cross = a * d - b * c
    total += 0.5 * cross
    x += (a + c) * cross / 6.0
    z += (b + d) * cross / 6.0
  return total, x / total, z / total


def sides(polygon):
  return list(zip(polygon, polygon[1:] + polygon[:1]))


def joints(blocks):
  """Common pieces of sides: (i, j, p, q, normal out of i into j) with i < j."""
  found = []
  for i, one in enumerate(blocks):
    for j in range(i + 1, len(blocks)):
      for p, q in sides(one):
        for r, s in sides(blocks[j]):
          piece = _common_piece(p, q, r, s)
          if piece:
            length = math.dist(p, q)
            found.append((i, j) + piece + (((q[1] - p[1]) / length, (p[0] - q[0]) / length),))
  return found


def _common_piece(p, q, r, s):
  """Ends of what side pq shares with side rs of another block, which runs the other way."""
  length = math.dist(p, q)
  u = ((q[0] - p[0]) / length, (q[1] - p[1]) / length)
  away = [u[0] * (c[1] - p[1]) - u[1] * (c[0] - p[0]) for c in (r, s)]
  if max(map(abs, away)) > SAME:
    return None
  start, end = [u[0] * (c[0] - p[0]) + u[1] * (c[1] - p[1]) for c in (s, r)]
  if end <= start:
    return None
  low, high = max(0.0, start), min(length, end)
  if high - low <= SAME:
    return None
  return tuple((p[0] + t * u[0], p[1] + t * u[1]) for t in (low, high))


def equilibrium(blocks, fixed, mu):
  """Rows and loads of the equilibrium: columns are the edges of the friction cones.

  fixed: numbers of fixed blocks. Returns (rows, vertical, horizontal): the loads of weights 1 per
  area downward and of weights to +x, three per free block. Total area 1 is the unit of force.
  """
  free = [k for k in range(len(blocks)) if k not in fixed]
  at = {k: 3 * n for n, k in enumerate(free)}
  columns = []
  for i, j, p, q, (nx, nz) in joints(blocks):
    for x, z in (p, q):
      for way in (-mu, mu):
        fx, fz = nx - way * nz, nz + way * nx  # on j, from i
        column = {}
        for block, sign in ((i, -1.0), (j, 1.0)):
          if block in at:
            for k, value in enumerate((fx, fz, x * fz - z * fx)):
              column[at[block] + k] = sign * value
        if column:
          columns.append(column)
  rows = [[column.get(i, 0.0) for column in columns] for i in range(3 * len(free))]
  total = sum(area_and_centroid(blocks[k])[0] for k in free)
  vertical, horizontal = [], []
  for k in free:
    area, x, z = area_and_centroid(blocks[k])
    vertical += [0.0, area / total, x * area / total]  # what the joints must bear
    horizontal += [area / total, 0.0, -z * area / total]  # load to +x on the left-hand side
  return rows, vertical, horizontal


def is_in_equilibrium(blocks, fixed, mu):
  """True when admissible forces balance the weights."""
  rows, vertical, _ = equilibrium(blocks, fixed, mu)
  return linear_program.maximize([0.0] * len(rows[0]), rows, vertical) is not None


def least_friction(blocks, fixed, high=1.0, accuracy=1e-4):
  """Least friction with forces in equilibrium; None when `high` does not suffice."""
  low = 0.0
  if not is_in_equilibrium(blocks, fixed, high):
    return None
  while high - low > accuracy:
    middle = 0.5 * (low + high)
    if is_in_equilibrium(blocks, fixed, middle):
      high = middle
    else:
      low = middle
  return high


def largest_tilt(blocks, fixed, mu):
  """Largest tangent of the angle by which the ground may be turned (weights get a part to +x)."""
  rows, vertical, horizontal = equilibrium(blocks, fixed, mu)
  rows = [row + [load] for row, load in zip(rows, horizontal)]
  gain = [0.0] * (len(rows[0]) - 1) + [1.0]
  done = linear_program.maximize(gain, rows, vertical)
  return None if done is None else done[0]
