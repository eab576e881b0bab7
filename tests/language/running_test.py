"""RUN and what belongs to it: output, callbacks, loads, failure policies, results, READ mode."""

import math

from support import *


class Running(LanguageTest):
    def free_fall(self, step=1e-3, output=None):
        solfec = self.new_solfec(step=step, output=output)
        ball = self.new_ball(solfec, (0, 0, 0))
        GRAVITY(solfec, (0, 0, -10))
        return solfec, ball

    def test_free_fall_is_exact_and_runs_continue_each_other(self):
        solfec, ball = self.free_fall()
        solver = GAUSS_SEIDEL_SOLVER(1e-6, 100)
        RUN(solfec, solver, 0.5)
        RUN(solfec, solver, 0.5)
        self.assertEqual((solfec.time, DURATION(solfec)), (1.0, 1.0))
        # q(t) = u0 t - g t^2/2 is met exactly by the mid-point rule up to rounding
        self.assertAlmostEqual(DISPLACEMENT(ball, (0, 0, 0))[2], -5.0, places=9)
        self.assertAlmostEqual(VELOCITY(ball, (0, 0, 0))[2], -10.0, places=9)
        self.assertAlmostEqual(ENERGY(solfec)[0], 0.5 * ball.mass * 100, delta=1e-9 * ball.mass)
        self.assertEqual(ENERGY(solfec), ENERGY(solfec, ball))
        self.assertEqual(ENERGY(solfec, solfec), ENERGY(solfec, [ball]))

    def test_gravity_may_depend_on_time(self):
        solfec = self.new_solfec()
        ball = self.new_ball(solfec, (0, 0, 0))
        GRAVITY(solfec, [TIME_SERIES([0, 0, 1, 6]), 0, -10])
        RUN(solfec, PENALTY_SOLVER(), 1)
        self.assertAlmostEqual(VELOCITY(ball, (0, 0, 0))[0], 3.0, places=9)

    def test_forces_and_torques_accelerate(self):
        solfec = self.new_solfec()
        ball = self.new_ball(solfec, (0, 0, 0))
        BODY_CHARS(ball, 2, 1, (0, 0, 0), (1, 0, 0, 0, 1, 0, 0, 0, 4))
        FORCE(ball, "SPATIAL", (0, 0, 0), (0, 5, 0), 4)
        FORCE(ball, "SPATIAL", (0, 0, 0), (1, 0, 0), TIME_SERIES([0, 2, 9, 2]))
        TORQUE(ball, "CONVECTED", (0, 0, 9), 8)
        RUN(solfec, PENALTY_SOLVER(), 0.5)
        for value, expected in zip(ball.velo, (0, 0, 1, 0.5, 1, 0)):
            self.assertAlmostEqual(value, expected, places=9)

    def test_a_force_function_gets_data_state_time_and_step(self):
        solfec = self.new_solfec(step=0.25)
        ball = self.new_ball(solfec, (0, 0, 0))
        seen = []

        def push(one, two, q, u, time, step):
            seen.append((one, two, len(q), len(u), time, step))
            return (ball.mass, 0, 0, 0, 0, 0, 0, 0, 0)

        FORCE(ball, "SPATIAL", (0, 0, 0), (0, 0, 0), push, (1, "b"))
        RUN(solfec, PENALTY_SOLVER(), 0.5)
        self.assertEqual(seen, [(1, "b", 12, 6, 0.125, 0.25), (1, "b", 12, 6, 0.375, 0.25)])
        self.assertAlmostEqual(ball.velo[3], 0.5, places=13)

    def test_wrong_results_of_a_force_function_name_it(self):
        cases = {"must return 9 numbers, got 2": lambda q, u, t, h: (1, 2),
                 "must return 9 numbers, got None": lambda q, u, t, h: None,
                 "must return 9 numbers, got a dict": lambda q, u, t, h: {}}
        for text, function in cases.items():
            solfec, ball = self.free_fall()
            FORCE(ball, "SPATIAL", (0, 0, 0), (0, 0, 1), function)
            self.assert_refused((TypeError, ValueError), r"RUN: FORCE callback '<lambda>' of body 1 "
                                r"\(created at support.py:\d+\) " + text,
                                lambda: RUN(solfec, PENALTY_SOLVER(), 1))

    def test_a_number_that_is_not_finite_stops_the_run(self):
        solfec, ball = self.free_fall()
        FORCE(ball, "SPATIAL", (0, 0, 0), (0, 0, 1), lambda q, u, t, h: [math.nan] * 9)
        error = self.assert_refused(NumericalError, "RUN: t=.*FORCE callback.*returned nan",
                                    lambda: RUN(solfec, PENALTY_SOLVER(), 1))
        self.assertEqual(error.exit_code, 3)

    def test_exceptions_of_callbacks_pass_through(self):
        class Own(Exception):
            pass

        def fail(*arguments):
            raise Own("mine")

        solfec, ball = self.free_fall()
        FORCE(ball, "SPATIAL", (0, 0, 0), (0, 0, 1), fail)
        with self.assertRaisesRegex(Own, "mine"):
            RUN(solfec, PENALTY_SOLVER(), 1)
        solfec, ball = self.free_fall()
        CALLBACK(solfec, 0.1, None, fail)
        with self.assertRaisesRegex(Own, "mine"):
            RUN(solfec, PENALTY_SOLVER(), 1)

    def test_callbacks_come_at_their_interval_and_end_the_run_by_0(self):
        solfec, ball = self.free_fall()
        times = []

        def look(data):
            times.append(solfec.time)
            return None if len(times) < 4 else 0

        CALLBACK(solfec, 0.1, [7], look)
        RUN(solfec, PENALTY_SOLVER(), 1)
        self.assertEqual([round(t, 9) for t in times], [0.1, 0.2, 0.3, 0.4])
        self.assertAlmostEqual(solfec.time, 0.4)

    def test_a_callback_may_change_the_model_and_replace_itself(self):
        solfec, ball = self.free_fall()
        calls = []

        def second(*data):
            calls.append(2)

        def first(data):
            calls.append(1)
            extra = self.new_ball(solfec, (9, 0, 0), label="late")
            DELETE(solfec, ball)
            CALLBACK(solfec, 0.1, (), second)
            return 1

        CALLBACK(solfec, 0.1, 0, first)
        RUN(solfec, PENALTY_SOLVER(), 0.3)
        self.assertEqual(calls[0], 1)
        self.assertEqual(set(calls[1:]), {2})
        self.assertEqual([b.label for b in solfec.bodies], ["late"])

    def test_inside_a_step_the_model_cannot_be_changed(self):
        solfec, ball = self.free_fall()
        refused = []

        def push(q, u, time, step):
            for name, use in {
                    "DELETE": lambda: DELETE(solfec, ball),
                    "BODY": lambda: self.new_ball(solfec),
                    "FIX_POINT": lambda: FIX_POINT(ball, (0, 0, 0)),
                    "FORCE": lambda: FORCE(ball, "SPATIAL", (0, 0, 0), (0, 0, 1), 1),
                    "BODY.scheme": lambda: setattr(ball, "scheme", "RIG_POS"),
                    "RUN": lambda: RUN(solfec, PENALTY_SOLVER(), 1)}.items():
                self.assert_refused(RuntimeError, name + ": not allowed in a function", use)
                refused.append(name)
            self.assertEqual(HERE(solfec, ball), True)
            return (0,) * 9

        FORCE(ball, "SPATIAL", (0, 0, 0), (0, 0, 1), push)
        RUN(solfec, PENALTY_SOLVER(), 0.001)
        self.assertEqual(len(refused), 6)

    def test_a_run_inside_a_callback_is_refused(self):
        solfec, ball = self.free_fall()
        CALLBACK(solfec, 0.1, None, lambda data: RUN(solfec, PENALTY_SOLVER(), 1))
        self.assert_refused(RuntimeError, "RUN: not allowed in a function that RUN calls",
                            lambda: RUN(solfec, PENALTY_SOLVER(), 1))
        self.assertAlmostEqual(solfec.time, 0.1)

    def test_bodies_outside_the_extents_are_deleted(self):
        solfec, ball = self.free_fall()
        EXTENTS(solfec, (-2, -2, -2, 2, 2, 2))
        RUN(solfec, PENALTY_SOLVER(), 1)
        self.assertEqual(solfec.nbod, 0)
        self.assertFalse(HERE(solfec, ball))

    def test_an_obstacle_keeps_its_motion(self):
        solfec = self.new_solfec()
        drum = self.new_ball(solfec, (0, 0, 0), kind="OBSTACLE")
        INITIAL_VELOCITY(drum, (0, 0, 1), (0, 0, math.pi))
        RUN(solfec, PENALTY_SOLVER(), 0.5)
        for value, expected in zip(DISPLACEMENT(drum, (0.5, 0, 0)), (-0.5, 0.5, 0.5)):
            self.assertAlmostEqual(value, expected, places=6)


class Memory(LanguageTest):
    """Models whose functions hold the model itself are freed."""

    def assert_freed(self, make):
        import gc
        import weakref

        class Mark:
            pass

        marks = []
        for repeat in range(3):
            mark = Mark()
            marks.append(weakref.ref(mark))
            make(mark)
            del mark
        gc.collect()
        self.assertEqual([mark() for mark in marks], [None] * 3)

    def test_with_a_callback_that_holds_the_analysis(self):
        def make(mark):
            solfec = self.new_solfec()
            ball = self.new_ball(solfec)
            CALLBACK(solfec, 0.01, (mark, solfec), lambda *data: (ball, solfec) and 1)
            RUN(solfec, PENALTY_SOLVER(), 0.02)

        self.assert_freed(make)

    def test_with_a_force_that_holds_body_and_analysis(self):
        def make(mark):
            solfec = self.new_solfec()
            ball = self.new_ball(solfec)
            FORCE(ball, "SPATIAL", (0, 0, 0), (0, 0, 1),
                  lambda data, q, u, t, h: (mark, solfec, ball) and (0,) * 9, [ball])
            RUN(solfec, PENALTY_SOLVER(), 0.02)

        self.assert_freed(make)

    def test_with_a_force_that_holds_its_body_only(self):
        def make(mark):
            solfec = self.new_solfec()
            ball = self.new_ball(solfec)
            FORCE(ball, "SPATIAL", (0, 0, 0), (0, 0, 1), lambda *a: (mark, ball) and (0,) * 9)

        self.assert_freed(make)

    def test_with_a_solver_whose_callback_holds_it(self):
        def make(mark):
            held = []
            held.append(GAUSS_SEIDEL_SOLVER(1e-3, 10, failure="CALLBACK", data=(mark, held),
                                            callback=lambda *data: (held, mark) and 1))

        self.assert_freed(make)

    def test_a_deleted_body_frees_its_functions_when_all_else_is_done(self):
        solfec = self.new_solfec()
        balls = [self.new_ball(solfec, (3 * i, 0, 0)) for i in range(3)]
        count = []

        class Loud:
            def __del__(self):
                FORCE(balls[2], "SPATIAL", (6, 0, 0), (0, 0, 1), lambda *a: (0,) * 9)
                count.append(solfec.nbod)

        for ball in balls:
            loud = Loud()
            FORCE(ball, "SPATIAL", (0, 0, 0), (0, 0, 1), lambda *a, loud=loud: (0,) * 9)
            del loud
        DELETE(solfec, balls[0])
        DELETE(solfec, balls[1])
        self.assertEqual(count, [2, 1])
        RUN(solfec, PENALTY_SOLVER(), 0.01)

    def test_a_run_survives_the_loss_of_all_script_references(self):
        import gc
        held = [self.new_solfec()]
        self.new_ball(held[0])
        seen = []

        def forget(data):
            held.clear()
            gc.collect()
            seen.append(1)

        CALLBACK(held[0], 0.01, None, forget)
        RUN(held[0], PENALTY_SOLVER(), 0.05)
        self.assertEqual(len(seen), 5)


class PrescribedMotion(LanguageTest):
    def test_a_point_follows_displacement_velocity_and_acceleration(self):
        square = TIME_SERIES([x for k in range(300) for x in (0.001 * k, (0.001 * k) ** 2)])
        for kind in ("RIGID", "PSEUDO_RIGID", "OBSTACLE"):
            for set_motion, given in ((SET_DISPLACEMENT, square),
                                      (SET_VELOCITY, TIME_SERIES([0, 0, 1, 2])),
                                      (SET_ACCELERATION, TIME_SERIES([0, 2, 1, 2]))):
                solfec = self.new_solfec()
                ball = self.new_ball(solfec, (0, 0, 0), kind=kind)
                row = set_motion(ball, (0, 0, 0), (0, 3, 0), given)
                RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-12, 100, 1e-12), 0.2)
                self.assertEqual(row.kind, "VELODIR")
                self.assertEqual(row.adjbod, ball)
                place = DISPLACEMENT(ball, (0, 0, 0))
                self.assertAlmostEqual(place[1], 0.04, 10)
                if kind != "OBSTACLE":
                    self.assertAlmostEqual(row.U[2], 0.4, 8)
                    self.assertAlmostEqual(row.R[2], 2 * ball.mass, 4)

    def test_in_read_mode_the_stored_rows_are_shown(self):
        for mode in ("WRITE", "READ"):
            solfec = self.new_solfec(output=os.path.join(self.folder, "same"))
            self.assertEqual(solfec.mode, mode)
            ball = self.new_ball(solfec, (0, 0, 0))
            row = SET_VELOCITY(ball, (0, 0, 0), (1, 0, 0), 0.5)
            RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-12, 100), 0.01)
            SEEK(solfec, 0.01)
            self.assertAlmostEqual(row.U[2], 0.5, 12)
            self.assertEqual(row.kind, "VELODIR")

    def test_a_number_is_no_displacement(self):
        ball = self.new_ball(self.new_solfec(), (0, 0, 0))
        self.assert_refused(TypeError, "SET_DISPLACEMENT: 'tms' must be a TIME_SERIES object, got 1",
                            lambda: SET_DISPLACEMENT(ball, (0, 0, 0), (0, 0, 1), 1))

    def test_contradicting_motions_of_an_obstacle_stop_the_run(self):
        solfec = self.new_solfec()
        lid = self.new_ball(solfec, (0, 0, 0), kind="OBSTACLE", label="lid")
        for speed in (1, -1):
            SET_VELOCITY(lid, (0, 0, 0), (1, 0, 0), speed)
        self.assert_refused(ValueError, "RUN: the motions prescribed for body 'lid' .*are not those",
                            lambda: RUN(solfec, PENALTY_SOLVER(), 0.01))

    def test_an_acceleration_moves_a_body_as_its_integrals_do(self):
        constant = TIME_SERIES([0, 1, 10, 1])
        solfec = self.new_solfec()
        balls = [self.new_ball(solfec, (3 * i, 0, 0)) for i in range(3)]
        given = (constant, constant.integral, constant.integral.integral)
        for ball, set_motion, series in zip(balls, (SET_ACCELERATION, SET_VELOCITY,
                                                    SET_DISPLACEMENT), given):
            set_motion(ball, ball.center, (0, 0, 1), series)
        RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-12, 100, 1e-12), 5.0)
        for ball in balls:
            self.assertAlmostEqual(DISPLACEMENT(ball, ball.center)[2], 12.5, 9)
            self.assertAlmostEqual(VELOCITY(ball, ball.center)[2], 5.0, 9)

    def test_a_series_has_no_more_integrals_than_eight(self):
        series = TIME_SERIES([0, 1, 10, 1])
        for _ in range(8):
            series = series.integral
        self.assertAlmostEqual(series.values[-1] * math.factorial(8) / 1e8, 1.0, 12)
        self.assert_refused(ValueError, ".*it can be integrated 8 times at most, got 9",
                            lambda: series.integral)

    def test_series_give_their_derivative_and_integral(self):
        series = TIME_SERIES([0, 0, 1, 2, 3, 2])
        self.assertEqual(series.integral.values, [0, 1, 5])
        self.assertEqual(series.integral.derivative.values, series.values)
        slopes = series.derivative
        self.assertEqual((slopes.values[0], slopes.values[-1]), (2, 0))
        self.assertEqual(slopes.times[0], 0)


class Contact(LanguageTest):
    def resting(self, solver, **material):
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec, label="bulk", density=1)
        floor = HEX([-2, -2, -1, 2, -2, -1, 2, 2, -1, -2, 2, -1,
                     -2, -2, 0, 2, -2, 0, 2, 2, 0, -2, 2, 0], 2, 2, 1, 1, [7] * 6)
        BODY(solfec, "OBSTACLE", floor, bulk)
        ball = self.new_ball(solfec, (0.5, 0.5, 0.5))
        SURFACE_MATERIAL(solfec, label="ground", **material)
        GRAVITY(solfec, (0, 0, -10))
        RUN(solfec, solver, 0.1)
        return solfec, ball

    def stacked(self, solver):
        """Two blocks: a sweep over their contacts is not enough."""
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec, density=1000)
        SURFACE_MATERIAL(solfec, friction=0.5)
        GRAVITY(solfec, (0, 0, -10))
        for k, kind in enumerate(("OBSTACLE", "RIGID", "RIGID")):
            BODY(solfec, kind, TRANSLATE(HULL(CUBE, 1, 1), (0.1 * k, 0, k)), bulk)
        RUN(solfec, solver, 0.1)

    def test_a_resting_ball_is_carried_by_its_contact(self):
        solver = GAUSS_SEIDEL_SOLVER(1e-10, 100, 1e-8)
        solfec, ball = self.resting(solver, friction=0.5)
        contact = ball.constraints[0]
        self.assertEqual((contact.kind, contact.matlab), ("CONTACT", "ground"))
        self.assertAlmostEqual(contact.R[2], 10 * ball.mass, places=9)
        self.assertEqual(set(contact.adjbod), set(solfec.bodies))
        self.assertEqual(sorted(contact.spair), [1, 7])
        self.assertGreater(contact.area, 0)
        self.assertLess(abs(contact.gap), 1e-3)
        self.assertLess(contact.merit, 1e-6)
        # The normal points from the slave to the master; t1, t2, n are right-handed.
        master, slave = contact.adjbod
        self.assertAlmostEqual(contact.base[8], 1.0 if master == ball else -1.0, places=12)
        self.assertEqual((solver.error, len(solver.rerhist)), ("OK", solver.iters))

    def test_tetrahedra_press_on_a_plate_with_their_lower_faces_alone(self):
        # some reach it with a corner and have their outer face on another side of the block
        ring = ((1, 2), (2, 3), (3, 7), (7, 4), (4, 5), (5, 1))
        n = 3
        nodes = [x / (n - 1) for k in range(n) for j in range(n) for i in range(n) for x in (i, j, k)]
        elements = []
        for place in range(8):
            a, b, c = place % 2, place // 2 % 2, place // 4
            corner = [(a + x) + n * ((b + y) + n * (c + z)) for x, y, z in
                      ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))]
            for p, q in ring:
                elements += [4, corner[0], corner[p], corner[q], corner[6], 1]
        for overlap in (0, 1e-6, 1e-3):
            for side in (0, 1):
                with self.subTest(overlap=overlap, side=side):
                    solfec = self.new_solfec()
                    SURFACE_MATERIAL(solfec, friction=0.3)
                    bulk = BULK_MATERIAL(solfec, "KIRCHHOFF", "soft", 1e7, 0.25, 1000.0)
                    low, high = -side, 1 + side
                    plate = [low, low, -1, high, low, -1, high, high, -1, low, high, -1,
                             low, low, overlap, high, low, overlap, high, high, overlap, low, high, overlap]
                    BODY(solfec, "OBSTACLE", HEX(plate, 1, 1, 1, 1, [1] * 6), bulk)
                    block = BODY(solfec, "FINITE_ELEMENT", MESH(nodes, elements, 1), bulk)
                    block.scheme = "DEF_LIM"
                    RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-8, 500), solfec.step)
                    contacts = block.constraints
                    self.assertEqual(len(contacts), n * n)
                    self.assertAlmostEqual(sum(c.area for c in contacts), 1.0, places=6)
                    for contact in contacts:
                        up = contact.base[8] if contact.adjbod[0] == block else -contact.base[8]
                        self.assertAlmostEqual(up, 1.0, places=6)
                        self.assertAlmostEqual(contact.gap, -overlap, places=6)

    def test_the_worst_constraint_is_known_live_and_in_read_mode(self):
        solver = GAUSS_SEIDEL_SOLVER(1e-2, 1, 1, acceleration="OFF")  # one sweep is not enough

        def run_or_read(path):
            solfec = self.new_solfec(output=path)
            bulk = BULK_MATERIAL(solfec, label="bulk", density=1)
            BODY(solfec, "OBSTACLE", TRANSLATE(cube(size=9), (-4, -4, -9)), bulk)
            for k in range(3):
                BODY(solfec, "RIGID", TRANSLATE(cube(), (0.1 * k, 0, k)), bulk)
            SURFACE_MATERIAL(solfec, friction=0.5)
            GRAVITY(solfec, (0, 0, -10))
            RUN(solfec, solver, 0.003)
            return solfec

        path = os.path.join(self.folder, "worst")
        live, stored = run_or_read(path), run_or_read(path)
        SEEK(stored, 0.003)
        self.assertGreater(solver.residual, 0.0)
        self.assertEqual((live.mode, stored.mode), ("WRITE", "READ"))
        for one in (live, stored):
            self.assertIn(one.worst, one.constraints)
            self.assertEqual(one.worst.kind, "CONTACT")
        self.assertEqual(live.worst.point, stored.worst.point)
        self.assertEqual(HISTORY(stored, "RESIDUAL", 0, 1)[1][-1], solver.residual)
        SEEK(stored, 0)
        self.assertIsNone(stored.worst)
        self.assertIsNone(self.new_solfec().worst)

    def test_a_failing_solver_follows_its_policy(self):
        def solver(**policy):
            return GAUSS_SEIDEL_SOLVER(1e-300, 1, 1e-300, **policy)

        def start(solver):
            return lambda: self.stacked(solver)

        start(solver())()
        error = self.assert_refused(SolverStop, "RUN: t=.*failed", start(solver(failure="EXIT")))
        self.assertEqual(error.exit_code, 1)
        calls = []

        def policy(asked, *data):
            calls.append((asked.error, data))
            return len(calls) < 3

        asked = solver(failure="CALLBACK", data=(1, 2), callback=policy)
        self.assert_refused(SolverStop, "RUN: t=", start(asked))
        self.assertEqual(calls, [("DIVERGED", (1, 2))] * 3)

    def test_sparsification_and_exclusion_are_accepted(self):
        solfec = self.new_solfec()
        CONTACT_SPARSIFY(solfec, 0.005)
        CONTACT_SPARSIFY(solfec, threshold=0, minarea=1e-6, mindist=1e-5)
        CONTACT_SPARSIFY(solfec)
        CONTACT_PREDICTION(solfec, 0.01)
        CONTACT_PREDICTION(solfec, 0)
        self.assert_refused(ValueError, "CONTACT_PREDICTION: 'distance'",
                            lambda: CONTACT_PREDICTION(solfec, -1e-3))
        for least in (0, 0.1, (0, 'GH'), (3.5, 'GH'), [1, 'GH']):
            CONTACT_BOUNCE(solfec, least)
        for least, text in ((-0.1, "not negative, got -0.1 m/s"), (math.inf, "finite"),
                            ((-1, 'GH'), "not negative, got -1 g h"), ((math.nan, 'GH'), "finite")):
            self.assert_refused(ValueError, "CONTACT_BOUNCE: 'speed' must be .*" + text,
                                lambda: CONTACT_BOUNCE(solfec, least))
        for least in ('AUTO', (1, 'G'), ('GH', 1), (1, 2), (1, 'GH', 1), (1,)):
            self.assert_refused(TypeError, "CONTACT_BOUNCE: 'speed' must be a speed >= 0 or ",
                                lambda: CONTACT_BOUNCE(solfec, least))
        CONTACT_PROJECTION(solfec, 'OFF')
        CONTACT_PROJECTION(solfec, 'ON')
        self.assert_refused(ValueError, "CONTACT_PROJECTION: 'switch'",
                            lambda: CONTACT_PROJECTION(solfec, 'SLOW'))
        GEOMETRIC_EPSILON(1e-5)
        GEOMETRIC_EPSILON(1e-4)


class Results(LanguageTest):
    def run_or_read(self, path):
        solfec = SOLFEC("DYNAMIC", 1e-3, path)
        solfec.verbose = "OFF"
        ball = self.new_ball(solfec, (0, 0, 0), label="ball")
        GRAVITY(solfec, (0, 0, -10))
        OUTPUT(solfec, 0.1, "ON")
        RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-3, 10), 1.0)
        return solfec, ball

    def test_read_mode_shows_the_stored_frames(self):
        path = os.path.join(self.folder, "fall")
        solfec, ball = self.run_or_read(path)
        self.assertEqual(solfec.mode, "WRITE")
        written = HISTORY(solfec, [(ball, (0, 0, 0), "DZ"), "STEP"], 0, 1)
        self.assertEqual([round(t, 9) for t in written[0]], [round(0.1 * i, 9) for i in range(11)])
        for time, value in zip(written[0], written[1]):
            self.assertAlmostEqual(value, -5 * time * time, places=9)
        SEEK(solfec, 0.5)  # ignored in WRITE mode
        FORWARD(solfec, 1)
        BACKWARD(solfec, 1)
        self.assertEqual(solfec.time, 1.0)

        solfec, ball = self.run_or_read(path)
        self.assertEqual((solfec.mode, DURATION(solfec)), ("READ", (0.0, 1.0)))
        SEEK(solfec, 0.52)
        self.assertAlmostEqual(solfec.time, 0.5)
        self.assertAlmostEqual(DISPLACEMENT(ball, (0, 0, 0))[2], -1.25, places=9)
        FORWARD(solfec, 2)
        self.assertAlmostEqual(solfec.time, 0.7)
        BACKWARD(solfec, 1000000)
        self.assertEqual(solfec.time, 0.0)
        FORWARD(solfec, 2000000000)
        self.assertEqual(solfec.time, 1.0)
        self.assertAlmostEqual(ENERGY(solfec)[0], 0.5 * ball.mass * 100, delta=1e-6)
        self.assertGreaterEqual(TIMING(solfec, "TIMINT"), 0.0)
        read = HISTORY(solfec, [("ball", (0, 0, 0), "DZ"), "STEP"], 0, 1)
        self.assertEqual(read, written)
        self.assertEqual(solfec.time, 1.0)

    def test_history_takes_every_kind_of_item(self):
        solfec, ball = self.run_or_read(os.path.join(self.folder, "all"))
        items = [(ball, (0, 0, 0), name) for name in
                 ("DX", "DY", "DZ", "VX", "VY", "VZ", "CX", "CY", "CZ",
                  "SX", "SY", "SZ", "SXY", "SXZ", "SYZ", "MISES")]
        for thing in (solfec, ball, [ball], (ball,)):
            items += [(thing, name) for name in
                      ("KINETIC", "INTERNAL", "EXTERNAL", "CONTACT", "FRICTION",
                       "GAP", "R", "U", "CR", "CU")]
            items += [(thing, (0, 0, 1), None, "R"), (thing, None, (1, 2), "CU"),
                      (thing, [0, 0, 1], [1, 1], "CR")]
        items += ["TIMINT", "CONUPD", "CONDET", "LOCDYN", "CONSOL", "PARBAL", "STEP", "CONS", "BODS",
                  "NEWCONS", "NEWBODS", "DELBODS", "GSITERS", "GSCOLORS", "GSBOT", "GSMID", "GSTOP",
                  "GSINN", "GSINIT", "GSRUN", "GSCOM", "GSMCOM", "MERIT", "NTITERS", "LININIT",
                  "LINUPD", "LINMV", "LINPRE", "LINRUN", "LINCOM"]
        history = HISTORY(solfec, items, 0, 1, skip=5)
        self.assertEqual(len(history), 1 + len(items))
        self.assertEqual({len(values) for values in history}, {3})
        single = HISTORY(solfec, (solfec, "KINETIC"), 0.2, 0.4)
        self.assertEqual(len(single), 2)
        for time, value in zip(*single):
            self.assertAlmostEqual(value, 50 * ball.mass * time * time, delta=1e-6)

    def test_history_before_the_first_run_is_none(self):
        self.assertIsNone(HISTORY(self.new_solfec(), "STEP", 0, 1))

    def test_timing_knows_all_names(self):
        solfec = self.new_solfec()
        for name in ("TIMINT", "CONUPD", "CONDET", "LOCDYN", "CONSOL", "PARBAL", "GSINIT", "GSRUN",
                     "GSCOM", "GSMCOM", "LININIT", "LINUPD", "LINMV", "LINPRE", "LINRUN", "LINCOM"):
            self.assertEqual(TIMING(solfec, name), 0.0)

    def test_stress_of_a_stretched_pseudo_rigid_body(self):
        solfec = self.new_solfec()
        body = self.new_ball(solfec, kind="PSEUDO_RIGID")
        self.assertEqual(STRESS(body, (0, 0, 1)), (0.0,) * 7)
        rigid = self.new_ball(solfec)
        self.assertEqual(STRESS(rigid, (0, 0, 1)), (0.0,) * 7)


if __name__ == "__main__":
    main()
