"""Steps that are too long for the springs of contacts: what a RUN says of them
against the frequencies of a block on four springs, by hand."""

import math
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from support import *

PRELUDE = """
import math
def box(lo, hi):
  return HULL([(x, y, z) for x in (lo[0], hi[0]) for y in (lo[1], hi[1]) for z in (lo[2], hi[2])], 1, 1)
def model(h, spring, edge=1., height=1., size=1., dashpot=0., gravity=10.):
  s = SOLFEC('DYNAMIC', h, 'out/step')
  m = BULK_MATERIAL(s, density=1 / (edge * edge * height * size ** 3))
  SURFACE_MATERIAL(s, model='SPRING_DASHPOT', friction=.3, spring=spring, dashpot=dashpot)
  GRAVITY(s, (0, 0, -gravity))
  floor = BODY(s, 'OBSTACLE', box((-5 * size, -5 * size, -size), (5 * size, 5 * size, 0)), m, label='floor')
  e = .5 * edge * size
  return s, BODY(s, 'RIGID', box((-e, -e, 0), (e, e, height * size)), m, label='block')
"""
TOLD = re.compile(r"springs of contacts.*'(floor|block)'.*'(floor|block)'.* with the spring (\S+) N/m "
                  r"had h ω = (\S+); take a step of at most (\S+) s")


class SpringStepTest(LanguageTest):

    def output_of(self, text):
        done = self.run_program("-w", script=PRELUDE + text)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout + done.stderr

    def told(self, text):
        """(spring, h ω, step) of the only warning of this kind, None when there is none."""
        output = self.output_of(text)
        found = TOLD.findall(output)
        self.assertLessEqual(len(found), 1, output)
        return [float(x) for x in found[0][2:]] if found else None

    def test_a_cube_rocks_faster_than_it_bounces(self):
        """Mass m on four springs k/4 at the corners of the edge b: rocking has
        ω² = k (b/2)² / (m b² / 6) = 1.5 k/m. An implicit force may have h ω = √2 at most."""
        for size, spring in ((1.0, 1e6), (1e-3, 1e4), (1e2, 1e8)):
            with self.subTest(size=size):
                omega = math.sqrt(1.5 * spring)
                text = "s, block = model(%r, %r, size=%r)\nRUN(s, PENALTY_SOLVER(%s), %r)\n"
                step = math.sqrt(2) / omega
                self.assertIsNone(self.told(text % (0.98 * step, spring, size, "", 20 * step)))
                found = self.told(text % (1.2 * step, spring, size, "", 20 * step))
                self.assertAlmostEqual(found[0], spring, delta=1e-5 * spring)
                self.assertAlmostEqual(found[1], 1.2 * math.sqrt(2), delta=1e-2)
                self.assertAlmostEqual(found[2], step, delta=1e-2 * step)

    def test_explicit_forces_have_the_limit_of_the_leap_frog(self):
        """h² ω² + 2 h c / m < 4 of the rocking, c = 2 sqrt(k m) where it is critical: with
        x = h sqrt(k/m), 1.5 (x² + 4 x) < 4."""
        spring = 1e6
        text = "s, block = model(%r, 1e6, dashpot=%r)\nRUN(s, PENALTY_SOLVER('EXPLICIT'), %r)\n"
        for dashpot, limit in ((0.0, 2 / math.sqrt(1.5)), (-1.0, math.sqrt(4 + 8 / 3) - 2)):
            with self.subTest(dashpot=dashpot):
                step = limit / math.sqrt(spring)
                self.assertIsNone(self.told(text % (0.97 * step, dashpot, 10 * step)))
                found = self.told(text % (1.05 * step, dashpot, 10 * step))
                self.assertAlmostEqual(found[2], step, delta=2e-2 * step)

    def test_the_step_that_is_told_holds_a_plate_that_was_thrown(self):
        """A thin plate rocks with ω² = 3 k/m and is thrown by 2 mm, 200 times its depth."""
        text = """s, block = model(%r, 1e6, edge=.4, height=.02)
top = [0.]
CALLBACK(s, %r, (), lambda: top.append(block.conf[11] - .01) or 1)
RUN(s, PENALTY_SOLVER(), .4)
print('top', max(top))
"""
        long_step = 1.2e-3
        found = self.told(text % (long_step, long_step))
        self.assertGreater(found[1], math.sqrt(2))
        output = self.output_of(text % (found[2], found[2]))
        self.assertLess(float(re.search(r"top (\S+)", output).group(1)), 2e-5)  # it began 1e-5 higher
        self.assertIsNone(TOLD.search(output))

    def test_every_solver_tells_of_springs(self):
        """Each of them makes up energy where contacts open and close within a step."""
        for solver in ("GAUSS_SEIDEL_SOLVER", "NEWTON_SOLVER", "PENALTY_SOLVER"):
            with self.subTest(solver=solver):
                text = "s, block = model(%r, 1e6)\nRUN(s, " + solver + "(), .03)\n"
                found = self.told(text % 3e-3)
                self.assertAlmostEqual(found[1], 3e-3 * math.sqrt(1.5e6), delta=1e-2)
                self.assertIsNone(self.told(text % 1e-3))

    def test_rigid_and_open_contacts_say_nothing(self):
        rigid = "s, block = model(3e-3, 1e6)\nSURFACE_MATERIAL(s, model='SIGNORINI_COULOMB', spring=1e6)\n"
        self.assertIsNone(self.told(rigid + "RUN(s, GAUSS_SEIDEL_SOLVER(), .03)\n"))
        self.assertIsNone(self.told("s, block = model(3e-3, 1e6, gravity=-10.)\n"
                                    "RUN(s, PENALTY_SOLVER(), .03)\n"))
        self.assertIsNone(self.told("s, block = model(3e-3, 1e6)\nWARNINGS(s, 'OFF')\n"
                                    "RUN(s, PENALTY_SOLVER(), .03)\n"))


if __name__ == "__main__":
    main()
