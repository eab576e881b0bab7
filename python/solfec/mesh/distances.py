"""Distances of points from triangles."""

from __future__ import annotations

import numpy as np

CHUNK = 2_000_000  # pairs of a point and a triangle that are in memory at a time


def nearest_triangles(points: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Returns for each point (n x 3) the number of the nearest triangle (m x 3 x 3), the least of equal ones."""
    nearest = np.empty(len(points), np.int64)
    step = max(1, CHUNK // len(corners))
    for begin in range(0, len(points), step):
        some = points[begin:begin + step]
        nearest[begin:begin + step] = squared_distances(some[:, None], corners[None]).argmin(axis=1)
    return nearest


def squared_distances(points: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Returns squared distances of points (... x 3) from triangles (... x 3 x 3)."""
    least = np.full(np.broadcast_shapes(points.shape[:-1], corners.shape[:-2]), np.inf)
    for i in range(3):
        begin, side = corners[..., i, :], corners[..., (i + 1) % 3, :] - corners[..., i, :]
        length = np.einsum("...i,...i->...", side, side)
        share = np.einsum("...i,...i->...", points - begin, side) / np.where(length > 0.0, length, 1.0)
        away = points - begin - np.clip(share, 0.0, 1.0)[..., None] * side
        least = np.minimum(least, np.einsum("...i,...i->...", away, away))
    a, ab, ac = corners[..., 0, :], corners[..., 1, :] - corners[..., 0, :], corners[..., 2, :] - corners[..., 0, :]
    normal = np.cross(ab, ac)
    size = np.einsum("...i,...i->...", normal, normal)
    size = np.where(size > 0.0, size, 1.0)
    to = points - a
    v = np.einsum("...i,...i->...", np.cross(to, ac), normal) / size
    w = np.einsum("...i,...i->...", np.cross(ab, to), normal) / size
    height = np.einsum("...i,...i->...", to, normal)
    inside = (v >= 0.0) & (w >= 0.0) & (v + w <= 1.0)
    return np.where(inside, np.minimum(least, height * height / size), least)
