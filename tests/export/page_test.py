"""The page of --export html without a browser: its arrays against what the Python reader and the program say of the
results, its size, and what it says when it cannot be made."""

import json
import math
import os
import shutil
import subprocess
import tempfile
import unittest

import numpy
import solfec_results

from export_test import HERE, run
from page_reader import COMMON, Page

# 1000 cubes that fly apart and turn
MANY = """
from random import Random
random = Random (1)
s = SOLFEC ('DYNAMIC', 1E-2, 'out/many')
b = BULK_MATERIAL (s)
SURFACE_MATERIAL (s)
GRAVITY (s, (0, 0, -10))
for k in range (1000):
  x, y, z = 3 * (k % 10), 3 * (k // 10 % 10), 3 * (k // 100)
  cube = HULL ([c for i in range (8) for c in (x + i % 2, y + i // 2 % 2, z + i // 4)], 1, 1)
  body = BODY (s, 'RIGID', cube, b)
  INITIAL_VELOCITY (body, [random.random () for i in range (3)], [random.random () for i in range (3)])
RUN (s, GAUSS_SEIDEL_SOLVER (1E-3, 10), 1.99)
"""

# boxes at rest on a floor: much of contacts, little of motion
BED = """
s = SOLFEC ('DYNAMIC', 1E-3, 'out/bed')
b = BULK_MATERIAL (s)
SURFACE_MATERIAL (s, friction = 0.5)
GRAVITY (s, (0, 0, -10))
def box (x, y, z, a, c):
  return HULL ([v for i in range (8) for v in (x + a * (i % 2), y + a * (i // 2 % 2), z + c * (i // 4))], 1, 1)
BODY (s, 'OBSTACLE', box (-1, -1, -1, 22, 1), b)
for k in range (400):
  BODY (s, 'RIGID', box (k % 20, k // 20, 0, 0.8, 0.8), b)
RUN (s, GAUSS_SEIDEL_SOLVER (1E-6, 100), 0.1)
"""


class PageScene(unittest.TestCase):
    """Results of model.py; three.js is a stand-in, as its own text changes nothing here."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="solfec-page-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, True)
        shutil.copy(os.path.join(HERE, "model.py"), cls.folder)
        for words in (("-q", "model.py"), ("-q", "model.py")):
            done = run(*words, cwd=cls.folder)
            assert done.returncode == 0, done.stderr
        with open(cls.path("said.json")) as file:
            cls.said = json.load(file)
        cls.three = cls.path("three")
        os.makedirs(os.path.join(cls.three, "examples/js/controls"))
        for name in ("three.min.js", "examples/js/controls/OrbitControls.js"):
            with open(os.path.join(cls.three, name), "w") as file:
                file.write("'</script>';\n")

    @classmethod
    def path(cls, *names):
        return os.path.join(cls.folder, *names)

    @classmethod
    def export(cls, *words, three=None, folder="out/model"):
        environment = {**os.environ, "SOLFEC_THREE": three or cls.three}
        return subprocess.run([os.environ["SOLFEC_PROGRAM"], "--export", "html", folder, *words],
                              cwd=cls.folder, text=True, timeout=300, env=environment,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)


class ForeignFiles(PageScene):
    def test_nothing_but_an_earlier_page_is_written_over(self):
        for name in ("out/model/frames.0.xdr", "model.py", "said.json"):
            with open(self.path(name), "rb") as file:
                before = file.read()
            done = self.export("-o", name)
            self.assertEqual((done.returncode, done.stderr),
                             (73, f"solfec: {name}: exists and is not a page of solfec; it is left as it is\n"))
            with open(self.path(name), "rb") as file:
                self.assertEqual(file.read(), before)
        with open(self.path("mine.html.part"), "w") as file:
            file.write("mine")
        for _ in range(2):
            self.assertEqual(self.export("-o", "mine.html").returncode, 0)
        with open(self.path("mine.html.part")) as file:
            self.assertEqual(file.read(), "mine")

    def test_tables_do_not_write_over_those_of_others(self):
        os.mkdir(self.path("tables"))
        with open(self.path("tables", "bodies.csv"), "w") as file:
            file.write("name;price\n")
        done = run("--export", "csv", "out/model", "-o", "tables", cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr), (73, "solfec: tables/bodies.csv: exists and is not a table of "
                                                          "solfec; it is left as it is\n"))
        with open(self.path("tables", "bodies.csv")) as file:
            self.assertEqual(file.read(), "name;price\n")
        self.assertEqual(os.listdir(self.path("tables")), ["bodies.csv"])

    def test_xdmf_export_does_not_write_over_files_of_others(self):
        os.mkdir(self.path("data"))
        with open(self.path("data", "joints.pvd"), "w") as file:
            file.write("mine\n")
        with open(self.path("model.py")) as model, open(self.path("export.py"), "w") as file:
            file.write(model.read().replace("'xdmf/one'", "'data'"))
        done = run("-q", "export.py", "xdmf", cwd=self.folder)
        self.assertEqual(done.returncode, 73, done.stderr)
        self.assertIn("data/joints.pvd: exists and is not a file of VTK with the mark of solfec; it is left as it is",
                      done.stderr)
        self.assertEqual(os.listdir(self.path("data")), ["joints.pvd"])

    def test_the_reader_refuses_a_fifo_in_place_of_frames(self):
        os.makedirs(self.path("pipe"))
        os.mkfifo(self.path("pipe", "frames.0.xdr"))
        with self.assertRaisesRegex(ValueError, "frames.0.xdr is no regular file"):
            solfec_results.open(self.path("pipe"))


class Numbers(PageScene):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        done = cls.export("-o", "page.html")
        assert done.returncode == 0, done.stderr
        cls.page = Page(cls.path("page.html"))
        cls.results = solfec_results.open(cls.path("out/model"))

    def check_columns(self, body, first, expected, slack):
        """expected: frames x n."""
        got = self.page.columns(body, first, expected.shape[1])
        bound = self.page.bound(body, first, expected.shape[1]) + slack
        self.assertTrue((numpy.abs(got - expected) <= bound).all(), numpy.abs(got - expected).max(axis=0))
        extent = numpy.ptp(expected, axis=0)
        self.assertTrue((self.page.bound(body, first, expected.shape[1]) <= extent / 131067 + slack).all())

    def test_bodies_are_where_the_results_have_them(self):
        arrays = [self.results.arrays(i) for i in range(len(self.results))]
        self.assertEqual(self.page.model["times"], list(self.results.times))
        ids = list(arrays[0].bodies.id)
        self.assertEqual(sorted(self.page.bodies), ids)
        for k, number in enumerate(ids):
            body = self.page.bodies[number]
            of = lambda read: numpy.array([read(a)[k] for a in arrays])
            if body["motion"] != "vertices":  # the reader's centre of finite elements is another one
                self.check_columns(body, 0, of(lambda a: a.bodies.center), 1e-12)
                self.check_columns(body, 3, of(lambda a: a.bodies.velocity), 1e-12)
            self.check_columns(body, 6, of(lambda a: a.forces), 1e-8)
            self.check_columns(body, 9, of(lambda a: a.bodies.energy_of("KINETIC"))[:, None], 1e-9)
            gradient = of(lambda a: a.bodies.gradient)
            if body["motion"] == "strains":
                self.check_columns(body, COMMON, gradient.reshape(-1, 9), 1e-12)
            elif body["motion"] == "turns":
                w, x, y, z = self.page.columns(body, COMMON, 4).T
                self.assertLess(numpy.abs(w * w + x * x + y * y + z * z - 1).max(), 1e-4)
                turned = numpy.stack([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * y + w * z),
                                      1 - 2 * (x * x + z * z)], axis=1)
                expected = gradient[:, (0, 0, 1, 1), (0, 1, 0, 1)]
                self.assertLess(numpy.abs(turned - expected).max(), 1e-4)

    def test_a_field_at_vertices_is_what_the_program_says(self):
        frame = self.results.index_at(0.05)
        fields = self.page.model["nodalFields"]
        self.assertEqual(fields, [["velocity", 3], ["mises", 1]])
        for name, label, offset in (("cube", "cube", 9), ("mesh", "mixed mesh", 6), ("part", "part", 12)):
            body = self.page.by_label[label]
            points, n = self.page.points(body), body["vertices"][1] // 3
            self.assertGreaterEqual(n, 8)
            u = self.page.columns(body, COMMON, 3 * n)[frame].reshape(-1, 3)
            v = self.page.columns(body, COMMON + 3 * n, 3 * n)[frame].reshape(-1, 3)
            grid = [(i / 2 + offset, j / 2, k / 2) for k in range(3) for j in range(3) for i in range(3)]
            given = ([(x + 6, y, z) for x, y, z in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1),
                                                    (1, 1, 0.5), (-1, 0.2, 0.2))] if name == "mesh" else
                     grid if name == "cube" else [p for p in grid if p[0] != 12.5 and p[1] != 0.5 and p[2] != 0.5])
            found = 0
            for X, displacement, velocity in zip(given, self.said[name]["displacement"], self.said[name]["velocity"]):
                i = numpy.abs(points - X).max(axis=1).argmin()
                if numpy.abs(points[i] - X).max() > 1e-5:
                    continue  # inside
                found += 1
                self.assertLess(numpy.abs(u[i] - displacement).max(), 1e-5)
                self.assertLess(numpy.abs(v[i] - velocity).max(), 1e-4)
            self.assertGreaterEqual(found, 8)

    def test_contacts_are_those_of_the_frames(self):
        together = 0
        for frame in range(len(self.results)):
            rows = self.results.arrays(frame).constraints
            rows = [(rows.master[i], rows.slave[i], *rows.point[i], rows.R[i, 2], rows.frame[i, :, 2])
                    for i in numpy.flatnonzero(rows.is_contact & (rows.R[:, 2] != 0))]
            ids, joints, values, bound = self.page.contacts(frame)
            self.assertEqual(len(ids), len(rows))
            normals = {}
            for pair, joint, value in zip(ids, joints, values):  # each one meets its own, which no other takes
                near = [k for k, row in enumerate(rows) if tuple(row[:2]) == tuple(pair)]
                k = min(near, key=lambda k: numpy.abs(value - numpy.array(rows[k][2:6])).max())
                off = numpy.abs(value - numpy.array(rows[k][2:6]))
                self.assertTrue((off <= bound + 1e-12).all(), (off, bound))
                normals.setdefault((*pair, joint), []).append(rows.pop(k)[6])
            for one in normals.values():
                self.assertGreater(min(n @ one[0] for n in one), math.cos(math.radians(10)))
                together = max(together, len(one))
        self.assertGreaterEqual(together, 4)  # corners of a brick on the floor

    def test_geometry_is_there_once(self):
        model, arrays = self.page.model, self.page.arrays
        for body in model["bodies"]:
            first, count = body["triangles"]
            triangles = arrays["triangles"][first:first + count].astype(int)
            if count:
                begin, size = body["vertices"][0] // 3, body["vertices"][1] // 3
                self.assertTrue(((triangles >= begin) & (triangles < begin + size)).all())
                a, b, c = (self.page.points(body)[triangles.reshape(-1, 3)[:, k] - begin] for k in range(3))
                volume = numpy.einsum("ij,ij->i", a, numpy.cross(b, c)).sum() / 6  # closed and outward
                known = {"floor": 400, "box": 1, "cube": 1, "part": 1, 'brick, "soft"': 1}.get(body["label"])
                if known:
                    self.assertAlmostEqual(volume / known, 1, 5)
        first, count = self.page.by_label["egg"]["rounds"]
        axes = arrays["rounds"][first:first + count].reshape(4, 3)[1:]
        self.assertAlmostEqual(abs(numpy.linalg.det(axes)), 0.5 * 0.7 * 1, 5)

    def test_the_page_asks_for_nothing(self):
        self.assertFalse({"src", "href", "action", "data"} & set(self.page.elements.attributes))
        self.assertEqual(len(self.page.elements.scripts), 5)
        self.assertEqual(self.page.text.count("<\\/script>"), 2)  # of the stand-ins

    def test_fields_and_frames_are_chosen(self):
        done = self.export("-o", "some.html", "--fields", "stress", "--time", "0.02:0.08", "--every", "3")
        self.assertEqual(done.returncode, 0, done.stderr)
        page = Page(self.path("some.html"))
        self.assertEqual(page.model["nodalFields"], [["stress", 6]])
        self.assertEqual([round(t, 9) for t in page.model["times"]], [0.02, 0.05, 0.08])
        brick = page.by_label['brick, "soft"']
        stress = page.columns(brick, COMMON + 18, 6)[1]
        self.assertLess(numpy.abs(stress - self.said["brick"]["stress"][:6]).max(),
                        1e-4 * max(map(abs, self.said["brick"]["stress"])) + 1e-9)


class Limits(PageScene):
    def test_a_thousand_bodies_in_200_frames_take_less_than_20_mb(self):
        with open(self.path("many.py"), "w") as file:
            file.write(MANY)
        self.assertEqual(run("-q", "many.py", cwd=self.folder).returncode, 0)
        done = self.export(folder="out/many")
        self.assertEqual(done.returncode, 0, done.stderr)
        path = self.path("out/many/model.html")  # where it lies without -o
        page = Page(path)
        self.assertEqual((len(page.bodies), page.frames), (1000, 200))
        size = os.path.getsize(path)
        print(f"1000 bodies x 200 frames: {1e-6 * size:.2f} MB without three.js")
        self.assertLess(size + 0.9e6, 20e6)
        height = page.columns(page.model["bodies"][0], 2, 1)[:, 0]
        self.assertAlmostEqual(height[-1] - height[0], page.columns(page.model["bodies"][0], 5, 1)[0, 0] * 1.99 - 5 * 1.99**2,
                               delta=0.12)  # first order in the step of 0.01 s

    def test_contacts_are_in_the_page_unless_they_are_many(self):
        """400 boxes on a floor: 1600 contacts of 10 bytes in a frame, at most 34 bytes of a box."""
        with open(self.path("bed.py"), "w") as file:
            file.write(BED)
        self.assertEqual(run("-q", "bed.py", cwd=self.folder).returncode, 0)
        said = {}
        for name, words in (("default", ()), ("asked", ("--parts", "contacts")), ("none", ("--parts", "bodies")),
                            ("few", ("--every", "10"))):
            done = self.export("-o", name + ".html", *words, folder="out/bed")
            self.assertEqual(done.returncode, 0, done.stderr)
            said[name] = [line for line in done.stdout.splitlines() if "contacts" in line]
        for name, has in (("default", False), ("asked", True), ("none", False), ("few", True)):
            self.assertEqual("contactCode" in Page(self.path(name + ".html")).arrays, has, name)
        total = sum(int((self.bed_rows(k).R[:, 2] != 0).sum()) for k in range(101))
        self.assertGreater(total, 150000)
        self.assertRegex(said["default"][0], rf"contacts: {total} in all frames, 1\.\d+ MB, are left out, as all other "
                                             r"numbers take \d\.\d+ MB; --parts contacts puts them in")
        self.assertRegex(said["asked"][0], rf"contacts: {total} in all frames, 1\.\d+ MB of numbers, all others")
        self.assertRegex(said["none"][0], rf"contacts: {total} in all frames, 1\.\d+ MB, are left out$")
        more = os.path.getsize(self.path("asked.html")) - os.path.getsize(self.path("none.html"))
        self.assertLess(more / total, 4 / 3 * 10.5)  # base64 of 10 bytes, and some of each frame
        page = Page(self.path("asked.html"))
        weight = sum(page.contacts(100)[2][:, 3])
        self.assertAlmostEqual(weight / self.bed_rows(100).R[:, 2].sum(), 1, 4)

    def bed_rows(self, frame):
        if not hasattr(self, "bed"):
            self.bed = solfec_results.open(self.path("out/bed"))
        return self.bed.arrays(frame).constraints

    def test_mistakes_are_told_in_a_sentence(self):
        def refused(code, text, *words, **more):
            done = self.export(*words, **more)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertRegex(done.stderr, text)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

        refused(73, r"three.min.js cannot be read \(Debian: libjs-three; SOLFEC_THREE names another folder\)", "-o",
                "x.html", three="/nowhere")
        refused(73, "nowhere/x.html", "-o", "/nowhere/x.html")
        refused(64, "time 7 s is outside", "--time", "7")
        refused(64, "there is no field 'gapp'", "--fields", "gapp")
        refused(64, "a page has no field 'gap'; it can have displacement", "--fields", "gap")
        refused(64, "a page has no part 'spheres'; it has bodies, and contacts when they are asked for", "--parts",
                "bodies,spheres")
        refused(66, "missing", folder="missing")
        self.assertFalse([name for name in os.listdir(self.folder) if name.startswith("x.html")])


if __name__ == "__main__":
    unittest.main()
