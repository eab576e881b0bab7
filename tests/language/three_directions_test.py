"""SET_DISPLACEMENT3, SET_VELOCITY3, SET_ACCELERATION3, and FIX_DIRECTION between two bodies."""

import math

from support import *

AXES = (1, 0, 0, 0, 1, 0, 0, 0, 1)
SOLVER = "GAUSS_SEIDEL_SOLVER(1e-12, 1000, 1e-12)"

# Two blocks, each held at two points or one and tied along all axes: more than they can move.
HELD = """
s = SOLFEC('DYNAMIC', 1e-3, 'out')
bulk = BULK_MATERIAL(s)
SURFACE_MATERIAL(s)
one = BODY(s, 'RIGID', BOX((0, 0, 0), (1, 1, 1), 1, 1), bulk)
two = BODY(s, 'RIGID', BOX((3, 1, 2), (1, 1, 1), 1, 1), bulk)
for point in ((0, 0, 0), (1, 0, 0)):
    FIX_POINT(one, point)
FIX_POINT(two, (3, 1, 2))
for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
    FIX_DIRECTION(one, (1, 1, 1), axis, two, (4, 2, 3))
RUN(s, %s, 0.1)
print(s.mode, max(abs(x) for body in (one, two) for x in DISPLACEMENT(body, body.center)) < 1e-9)
""" % SOLVER


class Three(LanguageTest):
    def body(self, shape=None):
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec, density=1)
        SURFACE_MATERIAL(solfec)
        return solfec, BODY(solfec, "RIGID", shape or cube(), bulk)

    def run_for(self, solfec, time):
        RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-12, 1000, 1e-12), time)

    def check_near(self, some, others, digits=9):
        for one, other in zip(some, others):
            self.assertAlmostEqual(one, other, digits)

    def test_velocities_along_oblique_directions(self):
        solfec, body = self.body()
        middle = (0.5, 0.5, 0.5)
        rows = SET_VELOCITY3(body, middle, (2, 0, 0, 3, 3, 0, 0, 0, 0.5), (1, math.sqrt(2), TIME_SERIES([0, 0, 1, 4])))
        self.assertEqual([row.kind for row in rows], ["VELODIR"] * 3)
        self.run_for(solfec, 0.1)
        # v.x = 1, (v.x + v.y) / sqrt 2 = sqrt 2, v.z = 4 t
        self.check_near(VELOCITY(body, middle), (1, 1, 0.4))

    def test_displacements_are_followed(self):
        solfec, body = self.body()
        ways = [TIME_SERIES([0, 0, 1, slope]) for slope in (1, -2, 3)]
        body.velo = (0, 0, 0, 1, -2, 3)
        SET_DISPLACEMENT3(body, (0.5, 0.5, 0.5), AXES, ways)
        self.run_for(solfec, 0.1)
        self.check_near(DISPLACEMENT(body, (0.5, 0.5, 0.5)), (0.1, -0.2, 0.3))

    def test_accelerations_are_integrated(self):
        solfec, body = self.body()
        SET_ACCELERATION3(body, (0.5, 0.5, 0.5), AXES, [TIME_SERIES([0, a, 1, a]) for a in (1, -2, 3)])
        self.run_for(solfec, 0.1)
        self.check_near(VELOCITY(body, (0.5, 0.5, 0.5)), (0.1, -0.2, 0.3))

    def test_they_are_three_calls_of_the_commands_for_one_direction(self):
        base = (1, 0, 0, 0, 0.6, 0.8, 0, -0.8, 0.6)
        series = [TIME_SERIES([0, 0, 0.05, v, 1, v]) for v in (1, 2, 3)]
        pairs = ((SET_DISPLACEMENT3, SET_DISPLACEMENT), (SET_VELOCITY3, SET_VELOCITY),
                 (SET_ACCELERATION3, SET_ACCELERATION))
        for three, one in pairs:
            ends = []
            for at_once in (True, False):
                solfec, body = self.body()
                if at_once:
                    three(body, (0, 0, 0), base, series)
                else:
                    for k in range(3):
                        one(body, (0, 0, 0), base[3 * k:3 * k + 3], series[k])
                self.run_for(solfec, 0.05)
                ends.append((body.conf, body.velo))
            self.assertEqual(ends[0], ends[1])
            self.assertGreater(abs(ends[0][0][9] - 0.5), 1e-4)

    def test_an_obstacle_is_moved_and_rows_are_deleted_one_by_one(self):
        solfec, body = self.body()
        wall = BODY(solfec, "OBSTACLE", cube((5, 5, 5)), body.material)
        SET_VELOCITY3(wall, (5, 5, 5), AXES, (1, 2, 3))
        rows = SET_VELOCITY3(body, (0.5, 0.5, 0.5), AXES, (1, 2, 3))
        self.run_for(solfec, 0.1)
        self.check_near(DISPLACEMENT(wall, (5.5, 5, 5)), (0.1, 0.2, 0.3))
        DELETE(solfec, rows[1])
        self.assertEqual(len(body.constraints), 2)

    def test_wrong_bases_and_values(self):
        _, body = self.body()
        point = (0, 0, 0)
        cases = [(ValueError, (1, 0, 0, 0, 1, 0, 1, 1, 0), (1, 2, 3), "'base' must have three directions that do not "
                  "lie in one plane, the triple product of the unit ones must be at least 1e-06 in size, got 0"),
                 (ValueError, (1, 0, 0, 0, 0, 0, 0, 0, 1), (1, 2, 3), "'base' direction 1 must not be zero"),
                 (ValueError, AXES, (1, 2), "'tms' must have 3 elements, got 2"),
                 (TypeError, AXES, (1, 2, "a"), "'tms' must be three numbers or TIME_SERIES objects"),
                 (TypeError, AXES, 7, "'tms' must be three numbers or TIME_SERIES objects")]
        for kind, base, values, text in cases:
            self.assert_refused(kind, "SET_VELOCITY3: " + text, lambda: SET_VELOCITY3(body, point, base, values))
        self.assert_refused(TypeError, "SET_DISPLACEMENT3: 'tms' must be three TIME_SERIES objects",
                            lambda: SET_DISPLACEMENT3(body, point, AXES, (1, 2, 3)))
        self.assertEqual(body.ncon, 0)

    def test_results_are_read_and_go_on(self):
        script = """
s = SOLFEC('DYNAMIC', 1e-3, 'out')
body = BODY(s, 'RIGID', BOX((0, 0, 0), (1, 1, 1), 1, 1), BULK_MATERIAL(s))
SURFACE_MATERIAL(s)
SET_VELOCITY3(body, (0.5, 0.5, 0.5), %r, (1, 2, 3))
body.velo = (0, 0, 0, 1, 2, 3)
RUN(s, %s, float(NON_SOLFEC_ARGV()[0]))
print(s.mode, s.ncon, [round(x, 6) for x in body.conf[9:]])
""" % (AXES, SOLVER)
        for words, mode, time in ((("input.py", "0.05"), "WRITE", 0.05), (("-c", "input.py", "0.1"), "WRITE", 0.1),
                                  (("input.py", "0.1"), "READ", 0.1)):
            done = self.run_program("-q", *words, script=script) if time == 0.05 else self.run_program("-q", *words)
            self.assertEqual(done.stdout, "%s 3 %s\n" % (mode, [round(0.5 + time * v, 6) for v in (1, 2, 3)]),
                             done.stderr)


class Between(LanguageTest):
    def balls(self, *centers):
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec, density=3 / (4 * math.pi))  # of mass r^3
        SURFACE_MATERIAL(solfec)
        radii = (1, 2)
        return solfec, [BODY(solfec, "RIGID", SPHERE(c, r, 1, 1), bulk) for c, r in zip(centers, radii)]

    def run_for(self, solfec, time):
        RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-12, 1000, 1e-12), time)

    def test_one_body_pulls_the_other_along_the_direction_alone(self):
        force, masses = 18.0, (1, 8)
        solfec, (one, two) = self.balls((0, 0, 0), (5, 0, 0))
        INITIAL_VELOCITY(two, (0, 2, 0), (0, 0, 0))
        row = FIX_DIRECTION(one, (0, 0, 0), (3, 0, 0), two, (5, 0, 0))
        FORCE(one, "SPATIAL", (0, 0, 0), (1, 0, 0), force)
        self.run_for(solfec, 0.1)
        self.assertEqual(row.kind, "FIXDIR")
        self.assertEqual(row.adjbod, (one, two))
        speed = force / sum(masses) * 0.1
        for value, exact in zip(one.velo[3:] + two.velo[3:], (speed, 0, 0, speed, 2, 0)):
            self.assertAlmostEqual(value, exact, 8)
        self.assertAlmostEqual(abs(row.R[2]), force * masses[1] / sum(masses), 7)
        self.assertAlmostEqual(two.conf[9] - one.conf[9], 5, 9)

    def test_turning_bodies_keep_energy_and_their_distance_along_the_direction(self):
        solfec, (one, two) = self.balls((0, 0, 0), (5, 0, 0))
        n = (0.6, 0, 0.8)
        point, other = (0.5, 0, 0.3), (4.5, 0.2, -0.4)
        FIX_DIRECTION(one, point, n, two, other)
        INITIAL_VELOCITY(one, (0, 1, 0), (0, 0.4, 0))
        self.run_for(solfec, 1e-3)  # velocities that the constraint allows
        energy = ENERGY(solfec)[0]
        at = lambda body, X: sum(n[i] * (X[i] + DISPLACEMENT(body, X)[i]) for i in range(3))
        begin = at(one, point) - at(two, other)
        self.run_for(solfec, 1)
        self.assertAlmostEqual(at(one, point) - at(two, other), begin, 6)
        self.assertAlmostEqual(ENERGY(solfec)[0] / energy, 1, 4)

    def test_an_obstacle_drives_a_body_and_may_come_first(self):
        for swapped in (False, True):
            solfec, (ball,) = self.balls((0, 0, 0))
            wall = BODY(solfec, "OBSTACLE", cube((5, 0, 0)), ball.material)
            SET_VELOCITY(wall, (5, 0, 0), (0, 0, 1), 2)
            INITIAL_VELOCITY(ball, (1, 0, 2), (0, 0, 0))
            ends = [(ball, (0, 0, 0)), (wall, (5, 0, 0))]
            (one, point), (two, other) = reversed(ends) if swapped else ends
            FIX_DIRECTION(one, point, (0, 0, 1), two, other)
            GRAVITY(solfec, (0, 0, -10))
            self.run_for(solfec, 0.1)
            for value, exact in zip(ball.velo[3:], (1, 0, 2)):
                self.assertAlmostEqual(value, exact, 8)

    def test_bodies_that_are_held_twice_stay_where_they_are(self):
        for mode in ("WRITE", "READ"):
            done = self.run_program("-q", "input.py", script=HELD) if mode == "WRITE" else self.run_program("-q", "input.py")
            self.assertEqual((done.stdout, done.stderr), (mode + " True\n", ""))

    def test_a_constraint_of_a_callback_goes_on(self):
        script = """
s = SOLFEC('DYNAMIC', 1e-3, 'out')
bulk = BULK_MATERIAL(s, density=1)
SURFACE_MATERIAL(s)
one, two = [BODY(s, 'RIGID', BOX((x, 0, 0), (1, 1, 1), 1, 1), bulk) for x in (0, 3)]
def tie():
    if s.time < 0.0105:
        FIX_DIRECTION(one, (0.5, 0.5, 0.5), (1, 0, 0), two, (3.5, 0.5, 0.5))
    return 1
CALLBACK(s, 0.01, (), tie)
FORCE(one, 'SPATIAL', (0.5, 0.5, 0.5), (1, 0, 0), 2)
RUN(s, %s, float(NON_SOLFEC_ARGV()[0]))
print(s.mode, s.ncon, round(two.velo[3], 9))
""" % SOLVER
        ends = []
        for words in (("input.py", "0.05"), ("-c", "input.py", "0.1"), ("-w", "input.py", "0.1")):
            done = self.run_program("-q", *words, script=script) if "0.05" in words else self.run_program("-q", *words)
            self.assertEqual(done.returncode, 0, done.stderr)
            ends.append(done.stdout)
        self.assertEqual(ends[1], ends[2])
        self.assertTrue(ends[0].startswith("WRITE 1 "), ends[0])

    def test_what_is_missing_or_wrong_is_named(self):
        solfec, (one, two) = self.balls((0, 0, 0), (5, 0, 0))
        stranger = self.new_ball(self.new_solfec())
        along = (1, 0, 0)
        cases = [((one, (0, 0, 0), along, two), "'point2' must be given with 'body2'"),
                 ((one, (0, 0, 0), along, None, (1, 2, 3)), "'body2' must be given with 'point2'"),
                 ((one, (0, 0, 0), along, one, (1, 0, 0)), "'body2' must be another body than 'body'"),
                 ((one, (0, 0, 0), along, stranger, (1, 0, 0)), "'body2': Cannot link bodies from different domains"),
                 ((one, (0, 0, 0), (0, 0, 0), two, (5, 0, 0)), "'direction' ")]
        for args, text in cases:
            self.assert_refused(ValueError, "FIX_DIRECTION: " + text, lambda: FIX_DIRECTION(*args))
        self.assertEqual(one.ncon, 0)


if __name__ == "__main__":
    main()
