"""Convex polyhedra as plain arrays: volumes, sections, joints, hulls."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

BED, HEAD, FACE = 1, 2, 3  # surface ids: joints that carry, joints between neighbours, free faces


@dataclass(frozen=True)
class Polyhedron:
    """A convex polyhedron.

    vertices: n x 3, m. faces: indices of the corners of each face, counter-clockwise seen from
    outside. surfaces: the surface id of each face.
    """

    vertices: np.ndarray
    faces: tuple[tuple[int, ...], ...]
    surfaces: tuple[int, ...]

    def triangles(self) -> np.ndarray:
        """Returns the faces as fans of triangles, k x 3 x 3, m."""
        fans = [(f[0], f[i], f[i + 1]) for f in self.faces for i in range(1, len(f) - 1)]
        return self.vertices[np.array(fans)]

    @property
    def volume(self) -> float:
        """Volume, m^3: the sum of the tetrahedra over the faces (divergence theorem)."""
        return float(np.linalg.det(self.triangles() - self.vertices[0]).sum() / 6.0)

    @property
    def centroid(self) -> np.ndarray:
        """Centroid of the volume, 3, m."""
        corners = self.triangles() - self.vertices[0]
        volumes = np.linalg.det(corners)
        return self.vertices[0] + volumes @ corners.sum(axis=1) / (4.0 * volumes.sum())

    def planes(self) -> tuple[np.ndarray, np.ndarray]:
        """Returns outward unit normals (f x 3) and offsets (f, m): inside n . x <= offset."""
        normals = np.array([_newell(self.vertices[list(f)]) for f in self.faces])
        normals /= np.linalg.norm(normals, axis=1)[:, None]
        offsets = np.array([n @ self.vertices[list(f)].mean(axis=0)
                            for n, f in zip(normals, self.faces)])
        return normals, offsets

    def moved(self, vertices: np.ndarray) -> Polyhedron:
        """Returns the polyhedron with other vertices, mirrored faces turned back outward."""
        other = Polyhedron(np.asarray(vertices, float), self.faces, self.surfaces)
        if other.volume < 0.0:
            other = Polyhedron(other.vertices, tuple(f[::-1] for f in self.faces), self.surfaces)
        return other

    def inset(self, distance: float, surfaces: Sequence[int] = (BED, HEAD)) -> Polyhedron:
        """Returns the polyhedron whose faces with these surface ids lie deeper by `distance`, m.

        Three faces meet at every vertex of the figures of this package; the new vertex is the
        point that the three moved planes have in common.
        """
        if distance == 0.0:
            return self
        normals, offsets = self.planes()
        offsets = offsets - distance * np.isin(self.surfaces, surfaces)
        at = [[i for i, f in enumerate(self.faces) if v in f] for v in range(len(self.vertices))]
        assert all(len(planes) == 3 for planes in at)
        return self.moved(np.array([np.linalg.solve(normals[p], offsets[p]) for p in at]))


def _newell(corners: np.ndarray) -> np.ndarray:
    """Returns the normal of a polygon, twice its area long (Newell's sum)."""
    base = corners - corners[0]
    return np.cross(base, np.roll(base, -1, axis=0)).sum(axis=0)


def frustum(bottom: Sequence, top: Sequence, surfaces: Sequence[int]) -> Polyhedron:
    """Returns the polyhedron between two polygons of k corners each, k x 3, m.

    surfaces: ids of the bottom, the top and the k sides; side i lies between the corners i and
    i + 1. The polygons may run either way round.
    """
    k = len(bottom)
    sides = [(i, (i + 1) % k, k + (i + 1) % k, k + i) for i in range(k)]
    faces = (tuple(range(k - 1, -1, -1)), tuple(range(k, 2 * k)), *sides)
    vertices = np.concatenate([np.asarray(bottom, float), np.asarray(top, float)])
    return Polyhedron(vertices, faces, tuple(surfaces)).moved(vertices)


def box(low: Sequence[float], high: Sequence[float],
        surfaces: Sequence[int]) -> Polyhedron:
    """Returns a box; surface ids of the sides -z, +z, -y, +x, +y, -x."""
    (a, b, c), (d, e, f) = low, high
    return frustum([(a, b, c), (d, b, c), (d, e, c), (a, e, c)],
                   [(a, b, f), (d, b, f), (d, e, f), (a, e, f)], surfaces)


def hull(points: np.ndarray, surface: int = FACE) -> Polyhedron:
    """Returns the convex hull of at most some tens of points (n x 3, m) in general position.

    Every plane through three points with all others on one side is a face: brute force, O(n^4).
    Points inside the hull are left out.
    """
    points = np.asarray(points, float)
    triples = np.array(list(itertools.combinations(range(len(points)), 3)))
    p, q, r = (points[triples[:, i]] for i in range(3))
    normals = np.cross(q - p, r - p)
    distances = normals @ points.T - np.einsum("ij,ij->i", normals, p)[:, None]
    np.put_along_axis(distances, triples, 0.0, axis=1)
    above, below = (distances > 0.0).any(axis=1), (distances < 0.0).any(axis=1)
    faces = [tuple(t[::-1]) if up else tuple(t)
             for t, up, down in zip(triples.tolist(), above, below) if not (up and down)]
    used = sorted({v for face in faces for v in face})
    place = {v: i for i, v in enumerate(used)}
    return Polyhedron(points[used], tuple(tuple(place[v] for v in f) for f in faces),
                      (surface,) * len(faces))
