"""BOX, PRISM, CYLINDER, PLANE and PIPE: good use, bodies of them, wrong input."""

import math

from support import *

SQUARE = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
BRACKET = [(0, 0, 0), (2, 0, 0), (2, 1, 0), (1, 1, 0), (1, 2, 0), (0, 2, 0)]


class Solids(LanguageTest):
    def setUp(self):
        super().setUp()
        self.solfec = self.new_solfec()
        self.bulk = BULK_MATERIAL(self.solfec, density=1000)

    def body(self, shape, kind="RIGID"):
        return BODY(self.solfec, kind, shape, self.bulk)

    def test_each_gives_a_shape_with_its_exact_volume(self):
        area = 0.5 * 12 * math.sin(2 * math.pi / 12)  # of 12 corners on the unit circle
        for shape, kind, volume in (
                (BOX((1, 2, 3), (2, 3, 4), 1, 1), CONVEX, 24),
                (PRISM(SQUARE, (0, 0, 2), 1, 1), CONVEX, 2),
                (PRISM([x for p in BRACKET for x in p], (0, 0, -2), 1, [1, 2, 3]), CONVEX, 6),
                (CYLINDER((0, 0, 0), (0, 0, 5), 2, 12, 1, [1, 2, 3]), CONVEX, area * 4 * 5),
                (PIPE((0, 0, 0), (0, 0, 5), 1, 1, 2, 12, 1, 1, [1, 2, 3, 4]), MESH, area * 3 * 5)):
            self.assertIsInstance(shape, kind)
            self.assertAlmostEqual(self.body(shape).volume, volume, places=11)

    def test_a_pipe_takes_both_spellings(self):
        pipe = PIPE((0, 0, 0), (1, 0, 0), rin=1, thi=1, ndir=1, nrad=4, nthi=1, volid=1,
                    surids=[1] * 4)
        self.assertEqual(pipe.nnod, 16)

    def test_a_plane_is_a_tenth_as_thick_as_wide_and_only_obstacles_take_it(self):
        plane = PLANE((0, 0, 1), (0, 0, 3), 5, 1, 1)
        for value, expected in zip(MASS_CENTER(plane), (0, 0, 0.75)):
            self.assertAlmostEqual(value, expected, places=14)
        for shape in (plane, COPY(plane), [SPHERE((0, 0, 3), 1, 1, 1), plane]):
            for kind in ("RIGID", "PSEUDO_RIGID"):
                self.assert_refused(
                    ValueError, "BODY: 'shape' holds a PLANE, which only an OBSTACLE may have, got "
                    "%s; a plate that moves is a BOX" % kind, lambda: self.body(shape, kind))
        self.body(plane, "OBSTACLE")
        thick = PLANE((0, 0, 1), (0, 0, -3), 5, 1, 1, 4)
        self.assertAlmostEqual(MASS_CENTER(thick)[2], 3, places=14)

    def test_wrong_input_names_the_rule(self):
        for text, call in (
                ("BOX: 'sizes' must be positive, got", lambda: BOX((0, 0, 0), (1, -1, 1), 1, 1)),
                ("BOX: 'surfids' must be one id or six", lambda: BOX((0, 0, 0), (1, 1, 1), 1, [1, 2])),
                ("PRISM: sides of the polygon must not cross",
                 lambda: PRISM([(0, 0, 0), (2, 0, 0), (0, 1, 0), (3, 3, 0)], (0, 0, 1), 1, 1)),
                ("CYLINDER: 'facets' must lie between 3 and 1000, got 2",
                 lambda: CYLINDER((0, 0, 0), (0, 0, 1), 1, 2, 1, 1)),
                ("PLANE: 'normal' must have a length", lambda: PLANE((0, 0, 0), (0, 0, 0), 1, 1, 1)),
                ("PIPE: 'nrad' must be at least 3, got 2",
                 lambda: PIPE((0, 0, 0), (0, 0, 1), 1, 1, 1, 2, 1, 1, [1] * 4))):
            self.assert_refused(ValueError, text, call)

    def test_a_concave_prism_is_one_body_whose_parts_do_not_press_on_each_other(self):
        GRAVITY(self.solfec, (0, 0, -10))
        SURFACE_MATERIAL(self.solfec, model="SIGNORINI_COULOMB", friction=0.5)
        body = self.body(PRISM(BRACKET, (0, 0, 1), 1, 1))
        self.body(PLANE((1, 1, 0), (0, 0, 1), 10, 1, 1), "OBSTACLE")
        RUN(self.solfec, GAUSS_SEIDEL_SOLVER(1e-8, 1000), 0.02)
        self.assertLess(abs(DISPLACEMENT(body, body.center)[2]), 1e-6)


if __name__ == "__main__":
    main()
