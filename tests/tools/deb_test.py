#!/usr/bin/env python3
"""The Debian packages are built by cpack, unpacked with dpkg-deb and run from there.

SOLFEC_BUILD is the build folder, with everything built."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("SOLFEC_BUILD", ROOT / "build/release"))


def run(*words, **more):
    return subprocess.run([str(word) for word in words], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=1200, **more)


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="solfec-deb-")
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.folder = Path(cls.scratch.name)
        done = run("cpack", "-G", "DEB", "--config", BUILD / "CPackConfig.cmake", "-B", cls.folder / "made",
                   cwd=cls.folder)
        assert done.returncode == 0, done.stdout
        cls.files = {path.name.split("_")[0]: path for path in (cls.folder / "made").glob("*.deb")}
        cls.root = cls.folder / "root"
        for path in cls.files.values():
            done = run("dpkg-deb", "-x", path, cls.root)
            assert done.returncode == 0, done.stdout

    def field(self, package, name):
        return run("dpkg-deb", "-f", self.files[package], name).stdout.strip()

    def contents(self, package):
        lines = run("dpkg-deb", "-c", self.files[package]).stdout.splitlines()
        return {line.split()[5][1:] for line in lines if not line.split()[5].endswith("/")}

    def test_have_names_and_dependencies(self):
        self.assertLessEqual({"solfec", "python3-solfec", "solfec-doc"}, set(self.files))
        needs = self.field("solfec", "Depends")
        for library in ("libc6", "libpython3", "libzstd1", "libqhull"):
            self.assertIn(library, needs)
        self.assertNotIn("hdf5", needs)  # opened when a stored problem asks for it
        self.assertIn("libhdf5", self.field("solfec", "Recommends"))
        version = self.field("solfec", "Version")
        self.assertIn(f"solfec (= {version})", self.field("python3-solfec", "Depends"))
        self.assertRegex(self.field("python3-solfec", "Depends"), r"python3 \(<< 3\.\d+\)")
        self.assertEqual(self.field("solfec-doc", "Architecture"), "all")
        if "solfec-mpi" in self.files:
            self.assertRegex(self.field("solfec-mpi", "Depends"), r"solfec \(= .*libopenmpi")

    def test_hold_each_file_once_under_usr(self):
        seen = set()
        for package in self.files:
            files = self.contents(package)
            self.assertFalse(files & seen)
            seen |= files
            self.assertTrue(all(path.startswith("/usr/") for path in files))
            self.assertIn(f"/usr/share/doc/{package}/copyright", files)
        for path in ("/usr/bin/solfec", "/usr/share/solfec/inp/masonry/arch.py",
                     "/usr/share/bash-completion/completions/solfec", "/usr/share/doc/solfec/CHANGELOG.md",
                     "/usr/lib/solfec/python/solfec/selftest/run.py", "/usr/lib/python3/dist-packages/solfec.pth",
                     "/usr/share/doc/solfec-doc/docs/language.md",
                     "/usr/share/doc/solfec-doc/docs/figures/picture-arch.png"):
            self.assertIn(path, seen)
        self.assertNotIn("__pycache__", " ".join(seen))

    def test_run_unpacked(self):
        program, environment = self.root / "usr/bin/solfec", {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        work = self.folder / "work"
        work.mkdir()
        done = run(program, "--selftest", cwd=work, env=environment)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("answers of 10 scenes hold", done.stdout)
        done = run(program, "--example", "shaken-table", "-q", cwd=work, env=environment)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn(f"is {self.root}/usr/share/solfec/inp/motion/shaken-table.py", done.stdout)
        self.assertIn("the block slides back", done.stdout)

    def test_give_ordinary_python_the_language(self):
        packages = self.root / "usr/lib/python3/dist-packages"
        script = f"import site; site.addsitedir({str(packages)!r}); import solfec, solfec_results, solfec.quake, compas_solfec;" \
                 "print(solfec.__file__); print(solfec.SPHERE((0, 0, 0), 1, 1, 1))"
        done = run("/usr/bin/python3", "-c", script, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("usr/lib/solfec/python/solfec/__init__.py", done.stdout)

    def test_have_a_man_page_that_man_reads(self):
        page = self.root / "usr/share/man/man1/solfec.1"
        if not page.exists():
            self.skipTest("help2man was missing when the build was configured")
        text = page.read_text()
        for option in ("selftest", "example", "render"):
            self.assertRegex(text, r"\\fB\\-\\-%s\\fR" % option)

    def test_complete_options_and_examples(self):
        script = self.root / "usr/share/bash-completion/completions/solfec"
        program = self.root / "usr/bin/solfec"
        for words, found in ((("--selft",), {"--selftest"}),
                             (("--example", "masonry/ar"), {"masonry/arch", "masonry/arch-study"}),
                             (("--doc", "HING"), {"HINGE"}), (("--export", ""), {"vtk", "csv", "html"}),
                             (("scri",), set())):
            line = " ".join(f"'{word}'" for word in words)
            done = run("bash", "-c", f"source '{script}'; COMP_WORDS=('{program}' {line}); COMP_CWORD={len(words)}; "
                                     "_solfec; printf '%s\\n' \"${COMPREPLY[@]}\"")
            self.assertEqual(set(re.findall(r"\S+", done.stdout)), found)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    unittest.main()
