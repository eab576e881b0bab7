"""Packings of solfec.build: grain-size curves, gaps, repeatability, layers that are poured."""

import hashlib
from math import pi

import numpy as np
from stone_checks import deepest_overlap, flatness, least_ball_gap, pieces_of
from support import *

from solfec.build import GradingCurve, block, column, layers, packing, passing, pour, rubble

POINTS = [(0.02, 0), (0.05, 30), (0.06, 30), (0.1, 100)]
LOW, HIGH = (-0.3, 0.0, 0.1), (0.3, 0.6, 0.7)


class Curves(LanguageTest):
    def test_percentages_are_straight_over_the_logarithm(self):
        curve = GradingCurve(POINTS)
        for d, p in ((0.01, 0), (0.02, 0), ((0.02 * 0.05) ** 0.5, 15), (0.05, 30), (0.055, 30),
                     ((0.06 * 0.1) ** 0.5, 65), (0.1, 100), (1, 100)):
            self.assertAlmostEqual(curve.percent_passing(d), p, 10)
        for p in (0.5, 15, 29.9, 31, 65, 99.9):
            self.assertAlmostEqual(curve.percent_passing(curve.diameter(p)), p, 10)
        self.assertAlmostEqual(curve.diameter(0), 0.02, 14)
        self.assertAlmostEqual(curve.diameter(100), 0.1, 14)

    def test_grains_follow_the_curve_within_the_largest_grain(self):
        curve = GradingCurve(POINTS)
        for volume in (0.002, 0.02, 0.1):
            grains = np.array(curve.grains(volume))
            volumes = pi / 6 * grains ** 3
            self.assertLess(abs(volumes.sum() - volume), 0.5 * pi / 6 * 0.021 ** 3)
            self.assertTrue((np.diff(grains) <= 0).all())
            for d in np.linspace(0.021, 0.1, 40):
                finer = 100 * volumes[grains < d].sum() / volume
                self.assertLessEqual(abs(finer - curve.percent_passing(d)), 100 * volumes[0] / volume)

    def test_wrong_curves_are_refused(self):
        for text, points in (
                ("points must be at least 2, got 1", [(1, 0)]),
                ("point 1 must be 2 numbers in m and %, got 3", [(1, 0), 3]),
                ("diameter of point 0 must be positive, got 0 m", [(0, 0), (1, 100)]),
                ("diameters must increase, got 1 m, then 1 m at point 1", [(1, 0), (1, 100)]),
                ("percentages must not fall, got 40 %, then 30 % at point 2",
                 [(1, 0), (2, 40), (3, 30), (4, 100)]),
                ("percentages must run from 0 to 100 %, got 0 to 90 %", [(1, 0), (2, 90)]),
                ("percentages must run from 0 to 100 %, got 1 to 100 %", [(1, 1), (2, 100)])):
            with self.assertRaisesRegex(ValueError, r"_test\.py:\d+: GradingCurve: " + text):
                GradingCurve(points)
        with self.assertRaisesRegex(ValueError, r"_test\.py:\d+: GradingCurve: a volume of 1 m\^3 "
                                                "takes more than 50 grains down to 0.02 m"):
            GradingCurve(POINTS).grains(1.0, most=50)


class Packings(LanguageTest):
    def assert_in_box(self, stones):
        low, high = stones.bounds
        self.assertTrue((low >= np.array(LOW) - 1e-12).all() and (high <= np.array(HIGH) + 1e-12).all())

    def test_spheres_neither_touch_nor_leave_the_box(self):
        curve = GradingCurve(POINTS)
        stones = packing(curve, 0.05, LOW, HIGH)
        self.assertGreater(least_ball_gap(stones), 0.0)
        self.assert_in_box(stones)
        self.assertAlmostEqual(stones.volume / 0.05, 1.0, 3)
        for d in (0.03, 0.05, 0.08):
            self.assertAlmostEqual(passing(stones, d), curve.percent_passing(d), delta=1.1)
        self.assertEqual(len({s.label for s in stones}), len(stones))

    def test_hulls_neither_overlap_nor_leave_the_box(self):
        for flatness_ in (1.0, 0.2):
            stones = packing(GradingCurve(POINTS), 0.01, LOW, HIGH, "hull", flatness=flatness_)
            self.assertEqual(deepest_overlap(stones), 0.0)
            self.assertLess(flatness(stones), 1e-12)
            self.assert_in_box(stones)
            qhull = sum(p.volume for _, p in pieces_of(stones))
            self.assertAlmostEqual(qhull / stones.volume, 1.0, 12)
            self.assertAlmostEqual(stones.volume / 0.01, 1.0, 3)

    def test_flat_hulls_are_flat(self):
        """Least over largest of the roots of the moments of inertia of the corners."""
        def slimness(stones):
            return np.mean([np.divide(*np.linalg.svd(s.pieces[0].vertices - s.centroid)[1][[2, 0]])
                            for s in stones])

        box = (0, 0, 0), (1, 1, 1)
        self.assertGreater(slimness(packing(0.1, 0.03, *box, "hull")), 0.5)
        self.assertLess(slimness(packing(0.1, 0.03, *box, "hull", flatness=0.3)), 0.4)

    def test_a_seed_gives_one_packing_and_another_gives_another(self):
        def digest(seed, shape):
            stones = packing(GradingCurve(POINTS), 0.004, LOW, HIGH, shape, seed)
            numbers = [x for s in stones for p in s.pieces
                       for x in ([*p.center, p.radius] if shape == "sphere" else p.vertices.ravel())]
            return hashlib.sha256(np.array(numbers).tobytes()).hexdigest()[:16]

        # of numbers that a first machine has found: coordinates are rounded to 2^-40 of the box
        self.assertEqual(digest(1, "sphere"), SPHERES)
        self.assertEqual(digest(1, "hull"), HULLS)
        self.assertNotEqual(digest(2, "sphere"), SPHERES)

    def test_equal_spheres_fill_a_quarter(self):
        volume = 0.25 * 0.6 ** 3
        stones = packing(0.05, volume, LOW, HIGH)
        self.assertAlmostEqual(len(stones), volume / (pi / 6 * 0.05 ** 3), delta=0.5)

    def test_nothing_passes_no_sieve(self):
        with self.assertRaisesRegex(ValueError, r"_test\.py:\d+: passing: there are no stones"):
            passing([], 0.1)

    def test_wrong_packings_are_refused(self):
        for text, arguments in (
                (r"volume must be positive, got 0 m\^3", dict(volume=0)),
                (r"volume must be that of a grain of 0.1 m at least, 0.000524 m\^3, got 1e-06 m\^3", dict(volume=1e-6)),
                (r"volume must be that of a grain of 0.3 m at least, 0.0141 m\^3, got 1e-06 m\^3", dict(volume=1e-6, grading=0.3)),
                ("shape must be 'sphere' or 'hull', got 'cube'", dict(shape="cube")),
                ("flatness must be at least 0.2, got 0.1", dict(flatness=0.1)),
                ("flatness must be at most 1, got 2", dict(flatness=2)),
                ("corners must be at least 6, got 4", dict(corners=4)),
                ("corners must be at most 24, got 40", dict(corners=40)),
                ("seed must be at least 0, got -1", dict(seed=-1)),
                ("grading must be positive, got 0 m", dict(grading=0)),
                ("the box must be wider than the largest grain, 0.1 m, got 0.05 m along y",
                 dict(high=(0.3, 0.05, 0.7))),
                (r"volume 0.15 m\^3 does not fit: grain \d+ of \d+, 0.1 m, finds no place after "
                 r"0\.[23]\d* of the box is filled; a box of 0\.[4-7]\d* m\^3 does",
                 dict(volume=0.15)),
                ("the box is too narrow for grains of 0.1 m: grain 0 of 19 finds no place although "
                 "only 0 of the box is filled",
                 dict(high=(-0.199, 0.101, 0.201), shape="hull"))):
            with self.assertRaisesRegex(ValueError, r"_test\.py:\d+: packing: " + text):
                packing(**{"grading": 0.1, "volume": 0.01, "low": LOW, "high": HIGH, **arguments})

    def test_a_box_of_the_size_that_the_message_names_does(self):
        try:
            packing(0.1, 0.15, LOW, HIGH)
        except ValueError as error:
            size = float(str(error).split("a box of ")[1].split()[0]) ** (1 / 3)
        self.assertEqual(len(packing(0.1, 0.15, (0, 0, 0), (size,) * 3)), round(0.15 / (pi / 6 * 1e-3)))

    def test_stones_of_rubble_become_bodies(self):
        solfec = self.new_solfec()
        stones = rubble(0.1, 0.01, LOW, HIGH)
        for body, stone in zip(stones.bodies(solfec, BULK_MATERIAL(solfec, density=1.0)), stones):
            self.assertAlmostEqual(body.mass / stone.volume, 1.0, 12)


class Layers(LanguageTest):
    def test_layers_lie_above_each_other(self):
        made = layers([column(2.0, 0.5, 2), column(1.0, 0.5, 1).moved((0, 0, 9)),
                       column(3.0, 0.5, 1)], 0.25)
        self.assertEqual([m.bounds[0][2] for m in made], [0, 2.25, 3.5])
        self.assertEqual(layers([]), [])
        with self.assertRaisesRegex(ValueError, r"_test\.py:\d+: layers: gap must be at least 0 m"):
            layers([], -1)

    def poured(self, solfec):
        bulk = BULK_MATERIAL(solfec, density=2000.0)
        SURFACE_MATERIAL(solfec, friction=0.5)
        GRAVITY(solfec, (0, 0, -9.81))
        OUTPUT(solfec, 0.05)
        block((-1, -1, -0.1), (1, 1, 0), "floor", True).bodies(solfec, bulk)
        drums = [column(0.1, 0.1, 1, name=f"drum {k}") for k in range(3)]
        made = layers([d.moved((0, 0, 0.05)) for d in drums], 0.05)
        return pour(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 1000), made, bulk, 0.3)

    def test_layers_are_poured_one_after_another_and_read_again(self):
        """Drums with a gap of 0.05, 0.1 and 0.15 m land on each other before the next is made."""
        path = os.path.join(self.folder, "poured")
        for mode in ("WRITE", "READ"):
            solfec = self.new_solfec(step=1e-3, output=path)
            self.assertEqual(solfec.mode, mode)
            bodies = self.poured(solfec)
            self.assertEqual([len(layer) for layer in bodies], [1, 1, 1])
            self.assertAlmostEqual(solfec.time, 0.9, 9)
            for k, (body,) in enumerate(bodies):
                self.assertAlmostEqual(body.conf[11], 0.05 + 0.1 * k, delta=1e-3)
            with self.assertRaisesRegex(ValueError, r"_test\.py:\d+: pour: duration must be positive"):
                pour(solfec, None, [], "", 0)


SPHERES, HULLS = "c119e9694d4bcd84", "398f8e1686466db6"

if __name__ == "__main__":
    main()
