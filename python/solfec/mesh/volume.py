"""Meshes of solids: what MESH of the input language takes, made of what a reader found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..build.checks import refuse
from .elements import FACES, MIRROR, NAMES, PLURALS, corner_volumes, outer_faces, row_keys, volumes
from .merging import merge_points
from .raw import CORNERS, DIMENSION, Raw
from .source import Source

if TYPE_CHECKING:
    from solfec import MESH


@dataclass
class VolumeMesh:
    """A mesh of first-order solids as plain data.

    nodes: n x 3, m. elements: corner nodes by their number per element (4, 5, 6 or 8), e x k.
    volids: volume id of every element. labels: its number in the file. faces: outer faces with a
    surface id of their own, by their number of corners (3 or 4), f x k. surfids: those ids.
    volumes, surfaces: ids by the name of the group, element set, node set or surface.
    notes: lines that `report` prints.
    """

    path: str
    nodes: np.ndarray
    elements: dict[int, np.ndarray]
    volids: dict[int, np.ndarray]
    labels: dict[int, np.ndarray]
    faces: dict[int, np.ndarray] = field(default_factory=dict)
    surfids: dict[int, np.ndarray] = field(default_factory=dict)
    volumes: dict[str, int] = field(default_factory=dict)
    surfaces: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def count(self) -> int:
        """Number of elements."""
        return sum(len(table) for table in self.elements.values())

    @property
    def volume(self) -> float:
        """Volume of all elements, m^3."""
        return float(sum(volumes(self.nodes, table).sum() for table in self.elements.values()))

    @property
    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Least and largest coordinates, 3 each, m."""
        return self.nodes.min(axis=0), self.nodes.max(axis=0)

    def volume_of(self, name: str | int) -> float:
        """Returns the volume of the elements of a group, m^3."""
        number = self._id("volume_of", name)
        return float(sum(volumes(self.nodes, table[self.volids[k] == number]).sum()
                         for k, table in self.elements.items()))

    def _id(self, figure: str, name: str | int) -> int:
        ids = sorted({int(i) for v in self.volids.values() for i in np.unique(v)})
        if isinstance(name, str):
            if name not in self.volumes:
                refuse(figure, f"no volume group has the name '{name}'; there are "
                       + (", ".join(map(repr, self.volumes)) or "none"))
            return self.volumes[name]
        if name not in ids:
            refuse(figure, f"no element has the volume id {name}; there are {ids}")
        return int(name)

    def part(self, name: str | int) -> VolumeMesh:
        """Returns the elements of one group (a name or a volume id) as a mesh of its own.

        Faces towards other groups become outer faces without a surface id of their own.
        """
        number = self._id("part", name)
        return self._chosen({k: v == number for k, v in self.volids.items()})

    def parts(self) -> list[VolumeMesh]:
        """Returns the pieces that share no node, in the order of their first nodes."""
        leader = np.arange(len(self.nodes))
        while True:  # every node takes the least leader of its elements until nothing changes
            before = leader.copy()
            for table in self.elements.values():
                least = leader[table].min(axis=1)
                for column in table.T:
                    np.minimum.at(leader, column, least)
            leader = leader[leader]
            if np.array_equal(leader, before):
                break
        leaders = np.unique(leader)
        if len(leaders) == 1:
            return [self]
        return [self._chosen({k: leader[t[:, 0]] == one for k, t in self.elements.items()})
                for one in leaders]

    def _chosen(self, masks: dict[int, np.ndarray]) -> VolumeMesh:
        elements = {k: t[masks[k]] for k, t in self.elements.items() if masks[k].any()}
        used = np.unique(np.concatenate([t.ravel() for t in elements.values()]))
        place = np.full(len(self.nodes), -1)
        place[used] = np.arange(len(used))
        outer = outer_faces(elements)
        faces, surfids = {}, {}
        for k, table in self.faces.items():
            keep = np.isin(row_keys(table), row_keys(outer[k])) if k in outer else \
                np.zeros(len(table), bool)
            if keep.any():
                faces[k], surfids[k] = place[table[keep]], self.surfids[k][keep]
        volids = {k: self.volids[k][masks[k]] for k in elements}
        here = {int(i) for v in volids.values() for i in np.unique(v)}
        there = {int(i) for v in surfids.values() for i in np.unique(v)}
        return VolumeMesh(self.path, self.nodes[used], {k: place[t] for k, t in elements.items()},
                          volids, {k: self.labels[k][masks[k]] for k in elements}, faces, surfids,
                          {n: i for n, i in self.volumes.items() if i in here},
                          {n: i for n, i in self.surfaces.items() if i in there})

    def mesh(self, surface: int = 0) -> MESH:
        """Makes the MESH object; `surface` is the id of outer faces that have none of their own."""
        from solfec import MESH
        elements = [np.column_stack([np.full(len(t), k), t, self.volids[k]]).ravel()
                    for k, t in self.elements.items()]
        faces = [np.column_stack([np.full(len(t), k), t, self.surfids[k]]).ravel()
                 for k, t in self.faces.items() if len(t)]
        surfids = np.concatenate([np.array([surface]), *faces])
        return MESH(self.nodes, np.concatenate(elements), surfids)

    def report(self) -> str:
        """Returns a few lines: elements, volume, groups with ids, notes of the reader."""
        low, high = self.bounds
        kinds = ", ".join(f"{len(t)} {NAMES[k] if len(t) == 1 else PLURALS[k]}"
                          for k, t in sorted(self.elements.items()))
        lines = [f"{self.path}: {len(self.nodes)} nodes, {kinds}",
                 f"  volume {self.volume:.9g} m^3 between ({', '.join(f'{x:g}' for x in low)}) "
                 f"and ({', '.join(f'{x:g}' for x in high)}) m"]
        lines += [f"  volume id {i}: '{n}', {self.volume_of(n):.9g} m^3"
                  for n, i in self.volumes.items()]
        for name, i in self.surfaces.items():
            count = sum(int((ids == i).sum()) for ids in self.surfids.values())
            lines.append(f"  surface id {i}: '{name}', {counted(count, 'face')}")
        return "\n".join(lines + ["  " + note for note in self.notes])


def counted(number: int, name: str) -> str:
    """Returns "1 node", "2 nodes"."""
    return f"{number} {name}" + ("" if number == 1 else "s")


def make_volume_mesh(source: Source, raw: Raw, scale: float, merge: float = 0.0) -> VolumeMesh:
    """Returns the mesh of the solids of a file, checked and in right-handed order.

    merge: nodes that are at most so far apart become one, m; 0: none do.
    """
    notes: list[str] = list(raw.notes)
    if merge > 0.0:
        gone = merge_points(source, raw, merge / scale)
        notes.append(f"{counted(gone, 'node')} merged into others within {merge:g} m")
    solids = [b for b in raw.blocks if DIMENSION[b.shape] == 3]
    if raw.unsupported:
        names = ", ".join(f"{count} of {name}" for name, count in raw.unsupported.items())
        notes.append(f"left out elements that MESH has not: {names}")
    if not solids:
        text = "the file has no tetrahedra, pyramids, wedges or hexahedra"
        source.fail(text + (f"; {notes[0]}" if notes else ""))
    second = [f"{len(b.nodes)} {b.shape} of {b.nodes.shape[1]} nodes" for b in solids
              if b.nodes.shape[1] > CORNERS[b.shape]]
    if second:
        notes.append("second order reduced to first order, edges become straight: "
                     + ", ".join(second))
    elements, volids, labels = {}, {}, {}
    for k, name in NAMES.items():
        some = [b for b in solids if b.shape == name]
        if some:
            elements[k] = np.concatenate([b.nodes[:, :k] for b in some])
            volids[k] = np.concatenate([b.groups for b in some])
            labels[k] = np.concatenate([b.labels for b in some])
    raw.blocks = [b for b in raw.blocks if DIMENSION[b.shape] < 3]  # elements hold the solids now
    del solids, some
    used = np.unique(np.concatenate([t.ravel() for t in elements.values()]))
    points = raw.points[used] * scale
    if not np.isfinite(points).all():
        bad = used[~np.isfinite(points).all(axis=1)][0]
        source.fail(f"node {raw.labels[bad]} has a coordinate that is not finite")
    if np.abs(points).max() > 1e100:
        source.fail("coordinates must be below 1e100 m")
    place = np.full(len(raw.points), -1)
    place[used] = np.arange(len(used))
    mesh = VolumeMesh(source.path, points, {k: place[t] for k, t in elements.items()}, volids,
                      labels, notes=notes)
    left = len(raw.points) - len(used)
    if left:
        notes.append(f"{counted(left, 'node')} that no solid has as a corner left out")
    for k in mesh.elements:
        _put_in_order(source, mesh, k, raw.labels[used])
    _name_volumes(mesh, raw)
    _add_surfaces(mesh, raw, place)
    return mesh


def _put_in_order(source: Source, mesh: VolumeMesh, k: int, names: np.ndarray) -> None:
    """Mirrors left-handed elements and refuses flat and twisted ones."""
    table = mesh.elements[k]
    table = table.copy()
    ordered = np.sort(table, axis=1)
    again = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
    if again.any():
        row = int(np.argmax(again))
        source.fail(f"{NAMES[k]} {mesh.labels[k][row]} has a node twice: "
                    f"{[int(n) for n in names[table[row]]]}")
    del ordered, again
    inverted = volumes(mesh.nodes, table) < 0.0
    table[inverted] = table[inverted][:, MIRROR[k]]
    at_corners = corner_volumes(mesh.nodes, table)
    flat = at_corners <= 0.0
    if flat.any():
        row, corner = np.argwhere(flat)[0]
        node = names[table[row, corner]]
        source.fail(f"{NAMES[k]} {mesh.labels[k][row]} is flat or turned inside out at node {node} "
                    f"(edges span {at_corners[row, corner] + 0.0:.3g} m^3)")
    if inverted.any():
        mesh.notes.append(f"{counted(int(inverted.sum()), 'left-handed element')} of {k} nodes "
                          f"renumbered")
    mesh.elements[k] = table


def _name_volumes(mesh: VolumeMesh, raw: Raw) -> None:
    here = {int(i) for v in mesh.volids.values() for i in np.unique(v)}
    mesh.volumes = {name: i for (dimension, i), name in sorted(raw.names.items())
                    if dimension == 3 and i in here}


def _add_surfaces(mesh: VolumeMesh, raw: Raw, place: np.ndarray) -> None:
    """Gives surface ids to outer faces: by surface elements, surfaces, then node sets."""
    outer = outer_faces(mesh.elements)
    ids = {k: np.zeros(len(t), np.int64) for k, t in outer.items()}
    taken = {k: np.zeros(len(t), bool) for k, t in outer.items()}
    keys = {k: row_keys(t) for k, t in outer.items()}
    lost = 0

    def give(faces: np.ndarray, number: np.ndarray) -> None:
        nonlocal lost
        k = faces.shape[1]
        if k not in outer:
            lost += len(faces)
            return
        order = np.argsort(keys[k], kind="stable")
        wanted = row_keys(faces)
        at = np.minimum(np.searchsorted(keys[k][order], wanted), len(order) - 1)
        hit = keys[k][order][at] == wanted
        lost += int((~hit).sum())
        rows = order[at[hit]]
        ids[k][rows], taken[k][rows] = number[hit], True

    for block in raw.blocks:
        if DIMENSION[block.shape] == 2:
            some = block.groups != 0
            give(place[block.nodes[some][:, :CORNERS[block.shape]]], block.groups[some])
    names = {name: i for (dimension, i), name in sorted(raw.names.items()) if dimension == 2}
    free = max([0, *names.values(), *(int(i.max()) for i in ids.values() if len(i)),
                *(i for (_, i) in raw.names)]) + 1
    for name, corners in raw.faces:
        for k in (3, 4):
            table = corners[(corners[:, 3] < 0) == (k == 3)][:, :k]
            if len(table):
                give(place[table], np.full(len(table), free))
        names[name] = free
        free += 1
    for name, members in sorted(raw.node_sets.items(), key=lambda one: len(one[1])):
        inside = np.zeros(len(mesh.nodes), bool)
        inside[place[members][place[members] >= 0]] = True
        if inside.all():  # a set of all nodes tells nothing about surfaces
            continue
        found = {k: inside[t].all(axis=1) & ~taken[k] for k, t in outer.items()}
        if any(f.any() for f in found.values()):
            for k, f in found.items():
                ids[k][f], taken[k][f] = free, True
            names[name] = free
            free += 1
    mesh.faces = {k: t[taken[k]] for k, t in outer.items() if taken[k].any()}
    mesh.surfids = {k: ids[k][taken[k]] for k in mesh.faces}
    here = {int(i) for v in mesh.surfids.values() for i in np.unique(v)}
    mesh.surfaces = {name: i for name, i in names.items() if i in here}
    if lost:
        mesh.notes.append(f"{counted(lost, 'face')} of surface groups lie inside and have no id")
