"""Loads that stand until the next ones are put: for `limit.rise`.

FORCE, TORQUE and PRESSURE add up, and prescribed motions and springs stay. Here each call of a
function takes away what its earlier calls have put by the commands that it uses again.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import solfec

MOTIONS_AND_SPRINGS = ("VELODIR", "SPRING")
_numbers = itertools.count(1)


class Replaced:
    """A function of a value whose calls replace each other's loads, motions and springs.

    A call that puts nothing of a kind (forces, torques, pressures, motions, springs) leaves what
    stands there, so a function may put a load once and change by itself what this load reads.
    """

    def __init__(self, analysis: Any, function: Callable[[float], Any]) -> None:
        self.analysis, self.function, self.group = analysis, function, next(_numbers)
        self.standing: dict[str, list[Any]] = {}  # constraints, by kind

    def __call__(self, value: float) -> None:
        """Calls the function and takes away what its earlier calls have put."""
        before = self._constraints()
        solfec._solfec._begin_loads(self.analysis, self.group)
        try:
            self.function(value)
        finally:
            solfec._solfec._replace_loads(self.analysis, self.group)
        made = [one for one in self._constraints() if one not in before]
        for kind in MOTIONS_AND_SPRINGS:
            new = [one for one in made if one.kind == kind]
            if not new:
                continue
            for old in self.standing.get(kind, []):
                if old.kind is not None:  # neither the script nor its body has taken it away
                    solfec.DELETE(self.analysis, old)
            self.standing[kind] = new

    def _constraints(self) -> list[Any]:
        return [one for one in self.analysis.constraints if one.kind in MOTIONS_AND_SPRINGS]
