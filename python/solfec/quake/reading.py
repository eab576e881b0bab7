"""Readers of record files: PEER AT2, csv, columns of numbers, rows of accelerations."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator, Sequence
from typing import NoReturn, Optional, Union

import numpy as np

from ..build.checks import positive, refuse, whole
from .record import FEWEST_SAMPLES, Record
from .units import UNITS, unit_named

_HEADER_LINES = 12  # among which NPTS and DT are looked for
_NEW_STYLE = re.compile(r"NPTS\s*=\s*(\d+)\D.*?DT\s*=\s*([-+.\dED]+)", re.IGNORECASE)
_OLD_STYLE = re.compile(r"^\s*(\d+)\s+([-+.\dED]+)\s+NPTS\s*,?\s*DT", re.IGNORECASE)
_COUNT_LINE = re.compile(r"\bNPTS\b|\bDT\s*=", re.IGNORECASE)  # also one that is damaged
_QUANTITY = re.compile(r"(ACCELERATION|VELOCITY|DISPLACEMENT)\s+(?:TIME\s+)?(?:SERIES|HISTORY)",
                       re.IGNORECASE)
_UNIT = re.compile(r"UNITS?\s+(?:OF|ARE|:|=)\s*(\S+)", re.IGNORECASE)
_COUNT_EXAMPLE = "as in 'NPTS= 4000, DT= .0050 SEC'"
_UNEVEN = 0.02  # share of a step by which a printed time may miss its place
_LARGEST = 1 << 30  # bytes
_COMMENT = re.compile(r"(?:^|(?<=\s))[#%]")  # begins the line or follows a blank
_ALL = "all"  # of the option `columns`
_HINT = "columns='all' takes every number of every line as an acceleration"
# numbers of FORTRAN that no blank parts: each has a decimal point, all but the first have a sign
_POINTED = r"(?:\d+\.\d*|\.\d+)(?:[ED][-+]?\d+)?"
_GLUED = re.compile(rf"[-+]?{_POINTED}(?:[-+]{_POINTED})+", re.IGNORECASE)
_ONE = re.compile(rf"[-+]?{_POINTED}", re.IGNORECASE)

Columns = Union[int, Sequence[int], str]


def read_record(path: str, unit: Optional[str] = None, step: Optional[float] = None,
                columns: Columns = (0, 1), name: Optional[str] = None, skip: int = 0) -> Record:
    """Reads a record of ground acceleration.

    A file with NPTS and DT in its first lines is one of the PEER data base (AT2, its header of
    today and the older one); step and unit are taken from there. Any other file has lines of
    numbers between commas, semicolons (numbers may then have a decimal comma) or blanks; empty
    lines, those that begin with # or %, and words before the first numbers are left out.

    unit: 'g', 'm/s2' or 'cm/s2' of the accelerations; needed where the file does not tell.
    step: s. With a column of times, values are interpolated linearly to this step, and it is
    needed only when the times are not equally spaced; a file of accelerations alone needs it.
    columns: of time and acceleration, from 0, or the column of the acceleration alone, or 'all':
    every number of every line is an acceleration, as FORTRAN writes them in rows (8F10.5), also
    those without a blank before their sign.
    name: of the record, default the name of the file.
    skip: lines at the beginning that are left out, for a head that begins with numbers.
    ValueError names script line, file, line, rule and value; OSError when the file cannot be read.
    """
    path = os.fspath(path)
    if unit is not None and not unit_named(unit):
        refuse("read_record", f"unit must be 'g', 'm/s2' or 'cm/s2', got {unit!r}")
    if step is not None:
        step = positive("read_record", "step", step, "s")
    skip = whole("read_record", "skip", skip, 0)
    lines = _lines(path)
    lines[:skip] = [""] * min(skip, len(lines))  # empty, so that lines keep their numbers
    name = os.path.basename(path) if name is None else name
    for number, line in enumerate(lines[:_HEADER_LINES], 1):
        found = _NEW_STYLE.search(line) or _OLD_STYLE.search(line)
        if found:
            return _read_peer(_Peer(path, lines, number, *found.groups()), unit, step, name)
    if not skip and not any(line.strip() for line in lines):
        _fail(path, 0, "must hold lines of numbers, got none: the file is empty")
    if unit is None:
        _refuse_peer(path, lines)
        _fail(path, 0, "unit must be given ('g', 'm/s2' or 'cm/s2'): the file does not tell it")
    if isinstance(columns, str) and columns == _ALL:
        return _read_rows(path, lines, unit, step, name)
    return _read_columns(path, lines, unit, step, columns, name)


def _refuse_peer(path: str, lines: list[str]) -> None:
    """Refuses a head of the PEER data base whose number of values or step is damaged."""
    for number, line in enumerate(lines[:_HEADER_LINES], 1):
        if _COUNT_LINE.search(line):
            _fail(path, number, f"NPTS and DT must be numbers, {_COUNT_EXAMPLE}, got "
                                f"{line.strip()[:60]!r}")
    for number, line in enumerate(lines[:_HEADER_LINES], 1):
        if _QUANTITY.search(line) and _UNIT.search(line):
            _fail(path, number, f"a line with NPTS and DT must follow, {_COUNT_EXAMPLE}; without "
                                "it unit, step and columns='all' must be given")


def _fail(path: str, line: int, text: str) -> NoReturn:
    place = f"{path}:{line}: " if line else f"{path}: "
    refuse("read_record", f"{place}{text}")


def _lines(path: str) -> list[str]:
    if os.path.exists(path) and not os.path.isfile(path):
        _fail(path, 0, "must be a file")
    with open(path, "rb") as file:
        content = file.read(_LARGEST + 1)
    if len(content) > _LARGEST:
        _fail(path, 0, "must not be larger than 1 GiB")
    if b"\0" in content:
        line = content[:content.index(b"\0")].count(b"\n") + 1
        _fail(path, line, "must be text, got a zero byte")
    return content.decode("utf-8-sig", errors="replace").splitlines()


def _check_count(path: str, line: int, count: int) -> None:
    if count < FEWEST_SAMPLES:
        _fail(path, line, f"a record needs at least {FEWEST_SAMPLES} accelerations, got {count}")


def _float(word: str) -> float:
    """Returns a number, also with the exponent of FORTRAN (1.5D-02); ValueError for other words."""
    return float(re.sub(r"(?<=[\d.])[dD](?=[-+]?\d)", "E", word))


def _value(path: str, line: int, word: str, name: str = "acceleration",
           hint: str = "") -> float:
    try:
        x = _float(word)
    except ValueError:
        _fail(path, line, f"{name} must be a number, got {word[:40]!r}{hint}")
    if not math.isfinite(x):
        _fail(path, line, f"{name} must be finite, got {word}")
    return x


# ---- PEER ----------------------------------------------------------------------------------------


class _Peer:
    """Lines of a file with the number of values and the step of its header."""

    def __init__(self, path: str, lines: list[str], header: int, count: str, step: str) -> None:
        self.path, self.lines, self.header = path, lines, header
        self.count = int(count)
        try:
            self.step = _float(step)
        except ValueError:
            self.step = math.nan
        if not 0.0 < self.step < math.inf:
            _fail(path, header, f"DT must be a positive number, got {step} s")


def _read_peer(peer: _Peer, unit: Optional[str], step: Optional[float], name: str) -> Record:
    told = ""
    for number, line in enumerate(peer.lines[:peer.header], 1):
        quantity = _QUANTITY.search(line)
        if quantity and quantity.group(1).upper() != "ACCELERATION":
            kind = quantity.group(1).lower()
            _fail(peer.path, number, f"must be accelerations (.AT2), got {kind}")
        found = _UNIT.search(line)
        if found and not told:
            told = unit_named(found.group(1))
            if not told and unit is None:
                _fail(peer.path, number, f"unit must be g, m/s2 or cm/s2, got {found.group(1)!r}")
    if not (unit or told):
        _fail(peer.path, peer.header, "unit must be given: the header does not tell it")
    values = []
    for number, line in enumerate(peer.lines[peer.header:], peer.header + 1):
        for word in line.replace(",", " ").split():
            if len(values) == peer.count:
                _fail(peer.path, number, f"NPTS in line {peer.header} tells {peer.count} values, "
                                         "got more")
            values.append(_value(peer.path, number, word))
    if len(values) < peer.count:
        _fail(peer.path, len(peer.lines), f"NPTS in line {peer.header} tells {peer.count} values, "
                                          f"the file ends after {len(values)}")
    _check_count(peer.path, peer.header, len(values))
    record = Record(peer.step, values, unit or told, name)
    return record if step is None else record.resampled(step)


# ---- columns -------------------------------------------------------------------------------------


def _fields(line: str, separator: str) -> list[str]:
    if separator == " ":
        return line.split()
    words = [word.strip().strip('"') for word in line.split(separator)]
    return [word.replace(",", ".") for word in words] if separator == ";" else words


def _separator(line: str) -> str:
    return next((mark for mark in ";,\t" if mark in line), " ").replace("\t", " ")


def _is_number(word: str) -> bool:
    try:
        _float(word)
    except ValueError:
        return False
    return True


def _column_numbers(columns: Columns) -> list[int]:
    listed = [columns] if isinstance(columns, int) else list(columns)
    good = all(isinstance(c, int) and not isinstance(c, bool) and c >= 0 for c in listed)
    if not good or len(listed) not in (1, 2):
        refuse("read_record", "columns must be one or two numbers from 0, or 'all', got "
               f"{columns!r}")
    return listed


def _rows_of(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Yields the numbers, from 1, and the words of the lines that are neither empty nor comments.

    A comment that follows numbers, and empty words at the end, are left out.
    """
    for number, line in enumerate(lines, 1):
        text = _COMMENT.split(line, 1)[0].strip()
        if text:
            words = _fields(text, _separator(text))
            while words and not words[-1]:
                words.pop()
            if words:
                yield number, words


def _read_columns(path: str, lines: list[str], unit: str, step: Optional[float], columns: Columns,
                  name: str) -> Record:
    numbers, rows = _table(path, lines, columns)
    if len(rows[0]) == 1:
        if step is None:
            _fail(path, 0, "step must be given in s: the file has accelerations alone")
        _check_count(path, numbers[-1], len(rows))
        return Record(step, [row[0] for row in rows], unit, name)
    table = np.array(rows)
    values = table[:, 1] * UNITS[unit_named(unit)]
    return _from_times(path, numbers, table[:, 0], values, step, name)


def _table(path: str, lines: list[str], columns: Columns) -> tuple[list[int], list[list[float]]]:
    """Returns the numbers of the lines of a file of columns, and their values."""
    wanted = _column_numbers(columns)
    names = ("time", "acceleration")[-len(wanted):]
    rows: list[list[float]] = []
    numbers: list[int] = []
    width = 0
    for number, words in _rows_of(lines):
        if not rows:
            if not any(_is_number(word) for word in words):
                continue  # a head of words
            width = len(words)
            if width == 1 and columns == (0, 1):
                wanted, names = [0], ("acceleration",)
            if width <= max(wanted):
                _fail(path, number, f"needs at least {max(wanted) + 1} columns, got {width}")
        if len(words) != width:
            count = "1 column" if width == 1 else f"{width} columns"
            _fail(path, number, f"must have {count}, as line {numbers[0]} has, got {len(words)}; "
                                f"{_HINT}, skip=N leaves out N lines of a head")
        hint = _value_hint(words, bool(rows))
        rows.append([_value(path, number, words[c], what, hint) for c, what in zip(wanted, names)])
        numbers.append(number)
    if not rows:
        _fail(path, len(lines), "must hold lines of numbers, got none")
    return numbers, rows


def _value_hint(words: list[str], follows: bool) -> str:
    """Returns what an error of a word that is no number adds; `follows`: rows stand above."""
    if any(_GLUED.fullmatch(word) for word in words):
        return "; columns='all' reads numbers without a blank between them"
    return "" if follows else "; skip=N leaves out N lines of a head"


def _read_rows(path: str, lines: list[str], unit: str, step: Optional[float],
               name: str) -> Record:
    """Reads every number of every line as an acceleration."""
    if step is None:
        _fail(path, 0, "step must be given in s: columns='all' reads accelerations alone")
    values: list[float] = []
    last = len(lines)
    for number, words in _rows_of(lines):
        split = [one for word in words for one in _split(word)]
        if not values and not any(_is_number(word) for word in split):
            continue  # a head of words
        hint = _value_hint([], bool(values))
        values += [_value(path, number, word, hint=hint) for word in split if word]
        last = number
    if not values:
        _fail(path, last, "must hold lines of numbers, got none")
    _check_count(path, last, len(values))
    return Record(step, values, unit, name)


def _split(word: str) -> list[str]:
    """Returns the numbers of a word of FORTRAN that no blank parts, and other words as they are."""
    return _ONE.findall(word) if not _is_number(word) and _GLUED.fullmatch(word) else [word]


def _from_times(path: str, numbers: list[int], times: np.ndarray, values: np.ndarray,
                step: Optional[float], name: str) -> Record:
    falls = np.flatnonzero(np.diff(times) <= 0.0)
    if len(falls):
        i = int(falls[0])
        _fail(path, numbers[i + 1], f"times must increase, got {times[i + 1]:g} s after "
                                    f"{times[i]:g} s; {_HINT}")
    if step is None:
        _check_count(path, numbers[-1], len(times))
    length = times[-1] - times[0]
    if step is not None:
        count = int(np.floor(length / step * (1.0 + 1e-9) + 1e-9)) + 1
        if count > _LARGEST:
            _fail(path, 0, f"step must not be below {length / _LARGEST:g} s, got {step:g} s")
        _check_count(path, numbers[-1], count)
        at = times[0] + step * np.arange(count)
        return Record(step, np.interp(at, times, values), name=name)
    even = length / (len(times) - 1)
    off = np.abs(times - times[0] - even * np.arange(len(times)))
    worst = int(off.argmax())
    if off[worst] > _UNEVEN * even:
        _fail(path, numbers[worst], f"times must be equally spaced, by {even:g} s, got "
                                    f"{times[worst]:g} s, {off[worst]:.2g} s off; step=... "
                                    "interpolates")
    return Record(_rounded(even), values, name=name)


def _rounded(step: float) -> float:
    """Returns the shortest decimal number that is equal within 1e-12 of its value."""
    for digits in range(1, 17):
        short = float(f"{step:.{digits}g}")
        if abs(short / step - 1.0) < 1e-12:
            return short
    return step
