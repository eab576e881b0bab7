"""Readers of record files: PEER AT2, csv, columns of numbers."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Sequence
from typing import NoReturn, Optional, Union

import numpy as np

from ..build.checks import positive, refuse
from .record import FEWEST_SAMPLES, Record
from .units import UNITS, unit_named

_HEADER_LINES = 12  # among which NPTS and DT are looked for
_NEW_STYLE = re.compile(r"NPTS\s*=\s*(\d+)\D.*?DT\s*=\s*([-+.\dE]+)", re.IGNORECASE)
_OLD_STYLE = re.compile(r"^\s*(\d+)\s+([-+.\dE]+)\s+NPTS\s*,?\s*DT", re.IGNORECASE)
_QUANTITY = re.compile(r"(ACCELERATION|VELOCITY|DISPLACEMENT)\s+(?:TIME\s+)?(?:SERIES|HISTORY)",
                       re.IGNORECASE)
_UNIT = re.compile(r"UNITS?\s+(?:OF|ARE|:|=)\s*(\S+)", re.IGNORECASE)
_UNEVEN = 0.02  # share of a step by which a printed time may miss its place
_LARGEST = 1 << 30  # bytes

Columns = Union[int, Sequence[int]]


def read_record(path: str, unit: Optional[str] = None, step: Optional[float] = None,
                columns: Columns = (0, 1), name: Optional[str] = None) -> Record:
    """Reads a record of ground acceleration.

    A file with NPTS and DT in its first lines is one of the PEER data base (AT2, its header of
    today and the older one); step and unit are taken from there. Any other file has lines of
    numbers between commas, semicolons (numbers may then have a decimal comma) or blanks; empty
    lines, those that begin with # or %, and words before the first numbers are left out.

    unit: 'g', 'm/s2' or 'cm/s2' of the accelerations; needed where the file does not tell.
    step: s. With a column of times, values are interpolated linearly to this step, and it is
    needed only when the times are not equally spaced; a file of accelerations alone needs it.
    columns: of time and acceleration, from 0, or the column of the acceleration alone.
    name: of the record, default the name of the file.
    ValueError names script line, file, line, rule and value; OSError when the file cannot be read.
    """
    path = os.fspath(path)
    if unit is not None and not unit_named(unit):
        refuse("read_record", f"unit must be 'g', 'm/s2' or 'cm/s2', got {unit!r}")
    if step is not None:
        step = positive("read_record", "step", step, "s")
    lines = _lines(path)
    name = os.path.basename(path) if name is None else name
    for number, line in enumerate(lines[:_HEADER_LINES], 1):
        found = _NEW_STYLE.search(line) or _OLD_STYLE.search(line)
        if found:
            return _read_peer(_Peer(path, lines, number, *found.groups()), unit, step, name)
    if unit is None:
        _fail(path, 0, "unit must be given ('g', 'm/s2' or 'cm/s2'): the file does not tell it")
    return _read_columns(path, lines, unit, step, columns, name)


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


def _value(path: str, line: int, word: str, name: str = "acceleration") -> float:
    try:
        x = float(word)
    except ValueError:
        _fail(path, line, f"{name} must be a number, got {word[:40]!r}")
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
            self.step = float(step)
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
        float(word)
    except ValueError:
        return False
    return True


def _column_numbers(columns: Columns) -> list[int]:
    listed = [columns] if isinstance(columns, int) else list(columns)
    good = all(isinstance(c, int) and not isinstance(c, bool) and c >= 0 for c in listed)
    if not good or len(listed) not in (1, 2):
        refuse("read_record", f"columns must be one or two numbers from 0, got {columns!r}")
    return listed


def _read_columns(path: str, lines: list[str], unit: str, step: Optional[float], columns: Columns,
                  name: str) -> Record:
    wanted = _column_numbers(columns)
    names = ("time", "acceleration")[-len(wanted):]
    rows: list[list[float]] = []
    numbers: list[int] = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text[0] in "#%":
            continue
        words = _fields(text, _separator(text))
        if not rows and not any(_is_number(word) for word in words):
            continue  # a head of words
        if not rows and len(words) == 1 and columns == (0, 1):
            wanted, names = [0], ("acceleration",)
        if len(words) <= max(wanted):
            _fail(path, number, f"needs at least {max(wanted) + 1} columns, got {len(words)}")
        rows.append([_value(path, number, words[c], what) for c, what in zip(wanted, names)])
        numbers.append(number)
    if not rows:
        _fail(path, len(lines), "must hold lines of numbers, got none")
    if len(wanted) == 1:
        if step is None:
            _fail(path, 0, "step must be given in s: the file has accelerations alone")
        _check_count(path, numbers[-1], len(rows))
        return Record(step, [row[0] for row in rows], unit, name)
    table = np.array(rows)
    values = table[:, 1] * UNITS[unit_named(unit)]
    return _from_times(path, numbers, table[:, 0], values, step, name)


def _from_times(path: str, numbers: list[int], times: np.ndarray, values: np.ndarray,
                step: Optional[float], name: str) -> Record:
    falls = np.flatnonzero(np.diff(times) <= 0.0)
    if len(falls):
        i = int(falls[0])
        _fail(path, numbers[i + 1], f"times must increase, got {times[i + 1]:g} s after "
                                    f"{times[i]:g} s")
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
