"""OVERLAPPING: shapes that are chosen by what they overlap."""

from support import *


class Overlapping(LanguageTest):
    def box(self, x, size=1.0):
        return BOX((x, 0, 0), (size, size, size), 1, 1)

    def test_depth_of_boxes_and_spheres_against_the_gap(self):
        for make in (lambda x: self.box(x), lambda x: SPHERE((x + 0.5, 0.5, 0.5), 0.5, 1, 1)):
            # the second is 0.1 deep in the first
            for gap, count in ((0, 1), (-0.09, 1), (-0.11, 0)):
                self.assertEqual(len(OVERLAPPING(make(0), [make(0.9)], gap=gap)), count)
                self.assertEqual(len(OVERLAPPING(make(0), [make(0.9)], "NOT", gap)), 1 - count)

    def test_shapes_that_touch_or_are_apart_do_not_overlap(self):
        self.assertEqual(OVERLAPPING(self.box(0), [self.box(1), self.box(3), SPHERE((-1, 0.5, 0.5), 1, 1, 1),
                                                   HEX([x + (2 if i % 3 == 0 else 0) for i, x in enumerate(CUBE)],
                                                       2, 1, 1, 1, [1] * 6)]), [])

    def test_chosen_shapes_come_in_their_order_and_all_are_emptied(self):
        shapes = [self.box(5), SPHERE((0.5, 0.5, 2.9), 2, 1, 1), self.box(0.5), ELLIP((0, 0, 0), (0.1, 0.2, 0.3), 1, 1)]
        wall = self.box(0)
        chosen = OVERLAPPING([wall, self.box(50)], shapes)
        self.assertEqual([type(shape) for shape in chosen], [SPHERE, CONVEX, ELLIP])
        self.assertEqual(chosen[0].center, (0.5, 0.5, 2.9))
        self.assertEqual(chosen[1].vertex(0)[0], 0.5)
        self.assertEqual(wall.nver, 8)  # kept
        for shape in shapes:
            self.assert_refused(TypeError, r".* object is empty \(used at overlapping_test\.py:\d+\)",
                                lambda: COPY(shape))

    def test_an_object_of_many_polyhedra_is_one_shape(self):
        pair = CONVEX(CUBE, CUBE_FACES, 1, self.box(9))
        self.assertEqual(len(OVERLAPPING(self.box(9.5), pair)), 1)

    def test_what_lies_inside_of_an_element_or_around_the_obstacle_overlaps(self):
        block = lambda: HEX([3 * x for x in CUBE], 3, 3, 3, 1, [1] * 6)
        inside = lambda: SPHERE((1.5, 1.5, 1.5), 0.2, 1, 1)
        self.assertEqual(len(OVERLAPPING(block(), [inside(), SPHERE((7, 7, 7), 0.2, 1, 1)])), 1)
        self.assertEqual(len(OVERLAPPING(inside(), [block()], gap=-0.5)), 1)
        self.assertEqual(len(OVERLAPPING(block(), [TRANSLATE(self.box(0, 0.4), (1.3, 1.3, 1.3))])), 1)

    def test_wrong_arguments(self):
        self.assert_refused(ValueError, "OVERLAPPING: 'gap' must not be positive, got 1 m",
                            lambda: OVERLAPPING(self.box(0), self.box(0), gap=1))
        self.assert_refused(ValueError, "OVERLAPPING: 'invert' must be 'NOT'",
                            lambda: OVERLAPPING(self.box(0), self.box(0), "YES"))
        one = self.box(0)
        self.assert_refused(ValueError, "OVERLAPPING: 'shapes' holds the same object twice",
                            lambda: OVERLAPPING(self.box(0), [one, one]))
        self.assertEqual(len(OVERLAPPING(self.box(0), [one], **{"not": "NOT"})), 0)


if __name__ == "__main__":
    main()
