"""First-order elements: faces, signed volumes, order of nodes."""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np

# faces of every element, counter-clockwise seen from outside; the key is the number of corners
FACES = {4: ((0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)),
         5: ((0, 3, 2, 1), (0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)),
         6: ((0, 2, 1), (3, 4, 5), (0, 1, 4, 3), (1, 2, 5, 4), (2, 0, 3, 5)),
         8: ((0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))}
# order of the nodes of the mirrored element
MIRROR = {4: (0, 2, 1, 3), 5: (0, 3, 2, 1, 4), 6: (0, 2, 1, 3, 5, 4), 8: (0, 3, 2, 1, 4, 7, 6, 5)}
# three neighbours of a corner in right-handed order
CORNER_EDGES = {4: ((0, 1, 2, 3),),
                5: ((0, 1, 3, 4), (1, 2, 0, 4), (2, 3, 1, 4), (3, 0, 2, 4)),
                6: ((0, 1, 2, 3), (1, 2, 0, 4), (2, 0, 1, 5), (3, 5, 4, 0), (4, 3, 5, 1),
                    (5, 4, 3, 2)),
                8: ((0, 1, 3, 4), (1, 2, 0, 5), (2, 3, 1, 6), (3, 0, 2, 7), (4, 7, 5, 0),
                    (5, 4, 6, 1), (6, 5, 7, 2), (7, 6, 4, 3))}
CHUNK = 1 << 14  # elements whose volumes are computed at a time
NODE = np.int32  # of nodes in tables of faces, which are the largest tables of a mesh
NAMES = {4: "tetrahedron", 5: "pyramid", 6: "wedge", 8: "hexahedron"}
PLURALS = {4: "tetrahedra", 5: "pyramids", 6: "wedges", 8: "hexahedra"}


def triple(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """Returns a . (b x c) of rows of vectors (n x 3)."""
    return (a[:, 0] * (b[:, 1] * c[:, 2] - b[:, 2] * c[:, 1])
            + a[:, 1] * (b[:, 2] * c[:, 0] - b[:, 0] * c[:, 2])
            + a[:, 2] * (b[:, 0] * c[:, 1] - b[:, 1] * c[:, 0]))


def _in_chunks(function: Callable, nodes: np.ndarray, elements: np.ndarray) -> np.ndarray:
    """Calls function(nodes, rows of elements) for CHUNK rows at a time, which bounds the memory."""
    found = [function(nodes, elements[at:at + CHUNK]) for at in range(0, len(elements), CHUNK)]
    return np.concatenate(found) if found else function(nodes, elements)


def volumes(nodes: np.ndarray, elements: np.ndarray) -> np.ndarray:
    """Returns the signed volume of every element (n x k corners), m^3.

    Divergence theorem over the faces; a four-cornered face is the bilinear patch, whose part is
    the mean of its two cuts into triangles. The sum is taken about the first corner.
    """
    return _in_chunks(_volumes, nodes, elements)


def _volumes(nodes: np.ndarray, elements: np.ndarray) -> np.ndarray:
    base = nodes[elements[:, 0]]
    corners = [nodes[elements[:, i]] - base for i in range(elements.shape[1])]
    total = np.zeros(len(elements))
    for face in FACES[elements.shape[1]]:
        if len(face) == 3:
            total += triple(*(corners[i] for i in face))
            continue
        for a, b, c in ((0, 1, 2), (0, 2, 3), (0, 1, 3), (1, 2, 3)):
            total += 0.5 * triple(corners[face[a]], corners[face[b]], corners[face[c]])
    return total / 6.0


def corner_volumes(nodes: np.ndarray, elements: np.ndarray) -> np.ndarray:
    """Returns the volumes spanned by the three edges at every corner, n x c, m^3."""
    return _in_chunks(_corner_volumes, nodes, elements)


def _corner_volumes(nodes: np.ndarray, elements: np.ndarray) -> np.ndarray:
    found = []
    for at, i, j, k in CORNER_EDGES[elements.shape[1]]:
        base = nodes[elements[:, at]]
        found.append(triple(*(nodes[elements[:, n]] - base for n in (i, j, k))))
    return np.column_stack(found)


def outer_faces(elements: dict[int, np.ndarray]) -> dict[int, np.ndarray]:
    """Returns the faces that one element has, by the number of their corners (f x 3, f x 4)."""
    found = {}
    for corners in (3, 4):
        sides = [(table, face) for table in elements.values() for face in FACES[table.shape[1]]
                 if len(face) == corners]
        if not sides:
            continue
        faces = np.empty((sum(len(table) for table, _ in sides), corners), NODE)
        begin = 0
        for table, face in sides:
            faces[begin:begin + len(table)] = table[:, face]
            begin += len(table)
        rows = row_keys(faces)
        order = np.argsort(rows, kind="stable")
        rows = rows[order]
        again = rows[1:] == rows[:-1]
        once = np.ones(len(rows), bool)
        once[order[1:][again]] = once[order[:-1][again]] = False
        found[corners] = faces[once].astype(np.int64)
    return found


def row_keys(faces: np.ndarray) -> np.ndarray:
    """Returns one comparable key per row, independent of the order of the numbers in the row."""
    kind = np.dtype((np.void, 4 * faces.shape[1]))
    if not len(faces):
        return np.empty(0, kind)
    ordered = faces.astype(NODE)
    ordered.sort(axis=1)
    if sys.byteorder == "little":  # bytes compare as the numbers do
        ordered.byteswap(inplace=True)
    return ordered.view(kind).ravel()
