"""Bytes of a file that is read: lines for errors, numbers of text and of binary sections."""

from __future__ import annotations

import os
import re
import warnings
from typing import AnyStr, NoReturn

import numpy as np

from ..build.checks import refuse

MARK = b"\xef\xbb\xbf"  # byte-order mark of UTF-8


class Source:
    """The bytes of one file; every error names the file, and the line when a position is given.

    The byte-order mark of a text is left out of `data`, and `marked` tells that there was one.
    asked: begin of the error of a file that cannot be read, for one that another file includes.
    """

    def __init__(self, path: str | os.PathLike, figure: str = "solfec.mesh.read",
                 asked: str = "") -> None:
        self.path, self.figure = os.fspath(path), figure
        try:
            with open(self.path, "rb") as file:
                self.data = file.read()
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            refuse(figure, f"{asked}{self.path} cannot be opened: {reason}")
        self.marked = self.data.startswith(MARK) and b"\0" not in self.data[:1000]
        if self.marked:
            self.data = self.data.removeprefix(MARK)
        if not self.data.strip():
            refuse(figure, f"{asked}{self.path} is empty")

    def place(self, position: int) -> str:
        """Returns "FILE:LINE" with the line of a byte."""
        return "%s:%d" % (self.path, self.data.count(b"\n", 0, position) + 1)

    def fail(self, text: str, position: int | None = None) -> NoReturn:
        """Raises a ValueError "FILE:LINE: TEXT" with the line of a byte."""
        self._refuse(f"{self.path if position is None else self.place(position)}: {text}")

    def _refuse(self, text: str) -> NoReturn:
        try:
            refuse(self.figure, text)
        except ValueError as error:
            raise error from None  # the error of a number that cannot be read tells nothing more

    def fail_at_line(self, text: str, line: int) -> NoReturn:
        """Raises a ValueError "FILE:LINE: TEXT"; lines count from 1."""
        self._refuse(f"{self.path}:{line}: {text}")

    def numbers(self, begin: int, end: int, dtype: type = np.float64) -> np.ndarray:
        """Returns the numbers between two bytes, which blanks and line ends separate."""
        try:
            return parse_numbers(self.data[begin:end], dtype)
        except ValueError:
            pass
        at = begin
        for line in self.data[begin:end].splitlines(keepends=True):
            try:
                parse_numbers(line, dtype)
            except ValueError:
                word = "number" if dtype is np.float64 else "whole number"
                self.fail(f"every word must be a {word}, got {shown(line)}", at)
            at += len(line)
        self.fail("numbers cannot be read", begin)


def shown(text: bytes) -> str:
    """Returns at most 40 characters of a line between quotes."""
    clean = text.strip().decode("latin-1")
    return repr(clean if len(clean) <= 40 else clean[:37] + "...")


def parse_numbers(text: bytes, dtype: type = np.float64) -> np.ndarray:
    """Returns all numbers of a text, also with the exponents of FORTRAN (1.5D+02).

    ValueError when a word is none.
    """
    if not text.strip():
        return np.empty(0, dtype)
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        try:
            return np.fromstring(text, dtype=dtype, sep=" ")
        except (DeprecationWarning, OverflowError) as error:
            with_e = exponents(text) if dtype is np.float64 else text
            if with_e == text:
                raise ValueError("no number") from error
        return parse_numbers(with_e, dtype)


def exponents(text: AnyStr) -> AnyStr:
    """Returns a text in which numbers such as 1.5D+02, as FORTRAN writes them, have an E."""
    if isinstance(text, bytes):
        return re.sub(rb"(?<=[\d.])[dD](?=[-+]?\d)", b"E", text)
    return re.sub(r"(?<=[\d.])[dD](?=[-+]?\d)", "E", text)


def decimal(word: bytes) -> float:
    """Returns the number that a word is; ValueError when it is none."""
    try:
        return float(word)
    except ValueError:
        return float(exponents(word))


class TextSection:
    """Numbers of a text section, taken one after another."""

    def __init__(self, source: Source, begin: int, end: int) -> None:
        self.source, self.begin, self.end = source, begin, end
        self.values, self.next = source.numbers(begin, end), 0

    def count(self, what: str, kind: str = "size") -> int:
        """Returns the next number, which counts what follows and is not negative."""
        number = int(self.take(1, kind, f"the number of {what}")[0])
        if number < 0:
            self.fail(f"the number of {what} must be at least 0, got {number}", 1)
        return number

    def take(self, count: int, kind: str, what: str) -> np.ndarray:
        """Returns `count` numbers; kind: 'int', 'size' (whole) or 'float'; what: for errors."""
        left = len(self.values) - self.next
        if count > left:
            self.fail(f"{what} must stand here{f', {count} numbers' * (count > 1)}, the section "
                      + (f"has {left} more" if left else "ends"))
        found = self.values[self.next:self.next + count]
        self.next += count
        return found if kind == "float" else self.whole(found, count)

    def whole(self, values: np.ndarray, back: int, step: int = 1) -> np.ndarray:
        """Returns whole numbers, of which the first was taken `back` numbers ago, every `step`."""
        good = (values == np.rint(values)) & (np.abs(values) < 2.0 ** 53)
        if not good.all():
            row = int(np.argmin(good))
            self.fail(f"a whole number must stand here, got {values[row]:g}", back - step * row)
        return values.astype(np.int64)

    @property
    def finished(self) -> bool:
        """True when all numbers were taken."""
        return self.next >= len(self.values)

    def fail(self, text: str, back: int = 0) -> NoReturn:
        """Raises a ValueError with the line of the number that comes next, less `back` numbers."""
        left, at = self.next - back, self.begin
        for line in self.source.data[self.begin:self.end].splitlines(keepends=True):
            left -= len(line.split())
            if left < 0:
                break
            at += len(line)
        self.source.fail(text, min(at, self.end - 1))


class BinarySection:
    """Numbers of a binary section, taken one after another."""

    KINDS = {"int": np.dtype("i4"), "size": np.dtype("u8"), "float": np.dtype("f8")}

    def __init__(self, source: Source, begin: int, swapped: bool) -> None:
        self.source, self.next, self.swapped = source, begin, swapped

    def count(self, what: str, kind: str = "size") -> int:
        """Returns the next number, which counts what follows and is not negative."""
        number = int(self.take(1, kind, f"the number of {what}")[0])
        if number < 0:
            self.fail(f"the number of {what} must be at least 0, got {number}")
        return number

    def take(self, count: int, kind: str, what: str) -> np.ndarray:
        """Returns `count` numbers; kind: 'int' (4 bytes), 'size' (8 bytes) or 'float' (8 bytes)."""
        dtype = self.KINDS[kind].newbyteorder("S") if self.swapped else self.KINDS[kind]
        return self.records(count, dtype, what, kind)

    def records(self, count: int, dtype: np.dtype, what: str, kind: str = "float") -> np.ndarray:
        """Returns `count` records of a dtype; what: for errors."""
        left = len(self.source.data) - self.next
        if count > left // dtype.itemsize:
            self.fail(f"{what} must stand here, {count} times {dtype.itemsize} bytes, the file has "
                      f"{left} more bytes")
        found = np.frombuffer(self.source.data, dtype, count, self.next)
        self.next += count * dtype.itemsize
        return found if kind == "float" else found.astype(np.int64)

    def fail(self, text: str, back: int = 0) -> NoReturn:
        """Raises a ValueError with the byte that comes next."""
        self.source.fail(f"byte {self.next}: {text}")
