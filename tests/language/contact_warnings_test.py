"""What a run says of bodies that overlap or come so fast that a step may pass them by."""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from support import *

HEAD = """\
s = SOLFEC('DYNAMIC', %(step)s, 'out')
b = BULK_MATERIAL(s, label='stone', young=1e7, density=2000.0)
SURFACE_MATERIAL(s, friction=0.5)
def box(at, size):
    points = [0,0,0, 1,0,0, 1,1,0, 0,1,0, 0,0,1, 1,0,1, 1,1,1, 0,1,1]
    return TRANSLATE(SCALE(HULL(points, 1, 1), size), at)
"""
RUN = "RUN(s, GAUSS_SEIDEL_SOLVER(1e-8, 1000), %s)\n"
# A bullet 0.02 m thick flies at 100 m/s to a plate of 0.05 m: half the bullet takes 1e-4 s.
BULLET = """\
BODY(s, 'OBSTACLE', box((0, -1, -1), (0.05, 2, 2)), b, label='plate')
a = BODY(s, 'RIGID', box((-0.505, 0, 0), (0.02, 0.02, 0.02)), b, label='bullet')
INITIAL_VELOCITY(a, (100, 0, 0), (0, 0, 0))
"""
CENTROID = "CONTACT_POINTS(s, 'CENTROID')\n"
# Two blocks of 1 m, one 0.02 m deep in the other: too little for a warning about the model. One is deformable: overlaps
# of rigid bodies as they were made are no depth.
DEEP = """\
BODY(s, 'OBSTACLE', box((0, 0, -1), (1, 1, 1)), b, label='floor')
BODY(s, 'PSEUDO_RIGID', box((0, 0, -0.02), (1, 1, 1)), b)
GRAVITY(s, (0, 0, -10))
"""


class ContactWarningsTest(LanguageTest):

    def ran(self, model, step, duration, before_run=""):
        script = HEAD % dict(step=step) + model + before_run + RUN % duration
        done = self.run_program("-w", script=script)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def said(self, *words, **named):
        lines = self.ran(*words, **named).stderr.splitlines()
        return [line for line in lines if "warning" in line]

    def text(self, name):
        with open(os.path.join(self.folder, "out", name)) as file:
            return file.read()

    def test_a_bullet_is_warned_of_until_the_step_suffices(self):
        # patches see it coming and stop it at the plate; the rule of the centroid lets it through
        self.assertEqual(self.said(BULLET, 1e-3, 0.01), [])
        lines = self.said(BULLET + CENTROID, 1e-3, 0.01)
        self.assertEqual(len(lines), 1, lines)
        found = re.match(r"solfec: warning: t=\S+ s: body 'bullet' \(created at input.py:8\) comes "
                         r"nearer to body 'plate' \(created at input.py:7\) by 0\.1 m in one step, "
                         r"more than half the thickness 0\.02 m of the first: .*; a step of (\S+) s "
                         r"suffices$", lines[0])
        self.assertIsNotNone(found, lines[0])
        self.assertEqual(float(found[1]), 1e-4)
        self.assertIn(lines[0][len("solfec: "):], self.text("log"))
        self.assertFalse([line for line in self.said(BULLET + CENTROID, found[1], 0.01)
                          if "comes nearer" in line])

    def test_overlaps_of_rigid_bodies_as_made_are_told_but_not_those_of_springs(self):
        model = DEEP.replace("PSEUDO_RIGID", "RIGID")
        lines = [line for line in self.said(model, 1e-3, 0.01) if "counts as no gap" in line]
        self.assertEqual(len(lines), 1, lines)
        springs = "SURFACE_MATERIAL(s, model='SPRING_DASHPOT', friction=0.5, spring=2e6, dashpot=-1)\n" + model
        self.assertFalse([line for line in self.said(springs, 1e-3, 0.01) if "counts as no gap" in line])

    def test_warnings_off_silences_it(self):
        self.assertEqual(self.said(BULLET + CENTROID, 1e-3, 0.01,
                                   before_run="WARNINGS(s, 'OFF')\n"), [])
        self.assertEqual(self.said(DEEP, 1e-3, 0.01, before_run="WARNINGS(s, 'OFF')\n"), [])

    def test_a_body_without_room_is_one_line_in_all_runs(self):
        # 5 mm too wide for the slot between two plates, and put there 1 mm off its middle
        jam = ("BODY(s, 'OBSTACLE', box((-1, -1, -1), (1, 3, 3)), b, label='left')\n"
               "BODY(s, 'OBSTACLE', box((0.995, -1, -1), (1, 3, 3)), b, label='right')\n"
               "BODY(s, 'PSEUDO_RIGID', box((-0.0035, 0, 0), (1, 1, 1)), b, label='wedge')\n")
        lines = [line for line in self.said(jam, 1e-3, 0.3, before_run=RUN % 0.3)
                 if "could not move" in line]
        self.assertEqual(len(lines), 2, lines)
        for line, plate in zip(sorted(lines, key=lambda line: "'right'" in line),
                               ("left", "right")):
            self.assertRegex(line, rf"^solfec: warning: t=0\.\d+ s: body '{plate}' .* and body "
                             r"'wedge' .* overlap by 0\.002(5|49)\d* m, and in 100 steps "
                             r"CONTACT_PROJECTION could not move them apart: other bodies or "
                             r"joints leave no room, or each step, too long, lets it in again$")
        # with room on one side nothing is said
        roomy = jam.replace("(0.995, -1, -1)", "(1.1, -1, -1)")
        self.assertFalse([line for line in self.said(roomy, 1e-3, 0.3) if "could not" in line])

    def test_a_deep_start_is_one_line_in_all_runs(self):
        lines = self.said(DEEP, 1e-3, 0.01, before_run=RUN % 0.01)
        self.assertEqual(len(lines), 2, lines)
        self.assertRegex(lines.pop(0), r"^solfec: warning: body 'floor' .* overlap by 0.02 m: a DYNAMIC analysis moves "
                                       r"deformable bodies apart without stress; SURFACE_MATERIAL "
                                       r"\(model = 'PRESS_FIT'\) keeps an interference fit$")
        self.assertRegex(lines[0], r"^solfec: warning: t=0\.001 s: body 'floor' \(created at "
                         r"input.py:7\) and body 2 \(created at input.py:8\) overlap by 0\.02\S* m, "
                         r"more than 10 GEOMETRIC_EPSILON \(0\.001 m\)$")
        # deeper than a tenth of the block: a warning about the model, and no other one
        lines = self.said(DEEP.replace("-0.02", "-0.2"), 1e-3, 0.01)
        self.assertEqual(len(lines), 1, lines)
        self.assertIn("before the first step", lines[0])

    def test_the_depth_stands_in_status_line_state_and_summary(self):
        done = self.ran(DEEP, 1e-3, 0.01,
                        before_run="WARNINGS(s, 'OFF')\nCONTACT_PROJECTION(s, 'OFF')\n")
        lines = done.stdout.splitlines()
        status = [line for line in lines if "steps/s" in line]
        self.assertRegex(status[-1], r"contacts 4  depth 2\.0e-02 m  iterations")
        self.assertRegex(self.text("STATE"),
                         r"(?m)^PENETRATION: (2\.0|1\.99)\d+e-02 m, body 'floor' and body 2$")
        summary = [line for line in lines if line.startswith("deepest penetration: 0.02")]
        self.assertEqual(len(summary), 1, done.stdout)
        self.assertRegex(summary[0], r" m at t=0\.\d+ s, body 'floor' \(.*:7\) and body 2 \(.*:8\)$")

    def test_without_contact_there_is_no_depth(self):
        done = self.ran(DEEP.replace("-0.02", "0.5"), 1e-3, 0.01)
        self.assertNotIn("depth", done.stdout)
        self.assertNotIn("penetration", done.stdout)
        self.assertIn("\nPENETRATION: none\n", self.text("STATE"))
        self.assertNotIn("warning", done.stderr)

    def test_ten_lines_in_a_run_then_their_number(self):
        model = "for k in range(13):\n" + "".join(
            "    " + line + "\n" for line in DEEP.replace("(0, 0, -", "(2*k, 0, -").splitlines()
            if not line.startswith("GRAVITY")).replace(", label='floor'", "")
        lines = self.said(model, 1e-3, 0.01)
        self.assertIn("overlap by 0.02 m, the deepest of 13 pairs: a DYNAMIC analysis", lines.pop(0))
        self.assertEqual(len(lines), 11, lines)
        self.assertEqual(len([line for line in lines if "overlap by" in line]), 10)
        self.assertRegex(lines[-1], r"^solfec: warning: 3 more pairs of bodies in this RUN ")


if __name__ == "__main__":
    main()
