#!/usr/bin/env python3
"""tools/run against solfec: both do the same with every command line, and tools/run asks for the packages that
it needs. A tree of its own has the script, a tools/setup that only notes its words, and the built program.

SOLFEC_PROGRAM is the program."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("SOLFEC_PROGRAM", str(ROOT / "build/release/bin/solfec"))

SCRIPT = """
s = SOLFEC('DYNAMIC', 1e-3, 'out')
m = BULK_MATERIAL(s)
SURFACE_MATERIAL(s, friction=0.5)
GRAVITY(s, (0, 0, -9.81))
BODY(s, 'OBSTACLE', SPHERE((0, 0, -1), 1, 1, 1), m)
BODY(s, 'RIGID', SPHERE((0, 0, 1), 1, 1, 1), m)
print(NON_SOLFEC_ARGV(), s.mode)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-6, 100), 0.01)
"""

# Command line and exit code (that of sysexits.h where it is wrong).
LINES = (
    ("-q script.py", 0), ("script.py -q -w", 0), ("-q -o elsewhere script.py", 0), ("--check script.py", 0),
    ("-q script.py -- a b", 0), ("-q script.py a -q --with", 0), ("-h", 0), ("-V", 0), ("--doc SPHERE", 0),
    ("--doc NOTHING", 64), ("--no-such-option script.py", 64), ("-q missing.py", 66), ("-q wrong.py", 2),
    ("-q leaves.py", 7), ("-q folder", 66), ("--info out", 66), ("-q script.py -- --render html -v", 0))


class Run(unittest.TestCase):
    def setUp(self):
        folder = Path(tempfile.mkdtemp(prefix="solfec-test-"))
        self.addCleanup(shutil.rmtree, folder)
        self.folder = folder
        self.tree = folder / "a tree"
        (self.tree / "tools").mkdir(parents=True)
        (self.tree / "build/release/bin").mkdir(parents=True)
        shutil.copy(ROOT / "tools/run", self.tree / "tools/run")
        self.noted = folder / "setup-words"
        setup = self.tree / "tools/setup"
        setup.write_text("#!/bin/bash\nprintf '%%s\\n' \"$*\" >'%s'\n" % self.noted)
        setup.chmod(0o755)
        self.program = self.tree / "build/release/bin/solfec"
        self.program.symlink_to(PROGRAM)

    def run_in(self, place, command):
        """Exit code and output of a command in a new folder with the scripts."""
        folder = self.folder / place
        shutil.rmtree(folder, True)
        (folder / "folder").mkdir(parents=True)
        (folder / "script.py").write_text(SCRIPT)
        (folder / "wrong.py").write_text("SPHERE(1)\n")
        (folder / "leaves.py").write_text("import sys\nprint(sys.stdin.read())\nsys.exit(7)\n")
        done = subprocess.run(command, cwd=folder, input="words for the script", text=True, timeout=120,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        measured = re.compile(r"memory: \S+ MB")
        return done.returncode, measured.sub("memory", done.stdout), done.stderr

    def run_tool(self, *words, place="here"):
        return self.run_in(place, [str(self.tree / "tools/run"), *words])

    def test_does_what_the_program_does(self):
        for line, code in LINES:
            with self.subTest(line=line):
                words = line.split()
                expected = self.run_in("here", [str(self.program), *words])
                self.assertEqual(expected[0], code, expected[2])
                self.assertEqual(self.run_tool(*words), expected)
                self.assertEqual(self.noted.read_text(), "release solfec _solfec\n")

    def test_words_reach_the_script_as_they_are(self):
        words = ["", "two words", "*", "$HOME", "\\", "'", "\u00e4"]
        code, out, err = self.run_tool("-q", "script.py", "--", *words)
        self.assertEqual((code, out), (0, "%r WRITE\n" % words), err)

    def test_works_through_a_link(self):
        link = self.folder / "link"
        link.symlink_to(self.tree / "tools/run")
        code, out, err = self.run_in("here", [str(link), "-q", "script.py"])
        self.assertEqual((code, out), (0, "None WRITE\n"), err)

    def test_pictures_and_windows_ask_for_their_packages(self):
        for line in ("--render missing.py -o a.png", "-v missing.py", "--watch missing", "--export html missing"):
            self.run_tool(*line.split())
            self.assertEqual(self.noted.read_text(), "--with viewer release solfec _solfec\n", line)

    def test_ranks_are_a_number(self):
        for words in (["-np"], ["-np", "two", "script.py"], ["-np", "0", "script.py"], ["-np", "-1"]):
            code, out, err = self.run_tool(*words)
            value = words[1] if len(words) > 1 else ""
            self.assertEqual((code, out, err), (64, "", "run: -np needs a number of ranks, got '%s'\n" % value))
            self.assertFalse(self.noted.exists())

    def test_a_first_build_is_told(self):
        self.program.unlink()
        (self.tree / "tools/setup").write_text("#!/bin/bash\nln -sf '%s' '%s'\n" % (PROGRAM, self.program))
        for said in ("run: building solfec, once; this takes a few minutes\n", ""):
            self.assertEqual(self.run_tool("-q", "script.py"), (0, "None WRITE\n", said))

    def test_the_exit_code_is_that_of_a_build_that_fails(self):
        (self.tree / "tools/setup").write_text("#!/bin/bash\nexit 70\n")
        self.assertEqual(self.run_tool("-q", "script.py"), (70, "", ""))


if __name__ == "__main__":
    unittest.main()
