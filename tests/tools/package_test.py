#!/usr/bin/env python3
"""The parts of the package solfec are found by the program and by ordinary Python, in the build and installed.

SOLFEC_PROGRAM is the program, SOLFEC_BUILD its build folder."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("SOLFEC_BUILD", ROOT / "build/release"))
PROGRAM = os.environ.get("SOLFEC_PROGRAM", str(BUILD / "bin/solfec"))
PARTS = sorted(".".join(path.relative_to(ROOT / "python").with_suffix("").parts).removesuffix(".__init__")
               for folder in ("solfec", "compas_solfec")
               for path in (ROOT / "python" / folder).rglob("*.py"))
SCRIPT = "import " + ", ".join(PARTS) + """
from solfec import *
from solfec.build import column
solfec = SOLFEC('DYNAMIC', 1e-3, 'out')
bodies = column(2.0, 0.5, 3).bodies(solfec, BULK_MATERIAL(solfec, density=1000.0))
print('made', len(bodies), bodies[0].label)
"""
WRONG = "from solfec.build import column\n\ncolumn(2.0, -0.5, 3)\n"


class Package(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="solfec-test-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "script.py").write_text(SCRIPT)
        (self.folder / "wrong.py").write_text(WRONG)

    def run_both(self, program, packages):
        """The script makes its bodies, the wrong one tells its line, in the program and in Python."""
        environment = {**os.environ, "PYTHONPATH": str(packages), "PYTHONDONTWRITEBYTECODE": "1"}
        for runner in ([str(program), "-q"], ["/usr/bin/python3"]):
            for script, code, text in (("script.py", 0, "made 3 column 0"),
                                       ("wrong.py", None, "wrong.py:3: column: radius must be positive, got -0.5 m")):
                done = subprocess.run([*runner, script], cwd=self.folder, env=environment, text=True,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
                self.assertIn(text, done.stdout)
                self.assertEqual(done.returncode == 0, code == 0, done.stdout)

    def run_example_and_selftest(self, program, inputs):
        """Examples are those of the installation, and all answers of the self-test hold."""
        def run(*words):
            return subprocess.run([str(program), *words], cwd=self.folder, text=True, timeout=120,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        names = [line.split()[0] for line in run("--example").stdout.splitlines() if line][:-1]
        scripts = sorted((ROOT / "inp").rglob("*.py"))
        self.assertEqual(sorted(names), sorted(str(p.relative_to(ROOT / "inp"))[:-3] for p in scripts))
        done = run("--example", "shaken-table", "-q")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"example motion/shaken-table is {inputs}/motion/shaken-table.py", done.stderr)
        self.assertIn("the block slides back", done.stdout)
        self.assertTrue((self.folder / "out/motion/shaken-table").exists())
        done = run("--selftest")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("answers of 10 scenes hold", done.stdout)

    def test_in_the_build(self):
        self.assertIn("solfec.build.wall", PARTS)
        self.run_both(PROGRAM, BUILD / "python")

    def test_installed(self):
        place = self.folder / "a place"
        subprocess.run(["cmake", "--install", str(BUILD), "--prefix", str(place)], check=True,
                       stdout=subprocess.DEVNULL)
        packages = place / "lib/solfec/python"
        self.assertFalse([p for p in packages.rglob("*") if p.is_symlink()])
        program = place / "bin" / Path(PROGRAM).name
        self.run_both(program, packages)
        self.run_example_and_selftest(program, place / "share/solfec/inp")


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    unittest.main()
