"""Counts and lists of names in notes and errors."""

from __future__ import annotations

from collections.abc import Iterable

from .elements import NAMES, PLURALS

_PLURAL_OF = {NAMES[k]: PLURALS[k] for k in NAMES}
_LISTED = 8  # names of a list that are told, others are counted


def counted(number: int, name: str) -> str:
    """Returns "1 node", "2 nodes", "3 hexahedra"; a word before the name stays: "2 open edges"."""
    if number == 1:
        return f"1 {name}"
    before, space, last = name.rpartition(" ")
    return f"{number} {before}{space}{_PLURAL_OF.get(last, last + 's')}"


def counts(numbers: dict[str, int]) -> str:
    """Returns "2 triangles, 1 line" of counts by name."""
    return ", ".join(counted(number, name) for name, number in numbers.items())


def listed(names: Iterable[str]) -> str:
    """Returns names between quotes, the first ones of a long list and how many more there are."""
    every = list(names)
    more = len(every) - _LISTED
    return ", ".join(f"'{name}'" for name in every[:_LISTED]) + (f" and {more} more" if more > 0
                                                                 else "")
