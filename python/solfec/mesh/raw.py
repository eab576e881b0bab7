"""Result of a reader: points, blocks of elements, names of groups."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NoReturn

import numpy as np

from .pieces import Labels
from .source import Source

# corners of every shape; formats list corners before the nodes of edges and faces
CORNERS = {"point": 1, "line": 2, "triangle": 3, "quadrangle": 4, "tetrahedron": 4, "pyramid": 5,
           "wedge": 6, "hexahedron": 8}
DIMENSION = {"point": 0, "line": 1, "triangle": 2, "quadrangle": 2, "tetrahedron": 3,
             "pyramid": 3, "wedge": 3, "hexahedron": 3}
FROM_ZERO = "; nodes and elements of the file count from 0"  # end of errors


@dataclass
class Block:
    """Elements of one shape: nodes (n x k, numbers of points), groups (n, 0: none), labels (n)."""

    shape: str
    nodes: np.ndarray
    groups: np.ndarray
    labels: np.ndarray


@dataclass
class Raw:
    """A file as it stands.

    points: n x 3, in the unit of the file. labels: names of the points in the file, n.
    names: name of the group (dimension, id). sets: elements of named sets, as (block, rows).
    faces: faces of elements, as (name, corner nodes f x 4, -1 for the fourth of a triangle).
    node_sets: numbers of points by name. unsupported: count by name of the element type.
    notes: what the reader has to tell, a line each. counting: end of errors with numbers of nodes
    and elements, where these do not count from 1.
    """

    points: np.ndarray
    labels: np.ndarray
    blocks: list[Block] = field(default_factory=list)
    names: dict[tuple[int, int], str] = field(default_factory=dict)
    faces: list[tuple[str, np.ndarray]] = field(default_factory=list)
    node_sets: dict[str, np.ndarray] = field(default_factory=dict)
    sets: dict[str, list[tuple[int, np.ndarray]]] = field(default_factory=dict)
    unsupported: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    counting: str = ""


@dataclass
class Faces:
    """Content of a file: points (n x 3, in its unit), triangles (m x 3), names of the triangles.

    fail: raises the error of a point, by its number from 0, with its line or byte.
    """

    points: np.ndarray
    triangles: np.ndarray
    fail: Callable[[int, str], NoReturn]
    labels: Labels | None = None


def numbers_of(labels: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Returns the index of every wanted label in `labels`, -1 for those that are not there."""
    order = np.argsort(labels, kind="stable")
    at = np.searchsorted(labels, wanted, sorter=order)
    at = np.minimum(at, max(len(labels) - 1, 0))
    if not len(labels):
        return np.full(np.shape(wanted), -1)
    found = order[at]
    return np.where(labels[found] == wanted, found, -1)


def join_blocks(source: Source, raw: Raw) -> None:
    """Joins blocks of one shape and width and turns labels of nodes into numbers of points."""
    joined: dict[tuple[str, int], list[Block]] = {}
    for block in raw.blocks:
        joined.setdefault((block.shape, block.nodes.shape[1]), []).append(block)
    raw.blocks = []
    for (shape, _), blocks in joined.items():
        nodes = np.concatenate([b.nodes for b in blocks])
        labels = np.concatenate([b.labels for b in blocks])
        found = numbers_of(raw.labels, nodes)
        if (found < 0).any():
            row, column = np.argwhere(found < 0)[0]
            source.fail(f"element {labels[row]} ({shape}) has node {nodes[row, column]}, "
                        f"which the file does not define")
        raw.blocks.append(Block(shape, found, np.concatenate([b.groups for b in blocks]), labels))
