"""Figures of solfec.build made of blocks: volumes, joints and overlaps against closed forms and scipy."""

from math import pi, sin

import numpy as np
from stone_checks import deepest_overlap, flatness, joint_gaps, joints, pieces_of
from support import *

from solfec.build import (BED, FACE, HEAD, Opening, arch, block, column, cross_vault, dome, wall)

BRICK = (0.25, 0.125, 0.0625)
WINDOW = Opening(0.75, 0.25, 0.5, 0.25, (0.125, 0.125))
BONDS = ("running", "stack", "header", "English", "Flemish")


class FigureTest(LanguageTest):
    """What every figure of polyhedra obeys."""

    def assert_sound(self, stones, overlap=1e-9):
        """Plane convex faces outward, volumes those of Qhull, no overlap, labels once each."""
        self.assertLess(flatness(stones), 1e-9)
        total = sum(stone.volume for stone in stones)
        self.assertAlmostEqual(sum(p.volume for _, p in pieces_of(stones)) / total, 1.0, 12)
        self.assertLess(deepest_overlap(stones), overlap)
        self.assertEqual(len({stone.label for stone in stones}), len(stones))

    def assert_meet(self, stones, ends=0, surfaces=(BED, HEAD)):
        """Each joint face has the corners of just one face of another stone, `ends` have none."""
        found = joints(stones, surfaces)
        self.assertGreater(len(found), 0)
        for numbers in found.values():
            self.assertEqual(len(numbers), len(set(numbers)))
            self.assertLessEqual(len(numbers), 2)
        self.assertEqual(sum(len(numbers) == 1 for numbers in found.values()), ends)


class Centroids(FigureTest):
    def test_fixed_stones_do_not_count(self):
        floor = block((-9, -9, -1), (9, 9, 0), "floor", True)
        first = block((0, 0, 0), (1, 2, 3), "first", False)  # 6 m^3 about (0.5, 1, 1.5)
        second = block((3, 0, 0), (4, 1, 2), "second", False)  # 2 m^3 about (3.5, 0.5, 1)
        figure = floor + first + second
        self.assertAlmostEqual(figure.volume, 8.0, 13)
        np.testing.assert_allclose(figure.centroid, (1.25, 0.875, 1.375), rtol=1e-13)
        self.assertTrue(np.isnan(floor.centroid).all())


class Joints(FigureTest):
    def test_every_joint_is_as_wide_as_asked(self):
        for joint in (0.0, 0.01):
            for figure, near, ends in (
                    (wall(1.0, 0.25, BRICK, "stack", joint=joint), 0.26, 8),  # bottom and top
                    (arch(10.0, 1.0, 2.0, 9, joint=joint), 1.0, 0),
                    (arch(10.0, 1.0, 2.0, 9, 2.0, joint=joint), 1.0, 0),
                    (arch(10.0, 1.0, 2.0, 8, 7.0, across=2, joint=joint), 1.1, 0),
                    (arch(10.0, 1.0, 2.0, 9, 7.0, joint=joint), 1.0, 0),
                    (dome(10.0, 1.0, 3, 5, joint=joint), 0.5, 10),  # below the springers
                    (dome(10.0, 1.0, 3, 5, oculus=1.0, stagger=False, joint=joint), 0.5, 10),
                    (cross_vault(6.0, 0.5, 6, 1.0, joint=joint), 1.0, 0),
                    (cross_vault(6.0, 0.5, 6, 1.0, interlock=False, joint=joint), 1.0, 0),
                    (column(6.0, 0.5, 5, joint=joint), 0.1, 2)):
                gaps = joint_gaps(figure, (BED, HEAD), near)
                self.assertEqual(gaps.count(None), ends, figure[0].label)
                np.testing.assert_allclose([g for g in gaps if g is not None], joint, atol=1e-12)

    def test_springers_are_as_deep_as_the_arch_is_thick(self):
        for rise in (None, 2.0, 7.0):
            for springer in arch(10.0, 0.8, 2.0, 9, rise)[-2:]:
                self.assertAlmostEqual(springer.volume, 0.8 * 0.8 * 2.0, 12)
                self.assertLess(springer.centroid[2], -0.2)
                self.assertEqual(springer.pieces[0].vertices[:, 1].min(), 0.0)
                self.assertTrue(springer.fixed)


class Walls(FigureTest):
    def test_bricks_fill_the_wall_less_its_openings(self):
        for bond in BONDS:
            thick = BRICK[1] if bond in ("running", "stack") else BRICK[0]
            for openings, area in (((), 2.0), ((WINDOW,), 2.0 - 0.5 * 0.25),
                                   ((WINDOW, Opening(1.5, 0, 0.3, 1)), 2.0 - 0.125 - 0.3)):
                figure = wall(2.0, 1.0, BRICK, bond, openings)
                self.assertAlmostEqual(figure.volume, area * thick, 13)
                low, high = figure.bounds
                np.testing.assert_allclose([*low, *high], [0, 0, 0, 2, thick, 1], atol=1e-15)

    def test_no_bricks_overlap(self):
        for bond in BONDS:
            self.assert_sound(wall(1.0, 0.375, BRICK, bond, (Opening(0.3, 0.0625, 0.2, 0.125),)))

    def test_perpends_of_a_bond_never_meet_and_those_of_a_stack_do(self):
        """Joints across the front of the wall, away from its ends, in courses above each other."""
        for bond in BONDS:
            at = {}
            for stone in wall(2.0, 0.5, BRICK, bond):
                low, high = stone.bounds
                if low[1] == 0.0:
                    at.setdefault(round(low[2] / BRICK[2]), set()).update((low[0], high[0]))
            shared = [x for k in range(7) for x in at[k] & at[k + 1] if 0.0 < x < 2.0]
            self.assertEqual(bool(shared), bond == "stack", bond)

    def test_faces_of_a_course_follow_the_bond(self):
        """Lengths of bricks in the front of a wall, in quarters of a brick."""
        def lengths(bond, course):
            return [round((s.bounds[1][0] - s.bounds[0][0]) / 0.0625)
                    for s in wall(1.5, 0.25, BRICK, bond)
                    if s.bounds[0][1] == 0.0 and s.label.startswith(f"wall {course}.")]

        self.assertEqual(lengths("running", 0), [4] * 6)
        self.assertEqual(lengths("running", 1), [2] + [4] * 5 + [2])
        self.assertEqual(lengths("stack", 1), [4] * 6)
        self.assertEqual(lengths("header", 0), [2] * 12)
        self.assertEqual(lengths("header", 1), [1] + [2] * 11 + [1])
        self.assertEqual(lengths("English", 0), [4] * 6)
        self.assertEqual(lengths("English", 1), [1] + [2] * 11 + [1])
        self.assertEqual(lengths("Flemish", 0), [4, 2] * 4)
        self.assertEqual(lengths("Flemish", 1), [1, 2, 4, 2, 4, 2, 4, 2, 3])  # headers over stretchers

    def test_only_headers_reach_through_the_wall(self):
        for bond, share in (("English", 0.5), ("Flemish", 1 / 3)):
            figure = wall(3.0, 0.5, BRICK, bond)
            through = sum(s.volume for s in figure
                          if s.bounds[1][1] - s.bounds[0][1] == BRICK[0])
            self.assertAlmostEqual(through / figure.volume, share, delta=0.03)

    def test_a_lintel_lies_on_its_bearings(self):
        figure = wall(2.0, 1.0, BRICK, "running", [WINDOW])
        low, high = figure["wall lintel 0"].bounds
        np.testing.assert_allclose([*low, *high], [0.625, 0, 0.5, 1.375, 0.125, 0.625])
        for stone in figure:  # nothing in the opening
            a, b = stone.bounds
            self.assertFalse(a[0] < 1.25 and b[0] > 0.75 and a[2] < 0.5 and b[2] > 0.25)

    def test_short_pieces_join_their_neighbour(self):
        figure = wall(1.01, 0.0625, BRICK)
        self.assertEqual([round(s.bounds[1][0] - s.bounds[0][0], 12) for s in figure],
                         [0.25, 0.25, 0.25, 0.26])
        figure = wall(0.01, 0.0625, BRICK)
        self.assertEqual(len(figure), 1)

    def test_joints_leave_gaps_and_outer_faces(self):
        figure = wall(1.0, 0.25, BRICK, "Flemish", joint=0.01)
        self.assert_sound(figure)
        low, high = figure.bounds
        np.testing.assert_allclose([*low, *high], [0, 0, 0, 1, 0.25, 0.25])
        first, second = figure["wall 0.0"], figure["wall 1.0"]
        self.assertAlmostEqual(second.bounds[0][2] - first.bounds[1][2], 0.01, 14)
        tight = wall(1.0, 0.25, BRICK, "stack", joint=0.01)
        # 4 x 4 bricks: inner ones lose the joint in both directions, outer ones half of it
        self.assertAlmostEqual(tight.volume, (1 - 3 * 0.01) * (0.25 - 3 * 0.01) * 0.125, 14)

    def test_surface_ids_tell_joints_from_faces(self):
        stone = wall(1.0, 0.25, BRICK, "English")["wall 0.2"]
        self.assertEqual(stone.bounds[0].tolist(), [0.25, 0, 0])  # front leaf, away from the ends
        self.assertEqual(stone.pieces[0].surfaces, (BED, BED, FACE, HEAD, HEAD, HEAD))
        end = wall(1.0, 0.25, BRICK, "English")["wall 0.1"]  # back leaf, at the end
        self.assertEqual(end.pieces[0].surfaces, (BED, BED, HEAD, HEAD, FACE, FACE))

    def test_wrong_walls_are_refused(self):
        line = r"build_masonry_test\.py:\d+: wall: "
        for text, arguments in (
                ("length must be positive, got -1 m", dict(length=-1)),
                ("length must be finite, got nan m", dict(length=float("nan"))),
                ("height must be a whole number of courses of 0.0625 m, got 0.3 m; 0.3125 m is",
                 dict(height=0.3)),
                ("height must be a whole number of courses of 0.0625 m, got 0.001 m; 0.0625 m is",
                 dict(height=0.001)),
                ("bond must be one of 'running', .*, got 'monk'", dict(bond="monk")),
                (r"brick must be 3 numbers in m, got \(1, 2\)", dict(brick=(1, 2))),
                (r"brick \[1\] must be positive, got 0 m", dict(brick=(1, 0, 1))),
                (r"brick \[1\] must be half of brick \[0\], 0.05 m, in English bond, where two stretchers lie behind each "
                 "other beside a header, got 0.1 m", dict(bond="English", brick=(0.1, 0.1, 0.0625))),
                (r"brick \[1\] must be half of brick \[0\], 0.12 m, in Flemish bond, .*, got 0.1 m",
                 dict(bond="Flemish", brick=(0.24, 0.1, 0.0625))),
                ("joint must be below the smallest measure of a stone, 0.025 m, got 0.03 m",
                 dict(joint=0.03)),
                ("joint must be at least 0 m, got -0.1 m", dict(joint=-0.1)),
                ("joint must be below the length of every piece, 0.01 m at x = 0 m, got 0.02 m",
                 dict(joint=0.02, openings=[Opening(0.01, 0, 0.5, 0.25)])),
                ("opening 0: z must be a whole number of courses of 0.0625 m, got 0.1 m; 0.125 m is",
                 dict(openings=[Opening(0.5, 0.1, 0.25, 0.125)])),
                ("opening 0: width must be positive, got 0 m", dict(openings=[Opening(0, 0, 0, 1)])),
                ("opening 0: must be an Opening", dict(openings=[(1, 2, 3, 4)])),
                ("opening 1 must lie in the wall of 2 m by 1 m, got x 1.9 to 2.4 m, z 0 to 0.25 m",
                 dict(openings=[WINDOW, Opening(1.9, 0, 0.5, 0.25)])),
                ("lintel of opening 0 must lie in the wall",
                 dict(openings=[Opening(0.5, 0.5, 0.5, 0.5, (0.1, 0.125))])),
                ("opening 0 and opening 1 overlap",
                 dict(openings=[WINDOW, Opening(1.2, 0.25, 0.2, 0.25)])),
                ("lintel of opening 0 and opening 1 overlap",
                 dict(openings=[WINDOW, Opening(1.3, 0.5, 0.2, 0.25)]))):
            with self.assertRaisesRegex(ValueError, line + text):
                wall(**{"length": 2.0, "height": 1.0, "brick": BRICK, **arguments})

    def test_bricks_of_two_leaves_have_the_measures_of_a_brick(self):
        """Away from ends each stretcher is length by width, each header width by length."""
        for bond in ("English", "Flemish"):
            for brick in ((0.25, 0.125, 0.0625), (0.225, 0.1125, 0.075)):
                figure = wall(16 * brick[1], 2 * brick[2], brick, bond)
                found = {tuple(np.round(p.max(0) - p.min(0), 9)) for p in
                         (np.asarray(stone.pieces[0].vertices, float).reshape(-1, 3) for stone in figure)}
                uncut = {size for size in found if size[1] == brick[0] or size[0] == brick[0]}
                self.assertIn((brick[0], brick[1], brick[2]), uncut)
                self.assertIn((brick[1], brick[0], brick[2]), uncut)
                self.assertEqual({size[1] for size in found}, {brick[0], brick[1]})

    def test_one_opening_need_not_stand_in_a_list(self):
        one, many = (wall(2.0, 1.0, BRICK, openings=o) for o in (WINDOW, [WINDOW]))
        self.assertEqual([s.label for s in one], [s.label for s in many])
        self.assertAlmostEqual(one.volume, many.volume, 14)

    def test_openings_may_touch_the_ends_and_the_top(self):
        figure = wall(2.0, 1.0, BRICK, openings=[Opening(0, 0, 0.5, 1), Opening(1.5, 0.5, 0.5, 0.5)])
        self.assertAlmostEqual(figure.volume, (2 - 0.5 - 0.25) * 0.125, 14)


class Arches(FigureTest):
    def test_the_round_arch_has_the_volume_of_its_polygons(self):
        """A course between two joints is a trapezium: (b^2 - a^2)/2 sin of its angle."""
        figure = arch(10.0, 1.0, 2.0, 15)
        self.assertAlmostEqual(figure.volume, 15 * 2.0 * 0.5 * (5.5 ** 2 - 4.5 ** 2) * sin(pi / 15), 12)
        fine = arch(10.0, 1.0, 2.0, 2000)
        self.assertAlmostEqual(fine.volume / (0.5 * pi * 2.0 * (5.5 ** 2 - 4.5 ** 2)), 1.0, 6)

    def test_the_segmental_arch_tends_to_a_sector(self):
        radius = (16 + 4) / 4  # span 8, rise 2: chord and sagitta
        figure = arch(8.0, 0.5, 1.0, 2000, rise=2.0)
        angle = 2 * np.arcsin(4 / radius)
        self.assertAlmostEqual(figure.volume / (angle * radius * 0.5), 1.0, 6)

    def test_the_pointed_arch_tends_to_two_arcs(self):
        """Area between circles about (-c, 0) over x > 0, by quadrature of the upright width."""
        half, rise, t = 4.0, 6.0, 0.5
        radius = (half ** 2 + rise ** 2) / (2 * half)
        c, a, b = radius - half, radius - t / 2, radius + t / 2
        x = (np.arange(2000000) + 0.5) * (b - c) / 2000000
        outer = np.sqrt(np.maximum(b * b - (x + c) ** 2, 0))
        inner = np.sqrt(np.maximum(a * a - (x + c) ** 2, 0))
        area = 2 * np.sum(outer - inner) * (b - c) / 2000000
        for count in (2000, 2001):
            self.assertAlmostEqual(arch(8.0, t, 1.0, count, rise=rise).volume / area, 1.0, 5)

    def test_stones_meet_in_their_joints(self):
        for rise, count in ((None, 9), (2.0, 8), (7.0, 8), (7.0, 9), (5.0, 2), (7.0, 3)):
            for springers in (True, False):
                figure = arch(10.0, 1.0, 2.0, count, rise, springers=springers)
                self.assertEqual(len(figure), count + 2 * springers)
                self.assert_sound(figure)
                self.assert_meet(figure, 0 if springers else 2, (BED,))

    def test_the_middle_line_has_the_span_and_the_rise(self):
        for rise in (1.0, 5.0, 8.0):
            figure = arch(10.0, 0.2, 1.0, 4, rise)
            for label, x in (("arch right springer", 5.0), ("arch left springer", -5.0)):
                foot, stones = figure[label].pieces[0].vertices, np.concatenate(
                    [s.pieces[0].vertices for s in figure if not s.fixed])
                shared = [v for v in foot if np.linalg.norm(stones - v, axis=1).min() < 1e-12]
                np.testing.assert_allclose(np.mean(shared, axis=0), [x, 0.5, 0.0], atol=1e-12)
        for rise in (1.0, 5.0):  # a joint stands at the crown
            self.assertAlmostEqual(arch(10.0, 0.2, 1.0, 4, rise).bounds[1][2], rise + 0.1, 12)
        pointed = arch(10.0, 0.2, 1.0, 4, 8.0)
        radius = (25 + 64) / 10
        self.assertAlmostEqual(max(s.bounds[1][2] for s in pointed),
                               np.sqrt((radius + 0.1) ** 2 - (radius - 5) ** 2), 12)
        self.assertAlmostEqual(pointed.without("arch right springer", "arch left springer")
                               .bounds[1][0], 5.1, 12)

    def test_courses_in_bond_fill_the_width(self):
        plain, bonded = arch(10.0, 1.0, 2.0, 9), arch(10.0, 1.0, 2.0, 9, across=3)
        self.assertAlmostEqual(plain.volume, bonded.volume, 12)
        self.assertEqual(len(bonded), 5 * 3 + 4 * 4 + 2)
        self.assert_sound(bonded)
        ends = sorted({round(float(y), 12) for y in bonded["arch 1.1"].pieces[0].vertices[:, 1]})
        self.assertEqual(ends, [round(1 / 3, 12), 1.0])

    def test_joints_are_as_wide_as_asked(self):
        for rise, count in ((None, 9), (2.0, 8), (7.0, 9)):
            figure = arch(10.0, 1.0, 2.0, count, rise, joint=0.02)
            self.assert_sound(figure)
            whole = arch(10.0, 1.0, 2.0, count, rise)
            for one, two in zip(figure[:count], whole[:count]):
                # every course loses half a joint at either bed, thickness x width each, but for
                # the edges, where the joint is cut by the straight sides
                lost = two.volume - one.volume
                self.assertAlmostEqual(lost / (0.02 * 1.0 * 2.0), 1.0, delta=0.05)

    def test_wrong_arches_are_refused(self):
        for text, arguments in (
                ("span must be positive, got 0 m", dict(span=0)),
                ("rise must be positive, got -1 m", dict(rise=-1)),
                ("thickness must be below half the span, 5 m, got 5 m", dict(thickness=5)),
                ("count must be at least 2, got 1", dict(count=1)),
                ("count must be a whole number, got 2.5", dict(count=2.5)),
                ("count must be a whole number, got True", dict(count=True)),
                ("width must be a number in m, got 'wide'", dict(width="wide")),
                ("joint must be below the smallest measure of a stone, .* m, got 1 m", dict(joint=1))):
            with self.assertRaisesRegex(ValueError, r"_test\.py:\d+: arch: " + text):
                arch(**{"span": 10.0, "thickness": 1.0, "width": 2.0, "count": 15, **arguments})


class Domes(FigureTest):
    def test_the_volume_is_that_of_its_polygons_and_tends_to_the_sphere(self):
        """Rings of N sectors: N/6 sin (2 pi/N) of what lies between the cones of both spheres."""
        fine = dome(10.0, 1.0, 60, 120)
        self.assertAlmostEqual(fine.volume / (2 / 3 * pi * (5.5 ** 3 - 4.5 ** 3)), 1.0, 3)

    def test_stones_meet_in_their_joints(self):
        for stagger in (True, False):
            for oculus in (0.0, 1.0):
                for rise in (None, 3.0):
                    figure = dome(10.0, 1.0, 3, 5, rise, oculus=oculus, stagger=stagger)
                    self.assertEqual(len(figure), 4 * 5 + (oculus == 0.0))
                    self.assert_sound(figure)
                    fixed = 10 if stagger else 5  # faces below the springers
                    free = 2 * fixed if oculus else fixed  # and those of the oculus
                    # the keystone meets each stone in one of its sides
                    self.assert_meet(figure, free)

    def test_a_ring_is_turned_against_the_next(self):
        lower, upper = dome(10, 1, 3, 5)["dome 0.0"], dome(10, 1, 3, 5)["dome 1.0"]
        angles = [np.degrees(np.arctan2(s.centroid[1], s.centroid[0])) for s in (lower, upper)]
        self.assertAlmostEqual(angles[1] - angles[0], 36.0, 10)
        lower, upper = (dome(10, 1, 3, 5, stagger=False)[f"dome {k}.0"] for k in (0, 1))
        angles = [np.degrees(np.arctan2(s.centroid[1], s.centroid[0])) for s in (lower, upper)]
        self.assertAlmostEqual(angles[1] - angles[0], 0.0, 10)

    def test_the_middle_surface_has_span_rise_and_oculus(self):
        figure = dome(10.0, 0.2, 4, 6, 3.0, oculus=1.0)
        radius = (25 + 9) / 6
        top = max(s.bounds[1][2] for s in figure)
        self.assertAlmostEqual(top, 3.0 - radius + (radius + 0.1) * np.sqrt(1 - (1 / radius) ** 2), 12)
        corners = np.concatenate([p.vertices for s in figure for p in s.pieces])
        inner = np.linalg.norm(corners - [0, 0, 3.0 - radius], axis=1)
        self.assertEqual({round(float(r), 9) for r in inner},
                         {round(radius - 0.1, 9), round(radius + 0.1, 9)})
        self.assertAlmostEqual(np.linalg.norm(corners[:, :2], axis=1).min(),
                               1.0 * (radius - 0.1) / radius, 12)

    def test_joints_and_missing_stones(self):
        figure = dome(10.0, 1.0, 3, 5, joint=0.02)
        self.assert_sound(figure)
        self.assertEqual({len(n) for n in joints(figure, (BED, HEAD)).values()}, {1})
        self.assertEqual(len(figure.without("dome 1.2", "dome keystone")), len(figure) - 2)
        with self.assertRaisesRegex(ValueError, r"test\.py:\d+: without: no stone has the label 'x'"):
            figure.without("x")

    def test_wrong_domes_are_refused(self):
        for text, arguments in (
                ("rise must be at most half the span, 5 m, got 6 m", dict(rise=6)),
                ("oculus must be below half the span, 5 m, got 5 m", dict(oculus=5)),
                ("oculus must be at least 0 m, got -1 m", dict(oculus=-1)),
                ("thickness must be below the radius, 5 m, got 5 m", dict(thickness=5)),
                ("stones must be at least 3, got 2", dict(stones=2)),
                ("stones must be at least 4, got 3", dict(stones=3, stagger=False)),
                ("rings must be at least 1, got 0", dict(rings=0)),
                ("joint must be below", dict(joint=0.8))):
            with self.assertRaisesRegex(ValueError, r"_test\.py:\d+: dome: " + text):
                dome(**{"span": 10.0, "thickness": 1.0, "rings": 3, "stones": 5, **arguments})


class Vaults(FigureTest):
    def test_the_volume_tends_to_that_of_the_webs(self):
        """A slice of a barrel at (y, z) has the length end - y in each half web, eight in all."""
        half, t, edge = 3.0, 0.4, 0.3
        end = half + t / 2 + edge
        a, b = half - t / 2, half + t / 2
        # over the quarter ring: area pi/4 (b^2 - a^2), moment of y: (b^3 - a^3)/3
        exact = 8 * (end * pi / 4 * (b ** 2 - a ** 2) - (b ** 3 - a ** 3) / 3)
        fine = cross_vault(6.0, t, 800, 1.0, edge=edge)
        self.assertAlmostEqual(fine.volume / exact, 1.0, 4)

    def test_stones_meet_in_their_joints(self):
        for interlock in (True, False):
            for rise in (None, 1.5):
                figure = cross_vault(6.0, 0.5, 6, 1.0, rise, interlock=interlock)
                self.assert_sound(figure)
                found = joints(figure, (HEAD,))
                self.assertEqual({len(n) for n in found.values()}, {2})
                low, high = figure.bounds
                np.testing.assert_allclose(low[:2], -high[:2])

    def test_interlocking_stones_reach_into_both_webs(self):
        figure = cross_vault(6.0, 0.5, 6, 1.0)
        self.assertEqual({len(s.pieces) for s in figure}, {1, 2})
        open_ = cross_vault(6.0, 0.5, 6, 1.0, interlock=False)
        self.assertEqual({len(s.pieces) for s in open_ if not s.fixed}, {1})
        self.assertAlmostEqual(figure.volume, open_.volume, 12)
        self.assertEqual(sum(s.fixed for s in figure), 4)

    def test_beds_lie_on_beds(self):
        """Areas of beds that look at each other across a joint: courses are cut elsewhere."""
        figure = cross_vault(6.0, 0.5, 6, 1.0)
        sums = {}
        for stone in figure:
            for p in stone.pieces:
                for face, surface, normal in zip(p.faces, p.surfaces, p.planes()[0]):
                    if surface == BED:
                        v = p.vertices[list(face)]
                        area = 0.5 * np.linalg.norm(sum(np.cross(v[i] - v[0], v[i + 1] - v[0])
                                                        for i in range(1, len(v) - 1)))
                        key = tuple(np.round(np.abs(normal), 9))
                        sums[key] = sums.get(key, 0) + area * np.sign(normal[np.abs(normal).argmax()])
        self.assertGreater(len(sums), 3)
        for area in sums.values():
            self.assertAlmostEqual(area, 0.0, 9)

    def test_joints_leave_gaps(self):
        figure = cross_vault(6.0, 0.5, 6, 1.0, joint=0.02)
        self.assert_sound(figure)
        self.assertEqual({len(n) for n in joints(figure, (BED, HEAD)).values()}, {1})

    def test_wrong_vaults_are_refused(self):
        for text, arguments in (
                ("courses must be even, got 5", dict(courses=5)),
                ("rise must be at most half the span, 3 m, got 4 m", dict(rise=4)),
                ("thickness must be below half the span, 3 m, got 3 m", dict(thickness=3)),
                ("length must be positive, got 0 m", dict(length=0)),
                ("edge must be positive, got 0 m", dict(edge=0))):
            with self.assertRaisesRegex(ValueError, r"_test\.py:\d+: cross_vault: " + text):
                cross_vault(**{"span": 6.0, "thickness": 0.5, "courses": 6, "length": 1.0, **arguments})


class Columns(FigureTest):
    def test_drums_have_the_volume_of_prisms_and_frustums(self):
        figure = column(6.0, 0.5, 5, 12)
        self.assertAlmostEqual(figure.volume, 6.0 * 6 * 0.25 * sin(pi / 6), 12)
        tapered = column(6.0, 0.5, 5, 12, 0.4)
        area = 6 * sin(pi / 6)
        self.assertAlmostEqual(tapered.volume, 6.0 / 3 * area * (0.25 + 0.2 + 0.16), 12)
        for stones in (figure, tapered, column(6.0, 0.5, 5, 12, turn=10), column(6, 0.5, 5, joint=0.01)):
            self.assert_sound(stones)
            self.assertEqual(stones.bounds[0][2], 0.0)
            self.assertEqual(stones.bounds[1][2], 6.0)
        self.assert_meet(figure, 2, (BED,))

    def test_wrong_columns_are_refused(self):
        for text, arguments in (("sides must be at least 3, got 2", dict(sides=2)),
                                ("top_radius must be positive, got 0 m", dict(top_radius=0)),
                                ("joint must be below .*, 1.2 m, got 1.2 m", dict(joint=1.2)),
                                ("turn must be finite, got inf degrees", dict(turn=float("inf")))):
            with self.assertRaisesRegex(ValueError, r"_test\.py:\d+: column: " + text):
                column(**{"height": 6.0, "radius": 0.5, "drums": 5, **arguments})


class Bodies(FigureTest):
    def test_bodies_have_mass_centre_kind_and_label_of_their_stones(self):
        figure = (arch(10.0, 1.0, 2.0, 5, 7.0) + dome(4.0, 0.5, 2, 4).moved((20, 0, 0))
                  + block((-9, -9, -2), (9, 9, -1.5), "floor", True)
                  + cross_vault(6.0, 0.5, 4, 1.0).moved((0, 30, 0)))
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec, density=2000.0)
        made = figure.bodies(solfec, bulk)
        self.assertEqual(len(made), len(figure))
        for body, stone in zip(made, figure):
            self.assertEqual(body.kind, "OBSTACLE" if stone.fixed else "RIGID")
            self.assertEqual(body.label, stone.label)
            self.assertAlmostEqual(body.volume / stone.volume, 1.0, 11)
            np.testing.assert_allclose(body.center, stone.centroid, atol=1e-10)
        self.assertAlmostEqual(sum(b.mass for b in made if b.kind == "RIGID"), 2000 * figure.volume, 6)

    def test_bonds_hold_what_open_joints_drop(self):
        """A column below which the floor is missing hangs at its bonded drums from a fixed one."""
        for cohesion, falls in ((0.0, True), (1e6, False)):
            solfec = self.new_solfec()
            bulk = BULK_MATERIAL(solfec, density=2000.0)
            SURFACE_MATERIAL(solfec, BED, BED, friction=0.6, cohesion=cohesion)
            GRAVITY(solfec, (0, 0, -9.81))
            figure = column(1.0, 0.5, 2, 8)
            top = block((-1, -1, 1), (1, 1, 1.5), "ceiling", True, BED)
            bodies = (figure + top).bodies(solfec, bulk)
            RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-8, 1000), 0.05)
            fallen = -DISPLACEMENT(bodies[0], bodies[0].center)[2]
            self.assertAlmostEqual(fallen, 0.5 * 9.81 * 0.05 ** 2 if falls else 0.0, delta=1e-3)

    def test_figures_move_turn_and_join(self):
        figure = column(2.0, 0.5, 2, 8).moved((1, 2, 3))
        np.testing.assert_allclose(figure["column 0"].centroid, [1, 2, 3.5], atol=1e-12)
        turned = figure.turned(90, "x")  # y to z
        np.testing.assert_allclose(turned["column 0"].centroid, [1, -3.5, 2], atol=1e-12)
        turned = figure.turned(90)
        np.testing.assert_allclose(turned["column 0"].centroid, [-2, 1, 3.5], atol=1e-12)
        turned = figure.turned(90, "y")  # z to x
        np.testing.assert_allclose(turned["column 0"].centroid, [3.5, 2, -1], atol=1e-12)
        self.assert_sound(turned)
        self.assertEqual(len(figure[:1] + figure[1:]), 2)
        self.assertEqual(repr(figure[:1]), "Stones(1 stones, %.6g m^3)" % figure[0].volume)
        for text, function in (("turned: axis must be 'x', 'y' or 'z', got 'w'",
                                lambda: figure.turned(1, "w")),
                               ("moved: vector must be 3 numbers in m, got 3", lambda: figure.moved(3)),
                               ("block: high must exceed low along y, got 1 to 1 m",
                                lambda: block((0, 1, 0), (1, 1, 1)))):
            with self.assertRaisesRegex(ValueError, r"_test\.py:\d+: " + text):
                function()
        with self.assertRaisesRegex(KeyError, "no stone has the label 'drum'"):
            figure["drum"]


if __name__ == "__main__":
    main()
