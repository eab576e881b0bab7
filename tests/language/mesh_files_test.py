"""Meshes of solids that solfec.mesh reads: volumes, ids and names against sums by hand; refused files."""

import contextlib
import importlib.util
import io
import itertools
import warnings

import mesh_files as files
import numpy as np
from support import *

from solfec.mesh import gmsh, read

HAVE_MESHIO = importlib.util.find_spec("meshio") is not None
WRITERS = {"2.msh": files.gmsh22, "4.msh": files.gmsh41,
           "b.msh": lambda case: files.gmsh41(case, binary=True), "a.inp": files.abaqus}
if HAVE_MESHIO:
    WRITERS.update({"a.vtk": files.vtk, "a.vtu": files.vtu})


class MeshTest(LanguageTest):
    def put(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(content)
        return path

    def refused(self, name, content, text):
        path = self.put(name, content)
        self.assert_refused(ValueError, "solfec.mesh.read: " + re.escape(path) + text, lambda: read(path))

    def silent(self, *words, **keys):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            mesh = read(*words, **keys)
        return mesh, out.getvalue()


class EveryFormat(MeshTest):
    def test_volumes_agree_with_sums_by_hand(self):
        case = files.mixed()
        for name, write in WRITERS.items():
            with self.subTest(name):
                mesh, _ = self.silent(self.put(name, write(case)))
                self.assertEqual({k: len(t) for k, t in mesh.elements.items()}, {4: 1, 5: 1, 6: 1, 8: 8})
                self.assertAlmostEqual(mesh.volume / files.volume_by_hand(case), 1.0, 12)
                self.assertEqual(len(mesh.nodes), len(case.nodes) - 1)  # the last belongs to no solid

    def test_scale_multiplies_lengths(self):
        case = files.mixed(size=1000.0)
        mesh, _ = self.silent(self.put("2.msh", files.gmsh22(case)), scale=1e-3)
        self.assertAlmostEqual(mesh.volume / (files.volume_by_hand(case) * 1e-9), 1.0, 12)

    def test_groups_become_volume_and_surface_ids(self):
        case = files.mixed()
        for name, write in WRITERS.items():
            with self.subTest(name):
                mesh, _ = self.silent(self.put(name, write(case)))
                if name.endswith("msh"):
                    self.assertEqual(mesh.volumes, {"cube": 7, "others": 8, "tet": 9})
                    self.assertEqual(mesh.surfaces, {"bottom": 4, "foot": 5})
                if name.endswith("inp"):
                    self.assertEqual(mesh.volumes, {"CUBE": 1, "OTHERS": 2, "TET": 3})
                    self.assertEqual(set(mesh.surfaces), {"BOTTOM", "FOOT"})
                for number, old in zip(sorted({i for v in mesh.volids.values() for i in v}), (7, 8, 9)):
                    self.assertAlmostEqual(mesh.volume_of(int(number))
                                           / files.volume_by_hand(case, old), 1.0, 12)
                bottom = mesh.surfaces.get("bottom") or mesh.surfaces.get("BOTTOM") or 4
                self.assertEqual(set(mesh.surfids[4]), {bottom})
                self.assertTrue((mesh.nodes[mesh.faces[4]][..., 2] == 0.0).all())
                self.assertEqual(len(mesh.faces[4]), 4)

    def test_mesh_of_the_language_has_volume_and_mass(self):
        case = files.mixed()
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec, density=2000.0)
        for name, write in WRITERS.items():
            with self.subTest(name):
                mesh, _ = self.silent(self.put(name, write(case)))
                body = BODY(solfec, "RIGID", mesh.part(int(mesh.volids[8][0])).mesh(), bulk)
                self.assertAlmostEqual(body.mass / (2000.0 * files.volume_by_hand(case, 7)), 1.0, 12)

    def test_pieces_that_share_no_node_are_parts(self):
        mesh, _ = self.silent(self.put("2.msh", files.gmsh22(files.mixed())))
        parts = mesh.parts()
        self.assertEqual([part.count for part in parts], [8, 1, 1, 1])
        self.assertEqual([set(part.surfaces) for part in parts], [{"bottom"}, set(), set(), {"foot"}])
        self.assertAlmostEqual(sum(part.volume for part in parts) / mesh.volume, 1.0, 12)


class Order(MeshTest):
    def test_left_handed_elements_are_renumbered_and_told(self):
        case = files.mixed()
        mirror = [("hexa", case.blocks[0][1][:, [4, 5, 6, 7, 0, 1, 2, 3]], 7)] + case.blocks[1:]
        other = files.Case(case.nodes, mirror, case.names)
        mesh, told = self.silent(self.put("2.msh", files.gmsh22(other)))
        self.assertAlmostEqual(mesh.volume / files.volume_by_hand(case), 1.0, 12)
        self.assertIn("8 left-handed elements of 8 nodes renumbered", told)

    def test_twisted_hexahedra_are_refused_by_element_and_node(self):
        case = files.mixed()
        table = case.blocks[0][1].copy()
        table[2, [0, 1]] = table[2, [1, 0]]
        twisted = files.Case(case.nodes, [("hexa", table, 7)], {})
        self.refused("2.msh", files.gmsh22(twisted), ": hexahedron 3 is flat or turned inside out at node 1")

    def test_second_order_is_reduced_with_a_line(self):
        nodes = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
        nodes += [tuple((np.array(nodes[i]) + nodes[j]) / 2) for i, j in
                  ((0, 1), (1, 2), (0, 2), (0, 3), (2, 3), (1, 3))]
        case = files.Case(nodes, [("tetra10", np.array([range(10)]), 1)], {(3, 1): "T"})
        for name, write in (("2.msh", files.gmsh22), ("a.inp", files.abaqus)):
            mesh, told = self.silent(self.put(name, write(case)))
            self.assertIn("second order reduced to first order, edges become straight: 1 tetrahedron of "
                          "10 nodes", told)
            self.assertIn("6 nodes that no solid has as a corner left out", told)
            self.assertAlmostEqual(mesh.volume, 1.0 / 6.0, 15)
        again = files.Case(np.concatenate([nodes, np.array(nodes) + 5]), [("tetra10", np.arange(20).reshape(2, 10), 1)], {(3, 1): "T"})
        self.assertIn("become straight: 2 tetrahedra of 10 nodes", self.silent(self.put("2.msh", files.gmsh22(again)))[1])


class Abaqus(MeshTest):
    TEXT = ("*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 0, 1, 0\n4, 0, 0, 1\n5, 0, 0, -1\n*ELEMENT, TYPE=C3D4\n"
            "1, 1, 2, 3, 4\n2, 1, 3, 2, 5\n*ELSET, ELSET=UP\n1\n*ELSET, ELSET=BOTH, GENERATE\n1, 2, 1\n"
            "*ELSET, ELSET=DOWN\n2\n*SURFACE, NAME=Top\nUP, S3\n*NSET, NSET=LEFT\n1, 3, 4, 5\n")

    def test_the_smallest_set_has_an_element_then_the_later_one(self):
        mesh, told = self.silent(self.put("a.inp", self.TEXT.encode()))
        self.assertEqual(mesh.volumes, {"UP": 1, "DOWN": 3})
        self.assertEqual(mesh.volids[4].tolist(), [1, 3])
        self.assertIn("smaller element sets, or later ones of their size, have all elements of 'BOTH'", told)
        text = self.TEXT.replace("*SURFACE", "*ELSET, ELSET=AGAIN\n2\n*ELSET, ELSET=_P4, INTERNAL\n1\n*SURFACE")
        mesh, told = self.silent(self.put("a.inp", text.encode()))
        self.assertEqual(mesh.volumes, {"UP": 1, "AGAIN": 4})
        self.assertIn("have all elements of 'BOTH', 'DOWN'", told)

    def test_small_node_sets_come_before_large_ones(self):
        text = self.TEXT.replace("*NSET, NSET=LEFT", "*NSET, NSET=MOST\n1, 2, 3, 4\n*NSET, NSET=SIDE\n1, 3, 4\n"
                                 "*NSET, NSET=LEFT")
        mesh, _ = self.silent(self.put("a.inp", text.encode()))
        side = mesh.faces[3][mesh.surfids[3] == mesh.surfaces["SIDE"]]
        self.assertEqual({tuple(p) for p in mesh.nodes[side[0]]}, {(0, 0, 0), (0, 1, 0), (0, 0, 1)})

    def test_surfaces_and_node_sets_give_faces(self):
        mesh, _ = self.silent(self.put("a.inp", self.TEXT.encode()))
        top = mesh.faces[3][mesh.surfids[3] == mesh.surfaces["Top"]]
        self.assertEqual(sorted(top[0].tolist()), [1, 2, 3])
        left = mesh.faces[3][mesh.surfids[3] == mesh.surfaces["LEFT"]]
        self.assertEqual(sorted(sorted(f) for f in left.tolist()), [[0, 2, 3], [0, 2, 4]])

    def test_unsupported_elements_are_named_with_their_count(self):
        text = self.TEXT + "*ELEMENT, TYPE=CONN3D2\n7, 1, 2\n8, 2, 3\n"
        _, told = self.silent(self.put("a.inp", text.encode()))
        self.assertIn("left out elements that MESH has not: 2 of CONN3D2", told)

    def test_surfaces_that_later_ones_take_are_told(self):
        text = self.TEXT.replace("*NSET", "*SURFACE, NAME=Part\nUP, S3\nDOWN, S3\n*NSET")
        mesh, told = self.silent(self.put("a.inp", text.encode()))
        self.assertEqual(set(mesh.surfaces), {"PART", "LEFT"})
        self.assertIn("later surfaces have all outer faces of 'TOP'\n", told)
        text = text.replace("UP, S3\nDOWN, S3", "DOWN, S3")  # nothing in common
        mesh, told = self.silent(self.put("a.inp", text.encode()))
        self.assertEqual((set(mesh.surfaces), told), ({"TOP", "PART", "LEFT"}, mesh.path + ": smaller element sets, or "
                         "later ones of their size, have all elements of 'BOTH'\n"))
        text = self.TEXT.replace("*SURFACE", "*SURFACE, NAME=Inner\nUP, S1\n*SURFACE")  # told as faces inside, not as taken
        _, told = self.silent(self.put("a.inp", text.encode()))
        self.assertIn("1 face of surface groups lies inside and has no id", told)
        self.assertNotIn("later surfaces", told)

    def test_node_sets_without_a_face_of_their_own_are_told(self):
        more = "*SURFACE, NAME=LEFT\nDOWN, S2\n*NSET, NSET=TOP\n2, 3, 4\n*NSET, NSET=AGAIN\n2, 3, 4\n*NSET, NSET=LINE\n1, 2\n"
        mesh, told = self.silent(self.put("a.inp", (self.TEXT + more).encode()))
        self.assertIn("surfaces and smaller node sets have all outer faces of the node sets 'AGAIN'\n", told)
        self.assertIn("node sets with the names of surfaces give no faces: 'LEFT'\n", told)  # it has a face more
        self.assertEqual(set(mesh.surfaces), {"TOP", "LEFT"})
        self.assertEqual(sorted(mesh.surfids[3].tolist()), sorted(mesh.surfaces.values()))

    def test_names_are_found_without_regard_to_case(self):
        mesh, _ = self.silent(self.put("a.inp", self.TEXT.replace("NAME=Top", "NAME=Top\nUP, S4\n*SURFACE, NAME=TOP").encode()))
        self.assertEqual(list(mesh.surfaces), ["TOP", "LEFT"])  # one surface of two faces
        self.assertEqual((mesh.surfids[3] == mesh.surfaces["Top"]).sum(), 2)
        self.assertEqual([mesh.surfaces[name] for name in ("top", "TOP")], 2 * [mesh.surfaces.get("toP")])
        self.assertTrue("top" in mesh.surfaces and "none" not in mesh.surfaces and 3 not in mesh.surfaces)
        self.assertIsNone(mesh.surfaces.get("none"))
        self.assertEqual(mesh.part("Down").surfaces["left"], mesh.surfaces["LEFT"])
        self.assertAlmostEqual(mesh.volume_of("down"), 1.0 / 6.0, 15)
        with self.assertRaisesRegex(KeyError, "no group has the name 'side'; there are 'TOP', 'LEFT'"):
            mesh.surfaces["side"]
        self.assert_refused(ValueError, "part: no volume group has the name 'none'; there are 'UP', 'DOWN'",
                            lambda: mesh.part("none"))

    def test_a_missing_include_is_told_with_the_line_that_asks_for_it(self):
        self.refused("a.inp", b"*HEADING\none\n*INCLUDE, INPUT=gone.inp\n", r":3: \*INCLUDE: .*gone.inp cannot be opened: No such file")
        inner = self.put("inner.inp", b"** one\n*INCLUDE, INPUT=empty.inp\n")
        self.put("empty.inp", b"\n")
        path = self.put("a.inp", b"*INCLUDE, INPUT=inner.inp\n")
        self.assert_refused(ValueError, "solfec.mesh.read: " + re.escape(inner) + r":2: \*INCLUDE: .*empty.inp is empty", lambda: read(path))

    def test_included_files_are_read_and_named_in_errors(self):
        nodes, rest = Abaqus.TEXT.split("*ELEMENT", 1)
        self.put("nodes.inp", nodes.encode())
        path = self.put("a.inp", ("*INCLUDE, INPUT=nodes.inp\n*ELEMENT" + rest).encode())
        self.assertAlmostEqual(self.silent(path)[0].volume, 1.0 / 3.0, 15)
        inner = self.put("nodes.inp", nodes.replace("3, 0, 1", "3, 0, y").encode())
        self.assert_refused(ValueError, "solfec.mesh.read: " + re.escape(inner) + ":4: numbers between commas",
                            lambda: read(path))
        self.put("nodes.inp", b"*INCLUDE, INPUT=nodes.inp\n")
        self.assert_refused(ValueError, ".*INCLUDE may be nested eight times", lambda: read(path))

    def test_coordinates_that_are_left_out_are_zero(self):
        text = Abaqus.TEXT.replace("1, 0, 0, 0\n2, 1, 0, 0\n", "1\n2, 1\n").replace("4, 0, 0, 1", "4, , ,1")
        self.assertAlmostEqual(self.silent(self.put("a.inp", text.encode()))[0].volume, 1.0 / 3.0, 15)


class Gmsh(MeshTest):
    def test_names_that_only_case_tells_apart_are_found_as_they_are_spelt(self):
        case = files.mixed()
        names = {**case.names, (3, 7): "Stone", (3, 8): "STONE"}
        mesh, _ = self.silent(self.put("2.msh", files.gmsh22(files.Case(case.nodes, case.blocks, names))))
        self.assertEqual((mesh.volumes["Stone"], mesh.volumes["STONE"], mesh.volumes["TET"]), (7, 8, 9))
        self.assertNotIn("stone", mesh.volumes)
        self.assert_refused(ValueError, "part: no volume group has the name 'stone'", lambda: mesh.part("stone"))

    def test_entities_without_a_group_have_the_id_zero(self):
        case = files.mixed()
        text = files.gmsh41(case)
        lines = text.split(b"\n")
        at = max(i for i, line in enumerate(lines) if line == b"0.0 0.0 0.0 1.0 1.0 1.0")
        self.assertEqual(lines[at + 1:at + 3], [b"1", b"9"])  # the tetrahedron: one group, 9
        lines[at + 1:at + 3] = [b"0"]
        mesh, _ = self.silent(self.put("4.msh", b"\n".join(lines)))
        self.assertEqual(mesh.volids[4].tolist(), [0])
        self.assertEqual(set(mesh.volumes), {"cube", "others"})

    def test_faces_inside_the_solid_have_no_id_and_are_told(self):
        case = files.mixed()
        inside = ("quad", np.array([[9, 12, 13, 10]]), 4)  # between the two layers along x
        blocks = case.blocks + [inside]
        mesh, told = self.silent(self.put("2.msh", files.gmsh22(files.Case(case.nodes, blocks, case.names))))
        self.assertIn("1 face of surface groups lies inside and has no id", told)
        self.assertEqual(len(mesh.faces[4]), 4)

    def test_elements_of_several_groups_belong_to_the_smallest(self):
        case = files.mixed()
        names = {**case.names, (3, 3): "all", (3, 1): "two", (2, 6): "corner"}
        hexa, bottom = case.blocks[0][1], case.blocks[4][1]
        more = [(kind, table, 3) for kind, table, _ in case.blocks[:4]]
        twice = more + case.blocks + [("hexa", hexa[5:7], 1), ("quad", bottom[:1], 6)]
        old = files.gmsh22(files.Case(case.nodes, twice, names))
        text = files.gmsh41(files.Case(case.nodes, case.blocks, names))
        for entity in (b"[7]", b"[8]", b"[9]"):  # the solids are in the group 3 as well
            one = b"\n1\n" + entity[1:-1] + b"\n0\n"
            self.assertEqual(text.count(one), 2 if entity == b"[8]" else 1)
            text = text.replace(one, b"\n2\n3 " + entity[1:-1] + b"\n0\n")
        for name, content in (("22.msh", old), ("41.msh", text)):
            mesh, told = self.silent(self.put(name, content))
            with self.subTest(name=name):
                self.assertEqual(mesh.count, 11)
                self.assertAlmostEqual(mesh.volume / files.volume_by_hand(case), 1.0, 12)
                self.assertNotIn("all", mesh.volumes)
                self.assertIn("of the groups 'all' and 'others' belong to 'others' here, the smaller one; "
                              "nothing is left of 'all'", told)
                self.assertIn("1 solid of the groups 'all' and 'tet' belongs to 'tet' here", told)
                if name == "22.msh":
                    self.assertEqual(mesh.volids[8].tolist(), 6 * [7] + 2 * [1])
                    corners = [mesh.nodes[row].mean(axis=0) for row in mesh.elements[8][6:]]
                    np.testing.assert_array_equal(corners, [case.nodes[row].mean(axis=0) for row in hexa[5:7]])
                    self.assertEqual(sorted(mesh.surfids[4].tolist()), [4, 4, 4, 6])
                    self.assertIn("2 solids of the groups 'cube' and 'two' belong to 'two'", told)
                    self.assertIn("1 face of the groups 'bottom' and 'corner' belongs to 'corner'", told)
                    self.assertEqual(mesh.part("two").count, 2)

    def test_elements_of_the_same_nodes_are_refused(self):
        case = files.mixed()
        for row in (case.blocks[0][1][0], np.roll(case.blocks[0][1][0].reshape(2, 4), 1, axis=1).ravel()):  # as it is, and turned
            again = case.blocks + [("hexa", row[None], 7)]
            for write in (files.gmsh22, files.gmsh41):
                self.refused("2.msh", write(files.Case(case.nodes, again, case.names)),
                             r": hexahedra 1 and \d+ have the same nodes, one of them must be left out$")

    def test_entities_that_the_file_does_not_list_are_told(self):
        text = files.gmsh41(files.mixed())
        head, rows = text.split(b"$Elements")
        self.assertEqual(rows.count(b"\n3 4 4\n1\n"), 1)  # the tetrahedron, of the volume 4
        mesh, told = self.silent(self.put("4.msh", head + b"$Elements" + rows.replace(b"\n3 4 4\n", b"\n3 77 4\n")))
        self.assertIn("$Entities lacks volume 77 (1 element): these elements have no group\n", told)
        self.assertEqual((mesh.volids[4].tolist(), set(mesh.volumes)), ([0], {"cube", "others"}))
        self.assertIn("  volume id 0: without a name, ", mesh.report())

    def test_partitioned_meshes_have_the_groups_of_their_parts(self):
        """A tetrahedron of volume 1/6 and one of 1/3 in two partitions of one body."""
        text = ("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 5 \"body\"\n$EndPhysicalNames\n$Entities\n0 0 0 1\n"
                "1 0 0 0 1 1 1 1 5 0\n$EndEntities\n$PartitionedEntities\n2\n1\n9 1\n0 0 0 2\n2 3 1 1 1 0 0 0 1 1 1 1 5 0\n"
                "3 3 1 1 2 0 0 0 1 1 1 1 5 2 7 8\n$EndPartitionedEntities\n$Nodes\n1 5 1 5\n3 2 0 5\n1\n2\n3\n4\n5\n"
                "0 0 0\n1 0 0\n0 1 0\n0 0 1\n0 0 -2\n$EndNodes\n$Elements\n2 2 1 2\n3 2 4 1\n1 1 2 3 4\n3 3 4 1\n2 1 3 2 5\n$EndElements\n")
        mesh, told = self.silent(self.put("4.msh", text.encode()))
        self.assertEqual((told, mesh.volumes), ("", {"body": 5}))
        self.assertAlmostEqual(mesh.volume_of("body"), 0.5, 15)
        late = re.sub(r"(\$Entities.*EndEntities\n)(.*)", r"\2\1", text, flags=re.S)
        self.refused("4.msh", late.encode(), r":\d+: \$Entities must come before \$Elements$")

    def test_ids_without_a_name_are_listed(self):
        case = files.mixed()
        mesh, _ = self.silent(self.put("2.msh", files.gmsh22(files.Case(case.nodes, case.blocks, {(3, 8): "others"}))))
        self.assertEqual([line.split(",")[0] for line in mesh.report().splitlines() if " id " in line],
                         ["  volume id 8: 'others'", "  volume id 7: without a name", "  volume id 9: without a name",
                          "  surface id 4: without a name", "  surface id 5: without a name"])
        self.assertIn("  volume id 7: without a name, %.9g m^3\n" % files.volume_by_hand(case, 7), mesh.report())
        self.assertIn("  surface id 4: without a name, 4 faces", mesh.report())

    def test_counts_and_ends_are_told(self):
        old, new = files.gmsh22(files.mixed()), files.gmsh41(files.mixed())
        line = old[:old.index(b"$Nodes")].count(b"\n") + 2
        for count in (b"-3", b"x"):
            self.refused("2.msh", re.sub(rb"(\$Nodes\n)\d+", rb"\g<1>" + count, old),
                         r":%d: (the number of rows of \$Nodes must be a whole number of at least 0|every word must be a number), got '%s'$"
                         % (line, count.decode()))
        line = new[:new.index(b"$Nodes")].count(b"\n") + 2
        self.refused("4.msh", re.sub(rb"(\$Nodes\n)\d+", rb"\g<1>-2", new), ":%d: the number of blocks of nodes must be at least 0, got -2$" % line)
        self.refused("4.msh", re.sub(rb"(\$Nodes\n)\d+", rb"\g<1>999", new), r":\d+: the head of a block of nodes \(dimension, entity, "
                     r"parametric\) must stand here, 3 numbers, the section ends$")
        self.refused("4.msh", re.sub(rb"\$Entities\n(.*\n)*\$EndEntities", b"$Entities\n1\n$EndEntities", new), r":\d+: the number of curves must "
                     "stand here, the section ends$")

    def test_exponents_of_fortran_are_numbers(self):
        case = files.mixed()
        text = re.sub(rb"^(1\d\d) (\S+)", rb"\1 \2D+00", files.gmsh22(case), flags=re.M)
        self.assertIn(b"D+00", text)
        self.assertAlmostEqual(self.silent(self.put("2.msh", text))[0].volume / files.volume_by_hand(case), 1.0, 12)

    def test_byte_order_marks_change_nothing(self):
        case = files.mixed()
        for name, write in WRITERS.items():
            if name != "b.msh":
                with self.subTest(name):
                    self.assertAlmostEqual(self.silent(self.put(name, b"\xef\xbb\xbf" + write(case)))[0].volume / files.volume_by_hand(case), 1.0, 12)

    def test_sections_that_are_unknown_are_skipped(self):
        text = files.gmsh22(files.mixed()).replace(b"$Nodes", b"$Comments\nwhatever 1 2\n$EndComments\n$Nodes", 1)
        self.assertEqual(self.silent(self.put("2.msh", text))[0].count, 11)

    def test_versions_counts_and_types_are_checked(self):
        text = files.gmsh22(files.mixed())
        self.refused("2.msh", text.replace(b"2.2 0 8", b"1.0 0 8"), ":2: versions 2.2, 4 and 4.1 can be read, got 1")
        self.refused("2.msh", text.replace(b"1 5 2 7 1 ", b"1 5 2 7 1 1 "), r":\d+: ")
        self.refused("2.msh", text.replace(b"\n1 5 2", b"\n1 555 2"), r":\d+: element type 555 is unknown")
        self.refused("2.msh", text.replace(b"\n101 ", b"\n100 "), ": node 100 stands twice in \\$Nodes")


    def test_rows_of_another_length_are_told_with_their_line(self):
        lines = files.gmsh22(files.mixed()).decode().split("\n")
        node, wedge = lines.index("$Nodes") + 6, lines.index("$Elements") + 10  # 1 less than their line, which counts from 1

        def wrong(at, text, rule, line=None):
            changed = lines[:at] + text + lines[at + 1:]
            self.refused("2.msh", "\n".join(changed).encode(), ":%d: %s" % (line or at + 1, rule))
        words = lines[node].split()
        wrong(node, [" ".join(words[:3])], r"the row of a node \(number, x, y, z\) has 4 words, here stand 3$")
        wrong(node, [" ".join(words + ["7"])], "the row of a node .* has 4 words, here stand 5$")
        wrong(node, [words[0]], "the row of a node .* has 4 words, here stands 1$")
        wrong(node, [], r"\$Nodes tells 43 rows, here it ends after 42$", lines.index("$EndNodes"))
        wrong(node, 2 * [lines[node]], r"\$Nodes tells 43 rows, here it ends after 44$", lines.index("$EndNodes") + 2)
        words = lines[wedge].split()
        self.assertEqual(words[1:3], ["6", "2"])
        wrong(wedge, [" ".join(words[:-1])], r"the row of a wedge \(6 nodes, 2 tags\) has 11 words, here stand 10$")
        wrong(wedge, [" ".join(words + ["1"])], r"the row of a wedge \(6 nodes, 2 tags\) has 11 words, here stand 12$")
        wrong(wedge, [words[0]], r"the row of an element \(number, type, number of tags, ...\) has 3 words, here stands 1$")
        changed = " ".join(words[:-1] + ["4711"])  # a row of the right length keeps the error that it has
        self.refused("2.msh", "\n".join(lines[:wedge] + [changed] + lines[wedge + 1:]).encode(),
                     r": element 9 \(wedge\) has node 4711, which the file does not define")

    def test_a_surplus_word_is_told_where_the_numbers_fit_all_the_same(self):
        # label 3 of the next row passes for the type of a quadrangle, whose four nodes take the surplus word up
        rows = ["1 2 2 5 1 1 3 2", "2 2 2 5 1 1 2 4", "3 2 2 5 1 2 3 4", "4 2 2 5 1 1 4 3", "5 4 2 6 1 1 2 3 4"]

        def text(rows):
            return "\n".join(["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$Nodes", "4", "1 0 0 0", "2 1 0 0", "3 0 1 0",
                              "4 0 0 1", "$EndNodes", "$Elements", "5", *rows, "$EndElements", ""]).encode()
        self.assertEqual(self.silent(self.put("2.msh", text(rows)))[0].count, 1)
        rows[1] += " 7"
        self.refused("2.msh", text(rows), r":14: the row of a triangle \(3 nodes, 2 tags\) has 8 words, here stand 9$")

    def test_groups_of_cell_data_are_refused_for_files_that_have_their_own(self):
        for name, write in (("2.msh", files.gmsh22), ("a.inp", files.abaqus)):
            path = self.put(name, write(files.mixed()))
            self.assert_refused(ValueError, "solfec.mesh.read: .*: groups is for MED, vtk and vtu",
                                lambda path=path: read(path, groups="part"))

    def test_words_are_counted_line_by_line_however_the_text_is_cut(self):
        text = b" 1 2 3 \n\n 4 5\r\n  \n6\n7 8 9 10"
        self.addCleanup(setattr, gmsh, "CHUNK", gmsh.CHUNK)
        for size in (1, 3, 7, 100):
            gmsh.CHUNK = size
            self.assertEqual(gmsh.words_per_line(text, 0, len(text)).tolist(), [3, 2, 1, 4])
            self.assertEqual(gmsh.words_per_line(text, 3, 15).tolist(), [2, 2])
            self.assertEqual(gmsh.words_per_line(text, 8, 9).tolist(), [])

    def test_lines_may_end_anywhere_where_the_numbers_fit(self):
        text = files.gmsh22(files.mixed()).decode().replace("\n100 ", "\n100\n")
        self.assertEqual(self.silent(self.put("2.msh", text.encode()))[0].count, 11)

    def test_the_first_version_is_told_with_the_way_to_convert_it(self):
        self.refused("1.msh", b"\n$NOD\n1\n1 0 0 0\n$ENDNOD\n$ELM\n0\n$ENDELM\n", r":2: the file has version 1 of gmsh's format "
                     r"\(\$NOD, \$ELM\), versions 2.2 and 4.1 can be read; `gmsh FILE -save -format msh41 -o NEW.msh` converts it$")
        self.refused("4.msh", b"$MeshFormat\n4 0 8\n$EndMeshFormat\n", ":2: version 4 must be 4.1; `gmsh FILE -save -format msh41")


class Refused(MeshTest):
    def test_wrong_words_are_told_with_their_line(self):
        text = files.gmsh22(files.mixed()).decode().split("\n")
        at = text.index("$Nodes") + 4
        text[at] = text[at].replace(" ", " x", 1)
        self.refused("2.msh", "\n".join(text).encode(), ":%d: every word must be a number, got '102 x" % (at + 1))
        self.refused("a.inp", Abaqus.TEXT.replace("2, 1, 0, 0", "2, 1, o, 0").encode(),
                     ":3: numbers between commas must stand here, got '2, 1, o, 0'")
        self.refused("b.inp", Abaqus.TEXT.replace("1, 2, 3, 4", "1, 2, 3").encode(),
                     ":8: C3D4 has a number and 4 nodes, here stand 4 numbers")

    def test_nodes_that_are_not_there_are_told(self):
        self.refused("a.inp", Abaqus.TEXT.replace("1, 2, 3, 4", "1, 2, 3, 44").encode(),
                     r": element 1 \(tetrahedron\) has node 44, which the file does not define")

    def test_files_without_solids_other_names_and_missing_files(self):
        self.refused("a.inp", b"*NODE\n1, 0, 0, 0\n", ": the file has no tetrahedra, pyramids, wedges or hexahedra, which MESH "
                     "needs; it has no elements$")
        self.refused("a.msh", b"", " is empty")
        self.refused("a.xyz", b"1", ": format must be one of gmsh, abaqus, med, vtk, vtu, got '.xyz'")
        self.assert_refused(ValueError, "solfec.mesh.read: none.msh cannot be opened: No such file",
                            lambda: read("none.msh"))
        self.assert_refused(ValueError, "solfec.mesh.read: scale must be positive, got 0",
                            lambda: read("none.msh", scale=0))

    def test_files_without_solids_tell_their_elements(self):
        case = files.mixed()
        flat = [block for block in case.blocks if block[0] in ("quad", "tri")]
        for name, write in WRITERS.items():
            if name != "a.inp":
                content = write(files.Case(case.nodes, flat, case.names))
                self.refused(name, content, ": the file has no tetrahedra, .* which MESH needs; it has 4 quadrangles, 1 triangle$")
        text = "*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 0, 1, 0\n*ELEMENT, TYPE=S3\n1, 1, 2, 3\n*ELEMENT, TYPE=T3D2\n2, 1, 2\n3, 2, 3\n"
        self.refused("a.inp", text.encode(), ": the file has no .* it has 1 triangle, 2 of T3D2$")
        tetrahedron = files.Case(case.nodes[38:42], [("tri", np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]), 1)], {})
        closed = ": .* it has 4 triangles; the triangles are a closed surface: written as STL, OBJ or PLY, solfec.mesh.read_surface"
        self.refused("2.msh", files.gmsh22(tetrahedron), closed)
        if HAVE_MESHIO:
            self.refused("a.vtk", files.vtk(tetrahedron), closed)
        tetrahedron.blocks[0][1][3] = tetrahedron.blocks[0][1][0]
        self.refused("2.msh", files.gmsh22(tetrahedron), ": .* it has 4 triangles$")

    def test_coordinates_out_of_bounds_name_their_node(self):
        text = Abaqus.TEXT.replace("3, 0, 1, 0", "3, 0, -1e101, 0")
        self.refused("a.inp", text.encode(), r": coordinates must be below 1e\+100 m, node 3 has -1e\+101 m$")
        self.refused("a.inp", text.replace("-1e101", "nan").encode(), ": node 3 has a coordinate that is not finite$")

    def test_a_signalling_nan_gives_no_other_warning(self):
        case = files.mixed()
        case.nodes[7] = (0.123, 0.456, 0.789)
        one = np.asarray(case.nodes[7], "<f8").tobytes()
        content = files.gmsh41(case, binary=True)
        self.assertEqual(content.count(one), 1)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.refused("b.msh", content.replace(one, b"\x01\0\0\0\0\0\xf0\x7f" + one[8:]),
                         ": node [0-9]+ has a coordinate that is not finite$")

    @unittest.skipUnless(HAVE_MESHIO, "python3-meshio is not installed")
    def test_numbers_of_vtk_files_count_from_zero(self):
        case, end = files.mixed(), "; nodes and elements of the file count from 0$"
        far, flat, lost = case.nodes.copy(), case.nodes.copy(), [(k, t.copy(), g) for k, t, g in case.blocks]
        far[38] = (2e100, 0, 0)
        flat[41] = flat[38]
        lost[3][1][0, 2] = 77
        for name, write in (("a.vtk", files.vtk), ("a.vtu", files.vtu)):
            self.assertEqual(self.silent(self.put(name, write(case)))[0].labels[4].tolist(), [10])
            self.refused(name, write(files.Case(far, case.blocks, {})), r": coordinates must be below .*, node 38 has 2e\+100 m" + end)
            self.refused(name, write(files.Case(flat, case.blocks, {})), r": tetrahedron 10 is flat or turned inside out at node 38 .*" + end)
            self.refused(name, write(files.Case(case.nodes, lost, {})), r": element 10 \(tetrahedron\) has node 77, the file has 43 points" + end)

    def test_an_error_is_shown_without_the_one_that_it_stands_for(self):
        done = self.run_program("-q", script="from solfec.mesh import read\nread('none.msh')\n")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.count("Traceback"), 1, done.stderr)
        self.assertIn("input.py:2: solfec.mesh.read: none.msh cannot be opened", done.stderr)

    def test_a_cut_file_is_refused_wherever_it_is_cut(self):
        for name, write in WRITERS.items():
            if name == "a.inp":  # has no end mark: what is left may be whole
                continue
            whole = write(files.mixed())
            for end in range(1, int(0.8 * len(whole)), max(1, len(whole) // 37)):
                path = self.put(name, whole[:end])
                with self.subTest(name=name, end=end), self.assertRaisesRegex(ValueError, "solfec.mesh.read"):
                    self.silent(path)


@unittest.skipUnless(HAVE_MESHIO, "python3-meshio is not installed")
class Vtk(MeshTest):
    def encodings(self):
        """Names of files and what writes their bytes, in all encodings that a vtk or vtu file may have."""
        yield "a.vtk", files.vtk
        yield "a.vtu", files.vtu
        for version, binary in itertools.product(("4.2", "5.1"), (False, True)):
            yield "a.vtk", lambda case: files.vtk_bytes(case, version, binary)
        for form, packed, big, raw in itertools.product(("binary", "appended"), (False, True), (False, True), (False, True)):
            if form == "appended" or not raw:
                yield "a.vtu", lambda case: files.vtu_bytes(case, form, packed, big, raw)

    def test_voxels_and_pixels_are_hexahedra_and_quadrangles(self):
        case, plain = files.scan()
        count = 0
        for name, write in self.encodings():
            with self.subTest(number=count):
                content = write(case)
                mesh, told = self.silent(self.put(name, content))
                same, _ = self.silent(self.put(name, write(plain)))
                self.assertAlmostEqual(mesh.volume, 3 * 2 * 1 * 0.5 + 1 / 6, 14)  # by hand
                self.assertEqual({k: t.tolist() for k, t in mesh.volids.items()}, {4: [4], 8: [1, 2, 3]})
                self.assertEqual({k: t.tolist() for k, t in mesh.labels.items()}, {4: [5], 8: [0, 1, 3]})
                for part in ("elements", "faces", "surfids"):
                    for k, table in getattr(mesh, part).items():
                        np.testing.assert_array_equal(table, getattr(same, part)[k])
                np.testing.assert_array_equal(mesh.elements[8][0], [0, 1, 5, 4, 8, 9, 13, 12])
                self.assertEqual(sorted(mesh.surfids[4].tolist()), [5, 6, 6])
                self.assertEqual(told, "")
                with open(mesh.path, "wb") as file:  # what is there stays as it is
                    file.write(content)
            count += 1
        self.assertEqual(count, 18)

    def test_other_cells_are_as_the_library_reads_them(self):
        case, same = files.mixed(), 0
        for name, write in self.encodings():
            path = self.put(name, write(case))
            mesh, _ = self.silent(path)
            with contextlib.suppress(Exception):  # it does not read all encodings
                cells = importlib.import_module("meshio." + name[-3:]).read(path).cells
                table = np.concatenate([block.data for block in cells if block.type == "hexahedron"])
                np.testing.assert_array_equal(mesh.nodes[mesh.elements[8]], case.nodes[table])
                same += 1
            self.assertAlmostEqual(mesh.volume / files.volume_by_hand(case), 1.0, 12)
        self.assertGreater(same, 10)

    def test_files_of_the_library_vtk_are_read(self):
        try:
            from vtkmodules import vtkCommonCore, vtkCommonDataModel, vtkIOLegacy, vtkIOXML
        except ImportError:
            self.skipTest("python3-vtk9 is not installed")
        case, _ = files.scan()
        grid, points = vtkCommonDataModel.vtkUnstructuredGrid(), vtkCommonCore.vtkPoints()
        groups = vtkCommonCore.vtkIntArray()
        groups.SetName("group")
        points.SetDataTypeToDouble()
        for point in case.nodes:
            points.InsertNextPoint(*point)
        grid.SetPoints(points)
        for kind, table, group in case.blocks:
            grid.InsertNextCell(files.VTK[kind], len(table[0]), table[0].tolist())
            groups.InsertNextValue(group)
        grid.GetCellData().AddArray(groups)
        writers = []
        for version, form in itertools.product((42, 51), (1, 2)):
            writers.append(("a.vtk", vtkIOLegacy.vtkUnstructuredGridWriter()))
            writers[-1][1].SetFileVersion(version)
            writers[-1][1].SetFileType(form)
        for mode, pack, encode, order in itertools.product((0, 1, 2), ("None", "ZLib", "LZMA"), (0, 1), (0, 1)):
            writers.append(("a.vtu", vtkIOXML.vtkXMLUnstructuredGridWriter()))
            writers[-1][1].SetDataMode(mode)
            getattr(writers[-1][1], "SetCompressorTypeTo" + pack)()
            writers[-1][1].SetEncodeAppendedData(encode)
            writers[-1][1].SetByteOrder(order)
        for number, (name, writer) in enumerate(writers):
            with self.subTest(number=number):
                path = os.path.join(self.folder, name)
                writer.SetFileName(path)
                writer.SetInputData(grid)
                self.assertEqual(writer.Write(), 1)
                mesh, told = self.silent(path)
                self.assertAlmostEqual(mesh.volume, 3 + 1 / 6, 14)
                self.assertEqual(({k: t.tolist() for k, t in mesh.volids.items()}, sorted(mesh.surfids[4].tolist()), told),
                                 ({4: [4], 8: [1, 2, 3]}, [5, 6, 6], ""))

    def test_cells_that_are_not_read_are_told(self):
        case = files.mixed()
        more = [("polyline", np.array([[0, 1, 2]]), 7), ("strip", np.array([[0, 1, 2, 4]]), 7)]
        mixed = files.Case(case.nodes, case.blocks[:1] + more + case.blocks[1:], {})
        for name, write in self.encodings():
            content = write(mixed)
            if name == "a.vtu" or b"Version 5.1" in content:
                mesh, told = self.silent(self.put(name, content))
                self.assertIn("left out elements that MESH has not: 1 of polyline, 1 of triangle strip\n", told)
                self.assertEqual((mesh.labels[6].tolist(), mesh.volids[6].tolist()), ([10], [8]))
                self.assertAlmostEqual(mesh.volume / files.volume_by_hand(case), 1.0, 12)
            else:
                self.refused(name, content, ": cannot be read as vtk by the library meshio: File contains cells that meshio "
                             "cannot handle; it does not read 1 polyline, 1 triangle strip$")

    def test_wrong_voxels_other_grids_and_several_pieces_are_told(self):
        case, _ = files.scan()
        short = [(kind, table[:, :7] if kind == "voxel" else table, group) for kind, table, group in case.blocks]
        for name, write in self.encodings():
            self.refused(name, write(files.Case(case.nodes, short, {})), ": voxel 0 must have 8 nodes, got 7; nodes and elements "
                         "of the file count from 0$")
        self.refused("a.vtk", b"# vtk DataFile Version 4.2\nvtk output\nASCII\nDATASET POLYDATA\nPOINTS 3 float\n0 0 0 1 0 0 0 1 0\n"
                     b"POLYGONS 1 4\n3 0 1 2\n", ":4: POLYDATA is a surface of polygons, lines or points, MESH needs solids; "
                     "written as STL, OBJ or PLY, solfec.mesh.read_surface reads a surface$")
        self.refused("a.vtu", b'<?xml version="1.0"?>\n<VTKFile type="PolyData" version="0.1">\n</VTKFile>\n', ":2: PolyData is a surface")
        self.refused("a.vtk", b"#vtk DataFile Version 2.0\n", ":1: the first line must begin with '# vtk DataFile Version', got '#vtk")
        one = files.vtu(case)
        piece = one[one.index(b"<Piece"):one.index(b"</UnstructuredGrid>")]
        self.refused("a.vtu", one.replace(piece, 2 * piece), ": the library meshio has read 7 of 14 cells; files of several pieces")


@unittest.skipUnless(HAVE_MESHIO, "python3-meshio is not installed")
class Med(MeshTest):
    def test_families_become_groups(self):
        import meshio
        case = files.mixed()
        kinds = {"hexa": "hexahedron", "tetra": "tetra", "wedge": "wedge", "pyramid": "pyramid"}
        cells = [(kinds[k], t) for k, t, _ in case.blocks if k in kinds]
        mesh = meshio.Mesh(case.nodes, cells,
                           cell_data={"cell_tags": [np.full(len(t), -g) for k, t, g in case.blocks
                                                    if k in kinds]})
        mesh.cell_tags = {-7: ["cube"], -8: ["others"], -9: ["tet"]}
        path = os.path.join(self.folder, "a.med")
        meshio.med.write(path, mesh)
        found, _ = self.silent(path)
        self.assertEqual(found.volumes, {"cube": 7, "others": 8, "tet": 9})
        self.assertAlmostEqual(found.volume / files.volume_by_hand(case), 1.0, 12)
        self.refused("b.med", b"no HDF5 at all", ": cannot be read as med")


if __name__ == "__main__":
    main()
