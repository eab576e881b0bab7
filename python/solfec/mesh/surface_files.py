"""Readers of triangulated surfaces: STL (text and binary) and OBJ."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from typing import NoReturn

import numpy as np

from .pieces import Labels
from .polygons import triangles_of
from .raw import Faces
from .source import Source, decimal, parse_numbers, shown

LINE_END = re.compile(rb"[\r\n]")
VERTEX = re.compile(rb"\bvertex\s+(\S+\s+\S+\s+\S+)")


def read_stl(source: Source) -> Faces:
    """Returns the triangles of an STL file, three points each."""
    data = source.data
    count = int.from_bytes(data[80:84], "little") if len(data) >= 84 else -1
    if count >= 0 and len(data) == 84 + 50 * count:
        return _stl_binary(source, count)
    if re.match(rb"\s*solid\b", data, re.I) and b"\0" not in data[:1000]:
        return _stl_text(source)
    source.fail(f"an STL file begins with 'solid' or has 84 + 50 n bytes; this one has "
                f"{len(data)} bytes and tells of {max(count, 0)} triangles, which need "
                f"{84 + 50 * max(count, 0)} bytes")


def _stl_binary(source: Source, count: int) -> Faces:
    rows = np.frombuffer(source.data, np.dtype([("normal", "<f4", 3), ("x", "<f4", (3, 3)),
                                                ("more", "<u2")]), count, 84)
    with np.errstate(invalid="ignore"):  # signalling NaN; not finite numbers are refused later
        points = rows["x"].reshape(-1, 3).astype(float)

    def fail(point: int, text: str) -> NoReturn:
        triangle, corner = divmod(point, 3)
        byte = 84 + 50 * triangle + 12 + 12 * corner
        source.fail(f"byte {byte}, triangle {triangle + 1}: {text}")
    return Faces(points, np.arange(len(points)).reshape(-1, 3), fail)


def _stl_text(source: Source) -> Faces:
    data, begins, names = _without_solids(source)
    found = VERTEX.findall(data)
    loops = data.count(b"endloop")
    if len(found) != 3 * loops or data.count(b"outer") != loops \
            or data.count(b"vertex") != len(found):
        _fail_in_loop(source, data)
    try:
        values = parse_numbers(b" ".join(found))
    except ValueError:
        values = np.empty(0)
    if len(values) != 3 * len(found):
        _fail_in_loop(source, data)
    counts = [data.count(b"endloop", begin, end) for begin, end in
              zip(begins, begins[1:] + [len(data)])]
    objects = np.repeat(np.arange(1, len(names)), counts)

    def fail(point: int, text: str) -> NoReturn:
        match = next(islice(VERTEX.finditer(data), point, None))
        source.fail(text, match.start())
    points = values.reshape(-1, 3)
    labels = Labels(names, objects, np.zeros(len(objects), np.int64))
    return Faces(points, np.arange(len(points)).reshape(-1, 3), fail,
                 labels if 3 * len(objects) == len(points) else None)


def _without_solids(source: Source) -> tuple[bytes, list[int], list[str]]:
    """Returns a text STL file in small letters without its lines of solids.

    Blanks stand for the lines. Returns also where each solid begins, and the names of solids after
    an empty one.
    """
    data = source.data.lower()  # some programs write capitals
    kept, begins, names, at, ended = [], [], [""], 0, False
    while (found := data.find(b"solid", at)) >= 0:
        stop = LINE_END.search(data, found)
        end = stop.start() if stop else len(data)
        facet = data.find(b"facet", found, end)
        end = facet if facet >= 0 and data[facet - 1:facet].isspace() else end
        is_end = data[max(found - 3, 0):found] == b"end"
        begin = found - 3 * is_end
        ended = is_end or ended
        if begin and not data[begin - 1:begin].isspace():
            kept.append(data[at:found + 5])
            at = found + 5
            continue
        if not is_end:
            begins.append(end)
            names.append(source.data[found + 5:end].strip().decode("utf-8", "replace"))
        kept += [data[at:begin], b" " * (end - begin)]
        at = end
    if not ended:
        source.fail("the file has no 'endsolid'", len(data))
    return b"".join([*kept, data[at:]]), begins, names


def _fail_in_loop(source: Source, data: bytes) -> NoReturn:
    """Refuses the first loop of a text STL file that has not three vertices of three numbers.

    data: the file in small letters, without the names of solids.
    """
    corners, begin = -1, 0  # of the loop; -1 outside of one
    for match in re.finditer(rb"\b(outer|endloop|vertex)\b", data):
        word, at = match.group(), match.start()
        if word == b"vertex":
            line = VERTEX.match(data, at)
            try:
                if not line or len(parse_numbers(line.group(1))) != 3:
                    raise ValueError("no three numbers")
            except ValueError:
                source.fail(f"three numbers must stand here, got {_line_at(source, at)}", at)
            if corners < 0:
                source.fail("a vertex must stand between 'outer loop' and 'endloop'", at)
            corners += 1
        elif word == b"outer":
            if corners >= 0:
                source.fail("the loop that begins here has no 'endloop'", begin)
            corners, begin = 0, at
        else:
            if corners != 3:
                source.fail(f"a loop needs three vertices, the one that ends here has "
                            f"{max(corners, 0)}", at)
            corners = -1
    if corners >= 0:
        source.fail("the loop that begins here has no 'endloop'", begin)
    source.fail("vertices cannot be read")


def _line_at(source: Source, at: int) -> str:
    """Returns what stands in a line from a byte on, between quotes."""
    return shown(re.split(rb"[\r\n]", source.data[at:at + 200], maxsplit=1)[0])


def read_obj(source: Source) -> Faces:
    """Returns points and faces of an OBJ file; polygons become triangles."""
    points, corners, sizes = array("d"), array("i"), array("i")  # lists of numbers take more memory
    names = {"": 0}
    marks: list[tuple[int, str, int]] = [(0, "o", 0), (0, "g", 0)]  # polygon, word, name
    for number, line in _whole_lines(source.data):
        words = line.split()
        if not words or words[0] not in (b"v", b"f", b"o", b"g"):
            continue
        if words[0] in (b"o", b"g"):
            name = line.strip()[1:].strip().decode("utf-8", "replace")
            marks.append((len(sizes), words[0].decode(), names.setdefault(name, len(names))))
            continue
        try:
            if words[0] == b"v":
                x, y, z = (decimal(word) for word in words[1:4])
                points.extend((x, y, z))
                continue
            told = [int(word.split(b"/")[0]) for word in words[1:]]
        except ValueError:
            what = "three coordinates" if words[0] == b"v" else "numbers of vertices"
            source.fail_at_line(f"{what} must stand here, got {shown(line)}", number)
        if len(told) < 3:
            source.fail_at_line(f"a face needs three vertices, got {len(told)}", number)
        above = len(points) // 3
        _check_told(source, told, above, number)
        corners.extend(c - 1 if c > 0 else above + c for c in told)
        sizes.append(len(told))
    table, flat = np.array(points).reshape(-1, 3), np.array(corners, np.int64)
    size = np.array(sizes, np.int64)
    if (flat >= len(table)).any():
        bad = int(np.argmax(flat >= len(table)))
        face = int(np.searchsorted(np.cumsum(size), bad, side="right"))
        source.fail_at_line(f"a face has vertex {flat[bad] + 1}, the file has {len(table)}",
                            _line_of(source, b"f", face))
    if (size == 3).all():
        triangles = flat.reshape(-1, 3)
    else:
        ends = np.cumsum(size)[:-1]
        triangles = triangles_of(table, [one.tolist() for one in np.split(flat, ends)])
    objects, groups = (np.repeat(_names_of(marks, word, len(size)), size - 2) for word in "og")
    labels = Labels(list(names), objects, groups) if len(marks) > 2 else None

    def fail(point: int, text: str) -> NoReturn:
        source.fail_at_line(text, _line_of(source, b"v", point))
    return Faces(table, triangles, fail, labels)


def _whole_lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yields number and text of lines; a backslash at the end of a vertex or face adds the next line to it."""
    begun, first = b"", 0
    for number, line in enumerate(BytesIO(data), 1):
        first = first or number
        text = line.rstrip(b"\r\n")
        if text.endswith(b"\\") and (begun or text.split(None, 1)[0] in (b"v", b"f")):
            begun += text[:-1] + b" "
            continue
        yield first, begun + line
        begun, first = b"", 0
    if begun:
        yield first, begun


def _check_told(source: Source, told: list[int], count: int, line: int) -> None:
    """Refuses numbers of vertices of an OBJ face that cannot be; count: vertices above."""
    if 0 in told:
        source.fail_at_line("numbers of vertices count from 1, or from -1 backwards, got 0", line)
    if -min(told) > count:
        source.fail_at_line(f"a face has vertex {min(told)}, counted backwards, and {count} stand "
                            "above it", line)
    if max(told) >= 2 ** 31:
        source.fail_at_line(f"numbers of vertices must be below 2^31, got {max(told)}", line)


def _names_of(marks: list[tuple[int, str, int]], word: str, count: int) -> np.ndarray:
    """Returns the number of the name that holds for each of `count` polygons."""
    begins = [(begin, name) for begin, which, name in marks if which == word]
    ends = [begin for begin, _ in begins[1:]] + [count]
    return np.repeat([name for _, name in begins], [end - begin for (begin, _), end in
                                                    zip(begins, ends)])


def _line_of(source: Source, word: bytes, number: int) -> int:
    """Returns the line, from 1, of an OBJ file that is the `number`-th, from 0, with a word."""
    for line, text in enumerate(BytesIO(source.data), 1):
        if text.split(None, 1)[:1] == [word]:
            if not number:
                return line
            number -= 1
    return 1
