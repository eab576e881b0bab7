"""Nodes that stand at one place become one node."""

from __future__ import annotations

import itertools

import numpy as np

from .raw import Raw
from .source import Source

CROWD = 200  # points in a cell of two tolerances; more tell that the tolerance is too large


def merge_points(source: Source, raw: Raw, tolerance: float) -> int:
    """Merges points that are at most `tolerance` apart into the first of them.

    A chain of near points becomes one point. Returns the number of points that went.
    """
    leader = leaders(raw.points, tolerance)
    if leader is None:
        source.fail(f"merge is too large: more than {CROWD} nodes lie within twice {tolerance:g} "
                    "units of the file")
    keep = np.flatnonzero(leader == np.arange(len(leader)))
    place = np.full(len(leader), -1)
    place[keep] = np.arange(len(keep))
    place = place[leader]
    for block in raw.blocks:
        block.nodes = place[block.nodes]
    raw.faces = [(name, np.where(corners < 0, corners, place[corners]))
                 for name, corners in raw.faces]
    raw.node_sets = {name: np.unique(place[members]) for name, members in raw.node_sets.items()}
    gone = len(leader) - len(keep)
    raw.points, raw.labels = raw.points[keep], raw.labels[keep]
    return gone


def leaders(points: np.ndarray, tolerance: float) -> np.ndarray | None:
    """Returns for every point the number of the first point of its chain of near points.

    None where more than CROWD points share a cell.

    Two points that are at most a tolerance apart lie in one cell of one of eight grids, whose
    cells are two tolerances wide and which are shifted by one tolerance along each axis.
    """
    leader = np.arange(len(points))
    with np.errstate(over="ignore", invalid="ignore"):
        halves = points / (2.0 * tolerance)
    pairs = [np.empty((0, 2), np.int64)]
    for shift in itertools.product((0.0, 0.5), repeat=3):
        cells = np.floor(halves + shift)
        order = np.lexsort(cells.T)
        ordered, back = cells[order], 1
        while back < len(order):
            same = np.flatnonzero((ordered[back:] == ordered[:-back]).all(axis=1))
            if not len(same):
                break
            if back == CROWD:
                return None
            one, two = order[same], order[same + back]
            with np.errstate(over="ignore", invalid="ignore"):
                near = ((points[one] - points[two]) ** 2).sum(axis=1) <= tolerance ** 2
            pairs.append(np.column_stack([one[near], two[near]]))
            back += 1
    found = np.concatenate(pairs)
    while len(found):  # every point takes the least leader of its neighbours until nothing changes
        before = leader.copy()
        for one, two in ((0, 1), (1, 0)):
            np.minimum.at(leader, found[:, one], leader[found[:, two]])
        leader = leader[leader]
        if np.array_equal(leader, before):
            break
    return leader
