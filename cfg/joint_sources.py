#!/usr/bin/env python3
"""Joins sources into fewer, larger ones, so that the headers they share are read and compiled once.

usage: joint_sources.py FOLDER TARGET SIZE FILE...   joins the sources of one target; prints the
                                                     joint files, separated by semicolons
       joint_sources.py FOLDER                       does so again for every target of FOLDER
       joint_sources.py --selftest                   checks itself on sources with known clashes

FOLDER (of a build) gets TARGET_<k>.cpp, each of which includes at most SIZE files that use no local
name (of an anonymous namespace, a macro) twice, and TARGET.list, which remembers the arguments.
Files are touched only when their text changes; TARGET.list is touched when the set of joint files
changes, for which CMake waits.
"""

import os
import re
import sys
import tempfile
from pathlib import Path

ANONYMOUS = re.compile(r"^namespace \{$(.*?)^\}  // namespace$", re.M | re.S)
TYPE = re.compile(r"^(?:template <.*>\s)?"
                  r"(?:struct |class |enum class |enum |using (?=\w+ =))(\w+)", re.M)
FUNCTION = re.compile(r"^(?!using |TEST|INSTANTIATE)[\w\[][^=({;\n]*?(\w+)(?:\(| =|\{|;|\[)", re.M)
CONTINUED = re.compile(r"^(?!TEST|INSTANTIATE)(\w+)\(", re.M)  # a name on a line of its own
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


def selftest():
    """Groups of small sources, by the names that must not meet."""
    def source(body="", before="", after=""):
        return (f"{before}\nnamespace solfec {{\nnamespace {{\n\n{body}\n\n"
                f"}}  // namespace\n{after}\n}}\n")

    cases = [  # texts of sources, numbers of the sources in each expected group
        ([source("int one() { return 1; }"), source("int two() { return 2; }")], [[0, 1]]),
        ([source("int one() { return 1; }"), source("double one() { return 1; }"), source()],
         [[0, 2], [1]]),
        ([source("constexpr double kTol = 1e-9;"), source("constexpr int kTol{2};")], [[0], [1]]),
        ([source("struct Case {\n  int a;\n};"), source("enum class Case { a };")], [[0], [1]]),
        ([source("template <typename T>\nT\nlong_name(\n    T a) {\n  return a;\n}"),
          source("int long_name(int a) { return a; }")], [[0], [1]]),
        ([source(before="#define SOLFEC_X 1"), source(before="#define SOLFEC_X 2")], [[0], [1]]),
        ([source("using test::Scene;"), source("using test::Scene;")], [[0, 1]]),
        ([source("using test::Scene;"), source("struct Scene {};")], [[0], [1]]),
        ([source("TEST(A, B) {\n}"), source("TEST(C, B) {\n}")], [[0, 1]]),
        ([source(after="void shared() {}"), source("int x = 0;")], [[0, 1]]),
    ]
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number, (texts, expected) in enumerate(cases):
            paths = [folder / f"case_{number}_{k}.cpp" for k in range(len(texts))]
            for path, text in zip(paths, texts):
                path.write_text(text, encoding="utf-8")
            found = [[paths.index(path) for path in group] for group in groups_of(paths, 8)]
            if found != expected:
                wrong += 1
                print(f"case {number}: expected {expected}, got {found}")
        paths = [folder / f"many_{k}.cpp" for k in range(5)]
        for path in paths:
            path.write_text(source(), encoding="utf-8")
        joint = join(folder / "joint", "many", 2, paths)
        texts = "".join(path.read_text(encoding="utf-8") for path in joint)
        if len(joint) != 3 or [line.split('"')[1] for line in texts.splitlines()] != [
                f"../{path.name}" for path in paths]:
            wrong += 1
            print("five sources by two: not three joint ones with all sources in order")
        deep = folder / "sub" / "deep.cpp"  # of a subfolder of the layer
        deep.parent.mkdir()
        deep.write_text(source(), encoding="utf-8")
        joint_deep = join(folder / "joint", "deep", 8, [paths[0], deep])
        if '"../many_0.cpp"\n#include "../sub/deep.cpp"' not in joint_deep[0].read_text(
                encoding="utf-8"):
            wrong += 1
            print("a source of a subfolder is not joined with one above")
        paths[1].write_text(source("int one;"), encoding="utf-8")
        paths[0].write_text(source("int one;"), encoding="utf-8")
        before = (folder / "joint" / "many.list").stat().st_mtime_ns
        main([str(folder / "joint")])
        if '"../many_0.cpp"\n#include "../many_2.cpp"' not in joint[0].read_text(encoding="utf-8"):
            wrong += 1
            print("a new local name does not part sources")
        if (folder / "joint" / "many.list").stat().st_mtime_ns != before:
            wrong += 1
            print("the list is touched although there are as many joint sources")
    print("joint sources:", "ok" if wrong == 0 else f"{wrong} wrong")
    return 1 if wrong else 0


def main(arguments):
    if arguments == ["--selftest"]:
        return selftest()
    if not arguments or arguments[0].startswith("-"):
        print(__doc__)
        return 0 if arguments else 64
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
