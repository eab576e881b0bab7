"""Surfaces that solfec.mesh reads: volumes, tensors, convex parts, tetrahedra against other answers."""

import contextlib
import importlib.util
import io
import math
import struct
import warnings

import mesh_files as files
import numpy as np
from support import *

from solfec.mesh import Surface, read_surface
from solfec.mesh.polygons import triangles_of
from solfec.mesh.tetrahedra import check_size

HAVE_SCIPY = importlib.util.find_spec("scipy") is not None


def prism(polygon, triangles, height):
    """Points and triangles of an upright prism; `triangles` cut the polygon."""
    n = len(polygon)
    points = [(x, y, z) for z in (0.0, height) for x, y in polygon]
    faces = [t[::-1] for t in triangles] + [tuple(n + i for i in t) for t in triangles]
    for i in range(n):
        j = (i + 1) % n
        faces += [(i, j, n + j), (i, n + j, n + i)]
    return np.array(points, float), faces


BOX = prism([(0, 0), (2, 0), (2, 3), (0, 3)], [(0, 1, 2), (0, 2, 3)], 4.0)
ELL = prism([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)],
            [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)], 1.0)
CUP = prism([(0, 0), (3, 0), (3, 2), (2, 2), (2, 1), (1, 1), (1, 2), (0, 2)],
            [(0, 1, 4), (1, 2, 3), (1, 3, 4), (0, 4, 5), (0, 5, 7), (5, 6, 7)], 1.0)


def tube(sides, inner, outer, height):
    """A pipe of `sides` flat sides."""
    angles = np.arange(sides) * 2 * np.pi / sides
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    points = np.concatenate([np.column_stack([circle * r, np.full(sides, z)])
                             for r in (inner, outer) for z in (0, height)])
    faces = []
    for i in range(sides):
        a, b = i, (i + 1) % sides
        n = sides
        for quad in ((2 * n + a, 2 * n + b, 3 * n + b, 3 * n + a), (b, a, n + a, n + b),
                     (n + a, 3 * n + a, 3 * n + b, n + b), (a, b, 2 * n + b, 2 * n + a)):
            faces += [quad[:3], (quad[0], quad[2], quad[3])]
    return points, faces


def turned(solid, seed=1):
    """The solid in a general position."""
    q, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))
    return solid[0] @ (q * np.sign(np.linalg.det(q))).T + (5.0, -3.0, 1.0), solid[1]


def stl_text(points, faces):
    lines = ["solid one"]
    for face in faces:
        lines += ["facet normal 0 0 0", " outer loop"]
        lines += ["  vertex %r %r %r" % tuple(points[i].tolist()) for i in face]
        lines += [" endloop", "endfacet"]
    return ("\n".join(lines + ["endsolid one"]) + "\n").encode()


def stl_binary(points, faces):
    rows = b"".join(struct.pack("<12fH", 0, 0, 0, *(float(x) for i in f for x in points[i]), 0)
                    for f in faces)
    return b"solid binary".ljust(80) + struct.pack("<I", len(faces)) + rows


def obj(points, faces):
    lines = ["# a comment", "o thing"] + ["v %r %r %r" % tuple(p) for p in points.tolist()] + ["vn 0 0 1"]
    return ("\n".join(lines + ["f " + " ".join("%d//1" % (i - len(points) if k % 2 else i + 1) for i in f)
                               for k, f in enumerate(faces)]) + "\n").encode()


def ply(points, faces, order=""):
    form = {"": "ascii", "<": "binary_little_endian", ">": "binary_big_endian"}[order]
    head = (f"ply\nformat {form} 1.0\ncomment own\nelement vertex {len(points)}\nproperty double x\n"
            f"property double y\nproperty double z\nproperty uchar red\nelement face {len(faces)}\n"
            "property list uchar int vertex_indices\nend_header\n").encode()
    if not order:
        lines = ["%r %r %r 7" % tuple(p) for p in points.tolist()]
        lines += [" ".join(map(str, (len(f), *f))) for f in faces]
        return head + ("\n".join(lines) + "\n").encode()
    return head + b"".join(struct.pack(order + "3dB", *p, 7) for p in points.tolist()) + b"".join(
        struct.pack(order + "B%di" % len(f), len(f), *f) for f in faces)


WRITERS = {"a.stl": stl_text, "a.obj": obj, "a.ply": ply, "l.ply": lambda p, f: ply(p, f, "<"),
           "b.ply": lambda p, f: ply(p, f, ">"), "b.stl": stl_binary}


def volume_by_hand(points, faces):
    origin = (0.1, -0.2, 0.3)
    return sum(files.tetrahedron(origin, *(points[i].tolist() for i in f)) for f in faces)


class SurfaceTest(LanguageTest):
    def surface(self, solid, name="a.ply", **keys):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(WRITERS[name](*solid))
        return read_surface(path, quiet=True, **keys)

    def refused(self, name, content, text):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(content)
        self.assert_refused(ValueError, "solfec.mesh.read_surface: " + re.escape(path) + text,
                            lambda: read_surface(path))


class EveryFormat(SurfaceTest):
    def test_points_are_merged_and_volumes_agree_with_sums_by_hand(self):
        solid = turned(tube(12, 1.0, 2.0, 1.5))
        for name in WRITERS:
            with self.subTest(name):
                exact = solid if name != "b.stl" else (solid[0].astype(np.float32).astype(float), solid[1])
                found = self.surface(solid, name)
                self.assertEqual((len(found.points), len(found.triangles)), (48, 96))
                self.assertTrue(found.closed)
                self.assertAlmostEqual(found.volume / volume_by_hand(*exact), 1.0, 12)

    def test_concave_polygons_are_cut_without_overlap(self):
        # an L of area 3 in any plane, from any corner, either way round; a star; a dart of four corners
        shapes = [([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)], 3.0),
                  ([(math.cos(0.2 * math.pi * k) * (1 + k % 2), math.sin(0.2 * math.pi * k) * (1 + k % 2))
                    for k in range(10)], 10 * math.sin(0.2 * math.pi)),
                  ([(0, 0), (4, 0), (1, 1), (0, 4)], 4.0),
                  # a square with a hole, joined by a seam
                  ([(0, 0), (4, 0), (4, 4), (0, 4), (0, 0), (1, 1), (1, 3), (3, 3), (3, 1), (1, 1)], 12.0)]
        for flat, area in shapes:
            for turn in range(len(flat)):
                for axes in ((0, 1, 2), (1, 2, 0), (2, 0, 1), (1, 0, 2), (0, 2, 1), (2, 1, 0)):
                    corners = np.array([(x, y, 0.25) for x, y in flat[turn:] + flat[:turn]])[:, axes]
                    triangles = triangles_of(corners, [list(range(len(flat)))])
                    normals = np.cross(corners[triangles[:, 1]] - corners[triangles[:, 0]],
                                       corners[triangles[:, 2]] - corners[triangles[:, 0]]) / 2
                    self.assertAlmostEqual(np.linalg.norm(normals, axis=1).sum(), area, 12)
                    self.assertAlmostEqual(np.linalg.norm(normals.sum(axis=0)), area, 12)

    def test_convex_polygons_are_fans_in_their_order(self):
        points = np.array([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (-0.5, 0.5, 0)])
        found = triangles_of(points, [[0, 1, 2, 3, 4], [0, 1, 2], [0, 1, 2, 3]])
        self.assertEqual(found.tolist(), [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 1, 2], [0, 1, 2], [0, 2, 3]])
        self.assertEqual(triangles_of(points, []).shape, (0, 3))

    def test_capitals_and_byte_order_marks_change_nothing(self):
        def volume(name, content):
            path = os.path.join(self.folder, name)
            with open(path, "wb") as file:
                file.write(content)
            return read_surface(path).volume

        solid = tube(12, 1.0, 2.0, 1.5)
        text = stl_text(*solid)
        text = text.encode() if isinstance(text, str) else text
        self.assertAlmostEqual(volume("a.stl", text.upper()) / volume_by_hand(*solid), 1.0, 12)
        obj = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
        for mark in (b"", b"\xef\xbb\xbf"):
            self.assertAlmostEqual(volume("a.obj", mark + obj), 1.0 / 6.0, 14)
            for name in ("a.stl", "a.ply"):
                self.assertAlmostEqual(volume(name, mark + WRITERS[name](*solid)) / volume_by_hand(*solid), 1.0, 12)
        self.assertAlmostEqual(volume("a.obj", obj.replace(b"v 1 0 0", b"v 1.0D+00 0 .0d0")), 1.0 / 6.0, 14)
        self.assertAlmostEqual(volume("a.stl", text.replace(b"solid one", b"solid outer vertex of a solid, endloop")) / volume_by_hand(*solid), 1.0, 12)

    def test_polygons_become_fans(self):
        quads = [(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
        for name in ("a.obj", "a.ply", "l.ply", "b.ply"):
            found = self.surface((BOX[0], quads), name, scale=0.1)
            self.assertEqual(len(found.triangles), 12)
            self.assertAlmostEqual(found.volume, 0.024, 15)
            self.assertAlmostEqual(found.area, 0.52, 15)

    def test_inward_surfaces_are_turned_and_open_ones_told(self):
        path = os.path.join(self.folder, "a.ply")
        with open(path, "wb") as file:
            file.write(ply(BOX[0], [f[::-1] for f in BOX[1]]))
        with contextlib.redirect_stdout(io.StringIO()) as out:
            self.assertAlmostEqual(read_surface(path).volume, 24.0, 12)
        self.assertIn("all triangles turned outward", out.getvalue())
        half = self.surface((BOX[0], BOX[1][:-1]))
        self.assert_refused(ValueError, "mass_properties: .*it has 3 open edges", half.mass_properties)
        self.assertIn("not closed: 3 open edges", half.report())
        self.assertIn("3 points, 1 triangle, area", self.surface((BOX[0][:3], [(0, 1, 2)])).report())
        wrong = self.surface((BOX[0], BOX[1][:-1] + [BOX[1][-1][::-1]]))
        self.assert_refused(ValueError, "convex_parts: .*it has 3 edges that two triangles run the same way",
                            wrong.convex_parts)


class Mass(SurfaceTest):
    def test_box_has_its_closed_form(self):
        found = self.surface(BOX).mass_properties(10.0)
        self.assertAlmostEqual(found.mass, 240.0, 11)
        np.testing.assert_allclose(found.center, (1.0, 1.5, 2.0), rtol=1e-14)
        np.testing.assert_allclose(found.inertia, np.diag([25.0, 20.0, 13.0]) * 240 / 12, atol=1e-11)

    def test_body_of_convex_parts_has_the_tensor_of_the_surface(self):
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec, density=2000.0)
        for solid in (ELL, turned(CUP)):
            surface = self.surface(solid)
            exact = surface.mass_properties(2000.0)
            shape = surface.convex_parts(0.0).convex() if HAVE_SCIPY else None
            if shape is None:
                self.skipTest("python3-scipy is not installed")
            body = BODY(solfec, "RIGID", shape, bulk)
            self.assertAlmostEqual(body.mass / exact.mass, 1.0, 12)
            np.testing.assert_allclose(body.center, exact.center, rtol=1e-12)
            np.testing.assert_allclose(np.reshape(body.tensor, (3, 3)), exact.inertia, rtol=1e-11,
                                       atol=1e-11 * exact.inertia.max())

    def test_hull_of_a_convex_surface_is_the_solid(self):
        solfec = self.new_solfec()
        body = BODY(solfec, "RIGID", self.surface(turned(BOX)).hull(2, 3), BULK_MATERIAL(solfec, density=1.0))
        self.assertAlmostEqual(body.volume, 24.0, 11)


@unittest.skipUnless(HAVE_SCIPY, "python3-scipy is not installed")
class Parts(SurfaceTest):
    def test_blocks_are_found_exactly(self):
        for solid, volumes in ((BOX, [24.0]), (ELL, [1.0, 2.0]), (CUP, [1.0, 1.0, 3.0])):
            for placed in (solid, turned(solid)):
                parts = self.surface(placed).convex_parts(0.0)
                np.testing.assert_allclose(sorted(parts.volumes), volumes, rtol=1e-12)
                self.assertAlmostEqual(parts.error, 0.0, 12)

    def test_error_is_measured_and_bounds_the_parts(self):
        surface = self.surface(turned(tube(24, 1.0, 2.0, 1.0)))
        exact = 12 * np.sin(np.pi / 12) * (4 - 1)  # area of two 24-gons
        counts = []
        for error in (0.2, 0.05, 0.01):
            parts = surface.convex_parts(error)
            self.assertAlmostEqual(parts.volume / exact, 1.0, 12)
            self.assertLessEqual(parts.error, error)
            self.assertAlmostEqual(parts.error, sum(parts.volumes) / exact - 1.0, 12)
            counts.append(len(parts))
        self.assertEqual(counts, sorted(counts))

    def test_parts_cover_the_solid(self):
        """Random points: inside the tube if and only if inside a part, but for the error."""
        parts = self.surface(tube(8, 1.0, 2.0, 1.0)).convex_parts(0.0)
        from scipy.spatial import ConvexHull
        points = np.random.default_rng(5).uniform((-2, -2, 0.01), (2, 2, 0.99), (4000, 3))
        inside = np.zeros(len(points), int)
        for corners in parts.points:
            planes = ConvexHull(corners).equations
            inside += (points @ planes[:, :3].T + planes[:, 3] <= 0.0).all(axis=1)
        angle = np.mod(np.arctan2(points[:, 1], points[:, 0]), np.pi / 4) - np.pi / 8
        depth = np.hypot(points[:, 0], points[:, 1]) * np.cos(angle) / np.cos(np.pi / 8)
        self.assertTrue((inside == ((depth > 1.0) & (depth < 2.0))).all())

    def test_cavities_belong_to_the_piece_around_them(self):
        points = np.concatenate([BOX[0], 0.5 * BOX[0] + (0.5, 0.75, 1.0)])
        faces = BOX[1] + [tuple(8 + i for i in f[::-1]) for f in BOX[1]]
        parts = self.surface(turned((points, faces))).convex_parts(0.0)
        self.assertAlmostEqual(parts.volume, 21.0, 10)
        self.assertAlmostEqual(sum(parts.volumes), 21.0, 10)

    def test_solids_apart_are_parts(self):
        points = np.concatenate([BOX[0], BOX[0] + (5.0, 0.0, 0.0)])
        faces = BOX[1] + [tuple(8 + i for i in f) for f in BOX[1]]
        np.testing.assert_allclose(self.surface((points, faces)).convex_parts(0.0).volumes, [24.0, 24.0])

    def test_too_few_parts_are_refused(self):
        surface = self.surface(tube(24, 1.0, 2.0, 1.0))
        self.assert_refused(ValueError, r"convex_parts: .*most = 3\) have .* more volume than the solid, "
                            r"error = 1 % was asked for", lambda: surface.convex_parts(0.01, 3))


def boxes(*shifts, flipped=()):
    """Points and faces of boxes 2 x 3 x 4 (volume 24) at some places; those of `flipped` face inward."""
    points = np.concatenate([BOX[0] + shift for shift in shifts])
    return points, [[tuple(8 * k + i for i in (f[::-1] if k in flipped else f)) for f in BOX[1]] for k in range(len(shifts))]


class Pieces(SurfaceTest):
    def read(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(content)
        return read_surface(path, quiet=True)

    @staticmethod
    def obj(points, faces, words=("o left", "o right")):
        lines = ["v %r %r %r" % tuple(p) for p in points.tolist()]
        for word, some in zip(words, faces):
            lines += [word] * bool(word) + ["f %d %d %d" % tuple(i + 1 for i in f) for f in some]
        return "\n".join(lines).encode()

    @staticmethod
    def stl(points, faces, names):
        return b"".join(stl_text(points, some).replace(b" one", name.encode()) for name, some in zip(names, faces))

    def found(self, surface):
        parts = surface.parts()
        self.assertTrue(all(part.closed for part in parts))
        return [(part.name, round(part.volume, 9)) for part in parts]

    def test_solids_apart_have_their_names_and_volumes(self):
        points, faces = boxes((0, 0, 0), (5, 0, 0))
        points[8:] *= (1, 1, 2)  # the second one: 48
        wanted = [("left", 24.0), ("right", 48.0)]
        surface = self.read("a.obj", self.obj(points, faces))
        self.assertEqual(self.found(surface), wanted)
        self.assertIn("\n  2 parts:\n    'left', closed, volume 24 m^3\n    'right', closed, volume 48 m^3", surface.report())
        np.testing.assert_array_equal([part.mass_properties().center for part in surface.parts()], [(1, 1.5, 2), (6, 1.5, 4)])
        self.assertEqual(self.found(self.read("a.stl", self.stl(points, faces, (" left", " right")))), wanted)
        self.assertEqual(self.found(self.read("a.stl", self.stl(points, [faces[0] + faces[1]], (" all",)))), [("all", 24.0), ("all", 48.0)])
        for name in ("a.ply", "l.ply", "b.stl"):
            self.assertEqual(self.found(self.read(name, WRITERS[name](points, faces[0] + faces[1]))), [("", 24.0), ("", 48.0)])

    def test_one_solid_is_its_own_part(self):
        surface = self.read("a.stl", stl_text(*BOX))
        self.assertEqual((surface.parts(), surface.name), ([surface], "one"))
        self.assertIn("\n  name 'one'", surface.report())

    def test_groups_tell_parts_apart_where_objects_do_not(self):
        points, faces = boxes((0, 0, 0), (5, 0, 0))
        for words, names in ((("o all\ng one", "g two"), ["one", "two"]), (("g one", "g two"), ["one", "two"]), (("o all\ng one", ""), ["all", "all"]),
                             (("o left\ng same", "o right\ng same"), ["left", "right"]), (("", "o right"), ["", "right"])):
            with self.subTest(words):
                self.assertEqual([name for name, _ in self.found(self.read("a.obj", self.obj(points, faces, words)))], names)
        patches = [faces[0][:4], faces[0][4:]]  # of one solid
        surface = self.read("a.obj", self.obj(points, patches, ("o box\ng caps", "g sides")))
        self.assertEqual((self.found(surface), surface.name), ([("box", 24.0)], "box"))

    def test_solids_that_touch_are_apart(self):
        for shift in ((2, 0, 0), (2, 3, 0), (2, 3, 4), (-2, 0, 0)):  # at a face, an edge, a corner
            solid = boxes((0, 0, 0), shift)
            for points in (solid[0], turned((solid[0], 0))[0].round(12)):
                for words in (("", ""), ("o left", "o right")):
                    with self.subTest(shift=shift, words=words):
                        self.assertEqual([volume for _, volume in self.found(self.read("a.obj", self.obj(points, solid[1], words)))], 2 * [24.0])
        rows = boxes(*((2 * i, 3 * j, 4 * k) for i in range(3) for j in range(3) for k in range(2)))  # eight at an edge
        self.assertEqual([volume for _, volume in self.found(self.read("a.ply", ply(rows[0], sum(rows[1], []))))], 18 * [24.0])

    def test_cavities_belong_to_the_solid_around_them_and_others_are_turned(self):
        points, faces = boxes((0, 0, 0), (0, 0, 0), (10, 0, 0), flipped=(1, 2))
        points[8:16] = 0.5 * points[8:16] + (0.5, 0.75, 1.0)  # a cavity of 3
        points[16:, 2] *= 0.5  # a solid of 12 that faces inward
        parts = self.read("a.ply", ply(points, sum(faces, []))).parts()
        self.assertEqual([round(part.volume, 9) for part in parts], [21.0, 12.0])
        self.assertEqual([part.notes for part in parts], [[], ["all triangles turned outward"]])
        points, faces = boxes((0, 0, 0), (2, 0, 0), flipped=(0, 1))  # both inward, and they touch
        self.assertEqual(self.found(self.read("a.ply", ply(points, sum(faces, [])))), 2 * [("", 24.0)])

    def test_open_parts_are_open_surfaces(self):
        points, faces = boxes((0, 0, 0), (5, 0, 0))
        surface = self.read("a.obj", self.obj(points, [faces[0], faces[1][:-1]]))
        self.assertEqual([part.closed for part in surface.parts()], [True, False])
        self.assertIn("'right', not closed", surface.report())


class Continued(SurfaceTest):
    def test_a_backslash_continues_vertices_and_faces_of_obj(self):
        text = obj(*BOX).decode().replace("\nv ", "\nv \\\n", 3).replace("\nf ", "\nf \\\r\n", 2)
        self.assertAlmostEqual(Pieces.read(self, "a.obj", ("# C:\\parts\\\n" + text).encode()).volume, self.surface(BOX).volume, 12)
        self.refused("a.obj", b"v 0 0 0\nv \\\n1 t \\\n0\n", r":2: three coordinates must stand here")
        self.refused("a.obj", b"v 0 0 0\nf \\\n1 2", r":2: a face needs three vertices, got 2")


class Tetrahedra(SurfaceTest):
    def test_gmsh_fills_flat_faces_exactly(self):
        if not shutil.which("gmsh"):
            self.skipTest("gmsh is not installed")
        mesh = self.surface(turned(ELL)).tetrahedra(0.4)
        self.assertAlmostEqual(mesh.volume, 3.0, 9)
        self.assertGreater(mesh.count, 50)
        self.assertGreater(mesh.mesh().nnod, 20)

    def test_a_size_that_would_take_too_many_elements_is_refused(self):
        surface = self.surface(BOX)
        for size in (1e-5, 1e-300, 1e-3):
            with self.assertRaises(ValueError) as caught:
                surface.tetrahedra(size)
            found = re.search(r"tetrahedra: \S+: size = (\S+) m leads to about (\S+) elements, more than 2e\+07; it must "
                              r"be at least (\S+) m$", str(caught.exception))
            self.assertTrue(found, str(caught.exception))
            self.assertEqual(float(found[1]), size)
            if size == 1e-5:  # gmsh makes 4.5 to 5 in a cube of this edge
                self.assertAlmostEqual(float(found[2]) / (5.0 * surface.volume / size ** 3), 1.0, 1)
            least = float(found[3])
            self.assertAlmostEqual(5.0 * surface.volume / least ** 3, 2e7, delta=1e6)
            check_size(surface, least, "tetrahedra")  # is not refused
        # the faces of a leaf alone have too many triangles
        points, faces = prism([(0, 0), (1, 0), (1, 1), (0, 1)], [(0, 1, 2), (0, 2, 3)], 1e-9)
        leaf = Surface("leaf", points, np.array(faces))
        self.assert_refused(ValueError, "tetrahedra: leaf: size = 0.0001 m leads to about 4.6e",
                            lambda: leaf.tetrahedra(1e-4))

    def test_absence_of_gmsh_is_told(self):
        path, os.environ["PATH"] = os.environ["PATH"], "/nowhere"
        try:
            self.assert_refused(ValueError, "tetrahedra: the program gmsh is not installed: apt-get install "
                                "gmsh", lambda: self.surface(BOX).tetrahedra(0.4))
        finally:
            os.environ["PATH"] = path


class Refused(SurfaceTest):
    def test_wrong_words_are_told_with_their_line(self):
        self.refused("a.stl", stl_text(*BOX).replace(b"vertex 0.0 3.0", b"vertex 0.0 t", 1),
                     ":11: three numbers must stand here, got 'vertex 0.0 t")
        cube = stl_text(*BOX)
        self.refused("a.stl", cube.replace(b" endloop\n", b"", 1), ":3: the loop that begins here has no 'endloop'$")
        self.refused("a.stl", cube.replace(b" outer loop\n", b"", 1), ":3: a vertex must stand between 'outer loop' and 'endloop'$")
        line = cube.split(b"\n")[3] + b"\n"
        self.refused("a.stl", cube.replace(line, b"", 1), ":6: a loop needs three vertices, the one that ends here has 2$")
        self.refused("a.stl", cube.replace(line, 2 * line, 1), ":8: a loop needs three vertices, the one that ends here has 4$")
        self.refused("a.stl", cube.replace(line, b"  vertex 0 0\n", 1), ":4: three numbers must stand here, got 'vertex 0 0'$")
        self.refused("a.obj", b"v 0 0 0\nv 1 0 0\nv 1 x 0\n", ":3: three coordinates must stand here")
        self.refused("a.obj", b"v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 0\n", ":4: numbers of vertices count from 1, or from -1 backwards, got 0$")
        self.refused("a.obj", b"v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 -9\n", ":4: a face has vertex -9, counted backwards, and 3 stand above it$")
        self.refused("a.obj", b"v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n\nf 1 2 4\n", ":6: a face has vertex 4, the file has 3$")
        self.refused("a.ply", ply(*BOX).replace(b"0.0 3.0 0.0 7", b"0.0 three 0.0 7"), ":15: numbers of a vertex must stand here, got '0.0 three")
        flat = ply(*BOX)
        for old, new, rule in ((b"vertex 8", b"vertex -8", ":4: an element has a name and a count of at least 0, got 'element vertex -8'$"),
                               (b"vertex 8", b"vertex 88888888", r":4: a file of \d+ bytes cannot hold so many elements, got 'element vertex 88888888'$"),
                               (b"ascii", b"utf8", ":2: format must be one of ascii, binary_little_endian, .*, got 'format utf8 1.0'$"),
                               (b"uchar red", b"colour red", ":8: types of properties are char, .*, got 'property colour red'$"),
                               (b"double z\n", b"double w\n", ":1: vertices need the properties x, y, z and no lists, got x, y, w, red$"),
                               (b"face 12", b"face 13", ":31: 13 lines of 'face' must stand from line 20 on, the file ends after 12$"),
                               (b"\n3 2 1 0", b"\n3 2 1 8", r":\d+: a face has vertex 8, the file has 8 that count from 0$"),
                               (b"\n3 0 1", b"\n2 0 1", r":\d+: a count of at least 3 and so many vertices must stand here, got '2 0 1 5'$")):
            with self.subTest(rule):
                self.assertIn(old, flat)
                self.refused("a.ply", flat.replace(old, new, 1), rule)
        self.refused("l.ply", ply(*BOX, "<").replace(struct.pack("<B3i", 3, 2, 1, 0), struct.pack("<B3i", 3, 2, 1, 88)),
                     r": face 0, counted from 0: a face has vertex 88, the file has 8 that count from 0$")
        self.refused("l.ply", ply(*BOX, "<")[:-5], r": byte \d+, 'face' 11, counted from 0: 3 numbers must stand here, the file has 7 more bytes$")
        self.refused("b.stl", b"x" + stl_binary(*BOX)[1:-7], ": an STL file begins with 'solid' or has 84")
        self.refused("b.stl", stl_binary(*BOX)[:-7], ": an STL .* this one has 677 bytes and tells of 12 triangles, which need 684 bytes$")
        self.refused("a.stl", stl_text(*BOX)[:-20], ":85: the file has no 'endsolid'")
        self.refused("a.obj", b"v 0 0 0\n", ": the file has no triangles")

    def test_signalling_numbers_and_raised_digits_are_refused_without_a_warning(self):
        """Inputs that mutated files have found: a float that is a signalling NaN, and a count that is no number of int ()."""
        stl = bytearray(stl_binary(*ELL))
        stl[84 + 12:84 + 16] = b"\x01\x00\x80\x7f"
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.refused("b.stl", bytes(stl), r": byte 96, triangle 1: coordinates must be numbers up to 1e\+100, got nan$")
        content = ply(*ELL).replace(b"element vertex 12", b"element vertex 1\xb2")
        self.assertIn(b"\xb2", content)
        self.refused("a.ply", content, ":")

    def test_coordinates_that_are_not_finite_are_refused(self):
        rule = r"coordinates must be numbers up to 1e\+100, got "
        self.refused("a.obj", b"v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", ":1: " + rule + "nan$")
        self.refused("a.obj", b"v 0 0 0\n\nv 1 -1e200 0\nv 0 1 0\nf 1 2 3\n", ":3: " + rule + r"-1e\+200$")
        points = BOX[0].copy()
        points[BOX[1][1][1], 2] = np.inf  # the second corner of the second triangle of STL
        at, first = BOX[1][1][1], next(k for k, n in enumerate(np.ravel(BOX[1])) if n == BOX[1][1][1])
        head = ply(*BOX, "<").index(b"end_header\n") + len(b"end_header\n")
        for name, place in (("a.stl", ":%d: " % (4 + 7 * (first // 3) + first % 3)), ("a.obj", ":%d: " % (3 + at)), ("a.ply", ":%d: " % (12 + at)),
                            ("l.ply", ": byte %d, vertex %d, counted from 0: " % (head + 25 * at, at)),
                            ("b.stl", ": byte %d, triangle %d: " % (96 + 50 * (first // 3) + 12 * (first % 3), 1 + first // 3))):
            with self.subTest(name):
                self.refused(name, WRITERS[name](points, BOX[1]), place + rule + "inf$")


if __name__ == "__main__":
    main()
