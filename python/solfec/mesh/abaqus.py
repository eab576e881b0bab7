"""Reader of Abaqus input files: *NODE, *ELEMENT, *NSET, *ELSET, *SURFACE, *INCLUDE.

Parts stand where their instances are, see `abaqus_parts`; `abaqus_generation` makes nodes and
elements of others.
"""

from __future__ import annotations

import itertools
import os
import re
from dataclasses import replace

import numpy as np

from .abaqus_generation import Generation, system_of
from .abaqus_keywords import CHANGING, HARMLESS
from .abaqus_lines import Keyword, Origin
from .abaqus_parts import Composition, Others, Placement, Scope, motion_of
from .raw import CORNERS, DIMENSION, Raw, join_blocks, numbers_of
from .source import Source, shown
from .wording import listed

# solid and surface elements by pattern of their name
PATTERNS = [(r"(C3D|DC3D|AC3D)4$", "tetrahedron", 4), (r"(C3D|DC3D|AC3D)10$", "tetrahedron", 10),
            (r"(C3D|DC3D|AC3D)5$", "pyramid", 5), (r"C3D13$", "pyramid", 13),
            (r"(C3D|DC3D|AC3D)6$", "wedge", 6), (r"(C3D|DC3D|AC3D)15$", "wedge", 15),
            (r"(C3D|DC3D|AC3D)8$", "hexahedron", 8), (r"(C3D|DC3D|AC3D)20$", "hexahedron", 20),
            (r"C3D27$", "hexahedron", 27),
            (r"(CPS|CPE|CAX|S|SFM3D|STRI|R3D|M3D|DS)3$", "triangle", 3),
            (r"(CPS|CPE|CAX|SFM3D|M3D|DS)6$", "triangle", 6), (r"STRI65$", "triangle", 6),
            (r"(CPS|CPE|CAX|S|SFM3D|R3D|M3D|DS)4$", "quadrangle", 4),
            (r"(CPS|CPE|CAX|S|SFM3D|M3D|DS)8$", "quadrangle", 8)]
# corners of the faces S1, S2, ... of the solids
FACES = {"tetrahedron": [(0, 1, 2), (0, 3, 1), (1, 3, 2), (2, 3, 0)],
         "pyramid": [(0, 1, 2, 3), (0, 4, 1), (1, 4, 2), (2, 4, 3), (3, 4, 0)],
         "wedge": [(0, 1, 2), (3, 5, 4), (0, 3, 4, 1), (1, 4, 5, 2), (2, 5, 3, 0)],
         "hexahedron": [(0, 1, 2, 3), (4, 7, 6, 5), (0, 4, 5, 1), (1, 5, 6, 2), (2, 6, 7, 3),
                        (3, 7, 4, 0)]}


def read_abaqus(source: Source) -> Raw:
    """Returns the content of an Abaqus input file."""
    reader = _File()
    reader.read(source, 0)
    return reader.finish(source)


def _shape(name: str) -> tuple[str, int] | None:
    base = re.sub(r"[A-Z]+$", "", name)  # C3D8RH: without the letters of the formulation
    for pattern, shape, nodes in PATTERNS:
        if re.match(pattern, base):
            return shape, nodes
    return None


class _File:
    def __init__(self) -> None:
        self.raw = Raw(np.empty((0, 3)), np.empty(0, np.int64))
        self.root = self.scope = Scope()
        self.parts: dict[str, Scope] = {}
        self.instances: list[tuple[str, Placement]] = []  # names of their parts
        self.internal: set[str] = set()  # element sets that programs make for themselves
        self.generation = Generation(self.raw.unsupported)
        self.unknown: dict[str, list[str]] = {}  # places of keywords that are left out
        self.in_step = False

    def read(self, source: Source, depth: int) -> None:
        """Reads the keywords of one file in order."""
        data = source.data
        marks = [m.start() for m in re.finditer(rb"^[ \t]*\*(?!\*)", data, re.M)]
        if not marks:
            source.fail("a keyword that begins with * must stand here", 0)
        for begin, end in zip(marks, marks[1:] + [len(data)]):
            stop = data.find(b"\n", begin, end)
            stop = end if stop < 0 else stop + 1
            line = data[begin:stop].strip()
            while line.endswith(b",") and stop < end:  # the keyword goes on in the next line
                cut = data.find(b"\n", stop, end)
                cut = end if cut < 0 else cut + 1
                line, stop = line + data[stop:cut].strip(), cut
            words = [w.strip() for w in line.decode("latin-1").split(",")]
            keys = {}
            for word in words[1:]:
                key, _, value = word.partition("=")
                keys["".join(key.split()).upper()] = value.strip().strip('"')
            title = " ".join(words[0].upper().split())
            name = "".join(title.lstrip("*").split())
            self.keyword(Keyword(source, begin, name, title, keys, source, stop, end), depth)

    def keyword(self, keyword: Keyword, depth: int) -> None:
        """Reads one keyword, or tells that it is left out."""
        name, keys, readers = keyword.name, keyword.keys, {
            "NODE": self.nodes, "ELEMENT": self.elements, "NSET": self.set_of,
            "ELSET": self.set_of, "SURFACE": self.surface, "PART": self.begin_scope,
            "INSTANCE": self.begin_scope, "NGEN": self.generate, "NCOPY": self.generate,
            "ELGEN": self.generate, "ELCOPY": self.generate, "SYSTEM": self.set_system}
        if name == "INCLUDE":
            self.read(self.included(keyword, depth), depth + 1)
        elif name in readers:
            if "INPUT" in keys:
                more = self.included(keyword, depth)
                readers[name](replace(keyword, data=more, stop=0, end=len(more.data)))
                if next(keyword.lines(), None) is None:
                    return
            readers[name](keyword)
        elif name in ("ENDPART", "ENDINSTANCE"):
            self.scope = self.root
        elif name in CHANGING:
            keyword.fail(f"{keyword.title} changes nodes or elements in a way that cannot be read; "
                         "write them out with *NODE and *ELEMENT")
        elif name in ("STEP", "ENDSTEP"):
            self.in_step = name == "STEP"
        elif name not in HARMLESS and not self.in_step:
            self.unknown.setdefault(keyword.title, []).append(keyword.source.place(keyword.begin))

    @staticmethod
    def included(keyword: Keyword, depth: int) -> Source:
        """Returns the file that INPUT names, relative to the file that names it."""
        if not keyword.keys.get("INPUT"):
            keyword.fail(f"{keyword.title} needs INPUT = file")
        if depth > 8:
            keyword.fail(f"{keyword.title} may be nested eight times")
        source = keyword.source
        path = os.path.join(os.path.dirname(source.path), keyword.keys["INPUT"])
        return Source(path, source.figure, f"{source.place(keyword.begin)}: {keyword.title}: ")

    def generate(self, keyword: Keyword) -> None:
        """Makes nodes or elements of others."""
        getattr(self.generation, keyword.name.lower())(self.scope, keyword)

    def set_system(self, keyword: Keyword) -> None:
        """Takes the coordinates of the nodes that follow in this part."""
        self.scope.system = system_of(keyword)

    def set_of(self, keyword: Keyword) -> None:
        """Reads an *NSET or an *ELSET."""
        name, keys = keyword.name, keyword.keys
        if not keys.get(name):
            keyword.fail(f"*{name} needs {name} = name")
        sets = self.scope.node_sets if name == "NSET" else self.scope.element_sets
        if name == "ELSET" and "INTERNAL" in keys:
            self.internal.add(keys[name].upper())
        found = self.members(keyword)
        if keys.get("INSTANCE"):
            found = [(keys["INSTANCE"].upper(), member) for member in found]
        sets.setdefault(keys[name].upper(), []).extend(found)

    def surface(self, keyword: Keyword) -> None:
        """Reads a *SURFACE of element faces; other ones have no faces."""
        if keyword.keys.get("TYPE", "ELEMENT").upper() != "ELEMENT":
            return
        if not keyword.keys.get("NAME"):
            keyword.fail("*SURFACE needs NAME = name")
        rows = self.scope.surfaces.setdefault(keyword.keys["NAME"].upper(), [])
        for at, line in keyword.lines():
            words = [w.strip().strip('"').upper() for w in line.decode("latin-1").split(",")]
            rows.append((words[0], words[1] if len(words) > 1 else "", keyword.data, at))

    def begin_scope(self, keyword: Keyword) -> None:
        """Begins a *PART or an *INSTANCE, which hold what follows up to their end."""
        name, keys = keyword.name, keyword.keys
        own = keys.get("NAME", "").upper()
        if not own:
            keyword.fail(f"*{name} needs NAME = name")
        if self.scope is not self.root:
            keyword.fail(f"*{name} must stand outside of parts and instances; "
                         "*END PART or *END INSTANCE is missing")
        self.scope = Scope(own)
        if name == "PART":
            if own in self.parts:
                keyword.fail(f"*PART {own} stands twice")
            self.parts[own] = self.scope
            return
        part = keys.get("PART", "").upper()
        if not part:
            keyword.fail("*INSTANCE needs PART = name")
        if any(placed.name == own for _, placed in self.instances):
            keyword.fail(f"*INSTANCE {own} stands twice")
        if part not in self.parts:
            keyword.fail(f"*INSTANCE {own}: *PART {part} is not defined above")
        matrix, shift = motion_of(keyword.data, keyword.rows())
        self.instances.append((part, Placement(self.parts[part], self.scope, matrix, shift)))

    def nodes(self, keyword: Keyword) -> None:
        """Reads a *NODE."""
        if keyword.keys.get("SYSTEM", "R").upper() not in ("R", ""):
            keyword.fail("*NODE must have SYSTEM = R (rectangular coordinates)")
        table = keyword.table()
        if not len(table):
            return
        labels, points = self.whole(keyword, table[:, 0]), table[:, 1:4]
        if self.scope.system is not None:
            matrix, origin = self.scope.system
            with np.errstate(over="ignore", invalid="ignore"):  # told where nodes are checked
                points = points @ matrix.T + origin
        self.scope.add_nodes(labels, points, Origin(keyword.data, keyword.stop, keyword.end, 1))
        if keyword.keys.get("NSET"):
            self.scope.add_to_set("node_sets", keyword.keys["NSET"], labels)

    @staticmethod
    def whole(keyword: Keyword, values: np.ndarray) -> np.ndarray:
        """Returns the numbers of nodes as whole numbers."""
        bad = ~((values == np.rint(values)) & (np.abs(values) <= 2.0 ** 52))
        if bad.any():
            row = int(np.argmax(bad))
            at, _ = next(itertools.islice(keyword.lines(), row, None))
            keyword.data.fail(f"node numbers must be whole, got {values[row]:g}", at)
        return values.astype(np.int64)

    def elements(self, keyword: Keyword) -> None:
        """Reads an *ELEMENT."""
        kind = keyword.keys.get("TYPE", "").upper()
        if not kind:
            keyword.fail("*ELEMENT needs TYPE = name")
        found, own = _shape(kind), keyword.keys.get("ELSET", "")
        if found is None:
            count = sum(1 for _ in keyword.lines())
            self.raw.unsupported[kind] = self.raw.unsupported.get(kind, 0) + count
            self.scope.others.append(Others(kind, own.upper(), Origin(keyword.data, keyword.stop,
                                                                      keyword.end, 1)))
            return
        shape, width = found
        values = keyword.numbers(np.int64)
        if len(values) % (1 + width):
            self.uneven(keyword, kind, width)
        table = values.reshape(-1, 1 + width)
        if len(table) and np.abs(table[:, 0] >> 1).max() > 2 ** 51:
            row = int(np.abs(table[:, 0] >> 1).argmax())
            keyword.fail(f"element numbers must be below 2^52, got {table[row, 0]}")
        self.scope.add_elements(shape, table[:, 1:], table[:, 0],
                                Origin(keyword.data, keyword.stop, keyword.end, 1 + width))
        if own:
            self.scope.add_to_set("element_sets", own, table[:, 0])

    @staticmethod
    def uneven(keyword: Keyword, kind: str, width: int) -> None:
        """Refuses the first element whose lines have too few or too many numbers."""
        have, first = 0, keyword.stop
        for at, line in keyword.lines():
            more = len(line.rstrip().rstrip(b",").split(b","))
            if have + more > 1 + width:
                keyword.data.fail(f"{kind} has a number and {width} nodes, here stand "
                                  f"{have or more} numbers", first if have else at)
            first = first if have else at
            have = (have + more) % (1 + width)
        keyword.data.fail(f"{kind} has a number and {width} nodes, here stand {have} numbers",
                          first)

    def members(self, keyword: Keyword) -> list:
        """Returns arrays of labels and names of other sets."""
        found, made = [], 20 * len(keyword.data.data) + 10 * self.generation.made
        for at, line in keyword.lines():
            words = [w.strip() for w in line.decode("latin-1").split(",") if w.strip()]
            if "GENERATE" in keyword.keys:
                try:
                    first, last, step = (int(w) for w in (words + ["1"])[:3])
                except ValueError:
                    keyword.data.fail(f"GENERATE needs first, last, step, got {shown(line)}", at)
                if step < 1 or not 0 <= last - first <= max(made, 20 * step):
                    keyword.data.fail(f"GENERATE cannot go from {first} to {last} by {step}", at)
                found.append(np.arange(first, last + 1, step))
                continue
            if all(re.fullmatch(r"\d{1,15}", w) for w in words):
                found.append(np.array([int(w) for w in words], np.int64))
            else:
                found.extend(np.array([int(w)]) if re.fullmatch(r"\d{1,15}", w)
                             else w.strip('"').upper() for w in words)
        return found

    def placements(self) -> list[Placement]:
        """Returns the instances, or all parts as they stand where there is none."""
        placed = [placement.whole() for _, placement in self.instances] or [
            Placement(scope, Scope(name), np.eye(3), np.zeros(3))
            for name, scope in self.parts.items()]
        if self.root.labels or self.root.blocks or not placed:
            placed.append(Placement(self.root, Scope(), np.eye(3), np.zeros(3)))
        return placed

    def finish(self, source: Source) -> Raw:
        """Joins parts and blocks, then resolves sets and surfaces."""
        raw = self.raw
        composition = Composition(self.root, self.placements())
        composition.fill(source, raw)
        join_blocks(source, raw)
        for name, wanted in composition.sets("node_sets").items():
            found = numbers_of(raw.labels, wanted)
            raw.node_sets[name] = np.unique(found[found >= 0])
        sets = list(enumerate(composition.sets("element_sets").items()))
        for k, (name, wanted) in sorted(sets, key=lambda one: -len(one[1][1])):  # smaller ones win
            rows = []
            for b, block in enumerate(raw.blocks):
                found = numbers_of(block.labels, wanted)
                found = np.unique(found[found >= 0])
                if len(found):
                    rows.append((b, found))
                    if not self.is_internal(name):
                        block.groups[found] = k + 1
                        raw.names[DIMENSION[block.shape], k + 1] = name
            raw.sets[name] = rows
        self.tell_lost_sets(sets)
        if self.unknown:
            raw.notes.append("left out keywords that are unknown: " + ", ".join(
                f"{title} ({at[0]}{f' and {len(at) - 1} more' * (len(at) > 1)})"
                for title, at in self.unknown.items()))
        for name, rows in composition.surfaces().items():
            raw.faces.append((name, self.surface_faces(rows)))
        return raw

    def is_internal(self, name: str) -> bool:
        """Returns whether a set, by its name or INSTANCE.NAME, is one that a program has made."""
        return name.rpartition(".")[2] in self.internal

    def tell_lost_sets(self, sets: list) -> None:
        """Notes the element sets of which smaller ones have all elements."""
        kept = {int(i) for block in self.raw.blocks for i in np.unique(block.groups)}
        lost = [name for k, (name, _) in sets
                if self.raw.sets[name] and k + 1 not in kept and not self.is_internal(name)]
        if lost:
            self.raw.notes.append("smaller element sets, or later ones of their size, have all "
                                  f"elements of {listed(lost)}")

    def surface_faces(self, rows: list) -> np.ndarray:
        """Returns the corner nodes of the faces of a *SURFACE."""
        corners = [np.empty((0, 4), np.int64)]
        for wanted, what, face, source, at in rows:
            if not len(wanted):
                source.fail(f"element set {what} is not defined", at)
            for block in self.raw.blocks:
                found = numbers_of(block.labels, wanted)
                found = found[found >= 0]
                if not len(found):
                    continue
                if block.shape in FACES:
                    match = re.fullmatch(r"S(\d)", face)
                    if not match or not 1 <= int(match.group(1)) <= len(FACES[block.shape]):
                        source.fail(f"a {block.shape} has the faces S1 to "
                                    f"S{len(FACES[block.shape])}, got '{face}'", at)
                    columns = FACES[block.shape][int(match.group(1)) - 1]
                else:
                    columns = range(CORNERS[block.shape])
                if len(columns) in (3, 4):
                    table = np.full((len(found), 4), -1)
                    table[:, :len(columns)] = block.nodes[found][:, list(columns)]
                    corners.append(table)
        return np.concatenate(corners)
