"""Ranks that part: scripts that do not run alike, errors and ends on one rank. The job ends soon, says why
and leaves the results readable."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

SOLFEC = os.environ["SOLFEC_PROGRAM"]
SOLFEC_MPI = os.environ["SOLFEC_MPI_PROGRAM"]
MPIRUN = [os.environ["SOLFEC_MPIRUN"], "--oversubscribe", "--bind-to", "none", "-np"]
LONGEST = 20.0  # s
LONG = "long" in sys.argv  # all cases
SHORT = ("skip", "place", "body in callback", "barrier in callback", "early", "duration")

# A row of balls that rest on each other, dealt out to all ranks; the case is a word of the script.
MODEL = """
import os, signal, sys, time
case = (NON_SOLFEC_ARGV() or [''])[0]
def on(rank, name): return case == name and RANK() == rank
solfec = SOLFEC('DYNAMIC', 2E-3 if on(1, 'step') else 1E-3, 'out')
bulk = BULK_MATERIAL(solfec, model='KIRCHHOFF', young=1E9, poisson=0.25, density=1E3)
SURFACE_MATERIAL(solfec, model='SIGNORINI_COULOMB', friction=0.3)
if not on(1, 'skip'): GRAVITY(solfec, (0, 0, -10))
if on(1, 'value'): bulk.density = 2E3
BODY(solfec, 'OBSTACLE', SPHERE((0, 0, -50), 50, 1, 1), bulk)
balls = [BODY(solfec, 'RIGID', SPHERE((i, 0.1 * on(1, 'place'), 0.5), 0.51, 1, 1), bulk) for i in range(8)]
if on(1, 'body'): BODY(solfec, 'RIGID', SPHERE((1, 0, 9), 0.4, 1, 1), bulk)
OUTPUT(solfec, 2E-3)
solver = GAUSS_SEIDEL_SOLVER(1E-6, 100)
calls = []
def call(x):
    calls.append(x)
    if len(calls) < 3: return 1
    if on(1, 'body in callback'): BODY(solfec, 'RIGID', SPHERE((1, 0, 9), 0.4, 1, 1), bulk)
    if on(2, 'step in callback'): solfec.step = 5E-4
    if on(1, 'delete in callback'): DELETE(solfec, balls[3])
    if on(1, 'barrier in callback'): BARRIER()
    if on(1, 'raise'): raise ValueError('no')
    if on(2, 'exit'): sys.exit(7)
    if on(0, 'exit of rank 0'): sys.exit(9)
    if on(1, 'exit without code'): sys.exit(0)
    if on(1, 'abort'): os.abort()
    if on(1, 'kill'): os.kill(os.getpid(), signal.SIGKILL)
    if on(1, 'loop'):
        while True: pass
    if on(1, 'sleep'): time.sleep(1000)
    if on(1, 'halt'): os.kill(os.getpid(), signal.SIGSTOP)
    if case == 'slow': time.sleep(0.5)
    return 1
CALLBACK(solfec, 5E-3, 0, call)
def push(q, u, t, h):  # called by the owner of its ball alone
    if case.startswith('force') and t > 0.01: raise ValueError('in force')
    return (0,) * 9
FORCE(balls[7], 'SPATIAL', balls[7].center, (1, 0, 0), push)
if on(1, 'early'): sys.exit(0)
if on(2, 'early with code'): sys.exit(5)
try:
    if not on(1, 'skip RUN'): RUN(solfec, solver, 0.03)
except ValueError:
    if not case.startswith('force caught'): raise
if on(0, 'barrier'): BARRIER()
if on(2, 'RUN'): RUN(solfec, solver, 0.02)
if on(2, 'object'): SOLFEC('DYNAMIC', 1, 'other')
RUN(solfec, solver, 0.031 if on(2, 'duration') else 0.03)
if on(0, 'work of rank 0'): time.sleep(7)
"""

# What differs: rank 0 says it once, the exit code is 2.
APART = {
    "step": r"RUN: ranks 0 and 1 do not run the script alike: step: 0.001 s.* on rank 0, 0.002 s.* on rank 1",
    "skip": r"ranks 0 and 1 .*: calls of GRAVITY: 1 \(model.py:8\) on rank 0, none on rank 1",
    "value": r"ranks 0 and 1 .*: calls of BULK_MATERIAL.density: none on rank 0, 1 \(model.py:9\) on rank 1",
    "place": r"ranks 0 and 1 .*: body 2 of the script: RIGID, mass .*\(0, 0, 0.5\) m .*rank 0, .*\(0, 0.1, 0.5\) m",
    "body": r"ranks 0 and 1 .*: calls of BODY: 9 \(model.py:11\) on rank 0, 10 \(model.py:12\) on rank 1",
    "body in callback": r"ranks 0 and 1 .*: calls of BODY: 9 \(model.py:11\) on rank 0, 10 \(model.py:19\) on rank 1",
    "step in callback": r"ranks 0 and 2 .*: calls of SOLFEC.step: none on rank 0, 1 \(model.py:20\) on rank 2",
    "delete in callback": r"ranks 0 and 1 .*: calls of DELETE: none on rank 0, 1 \(model.py:21\) on rank 1",
    "barrier in callback": r"rank 0 is in RUN at t=0.015 s after .*, rank 1 waits at BARRIER",
    "early": r"rank 0 begins a RUN after model.py:39: FORCE, rank 1 is at the end of the script",
    "skip RUN": r"ranks 0 and 1 .*: duration of RUN|ranks 0 and 1 .*: rank 0 begins a RUN",
    "barrier": r"BARRIER: ranks 0 and 1 .*: rank 0 waits at BARRIER after model.py:43: RUN, rank 1 begins a RUN",
    "RUN": r"rank 0 is at the end of the script after .*, rank 2 begins a RUN|ranks 0 and 2 .*duration of RUN",
    "object": r"ranks 0 and 2 .*: rank 0 begins a RUN after .*, rank 2 makes a SOLFEC object",
    "duration": r"ranks 0 and 2 .*: duration of RUN: 0.03 s .* on rank 0, 0.031 s .* on rank 2",
}


class Faults(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        with open(os.path.join(self.folder, "model.py"), "w") as file:
            file.write(MODEL)

    def run_case(self, case, *options, ranks=3):
        command = MPIRUN + [str(ranks), SOLFEC_MPI, "-q", "-w", *options, "model.py", case]
        started = time.monotonic()
        done = subprocess.run(command, cwd=self.folder, text=True, timeout=60, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertLess(time.monotonic() - started, LONGEST)
        return done

    def frames(self):
        """Number of frames, which all can be read."""
        done = subprocess.run([SOLFEC, "out"], cwd=self.folder, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout)
        return int(re.search(r"(\d+) frames?, t = 0", done.stdout).group(1))

    def test_the_model_itself_is_right(self):
        done = self.run_case("")
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertNotIn("error", done.stderr)

    def test_what_ranks_do_not_do_alike_is_named(self):
        for case, said in APART.items():
            if not LONG and case not in SHORT:
                continue
            with self.subTest(case):
                done = self.run_case(case)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertRegex(done.stderr, said)
                self.assertEqual(done.stderr.count("do not run the script alike"), 1, done.stderr)

    def test_an_end_on_one_rank_gives_its_code_to_the_job(self):
        for case, code, said in (
                ("early with code", 5, "RUN: rank 2 has ended with exit code 5 after model.py:39: FORCE"),
                ("raise", 2, r"(?s)RUN: rank 1 has an error in RUN: ValueError: no.*rank 1: model.py:23: ValueError: no"),
                ("exit", 7, "RUN: rank 2 has an error in RUN: SystemExit: 7"),
                ("exit of rank 0", 9, "9"),
                ("exit without code", 2, "RUN: rank 1 has an error in RUN: SystemExit: 0")):
            with self.subTest(case):
                done = self.run_case(case)
                self.assertEqual(done.returncode, code, done.stderr)
                self.assertRegex(done.stderr, said)
                if not case.startswith("early"):
                    self.assertGreaterEqual(self.frames(), 7)

    def test_an_error_within_a_step_ends_the_others_there(self):
        for case in ("force", "force caught") if LONG else ("force",):
            with self.subTest(case):
                done = self.run_case(case)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertRegex(done.stderr, "in force|has lost the others by an error before")
                self.assertIn("others wait within a step", done.stderr)
                self.assertGreaterEqual(self.frames(), 5)

    def test_a_crash_of_one_rank_ends_the_job(self):
        for case, code in (("abort", 134), ("kill", 137)):
            with self.subTest(case):
                done = self.run_case(case)
                self.assertEqual(done.returncode, code, done.stderr)
                self.assertIn("rank 1", done.stderr)
                self.assertGreaterEqual(self.frames(), 7)

    def test_a_watchdog_names_the_rank_that_is_stuck_and_its_line(self):
        for case, said in (("loop", r"watchdog: rank 1 has been stuck for [2-4].* at model.py:30 \(call\)"),
                           ("sleep", r"watchdog: rank 1 has been stuck for [2-4].* at model.py:31 \(call\)"),
                           ("halt", r"watchdog: rank [02] has waited for others for [6-9].* after the step at t=0.01")):
            if case == "sleep" and not LONG:
                continue
            with self.subTest(case):
                done = self.run_case(case, "--watchdog", "2")
                self.assertEqual(done.returncode, 70, done.stderr)
                self.assertRegex(done.stderr, said)
                self.assertGreaterEqual(self.frames(), 7)

    @unittest.skipUnless(LONG, "long")
    def test_a_watchdog_lets_slow_scripts_go(self):
        done = self.run_case("slow", "--watchdog", "2")
        self.assertEqual(done.returncode, 0, done.stderr)

    @unittest.skipUnless(LONG, "long")
    def test_a_rank_may_work_alone_after_the_last_run(self):
        done = self.run_case("work of rank 0")
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
