"""What docs/solvers.md says of which solution a solver finds, where Coulomb's law has several."""

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from support import *


def solvers():
    return {"plain": GAUSS_SEIDEL_SOLVER(1e-13, 100000, 1e-24, acceleration="OFF"),
            "default": GAUSS_SEIDEL_SOLVER(1e-12, 100000, 1e-20),
            "BODY_SPACE": NEWTON_SOLVER(1e-24, 500, "BODY_SPACE"),
            "FIXED_POINT": NEWTON_SOLVER(1e-24, 500, "FIXED_POINT"),
            "interior point": INTERIOR_POINT_SOLVER(meritval=1e-24)}


class UniquenessTest(LanguageTest):

    def brick(self, solfec, bulk, kind, x, z, length, height=0.5):
        shape = TRANSLATE(SCALE(HULL(CUBE, 1, 1), (length, 0.5, height)), (x, 0, z))
        return BODY(solfec, kind, shape, bulk)

    def wall(self, solver, friction, tilt):
        """(largest speed, sum of normal reactions) of 18 bricks after one step."""
        solfec = self.new_solfec()
        CONTACT_POINTS(solfec, 'CENTROID')
        bulk = BULK_MATERIAL(solfec, density=2000)
        SURFACE_MATERIAL(solfec, friction=friction)
        GRAVITY(solfec, (10 * math.sin(tilt), 0, -10 * math.cos(tilt)))
        self.brick(solfec, bulk, "OBSTACLE", -2, -0.5, 12)
        bricks = []
        for layer in range(4):
            cuts = [0, 1, 2, 3, 4] if layer % 2 == 0 else [0, 0.5, 1.5, 2.5, 3.5, 4]
            bricks += [self.brick(solfec, bulk, "RIGID", a, 0.5 * layer, b - a)
                       for a, b in zip(cuts, cuts[1:])]
        self.assertEqual(len(bricks), 18)
        RUN(solfec, solver, 1e-3)
        self.assertLess(solver.residual, 1e-12)
        return (max(math.dist((0, 0, 0), brick.velo[3:]) for brick in bricks),
                sum(c.R[2] for c in solfec.constraints))

    def test_reactions_of_a_wall_at_rest_are_not_unique(self):
        found = [self.wall(solver, 0.6, 0) for solver in solvers().values()]
        self.assertLess(max(speed for speed, _ in found), 1e-12)
        sums = [total for _, total in found]
        self.assertGreater(max(sums) - min(sums), 100.0)

    def test_velocities_of_a_wall_that_begins_to_slide_are_not_unique(self):
        speeds = [self.wall(solver, 0.3, math.atan(0.3))[0] for solver in solvers().values()]
        self.assertGreater(max(speeds) - min(speeds), 1e-6)
        self.assertLess(max(speeds) - min(speeds), 1e-4)

    def test_velocities_without_friction_are_unique(self):
        speeds = [self.wall(solver, 0.0, 0.2)[0] for solver in solvers().values()]
        self.assertLess(max(speeds) - min(speeds), 1e-10)
        self.assertAlmostEqual(speeds[0], 1e-2 * math.sin(0.2), delta=1e-9)

    def test_strut_that_is_only_wedged_slips(self):
        for name, solver in solvers().items():
            with self.subTest(solver=name):
                solfec = self.new_solfec()
                bulk = BULK_MATERIAL(solfec, density=1000)
                SURFACE_MATERIAL(solfec, friction=0.8)
                GRAVITY(solfec, (0, 0, -10))
                for x in (-1, 1):
                    self.brick(solfec, bulk, "OBSTACLE", x, -5, 1, 10)
                strut = self.brick(solfec, bulk, "RIGID", 0, 0, 1)
                RUN(solfec, solver, 0.1)
                self.assertAlmostEqual(strut.velo[5], -1.0, delta=1e-9)
                self.assertGreater(len(strut.constraints), 0)  # it touches both walls

    def test_strut_whose_contacts_are_springs_holds_by_its_overlap(self):
        """The way out that docs/solvers.md names: 0.1 mm of overlap on either side."""
        solfec = self.new_solfec(step=1e-4)
        bulk = BULK_MATERIAL(solfec, density=1000)
        SURFACE_MATERIAL(solfec, model="SPRING_DASHPOT", friction=0.8, spring=1e8, dashpot=-1)
        GRAVITY(solfec, (0, 0, -10))
        for x in (-0.9999, 0.9999):
            self.brick(solfec, bulk, "OBSTACLE", x, -5, 1, 10)
        strut = self.brick(solfec, bulk, "RIGID", 0, 0, 1)
        RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-10, 10000, 1e-12), 0.1)
        self.assertLess(abs(strut.velo[5]), 1e-3)


if __name__ == "__main__":
    main()
