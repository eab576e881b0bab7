"""Results that were continued with other settings say so: when they go on, and whenever they are read."""

import os
import sys

from support import SOURCE, RestartTest, frame_ends, frames_path, main, read

sys.path.insert(0, os.path.join(SOURCE, "python"))
from solfec_results import loads  # noqa: E402

VALUES = {"step": 0.001, "friction": 0.3, "force": 3, "gravity": 10, "epsilon": 0.001, "duration": 0.05, "more": ""}
SCRIPT = """
s = SOLFEC('DYNAMIC', {step}, 'out')
s.verbose = 'OFF'
SURFACE_MATERIAL(s, 1, 1, friction={friction})
ball = BODY(s, 'RIGID', SPHERE((0, 0, 1), 0.5, 1, 1), BULK_MATERIAL(s), 'ball')
FORCE(ball, 'SPATIAL', (0, 0, 1), (1, 0, 0), {force})
GRAVITY(s, (0, 0, -{gravity}))
OUTPUT(s, 0.01)
k = 1.0
{more}
RUN(s, GAUSS_SEIDEL_SOLVER({epsilon}, 100), {duration})
"""
GRAVITY = "GRAVITY is (0, 0, -{}) m/s^2 (drop.py:7), but (0, 0, -{}) m/s^2 in the results (drop.py:7)"


class ContinuedSettings(RestartTest):
    def script(self, **changes):
        return self.write("drop.py", SCRIPT.format(**{**VALUES, **changes}))

    def said_on(self, *words, code=0, **changes):
        """Standard error of a run of the changed script."""
        self.script(**changes)
        result = self.run_program("-q", *words, "drop.py")
        self.assertEqual(result.returncode, code, result.stderr)
        return result.stderr

    def went_on(self, time):
        return (f"solfec: out: warning: the results up to t={time} s were computed with other settings than those of "
                "the script:\n")

    def changed_at(self, time):
        return (f"solfec: out: warning: the settings changed at t={time} s of RUN 1, from where a run went on (-c); up "
                "to there they were others than those of the script:\n")

    def test_another_element_is_refused_when_a_run_goes_on_and_when_it_is_read(self):
        text = """
s = SOLFEC('DYNAMIC', 0.001, 'out')
s.verbose = 'OFF'
cube = HEX([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1], 1, 1, 1, 1, [1] * 6)
BODY(s, 'FINITE_ELEMENT', cube, BULK_MATERIAL(s), 'cube'%s)
RUN(s, GAUSS_SEIDEL_SOLVER(), %g)
"""
        self.write("cube.py", text % (", element='MIXED'", 0.002))
        self.assertEqual(self.run_program("-q", "cube.py").returncode, 0)
        for words, duration in (((), 0.002), (("-c",), 0.004)):
            self.write("cube.py", text % ("", duration))
            result = self.run_program("-q", *words, "cube.py")
            self.assertNotEqual(result.returncode, 0)
            self.assertIn("body 'cube' (created at cube.py:5) has the element 'LINEAR', but 'MIXED' in the results",
                          result.stderr)
        self.write("cube.py", text % (", element='MIXED'", 0.004))
        self.assertEqual(self.run_program("-q", "-c", "cube.py").returncode, 0)

    def test_each_setting_is_told_with_both_values_when_a_run_goes_on_and_later(self):
        for changes, words in (({"gravity": 1}, GRAVITY.format(1, 10)),
                               ({"friction": 0.9}, "friction 0.9"), ({"friction": 0.9}, "friction 0.3"),
                               ({"force": 4}, "is 4 N along"), ({"force": 4}, "but 3 N along"),
                               ({"epsilon": 1e-6}, "epsilon is 1e-06 (drop.py:11), but 0.001 in the results"),
                               ({"step": 0.002}, "step is 0.002 s, DYNAMIC (drop.py:2), but 0.001 s, DYNAMIC"),
                               ({"more": "TORQUE(ball, 'SPATIAL', (1, 0, 0), 5)"}, "TORQUE on body 'ball' is 5 N m")):
            with self.subTest(changes=changes):
                self.said_on("-w")
                said = self.said_on("-c", duration=0.1, **changes)
                self.assertTrue(said.startswith(self.went_on(0.05)), said)
                self.assertIn(words, said)
                said = self.said_on(duration=0.1, **changes)
                self.assertTrue(said.startswith(self.changed_at(0.05)), said)
                self.assertIn(words, said)
                self.assertIn("settings changed at t = 0.05 s", self.run_ok("--info", "out").stdout)
                with open(self.path("out/log")) as file:
                    self.assertIn("warning: the results up to t=0.05 s were computed", file.read())
                self.assertIn("were computed with other settings", self.said_on(code=2, duration=0.1))

    def test_a_longer_duration_and_other_lines_are_no_change(self):
        self.said_on("-w")
        self.assertEqual(self.said_on("-c", duration=0.1, more="pass\n"), "")
        self.assertEqual(self.said_on(duration=0.1, more="pass\n"), "")
        self.assertNotIn("settings changed", self.run_ok("--info", "out").stdout)

    def test_complete_results_of_other_settings_are_told_too(self):
        self.said_on("-w")
        self.assertEqual(self.said_on("-c", gravity=1), self.went_on(0.05) + f"  {GRAVITY.format(1, 10)}\n")

    def test_each_part_has_its_settings(self):
        self.said_on("-w", gravity=10)
        self.said_on("-c", gravity=1, duration=0.1)
        self.assertEqual(self.said_on("-c", gravity=2, duration=0.15),
                         self.went_on(0.1) + f"  {GRAVITY.format(2, 1)}\n")
        self.assertEqual(self.said_on(gravity=2, duration=0.15),
                         self.changed_at(0.05) + f"  {GRAVITY.format(2, 10)}\n" +
                         self.changed_at(0.1) + f"  {GRAVITY.format(2, 1)}\n")
        for time, gravity in ((0.0, 10), (0.05, 10), (0.06, 1), (0.1, 1), (0.11, 2), (9, 2)):
            self.assertIn(("GRAVITY", "", "drop.py:7", f"(0, 0, -{gravity}) m/s^2"),
                          loads.settings_of(type("Results", (), {"folder": self.path("out")}), 1, time))

    def test_a_part_that_was_overwritten_is_gone(self):
        self.said_on("--keep-states", "-w", gravity=10)
        self.said_on("--keep-states", "-c", gravity=1, duration=0.1)
        path = frames_path(self.path("out"))
        with open(path, "r+b") as file:
            file.truncate(frame_ends(read(path))[3])  # t = 0.03, in front of the second part
        self.assertEqual(self.said_on("-c", gravity=2, duration=0.1),
                         self.went_on(0.03) + f"  {GRAVITY.format(2, 10)}\n")
        self.assertEqual(self.said_on(gravity=2, duration=0.1), self.changed_at(0.03) + f"  {GRAVITY.format(2, 10)}\n")

    def test_a_lost_record_still_has_a_word(self):
        self.said_on("-w")
        os.remove(self.path("out/settings.txt"))
        self.assertEqual(self.said_on("-c", gravity=1, duration=0.1), self.went_on(0.05) + "  GRAVITY is another one than "
                         "in the results, which do not tell its value\n")

    def test_a_function_that_depends_on_something_else_is_told(self):
        load = "def pull(q, u, t, h): return [0, 0, k] + 6 * [0]\nFORCE(ball, 'SPATIAL', (0, 0, 1), (0, 0, 1), pull)"
        self.said_on("-w", more=load)
        said = self.said_on("-c", more="k = 2.0\n" + load, duration=0.1)
        self.assertIn("variable k of the function 'pull' on body 'ball' is 2, but 1 in the results", said)


if __name__ == "__main__":
    main()
