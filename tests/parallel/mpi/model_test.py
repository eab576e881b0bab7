"""Models on several ranks, from the command line: the same motion as on one, results that all read."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "python"))
import solfec_results  # noqa: E402

SOLFEC = os.environ["SOLFEC_PROGRAM"]
SOLFEC_MPI = os.environ["SOLFEC_MPI_PROGRAM"]
ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 3))
MPIRUN = [os.environ["SOLFEC_MPIRUN"], "--oversubscribe", "--bind-to", "none", "-np"]

# Cubes in stacks with gaps on a floor; words of the script: folder, end, more code.
CUBES = """
import json
words = NON_SOLFEC_ARGV()
folder, end = words[0], float(words[1])
solfec = SOLFEC('DYNAMIC', 1E-3, folder)
bulk = BULK_MATERIAL(solfec, model='KIRCHHOFF', young=1E9, poisson=0.25, density=1E3)
SURFACE_MATERIAL(solfec, model='SIGNORINI_COULOMB', friction=0.3)
GRAVITY(solfec, (0, 0, -10))

def box(lo, hi):
    x = (lo[0], hi[0], hi[0], lo[0])
    y = (lo[1], lo[1], hi[1], hi[1])
    return HULL([v for z in (lo[2], hi[2]) for a, b in zip(x, y) for v in (a, b, z)], 1, 1)

BODY(solfec, 'OBSTACLE', box((-5, -5, -1), (15, 15, 0)), bulk, label='floor')
cubes = []
for i in range(4):
    for j in range(3):
        for k in range(3):
            corner = (1.01 * i + 0.1 * k, 1.01 * j, k + 0.001 * (k + 1))
            cubes.append(BODY(solfec, 'RIGID', box(corner, [c + 1 for c in corner]), bulk))
OUTPUT(solfec, 0.01)
solver = GAUSS_SEIDEL_SOLVER(1E-9, 2000, 1E-14)
MORE
RUN(solfec, solver, end)
times, energy = HISTORY(solfec, [(solfec, 'KINETIC')], 0, end)[0:2]
state = [[list(cube.conf), list(cube.velo)] for cube in cubes]
print(json.dumps({'ranks': NCPU(solfec), 'energy': list(energy), 'state': state}))
"""


# A wall of five courses under its weight in quasi-static steps of 1 s, which it stands.
WALL = """
import json
folder, sweeps = NON_SOLFEC_ARGV()
solfec = SOLFEC('QUASI_STATIC', 1.0, folder)
bulk = BULK_MATERIAL(solfec, model='KIRCHHOFF', young=1E9, poisson=0.25, density=2E3)
SURFACE_MATERIAL(solfec, model='SIGNORINI_COULOMB', friction=0.7)
GRAVITY(solfec, (0, 0, -9.81))

def box(x, z, a, c):
    return HULL([v for k in (z, z + c) for j in (0, .25) for i in (x, x + a) for v in (i, j, k)], 1, 1)

BODY(solfec, 'OBSTACLE', box(-5, -1, 10, 1), bulk)
bricks = [BODY(solfec, 'RIGID', box((i + .5 * (j % 2)) * .5, .25 * j, .5, .25), bulk)
          for j in range(5) for i in range(6)]
RUN(solfec, GAUSS_SEIDEL_SOLVER(1E-6, int(sweeps), 1E-6), 5.0)
way = max(abs(brick.conf[9 + i] - brick.center[i]) for brick in bricks for i in range(3))
print(json.dumps({'ranks': NCPU(solfec), 'way': way, 'left': solfec.out_of_balance}))
"""


# A cube that was modelled 5 mm deep in a floor, under its weight, slides there without friction.
# Balls in a row run into slower ones on a floor: with a tolerance of 1.01 cells change in nearly every step, and contacts
# between bodies of two ranks are where the loads are decided.
RUSH = """
words = NON_SOLFEC_ARGV()
solfec = SOLFEC('DYNAMIC', 1E-3, words[0])
WARNINGS(solfec, 'OFF')
bulk = BULK_MATERIAL(solfec, density=1E3)
SURFACE_MATERIAL(solfec, friction=0.3)
GRAVITY(solfec, (0, 0, -10))
IMBALANCE_TOLERANCE(solfec, 1.01)
floor = [(x, y, z) for z in (-1, 0) for x, y in ((-3, -1), (3, -1), (3, 1), (-3, 1))]
BODY(solfec, 'OBSTACLE', HULL([v for corner in floor for v in corner], 1, 1), bulk)
for i in range(14):
    for j in range(2):
        for k in range(3):
            off = 1E-3 * ((7 * i + 5 * j + 3 * k) % 10)
            ball = BODY(solfec, 'RIGID' if (i + j) % 3 else 'PSEUDO_RIGID', SPHERE((0.2 * i - 1.4 + off, 0.2 * j - off, 0.1 + 0.2 * k), 0.1, 1, 1), bulk)
            INITIAL_VELOCITY(ball, (2 if i > 6 else 6, 0, 0), (0, 0, 0))
OUTPUT(solfec, 0.005)
RUN(solfec, GAUSS_SEIDEL_SOLVER(), float(words[1]))
"""

BUILT_IN = """
import json
folder, speed = NON_SOLFEC_ARGV()
solfec = SOLFEC('DYNAMIC', 1E-3, folder)
bulk = BULK_MATERIAL(solfec, model='KIRCHHOFF', young=1E9, poisson=0.25, density=1E3)
SURFACE_MATERIAL(solfec, model='SIGNORINI_COULOMB', friction=0)
GRAVITY(solfec, (0, 0, -10))

def box(lo, hi):
    return HULL([(x, y, z) for x in (lo[0], hi[0]) for y in (lo[1], hi[1]) for z in (lo[2], hi[2])], 1, 1)

BODY(solfec, 'OBSTACLE', box((-1, -2, -1), (11, 2, 0)), bulk)
cube = BODY(solfec, 'RIGID', box((0, -.1, -.005), (.2, .1, .195)), bulk)
INITIAL_VELOCITY(cube, (float(speed), 0, 0), (0, 0, 0))
RUN(solfec, GAUSS_SEIDEL_SOLVER(1E-8, 1000), 0.1)
print(json.dumps({'ranks': NCPU(solfec), 'rise': cube.conf[11] - cube.center[2]}))
"""


def script_with(more):
    return CUBES.replace("MORE", more)


class Model(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def command(self, ranks, script, options, words):
        path = os.path.join(self.folder, "model.py")
        with open(path, "w") as file:
            file.write(script)
        start = [SOLFEC] if ranks == 0 else MPIRUN + [str(ranks), SOLFEC_MPI]
        return start + ["-q"] + list(options) + [path] + [str(word) for word in words]

    def run_model(self, ranks, *words, script=script_with(""), options=("-w",)):
        return subprocess.run(self.command(ranks, script, options, words), cwd=self.folder, text=True, timeout=200,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def result(self, *arguments, **options):
        done = self.run_model(*arguments, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
        self.assertEqual(len(lines), 1, done.stdout)  # said once
        return json.loads(lines[0])

    def bytes_of(self, folder):
        with open(os.path.join(self.folder, folder, "frames.0.xdr"), "rb") as file:
            return file.read()

    def assert_close(self, one, other, bound):
        def numbers(item):
            return [n for part in item for n in numbers(part)] if isinstance(item, list) else [item]
        pairs = list(zip(numbers(one), numbers(other), strict=True))
        self.assertLess(max(abs(a - b) for a, b in pairs), bound)

    def test_motion_is_that_of_one_rank_and_repeats_to_the_bit(self):
        one = self.result(0, "one", 0.03)
        for ranks in (2, 4):
            with self.subTest(ranks=ranks):
                several = self.result(ranks, "several", 0.03)
                self.assertEqual(several["ranks"], ranks)
                self.assert_close(several["state"], one["state"], 1e-6)
                self.assert_close(several["energy"], one["energy"], 1e-3)  # of 1e4 J
                frames = self.bytes_of("several")
                self.result(ranks, "several", 0.03)
                self.assertEqual(self.bytes_of("several"), frames)

    def test_a_wall_stands_in_long_quasi_static_steps(self):
        for ranks in (1, 2, 3):
            found = self.result(ranks, "wall-%d" % ranks, "1000", script=WALL)
            self.assertEqual(found["ranks"], ranks)
            self.assertLess(found["way"], 1e-7)
            self.assertLess(found["left"], 1e-3)
        few = self.run_model(2, "few", "1", script=WALL)
        self.assertEqual(few.returncode, 3, few.stderr)
        self.assertRegex(few.stderr, r"RUN: t=0 s: body \d+ .*this quasi-static step has no solution")

    def test_what_was_built_into_another_body_stays_there(self):
        for ranks in (1, 2, 3):
            with self.subTest(ranks=ranks):
                found = self.result(ranks, "built-%d" % ranks, 10, script=BUILT_IN)
                self.assertEqual(found["ranks"], ranks)
                self.assertLess(abs(found["rise"]), 1e-9)

    def test_any_number_of_ranks_reads_and_continues_results_of_any_other(self):
        first = self.result(4, "runs", 0.02)
        for ranks in (0, 3):
            read = self.result(ranks, "runs", 0.02, options=())
            self.assertEqual(read["state"], first["state"])
            self.assertEqual(read["energy"], first["energy"])
        self.result(2, "runs", 0.03, options=("-c",))
        self.result(0, "runs", 0.04, options=("-c",))
        last = self.result(3, "runs", 0.05, options=("-c",))
        self.assert_close(last["state"], self.result(0, "one", 0.05)["state"], 1e-6)

    def test_functions_of_the_user_see_what_they_see_on_one_rank(self):
        more = """
heights = []
pins = []
def look(data):
    heights.append(round(sum(cube.conf[11] for cube in cubes), 6))
    if len(heights) == 3: INITIAL_VELOCITY(cubes[0], (0, 0, 2), (0, 0, 0))
    if len(heights) == 4: cubes.append(BODY(solfec, 'RIGID', SPHERE((2, 2, 6), 0.3, 1, 1), bulk))
    if len(heights) == 2: pins.append(FIX_POINT(cubes[20], cubes[20].center))
    if len(heights) == 5: DELETE(solfec, cubes.pop(7))
    if len(heights) == 6: DELETE(solfec, pins.pop())
    return 1
CALLBACK(solfec, 0.004, 0, look)
def push(data, q, u, time, step): return (0, 0, 4E3 * (q[11] < 3), 0, 0, 0, 0, 0, 0)
FORCE(cubes[5], 'SPATIAL', cubes[5].center, (1, 0, 0), push, 0)
FORCE(cubes[9], 'SPATIAL', cubes[9].center, (1, 0, 0), 2E3)
"""
        script = script_with(more) + "\nprint(json.dumps(heights)) if RANK() == 0 else None\n"
        heights = []
        states = []
        for ranks in (0, 3):
            done = self.run_model(ranks, "calls", 0.03, script=script)
            self.assertEqual(done.returncode, 0, done.stderr)
            lines = done.stdout.splitlines()
            states.append(json.loads(next(line for line in lines if line.startswith("{")))["state"])
            heights.append(json.loads(next(line for line in lines if line.startswith("["))))
        self.assertEqual(len(heights[0]), len(heights[1]))
        self.assert_close(heights[1], heights[0], 1e-5)
        self.assert_close(states[1], states[0], 1e-5)

    def test_results_of_a_large_model_are_whole_though_no_rank_is(self):
        body = CUBES.split("times, energy")[0].replace("MORE", "")
        ask = body + "print(HERE(solfec, cubes[5]), flush=True)\nif words[2] == 'ask': print(cubes[5].conf)\n"
        small = self.run_model(3, "small", 0.05, "no", script=ask)
        self.assertEqual((small.returncode, small.stdout), (0, "True\n"), small.stderr)
        large = self.run_model(3, "large", 0.05, "no", script=ask, options=("-w", "--share", "30"))
        self.assertEqual(large.returncode, 0, large.stderr)
        states = [self.result(0, name, 0.05, options=()) for name in ("small", "large")]
        self.assertEqual(states[0], states[1])  # to the last bit
        small, large = [solfec_results.open(os.path.join(self.folder, name)) for name in ("small", "large")]
        self.assertEqual(large.times, small.times)
        self.assertEqual(large[-1].ranks, 3)
        self.assertEqual({state.rank for state in large[-1].bodies.values()}, {0, 1, 2})
        for one, other in zip(small, large):
            self.assertEqual([state.center for state in other.bodies.values()],
                             [state.center for state in one.bodies.values()])
            self.assertEqual([(row.id, row.R, row.point) for row in other.constraints],
                             [(row.id, row.R, row.point) for row in one.constraints])
        refused = self.run_model(3, "ask", 0.02, "ask", script=ask, options=("-w", "--share", "30"))
        self.assertEqual(refused.returncode, 2)
        self.assertIn("has only its part of this model: that is so beyond 30 bodies and contacts", refused.stderr)
        go_on = [self.result(ranks, "large", 0.06, options=("-c", "--share", "1000")) for ranks in (2, 0)]
        self.assertEqual(go_on[0]["state"], go_on[1]["state"])

    def test_a_script_may_look_at_a_small_model_whose_run_has_failed(self):
        wall = ("def box(x, z, a, c): return HULL([(i, j, k) for k in (z, z + c) for j in (0, .25) for i in (x, x + a)],"
                " 1, 1)\n"
                "words = NON_SOLFEC_ARGV()\n"
                "S = SOLFEC('QUASI_STATIC', 0.01, words[0])\n"
                "B = BULK_MATERIAL(S, density=2000.)\n"
                "SURFACE_MATERIAL(S, friction=.7)\n"
                "GRAVITY(S, (0, 0, -9.81))\n"
                "BODY(S, 'OBSTACLE', box(-5, -1, 10, 1), B)\n"
                "bricks = [BODY(S, 'RIGID', box((i + .5 * (j % 2)) * .5, .25 * j, .5, .25), B)"
                " for j in range(5) for i in range(6)]\n"
                "try: RUN(S, GAUSS_SEIDEL_SOLVER(1E-6, 1, 1E-6), 0.01)\n"
                "except RuntimeError as error: print('no solution' in str(error), flush=True)\n"
                "print(len(S.bodies), S.bodies[1].conf[9:], flush=True)\n")
        done = self.run_model(2, "failed", 0.01, "no", script=wall)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, "True\n31 (0.25, 0.125, 0.125)\n")

    def test_each_number_of_ranks_has_its_subfolder(self):
        example = os.path.join(ROOT, "inp", "cubes.py")

        def run(start, *options):
            done = subprocess.run(start + ["-q", *options, example, "4"], cwd=self.folder, text=True, timeout=100,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertEqual(done.returncode, 0, done.stderr)
            return done.stdout
        written = MPIRUN + ["3", SOLFEC_MPI]
        run(written, "-s", "3")
        run([SOLFEC], "-s", "1")
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, "out", "cubes"))), ["1", "3"])
        for folder in ("3", "1"):
            for start in ([SOLFEC], written):
                self.assertIn("the floor carries", run(start, "-s", folder))

    def test_deep_contacts_are_told_as_on_one_rank(self):
        more = """
for i in range(5): BODY(solfec, 'PSEUDO_RIGID', box((3 * i, -3, -0.02 * i), (3 * i + 1, -2, 1)), bulk, label='deep %d' % i)
"""
        said = []
        for ranks in (0, 3):
            done = self.run_model(ranks, "deep", 0.002, script=script_with(more))
            self.assertEqual(done.returncode, 0, done.stderr)
            log = os.path.join(self.folder, "deep", "log")
            with open(log) as file:
                lines = [line for line in file.read().splitlines() if "deepest penetration" in line]
            said.append((lines[-1].split("deepest")[-1],
                         [line.split("warning: ")[-1] for line in done.stderr.splitlines() if "overlap" in line]))
        self.assertEqual(said[1], said[0])
        self.assertIn("deep 4", said[0][0])
        # one line before the first step, and one for each of the four deep ones
        self.assertEqual(len(said[0][1]), 5, said[0][1])

    def test_what_is_suspicious_or_goes_wrong_is_told_as_on_one_rank(self):
        """With the model in parts from the first step on: coinciding and fast bodies, growing energy."""
        more = """
BODY(solfec, 'RIGID', box((-3, -3, 2), (-2, -2, 3)), bulk, label='twin')
BODY(solfec, 'RIGID', box((-3, -3, 2), (-2, -2, 3)), bulk, label='other twin')
INITIAL_VELOCITY(BODY(solfec, 'RIGID', box((-1, 4, 4.9), (-0.9, 4.1, 5)), bulk, label='bullet'), (800, 0, 0), (0, 0, 0))
BODY(solfec, 'OBSTACLE', box((0, 3, 4), (0.2, 5, 6)), bulk, label='plate')
soft = BULK_MATERIAL(solfec, model='KIRCHHOFF', young=1E5, poisson=0.25, density=1E3, label='soft')
jelly = BODY(solfec, 'PSEUDO_RIGID', box((12, 12, 5), (13, 13, 6)), soft, label='jelly')
INITIAL_VELOCITY(jelly, (-1, 0, 0), (1, 2, 300))
jelly.scheme = 'DEF_IMP'
"""
        said = []
        for ranks in (0, 2, 4):
            options = ("-w",) if ranks == 0 else ("-w", "--share", "1")
            script = script_with(more).replace("1E-3, folder", "0.02, folder").replace("OUTPUT(solfec, 0.01)", "")
            done = self.run_model(ranks, "suspicious", 20.0, script=script, options=options)
            said.append((done.returncode, [line for line in done.stderr.splitlines()
                                           if ("solfec: warning" in line or "RUN: " in line) and "threads" not in line]))
        self.assertEqual(said[0][0], 3, said[0][1])
        for text in ("same body twice", "bullet", "may pass through it unseen", "without work"):
            self.assertTrue(any(text in line for line in said[0][1]), (text, said[0][1]))
        for other in said[1:]:
            self.assertEqual(other, said[0])

    def test_dumps_of_the_local_dynamics_are_the_same(self):
        script = """
solfec = SOLFEC('DYNAMIC', 1E-3, 'lattice')
bulk = BULK_MATERIAL(solfec, model='KIRCHHOFF', young=1E6, poisson=0.25, density=1E3)
SURFACE_MATERIAL(solfec, model='SIGNORINI_COULOMB', friction=0.3)
GRAVITY(solfec, (0, 0, -9.81))
BODY(solfec, 'OBSTACLE', HULL([-1, -1, -1, 4, -1, -1, 4, 4, -1, -1, 4, -1, -1, -1, 0, 4, -1, 0, 4, 4, 0, -1, 4, 0],
                              1, 1), bulk)
for k in range(64):
    BODY(solfec, 'PSEUDO_RIGID', SPHERE((k % 4, k // 4 % 4, 0.5 + k // 16), 0.5, 1, 1), bulk)
RUN(solfec, GAUSS_SEIDEL_SOLVER(1E-8, 1000, 1E-8), 1E-3)
LOCDYN_DUMP(solfec, 'dump')
EXPORT_CONTACT_PROBLEM(solfec, 'problem.dat')
"""
        dumps = []
        problems = []
        for ranks in (0, 2, 4, 8):
            done = self.run_model(ranks, script=script)
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(os.path.join(self.folder, "dump")) as file:
                dumps.append(sorted(file.read().splitlines()))
            with open(os.path.join(self.folder, "problem.dat")) as file:
                problems.append(file.read())
        self.assertEqual(len(dumps[0]), 16 + 3 * 48)
        for dump in dumps[1:]:
            self.assertEqual(dump, dumps[0])
        numbers = [[float(word) for word in re.findall(r"-?\d[\d.]*(?:e[-+]\d+)?", text)] for text in problems]
        self.assertGreater(len(numbers[0]), 9 * 160)
        for several in numbers[1:]:
            self.assert_close(several, numbers[0], 1e-7 * max(numbers[0]))

    def test_subdir_and_register_callback(self):
        script = "REGISTER_CALLBACK(len, 1)\nprint(RANK(), NCPU(), SUBDIR())\n"
        for ranks in (0, 3):
            done = self.run_model(ranks, script=script, options=("-s", "a/b"))
            self.assertEqual((done.returncode, done.stdout), (0, f"0 {max(ranks, 1)} a/b\n"), done.stderr)

    def test_what_ranks_cannot_do_is_said_once(self):
        done = self.run_model(2, "out", 0.01, script=script_with("solver = NEWTON_SOLVER()"))
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.count("only GAUSS_SEIDEL_SOLVER computes on several ranks"), 1, done.stderr)
        done = self.run_model(2, "out", 0.01, script=script_with("solver = INTERIOR_POINT_SOLVER(friction='CONVEX')"))
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.count("only GAUSS_SEIDEL_SOLVER computes on several ranks"), 1, done.stderr)

    def start_long(self, *launcher):
        command = self.command(3, script_with(""), ("-w",), ("long", 1000))
        command[1:1] = launcher
        shutil.rmtree(os.path.join(self.folder, "long"), ignore_errors=True)
        job = subprocess.Popen(command, cwd=self.folder, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        frames = os.path.join(self.folder, "long", "timing.0.xdr")
        for _ in range(600):
            if os.path.exists(frames) and os.path.getsize(frames) > 600:
                return job
            time.sleep(0.1)
        job.kill()
        self.fail("no frames")

    def ranks_of(self, job):
        found = []
        for entry in os.listdir("/proc"):
            try:
                with open(f"/proc/{entry}/stat") as file:
                    words = file.read().rsplit(")", 1)[1].split()
                if int(words[1]) == job.pid and entry.isdigit():
                    found.append(int(entry))
            except OSError:
                continue
        return sorted(found)

    def check_readable(self):
        done = subprocess.run([SOLFEC, os.path.join(self.folder, "long")], text=True, stdout=subprocess.PIPE)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"[1-9]\d* frames, t = 0 to")

    def test_a_continued_run_has_the_bits_of_one_that_was_not_stopped(self):
        script = CUBES.split("times, energy")[0].replace("MORE", "")  # looks at nothing
        for share in ("200000", "30"):
            with self.subTest(share=share):
                for folder, end, option in (("whole", 0.04, "-w"), ("part", 0.02, "-w"), ("part", 0.04, "-c")):
                    done = self.run_model(3, folder, end, script=script, options=(option, "--share", share))
                    self.assertEqual(done.returncode, 0, done.stderr)
                whole, part = [self.result(0, folder, 0.04, options=()) for folder in ("whole", "part")]
                self.assertEqual(part["state"], whole["state"])

    def test_a_continued_run_deals_its_bodies_out_as_one_that_was_not_stopped(self):
        for ranks in (2, 3):
            frames = {}
            for folder, end, option in (("whole", 0.04, "-w"), ("part", 0.01, "-w"), ("part", 0.04, "-c")):
                done = self.run_model(ranks, folder, end, script=RUSH, options=(option, "--share", "200000"))
                self.assertEqual(done.returncode, 0, done.stderr)
                frames[folder] = self.bytes_of(folder)
            with self.subTest(ranks=ranks):
                self.assertTrue(frames["part"] == frames["whole"])

    def test_history_and_log_tell_how_ranks_work_together(self):
        names = ["GSCOLORS", "GSBOT", "GSMID", "GSTOP", "GSINN", "GSCOM", "GSMCOM", "GSRUN", "PARBAL", "CONSOL"]
        script = CUBES.split("times, energy")[0].replace("MORE", "") + f"""
names = {names}
values = HISTORY(solfec, names + ['CONS'], end, end)[1:]
print(json.dumps(dict(zip(names + ['CONS'], [item[-1] for item in values]))))
"""
        for ranks in (0, 4):
            said = self.result(ranks, "told", 0.03, script=script)
            sets = [said[name] for name in ("GSBOT", "GSMID", "GSTOP", "GSINN")]
            read = self.result(0, "told", 0.03, script=script, options=())
            self.assertEqual(read, said)
            if ranks == 0:
                self.assertEqual((said["GSCOLORS"], sets, said["GSCOM"], said["PARBAL"]), (0, [0] * 4, 0, 0))
                continue
            self.assertEqual(sum(sets), said["CONS"])
            self.assertGreater(sum(sets[:3]), 0)
            self.assertGreaterEqual(said["GSCOLORS"], 2)
            self.assertGreater(said["GSCOM"], 0)
            self.assertGreater(said["GSRUN"], 0)
            self.assertGreater(said["PARBAL"], 0)
            with open(os.path.join(self.folder, "told", "log")) as file:
                told = re.search(r"ranks: 4, largest load ([\d.]+) times the least, most rows ([\d.]+) times", file.read())
            self.assertGreaterEqual(float(told.group(1)), 1)
            self.assertGreaterEqual(float(told.group(2)), 1)

    def test_a_full_disk_of_one_rank_ends_the_job(self):
        limit = """
import resource
if RANK() == 1: resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))
"""
        started = time.monotonic()
        done = self.run_model(3, "long", 10, script=script_with(limit), options=("-w", "--share", "30"))
        self.assertLess(time.monotonic() - started, 60)
        self.assertEqual(done.returncode, 74, done.stderr)
        self.assertRegex(done.stderr, r"long/frames\.1\.xdr: cannot be written: File too large")
        self.check_readable()
        done = self.run_model(2, "long", 0.5, script=script_with("").split("times, energy")[0],
                              options=("-c", "--share", "30"))
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_the_limit_of_time_ends_all_ranks_at_one_step(self):
        done = self.run_model(3, "long", 1000, options=("-w", "--max-walltime", "2"))
        self.assertEqual(done.returncode, 75, done.stderr)
        self.assertEqual(done.stderr.count("stopped by --max-walltime"), 1, done.stderr)
        self.check_readable()

    def test_a_signal_that_one_rank_gets_ends_all_at_one_step(self):
        for which, number in ((0, signal.SIGINT), (2, signal.SIGTERM)):
            with self.subTest(number=number):
                job = self.start_long()
                os.kill(self.ranks_of(job)[which], number)
                _, errors = job.communicate(timeout=30)
                self.assertEqual(job.returncode, 128 + number, errors)
                self.assertEqual(errors.count("stopped by a signal"), 1, errors)
                self.check_readable()

    def test_a_signal_to_mpirun_leaves_time_for_the_last_frame(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number=number):
                job = self.start_long("--mca", "odls_base_sigkill_timeout", "4")
                started = time.monotonic()
                job.send_signal(number)
                _, errors = job.communicate(timeout=30)
                self.assertLess(time.monotonic() - started, 20)
                self.assertNotEqual(job.returncode, 0)
                # mpirun of Open MPI 5 (Debian 13) does not pass on what ranks print after the signal.
                with open(os.path.join(self.folder, "long", "STATE")) as state:
                    self.assertIn("stopped by a signal", state.read(), errors)
                self.check_readable()

    def test_the_file_stop_ends_all_ranks_at_one_step(self):
        job = self.start_long()
        with open(os.path.join(self.folder, "long", "STOP"), "w"):
            pass
        _, errors = job.communicate(timeout=30)
        self.assertEqual(job.returncode, 0, errors)
        self.assertEqual(errors.count("stopped by the file STOP"), 1, errors)
        self.check_readable()

    def test_a_rank_that_is_killed_ends_the_job_and_leaves_its_frames(self):
        job = self.start_long()
        ranks = self.ranks_of(job)
        self.assertEqual(len(ranks), 3)
        os.kill(ranks[-1], signal.SIGKILL)
        job.communicate(timeout=20)
        self.assertNotEqual(job.returncode, 0)
        self.check_readable()


if __name__ == "__main__":
    unittest.main()
