"""Cells of vtk and vtu files: their types, and voxels and pixels rewritten for the library meshio.

meshio 5.0 refuses or leaves out voxels and pixels, of which the files of scans consist. They are
hexahedra and quadrangles with another order of corners (Schroeder, Martin and Lorensen, The
Visualization Toolkit, cell types 11 and 8), so the bytes of a file are rewritten before meshio
reads them.
"""

from __future__ import annotations

import binascii
import lzma
import re
import zlib
from dataclasses import dataclass

import numpy as np

from .raw import FROM_ZERO
from .source import Source, parse_numbers
from .vtu_arrays import ArrayTag, VtuArrays, text_of

# type of a cell: its name, the type with another order of corners, that order
REWRITTEN = {8: ("pixel", 9, (0, 1, 3, 2)), 11: ("voxel", 12, (0, 1, 3, 2, 4, 5, 7, 6))}
# types that meshio does not read
UNREAD = {2: "point set", 4: "polyline", 6: "triangle strip", 41: "convex point set"}
DTYPES = {"char": "i1", "unsigned_char": "u1", "short": ">i2", "unsigned_short": ">u2",
          "int": ">i4", "unsigned_int": ">u4", "long": ">i8", "unsigned_long": ">u8",
          "float": ">f4", "double": ">f8", "vtktypeint32": ">i4", "vtktypeint64": ">i8",
          "vtktypeuint32": ">u4", "vtktypeuint64": ">u8"}  # of binary legacy files
# names of types of version 5.1 that meshio takes for types of 8 bytes or does not know
SIZED = {b"char": b"vtktypeint8", b"unsigned_char": b"vtktypeuint8", b"short": b"vtktypeint16",
         b"unsigned_short": b"vtktypeuint16", b"int": b"vtktypeint32",
         b"unsigned_int": b"vtktypeuint32", b"long": b"vtktypeint64",
         b"unsigned_long": b"vtktypeuint64"}
# raised when numbers cannot be found; the library then reports what is wrong with the file
DAMAGE = (ValueError, LookupError, OverflowError, EOFError, zlib.error, lzma.LZMAError,
          binascii.Error)


@dataclass
class _Numbers:
    """Whole numbers of a legacy file, from one byte to another."""

    begin: int
    end: int
    values: np.ndarray


@dataclass
class Cells:
    """Cells of one grid: connectivity, its first number and count of every cell, types."""

    connectivity: np.ndarray
    starts: np.ndarray
    sizes: np.ndarray
    types: np.ndarray

    def reorder(self, source: Source, first: int) -> None:
        """Makes hexahedra of voxels and quadrangles of pixels; first: number of the first cell."""
        if len(self.starts) != len(self.types):
            return  # the library tells it
        for kind, (name, other, order) in REWRITTEN.items():
            rows = np.flatnonzero(self.types == kind)
            wrong = rows[self.sizes[rows] != len(order)]
            if len(wrong):
                source.fail(f"{name} {first + wrong[0]} must have {len(order)} nodes, got "
                            f"{self.sizes[wrong[0]]}{FROM_ZERO}")
            places = self.starts[rows][:, None] + np.arange(len(order))
            if len(rows) and 0 <= places.min() <= places.max() < len(self.connectivity):
                self.connectivity[places] = self.connectivity[places[:, order]]
                self.types[rows] = other


def types_of(source: Source, kind: str) -> np.ndarray | None:
    """Returns the types of all cells; None where there are none or they cannot be found."""
    try:
        if kind == "vtu":
            file = VtuArrays(source.data)
            return np.concatenate([file.numbers(piece["types"]) for piece in file.cells()])
        return LegacyCells(source.data).types(0).values
    except DAMAGE:
        return None


def without_voxels(source: Source, kind: str) -> bytes | None:
    """Returns the bytes of a file with hexahedra and quadrangles for its voxels and pixels.

    None where the cells cannot be found.
    """
    try:
        file = VtuCells(source.data) if kind == "vtu" else LegacyCells(source.data)
        grids = file.grids()
    except DAMAGE:
        return None
    first = 0
    for cells in grids:
        cells.reorder(source, first)
        first += len(cells.types)
    try:
        return file.content(grids)
    except DAMAGE:
        return None


def with_sized_types(data: bytes) -> bytes:
    """Returns a legacy file; those of version 5.1 with types of data that tell their size.

    meshio 5.0 reads `int`, which has 4 bytes, as 8 bytes, and does not know `unsigned_char`.
    """
    if not re.match(rb"# vtk DataFile Version 5\.1\s", data):
        return data
    head = rb"POINTS[ \t]+\d+|SCALARS[ \t]+\S+|VECTORS[ \t]+\S+|\S+[ \t]+\d+[ \t]+\d+"
    return re.sub(rb"^([ \t]*(?:" + head + rb")[ \t]+)(" + rb"|".join(SIZED) + rb")(?=\s)",
                  lambda match: match.group(1) + SIZED[match.group(2)], data, flags=re.M)


class LegacyCells:
    """Cells of a legacy file, text or binary, of versions up to 5.1."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.is_text = data.split(b"\n", 3)[2].strip().upper() == b"ASCII"
        self.found: list[tuple[_Numbers, str]] = []  # connectivity and types, and their dtypes

    def types(self, begin: int) -> _Numbers:
        """Returns the types of the cells, which stand behind a byte."""
        match = self._head(rb"CELL_TYPES[ \t]+(\d+)", begin)
        return self._numbers(match.end(), int(match.group(1)), ">i4")

    def grids(self) -> list[Cells]:
        """Returns the cells."""
        points = self._head(rb"POINTS[ \t]+(\d+)[ \t]+(\w+)", 0)
        at = points.end()
        if not self.is_text:
            at += 3 * int(points.group(1)) * np.dtype(DTYPES[_word(points, 2)]).itemsize
        head = self._head(rb"CELLS[ \t]+(\d+)[ \t]+(\d+)", at)
        rows, count = int(head.group(1)), int(head.group(2))
        if re.compile(rb"\s*OFFSETS\b", re.I).match(self.data, head.end()):
            match = self._head(rb"OFFSETS[ \t]+(\w+)", head.end())
            ends = self._numbers(match.end(), rows, DTYPES[_word(match, 1)])
            match = self._head(rb"CONNECTIVITY[ \t]+(\w+)", ends.end)
            dtype = DTYPES[_word(match, 1)]
            numbers = self._numbers(match.end(), count, dtype)
            starts, sizes = ends.values[:-1], np.diff(ends.values)
        else:
            dtype = ">i4"
            numbers = self._numbers(head.end(), count, dtype)
            starts, sizes = _rows_of(numbers.values)
        types = self.types(numbers.end)
        self.found = [(numbers, dtype), (types, ">i4")]
        return [Cells(numbers.values, starts, sizes, types.values)]

    def content(self, grids: list[Cells]) -> bytes:
        """Returns the bytes of the file with the numbers of `grids`."""
        parts, at = [], 0
        for (place, dtype), values in zip(self.found, (grids[0].connectivity, grids[0].types)):
            parts += [self.data[at:place.begin],
                      text_of(values) if self.is_text else values.astype(dtype).tobytes()]
            at = place.end
        return b"".join([*parts, self.data[at:]])

    def _head(self, pattern: bytes, begin: int) -> re.Match[bytes]:
        line = re.compile(rb"^[ \t]*" + pattern + rb"[^\n]*\n", re.M | re.I)
        found = line.search(self.data, begin)
        if found is None:
            raise LookupError("no such section")
        return found

    def _numbers(self, begin: int, count: int, dtype: str) -> _Numbers:
        if not self.is_text:
            values = np.frombuffer(self.data, dtype, count, begin).astype(np.int64)
            return _Numbers(begin, begin + count * np.dtype(dtype).itemsize, values)
        letter = re.compile(rb"[A-Za-z]").search(self.data, begin)
        end = letter.start() if letter else len(self.data)
        values = parse_numbers(self.data[begin:end], np.int64)
        if len(values) != count:
            raise ValueError("too few or too many numbers")
        return _Numbers(begin, end, values)


def _word(match: re.Match[bytes], number: int) -> str:
    return match.group(number).decode("latin-1").lower()


def _rows_of(numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns where rows `count, numbers...` begin behind their counts, and the counts."""
    width = 1 + max(0, int(numbers[0])) if len(numbers) else 1
    if len(numbers) % width == 0 and (numbers[::width] == width - 1).all():  # all of one size
        return np.arange(1, len(numbers), width), numbers[::width].copy()
    row, at = numbers.tolist(), 0
    starts, sizes = [], []
    while at < len(row):
        starts.append(at + 1)
        sizes.append(row[at])
        at += 1 + max(0, row[at])
    return np.array(starts, np.int64), np.array(sizes, np.int64)


class VtuCells:
    """Cells of the pieces of a vtu file."""

    def __init__(self, data: bytes) -> None:
        self.file = VtuArrays(data)
        self.tags: list[dict[str, ArrayTag]] = self.file.cells()

    def grids(self) -> list[Cells]:
        """Returns the cells of every piece."""
        found = []
        for tags in self.tags:
            connectivity, ends, types = (self.file.numbers(tags[name]) for name in
                                         ("connectivity", "offsets", "types"))
            starts = np.concatenate([[0], ends[:-1]])
            found.append(Cells(connectivity, starts, ends - starts, types))
        return found

    def content(self, grids: list[Cells]) -> bytes:
        """Returns the bytes of the file with the numbers of `grids`."""
        changed = {}
        for tags, cells in zip(self.tags, grids):
            changed[tags["connectivity"].begin] = cells.connectivity
            changed[tags["types"].begin] = cells.types
        return self.file.inlined(changed)
