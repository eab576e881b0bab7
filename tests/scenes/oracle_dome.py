"""Limit analysis of a dome of equal rings of stones whose upright joints lie above each other.

The dome turns into itself about its axis by one stone and mirrors into itself at the middle plane
of a stone. Admissible forces are a convex set with these symmetries, so when there are forces in
equilibrium there are symmetric ones (their mean over all images). Then the upright joints carry
normal forces only, and each ring is a plane problem in the middle plane of a stone:

  bed joints  forces at the inner and the outer end, within the cone of friction about the normal;
  hoop        normal forces of both upright joints, whose sum points outward at a height between
              those of the lowest and the highest corner of the joint.

Safe theorem for masonry domes: Heyman (1967), Proc. Instn Civ. Engrs 36, 227-241. Lengths in radii
of the middle sphere, unit weight per volume; volumes and centroids by tetrahedra of the corners.
"""

import math

import linear_program


class Dome:
  """Corners of one stone of each ring, the lowest ring first: bottom and top, inner and outer."""

  def __init__(self, rings, stones, thickness):
    self.stones, self.rings = stones, rings
    self.inner, self.outer = 1.0 - 0.5 * thickness, 1.0 + 0.5 * thickness
    top = 0.5 * math.pi / (2 * rings + 1)
    step = (0.5 * math.pi - top) / rings
    self.angles = [0.5 * math.pi - k * step for k in range(rings)] + [top]

  def bed(self, k):
    """((rho, z) of the inner and the outer end, normal upward) of a bed in the middle plane."""
    c = math.cos(math.pi / self.stones)
    s, z = math.sin(self.angles[k]), math.cos(self.angles[k])
    size = math.hypot(s * c, z)
    # the plane holds the centre and both corners, so the middle line at (s c, z) as well
    return (tuple((r * s * c, r * z) for r in (self.inner, self.outer)),
            (-z / size, s * c / size))

  def stone(self, k):
    """(volume, rho of the centroid) of a stone of ring k."""
    half = math.pi / self.stones
    a, b = self.angles[k], self.angles[k + 1]

    def at(r, polar, side):
      return (r * math.sin(polar) * math.cos(half), side * r * math.sin(polar) * math.sin(half),
              r * math.cos(polar))

    def cone(r):  # the pyramid from the centre over the four corners at a radius
      p, q, u, v = at(r, a, -1), at(r, a, 1), at(r, b, 1), at(r, b, -1)
      parts = [(abs(_determinant(*t)) / 6.0, sum(x[0] for x in t) / 4.0)
               for t in ((p, q, u), (p, u, v))]
      return sum(w for w, _ in parts), sum(w * x for w, x in parts)

    (v1, m1), (v0, m0) = cone(self.outer), cone(self.inner)
    return v1 - v0, (m1 - m0) / (v1 - v0)

  def keystone(self):
    """Volume of the stone at the top."""
    polar, n = self.angles[-1], self.stones
    areas = [0.5 * n * (r * math.sin(polar)) ** 2 * math.sin(2 * math.pi / n)
             for r in (self.inner, self.outer)]
    heights = [r * math.cos(polar) for r in (self.inner, self.outer)]
    return (areas[1] * heights[1] - areas[0] * heights[0]) / 3.0  # pyramids from the centre

  def corners_z(self, k):
    """Least and largest height of the upright joints of ring k."""
    return (self.inner * math.cos(self.angles[k]), self.outer * math.cos(self.angles[k + 1]))


def _determinant(p, q, r):
  return (p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0])
          + p[2] * (q[0] * r[1] - q[1] * r[0]))


def stands(rings, stones, thickness, mu):
  """True when admissible forces balance the weights."""
  dome = Dome(rings, stones, thickness)
  columns = []
  for k in range(rings + 1):  # bed k below ring k; the last one below the keystone
    ends, (nx, nz) = dome.bed(k)
    for x, z in ends:
      for way in (-mu, mu):
        fx, fz = nx - way * nz, nz + way * nx  # on what lies above
        column = {}
        if k < rings:
          column.update({3 * k: fx, 3 * k + 1: fz, 3 * k + 2: x * fz - z * fx})
        else:
          column[3 * rings] = stones * fz
        if k > 0:
          column.update({3 * k - 3: -fx, 3 * k - 2: -fz, 3 * k - 1: z * fx - x * fz})
        columns.append(column)
  for k in range(rings):
    for z in dome.corners_z(k):
      columns.append({3 * k: 1.0, 3 * k + 2: -z})
  rows = [[column.get(i, 0.0) for column in columns] for i in range(3 * rings + 1)]
  loads = []
  for k in range(rings):
    volume, rho = dome.stone(k)
    loads += [0.0, volume, rho * volume]
  return linear_program.maximize([0.0] * len(columns), rows, loads + [dome.keystone()]) is not None


def least_thickness(rings, stones, mu, low=0.01, high=0.2, accuracy=1e-5):
  """Least thickness over radius at which forces in equilibrium exist; None when there is none."""
  if not stands(rings, stones, high, mu):
    return None
  while high - low > accuracy:
    middle = 0.5 * (low + high)
    if stands(rings, stones, middle, mu):
      high = middle
    else:
      low = middle
  return high
