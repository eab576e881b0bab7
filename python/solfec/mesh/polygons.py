"""Plane polygons as triangles."""

from __future__ import annotations

import numpy as np

FLAT = 1e-12  # of the squared size of a polygon: turns below it are none
GOOD = 0.1  # area of an ear over the square of its longest side, twice; the first such is cut
TRIES = 16  # ears of which the least thin is cut where none is good
MOST = 1000  # corners of a concave polygon; the work grows by their square


def triangles_of(points: np.ndarray, polygons: list) -> np.ndarray:
    """Returns polygons (lists of node numbers) as triangles, m x 3.

    Convex polygons become fans of their first corner. Others are cut ear by ear (Meisters (1975),
    Amer. Math. Monthly 82, 648-651), in their mean plane, so that triangles do not overlap; such a
    polygon of more than MOST corners becomes a fan.
    """
    sizes = np.array([len(p) for p in polygons], np.int64)
    first = np.concatenate([[0], np.cumsum(sizes - 2)])
    found = np.empty((first[-1], 3), np.int64)
    for size in np.unique(sizes):
        which = np.flatnonzero(sizes == size)
        table = np.array([polygons[i] for i in which], np.int64)
        fan = np.arange(1, size - 1)
        for k in fan:
            found[first[which] + k - 1] = table[:, [0, k, k + 1]]
        if size == 3 or size > MOST:
            continue
        for row in np.flatnonzero(_is_concave(points[table])):
            begin = first[which[row]]
            found[begin:begin + size - 2] = table[row][_ears(points[table[row]])]
    return found


def _turns(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns mean normals (m x 3, twice the area) and turns at the corners about them (m x n)."""
    middle = corners.mean(axis=1, keepdims=True)
    arms = corners - middle
    normal = np.cross(arms, np.roll(arms, -1, axis=1)).sum(axis=1)
    before, after = corners - np.roll(corners, 1, axis=1), np.roll(corners, -1, axis=1) - corners
    length = np.linalg.norm(normal, axis=1, keepdims=True)
    unit = normal / np.where(length > 0.0, length, 1.0)
    return normal, np.einsum("mnk,mk->mn", np.cross(before, after), unit)


def _is_concave(corners: np.ndarray) -> np.ndarray:
    with np.errstate(over="ignore", invalid="ignore"):  # numbers are checked by the caller
        normal, turns = _turns(corners)
        size = np.ptp(corners, axis=1).max(axis=1) ** 2
        return (turns < -FLAT * size[:, None]).any(axis=1) & np.isfinite(normal).all(axis=1)


def _ears(corners: np.ndarray) -> np.ndarray:
    """Returns the triangles of one polygon as numbers of its corners."""
    normal = _turns(corners[None])[0][0]
    drop = int(np.abs(normal).argmax())
    plane = np.delete(corners, drop, axis=1)
    if (normal[drop] < 0.0) != (drop == 1):
        plane = plane[:, ::-1]
    left, found = list(range(len(corners))), []
    while len(left) > 3:
        cut = _next_ear(plane, left)
        found.append((left[cut - 1], left[cut], left[(cut + 1) % len(left)]))
        del left[cut]
    return np.array([*found, tuple(left)])


def _next_ear(plane: np.ndarray, left: list) -> int:
    """Returns a convex corner whose triangle holds no other one: the first that is not thin, else
    the least thin of some.
    """
    best, value, tried = 0, -np.inf, 0
    rest = plane[left]
    for i, corner in enumerate(left):
        a, b, c = plane[left[i - 1]], plane[corner], plane[left[(i + 1) % len(left)]]
        area = _cross(b - a, c - a)
        if not area > 0.0:
            continue
        at_corner = (rest == a).all(axis=1) | (rest == b).all(axis=1) | (rest == c).all(axis=1)
        inside = ~at_corner  # corners of seams of holes stand twice
        for begin, way in ((a, b - a), (b, c - b), (c, a - c)):
            inside &= way[0] * (rest[:, 1] - begin[1]) - way[1] * (rest[:, 0] - begin[0]) >= 0.0
        if inside.any():
            continue
        longest = max(np.dot(b - a, b - a), np.dot(c - b, c - b), np.dot(a - c, a - c))
        shape = area / longest if longest > 0.0 else 0.0
        if shape > value:
            best, value = i, shape
        tried += 1
        if shape > GOOD or tried == TRIES:
            break
    return best


def _cross(u: np.ndarray, v: np.ndarray) -> float:
    return float(u[0] * v[1] - u[1] * v[0])
