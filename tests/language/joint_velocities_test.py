"""Velocities that joints forbid are taken away in the step that meets them, and said once."""

from support import *

MODEL = """
h, size, steps = %r, %r, %d
s = SOLFEC('DYNAMIC', h, 'out')
m = BULK_MATERIAL(s, density=1e3)
SURFACE_MATERIAL(s, friction=0)
BODIES = [BODY(s, 'RIGID', SPHERE((3 * size * k, 0, 0), size, 1, 1), m) for k in range(4)]
a, b, c, d = BODIES
v = size / 1.0
INITIAL_VELOCITY(a, (v, 0, 0), (0, 0, 0))
pin = FIX_POINT(a, a.center)
INITIAL_VELOCITY(b, (v, 0, 0), (0, 0, 0))
link = PUT_RIGID_LINK(b, c, b.center, c.center)
calls = [0]
def late(_):
    calls[0] += 1
    if calls[0] == 3: INITIAL_VELOCITY(d, (0, v, 0), (0, 0, 0))
    if calls[0] == 5: FIX_POINT(d, d.center)
    speeds = [x / v for x in (a.velo[3], b.velo[3], c.velo[3], d.velo[4])]
    print(calls[0], *('%%.9f' %% abs(x) for x in speeds), '%%.9f' %% (pin.R[0] * h / (a.mass * v)))
    return 1
CALLBACK(s, h, None, late)
OUTPUT(s, 3 * h)
RUN(s, %s, steps * h)
"""


class JointVelocities(LanguageTest):
    def test_they_are_gone_in_one_step(self):
        for h in (1e-4, 1e-3, 1e-2):
            for size in (1e-3, 1.0, 1e3):
                with self.subTest(h=h, size=size):
                    solver = "GAUSS_SEIDEL_SOLVER(1e-10, 1000, 1e-16)"
                    run = self.run_program("-q", "-w", script=MODEL % (h, size, 8, solver))
                    self.assertEqual(run.returncode, 0, run.stderr)
                    lines = [line.split() for line in run.stdout.splitlines()]
                    for k, line in enumerate(lines):
                        speed = [float(x) for x in line[1:]]
                        d = 1.0 if 2 <= k < 5 else 0.0
                        for found, exact in zip(speed, (0, 0.5, 0.5, d, -1.0 if k == 0 else 0.0)):
                            self.assertAlmostEqual(found, exact, delta=1e-8)
                    self.assertEqual(run.stderr.count("joints forbid velocities"), 1, run.stderr)
                    self.assertIn("at the FIXPNT of body 1", run.stderr)

    def test_a_spin_about_a_joint_at_the_centre_is_allowed(self):
        """The joint is off the centre by rounding of the size, which is no velocity that was forbidden."""
        text = """
for L in (1e-3, 1.0, 1e3):
    s = SOLFEC('DYNAMIC', 1e-3, 'out%%g' %% L)
    m = BULK_MATERIAL(s, density=1e3)
    SURFACE_MATERIAL(s)
    bar = BOX((-L, -L / 20, -L / 20), (2 * L, L / 10, L / 10), 1, 1)
    ROTATE(bar, (0, 0, 0), (.3, -1.1, .7), 70.7)
    b = BODY(s, 'RIGID', bar, m)
    FIX_POINT(b, (0, 0, 0))
    INITIAL_VELOCITY(b, (%s, 0, 0), (.01, .02, .03))
    RUN(s, GAUSS_SEIDEL_SOLVER(), .01)
"""
        run = self.run_program("-q", "-w", script=text % "0")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertNotIn("joints forbid velocities", run.stderr)
        run = self.run_program("-q", "-w", script=text % "1e-3 * L")
        self.assertEqual(run.stderr.count("joints forbid velocities"), 3, run.stderr)

    def test_a_link_keeps_the_distance_that_it_finds(self):
        """Put between balls that have parted; both go on with half the speed, and the distance
        stays that of the moment. Balls that have met are tied, those that were one place are not."""
        text = """
h, size, start, speed = %r, %r, %r, %r
s = SOLFEC('DYNAMIC', h, 'out')
m = BULK_MATERIAL(s, density=1e3)
SURFACE_MATERIAL(s, friction=0)
a, b = [BODY(s, 'RIGID', SPHERE((x * size, 0, 0), .1 * size, 1, 1), m) for x in (0, start)]
CONTACT_EXCLUDE_BODIES(a, b)
INITIAL_VELOCITY(a, (-speed * size, 0, 0), (0, 0, 0))
link = []
def look(_):
    if len(link) == 0 and s.time > 9.5 * h: link.append(PUT_RIGID_LINK(a, b, a.center, b.center))
    return 1
CALLBACK(s, h, None, look)
RUN(s, GAUSS_SEIDEL_SOLVER(), 100 * h)
print(link[0].kind, a.velo[3] / size, b.velo[3] / size, (b.conf[9] - a.conf[9]) / size)
"""
        for size in (1e-3, 1.0, 1e3):
            for start, speed, kind in ((1.0, 1.0, "RIGLNK"), (0.0, 1.0, "RIGLNK"),
                                       (1.0, -100.0, "FIXPNT")):
                with self.subTest(size=size, start=start, speed=speed):
                    script = text % (1e-3, size, start, speed)
                    run = self.run_program("-q", "-w", script=script)
                    self.assertEqual(run.returncode, 0, run.stderr)
                    found = run.stdout.split()
                    self.assertEqual(found[0], kind)
                    for velocity in found[1:3]:
                        self.assertAlmostEqual(float(velocity), -speed / 2, delta=1e-7 * abs(speed))
                    self.assertAlmostEqual(float(found[3]), start + 0.01 * speed, delta=1e-8)

    def test_rounding_of_the_length_of_a_link_is_no_error(self):
        """Two balls fly with one velocity on a link. Their places are rounded to 2e-16 of the
        distance from the origin, velocities of the row to that over h."""
        text = """
s = SOLFEC('DYNAMIC', %r, 'out')
m = BULK_MATERIAL(s, density=1e3)
SURFACE_MATERIAL(s, friction=0)
a, b = [BODY(s, 'RIGID', SPHERE(((x + %r) * %r, 0, 0), .1 * %r, 1, 1), m) for x in (0, 1)]
link = PUT_RIGID_LINK(a, b, a.center, b.center)
for x in (a, b): INITIAL_VELOCITY(x, (%r, 0, 0), (0, 0, 0))
solver = GAUSS_SEIDEL_SOLVER()
missed = [0]
CALLBACK(s, %r, (), lambda: missed.append(solver.error != 'OK') or 1)
RUN(s, solver, 50 * %r)
print(sum(missed))
"""
        for h, at, size in ((1e-4, 0.0, 1.0), (1e-6, 0.0, 1e-3), (1e-3, 1e3, 1e2)):
            with self.subTest(h=h, at=at, size=size):
                script = text % (h, at, size, size, size, h, h)
                run = self.run_program("-q", "-w", script=script)
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertEqual(run.stdout.split(), ["0"])

    def test_every_solver_and_restart(self):
        for solver in ("NEWTON_SOLVER(1e-16, 100)", "BODY_SPACE_SOLVER(1e-16)", "PENALTY_SOLVER()"):
            with self.subTest(solver=solver):
                script = MODEL % (1e-3, 1.0, 8, solver)
                if "PENALTY" in solver:
                    script = script.replace("friction=0)", "spring=1e9, dashpot=0, "
                                            "model='SPRING_DASHPOT')")
                run = self.run_program("-q", "-w", script=script)
                self.assertEqual(run.returncode, 0, run.stderr)
                last = run.stdout.splitlines()[-1].split()
                for found, exact in zip(last[1:], (0, 0.5, 0.5, 0, 0)):
                    self.assertAlmostEqual(float(found), exact, delta=1e-8)

    def test_warnings_can_be_off(self):
        script = (MODEL % (1e-3, 1.0, 2, "GAUSS_SEIDEL_SOLVER(1e-10, 1000)")).replace(
            "m = BULK", "WARNINGS(s, 'OFF')\nm = BULK")
        run = self.run_program("-q", "-w", script=script)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertNotIn("joints forbid", run.stderr)


if __name__ == "__main__":
    main()
