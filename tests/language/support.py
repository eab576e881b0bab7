"""What the tests of the input language share."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from solfec import *

PROGRAM = os.environ.get("SOLFEC_PROGRAM", "solfec")
CUBE = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]
CUBE_FACES = [4, 0, 3, 2, 1, 5, 4, 1, 2, 6, 5, 5, 4, 2, 3, 7, 6, 5,
              4, 3, 0, 4, 7, 5, 4, 0, 1, 5, 4, 5, 4, 4, 5, 6, 7, 5]


def cube(at=(0, 0, 0), size=1.0):
    """A HULL cube with a corner at `at`."""
    return TRANSLATE(SCALE(HULL(CUBE, 1, 1), (size, size, size)), at)


class LanguageTest(unittest.TestCase):
    """Test with a folder of its own for results."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="solfec-test-")
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.outputs = 0

    def new_solfec(self, analysis="DYNAMIC", step=1e-3, output=None):
        """A silent SOLFEC object that writes to a new folder."""
        self.outputs += 1
        path = output or os.path.join(self.folder, "out%d" % self.outputs)
        solfec = SOLFEC(analysis, step, path)
        solfec.verbose = "OFF"
        return solfec

    def new_ball(self, solfec, center=(0, 0, 1), radius=0.5, kind="RIGID", label=None):
        bulk = BYLABEL(solfec, "BULK_MATERIAL", "bulk") or BULK_MATERIAL(solfec, label="bulk")
        return BODY(solfec, kind, SPHERE(center, radius, 1, 1), bulk, label)

    def assert_refused(self, kind, text, function):
        """function() raises kind with 'FILE:LINE: ' and then a text that matches."""
        line = r"(^|/)(support|%s)\.py:\d+: " % os.path.basename(sys.argv[0])[:-3]
        with self.assertRaisesRegex(kind, line + text) as caught:
            function()
        return caught.exception

    def run_program(self, *words, script=None, cwd=None, env=None):
        """Runs the program; `script` is written to input.py in the test's folder first."""
        if script is not None:
            with open(os.path.join(self.folder, "input.py"), "w") as file:
                file.write(script)
            words = words + ("input.py",)
        return subprocess.run([PROGRAM, *words], cwd=cwd or self.folder, text=True, timeout=120, env=env,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def main():
    unittest.main(module="__main__", argv=[sys.argv[0]] + sys.argv[1:])
