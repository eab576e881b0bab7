"""compas_solfec: assemblies of COMPAS in all its versions, bodies of them, forces and motions back."""

import contextlib
import copy
import importlib.util
import io
import json

import compas_files as files
import compas_solfec
import numpy as np
from support import *

VERSIONS = {"0": lambda: files.assembly(0), "1": lambda: files.assembly(1), "2": lambda: files.assembly(2),
            "old": files.old_assembly, "model": files.model, "problem": files.problem}
G, DENSITY = 9.81, 2000.0


class CompasTest(LanguageTest):
    def stored(self, content, name="blocks.json"):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            json.dump(content, file)
        return path

    def read(self, content, **options):
        return compas_solfec.read(self.stored(content), quiet=True, **options)

    def settled(self, assembly, friction=0.6, duration=0.2):
        """Runs the blocks under gravity and returns the folder of the results."""
        solfec = self.new_solfec()
        SURFACE_MATERIAL(solfec, friction=friction)
        GRAVITY(solfec, (0, 0, -G))
        OUTPUT(solfec, 0.05)
        bulk = BULK_MATERIAL(solfec, density=DENSITY)
        assembly.bodies(solfec, bulk)
        RUN(solfec, GAUSS_SEIDEL_SOLVER(), duration)
        return solfec.outpath


class Compas(CompasTest):
    def test_every_version_gives_the_same_blocks_and_forces(self):
        for name, make in VERSIONS.items():
            with self.subTest(name):
                found = self.read(make())
                self.assertEqual([b.key for b in found.blocks], ["0", "1", "2", "3"])
                self.assertEqual([b.support for b in found.blocks], [True, False, False, False])
                for block, volume in zip(found.blocks, (0.21, 1.0, 1.0, 1.0)):
                    self.assertAlmostEqual(block.volume, volume, delta=1e-15)
                joint, = found.interfaces
                self.assertEqual((joint.first, joint.second, joint.kind, joint.size), ("0", "1", "face_face", 1.0))
                np.testing.assert_array_equal(joint.points, files.CORNERS)
                np.testing.assert_array_equal(joint.forces, [[1, -2, 10], [0, 0, 15], [0.5, 0, 30], [0, 2, 40]])
                np.testing.assert_array_equal(joint.force(), [1.5, 0, 95])

    def test_scale_changes_lengths_and_no_forces(self):
        found = self.read(files.model(), scale=1e-3)
        self.assertAlmostEqual(found["1"].volume, 1e-9, delta=1e-21)
        self.assertEqual(found["1"].density, 2000.0)
        joint, = found.interfaces
        np.testing.assert_allclose(joint.points[2], [1e-3, 1e-3, 0], rtol=1e-15)
        self.assertAlmostEqual(joint.size, 1e-6)
        np.testing.assert_array_equal(joint.force(), [1.5, 0, 95])

    def test_blocks_become_bodies_and_supports_obstacles(self):
        solfec = self.new_solfec()
        bodies = self.read(files.model()).bodies(solfec)
        self.assertEqual([b.kind for b in bodies.values()], ["OBSTACLE"] + 3 * ["RIGID"])
        self.assertEqual(bodies["3"].label, "block 3")
        self.assertAlmostEqual(bodies["3"].mass, 2000.0, delta=1e-9)
        np.testing.assert_allclose(bodies["3"].center, (1.05, 0.5, 1.5), atol=1e-14)

    def named(self, names, make=None):
        """Content of a file whose blocks have names, at the places where COMPAS writes them."""
        content = make() if make else files.assembly(2)
        if make is files.model:
            for element, name in zip(content["data"]["elements"].values(), names):
                element["data"]["name"] = name
        elif make is files.old_assembly:
            for key, name in enumerate(names):
                content["blocks"][str(key)]["attributes"]["name"] = name
        else:
            for key, name in enumerate(names):
                content["data"]["graph"]["data"]["node"][str(key)]["block"]["name"] = name
        return content

    def test_names_of_blocks_are_labels_of_bodies(self):
        names = ["base", "left", "right", "top"]
        for make in (None, files.model, files.old_assembly):
            path = self.stored(self.named(names, make))
            with contextlib.redirect_stdout(io.StringIO()) as out:
                found = compas_solfec.read(path)
            self.assertEqual(([b.name for b in found.blocks], found.labels(), out.getvalue()), (names, names, ""))
            solfec = self.new_solfec()
            bodies = found.bodies(solfec, BULK_MATERIAL(solfec, density=1.0))
            self.assertEqual({key: body.label for key, body in bodies.items()}, dict(zip("0123", names)))
            found.write(path)
            self.assertEqual([b.name for b in compas_solfec.read(path).blocks], names)

    def test_names_that_cannot_be_labels_are_told(self):
        found = self.read(self.named(["base", "Box", "Box", ""]))
        self.assertEqual(found.labels(), ["base", "block 1", "block 2", "block 3"])
        self.assertIn("labels of bodies must differ, which the names 'Box' (2 blocks) do not: these bodies have the labels "
                      "'block KEY'", found.report())
        found = self.read(self.named(["block 2", "a", None, 7]))
        self.assertEqual(found.labels(), ["block 0", "a", "block 2", "block 3"])
        self.assertIn("the names 'block 2' (1 block) do not", found.report())
        self.assertIn("'Block' (4 blocks)", self.read(files.model()).report())
        self.assertNotIn("labels", self.read(files.assembly(2)).report())

    def test_results_of_named_blocks_are_found_also_by_older_labels(self):
        assembly = self.read(self.named(["base", "left", "right", "top"], files.model))
        found = compas_solfec.from_results(self.settled(assembly, duration=0.01), assembly=assembly)
        self.assertEqual([block.name for block in found.blocks], ["base", "left", "right", "top"])
        old = self.settled(self.read(files.model()), duration=0.01)
        self.assertEqual(len(compas_solfec.from_results(old, assembly=assembly).blocks), 4)

    def test_blocks_without_density_need_a_material(self):
        assembly = self.read(files.assembly(2))
        self.assert_refused(ValueError, r"bodies: .*blocks\.json: block 1 has no density; give a material",
                            lambda: assembly.bodies(self.new_solfec()))

    @unittest.skipUnless(importlib.util.find_spec("scipy"), "python3-scipy is not installed")
    def test_a_concave_block_is_cut_into_convex_parts(self):
        content = files.assembly(2)
        data = content["data"]["graph"]["data"]["node"]["1"]["block"]["data"]
        corners = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 3), (0, 3)]  # an L, drawn as a polygon
        data["vertex"] = {str(i): {"x": x, "y": y, "z": float(i > 5)} for i, (x, y) in enumerate(2 * corners)}
        faces = [[5, 4, 3, 2, 1, 0], [6, 7, 8, 9, 10, 11]] + [[i, (i + 1) % 6, (i + 1) % 6 + 6, i + 6] for i in range(6)]
        data["face"] = {str(i): face for i, face in enumerate(faces)}
        block = self.read(content)["1"]
        self.assertFalse(block.is_convex())
        solfec = self.new_solfec()
        body = BODY(solfec, "RIGID", block.shape(), BULK_MATERIAL(solfec, density=1.0))
        self.assertAlmostEqual(body.mass, 4.0, delta=1e-12)  # 2 + 2 squares

    def test_faces_that_look_inward_are_turned(self):
        content = files.assembly(2)
        data = content["data"]["graph"]["data"]["node"]["2"]["block"]["data"]
        data["face"] = {key: face[::-1] for key, face in data["face"].items()}
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            found = compas_solfec.read(self.stored(content))
        self.assertAlmostEqual(found["2"].volume, 1.0, delta=1e-15)
        self.assertIn("block 2: faces looked inward and are turned", out.getvalue())
        self.assertIn("block 2: faces looked inward", found.report())

    def test_forces_of_a_run_bear_the_weights_with_compression_positive(self):
        assembly = self.read(files.model())
        found = compas_solfec.from_results(self.settled(assembly), assembly=assembly)
        pairs = [(i.first, i.second) for i in found.interfaces]
        self.assertEqual(pairs, [("0", "1"), ("0", "2"), ("1", "3"), ("2", "3")])
        joints = dict(zip(pairs, found.interfaces))
        for joint in found.interfaces:
            np.testing.assert_allclose(joint.axes[2], (0, 0, 1), atol=1e-6)  # from support to block
            self.assertGreater(joint.forces[:, 2].min(), -1e-9)
        self.assertAlmostEqual(joints["0", "1"].size, 1.0, delta=1e-4)
        self.assertAlmostEqual(joints["1", "3"].size, 0.45, delta=1e-4)
        for key in "123":  # every block: contact forces balance its weight
            total = sum((i.force() for i in found.interfaces if i.second == key), np.zeros(3)) - \
                sum((i.force() for i in found.interfaces if i.first == key), np.zeros(3))
            np.testing.assert_allclose(total, (0, 0, DENSITY * G), atol=1e-4 * DENSITY * G)
        top = joints["1", "3"].force()[2] + joints["2", "3"].force()[2]
        self.assertAlmostEqual(top / (DENSITY * G), 1.0, delta=1e-4)

    def test_sizes_of_interfaces_are_areas_of_contact(self):
        """Areas of an L, of a U, and of two feet that stand in one plane."""
        ell = [(0, 0), (.2, 0), (.2, .1), (.1, .1), (.1, .2), (0, .2)]
        bow = [(0, 0), (.3, 0), (.3, .2), (.2, .2), (.2, .1), (.1, .1), (.1, .2), (0, .2)]
        for corners, feet, exact in ((ell, False, 0.03), (bow, False, 0.05), (bow, True, 2 * 0.1 * 0.1)):
            solfec = self.new_solfec()
            bulk = BULK_MATERIAL(solfec, density=DENSITY)
            SURFACE_MATERIAL(solfec, friction=0.6)
            GRAVITY(solfec, (0, 0, -G))
            shape = PRISM([x for p in corners for x in (*p, 0)], (0, 0, 0.1), 1, 1)
            if feet:  # the U stands on the ends of its arms
                shape = TRANSLATE(ROTATE(shape, (0, 0, 0), (1, 0, 0), -90), (0, 0, 0.2))
            BODY(solfec, "OBSTACLE", PLANE((0, 0, 0), (0, 0, 1), 1, 1, 1), bulk)
            body = BODY(solfec, "RIGID", shape, bulk)
            RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.02)
            joints = compas_solfec.from_results(solfec.outpath).interfaces
            self.assertAlmostEqual(sum(c.area for c in solfec.constraints), exact, delta=1e-6)
            self.assertAlmostEqual(sum(joint.size for joint in joints), exact, delta=1e-6)
            self.assertAlmostEqual(sum(joint.force()[2] for joint in joints), body.mass * G, delta=1e-3 * body.mass * G)

    def test_moments_of_the_corners_balance_a_block(self):
        assembly = self.read(files.model())
        found = compas_solfec.from_results(self.settled(assembly), assembly=assembly)
        moment = np.zeros(3)
        for joint in found.interfaces:
            if joint.second == "3":
                arms = joint.points - np.array((1.05, 0.5, 1.5))
                moment += np.cross(arms, joint.forces @ joint.axes).sum(axis=0)
        np.testing.assert_allclose(moment, 0.0, atol=1e-4 * DENSITY * G)

    def test_what_is_written_is_read_again_in_all_versions(self):
        assembly = self.read(files.model())
        found = compas_solfec.from_results(self.settled(assembly), assembly=assembly)
        for schema, version in (("assembly", 1), ("assembly", 2), ("model", 2)):
            with self.subTest(schema=schema, version=version):
                path = os.path.join(self.folder, "again.json")
                found.write(path, schema, version)
                again = compas_solfec.read(path, quiet=True)
                self.assertEqual([b.support for b in again.blocks], [b.support for b in found.blocks])
                for one, two in zip(again.blocks, found.blocks):
                    np.testing.assert_array_equal(one.vertices, two.vertices)
                    np.testing.assert_array_equal(one.transform, two.transform)
                self.assertEqual(len(again.interfaces), 4)
                for one, two in zip(again.interfaces, found.interfaces):
                    self.assertEqual((one.first, one.second), (two.first, two.second))
                    np.testing.assert_array_equal(one.points, two.points)
                    np.testing.assert_allclose(one.forces, two.forces, rtol=0, atol=0)
                with open(path) as file:
                    content = json.load(file)
                self.assertEqual(set(content) >= {"dtype", "value" if version == 1 else "data"}, True)

    def test_attributes_of_nodes_survive(self):
        assembly = self.read(files.assembly(1))
        path = os.path.join(self.folder, "again.json")
        assembly.write(path)
        with open(path) as file:
            node = json.load(file)["data"]["graph"]["data"]["node"]
        self.assertEqual([node[k]["section"] for k in "0123"], ["A0", "A1", "A2", "A3"])
        self.assertEqual([node[k]["is_support"] for k in "0123"], [True, False, False, False])

    def test_motions_are_those_of_the_bodies(self):
        """A block that slides without friction down a turned table: its transform moves its points as DISPLACEMENT."""
        assembly = self.read(files.model())
        solfec = self.new_solfec()
        SURFACE_MATERIAL(solfec, friction=0.0)
        GRAVITY(solfec, (0, 0, -G))
        bodies = assembly.bodies(solfec)
        INITIAL_VELOCITY(bodies["3"], (0.1, 0.2, 3.0), (0.3, 1.0, -0.5))
        RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.1)
        found = compas_solfec.from_results(solfec.outpath, assembly=assembly)
        matrix = found["3"].transform
        for point in ((0.55, 0.0, 1.0), (1.55, 1.0, 2.0)):
            moved = matrix[:3, :3] @ point + matrix[:3, 3]
            np.testing.assert_allclose(moved - point, DISPLACEMENT(bodies["3"], point), atol=1e-12)
        np.testing.assert_array_equal(found["0"].transform, np.eye(4))

    def test_results_of_any_model_become_an_assembly(self):
        solfec = self.new_solfec()
        SURFACE_MATERIAL(solfec, friction=0.5)
        GRAVITY(solfec, (0, 0, -G))
        bulk = BULK_MATERIAL(solfec, density=DENSITY)
        BODY(solfec, "OBSTACLE", cube((0, 0, -1)), bulk, "floor")
        BODY(solfec, "RIGID", cube((0, 0, 0)), bulk, "stone")
        self.new_ball(solfec, (5, 5, 5), label="ball")
        RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.05)
        found = compas_solfec.from_results(solfec.outpath)
        self.assertEqual([(b.name, b.support) for b in found.blocks], [("floor", True), ("stone", False)])
        self.assertEqual([b.volume for b in found.blocks], [1.0, 1.0])
        self.assertIn("body ball has no polyhedra and is left out", found.report())
        joint, = found.interfaces
        self.assertAlmostEqual(joint.force()[2], DENSITY * G, delta=1e-3 * DENSITY * G)

    def test_bodies_of_meshes_become_blocks_of_their_outer_faces(self):
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec, density=DENSITY)
        BODY(solfec, "RIGID", HEX(CUBE, 2, 2, 2, 1, [1] * 6), bulk, "bricks")
        RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.002)
        block, = compas_solfec.from_results(solfec.outpath).blocks
        self.assertEqual((len(block.vertices), len(block.faces)), (26, 24))  # without the node in the middle
        self.assertAlmostEqual(block.volume, 1.0, delta=1e-14)

    def test_a_missing_body_is_named(self):
        assembly = self.read(files.model())
        folder = self.settled(self.read(files.model()), duration=0.01)
        assembly.blocks[1].key = "9"
        self.assert_refused(ValueError, "compas_solfec.from_results: .*: no body has the label 'block 9'",
                            lambda: compas_solfec.from_results(folder, assembly=assembly))


class Refused(CompasTest):
    def refused(self, content, text):
        path = self.stored(content)
        self.assert_refused(ValueError, r"compas_solfec\.read: .*blocks\.json: " + text,
                            lambda: compas_solfec.read(path, quiet=True))

    def changed(self, change):
        content = copy.deepcopy(files.assembly(2))
        change(content["data"]["graph"]["data"])
        return content

    def test_files_that_are_none(self):
        path = os.path.join(self.folder, "blocks.json")
        self.assert_refused(ValueError, r"compas_solfec\.read: .*blocks\.json cannot be opened: No such file",
                            lambda: compas_solfec.read(path))
        for text, rule in (('{"a": 1,\n "b" }', r"blocks\.json:2: Expecting ':' delimiter"), ("", r"blocks\.json:1: "),
                           ("[" * 100000, r"blocks\.json is no JSON: ")):
            with open(path, "w") as file:
                file.write(text)
            self.assert_refused(ValueError, r"compas_solfec\.read: .*" + rule, lambda: compas_solfec.read(path))
        self.refused([1, 2], "must be an Assembly, a BlockModel or a Problem, got a list of 2")
        self.refused({"dtype": "compas.geometry/Point", "data": [0, 0, 0]},
                     'must be an Assembly, a BlockModel or a Problem, got "compas.geometry/Point"')

    def test_values_name_their_keys(self):
        block = "node.1.block.data"
        for change, text in (
                (lambda g: (g["node"].clear(), g["edge"].clear()), "data.*there are no blocks"),
                (lambda g: g["node"]["1"].pop("block"), r"data\.graph\.data\.node\.1: 'block' is missing; there are section"),
                (lambda g: g["node"]["1"]["block"]["data"]["vertex"]["3"].update(x="a"),
                 block + r"\.vertex\.3\.x: must be a number below 1e\+100, got \"a\""),
                (lambda g: g["node"]["1"]["block"]["data"]["vertex"]["3"].update(x=float("nan")),
                 block + r"\.vertex\.3\.x: must be a number below 1e\+100, got NaN"),
                (lambda g: g["node"]["1"]["block"]["data"]["face"].update({"0": [0, 1, 2, 9]}),
                 block + r"\.face\.0: vertex 9 is not defined"),
                (lambda g: g["node"]["1"]["block"]["data"]["face"].update({"0": [0, 1]}),
                 block + r"\.face\.0: must be a list of at least three vertices, got a list of 2"),
                (lambda g: g["node"]["1"]["block"]["data"]["face"].update({"0": [0, 1, 2, 1]}),
                 block + r"\.face\.0: a vertex stands twice"),
                (lambda g: g["node"]["1"]["block"]["data"]["face"].pop("0"),
                 block + ": the faces must be closed and run the same way round; 4 edges do not fit"),
                (lambda g: g["node"]["1"]["block"]["data"]["face"].clear(), block + r"\.face: there are no faces"),
                (lambda g: g["node"]["1"].update(is_support="yes"),
                 r"node\.1\.is_support: must be true or false, got \"yes\""),
                (lambda g: g["node"]["1"].update(transformation=[[1, 0]]),
                 r"node\.1\.transformation: must be 4 rows of 4 numbers, got a list of 1"),
                (lambda g: g["edge"]["0"].update({"7": g["edge"]["0"].pop("1")}),
                 r"edge\.0\.7: node 7 is not defined"),
                (lambda g: g["edge"]["0"]["1"]["interfaces"][0]["data"]["forces"].pop(),
                 r"edge\.0\.1\.interfaces\.0\.data\.forces: must be one force per point, 4, got 3"),
                (lambda g: g["edge"]["0"]["1"]["interfaces"][0]["data"]["forces"][2].pop("c_u"),
                 r"forces\.2: 'c_u' is missing"),
                (lambda g: g["edge"]["0"]["1"]["interfaces"][0]["data"]["points"][2].pop(),
                 r"points\.2: must be 3 numbers, got a list of 2")):
            self.refused(self.changed(change), r".*" + text)

    def test_a_flat_block(self):
        content = copy.deepcopy(files.assembly(2))
        for vertex in content["data"]["graph"]["data"]["node"]["1"]["block"]["data"]["vertex"].values():
            vertex["z"] = 0.0
        self.refused(content, ".*block.data: the block has no volume")

    def test_writing(self):
        assembly = self.read(files.assembly(2))
        for options, text in (({"schema": "mesh"}, "schema must be 'assembly' or 'model', got 'mesh'"),
                              ({"compas": 3}, "compas must be 1 or 2, got 3"),
                              ({"schema": "model", "compas": 1}, "a BlockModel exists in version 2 of COMPAS, got compas = 1")):
            self.assert_refused(ValueError, "write: .*new.json: " + text,
                                lambda: assembly.write(os.path.join(self.folder, "new.json"), **options))
        self.assert_refused(ValueError, "write: .*new.json cannot be written: No such file",
                            lambda: assembly.write(os.path.join(self.folder, "none", "new.json")))


if __name__ == "__main__":
    main()
