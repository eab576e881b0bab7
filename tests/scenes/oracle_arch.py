"""Limit analysis of a semicircular arch of equal voussoirs under its weight (plane problem).

The voussoirs are quadrilaterals with straight sides between radii R -+ t/2; a joint carries normal
forces at two points, +-`place` t from its middle, and friction at most mu times the normal force.
Arch and load are symmetric and the admissible forces are a convex set, so when there are forces in
equilibrium there are symmetric ones. These have two unknowns: the thrust H at the crown and its
arm. Every joint then gives linear inequalities in (H, M), and the arch stands when the polygon that
they leave is not empty (safe theorem: Heyman (1966), Int. J. Solids Struct. 2, 249-279; with
friction it is necessary, and sufficient where sliding plays no part: Drucker (1954)).

`stands_by_program` solves the same question as a linear program of all joint forces without use of
symmetry; it needs scipy.
"""

import math


def voussoirs(count, thickness, radius=1.0):
  """(area, x, z of the centroid) of each voussoir, from the springer at +x, thickness in radii."""
  blocks = []
  a, b = radius - 0.5 * thickness, radius + 0.5 * thickness
  for k in range(count):
    p, q = math.pi * k / count, math.pi * (k + 1) / count
    # outer triangle less inner triangle, both with the corner at the centre of the circle
    s = math.sin(q - p)
    outer, inner = 0.5 * b * b * s, 0.5 * a * a * s
    area = outer - inner
    way = (outer * b - inner * a) / (3 * area)
    blocks.append((area, way * (math.cos(p) + math.cos(q)), way * (math.sin(p) + math.sin(q))))
  return blocks


def _clip(polygon, a, b, c):
  """Part of a convex polygon with a x + b y <= c."""
  result = []
  for i, p in enumerate(polygon):
    q = polygon[(i + 1) % len(polygon)]
    u, v = a * p[0] + b * p[1] - c, a * q[0] + b * q[1] - c
    if u <= 0.0:
      result.append(p)
    if (u < 0.0 < v) or (v < 0.0 < u):
      s = u / (u - v)
      result.append((p[0] + s * (q[0] - p[0]), p[1] + s * (q[1] - p[1])))
  return result


def stands(thickness, mu, count=27, place=0.4875):
  """True when forces in equilibrium exist; thickness in radii, count odd."""
  blocks = voussoirs(count, thickness)
  weight = sum(area for area, _, _ in blocks)
  # right half, cut through the crown voussoir's axis of symmetry: there only a thrust H acts (the
  # shear vanishes), with the moment M about the centre of the circle
  scale = weight
  polygon = [(0.0, -2 * scale), (2 * scale, -2 * scale), (2 * scale, 2 * scale),
             (0.0, 2 * scale)]
  half = count // 2
  for k in range(half + 1):  # joint k below voussoir k, angle from the springer at +x
    angle = math.pi * k / count
    above = blocks[k:half] + [(0.5 * blocks[half][0], _half_x(count, thickness), 0.0)]
    load = sum(area for area, _, _ in above)
    moment = sum(area * x for area, x, _ in above)
    # The part above the joint feels: thrust (H, 0) towards +x with moment M about the centre, its
    # weight (0, -load), the joint force F and its moment N about the centre.
    #   F = (-H, load); moments about the centre, counter-clockwise: M - moment + N = 0
    er, et = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    # normal force (along +et pushes the part above): n = F . et; shear s = F . er
    n = (-et[0], load * et[1])  # coefficient of H, constant
    s = (-er[0], load * er[1])
    # N = r n with the arm r of the normal force, 1 - place t <= r <= 1 + place t
    low, high = 1.0 - place * thickness, 1.0 + place * thickness
    polygon = _clip(polygon, low * n[0], 1.0, moment - low * n[1])  # N = moment - M >= low n
    polygon = _clip(polygon, -high * n[0], -1.0, high * n[1] - moment)
    polygon = _clip(polygon, s[0] - mu * n[0], 0.0, mu * n[1] - s[1])
    polygon = _clip(polygon, -s[0] - mu * n[0], 0.0, mu * n[1] + s[1])
    polygon = _clip(polygon, -n[0], 0.0, n[1])
    if not polygon:
      return False
  return True


def _half_x(count, thickness):
  """x of the centroid of the right half of the crown voussoir."""
  a, b = 1.0 - 0.5 * thickness, 1.0 + 0.5 * thickness
  angle = 0.5 * math.pi / count
  # a triangle with corners at the centre, straight up and at the edge, outer less inner
  outer, inner = b * b, a * a
  return (outer * b - inner * a) / (outer - inner) * math.sin(angle) / 3.0


def least_thickness(mu, count=27, place=0.4875, stand=stands, high=0.3):
  """Least thickness over radius at which the arch stands, None when it falls up to `high`."""
  low = 0.01
  if not stand(high, mu, count, place):
    return None
  while high - low > 1e-7:
    middle = 0.5 * (low + high)
    if stand(middle, mu, count, place):
      high = middle
    else:
      low = middle
  return high


def stands_by_program(thickness, mu, count=27, place=0.4875):
  """The same by a linear program: two normal forces and a shear force per joint."""
  from scipy.optimize import linprog
  blocks = voussoirs(count, thickness)
  arms = (1.0 - place * thickness, 1.0 + place * thickness)
  unknowns = 3 * (count + 1)
  equal, right, less = [], [], []
  for k, (area, x, _) in enumerate(blocks):
    rows = [[0.0] * unknowns for _ in range(3)]
    for joint, sign in ((k, 1.0), (k + 1, -1.0)):
      angle = math.pi * joint / count
      er, et = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
      for i, arm in enumerate(arms):
        for row, value in zip(rows, (et[0], et[1], arm)):
          row[3 * joint + i] += sign * value
      for row, value in zip(rows, (er[0], er[1], 0.0)):  # the shear points at the centre
        row[3 * joint + 2] += sign * value
    equal += rows
    right += [0.0, area, area * x]
  for joint in range(count + 1):
    for sign in (1.0, -1.0):
      row = [0.0] * unknowns
      row[3 * joint] = row[3 * joint + 1] = -mu
      row[3 * joint + 2] = sign
      less.append(row)
  bounds = [(None, None) if i % 3 == 2 else (0.0, None) for i in range(unknowns)]
  done = linprog([0.0] * unknowns, A_ub=less, b_ub=[0.0] * len(less), A_eq=equal, b_eq=right,
                 bounds=bounds, method='highs')
  return done.status == 0
