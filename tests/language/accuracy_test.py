"""`accuracy` of solvers: what a script may say, what it reads back, and what a run then keeps."""
import math
import tempfile
import unittest

from solfec import (BODY, BODY_SPACE_SOLVER, BULK_MATERIAL, CALLBACK, FORCE, GAUSS_SEIDEL_SOLVER,
                    GRAVITY, HULL, INITIAL_VELOCITY, INTERIOR_POINT_SOLVER, NEWTON_SOLVER, RUN,
                    SET_ACCELERATION, SOLFEC, SURFACE_MATERIAL, TIME_SERIES)

G, H = 9.81, 1e-3


def block(x, z, size):
    a, b, c = x - 0.5 * size, -0.5 * size, z
    d, e, f = x + 0.5 * size, 0.5 * size, z + size
    return HULL([a, b, c, d, b, c, d, e, c, a, e, c, a, b, f, d, b, f, d, e, f, a, e, f], 1, 1)


def stack(blocks, gravity=G):
    """A stack on the ground, each block a little beside the one below, at rest."""
    model = SOLFEC("DYNAMIC", H, tempfile.mkdtemp() + "/out")
    model.verbose = "OFF"
    bulk = BULK_MATERIAL(model, density=1000)
    SURFACE_MATERIAL(model, friction=0.5)
    if gravity:
        GRAVITY(model, (0, 0, -gravity))
    BODY(model, "OBSTACLE", HULL([-2, -2, -1, 2, -2, -1, 2, 2, -1, -2, 2, -1,
                                  -2, -2, 0, 2, -2, 0, 2, 2, 0, -2, 2, 0], 1, 1), bulk)
    return model, [BODY(model, "RIGID", block(0.02 * k, 0.2 * k, 0.2), bulk) for k in range(blocks)]


class Words(unittest.TestCase):
    def test_what_is_given_is_read_back(self):
        for make in (lambda **words: GAUSS_SEIDEL_SOLVER(1e-6, 100, **words), NEWTON_SOLVER,
                     BODY_SPACE_SOLVER, INTERIOR_POINT_SOLVER):
            for given in ("AUTO", 1e-6, 2, (1e-4, "GH")):
                solver = make(accuracy=given)
                self.assertEqual(solver.accuracy, given)
            solver.accuracy = [0.5, "GH"]
            self.assertEqual(solver.accuracy, (0.5, "GH"))
            solver.accuracy = "AUTO"
            self.assertEqual(solver.accuracy, "AUTO")
            self.assertEqual((solver.velerr, solver.velmean, solver.missed), (0.0, 0.0, ""))

    def test_without_another_criterion_it_is_a_thousandth_of_what_gravity_does_in_a_step(self):
        for solver in (GAUSS_SEIDEL_SOLVER(), GAUSS_SEIDEL_SOLVER(maxiter=7), NEWTON_SOLVER(),
                       NEWTON_SOLVER(maxiter=7), BODY_SPACE_SOLVER(), INTERIOR_POINT_SOLVER(),
                       INTERIOR_POINT_SOLVER(7, friction="CONVEX")):
            self.assertEqual(solver.accuracy, (1e-3, "GH"))
        for solver in (GAUSS_SEIDEL_SOLVER(1e-3), GAUSS_SEIDEL_SOLVER(meritval=1e-3),
                       NEWTON_SOLVER(1e-3), BODY_SPACE_SOLVER(1e-3), INTERIOR_POINT_SOLVER(meritval=1e-3),
                       GAUSS_SEIDEL_SOLVER(accuracy="AUTO")):
            self.assertEqual(solver.accuracy, "AUTO")
        solver = GAUSS_SEIDEL_SOLVER()
        self.assertEqual((solver.epsilon, solver.maxiter, solver.meritval), (1e-6, 1000, 1e-3))

    def test_mistakes_name_the_argument(self):
        for wrong in (0, -1e-6, float("nan"), float("inf"), (0, "GH"), (-1, "GH")):
            with self.assertRaisesRegex(ValueError, "accuracy.*must be positive and finite"):
                GAUSS_SEIDEL_SOLVER(1e-6, 100, accuracy=wrong)
        for wrong in ("GH", "auto", (1e-4, "g"), (1e-4,), (1, 2, 3), [], {}, ("x", "GH")):
            with self.assertRaisesRegex(TypeError, "accuracy.*must be a speed"):
                NEWTON_SOLVER(accuracy=wrong)
        solver = BODY_SPACE_SOLVER()
        with self.assertRaisesRegex(ValueError, "accuracy"):
            solver.accuracy = 0


class Runs(unittest.TestCase):
    def errors(self, solver, blocks=6, gravity=G, steps=50):
        """Error of velocity after each step, iterations, and whether all steps converged."""
        model, bodies = stack(blocks, gravity)
        found = []

        def look(_):
            kept = min(solver.velerr, max(solver.velmean, solver.velerr / 10))
            found.append((kept, solver.iters, solver.error))
            return 1

        CALLBACK(model, H, None, look)
        RUN(model, solver, steps * H)
        return found, max(abs(v) for body in bodies for v in body.velo)

    def test_each_step_keeps_the_bound_and_a_looser_one_is_cheaper_at_first(self):
        work = []
        for share in (1e-3, 1e-6, 1e-9):
            for solver in (GAUSS_SEIDEL_SOLVER(1e-15, 100000, 1e-30, accuracy=(share, "GH")),
                           GAUSS_SEIDEL_SOLVER(1e-15, 100000, 1e-30, accuracy=share * G * H),
                           GAUSS_SEIDEL_SOLVER(1e-15, 100000, 1e-30, accuracy=(share, "GH"),
                                               acceleration="OFF"),
                           NEWTON_SOLVER(1e-30, 100, accuracy=(share, "GH")),
                           INTERIOR_POINT_SOLVER(accuracy=(share, "GH"))):
                found, speed = self.errors(solver)
                self.assertEqual({error for _, _, error in found}, {"OK"})
                self.assertLessEqual(max(error for error, _, _ in found), share * G * H)
                # at rest: velocities are what the rows miss, summed over the blocks and the steps
                self.assertLessEqual(speed, 6 * 50 * 10 * share * G * H)
                if isinstance(solver, GAUSS_SEIDEL_SOLVER) and solver.acceleration == "OFF":
                    work.append(found[0][1])  # sweeps of the cold start, nothing but sweeps
        for loose, tight in zip(work, work[1:]):
            self.assertLess(loose, tight)

    def test_a_share_of_weight_is_that_speed_per_step(self):
        share, _ = self.errors(GAUSS_SEIDEL_SOLVER(1e-6, 1000, accuracy=(1e-5, "GH")))
        speed, _ = self.errors(GAUSS_SEIDEL_SOLVER(1e-6, 1000, accuracy=1e-5 * G * H))
        self.assertEqual(share, speed)

    def test_forces_take_the_place_of_gravity_where_there_is_none(self):
        model = SOLFEC("DYNAMIC", H, tempfile.mkdtemp() + "/out")
        bulk = BULK_MATERIAL(model, density=1000)
        SURFACE_MATERIAL(model, friction=0.5)
        BODY(model, "OBSTACLE", block(0, -1, 1), bulk)
        boxes = [BODY(model, "RIGID", block(0.02 * k, 0.2 * k, 0.2), bulk) for k in range(4)]
        for box in boxes:  # its weight, as a force
            FORCE(box, "SPATIAL", box.center, (0, 0, -1), 8 * G)
        # without the stage for standing bodies, which goes far beyond what is asked
        solver = GAUSS_SEIDEL_SOLVER(1e-15, 100000, 1e-30, acceleration="NNCG", accuracy=(1e-6, "GH"))
        found = []
        CALLBACK(model, H, None, lambda _: found.append(solver.velerr) or 1)
        RUN(model, solver, 20 * H)
        self.assertEqual(solver.error, "OK")
        self.assertLessEqual(max(found), 1e-5 * G * H * 1.001)
        self.assertGreater(max(found), 1e-9 * G * H)  # the first step is not solved to rounding

    def test_without_gravity_a_share_of_it_is_none_and_the_other_criteria_hold(self):
        loose = GAUSS_SEIDEL_SOLVER(1e-6, 1000, accuracy=(1e9, "GH"))
        found, _ = self.errors(loose, gravity=0, steps=3)
        self.assertEqual({error for _, _, error in found}, {"OK"})

    def test_bricks_that_rock_and_slide_are_solved_by_the_default(self):
        """Eight bricks in three courses, shaken across by 0.5 g: redundant contacts in which sweeps
        alone leave four of 400 steps unsolved."""
        model = SOLFEC("DYNAMIC", H, tempfile.mkdtemp() + "/out")
        model.verbose = "OFF"
        stone = BULK_MATERIAL(model, density=2000)
        SURFACE_MATERIAL(model, friction=0.6)
        GRAVITY(model, (0, 0, -G))

        def box(x0, y0, z0, x1, y1, z1):
            return HULL([c for x in (x0, x1) for y in (y0, y1) for z in (z0, z1)
                         for c in (x, y, z)], 1, 1)

        base = BODY(model, "OBSTACLE", box(-1, -1, -0.3, 2, 1.25, 0), stone)
        for course in range(3):
            ends = [0, 0.25, 0.75, 1] if course % 2 else [0, 0.5, 1]
            for a, b in zip(ends, ends[1:]):
                BODY(model, "RIGID", box(a, 0, 0.25 * course, b, 0.25, 0.25 * (course + 1)), stone)
        SET_ACCELERATION(base, base.center, (0, 1, 0), TIME_SERIES(
            [(0.005 * i, 0.5 * G * math.sin(6 * math.pi * 0.005 * i)) for i in range(200)]))
        solver = GAUSS_SEIDEL_SOLVER()
        errors = []

        def look(_):
            errors.append((solver.error, min(solver.velerr, max(solver.velmean, solver.velerr / 10))))
            return 1

        CALLBACK(model, H, None, look)
        RUN(model, solver, 400 * H)
        self.assertEqual({error for error, _ in errors}, {"OK"})
        self.assertLessEqual(max(speed for _, speed in errors), 1e-3 * G * H)

    def test_a_bound_out_of_reach_is_named(self):
        solver = GAUSS_SEIDEL_SOLVER(1e-6, 2, accuracy=1e-13)
        model, _ = stack(6)
        RUN(model, solver, H)
        self.assertEqual((solver.error, solver.missed), ("DIVERGED", "error of velocity"))
        self.assertGreater(solver.velerr, 1e-13)
        solver = GAUSS_SEIDEL_SOLVER(1e-12, 2, 1e-20)
        model, _ = stack(6)
        RUN(model, solver, H)
        self.assertEqual(solver.error, "DIVERGED")
        self.assertIn(solver.missed, ("change of the reactions", "residual"))


class Stages(unittest.TestCase):
    def test_they_tell_what_solved_the_last_step(self):
        for make in (GAUSS_SEIDEL_SOLVER, NEWTON_SOLVER, BODY_SPACE_SOLVER, INTERIOR_POINT_SOLVER):
            model, _ = stack(3)
            solver = make()
            self.assertEqual(solver.stages, [])
            RUN(model, solver, 5 * H)
            last = solver.stages[-1]
            self.assertEqual(set(last), {"stage", "sweeps", "steps", "factorisations", "work",
                                         "before", "after", "end"})
            self.assertEqual(last["end"], "the criteria are met")
            self.assertLessEqual(last["after"], 1)
            self.assertEqual(solver.missed, "")
            if make is GAUSS_SEIDEL_SOLVER:
                self.assertEqual(sum(stage["sweeps"] for stage in solver.stages), solver.iters)
            else:
                self.assertEqual(last["steps"], solver.iters)
            with self.assertRaisesRegex(ValueError, "stages.*read-only"):
                solver.stages = []

    def test_sweeps_that_relieve_newtons_method_stand_behind_it(self):
        model, blocks = stack(6)
        for body in blocks:
            INITIAL_VELOCITY(body, (0.5, 0, 0), (0, 0, 0))  # else they stand, which is found first
        solver = NEWTON_SOLVER(maxiter=1, accuracy=1e-9)  # from no reactions
        RUN(model, solver, H)
        first, *others = solver.stages
        self.assertEqual((first["stage"], first["steps"]), ("Newton's method", 1))
        self.assertEqual(first["end"], "the iterations that the user allows are spent")
        self.assertGreater(first["after"], 1)
        self.assertIn(others[0]["stage"], ("standing", "plain sweeps"))
        self.assertEqual(others[-1]["end"], "the criteria are met")
        self.assertEqual(sum(stage["sweeps"] for stage in others), solver.iters)


if __name__ == "__main__":
    unittest.main()
