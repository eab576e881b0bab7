"""solfec_results against HISTORY of the program and against its own slow reader."""

import json
import math
import os
import shutil
import sys
import tempfile
import unittest
import warnings

from export_test import MPIRUN, MPI_PROGRAM, Scene, run

import solfec_results
from solfec_results import pictures

ITEMS = """[(ball, ball.center, 'DX'), (ball, (0, 0, 1), 'VX'), (ball, (0, 0, 1), 'CY'),
    (brick, (3, 0, 0), 'MISES'), (brick, (3, 0, 0), 'SX'), (brick, (3, 0, 0), 'SYZ'),
    (egg, (0, 4, 2), 'DZ'), (egg, (0, 4, 2), 'VZ'), (mesh, (6, 0, 1), 'CZ'), (mesh, (6, 0, 1), 'VZ'),
    (part, (12, 1, 1), 'DZ'), (solfec, 'KINETIC'), ([ball, box], 'EXTERNAL'), (ball, 'CONTACT'),
    (solfec, 'GAP'), (ball, 'R'), (floor, (0, 0, 1), None, 'R'), (solfec, 'U'),
    (ball, (1, 0, 0), (2, 1), 'CR'), (ball, (1, 1, 0), (1, 1), 'R'), (floor, (1, 0, 2), None, 'CU'),
    (box, 'U'), 'STEP', 'CONS', 'BODS', 'NEWBODS', 'DELBODS', 'NEWCONS', 'GSITERS',
    'NTITERS', 'MERIT', 'RESIDUAL', 'CONSOL', 'GSBOT']"""
NAMES = {"ball": "ball", "brick": 'brick, "soft"', "mesh": "mixed mesh", "egg": "egg", "part": "part",
         "floor": 1, "box": "box", "solfec": None}


class Reader(Scene):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        with open(cls.path("model.py")) as file:
            script = file.read()
        script += f"""
with open('history.json', 'w') as file:
    json.dump(HISTORY(solfec, {ITEMS}, 0, 1), file)
"""
        with open(cls.path("history.py"), "w") as file:
            file.write(script)
        done = run("-q", "history.py", cwd=cls.folder)
        assert done.returncode == 0, done.stderr
        cls.results = solfec_results.open(cls.path("out", "model"))

    def items(self):
        class Ball(str):
            center = (0, 0, 0.5)
        names = {**NAMES, "ball": Ball("ball")}
        return eval(ITEMS, {}, names)

    def test_histories_are_those_of_the_program(self):
        with open(self.path("history.json")) as file:
            wanted = json.load(file)
        got = self.results.history(self.items())
        self.assertEqual(len(got), len(wanted))
        for item, mine, theirs in zip(["t", *self.items()], got, wanted):
            self.assertEqual(len(mine), len(theirs))
            size = max(1.0, *(abs(x) for x in theirs if math.isfinite(x)))
            for a, b in zip(mine, theirs):
                self.assertTrue(a == b or abs(a - b) < 1e-11 * size, (item, a, b))

    def test_intervals_and_steps(self):
        times = self.results.times
        for t0, t1, skip in ((0.02, 0.05, 1), (0.02, 0.05, 2), (None, 0.03, 1), (0.1, 7, 1)):
            got = self.results.history("STEP", t0, t1, skip).times
            low = 0.0 if t0 is None else t0
            wanted = [t for t in times if low - 1e-12 <= t <= t1 + 1e-12][::skip]
            self.assertEqual(list(got), wanted)
        for wrong in (dict(t0=3), dict(t0=0.2, t1=0.1), dict(skip=0), dict(skip=1.5)):
            with self.assertRaises(ValueError):
                self.results.history("STEP", **wrong)
        with self.assertRaisesRegex(ValueError, "there are 11 from t = 0.0 to 0.1 s"):
            self.results.history("STEP", 0.051, 0.052)

    def test_wrong_items_say_what_is_right(self):
        for item, text in (("STEPS", "must be one of STEP"), (("ball", (0, 0, 0), "DW"), "DX, DY"),
                           (("ball", "KINETICS"), "unknown entity"), ((1, 2, 3, 4, 5), "history item"),
                           (7, "history item"), (("ball", (0, 0), "DX"), "three numbers"),
                           ((None, (0, 0, 0), None, "R"), "direction"), ([], "at least one"),
                           (("mixed mesh", (6, 0, 1), "SX"), "finite elements"),
                           (("mixed mesh", (6.01, 0, 1), "DX"), "is no node")):
            with self.assertRaisesRegex(ValueError, text):
                self.results.history(item)
        with self.assertRaisesRegex(KeyError, "bal"):
            self.results.history(("bal", "KINETIC"))

    def test_a_time_gives_the_nearest_frame(self):
        self.assertEqual(self.results.at(0.0149).time, self.results.times[1])
        self.assertEqual(self.results.at(0).time, 0.0)
        self.assertEqual(self.results.at(self.results.times[-1]).time, self.results.times[-1])
        for outside in (-1, 0.11, math.nan, math.inf):
            with self.assertRaisesRegex(ValueError, "outside of the results: there are 11 frames"):
                self.results.at(outside)

    def test_forces_are_the_sums_of_history(self):
        frame = self.results.at(0.05)
        for label in ("ball", "box", "floor", "mixed mesh"):
            force, moment = frame.force_on(label)
            for axis in range(3):
                direction = [float(k == axis) for k in range(3)]
                wanted = self.results.history((label, direction, None, "R"), frame.time, frame.time)[1][0]
                self.assertLess(abs(force[axis] - wanted), 1e-9 * max(1, abs(wanted)))
            self.assertEqual(moment is None, label == "mixed mesh")
        arrays = self.results.arrays(5)
        for i, body_id in enumerate(arrays.bodies.id):
            for a, b in zip(arrays.forces[i], frame.force_on(int(body_id)).force):
                self.assertLess(abs(a - b), 1e-9 * max(1, abs(b)))
        with self.assertRaises(KeyError):
            frame.force_on("nobody")

    def test_a_moment_is_that_of_the_forces_about_the_centre(self):
        frame = self.results.at(0.05)
        total = [0.0] * 3
        x = frame.bodies[2].center
        for row in frame.constraints:
            if 2 not in (row.master, row.slave):
                continue
            t, b, n = row.frame[0:3], row.frame[3:6], row.frame[6:9]
            sign = 1 if row.master == 2 else -1
            f = [sign * (row.R[0] * t[k] + row.R[1] * b[k] + row.R[2] * n[k]) for k in range(3)]
            p = row.point if row.master == 2 else row.slave_point
            a = [p[k] - x[k] for k in range(3)]
            cross = (a[1] * f[2] - a[2] * f[1], a[2] * f[0] - a[0] * f[2], a[0] * f[1] - a[1] * f[0])
            total = [s + c for s, c in zip(total, cross)]
        self.near(frame.force_on(2).moment, total, 1e5)

    def check_arrays(self, results):
        for index in (0, 5, len(results) - 1):
            frame = results[index]
            arrays = results.arrays(index)
            bodies, rows = arrays.bodies, arrays.constraints
            self.assertEqual(list(bodies.id), list(frame.bodies))
            for i, state in enumerate(frame.bodies.values()):
                self.assertEqual(bodies.rank[i], state.rank)
                self.assertEqual(list(bodies.energy[i]), list(state.energy.values()))
                if state.kind == "FINITE_ELEMENT":
                    self.assertEqual(bodies.displacements(bodies.id[i]).tolist(),
                                     [list(row) for row in state.displacements])
                    self.assertTrue(math.isnan(bodies.gradient[i][0][0]))
                    continue
                self.assertEqual(tuple(bodies.center[i]), tuple(state.center))
                self.assertEqual(tuple(bodies.velocity[i]), tuple(state.velocity))
                self.assertEqual(bodies.gradient[i].T.ravel().tolist(), list(state.gradient))
            self.assertEqual(len(rows), len(frame.constraints))
            for i, row in enumerate(frame.constraints):
                self.assertEqual((rows.id[i], rows.master[i], rows.slave[i]),
                                 (row.id, row.master, row.slave))
                for name in ("R", "U", "point"):
                    self.assertEqual(tuple(getattr(rows, name)[i]), tuple(getattr(row, name)))
                self.assertEqual(rows.frame[i].T.ravel().tolist(), list(row.frame))
                self.assertEqual((rows.gap[i], rows.area[i], rows.material[i]),
                                 (row.gap, row.area, row.material))

    def test_arrays_hold_what_the_objects_hold(self):
        self.check_arrays(self.results)

    def test_arrays_stay_as_they_are_while_others_are_read(self):
        held = [self.results.arrays(i) for i in range(len(self.results))]
        for i, arrays in enumerate(held):  # columns are made only now
            for at, state in enumerate(self.results[i].bodies.values()):
                if state.center:
                    self.assertEqual(tuple(arrays.bodies.center[at]), tuple(state.center))
            self.assertEqual(list(arrays.constraints.gap), [row.gap for row in
                                                            self.results[i].constraints])

    def test_damage_is_found(self):
        folder = self.path("damaged")
        shutil.copytree(self.results.folder, folder)
        path = os.path.join(folder, "frames.0.xdr")
        entry = self.results._entries[5]
        with open(path, "r+b") as file:
            file.seek(entry.offset + entry.stored - 5)  # inside of the last constraints
            byte = file.read(1)
            file.seek(-1, 1)
            file.write(bytes([byte[0] ^ 1]))
        results = solfec_results.open(folder)
        if results.verified_by is None:
            self.skipTest("there is no module for checksums")
        for ask in (lambda: results.arrays(5), lambda: results[5]):
            with self.assertRaisesRegex(ValueError, "frame 5 at .* is damaged: its checksum is wrong"):
                ask()
        self.assertEqual(len(results.arrays(4).bodies), 8)
        os.remove(path)
        with self.assertRaises(OSError):
            solfec_results.open(folder)
        with open(path, "wb"):
            pass
        with self.assertRaisesRegex(ValueError, "no readable frame"):
            solfec_results.open(folder)

    def test_frames_that_are_not_compressed_hold_the_same(self):
        with open(self.path("model.py")) as file:
            script = file.read().replace("'out/model'", "'out/large'").replace(
                "OUTPUT(solfec, 0.01)", "OUTPUT(solfec, 0.01, 'OFF')")
        with open(self.path("large.py"), "w") as file:
            file.write(script)
        self.assertEqual(run("-q", "large.py", cwd=self.folder).returncode, 0)
        self.check_arrays(solfec_results.open(self.path("out", "large")))
        small, large = [os.path.getsize(self.path("out", name, "frames.0.xdr"))
                        for name in ("model", "large")]
        self.assertLess(small, 0.7 * large)

    def test_the_library_of_zstd_takes_the_place_of_a_package(self):
        from solfec_results import container
        path = self.path("out", "model", "frames.0.xdr")
        with open(path, "rb") as file:
            data = file.read()
        magic, _, flags, _, _, stored, original, _ = container.HEADER.unpack_from(data)
        self.assertEqual((magic, flags), (container.MAGIC, container.COMPRESSED))
        payload = data[container.HEADER.size:][:stored]
        restored = container._restored_by_library(payload, original)
        self.assertEqual(len(restored), original)
        self.assertEqual(bytes(restored), bytes(container.decompress(payload, original)))
        for wrong, size in ((payload[:-1], original), (payload, original - 1), (b"no frame", 8)):
            with self.assertRaises(ValueError):
                container._restored_by_library(wrong, size)
        self.assertEqual(len(container._restored_by_library(payload, original + 1)), original)

    def test_arrays_join_the_parts_of_ranks(self):
        if not MPI_PROGRAM:
            self.skipTest("this build has no solfec-mpi")
        folder = self.run_on((*MPIRUN, MPI_PROGRAM), "two")
        results = solfec_results.open(os.path.join(folder, "out", "model"))
        self.assertEqual(set(results.arrays(5).bodies.rank), {0, 1})
        self.check_arrays(results)

    def test_angular_velocities_are_those_of_points(self):
        import numpy as np
        bodies = self.results.arrays(5).bodies
        for body_id, points in ((2, ((0, 0, 0.5), (0, 0, 1))), (8, ((0.5, 8.5, 3.5), (1, 9, 3)))):
            arm = bodies.gradient[bodies.index(body_id)] @ np.subtract(points[1], points[0])
            spin = bodies.angular_velocity[bodies.index(body_id)]
            change = bodies.velocity_at(body_id, points[1]) - bodies.velocity_at(body_id, points[0])
            self.near(np.cross(spin, arm), change, 10.0)
        said = self.said["ball"]["velocity"][0]
        self.near(bodies.velocity_at(2, (0, 0, 0.5)), said, 10.0)

    def test_curves_are_drawn(self):
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
        moved, kinetic, contact = ("ball", (0, 0, 0.5), "DX"), (None, "KINETIC"), (None, "CONTACT")
        axes = self.results.plot([kinetic, contact], color="k")
        self.assertEqual(len(axes.lines), 2)
        self.assertEqual(len(axes.lines[0].get_xdata()), 11)
        self.assertEqual((axes.get_xlabel(), axes.get_ylabel()), ("t (s)", "J"))
        texts = [text.get_text() for text in axes.get_legend().get_texts()]
        self.assertEqual(texts, ["all KINETIC", "all CONTACT"])
        panels = self.results.plot([kinetic, moved, contact, "STEP"])  # each unit for itself
        self.assertEqual([len(panel.lines) for panel in panels], [2, 1, 1])
        self.assertEqual([panel.get_ylabel() for panel in panels], ["J", "ball DX (m)", "STEP"])
        self.assertEqual([panel.get_xlabel() for panel in panels], ["", "", "t (s)"])
        own = pyplot.subplots()[1]
        self.assertIs(self.results.plot([kinetic, moved], axes=own), own)
        self.assertEqual((len(own.lines), own.get_ylabel()), (2, "J / m"))
        pyplot.close("all")

    def test_tables_need_pandas_and_say_so(self):
        try:
            import pandas
        except ImportError:
            for ask in (lambda: self.results.to_pandas(0.05),
                        lambda: self.results.history("STEP").to_pandas()):
                with self.assertRaisesRegex(ImportError, "python3-pandas"):
                    ask()
            return
        table = self.results.to_pandas(0.05)
        self.assertEqual(list(table.index), list(range(1, 9)))
        self.assertEqual(table.loc[2, "label"], "ball")
        self.assertEqual(table.loc[2, "x"], self.results[5].bodies[2].center[0])
        self.assertEqual(len(self.results.to_pandas()), 88)
        self.assertIsInstance(self.results.history("STEP").to_pandas(), pandas.DataFrame)

    def test_a_table_of_columns_is_what_pandas_gets(self):
        class Frame(dict):
            def __init__(self, columns, index=None):
                super().__init__(columns)
                self.index = type("Index", (), {"name": None})()

            def set_index(self, names):
                self.names = names
                return self
        fake = type(sys)("pandas")
        fake.DataFrame = Frame
        old = sys.modules.get("pandas")
        sys.modules["pandas"] = fake
        try:
            table = self.results.to_pandas(0.05)
            self.assertEqual(table.names, "id")
            self.assertEqual(list(table["label"])[1], "ball")
            self.assertEqual(table["kind"][0], "OBSTACLE")
            self.assertEqual(tuple(table["fx"]), tuple(self.results.arrays(5).forces[:, 0]))
            self.assertEqual(self.results.to_pandas().names, ["time", "id"])
        finally:
            del sys.modules["pandas"]
            if old is not None:
                sys.modules["pandas"] = old


JOINTED = """
import json
solfec = SOLFEC('DYNAMIC', 1e-3, 'out/joints')
WARNINGS(solfec, 'OFF')
OUTPUT(solfec, 0.05)
bulk = BULK_MATERIAL(solfec, density=2500.0)
SURFACE_MATERIAL(solfec, friction=0.0)
def bar(y, label):
    return BODY(solfec, 'RIGID', BOX((-0.5, y, 0), (1, 0.1, 0.2), 1, 1), bulk, label)
wheel, slide, tube, cross, held = (bar(2.0 * k, name) for k, name in enumerate(('wheel', 'slide', 'tube', 'cross', 'held')))
FIX_POINT(held, held.center)
FIX_DIRECTION(wheel, wheel.center, (1, 0, 0))
joints = {'HINGE': HINGE(wheel, None, wheel.center, (0, 1, 0)), 'SLIDER': SLIDER(None, slide, slide.center, (1, 0, 0)),
          'CYLINDRICAL': CYLINDRICAL(tube, slide, tube.center, (1, 0, 0), travel_spring=100.0, friction=0.1),
          'UNIVERSAL': UNIVERSAL(cross, None, cross.center, (0, 1, 0), (0, 0, 1))}
FIX_DIRECTION(cross, cross.center, (1, 0, 0))
MOTOR(joints['HINGE'], torque=2.0)
MOTOR(joints['SLIDER'], force=5.0)
MOTOR(joints['CYLINDRICAL'], speed=0.2, coordinate='TRAVEL')
MOTOR(joints['CYLINDRICAL'], speed=0.4, coordinate='ANGLE')
MOTOR(joints['UNIVERSAL'], torque=2.0, coordinate='ANGLE')
MOTOR(joints['UNIVERSAL'], speed=0.5, coordinate='ANGLE2')
RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-10, 1000), 0.3)
with open('joints.json', 'w') as file:
    json.dump({kind: HISTORY(solfec, [(joints[kind], name) for name in names], 0, 1) for kind, names in NAMES.items()}, file)
"""
TURN, TRAVEL = ("ANGLE", "RATE", "TORQUE", "MOTOR", "POWER"), ("TRAVEL", "SPEED", "FORCE")
OF_JOINTS = {"HINGE": TURN, "SLIDER": TRAVEL + TURN[3:], "CYLINDRICAL": TRAVEL + ("TRAVEL_MOTOR", "TRAVEL_POWER") + TURN,
             "UNIVERSAL": TURN + tuple(name + "2" for name in TURN)}


class Joints(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="solfec-joints-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, True)
        with open(os.path.join(cls.folder, "joints.py"), "w") as file:
            file.write(f"NAMES = {OF_JOINTS}\n" + JOINTED)
        done = run("-q", "joints.py", cwd=cls.folder)
        assert done.returncode == 0, done.stderr
        cls.results = solfec_results.open(os.path.join(cls.folder, "out", "joints"))
        cls.joints = {joint.kind: joint for joint in cls.results.joints()}

    def test_histories_of_joints_are_those_of_the_program(self):
        with open(os.path.join(self.folder, "joints.json")) as file:
            wanted = json.load(file)
        self.assertEqual(len(self.results.joints()), 4)
        self.assertEqual({kind: joint.entities for kind, joint in self.joints.items()}, OF_JOINTS)
        for kind, names in OF_JOINTS.items():
            got = self.results.history([(self.joints[kind], name) for name in names])
            for name, mine, theirs in zip(names, got.values, wanted[kind][1:]):
                size = max(map(abs, theirs))
                self.assertGreater(size, 0.0, (kind, name))
                self.assertLess(max(abs(a - b) for a, b in zip(mine, theirs)), 1e-12 * (1 + size), (kind, name))

    def test_a_wheel_turns_as_its_torque_over_its_inertia(self):
        """angle = M t^2 / 2 I, rate = M t / I, power = M rate, I = m (a^2 + b^2) / 12."""
        joint, torque = self.joints["HINGE"], 2.0
        inertia = 2500.0 * 0.02 * (1.0 + 0.2 ** 2) / 12.0
        history = self.results.history([(joint, name) for name in TURN])
        self.assertEqual(history.names[0], f"HINGE {joint.id} ANGLE")
        for t, angle, rate, moment, motor, power in list(zip(*history))[1:]:
            self.assertAlmostEqual(angle, torque * t ** 2 / (2.0 * inertia), delta=1e-6)
            self.assertAlmostEqual(rate, torque * t / inertia, delta=1e-6)
            self.assertAlmostEqual(moment, torque, delta=1e-9)
            self.assertAlmostEqual(motor, torque, delta=1e-9)
            self.assertAlmostEqual(power, torque * torque * (t - 0.5e-3) / inertia, delta=1e-4)

    def test_wrong_items_of_joints_say_what_is_right(self):
        for item, text in ((("wheel", "ANGLE"), r"'ANGLE' is of a joint, not of 'wheel': take one of results.joints\(\)"),
                           ((self.joints["HINGE"], "TRAVEL"), "unknown entity 'TRAVEL' of a HINGE, must be one of ANGLE, RATE, TORQUE"),
                           (("wheel", "POTENTIAL"), "must be one of GAP, R, CR, U, CU, KINETIC, INTERNAL")):
            with self.assertRaisesRegex(ValueError, text):
                self.results.history(item)


class Pictures(Scene):
    """The command line of --render, by a program that writes down its words."""

    PROGRAM = """#!/bin/sh
printf '%s|' "$@" > "{folder}/words"
[ "$2" != bad ] || {{ echo "solfec: bad: no frames" >&2; exit 66; }}
printf 'PNG' > "$4"
"""

    def setUp(self):
        path = self.path("stub")
        with open(path, "w") as file:
            file.write(self.PROGRAM.format(folder=self.folder))
        os.chmod(path, 0o755)
        old = os.environ["SOLFEC_PROGRAM"]
        self.addCleanup(os.environ.__setitem__, "SOLFEC_PROGRAM", old)
        os.environ["SOLFEC_PROGRAM"] = path

    def words(self):
        with open(self.path("words")) as file:
            return file.read().split("|")[:-1]

    def test_the_program_is_asked_for_it(self):
        results = solfec_results.open(self.path("out", "model"))
        picture = results.render(0.05, "speed", (640, 480), "front")
        words = self.words()
        self.assertEqual(words[:3] + words[4:], [
            "--render", results.folder, "-o", "--time", "0.05", "--field", "speed", "--size",
            "640x480", "--view", "front"])
        self.assertEqual(picture._repr_png_(), b"PNG")
        self.assertFalse(os.path.exists(words[3]))
        picture.save(self.path("kept.png"))
        self.assertEqual(os.path.getsize(self.path("kept.png")), 3)
        for before, is_kept in ((b"import solfec\n", True), (b"\x89PNG", True), (b"", False),
                                (b"\x89PNG\r\n\x1a\n...", False)):
            with open(self.path("kept.png"), "wb") as file:
                file.write(before)
            if is_kept:
                with self.assertRaisesRegex(FileExistsError, "kept.png: exists and is no picture"):
                    picture.save(self.path("kept.png"))
            else:
                picture.save(self.path("kept.png"))
            with open(self.path("kept.png"), "rb") as file:
                self.assertEqual(file.read(), before if is_kept else b"PNG")
        results.render()
        self.assertEqual(len(self.words()), 4)
        results.render(None, None, "8x8", None, "--edges")
        self.assertEqual(self.words()[4:], ["--size", "8x8", "--edges"])

    def test_what_it_says_is_passed_on(self):
        with self.assertRaisesRegex(RuntimeError, "exit code 66: solfec: bad: no frames"):
            pictures.render("bad")
        os.environ["SOLFEC_PROGRAM"] = self.path("not there")
        with self.assertRaisesRegex(RuntimeError, "cannot be run"):
            pictures.render("out")


del Scene

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    unittest.main()
