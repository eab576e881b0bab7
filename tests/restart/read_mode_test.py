"""READ mode says what it reads, compares the settings and ends each RUN where it ended."""

import os
import re
import shutil
import time

from support import SLOW, RestartTest, frame_ends, frames_path, main, read

SCRIPT = """
s = SOLFEC('DYNAMIC', {step}, 'out')
SURFACE_MATERIAL(s, 1, 1, friction={friction})
bulk = BULK_MATERIAL(s, label='stone')
ball = BODY(s, 'RIGID', SPHERE((0, 0, 1), 0.5, 1, 1), bulk, 'ball')
FORCE(ball, 'SPATIAL', (0, 0, 1), (1, 0, 0), {force})
GRAVITY(s, (0, 0, -{gravity}))
solver = GAUSS_SEIDEL_SOLVER({epsilon}, 100)
RUN(s, solver, {duration})
"""
VALUES = {"step": 0.001, "friction": 0.3, "force": 3, "gravity": 10, "epsilon": 0.001, "duration": 0.1}
BEYOND = ("solfec: warning: out: the results go on to t=0.1 s, the last RUN of the script ends at t=0.05 s; -w "
          "computes anew")
TELL = "print(s.time, ball.center, ball.velo, DISPLACEMENT(ball, (0, 0, 1)), len(s.bodies))\n"


class ReadMode(RestartTest):
    def script(self, more="", **changes):
        return self.write("drop.py", SCRIPT.format(**{**VALUES, **changes}) + more)

    def read_again(self, *words):
        result = self.run_ok(*words, "drop.py")
        return result.stdout, result.stderr

    def refused(self, line, *texts):
        """The program ends with exit code 2 and says all that differs; --read warns of it."""
        result = self.run_program("-q", "drop.py")
        head = f"drop.py:{line}: RUN: the results in out were computed with other settings:\n"
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertEqual(result.stderr[result.stderr.index("drop.py:%d: RUN" % line):],
                         head + "".join(f"  {text}\n" for text in texts) +
                         "-w computes anew, --read reads the results all the same\n")
        self.assertEqual(self.read_again("-q", "--read")[1],
                         "".join(f"solfec: out: warning: {text}\n" for text in texts))

    def test_one_line_says_what_is_read(self):
        self.run_ok("-q", self.script())
        out, err = self.read_again()
        self.assertRegex(out, r"^solfec: reads out, 101 frames, t = 0 \.\. 0\.1 s, written "
                              r"\d{4}-\d\d-\d\d \d\d:\d\d; -w computes anew\n$")
        self.assertEqual(err, "")
        self.assertEqual(self.read_again("-q"), ("", ""))

    def test_every_setting_that_differs_is_named_with_both_values_and_lines(self):
        self.run_ok("-q", self.script())
        for name, value, text in (
                ("step", 0.002, r"step is 0.002 s, DYNAMIC (drop.py:2), but 0.001 s, DYNAMIC in the "
                                r"results (drop.py:2)"),
                ("friction", 0.4, "SURFACE_MATERIAL between surface 1 and surface 1 is "
                                  "SIGNORINI_COULOMB, friction 0.4, cohesion 0 Pa, restitution 0, spring "
                                  "0 N/m, dashpot 0 N s/m, hpow 1 (drop.py:3), but SIGNORINI_COULOMB, friction "
                                  "0.3, cohesion 0 Pa, restitution 0, spring 0 N/m, dashpot 0 N s/m, hpow 1 in "
                                  "the results (drop.py:3)"),
                ("force", 4, "FORCE on body 'ball' is 4 N along (1, 0, 0) at (0, 0, 1), SPATIAL "
                             "(drop.py:6), but 3 N along (1, 0, 0) at (0, 0, 1), SPATIAL in the results "
                             "(drop.py:6)"),
                ("gravity", 9.81, "GRAVITY is (-0, -0, -9.81) m/s^2 (drop.py:7), but (0, 0, -10) m/s^2 in "
                                  "the results (drop.py:7)".replace("-0, -0", "0, 0")),
                ("epsilon", 0.01, "GAUSS_SEIDEL_SOLVER epsilon is 0.01 (drop.py:9), but 0.001 in the "
                                  "results (drop.py:9)")):
            with self.subTest(setting=name):
                self.script(**{name: value})
                self.refused(9, text)
        for name, value, text in (
                ("duration", 0.05, "duration of RUN is 0.05 s (drop.py:9), but 0.1 s in the results "
                                   "(drop.py:9)\n" + BEYOND),):
            with self.subTest(setting=name):
                self.script(**{name: value})
                out, err = self.read_again("-q")
                self.assertEqual(err, "solfec: out: warning: " + text + "\n")
        self.script("FIX_POINT(ball, (0, 0, 1))\n")
        self.assertEqual(self.read_again("-q")[1], "")  # after the last RUN

    def test_another_scheme_of_impacts_is_refused_or_read(self):
        self.run_ok("-q", self.script())
        self.write("drop.py", SCRIPT.format(**VALUES).replace("solver =", "s.impacts = 'RATTLE'\nsolver ="))
        self.refused(10, "SOLFEC.impacts is RATTLE (drop.py:8), but SHAKE in the results")

    def test_settings_of_the_frames_are_a_warning(self):
        self.run_ok("-q", self.script())
        for command, text in (
                ("OUTPUT(s, 0.05)", "OUTPUT is each 0.05 s (drop.py:8), but each step in the results"),
                ("UNPHYSICAL_PENETRATION(s, 0.2)", "UNPHYSICAL_PENETRATION is 0.2 m (drop.py:8), but not set in "
                                                   "the results"),
                ("CALLBACK(s, 0.05, None, print)", "CALLBACK is the function 'print' each 0.05 s (drop.py:8), but "
                                                   "not set in the results")):
            with self.subTest(command=command):
                self.write("drop.py", SCRIPT.format(**VALUES).replace("solver =", command + "\nsolver ="))
                self.assertEqual(self.read_again("-q")[1], f"solfec: out: warning: {text}\n")

    def test_another_bulk_material_is_refused_or_read(self):
        more = "BODY(s, 'RIGID', SPHERE((0, 3, 1), 0.5, 1, 1), bulk)\n" * 2
        text = SCRIPT.format(**VALUES).replace("FORCE", more + "FORCE") + TELL
        wrote = self.run_ok("-q", self.write("drop.py", text)).stdout
        self.write("drop.py", text.replace("s, label=", "s, density=500, label="))
        differs = "has the material 'stone' with young 1e+06 Pa, poisson 0.25, density 500 kg/m^3, but young " \
            "1e+06 Pa, poisson 0.25, density 1000 kg/m^3 in the results"
        result = self.run_program("-q", "drop.py")
        self.assertEqual(result.returncode, 2)
        self.assertIn(f"body 'ball' (created at drop.py:5) {differs}; run with -w to compute new results, or read "
                      "these with the script that made them; --read reads them all the same\n", result.stderr)
        self.assertEqual(self.read_again("-q", "--read"),
                         (wrote, f"solfec: out: warning: body 'ball' (created at drop.py:5) {differs}\n"
                                 f"solfec: out: warning: 2 more: a body {differs}\n"))
        self.write("drop.py", text.replace("0.5, 1, 1), bulk, 'ball'", "0.6, 1, 1), bulk, 'ball'"))
        self.assertEqual(self.run_program("-q", "--read", "drop.py").returncode, 2)  # another geometry

    def test_many_differences_are_counted(self):
        self.run_ok("-q", self.script())
        forces = "".join(f"FORCE(ball, 'SPATIAL', (0, 0, 1), (0, 1, 0), {i + 1})\n" for i in range(13))
        self.write("drop.py", SCRIPT.format(**VALUES).replace("GRAVITY", forces + "GRAVITY"))
        result = self.run_program("-q", "drop.py")
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stderr.count("but not set in the results\n"), 10)
        self.assertIn("\n  and 3 more\n-w computes anew", result.stderr)

    def test_the_same_path_within_a_script_has_its_own_advice(self):
        again = SCRIPT.format(**{**VALUES, "gravity": 3})
        result = self.run_program("-q", self.script(again))
        self.assertEqual(result.returncode, 2)
        self.assertTrue(result.stderr.endswith("\nanother SOLFEC object of this script has written them; a path of "
                                               "its own computes anew\n"), result.stderr)

    def test_read_has_no_meaning_where_results_are_written(self):
        for word in ("-w", "-c"):
            result = self.run_program("--read", word, self.script())
            self.assertEqual((result.returncode, result.stderr),
                             (64, f"solfec: options --read and {word} exclude each other\n"))

    def test_rules_of_contact_that_differ_are_named_with_their_lines(self):
        self.run_ok("-q", self.script())
        for command, now, before in (("CONTACT_PROJECTION", "OFF", "ON"),
                                     ("CONTACT_POINTS", "CENTROID", "PATCH")):
            text = SCRIPT.format(**VALUES).replace("solver =", f"{command}(s, '{now}')\nsolver =")
            self.write("drop.py", text)
            self.refused(10, f"{command} is {now} (drop.py:8), but {before} in the results")

    def test_a_command_more_or_less_is_named(self):
        self.run_ok("-q", self.script())
        text = SCRIPT.format(**VALUES).replace("FORCE(", "#").replace(
            "GRAVITY(", "EXTENTS(s, (-9, -9, -9, 9, 9, 9))\nGRAVITY(")
        self.write("drop.py", text)
        self.refused(10, "EXTENTS is (-9, -9, -9) to (9, 9, 9) m (drop.py:7), but not set in the results",
                     "FORCE on body 'ball' is 3 N along (1, 0, 0) at (0, 0, 1), SPATIAL in the results "
                     "(drop.py:6), but not set in the script")

    def test_what_a_callback_has_set_is_no_difference(self):
        more = ("def f(none):\n    stone.friction = 0.7\n    solver.maxiter = 77\n    GRAVITY(s, (0, 0, -1))\n"
                "    s.step = 0.002\nCALLBACK(s, 0.05, None, f)\nRUN(s, solver, 0.1)\nRUN(s, solver, 0.1)\n"
                "RUN(s, GAUSS_SEIDEL_SOLVER(1e-5, 50), 0.01)\n")
        text = SCRIPT.format(**VALUES).replace("SURFACE", "stone = SURFACE") + more
        self.run_ok("-q", self.write("drop.py", text))
        self.assertEqual(self.read_again("-q")[1], "")
        self.write("drop.py", text.replace("1e-5, 50", "1e-5, 51"))
        self.refused(18, "RUN 4: GAUSS_SEIDEL_SOLVER maxiter is 51 (drop.py:18), but 50 in the results (drop.py:18)")

    def test_equal_commands_of_one_line_are_no_difference(self):
        more = "for f in (1, 2): FORCE(ball, 'SPATIAL', (0, 0, 1), (0, 1, 0), f)\n"
        text = SCRIPT.format(**VALUES).replace("GRAVITY", more + "GRAVITY") + "RUN(s, solver, 0.1)\n"
        self.run_ok("-q", self.write("drop.py", text))
        self.assertEqual(self.read_again("-q")[1], "")

    def test_a_mechanism_that_moves_between_two_runs_is_no_difference(self):
        self.write("drop.py", """
s = SOLFEC('DYNAMIC', 0.001, 'out')
bulk = BULK_MATERIAL(s, density=1000)
GRAVITY(s, (0, 0, -10))
for k, joint in enumerate((BALL, HINGE, SLIDER, CYLINDRICAL, UNIVERSAL, WELD)):
    a, b = [BODY(s, 'RIGID', BOX((x, k, 0), (0.5, 0.03, 0.06), 1, 1), bulk) for x in (0, 0.5)]
    more = {BALL: (), WELD: (), UNIVERSAL: ((0, 1, 0), (0, 0, 1))}.get(joint, ((0, 1, 0),))
    BALL(a, None, (0, k, 0))
    joint(a, b, (0.5, k, 0), *more)
for i in range(2):
    RUN(s, GAUSS_SEIDEL_SOLVER(), 0.01)
""")
        self.run_ok("-q", "drop.py")
        self.assertEqual(self.read_again("-q"), ("", ""))
        self.assertEqual(self.read_again("-q", "-c"), ("", ""))

    def test_bodies_that_start_otherwise_are_named(self):
        begin = "INITIAL_VELOCITY(ball, (1, 2, 3), (0, 0, 4))\nball.scheme = 'RIG_POS'\n"
        text = SCRIPT.format(**VALUES)
        self.run_ok("-q", self.write("drop.py", text.replace("GRAVITY", begin + "GRAVITY")))
        self.assertEqual(self.read_again("-q")[1], "")
        self.write("drop.py", text)
        ball = "body 'ball' (created at drop.py:5) starts with "
        self.refused(9, ball + "the scheme RIG_NEG, but RIG_POS in the results",
                     ball + "the velocity (0, 0, 0, 0, 0, 0), but (0, 0, 4, 1, 2, 3) in the results")

    def test_another_rotation_is_named(self):
        text = SCRIPT.format(**VALUES)
        self.run_ok("-q", self.write("drop.py", text.replace("GRAVITY", "ball.disable_rotation = 'ON'\nGRAVITY")))
        self.assertEqual(self.read_again("-q")[1], "")
        self.write("drop.py", text)
        self.refused(9, "body 'ball' (created at drop.py:5) starts with disable_rotation 'OFF', but 'ON' in the results")

    def test_the_script_prints_the_same_on_both_passes(self):
        for output in ("", "OUTPUT(s, 0.03)\n"):
            with self.subTest(output=output):
                more = TELL + "RUN(s, solver, 0.0405)\n" + TELL + \
                    "for i in range(3):\n    RUN(s, solver, 0.004)\n    " + TELL
                self.script(more)
                text = read("%s/drop.py" % self.folder).decode().replace("RUN(s", output + "RUN(s", 1)
                self.write("drop.py", text)
                wrote = self.run_ok("-q", "-w", "drop.py").stdout
                self.assertEqual(wrote.count("\n"), 5)
                self.assertEqual(self.read_again("-q"), (wrote, ""))

    def test_the_working_step_is_that_of_the_computing_pass(self):
        more = ("mesh = HEX([9,9,9, 10,9,9, 10,10,9, 9,10,9, 9,9,10, 10,9,10, 10,10,10, 9,10,10], 1, 1, 1, 1, [1] * 6)\n"
                "stiff = BULK_MATERIAL(s, label='stiff', young=1e10, density=1e3)\n"
                "BODY(s, 'FINITE_ELEMENT', mesh, stiff).scheme = 'DEF_EXP'\nGRAVITY(")
        text = SCRIPT.format(**VALUES).replace("GRAVITY(", more) + "print(s.current_step < 0.5 * s.step, s.current_step)\n"
        first = self.run_ok("-q", self.write("drop.py", text)).stdout
        self.assertIn("True", first)
        self.assertEqual(self.read_again("-q")[0], first)

    def test_a_run_that_is_killed_and_continued_leaves_the_same_frames(self):
        """Also when the end of a RUN that stays is the last frame."""
        self.script("OUTPUT(s, 0.03)\nRUN(s, solver, 0.04)\nBODY(s, 'RIGID', SPHERE((0, 3, 1), 0.5, 1, 1), "
                    "bulk)\nRUN(s, solver, 0.05)\nRUN(s, solver, 0.005)\n", duration=0.005)
        self.assertGreater(self.continue_from_prefixes(["-q", "drop.py"], 30), 2 if SLOW else 9)

    def test_a_shorter_and_a_longer_duration(self):
        self.run_ok("-q", self.script())
        self.script("print(s.time)\n", duration=0.05)
        self.assertEqual(self.read_again("-q")[0], "0.05\n")
        self.script("print(s.time)\n", duration=0.2)
        out, err = self.read_again("-q")
        self.assertEqual(out, "0.1\n")
        longer = "duration of RUN is 0.2 s (drop.py:9), but 0.1 s in the results (drop.py:9)\n"
        self.assertEqual(err, "solfec: out: warning: " + longer)
        os.remove(self.path("out/settings.txt"))
        self.assertEqual(self.read_again("-q")[1], "solfec: out: warning: RUN number 1 goes to t=0.2 s, but "
                         "the results end at t=0.1 s\n")
        self.script("RUN(s, solver, 0.1)\nprint(s.time)\n")
        self.assertEqual(self.read_again("-q"), ("0.1\n", "solfec: out: warning: RUN number 2 is not in the "
                                                 "results, which end at t=0.1 s\n"))

    def test_results_beyond_the_last_run_are_told_at_the_end(self):
        more = "RUN(s, solver, 0.05)\nprint('end')\n"
        self.run_ok("-q", self.script(more, duration=0.05))
        self.script("print('end')\n", duration=0.05)
        self.assertEqual(self.read_again("-q"), ("end\n", BEYOND + "\n"))
        out = self.run_program("drop.py")
        self.assertEqual(out.stderr.split("\n")[-2], BEYOND)
        self.script(more, duration=0.05)
        self.assertEqual(self.read_again("-q"), ("end\n", ""))
        self.write("drop.py", SCRIPT.format(**VALUES).replace("RUN(s", "SEEK(s, 0.01) #"))
        self.assertEqual(self.read_again("-q"), ("", ""))  # no RUN
        again = "t = SOLFEC('DYNAMIC', 0.001, 'out')\nHISTORY(t, 'STEP', 0, 1)\n"
        self.script(more + again, duration=0.05)
        self.assertEqual(self.read_again("-q"), ("end\n", ""))
        self.assertEqual(self.run_ok("-q", "-w", "drop.py").stderr, "")

    def test_incomplete_results_are_told(self):
        self.run_ok("-q", self.script())
        data = read(frames_path(self.path("out")))
        with open(frames_path(self.path("out")), "r+b") as file:
            file.truncate(frame_ends(data)[60])
        self.assertEqual(self.read_again("-q")[1], "solfec: out: warning: the run has not come to its end: "
                         "results end at t=0.06 s, RUN number 1 goes to t=0.1 s; -c continues\n")
        self.run_ok("-q", "-c", "drop.py")
        self.assertEqual(self.read_again("-q")[1], "")

    def test_a_run_that_its_callback_ended_is_complete(self):
        text = SCRIPT.format(**VALUES).replace(
            "RUN(s", "CALLBACK(s, 0.02, None, lambda none: 0)\nRUN(s")
        self.run_ok("-q", self.write("drop.py", text + TELL))
        self.assertEqual(self.read_again("-q")[1], "")

    def test_a_folder_that_is_still_being_written_is_told(self):
        slow = SCRIPT.format(**VALUES).replace(
            "RUN(s", "import time\nCALLBACK(s, 0.001, None, "
            "lambda none: time.sleep(1.0 if s.time > 0.07 else 0.002) or 1)\nRUN(s")
        process = self.start("-q", self.write("drop.py", slow))
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        path = frames_path(self.path("out"))
        while not os.path.exists(path) or os.path.getsize(path) < 5000:
            time.sleep(0.01)
        self.assertRegex(self.read_again("-q")[1], r"^solfec: out: warning: the folder is still being written "
                         rf"\(host \S+, process {process.pid}, started [^)]*\); so far results end at "
                         r"t=0\.\d+ s\n$")
        self.assertRegex(self.run_ok("--info", "out").stdout, rf"is being written by host \S+, process "
                         rf"{process.pid}")

    def test_a_body_that_is_made_only_in_write_mode_comes_from_the_file(self):
        for place in ("first", "last"):
            shutil.rmtree(self.path("out"), True)
            extra = "if s.mode == 'WRITE':\n    more = BODY(s, 'RIGID', SPHERE((0, 5, 1), 0.5, 1, 1), bulk," \
                " 'more')\n    FIX_POINT(more, (0, 5, 1))\n    FORCE(more, 'SPATIAL', (0, 5, 1), (1, 0, 0), 1)\n"
            text = SCRIPT.format(**VALUES)
            text = text.replace("ball =", extra + "ball =") if place == "first" else \
                text.replace("GRAVITY", extra + "GRAVITY")
            text += "print(s.nbod, sorted(b.label for b in s.bodies), [c.kind for c in s.constraints])\n" + TELL
            wrote = self.run_ok("-q", self.write("drop.py", text)).stdout
            self.assertTrue(wrote.startswith("2 ['ball', 'more'] ['FIXPNT']\n"))
            out, err = self.read_again("-q")
            self.assertEqual(out, wrote)
            self.assertRegex(err, r"^solfec: out: warning: body 'more' \(created at drop\.py:\d\) of the results is "
                             r"not made by the script up to here; it is taken from the results\n$")

    def test_results_without_the_note_of_settings_are_read_as_before(self):
        self.run_ok("-q", self.script(TELL))
        first = self.read_again("-q")
        os.remove(self.path("out/settings.txt"))
        self.assertEqual(self.read_again("-q"), first)
        with open(self.path("out/settings.txt"), "wb") as file:
            file.write(b"RUN 1\nEND nan\n\xff\tx\nRUN 99999999999\nas before\nRUN 2\nas before\n")
        self.assertEqual(self.read_again("-q")[0], first[0])


class Unchanged(RestartTest):
    """An unchanged script prints the same twice, and READ mode warns of nothing but what it adopts."""

    HEAD = """
s = SOLFEC('DYNAMIC', 0.001, 'out')
s.verbose = 'OFF'
SURFACE_MATERIAL(s, friction=0.3)
bulk = BULK_MATERIAL(s)
solver = GAUSS_SEIDEL_SOLVER(1e-6, 100)
def ball(x): return BODY(s, 'RIGID', SPHERE((x, 0, 0.5), 0.4, 1, 1), bulk)
def push(body, x, force): FORCE(body, 'SPATIAL', (x, 0, 0.5), (1, 0, 0), force)
def hold(body, x): return FIX_DIRECTION(body, (x, 0, 0.5), (0, 1, 0))
a = ball(0)
"""
    RUNS = "for i in range(3): RUN(s, solver, 0.02); print(s.time, [b.conf[9] for b in s.bodies])\n"
    CALLED = "calls = []\ndef act(none):\n    calls.append(1)\n    if len(calls) == 5:\n        %s\n" \
        "    return 1\nCALLBACK(s, 0.001, None, act)\n"

    def passes(self, more):
        """What the second pass of a script warns of."""
        self.write("same.py", self.HEAD + more)
        wrote = self.run_ok("-q", "-w", "same.py")
        again = self.run_ok("-q", "same.py")
        self.assertEqual(again.stdout, wrote.stdout)
        return again.stderr

    def test_what_the_script_deletes_between_two_runs(self):
        self.assertEqual(self.passes(
            "b = ball(2)\npush(b, 2, 1)\nc = hold(a, 0)\nRUN(s, solver, 0.02)\nDELETE(s, b)\nDELETE(s, c)\n"
            "push(ball(4), 4, 1)\nd = hold(a, 0)\nDELETE(s, d)\n" + self.RUNS), "")

    def test_what_leaves_the_extents(self):
        self.assertEqual(self.passes(
            "b = ball(2)\npush(b, 2, 1)\nhold(b, 2)\nCONTACT_EXCLUDE_BODIES(a, b)\n"
            "EXTENTS(s, (-2, -2, -2, 2.45, 2, 2))\nINITIAL_VELOCITY(b, (50, 0, 0), (0, 0, 0))\n" + self.RUNS), "")

    def test_what_a_callback_deletes_and_makes(self):
        begin = "b = ball(2)\npush(b, 2, 1)\nc = hold(a, 0)\nTORQUE(a, 'SPATIAL', (0, 0, 1), 1)\nextra = ball(9)\n"
        later = "e = ball(6)\npush(e, 6, 2)\nCONTACT_EXCLUDE_BODIES(a, e)\nhold(e, 6)\n"
        for act in ("DELETE(s, b)", "DELETE(s, c)", "push(a, 0, 3)", "hold(extra, 9)",
                    "CONTACT_EXCLUDE_BODIES(a, extra)", "push(ball(12), 12, 1)", "SURFACE_MATERIAL(s, friction=0.7)",
                    "s.step = 5e-4", "solver.epsilon = 1e-4", "GRAVITY(s, (0, 0, -1))"):
            with self.subTest(act=act):
                self.assertEqual(self.passes(begin + self.CALLED % act + "RUN(s, solver, 0.02)\n" + later +
                                             self.RUNS), "")

    def test_bodies_made_only_in_write_mode_before_others(self):
        err = self.passes(
            "if s.mode == 'WRITE':\n    x = ball(5)\n    push(x, 5, 1)\n    hold(x, 5)\n"
            "    CONTACT_EXCLUDE_BODIES(a, x)\nb = ball(2)\npush(b, 2, 1)\nhold(b, 2)\nc = ball(8)\n"
            "INITIAL_VELOCITY(c, (1, 0, 0), (0, 0, 0))\n"
            "for i in range(2): RUN(s, solver, 0.01); print(s.time, b.conf[9], c.conf[9])\n")
        self.assertEqual(err, "solfec: out: warning: body 2 (created at same.py:7) of the results is not made by "
                         "the script up to here; it is taken from the results\n")

    def test_many_adopted_bodies_are_one_line(self):
        err = self.passes("if s.mode == 'WRITE':\n    for i in range(60): ball(3 * i + 3)\nRUN(s, solver, 0.002)\n")
        self.assertEqual(err, "solfec: out: warning: 60 bodies, the first one body 2 (created at "
                         "same.py:7) of the results, are not made by the script up to here; they are taken from "
                         "the results\n")


class Changed(RestartTest):
    """What differs is named with the RUN and the line of its own call."""

    def changed(self, text, *pairs):
        self.run_ok("-q", self.write("same.py", Unchanged.HEAD + text))
        for old, new in pairs:
            text = text.replace(old, new)
        self.write("same.py", Unchanged.HEAD + text)
        self.assertEqual(self.run_program("-q", "same.py").returncode, 2)
        return self.run_ok("-q", "--read", "same.py").stderr

    def test_members_that_the_script_sets_between_two_runs(self):
        text = "m = SURFACE_MATERIAL(s, 1, 1, friction=0.3)\nRUN(s, solver, 0.01)\nm.friction = 0.4\n" \
            "solver.maxiter = 9\nRUN(s, solver, 0.01)\n"
        err = self.changed(text, ("m.friction = 0.4", ""), ("solver.maxiter = 9", ""))
        self.assertEqual(err.count("\n"), 2, err)
        self.assertRegex(err, r"warning: RUN 2: SURFACE_MATERIAL between surface 1 and surface 1 is .*friction 0\.3, "
                         r".* but .*friction 0\.4, ")
        self.assertIn("warning: RUN 2: GAUSS_SEIDEL_SOLVER maxiter is 100 (same.py:15), but 9 in the results "
                      "(same.py:15)\n", err)

    def test_pairs_without_contact_are_told_one_by_one(self):
        err = self.changed("b = ball(2)\nc = ball(4)\nCONTACT_EXCLUDE_BODIES(a, b)\nRUN(s, solver, 0.01)\n",
                           ("S(a, b)", "S(a, c)"))
        self.assertEqual(err, "solfec: out: warning: CONTACT_EXCLUDE_BODIES on body 1 of the script is with body 3 "
                         "of the script (same.py:13), but with body 2 of the script in the results (same.py:13)\n")

    def test_items_have_their_own_lines_when_others_are_gone(self):
        err = self.changed("b = ball(2)\nTORQUE(b, 'SPATIAL', (0, 0, 1), 1)\nTORQUE(a, 'SPATIAL', (0, 0, 1), 1)\n"
                           "c = ball(4)\nTORQUE(c, 'SPATIAL', (0, 0, 1), 1)\nDELETE(s, b)\n"
                           "RUN(s, solver, 0.01)\nRUN(s, solver, 0.01)\n", ("(a, 'SPATIAL', (0, 0, 1), 1)",
                                                                              "(a, 'SPATIAL', (0, 0, 1), 2)"))
        self.assertEqual(err, "solfec: out: warning: RUN 1: TORQUE on body 1 of the script is 2 N m about (0, 0, 1), "
                         "SPATIAL (same.py:13), but 1 N m about (0, 0, 1), SPATIAL in the results (same.py:13)\n")


class ChangedBodies(RestartTest):
    """What is set of bodies, and what functions depend on, is compared at each RUN."""

    SCRIPT = """
k = 5.0
s = SOLFEC('DYNAMIC', 0.001, 'out')
bulk = BULK_MATERIAL(s, label='stone', young=1e6)
other = BULK_MATERIAL(s, label='other', young=1e6, density=3000)
SURFACE_MATERIAL(s)
a = BODY(s, 'RIGID', SPHERE((0, 0, 0), 0.5, 1, 1), bulk, 'a')
p = BODY(s, 'PSEUDO_RIGID', SPHERE((9, 0, 0), 0.5, 1, 1), bulk, 'p')
nodes = [0, 0, 9, 1, 0, 9, 1, 1, 9, 0, 1, 9, 0, 0, 10, 1, 0, 10, 1, 1, 10, 0, 1, 10]
mesh = BODY(s, 'FINITE_ELEMENT', HEX(nodes, 1, 1, 1, 1, [1] * 6), bulk, 'mesh')
mesh.scheme = 'DEF_LIM'
BODY_CHARS(a, 10, 0.5, (0, 0, 0), [1, 0, 0, 0, 1, 0, 0, 0, 1])
def stiffness(): return k * 100
def pull(stroke, velocity): return -stiffness() * stroke
PUT_SPRING(a, (0, 0, 0), None, (5, 0, 3), pull, None)
def push(data, q, u, time, step): return (data * k,) + (0,) * 8
FORCE(a, 'SPATIAL', (0, 0, 0), (1, 0, 0), push, 2.0)
#start
solver = GAUSS_SEIDEL_SOLVER(1e-6, 100)
RUN(s, solver, 0.01)
#second
RUN(s, solver, 0.01)
print(s.time, a.mass, VELOCITY(a, a.center))
"""

    def setUp(self):
        super().setUp()
        self.run_ok("-q", "-w", self.write("same.py", self.SCRIPT))

    def told(self, *changes, words=()):
        text = self.SCRIPT
        for old, new in changes:
            self.assertIn(old, text)
            text = text.replace(old, new)
        result = self.run_program("-q", *words, self.write("same.py", text))
        lines = [line[2:] for line in result.stderr.split("\n") if line.startswith("  ") and " is " in line]
        return result.returncode, lines

    def test_an_unchanged_script_is_read(self):
        self.assertEqual(self.told(), (0, []))
        self.assertEqual(self.told(words=["-c"]), (0, []))

    def test_characteristics_are_told_with_both_values(self):
        for words in ((), ("-c",)):
            code, lines = self.told(("(a, 10, 0.5", "(a, 20, 0.5"), words=words)
            self.assertEqual(code, 2)
            self.assertRegex(lines[0], r"BODY_CHARS on body 'a' is mass 20 kg, .* \(same\.py:\d+\), but mass 10 kg, "
                                       r".* in the results \(same\.py:\d+\)$")

    def test_settings_before_the_first_run_are_told(self):
        for line, text in (("MATERIAL(s, mesh, 1, other)", "MATERIAL on body 'mesh' is 'other' in volume 1 "),
                           ("mesh.selfcontact = 'ON'", "selfcontact on body 'mesh' is 'ON' ")):
            code, lines = self.told(("#start", line))
            self.assertEqual((code, len(lines)), (2, 1), lines)
            self.assertIn(text, lines[0])
            self.assertIn("same.py:18), but not set in the results", lines[0])

    def test_settings_between_two_runs_are_told(self):
        for line, text in (("INITIAL_VELOCITY(a, (7, 0, 0), (0, 0, 1))",
                            "INITIAL_VELOCITY on body 'a' is linear (7, 0, 0) m/s, angular (0, 0, 1) rad/s "),
                           ("p.damping = 0.1", "damping on body 'p' is 0.1 s "),
                           ("p.scheme = 'DEF_LIM'", "scheme on body 'p' is DEF_LIM "),
                           ("other.young = 2e6", None), ("bulk.young = 2e6", "BULK_MATERIAL 'stone' is young 2e+06 Pa"),
                           ("a.disable_rotation = 'ON'", "disable_rotation on body 'a' is 'ON' ")):
            with self.subTest(line=line):
                code, lines = self.told(("#second", line))
                if text is None:  # no body is made of it
                    self.assertEqual(code, 0)
                    continue
                self.assertEqual((code, len(lines)), (2, 1), lines)
                self.assertIn("RUN 2: " + text, lines[0])
                self.assertIn("(same.py:21), but", lines[0])

    def test_velocities_between_two_runs_are_told_when_a_run_goes_on(self):
        code, lines = self.told(("#second", "INITIAL_VELOCITY(a, (7, 0, 0), (0, 0, 1))"), words=["-c"])
        self.assertEqual((code, len(lines)), (2, 1), lines)
        code, lines = self.told(("#start", "INITIAL_VELOCITY(a, (7, 0, 0), (0, 0, 1))"), words=["-c"])
        self.assertEqual(code, 2)

    def test_what_functions_depend_on_is_told(self):
        for old, new, texts in (("k = 5.0", "k = 50", ["variable k of the function 'pull' on body 'a' is 50, but 5 in",
                                                       "variable k of the function 'push' on body 'a' is 50, but 5 in"]),
                                ("push, 2.0", "push, 3.0", ["data of the function 'push' on body 'a' is 3, but 2 in"]),
                                ("k * 100", "k * 200", ["code (Python"])):
            with self.subTest(new=new):
                code, lines = self.told((old, new))
                self.assertEqual((code, len(lines)), (2, len(texts)), lines)
                for text in texts:
                    self.assertTrue(any(text in line for line in lines), lines)
        self.assertEqual(self.told(("k * 100", "k * 100  # the same")), (0, []))

    def test_variables_that_callbacks_change_are_no_difference(self):
        count = "n = 0\ndef count(none):\n    global n, k\n    n += 1\n    k = n\n    p.damping = 0.01 * n\n" \
            "    p.scheme = 'DEF_LIM' if n < 3 else 'DEFAULT'\n    bulk.young = 1e6 + n\n    return 1\n" \
            "CALLBACK(s, 0.003, None, count)\n"
        text = self.SCRIPT.replace("#start", "p.damping = 0.1\np.scheme = 'DEF_LIM2'\n" + count)
        self.run_ok("-q", "-w", self.write("same.py", text))
        self.assertEqual(self.run_ok("-q", "same.py").stderr, "")
        self.assertEqual(self.run_ok("-q", "-c", "same.py").stderr, "")
        self.assertEqual(self.run_ok("-q", "same.py").stderr, "")

    def test_a_run_that_goes_on_keeps_the_marks_of_callbacks(self):
        text = self.SCRIPT.replace("#start", "def damp(none):\n    p.damping = 0.2\n    return 1\n"
                                             "CALLBACK(s, 0.003, None, damp)\n")
        self.run_ok("-q", "-w", self.write("same.py", text))
        data = read(frames_path(self.path("out")))
        with open(frames_path(self.path("out")), "r+b") as file:
            file.truncate(frame_ends(data)[-4])  # within the second RUN
        self.run_ok("-q", "-c", "same.py")
        self.assertEqual(self.run_ok("-q", "same.py").stderr, "")

    def test_records_without_bodies_are_read(self):
        path = self.path("out/settings.txt")
        kept = [line for line in read(path).decode().split("\n")
                if not re.match(r"settings of bodies|BODY_CHARS|scheme|form|BULK|.* of the function", line)]
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(kept))
        self.assertEqual(self.told(), (0, []))
        self.assertEqual(self.told(("#second", "p.damping = 0.1")), (0, []))  # what no record tells


class FramesAndRecord(RestartTest):
    """Frames without their settings.txt, or beside that of another run, are not read in silence."""

    def test_a_lost_record_lets_no_other_gravity_pass(self):
        self.run_ok("-q", "-w", self.write("drop.py", SCRIPT.format(**VALUES)))
        os.remove(self.path("out/settings.txt"))
        self.assertEqual(self.run_ok("-q", "drop.py").stderr, "")
        for name, value, told in (("gravity", 9, "GRAVITY"), ("friction", 0.4, "SURFACE_MATERIAL"),
                                  ("step", 0.002, "SOLFEC.step"), ("epsilon", 0.01, "the solver"),
                                  ("force", 4, "FORCE, TORQUE or PRESSURE")):
            with self.subTest(setting=name):
                result = self.run_program("-q", self.write("drop.py", SCRIPT.format(**{**VALUES, name: value})))
                self.assertEqual(result.returncode, 2)
                self.assertIn(f"  {told} is another one in the results; out/settings.txt, which tells the values, is "
                              "not there\n", result.stderr)
                self.assertEqual(self.run_ok("-q", "--read", "drop.py").stderr.count("warning"), 1)

    def test_frames_of_another_run_are_told(self):
        self.run_ok("-q", "-w", self.write("drop.py", SCRIPT.format(**{**VALUES, "gravity": 5})))
        shutil.copy(frames_path(self.path("out")), self.path("foreign"))
        self.run_ok("-q", "-w", self.write("drop.py", SCRIPT.format(**VALUES)))
        shutil.copy(self.path("foreign"), frames_path(self.path("out")))
        result = self.run_program("-q", "drop.py")
        self.assertEqual(result.returncode, 2)
        self.assertIn("  GRAVITY of the frames is another one than settings.txt tells: out/frames.0.xdr is of another "
                      "run\n", result.stderr)

    def test_info_names_a_frame_that_is_damaged_inside(self):
        self.run_ok("-q", "-w", self.write("drop.py", SCRIPT.format(**VALUES)))
        self.assertNotIn("damaged", self.run_ok("--info", "out").stdout)
        ends = frame_ends(read(frames_path(self.path("out"))))
        with open(frames_path(self.path("out")), "r+b") as file:
            file.seek(ends[40] - 20)
            byte = file.read(1)
            file.seek(ends[40] - 20)
            file.write(bytes([byte[0] ^ 1]))
        told = self.run_ok("--info", "out").stdout
        self.assertRegex(told, r"out/frames\.0\.xdr: frame 4[01] at t=0\.04\d* s is damaged inside and cannot be shown; "
                               r"the others can\n")
        self.assertEqual(told.count("damaged"), 1)


class Reopened(RestartTest):
    """A SOLFEC object with the path that an earlier one of the script has written."""

    SCRIPT = SCRIPT.format(**VALUES) + """
t = SOLFEC('DYNAMIC', 0.001, 'out')
bulk = BULK_MATERIAL(t, label='stone')
twin = BODY(t, 'RIGID', SPHERE((0, 0, 1), 0.5, 1, 1), bulk, 'ball')
SEEK(t, 0.05)
print(t.mode, t.time, twin.center, HISTORY(t, [(twin, (0, 0, 1), 'CZ')], 0, 0.1)[1][-1])
"""

    def test_it_reads_under_every_option(self):
        self.write("again.py", self.SCRIPT)
        told = self.run_ok("-q", "again.py").stdout
        self.assertTrue(told.startswith("READ 0.05 "), told)
        for words in (["-w"], ["-o", "root"], ["-s", "sub"], ["-w", "-o", "root"], ["-w", "-s", "sub"],
                      ["-c"], ["-o", "root"], ["-o", "new", "-s", "sub"], ["-c", "-o", "new", "-s", "sub"]):
            with self.subTest(words=words):
                result = self.run_ok("-q", *words, "again.py")
                self.assertEqual((result.stdout, result.stderr), (told, ""))
        self.assertEqual(sorted(os.listdir(self.folder)),
                         ["again.py", "new", "out", "out.bak-1", "root", "root.bak-1"])
        self.assertNotIn("out", os.listdir(self.path("root")))


class LateConstraints(RestartTest):
    """Constraints that the script makes after contacts and callbacks have made theirs."""

    SCENE = """
s = SOLFEC('DYNAMIC', 0.001, 'out')
SURFACE_MATERIAL(s, friction=0)
bulk = BULK_MATERIAL(s)
BODY(s, 'OBSTACLE', SPHERE((0, 0, -1), 1, 1, 1), bulk)
BODY(s, 'OBSTACLE', SPHERE((9, 0, -1), 1, 1, 1), bulk)
ball = BODY(s, 'RIGID', SPHERE((0, 0, 1), 1, 1, 1), bulk, 'ball')
other = BODY(s, 'RIGID', SPHERE((9, 0, 1), 1, 1, 1), bulk, 'other')
FORCE(ball, 'SPATIAL', (0, 0, 1), (1, 0, 0), 30)
FORCE(other, 'SPATIAL', (9, 0, 1), (1, 0, 0), 50)
GRAVITY(s, (0, 0, -10))
solver = GAUSS_SEIDEL_SOLVER(1e-9, 1000)
def hold(none):
    mine = [c for c in other.constraints if c.kind == 'VELODIR']
    SET_VELOCITY(other, (9, 0, 1), (0, 1, 0), 0.0)
    if len(mine) > 1: DELETE(s, mine[0])
CALLBACK(s, 0.002, None, hold)
def tell(constraints):
    for c in constraints:
        print(c.kind, c.adjbod.label, c.R, c.point, [k is c for k in c.adjbod.constraints])
        print(HISTORY(s, [(c, 'R'), (c, (1, 0, 0), None, 'R'), 'NEWCONS'], 0, s.time))
RUN(s, solver, 0.01)
MIDDLE
made = [FIX_DIRECTION(ball, (0, 0, 1), (1, 0, 0))]
print(made[0].R, [k.kind for k in ball.constraints])
RUN(s, solver, 0.01)
tell(made)
made.append(FIX_DIRECTION(other, (9, 0, 1), (1, 0, 0)))
RUN(s, solver, 0.01)
tell(made)
print(sum(HISTORY(s, [(made[0], (1, 0, 0), None, 'R')], 0.0105, 0.02)[1]) / 10)
"""

    def test_both_passes_tell_the_same_of_them(self):
        wrote = self.run_ok("-q", self.write("late.py", self.SCENE.replace("MIDDLE", ""))).stdout
        self.assertEqual(wrote.count("FIXDIR ball"), 2)
        self.assertEqual(wrote.count("FIXDIR other"), 1)
        # The mean force of ten steps is the push of 30 N and the momentum that the push gave in the ten steps before,
        # which the joint takes in its first step.
        self.assertAlmostEqual(float(wrote.split("\n")[-2]), -60, delta=0.1)
        self.assertEqual(self.run_ok("-q", "late.py").stdout, wrote)
        self.assertEqual(self.run_ok("-q", "-c", "late.py").stdout, wrote)

    def test_continued_runs_leave_the_same_frames(self):
        self.write("late.py", self.SCENE.replace("MIDDLE", ""))
        self.assertGreater(self.continue_from_prefixes(["-q", "late.py"], 15), 2 if SLOW else 9)

    def test_another_constraint_in_its_place_is_named(self):
        wrong = "if s.mode == 'WRITE': FIX_DIRECTION(other, (9, 0, 1), (0, 0, 1))"
        text = self.SCENE.replace("MIDDLE", wrong).replace("tell(made)", "HISTORY(s, (made[0], 'R'), 0, s.time)")
        self.run_ok("-q", self.write("late.py", text))
        self.assertEqual(self.run_program("-q", "late.py").returncode, 2)
        result = self.run_program("-q", "--read", "late.py")
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertRegex(result.stderr, r"late\.py:27: HISTORY: constraint number 1 of the script is FIXDIR, but "
                         r"FIXDIR of other bodies in the results; run with -w to compute new results\n$")
        text = text.replace("HISTORY(s, (made[0], 'R'), 0, s.time)", "print(made[0].R)")
        self.write("late.py", text[:text.index("print(sum")])
        self.assertEqual(self.run_ok("-q", "--read", "late.py").stdout.split("\n")[1:3], ["None", "None"])


if __name__ == "__main__":
    main()
