"""Reader of Abaqus input files: *NODE, *ELEMENT, *NSET, *ELSET, *SURFACE, *INCLUDE.

Parts stand where their instances are, see `abaqus_parts`.
"""

from __future__ import annotations

import os
import re

import numpy as np

from .abaqus_parts import Composition, Placement, Scope, motion_of
from .raw import CORNERS, DIMENSION, Block, Raw, join_blocks, numbers_of
from .source import Source, parse_numbers, shown
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
                keys[key.strip().upper()] = value.strip().strip('"')
            name = words[0].upper().lstrip("*").strip()
            self.keyword(source, name, keys, (begin, stop, end), depth)

    def keyword(self, source: Source, name: str, keys: dict, place: tuple, depth: int) -> None:
        begin, stop, end = place
        if name == "NODE":
            self.nodes(source, keys, stop, end)
        elif name == "ELEMENT":
            self.elements(source, keys, begin, stop, end)
        elif name in ("NSET", "ELSET"):
            if not keys.get(name):
                source.fail(f"*{name} needs {name} = name", begin)
            sets = self.scope.node_sets if name == "NSET" else self.scope.element_sets
            if name == "ELSET" and "INTERNAL" in keys:
                self.internal.add(keys[name].upper())
            found = self.members(source, "GENERATE" in keys, stop, end)
            if keys.get("INSTANCE"):
                found = [(keys["INSTANCE"].upper(), member) for member in found]
            sets.setdefault(keys[name].upper(), []).extend(found)
        elif name == "SURFACE" and keys.get("TYPE", "ELEMENT").upper() == "ELEMENT":
            if not keys.get("NAME"):
                source.fail("*SURFACE needs NAME = name", begin)
            rows = self.scope.surfaces.setdefault(keys["NAME"].upper(), [])
            for at, line in _lines(source.data, stop, end):
                words = [w.strip().upper() for w in line.decode("latin-1").split(",")]
                rows.append((words[0], words[1] if len(words) > 1 else "", source, at))
        elif name == "INCLUDE":
            if not keys.get("INPUT"):
                source.fail("*INCLUDE needs INPUT = file", begin)
            if depth > 8:
                source.fail("*INCLUDE may be nested eight times", begin)
            path = os.path.join(os.path.dirname(source.path), keys["INPUT"])
            self.read(Source(path, source.figure, f"{source.place(begin)}: *INCLUDE: "), depth + 1)
        elif name in ("PART", "INSTANCE"):
            self.begin_scope(source, name, keys, place)
        elif name in ("END PART", "END INSTANCE"):
            self.scope = self.root

    def begin_scope(self, source: Source, name: str, keys: dict, place: tuple) -> None:
        """Begins a *PART or an *INSTANCE, which hold what follows up to their end."""
        begin, stop, end = place
        own = keys.get("NAME", "").upper()
        if not own:
            source.fail(f"*{name} needs NAME = name", begin)
        if self.scope is not self.root:
            source.fail(f"*{name} must stand outside of parts and instances; "
                        "*END PART or *END INSTANCE is missing", begin)
        self.scope = Scope(own)
        if name == "PART":
            if own in self.parts:
                source.fail(f"*PART {own} stands twice", begin)
            self.parts[own] = self.scope
            return
        part = keys.get("PART", "").upper()
        if not part:
            source.fail("*INSTANCE needs PART = name", begin)
        if any(placed.name == own for _, placed in self.instances):
            source.fail(f"*INSTANCE {own} stands twice", begin)
        if part not in self.parts:
            source.fail(f"*INSTANCE {own}: *PART {part} is not defined above", begin)
        rows = []
        for at, line in _lines(source.data, stop, end):
            text = line.strip().rstrip(b",").replace(b",", b" ")
            try:
                rows.append((at, parse_numbers(text, np.float64).tolist()))
            except ValueError:
                source.fail(f"numbers between commas must stand here, got {shown(line)}", at)
        matrix, shift = motion_of(source, rows)
        self.instances.append((part, Placement(self.parts[part], self.scope, matrix, shift)))

    def nodes(self, source: Source, keys: dict, begin: int, end: int) -> None:
        if keys.get("SYSTEM", "R").upper() not in ("R", ""):
            source.fail("*NODE must have SYSTEM = R (rectangular coordinates)", begin - 1)
        table = _table(source, begin, end, np.float64)
        if len(table):
            labels = self.whole(source, table[:, 0], begin)
            self.scope.labels.append(labels)
            self.scope.points.append(table[:, 1:4])
            if keys.get("NSET"):
                self.scope.node_sets.setdefault(keys["NSET"].upper(), []).append(labels)

    @staticmethod
    def whole(source: Source, values: np.ndarray, begin: int) -> np.ndarray:
        bad = (values != np.rint(values)) | (np.abs(values) > 2.0 ** 52)
        if bad.any():
            source.fail(f"node numbers must be whole, got {values[bad][0]:g}", begin)
        return values.astype(np.int64)

    def elements(self, source: Source, keys: dict, begin: int, stop: int, end: int) -> None:
        kind = keys.get("TYPE", "").upper()
        if not kind:
            source.fail("*ELEMENT needs TYPE = name", begin)
        found = _shape(kind)
        if found is None:
            count = sum(1 for _ in _lines(source.data, stop, end))
            self.raw.unsupported[kind] = self.raw.unsupported.get(kind, 0) + count
            return
        shape, width = found
        values = _flat(source, stop, end)
        if len(values) % (1 + width):
            self.uneven(source, stop, end, kind, width)
        table = values.reshape(-1, 1 + width)
        if len(table) and np.abs(table[:, 0] >> 1).max() > 2 ** 51:
            row = int(np.abs(table[:, 0] >> 1).argmax())
            source.fail(f"element numbers must be below 2^52, got {table[row, 0]}", begin)
        self.scope.blocks.append(Block(shape, table[:, 1:], np.zeros(len(table), np.int64),
                                       table[:, 0]))
        if keys.get("ELSET"):
            self.scope.element_sets.setdefault(keys["ELSET"].upper(), []).append(table[:, 0])

    @staticmethod
    def uneven(source: Source, stop: int, end: int, kind: str, width: int) -> None:
        """Refuses the first element whose lines have too few or too many numbers."""
        have, first = 0, stop
        for at, line in _lines(source.data, stop, end):
            more = len(line.rstrip().rstrip(b",").split(b","))
            if have + more > 1 + width:
                source.fail(f"{kind} has a number and {width} nodes, here stand "
                            f"{have or more} numbers", first if have else at)
            first = first if have else at
            have = (have + more) % (1 + width)
        source.fail(f"{kind} has a number and {width} nodes, here stand {have} numbers", first)

    @staticmethod
    def members(source: Source, generate: bool, begin: int, end: int) -> list:
        """Returns arrays of labels and names of other sets."""
        found = []
        for at, line in _lines(source.data, begin, end):
            words = [w.strip() for w in line.decode("latin-1").split(",") if w.strip()]
            if generate:
                try:
                    first, last, step = (int(w) for w in (words + ["1"])[:3])
                except ValueError:
                    source.fail(f"GENERATE needs first, last, step, got {shown(line)}", at)
                if step < 1 or not 0 <= last - first <= 20 * max(len(source.data), step):
                    source.fail(f"GENERATE cannot go from {first} to {last} by {step}", at)
                found.append(np.arange(first, last + 1, step))
                continue
            if all(re.fullmatch(r"\d{1,15}", w) for w in words):
                found.append(np.array([int(w) for w in words], np.int64))
            else:
                found.extend(np.array([int(w)]) if re.fullmatch(r"\d{1,15}", w) else w.upper()
                             for w in words)
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
            self.raw.notes.append("smaller element sets, or later ones of their size, have all elements "
                                  f"of {listed(lost)}")

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


def _lines(data: bytes, begin: int, end: int):
    """Yields position and text of the data lines between two bytes."""
    for line in data[begin:end].splitlines(keepends=True):
        if line.strip() and not line.lstrip().startswith(b"*"):
            yield begin, line
        begin += len(line)


def _numbers(source: Source, begin: int, end: int, dtype: type) -> np.ndarray:
    text = source.data[begin:end]
    if b"**" in text:
        text = re.sub(rb"^[ \t]*\*\*.*$", b"", text, flags=re.M)
    try:
        return parse_numbers(text.replace(b",", b" "), dtype)
    except ValueError:
        pass
    for at, line in _lines(source.data, begin, end):
        try:
            parse_numbers(line.replace(b",", b" "), dtype)
        except ValueError:
            word = "numbers" if dtype is np.float64 else "whole numbers"
            source.fail(f"{word} between commas must stand here, got {shown(line)}", at)
    source.fail("numbers cannot be read", begin)


def _flat(source: Source, begin: int, end: int) -> np.ndarray:
    return _numbers(source, begin, end, np.int64)


def _table(source: Source, begin: int, end: int, dtype: type) -> np.ndarray:
    """Returns one row per line, as wide as the first; see _padded_table for other lines."""
    first = next(iter(_lines(source.data, begin, end)), None)
    if first is None:
        return np.empty((0, 4), dtype)
    values = _numbers(source, begin, end, dtype)
    width = len(first[1].strip().rstrip(b",").split(b","))
    count = sum(1 for _ in _lines(source.data, begin, end))
    if len(values) != width * count or width < 4:
        return _padded_table(source, begin, end)
    return values.reshape(count, width)


def _padded_table(source: Source, begin: int, end: int) -> np.ndarray:
    """Returns one row of four numbers per line; numbers that are left out are zero."""
    rows = []
    for at, line in _lines(source.data, begin, end):
        words = [w.strip() for w in line.decode("latin-1").split(",")][:4]
        try:
            rows.append([float(word or 0) for word in words] + [0.0] * (4 - len(words)))
        except ValueError:
            source.fail(f"numbers between commas must stand here, got {shown(line)}", at)
    return np.array(rows)
