"""Parts and instances of Abaqus files, put together to flat lists of nodes and elements."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

import numpy as np

from .abaqus_lines import Origin, lines_of
from .raw import Block, Raw, numbers_of
from .source import Source

LABEL = re.compile(r"\d{1,15}")
MOST = 10 ** 8  # nodes and elements that instances may make


@dataclass
class Others:
    """Lines of elements of a type that MESH has not, and the name of their set."""

    kind: str
    set: str
    origin: Origin

    def labels(self) -> np.ndarray:
        """Returns the first numbers of the lines, among which are the numbers of the elements."""
        lines = lines_of(self.origin.source.data, self.origin.begin, self.origin.end)
        found = (LABEL.match(line.decode("latin-1").strip()) for _, line in lines)
        return np.array([int(one.group()) for one in found if one], np.int64)


@dataclass
class Scope:
    """Definitions of one *PART, of one *INSTANCE or of the file outside of both.

    Members of sets are arrays of labels, names of sets, or pairs (instance, one of both).
    surfaces: rows (set or label, face, source, position) by name. node_origins, element_origins:
    lines of each table of labels and of each block. others: elements that MESH has not. system:
    rotation and origin of the coordinates of the nodes that follow, see *SYSTEM.
    """

    name: str = ""
    labels: list[np.ndarray] = field(default_factory=list)
    points: list[np.ndarray] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    element_sets: dict[str, list] = field(default_factory=dict)
    node_sets: dict[str, list] = field(default_factory=dict)
    surfaces: dict[str, list] = field(default_factory=dict)
    node_origins: list[Origin] = field(default_factory=list)
    element_origins: list[Origin] = field(default_factory=list)
    others: list[Others] = field(default_factory=list)
    system: tuple[np.ndarray, np.ndarray] | None = None

    def add_nodes(self, labels: np.ndarray, points: np.ndarray, origin: Origin) -> None:
        """Adds nodes at points of the coordinates of the file."""
        self.labels.append(labels)
        self.points.append(points)
        self.node_origins.append(origin)

    def add_elements(self, shape: str, nodes: np.ndarray, labels: np.ndarray,
                     origin: Origin) -> None:
        """Adds elements of one shape, nodes by their labels."""
        self.blocks.append(Block(shape, nodes, np.zeros(len(labels), np.int64), labels))
        self.element_origins.append(origin)

    def add_to_set(self, kind: str, name: str, members: np.ndarray | str) -> None:
        """Adds labels to a set; kind: 'node_sets' or 'element_sets'."""
        getattr(self, kind).setdefault(name.upper(), []).append(members)

    def check_twice(self, source: Source, kind: str, tables: list[np.ndarray],
                    origins: list[Origin]) -> None:
        """Refuses a label that stands twice, with both lines; kind: 'node' or 'element'."""
        labels = np.concatenate([np.empty(0, np.int64), *tables])
        if (labels[1:] > labels[:-1]).all():
            return
        labels.sort()
        again = labels[1:] == labels[:-1]
        if not again.any():
            return
        label = labels[1:][again][0]
        places = [place for table, origin in zip(tables, origins) if label in table
                  for place in origin.places(label)]
        where = f"*PART {self.name}" if self.name else "the file"
        text = f"{kind} {label} stands twice in {where}"
        if len(places) < 2:
            source.fail(text)
        (first, begin), (second, again) = places[:2]
        place = first.place(begin)
        second.fail(f"{text}, first in " + (place if first is not second else
                                            "line" + place[len(first.path):].replace(":", " ")),
                    again)

    def expand(self, sets: dict[str, list], name: str, above: tuple = ()) -> np.ndarray:
        """Returns the labels of a set and of the sets that it names, of this scope alone."""
        found = [np.empty(0, np.int64)]
        for member in sets.get(name, []):
            if isinstance(member, np.ndarray):
                found.append(member)
            elif isinstance(member, str) and member not in above and member != name \
                    and len(above) < 20:
                found.append(self.expand(sets, member, above + (name,)))
        return np.unique(np.concatenate(found))


@dataclass
class Placement:
    """A scope at its place: sets of the instance itself, motion of points, offsets of labels."""

    scope: Scope
    own: Scope
    matrix: np.ndarray
    shift: np.ndarray
    node_offset: int = 0
    element_offset: int = 0

    @property
    def name(self) -> str:
        """Name of the instance."""
        return self.own.name

    def whole(self) -> Placement:
        """Returns the placement with the mesh that stands inside of the *INSTANCE itself."""
        if not self.own.labels and not self.own.blocks:
            return self
        part, own = self.scope, self.own
        both = {name: getattr(part, name) + getattr(own, name)
                for name in ("labels", "points", "blocks", "node_origins", "element_origins")}
        return replace(self, scope=replace(part, **both))


def motion_of(source: Source, rows: list[tuple[int, list[float]]],
              name: str = "*INSTANCE") -> tuple[np.ndarray, np.ndarray]:
    """Returns the rotation (3 x 3) and the shift of the data lines of an *INSTANCE or a copy.

    The first line is a translation; the second one turns afterwards by an angle, degrees, about
    the axis from one point to another.
    """
    matrix, shift = np.eye(3), np.zeros(3)
    for number, (at, values) in enumerate(rows):
        if number > 1 or len(values) != (3, 7)[number]:
            source.fail(f"{name} is moved by a line of 3 numbers and turned by one of 7, "
                        f"here stand {len(values)} numbers", at)
        if not np.abs(values).max() < 1e100:  # true for NaN too
            source.fail(f"numbers of an {name} must be below 1e100", at)
        if number == 0:
            shift = np.array(values)
            continue
        begin, axis = np.array(values[:3]), np.array(values[3:6]) - np.array(values[:3])
        length = float(np.linalg.norm(axis))
        if not 0.0 < length < np.inf:
            source.fail(f"the axis of an {name} needs two points", at)
        x, y, z = axis / length
        angle = np.radians(values[6])
        skew = np.array([(0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)])
        matrix = np.eye(3) + np.sin(angle) * skew + (1.0 - np.cos(angle)) * (skew @ skew)
        shift = matrix @ (shift - begin) + begin
    return matrix, shift


class Composition:
    """The placements of a file and its sets, flat: labels are those of the file plus an offset."""

    def __init__(self, root: Scope, placements: list[Placement]) -> None:
        self.root, self.placements = root, placements
        self.several = len(placements) > 1
        nodes = elements = 0
        for placement in placements:
            placement.node_offset, placement.element_offset = nodes, elements
            if self.several:
                scope = placement.scope
                nodes += max((int(one.max(initial=0)) for one in scope.labels), default=0)
                elements += max((int(b.labels.max(initial=0)) for b in scope.blocks), default=0)

    def fill(self, source: Source, raw: Raw) -> None:
        """Writes points, labels and elements of all placements."""
        points, labels = [np.empty((0, 3))], [np.empty(0, np.int64)]
        made = sum(sum(map(len, p.scope.labels)) + sum(len(b.labels) for b in p.scope.blocks)
                   for p in self.placements)
        if self.several and made > MOST:
            source.fail(f"instances must make at most {MOST} nodes and elements, got {made}")
        for placement in self.placements:
            scope = placement.scope
            mine = np.concatenate([np.empty(0, np.int64), *scope.labels])
            place = np.concatenate([np.empty((0, 3)), *scope.points])
            scope.check_twice(source, "node", scope.labels, scope.node_origins)
            scope.check_twice(source, "element", [b.labels for b in scope.blocks],
                              scope.element_origins)
            if self.several or not np.array_equal(placement.matrix, np.eye(3)) \
                    or placement.shift.any():
                with np.errstate(over="ignore", invalid="ignore"):  # told where nodes are checked
                    place = place @ placement.matrix.T + placement.shift
            points.append(place)
            labels.append(mine + placement.node_offset)
            for block in scope.blocks:
                if self.several:
                    self._check_nodes(source, scope, mine, block)
                raw.blocks.append(Block(block.shape, block.nodes + placement.node_offset,
                                        np.zeros(len(block.labels), np.int64),
                                        block.labels + placement.element_offset))
        raw.points, raw.labels = np.concatenate(points), np.concatenate(labels)

    @staticmethod
    def _check_nodes(source: Source, scope: Scope, labels: np.ndarray, block: Block) -> None:
        lost = numbers_of(labels, block.nodes) < 0
        if lost.any():
            row, column = np.argwhere(lost)[0]
            source.fail(f"element {block.labels[row]} ({block.shape}) of *PART {scope.name} has "
                        f"node {block.nodes[row, column]}, which the part does not define")

    def sets(self, kind: str) -> dict[str, np.ndarray]:
        """Returns flat labels of sets by name; kind: 'node_sets' or 'element_sets'."""
        found: dict[str, np.ndarray] = {}
        for placement in self.placements:
            if self.several and kind == "element_sets" and placement.scope.blocks:
                found[placement.name] = placement.element_offset + np.concatenate(
                    [block.labels for block in placement.scope.blocks])
            for scope in (placement.scope, placement.own):
                if scope is self.root:
                    continue
                for name in getattr(scope, kind):
                    twice = self.several or name in getattr(self.root, kind)
                    full = f"{placement.name}.{name}" if twice else name
                    found[full] = self._local(placement, kind, name)
        for name in getattr(self.root, kind):
            found[name] = self.global_set(kind, name)
        return found

    def _local(self, placement: Placement, kind: str, name: str) -> np.ndarray:
        """Returns the flat labels of a set of a part or of its instance."""
        offset = placement.node_offset if kind == "node_sets" else placement.element_offset
        found = [scope.expand(getattr(scope, kind), name) for scope in (placement.scope,
                                                                        placement.own)
                 if scope is not self.root]
        return np.unique(np.concatenate([np.empty(0, np.int64), *found])) + offset

    def global_set(self, kind: str, name: str, above: tuple = ()) -> np.ndarray:
        """Returns the flat labels of a set outside of parts, of 'INSTANCE.SET' or 'INSTANCE.7'."""
        found = [np.empty(0, np.int64)]
        members = getattr(self.root, kind).get(name)
        if members is None:
            return self._of_instance(kind, *name.split(".", 1)) if "." in name else found[0]
        for member in members:
            if isinstance(member, tuple):
                found.append(self._of_instance(kind, *member))
            elif isinstance(member, np.ndarray):
                root = next((p for p in self.placements if p.scope is self.root), None)
                if root is None and not self.several and self.placements:
                    root = self.placements[0]
                if root is not None:
                    offset = root.node_offset if kind == "node_sets" else root.element_offset
                    found.append(member + offset)
            elif member not in above and member != name and len(above) < 20:
                found.append(self.global_set(kind, member, above + (name,)))
        return np.unique(np.concatenate(found))

    def _of_instance(self, kind: str, instance: str, member: np.ndarray | str) -> np.ndarray:
        for placement in self.placements:
            if placement.name == instance:
                offset = placement.node_offset if kind == "node_sets" else placement.element_offset
                if isinstance(member, np.ndarray):
                    return member + offset
                if LABEL.fullmatch(member):
                    return np.array([int(member)]) + offset
                return self._local(placement, kind, member)
        return np.empty(0, np.int64)

    def surfaces(self) -> dict[str, list]:
        """Returns rows (flat labels of elements, set, face, source, position) by name."""
        found: dict[str, list] = {}
        for placement in self.placements:
            for scope in (placement.scope, placement.own):
                if scope is self.root:
                    continue
                for name, rows in scope.surfaces.items():
                    full = f"{placement.name}.{name}" if self.several else name
                    for what, *rest in rows:
                        labels = np.array([int(what)]) + placement.element_offset \
                            if LABEL.fullmatch(what) else self._local(placement, "element_sets",
                                                                      what)
                        found.setdefault(full, []).append((labels, what, *rest))
        for name, rows in self.root.surfaces.items():
            for what, *rest in rows:
                labels = np.array([int(what)]) if LABEL.fullmatch(what) else \
                    self.global_set("element_sets", what)
                found.setdefault(name, []).append((labels, what, *rest))
        return found
