"""Jobs on several ranks: what the programs link, how jobs start, fail and end, and their exit codes."""

import os
import re
import shutil
import subprocess
import tempfile
import time
import unittest

SOLFEC = os.environ["SOLFEC_PROGRAM"]
SOLFEC_MPI = os.environ["SOLFEC_MPI_PROGRAM"]
TESTS = os.environ["SOLFEC_MPI_TESTS"]
MPIRUN = [os.environ["SOLFEC_MPIRUN"], "--oversubscribe", "--bind-to", "none", "-np"]
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

MODEL = """
solfec = SOLFEC('DYNAMIC', 1E-3, 'out')
SURFACE_MATERIAL(solfec, model='SIGNORINI_COULOMB', friction=0.3)
bulk = BULK_MATERIAL(solfec, density=1E3)
BODY(solfec, 'OBSTACLE', SPHERE((0, 0, -1), 1, 1, 1), bulk)
BODY(solfec, 'RIGID', SPHERE((0.01, 0, 0.5), 0.5, 1, 1), bulk)
GRAVITY(solfec, (0, 0, -10))
solver = GAUSS_SEIDEL_SOLVER(1E-6, 100)
OUTPUT(solfec, 1E-3)
RUN(solfec, solver, 0.02)
"""


class Launch(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def run_job(self, ranks, *words, script=None, **environment):
        """Runs words, with the path of a script after them, on some ranks; 0: without mpirun."""
        command = (MPIRUN + [str(ranks)] if ranks else []) + list(words)
        if script is not None:
            path = os.path.join(self.folder, "model.py")
            with open(path, "w") as file:
                file.write(script)
            command.append(path)
        started = time.monotonic()
        done = subprocess.run(command, cwd=self.folder, text=True, timeout=60, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env={**os.environ, **environment})
        self.assertLess(time.monotonic() - started, 30)
        return done

    def libraries_of(self, program):
        return subprocess.run(["ldd", program], text=True, stdout=subprocess.PIPE).stdout

    def test_only_solfec_mpi_links_mpi_and_zoltan(self):
        self.assertNotRegex(self.libraries_of(SOLFEC), "libmpi|zoltan|open-rte")
        self.assertRegex(self.libraries_of(SOLFEC_MPI), r"(?s)libtrilinos_zoltan.*libmpi\.|libmpi\..*zoltan")

    def test_the_serial_program_on_several_ranks_names_the_right_command(self):
        done = self.run_job(3, SOLFEC, "-q", script=MODEL)
        self.assertEqual(done.returncode, 64)
        self.assertEqual(done.stderr.count("mpirun -np 3 solfec-mpi -q "), 1, done.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "out")))
        self.assertEqual(self.run_job(1, SOLFEC, "--help").returncode, 0)

    def test_one_rank_writes_the_same_bytes_as_the_serial_program(self):
        frames = []
        for ranks, program in ((0, SOLFEC), (1, SOLFEC_MPI), (0, SOLFEC_MPI)):
            done = self.run_job(ranks, program, "-w", script=MODEL)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("warning", done.stderr)
            with open(os.path.join(self.folder, "out", "frames.0.xdr"), "rb") as file:
                frames.append(file.read())
        self.assertEqual(frames[0], frames[1])
        self.assertEqual(frames[0], frames[2])
        with open(os.path.join(self.folder, "out", "provenance.txt")) as file:
            provenance = file.read()
        self.assertRegex(provenance, r"\nMPI: \S+ MPI v\d")
        self.assertIn("\nthreads: 1\n", provenance)

    def test_texts_come_once(self):
        done = self.run_job(3, SOLFEC_MPI, "--version")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(re.findall(r"(?m)^MPI: .*\d", done.stdout)), 1)
        done = self.run_job(3, SOLFEC_MPI, "--dock")
        self.assertEqual(done.returncode, 64)
        self.assertEqual(done.stderr.count("solfec: unknown option '--dock'"), 1)

    def test_exit_codes_are_those_of_the_serial_program(self):
        for script, code in (("sys = __import__('sys'); sys.exit(7)", 7), ("1/0", 2),
                             ("BODY(1, 2)", 2)):
            self.assertEqual(self.run_job(1, SOLFEC_MPI, script=script).returncode, code)
        self.assertEqual(self.run_job(1, SOLFEC_MPI, "no-such.py").returncode,
                         self.run_job(0, SOLFEC, "no-such.py").returncode)

    def test_threads_without_cores_are_told(self):
        done = self.run_job(1, SOLFEC_MPI, "-t", "500", script="pass")
        self.assertIn("solfec: warning: 1 rank of 500 threads share", done.stderr)
        done = self.run_job(0, SOLFEC, "-t", "500", script="pass")
        self.assertEqual(done.stderr, "")

    def test_a_failing_rank_fails_the_job(self):
        for rank in "01":
            done = self.run_job(2, TESTS, "--gtest_filter=FailingRank.EndsTheJob", SOLFEC_FAIL_ON_RANK=rank)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("rank %s: " % rank, done.stdout)

    def test_a_rank_that_ends_alone_gives_its_code_to_the_job(self):
        for rank, code in (("0", 42), ("1", 42), ("all", 43)):
            done = self.run_job(2, TESTS, "--gtest_filter=FailingRank.Gives*", SOLFEC_FINISH_ON_RANK=rank)
            self.assertEqual(done.returncode, code, done.stderr)

    def test_tools_run_checks_the_number_of_ranks(self):
        for word in ("0", "x", "-2", ""):
            done = self.run_job(0, os.path.join(ROOT, "tools", "run"), "-np", word, "a.py")
            self.assertEqual((done.returncode, done.stdout), (64, ""))
            self.assertIn("run: -np needs a number of ranks", done.stderr)


if __name__ == "__main__":
    unittest.main()
