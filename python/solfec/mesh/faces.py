"""Surface ids of outer faces: surface elements, surfaces, then node sets give them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .elements import FACES, outer_faces, row_keys
from .names import Names
from .raw import CORNERS, DIMENSION, Raw
from .wording import counted, listed

if TYPE_CHECKING:
    from .volume import VolumeMesh


class _Outer:
    """Outer faces by their number of corners, and the ids that groups have given them."""

    def __init__(self, elements: dict[int, np.ndarray]) -> None:
        self.tables = outer_faces(elements)
        self.ids = {k: np.zeros(len(t), np.int64) for k, t in self.tables.items()}
        self.taken = {k: np.zeros(len(t), bool) for k, t in self.tables.items()}
        self.inside = 0  # faces of groups that are no outer faces
        self._order: dict[int, np.ndarray] = {}  # of the rows of a table by their keys
        self._keys: dict[int, np.ndarray] = {}
        for k, table in self.tables.items():
            keys = row_keys(table)
            self._order[k] = np.argsort(keys, kind="stable")
            self._keys[k] = keys[self._order[k]]

    def give(self, faces: np.ndarray, numbers: np.ndarray) -> bool:
        """Gives ids to the outer ones of some faces; True when there are such."""
        k = faces.shape[1]
        if k not in self.tables:
            self.inside += len(faces)
            return False
        wanted = row_keys(faces)
        at = np.minimum(np.searchsorted(self._keys[k], wanted), len(self._keys[k]) - 1)
        hit = self._keys[k][at] == wanted
        self.inside += int((~hit).sum())
        rows = self._order[k][at[hit]]
        self.ids[k][rows], self.taken[k][rows] = numbers[hit], True
        return bool(hit.any())

    def give_free(self, found: dict[int, np.ndarray], number: int) -> None:
        """Gives an id to those of some faces (masks by their number of corners) that have none."""
        for k, mask in found.items():
            free = mask & ~self.taken[k]
            self.ids[k][free], self.taken[k][free] = number, True

    def numbers(self) -> set[int]:
        """Returns the ids that faces have."""
        return {int(i) for k, ids in self.ids.items() for i in np.unique(ids[self.taken[k]])}


def add_surfaces(mesh: VolumeMesh, raw: Raw, place: np.ndarray) -> None:
    """Gives surface ids to the outer faces of a mesh and notes what is lost.

    place: nodes of the mesh by the points of the file, -1 for points that are left out.
    """
    outer = _Outer(mesh.elements)
    for block in raw.blocks:
        if DIMENSION[block.shape] == 2:
            some = block.groups != 0
            outer.give(place[block.nodes[some][:, :CORNERS[block.shape]]], block.groups[some])
    names = {name: i for (dimension, i), name in sorted(raw.names.items()) if dimension == 2}
    before = outer.numbers()
    had = [name for name, i in names.items() if i in before]
    free = max([0, *names.values(), *before, *(i for (_, i) in raw.names)]) + 1
    for name, corners in raw.faces:
        hits = [outer.give(place[table], np.full(len(table), free))
                for table in _by_corners(corners)]
        if any(hits):
            had.append(name)
        names[name] = free
        free += 1
    here = outer.numbers()
    lost = [name for name in dict.fromkeys(had) if names[name] not in here]
    if lost:
        mesh.notes.append(f"later surfaces have all outer faces of {listed(lost)}")
    _add_node_sets(mesh, raw, place, outer, (names, free))
    mesh.faces = {k: t[outer.taken[k]] for k, t in outer.tables.items() if outer.taken[k].any()}
    mesh.surfids = {k: outer.ids[k][outer.taken[k]] for k in mesh.faces}
    here = outer.numbers()
    mesh.surfaces = Names({name: i for name, i in names.items() if i in here})
    if outer.inside:
        mesh.notes.append(f"{counted(outer.inside, 'face')} of surface groups "
                          + ("lies inside and has no id" if outer.inside == 1
                             else "lie inside and have no id"))


def _by_corners(corners: np.ndarray) -> list[np.ndarray]:
    """Returns the triangles and the quadrangles of faces whose fourth corner may be -1."""
    tables = [corners[corners[:, 3] < 0][:, :3], corners[corners[:, 3] >= 0]]
    return [table for table in tables if len(table)]


def _add_node_sets(mesh: VolumeMesh, raw: Raw, place: np.ndarray, outer: _Outer,
                   state: tuple[dict[str, int], int]) -> None:
    """Gives ids to faces whose nodes all belong to a set, small sets first.

    state: ids by the names of groups, which grows, and the next free id. A set that has the name
    of a surface gives none, since its faces would have an id without a name.
    """
    names, free = state
    here = outer.numbers()
    lost, same, hidden = [], [], []
    for name, members in sorted(raw.node_sets.items(), key=lambda one: len(one[1])):
        inside = np.zeros(len(mesh.nodes), bool)
        inside[place[members][place[members] >= 0]] = True
        if inside.all():  # a set of all nodes tells nothing about surfaces
            continue
        found = {k: inside[t].all(axis=1) for k, t in outer.tables.items()}
        if not any(mask.any() for mask in found.values()):
            if inside.sum() > 2:
                hidden.append((name, np.flatnonzero(inside)))
            continue
        is_free = any((mask & ~outer.taken[k]).any() for k, mask in found.items())
        if names.get(name) in here:
            same += [name] * is_free
        elif not is_free:
            lost.append(name)
        else:
            outer.give_free(found, free)
            names[name] = free
            free += 1
    if same:
        mesh.notes.append(f"node sets with the names of surfaces give no faces: {listed(same)}")
    if lost:
        mesh.notes.append("surfaces and smaller node sets have all outer faces of the node sets "
                          + listed(lost))
    buried = _inner_sets(mesh, hidden)
    if buried:
        mesh.notes.append("node sets whose faces all lie inside have no id: " + listed(buried))


def _inner_sets(mesh: VolumeMesh, sets: list[tuple[str, np.ndarray]]) -> list[str]:
    """Returns the names of sets, which hold no outer face, that hold a face inside."""
    if not sets:
        return []
    near = np.zeros(len(mesh.nodes), bool)
    for _, members in sets:
        near[members] = True
    some = [table[near[table].sum(axis=1) > 2] for table in mesh.elements.values()]
    faces = [table[:, face] for table in some for face in FACES[table.shape[1]]]
    faces = [table[near[table].all(axis=1)] for table in faces]
    found, inside = [], np.zeros(len(mesh.nodes), bool)
    for name, members in sets:
        inside[members] = True
        if any(inside[table].all(axis=1).any() for table in faces):
            found.append(name)
        inside[members] = False
    return found
