"""Abaqus keywords that move or make nodes and elements: volumes, boxes and counts by hand; what is refused or told."""

import numpy as np
from mesh_files_test import MeshTest
from support import *

from solfec.mesh import read
from solfec.mesh.abaqus_keywords import CHANGING, HARMLESS

CORNERS = [(0, 0, 0), (2, 0, 0), (2, 1, 0), (0, 1, 0), (0, 0, 3), (2, 0, 3), (2, 1, 3), (0, 1, 3)]  # 2 x 1 x 3: volume 6


def nodes(shift=(0, 0, 0), first=1):
    return "".join("%d, %g, %g, %g\n" % (first + i, *(a + b for a, b in zip(p, shift))) for i, p in enumerate(CORNERS))


NODES = "*NODE, NSET=N\n" + nodes()
ELEMENT = "*ELEMENT, TYPE=C3D8, ELSET=A\n1, 1, 2, 3, 4, 5, 6, 7, 8\n"


class GenerationTest(MeshTest):
    def mesh(self, text):
        self.told = ""
        mesh, self.told = self.silent(self.put("a.inp", text.encode()))
        return mesh

    def wrong(self, text, rule):
        path = self.put("a.inp", text.encode())
        self.assert_refused(ValueError, "solfec.mesh.read: " + re.escape(path) + rule, lambda: read(path))

    def box(self, text, low, high, volume):
        mesh = self.mesh(text)
        self.assertAlmostEqual(mesh.volume, volume, 12)
        np.testing.assert_allclose(mesh.bounds, [low, high], atol=1e-12)
        return mesh


class System(GenerationTest):
    def test_nodes_stand_in_the_coordinates_of_the_system_above(self):
        for points, low, high in (
                ("10, 0, 0\n", (10, 0, 0), (12, 1, 3)),  # a shift
                ("10, 0, 0, 10, 1, 0\n", (9, 0, 0), (10, 2, 3)),  # x' = y, y' = -x
                ("10, 0, 0, 10, 1, 7\n", (9, 0, 0), (10, 2, 3)),  # z stays
                ("10, 0, 0, 10, 5, 0\n9, 3, 0\n", (9, 0, 0), (10, 2, 3)),  # third point towards y'
                ("10, 0, 0, 10, 1, 0, 9, 0, 0\n", (9, 0, 0), (10, 2, 3)),  # in one line
                ("0, 0, 0, 0, 0, 1\n1, 0, 0\n", (0, 0, 0), (1, 3, 2))):  # x' = z, y' = x, z' = y
            with self.subTest(points):
                self.box("*System\n" + points + NODES + ELEMENT, low, high, 6.0)

    def test_an_empty_system_is_that_of_the_file_and_ends_with_its_part(self):
        self.box("*SYSTEM\n5, 0, 0\n*SYSTEM\n" + NODES + ELEMENT, (0, 0, 0), (2, 1, 3), 6.0)
        part = "*PART, NAME=%s\n%s*NODE\n" + nodes() + "*ELEMENT, TYPE=C3D8\n1, 1, 2, 3, 4, 5, 6, 7, 8\n*END PART\n"
        mesh = self.mesh(part % ("A", "*SYSTEM\n0, 5, 0\n") + part % ("B", ""))
        self.assertEqual([part.bounds[0].tolist() for part in mesh.parts()], [[0, 5, 0], [0, 0, 0]])

    def test_wrong_points_are_told_with_their_line(self):
        self.wrong("*SYSTEM\n1, 2\n" + NODES, r":2: \*SYSTEM needs one, two or three points of 3 numbers below 1e100, got '1, 2'$")
        self.wrong("*SYSTEM\n0, 0, nan\n" + NODES, r":2: \*SYSTEM needs one, two or three points")
        self.wrong("*SYSTEM\n0, 0, 0, 1, 0, 0\n2, 0, 0\n" + NODES, r":2: the points of \*SYSTEM must not lie on one line")
        self.wrong("*SYSTEM\n0, 0, 0, 0, 0, 1\n" + NODES, r":2: the points of \*SYSTEM must not lie on one line")
        self.wrong("*SYSTEM, NAME=C\n" + NODES, r":1: \*SYSTEM is read without options, got NAME$")


class Nodes(GenerationTest):
    def test_ngen_makes_nodes_on_a_line(self):
        ends = "*NODE\n1, 0, 0, 0\n5, 4, 0, 0\n11, 0, 1, 0\n15, 4, 1, 0\n101, 0, 0, 1\n105, 4, 0, 1\n111, 0, 1, 1\n115, 4, 1, 1\n"
        rows = "*NGEN, NSET=LINE\n1, 5\n11, 15, 1\n*NGEN\n101, 105\n111, 115, 2\n111, 113\n113, 115\n"
        mesh = self.box(ends + rows + "*ELEMENT, TYPE=C3D8\n1, 2, 3, 13, 12, 102, 103, 113, 112\n2, 3, 4, 14, 13, 103, 104, 114, 113\n"
                        "", (1, 0, 0), (3, 1, 1), 2.0)
        self.assertEqual((list(mesh.surfaces), len(mesh.faces[4])), (["LINE"], 2))  # the floor
        np.testing.assert_array_equal(mesh.nodes[mesh.faces[4]][..., 2], 0.0)

    def test_ncopy_shifts_turns_and_repeats(self):
        second = "*ELEMENT, TYPE=C3D8\n2, 101, 102, 103, 104, 105, 106, 107, 108\n"
        copy = "*NCOPY, CHANGE NUMBER=100, OLD SET=N, NEW SET=M, SHIFT%s\n%s"
        self.box(NODES + copy % ("", "5, 0, 0\n") + ELEMENT + second, (0, 0, 0), (7, 1, 3), 12.0)
        # a quarter about the z axis through (0, 0, 0) after a shift by (1, 0, 0): (x, y) -> (-y, x + 1)
        self.box(NODES + copy % ("", "1, 0, 0\n0, 0, 0, 0, 0, 1, 90\n") + second, (-1, 1, 0), (0, 3, 3), 6.0)
        third = "3, 201, 202, 203, 204, 205, 206, 207, 208\n"
        mesh = self.box(NODES + copy % (", MULTIPLE=2", "5, 0, 0\n") + ELEMENT + second + third, (0, 0, 0), (12, 1, 3), 18.0)
        self.assertEqual(len(mesh.parts()), 3)

    def test_errors_name_line_and_rule(self):
        at = NODES.count("\n")
        self.wrong(NODES + "*NGEN\n1, 99\n", r":%d: node 99 is not defined above$" % (at + 2))
        self.wrong(NODES + "*NGEN\n1, 8, 3\n", r":%d: \*NGEN goes from a node to a larger number by a step that divides" % (at + 2))
        self.wrong(NODES + "*NGEN\n1, x\n", r":%d: \*NGEN needs at most 3 whole numbers, got '1, x'$" % (at + 2))
        self.wrong(NODES + "*NGEN, LINE=C\n1, 8\n", r":%d: \*NGEN is read with the options NSET, SYSTEM, got LINE$" % (at + 1))
        self.wrong(NODES + "*NGEN\n1, 2\n1, 8\n" + ELEMENT, r":%d: node 2 stands twice in the file, first in line 3$" % (at + 3))
        self.wrong("*NODE\n1, 0, 0, 0\n9000000, 1, 0, 0\n*NGEN\n1, 9000000\n", r":5: \*NGEN and others of its kind may make 2000000 nodes")
        self.wrong(NODES + "*NCOPY, CHANGE NUMBER=9, OLD SET=Q, SHIFT\n", r":%d: node set Q must be defined above" % (at + 1))
        self.wrong(NODES + "*NCOPY, CHANGE NUMBER=9, OLD SET=N, REFLECT=POINT\n", r":%d: \*NCOPY is read with the options .*REFLECT$" % (at + 1))
        self.wrong(NODES + "*NCOPY, OLD SET=N, SHIFT\n", r":%d: \*NCOPY needs CHANGENUMBER = a whole number, got ''$" % (at + 1))


class Elements(GenerationTest):
    GRID = "*NODE\n" + "".join("%d, %d, %d, %d\n" % (1 + x + 10 * y + 100 * z, x, y, z)
                               for z in range(4) for y in range(3) for x in range(5))
    MASTER = "*ELEMENT, TYPE=C3D8, ELSET=A\n1, 1, 2, 12, 11, 101, 102, 112, 111\n"

    def test_elgen_makes_rows_layers_and_stacks(self):
        mesh = self.box(self.GRID + self.MASTER + "*ELGEN, ELSET=ALL\n1, 4, 1, 1, 2, 10, 10, 3, 100, 100\n", (0, 0, 0), (4, 2, 3), 24.0)
        self.assertEqual((mesh.count, len(mesh.nodes), len(mesh.parts())), (24, 60, 1))
        self.assertEqual(sorted(mesh.labels[8].tolist()), sorted(1 + i + 10 * j + 100 * k for i in range(4) for j in range(2) for k in range(3)))
        self.assertEqual({name: mesh.volume_of(name) for name in mesh.volumes}, {"A": 1.0, "ALL": 23.0})
        self.assertEqual(self.mesh(self.GRID + self.MASTER + "*ELGEN\n1, 3\n").count, 3)

    def test_elcopy_counts_numbers_and_nodes_on(self):
        mesh = self.box("*NODE\n" + nodes() + nodes((5, 0, 0), 9) + ELEMENT
                        + "*ELCOPY, ELEMENT SHIFT=10, OLD SET=A, SHIFT NODES=8, NEW SET=B\n", (0, 0, 0), (7, 1, 3), 12.0)
        self.assertEqual((mesh.labels[8].tolist(), mesh.volumes), ([1, 11], {"A": 1, "B": 2}))
        mesh = self.mesh(self.GRID + self.MASTER + "*ELGEN, ELSET=A\n1, 4\n*ELCOPY, ELEMENT SHIFT=50, OLD SET=A, SHIFT NODES=200\n")
        self.assertEqual((mesh.count, mesh.volume, len(mesh.parts())), (8, 8.0, 2))

    def test_copies_of_other_elements_are_counted(self):
        springs = "*ELEMENT, TYPE=T3D2, ELSET=S\n50, 1, 2\n51, 2, 3\n"
        self.mesh(self.GRID + self.MASTER + springs + "*ELGEN\n50, 3\n*ELCOPY, ELEMENT SHIFT=10, OLD SET=S, SHIFT NODES=1\n")
        self.assertIn("left out elements that MESH has not: 6 of T3D2", self.told)

    def test_errors_name_line_and_rule(self):
        text = self.GRID + self.MASTER
        at = text.count("\n")
        self.wrong(text + "*ELGEN\n7, 3\n", r":%d: element 7 is not defined above$" % (at + 2))
        self.wrong(text + "*ELGEN\n1, 3, 1, 1, 2\n", r":%d: \*ELGEN needs an element and, for rows, layers and stacks, a number" % (at + 2))
        self.wrong(text + "*ELGEN\n1, 9000000\n", r":%d: \*ELGEN and others of its kind may make 2000000 nodes and elements" % (at + 2))
        self.wrong(text + "*ELGEN\n1, 6\n", r": element 5 \(hexahedron\) has node 6, which the file does not define$")
        self.wrong(text + "*ELGEN\n1, 2\n1, 2\n", r":%d: element 2 stands twice in the file, first in line %d$" % (at + 3, at + 2))
        self.wrong(text + "*ELCOPY, ELEMENT SHIFT=1, OLD SET=Q, SHIFT NODES=1\n", r":%d: element set Q must be defined above" % (at + 1))
        self.wrong(text + "*ELCOPY, ELEMENT SHIFT=1, OLD SET=A, SHIFT NODES=1, REFLECT\n", r":%d: \*ELCOPY is read .*REFLECT$" % (at + 1))


class Told(GenerationTest):
    def test_elements_that_stand_twice_are_told_with_both_lines(self):
        self.wrong(NODES + ELEMENT + ELEMENT, r":13: element 1 stands twice in the file, first in line 11$")
        again = ELEMENT.replace("4, 5, 6, 7, 8", "4,\n5, 6, 7, 8")  # over two lines
        self.wrong(NODES + again + again.replace("\n1,", "\n9,") + again, r":17: element 1 stands twice in the file, first in line 11$")
        inner = self.put("inner.inp", ELEMENT.encode())
        path = self.put("a.inp", (NODES + ELEMENT + "*INCLUDE, INPUT=inner.inp\n").encode())
        self.assert_refused(ValueError, "solfec.mesh.read: %s:2: element 1 stands twice in the file, first in %s:11$"
                            % (re.escape(inner), re.escape(path)), lambda: read(path))

    def test_keywords_that_change_the_mesh_are_refused_and_unknown_ones_told(self):
        for title in ("NFILL", "NMAP", "Symmetric Model Generation", "IMPORT", "imperfection"):
            self.wrong(NODES + ELEMENT + "*%s, NSET=N\n1\n" % title, r":12: \*%s changes nodes or elements" % title.upper())
        self.mesh(NODES + ELEMENT + "*BEND MESH, A=1\n1, 2\n*Material, name=x\n*Elastic\n1, 2\n*BEND MESH\n*STEP\n*STATIC\n*NEW THING\n*END STEP\n")
        self.assertRegex(self.told, r"left out keywords that are unknown: \*BEND MESH \(\S+a.inp:12 and 1 more\)\n$")
        self.assertFalse(CHANGING & HARMLESS)

    def test_blanks_and_tabs_in_keywords_change_nothing(self):
        self.mesh("*PART,\tNAME=P\n" + NODES + ELEMENT + "*END\tPART\n*Solid\tSection, ELSET=A\n")
        self.assertEqual(self.told, "")


class Input(GenerationTest):
    def test_nodes_and_elements_of_other_files_are_read(self):
        os.mkdir(os.path.join(self.folder, "data"))
        self.put("data/nodes.txt", nodes().encode())
        self.put("data/elements.txt", b"1, 1, 2, 3, 4, 5, 6, 7, 8\n")
        self.box("*NODE, INPUT=data/nodes.txt\n*ELEMENT, TYPE=C3D8, INPUT=data/elements.txt, ELSET=A\n", (0, 0, 0), (2, 1, 3), 6.0)
        self.box("*NODE, INPUT=data/nodes.txt\n9, 9, 9, 9\n" + ELEMENT, (0, 0, 0), (2, 1, 3), 6.0)  # its own lines as well
        self.assertIn("1 node that no solid has", self.told)

    def test_missing_and_wrong_files_are_told(self):
        self.wrong("*NODE, INPUT=gone.txt\n", r":1: \*NODE: .*gone.txt cannot be opened: No such file")
        self.wrong("*NODE\n1, 0, 0, 0\n*ELEMENT, TYPE=C3D8, INPUT\n", r":3: \*ELEMENT needs INPUT = file$")
        inner = self.put("nodes.txt", nodes().replace("3, 2", "3, z").encode())
        path = self.put("a.inp", b"*NODE, INPUT=nodes.txt\n")
        self.assert_refused(ValueError, "solfec.mesh.read: %s:3: numbers between commas must stand here" % re.escape(inner), lambda: read(path))

    def test_exponents_of_fortran_are_numbers(self):
        text = (NODES + ELEMENT).replace("7, 2, 1, 3", "7, .2D1, 10.d-1, 3.0D+00").replace("\n6, 2, 0, 3", "\n6, 2D0, , 3")
        self.box(text, (0, 0, 0), (2, 1, 3), 6.0)


if __name__ == "__main__":
    main()
