"""Loads that stand until the next ones are put: for `limit.rise`.

FORCE, TORQUE and PRESSURE add up, and prescribed motions and springs stay. Here each call of a
function takes away what its earlier calls have put by the commands that it uses again. The language
has no command that removes a load, so the opposite one is put beside it; constraints are deleted.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import solfec

from .build.checks import refuse

LOADS = ("FORCE", "TORQUE", "PRESSURE")
MOTIONS = ("SET_DISPLACEMENT", "SET_VELOCITY", "SET_ACCELERATION")
GROUPS = {**{name: name for name in LOADS}, **{name: "motion" for name in MOTIONS},
          "PUT_SPRING": "spring"}
_RIGID_LOAD = 9  # numbers that a function of FORCE returns for a RIGID body


class Replaced:
    """A function of a value whose calls replace each other's loads, motions and springs.

    A call that uses none of the commands of a group leaves what stands there, so a function may put
    a load once and change by itself what this load reads.
    """

    def __init__(self, analysis: Any, function: Callable[[float], Any]) -> None:
        self.analysis, self.function = analysis, function
        self.standing: dict[str, list[Callable[[], None]]] = {}  # by group, what takes them away
        self.put: dict[str, list[Callable[[], None]]] = {}  # by the call that runs
        self.calls = 0  # of the commands, through this object

    def __call__(self, value: float) -> None:
        """Calls the function and takes away what its earlier calls have put."""
        commands = {getattr(solfec, name): self._recorder(name) for name in GROUPS}
        self.put, self.calls, seen = {}, 0, [0]
        with _replaced(commands, self.function), _counted(commands, seen):
            self.function(value)
        if seen[0] != self.calls:
            refuse("rise", f"apply({value:g}) calls FORCE, TORQUE, PRESSURE, SET_... or PUT_SPRING "
                           "in a way that hides it, so that loads would add up: call the command "
                           "by its name")
        for group, undone in self.put.items():
            for undo in self.standing.get(group, []):
                undo()
            self.standing[group] = undone

    def _recorder(self, name: str) -> Callable[..., Any]:
        command = getattr(solfec, name)

        @functools.wraps(command)
        def record(*arguments: Any, **named: Any) -> Any:
            self.calls += 1
            if name in LOADS:
                made, undo = None, self._load(name, command, arguments, named)
            else:
                made = command(*arguments, **named)
                undo = functools.partial(_delete, self.analysis, made)
            self.put.setdefault(GROUPS[name], []).append(undo)
            return made
        return record

    def _load(self, name: str, command: Callable[..., Any], arguments: tuple,
              named: dict) -> Callable[[], None]:
        """Puts a load and returns what takes it away."""
        names = {"FORCE": ("body", "kind", "point", "direction", "value", "data"),
                 "TORQUE": ("body", "kind", "direction", "value"),
                 "PRESSURE": ("body", "surfid", "value")}[name]
        given = {**dict(zip(names, arguments)), **named}
        if name == "FORCE" and callable(given.get("value")) and "body" in given:
            switch = {"on": True}
            given["value"] = _switched(given["value"], switch, given["body"])
            command(*arguments[len(names):], **given)
            return lambda: switch.update(on=False)
        command(*arguments, **named)
        opposite = dict(given)
        if name == "PRESSURE":
            opposite["value"] = _negative(given["value"])
        else:
            opposite["direction"] = [-float(x) for x in given["direction"]]

        def undo() -> None:
            if given["body"] in self.analysis.bodies:
                command(**opposite)
        return undo


def _switched(function: Callable[..., Any], switch: dict, body: Any) -> Callable[..., Any]:
    """Returns a function of FORCE that is zero once the switch is off."""
    rigid = body.kind == "RIGID"

    @functools.wraps(function, assigned=("__name__",), updated=())
    def load(*arguments: Any) -> Any:
        if switch["on"]:
            return function(*arguments)
        return [0.0] * (_RIGID_LOAD if rigid else len(arguments[-3]))  # ..., q, u, time, step
    return load


def _negative(value: Any) -> Any:
    """Returns a number or a series with the opposite sign."""
    if not isinstance(value, solfec.TIME_SERIES):
        return -value
    opposite = solfec.TIME_SERIES([(t, -v) for t, v in zip(value.times, value.values)])
    if opposite.derivative.values != [-v for v in value.derivative.values]:
        refuse("rise", "apply gives PRESSURE an integral, whose opposite is not known: give it a "
                       "TIME_SERIES of points")
    return opposite


def _delete(analysis: Any, constraint: Any) -> None:
    if constraint.kind is not None:  # neither the script nor its body has taken it away
        solfec.DELETE(analysis, constraint)


@contextmanager
def _replaced(commands: dict, function: Callable[..., Any]) -> Iterator[None]:
    """Puts others in the place of commands wherever modules and the function hold them."""
    undone: list[Callable[[], None]] = []
    try:
        for module in list(sys.modules.values()):
            names = getattr(module, "__dict__", {})
            if not isinstance(names, dict):
                continue
            for name, held in list(names.items()):
                other = _other(held, commands)
                if other is not None:
                    undone.append(functools.partial(names.__setitem__, name, held))
                    names[name] = other
        for cell in getattr(inspect.unwrap(function), "__closure__", None) or ():
            other = _other(_held(cell), commands)
            if other is not None:
                undone.append(functools.partial(setattr, cell, "cell_contents", cell.cell_contents))
                cell.cell_contents = other
        yield
    finally:
        for undo in undone:
            undo()


def _held(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # nothing yet
        return None


def _other(held: Any, commands: dict) -> Any:
    """Returns what stands for a command, or for one with some arguments given; else None."""
    if isinstance(held, functools.partial) and inspect.isbuiltin(held.func):
        other = commands.get(held.func)
        return other and functools.partial(other, *held.args, **held.keywords)
    return commands.get(held) if inspect.isbuiltin(held) else None


@contextmanager
def _counted(commands: dict, seen: list[int]) -> Iterator[None]:
    """Counts all calls of the commands, also those through other names, into seen[0]."""
    before = sys.getprofile()

    def note(frame: Any, event: str, argument: Any) -> None:
        if event == "c_call" and inspect.isbuiltin(argument) and argument in commands:
            seen[0] += 1
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before)
