"""Meshes of solids: what MESH of the input language takes, made of what a reader found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn

import numpy as np

from ..build.checks import refuse
from .elements import MIRROR, NAMES, PLURALS, corner_volumes, outer_faces, row_keys, volumes
from .faces import add_surfaces
from .merging import merge_points
from .names import Names
from .raw import CORNERS, DIMENSION, Raw
from .source import Source
from .surface import make_surface
from .wording import counted, counts

if TYPE_CHECKING:
    from solfec import MESH

UNNAMED = 20  # ids without a name that `report` lists
LARGEST = 1e100  # m, of coordinates, whose cubes are numbers still


@dataclass
class VolumeMesh:
    """A mesh of first-order solids as plain data.

    nodes: n x 3, m. elements: corner nodes by their number per element (4, 5, 6 or 8), e x k.
    volids: volume id of every element. labels: its number in the file. faces: outer faces with a
    surface id of their own, by their number of corners (3 or 4), f x k. surfids: those ids.
    volumes, surfaces: ids by the name of the group, element set, node set or surface; a name is
    found without regard to case.
    notes: lines that `report` prints.
    """

    path: str
    nodes: np.ndarray
    elements: dict[int, np.ndarray]
    volids: dict[int, np.ndarray]
    labels: dict[int, np.ndarray]
    faces: dict[int, np.ndarray] = field(default_factory=dict)
    surfids: dict[int, np.ndarray] = field(default_factory=dict)
    volumes: dict[str, int] = field(default_factory=Names)
    surfaces: dict[str, int] = field(default_factory=Names)
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
                          Names({n: i for n, i in self.volumes.items() if i in here}),
                          Names({n: i for n, i in self.surfaces.items() if i in there}))

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
        kinds = counts({NAMES[k]: len(t) for k, t in sorted(self.elements.items())})
        lines = [f"{self.path}: {counted(len(self.nodes), 'node')}, {kinds}",
                 f"  volume {self.volume:.9g} m^3 between ({', '.join(f'{x:g}' for x in low)}) "
                 f"and ({', '.join(f'{x:g}' for x in high)}) m"]
        sizes = {k: volumes(self.nodes, table) for k, table in self.elements.items()}
        lines += _lines_of_ids("volume", self.volids, self.volumes, sizes)
        lines += _lines_of_ids("surface", self.surfids, self.surfaces)
        return "\n".join(lines + ["  " + note for note in self.notes])


def _lines_of_ids(kind: str, ids: dict[int, np.ndarray], names: dict[str, int],
                  sizes: dict[int, np.ndarray] | None = None) -> list[str]:
    """Returns the lines of `report` about ids: those with a name, then others; none for 0 alone.

    sizes: volumes of the elements, m^3; without them faces are counted.
    """
    every = np.concatenate([np.empty(0, np.int64), *ids.values()])
    weights = np.concatenate([np.empty(0), *(sizes[k] for k in ids)]) if sizes else None
    there, rows = np.unique(every, return_inverse=True)
    totals = dict(zip(there.tolist(), np.bincount(rows, weights, len(there)).tolist()))
    named = [(i, f"'{name}'") for name, i in names.items()]
    taken = set(names.values())
    others = [] if set(totals) == {0} else [i for i in totals if i not in taken]
    named += [(i, "without a name") for i in others[:UNNAMED]]
    found = []
    for i, name in named:
        total = totals.get(i, 0)
        size = f"{total:.9g} m^3" if sizes else counted(int(total), "face")
        found.append(f"  {kind} id {i}: {name}, {size}")
    more = len(others) - UNNAMED
    return found + ([f"  {counted(more, f'{kind} id')} more without a name"] if more > 0 else [])


def make_volume_mesh(source: Source, raw: Raw, scale: float, merge: float = 0.0) -> VolumeMesh:
    """Returns the mesh of the solids of a file, checked and in right-handed order.

    merge: nodes that are at most so far apart become one, m; 0: none do.
    """
    notes: list[str] = list(raw.notes)
    if merge > 0.0:
        gone = merge_points(source, raw, merge / scale)
        notes.append(f"{counted(gone, 'node')} merged into others within {merge:g} m")
    raw.blocks = [b for b in raw.blocks if len(b.nodes)]  # *ELEMENT without a line makes none
    solids = [b for b in raw.blocks if DIMENSION[b.shape] == 3]
    if raw.unsupported:
        names = ", ".join(f"{count} of {name}" for name, count in raw.unsupported.items())
        notes.append(f"left out elements that MESH has not: {names}")
    if not solids:
        _refuse_without_solids(source, raw)
    second = [f"{counted(len(b.nodes), b.shape)} of {b.nodes.shape[1]} nodes" for b in solids
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
    with np.errstate(over="ignore", invalid="ignore"):  # signalling NaN, large numbers: told below
        points = raw.points[used] * scale
    if not np.isfinite(points).all():
        bad = used[~np.isfinite(points).all(axis=1)][0]
        source.fail(f"node {raw.labels[bad]} has a coordinate that is not finite{raw.counting}")
    if np.abs(points).max() > LARGEST:
        row, axis = np.argwhere(np.abs(points) > LARGEST)[0]
        source.fail(f"coordinates must be below {LARGEST:g} m, node {raw.labels[used[row]]} has "
                    f"{points[row, axis]:g} m{raw.counting}")
    place = np.full(len(raw.points), -1)
    place[used] = np.arange(len(used))
    mesh = VolumeMesh(source.path, points, {k: place[t] for k, t in elements.items()}, volids,
                      labels, notes=notes)
    left = len(raw.points) - len(used)
    if left:
        notes.append(f"{counted(left, 'node')} that no solid has as a corner left out")
    for k in mesh.elements:
        _put_in_order(source, mesh, k, raw.labels[used], raw.counting)
        _refuse_equal(source, mesh, k, raw.counting)
    _name_volumes(mesh, raw)
    add_surfaces(mesh, raw, place)
    return mesh


def _refuse_without_solids(source: Source, raw: Raw) -> NoReturn:
    """Refuses a file that has no solids and tells what it has."""
    numbers: dict[str, int] = {}
    for block in raw.blocks:
        numbers[block.shape] = numbers.get(block.shape, 0) + len(block.nodes)
    has = [counts(numbers)] if numbers else []
    has += [f"{count} of {name}" for name, count in raw.unsupported.items()]
    text = "the file has no tetrahedra, pyramids, wedges or hexahedra, which MESH needs; it has " \
        + (", ".join(has) or "no elements")
    flat = [block.nodes[:, :3] for block in raw.blocks if DIMENSION[block.shape] == 2]
    if flat and numbers.get("triangle") == sum(map(len, flat)) and np.isfinite(raw.points).all() \
            and make_surface(source.path, raw.points, np.concatenate(flat)).closed:
        text += "; the triangles are a closed surface: written as STL, OBJ or PLY, " \
            "solfec.mesh.read_surface reads it, and its `tetrahedra` fills it"
    source.fail(text)


def _refuse_equal(source: Source, mesh: VolumeMesh, k: int, counting: str) -> None:
    """Refuses two elements of the same nodes in any order; counting: end of an error, see `Raw`.

    Sums of random numbers of the nodes tell which elements can be equal.
    """
    table, labels = mesh.elements[k], mesh.labels[k]
    chance = np.random.default_rng(1).integers(2 ** 63, size=len(mesh.nodes))
    sums = chance[table[:, 0]]
    for column in table.T[1:]:
        sums += chance[column]
    ordered = np.sort(sums)
    again = ordered[1:] == ordered[:-1]
    if not again.any():
        return
    rows = np.flatnonzero(np.isin(sums, ordered[1:][again]))
    _, first, which = np.unique(row_keys(table[rows]), return_index=True, return_inverse=True)
    later = np.flatnonzero(first[which] != np.arange(len(rows)))
    if len(later):
        one, two = labels[rows[first[which[later[0]]]]], labels[rows[later[0]]]
        source.fail(f"{PLURALS[k]} {one} and {two} have the same nodes, one of them must be left "
                    f"out{counting}")


def _put_in_order(source: Source, mesh: VolumeMesh, k: int, names: np.ndarray,
                  counting: str) -> None:
    """Mirrors left-handed elements and refuses flat and twisted ones.

    names: numbers of the nodes in the file. counting: end of an error, see `Raw`.
    """
    table = mesh.elements[k]
    table = table.copy()
    ordered = np.sort(table, axis=1)
    again = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
    if again.any():
        row = int(np.argmax(again))
        source.fail(f"{NAMES[k]} {mesh.labels[k][row]} has a node twice: "
                    f"{[int(n) for n in names[table[row]]]}{counting}")
    del ordered, again
    inverted = volumes(mesh.nodes, table) < 0.0
    table[inverted] = table[inverted][:, MIRROR[k]]
    at_corners = corner_volumes(mesh.nodes, table)
    flat = at_corners <= 0.0
    if flat.any():
        row, corner = np.argwhere(flat)[0]
        node = names[table[row, corner]]
        source.fail(f"{NAMES[k]} {mesh.labels[k][row]} is flat or turned inside out at node {node} "
                    f"(edges span {at_corners[row, corner] + 0.0:.3g} m^3){counting}")
    if inverted.any():
        mesh.notes.append(f"{counted(int(inverted.sum()), 'left-handed element')} of {k} nodes "
                          f"renumbered")
    mesh.elements[k] = table


def _name_volumes(mesh: VolumeMesh, raw: Raw) -> None:
    here = {int(i) for v in mesh.volids.values() for i in np.unique(v)}
    mesh.volumes = Names({name: i for (dimension, i), name in sorted(raw.names.items())
                          if dimension == 3 and i in here})
