#!/usr/bin/env python3
"""Joins sources into fewer, larger ones, so that the headers they share are read and compiled once.

usage: joint_sources.py FOLDER TARGET SIZE FILE...   joins the sources of one target; prints the
                                                     joint files, separated by semicolons
       joint_sources.py FOLDER                       does so again for every target of FOLDER

FOLDER (of a build) gets TARGET_<k>.cpp, each of which includes at most SIZE files that use no local
name (of an anonymous namespace, a macro) twice, and TARGET.list, which remembers the arguments.
Files are touched only when their text changes; TARGET.list is touched when the set of joint files
changes, for which CMake waits.
"""

import os
import re
import sys
from pathlib import Path

ANONYMOUS = re.compile(r"^namespace \{$(.*?)^\}  // namespace$", re.M | re.S)
TYPE = re.compile(r"^(?:template <.*>\s)?(?:struct|class|enum class|enum|using) (\w+)", re.M)
FUNCTION = re.compile(r"^(?!using |TEST|INSTANTIATE)[\w\[][^=({;\n]*?(\w+)(?:\(| =|\{|;|\[)", re.M)
CONTINUED = re.compile(r"^(?!TEST|INSTANTIATE)(\w+)\(", re.M)  # the name stands on a line of its own
MACRO = re.compile(r"^#define (\w+)", re.M)
IMPORTED = re.compile(r"^using (?:\w+::)*(\w+);", re.M)  # may be said twice


def local_names(path):
    """Names that a source defines in anonymous namespaces or by macros, and those it imports."""
    names = set()
    text = path.read_text(encoding="utf-8")
    for part in ANONYMOUS.findall(text):
        for pattern in (TYPE, FUNCTION, CONTINUED):
            names.update(pattern.findall(part))
    names.update(MACRO.findall(text))
    return names, set(IMPORTED.findall(text))


def groups_of(paths, size):
    """Splits sources, in order, into groups of at most `size` without a local name twice."""
    groups = []
    for path in paths:
        names, imported = local_names(path)
        for group in groups:
            clash = names & (group["names"] | group["imported"]) or imported & group["names"]
            if len(group["files"]) < size and not clash:
                break
        else:
            group = {"names": set(), "imported": set(), "files": []}
            groups.append(group)
        group["files"].append(path)
        group["names"] |= names
        group["imported"] |= imported
    return [group["files"] for group in groups]


def write(path, text):
    """Writes a file unless it has this text. @return whether it was written"""
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return False
    path.write_text(text, encoding="utf-8")
    return True


def join(folder, target, size, files):
    """Writes the joint sources of one target. @return their paths"""
    folder.mkdir(parents=True, exist_ok=True)
    joint = []
    for k, group in enumerate(groups_of(files, size)):
        joint.append(folder / f"{target}_{k}.cpp")
        write(joint[-1], "".join(f'#include "{os.path.relpath(path, folder)}"\n'
                                 for path in group))
    for old in folder.glob(f"{target}_[0-9]*.cpp"):
        if old not in joint:
            old.unlink()
    words = [str(size), str(len(joint)), *(os.path.relpath(path, folder) for path in files)]
    write(folder / f"{target}.list", "\n".join(words) + "\n")
    return joint


def main(arguments):
    folder = Path(arguments[0]).resolve()
    if len(arguments) == 1:
        for listed in sorted(folder.glob("*.list")):
            size, _, *files = listed.read_text(encoding="utf-8").split("\n")[:-1]
            paths = [Path(os.path.normpath(folder / name)) for name in files]
            if all(path.is_file() for path in paths):  # else CMake lists the sources anew
                join(folder, listed.stem, int(size), paths)
        return 0
    target, size, *files = arguments[1:]
    joint = join(folder, target, int(size), [Path(name).resolve() for name in files])
    print(";".join(map(str, joint)), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
