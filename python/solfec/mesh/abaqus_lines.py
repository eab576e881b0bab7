"""Keywords and data lines of Abaqus files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

import numpy as np

from .source import Source, exponents, parse_numbers, shown


@dataclass(frozen=True)
class Keyword:
    """One keyword with its options and its data lines, which may stand in a file of their own.

    source, begin: file and byte of the keyword. name: in capitals, without blanks. title: as the
    file spells it. data, stop, end: file and bytes of the data lines.
    """

    source: Source
    begin: int
    name: str
    title: str
    keys: dict[str, str]
    data: Source
    stop: int
    end: int

    def fail(self, text: str) -> NoReturn:
        """Raises a ValueError with the line of the keyword."""
        self.source.fail(text, self.begin)

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Yields position and text of the data lines."""
        return lines_of(self.data.data, self.stop, self.end)

    def words(self) -> Iterator[tuple[int, list[str]]]:
        """Yields position and words of the data lines; empty words at their end are left out."""
        for at, line in self.lines():
            words = [word.strip() for word in line.decode("latin-1").split(",")]
            while words and not words[-1]:
                words.pop()
            yield at, words

    def rows(self) -> list[tuple[int, list[float]]]:
        """Returns position and numbers of the data lines; numbers that are left out are zero."""
        found = []
        for at, words in self.words():
            try:
                found.append((at, [float(exponents(word) or 0) for word in words]))
            except ValueError:
                self.data.fail(f"numbers between commas must stand here, got {self.shown(at)}", at)
        return found

    def whole_rows(self, most: int) -> list[tuple[int, list[int | None]]]:
        """Returns position and whole numbers, at most `most`, of the data lines; None: left out."""
        found = []
        for at, words in self.words():
            if len(words) > most or not all(re.fullmatch(r"[-+]?\d{1,15}|", w) for w in words):
                self.data.fail(f"{self.title} needs at most {most} whole numbers, "
                               f"got {self.shown(at)}", at)
            found.append((at, [int(w) if w else None for w in words]))
        return found

    def shown(self, at: int) -> str:
        """Returns the data line at a byte between quotes."""
        return shown(self.data.data[at:self.end].split(b"\n", 1)[0])

    def numbers(self, dtype: type) -> np.ndarray:
        """Returns the numbers of all data lines in a row."""
        text = self.data.data[self.stop:self.end]
        if b"**" in text:
            text = re.sub(rb"^[ \t]*\*\*.*$", b"", text, flags=re.M)
        try:
            return parse_numbers(text.replace(b",", b" "), dtype)
        except ValueError:
            pass
        for at, line in self.lines():
            try:
                parse_numbers(line.replace(b",", b" "), dtype)
            except ValueError:
                word = "numbers" if dtype is np.float64 else "whole numbers"
                self.data.fail(f"{word} between commas must stand here, got {shown(line)}", at)
        self.data.fail("numbers cannot be read", self.stop)

    def table(self) -> np.ndarray:
        """Returns one row per line, as wide as the first; see _padded_table for other lines."""
        first = next(self.lines(), None)
        if first is None:
            return np.empty((0, 4))
        values = self.numbers(np.float64)
        width = len(first[1].strip().rstrip(b",").split(b","))
        count = sum(1 for _ in self.lines())
        if len(values) != width * count or width < 4:
            return self._padded_table()
        return values.reshape(count, width)

    def _padded_table(self) -> np.ndarray:
        """Returns one row of four numbers per line; numbers that are left out are zero."""
        return np.array([(values + [0.0] * 4)[:4] for _, values in self.rows()])

    def only(self, *options: str) -> None:
        """Refuses options that the reader does not follow."""
        for key in self.keys:
            if key and key not in options:
                known = f"with the options {', '.join(options)}" if options else "without options"
                self.fail(f"{self.title} is read {known}, got {key}")


@dataclass(frozen=True)
class Origin:
    """Lines that define nodes or elements: `width` numbers each, 0 for one line that makes many."""

    source: Source
    begin: int
    end: int
    width: int

    def places(self, label: int) -> Iterator[tuple[Source, int]]:
        """Yields the lines that define a node or an element."""
        if not self.width:
            yield self.source, self.begin
            return
        have = 0
        for at, line in lines_of(self.source.data, self.begin, self.end):
            words = line.replace(b",", b" ").split()
            if not have and words and re.fullmatch(rb"[-+]?0*(\d+)(\.0*)?", words[0]) \
                    and float(words[0]) == label:
                yield self.source, at
            have = (have + len(words)) % self.width


def lines_of(data: bytes, begin: int, end: int) -> Iterator[tuple[int, bytes]]:
    """Yields position and text of the data lines between two bytes."""
    for line in data[begin:end].splitlines(keepends=True):
        if line.strip() and not line.lstrip().startswith(b"*"):
            yield begin, line
        begin += len(line)
