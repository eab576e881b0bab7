#!/usr/bin/env python3
"""Joins sources into fewer, larger ones, so that the headers they share are read and compiled once.

usage: joint_sources.py FOLDER TARGET SIZE FILE...   joins the sources of one target; prints the
                                                     joint files, separated by semicolons
       joint_sources.py FOLDER                       does so again for every target of FOLDER
       joint_sources.py --selftest                   checks itself on sources with known clashes

FOLDER (of a build) gets TARGET_<k>.cpp, each of which includes at most SIZE files, and TARGET.list,
which remembers the arguments. A local name (of an anonymous namespace) that another file of the
joint one uses, too, is renamed by a macro around its own file: kTol to kTol_in_FILE. Some names
cannot be renamed so (macros, test fixtures, names that a header has, too); where two of them meet,
the files go to different joint ones.
Files are touched only when their text changes; TARGET.list is touched when the set of joint files
changes, for which CMake waits.
"""

import collections
import functools
import math
import os
import re
import sys
import tempfile
from pathlib import Path

ANONYMOUS = re.compile(r"^namespace \{$(.*?)^\}  // namespace$", re.M | re.S)
TYPE = re.compile(r"^(?:template <.*>\s)?"
                  r"(?:struct |class |enum class |enum |using (?=\w+ =))(\w+)", re.M)
FUNCTION = re.compile(r"^(?!using |static_assert|TEST|INSTANTIATE)[\w\[][^=({;.\n]*?\b(\w+)"
                      r"(?:\(| =|\{|;|\[)", re.M)
CONTINUED = re.compile(r"^(?!static_assert|TEST|INSTANTIATE)(\w+)\(", re.M)  # a name on a line of its own
MACRO = re.compile(r"^#define (\w+)", re.M)
IMPORTED = re.compile(r"^using (?:\w+::)*(\w+);", re.M)  # may be said twice
INCLUDE = re.compile(r"^#include (.*)$", re.M)
DIRECTIVE = re.compile(r"^#(?:if|define)", re.M)
FIXTURE = re.compile(r"^(?:TEST_[FP]\(|INSTANTIATE_TEST_SUITE_P\(\s*\w+,\s*)(\w+)", re.M)
WORD = re.compile(r"\b[A-Za-z_]\w*")
MEMBER = re.compile(r"(?:\.|->|::)(\w+)")


class Source:
    """Names of one source file, as far as they may meet those of others.

    `local` are defined in anonymous namespaces, `imported` by using-declarations, `fixed` are the
    local ones that a macro must not rename: macros, fixtures (part of the names of tests) and names
    that may be those of a header as well, as they stand behind `.`, `->`, `::` or in a header.
    """

    def __init__(self, path, renames):
        text = path.read_text(encoding="utf-8")
        self.path = path
        self.words = set(WORD.findall(text))
        self.local = set(MACRO.findall(text))
        for part in ANONYMOUS.findall(text):
            for pattern in (TYPE, FUNCTION, CONTINUED):
                self.local.update(pattern.findall(part))
        self.imported = set(IMPORTED.findall(text))
        self.headers = INCLUDE.findall(text)
        if not renames or DIRECTIVE.search(text):  # headers may depend on it
            self.fixed = set(self.local)
        else:
            self.fixed = self.local & {*FIXTURE.findall(text), *MEMBER.findall(text),
                                       *self.words_of_headers()}

    def words_of_headers(self):
        """Words of the headers of this tree that the source includes."""
        words = set()
        for header in self.headers:
            for folder in self.path.parents:  # those of tests lie beside src
                places = [folder / header.strip('"'), folder / "src" / header.strip('"')]
                found = [place for place in places if header[0] == '"' and place.is_file()]
                if found:
                    words |= words_of(found[0])
                    break
        return words


@functools.cache
def words_of(path):
    """Words of a header, without those of comments."""
    return set(WORD.findall(re.sub("//.*", "", path.read_text(encoding="utf-8"))))


class Group:
    """Sources that are compiled as one."""

    def __init__(self):
        self.sources = []
        self.fixed = set()
        self.imported = set()

    def fits(self, source):
        """Whether each name that the source shares with others can be renamed in all but one."""
        return not (source.fixed & (self.fixed | self.imported) or source.imported & self.fixed)

    def add(self, source):
        """Adds a source that fits."""
        self.sources.append(source)
        self.fixed |= source.fixed
        self.imported |= source.imported

    def text(self, folder):
        """The text of the joint source in a folder."""
        uses = collections.Counter(word for source in self.sources for word in source.words)
        lines = []
        for source in self.sources:
            renamed = sorted(name for name in source.local - source.fixed if uses[name] > 1)
            if renamed:  # what headers declare keeps its name
                for header in source.headers:  # which may have gone since
                    lines += [f"#if __has_include({header})", f"#include {header}", "#endif"]
            lines += [f"#define {name} {name}_in_{source.path.stem}" for name in renamed]
            lines.append(f'#include "{os.path.relpath(source.path, folder)}"')
            lines += [f"#undef {name}" for name in renamed]
        return "\n".join(lines) + "\n"


def groups_of(paths, size, renames=True):
    """Splits sources, in order, into groups of at most `size`, all about as large.

    Without `renames`, groups have no local name twice and can be compiled as they are.
    """
    groups = []
    if paths:
        size = math.ceil(len(paths) / math.ceil(len(paths) / size))
    for path in paths:
        source = Source(path, renames)
        for group in groups:
            if len(group.sources) < size and group.fits(source):
                break
        else:
            group = Group()
            groups.append(group)
        group.add(source)
    return groups


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
        write(joint[-1], group.text(folder))
    for old in folder.glob(f"{target}_[0-9]*.cpp"):
        if old not in joint:
            old.unlink()
    words = [str(size), str(len(joint)), *(os.path.relpath(path, folder) for path in files)]
    write(folder / f"{target}.list", "\n".join(words) + "\n")
    return joint


def selftest():
    """Groups and texts of small sources, and the joint files of folders."""
    with tempfile.TemporaryDirectory() as name:
        wrong = check_names(Path(name)) + check_folders(Path(name))
    print("joint sources:", "ok" if wrong == 0 else f"{wrong} wrong")
    return 1 if wrong else 0


def small_source(body="", before="", after=""):
    """Text of a source with a body in an anonymous namespace."""
    return (f"{before}\nnamespace solfec {{\nnamespace {{\n\n{body}\n\n"
            f"}}  // namespace\n{after}\n}}\n")


def check_names(folder):
    """Checks the groups of sources with known clashes. @return number of mistakes"""
    source = small_source
    (folder / "src").mkdir()
    (folder / "src" / "header.h").write_text("struct Edge { int size; };  // not a Face\n",
                                             encoding="utf-8")
    header = '#include "header.h"\n'
    cases = [  # texts of sources, numbers of the sources in each expected group, renamed names
        ([source("int one() { return 1; }"), source("int two() { return 2; }")], [[0, 1]], []),
        ([source("int one() { return 1; }"), source("double one() { return 1; }"), source()],
         [[0, 1, 2]], ["one 0", "one 1"]),
        ([source("constexpr double kTol = 1e-9;"), source("constexpr int kTol{2};")], [[0, 1]],
         ["kTol 0", "kTol 1"]),
        ([source("struct Case {\n  int a;\n};"), source("enum class Case { a };")], [[0, 1]],
         ["Case 0", "Case 1"]),
        ([source("template <typename T>\nT\nlong_name(\n    T a) {\n  return a;\n}"),
          source("int long_name(int a) { return a; }")], [[0, 1]], ["long_name 0", "long_name 1"]),
        # a name that another source uses without defining it, too: it may be that of a header
        ([source("int at(int a) { return a; }"), source(after="int b = at(2);")], [[0, 1]],
         ["at 0"]),
        ([source("int kStep = 1;"), source(after="void f() {\n  int kStep = 2;\n}")], [[0, 1]],
         ["kStep 0"]),
        # names that are not renamed: macros, beside conditions, fixtures, members, those of headers
        ([source(before="#define SOLFEC_X 1"), source(before="#define SOLFEC_X 2")], [[0], [1]],
         []),
        ([source("int one;", before="#if X"), source("int one;", before="#if Y")], [[0], [1]], []),
        ([source("class Bed : public Test {};\n\nTEST_F(Bed, A) {\n}"),
          source("struct Bed {};\n\nTEST_P(Bed, B) {\n}"), source("struct Bed {};")],
         [[0, 2], [1]], ["Bed 2"]),
        ([source("void add() {}", after="void f() { x.add(); }"),
          source("void add() {}", after="void f() { x->add(); }"), source("int add;")],
         [[0, 2], [1]], ["add 2"]),
        ([source("int size;", header), source("int size;", header), source("int size;")],
         [[0, 2], [1]], ["size 2"]),
        ([source("int Face;", header), source("int Face;", header)], [[0, 1]],
         ["Face 0", "Face 1"]),
        ([source("static_assert(1);"), source("static_assert(2);")], [[0, 1]], []),
        ([source("using test::Scene;"), source("using test::Scene;")], [[0, 1]], []),
        ([source("using test::Scene;"), source("struct Scene {};")], [[0, 1]], ["Scene 1"]),
        ([source("using test::Bed;"), source("struct Bed {};\n\nTEST_F(Bed, A) {\n}")], [[0], [1]],
         []),
        ([source("TEST(A, B) {\n}"), source("TEST(C, B) {\n}")], [[0, 1]], []),
        ([source("auto text = R\"(\nprint(1)\nsys.insert(2))\";"), source("int rint, insert;")],
         [[0, 1]], ["insert 1"]),
        ([source(after="void shared() {}"), source("int x = 0;")], [[0, 1]], []),
    ]
    wrong = 0
    for number, (texts, expected, renamed) in enumerate(cases):
        paths = [folder / f"case_{number}_{k}.cpp" for k in range(len(texts))]
        for path, text in zip(paths, texts):
            path.write_text(text, encoding="utf-8")
        groups = groups_of(paths, 8)
        found = [[paths.index(source.path) for source in group.sources] for group in groups]
        text = "".join(group.text(folder) for group in groups)
        defined = re.findall(rf"#define (\w+) \1_in_case_{number}_(\d+)\n", text)
        undefined = re.findall(r"#undef (\w+)", text)
        if (found != expected or [" ".join(pair) for pair in defined] != renamed
                or undefined != [name for name, _ in defined]):
            wrong += 1
            print(f"case {number}: expected {expected} {renamed}, got {found} {defined}")
    if [len(group.sources) for group in groups_of(paths * 5, 4)] != [4, 4, 2]:
        wrong += 1
        print("ten sources by four: not alike in size")
    if len(groups_of([folder / f"case_1_{k}.cpp" for k in range(3)], 8, renames=False)) != 2:
        wrong += 1
        print("without renames, sources with the same name are not parted")
    return wrong


def check_folders(folder):
    """Checks what is written into the folder of joint sources. @return number of mistakes"""
    source = small_source
    wrong = 0
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
    paths[2].write_text(source(before="#define SOLFEC_X 1"), encoding="utf-8")
    paths[1].write_text(source("int one;"), encoding="utf-8")
    paths[0].write_text(source("int one;", before="#define SOLFEC_X 2"), encoding="utf-8")
    before = (folder / "joint" / "many.list").stat().st_mtime_ns
    main([str(folder / "joint")])
    if ('"../many_0.cpp"\n#define one one_in_many_1\n#include "../many_1.cpp"\n#undef one'
            not in joint[0].read_text(encoding="utf-8")):
        wrong += 1
        print("a new local name is not renamed")
    if '"../many_2.cpp"\n#include "../many_3.cpp"' not in joint[1].read_text(encoding="utf-8"):
        wrong += 1
        print("a new macro does not part sources")
    if (folder / "joint" / "many.list").stat().st_mtime_ns != before:
        wrong += 1
        print("the list is touched although there are as many joint sources")
    return wrong


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
