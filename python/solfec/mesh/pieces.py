"""Solids of a surface that holds several: triangles that share edges, cavities with their solid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .elements import triple

if TYPE_CHECKING:
    from .surface import Surface

SAME_ANGLE = 1e-9  # radians, below which two triangles at an edge have one direction


@dataclass
class Labels:
    """Names that a file gives to triangles.

    names: the first one is empty. objects, groups: number of the name of every triangle, the former
    of solids (`solid` in STL, `o` in OBJ), the latter of their groups (`g` in OBJ).
    """

    names: list[str]
    objects: np.ndarray
    groups: np.ndarray

    def some(self, rows: np.ndarray) -> Labels:
        """Returns the names of some triangles."""
        return Labels(self.names, self.objects[rows], self.groups[rows])

    def only(self, numbers: np.ndarray) -> str:
        """Returns the name of triangles that have one, else ''."""
        return self.names[numbers[0]] if len(numbers) and (numbers == numbers[0]).all() else ""


def joined(count: int, one: np.ndarray, two: np.ndarray) -> np.ndarray:
    """Returns the least member of the set of each of `count` things, where pairs join sets."""
    leader = np.arange(count)
    while len(one):
        one, two = leader[one], leader[two]
        apart = one != two
        one, two = one[apart], two[apart]
        np.minimum.at(leader, np.maximum(one, two), np.minimum(one, two))
        while True:
            above = leader[leader]
            if np.array_equal(above, leader):
                break
            leader = above
    return leader


def pieces_of(surface: Surface) -> list[np.ndarray]:
    """Returns the triangles of every solid, in the order of their first ones.

    Triangles hang together at edges. Where more than two triangles meet at an edge, those of one
    object of the file do, else those between which the solid lies. A piece that faces inward
    belongs to the least solid around it.
    """
    sides = surface.triangles if surface.volume >= 0.0 else surface.triangles[:, ::-1]
    leader = joined(len(sides), *_neighbours(surface, sides).T)
    _, piece = np.unique(leader, return_inverse=True)
    count = int(piece.max(initial=-1)) + 1
    if count < 2:
        return [np.arange(len(sides))]
    corners = surface.points[sides] - surface.points[0]
    volumes = np.bincount(piece, triple(*corners.transpose(1, 0, 2)) / 6.0, count)
    order = np.argsort(piece, kind="stable")
    rows = np.split(order, np.cumsum(np.bincount(piece, minlength=count))[:-1])
    low = np.array([corners[one].min(axis=(0, 1)) for one in rows])
    high = np.array([corners[one].max(axis=(0, 1)) for one in rows])
    owner = np.arange(count)
    solids = np.flatnonzero(volumes > 0.0)
    for cavity in np.flatnonzero(volumes < 0.0):
        around = solids[(low[solids] <= low[cavity]).all(axis=1)
                        & (high[solids] >= high[cavity]).all(axis=1)
                        & (volumes[solids] >= -volumes[cavity])]
        for solid in around[np.argsort(volumes[around], kind="stable")]:
            if _is_inside(corners[rows[cavity][0]].mean(axis=0), corners[rows[solid]]):
                owner[cavity] = solid
                break
    return [np.sort(np.concatenate([rows[k] for k in np.flatnonzero(owner == one)]))
            for one in np.unique(owner)]


def _neighbours(surface: Surface, sides: np.ndarray) -> np.ndarray:
    """Returns pairs of triangles that hang together, p x 2."""
    runs = np.concatenate([sides[:, [0, 1]], sides[:, [1, 2]], sides[:, [2, 0]]])
    face = np.tile(np.arange(len(sides)), 3)
    key = np.sort(runs, axis=1) @ np.array([len(surface.points), 1])
    pairs = []
    labels = surface.labels
    if labels is not None and labels.objects.any():  # edges of one object first
        objects = labels.objects[face]
        paired, rest = _pairs(key * len(labels.names) + objects)
        pairs.append(face[paired])
        face, runs, key = face[rest], runs[rest], key[rest]
    paired, rest = _pairs(key)
    pairs.append(face[paired])
    face, runs, key = face[rest], runs[rest], key[rest]
    order = np.argsort(key, kind="stable")
    for rows in np.split(order, np.flatnonzero(np.diff(key[order])) + 1):
        if len(rows) > 2:
            pairs.append(face[rows][_around_edge(surface.points, sides[face[rows]], runs[rows])])
    return np.concatenate(pairs)


def _pairs(key: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the rows of keys that stand twice, p x 2, and the rows of all other keys."""
    order = np.argsort(key, kind="stable")
    first = np.flatnonzero(np.concatenate([[True], key[order][1:] != key[order][:-1]])[:len(key)])
    twice = first[np.diff(np.append(first, len(key))) == 2]
    paired = np.column_stack([order[twice], order[twice + 1]])
    rest = np.ones(len(key), bool)
    rest[paired] = False
    return paired, np.flatnonzero(rest)


def _around_edge(points: np.ndarray, sides: np.ndarray, runs: np.ndarray) -> np.ndarray:
    """Returns pairs of the triangles at one edge between which the solid lies.

    The edge points from its lesser point to the other one. Seen against it, the solid lies
    clockwise of a triangle that runs the edge forward, and counter-clockwise of one that runs it
    backward.
    """
    low = runs.min(axis=1)[0]
    axis = points[runs.max(axis=1)[0]] - points[low]
    third = sides.sum(axis=1) - runs.sum(axis=1)
    arms = points[third] - points[low]
    length = float(np.linalg.norm(axis))
    if not length > 0.0:
        return np.empty((0, 2), np.int64)
    axis = axis / length
    across = arms - np.outer(arms @ axis, axis)
    x = across[0] / (np.linalg.norm(across[0]) or 1.0)
    angle = np.arctan2(across @ np.cross(axis, x), across @ x)
    forward = runs[:, 0] == low
    ends, starts = np.flatnonzero(forward), np.flatnonzero(~forward)
    found = []
    for start in starts:
        if not len(ends):
            break
        turn = (angle[ends] - angle[start]) % (2.0 * np.pi)
        turn[turn < SAME_ANGLE] += 2.0 * np.pi
        k = int(np.argmin(turn))
        found.append((start, ends[k]))
        ends = np.delete(ends, k)
    return np.array(found, np.int64).reshape(-1, 2)


def _is_inside(point: np.ndarray, corners: np.ndarray) -> bool:
    """Returns True for a point inside a closed surface.

    The solid angles of the triangles then sum to 4 pi (Van Oosterom and Strackee (1983), IEEE Trans.
    Biomed. Eng. 30, 125-126).
    """
    a, b, c = (corners - point).transpose(1, 0, 2)
    la, lb, lc = (np.linalg.norm(v, axis=1) for v in (a, b, c))
    below = la * lb * lc + (a * b).sum(1) * lc + (b * c).sum(1) * la + (c * a).sum(1) * lb
    return bool(2.0 * np.arctan2(triple(a, b, c), below).sum() > 2.0 * np.pi)
