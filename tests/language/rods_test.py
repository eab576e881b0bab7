"""ROD and BORE: members, transforms, bodies, result files, wrong input."""

import math

from support import *


class Rods(LanguageTest):
    def setUp(self):
        super().setUp()
        self.solfec = self.new_solfec()
        self.bulk = BULK_MATERIAL(self.solfec, density=1000)

    def assert_close(self, computed, expected):
        for value, exact in zip(computed, expected):
            self.assertAlmostEqual(value, exact, places=13)

    def test_members_and_transforms(self):
        rod = ROD((1, 2, 3), (0, 0, 4), 0.5, 1, 2)
        self.assertEqual((rod.center, rod.axis, rod.radius), ((1, 2, 5), (0, 0, 4), 0.5))
        self.assertEqual(repr(rod), "<ROD at (1, 2, 5) m, radius 0.5 m, length 4 m>")
        bore = BORE((1, 2, 3), (0, 0, 4), 0.5, 0.1, 1, 2)
        self.assertEqual((bore.center, bore.axis, bore.radius, bore.thickness),
                         ((1, 2, 5), (0, 0, 4), 0.5, 0.1))
        for shape in (COPY(rod), COPY(bore)):
            ROTATE(TRANSLATE(shape, (-1, -2, -5)), (0, 0, 0), (1, 0, 0), 90)
            self.assert_close(shape.center + shape.axis, (0, 0, 0, 0, -4, 0))
            SCALE(shape, (2, 2, 2))
            self.assert_close((shape.radius, *shape.axis), (1, 0, -8, 0))
            self.assert_refused(ValueError, "SCALE: a (ROD|BORE) must stay round",
                                lambda: SCALE(shape, (1, 2, 1)))
        below, above = SPLIT([rod, bore], (0, 0, 4), (0, 0, 1))
        self.assertIsNone(below)
        self.assertEqual([type(each) for each in above], [ROD, BORE])

    def test_mass_and_inertia_of_bodies_are_those_of_cylinders(self):
        rod = BODY(self.solfec, "RIGID", ROD((0, 0, 0), (0, 0, 3), 0.5, 1, 1), self.bulk)
        mass = 1000 * math.pi * 0.25 * 3
        self.assertAlmostEqual(rod.mass, mass, places=9)
        along, across = mass * 0.25 / 2, mass * (3 * 0.25 + 9) / 12
        self.assert_close([x / mass for x in rod.tensor],
                          [x / mass for x in (across, 0, 0, 0, across, 0, 0, 0, along)])
        bore = BODY(self.solfec, "RIGID", BORE((9, 0, 0), (0, 0, 3), 0.5, 0.1, 1, 1), self.bulk)
        self.assertAlmostEqual(bore.mass, 1000 * math.pi * (0.36 - 0.25) * 3, places=9)

    def test_bodies_that_strain_refuse_them(self):
        for shape in (ROD((0, 0, 0), (0, 0, 3), 0.5, 1, 1),
                      BORE((0, 0, 0), (0, 0, 3), 0.5, 0.1, 1, 1)):
            self.assert_refused(
                ValueError, "BODY: 'shape' holds a (ROD|BORE), which only a RIGID body or an OBSTACLE may "
                "have, got PSEUDO_RIGID; CYLINDER and PIPE have facets",
                lambda: BODY(self.solfec, "PSEUDO_RIGID", shape, self.bulk))
            BODY(self.solfec, "OBSTACLE", shape, self.bulk)

    def test_wrong_input_names_the_rule(self):
        for text, call in (
                ("ROD: 'axis' must have a length", lambda: ROD((0, 0, 0), (0, 0, 0), 1, 1, 1)),
                ("ROD: 'radius' must be longer than 2e-12 m, which is 1e-12 of the farthest",
                 lambda: ROD((1, 0, 0), (0, 0, 1), 1.9e-12, 1, 1)),
                ("BORE: 'thickness' must be longer than 2e-12 m",
                 lambda: BORE((1, 0, 0), (0, 0, 1), 1, 1.9e-12, 1, 1)),
                (r"ROD: 'axis' must be longer than 1\d{8}\.",
                 lambda: ROD((1e20, 0, 0), (0, 0, 9e7), 1e9, 1, 1)),
                ("ROD: 'radius' must be a positive number", lambda: ROD((0, 0, 0), (0, 0, 1), 0, 1, 1)),
                ("BORE: 'thickness' must be a positive number",
                 lambda: BORE((0, 0, 0), (0, 0, 1), 1, -1, 1, 1))):
            self.assert_refused(ValueError, text, call)

    def test_a_rod_on_a_plane_rests_and_one_that_leaves_the_extents_is_deleted(self):
        GRAVITY(self.solfec, (0, 0, -10))
        SURFACE_MATERIAL(self.solfec, model="SIGNORINI_COULOMB", friction=0.5)
        BODY(self.solfec, "OBSTACLE", PLANE((0, 0, 0), (0, 0, 1), 10, 1, 1), self.bulk)
        lying = BODY(self.solfec, "RIGID", ROD((-1, 0, 0.5), (2, 0, 0), 0.5, 1, 1), self.bulk)
        standing = BODY(self.solfec, "RIGID", ROD((0, 2, 0), (0, 0, 1), 0.5, 1, 1), self.bulk)
        BODY(self.solfec, "RIGID", ROD((0, 0, 40), (0, 0, 1), 0.5, 1, 1), self.bulk, label="far")
        EXTENTS(self.solfec, (-20, -20, -20, 20, 20, 20))
        RUN(self.solfec, GAUSS_SEIDEL_SOLVER(1e-8, 1000), 0.05)
        self.assertIsNone(BYLABEL(self.solfec, "BODY", "far"))
        for body, points in ((lying, 2), (standing, 8)):
            self.assertLess(abs(DISPLACEMENT(body, body.center)[2]), 1e-6)
            contacts = [c for c in body.constraints if c.kind == "CONTACT"]
            self.assertEqual(len(contacts), points)
            self.assertAlmostEqual(sum(abs(c.R[2]) for c in contacts) / body.mass, 10, places=5)


if __name__ == "__main__":
    main()
