"""Runs that are asked to stop, and what -c says and refuses."""

import os
import shutil
import signal
import subprocess
import sys
import time

from support import RestartTest, SOURCE, frame_ends, frames_path, lasting, main, read, script

sys.path.insert(0, os.path.join(SOURCE, "python"))
import solfec_results

BALL = """
words = NON_SOLFEC_ARGV() or []
s = SOLFEC('DYNAMIC', 0.001, 'out')
bulk = BULK_MATERIAL(s, young=1e6, poisson=0.25, density=1e3)
ball = BODY(s, 'RIGID', SPHERE((0, 0, 5), 0.5, 1, 1), bulk, label='ball')
"""
RUN = """
GRAVITY(s, (0, 0, -10))
OUTPUT(s, %s)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-4, 100), %s)
"""


class Stopped(RestartTest):
    def wait_for_frames(self, process, path, size):
        """Waits until the running process has written so much that the file has more bytes."""
        while process.poll() is None:
            if os.path.exists(path) and os.path.getsize(path) > size:
                return
            time.sleep(0.002)
        self.fail(f"the run ended before {path} had more than {size} bytes")

    def check_stop(self, stop, code, status):
        """Stops a run twice and continues it each time; `stop` gets the process and the folder."""
        words = [script("steps.py"), lasting(20000)]
        whole, part = self.path("whole"), self.path("part")
        if not os.path.exists(whole):
            self.run_ok("-o", whole, *words)
        for restart in ([], ["-c"]):
            size = os.path.getsize(frames_path(part)) if restart else 0
            process = self.start(*restart, "-o", part, *words)
            self.wait_for_frames(process, frames_path(part), size)
            stop(process, part)
            self.assertEqual(process.wait(60), code)
            with open(os.path.join(part, "STATE")) as file:
                self.assertIn(f"STATUS: stopped by {status}", file.read())
        self.assertLess(len(read(frames_path(part))), len(read(frames_path(whole))))
        self.run_ok("-c", "-o", part, *words)
        self.assert_same_frames(part, whole)

    def test_signals_finish_the_step_and_write_the_frame(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            with self.subTest(signal=number):
                shutil.rmtree(self.path("part"), True)
                self.check_stop(lambda process, _: process.send_signal(number), code, "a signal")

    def test_the_file_stop_ends_the_run(self):
        def stop(_, folder):
            with open(os.path.join(folder, "STOP"), "w"):
                pass

        self.check_stop(stop, 0, "the file STOP")

    def test_after_the_file_stop_later_runs_do_nothing(self):
        text = BALL + RUN % ("0.1", "0.5") + """
RUN(s, GAUSS_SEIDEL_SOLVER(1e-4, 100), 0.5)
print('time', s.time)
"""
        stopping = text.replace("GRAVITY", """
def stop(data):
    open('out/STOP', 'w').close()
CALLBACK(s, 0.255, None, stop)
GRAVITY""")
        self.assertIn("time 0.255", self.run_ok(self.write("a.py", stopping)).stdout)
        # What was computed is kept; the frame of the stop gives way to the next one.
        self.assertIn("time 1.0", self.run_ok("-c", self.write("b.py", text)).stdout)
        times = solfec_results.open(self.path("out")).times
        self.assertEqual([round(t, 6) for t in times], [round(0.1 * i, 6) for i in range(11)])

    def test_wall_time_ends_with_75_and_every_restart_gets_further(self):
        whole, part = self.path("whole"), self.path("part")
        words = [script("steps.py"), lasting(30000)]
        self.run_ok("-o", whole, *words)
        ends = []
        for limit in ("0.5", "00:00:0.5"):
            result = self.run_program("--max-walltime", limit, "-c", "-o", part, *words)
            self.assertEqual(result.returncode, 75, result.stderr)
            self.assertIn("continue with -c", result.stderr)
            ends.append(len(read(frames_path(part))))
        self.assertLess(ends[0], ends[1])
        self.run_ok("-c", "-o", part, *words)
        self.assert_same_frames(part, whole)

    def test_a_frame_of_a_stop_between_two_outputs_gives_way_to_the_next(self):
        text = self.write("ball.py", BALL + RUN % ("0.1", "1.0"))
        self.run_ok("-o", "whole", text)
        stopping = BALL + "s.verbose = 'OFF'\n" + RUN % ("0.1", "1.0")
        stopping = stopping.replace("GRAVITY", """
def stop(data):
    open('part/STOP', 'w').close()
CALLBACK(s, 0.25, None, stop)
GRAVITY""")
        self.run_ok("-o", "part", self.write("stopping.py", stopping))
        self.assertEqual(solfec_results.open(self.path("part")).times, [0.0, 0.1, 0.2, 0.25])
        result = self.run_ok("-c", "-o", "part", text)
        self.assertIn("CALLBACK of the script differs from the stored run", result.stdout)
        self.assertEqual([round(t, 6) for t in solfec_results.open(self.path("part")).times],
                         [round(0.1 * i, 6) for i in range(11)])


class Continued(RestartTest):
    def test_without_results_it_starts(self):
        text = self.write("ball.py", BALL + RUN % ("0.1", "1.0"))
        self.run_ok("-c", text)
        self.assertEqual(len(solfec_results.open(self.path("out"))), 11)

    def test_on_complete_results_it_does_nothing_and_says_so(self):
        text = self.write("ball.py", BALL + RUN % ("0.15", "1.0"))
        self.run_ok(text)
        before = read(frames_path(self.path("out")))
        provenance = read(self.path("out/provenance.txt"))
        result = self.run_ok("-c", text)
        self.assertIn("results are complete up to t=1 s; nothing to do", result.stdout)
        self.assertEqual(read(frames_path(self.path("out"))), before)
        self.assertEqual(read(self.path("out/provenance.txt")), provenance)

    def test_a_longer_duration_goes_on_where_the_shorter_ended(self):
        text = BALL + RUN % ("0.15", "float(words[0])")
        self.run_ok("-o", "whole", self.write("ball.py", text), "2.0")
        self.run_ok("-o", "part", self.path("ball.py"), "1.0")
        result = self.run_ok("-c", "-o", "part", self.path("ball.py"), "2.0")
        self.assertIn("continues from t=1 s", result.stdout)
        self.assert_same_frames(self.path("part"), self.path("whole"))

    def test_another_output_interval_holds_from_the_restart_on(self):
        fine = self.write("fine.py", BALL + RUN % ("0.05", "2.0"))
        self.run_ok("-o", "fine", fine)
        self.run_ok("--keep-states", "-o", "part", fine)
        ends = frame_ends(read(frames_path(self.path("part"))))
        with open(frames_path(self.path("part")), "r+b") as file:
            file.truncate(ends[20])  # t = 1
        coarse = self.write("coarse.py", BALL + RUN % ("0.2", "2.0"))
        result = self.run_ok("-c", "-o", "part", coarse)
        self.assertIn("OUTPUT of the script differs from the stored run and holds from t=1 s on",
                      result.stdout)
        part = solfec_results.open(self.path("part"))
        expected = solfec_results.open(self.path("fine"))
        self.assertEqual([round(t, 6) for t in part.times[20:]], [1.0, 1.2, 1.4, 1.6, 1.8, 2.0])
        for frame in part:
            same = expected[expected.times.index(frame.time)]
            self.assertEqual(frame.bodies[1].center, same.bodies[1].center)
            self.assertEqual(frame.bodies[1].velocity, same.bodies[1].velocity)

    def test_a_damaged_tail_is_cut_off_first(self):
        text = self.write("ball.py", BALL + RUN % ("0.1", "1.0"))
        self.run_ok("--keep-states", "-o", "whole", text)
        self.run_ok("--keep-states", "-o", "part", text)
        path = frames_path(self.path("part"))
        data = bytearray(read(path))
        ends = frame_ends(data)
        data[ends[6] - 1] ^= 1  # the checksum of frame 6, the last one
        with open(path, "wb") as file:
            file.write(data[:ends[6]])
        result = self.run_ok("--keep-states", "-c", "-o", "part", text)
        self.assertIn("bytes were no complete frame", result.stdout)
        self.assert_same_frames(self.path("part"), self.path("whole"))

    def test_data_of_the_callback_come_back_into_the_same_objects(self):
        text = BALL + """
counter, log = {'n': 0, 'ball': ball}, []
def count(d, name, l):
    d['n'] += 1
    l.append(d['n'])
    if words and d['n'] == 6: raise SystemExit(9)
CALLBACK(s, 0.1, (counter, 'name', log), count)
""" + RUN % ("0.1", "1.0") + "print(counter['n'], log, counter['ball'] is ball)\n"
        path = self.write("count.py", text)
        self.assertEqual(self.run_program(path, "stop").returncode, 9)
        result = self.run_ok("-c", path)
        self.assertIn("10 [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] True", result.stdout)


class Changed(RestartTest):
    """Scenes of two touching boxes on the ground, with contacts that use up ids of constraints."""

    SCENE = """
from shapes import cube, floor
words = NON_SOLFEC_ARGV() or []
s = SOLFEC('DYNAMIC', 0.005, 'out')
s.verbose = 'OFF'
bulk = BULK_MATERIAL(s, young=1e6, poisson=0.25, density=1e3)
ground = BODY(s, 'OBSTACLE', floor(), bulk)
low = BODY(s, 'RIGID', cube((0, 0, 0)), bulk, label='low')
high = BODY(s, 'RIGID', cube((0.2, 0.1, 1)), bulk, label='high')
far = BODY(s, 'RIGID', cube((3, 3, 2)), bulk, label='far')
GRAVITY(s, (0, 0, -9.81))
INITIAL_VELOCITY(high, (1, 0.3, 0), (0.1, 1, 0.4))
SET_VELOCITY(far, (3.5, 3.5, 2.5), (0, 0, 1), 0.1)
SET_VELOCITY(far, (3.5, 3.5, 2.5), (0, 1, 0), TIME_SERIES([0, 0, 1, 1]))
FORCE(low, 'SPATIAL', (0, 0, 0), (1, 0, 0), 5)
solver = GAUSS_SEIDEL_SOLVER(1e-3, 4, 1.0)
OUTPUT(s, 0.02)
RUN(s, solver, 0.2)
"""

    def setUp(self):
        super().setUp()
        shutil.copy(script("shapes.py"), self.folder)

    def stored(self, text):
        shutil.rmtree(self.path("out"), True)
        self.run_ok("--keep-states", self.write("stored.py", text))
        path = frames_path(self.path("out"))
        with open(path, "r+b") as file:
            file.truncate(frame_ends(read(path))[5])  # t = 0.1

    def test_another_constraint_is_an_error_also_when_contacts_have_used_its_id(self):
        self.stored(self.SCENE)
        before = read(frames_path(self.path("out")))
        for old, new, message in (
                ("FORCE", "FIX_POINT(low, (0, 0, 0))\nFORCE", "'low'.*FIXPNT.*not in the results"),
                ("1), 0.1)", "1), 5)", "'far'.*VELODIR.*another one in the results"),
                ("[0, 0, 1, 1]", "[0, 0, 1, 2]", "'far'.*VELODIR.*another one in the results")):
            with self.subTest(new=new):
                result = self.run_program("-c", self.write("other.py", self.SCENE.replace(old, new)))
                self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
                self.assertRegex(result.stderr, "RUN: .*body " + message)
                self.assertEqual(read(frames_path(self.path("out"))), before)

    def test_another_load_or_solver_holds_from_the_restart_on_and_a_line_says_so(self):
        for old, new, name in (("0), 5)", "0), 5e4)", "FORCE, TORQUE or PRESSURE"),
                               ("1e-3, 4,", "1e-9, 400,", "the solver")):
            with self.subTest(name=name):
                text = self.SCENE.replace("s.verbose = 'OFF'", "")
                self.stored(text)
                same = self.run_ok("-c", self.path("stored.py")).stdout
                self.assertNotIn("differs from the stored run", same)
                expected = read(frames_path(self.path("out")))
                self.stored(text)
                result = self.run_ok("-c", self.write("other.py", text.replace(old, new)))
                self.assertIn(f"{name} of the script differs from the stored run and holds from "
                              "t=0.1 s on", result.stdout)
                self.assertNotEqual(read(frames_path(self.path("out"))), expected)

    def test_solver_members_and_tolerances_set_in_callbacks_come_back(self):
        text = self.SCENE.replace("RUN(", """
def change(data):
    n = data['n'] = data['n'] + 1
    if n == 2:
        solver.epsilon, solver.maxiter, solver.meritval = 1e-12, 3000, 1e-9
        solver.diagsolver, solver.reverse = 'PROJECTED_GRADIENT', 'ON'
        solver.acceleration = 'OFF'
    if n == 3:
        GEOMETRIC_EPSILON(3e-3)
    if n == 7:
        FIX_POINT(low, (-0.002, 0, 0))  # inside with that tolerance only
CALLBACK(s, 0.02, {'n': 0}, change)
RUN(""")
        path = self.write("changes.py", text)
        self.continue_from_every_frame(path, 10)

    def test_newton_solvers_and_their_members_come_back(self):
        for solver, member in (("NEWTON_SOLVER(1e-6, 50)", "variant = 'FIXED_POINT'"),
                               ("BODY_SPACE_SOLVER(1e-6, 50)", "smooth = 1e-5")):
            with self.subTest(solver=solver):
                text = self.SCENE.replace("GAUSS_SEIDEL_SOLVER(1e-3, 4, 1.0)", solver)
                text = text.replace("RUN(", f"""
def change(data):
    data['n'] += 1
    if data['n'] == 2:
        solver.maxiter, solver.resdec = 70, 0.1
        solver.{member}
    if data['n'] == 4:
        solver.meritval, solver.linminiter = 1e-10, 8
CALLBACK(s, 0.02, {{'n': 0}}, change)
RUN(""")
                path = self.write("newton.py", text)
                self.continue_from_every_frame(path, 9)

    def test_an_interior_point_and_its_members_come_back(self):
        for solver in ("INTERIOR_POINT_SOLVER()", "INTERIOR_POINT_SOLVER(friction = 'CONVEX')"):
            with self.subTest(solver=solver):
                text = self.SCENE.replace("GAUSS_SEIDEL_SOLVER(1e-3, 4, 1.0)", solver)
                text = text.replace("RUN(", """
def change(data):
    data['n'] += 1
    if data['n'] == 2:
        solver.maxiter, solver.meritval = 90, 1e-8
    if data['n'] == 4:
        solver.accuracy = 'AUTO'
    if data['n'] == 6:
        solver.friction = 'EXACT'
CALLBACK(s, 0.02, {'n': 0}, change)
RUN(""")
                path = self.write("interior.py", text)
                self.continue_from_every_frame(path, 9)

    def test_a_run_stopped_by_its_depth_stops_again_before_the_callback(self):
        text = self.SCENE.replace("RUN(", """
CALLBACK(s, 0.005, None, lambda data: print('called at', round(s.time, 6)))
CONTACT_POINTS(s, 'CENTROID')  # whose overlaps as built are depths
UNPHYSICAL_PENETRATION(s, float(words[0]))
RUN(""").replace("cube((0.2, 0.1, 1))", "cube((0.2, 0.1, 0.95))")
        path = self.write("deep.py", text)
        for interval in ("0.005", "0.02"):  # the frame of the stop is due, or not
            with self.subTest(interval=interval):
                self.write("deep.py", text.replace("OUTPUT(s, 0.02)", f"OUTPUT(s, {interval})"))
                shutil.rmtree(self.path("part"), True)
                shutil.rmtree(self.path("whole"), True)
                self.assertEqual(self.run_program("-o", "part", path, "0.01").returncode, 1)
                before = read(frames_path(self.path("part")))
                result = self.run_program("-c", "-o", "part", path, "0.01")
                self.assertEqual(result.returncode, 1)
                self.assertIn("Unphysical interpenetration", result.stderr)
                self.assertNotIn("called", result.stdout)
                self.assertEqual(read(frames_path(self.path("part"))), before)
                whole = self.run_ok("-o", "whole", path, "1")
                part = self.run_ok("-c", "-o", "part", path, "1")
                self.assertEqual(part.stdout.count("called"), whole.stdout.count("called"))
                self.assertEqual(solfec_results.open(self.path("part")).times,
                                 solfec_results.open(self.path("whole")).times)


class CallbackData(RestartTest):
    def check(self, data, change, expected, warning=""):
        text = BALL + f"""
shared = [0]
data = {data}
inner = data.get('in')
def count(d):
    {change}
    if words and s.time > 0.55: raise SystemExit(9)
CALLBACK(s, 0.1, data, count)
""" + RUN % ("0.1", "1.0") + "print('end', data, data.get('in') is inner, shared)\n"
        path = self.write("count.py", text)
        shutil.rmtree(self.path("out"), True)
        whole = self.run_program(path, "stop")
        self.assertEqual(whole.returncode, 9, whole.stderr)
        self.assertEqual(whole.stderr.count("CALLBACK: warning"), 1 if warning else 0, whole.stderr)
        self.assertIn(warning, whole.stderr)
        result = self.run_ok("-c", path)
        self.assertIn("end " + expected, result.stdout)

    def test_nested_lists_and_dicts_stay_the_same_objects(self):
        self.check("{'in': {'list': shared}}", "shared[0] += 1",
                   "{'in': {'list': [10]}} True [10]")
        self.check("{'in': shared, 'too': shared}", "shared[0] += 1",
                   "{'in': [10], 'too': [10]} True [10]")

    def test_what_json_changes_is_named_once(self):
        self.check("{'in': {1: 0}, 'n': 0}", "d['n'] += 1; d['in'][1] += 1",
                   "{'in': {1: 5}, 'n': 10} True", "the entry 'in' of the data cannot be saved")
        self.check("{'in': [(1, 2)]}", "d['in'][0] = (d['in'][0][0] + 1, 2)",
                   "{'in': [(11, 2)]} True", "the entry 'in' of the data holds a tuple inside")

    def test_one_list_at_two_places_that_part_company_keeps_both_values(self):
        self.check("{'in': shared, 'too': shared}",
                   "d['too'] = [d['too'][0] + 2]; shared[0] += 1",
                   "{'in': [10], 'too': [20]} True [10]")


class Refused(RestartTest):
    """What cannot be continued is refused by name, and the results stay as they are."""

    def check(self, first, second, text, code=2):
        self.run_ok("--keep-states", self.write("first.py", first))
        path = frames_path(self.path("out"))
        with open(path, "r+b") as file:
            file.truncate(frame_ends(read(path))[5])
        before = read(path)
        result = self.run_program("-c", self.write("second.py", second))
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        self.assertRegex(result.stderr, r"second\.py:\d+: RUN: .*" + text)
        self.assertEqual(read(path), before)

    def test_other_models_name_the_body(self):
        run = RUN % ("0.1", "1.0")
        good = BALL + "FIX_DIRECTION(ball, (0, 0, 5), (1, 0, 0))\n" + run
        for changed, message in (
                (good.replace("0.5, 1, 1", "0.6, 1, 1"), "body 'ball'.*geometry"),
                (good.replace("'RIGID'", "'PSEUDO_RIGID'"), "body 'ball'.*kind"),
                (good.replace("'ball'", "'bell'"), "body 'bell'.*label"),
                (good.replace("young=1e6", "young=2e6"), "body 'ball'.*young"),
                (good.replace("FIX_DIRECTION", "# "), "body 'ball'.*FIXDIR"),
                (good.replace("FIX_DIRECTION(ball, (0, 0, 5), (1, 0, 0))",
                              "FIX_POINT(ball, (0, 0, 5))"), "body 'ball'.*FIXDIR.*FIXPNT"),
                (good.replace("GRAVITY", "FIX_POINT(ball, (0, 0, 5))\nGRAVITY"),
                 "body 'ball'.*FIXPNT.*not in the results"),
                (good.replace("(0, 0, 5), (1", "(0, 0, 5.1), (1"),
                 "body 'ball'.*FIXDIR.*another one in the results"),
                (good.replace("FIX", "BODY(s, 'RIGID', SPHERE((5, 0, 5), 0.5, 1, 1), bulk)\nFIX"),
                 "body 2 .*not in the results"),
                (good.replace("ball = BODY(s, 'RIGID', SPHERE((0, 0, 5), 0.5, 1, 1), bulk, "
                              "label='ball')", "").replace("FIX_DIRECTION", "# "),
                 "body 'ball' of the results is not made by the script")):
            with self.subTest(message=message):
                shutil.rmtree(self.path("out"), True)
                self.check(good, changed, message)

    def test_other_constraints_name_the_body_in_read_mode(self):
        run = RUN % ("0.1", "1.0")
        good = BALL + "FIX_DIRECTION(ball, (0, 0, 5), (1, 0, 0))\n" + run
        self.run_ok(self.write("first.py", good))
        self.run_ok(self.path("first.py"))
        for changed, message in ((good.replace("FIX_D", "# "), "no constraint, but FIXDIR"),
                                 (good.replace("FIX_DIRECTION(ball, (0, 0, 5), (1, 0, 0))",
                                               "FIX_POINT(ball, (0, 0, 5))"), "FIXPNT to space, but FIXDIR to space"),
                                 (good.replace("GRAVITY", "FIX_POINT(ball, (0, 0, 5))\nGRAVITY"),
                                  "number 2 of the constraints FIXPNT to space, but no constraint")):
            result = self.run_program(self.write("second.py", changed))
            self.assertEqual(result.returncode, 2)
            self.assertRegex(result.stderr, r"second\.py:\d+: RUN: .*body 'ball' .*" + message)

    def test_functions_of_callbacks_are_named(self):
        force = BALL + """
def push(q, u, t, h): return [0] * 9
def put(d):
    d['n'] += 1
    if d['n'] == 2: FORCE(ball, 'SPATIAL', (0, 0, 5), (1, 0, 0), push)
CALLBACK(s, 0.1, {'n': 0}, put)
""" + RUN % ("0.1", "1.0")
        self.check(force, force, "FORCE with the function 'push' on body 'ball'.*was put by a "
                   "callback and cannot be restored")
        shutil.rmtree(self.path("out"))
        spring = BALL + """
def pull(s, v): return -10 * s
def put(d):
    d['n'] += 1
    if d['n'] == 2: PUT_SPRING(ball, (0, 0, 5), None, (0, 0, 9), pull, None)
CALLBACK(s, 0.1, {'n': 0}, put)
""" + RUN % ("0.1", "1.0")
        self.check(spring, spring, "the function 'pull' on body 'ball'.*was put by a callback and "
                   "cannot be restored")
        shutil.rmtree(self.path("out"))
        other = BALL + """
def second(d): pass
def first(d): CALLBACK(s, 0.1, None, second)
CALLBACK(s, 0.1, None, first)
""" + RUN % ("0.1", "1.0")
        self.check(other, other, "CALLBACK with the function 'second' was set by a callback and "
                   "cannot be restored")


if __name__ == "__main__":
    main()
