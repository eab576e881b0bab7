"""Files of ranks that are lost, or come from another run of the same model, are named; nothing is dropped without a copy."""

import os
import shutil
import subprocess
import tempfile
import unittest

SOLFEC = os.environ["SOLFEC_PROGRAM"]
SOLFEC_MPI = os.environ["SOLFEC_MPI_PROGRAM"]
MPIRUN = [os.environ["SOLFEC_MPIRUN"], "--oversubscribe", "--bind-to", "none", "-np", "2"]

SCRIPT = """
s = SOLFEC('DYNAMIC', 0.01, 'out')
m = BULK_MATERIAL(s)
SURFACE_MATERIAL(s)
GRAVITY(s, (0, 0, -%g))
for i in range(8): BODY(s, 'RIGID', SPHERE((3 * i, 0, 5), 1, 1, 1), m)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-6, 100), 0.05)
"""


class LostParts(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="solfec-parts-")
        self.addCleanup(shutil.rmtree, self.folder, True)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def run_words(self, *words):
        return subprocess.run(words, cwd=self.folder, text=True, timeout=120, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)

    def run_ranks(self, gravity, *words):
        with open(self.path("model.py"), "w") as file:
            file.write(SCRIPT % gravity)
        done = self.run_words(*MPIRUN, SOLFEC_MPI, "-q", "--share", "1", *words, "model.py")
        self.assertEqual(done.returncode, 0, done.stderr)

    def frames(self, rank, folder="out"):
        with open(self.path(folder, f"frames.{rank}.xdr"), "rb") as file:
            return file.read()

    def test_a_lost_file_is_named_and_the_folder_is_not_written_over(self):
        self.run_ranks(10)
        self.assertNotIn("lacks", self.run_words(SOLFEC, "--info", "out").stdout)
        kept = self.frames(0)
        os.remove(self.path("out", "frames.1.xdr"))
        line = "out/frames.1.xdr: missing; lacks its part of 6 of 6 frames (0 .. 5)"
        self.assertIn(line + "\nframes from number 0 on lack parts and cannot be shown\n",
                      self.run_words(SOLFEC, "--repair", "out").stdout)
        for words in (("--info", "out"), ("-q", "model.py"), ("-q", "-c", "model.py")):
            done = self.run_words(SOLFEC, *words)
            self.assertEqual(done.returncode, 65, (words, done.stderr))
            self.assertIn("no frame that all its ranks have written; " + line, done.stderr)
        self.assertEqual(self.frames(0), kept)

    def test_the_end_of_a_file_costs_the_frames_that_need_it_and_they_are_kept(self):
        self.run_ranks(10)
        whole, part = self.frames(0), self.frames(1)
        with open(self.path("out", "frames.1.xdr"), "wb") as file:
            file.write(part[:len(part) // 2])
        told = self.run_words(SOLFEC, "--info", "out").stdout
        self.assertRegex(told, r"out/frames\.1\.xdr: lacks its part of \d of 6 frames \(\d .. 5\)\nframes from number \d "
                               r"on are left out\n")
        read = self.run_words(SOLFEC, "-q", "model.py")
        self.assertEqual(read.returncode, 0, read.stderr)
        self.assertRegex(read.stderr, r"the last \d frames lack parts of other ranks and are left out")
        self.run_ranks(10, "-c")
        self.assertEqual((self.frames(0), self.frames(1)), (whole, part))  # computed again, with equal bits
        with open(self.path("out", "frames.0.xdr.removed-1"), "rb") as file:
            self.assertTrue(whole.endswith(file.read()))

    def test_a_part_of_another_run_is_no_part(self):
        self.run_ranks(10)
        self.run_ranks(9, "-o", "other")
        shutil.copy(self.path("other", "frames.1.xdr"), self.path("out", "frames.1.xdr"))
        done = self.run_words(SOLFEC, "--info", "out")
        self.assertEqual(done.returncode, 0)
        self.assertIn("out/frames.1.xdr: lacks its part of 5 of 6 frames (1 .. 5); 5 are of another run\n"
                      "frames from number 1 on are left out\n", done.stdout)  # the first frame of both is the same


if __name__ == "__main__":
    unittest.main()
