"""Ids by the names of groups."""

from __future__ import annotations

from typing import Any


class Names(dict[str, int]):
    """Ids by name; a name that none has as it is spelt is found without regard to case.

    Programs such as Abaqus do not tell 'Top' from 'TOP', others do: a name that only case tells
    from another one must be spelt as the file spells it.
    """

    def spelling(self, name: object) -> str | None:
        """Returns a name as it stands here, None where it is not there or could be several."""
        if not isinstance(name, str):
            return None
        if super().__contains__(name):
            return name
        found = [one for one in self if one.casefold() == name.casefold()]
        return found[0] if len(found) == 1 else None

    def __contains__(self, name: object) -> bool:
        return self.spelling(name) is not None

    def __missing__(self, name: str) -> int:
        spelt = self.spelling(name)
        if spelt is None:
            raise KeyError(f"no group has the name {name!r}; there are "
                           + (", ".join(map(repr, self)) or "none"))
        return super().__getitem__(spelt)

    def get(self, name: str, default: Any = None) -> Any:
        """Returns the id of a name, else `default`."""
        spelt = self.spelling(name)
        return default if spelt is None else super().__getitem__(spelt)
