"""PUT_SPRING as scripts see it: functions that are called, errors in them, members, histories."""

import math

from support import *


def scaled(points, size, low):
    return [low[i % 3] + size * x for i, x in enumerate(points)]


class Springs(LanguageTest):
    def hung(self, function, limits=None, **more):
        solfec = self.new_solfec(step=1e-3)
        body = self.new_ball(solfec, (0, 0, 0))
        INITIAL_VELOCITY(body, (1, 0, 0), (0, 0, 0))
        spring = PUT_SPRING(body, (0, 0, 0), None, (-2, 0, 0), function, limits, **more)
        return solfec, body, spring

    def solver(self):
        return GAUSS_SEIDEL_SOLVER(1e-12, 1000)

    def test_the_function_sees_stroke_and_velocity(self):
        calls = []

        def force(stroke, velocity):
            calls.append((stroke, velocity))
            return 0.0

        solfec, body, spring = self.hung(force)
        del calls[:]  # of the command
        RUN(solfec, self.solver(), 1e-3)
        self.assertAlmostEqual(calls[0][0], 0.5e-3, delta=1e-15)
        self.assertAlmostEqual(calls[0][1], 1.0, delta=1e-15)
        for stroke, velocity in calls:  # at start, middle and end of the step
            self.assertLess(min(abs(stroke - one) for one in (0.0, 0.5e-3, 1e-3)), 3e-9)
            self.assertTrue(velocity == 0.0 or abs(velocity - 1.0) < 3e-6)
        self.assertLessEqual(len(calls), 11)

    def test_a_linear_function_needs_one_tangent_and_a_curved_one_ends_in_time(self):
        count = [0]

        def curved(stroke, velocity):
            count[0] += 1
            return -1e6 * stroke ** 3 - 1e3 * velocity * abs(velocity) + 50 * stroke

        solfec, body, spring = self.hung(curved)
        RUN(solfec, self.solver(), 0.1)
        self.assertLessEqual(count[0], 100 * 60)
        # the reaction is the mean of the function over the strokes of the step
        end = DISPLACEMENT(body, body.center)[0]
        rate = 0.5 * (spring.U[2] + spring.V[2])
        start = end - 1e-3 * rate
        mean = (-0.25e6 * (end ** 4 - start ** 4) + 25 * (end ** 2 - start ** 2)) / (end - start)
        self.assertAlmostEqual(spring.R[2], mean - 1e3 * rate * abs(rate), delta=1e-8 * abs(spring.R[2]))

    def test_jumps_and_saturated_forces_are_found(self):
        for force in (lambda s, v: -1e6 * max(-1e-3, min(1e-3, s)), lambda s, v: -1e4 if s > 0.0 else 1e4,
                      lambda s, v: -1e8 * (s - 0.01) if s > 0.01 else 0.0):
            solfec, body, spring = self.hung(force)
            RUN(solfec, self.solver(), 0.1)
            v = VELOCITY(body, body.center)[0]
            self.assertLess(v * v, 1.001)

    def test_a_function_that_cannot_be_solved_is_told_once(self):
        script = """
s = SOLFEC('DYNAMIC', 1e-3, 'out')
SURFACE_MATERIAL(s)
ball = BODY(s, 'RIGID', SPHERE((0, 0, 0), 0.5, 1, 1), BULK_MATERIAL(s, density=1e3))
import random
chance = random.Random(1)
def moody(stroke, velocity): return -1e3 * stroke + 1e3 * chance.random()
PUT_SPRING(ball, (0, 0, 0), None, (-2, 0, 0), moody, None)
for _ in range(2): RUN(s, GAUSS_SEIDEL_SOLVER(), 3e-3)
"""
        run = self.run_program("-q", "-w", script=script)
        self.assertEqual(run.returncode, 0, run.stderr)
        said = "the spring of body 1 has not found the force of its function 'moody' in 40 passes: "
        self.assertEqual(run.stderr.count(said), 1, run.stderr)

    def pulled_block(self, solver, kind):
        """Place of a block that two springs draw over a floor, and their reactions.

        Without friction velocities are unique."""
        solfec = self.new_solfec(step=1e-3)
        SURFACE_MATERIAL(solfec, friction=0.0)
        bulk = BULK_MATERIAL(solfec, young=1e7, density=1e3)
        GRAVITY(solfec, (0, 0, -10))
        BODY(solfec, "OBSTACLE", HULL(scaled(CUBE, 20, (-10, -10, -20)), 1, 1), bulk)
        block = BODY(solfec, kind, HEX(scaled(CUBE, 1, (0, 0, 0)), 2, 2, 2, 1, [1] * 6), bulk)
        if kind == "FINITE_ELEMENT":
            block.scheme = "DEF_LIM"
        springs = [PUT_SPRING(block, (1, y, 0.5), None, (3, y, 0.5), f, limits)
                   for y, f, limits in ((0.25, TIME_SERIES([-2, -6e4, 0, 1e4, 2, 5e4]), (-0.004, 9)),
                                        (0.75, lambda s, v: -2e4 - 3e4 * s - 20 * v, None))]
        RUN(solfec, solver, 0.08)
        return (*DISPLACEMENT(block, (0.5, 0.5, 0.5)), springs[0].R[2], springs[1].R[2])

    def test_all_solvers_find_the_same_with_contacts(self):
        solvers = (GAUSS_SEIDEL_SOLVER(1e-12, 20000, acceleration="OFF"),
                   GAUSS_SEIDEL_SOLVER(1e-10, 5000), NEWTON_SOLVER(1e-18, 300),
                   NEWTON_SOLVER(1e-18, 300, variant="NONSMOOTH_HYBRID"),
                   NEWTON_SOLVER(1e-18, 300, variant="BODY_SPACE"))
        for kind in ("RIGID", "PSEUDO_RIGID", "FINITE_ELEMENT"):
            found = [self.pulled_block(solver, kind) for solver in solvers]
            for one, solver in zip(found[1:], solvers[1:]):
                with self.subTest(kind=kind, solver=solver):
                    for a, b, size in zip(one, found[0], (1e-3, 1e-3, 1e-3, 1e4, 1e4)):
                        self.assertAlmostEqual(a, b, delta=1e-5 * size)
            self.assertGreater(found[0][0], 1e-3)

    def test_every_solver_has_the_oscillator(self):
        found = []
        for solver in (self.solver(), GAUSS_SEIDEL_SOLVER(1e-12, 1000, acceleration="OFF"),
                       NEWTON_SOLVER(1e-20), BODY_SPACE_SOLVER(1e-20), PENALTY_SOLVER()):
            for law in (1e4, TIME_SERIES([-1, -1e4, 1, 1e4]), lambda s, v: -1e4 * s):
                solfec, body, spring = self.hung(law)
                RUN(solfec, solver, 0.05)
                found.append(DISPLACEMENT(body, body.center)[0])
        for place in found[1:]:
            self.assertAlmostEqual(place, found[0], delta=1e-9)

    def test_members(self):
        solfec, body, spring = self.hung(100.0)
        RUN(solfec, self.solver(), 2e-3)
        self.assertEqual((spring.kind, spring.adjbod), ("SPRING", body))
        self.assertEqual(spring.base[6:], (1, 0, 0))
        self.assertEqual(len(spring.point), 6)
        self.assertEqual(spring.point[3:], (-2, 0, 0))
        self.assertEqual(spring.R[:2], (0, 0))
        self.assertAlmostEqual(-spring.R[2], 100 * 1.0e-3 * 1.5, delta=1e-4)

    def test_a_function_that_raises_leaves_the_state_of_the_step_before(self):
        for at in (1, 4, 6, 8, 12):  # tangent of the third step, or in its passes
            calls = [0, False]

            def force(stroke, velocity):
                if solfec.time > 1.5e-3:
                    calls[0] += 1
                    if calls[0] == at:
                        raise KeyError("broken")
                return -1e3 * stroke - 1e13 * stroke ** 3 - 2 * velocity

            solfec, body, spring = self.hung(force)
            calls[0] = 0  # without those of PUT_SPRING
            RUN(solfec, self.solver(), 2e-3)
            before = (solfec.time, body.conf, body.velo, ENERGY(solfec, body))
            with self.subTest(at=at):
                with self.assertRaises(KeyError):
                    RUN(solfec, self.solver(), 2e-3)
                self.assertEqual((solfec.time, body.conf, body.velo, ENERGY(solfec, body)), before)

    def test_wrong_results_of_functions(self):
        name = "PUT_SPRING callback '<lambda>' of body 1.*"
        for result, kind, text in ((None, TypeError, "must return a number, got None"),
                                   ("a", TypeError, "must return a number, got 'a'"),
                                   ((1, 2), ValueError, "must return a number, got 2")):
            with self.subTest(result=result):
                self.assert_refused(kind, "PUT_SPRING: " + name + text,
                                    lambda: self.hung(lambda s, v, r=result: r))
                solfec, body, spring = self.hung(lambda s, v, r=result: r if v else 0.0)
                self.assert_refused(kind, "RUN: " + name + text,
                                    lambda: RUN(solfec, self.solver(), 1e-3))
        solfec, body, spring = self.hung(lambda s, v: float("nan"))
        self.assert_refused(RuntimeError, "RUN: t=.* s: " + name + "returned nan",
                            lambda: RUN(solfec, self.solver(), 1e-3))

    def test_a_force_that_grows_along_the_stroke_is_told_once(self):
        script = """
import sys
s = SOLFEC('DYNAMIC', 1e-3, 'out')
b = BULK_MATERIAL(s, density=1e3)
size = %s
a = [BODY(s, 'RIGID', SPHERE((9 * size * i, 0, 0), size, 1, 1), b) for i in range(3)]
def put(f, limits=None, point=(-2 * size, 0, 0), direction=None):
    for i in range(3): PUT_SPRING(a[i], a[i].center, None, point, f, limits, direction)
%s
"""
        said = "grows along the stroke"
        table = (("put(lambda s, v: 5 * s - v)", 1),
                 ("put(lambda s, v: -5 * s - v)", 0),
                 ("put(lambda s, v: 3 - v)", 0),  # does not grow at all
                 ("put(lambda s, v: 1 + s - v, (-1e-9, 0))", 1),
                 ("put(lambda s, v: later * s)\nlater = 1", 0),  # cannot be asked yet
                 ("put(lambda s, v: s, None, a[0].center, (1, 0, 0))", 1),  # points that coincide
                 ("put(lambda s, v: 2 * s)\nput(lambda s, v: 3 * s)", 2),
                 ("WARNINGS(s, 'OFF')\nput(lambda s, v: 5 * s)", 0))
        for size in (1e-3, 1, 1e3):
            for lines, count in table:
                with self.subTest(size=size, lines=lines):
                    run = self.run_program("-q", "-w", script=script % (size, lines))
                    self.assertEqual(run.returncode, 0, run.stderr)
                    self.assertEqual(run.stderr.count(said), count, run.stderr)
                    self.assertEqual("PUT_SPRING: warning: the force of '<lambda>'" in run.stderr,
                                     count > 0)

    def test_a_force_that_grows_along_the_velocity_is_told_once(self):
        script = """
s = SOLFEC('DYNAMIC', 1e-3, 'out')
b = BULK_MATERIAL(s, density=1e3)
a = [BODY(s, 'RIGID', SPHERE((9 * i, 0, 0), 1, 1, 1), b) for i in range(2)]
def put(f):
    for one in a: PUT_SPRING(one, one.center, None, (-2, 0, 0), f, None)
%s
"""
        table = (("put(lambda s, v: -1000 * s + 5 * v)", 1),
                 ("put(lambda s, v: 5 * v)", 1),
                 ("put(lambda s, v: -5 * s - 5 * v)", 0),
                 ("put(lambda s, v: 3.0)", 0),
                 ("put(lambda s, v: -5 * s if v == 0 else None)", 0),  # no number: told by RUN
                 ("WARNINGS(s, 'OFF')\nput(lambda s, v: 5 * v)", 0))
        for lines, count in table:
            with self.subTest(lines=lines):
                run = self.run_program("-q", "-w", script=script % lines)
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertEqual(run.stderr.count("grows along the velocity and drives any motion on"),
                                 count, run.stderr)

    def test_a_table_that_drives_apart_is_told(self):
        script = """
s = SOLFEC('DYNAMIC', 1e-3, 'out')
b = BULK_MATERIAL(s, density=1e3)
a = BODY(s, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), b)
law = TIME_SERIES(%s)
%s
"""
        point, z = "(0, 0, 0)", "(0, 0, 1)"
        for law, told in (([-1, 100, 1, -100], True), ([-1, -100, 1, 100], False),
                          ([-1, -100, -0.1, 0, 0.1, 0, 1, 100], False),  # has play
                          ([0, 1, 1, -1], True),
                          ([1, 5, 2, -5], False)):  # 5 N at 0
            for put in ("PUT_SPRING(a, a.center, None, (-2, 0, 0), law, None)",
                        "HINGE(a, None, %s, %s, spring=law)" % (point, z),
                        "SLIDER(a, None, %s, %s, spring=law)" % (point, z),
                        "CYLINDRICAL(a, None, %s, %s, travel_spring=law)" % (point, z),
                        "UNIVERSAL(a, None, %s, %s, (0, 1, 0), spring2=law)" % (point, z)):
                with self.subTest(law=law, put=put):
                    run = self.run_program("-q", "-w", script=script % (law, put))
                    self.assertEqual(run.returncode, 0, run.stderr)
                    self.assertEqual("falls along the stroke at 0 and drives apart" in run.stderr,
                                     told, run.stderr)

    def test_a_direction_that_a_mesh_carries_is_told(self):
        script = """
s = SOLFEC('DYNAMIC', 1e-3, 'out')
b = BULK_MATERIAL(s, young=1e9, poisson=0.2, density=1e3)
box = HEX([0,0,0, 1,0,0, 1,1,0, 0,1,0, 0,0,1, 1,0,1, 1,1,1, 0,1,1], 1, 1, 1, 1, [1] * 6)
a = BODY(s, '%s', box, b)
c = BODY(s, 'RIGID', SPHERE((5, 0.5, 0.5), 1, 1, 1), b)
PUT_SPRING(%s, 1e3, None, (1, 0, 0), '%s')
"""
        ends = ["a, (1, 0, 0)", "c, c.center"]
        for kind, first, update, told in (("FINITE_ELEMENT", True, "CONV1", True),
                                          ("FINITE_ELEMENT", False, "CONV2", True),
                                          ("FINITE_ELEMENT", True, "CONV2", False),
                                          ("FINITE_ELEMENT", True, "FIXED", False),
                                          ("PSEUDO_RIGID", True, "CONV1", False)):
            with self.subTest(kind=kind, first=first, update=update):
                both = ", ".join(ends if first else ends[::-1])
                run = self.run_program("-q", "-w", script=script % (kind, both, update))
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertEqual("to which the spring gives no moment" in run.stderr, told, run.stderr)

    def test_the_sign_of_the_original(self):
        # -k s - c v of one body between two springs, one of which has it first: half a period later
        for first in (True, False):
            solfec = self.new_solfec(step=1e-4)
            body = self.new_ball(solfec, (0, 0, 0))
            BODY_CHARS(body, 1.0, 1.0, (0, 0, 0), (1, 0, 0, 0, 1, 0, 0, 0, 1))
            INITIAL_VELOCITY(body, (1, 0, 0), (0, 0, 0))
            ends = [(body, (0, 0, 0)), (None, (-2, 0, 0))]
            (b1, p1), (b2, p2) = ends if first else ends[::-1]
            PUT_SPRING(b1, p1, b2, p2, lambda s, v: -400 * s - 4 * v, None)
            RUN(solfec, self.solver(), 0.1)
            turn = (400 - 4) ** 0.5
            exact = math.exp(-2 * 0.1) * math.sin(turn * 0.1) / turn
            self.assertAlmostEqual(DISPLACEMENT(body, body.center)[0], exact, delta=1e-6)

    def test_deleted_springs_let_their_functions_go(self):
        import gc
        import weakref

        class Law:
            def __call__(self, stroke, velocity):
                return 1.0

        for what in ("spring", "body1", "body2"):
            law = Law()
            seen = weakref.ref(law)
            solfec = self.new_solfec()
            one, two = self.new_ball(solfec, (0, 0, 0)), self.new_ball(solfec, (5, 0, 0))
            spring = PUT_SPRING(one, (0, 0, 0), two, (5, 0, 0), law, None)
            del law
            self.assertIsNotNone(seen())
            DELETE(solfec, {"spring": spring, "body1": one, "body2": two}[what])
            gc.collect()
            self.assertIsNone(seen(), what)
            RUN(solfec, self.solver(), 1e-3)

    def test_history_and_read_mode(self):
        script = """
s = SOLFEC('DYNAMIC', 1e-3, 'out')
b = BULK_MATERIAL(s, density=1e3)
a = BODY(s, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), b)
INITIAL_VELOCITY(a, (1, 0, 0), (0, 0, 0))
p = PUT_SPRING(a, (0, 0, 0), None, (-2, 0, 0), %s, (-1, 1))
q = PUT_SPRING(None, (4, 0, 0), a, (0, 0, 0), lambda s, v: -30 * v, None, (1, 0, 0))
RUN(s, GAUSS_SEIDEL_SOLVER(1e-12, 1000), 0.05)
DIRECTION = (1, 0, 0)
t, r, u = HISTORY(s, [(p, DIRECTION, None, 'R'), (p, DIRECTION, None, 'U')], 0, 0.05)
print(len(t), r[-1], u[-1])
print(p.kind, q.kind, p.R, q.R, p.U, p.point, p.base)
"""
        number = script % "1e5"
        wrote = self.run_program("-q", script=number)
        self.assertEqual(wrote.returncode, 0, wrote.stderr)
        read = self.run_program("-q", script=number)  # without -w the results are read
        self.assertEqual((read.returncode, read.stdout), (0, wrote.stdout), read.stderr)
        other = self.run_program("-q", script=script % "2e5")
        self.assertRegex(other.stderr, r"1e.05 N/m")
        self.assertRegex(other.stderr, r"2e.05 N/m")


if __name__ == "__main__":
    main()
