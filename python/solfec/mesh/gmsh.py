"""Reader of gmsh files, versions 2.2, 4 and 4.1, text and binary.

Source: the format as the reference manual of gmsh (Geuzaine and Remacle (2009), Int. J. Numer.
Meth. Engng 79, 1309-1331) describes it. Physical groups become groups.
"""

from __future__ import annotations

import re

import numpy as np

from .raw import Block, Raw, join_blocks
from .source import BinarySection, Source, TextSection, shown
from .wording import counted

# element type: shape, nodes of an element
TYPES = {1: ("line", 2), 2: ("triangle", 3), 3: ("quadrangle", 4), 4: ("tetrahedron", 4),
         5: ("hexahedron", 8), 6: ("wedge", 6), 7: ("pyramid", 5), 8: ("line", 3),
         9: ("triangle", 6), 10: ("quadrangle", 9), 11: ("tetrahedron", 10),
         12: ("hexahedron", 27), 13: ("wedge", 18), 14: ("pyramid", 14), 15: ("point", 1),
         16: ("quadrangle", 8), 17: ("hexahedron", 20), 18: ("wedge", 15), 19: ("pyramid", 13)}
# other types of the manual: named and left out
OTHERS = {20: 9, 21: 10, 22: 12, 23: 15, 24: 15, 25: 21, 26: 4, 27: 5, 28: 6, 29: 20, 30: 35,
          31: 56, 92: 64, 93: 125}


ENTITIES = ("point", "curve", "surface", "volume")  # by their dimension
CHUNK = 1 << 16  # bytes of a text whose words are counted at a time
CONVERT = "`gmsh FILE -save -format msh41 -o NEW.msh` converts it"  # an error's advice


def read_gmsh(source: Source) -> Raw:
    """Returns the content of a gmsh file; nodes of elements are numbers of points."""
    file = _File(source)
    try:
        raw = file.read()
        join_blocks(source, raw)
    except ValueError:
        file.check_rows()  # a row that is too short or too long leads to errors elsewhere
        raise
    return raw


def words_per_line(data: bytes, begin: int, end: int) -> np.ndarray:
    """Returns the number of words of each line with any, between two bytes."""
    found = []
    while begin < end:
        last = data.rfind(b"\n", begin, min(begin + CHUNK, end)) + 1
        if last <= begin:
            last = data.find(b"\n", begin, end) + 1 or end
        text = np.frombuffer(data, np.uint8, last - begin, begin)
        blank = text <= 32
        first = ~blank & np.concatenate([[True], blank[:-1]])
        lines = np.cumsum(text == 10, dtype=np.int32)[first]
        counts = np.bincount(lines) if len(lines) else np.zeros(0, int)
        found.append(counts[counts > 0])
        begin = last
    return np.concatenate(found) if found else np.zeros(0, int)


class _File:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.raw = Raw(np.empty((0, 3)), np.empty(0, np.int64))
        self.physical: dict[tuple[int, int], list[int]] = {}  # entity (dimension, tag): its groups
        self.text, self.swapped, self.version = True, False, 0.0
        self.elements_seen = False
        self.rows: dict[str, tuple[int, int]] = {}  # sections of one row per line: their bytes

    def read(self) -> Raw:
        data, at = self.source.data, 0
        known = {"MeshFormat": self.header, "PhysicalNames": self.names,
                 "Entities": self.entities, "PartitionedEntities": self.partitions,
                 "Nodes": self.nodes, "Elements": self.elements}
        while True:
            match = re.compile(rb"[ \t\r\n]*\$(\w+)[^\n]*\n").match(data, at)
            if not match:
                break
            name = match.group(1).decode("latin-1")
            if name in ("NOD", "ELM") and not self.version:
                self.source.fail("the file has version 1 of gmsh's format ($NOD, $ELM), versions "
                                 f"2.2 and 4.1 can be read; {CONVERT}", match.start(1))
            if name not in known:
                end = data.find(b"$End" + match.group(1), match.end())
                at = len(data) if end < 0 else end + 4 + len(name)
                continue
            if name != "MeshFormat" and not self.version:
                self.source.fail("$MeshFormat must come first", match.start(1))
            if name == "Elements" and self.elements_seen:
                self.source.fail("a second section $Elements cannot be read", match.start(1))
            at = self.section(name, known[name], match.end())
        if not self.version:
            self.source.fail("the first line must be $MeshFormat", 0)
        rest = data[at:].strip()
        if rest:
            at += len(data[at:]) - len(data[at:].lstrip())
            self.source.fail("a section $Name must begin here, got "
                             + repr(rest[:30].decode("latin-1")), at)
        if not self.elements_seen:
            self.source.fail("the file has no section $Elements")
        return self.raw

    def section(self, name: str, reader, begin: int) -> int:
        """Reads one section and returns the byte after its end."""
        data, mark = self.source.data, b"$End" + name.encode()
        if self.text or name in ("MeshFormat", "PhysicalNames"):
            end = data.find(mark, begin)
            if end < 0:
                self.source.fail(f"the section ${name} has no $End{name}", begin - 1)
            if name in ("MeshFormat", "PhysicalNames"):
                reader(begin, end)
            else:
                if self.version < 4.0:
                    self.rows[name] = begin, end
                numbers = TextSection(self.source, begin, end)
                reader(numbers)
                if not numbers.finished:
                    numbers.fail(f"$End{name} must stand here: more numbers than were told")
        else:
            numbers = BinarySection(self.source, begin, self.swapped)
            reader(numbers)
            end = numbers.next + len(data[numbers.next:numbers.next + 2]) \
                - len(data[numbers.next:numbers.next + 2].lstrip(b"\r\n"))
            if data[end:end + len(mark)] != mark:
                self.source.fail(f"byte {end}: $End{name} must stand here")
        return end + len(mark)

    def check_rows(self) -> None:
        """Refuses the first line of $Nodes or $Elements with too few or too many words.

        Numbers are read without regard to lines, so it is only asked for when something is wrong.
        """
        for name, (begin, end) in self.rows.items():
            told, rows = -1, 0
            for line in self.source.data[begin:end].splitlines(keepends=True):
                words = line.split()
                if words and told < 0:
                    self.check_row(begin, words, 1, f"the number of rows of ${name}")
                    if not words[0].isdigit():
                        self.source.fail(f"the number of rows of ${name} must be a whole number "
                                         f"of at least 0, got {shown(line)}", begin)
                    told = int(words[0])
                elif words:
                    rows += 1
                    self.check_row(begin, words, *self.row_length(name, words))
                begin += len(line)
            if told >= 0 and rows != told:
                self.source.fail(f"${name} tells {counted(told, 'row')}, here it ends after {rows}",
                                 end)

    def check_lengths(self, name: str, lengths: np.ndarray) -> None:
        """Refuses a row of other than the words that were read for it, in a section of one row per line."""
        words = words_per_line(self.source.data, *self.rows[name])[1:]
        if len(words) == len(lengths) and (words != lengths).any():
            self.check_rows()

    def check_row(self, begin: int, words: list[bytes], length: int, what: str) -> None:
        """Refuses a line that has not `length` words."""
        if len(words) != length:
            self.source.fail(f"the row of {what} has {counted(length, 'word')}, here "
                             f"{'stands' if len(words) == 1 else 'stand'} {len(words)}", begin)

    @staticmethod
    def row_length(name: str, words: list[bytes]) -> tuple[int, str]:
        """Returns how many words a row must have, and what it is; 3 for one that tells no type."""
        if name == "Nodes":
            return 4, "a node (number, x, y, z)"
        if len(words) < 3 or not words[1].isdigit() or not words[2].isdigit():
            return max(3, len(words)), "an element (number, type, number of tags, ...)"
        kind, tags = int(words[1]), int(words[2])
        shape, nodes = TYPES.get(kind, (f"type {kind}", OTHERS.get(kind, len(words) - 3 - tags)))
        return 3 + tags + nodes, f"a {shape} ({counted(nodes, 'node')}, {counted(tags, 'tag')})"

    def header(self, begin: int, end: int) -> None:
        data = self.source.data
        line = data[begin:end].split(b"\n")[0]
        words = line.split()
        try:
            version, kind, size = float(words[0]), int(words[1]), int(words[2])
        except (ValueError, IndexError):
            self.source.fail("version, file type and data size must stand here", begin)
        if not (2.0 <= version < 3.0 or version in (4.0, 4.1)):
            self.source.fail(f"versions 2.2, 4 and 4.1 can be read, got {version:g}", begin)
        if version == 4.0:
            self.source.fail(f"version 4 must be 4.1; {CONVERT}", begin)
        if kind not in (0, 1) or size != 8:
            self.source.fail(f"file type must be 0 or 1 and data size 8, got {kind}, {size}", begin)
        self.version, self.text = version, kind == 0
        if not self.text:
            one = data[begin + len(line) + 1:begin + len(line) + 5]
            if one not in (b"\1\0\0\0", b"\0\0\0\1"):
                self.source.fail(f"byte {begin + len(line) + 1}: the number 1 must stand here")
            self.swapped = np.frombuffer(one, "i4")[0] != 1

    def names(self, begin: int, end: int) -> None:
        at = begin
        for k, line in enumerate(self.source.data[begin:end].splitlines(keepends=True)):
            match = re.match(rb'\s*(\d+)\s+(-?\d{1,10})\s+"(.*)"\s*$', line)
            if match:
                key = int(match.group(1)), int(match.group(2))
                self.raw.names[key] = match.group(3).decode("utf-8", "replace")
            elif k and line.strip():
                self.source.fail('dimension, number and "name" must stand here', at)
            at += len(line)

    def entities(self, numbers) -> None:
        """Reads the groups of points, curves, surfaces and volumes."""
        if self.elements_seen:
            numbers.fail("$Entities must come before $Elements")
        for dimension, count in enumerate([numbers.count(f"{name}s") for name in ENTITIES]):
            for _ in range(count):
                tag = int(numbers.take(1, "int", f"the number of a {ENTITIES[dimension]}")[0])
                numbers.take(6 if dimension else 3, "float",
                             f"the box of {ENTITIES[dimension]} {tag}")
                self.take_groups(numbers, dimension, tag)

    def take_groups(self, numbers, dimension: int, tag: int) -> None:
        """Reads the groups of an entity and leaves out what bounds it."""
        name = f"{ENTITIES[dimension]} {tag}"
        groups = numbers.take(numbers.count(f"groups of {name}"), "int", f"the groups of {name}")
        self.physical[dimension, tag] = [abs(int(g)) for g in groups] or [0]
        if dimension:
            numbers.take(numbers.count(f"bounds of {name}"), "int", f"the bounds of {name}")

    def partitions(self, numbers) -> None:
        """Reads the groups of the entities of a mesh that is cut into partitions."""
        if self.elements_seen:
            numbers.fail("$PartitionedEntities must come before $Elements")
        numbers.count("partitions")
        ghosts = numbers.count("ghost entities")
        numbers.take(2 * ghosts, "int", "the ghost entities")
        for dimension, count in enumerate([numbers.count(f"{name}s") for name in ENTITIES]):
            for _ in range(count):
                tag = int(numbers.take(1, "int", f"the number of a {ENTITIES[dimension]}")[0])
                name = f"{ENTITIES[dimension]} {tag}"
                numbers.take(2, "int", f"the parent of {name}")
                numbers.take(numbers.count(f"partitions of {name}"), "int", f"partitions of {name}")
                numbers.take(6 if dimension else 3, "float", f"the box of {name}")
                self.take_groups(numbers, dimension, tag)

    def nodes(self, numbers) -> None:
        if self.version >= 4.0:
            labels, points = self.node_blocks(numbers)
        elif self.text:
            rows = numbers.take(4 * numbers.count("nodes", "int"), "float",
                                "rows of nodes (number, x, y, z)").reshape(-1, 4)
            labels, points = numbers.whole(rows[:, 0], rows.size, 4), rows[:, 1:]
            self.check_lengths("Nodes", np.full(len(rows), 4))
        else:
            line = self.source.data[numbers.next:numbers.next + 20].split(b"\n")[0]
            if not line.strip().isdigit():
                numbers.fail("the number of nodes must stand here")
            numbers.next += len(line) + 1
            order = ">" if self.swapped == (np.little_endian) else "<"
            rows = numbers.records(int(line), np.dtype([("label", order + "i4"),
                                                        ("x", order + "f8", (3,))]), "nodes")
            labels, points = rows["label"].astype(np.int64), rows["x"].astype(float)
        order = np.argsort(labels, kind="stable")
        twice = labels[order][1:] == labels[order][:-1]
        if twice.any():
            self.source.fail(f"node {labels[order][1:][twice][0]} stands twice in $Nodes")
        self.raw.labels, self.raw.points = labels, np.ascontiguousarray(points)

    def node_blocks(self, numbers) -> tuple[np.ndarray, np.ndarray]:
        blocks = self.counts_of(numbers, "nodes")
        labels, points = [np.empty(0, np.int64)], [np.empty((0, 3))]
        for _ in range(blocks):
            dimension, _, parametric = numbers.take(3, "int", "the head of a block of nodes "
                                                    "(dimension, entity, parametric)")
            count = numbers.count("nodes of a block")
            width = 3 + (int(dimension) if parametric else 0)
            if not 3 <= width <= 6:
                numbers.fail(f"dimension must lie between 0 and 3, got {dimension}")
            labels.append(numbers.take(count, "size", "numbers of nodes"))
            points.append(numbers.take(width * count, "float", "coordinates of nodes")
                          .reshape(-1, width)[:, :3])
        return np.concatenate(labels), np.concatenate(points)

    @staticmethod
    def counts_of(numbers, what: str) -> int:
        """Reads the first line of $Nodes or $Elements and returns the number of blocks."""
        blocks = numbers.count(f"blocks of {what}")
        numbers.count(what)
        numbers.take(2, "size", f"the least and the largest number of {what}")
        return blocks

    def elements(self, numbers) -> None:
        self.elements_seen = True
        if self.version >= 4.0:
            self.element_blocks(numbers)
        elif self.text:
            self.element_rows(numbers)
        else:
            self.element_runs(numbers)

    def element_blocks(self, numbers) -> None:
        """Reads the blocks of version 4.1, each of one entity, and notes entities not listed."""
        lost: dict[str, int] = {}
        for _ in range(self.counts_of(numbers, "elements")):
            dimension, entity, kind = (int(n) for n in numbers.take(
                3, "int", "the head of a block of elements (dimension, entity, type)"))
            count = numbers.count("elements of a block")
            width = self.width(kind, numbers)
            rows = numbers.take(count * (1 + width), "size", "rows of elements (number, nodes)") \
                .reshape(-1, 1 + width)
            groups = self.physical.get((dimension, entity))
            if groups is None and dimension in (2, 3) and count:
                name = f"{ENTITIES[dimension]} {entity}"
                lost[name] = lost.get(name, 0) + count
            for group in groups or [0]:
                self.add(kind, rows[:, 1:], np.full(count, group), rows[:, 0])
        if lost and (self.physical or self.raw.names):
            self.raw.notes.append("$Entities lacks " + ", ".join(
                f"{name} ({counted(n, 'element')})" for name, n in list(lost.items())[:8])
                + (f" and {len(lost) - 8} more" if len(lost) > 8 else "")
                + ": these elements have no group")

    def width(self, kind: int, numbers) -> int:
        """Returns the nodes of an element of a type, and refuses types that no manual lists."""
        if kind in TYPES:
            return TYPES[kind][1]
        if kind not in OTHERS:
            numbers.fail(f"element type {kind} is unknown", 1)
        return OTHERS[kind]

    def element_rows(self, numbers) -> None:
        """Reads rows `label type tags... nodes...`, a run of equal rows at once."""
        total = numbers.count("elements", "int")
        runs, lengths = [], []
        while total > 0:
            head = numbers.take(3, "int", f"{counted(total, 'element')} more")
            kind, tags = int(head[1]), int(head[2])
            if not 0 <= tags <= 1000:
                numbers.fail(f"number of tags must lie between 0 and 1000, got {tags}", 1)
            length = 3 + tags + self.width(kind, numbers)
            begin = numbers.next - 3
            rows = min(total, (len(numbers.values) - begin) // length)
            run = 1 if rows else 0
            while 0 < run < rows:  # doubles the run as long as its rows are of one kind
                more = min(2 * run, rows)
                table = numbers.values[begin:begin + more * length].reshape(-1, length)
                unlike = (table[run:, 1] != kind) | (table[run:, 2] != tags)
                if unlike.any():
                    run += int(np.argmax(unlike))
                    break
                run = more
            numbers.next = begin
            table = numbers.take(max(run, 1) * length, "int",
                                 "an element (number, type, number of tags, tags, nodes)") \
                .reshape(-1, length)
            groups = np.abs(table[:, 3]) if tags else np.zeros(len(table), np.int64)
            self.add(kind, table[:, 3 + tags:], groups, table[:, 0])
            total -= run
            runs.append(run)
            lengths.append(length)
        self.check_lengths("Elements", np.repeat(np.array(lengths, int), np.array(runs, int)))

    def element_runs(self, numbers) -> None:
        """Reads binary runs: type, count, tags, then rows without type and tag count."""
        line = self.source.data[numbers.next:numbers.next + 20].split(b"\n")[0]
        if not line.strip().isdigit():
            numbers.fail("the number of elements must stand here")
        numbers.next += len(line) + 1
        total = int(line)
        while total > 0:
            kind, count, tags = (int(n) for n in numbers.take(
                3, "int", "the head of a run of elements (type, count, tags)"))
            if count < 1 or not 0 <= tags <= 1000:
                numbers.fail(f"counts of elements and tags cannot be {count} and {tags}")
            length = 1 + tags + self.width(kind, numbers)
            table = numbers.take(count * length, "int", "rows of elements").reshape(-1, length)
            groups = np.abs(table[:, 1]) if tags else np.zeros(count, np.int64)
            self.add(kind, table[:, 1 + tags:], groups, table[:, 0])
            total -= count

    def add(self, kind: int, nodes: np.ndarray, groups: np.ndarray, labels: np.ndarray) -> None:
        """Adds elements to the raw mesh, nodes by their labels in the file."""
        if kind not in TYPES:
            name = f"gmsh type {kind}"
            self.raw.unsupported[name] = self.raw.unsupported.get(name, 0) + len(nodes)
            return
        self.raw.blocks.append(Block(TYPES[kind][0], nodes, groups, labels))
