"""Readers of triangulated surfaces: STL (text and binary), OBJ and PLY (text and binary)."""

from __future__ import annotations

import re
from itertools import chain

import numpy as np

from .polygons import triangles_of
from .source import Source, parse_numbers, shown

# types of PLY properties
PLY_TYPES = {"char": "i1", "int8": "i1", "uchar": "u1", "uint8": "u1", "short": "i2",
             "int16": "i2", "ushort": "u2", "uint16": "u2", "int": "i4", "int32": "i4",
             "uint": "u4", "uint32": "u4", "float": "f4", "float32": "f4", "double": "f8",
             "float64": "f8"}
Faces = tuple[np.ndarray, np.ndarray]  # points n x 3 in the unit of the file, triangles m x 3


def read_stl(source: Source) -> Faces:
    """Returns the triangles of an STL file, three points each."""
    data = source.data
    count = int.from_bytes(data[80:84], "little") if len(data) >= 84 else -1
    if count >= 0 and len(data) == 84 + 50 * count:
        rows = np.frombuffer(data, np.dtype([("normal", "<f4", 3), ("x", "<f4", (3, 3)),
                                             ("more", "<u2")]), count, 84)
        with np.errstate(invalid="ignore"):  # signalling NaN; not finite numbers are refused later
            points = rows["x"].reshape(-1, 3).astype(float)
    elif re.match(rb"\s*solid\b", data, re.I) and b"\0" not in data[:1000]:
        points = _stl_text(source)
    else:
        source.fail(f"an STL file begins with 'solid' or has 84 + 50 n bytes; this one has "
                    f"{len(data)} bytes and tells of {max(count, 0)} triangles")
    return points, np.arange(len(points)).reshape(-1, 3)


def _stl_text(source: Source) -> np.ndarray:
    data = source.data.lower()  # some programs write capitals
    found = re.findall(rb"\bvertex\s+(\S+)\s+(\S+)\s+(\S+)", data)
    loops = data.count(b"endloop")
    if len(found) != 3 * loops or data.count(b"outer") != loops \
            or data.count(b"vertex") != len(found):
        source.fail(f"each 'outer loop' needs three vertices and 'endloop'; the file has {loops} "
                    f"loops and {len(found)} whole vertices")
    if b"endsolid" not in data:
        source.fail("the file has no 'endsolid'", len(data))
    try:
        values = parse_numbers(b" ".join(chain.from_iterable(found)))
        if len(values) != 3 * len(found):
            raise ValueError("a word is no number")
        return values.reshape(-1, 3)
    except ValueError:
        for match in re.finditer(rb"\bvertex\s+(\S+)\s+(\S+)\s+(\S+)", data):
            try:
                [float(word) for word in match.groups()]
            except ValueError:
                source.fail(f"three numbers must stand here, got {shown(match.group())}",
                            match.start())
        source.fail("vertices cannot be read")


def read_obj(source: Source) -> Faces:
    """Returns points and faces of an OBJ file; polygons become triangles."""
    points: list[tuple[float, ...]] = []
    polygons: list[list[int]] = []
    data = source.data.removeprefix(b"\xef\xbb\xbf")  # byte-order mark
    for number, line in enumerate(data.split(b"\n"), 1):
        words = line.split()
        if not words or words[0] not in (b"v", b"f"):
            continue
        try:
            if words[0] == b"v":
                x, y, z = (float(word) for word in words[1:4])
                points.append((x, y, z))
                continue
            corners = [int(word.split(b"/")[0]) for word in words[1:]]
        except ValueError:
            what = "three coordinates" if words[0] == b"v" else "numbers of vertices"
            source.fail_at_line(f"{what} must stand here, got {shown(line)}", number)
        corners = [c - 1 if c > 0 else len(points) + c for c in corners]
        if len(corners) < 3:
            source.fail_at_line(f"a face needs three vertices, got {len(corners)}", number)
        zero = any(word.split(b"/")[0] == b"0" for word in words[1:])
        if zero or not 0 <= min(corners) <= max(corners) < 2 ** 31:
            source.fail_at_line(f"vertices count from 1, got {shown(line)}", number)
        polygons.append(corners)
    last = max(map(max, polygons), default=-1)
    if last >= len(points):
        source.fail(f"a face has vertex {last + 1}, the file has {len(points)}")
    table = np.array(points, float).reshape(-1, 3)
    return table, triangles_of(table, polygons)


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
    are_triangles = isinstance(faces, np.ndarray)
    corners = faces.ravel() if are_triangles else np.fromiter(chain.from_iterable(faces), np.int64)
    if len(corners) and not 0 <= corners.min() <= corners.max() < len(points):
        source.fail(f"faces have the vertices {corners.min()} to {corners.max()}, the file has "
                    f"{len(points)} that count from 0")
    return points, faces if are_triangles else triangles_of(points, faces)


def _ply_header(source: Source, text: bytes, at: int) -> tuple[str, list]:
    """Returns the format and, per element, its name, count and properties."""
    form, elements = "", []
    for line in text.splitlines(keepends=True):
        words = line.decode("latin-1").split()
        good = True
        if words[:1] == ["format"]:
            good = len(words) == 3 and words[1] in ("ascii", "binary_little_endian",
                                                    "binary_big_endian")
            form = words[1] if good else ""
        elif words[:1] == ["element"]:
            good = len(words) == 3 and words[2].isdecimal() and len(words[2]) < 16
            good = good and int(words[2]) <= len(source.data)
            if good:
                elements.append((words[1], int(words[2]), []))
        elif words[:1] == ["property"]:
            kinds = words[2:4] if words[1:2] == ["list"] else words[1:2]
            good = bool(elements) and len(words) == (5 if words[1:2] == ["list"] else 3) and all(
                k in PLY_TYPES for k in kinds)
            if good:
                elements[-1][2].append((words[-1], [PLY_TYPES[k] for k in kinds]))
        if not good:
            source.fail(f"the header cannot be read, got {shown(line)}", at)
        at += len(line)
    if not form:
        source.fail("the header has no format", 0)
    return form, elements


def _columns(source: Source, properties: list) -> list[int]:
    names = [name for name, _ in properties]
    if not {"x", "y", "z"} <= set(names) or any(len(k) > 1 for _, k in properties):
        source.fail("vertices need the properties x, y, z and no lists", 0)
    return [names.index(axis) for axis in "xyz"]


def _corner_list(source: Source, properties: list) -> int:
    for i, (name, kinds) in enumerate(properties):
        if name in ("vertex_indices", "vertex_index") and len(kinds) == 2:
            return i
    source.fail("faces need the list vertex_indices", 0)


def _ply_text(source: Source, elements: list, at: int) -> dict:
    lines = source.data[at:].split(b"\n")
    number, rows = 1 + source.data.count(b"\n", 0, at), {}
    for name, count, properties in elements:
        some, first = lines[:count], number
        lines, number = lines[count:], number + count
        if len(some) < count:
            source.fail(f"{count} lines of '{name}' must follow, the file has {len(some)}", at)
        if name not in ("vertex", "face"):
            continue
        found: list = []
        columns = _columns(source, properties) if name == "vertex" else None
        which = None if columns else _corner_list(source, properties)
        for k, line in enumerate(some):
            words = line.split()
            try:
                if columns:
                    found.append([float(words[c]) for c in columns])
                else:
                    found.append(_text_corners(words, properties, which))
            except (ValueError, IndexError):
                source.fail_at_line(f"a {name} must stand here, got {shown(line)}", first + k)
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
                source.fail(f"byte {at}: {count} of '{name}' must follow, the file ends")
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
    for _ in range(count):
        for i, (_, kinds) in enumerate(properties):
            kinds = [np.dtype(order + kind) for kind in kinds]
            size = 1
            if len(kinds) == 2:
                if at + kinds[0].itemsize > len(data):
                    source.fail(f"byte {at}: {count} of '{name}' must follow, the file ends")
                size = int(np.frombuffer(data, kinds[0], 1, at)[0])
                at += kinds[0].itemsize
            if size < 0 or at + size * kinds[-1].itemsize > len(data):
                source.fail(f"byte {at}: {size} numbers must follow, the file ends")
            if i == which:
                polygons.append(np.frombuffer(data, kinds[1], size, at).astype(int).tolist())
                if size < 3:
                    source.fail(f"byte {at}: a face needs three vertices, got {size}")
            at += size * kinds[-1].itemsize
    return polygons, at
