"""INTERIOR_POINT_SOLVER: bodies against exact answers, what it hands to sweeps, what runs tell."""
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from support import *

G, H = 9.81, 1e-3
TIGHT = 1e-9  # m/s, asked of each step


def box(low, high):
    return HULL([c for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])
                 for c in (x, y, z)], 1, 1)


class InteriorPointTest(LanguageTest):

    def scene(self, friction, gravity=(0, 0, -G)):
        """(analysis, bulk material, ground with its top at z = 0)"""
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec, density=2000)
        SURFACE_MATERIAL(solfec, friction=friction)
        GRAVITY(solfec, gravity)
        return solfec, bulk, BODY(solfec, "OBSTACLE", box((-2, -2, -1), (4, 2, 0)), bulk)

    def slope(self, solver, tangent, friction, steps):
        """Velocity of a block after so many steps on a slope, m/s; x is down the slope."""
        angle = math.atan(tangent)
        solfec, bulk, _ = self.scene(friction, (G * math.sin(angle), 0, -G * math.cos(angle)))
        block = BODY(solfec, "RIGID", box((-0.5, -0.5, 0), (0.5, 0.5, 0.5)), bulk)
        RUN(solfec, solver, steps * H)
        self.assertEqual(solver.error, "OK")
        return VELOCITY(block, block.center)

    def wall(self, solfec, bulk, courses=2, columns=3):
        return [BODY(solfec, "RIGID",
                     box((x, 0, 0.25 * course), (x + 0.5, 0.25, 0.25 * (course + 1))), bulk)
                for course in range(courses)
                for x in (0.5 * k + 0.25 * (course % 2) for k in range(columns))]

    def test_a_block_sticks_below_its_friction_and_slides_above(self):
        for tangent, friction in ((0.49, 0.5), (0.51, 0.5), (0.6, 0.3), (0.3, 0.0)):
            angle = math.atan(tangent)
            gain = max(0.0, G * (math.sin(angle) - friction * math.cos(angle)))
            with self.subTest(tangent=tangent, friction=friction):
                speed = self.slope(INTERIOR_POINT_SOLVER(accuracy=TIGHT), tangent, friction, 50)
                for found, exact in zip(speed, (50 * H * gain, 0, 0)):
                    self.assertAlmostEqual(found, exact, delta=50 * TIGHT)

    def test_convex_friction_lifts_what_slides_and_holds_what_sticks(self):
        """With u_N = μ u_T and R_T = μ R_N the speed gained in the first step is that of Coulomb's
        law over 1 + μ²."""
        tangent, friction = 0.6, 0.3
        angle = math.atan(tangent)
        gain = H * G * (math.sin(angle) - friction * math.cos(angle))
        along = gain / (1 + friction * friction)
        solver = INTERIOR_POINT_SOLVER(accuracy=1e-8, friction="CONVEX")
        for found, exact in zip(self.slope(solver, tangent, friction, 1), (along, 0, friction * along)):
            self.assertAlmostEqual(found, exact, delta=1e-7)
        for found in self.slope(solver, 0.49, 0.5, 20):
            self.assertAlmostEqual(found, 0, delta=1e-7)
        solver.friction = "EXACT"
        for found, exact in zip(self.slope(solver, tangent, friction, 1), (gain, 0, 0)):
            self.assertAlmostEqual(found, exact, delta=1e-7)

    def test_the_ground_carries_the_weight_of_a_wall(self):
        for friction in ("EXACT", "CONVEX"):
            solfec, bulk, ground = self.scene(0.6)
            bricks = self.wall(solfec, bulk, 4)
            solver = INTERIOR_POINT_SOLVER(accuracy=1e-7, friction=friction)
            RUN(solfec, solver, 20 * H)
            self.assertEqual(solver.error, "OK")
            carried = 0.0
            for contact in solfec.constraints:
                if ground in contact.adjbod:
                    carried += abs(contact.R[2])
            weight = len(bricks) * 2000 * 0.5 * 0.25 * 0.25 * G
            # an error of velocity of each brick is a force of its mass over the step
            self.assertAlmostEqual(carried, weight, delta=weight * 1e-7 / (G * H) * 10)
            for brick in bricks:
                self.assertLess(math.dist(VELOCITY(brick, brick.center), (0, 0, 0)), 20 * 1e-6)

    def test_a_shaken_wall_meets_its_accuracy_in_all_steps(self):
        solfec, bulk, ground = self.scene(0.6)
        bricks = self.wall(solfec, bulk)
        SET_ACCELERATION(ground, ground.center, (0, 1, 0), TIME_SERIES(
            [(0.005 * i, 0.5 * G * math.sin(6 * math.pi * 0.005 * i)) for i in range(200)]))
        solver = INTERIOR_POINT_SOLVER()
        found = []

        def look(_):
            found.append((solver.error, min(solver.velerr, max(solver.velmean, solver.velerr / 10)), solver.iters))
            return 1

        CALLBACK(solfec, H, None, look)
        RUN(solfec, solver, 400 * H)
        self.assertEqual({error for error, _, _ in found}, {"OK"})
        self.assertLessEqual(max(error for _, error, _ in found), 1e-3 * G * H)
        self.assertGreater(max(math.dist(VELOCITY(brick, brick.center), (0, 0, 0)) for brick in bricks), 0.01)
        iterations, sweeps = HISTORY(solfec, ["NTITERS", "GSITERS"], H, 400 * H)[1:]
        counts = [count for _, _, count in found]
        for newton, swept, count in zip(iterations, sweeps, counts):
            self.assertEqual(newton + swept, count)
        self.assertGreater(sum(iterations), 300)

    def test_a_step_that_misses_its_accuracy_goes_to_sweeps(self):
        solfec, bulk, _ = self.scene(0.6)
        self.wall(solfec, bulk)
        solver = INTERIOR_POINT_SOLVER(maxiter=1, accuracy=1e-8)
        RUN(solfec, solver, H)
        self.assertEqual((solver.error, solver.missed), ("OK", ""))
        self.assertLessEqual(solver.velmean, 1e-8)
        self.assertGreaterEqual(HISTORY(solfec, ["GSITERS"], H, H)[1][0], 1)
        # no sweeps know the convex law
        solver = INTERIOR_POINT_SOLVER(maxiter=1, accuracy=1e-8, friction="CONVEX")
        RUN(solfec, solver, H)
        self.assertEqual((solver.error, solver.missed, solver.iters), ("DIVERGED", "error of velocity", 1))

    def mesh_on_the_ground(self):
        solfec, bulk, _ = self.scene(0.6)
        soft = BULK_MATERIAL(solfec, young=1e7, poisson=0.25, density=1000)
        nodes = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]
        body = BODY(solfec, "FINITE_ELEMENT", HEX(nodes, 1, 1, 1, 1, [1] * 6), soft)
        body.scheme = "DEF_LIM"
        return solfec

    def test_contacts_of_finite_elements_are_solved_by_sweeps(self):
        solver = INTERIOR_POINT_SOLVER()
        solfec = self.mesh_on_the_ground()
        RUN(solfec, solver, 5 * H)
        self.assertEqual(solver.error, "OK")
        self.assertEqual(sum(HISTORY(solfec, ["NTITERS"], H, 5 * H)[1]), 0)
        self.assertGreater(sum(HISTORY(solfec, ["GSITERS"], H, 5 * H)[1]), 0)
        solfec = self.mesh_on_the_ground()
        self.assert_refused(ValueError, "RUN: INTERIOR_POINT_SOLVER: friction = 'CONVEX' is for rigid",
                            lambda: RUN(solfec, INTERIOR_POINT_SOLVER(friction="CONVEX"), H))

    def test_without_gravity_the_merit_is_the_criterion(self):
        for friction in ("EXACT", "CONVEX"):
            solfec, bulk, _ = self.scene(0.5, (0, 0, 0))
            block = BODY(solfec, "RIGID", box((-0.5, -0.5, 0), (0.5, 0.5, 0.5)), bulk)
            INITIAL_VELOCITY(block, (0, 0, -1), (0, 0, 0))
            RUN(solfec, INTERIOR_POINT_SOLVER(meritval=1e-12, friction=friction), H)
            self.assertLess(math.dist(VELOCITY(block, block.center), (0, 0, 0)), 1e-5)


if __name__ == "__main__":
    main()
