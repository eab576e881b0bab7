"""Parts and instances of Abaqus files against positions by hand; merged nodes; elements over several lines."""

import itertools
import unittest.mock

import numpy as np
from mesh_files_test import MeshTest
from support import *

from solfec.mesh import merging, read

CORNERS = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]
BRICK = "*NODE\n" + "".join("%d, %g, %g, %g\n" % (i + 1, *p) for i, p in enumerate(CORNERS)) + \
    "*ELEMENT, TYPE=C3D8, ELSET=Whole\n1, 1, 2, 3, 4, 5, 6, 7, 8\n*NSET, NSET=Bottom\n1, 2, 3, 4\n" \
    "*SURFACE, NAME=Lid\nWhole, S2\n"
TET = "*NODE\n1, 0, 0, 0\n2, 2, 0, 0\n3, 0, 2, 0\n4, 0, 0, 2\n*ELEMENT, TYPE=C3D4\n1, 1, 2, 3, 4\n"
PARTS = "*PART, NAME=Brick\n" + BRICK + "*END PART\n*PART, NAME=Tet\n" + TET + "*END PART\n"


def placed(*instances, more=""):
    """Text of a file: *INSTANCE of (name, part, data lines), then what the assembly says."""
    text = PARTS + "*ASSEMBLY, NAME=A\n"
    for name, part, lines in instances:
        text += "*INSTANCE, NAME=%s, PART=%s\n%s*END INSTANCE\n" % (name, part, lines)
    return (text + more + "*END ASSEMBLY\n").encode()


class PartsTest(MeshTest):
    def refused(self, name, content, text):
        path = self.put(name, content)
        self.assert_refused(ValueError, "solfec.mesh.read: " + re.escape(path) + text, lambda: read(path))


class Instances(PartsTest):
    def mesh(self, *instances, more="", **options):
        return self.silent(self.put("a.inp", placed(*instances, more=more)), **options)[0]

    def test_elements_without_a_line_are_none(self):
        self.refused("e.inp", TET.replace("1, 1, 2, 3, 4\n", "").encode(),
                     ": the file has no tetrahedra, .* which MESH needs; it has no elements$")
        path = self.put("f.inp", (TET + "*ELEMENT, TYPE=C3D8\n*ELEMENT, TYPE=S3\n").encode())
        self.assertEqual({k: len(t) for k, t in self.silent(path)[0].elements.items()}, {4: 1})

    def test_parts_stand_where_their_instances_are(self):
        mesh = self.mesh(("One", "Brick", ""), ("Two", "Brick", "5, 0, 0.5\n"), ("T", "Tet", "0, 9, 0\n"))
        self.assertEqual({k: len(t) for k, t in mesh.elements.items()}, {4: 1, 8: 2})
        self.assertAlmostEqual(mesh.volume, 2.0 + 8.0 / 6.0, 14)
        boxes = [part.bounds for part in mesh.parts()]
        for (low, high), wanted in zip(boxes, (((0, 0, 0), (1, 1, 1)), ((5, 0, 0.5), (6, 1, 1.5)),
                                               ((0, 9, 0), (2, 11, 2)))):
            np.testing.assert_allclose([low, high], wanted, atol=1e-15)

    def test_the_second_line_turns_after_the_first_has_moved(self):
        """Moved by (2, 0, 0), then turned by 90 degrees about the z axis through (1, 0, 0): (x, y) -> (1 - y, x - 1)."""
        mesh = self.mesh(("One", "Brick", "2, 0, 0\n1, 0, 0, 1, 0, 7, 90\n"))
        wanted = {tuple(np.round((1 - y, (x + 2) - 1, z), 12)) for x, y, z in CORNERS}
        self.assertEqual({tuple(np.round(p, 12) + 0.0) for p in mesh.nodes}, {tuple(np.array(p) + 0.0) for p in wanted})
        self.assertAlmostEqual(mesh.volume, 1.0, 14)

    def test_a_turn_about_a_skew_axis_keeps_it_and_has_its_angle(self):
        mesh = self.mesh(("One", "Tet", "0, 0, 0\n0, 0, 0, 1, 1, 1, 120\n"))  # x -> y -> z -> x
        np.testing.assert_allclose(sorted(map(tuple, np.round(mesh.nodes, 12) + 0.0)),
                                   sorted([(0, 0, 0), (0, 2, 0), (0, 0, 2), (2, 0, 0)]), atol=1e-12)
        nodes = {tuple(np.round(p, 9) + 0.0): i for i, p in enumerate(mesh.nodes)}
        self.assertEqual(mesh.elements[4][0].tolist(), [nodes[0, 0, 0], nodes[0, 2, 0], nodes[0, 0, 2], nodes[2, 0, 0]])

    def test_sets_have_the_name_of_their_instance(self):
        mesh = self.mesh(("One", "Brick", ""), ("Two", "Brick", "5, 0, 0\n"), ("T", "Tet", "0, 9, 0\n"))
        self.assertEqual(set(mesh.volumes), {"ONE.WHOLE", "TWO.WHOLE", "T"})  # sets overrule the instance
        self.assertEqual(set(mesh.surfaces), {"ONE.LID", "TWO.LID", "ONE.BOTTOM", "TWO.BOTTOM"})
        np.testing.assert_allclose(mesh.part("TWO.WHOLE").bounds[0], (5, 0, 0), atol=1e-15)
        lid = mesh.faces[4][mesh.surfids[4] == mesh.surfaces["TWO.LID"]]
        self.assertEqual({tuple(p) for p in mesh.nodes[lid[0]]}, {(5, 0, 1), (6, 0, 1), (6, 1, 1), (5, 1, 1)})

    def test_a_single_instance_keeps_plain_names_and_numbers(self):
        mesh = self.mesh(("One", "Brick", "0, 0, 3\n"))
        self.assertEqual((set(mesh.volumes), set(mesh.surfaces)), ({"WHOLE"}, {"LID", "BOTTOM"}))
        self.assertEqual(mesh.labels[8].tolist(), [1])
        np.testing.assert_allclose(mesh.bounds[0], (0, 0, 3), atol=1e-15)

    def test_sets_of_the_assembly_refer_to_instances(self):
        more = "*ELSET, ELSET=Both, INSTANCE=One\n1\n*ELSET, ELSET=Both, INSTANCE=Two\nWhole\n" \
               "*ELSET, ELSET=Dotted\nTwo.Whole, T.1\n*NSET, NSET=Feet, INSTANCE=Two\n1, 2, 3, 4\n" \
               "*ELSET, ELSET=Upper, INSTANCE=Two\n1\n*SURFACE, NAME=Top\nUpper, S2\n"
        some = (("One", "Brick", ""), ("Two", "Brick", "5, 0, 0\n"), ("T", "Tet", "0, 9, 0\n"))
        mesh = self.mesh(*some, more=more)
        self.assertEqual(set(mesh.volumes), {"ONE.WHOLE", "UPPER", "T"})  # UPPER is the later one of its size
        self.assertAlmostEqual(mesh.volume_of("UPPER"), 1.0, 14)
        mesh = self.mesh(*some, more="*ELSET, ELSET=Alone, INSTANCE=Two\n1\n*ELSET, ELSET=Dotted\nT.1\n")
        self.assertAlmostEqual(mesh.volume_of("ALONE"), 1.0, 14)
        self.assertAlmostEqual(mesh.volume_of("DOTTED"), 8.0 / 6.0, 14)
        mesh = self.mesh(*some, more=more)
        top = mesh.faces[4][mesh.surfids[4] == mesh.surfaces["Top"]]
        self.assertEqual({tuple(p) for p in mesh.nodes[top[0]]}, {(5, 0, 1), (6, 0, 1), (6, 1, 1), (5, 1, 1)})

    def test_an_instance_may_hold_the_mesh_itself(self):
        text = PARTS.replace("*PART, NAME=Brick", "*PART, NAME=Empty\n*END PART\n*PART, NAME=Brick")
        inside = "*INSTANCE, NAME=Own, PART=Empty\n0, 0, 7\n*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 0, 1, 0\n4, 0, 0, 1\n" \
                 "*ELEMENT, TYPE=C3D4, ELSET=Mine\n1, 1, 2, 3, 4\n*END INSTANCE\n"
        mesh, _ = self.silent(self.put("a.inp", (text + inside).encode()))
        self.assertAlmostEqual(mesh.volume, 1.0 / 6.0, 15)
        np.testing.assert_allclose(mesh.bounds, ((0, 0, 7), (1, 1, 8)), atol=1e-15)
        self.assertEqual(set(mesh.volumes), {"MINE"})
        other = "*INSTANCE, NAME=Two, PART=Brick\n*END INSTANCE\n"
        mesh, _ = self.silent(self.put("a.inp", (text + inside + other).encode()))
        self.assertAlmostEqual(mesh.volume, 1.0 + 1.0 / 6.0, 14)
        self.assertEqual(set(mesh.volumes), {"OWN.MINE", "TWO.WHOLE"})

    def test_sets_of_part_and_assembly_may_have_one_name(self):
        more = "*ELSET, ELSET=Whole, INSTANCE=One\n1\n"
        mesh = self.mesh(("One", "Brick", ""), more=more)
        self.assertEqual(set(mesh.volumes), {"WHOLE"})
        self.assertIn("'ONE.WHOLE'", mesh.report())  # of equal size: the later one, that of the assembly

    def test_parts_without_instances_stand_as_they_are(self):
        mesh, _ = self.silent(self.put("a.inp", PARTS.encode()))
        self.assertAlmostEqual(mesh.volume, 1.0 + 8.0 / 6.0, 14)
        self.assertEqual(len(mesh.nodes), 12)

    def test_many_instances_count_their_elements_on(self):
        mesh = self.mesh(*(("I%d" % i, "Brick", "%d, 0, 0\n" % (3 * i)) for i in range(20)))
        self.assertEqual(sorted(mesh.labels[8].tolist()), list(range(1, 21)))
        self.assertEqual(len(mesh.parts()), 20)

    def test_wrong_parts_are_told_with_their_line(self):
        def wrong(text, rule):
            self.refused("a.inp", text.encode(), rule)
        wrong("*PART\n", r":1: \*PART needs NAME = name")
        wrong("*PART, NAME=A\n*PART, NAME=B\n", r":2: \*PART must stand outside of parts and instances; "
                                                r"\*END PART or \*END INSTANCE is missing")
        wrong("*PART, NAME=A\n*END PART\n*PART, NAME=a\n", r":3: \*PART A stands twice")
        wrong("*INSTANCE, NAME=I\n", r":1: \*INSTANCE needs PART = name")
        wrong("*INSTANCE, NAME=I, PART=A\n", r":1: \*INSTANCE I: \*PART A is not defined above")
        lines = PARTS.count("\n")
        for data, rule in (("1, 2\n", r":%d: \*INSTANCE is moved by a line of 3 numbers and turned by one of 7, "
                                      "here stand 2 numbers" % (lines + 3)),
                           ("0, 0, 0\n0, 0, 0, 0, 0, 0, 9\n", ":%d: the axis of an .INSTANCE needs two points" % (lines + 4)),
                           ("0, 0, 0\n0, 0, 0, 1, 0, 0, inf\n", ":%d: numbers of an .INSTANCE must be below 1e100" % (lines + 4)),
                           ("0, nan, 0\n", ":%d: numbers of an .INSTANCE must be below 1e100" % (lines + 3)),
                           ("0, 0, x\n", ":%d: numbers between commas must stand here, got '0, 0, x'" % (lines + 3))):
            self.refused("a.inp", placed(("I", "Tet", data)), rule)
        self.refused("a.inp", placed(("I", "Tet", ""), ("i", "Tet", "")), r":%d: \*INSTANCE I stands twice" % (lines + 4))
        self.refused("a.inp", placed(("I", "Tet", ""), ("J", "Tet", "")).replace(b"1, 1, 2, 3, 4\n*END", b"1, 1, 2, 3, 9\n*END"),
                     r": element 1 \(tetrahedron\) of \*PART TET has node 9, which the part does not define")
        self.refused("a.inp", placed(("I", "Tet", "")).replace(b"4, 0, 0, 2\n", b"4, 0, 0, 2\n1, 7, 7, 7\n"),
                     r":%d: node 1 stands twice in \*PART TET, first in line %d$" % (lines - 2, lines - 6))
        self.refused("a.inp", (TET.replace("C3D4\n1,", "C3D4\n9000000000000000000,")).encode(),
                     r":6: element numbers must be below 2\^52, got 9000000000000000000")


class Lines(PartsTest):
    def test_hexahedra_go_on_in_the_next_lines(self):
        whole = "1, 1, 2, 3, 4, 5, 6, 7, 8\n"
        for lines in ("1, 1, 2, 3, 4,\n5, 6, 7, 8\n", "1,1,2,3,4,5,6,7,\n8\n", "1,\n1, 2, 3, 4\n5, 6, 7, 8\n"):
            with self.subTest(lines):
                mesh, _ = self.silent(self.put("a.inp", BRICK.replace(whole, lines).encode()))
                self.assertEqual(mesh.volume, 1.0)
        self.refused("a.inp", BRICK.replace(whole, "1, 1, 2, 3, 4,\n5, 6, 7\n").encode(),
                     r":11: C3D8 has a number and 8 nodes, here stand 8 numbers")


class Merge(PartsTest):
    def bricks(self, gap):
        """Two bricks face to face that repeat four nodes, a gap apart."""
        return self.put("a.inp", placed(("One", "Brick", ""), ("Two", "Brick", "%r, 0, 0\n" % (1.0 + gap))))

    def test_near_nodes_become_one(self):
        for gap, merge, nodes, parts in ((0.0, 0.0, 16, 2), (0.0, 1e-9, 12, 1), (1e-4, 1e-5, 16, 2), (1e-4, 1.1e-4, 12, 1)):
            with self.subTest(gap=gap, merge=merge):
                mesh, told = self.silent(self.bricks(gap), merge=merge)
                self.assertEqual((len(mesh.nodes), len(mesh.parts())), (nodes, parts))
                self.assertEqual("4 nodes merged into others within" in told, nodes == 12)
                self.assertAlmostEqual(mesh.volume, 2.0 + (gap if nodes == 12 else 0.0), 12)

    def test_merge_is_in_metres(self):
        mesh, _ = self.silent(self.bricks(1e-3), scale=1e-3, merge=1.1e-6)
        self.assertEqual(len(mesh.nodes), 12)

    def test_sets_and_surfaces_follow(self):
        mesh, _ = self.silent(self.bricks(0.0), merge=1e-9)
        self.assertEqual(set(mesh.surfaces), {"ONE.LID", "TWO.LID", "ONE.BOTTOM", "TWO.BOTTOM"})
        feet = mesh.faces[4][mesh.surfids[4] == mesh.surfaces["TWO.BOTTOM"]]
        self.assertEqual({tuple(p) for p in mesh.nodes[feet[0]]}, {(1, 0, 0), (2, 0, 0), (2, 1, 0), (1, 1, 0)})

    def test_node_sets_that_lie_inside_afterwards_are_told(self):
        sets = "*NSET, NSET=MID, INSTANCE=One\n2, 3, 6, 7\n*NSET, NSET=MID, INSTANCE=Two\n1, 4, 5, 8\n" \
            "*NSET, NSET=EDGE, INSTANCE=One\n2, 3\n*NSET, NSET=END, INSTANCE=One\n1, 4, 5, 8\n"
        path = self.put("a.inp", placed(("One", "Brick", ""), ("Two", "Brick", "1.0001, 0, 0\n"), more=sets))
        mesh, told = self.silent(path)
        self.assertEqual((told.count("inside"), {"MID", "END"} - set(mesh.surfaces)), (0, set()))
        mesh, told = self.silent(path, merge=1e-3)
        self.assertIn("node sets whose faces all lie inside have no id: 'MID'\n", told)
        self.assertEqual({"MID", "END"} & set(mesh.surfaces), {"END"})

    def test_random_points_agree_with_all_pairs(self):
        chance = np.random.default_rng(5)
        for tolerance in (0.01, 0.05, 0.12):
            points = chance.uniform(-1, 1, (150, 3))
            points[::7] = points[1::7][:len(points[::7])] + chance.uniform(-1, 1, (len(points[::7]), 3)) * tolerance
            lead = list(range(len(points)))
            for _ in range(len(points)):  # the least number of the chain, by repeated passes over all pairs
                for i, j in itertools.combinations(range(len(points)), 2):
                    if np.linalg.norm(points[i] - points[j]) <= tolerance:
                        lead[i] = lead[j] = min(lead[i], lead[j])
                if lead == [lead[k] for k in lead]:
                    again = list(lead)
                    for i, j in itertools.combinations(range(len(points)), 2):
                        if np.linalg.norm(points[i] - points[j]) <= tolerance and lead[i] != lead[j]:
                            break
                    else:
                        break
            self.assertEqual(merging.leaders(points, tolerance).tolist(), lead)
            self.assertLess(len(set(lead)), len(points))

    def test_too_large_a_tolerance_is_refused(self):
        path = self.bricks(0.0)
        self.assert_refused(ValueError, "solfec.mesh.read: .*hexahedron 1 has a node twice", lambda: read(path, merge=1.0))
        with unittest.mock.patch.object(merging, "CROWD", 10):
            self.assert_refused(ValueError, "solfec.mesh.read: .*a.inp: merge is too large: more than 10 nodes lie within "
                                            "twice 9 units", lambda: read(path, merge=9.0))
        self.assert_refused(ValueError, "solfec.mesh.read: merge must be at least 0 m, got -1 m", lambda: read(path, merge=-1))
        self.assert_refused(ValueError, "solfec.mesh.read: merge must be finite, got nan m", lambda: read(path, merge=float("nan")))


if __name__ == "__main__":
    main()
