"""Members of MESH that read and change it, MESH2CONVEX and MESH_SPLIT."""

import math

from support import *

BAR = [0, 0, 0, 4, 0, 0, 4, 1, 0, 0, 1, 0, 0, 0, 1, 4, 0, 1, 4, 1, 1, 0, 1, 1]


def bar(n=4):
    """The bar [0, 4] x [0, 1] x [0, 1] in n elements along x."""
    return HEX(BAR, n, 1, 1, 3, [1, 2, 3, 4, 5, 6])


class Nodes(LanguageTest):
    def test_given_coordinates_are_set_and_returned(self):
        mesh = bar()
        self.assertEqual(mesh.node(1), (1, 0, 0))
        self.assertEqual(mesh.node(1, z=0.25), (1, 0, 0.25))
        self.assertEqual(mesh.node(1, 1.5), (1.5, 0, 0.25))
        self.assertEqual(mesh.node(1), (1.5, 0, 0.25))
        self.assertEqual(mesh.get_data()[0][3:6], [1.5, 0, 0.25])
        self.assert_refused(ValueError, r"MESH\.node: 'n': Node index out of bounds, got 20",
                            lambda: mesh.node(20, 1))
        self.assert_refused(ValueError, r"MESH\.node: 'x' must be finite, got nan",
                            lambda: mesh.node(1, math.nan))

    def test_a_wedge_made_of_a_cube_has_the_volume_and_centre_of_a_wedge(self):
        mesh = HEX(CUBE, 1, 1, 1, 1, [1] * 6)
        for n in range(4, 8):  # the top falls from 1 to 1/2 along x
            x, y, z = mesh.node(n)
            mesh.node(n, z=1 - x / 2)
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec, density=8)
        self.assertAlmostEqual(MASS_CENTER(mesh)[0], (1 / 2 - 1 / 6) / (3 / 4), 13)
        self.assertAlmostEqual(BODY(solfec, "RIGID", mesh, bulk).mass, 8 * 3 / 4, 13)

    def test_what_becomes_inverted_is_refused_by_all_that_takes_it_and_may_be_mended(self):
        mesh = bar(1)
        mesh.node(1, x=-1)
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec)
        for take in (lambda: BODY(solfec, "RIGID", mesh, bulk), lambda: MESH2CONVEX(mesh),
                     lambda: COPY(mesh), lambda: TRANSLATE([mesh], (1, 0, 0)),
                     lambda: BEND(mesh, (0, 0, -1), (0, 1, 0), 10),
                     lambda: BODY(solfec, "FINITE_ELEMENT", cube(), bulk, mesh=mesh)):
            self.assert_refused(ValueError, r"\w+: MESH\.node: element 0 is inverted at its node 0: ", take)
        mesh.node(1, x=4)
        self.assertEqual(BODY(solfec, "RIGID", mesh, bulk).volume, 4)
        self.assert_refused(TypeError, r"MESH\.node: MESH object is empty", lambda: mesh.node(0, 1))

    def test_set_volid_changes_the_material_of_all_elements(self):
        mesh = bar(2)
        self.assertIsNone(mesh.set_volid(9))
        self.assertEqual(mesh.get_data()[1], [8, 0, 1, 4, 3, 6, 7, 10, 9, 9, 8, 1, 2, 5, 4, 7, 8, 11, 10, 9])
        self.assert_refused(TypeError, r"MESH\.set_volid: 'volid' must be an integer",
                            lambda: mesh.set_volid("a"))
        solfec = self.new_solfec()
        body = BODY(solfec, "RIGID", mesh, BULK_MATERIAL(solfec, density=1))
        heavy = BULK_MATERIAL(solfec, label="heavy", density=10)
        MATERIAL(solfec, body, 9, heavy)
        self.assertAlmostEqual(body.mass, 40, 12)


class Faces(LanguageTest):
    def test_faces_between_elements_by_hand(self):
        # a layer of nodes has 2 rows of 3 along x
        self.assertEqual([sorted(face) for face in bar(2).inter_element_faces()], [[1, 4, 7, 10]])
        self.assertEqual(bar(1).inter_element_faces(), [])
        tets = MESH(CUBE[:15], [4, 0, 1, 2, 4, 1, 4, 0, 2, 3, 4, 1], 1)
        self.assertEqual([sorted(face) for face in tets.inter_element_faces()], [[0, 2, 4]])

    def test_faces_on_a_plane_are_those_within_eps(self):
        mesh = bar(4)
        at = lambda x, **more: [sorted(f) for f in
                                mesh.inter_element_faces_on_plane((x, 9, 9), (2, 0, 0), **more)]
        self.assertEqual(at(2), [[2, 7, 12, 17]])
        self.assertEqual(at(2.01), [])
        self.assertEqual(at(2.01, eps=0.02), [[2, 7, 12, 17]])
        self.assertEqual(at(0), [])  # outer
        self.assertEqual(mesh.inter_element_faces_on_plane((2, 0, 0), (1, 1, 0)), [])
        for wrong in ("ON", 1, 2.5):
            self.assert_refused(TypeError, r"MESH\.inter_element_faces_on_plane: 'ref' must be True or "
                                "False", lambda: at(2, ref=wrong))
        self.assert_refused(ValueError, r"MESH\.inter_element_faces_on_plane: 'normal' ",
                            lambda: mesh.inter_element_faces_on_plane((2, 0, 0), (0, 0, 0)))
        self.assert_refused(ValueError, r"MESH\.inter_element_faces_on_plane: 'eps' must be a positive",
                            lambda: at(2, eps=0))

    def test_the_mesh_of_a_body_is_seen_where_it_was_or_where_it_is(self):
        solfec = self.new_solfec(step=0.5)
        body = BODY(solfec, "FINITE_ELEMENT", bar(2), BULK_MATERIAL(solfec, young=1e3, density=1))
        INITIAL_VELOCITY(body, (1, 0, 0), (0, 0, 0))
        RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-3, 10), 1)
        moved = body.mesh.node(0)[0]
        self.assertGreater(moved, 0.9)
        for mesh, shift in ((body.mesh, 0), (TRANSLATE(COPY(body.mesh), (10, 0, 0)), 10)):
            on = lambda x, ref: len(mesh.inter_element_faces_on_plane((x + shift, 0, 0), (1, 0, 0), ref, 1e-9))
            self.assertEqual([on(2, True), on(2 + moved, True)], [1, 0])
            self.assertEqual([on(2, False), on(2 + moved, False)], [0, 1])
        mesh.node(1, x=7, y=0, z=0)
        mesh.node(4, x=7, y=1, z=0)
        mesh.node(7, x=7, y=0, z=1)
        mesh.node(10, x=7, y=1, z=1)
        self.assertEqual(len(mesh.inter_element_faces_on_plane((7, 0, 0), (1, 0, 0), True)), 1)


class Points(LanguageTest):
    def integral(self, points, size, function):
        return size * sum(function(*p) for p in points) / len(points)

    def test_they_integrate_polynomials(self):
        mesh = bar(4)
        volume = mesh.volume_integration_points()
        self.assertEqual(len(volume), 32)
        self.assertAlmostEqual(self.integral(volume, 4, lambda x, y, z: x ** 3 * y ** 2 * z), 64 / 3 / 2, 11)
        side = mesh.surface_integration_points(5)  # y = 0
        self.assertEqual(len(side), 16)
        self.assertAlmostEqual(self.integral(side, 4, lambda x, y, z: x ** 2 * z ** 3 + y), 64 / 3 / 4, 12)
        self.assertEqual(len(mesh.surface_integration_points()), 4 * 18)
        self.assertEqual((mesh.surface_integration_points(77), mesh.volume_integration_points(77)), ([], []))
        self.assertEqual(mesh.volume_integration_points(3), volume)

    def test_one_face_has_the_gauss_points(self):
        mesh = HEX(CUBE, 1, 1, 1, 1, [1, 2, 3, 4, 5, 6])
        a, b = 0.5 - 0.5 / math.sqrt(3), 0.5 + 0.5 / math.sqrt(3)
        points = sorted(tuple(round(x, 12) for x in p) for p in mesh.surface_integration_points(6))
        self.assertEqual(points, [(round(x, 12), round(y, 12), 1) for x in (a, b) for y in (a, b)])


class ToConvex(LanguageTest):
    def test_the_mesh_stays_and_the_polyhedra_have_its_volume(self):
        mesh = bar(4)
        convex = MESH2CONVEX(mesh)
        self.assertIsInstance(convex, CONVEX)
        self.assertEqual((convex.nver, mesh.nnod), (4 * 8, 20))
        solfec = self.new_solfec()
        body = BODY(solfec, "RIGID", convex, BULK_MATERIAL(solfec, density=2))
        twin = BODY(solfec, "RIGID", TRANSLATE(mesh, (0, 0, 5)), body.material)
        self.assertAlmostEqual(body.mass, 8, 13)
        for one, other in zip(body.tensor, twin.tensor):
            self.assertAlmostEqual(one, other, 12)
        self.assert_refused(TypeError, "MESH2CONVEX: 'mesh' must be a MESH object", lambda: MESH2CONVEX(body))
        self.assert_refused(TypeError, "MESH2CONVEX: MESH object is empty", lambda: MESH2CONVEX(mesh))

    def normals(self, shape):
        """Normals of a block that stands deep in the middle of an obstacle."""
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec)
        BODY(solfec, "OBSTACLE", shape, bulk)
        BODY(solfec, "RIGID", BOX((1.95, 0.2, 0.93), (0.6, 0.6, 0.6), 1, 1), bulk)
        WARNINGS(solfec, "OFF")
        RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 100), 1e-3)
        return sorted(tuple(round(x, 9) for x in c.base[6:]) for c in solfec.constraints if c.kind == "CONTACT")

    def test_inner_faces_give_no_normals(self):
        found = self.normals(MESH2CONVEX(bar(4)))
        self.assertTrue(found)
        self.assertEqual({abs(n[2]) for n in found}, {1.0})
        self.assertEqual(found, self.normals(bar(4)))

    def test_polyhedra_that_are_cut_keep_what_is_inside(self):
        below, above = SPLIT(MESH2CONVEX(bar(4)), (0, 0, 0.5), (0, 0, 1), 8)
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec, density=1)
        self.assertAlmostEqual(BODY(solfec, "RIGID", above, bulk).mass, 2, 13)
        self.assertEqual({abs(n[2]) for n in self.normals(TRANSLATE(below, (0, 0, 0.5)))}, {1.0})


class Split(LanguageTest):
    def test_parts_have_the_volume_of_the_mesh_and_touch_where_it_was_opened(self):
        mesh = bar(4)
        parts = MESH_SPLIT(mesh, faceset=mesh.inter_element_faces_on_plane((1, 0, 0), (1, 0, 0)), surfid1=8, surfid2=9)
        self.assertEqual([part.nnod for part in parts], [8, 16])
        self.assertEqual(mesh.nnod, 20)  # not emptied
        self.assertEqual([parts[0].nodes_on_surface(9), parts[1].nodes_on_surface(8)], [None, None])
        self.assertEqual(len(parts[0].nodes_on_surface(8)) + len(parts[1].nodes_on_surface(9)), 8)
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec, density=2)
        masses = [BODY(solfec, "FINITE_ELEMENT", part, bulk).mass for part in parts]
        self.assertAlmostEqual(masses[0], 2, 13)
        self.assertAlmostEqual(masses[1], 6, 13)

    def test_the_listed_loop_tells_the_side_of_the_first_id(self):
        mesh = bar(2)
        loop, = mesh.inter_element_faces()
        for nodes, first in ((loop, 0), (loop[1:] + loop[:1], 0), (loop[::-1], 1)):
            parts = MESH_SPLIT(mesh, faceset=[nodes, nodes], surfid1=8, surfid2=9)
            self.assertEqual([part.nodes_on_surface(8) is not None for part in parts], [first == 0, first == 1])
            self.assertEqual([part.nodes_on_surface(9) is not None for part in parts], [first == 1, first == 0])

    def test_nodes_open_the_faces_that_have_them_all(self):
        mesh = bar(4)
        middle = [n for n in range(mesh.nnod) if mesh.node(n)[0] == 2]
        parts = MESH_SPLIT(mesh, middle, surfid1=8, surfid2=9)
        self.assertEqual([part.nnod for part in parts], [12, 12])
        self.assertTrue(all(len(part.nodes_on_surface(8)) == 4 for part in parts))
        self.assertIsNone(MESH_SPLIT(mesh, middle[1:]))
        self.assertIsNone(MESH_SPLIT(mesh, faceset=[]))
        self.assertIsNone(MESH_SPLIT(mesh, middle, []))  # faceset wins
        self.assertEqual(len(MESH_SPLIT(mesh, range(mesh.nnod))), 4)

    def test_a_slit_leaves_one_mesh(self):
        mesh = HEX(BAR, 2, 2, 1, 3, [1] * 6)
        open_face = [f for f in mesh.inter_element_faces_on_plane((2, 0, 0), (1, 0, 0)) if
                     all(mesh.node(n)[1] >= 0.5 for n in f)]
        part, = MESH_SPLIT(mesh, faceset=open_face)
        self.assertEqual((mesh.nnod, part.nnod), (18, 20))

    def test_wrong_faces_are_named(self):
        mesh = bar(2)
        face = mesh.inter_element_faces()[0]
        for kind, text, call in (
                (TypeError, "'nodeset' or 'faceset' must be given", lambda: MESH_SPLIT(mesh)),
                (ValueError, "'nodeset' must hold nodes from 0 to 11, got 12", lambda: MESH_SPLIT(mesh, [12])),
                (ValueError, "'nodeset' must hold nodes from 0 to 11, got -1", lambda: MESH_SPLIT(mesh, [-1])),
                (TypeError, "'faceset' must be a list of lists of 3 or 4 node numbers, got 3", lambda: MESH_SPLIT(mesh, faceset=3)),
                (TypeError, "'faceset' must be a list of lists of 3 or 4 node numbers", lambda: MESH_SPLIT(mesh, faceset=[3])),
                (ValueError, r"'faceset' has an invalid face size \(neither 3 nor 4\): face 1 has 2 nodes",
                 lambda: MESH_SPLIT(mesh, faceset=[face, face[:2]])),
                (ValueError, "'faceset' must hold nodes from 0 to 11, face 0 has 12", lambda: MESH_SPLIT(mesh, faceset=[[0, 1, 12]])),
                (ValueError, "'faceset' must hold nodes from 0 to 11, face 0 has 0.5", lambda: MESH_SPLIT(mesh, faceset=[[0.5, 1, 2]])),
                (ValueError, "'faceset' must hold faces between two elements, face 0 with the nodes 0, 1, 4, 3 is none",
                 lambda: MESH_SPLIT(mesh, faceset=[[0, 1, 4, 3]]))):
            self.assert_refused(kind, "MESH_SPLIT: " + text, call)


if __name__ == "__main__":
    main()
