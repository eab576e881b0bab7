"""A block meshed with all four kinds of elements."""

import random

from solfec import MESH

CELLS, LAYERS = 2, 5  # the block [0, 2] x [0, 2] x [0, 5] of unit cells
SIDES = ((0, 3, 2, 1), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (4, 5, 6, 7))
TOP, BOTTOM = SIDES[5], SIDES[0]


class MixedBlock:
  """Layers of hexahedra, pyramids with tetrahedra, wedges, tetrahedra with pyramids, tetrahedra.

  nodes: coordinates; elements: tuples of node numbers; inner nodes are moved by up to `distortion`
  in each direction, those of the surface stay, so that its faces are squares and halves of them.
  """

  def __init__(self, distortion=0.15, seed=20260304):
    grid = range(CELLS + 1)
    self.nodes = [(float(i), float(j), float(k)) for k in range(LAYERS + 1) for j in grid
                  for i in grid]
    self.elements = []
    for k in range(LAYERS):
      for j in range(CELLS):
        for i in range(CELLS):
          self._add_cell(i, j, k)
    rng = random.Random(seed)
    high = (CELLS, CELLS, LAYERS)
    self.nodes = [tuple(c + rng.uniform(-distortion, distortion) for c in p)
                  if all(0 < c < h for c, h in zip(p, high)) else p for p in self.nodes]

  def _add_cell(self, i, j, k):
    n = CELLS + 1

    def node(a, b, c):
      return ((k + c) * n + j + b) * n + i + a

    c = [node(0, 0, 0), node(1, 0, 0), node(1, 1, 0), node(0, 1, 0),
         node(0, 0, 1), node(1, 0, 1), node(1, 1, 1), node(0, 1, 1)]
    if k == 0:
      self.elements.append(tuple(c))
    elif k == 2:
      self.elements += [(c[0], c[1], c[2], c[4], c[5], c[6]), (c[0], c[2], c[3], c[4], c[6], c[7])]
    else:
      self._add_fan(c, k)

  def _add_fan(self, c, k):
    """Pyramids, or pairs of tetrahedra, from the faces of a cell to its centre."""
    center = len(self.nodes)
    self.nodes.append(tuple(sum(self.nodes[a][d] for a in c) / 8 for d in range(3)))
    for side in SIDES:
      face = [c[a] for a in reversed(side)]  # counter-clockwise seen from the centre
      if k == 4 or (k == 3 and side in (TOP, BOTTOM)) or (k == 1 and side == TOP):
        # the diagonal from the lowest node, so that both neighbours choose the same
        first = face.index(min(face))
        face = face[first:] + face[:first]
        self.elements += [(face[0], face[1], face[2], center), (face[0], face[2], face[3], center)]
      else:
        self.elements.append(tuple(face) + (center,))

  def mesh(self):
    """A MESH of it, surface id 1, volume id 1."""
    return MESH([c for p in self.nodes for c in p],
                [n for e in self.elements for n in (len(e),) + e + (1,)], 1)

  def outer_faces(self):
    """(nodes, outward normal, area) of the faces of the surface: unit squares or halves."""
    count = {}
    for e in self.elements:
      for face in faces_of(e):
        count.setdefault(tuple(sorted(face)), []).append(face)
    result = []
    high = (CELLS, CELLS, LAYERS)
    for same in count.values():
      if len(same) == 2:
        continue
      face = same[0]
      for d in range(3):
        for level, sign in ((0.0, -1.0), (float(high[d]), 1.0)):
          if all(self.nodes[a][d] == level for a in face):
            normal = tuple(sign if i == d else 0.0 for i in range(3))
            result.append((face, normal, 1.0 if len(face) == 4 else 0.5))
    return result


def faces_of(element):
  """Node tuples of the faces of an element."""
  e = element
  local = {4: ((0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)),
           5: ((0, 3, 2, 1), (0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)),
           6: ((0, 2, 1), (3, 4, 5), (0, 1, 4, 3), (1, 2, 5, 4), (2, 0, 3, 5)),
           8: SIDES}[len(e)]
  return [tuple(e[a] for a in face) for face in local]
