"""Shapes: good use, members, copies, transforms, emptied objects."""

import math

from support import *


class Shapes(LanguageTest):
    def test_convex_of_the_manual_has_eight_vertices_and_its_centre_in_the_middle(self):
        convex = CONVEX(CUBE, CUBE_FACES, 3)
        self.assertEqual(convex.nver, 8)
        self.assertEqual(convex.vertex(6), (1.0, 1.0, 1.0))
        for value in MASS_CENTER(convex):
            self.assertAlmostEqual(value, 0.5, places=14)

    def test_hull_drops_inner_points(self):
        hull = HULL(CUBE + [0.5, 0.5, 0.5], volid=1, surfid=2)
        self.assertIsInstance(hull, CONVEX)
        self.assertEqual(hull.nver, 8)

    def test_mesh_of_one_hexahedron_takes_one_id_or_a_list_of_ids(self):
        element = [8, 0, 1, 2, 3, 4, 5, 6, 7, 1]
        for surfids in (4, [4], [4, 4, 0, 1, 2, 3, 9]):
            mesh = MESH(CUBE, element, surfids)
            self.assertEqual((mesh.nnod, mesh.node(6)), (8, (1.0, 1.0, 1.0)))

    def test_hex_takes_both_spellings_and_graded_sizes(self):
        one = HEX(CUBE, 2, 1, 1, 1, [1, 1, 1, 1, 1, 1], dx=[1, 3])
        two = HEX(CUBE, 2, 1, 1, 1, surids=[1, 1, 1, 1, 1, 1], dx=[1, 3])
        three = HEX(CUBE, 2, 1, 1, 1, surfids=[1, 1, 1, 1, 1, 1], dx=(10, 30, 99))
        for mesh in (one, two, three):
            self.assertEqual(mesh.nnod, 12)
            self.assertAlmostEqual(mesh.node(1)[0], 0.25, places=15)

    def test_sphere_joins_a_collection_and_empties_it(self):
        first = SPHERE((0, 0, 0), 1, 1, 1)
        both = SPHERE((4, 0, 0), 1, 1, 1, first)
        self.assertEqual((both.center, both.radius), ((4.0, 0.0, 0.0), 1.0))
        self.assertEqual(MASS_CENTER(both), (2.0, 0.0, 0.0))
        self.assert_refused(TypeError, r"SPHERE\.center: SPHERE object is empty \(used at "
                            r"shapes_test\.py:\d+\)", lambda: first.center)

    def test_convex_and_hull_join_collections(self):
        first = HULL(CUBE, 1, 1)
        both = HULL([x + 3 for x in CUBE], 1, 1, convex=first)
        self.assertEqual(both.nver, 16)
        self.assertEqual(both.vertex(8), (0.0, 0.0, 0.0))
        three = CONVEX([x - 3 for x in CUBE], CUBE_FACES, 1, both)
        self.assertEqual(three.nver, 24)
        self.assert_refused(TypeError, "CONVEX.nver: CONVEX object is empty", lambda: both.nver)

    def test_failed_commands_empty_nothing(self):
        first = SPHERE((0, 0, 0), 1, 1, 1)
        with self.assertRaises(ValueError):
            SPHERE((0, 0, 0), -1, 1, 1, first)
        self.assertEqual(first.radius, 1.0)

    def test_lists_tuples_and_arrays_of_numbers_mean_the_same(self):
        import array
        expected = HULL(CUBE, 1, 1).vertex(6)
        for points in (tuple(CUBE), array.array("d", CUBE), array.array("i", CUBE),
                       memoryview(array.array("f", CUBE)), [float(x) for x in CUBE]):
            self.assertEqual(HULL(points, 1, 1).vertex(6), expected)

    def test_numpy_arrays_of_any_layout_are_lists_of_numbers(self):
        import numpy
        points = numpy.array(CUBE, dtype=float).reshape(8, 3)
        for view in (points, points.astype("float32"), points.astype(int),
                     numpy.asfortranarray(points), numpy.hstack([points, points])[:, :3]):
            self.assertEqual(HULL(view, 1, 1).vertex(6), (1.0, 1.0, 1.0))
        self.assertEqual(SPHERE(numpy.zeros(3), numpy.float32(2), numpy.int64(1), 1).radius, 2.0)


class Transforms(LanguageTest):
    def test_transforms_change_in_place_and_return_the_same_object(self):
        shape = cube()
        self.assertIs(TRANSLATE(shape, (1, 2, 3)), shape)
        self.assertEqual(shape.vertex(0), (1.0, 2.0, 3.0))
        listed = [shape, SPHERE((1, 1, 1), 1, 1, 1)]
        self.assertIs(SCALE(listed, (2, 2, 2)), listed)
        self.assertEqual(shape.vertex(0), (2.0, 4.0, 6.0))
        self.assertEqual((listed[1].center, listed[1].radius), ((2.0, 2.0, 2.0), 2.0))

    def test_points_are_returned_as_new_tuples(self):
        self.assertEqual(TRANSLATE((1, 2, 3), (1, 1, 1)), (2.0, 3.0, 4.0))
        self.assertEqual(SCALE([1, 2, 3], (2, 3, 4)), (2.0, 6.0, 12.0))
        turned = ROTATE((1, 0, 0), (0, 0, 0), (0, 0, 2), 90)
        for value, expected in zip(turned, (0, 1, 0)):
            self.assertAlmostEqual(value, expected, places=15)

    def test_rotation_of_a_mesh_follows_the_right_hand_rule(self):
        mesh = ROTATE(HEX(CUBE, 1, 1, 1, 1, [1] * 6), (0, 0, 0), (0, 0, 1), 45)
        x, y, z = mesh.node(1)
        self.assertAlmostEqual(x, math.sqrt(0.5), places=14)
        self.assertAlmostEqual(y, math.sqrt(0.5), places=14)

    def test_a_copy_is_independent(self):
        shape = cube()
        twin = COPY(shape)
        TRANSLATE(twin, (1, 0, 0))
        self.assertEqual(shape.vertex(0), (0.0, 0.0, 0.0))
        self.assertIsInstance(COPY([shape]), CONVEX)
        copies = COPY([shape, [SPHERE((0, 0, 0), 1, 1, 1), twin]])
        self.assertEqual([type(c) for c in copies], [CONVEX, SPHERE, CONVEX])

    def test_a_list_that_cannot_be_scaled_stays_as_it_was(self):
        shape = cube()
        ball = SPHERE((1, 0, 0), 1, 1, 1)
        self.assert_refused(ValueError, "SCALE: ", lambda: SCALE([shape, ball], (1, 2, 3)))
        self.assertEqual(shape.vertex(6), (1.0, 1.0, 1.0))

    def test_mass_centre_of_a_list_is_weighted_by_volume(self):
        small, large = cube((10, 0, 0)), cube((0, 0, 0), 2.0)
        self.assertAlmostEqual(MASS_CENTER([small, large])[0], (10.5 * 1 + 1.0 * 8) / 9, places=13)


class Ellipsoids(LanguageTest):
    def test_members_follow_what_is_done_to_it(self):
        egg = ELLIP((1, 2, 3), (1, 2, 4), 1, 1)
        self.assertEqual((egg.center, egg.radii), ((1, 2, 3), (1, 2, 4)))
        self.assertEqual(egg.rot, (1, 0, 0, 0, 1, 0, 0, 0, 1))
        TRANSLATE(egg, (1, 0, 0))
        SCALE(egg, (2, 3, -4))
        self.assertEqual((egg.center, egg.radii), ((4, 6, -12), (2, 6, 16)))
        ROTATE(egg, (0, 0, 0), (0, 0, 1), 90)
        for value, exact in zip(egg.center + egg.radii, (-6, 4, -12, 2, 6, 16)):
            self.assertAlmostEqual(value, exact, 13)
        # its first axis is now y, either way
        self.assertAlmostEqual(abs(egg.rot[1]), 1, 15)
        self.assertEqual(MASS_CENTER(egg), egg.center)
        self.assertRegex(repr(egg), r"^<ELLIP at \(.*\) m, radii \(.*\) m>$")

    def test_unequal_factors_keep_a_turned_one_an_ellipsoid(self):
        egg = ROTATE(ELLIP((0, 0, 0), (1, 2, 3), 1, 1), (0, 0, 0), (1, 1, 0), 30)
        corners = [tuple(r * a for a in egg.rot[3 * k:3 * k + 3]) for k, r in enumerate(egg.radii)]
        SCALE(egg, (2, 1, 3))
        self.assertAlmostEqual(math.prod(egg.radii), 6 * 6, 12)
        for corner in corners:  # points of the surface stay on it
            point = [f * c for f, c in zip((2, 1, 3), corner)]
            square = sum((sum(egg.rot[3 * k + i] * point[i] for i in range(3)) / egg.radii[k]) ** 2
                         for k in range(3))
            self.assertAlmostEqual(square, 1, 12)

    def test_split_copy_and_bodies(self):
        low, high = ELLIP((0, 0, -0.1), (1, 1, 5), 1, 1), ELLIP((0, 0, 0), (1, 1, 5), 1, 1)
        below, above = SPLIT([low, high, SPHERE((0, 0, 3), 1, 1, 1)], (0, 0, 0), (0, 0, 1))
        self.assertEqual((type(below), below.center), (ELLIP, (0, 0, -0.1)))
        self.assertEqual([type(part) for part in above], [SPHERE, ELLIP])
        self.assert_refused(TypeError, r"ELLIP\.radii: ELLIP object is empty", lambda: low.radii)
        twin = COPY(below)
        TRANSLATE(twin, (5, 0, 0))
        self.assertEqual((below.center[0], twin.center[0]), (0, 5))
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec, density=1000)
        for kind in ("RIGID", "OBSTACLE", "PSEUDO_RIGID"):
            body = BODY(solfec, kind, ELLIP((9, 0, 0), (1, 2, 3), 1, 1), bulk)
            self.assertAlmostEqual(body.volume, 4 / 3 * math.pi * 6, 12)
        self.assert_refused(ValueError, "BODY: .*must be exactly one MESH",
                            lambda: BODY(solfec, "FINITE_ELEMENT", COPY(twin), bulk))
        self.assert_refused(TypeError, "ROUGH_HEX: 'shape' must be a CONVEX",
                            lambda: ROUGH_HEX(twin, 1, 1, 1))


class Split(LanguageTest):
    def test_cubes_and_balls_are_sorted_into_two_sides(self):
        shapes = [cube(), SPHERE((0, 0, 5), 1, 1, 1), cube((3, 0, 0)), SPHERE((0, 0, -5), 1, 1, 1)]
        below, above = SPLIT(shapes, (0, 0, 0.5), (0, 0, 1))
        for side, center, ball in ((below, 0.25, -5), (above, 0.75, 5)):
            convex, sphere = side
            self.assertEqual((type(convex), convex.nver, type(sphere)), (CONVEX, 16, SPHERE))
            self.assertEqual(sphere.center, (0, 0, ball))
            self.assertAlmostEqual(MASS_CENTER(convex)[2], center)
        self.assert_refused(TypeError, "MASS_CENTER: CONVEX object is empty",
                            lambda: MASS_CENTER(shapes[0]))

    def test_an_empty_side_is_none(self):
        below, above = SPLIT(cube(), (0, 0, 1), (0, 0, 1))
        self.assertIsNone(above)
        self.assertEqual(below.nver, 8)

    def test_a_mesh_is_cut_into_meshes_with_both_surface_ids(self):
        for surfid, ids in ((7, (7, 7)), ((7, 8), (7, 8))):
            mesh = HEX(CUBE, 2, 1, 1, 1, [1] * 6)
            parts = SPLIT(mesh, (0.3, 0, 0), (1, 0, 0), surfid)
            self.assertEqual([type(part) for part in parts], [MESH, MESH])
            for part, surface, center in zip(parts, ids, (0.15, 0.65)):
                self.assertAlmostEqual(MASS_CENTER(part)[0], center, places=14)
                nodes = part.nodes_on_surface(surface)
                self.assertEqual(len(nodes), 4)
                for node in nodes:
                    self.assertAlmostEqual(part.node(node)[0], 0.3, places=15)
            self.assert_refused(TypeError, "MASS_CENTER: MESH object is empty", lambda: MASS_CENTER(mesh))

    def test_a_side_of_several_meshes_is_a_list_and_topoadj_cuts_one_leg(self):
        legs = HEX([0, 0, 0, 3, 0, 0, 3, 1, 0, 0, 1, 0, 0, 0, 2, 3, 0, 2, 3, 1, 2, 0, 1, 2], 3, 1, 2, 1, [1] * 6)
        nodes, elements, _ = legs.get_data()
        arch = MESH(nodes, [n for e in (0, 2, 3, 4, 5) for n in elements[10 * e:10 * e + 10]], 1)
        below, above = SPLIT(COPY(arch), (0, 0, 0.5), (0, 0, 1), 7)
        self.assertEqual([type(part) for part in below + [above]], [MESH] * 3)
        one, rest = SPLIT(arch, (0.5, 0.5, 0.5), (0, 0, 1), 7, 'ON')
        self.assertLess(MASS_CENTER(one)[0], 1)
        self.assertEqual(len(rest.nodes_on_surface(7)), 4)

    def test_thin_elements_are_told_and_nodes_near_the_plane_move(self):
        mesh = HEX(CUBE, 2, 2, 2, 1, [1] * 6)
        below, above = SPLIT(mesh, (0.501, 0, 0), (1, 0, 0))
        self.assertEqual((below.nnod, above.nnod), (18, 18))
        script = ("from solfec import *\nm = HEX (%s, 2, 2, 2, 1, [1] * 6)\n"
                  "a, b = SPLIT (m, (0.501, 0, 0), (1, 0, 0), remesh = 'OFF')\nprint (a.nnod, b.nnod)\n" % CUBE)
        done = self.run_program("-q", script=script)
        self.assertIn("27 18", done.stdout)
        self.assertIn("input.py:3: SPLIT: warning: the cut makes elements of 0.002 times the least height", done.stderr)

    def test_wrong_planes_and_ids_are_refused_and_the_mesh_stays(self):
        mesh = HEX(CUBE, 1, 1, 1, 1, [1] * 6)
        for text, call in (("'surfid' must be a surface id or a pair of them, got 3 numbers",
                            lambda: SPLIT(mesh, (0, 0, 0.5), (0, 0, 1), [1, 2, 3])),
                           ("'topoadj' must be 'OFF' for shapes other than MESH",
                            lambda: SPLIT([mesh, cube()], (0, 0, 0.5), (0, 0, 1), topoadj='ON'))):
            self.assert_refused(ValueError, "SPLIT: " + text, call)
        self.assertEqual(mesh.nnod, 8)
        self.assert_refused(ValueError, "SPLIT: the normal of the plane must not be zero",
                            lambda: SPLIT(cube(), (0, 0, 0.5), (0, 0, 0)))


if __name__ == "__main__":
    main()
