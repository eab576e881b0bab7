"""Cuts of a solid into convex parts along planes through its concave edges.

A piece is a closed chain of triangles. A plane cuts every triangle, and fans of triangles from one
point of each loop close what the cut leaves open. Fans may fold over themselves: their signed
volumes add up to that of the true section, so volumes of pieces stay exact. The part of a piece is
its convex hull; the sum of the hulls less the volume of the solid is the error.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..build.checks import refuse
from .elements import triple

if TYPE_CHECKING:
    from solfec import CONVEX

    from .surface import Surface


@dataclass(frozen=True)
class ConvexParts:
    """Convex parts of a solid.

    points: corners of every part, each n x 3, m. volumes: those of the hulls, m^3. volume: that of
    the solid, m^3. error: sum of the hulls less the volume of the solid, over the latter.
    """

    points: list[np.ndarray]
    volumes: list[float]
    volume: float

    @property
    def error(self) -> float:
        """Volume that the hulls have too much, over the volume of the solid."""
        return sum(self.volumes) / self.volume - 1.0

    def __len__(self) -> int:
        return len(self.points)

    def convex(self, volume_id: int = 1, surface_id: int = 1) -> CONVEX:
        """Makes one CONVEX object of all parts."""
        from solfec import HULL
        made = HULL(self.points[0], volume_id, surface_id)
        for points in self.points[1:]:
            made = HULL(points, volume_id, surface_id, made)
        return made


@dataclass
class _Edges:
    """Concave edges: ends (e x 2 x 3), normals of the two faces, directions into the faces."""

    ends: np.ndarray
    normals: np.ndarray
    into: np.ndarray

    def some(self, rows: np.ndarray) -> _Edges:
        return _Edges(self.ends[rows], self.normals[rows], self.into[rows])


@dataclass
class _Piece:
    triangles: np.ndarray  # t x 3 x 3
    edges: _Edges
    volume: float
    points: np.ndarray  # corners of the hull
    hull: float  # its volume
    final: bool = False

    @property
    def loss(self) -> float:
        return self.hull - self.volume


def cut_into_parts(surface: Surface, error: float, most: int) -> ConvexParts:
    """Returns convex parts whose error is at most `error`; ValueError when `most` do not do."""
    try:
        import scipy.spatial  # noqa: F401
    except ImportError:
        refuse("convex_parts", "hulls need scipy: apt-get install python3-scipy")
    scale = float(np.ptp(surface.points, axis=0).max())
    tolerance = 1e-9 * scale
    corners = surface.corners - surface.points.mean(axis=0)
    total = surface.volume
    pieces = _components(corners, _concave_edges(surface, tolerance), tolerance, total)
    while sum(p.loss for p in pieces) > max(error, 1e-12) * total:
        worst = max((p for p in pieces if not p.final), key=lambda p: p.loss, default=None)
        if worst is None or len(pieces) >= most:
            break
        cut = _best_cut(worst, tolerance, total)
        if cut is None or len(pieces) - 1 + len(cut) > most:
            worst.final = True
            continue
        pieces = [p for p in pieces if p is not worst] + cut
    middle = surface.points.mean(axis=0)
    parts = ConvexParts([p.points + middle for p in pieces], [p.hull for p in pieces], total)
    if parts.error > error and parts.error > 1e-9:
        refuse("convex_parts", f"{surface.path}: {len(parts)} convex parts (most = {most}) have "
               f"{100 * parts.error:.3g} % more volume than the solid, error = "
               f"{100 * error:.3g} % was asked for")
    return parts


def _concave_edges(surface: Surface, tolerance: float) -> _Edges:
    """Returns the edges at which the solid spans more than 180 degrees."""
    points = surface.points - surface.points.mean(axis=0)
    a = surface.triangles
    runs = np.concatenate([a, a[:, [1, 2, 0]], a[:, [2, 0, 1]]])
    face = np.tile(np.arange(len(a)), 3)
    key = np.sort(runs[:, :2], axis=1) @ np.array([len(points), 1])
    order = np.argsort(key, kind="stable").reshape(-1, 2)  # the surface is closed: pairs
    one, two = order.T
    normals = np.cross(points[a[:, 1]] - points[a[:, 0]], points[a[:, 2]] - points[a[:, 0]])
    normals /= np.maximum(np.linalg.norm(normals, axis=1), 1e-300)[:, None]
    begin, end = points[runs[one, 0]], points[runs[one, 1]]
    far = points[runs[two, 2]] - begin
    concave = np.einsum("ei,ei->e", far, normals[face[one]]) > 10 * tolerance
    into = np.stack([points[runs[one, 2]] - begin, far], axis=1)
    along = (end - begin) / np.linalg.norm(end - begin, axis=1)[:, None]
    into = into - np.einsum("efi,ei->ef", into, along)[..., None] * along[:, None, :]
    into /= np.maximum(np.linalg.norm(into, axis=2), 1e-300)[..., None]
    edges = _Edges(np.stack([begin, end], 1), np.stack([normals[face[one]], normals[face[two]]], 1),
                   into)
    return edges.some(concave)


def _components(triangles: np.ndarray, edges: _Edges, tolerance: float,
                total: float) -> list[_Piece]:
    """Returns the connected pieces of a chain; cavities stay with the piece around them."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components
    points, place = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
    place = place.reshape(-1, 3)
    pairs = np.concatenate([place[:, :2], place[:, 1:]])
    links = coo_matrix((np.ones(len(pairs)), pairs.T), (len(points),) * 2)
    count, of_point = connected_components(links, False)
    of_triangle = of_point[place[:, 0]]
    volumes = np.bincount(of_triangle, _tetrahedra(triangles), count)
    boxes = [(points[of_point == c].min(axis=0), points[of_point == c].max(axis=0))
             for c in range(count)]
    owner = np.arange(count)
    for c in np.flatnonzero(volumes < -1e-12 * total):
        around = [k for k in np.flatnonzero(volumes > 0)
                  if (boxes[k][0] <= boxes[c][0] + 10 * tolerance).all()
                  and (boxes[k][1] >= boxes[c][1] - 10 * tolerance).all()]
        if around:
            owner[c] = min(around, key=lambda k: volumes[k])
    edge_owner = np.array([owner[of_point[np.argmin(((points - e) ** 2).sum(axis=1))]]
                           for e in edges.ends[:, 0]], int)
    pieces = []
    for c in np.unique(owner):
        mine = triangles[owner[of_triangle] == c]
        volume = float(volumes[owner == c].sum())
        corners, hull = _hull(mine.reshape(-1, 3))
        if hull > 1e-12 * total and volume > 1e-10 * total:  # zero: a cavity fills its piece
            pieces.append(_Piece(mine, edges.some(edge_owner == c), volume, corners, hull))
    return pieces


def _tetrahedra(triangles: np.ndarray) -> np.ndarray:
    return triple(*triangles.transpose(1, 0, 2)) / 6.0


def _hull(points: np.ndarray) -> tuple[np.ndarray, float]:
    """Returns the corners of the convex hull and its volume; zero when the points are flat."""
    from scipy.spatial import ConvexHull, QhullError
    try:
        hull = ConvexHull(np.unique(points, axis=0))
    except (QhullError, ValueError):
        return points[:0], 0.0
    return hull.points[hull.vertices], float(hull.volume)


def _best_cut(piece: _Piece, tolerance: float, total: float) -> list[_Piece] | None:
    """Returns the pieces of the plane that leaves the least loss; None when no plane cuts."""
    best = None
    for plane, offset in _planes(piece, tolerance):
        made = []
        for side in (1.0, -1.0):
            half, left = _half(piece, side * plane, side * offset, tolerance)
            if len(half):
                made += _components(half, left, tolerance, total)
        loss = sum(p.loss for p in made)
        if not made or (len(made) < 2 and loss > 0.5 * piece.loss):
            continue
        mark = (round(loss / total, 9), len(made), sum(len(p.edges.ends) for p in made))
        if best is None or mark < best[0]:
            best = mark, made
    return best[1] if best else None


def _planes(piece: _Piece, tolerance: float) -> list[tuple[np.ndarray, float]]:
    """Returns planes (unit normal, offset) through the six worst concave edges.

    A piece may be concave without such edges, where caps of a section fold over a cavity. Planes
    of its triangles that have the piece on both sides are returned then, the largest first.
    """
    edges, found = piece.edges, []
    if len(edges.ends):
        lengths = np.linalg.norm(edges.ends[:, 1] - edges.ends[:, 0], axis=1)
        bend = np.linalg.norm(edges.normals[:, 0] - edges.normals[:, 1], axis=1)
        for row in np.argsort(-lengths * bend, kind="stable")[:6]:
            first, second = edges.normals[row]
            for normal in (first, second, first - second):
                size = np.linalg.norm(normal)
                if size > 1e-9:
                    found.append((normal / size, float(normal @ edges.ends[row, 0] / size)))
        return found
    t = piece.triangles
    normals = np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0])
    areas = np.linalg.norm(normals, axis=1)
    for row in np.argsort(-areas, kind="stable"):
        if areas[row] < tolerance ** 2 or len(found) == 6:
            break
        plane = normals[row] / areas[row]
        offset = float(plane @ t[row, 0])
        heights = piece.points @ plane - offset
        known = any(abs(abs(plane @ p) - 1.0) < 1e-9 and abs(o - np.sign(plane @ p) * offset)
                    < tolerance for p, o in found)
        if not known and heights.min() < -10 * tolerance and heights.max() > 10 * tolerance:
            found.append((plane, offset))
    return found


def _half(piece: _Piece, normal: np.ndarray, offset: float,
          tolerance: float) -> tuple[np.ndarray, _Edges]:
    """Returns the chain with normal . x <= offset, closed, and the concave edges left in it."""
    d = _heights(piece.triangles, normal) - offset
    d[np.abs(d) < tolerance] = 0.0
    below, above = (d < 0.0).any(axis=1), (d > 0.0).any(axis=1)
    kept = [piece.triangles[below & ~above]]
    plane = ~below & ~above
    if plane.any():  # triangles in the plane belong to the side that they bound
        flat = piece.triangles[plane]
        ways = np.cross(flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0]) @ normal
        kept.append(flat[ways > 0.0])
    cut = below & above
    pieces = [t for corners, heights in zip(piece.triangles[cut], d[cut])
              for t in _clip(corners, heights)]
    if pieces:
        kept.append(np.array(pieces))
    chain = np.concatenate(kept)
    if len(chain):
        chain = np.concatenate([chain, _caps(chain)])
    return chain, _edges_below(piece.edges, normal, offset, tolerance)


def _heights(points: np.ndarray, normal: np.ndarray) -> np.ndarray:
    """Returns heights along a normal, equal ones of equal points: rows of a matrix product differ."""
    return points[..., 0] * normal[0] + points[..., 1] * normal[1] + points[..., 2] * normal[2]


def _clip(corners: np.ndarray, heights: np.ndarray) -> list[np.ndarray]:
    """Returns the triangles of the part of one triangle below height zero."""
    polygon = []
    for i in range(3):
        p, q, h, g = corners[i], corners[i - 2], heights[i], heights[i - 2]
        if h <= 0.0:
            polygon.append(p)
        if h * g < 0.0:
            if tuple(q) < tuple(p):  # one order for both triangles of an edge: equal points
                p, q, h, g = q, p, g, h
            polygon.append(p + (q - p) * (h / (h - g)))
    return [np.array([polygon[0], polygon[i], polygon[i + 1]])
            for i in range(1, len(polygon) - 1)]


def _caps(chain: np.ndarray) -> np.ndarray:
    """Returns fans of triangles that close a chain, one fan per connected part of its boundary."""
    points, place = np.unique(chain.reshape(-1, 3), axis=0, return_inverse=True)
    place = place.reshape(-1, 3)
    runs = np.concatenate([place[:, [0, 1]], place[:, [1, 2]], place[:, [2, 0]]])
    runs = runs[runs[:, 0] != runs[:, 1]]
    key, at = np.unique(np.sort(runs, axis=1), axis=0, return_inverse=True)
    total = np.bincount(at.ravel(), np.where(runs[:, 0] < runs[:, 1], 1, -1), len(key))
    total = np.rint(total).astype(int)
    leader: dict[int, int] = {}

    def lead(n: int) -> int:
        while leader.setdefault(n, n) != n:
            n = leader[n]
        return n

    open_edges = [(a, b) if t > 0 else (b, a) for (a, b), t in zip(key.tolist(), total)
                  for _ in range(abs(t))]
    for a, b in open_edges:
        leader[lead(a)] = lead(b)
    fans = [(lead(a), b, a) for a, b in open_edges if lead(a) not in (a, b)]
    return points[np.array(fans, int).reshape(-1, 3)]


def _edges_below(edges: _Edges, normal: np.ndarray, offset: float, tolerance: float) -> _Edges:
    """Returns the concave edges that stay concave below a plane, cut at it."""
    if not len(edges.ends):
        return edges
    d = edges.ends @ normal - offset
    d[np.abs(d) < 10 * tolerance] = 0.0
    inside = d.min(axis=1) < 0.0
    # an edge in the plane stays concave below when both its faces lie below
    inside |= (d == 0.0).all(axis=1) & (edges.into @ normal < -1e-9).all(axis=1)
    ends = edges.ends.copy()
    for end in (0, 1):
        out = inside & (d[:, end] > 0.0)
        part = (d[out, end] / (d[out, end] - d[out, 1 - end]))[:, None]
        ends[out, end] += part * (edges.ends[out, 1 - end] - edges.ends[out, end])
    return _Edges(ends, edges.normals, edges.into).some(inside)
