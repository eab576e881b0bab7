"""What the viewer says where no window can be opened, and what a batch run does not load for it."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ["SOLFEC_PROGRAM"]


class NoWindow(unittest.TestCase):
    def open(self, *words, **environment):
        clean = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "a.py").write_text("open ('ran', 'w')\nSOLFEC ('DYNAMIC', 1E-3, 'out/a')\n")
            done = subprocess.run([PROGRAM, *words], cwd=folder, env={**clean, **environment}, text=True, timeout=60,
                                  capture_output=True, check=False)
            self.assertFalse(Path(folder, "ran").exists(), "the script ran for nothing")
        return done

    def refused(self, done, *words):
        self.assertEqual((done.returncode, done.stdout), (73, ""), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)

    def test_without_a_display(self):
        self.refused(self.open("-v", "a.py"), "cannot open a window: there is no display", "--render")
        self.refused(self.open("-v", "a.py", "--", "-display", ":9", "-geometry", "9x9"), "there is no display")

    def test_with_one_that_does_not_answer(self):
        self.refused(self.open("-v", "a.py", DISPLAY=":987"), "cannot open a window: ", ":987")

    def test_without_freeglut(self):
        self.refused(self.open("-v", "a.py", DISPLAY=":987", SOLFEC_GLUT="libnot.so.1"), "libnot.so.1", "libglut3.12",
                     "tools/setup --with viewer")

    def test_mistakes_of_the_command_line(self):
        done = self.open("-g", "1x1", "a.py")
        self.assertEqual(done.returncode, 64)

    def test_a_batch_run_is_linked_to_no_window_system(self):
        said = subprocess.run(["ldd", PROGRAM], text=True, capture_output=True, check=True).stdout
        for library in ("libglut", "libGL", "libX11", "libEGL"):
            self.assertNotIn(library, said)


if __name__ == "__main__":
    unittest.main()
