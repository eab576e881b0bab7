"""GEOMETRIC_EPSILON without a call: fitted to the smallest moving body by the first RUN; with a call:
as given, and a warning when it is too coarse. The oracle is min(1e-4 m, 1e-3 of the least extent)."""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python"))

from support import *
import solfec_results

HEAD = """\
%(given)s
s = SOLFEC('DYNAMIC', 1e-4, 'out')
b = BULK_MATERIAL(s, density=1000)
SURFACE_MATERIAL(s, friction=0.5)
GRAVITY(s, (0, 0, -9.81))
def box(low, high):
    points = [0,0,0, 1,0,0, 1,1,0, 0,1,0, 0,0,1, 1,0,1, 1,1,1, 0,1,1]
    return TRANSLATE(SCALE(HULL(points, 1, 1), [h - l for l, h in zip(low, high)]), low)
BODY(s, 'OBSTACLE', box((-9, -9, -9), (9, 9, 0)), b, label='floor')
solver = GAUSS_SEIDEL_SOLVER(1e-8, 1000, 1e-10)
"""
RUN_LINE = "RUN(s, solver, 5e-4)\n"
GRAIN = "BODY(s, 'RIGID', box((0, 0, 0), (1e-3, 2e-3, 3e-3)), b, label='grain')\n"
DAM = "BODY(s, 'RIGID', box((-8, 2, 0), (2, 5, 1)), b, label='dam')\n"


class ContactScaleTest(LanguageTest):

    def program(self, more, *words, given=""):
        done = self.run_program(*words, script=HEAD % {"given": given} + more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def contact(self, folder="out"):
        """Rules of contact that the frames hold."""
        return solfec_results.open(os.path.join(self.folder, folder)).model.settings["contact"]

    def frames(self):
        with open(os.path.join(self.folder, "out", "frames.0.xdr"), "rb") as file:
            return file.read()

    def last_state(self, frames=None):
        """(time, states of all bodies) at the end of the results, or of these frames."""
        folder = os.path.join(self.folder, "out")
        if frames is not None:
            folder = os.path.join(self.folder, "copy")
            os.makedirs(folder, exist_ok=True)
            with open(os.path.join(folder, "frames.0.xdr"), "wb") as file:
                file.write(frames)
        results = solfec_results.open(folder)
        frame = results[len(results) - 1]
        return frame.time, frame.bodies

    def assert_epsilon(self, epsilon, body, more):
        """The run logs the value and the body, and the frames hold it; nothing is said of 1e-4."""
        done = self.program(more, "-w")
        self.assertEqual(done.stderr.replace("solfec: results in out; the same command without -w "
                                             "reads them (histories, curves), -w computes anew\n",
                                             ""), "")
        said = [line for line in done.stdout.splitlines() if "GEOMETRIC_EPSILON" in line]
        with open(os.path.join(self.folder, "out", "log")) as file:
            logged = [line for line in file if "GEOMETRIC_EPSILON" in line]
        if body is None:
            self.assertEqual((said, logged), ([], []))
        else:
            self.assertEqual((len(said), len(logged)), (1, 1), done.stdout)
            self.assertRegex(said[0], "GEOMETRIC_EPSILON is %s m, .* of %s"
                             % (re.escape("%g" % epsilon), body))
            self.assertIn(said[0].split("out: ")[1], logged[0])
        contact = self.contact()
        self.assertAlmostEqual(contact["tolerance"], epsilon, delta=1e-9 * epsilon)
        self.assertEqual(contact["minimal_distance"], contact["tolerance"])
        self.assertTrue(contact["automatic_tolerance"])

    def test_the_smallest_moving_body_counts(self):
        self.assert_epsilon(1e-6, "body 'grain' .created at input.py:11.", GRAIN + DAM + RUN_LINE)
        pebbles = ("for i in range(20): BODY(s, 'RIGID', SPHERE((0.006 * i, 0, 0.0025), 0.0025, 1, "
                   "1), b, label='pebble %d' % i)\n")
        self.assert_epsilon(5e-6, "body 'pebble 0'", DAM + pebbles + RUN_LINE)

    def test_all_moving_kinds_count_and_turned_plates_with_their_thickness(self):
        soft = "BODY(s, 'PSEUDO_RIGID', box((0, 0, 0), (.02, .02, .02)), b, label='soft')\n"
        self.assert_epsilon(2e-5, "body 'soft'", soft + RUN_LINE)
        mesh = ("BODY(s, 'FINITE_ELEMENT', HEX([0,0,0, .05,0,0, .05,.05,0, 0,.05,0, 0,0,.05, "
                ".05,0,.05, .05,.05,.05, 0,.05,.05], 1, 1, 1, 1, [1]*6), b, label='mesh')\n")
        self.assert_epsilon(5e-5, "body 'mesh'", mesh + RUN_LINE)
        plate = ("BODY(s, 'RIGID', ROTATE(box((0, 0, .1), (.3, .3, .11)), (0, 0, .1), (1, 2, 3), "
                 "40), b, label='plate')\n")
        self.assert_epsilon(1e-5, "body 'plate'", plate + RUN_LINE)

    def test_bodies_from_a_tenth_of_a_metre_on_keep_the_default(self):
        self.assert_epsilon(1e-4, None, DAM + RUN_LINE)
        cube = "BODY(s, 'RIGID', box((.3, .3, .0), (.4, .4, .1)), b)\n"  # 0.4 - 0.3 < 0.1
        self.assert_epsilon(1e-4, None, cube + RUN_LINE)

    def test_small_features_of_obstacles_and_parts_of_bodies_do_not_count(self):
        ledge = "BODY(s, 'OBSTACLE', box((3, 3, 0), (4, 4, 1e-3)), b)\n"
        self.assert_epsilon(1e-4, None, ledge + DAM + RUN_LINE)
        self.assert_epsilon(1e-4, None, ledge + RUN_LINE)
        row = ("BODY(s, 'RIGID', [box((.002 * i, 0, 0), (.002 * i + .002, 1, 1)) for i in "
               "range(100)], b)\n")
        self.assert_epsilon(1e-4, None, row + RUN_LINE)

    def test_the_first_run_chooses_and_later_bodies_only_warn(self):
        late = ("def add(data):\n"
                "    if s.time < 2.5e-4: BODY(s, 'RIGID', box((1, 0, 0), (1.001, .001, .001)), b, "
                "label='late')\nCALLBACK(s, 2e-4, None, add)\n")
        done = self.program(DAM + late + RUN_LINE, "-w", "-q")
        self.assertEqual(self.contact()["tolerance"], 1e-4)
        self.assertRegex(done.stderr, r"^solfec: warning: body 'late' \(created at input.py:13\): "
                         r"extents 0.001 x 0.001 x 0.001 m are below 100 GEOMETRIC_EPSILON \(0.0001 "
                         r"m\), .* 1e-06 m fits it\n$")
        done = self.program(DAM + RUN_LINE + GRAIN + RUN_LINE, "-w", "-q")
        self.assertEqual(self.contact()["tolerance"], 1e-4)
        self.assertEqual(done.stderr.count("GEOMETRIC_EPSILON"), 1)
        self.assertIn("body 'grain' (created at input.py:13): extents 0.001 x 0.002 x 0.003 m",
                      done.stderr)

    def test_a_given_value_holds_and_warns_once(self):
        given = "GEOMETRIC_EPSILON(1e-4)"
        done = self.program(GRAIN + DAM + RUN_LINE + RUN_LINE, "-w", given=given)
        contact = self.contact()
        self.assertEqual((contact["tolerance"], contact["automatic_tolerance"]), (1e-4, False))
        self.assertNotIn("GEOMETRIC_EPSILON", done.stdout)
        warnings = [line for line in done.stderr.splitlines() if "GEOMETRIC_EPSILON" in line]
        self.assertEqual(len(warnings), 1)
        self.assertIn("body 'grain' (created at input.py:11): extents 0.001 x 0.002 x 0.003 m are "
                      "below 100 GEOMETRIC_EPSILON (0.0001 m, input.py:1), ", warnings[0])
        two = GRAIN + GRAIN.replace("(0, 0, 0), (1e-3", "(5e-3, 0, 0), (6e-3").replace("grain", "2")
        self.assertIn("so it is for 2 bodies in all",
                      self.program(two + RUN_LINE, "-w", given=given).stderr)
        for silent in (dict(given=given + "\nWARNINGS('OFF')"),
                       dict(given="GEOMETRIC_EPSILON(1e-5)"), dict(given="GEOMETRIC_EPSILON(1e-7)")):
            self.assertNotIn("EPSILON", self.program(GRAIN + RUN_LINE, "-w", **silent).stderr)
        self.assertIn("(0.0002 m, a callback)", self.program(
            GRAIN + "CALLBACK(s, 2e-4, None, lambda data: GEOMETRIC_EPSILON(2e-4))\n" + RUN_LINE,
            "-w").stderr)

    def test_the_least_distance_of_points_follows_unless_it_is_given(self):
        for more, distance in (("CONTACT_SPARSIFY(s, 0.02)\n", 1e-6),
                               ("CONTACT_SPARSIFY(s, 0.02, mindist=1e-4)\n", 1e-4),
                               ("CONTACT_SPARSIFY(s, 0)\n", 0.0)):
            self.program(more + GRAIN + RUN_LINE, "-w")
            self.assertAlmostEqual(self.contact()["tolerance"], 1e-6, delta=1e-15)
            self.assertAlmostEqual(self.contact()["minimal_distance"], distance, delta=1e-15)

    def test_a_continued_run_takes_the_value_of_the_frames(self):
        later = ("def add(data):\n    data['n'] += 1\n    if data['n'] == 2: BODY(s, 'RIGID', box((1, "
                 "0, 0), (1.01, .01, .01)), b)\nCALLBACK(s, 1e-4, {'n': 0}, add)\nprint(end)\n"
                 "RUN(s, solver, end)\n")
        for more in (GRAIN, DAM):  # 1e-6 and 1e-4 m, with a body of 1e-2 m from a callback
            whole = "end = 1e-3\n" + more + later
            self.program(whole, "-w")
            frames = self.frames()
            self.assertGreater(len(frames), 1000)
            self.program("end = 5e-4\n" + more + later, "-w")
            done = self.program(whole, "-c")
            self.assertNotIn("differs from the stored run", done.stdout)
            self.assertEqual(self.contact()["tolerance"], 1e-6 if more == GRAIN else 1e-4)
            last, reference = self.last_state(), self.last_state(frames)
            self.assertEqual(len(last[1]), 3)  # the late one is there
            self.assertEqual(last, reference)

    def test_a_continued_run_with_another_value_says_so(self):
        self.program(GRAIN + RUN_LINE, "-w")
        done = self.program(GRAIN + RUN_LINE + RUN_LINE, "-c", given="GEOMETRIC_EPSILON(1e-5)")
        self.assertIn("GEOMETRIC_EPSILON of the script differs from the stored run", done.stdout)
        self.assertEqual(self.contact()["tolerance"], 1e-5)

    def test_reading_tells_other_settings_only(self):
        self.program(GRAIN + RUN_LINE, "-w")
        self.assertNotIn("EPSILON", self.program(GRAIN + RUN_LINE).stderr)
        text = self.program(GRAIN + RUN_LINE, "--read", given="GEOMETRIC_EPSILON(1e-6)").stderr
        self.assertIn("GEOMETRIC_EPSILON is 1e-06 m (input.py:1), but that of the bodies in the "
                      "results", text)
        self.assertEqual(text.count("warning"), 1, text)
        self.program(GRAIN + RUN_LINE, "-w", given="GEOMETRIC_EPSILON(1e-6)")
        text = self.program(GRAIN + RUN_LINE, "--read").stderr
        self.assertIn("GEOMETRIC_EPSILON is that of the bodies, but 1e-06 m in the results", text)

    def test_a_check_of_the_model_chooses_too(self):
        gap = "BODY(s, 'RIGID', box((0, 0, 5e-5), (1e-3, 1e-3, 1e-3 + 5e-5)), b)\n"
        self.assertIn("contacts: 0 ", self.program(gap + RUN_LINE, "--check").stdout)
        given = self.program(gap + RUN_LINE, "--check", given="GEOMETRIC_EPSILON(1e-4)")
        self.assertIn("contacts: 4 ", given.stdout)
        self.assertIn("below 100 GEOMETRIC_EPSILON", given.stderr)

    def test_shapes_are_built_with_the_default_after_the_choice_too(self):
        """A point 5e-5 m off a body is still one of it, whatever a RUN has chosen."""
        fixed = "FIX_POINT(BYLABEL(s, 'BODY', 'grain'), (5e-4, 1e-3, -5e-5))\n"
        self.program(GRAIN + RUN_LINE + fixed + RUN_LINE, "-w")
        self.assertAlmostEqual(self.contact()["tolerance"], 1e-6, delta=1e-15)

    def test_each_analysis_has_its_own(self):
        second = ("t = SOLFEC('DYNAMIC', 1e-4, 'other')\nc = BULK_MATERIAL(t, density=1000)\n"
                  "BODY(t, 'RIGID', box((0, 0, 0), (1, 1, 1)), c)\nRUN(t, solver, 5e-4)\n")
        self.program(GRAIN + RUN_LINE + second, "-w")
        self.assertAlmostEqual(self.contact()["tolerance"], 1e-6, delta=1e-15)
        self.assertEqual(self.contact("other")["tolerance"], 1e-4)

    def test_wrong_input(self):
        for bad in (0, -1e-4):
            self.assert_refused(ValueError, "GEOMETRIC_EPSILON: 'epsilon' must be a positive number",
                                lambda: GEOMETRIC_EPSILON(bad))
        for bad in ("nan", "inf", "-inf"):
            self.assert_refused(ValueError, "GEOMETRIC_EPSILON: 'epsilon' must be finite",
                                lambda: GEOMETRIC_EPSILON(float(bad)))
        self.assert_refused(TypeError, "GEOMETRIC_EPSILON: 'epsilon'",
                            lambda: GEOMETRIC_EPSILON("AUTO"))
        self.assert_refused(TypeError, "GEOMETRIC_EPSILON: missing argument 'epsilon'",
                            lambda: GEOMETRIC_EPSILON())


if __name__ == "__main__":
    main()
