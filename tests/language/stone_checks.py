"""Second answers for figures of solfec.build, by scipy's hulls and linear programs."""

import itertools

import numpy as np
from scipy.optimize import linprog
from scipy.spatial import ConvexHull, cKDTree

from solfec.build import Ball

SAME = 1e-9  # of coordinates and lengths, m, in figures of some metres


class Piece:
    """A polyhedron as the hull of its vertices alone: faces and volume are those of Qhull."""

    def __init__(self, vertices):
        self.vertices = vertices
        hull = ConvexHull(vertices)
        self.volume = hull.volume
        self.normals, self.offsets = hull.equations[:, :3], -hull.equations[:, 3]
        self.low, self.high = vertices.min(axis=0), vertices.max(axis=0)


def pieces_of(stones):
    """(number of the stone, Piece) of all polyhedra."""
    return [(i, Piece(p.vertices)) for i, stone in enumerate(stones) for p in stone.pieces
            if not isinstance(p, Ball)]


def common_depth(a, b):
    """Radius of the largest ball in the common part of two pieces, m; 0 when there is none."""
    normals = np.concatenate([a.normals, b.normals])
    rows = np.column_stack([normals, np.ones(len(normals))])
    done = linprog([0, 0, 0, -1], A_ub=rows, b_ub=np.concatenate([a.offsets, b.offsets]),
                   bounds=[(None, None)] * 3 + [(None, None)], method="highs")
    return max(done.x[3], 0.0)


def deepest_overlap(stones):
    """Largest common depth of pieces of all stones, m, by brute force over pairs."""
    deepest = 0.0
    for (_, a), (_, b) in itertools.combinations(pieces_of(stones), 2):
        if (a.low > b.high - SAME).any() or (b.low > a.high - SAME).any():
            continue
        if any(((q.vertices @ p.normals.T).min(axis=0) > p.offsets - SAME).any()
               for p, q in ((a, b), (b, a))):
            continue
        deepest = max(deepest, common_depth(a, b))
    return deepest


def least_ball_gap(stones):
    """Least gap between spheres, m, by brute force."""
    balls = [s.pieces[0] for s in stones]
    centers, radii = np.array([b.center for b in balls]), np.array([b.radius for b in balls])
    gap = np.inf
    for i in range(len(balls) - 1):
        ways = np.linalg.norm(centers[i + 1:] - centers[i], axis=1) - radii[i + 1:] - radii[i]
        gap = min(gap, ways.min())
    return gap


def joints(stones, surfaces, unit=SAME):
    """Faces with one of the surface ids, as sets of corners of equal places: {corners: stones}.

    Corners within `unit` of each other count as one.
    """
    faces = [(i, p.vertices[list(f)]) for i, stone in enumerate(stones) for p in stone.pieces
             for f, s in zip(p.faces, p.surfaces) if s in surfaces]
    corners = np.concatenate([v for _, v in faces])
    name = np.arange(len(corners))
    for a, b in sorted(cKDTree(corners).query_pairs(unit)):
        name[b] = min(name[a], name[b])
    found, start = {}, 0
    for i, v in faces:
        found.setdefault(frozenset(name[start:start + len(v)].tolist()), []).append(i)
        start += len(v)
    return found


def flatness(stones):
    """Largest distance of a corner from the plane of its face, m, and from a hull's own face."""
    worst = 0.0
    for stone in stones:
        for p in stone.pieces:
            normals, offsets = p.planes()
            for n, o, f in zip(normals, offsets, p.faces):
                worst = max(worst, np.abs(p.vertices[list(f)] @ n - o).max())
                worst = max(worst, (p.vertices @ n - o).max())  # outward normals, convex
    return worst


def joint_gaps(stones, surfaces, near):
    """Gaps of joint faces, m: from each face to the parallel face of another stone that looks at it
    and lies nearest, among those whose middles are at most `near` m apart and which are not more than
    1 mm behind it; None where there is none."""
    faces = []
    for i, stone in enumerate(stones):
        for p in stone.pieces:
            normals, offsets = p.planes()
            faces += [(i, n, o, p.vertices[list(f)].mean(axis=0))
                      for n, o, f, s in zip(normals, offsets, p.faces, p.surfaces) if s in surfaces]
    owners, middles = np.array([f[0] for f in faces]), np.array([f[3] for f in faces])
    normals, offsets = np.array([f[1] for f in faces]), np.array([f[2] for f in faces])
    gaps = []
    for i, n, o, middle in faces:
        looks = (owners != i) & (normals @ n < -1.0 + 1e-12) \
            & (np.linalg.norm(middles - middle, axis=1) <= near)
        ahead = [gap for gap in -o - offsets[looks] if gap > -1e-3]
        gaps.append(float(min(ahead)) if ahead else None)
    return gaps
