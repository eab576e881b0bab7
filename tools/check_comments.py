#!/usr/bin/env python3
"""Checks that doc comments of src/, tests/ and tools/ can be read alone, by their first word.

usage: check_comments.py [ROOT]      checks ROOT (default: the tree this file is in), exit 1 on findings
       check_comments.py --selftest  checks the checker on short texts with known mistakes

A doc comment is a block of lines that begin with ///. Its first line must not begin with a word
that refers to something outside of it, one of WORDS: "The same for two vectors" says nothing to who
has not read what stands above. Findings are lines FILE:LINE: TEXT.
"""

import re
import sys
import tempfile
from pathlib import Path

FOLDERS = ("src", "tests", "tools")
SUFFIXES = (".h", ".cpp")
WORDS = ("The same", "Of", "Likewise", "What", "Also", "That", "By")
LEANS = re.compile(rf"///\s+({'|'.join(WORDS)})(?![\w-])")


def first_lines(text):
    """Yields (line number, text without indentation) of the first line of every doc comment."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        is_doc = line.startswith("///")
        if is_doc and not inside:
            yield number, line
        inside = is_doc


def find(text):
    """Returns the list of (line number, line) of doc comments in `text` that lean on others."""
    return [(number, line) for number, line in first_lines(text) if LEANS.match(line)]


def check(root):
    """Returns the list of findings, one line of text each."""
    findings = []
    for folder in FOLDERS:
        for path in sorted(p for p in (root / folder).rglob("*") if p.suffix in SUFFIXES):
            name = path.relative_to(root)
            for number, line in find(path.read_text(encoding="utf-8")):
                findings.append(f"{name}:{number}: {line}")
    return findings


def selftest():
    """Each text has some mistakes, or none, and must give exactly the lines that have them."""
    cases = [
        ("/// Computes y = A x.\nint a;\n", []),
        ("/// The same for two vectors.\nint a;\n", [1]),
        ("int a;\n\n  /// Of all bodies.\n  int b;\n", [3]),
        ("/// What a body is.\n/// By the way.\nstruct A {};\n", [1]),
        ("/// A body.\n/// What it weighs, kg.\nstruct A {};\n", []),
        ("/// A body.\n///\n/// That of others.\nstruct A {};\n", []),
        ("/// Likewise, of one body.\n", [1]),
        ("///   Also of others.\n", [1]),
        ("/// That\n/// of one node.\n", [1]),
        ("/// By: the edges.\n", [1]),
        ("/// Offers Whatever Bytes have.\n", []),
        ("/// Offset in bytes.\n/// By bytes.\n", []),
        ("/// The sameness.\n", []),
        ("/// By-products.\n", []),
        ("int x;  /// Of a node.\nint y;  // Of a node.\n// By hand.\n", []),
        ("/// A.\nint a;\n/// By b.\nint b;\n/// By c.\n", [3, 5]),
        ("/// A.\nint a;\n\n/// What c is.\n/// The same.\n", [4]),
        ("", []),
    ]
    for text, expected in cases:
        found = [number for number, line in find(text)]
        if found != expected:
            print(f"selftest: {text!r}: expected {expected}, found {found}", file=sys.stderr)
            return 1
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name in ("src/base/a.h", "src/base/a.cpp", "tests/base/b.cpp", "tools/c.h", "src/d.md",
                     "doc/e.h"):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text("\n  /// By name.\n", encoding="utf-8")
        found = check(root)
        expected = [f"{name}:2: /// By name." for name in
                    ("src/base/a.cpp", "src/base/a.h", "tests/base/b.cpp", "tools/c.h")]
        if found != expected:
            print(f"selftest: expected {expected}, found {found}", file=sys.stderr)
            return 1
    print(f"selftest: {len(cases)} texts and a tree as expected")
    return 0


def main(arguments):
    if arguments == ["--selftest"]:
        return selftest()
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
    findings = check(root)
    for line in findings:
        print(line)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
