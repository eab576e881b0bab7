"""Abaqus keywords *NGEN, *NCOPY, *ELGEN and *ELCOPY, which make nodes and elements, and *SYSTEM."""

from __future__ import annotations

from bisect import bisect_right

import numpy as np

from .abaqus_lines import Keyword, Origin
from .abaqus_parts import Scope, motion_of
from .raw import Block

MOST = 2_000_000  # nodes and elements that these keywords may make in one file


class Index:
    """Position of every label in tables of labels; tables may be added."""

    def __init__(self) -> None:
        self._at: dict[int, int] = {}
        self._starts: list[int] = []
        self._total = 0

    def find(self, tables: list[np.ndarray], label: int) -> tuple[int, int] | None:
        """Returns the number of the table and the row that have a label."""
        for labels in tables[len(self._starts):]:
            self._starts.append(self._total)
            self._at.update(zip(labels.tolist(), range(self._total, self._total + len(labels))))
            self._total += len(labels)
        if label not in self._at:
            return None
        at = self._at[label]
        k = bisect_right(self._starts, at) - 1
        return k, at - self._starts[k]


class Generation:
    """Nodes and elements that the keywords of one file have made."""

    def __init__(self, unsupported: dict[str, int]) -> None:
        self.unsupported, self.made = unsupported, 0
        self.nodes: dict[int, Index] = {}  # by the identity of the scope
        self.elements: dict[int, Index] = {}

    def count(self, keyword: Keyword, more: int, at: int) -> None:
        """Refuses more nodes and elements than a file may make."""
        self.made += more
        if self.made > MOST:
            keyword.data.fail(f"{keyword.title} and others of its kind may make {MOST} nodes and "
                              f"elements, here {self.made} are reached", at)

    def ngen(self, scope: Scope, keyword: Keyword) -> None:
        """Makes nodes at equal distances on straight lines between two nodes."""
        keyword.only("NSET", "SYSTEM")
        index = self.nodes.setdefault(id(scope), Index())
        for at, row in keyword.whole_rows(3):
            first, last, step = (row + [None] * 3)[:3]
            step = 1 if step is None else step
            if first is None or last is None or step < 1 or last <= first or (last - first) % step:
                keyword.data.fail("*NGEN goes from a node to a larger number by a step that "
                                  f"divides their difference, got {keyword.shown(at)}", at)
            ends = [_point(scope, index, keyword, label, at) for label in (first, last)]
            parts = (last - first) // step
            self.count(keyword, parts - 1, at)
            share = np.arange(1, parts)[:, None] / parts
            with np.errstate(over="ignore", invalid="ignore"):  # told where nodes are checked
                points = ends[0] + share * (ends[1] - ends[0])
            labels = first + step * np.arange(1, parts)
            scope.add_nodes(labels, points, Origin(keyword.data, at, at, 0))
            if keyword.keys.get("NSET"):
                scope.add_to_set("node_sets", keyword.keys["NSET"],
                                 np.concatenate([[first], labels, [last]]))

    def ncopy(self, scope: Scope, keyword: Keyword) -> None:
        """Makes shifted and turned copies of the nodes of a set."""
        keyword.only("CHANGENUMBER", "OLDSET", "NEWSET", "SHIFT", "MULTIPLE")
        change, times = _option(keyword, "CHANGENUMBER"), _option(keyword, "MULTIPLE", 1)
        if "SHIFT" not in keyword.keys or times < 1:
            keyword.fail(f"{keyword.title} needs SHIFT and a MULTIPLE of at least 1")
        old = keyword.keys.get("OLDSET", "").upper()
        labels = scope.expand(scope.node_sets, old)
        self.count(keyword, len(labels) * times, keyword.stop)
        matrix, shift = motion_of(keyword.data, [
            (at, values + [0.0] * ((3, 7)[min(k, 1)] - len(values)))
            for k, (at, values) in enumerate(keyword.rows())], keyword.title)
        if not len(labels):
            keyword.fail(f"node set {old} must be defined above with the numbers of its nodes")
        index = self.nodes.setdefault(id(scope), Index())
        points = np.array([_point(scope, index, keyword, int(label), keyword.stop)
                           for label in labels])
        origin = Origin(keyword.source, keyword.begin, keyword.begin, 0)
        for _ in range(times):
            with np.errstate(over="ignore", invalid="ignore"):  # told where nodes are checked
                labels, points = labels + change, points @ matrix.T + shift
            scope.add_nodes(labels, points, origin)
            if keyword.keys.get("NEWSET"):
                scope.add_to_set("node_sets", keyword.keys["NEWSET"], labels)

    def elgen(self, scope: Scope, keyword: Keyword) -> None:
        """Makes rows, layers and stacks of elements of one element, with its nodes counted on."""
        keyword.only("ELSET", "ALLNODES")
        index = self.elements.setdefault(id(scope), Index())
        for at, row in keyword.whole_rows(10):
            master, *rest = row + [None] * (10 - len(row))
            steps = []
            for k in (0, 3, 6):  # count, step of nodes, step of elements
                count = 1 if rest[k] is None and k else rest[k]
                by_default = 1 if k == 0 else None
                nodes, elements = (by_default if n is None else n for n in rest[k + 1:k + 3])
                if master is None or count is None or count < 1 \
                        or (count > 1 and (nodes is None or not elements)):
                    keyword.data.fail("*ELGEN needs an element and, for rows, layers and stacks, a "
                                      f"number and two steps, got {keyword.shown(at)}", at)
                steps.append((count, nodes or 0, elements or 0))
            made = steps[0][0] * steps[1][0] * steps[2][0]
            self.count(keyword, made - 1, at)
            numbers = np.indices([count for count, _, _ in steps]).reshape(3, -1).T[1:]
            of_nodes, of_elements = (numbers @ [step[k] for step in steps] for k in (1, 2))
            self._add_copies(scope, keyword, (index, master, at), of_nodes, of_elements)
            if keyword.keys.get("ELSET"):
                scope.add_to_set("element_sets", keyword.keys["ELSET"],
                                 np.concatenate([[master], master + of_elements]))

    def _add_copies(self, scope: Scope, keyword: Keyword, master: tuple[Index, int, int],
                    of_nodes: np.ndarray, of_elements: np.ndarray) -> None:
        index, label, at = master
        found = index.find([block.labels for block in scope.blocks], label)
        if found is None:
            for other in scope.others:
                if label in other.labels():
                    self.unsupported[other.kind] += len(of_nodes)
                    return
            keyword.data.fail(f"element {label} is not defined above", at)
        block = scope.blocks[found[0]]
        scope.add_elements(block.shape, block.nodes[found[1]] + of_nodes[:, None],
                           label + of_elements, Origin(keyword.data, at, at, 0))

    def elcopy(self, scope: Scope, keyword: Keyword) -> None:
        """Makes copies of the elements of a set, with numbers and nodes counted on."""
        keyword.only("ELEMENTSHIFT", "OLDSET", "SHIFTNODES", "NEWSET")
        old = keyword.keys.get("OLDSET", "").upper()
        change, nodes = _option(keyword, "ELEMENTSHIFT"), _option(keyword, "SHIFTNODES")
        wanted, left = scope.expand(scope.element_sets, old), 0
        for other in scope.others:
            copied = len(other.labels()) if other.set == old else \
                int(np.isin(other.labels(), wanted).sum())
            self.unsupported[other.kind] += copied
            left += copied
        origin, made = Origin(keyword.source, keyword.begin, keyword.begin, 0), []
        for block in list(scope.blocks):
            rows = np.isin(block.labels, wanted)
            if rows.any():
                made.append(block.labels[rows] + change)
                self.count(keyword, len(made[-1]), keyword.stop)
                scope.add_elements(block.shape, block.nodes[rows] + nodes, made[-1], origin)
        if not made and not left:
            keyword.fail(f"element set {old} must be defined above with the numbers of its "
                         "elements")
        if made and keyword.keys.get("NEWSET"):
            scope.add_to_set("element_sets", keyword.keys["NEWSET"], np.concatenate(made))


def _option(keyword: Keyword, name: str, default: int | None = None) -> int:
    word = keyword.keys.get(name, "" if default is None else str(default))
    try:
        value = int(word)
    except ValueError:
        value = 2 ** 52
    if abs(value) >= 2 ** 52:
        keyword.fail(f"{keyword.title} needs {name} = a whole number, got '{word}'")
    return value


def _point(scope: Scope, index: Index, keyword: Keyword, label: int, at: int) -> np.ndarray:
    found = index.find(scope.labels, label)
    if found is None:
        keyword.data.fail(f"node {label} is not defined above", at)
    return scope.points[found[0]][found[1]]


def system_of(keyword: Keyword) -> tuple[np.ndarray, np.ndarray] | None:
    """Returns the rotation (3 x 3) and the origin of a *SYSTEM, None for that of the file itself.

    One point is the origin. A second one lies on the x axis, which is turned about the z axis
    alone; with a third point, which lies in the x-y plane towards y, the axis goes through both.
    """
    keyword.only()
    rows = keyword.rows()
    values = [x for _, row in rows for x in row]
    if not values:
        return None
    at = rows[0][0]
    if len(values) not in (3, 6, 9) or not np.abs(values).max() < 1e100:  # NaN fails too
        keyword.data.fail(f"{keyword.title} needs one, two or three points of 3 numbers below "
                          f"1e100, got {keyword.shown(at)}", at)
    points = np.array(values).reshape(-1, 3)
    matrix = np.eye(3)
    if len(points) > 1:
        x, y = points[1] - points[0], np.zeros(3)
        if len(points) == 2:
            x[2] = 0.0
            z = np.array([0.0, 0.0, 1.0])
        else:
            y = points[2] - points[0]
            z = np.cross(x / (np.abs(x).max() or 1.0), y / (np.abs(y).max() or 1.0))
        if not (np.linalg.norm(x) > 0.0 and np.linalg.norm(z) > 0.0):
            keyword.data.fail(f"the points of {keyword.title} must not lie on one line, "
                              f"got {keyword.shown(at)}", at)
        x, z = x / np.linalg.norm(x), z / np.linalg.norm(z)
        matrix = np.column_stack([x, np.cross(z, x), z])
    return matrix, points[0]
