"""What --export and XDMF_EXPORT write, against what the program says of the same frame, by readers that
share no code with it: zlib and xml.etree, and VTK where it is installed."""

import csv
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import vtk_xml

try:
    import vtkmodules.all as vtk
except ImportError:
    vtk = None

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.environ["SOLFEC_PROGRAM"]
MPI_PROGRAM = os.environ.get("SOLFEC_MPI_PROGRAM")
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "--mca",
          "mpi_yield_when_idle", "1", "-np", "2"]
SERIES = ["bodies", "contacts", "forces", "joints", "obstacles", "spheres", "surfaces"]
ORDER = (0, 1, 2, 3, 5, 4)  # of the program's stress in VTK's


def run(*words, cwd, program=(PROGRAM,)):
    return subprocess.run([*program, *words], cwd=cwd, text=True, timeout=300,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)


class Scene(unittest.TestCase):
    """The model of model.py, its export and what the program says of t = 0.05 s."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="solfec-export-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, True)
        shutil.copy(os.path.join(HERE, "model.py"), cls.folder)
        for words in (("-q", "model.py"), ("-q", "model.py", "xdmf")):
            done = run(*words, cwd=cls.folder)
            assert done.returncode == 0, done.stderr
        done = run("--export", "vtk", "out/model", cwd=cls.folder)
        assert done.returncode == 0, done.stderr
        cls.report = done.stdout
        with open(cls.path("said.json")) as file:
            cls.said = json.load(file)

    @classmethod
    def path(cls, *names):
        return os.path.join(cls.folder, *names)

    @classmethod
    def series(cls, name, folder=("out", "model", "vtk")):
        return vtk_xml.collection(cls.path(*folder, name + ".pvd"))

    @classmethod
    def file_at(cls, name, time=0.05, folder=("out", "model", "vtk")):
        return min(cls.series(name, folder), key=lambda entry: abs(entry[0] - time))[1]

    @classmethod
    def run_on(cls, program, name):
        """Runs the model without finite elements in a folder of its own."""
        folder = cls.path(name)
        os.makedirs(folder)
        shutil.copy(cls.path("model.py"), folder)
        done = run("-q", "-w", "model.py", "ranks", cwd=folder, program=program)
        assert done.returncode == 0, done.stderr
        return folder

    def near(self, got, wanted, unit):
        """Equal but for rounding; `unit`: the size of what they come from."""
        self.assertEqual(len(got), len(wanted))
        for a, b in zip(got, wanted):
            self.assertLess(abs(a - b), 1e-12 * unit, (got, wanted))


class Files(Scene):
    def test_every_part_has_a_series_of_all_times(self):
        names = os.listdir(self.path("out", "model", "vtk"))
        self.assertEqual(sorted(name[:-4] for name in names if name.endswith(".pvd")), SERIES)
        self.assertFalse([name for name in names if name.endswith(".part")])
        for name in SERIES:
            times = [time for time, _ in self.series(name)]
            self.assertEqual(len(times), 11)
            for i, time in enumerate(times):
                self.assertAlmostEqual(time, 0.01 * i, 12)
            self.assertIn(name + ".pvd", self.report)

    def test_what_stands_still_is_written_once(self):
        self.assertEqual(len({path for _, path in self.series("obstacles")}), 1)
        self.assertEqual(len({path for _, path in self.series("bodies")}), 11)

    def body_points(self, file):
        """Points of each body in order: their numbers, by its label."""
        points = {}
        connectivity, offsets = (file.cells["Cells"][name].values for name in
                                 ("connectivity", "offsets"))
        begin = 0
        for label, end in zip(file.cell_data["label"].values, offsets):
            points.setdefault(label, set()).update(connectivity[begin:end])
            begin = end
        return {label: sorted(each) for label, each in points.items()}

    def test_bodies_have_displacements_velocities_and_positions_of_the_program(self):
        file = vtk_xml.File(self.file_at("bodies"))
        points = self.body_points(file)
        self.assertEqual(list(points), ['brick, "soft"', "mixed mesh", "cube", "part", "box"])
        for label, name in (('brick, "soft"', "brick"), ("mixed mesh", "mesh"), ("cube", "cube")):
            for quantity in ("displacement", "velocity"):
                rows = file.point_data[quantity].tuples()
                said = self.said[name][quantity]
                self.assertEqual(len(points[label]), len(said))
                if name != "mesh":  # grids of HEX may number their nodes in another order
                    rows = sorted(tuple(round(x, 11) for x in rows[i]) for i in points[label])
                    said = sorted(tuple(round(x, 11) for x in row) for row in said)
                else:
                    rows = [rows[i] for i in points[label]]
                for row, wanted in zip(rows, said):
                    self.near(row, wanted, 10.0)
        moved = file.points[points["mixed mesh"][0]]
        start = (6.0, 0.0, 0.0)
        self.near(moved, [a + b for a, b in zip(start, self.said["mesh"]["displacement"][0])], 10)

    def test_ranges_are_those_of_seek(self):
        file = vtk_xml.File(self.file_at("bodies"))
        points = self.body_points(file)
        for label, name in (('brick, "soft"', "brick"), ("cube", "cube"), ("part", "part")):
            for quantity in ("displacement", "velocity"):
                rows = [file.point_data[quantity].tuples()[i] for i in points[label]]
                for axis in range(3):
                    got = [row[axis] for row in rows]
                    said = [row[axis] for row in self.said[name][quantity]]
                    self.near((min(got), max(got)), (min(said), max(said)), 10.0)

    def test_cells_have_the_stress_in_their_middle(self):
        file = vtk_xml.File(self.file_at("bodies"))
        labels = file.cell_data["label"].values
        stress = file.cell_data["stress"].tuples()
        self.assertEqual(file.cell_data["stress"].names, ["sx", "sy", "sz", "sxy", "syz", "sxz"])
        mises = file.cell_data["mises"].values
        for label, said in (("mixed mesh", self.said["mesh"]["stress"]),
                            ("part", self.said["part"]["stress"]),
                            ('brick, "soft"', [self.said["brick"]["stress"]] * 8)):
            cells = [i for i, each in enumerate(labels) if each == label]
            self.assertEqual(len(cells), len(said))
            for i, row in zip(cells, said):
                self.assertGreater(row[6], 1.0)
                # centres as sums of thirds and the like: rounding of the point moves the stress a little
                for a, b in zip(stress[i], [row[k] for k in ORDER]):
                    self.assertLess(abs(a - b), 1e-9 * row[6])
                self.assertLess(abs(mises[i] - row[6]), 1e-9 * row[6])

    def test_cells_are_of_their_types_and_say_whose_they_are(self):
        file = vtk_xml.File(self.file_at("bodies"))
        self.assertEqual(list(file.cells["Cells"]["types"].values),
                         [12] * 8 + [13, 14, 10] + [12] * 8 + [42, 42])
        self.assertEqual(file.cell_data["body"].values, (3,) * 8 + (4,) * 3 + (5,) * 8 + (6, 8))
        self.assertEqual(file.cell_data["kind"].values[0], "PSEUDO_RIGID")
        self.assertEqual(file.cell_data["kind"].values[-1], "RIGID")
        materials = file.field_data["material_labels"].values
        self.assertEqual([materials[i] for i in file.cell_data["material"].values],
                         ["rubber"] * 20 + ["stone"])
        self.assertEqual(set(file.cell_data["rank"].values), {0})

    def test_spheres_are_points_with_size_and_axes(self):
        file = vtk_xml.File(self.file_at("spheres"))
        self.assertEqual(file.counts["NumberOfVerts"], 2)
        self.assertEqual(file.point_data["label"].values, ["ball", "egg"])
        self.assertEqual(file.point_data["radius"].values, (0.5, 1.0))
        self.assertEqual(file.point_data["surface"].values, (2, 3))
        for row, name in zip(file.point_data["displacement"].tuples(), ("ball", "egg")):
            self.near(row, self.said[name]["displacement"][0], 1.0)
        axes = file.point_data["half_axes"].tuples()[0]
        for k in range(3):
            self.assertAlmostEqual(math.hypot(*axes[3 * k:3 * k + 3]), 0.5, 12)
        w, x, y, z = file.point_data["rotation"].tuples()[0]  # turns the first axis there
        turned = (1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y))
        self.near(axes[:3], [0.5 * c for c in turned], 1.0)
        self.assertGreater(abs(w - 1), 1e-4)

    def test_surfaces_lie_on_the_spheres(self):
        file = vtk_xml.File(self.file_at("surfaces"))
        self.assertEqual(file.counts["NumberOfCells"], 640)
        center = vtk_xml.File(self.file_at("spheres")).points[0]
        for point in file.points[:162]:
            self.assertAlmostEqual(math.dist(point, center), 0.5, 12)

    def test_contacts_are_those_of_the_program(self):
        file = vtk_xml.File(self.file_at("contacts"))
        rows = [row for row in self.said["constraints"] if row[0] == "CONTACT"]
        self.assertEqual(file.counts["NumberOfVerts"], len(rows))
        self.assertGreater(len(rows), 5)
        data = {name: array.tuples() for name, array in file.point_data.items()}
        sizes = 1e5
        for i, (_, R, U, point, base, gap, area) in enumerate(rows):
            self.near(file.points[i], point, 10.0)
            columns = [base[0:3], base[3:6], base[6:9]]
            for name, local, unit in (("reaction", R, sizes), ("relative_velocity", U, 10.0)):
                wanted = [sum(local[j] * columns[j][k] for j in range(3)) for k in range(3)]
                self.near(data[name][i], wanted, unit)
            self.near(data["normal"][i], columns[2], 1.0)
            self.near((data["gap"][i][0], data["area"][i][0]), (gap, area), 1.0)
            self.near(data["normal_reaction"][i], (R[2],), sizes)
            tangential = math.hypot(R[0], R[1])
            self.near(data["tangential_reaction"][i], (tangential,), sizes)
            slips = tangential >= 0.999 * 0.3 * R[2]
            self.assertEqual(data["status"][i][0], 0 if R == [0, 0, 0] else 2 if slips else 1)
        self.assertEqual({1, 2} - {status for status, in data["status"]}, set())

    def test_force_chains_pass_the_contact_points(self):
        contacts = vtk_xml.File(self.file_at("contacts"))
        lines = vtk_xml.File(self.file_at("forces"))
        pressed = [i for i, (r,) in enumerate(contacts.point_data["normal_reaction"].tuples())
                   if r != 0]
        self.assertEqual(lines.counts["NumberOfLines"], len(pressed))
        begin = 0
        for number, end in enumerate(lines.cells["Lines"]["offsets"].values):
            points = [lines.points[k] for k in lines.cells["Lines"]["connectivity"].values[begin:end]]
            self.assertIn(contacts.points[pressed[number]], points)
            self.assertEqual(len(points), 2)  # one of the two is the floor
            begin = end

    def test_joints_are_points_and_lines(self):
        file = vtk_xml.File(self.file_at("joints"))
        self.assertEqual((file.counts["NumberOfVerts"], file.counts["NumberOfLines"]), (1, 1))
        self.assertEqual(file.cell_data["kind"].values, ["FIXPNT", "RIGLNK"])
        self.near(file.points[0], (0, 8, 4), 1e6)  # drifts with the step
        length = math.dist((1, 9, 3), (0, 0, 0.5))
        self.assertAlmostEqual(math.dist(file.points[1], file.points[2]), length, 3)


@unittest.skipIf(vtk is None, "python3-vtk9 is not installed")
class ByVtk(Scene):
    def open(self, path):
        grid = path.endswith(".vtu")
        reader = vtk.vtkXMLUnstructuredGridReader() if grid else vtk.vtkXMLPolyDataReader()
        errors = []
        reader.AddObserver("ErrorEvent", lambda *args: errors.append(args))
        reader.SetFileName(path)
        reader.Update()
        self.assertEqual(errors, [])
        return reader.GetOutput()

    def test_every_file_is_opened_with_its_cells_and_arrays(self):
        for name in SERIES:
            for path in {path for _, path in self.series(name)}:
                data = self.open(path)
                mine = vtk_xml.File(path)
                self.assertEqual(data.GetNumberOfPoints(), mine.counts["NumberOfPoints"])
                cells = mine.counts.get("NumberOfCells")
                if cells is None:
                    cells = mine.counts["NumberOfVerts"] + mine.counts["NumberOfLines"]
                self.assertEqual(data.GetNumberOfCells(), cells)
                for of, arrays in ((data.GetPointData(), mine.point_data),
                                   (data.GetCellData(), mine.cell_data)):
                    self.assertEqual(of.GetNumberOfArrays(), len(arrays))
                    for array in arrays.values():
                        self.check_array(of.GetAbstractArray(array.name), array)

    def check_array(self, got, array):
        self.assertEqual(got.GetNumberOfComponents(), array.components)
        self.assertEqual(got.GetNumberOfTuples(), len(array.tuples()))
        if got.IsA("vtkStringArray"):
            self.assertEqual([got.GetValue(i) for i in range(got.GetNumberOfValues())], array.values)
            return
        for k in range(array.components):
            column = [row[k] for row in array.tuples()]
            if column:
                self.assertEqual(got.GetRange(k), (min(column), max(column)))
            if array.names[k]:
                self.assertEqual(got.GetComponentName(k), array.names[k])

    def test_ranges_are_those_of_seek(self):
        data = self.open(self.file_at("bodies"))
        said = [row for name in ("brick", "mesh", "cube", "part")
                for row in self.said[name]["displacement"]]
        array = data.GetPointData().GetArray("displacement")
        first = data.GetNumberOfPoints() - 8  # the last body is the box, rigid
        for k in range(3):
            column = [array.GetComponent(i, k) for i in range(first)]
            self.near((min(column), max(column)),
                      (min(row[k] for row in said), max(row[k] for row in said)), 10.0)

    def test_cells_are_valid_and_as_large_as_they_were_made(self):
        data = self.open(self.file_at("bodies", 0.0))
        validator = vtk.vtkCellValidator()
        validator.SetInputData(data)
        validator.Update()
        states = validator.GetOutput().GetCellData().GetArray("ValidityState")
        self.assertEqual([int(states.GetTuple1(i)) for i in range(data.GetNumberOfCells())],
                         [0] * data.GetNumberOfCells())
        sizes = vtk.vtkCellSizeFilter()
        sizes.SetInputData(data)
        sizes.Update()
        volume = sizes.GetOutput().GetCellData().GetArray("Volume")
        got = [volume.GetTuple1(i) for i in range(data.GetNumberOfCells())]
        wanted = [0.125] * 8 + [0.5, 1 / 3, None] + [0.125] * 8 + [1.0, 1.0]
        for a, b in zip(got, wanted):
            if b is not None:
                self.assertAlmostEqual(a, b, 9)

    def test_tensor_glyphs_are_the_surfaces(self):
        data = self.open(self.file_at("spheres"))
        data.GetPointData().SetActiveTensors("half_axes")
        source = vtk.vtkSphereSource()
        source.SetRadius(1.0)
        glyph = vtk.vtkTensorGlyph()
        glyph.SetInputData(data)
        glyph.SetSourceConnection(source.GetOutputPort())
        glyph.ExtractEigenvaluesOff()
        glyph.ColorGlyphsOff()
        glyph.Update()
        got = glyph.GetOutput().GetBounds()
        wanted = self.open(self.file_at("surfaces")).GetBounds()
        for a, b in zip(got, wanted):
            self.assertLess(abs(a - b), 0.06)

    def test_xdmf_export_is_opened(self):
        data = self.open(self.file_at("bodies", 0.05, ("xdmf", "one")))
        self.assertEqual(data.GetNumberOfCells(), 21)


class Xdmf(Scene):
    def names(self, *folder):
        return sorted(name[:-4] for name in os.listdir(self.path(*folder)) if name.endswith(".pvd"))

    def arrays(self, name, *folder):
        file = vtk_xml.File(self.series(name, folder)[0][1])
        return sorted({**file.point_data, **file.cell_data})

    def test_one_time_and_the_default_attributes(self):
        self.assertEqual(self.names("xdmf", "one"),
                         ["bodies", "contacts", "joints", "obstacles", "spheres"])
        self.assertEqual(len(self.series("bodies", ("xdmf", "one"))), 1)
        self.assertEqual(self.arrays("bodies", "xdmf", "one"),
                         ["body", "displacement", "kind", "velocity"])
        self.assertIn("gap", self.arrays("contacts", "xdmf", "one"))
        self.assertNotIn("area", self.arrays("contacts", "xdmf", "one"))
        mine = vtk_xml.File(self.file_at("bodies", 0.05, ("xdmf", "one")))
        other = vtk_xml.File(self.file_at("bodies"))
        self.assertEqual(mine.points, other.points)

    def test_a_range_a_pattern_and_attributes(self):
        folder = ("xdmf", "range")
        self.assertEqual(self.names(*folder), ["bodies", "spheres"])
        self.assertEqual([round(t, 6) for t, _ in self.series("bodies", folder)],
                         [0.02, 0.03, 0.04, 0.05])
        file = vtk_xml.File(self.file_at("bodies", 0.05, folder))
        self.assertEqual(sorted(set(file.cell_data["body"].values)), [3, 5, 8])  # brick cube box
        self.assertEqual(self.arrays("bodies", *folder),
                         ["body", "displacement", "kind", "mises", "stress"])

    def test_a_list_of_times_and_of_bodies(self):
        folder = ("xdmf", "list")
        self.assertEqual([round(t, 6) for t, _ in self.series("spheres", folder)], [0.0, 0.1])
        file = vtk_xml.File(self.file_at("spheres", 0.0, folder))
        self.assertEqual(file.point_data["body"].values, (2, 7))
        contacts = vtk_xml.File(self.file_at("contacts", 0.1, folder))
        for row in zip(contacts.point_data["master"].values, contacts.point_data["slave"].values):
            self.assertTrue({2, 7} & set(row))
        self.assertEqual(self.names(*folder), ["contacts", "joints", "spheres"])

    def test_a_box_and_a_number(self):
        file = vtk_xml.File(self.file_at("bodies", 0.0, ("xdmf", "box")))
        self.assertEqual(sorted(set(file.cell_data["body"].values)), [5, 6])
        self.assertTrue(os.path.exists(self.path("xdmf", "box", "obstacles.pvd")))  # the floor
        file = vtk_xml.File(self.file_at("bodies", 0.0, ("xdmf", "number")))
        self.assertEqual(set(file.cell_data["body"].values), {3})


LOADED = """s = SOLFEC('DYNAMIC', 0.01, 'loaded')
m = BULK_MATERIAL(s, density=1E6)
CUBE = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]
box = BODY(s, 'RIGID', HEX(CUBE, 1, 2, 1, 1, [1, 2, 3, 4, 5, 6]), m, 'box')
ball = BODY(s, 'RIGID', SPHERE((4, 0, 0), 1, 1, 1), m, 'ball')
PRESSURE(box, 6, TIME_SERIES([0, 0, 1, 100]))
FORCE(box, 'SPATIAL', (1, 1, 1), (0, 0, 2), 3)
TORQUE(ball, 'SPATIAL', (1, 0, 0), 7)
HINGE(ball, None, (4, 0, 0), (0, 0, 1))
OUTPUT(s, 0.1)
RUN(s, GAUSS_SEIDEL_SOLVER(), 0.5)
"""


class Loads(unittest.TestCase):
    """Loads come from the results alone, with the values of the times of frames."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="solfec-loads-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, True)
        with open(os.path.join(cls.folder, "loaded.py"), "w") as file:
            file.write(LOADED)
        for words in (("-q", "loaded.py"), ("--export", "vtk", "loaded"), ("--export", "csv", "loaded")):
            done = run(*words, cwd=cls.folder)
            assert done.returncode == 0, done.stderr

    def points_at(self, frame):
        return vtk_xml.File(os.path.join(self.folder, "loaded", "vtk", f"loads_{frame:05}.vtp"))

    def test_points_have_forces_torques_and_pressures(self):
        file = self.points_at(3)
        self.assertEqual(file.cell_data["kind"].values, ["FORCE", "TORQUE", "PRESSURE", "PRESSURE"])
        self.assertEqual(list(file.cell_data["body"].values), [1, 2, 1, 1])
        force = list(file.cell_data["force"].tuples())
        torque = list(file.cell_data["torque"].tuples())
        self.assertEqual(force[:2], [(0, 0, 3), (0, 0, 0)])
        self.assertEqual(torque, [(0, 0, 0), (7, 0, 0), (0, 0, 0), (0, 0, 0)])
        self.assertEqual(list(file.cell_data["surface"].values), [0, 0, 6, 6])
        for value in file.cell_data["pressure"].values[2:]:
            self.assertAlmostEqual(value, 30, 9)  # 100 Pa/s for 0.3 s
        # Half of the top, 0.5 m2, pulled upwards; the body turns by 1e-5 at most.
        for number in (2, 3):
            for got, wanted in zip(force[number], (0, 0, 15)):
                self.assertAlmostEqual(got, wanted, 3)

    def test_a_load_without_a_value_yet_is_there(self):
        self.assertEqual(list(self.points_at(0).cell_data["pressure"].values), [0] * 4)

    def test_the_table_has_a_row_per_load_and_frame(self):
        with open(os.path.join(self.folder, "loaded", "csv", "loads.csv"), newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 6 * 3)
        last = rows[-3:]
        self.assertEqual([row["kind"] for row in last], ["FORCE", "TORQUE", "PRESSURE"])
        self.assertEqual([row["label"] for row in last], ["box", "ball", "box"])
        self.assertEqual([row["load"] for row in last], ["0", "1", "2"])
        self.assertAlmostEqual(float(last[2]["fz"]), 50, 2)  # of both halves at 0.5 s
        self.assertEqual(float(last[1]["tx"]), 7)

    def test_rows_of_a_joint_tell_it(self):
        joints = vtk_xml.File(os.path.join(self.folder, "loaded", "vtk", "joints_00005.vtp"))
        self.assertEqual(set(joints.cell_data["joint_kind"].values), {"HINGE"})
        self.assertEqual(set(joints.cell_data["joint"].values), {1})
        self.assertEqual(len(joints.cell_data["joint"].values), 4)

    def test_models_without_loads_get_no_table_of_them(self):
        with open(os.path.join(self.folder, "free.py"), "w") as file:
            file.write("s = SOLFEC('DYNAMIC', 0.1, 'free')\n"
                       "BODY(s, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), BULK_MATERIAL(s))\n"
                       "RUN(s, GAUSS_SEIDEL_SOLVER(), 0.2)\n")
        for words in (("-q", "free.py"), ("--export", "csv", "free"), ("--export", "csv", "free")):
            self.assertEqual(run(*words, cwd=self.folder).returncode, 0)
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, "free", "csv"))),
                         ["bodies.csv", "histories.csv"])


class Tables(Scene):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        done = run("--export", "csv", "out/model", "-o", "tables", cwd=cls.folder)
        assert done.returncode == 0, done.stderr

    def rows(self, name):
        with open(self.path("tables", name), newline="") as file:
            return list(csv.DictReader(file))

    def test_histories_have_a_row_per_frame(self):
        import solfec_results
        results = solfec_results.open(self.path("out", "model"))
        rows = self.rows("histories.csv")
        self.assertEqual([float(row["time"]) for row in rows], results.times)
        history = results.history([(None, "KINETIC"), "GSITERS", "RESIDUAL", "CONS"])
        for name, values in zip(("kinetic_energy", "iterations", "residual", "constraints"),
                                history.values):
            for row, value in zip(rows, values):
                self.near([float(row[name])], [value], max(1.0, abs(value)))

    def test_bodies_have_a_row_per_frame_and_body(self):
        import solfec_results
        results = solfec_results.open(self.path("out", "model"))
        rows = self.rows("bodies.csv")
        self.assertEqual(len(rows), 8 * len(results))
        self.assertEqual(rows[2]["label"], 'brick, "soft"')
        arrays = results.arrays(5)
        for i, row in enumerate(rows[40:48]):
            self.assertEqual(int(row["body"]), arrays.bodies.id[i])
            for names, values in (("x y z", arrays.bodies.center), ("vx vy vz", arrays.bodies.velocity),
                                  ("wx wy wz", arrays.bodies.angular_velocity),
                                  ("fx fy fz", arrays.forces)):
                got = [float(row[name]) for name in names.split()]
                if row["kind"] != "FINITE_ELEMENT":
                    self.near(got, values[i], 1e5)


class Resultants(unittest.TestCase):
    """A block on a block that overhangs by 0.3 m: forces act below the centres of what they carry."""

    WEIGHT = 2E3 * 9.81

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="solfec-test-")
        with open(os.path.join(cls.folder, "blocks.py"), "w") as file:
            file.write("s = SOLFEC('DYNAMIC', 1E-3, 'out')\nb = BULK_MATERIAL(s, density=2E3)\n"
                       "SURFACE_MATERIAL(s, friction=0.5)\nGRAVITY(s, (0, 0, -9.81))\nOUTPUT(s, 0.05)\n"
                       "def box(x, z, a, h): return HULL(\n"
                       "    [c for k in (z, z + h) for p in ((x, 0), (x + a, 0), (x + a, 1), (x, 1)) for c in (*p, k)], 1, 1)\n"
                       "BODY(s, 'OBSTACLE', box(-2, -1, 5, 1), b, label='floor')\n"
                       "BODY(s, 'RIGID', box(0, 0, 1, 1), b, label='one')\n"
                       "BODY(s, 'RIGID', box(0.3, 1, 1, 1), b, label='two')\n"
                       "BODY(s, 'RIGID', SPHERE((-1, 0.5, 0.5), 0.5, 1, 1), b, label='ball')\n"
                       "RUN(s, GAUSS_SEIDEL_SOLVER(accuracy=1E-10, maxiter=10000), 0.2)\n")
        done = run("-q", "blocks.py", cwd=cls.folder)
        assert done.returncode == 0, done.stderr
        done = run("--export", "csv", "out", "-o", "tables", cwd=cls.folder)
        assert done.returncode == 0, done.stderr
        with open(os.path.join(cls.folder, "tables", "resultants.csv"), newline="") as file:
            cls.rows = list(csv.DictReader(file))

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder, True)

    def joint(self, *labels):
        row = [row for row in self.rows if {row["master_label"], row["slave_label"]} == set(labels)][-1]
        return {name: float(row[name]) for name in row if not name.endswith("_label")}

    def test_forces_act_where_statics_has_them(self):
        upper, lower = self.joint("one", "two"), self.joint("floor", "one")
        for joint, weight, x, z in ((upper, 1.0, 0.8, 1.0), (lower, 2.0, 0.65, 0.0)):
            self.assertAlmostEqual(joint["N"] / self.WEIGHT, weight, 6)
            self.assertAlmostEqual(joint["V"] / self.WEIGHT, 0.0, 6)
            self.assertAlmostEqual(joint["T"] / self.WEIGHT, 0.0, 6)
            for name, value in (("x", x), ("y", 0.5), ("z", z)):
                self.assertAlmostEqual(joint[name], value, 5)
        self.assertAlmostEqual(upper["cx"], 0.65, 5)  # of the common face, 0.3 to 1
        self.assertAlmostEqual(upper["M"] / self.WEIGHT, 0.15, 5)
        self.assertAlmostEqual(lower["M"] / self.WEIGHT, 2.0 * 0.15, 5)

    def test_joints_of_one_contact_have_no_row(self):
        self.assertFalse(any("ball" in (row["master_label"], row["slave_label"]) for row in self.rows))

    def test_python_computes_them_by_itself(self):
        import solfec_results
        results = solfec_results.open(os.path.join(self.folder, "out"))
        last = [row for row in self.rows if row["frame"] == self.rows[-1]["frame"]]
        found = [one for one in results.resultants() if one.contacts > 1]
        self.assertEqual(len(found), len(last))
        for one, row in zip(found, last):
            self.assertEqual((one.master, one.slave, one.contacts),
                             tuple(int(row[name]) for name in ("master", "slave", "contacts")))
            values = [one.normal_force, one.shear, one.moment, one.torsion, *one.force]
            names = ("N", "V", "M", "T", "fx", "fy", "fz")
            for value, name in zip(values, names):
                self.assertAlmostEqual(value / self.WEIGHT, float(row[name]) / self.WEIGHT, 12)
            for values, names in ((one.pressure_point, "xyz"), (one.center, ("cx", "cy", "cz")),
                                  (one.normal, ("nx", "ny", "nz"))):
                for value, name in zip(values, names):
                    self.assertAlmostEqual(value, float(row[name]), 12)
        self.assertAlmostEqual(max(one.eccentricity for one in found), 0.15, 5)


class Mistakes(Scene):
    def refused(self, code, text, *words):
        done = run(*words, cwd=self.folder)
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        self.assertRegex(done.stderr, r"^solfec: .*" + text)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_each_has_its_sentence_and_exit_code(self):
        self.refused(64, r"needs the format vtk .* got 'vtu'", "--export", "vtu", "out/model")
        self.refused(64, "--export needs FORMAT DIR", "--export", "vtk")
        self.refused(64, "--export needs FORMAT DIR", "--export")
        self.refused(64, r"no part 'bodys' \(did you mean 'bodies'\?\)", "--export", "vtk",
                     "out/model", "--parts", "spheres,bodys")
        self.refused(64, r"no field 'gaps' \(did you mean 'gap'\?\)", "--export", "vtk", "out/model",
                     "--fields", "gaps")
        self.refused(64, "option --time: time 3 s is outside of the results: there are 11 frames",
                     "--export", "vtk", "out/model", "--time", "3")
        self.refused(64, "no frame lies between 3 and 4 s", "--export", "csv", "out/model", "--time",
                     "3:4")
        self.refused(64, "a time must be T or T0:T1", "--export", "csv", "out/model", "--time", "x")
        self.refused(64, "belongs to .*--export", "--time", "1", "model.py")
        self.refused(66, "nowhere", "--export", "vtk", "nowhere")

    def test_a_model_without_such_parts(self):
        with open(self.path("lone.py"), "w") as file:
            file.write("s = SOLFEC('DYNAMIC', 1, 'lone')\n"
                       "BODY(s, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), BULK_MATERIAL(s))\n"
                       "RUN(s, GAUSS_SEIDEL_SOLVER(1e-3, 10), 1)\n")
        self.assertEqual(run("-q", "lone.py", cwd=self.folder).returncode, 0)
        for parts in ("joints", "bodies", "contacts,forces"):
            self.refused(66, "nothing to export", "--export", "vtk", "lone", "-o", "none", "--parts",
                         parts)
            self.assertEqual(os.listdir(self.path("none")), [])
        done = run("--export", "vtk", "lone", cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(os.listdir(self.path("lone", "vtk"))),
                         ["spheres.pvd", "spheres_00000.vtp", "surfaces.pvd", "surfaces_00000.vtu"])

    def test_files_that_are_no_results(self):
        os.makedirs(self.path("empty"), exist_ok=True)
        self.refused(66, "frames.0.xdr", "--export", "vtk", "empty")
        with open(self.path("empty", "frames.0.xdr"), "wb"):
            pass
        self.refused(66, "no frame", "--export", "vtk", "empty")
        with open(self.path("empty", "frames.0.xdr"), "wb") as file:
            file.write(b"rubbish" * 100)
        self.refused(65, "frames.0.xdr", "--export", "csv", "empty")

    def test_a_target_that_cannot_be_made(self):
        with open(self.path("plain"), "w") as file:
            file.write("text")
        self.refused(73, "plain", "--export", "vtk", "out/model", "-o", "plain")
        self.refused(73, "plain", "--export", "csv", "out/model", "-o", "plain/deep")

    def test_parts_and_fields_are_chosen(self):
        done = run("--export", "vtk", "out/model", "-o", "some", "--parts", "contacts,bodies",
                   "--fields", "gap,mises", "--time", "0.02:0.04", cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        wanted = [f"{name}_0000{i}.vt{end}" for name, end in (("bodies", "u"), ("contacts", "p"))
                  for i in (2, 3, 4)] + ["bodies.pvd", "contacts.pvd"]
        self.assertEqual(sorted(os.listdir(self.path("some"))), sorted(wanted))
        file = vtk_xml.File(self.path("some", "contacts_00002.vtp"))
        self.assertEqual(list(file.point_data), ["gap"])


class Ranks(Scene):
    def test_results_of_two_ranks_are_exported_alike(self):
        if not MPI_PROGRAM:
            self.skipTest("this build has no solfec-mpi")
        for name, program in (("one", (PROGRAM,)), ("two", (*MPIRUN, MPI_PROGRAM))):
            folder = self.run_on(program, name)
            done = run("--export", "vtk", "out/model", cwd=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
        ranks = set()
        for name in SERIES:
            mine, other = (vtk_xml.File(self.file_at(name, folder=(case, "out", "model", "vtk")))
                           for case in ("one", "two"))
            self.assertEqual(mine.counts, other.counts)
            # the cube of one element stretches along either diagonal: a mirror image is as good
            self.assertLess(max(map(math.dist, mine.points, other.points)), 0.01, name)
            for section in ("point_data", "cell_data"):
                a, b = getattr(mine, section), getattr(other, section)
                self.assertEqual(list(a), list(b))
                for array in ("body", "label", "kind", "master", "slave"):
                    if array in a:
                        self.assertEqual(a[array].values, b[array].values, (name, array))
                ranks.update(b["rank"].values if "rank" in b else ())
        self.assertEqual(ranks, {0, 1})
        self.check_against_the_program()

    def check_against_the_program(self):
        """The program reads the frames of two ranks; the export must hold what it says of them."""
        done = run("-q", "model.py", "ranks", cwd=self.path("two"))
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.path("two", "said.json")) as file:
            said = json.load(file)
        folder = ("two", "out", "model", "vtk")
        spheres = vtk_xml.File(self.file_at("spheres", folder=folder))
        for row, name in zip(spheres.point_data["displacement"].tuples(), ("ball", "egg")):
            self.near(row, said[name]["displacement"][0], 1.0)
        contacts = vtk_xml.File(self.file_at("contacts", folder=folder))
        rows = [row for row in said["constraints"] if row[0] == "CONTACT"]
        self.assertEqual(contacts.counts["NumberOfVerts"], len(rows))
        for point, (r,), row in zip(contacts.points, contacts.point_data["normal_reaction"].tuples(),
                                    rows):
            self.near(point, row[3], 10.0)
            self.near((r,), row[1][2:], 1e5)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    unittest.main()
