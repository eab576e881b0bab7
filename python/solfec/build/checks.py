"""Checks of arguments: errors name the figure, the argument, the rule, the value and its unit."""

import math
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_PACKAGES = (_PACKAGE,
             os.path.join(os.path.dirname(os.path.dirname(_PACKAGE)), "compas_solfec", ""))

# names of what a user has typed in a notebook or a console
_TYPED = ("<ipython-input-", "<python-input-", "<stdin>", "<console>")


def refuse(figure: str, text: str, kind: type[Exception] = ValueError) -> NoReturn:
    """Raises an error "FILE:LINE: FIGURE: TEXT" with the line of the user's script.

    An error that is being handled is not shown beside it: the text tells what it says.
    """
    raise kind(f"{script_line()}{figure}: {text}") from None


def script_line() -> str:
    """Returns "FILE:LINE: " of the innermost call from outside of the packages, else ''."""
    frame = sys._getframe(1)
    while frame is not None:
        name = frame.f_code.co_filename
        is_file = not name.startswith("<") and not os.path.abspath(name).startswith(_PACKAGES)
        if is_file or name.startswith(_TYPED):
            return f"{name}:{frame.f_lineno}: "
        frame = frame.f_back
    return ""


def number(figure: str, name: str, value: float, unit: str = "", least: float = -math.inf,
           most: float = math.inf) -> float:
    """Returns a finite number with least <= value <= most; `unit` ends the message."""
    end = f" {unit}" if unit else ""
    try:
        x = float(value)
    except (TypeError, ValueError):
        refuse(figure, f"{name} must be a number{' in' + end if end else ''}, got {value!r}")
    if not math.isfinite(x):
        refuse(figure, f"{name} must be finite, got {x:g}{end}")
    if x < least:
        refuse(figure, f"{name} must be at least {least:g}{end}, got {x:g}{end}")
    if x > most:
        refuse(figure, f"{name} must be at most {most:g}{end}, got {x:g}{end}")
    return x


def positive(figure: str, name: str, value: float, unit: str = "m") -> float:
    """Returns a finite number above zero."""
    x = number(figure, name, value, unit)
    if not x > 0.0:
        refuse(figure, f"{name} must be positive, got {x:g} {unit}".rstrip())
    return x


def whole(figure: str, name: str, value: int, least: int = 1) -> int:
    """Returns an integer of at least `least`."""
    if isinstance(value, bool) or int(number(figure, name, value)) != value:
        refuse(figure, f"{name} must be a whole number, got {value!r}")
    if value < least:
        refuse(figure, f"{name} must be at least {least}, got {value}")
    return int(value)


def numbers(figure: str, name: str, values: Sequence[float], count: int,
            unit: str = "m") -> tuple[float, ...]:
    """Returns `count` finite numbers."""
    try:
        listed = list(values)
    except TypeError:
        listed = []
    if len(listed) != count:
        refuse(figure, f"{name} must be {count} numbers in {unit}, got {values!r}")
    return tuple(number(figure, f"{name} [{i}]", x, unit) for i, x in enumerate(listed))


def joint_width(figure: str, value: float, smallest: float) -> float:
    """Returns the width of the joints, m, which is less than the smallest measure of a stone."""
    width = number(figure, "joint", value, "m", 0.0)
    if not width < smallest:
        refuse(figure, f"joint must be below the smallest measure of a stone, {smallest:g} m, "
                       f"got {width:g} m")
    return width
