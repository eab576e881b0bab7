"""Reader of PLY files, text and binary."""

from __future__ import annotations

import re
from functools import partial
from itertools import chain
from typing import NoReturn

import numpy as np

from .polygons import triangles_of
from .raw import Faces
from .source import Source, decimal, shown

FORMATS = ("ascii", "binary_little_endian", "binary_big_endian")
# types of PLY properties
PLY_TYPES = {"char": "i1", "int8": "i1", "uchar": "u1", "uint8": "u1", "short": "i2",
             "int16": "i2", "ushort": "u2", "uint16": "u2", "int": "i4", "int32": "i4",
             "uint": "u4", "uint32": "u4", "float": "f4", "float32": "f4", "double": "f8",
             "float64": "f8"}


def read_ply(source: Source) -> Faces:
    """Returns points and faces of a PLY file; polygons become triangles."""
    match = re.match(rb"ply\s*\n(.*?)end_header[ \t\r]*\n", source.data, re.S)
    if not match:
        source.fail("a PLY file begins with 'ply' and has 'end_header'", 0)
    form, elements = _ply_header(source, match.group(1), match.start(1))
    if form == "ascii":
        rows = _ply_text(source, elements, match.end())
    else:
        rows = _ply_binary(source, elements, match.end(), "<" if "little" in form else ">")
    if "vertex" not in rows or "face" not in rows:
        source.fail("the elements 'vertex' and 'face' must be there", 0)
    points, faces = rows["vertex"], rows["face"]
    places = _Places(source, elements, match.end(), form)
    are_triangles = isinstance(faces, np.ndarray)
    corners = faces.ravel() if are_triangles else np.fromiter(chain.from_iterable(faces), np.int64)
    if len(corners) and not 0 <= corners.min() <= corners.max() < len(points):
        bad = next(k for k, one in enumerate(faces) if not 0 <= min(one) <= max(one) < len(points))
        number = next(int(n) for n in faces[bad] if not 0 <= n < len(points))
        places.fail("face", bad, f"a face has vertex {number}, the file has {len(points)} that "
                    "count from 0")
    return Faces(points, faces if are_triangles else triangles_of(points, faces),
                 partial(places.fail, "vertex"))


class _Places:
    """Where the elements of a file stand, for errors."""

    def __init__(self, source: Source, elements: list, begin: int, form: str) -> None:
        self.source, self.elements, self.begin, self.form = source, elements, begin, form

    def fail(self, kind: str, number: int, text: str) -> NoReturn:
        """Raises the error of an element, counted from 0, with its line, or byte and number."""
        line = 1 + self.source.data.count(b"\n", 0, self.begin)
        at: int | None = self.begin
        for name, count, properties in self.elements:
            sizes = [np.dtype(kinds[0]).itemsize if len(kinds) == 1 else None
                     for _, kinds in properties]
            size = None if None in sizes else sum(sizes)
            if name == kind:
                if self.form == "ascii":
                    self.source.fail_at_line(text, line + number)
                byte = "" if at is None or size is None else f"byte {at + number * size}, "
                self.source.fail(f"{byte}{kind} {number}, counted from 0: {text}")
            line += count
            at = None if at is None or size is None else at + count * size
        self.source.fail(text)


def _ply_header(source: Source, text: bytes, at: int) -> tuple[str, list]:
    """Returns the format and, per element, its name, count and properties."""
    form, elements = "", []
    for line in text.splitlines(keepends=True):
        words = line.decode("latin-1").split()
        wrong = ""
        if words[:1] == ["format"]:
            if len(words) != 3 or words[1] not in FORMATS:
                wrong = f"format must be one of {', '.join(FORMATS)} and a version"
            form = words[1] if not wrong else ""
        elif words[:1] == ["element"]:
            wrong = _wrong_element(source, words)
            if not wrong:
                elements.append((words[1], int(words[2]), []))
        elif words[:1] == ["property"]:
            kinds = words[2:4] if words[1:2] == ["list"] else words[1:2]
            if not elements:
                wrong = "a property must stand below an element"
            elif len(words) != (5 if words[1:2] == ["list"] else 3):
                wrong = "a property has a type, or list and two types, and a name"
            elif not all(k in PLY_TYPES for k in kinds):
                wrong = f"types of properties are {', '.join(PLY_TYPES)}"
            else:
                elements[-1][2].append((words[-1], [PLY_TYPES[k] for k in kinds]))
        if wrong:
            source.fail(f"{wrong}, got {shown(line)}", at)
        at += len(line)
    if not form:
        source.fail("the header has no format", 0)
    return form, elements


def _wrong_element(source: Source, words: list[str]) -> str:
    """Returns which rule a line `element NAME COUNT` breaks, else ''."""
    if len(words) != 3 or not re.fullmatch(r"[0-9]+", words[2]):
        return "an element has a name and a count of at least 0"
    if len(words[2]) > 15 or int(words[2]) > len(source.data):
        return f"a file of {len(source.data)} bytes cannot hold so many elements"
    return ""


def _columns(source: Source, properties: list) -> list[int]:
    names = [name for name, _ in properties]
    if not {"x", "y", "z"} <= set(names) or any(len(k) > 1 for _, k in properties):
        source.fail("vertices need the properties x, y, z and no lists, got "
                    + (", ".join(names) or "none"), 0)
    return [names.index(axis) for axis in "xyz"]


def _corner_list(source: Source, properties: list) -> int:
    for i, (name, kinds) in enumerate(properties):
        if name in ("vertex_indices", "vertex_index") and len(kinds) == 2:
            return i
    source.fail("faces need the list vertex_indices, got "
                + (", ".join(name for name, _ in properties) or "none"), 0)


def _ply_text(source: Source, elements: list, at: int) -> dict:
    lines = source.data[at:].split(b"\n")
    if not lines[-1]:
        lines.pop()
    number, rows = 1 + source.data.count(b"\n", 0, at), {}
    for name, count, properties in elements:
        some, first = lines[:count], number
        lines, number = lines[count:], number + count
        if len(some) < count:
            source.fail_at_line(f"{count} lines of '{name}' must stand from line {first} on, the "
                                f"file ends after {len(some)}", first + max(len(some) - 1, 0))
        if name not in ("vertex", "face"):
            continue
        found: list = []
        columns = _columns(source, properties) if name == "vertex" else None
        which = None if columns else _corner_list(source, properties)
        for k, line in enumerate(some):
            words = line.split()
            try:
                if columns:
                    found.append([decimal(words[c]) for c in columns])
                else:
                    found.append(_text_corners(words, properties, which))
            except (ValueError, IndexError):
                rule = "numbers of a vertex" if columns else \
                    "a count of at least 3 and so many vertices"
                source.fail_at_line(f"{rule} must stand here, got {shown(line)}", first + k)
        rows[name] = np.array(found, float).reshape(-1, 3) if columns else found
    return rows


def _text_corners(words: list, properties: list, which: int) -> list[int]:
    """Returns the corners of one face; ValueError when the line does not fit."""
    at = 0
    for i, (_, kinds) in enumerate(properties):
        size = int(words[at]) if len(kinds) == 2 else 0
        if i == which:
            corners = [int(word) for word in words[at + 1:at + 1 + size]]
            if size < 3 or len(corners) != size or max(map(abs, corners)) >= 2 ** 31:
                raise ValueError("no such corners")
            return corners
        at += 1 + size
    raise ValueError("no corners")


def _ply_binary(source: Source, elements: list, at: int, order: str) -> dict:
    data, rows = source.data, {}
    for name, count, properties in elements:
        if all(len(kinds) == 1 for _, kinds in properties):
            dtype = np.dtype([(f"p{i}", order + kinds[0]) for i, (_, kinds) in
                              enumerate(properties)])
            if at + count * dtype.itemsize > len(data):
                source.fail(f"byte {at}: {count} of '{name}' of {dtype.itemsize} bytes must stand "
                            f"here, the file has {len(data) - at} more bytes")
            table = np.frombuffer(data, dtype, count, at) if dtype.itemsize else None
            if name == "vertex":
                with np.errstate(invalid="ignore"):  # as in STL
                    rows[name] = np.column_stack([table[f"p{c}"].astype(float) for c in
                                                  _columns(source, properties)]).reshape(-1, 3)
            at += count * dtype.itemsize
            continue
        which = _corner_list(source, properties) if name == "face" else -1
        found, at = _ply_lists(source, (name, count, properties), at, order, which)
        if name == "face":
            rows[name] = found
    return rows


def _ply_lists(source: Source, element: tuple, at: int, order: str,
               which: int) -> tuple[np.ndarray | list, int]:
    """Reads an element that has lists; returns the polygons of list `which` and the next byte.

    Polygons that are all triangles are one array.
    """
    name, count, properties = element
    data = source.data
    if len(properties) == 1 and count:  # only triangles: one table
        size, corner = (np.dtype(order + kind) for kind in properties[0][1])
        row = np.dtype([("size", size), ("corners", corner, (3,))])
        if at + count * row.itemsize <= len(data):
            table = np.frombuffer(data, row, count, at)
            if (table["size"] == 3).all():
                return table["corners"].astype(np.int64), at + count * row.itemsize
    polygons = []
    for number in range(count):
        for i, (_, kinds) in enumerate(properties):
            kinds = [np.dtype(order + kind) for kind in kinds]
            size = 1
            if len(kinds) == 2:
                if at + kinds[0].itemsize > len(data):
                    source.fail(f"byte {at}: '{name}' {number} of {count}, counted from 0, must "
                                "stand here, the file ends")
                size = int(np.frombuffer(data, kinds[0], 1, at)[0])
                at += kinds[0].itemsize
            if size < 0 or at + size * kinds[-1].itemsize > len(data):
                source.fail(f"byte {at}, '{name}' {number}, counted from 0: {size} numbers must "
                            f"stand here, the file has {len(data) - at} more bytes")
            if i == which:
                polygons.append(np.frombuffer(data, kinds[1], size, at).astype(int).tolist())
                if size < 3:
                    source.fail(f"byte {at}, face {number}, counted from 0: a face needs three "
                                f"vertices, got {size}")
            at += size * kinds[-1].itemsize
    return polygons, at
