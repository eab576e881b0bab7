"""Constraints with a strength: FIX_POINT and PUT_RIGID_LINK that break."""

from support import *

# A ball of 1 kg is pulled by 100 t N from a point that bears 5 N; the word is the duration of the second RUN.
PULLED = """
s = SOLFEC('DYNAMIC', 1e-3, 'out')
SURFACE_MATERIAL(s)
ball = BODY(s, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), BULK_MATERIAL(s, density=1), 'ball')
BODY_CHARS(ball, 1, 1, (0, 0, 0), (1, 0, 0, 0, 1, 0, 0, 0, 1))
hold = FIX_POINT(ball, (0, 0, 0), 5)
FORCE(ball, 'SPATIAL', (0, 0, 0), (1, 0, 0), TIME_SERIES([0, 0, 1, 100]))
OUTPUT(s, 0.01)
solver = GAUSS_SEIDEL_SOLVER(1e-12, 1000, 1e-12)
RUN(s, solver, %s)
RUN(s, solver, float(NON_SOLFEC_ARGV()[0]))
print(s.mode, s.ncon, hold.kind, round(ball.velo[3], 9))
"""


class Strength(LanguageTest):
    def run_for(self, solfec, time):
        RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-12, 1000, 1e-12), time)

    def hanging(self, strength, anchor=(0, 0, 3)):
        """A ball of 2 kg that hangs on a link, under gravity."""
        solfec = self.new_solfec()
        ball = BODY(solfec, "RIGID", SPHERE((0, 0, 0), 1, 1, 1), BULK_MATERIAL(solfec))
        SURFACE_MATERIAL(solfec)
        BODY_CHARS(ball, 2, 1, (0, 0, 0), (1, 0, 0, 0, 1, 0, 0, 0, 1))
        GRAVITY(solfec, (0, 0, -10))
        return solfec, ball, PUT_RIGID_LINK(ball, None, (0, 0, 0), anchor, strength)

    def test_a_link_breaks_under_more_than_its_strength(self):
        for anchor in ((0, 0, 3), (0, 0, 0)):  # a link, and a point that is tied
            for strength, bears in ((19.9, False), (20.1, True), (None, True)):
                solfec, ball, link = self.hanging(strength, anchor)
                self.run_for(solfec, 0.1)
                self.assertEqual(solfec.ncon, int(bears))
                self.assertEqual(link.kind, ("RIGLNK" if anchor[2] else "FIXPNT") if bears else None)
                # the step that overloads it is the last that it bears
                self.assertAlmostEqual(ball.velo[5], 0.0 if bears else -10 * 0.099, 9)
                self.assertAlmostEqual(ENERGY(solfec)[0], 0.0 if bears else (10 * 0.099) ** 2, 9)

    def test_a_pushed_link_breaks_as_a_pulled_one_does(self):
        solfec, ball, link = self.hanging(19.9, (0, 0, -3))
        self.run_for(solfec, 0.1)
        self.assertIsNone(link.kind)

    def test_quasi_static_steps_break_too(self):
        solfec = self.new_solfec("QUASI_STATIC")
        bulk = BULK_MATERIAL(solfec, young=1e6, density=1)
        SURFACE_MATERIAL(solfec)
        body = BODY(solfec, "PSEUDO_RIGID", cube(), bulk)
        held = [FIX_POINT(body, point) for point in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))]
        weak = FIX_POINT(body, (1, 1, 1), 5)
        FORCE(body, "SPATIAL", (1, 1, 1), (0, 0, 1), 8)
        self.run_for(solfec, 3e-3)
        self.assertIsNone(weak.kind)
        self.assertEqual(solfec.ncon, len(held))

    def test_the_event_is_told_and_runs_go_on(self):
        # the mean of 100 t over the step to 0.051 s is 5.05 N; then v = 50 (t^2 - 0.051^2)
        speed = lambda t: round(50 * (t ** 2 - 0.051 ** 2), 9)
        for first in ("0.03", "0.06"):  # it breaks in the second RUN, or in the first
            script = PULLED % first
            end = float(first)
            self.assertEqual(self.run_program("-w", "input.py", "0.04", script=script).stdout.splitlines()[-1],
                             "WRITE 0 None %s" % speed(end + 0.04))
            for words, mode, time in ((("-q", "-c"), "WRITE", 0.08), (("-q",), "READ", 0.08), (("-q", "-w"), "WRITE", 0.08)):
                done = self.run_program(*words, "input.py", "%s" % time)
                self.assertEqual(done.stdout, "%s 0 None %s\n" % (mode, speed(end + time)), done.stderr)
            with open(os.path.join(self.folder, "out", "log")) as log:
                self.assertRegex(log.read(), r"t=0.051 s: FIXPNT of body 'ball' \(created at input.py:4\) to space "
                                             r"\(made at input.py:6\) has broken: its reaction 5.05\d* N is above its "
                                             r"strength, 5 N")

    def test_results_of_another_strength_are_refused(self):
        script = PULLED % "0.03"
        self.assertEqual(self.run_program("-q", "input.py", "0.01", script=script).returncode, 0)
        done = self.run_program("-q", "input.py", "0.01", script=script.replace("(0, 0, 0), 5)", "(0, 0, 0), 7)"))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("strength 7 N", done.stderr)
        self.assertIn("strength 5 N", done.stderr)

    def test_wrong_strengths(self):
        solfec = self.new_solfec()
        ball = self.new_ball(solfec)
        for wrong in (0, -1):
            self.assert_refused(ValueError, "FIX_POINT: 'strength' must be a positive number, got %d N" % wrong,
                                lambda: FIX_POINT(ball, (0, 0, 1), wrong))
        self.assertEqual(solfec.ncon, 0)


if __name__ == "__main__":
    main()
