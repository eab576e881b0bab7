"""Explains functions and classes of the Python modules, for `solfec --doc NAME`."""

from __future__ import annotations

import importlib
import inspect
import textwrap

MODULES = ("solfec.build", "solfec.mesh", "solfec.quake", "solfec.limit", "solfec.study")
COLUMNS = 96  # those of the texts of commands


def entries() -> list[dict[str, object]]:
    """Objects by their full names: functions and classes, methods, modules.

    A module that cannot be imported, for want of a package that it needs, is left out.
    """
    members: dict[str, object] = {}
    methods: dict[str, object] = {}
    modules: dict[str, object] = {}
    for module_name in MODULES:
        try:
            module = importlib.import_module(module_name)
        except ImportError:
            continue
        modules[module_name] = module
        for name in module.__all__:
            member = getattr(module, name)
            if not callable(member):
                continue  # a constant
            members[f"{module_name}.{name}"] = member
            if inspect.isclass(member):
                methods.update({f"{module_name}.{name}.{key}": one
                                for key, one in public_methods(member)})
    return [members, methods, modules]


def public_methods(kind: type) -> list[tuple[str, object]]:
    """Methods and properties of a class that have a text, in the order of the source."""
    return [(key, one) for key, one in vars(kind).items()
            if not key.startswith("_") and (inspect.isfunction(one) or isinstance(one, property))
            and inspect.getdoc(one)]


class Words(str):
    """An annotation that is written without quotes."""

    __repr__ = str.__str__


def signature(call: object) -> str:
    """Parameters and result as in the source; '' for a property or a module."""
    if not callable(call):
        return ""
    found = inspect.signature(call)

    def plain(annotation: object) -> object:
        return annotation if annotation is inspect.Signature.empty else Words(
            annotation if isinstance(annotation, str) else inspect.formatannotation(annotation))

    parameters = [one.replace(annotation=plain(one.annotation))
                  for one in found.parameters.values() if one.name != "self"]
    result = inspect.Signature.empty if inspect.isclass(call) else plain(found.return_annotation)
    return str(found.replace(parameters=parameters, return_annotation=result))


def first_sentence(text: str) -> str:
    """First sentence of the first paragraph, in one line."""
    return " ".join(text.split("\n\n")[0].split()).split(". ")[0].rstrip(".") + "."


def listed(lines: list[tuple[str, object]]) -> str:
    """Names with what they do in a sentence."""
    width = max(len(name) for name, _ in lines)
    return "".join(f"  {name:{width}}  {first_sentence(inspect.getdoc(one) or '')}\n"
                   for name, one in lines)


def explained(name: str, one: object) -> str:
    """Text about an object: signature, docstring, members and how to import it."""
    head = textwrap.fill(name + signature(one), COLUMNS, subsequent_indent="    ",
                         break_long_words=False, break_on_hyphens=False)
    text = f"{head}\n\n{textwrap.indent(inspect.getdoc(one) or '', '  ')}\n"
    owner = next(module for module in MODULES if (name + ".").startswith(module + "."))
    if inspect.ismodule(one):
        functions = [(key, getattr(one, key)) for key in one.__all__ if callable(getattr(one, key))]
        return f"{text}\nFunctions and classes\n{listed(functions)}"
    if inspect.isclass(one) and public_methods(one):
        text += f"\nMembers\n{listed(public_methods(one))}"
    return f"{text}\nfrom {owner} import {name[len(owner) + 1:].split('.')[0]}\n"


def explain(name: str) -> tuple[str, list[str]]:
    """Text about all objects of a name, '' when there is none, and the names that there are.

    name: 'arch', 'build.arch', 'solfec.build.arch', 'Surface.tetrahedra' or 'tetrahedra', in small
    or large letters. Functions and classes come before methods of their name, methods before
    modules.
    """
    wanted = "." + name.lower()
    groups = entries()
    names = [full.rsplit(".", 1)[1] for group in groups for full in group]
    for group in groups:
        found = [explained(full, one) for full, one in group.items()
                 if ("." + full.lower()).endswith(wanted)]
        if found:
            return "\n".join(found), names
    return "", names
