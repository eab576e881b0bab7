"""solfec.limit: bisection, and loads that rise until a model of known strength collapses."""

import json
from math import atan, degrees, inf, nan, sqrt

import numpy as np
from support import *

from solfec.limit import Limit, LoadTest, Trial, bisect, rise, tilted

EMBEDDED = "_solfec" in sys.builtin_module_names

# A cube on a floor under a tilt: it slides beyond atan (friction). Every step writes a letter to the log.
SLIDE = """
import sys
from solfec import *
from solfec.build import block
from solfec.limit import LoadTest, rise, tilted

def model(folder):
    solfec = SOLFEC('DYNAMIC', 1e-2, folder)
    bulk = BULK_MATERIAL(solfec, density=1000.0)
    SURFACE_MATERIAL(solfec, friction=0.5)
    OUTPUT(solfec, 0.1)
    block((-3, -3, -1), (3, 3, 0), 'floor', True).bodies(solfec, bulk)
    cube, = block((-0.5, -0.5, 0), (0.5, 0.5, 0.5), 'cube').bodies(solfec, bulk)
    CALLBACK(solfec, 1e-9, 0, lambda data: print('step') or 1)
    return LoadTest(solfec, GAUSS_SEIDEL_SOLVER(1e-10, 1000), lambda a: GRAVITY(solfec, tilted(a)),
                    [cube], 0.2, 1e-5)

found = rise(model, LOW, HIGH, 10, 0.05, 'out/tilt')
print(found)
found.save('curve.csv')
found.plot('curve.png', 'tilt, degrees')
"""


# A cube without friction between a wall and a table that is drawn away from below it: it tips over when the
# edge of the table passes its middle, after 0.5 m.
DRAWN = """
import sys
from solfec import *
from solfec.build import block
from solfec.limit import LoadTest, rise

def model(folder):
    solfec = SOLFEC('DYNAMIC', 1e-3, folder)
    bulk = BULK_MATERIAL(solfec, density=1000.0)
    SURFACE_MATERIAL(solfec, friction=0.0)
    GRAVITY(solfec, (0, 0, -9.81))
    OUTPUT(solfec, 0.1)
    block((-1.5, 0, 0), (-0.5, 1, 2), 'wall', True).bodies(solfec, bulk)
    table, = block((-4, 0, -1), (0.5, 1, 0), 'table', True).bodies(solfec, bulk)
    cube, = block((-0.5, 0.2, 0), (0.5, 0.8, 1), 'cube').bodies(solfec, bulk)
    state = {'drive': None, 'way': 0.0}

    def draw(way):
        if state['drive']:
            DELETE(solfec, state['drive'])
        state['drive'] = SET_VELOCITY(table, table.center, (-1, 0, 0), (way - state['way']) / 0.4)
        state['way'] = way

    return LoadTest(solfec, GAUSS_SEIDEL_SOLVER(1e-8, 1000), draw, [cube], 0.4, 1e-3)

print(rise(model, 0, 1, 0.2, 0.02, 'out/tilt'))
"""


# A block that tips about its edge under x times its weight, put anew for each x: the limit is b / h = 0.625.
PUSHED = """
import functools
from solfec import *
from solfec.limit import LoadTest, rise
b, h, w = 0.5, 0.8, 0.6
COMMANDS = {'push': FORCE}

def model(folder):
    solfec = SOLFEC('DYNAMIC', 1e-3, folder)
    bulk = BULK_MATERIAL(solfec, density=2500.0)
    SURFACE_MATERIAL(solfec, friction=2.0)
    GRAVITY(solfec, (0, 0, -9.81))
    OUTPUT(solfec, 0.1)
    BODY(solfec, 'OBSTACLE', PLANE((0, 0, 0), (0, 0, 1), 4, 1, 1), bulk)
    block = BODY(solfec, 'RIGID', BOX((-b / 2, -w / 2, 0), (b, w, h), 1, [1, 2, 1, 1, 1, 1]), bulk)
    W, side, once = block.mass * 9.81, (-b / 2, 0, h / 2), {}
    push = functools.partial(FORCE, block, 'SPATIAL', side, (1, 0, 0))
    def apply(x):
        APPLY
    return LoadTest(solfec, GAUSS_SEIDEL_SOLVER(), apply, [block], 0.3, 1e-3)

print(rise(model, 0.5, 1, 0.25, 0.04, 'out/tilt'))
"""
PUSHES = {
    "a force": "FORCE(block, 'SPATIAL', side, (1, 0, 0), x * W)",
    "a force at a place that moves": "FORCE(block, 'SPATIAL', (-b / 2, 0, h - 0.1 * x), (1, 0, 0), x * W * h / 2 / (h - 0.1 * x))",
    "a record": "FORCE(block, 'SPATIAL', point=side, direction=(1, 0, 0), value=TIME_SERIES([(0, x * W), (9, x * W)]))",
    "a function": "FORCE(block, 'SPATIAL', side, (1, 0, 0), lambda q, u, t, step: [x * W, 0, 0, 0, 0, 0, 0, 0, 0])",
    "a function put once": "first = not once; once['W'] = x * W; "
                           "first and FORCE(block, 'SPATIAL', side, (1, 0, 0), lambda q, u, t, step: [once['W'], 0, 0, 0, 0, 0, 0, 0, 0])",
    "part of a command": "push(x * W)",
    "a command by another name": "COMMANDS['push'](block, 'SPATIAL', side, (1, 0, 0), x * W)",
    "two forces of half the size": "push(x * W / 2); push(x * W / 2)",
    "a torque": "TORQUE(block, 'CONVECTED', (0, 1, 0), x * W * h / 2)",
    "a pressure": "PRESSURE(block, 2, -x * W / (w * h))",
    "a recorded pressure": "PRESSURE(block, 2, TIME_SERIES([(0, -x * W / (w * h)), (9, -x * W / (w * h))]))",
    "a spring": "PUT_SPRING(block, (b / 2, 0, h / 2), None, (3, 0, h / 2), lambda s, v: -x * W, None)"}


class Bisection(LanguageTest):
    def test_the_interval_holds_the_limit_from_either_side(self):
        for good, bad in ((0, 2), (3, 1)):
            found = bisect(lambda x, up=good < bad: (x < sqrt(2)) == up, good, bad, 1e-9)
            self.assertAlmostEqual(found.stands, sqrt(2), 8)
            self.assertLessEqual(abs(found.stands - found.collapses), 1e-9)
            self.assertTrue((found.stands < sqrt(2)) == (good < bad))
            self.assertEqual(len(found.trials), 2 + 31)

    def test_it_ends_at_neighbouring_numbers(self):
        found = bisect(lambda x: x < 1 / 3, 0, 1, 1e-300)
        self.assertEqual(np.nextafter(found.stands, 1), found.collapses)

    def test_wrong_arguments_are_refused(self):
        for text, arguments in (
                ("good must stand, 2 does not", (lambda x: x < 1, 2, 3, 0.1)),
                ("bad must collapse, 0.5 does not", (lambda x: x < 1, 0, 0.5, 0.1)),
                ("tolerance must be positive, got 0", (lambda x: x < 1, 0, 2, 0)),
                ("values must be finite, got nan", (lambda x: x < 1, 0, nan, 0.1))):
            with self.assertRaisesRegex(ValueError, r"_test\.py:\d+: bisect: " + text):
                bisect(*arguments)


class Loads(LanguageTest):
    def run_script(self, low, high, script=SLIDE):
        with open(os.path.join(self.folder, "script.py"), "w") as file:
            file.write(script.replace("LOW", str(low)).replace("HIGH", str(high)))
        words = [PROGRAM, "-q", "script.py"] if EMBEDDED else [sys.executable, "script.py"]
        return subprocess.run(words, cwd=self.folder, text=True, timeout=300,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def steps_of_trials(self):
        """(loads of the path, steps that were computed) of each trial, from its job and its log."""
        home = os.path.join(self.folder, "out/tilt")
        found = []
        for place in os.listdir(home):
            if not os.path.isdir(os.path.join(home, place)):
                continue  # inputs.json, of all trials
            with open(os.path.join(home, place, "job.json")) as file:
                loads = len(json.load(file)["path"])
            with open(os.path.join(home, place, "log")) as file:
                found.append((loads, file.read().split("\n").count("step")))
        return found

    def test_a_cube_slides_beyond_the_angle_of_friction(self):
        done = self.run_script(0, 60)
        self.assertEqual(done.returncode, 0, done.stderr)
        low, high = (float(x) for x in done.stdout.replace("stands at", "").split(", collapses at"))
        # motion of g (sin a - 0.5 cos a) t^2/2 = 1e-5 m over 0.2 s: 0.003 degrees above the limit
        self.assertLessEqual(low, degrees(atan(0.5)) + 0.01)
        self.assertGreaterEqual(high, degrees(atan(0.5)))
        self.assertLessEqual(high - low, 0.05)
        with open(os.path.join(self.folder, "curve.csv")) as file:
            rows = [line.split(",") for line in file.read().splitlines()]
        self.assertEqual(rows[0], ["value", "motion", "stood"])
        values = [float(row[0]) for row in rows[1:]]
        self.assertEqual(values, sorted(values))
        self.assertEqual(values[:3], [0, 10, 20])
        for value, motion, stood in rows[1:]:
            a = np.radians(float(value))
            free = max(9.81 * (np.sin(a) - 0.5 * np.cos(a)), 0) * 0.2 ** 2 / 2
            self.assertAlmostEqual(float(motion) / max(free, 1e-5), free / max(free, 1e-5), delta=0.12)
            self.assertEqual(int(stood), int(float(motion) <= 1e-5))
        with open(os.path.join(self.folder, "curve.png"), "rb") as file:
            self.assertEqual(file.read(4), b"\x89PNG")
        for loads, steps in self.steps_of_trials():  # a RUN takes 20 steps
            # the program goes on from the last state that stood; a RUN that is done calls once
            self.assertEqual(steps, 20 + loads - 1 if EMBEDDED else 20 * loads)
        again = self.run_script(0, 60)  # nothing is computed a second time
        self.assertEqual((again.stdout, again.stderr), (done.stdout, ""))

    def test_a_cube_tips_when_its_table_has_gone_by_half(self):
        done = self.run_script(0, 0, DRAWN)
        low, high = (float(x) for x in done.stdout.replace("stands at", "").split(", collapses at"))
        self.assertLessEqual(low, 0.5 + 0.01)  # that little above the limit it has hardly moved
        self.assertGreaterEqual(high, 0.5)
        self.assertLessEqual(high - low, 0.02)

    def test_each_load_takes_the_place_of_the_one_before(self):
        """The limit of a block that tips does not depend on how many loads came before."""
        for name, push in PUSHES.items():
            with self.subTest(name):
                shutil.rmtree(os.path.join(self.folder, "out"), ignore_errors=True)
                done = self.run_script(0, 0, PUSHED.replace("APPLY", push))
                self.assertEqual(done.returncode, 0, done.stderr)
                low, high = (float(x) for x in done.stdout.replace("stands at", "").split(", collapses at"))
                self.assertLessEqual(low, 0.625 + 0.01)
                self.assertGreaterEqual(high, 0.625)

    def test_a_model_that_depends_on_another_number_is_tried_anew(self):
        """Limits are those of the friction that stands outside of the model function now."""
        script = SLIDE.replace("friction=0.5", "friction=mu").replace("def model", "mu = 0.5\n\ndef model")
        for mu, told in ((0.5, ""), (0.7, "variable mu of the function 'model' is 0.7, but 0.5 before"), (0.7, None)):
            done = self.run_script(0, 60, script.replace("mu = 0.5", f"mu = {mu}"))
            low, high = (float(x) for x in done.stdout.replace("stands at", "").split(", collapses at"))
            self.assertLessEqual(low, degrees(atan(mu)) + 0.01)
            self.assertGreaterEqual(high, degrees(atan(mu)))
            if told is None:
                self.assertEqual(done.stderr, "")
            elif told:
                self.assertIn(f"rise: computes out/tilt anew: {told}\n", done.stderr)

    @unittest.skipUnless(EMBEDDED, "an option of the program")
    def test_an_option_tries_anew(self):
        for options in ((), ("-w",)):
            self.run_script(0, 15)
            done = self.run_program(*options, "-q", "script.py")
            self.assertEqual(done.stdout, "stands at 15, the largest value tried\n", done.stderr)
            self.assertEqual(done.stderr, "rise: stands at 0\nrise: stands at 10\nrise: stands at 15\n" if options else "")

    def test_a_motion_takes_the_place_of_the_one_before(self):
        """The script need not delete the drive of the table itself."""
        script = DRAWN.replace("            DELETE(solfec, state['drive'])", "            pass")
        self.assertNotEqual(script, DRAWN)
        done = self.run_script(0, 0, script)
        low, high = (float(x) for x in done.stdout.replace("stands at", "").split(", collapses at"))
        self.assertLessEqual(low, 0.5 + 0.01)
        self.assertGreaterEqual(high, 0.5)

    @unittest.skipUnless(EMBEDDED, "an option of the program")
    def test_check_looks_at_the_model_and_runs_no_trial(self):
        with open(os.path.join(self.folder, "script.py"), "w") as file:
            file.write(SLIDE.replace("LOW", "0").replace("HIGH", "60"))
        done = self.run_program("--check", "script.py")
        self.assertIn("bodies: 1 obstacles, 1 rigid", done.stdout)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertFalse(os.path.exists(os.path.join(self.folder, "out")))

    def test_what_stands_to_the_end_has_no_limit_and_what_never_does_is_refused(self):
        done = self.run_script(0, 15)
        self.assertEqual(done.stdout, "stands at 15, the largest value tried\n", done.stderr)
        done = self.run_script(30, 50)
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"script\.py:\d+: rise: the model must stand at low, 30; it "
                                      "collapses there")

    def test_errors_of_a_trial_end_the_search(self):
        for wrong, text in (("raise OSError('no floor')", "OSError: no floor"),
                            ("return 5", "the model must return a LoadTest, got 5"),
                            ("return LoadTest(None, None, None, [])", "the LoadTest has no bodies")):
            done = self.run_script(0, 60, SLIDE.replace("    solfec = SOLFEC", "    %s\n    solfec = SOLFEC" % wrong))
            self.assertNotEqual(done.returncode, 0)
            self.assertRegex(done.stderr,
                             r"script\.py:\d+: rise: the trial of 0 ended with: .*" + re.escape(text))
            if wrong.startswith("return"):
                self.assertRegex(done.stderr, r"ended with: .*script\.py:\d+: rise: " + re.escape(text))

    def test_runs_without_a_solution_are_collapses(self):
        """A cube that slides has no quasi-static solution: RUN raises, which is a collapse."""
        script = SLIDE.replace("'DYNAMIC'", "'QUASI_STATIC'").replace("10, 0.05", "10, 5")
        done = self.run_script(0, 60, script)
        self.assertRegex(done.stdout, r"^stands at 2[05]\S*, collapses at [23][05]", done.stderr)

    def test_wrong_arguments_are_refused(self):
        out = os.path.join(self.folder, "out")
        for text, arguments in (
                ("step must be positive, got 0", (None, 0, 1, 0, 0.1, out)),
                ("high must exceed low, 1, got 1", (None, 1, 1, 0.1, 0.1, out)),
                ("tolerance must be positive, got -1", (None, 0, 1, 0.1, -1, out)),
                ("values must be finite, got inf", (None, 0, inf, 0.1, 0.1, out))):
            with self.assertRaisesRegex(ValueError, r"_test\.py:\d+: rise: " + text):
                rise(*arguments)

    def test_gravity_of_a_tilted_floor(self):
        np.testing.assert_allclose(tilted(0), (0, 0, -9.81))
        np.testing.assert_allclose(tilted(30), (9.81 / 2, 0, -9.81 * sqrt(0.75)))
        np.testing.assert_allclose(tilted(90, "y", 2.0), (0, 2, 0), atol=1e-15)
        with self.assertRaisesRegex(ValueError, "tilted: toward must be 'x' or 'y', got 'z'"):
            tilted(1, "z")


class Results(LanguageTest):
    def test_the_text_the_curve_and_the_plot(self):
        trials = [Trial(2, True, 1e-12), Trial(4, False, 0.5), Trial(3, False, nan)]
        found = Limit(2, 3, trials)
        self.assertEqual(str(found), "stands at 2, collapses at 3")
        self.assertEqual(found.curve()[0], [2, 3, 4])
        axes = found.plot(label="load, N")
        self.assertEqual(axes.get_xlabel(), "load, N")
        drawn = {line.get_label(): line.get_xdata() for line in axes.get_lines()}
        np.testing.assert_array_equal(drawn["stands"], [2])
        np.testing.assert_array_equal(drawn["collapses"], [4])
        np.testing.assert_array_equal(drawn["limit"], [2.5, 2.5])
        self.assertEqual(LoadTest(None, None, None, []).allowed, 1e-3)


if __name__ == "__main__":
    main()
