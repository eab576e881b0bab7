"""Inputs on which a function of the script depends, in words that two runs of the script can compare.

These are its text, the variables outside of it that its code names, its default values, and the
same of the functions, classes and modules of the script that it names. Functions that read the
arguments of the command line depend on these too. Objects without a value of their own (a SOLFEC
object, a file) and what comes from files are left out. No code of the user runs.
"""

from __future__ import annotations

import dis
import functools
import hashlib
import inspect
import os
import sys
import types
from collections.abc import Callable, Mapping
from typing import Any, Optional

Inputs = dict[str, str]
LETTERS = 60  # of a value that is told as it is
_DEEPEST = 8  # of functions that call functions, and of lists in lists
_ARGUMENTS = {"NON_SOLFEC_ARGV", "argv", "parse_args", "parse_known_args", "ArgumentParser"}
_LOOKED_UP = {"getattr", "vars", "__dict__"}  # with these any attribute may be read
_PACKAGES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_LIBRARIES = tuple(os.path.join(path, "") for path in (
    os.path.realpath(os.path.dirname(os.__file__)),
    *(os.path.join(_PACKAGES, name) for name in ("solfec", "solfec_results", "compas_solfec"))))


def inputs_of(function: Callable[..., Any]) -> Inputs:
    """Returns values by name, as `differences` compares them."""
    found = _Inputs()
    found.add_callable(function, "", 0)
    return found.taken()


def differences(now: Mapping[str, str], then: Mapping[str, str]) -> list[str]:
    """Returns a text for each input that two runs have otherwise."""
    texts = []
    for name in sorted({*now, *then}):
        new, old = now.get(name), then.get(name)
        if new == old:
            continue
        if name.startswith("text of"):
            texts.append(f"the {name} has changed")
        elif new is None or old is None:
            texts.append(f"{name} is {'read' if old is None else 'no longer read'}")
        else:
            texts.append(f"{name} is {new}, but {old} before")
    return texts


class _Inputs:
    """Collects the inputs of functions."""

    def __init__(self) -> None:
        self.told: Inputs = {}
        self.attribute: dict[str, str] = {}  # of an object, by the name of the input
        self.seen: dict[int, Any] = {}  # by id; they are kept so that no other one gets theirs
        self.names: set[str] = set()  # attributes that the code reads

    def taken(self) -> Inputs:
        """Returns all inputs but attributes that no code names."""
        if self.names & _LOOKED_UP:
            return self.told
        return {name: words for name, words in self.told.items()
                if self.attribute.get(name, "") in {"", *self.names}}

    def add_callable(self, item: Any, name: str, depth: int) -> None:
        """Adds a function, method, partial function, class or object that can be called."""
        if depth > _DEEPEST or id(item) in self.seen:
            return
        self.seen[id(item)] = item
        if isinstance(item, functools.partial):
            self.add_callable(item.func, name, depth + 1)
            for key, value in [*enumerate(item.args, 1), *item.keywords.items()]:
                self.add(f"argument {key} of {name or 'the function'}", value, depth + 1)
        elif inspect.ismethod(item):
            self.add_callable(item.__func__, name, depth + 1)
            self.add(f"object of {item.__func__.__name__}", item.__self__, depth + 1)
        elif inspect.isfunction(item):
            if not _is_of_library(item.__code__.co_filename):
                self._add_function(item, depth)
        elif inspect.isclass(item):
            self._add_class(item, depth)
        elif not inspect.isbuiltin(item):
            self.add(name or "the object", item, depth)

    def _add_function(self, function: types.FunctionType, depth: int) -> None:
        name = function.__qualname__
        self.told[f"text of the function '{name}'"] = _digest(_text_of(function))
        for key, value in _defaults(function).items():
            self.add(f"default {key} of the function '{name}'", value, depth + 1)
        for key, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
            try:
                self.add(f"variable {key} of the function '{name}'", cell.cell_contents, depth + 1)
            except ValueError:  # nothing yet
                continue
        self._add_code(function.__code__, function.__globals__, name, depth)

    def _add_code(self, code: types.CodeType, names: Mapping[str, Any], of: str,
                  depth: int) -> None:
        """Adds the variables of the script that code names, with functions inside of it."""
        read = set()
        for step in dis.get_instructions(code):
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                read.add(step.argval)
                self.names.update({step.argval} & _LOOKED_UP)
            elif step.opname in ("LOAD_ATTR", "LOAD_METHOD", "IMPORT_FROM"):
                self.names.add(step.argval)
                read.update({step.argval} & _ARGUMENTS)
        if read & _ARGUMENTS:
            self.told["the command line"] = _words(sys.argv[1:], 0) or ""
        for key in sorted(read & set(names)):
            self.add(f"variable {key} of the function '{of}'", names[key], depth + 1)
        for inner in code.co_consts:
            if isinstance(inner, types.CodeType):
                self._add_code(inner, names, of, depth)

    def _add_class(self, kind: type, depth: int) -> None:
        module = sys.modules.get(kind.__module__)
        if module is None or _is_of_library(getattr(module, "__file__", None) or "<"):
            return
        self.told[f"text of the class '{kind.__qualname__}'"] = _digest(_text_of(kind))
        for key, value in sorted(vars(kind).items()):
            value = getattr(value, "__func__", getattr(value, "fget", value))
            if inspect.isfunction(value):
                self.add_callable(value, key, depth + 1)
            elif not key.startswith("__"):
                self.add(f"{kind.__qualname__}.{key}", value, depth + 1)

    def add(self, name: str, value: Any, depth: int) -> None:
        """Adds a value, or what an object holds."""
        words = _words(value, 0)
        if words is not None:
            self.told[name] = words if len(words) <= LETTERS else f"another one ({_digest(words)})"
        elif callable(value) and (_is_code(value) or inspect.isbuiltin(value)):
            self.add_callable(value, name, depth)
        elif depth > _DEEPEST or id(value) in self.seen:
            return
        elif inspect.ismodule(value):
            file = getattr(value, "__file__", None)
            if file and not _is_of_library(file):
                self.told[f"text of the module '{value.__name__}'"] = _digest(_file(file))
                self.seen[id(value)] = value
                self._add_attributes(name, value, depth)
        else:
            self.seen[id(value)] = value
            self._add_object(name, value, depth)

    def _add_object(self, name: str, value: Any, depth: int) -> None:
        """Adds the items of a container, or the attributes and class of an object."""
        if isinstance(value, Mapping):
            items: Any = [(repr(key), part) for key, part in value.items()
                          if isinstance(key, (str, int, float))]
        elif isinstance(value, (list, tuple)):
            items = enumerate(value)
        else:
            self._add_attributes(name, value, depth)
            return self.add_callable(type(value), name, depth + 1)
        for key, part in items:
            self.add(f"{name}[{key}]", part, depth + 1)

    def _add_attributes(self, name: str, value: Any, depth: int) -> None:
        for key, part in list(getattr(value, "__dict__", {}).items()):
            if not key.startswith("__"):
                self.attribute[f"{name}.{key}"] = key
                self.add(f"{name}.{key}", part, depth + 1)


def _is_code(value: Any) -> bool:
    return (inspect.isfunction(value) or inspect.ismethod(value) or inspect.isclass(value)
            or isinstance(value, functools.partial))


def _words(value: Any, depth: int) -> Optional[str]:
    """Returns a number, text, array, series or container of these in words, None for all else."""
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
        return repr(value)
    if hasattr(value, "dtype") and hasattr(value, "tobytes"):  # of numpy
        if getattr(value.dtype, "hasobject", True):
            return None
        short = value.size * 8 <= LETTERS
        return f"{value.tolist()!r}" if short else f"an array ({_digest(value.tobytes())})"
    if hasattr(value, "times") and hasattr(value, "values") and hasattr(value, "derivative"):
        return f"a TIME_SERIES ({_digest(repr((value.times, value.values)))})"
    if depth > _DEEPEST or not isinstance(value, (list, tuple, set, frozenset, dict)):
        return None
    if isinstance(value, dict):
        pairs = [(_words(key, depth + 1), _words(one, depth + 1)) for key, one in value.items()]
        if any(None in pair for pair in pairs):
            return None
        return "{" + ", ".join(f"{key}: {one}" for key, one in pairs) + "}"
    parts = [_words(one, depth + 1) for one in value]
    if None in parts:
        return None
    inner = ", ".join(sorted(parts) if isinstance(value, (set, frozenset)) else parts)
    return f"[{inner}]" if isinstance(value, list) else f"({inner})"


def _defaults(function: types.FunctionType) -> dict[str, Any]:
    positional = function.__code__.co_varnames[:function.__code__.co_argcount]
    given = function.__defaults__ or ()
    return {**dict(zip(positional[len(positional) - len(given):], given)),
            **(function.__kwdefaults__ or {})}


def _is_of_library(file: str) -> bool:
    """True for the packages of Solfec and for what Python's own folders hold."""
    path = os.path.realpath(file)
    return (file.startswith("<") or path.startswith(_LIBRARIES)
            or os.path.abspath(file).startswith(_LIBRARIES) or f"-packages{os.sep}" in path)


def _text_of(item: Any) -> str:
    """Returns the text of a function or class, that of its code when the file is not there."""
    try:
        return inspect.getsource(item)
    except (OSError, TypeError):
        code = getattr(item, "__code__", None)
        return repr((code.co_code, code.co_names)) if code else ""


def _file(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def _digest(content: Any) -> str:
    data = content if isinstance(content, bytes) else content.encode()
    return hashlib.sha256(data).hexdigest()[:12]
