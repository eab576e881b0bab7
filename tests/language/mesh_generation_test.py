"""TETRAHEDRALIZE and ELLIP_MESH: what the program gmsh fills, cache files, ids, wrong input."""

import itertools
import math
import shutil

import numpy as np
from support import *

from solfec.mesh.distances import nearest_triangles, squared_distances
from solfec.mesh.generation import radius_edge_ratios, sphere_of_triangles
from solfec.mesh.surface import Surface
from solfec.mesh.tetrahedra import check_volume

BAR = [0, 0, 0, 4, 0, 0, 4, 1, 0, 0, 1, 0, 0, 0, 1, 4, 0, 1, 4, 1, 1, 0, 1, 1]
BOX_FACES = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))


def parts_of(mesh):
    """Nodes (n x 3), tetrahedra (e x 4), their ids, faces (f x 3), their ids of a MESH of tetrahedra."""
    nodes, elements, surfids = mesh.get_data()
    elements = np.array(elements).reshape(-1, 6)
    assert (elements[:, 0] == 4).all()
    faces = np.array(surfids[1:]).reshape(-1, 5)
    return np.array(nodes).reshape(-1, 3), elements[:, 1:5], elements[:, 5], faces[:, 1:4], faces[:, 4]


def volumes_of(nodes, tetrahedra):
    a, b, c, d = nodes[tetrahedra].transpose(1, 0, 2)
    return np.einsum("ni,ni->n", np.cross(b - a, c - a), d - a) / 6


def areas_of(nodes, faces):
    a, b, c = nodes[faces].transpose(1, 0, 2)
    return np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2


@unittest.skipUnless(shutil.which("gmsh"), "gmsh is not installed")
class GenerationTest(LanguageTest):
    def setUp(self):
        super().setUp()
        self.cache = os.path.join(self.folder, "filled.msh")

    def bar(self):
        """The bar [0, 4] x [0, 1] x [0, 1] of eight elements, volume id 7, surface ids -1 to -6."""
        return HEX(BAR, 8, 1, 1, 7, [-1, -2, -3, -4, -5, -6])

    def stl(self, *boxes):
        """A text file with boxes (low, high, -1 for a cavity)."""
        path = os.path.join(self.folder, "boxes.stl")
        with open(path, "w") as file:
            file.write("solid boxes\n")
            for low, high, way in boxes:
                corners = [[(low, high)[k][i] for i, k in enumerate(reversed(bits))]
                           for bits in itertools.product((0, 1), repeat=3)]
                for a, b, c, d in BOX_FACES:
                    for triangle in ((a, b, c), (a, c, d)):
                        rows = "".join("vertex %r %r %r\n" % tuple(map(float, corners[n])) for n in triangle[::way])
                        file.write(f"facet normal 0 0 0\nouter loop\n{rows}endloop\nendfacet\n")
            file.write("endsolid boxes\n")
        return path


class Filled(GenerationTest):
    def test_the_surface_of_a_mesh_keeps_its_triangles_and_ids(self):
        nodes, tetrahedra, volids, faces, surfids = parts_of(TETRAHEDRALIZE(self.bar(), self.cache))
        volumes = volumes_of(nodes, tetrahedra)
        self.assertGreater(volumes.min(), 0)
        self.assertAlmostEqual(volumes.sum(), 4, 12)
        self.assertEqual(set(volids), {7})
        self.assertEqual(len(faces), 2 * (2 + 4 * 8))
        on_surface = {tuple(np.round(x, 9)) for x in nodes[np.unique(faces)]}
        self.assertEqual(on_surface, {(k / 2, y, z) for k in range(9) for y in (0, 1) for z in (0, 1)})
        # HEX: bottom, -x, +y, +x, -y, top
        for number, axis, place, area in ((-1, 2, 0, 4), (-2, 0, 0, 1), (-3, 1, 1, 4), (-4, 0, 4, 1),
                                          (-5, 1, 0, 4), (-6, 2, 1, 4)):
            own = faces[surfids == number]
            self.assertLess(abs(nodes[own][..., axis] - place).max(), 1e-9)
            self.assertAlmostEqual(areas_of(nodes, own).sum(), area, 9)

    def test_a_finite_element_body_of_it_has_its_mass_and_bears_its_weight(self):
        solfec = self.new_solfec(step=1e-3)
        bulk = BULK_MATERIAL(solfec, young=1e8, poisson=0.2, density=500)
        body = BODY(solfec, "FINITE_ELEMENT", TETRAHEDRALIZE(self.bar(), self.cache), bulk)
        self.assertAlmostEqual(body.mass, 2000, 6)
        self.assertLess(np.abs(np.array(body.center) - (2, 0.5, 0.5)).max(), 1e-9)

    def test_given_ids_take_the_place_of_those_of_the_shape(self):
        for keywords in ({"surid": 9}, {"surfid": 9}):
            _, _, volids, _, surfids = parts_of(TETRAHEDRALIZE(self.bar(), self.cache, volid=3, **keywords))
            self.assertEqual((set(volids), set(surfids)), ({3}, {9}))

    def test_solids_of_a_file_with_a_cavity_are_filled(self):
        path = self.stl(((0, 0, 0), (3, 3, 3), 1), ((1, 1, 1), (2, 2, 2), -1), ((5, 0, 0), (6, 1, 2), 1))
        nodes, tetrahedra, volids, _, surfids = parts_of(TETRAHEDRALIZE(path, self.cache))
        self.assertAlmostEqual(volumes_of(nodes, tetrahedra).sum(), 27 - 1 + 2, 9)
        centers = nodes[tetrahedra].mean(axis=1)
        self.assertFalse(((centers > 1) & (centers < 2)).all(axis=1).any())
        self.assertEqual((set(volids), set(surfids)), ({1}, {1}))

    def test_no_element_is_larger_than_asked_and_ids_stay_on_their_sides(self):
        for volume in (0.02, 0.002):
            nodes, tetrahedra, _, faces, surfids = parts_of(TETRAHEDRALIZE(self.bar(), self.cache, volume))
            volumes = volumes_of(nodes, tetrahedra)
            self.assertLessEqual(volumes.max(), volume)
            self.assertLess(len(tetrahedra), 12 * 4 / volume)  # and not much smaller
            self.assertAlmostEqual(volumes.sum(), 4, 9)
            self.assertAlmostEqual(areas_of(nodes, faces[surfids == -4]).sum(), 1, 9)
            self.assertAlmostEqual(areas_of(nodes, faces[surfids == -6]).sum(), 4, 9)

    def test_elements_beyond_the_quality_are_counted(self):
        done = self.run_script(f"""
m = HEX({BAR}, 8, 1, 1, 7, [1] * 6)
print(TETRAHEDRALIZE(m, 'a.msh', quality=1.01).get_data()[:2])
TETRAHEDRALIZE(m, 'b.msh', quality=100)
""")
        nodes, elements = eval(done.stdout)
        nodes, tetrahedra = np.array(nodes).reshape(-1, 3), np.array(elements).reshape(-1, 6)[:, 1:5]
        bad = 0
        for corners in nodes[tetrahedra]:
            sides = [np.linalg.norm(corners[i] - corners[j]) for i in range(4) for j in range(i)]
            # Cayley-Menger: radius of the sphere through the corners
            squares = np.array([[np.sum((a - b) ** 2) for b in corners] for a in corners])
            rim = np.ones((5, 5))
            rim[0, 0], rim[1:, 1:] = 0, squares
            radius = math.sqrt(-np.linalg.det(squares) / (2 * np.linalg.det(rim)))
            bad += radius / min(sides) > 1.01
        self.assertGreater(bad, 0)
        self.assertIn(f"TETRAHEDRALIZE: warning: {bad} of {len(tetrahedra)} elements have a larger ratio", done.stderr)
        self.assertEqual(done.stderr.count("warning"), 1)

    def run_script(self, text):
        with open(os.path.join(self.folder, "script.py"), "w") as file:
            file.write("from solfec import *\n" + text)
        done = self.run_program("script.py")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done


class Cache(GenerationTest):
    def test_the_file_is_read_the_next_time(self):
        first = TETRAHEDRALIZE(self.bar(), self.cache).get_data()
        path, os.environ["PATH"] = os.environ["PATH"], "/nowhere"
        try:
            self.assertEqual(TETRAHEDRALIZE(self.bar(), self.cache).get_data(), first)
        finally:
            os.environ["PATH"] = path

    def test_another_shape_volume_or_id_is_made_anew(self):
        TETRAHEDRALIZE(self.bar(), self.cache)
        moved = TRANSLATE(self.bar(), (0, 0, 1))
        self.assertGreater(parts_of(TETRAHEDRALIZE(moved, self.cache))[0][:, 2].min(), 0.999)
        other = HEX(BAR, 8, 1, 1, 7, [1, 2, 3, 4, 5, 6])
        self.assertEqual(set(parts_of(TETRAHEDRALIZE(other, self.cache))[4]), {1, 2, 3, 4, 5, 6})
        self.assertLess(volumes_of(*parts_of(TETRAHEDRALIZE(other, self.cache, 0.01))[:2]).max(), 0.01)

    def test_a_file_from_elsewhere_is_taken_as_it_is(self):
        with open(self.cache, "w") as file:
            file.write("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n"
                       "$Elements\n1\n1 4 2 5 5 1 2 3 4\n$EndElements\n")
        with open(self.cache, "rb") as file:
            before = file.read()
        mesh = TETRAHEDRALIZE(self.bar(), self.cache)
        self.assertEqual(mesh.get_data()[1], [4, 0, 1, 2, 3, 5])
        with open(self.cache, "rb") as file:
            self.assertEqual(file.read(), before)

    def test_what_is_no_mesh_is_refused(self):
        with open(self.cache, "w") as file:
            file.write("nothing\n")
        self.assert_refused(ValueError, "TETRAHEDRALIZE: .*filled.msh:1: the first line must be", lambda: TETRAHEDRALIZE(self.bar(), self.cache))


class Ellipsoids(GenerationTest):
    def test_nodes_are_on_the_ellipsoid_and_faces_within_the_error(self):
        radii, center = np.array((1.0, 2.0, 0.5)), np.array((3.0, -1.0, 2.0))
        weights = np.random.default_rng(3).dirichlet((1, 1, 1), 50)
        counts = []
        for error in (0.3, 0.1, 0.02):
            mesh = ELLIP_MESH(tuple(center), tuple(radii), error, 4, 9)
            nodes, tetrahedra, volids, _, surfids = parts_of(mesh)
            self.assertEqual((set(volids), set(surfids)), ({4}, {9}))
            sides = np.concatenate([tetrahedra[:, side] for side in ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))])
            _, at, seen = np.unique(np.sort(sides, axis=1), axis=0, return_index=True, return_counts=True)
            faces = sides[at[seen == 1]]
            self.assertLess(abs(np.linalg.norm((nodes[faces] - center) / radii, axis=2) - 1).max(), 1e-9)
            inside = np.einsum("wk,fki->fwi", weights, (nodes[faces] - center) / radii)
            least = np.linalg.norm(inside, axis=2).min()
            self.assertGreaterEqual(least, 1 - error)
            self.assertGreater(volumes_of(nodes, tetrahedra).min(), 0)
            counts.append(len(faces))
        self.assertEqual(counts[0], 20)  # the icosahedron, whose faces are at 0.795
        self.assertLess(counts[1], counts[2])

    def test_no_coarser_sphere_would_do(self):
        exact = math.sqrt((5 + 2 * math.sqrt(5)) / 15)  # inner over outer radius of the icosahedron
        self.assertEqual(len(sphere_of_triangles(1 - exact + 1e-9)[1]), 20)
        self.assertEqual(len(sphere_of_triangles(1 - exact - 1e-9)[1]), 80)
        for error in (0.05, 0.01, 0.002):
            points, triangles = sphere_of_triangles(error)
            self.assertEqual(len(points), len(triangles) // 2 + 2)  # Euler: closed, no point twice
            cuts = math.isqrt(len(triangles) // 20)
            fewer = self.least_distance(cuts - 1)
            self.assertLess(fewer, 1 - error)

    def least_distance(self, cuts):
        """Least distance of a plane from the centre when sides are cut so often, by the middle triangle of a side."""
        golden = (1 + math.sqrt(5)) / 2
        side = np.array([(0, 1, golden), (0, -1, golden), (golden, 0, 1)])
        least = 1.0
        for i in range(cuts):
            for j in range(cuts - i):
                k = cuts - 1 - i - j
                corners = np.array([(i + 1, j, k), (i, j + 1, k), (i, j, k + 1)]) @ side
                a, b, c = corners / np.linalg.norm(corners, axis=1)[:, None]
                normal = np.cross(b - a, c - a)
                least = min(least, abs(normal @ a) / np.linalg.norm(normal))
        return least


class Parts(unittest.TestCase):
    def test_distances_from_triangles_are_those_of_many_of_their_points(self):
        chance = np.random.default_rng(5)
        corners, points = chance.normal(size=(6, 3, 3)), 2 * chance.normal(size=(40, 3))
        corners[5] = corners[5, 0] + np.outer((0, 1, 2), (1, 1, 0))  # without area
        shares = np.array([(i, j, 150 - i - j) for i in range(151) for j in range(151 - i)]) / 150
        exact = np.array([[np.linalg.norm(shares @ triangle - point, axis=1).min() for triangle in corners]
                          for point in points])
        found = np.sqrt(squared_distances(points[:, None], corners[None]))
        self.assertTrue((found <= exact + 1e-12).all())
        self.assertLess((exact - found).max(), 0.03)  # samples are up to 1/150 of a side away
        self.assertTrue((nearest_triangles(points, corners) == found.argmin(axis=1)).all())

    def test_ratios_of_known_tetrahedra(self):
        regular = np.array([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)], float)
        corner = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], float)
        found = radius_edge_ratios(np.stack([regular, corner]))
        self.assertAlmostEqual(found[0], math.sqrt(6) / 4, 12)
        self.assertAlmostEqual(found[1], math.sqrt(3) / 2, 12)


class Wrong(GenerationTest):
    def test_meshes_of_too_many_elements_are_refused_with_the_bound(self):
        self.assert_refused(ValueError, r"TETRAHEDRALIZE: MESH: volume = 1e-08 m\^3 leads to about 4e\+08 elements, "
                            r"more than 2e\+07; it must be at least 2.02e-07 m\^3$",
                            lambda: TETRAHEDRALIZE(self.bar(), self.cache, volume=1e-8))
        for volume in (1e-300, 1e-320):
            self.assert_refused(ValueError, "TETRAHEDRALIZE: MESH: volume = .* it must be at least 2.02e-07",
                                lambda: TETRAHEDRALIZE(self.bar(), self.cache, volume))
        self.assertFalse(os.path.exists(self.cache))
        check_volume(Surface("bar", *self.surface_of_bar()), 2.02e-7, "TETRAHEDRALIZE")  # is not refused
        for error in (1e-6, 1e-300):
            self.assert_refused(ValueError, r"ELLIP_MESH: error = \S+ leads to about \S+ elements, more than 2e\+07; it "
                                "must be at least 2.18e-05$", lambda: ELLIP_MESH((0, 0, 0), (1, 1, 1), error, 1, 1))

    def surface_of_bar(self):
        corners = np.array(BAR, float).reshape(-1, 3)
        quads = ((0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (2, 3, 7, 6), (0, 4, 7, 3), (1, 2, 6, 5))
        return corners, np.array([t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))])

    def test_mistakes_are_named(self):
        bar, path = self.bar(), self.cache
        for rule, call in (
                ("TETRAHEDRALIZE: 'shape' must be a MESH object or the path of a file, got 3", lambda: TETRAHEDRALIZE(3, path)),
                ("TETRAHEDRALIZE: 'quality' must be greater than 1, got 1", lambda: TETRAHEDRALIZE(bar, path, quality=1)),
                ("ELLIP_MESH: 'radii' must be positive", lambda: ELLIP_MESH((0, 0, 0), (1, 0, 1), 0.1, 1, 1)),
                ("ELLIP_MESH: 'error' must be below 1, got 1", lambda: ELLIP_MESH((0, 0, 0), (1, 1, 1), 1, 1, 1))):
            self.assert_refused((TypeError, ValueError), rule, call)
        self.assertFalse(os.path.exists(path))

    def test_several_volume_ids_are_refused_without_volid(self):
        nodes, elements, surfids = self.bar().get_data()
        elements[9] = 8
        mixed = MESH(nodes, elements, surfids)
        self.assert_refused(ValueError, "TETRAHEDRALIZE: the elements of the shape have the volume ids 7, 8, whose border",
                            lambda: TETRAHEDRALIZE(mixed, self.cache))
        self.assertEqual(set(parts_of(TETRAHEDRALIZE(mixed, self.cache, volid=2))[2]), {2})

    def test_open_surfaces_and_folders_that_cannot_be_written_are_told(self):
        path = self.stl(((0, 0, 0), (1, 1, 1), 1))
        with open(path) as file:
            text = file.read()
        with open(path, "w") as file:
            file.write(text[:text.index("endfacet")] + "endfacet\nendsolid boxes\n")  # one triangle
        self.assert_refused(ValueError, "TETRAHEDRALIZE: .*boxes.stl: the surface must be closed and oriented",
                            lambda: TETRAHEDRALIZE(path, self.cache))
        self.assert_refused(ValueError, "TETRAHEDRALIZE: path: /dev/null/a.msh cannot be written",
                            lambda: TETRAHEDRALIZE(self.bar(), "/dev/null/a.msh"))

    def test_absence_of_gmsh_is_told(self):
        path, os.environ["PATH"] = os.environ["PATH"], "/nowhere"
        try:
            for name, call in (("TETRAHEDRALIZE", lambda: TETRAHEDRALIZE(self.bar(), self.cache)),
                               ("ELLIP_MESH", lambda: ELLIP_MESH((0, 0, 0), (1, 1, 1), 0.1, 1, 1))):
                self.assert_refused(ValueError, name + ": the program gmsh is not installed", call)
        finally:
            os.environ["PATH"] = path


if __name__ == "__main__":
    main()
