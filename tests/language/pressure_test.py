"""PRESSURE as a script sees it, and the meshes that it is put on: BODY.mesh, MESH.nodes_on_surface, get_data."""

import math

from support import *


def scaled(points, size, at):
    """Coordinates of a box, scaled and moved."""
    return [at[i % 3] + size * x for i, x in enumerate(points)]

SIDES = [1, 2, 3, 4, 5, 6]  # bottom, -x, +y, +x, -y, top


class Pressure(LanguageTest):
    def block(self, solfec, kind="RIGID", **more):
        mesh = HEX(scaled(CUBE, 1, (0, 0, 0)), 2, 2, 2, 1, SIDES)
        return BODY(solfec, kind, mesh, BULK_MATERIAL(solfec, young=1e6, density=1e3), **more)

    def test_positive_pulls_and_pressures_add_up(self):
        for kind in ("RIGID", "PSEUDO_RIGID", "FINITE_ELEMENT"):
            solfec = self.new_solfec()
            body = self.block(solfec, kind)
            PRESSURE(body, 4, 300.0)
            PRESSURE(body, 4, TIME_SERIES([0, 200, 1, 200]))
            PRESSURE(body, 2, -100.0)
            RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.01)
            speed = VELOCITY(body, body.center)[0]
            with self.subTest(kind=kind):  # 600 N on 1000 kg; the middle of a mesh lags behind
                if kind != "FINITE_ELEMENT":
                    self.assertAlmostEqual(speed, 0.6 * solfec.time, 7)
                self.assertGreater(VELOCITY(body, (1, 0.5, 0.5))[0], 0.0)

    def test_an_unknown_surface_is_told_with_those_that_are_there(self):
        script = """s = SOLFEC('DYNAMIC', 1e-3, 'out')
b = BODY(s, 'RIGID', HEX(%r, 1, 1, 1, 1, [3, 1, 1, 2, 1, 1]), BULK_MATERIAL(s), 'tank')
PRESSURE(b, 5, 1)
""" % (CUBE,)
        done = self.run_program("-q", script=script)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.splitlines()[-1],
                         "input.py:3: PRESSURE: 'surfid' must be the surface id of a face of body 'tank' (created at "
                         "input.py:2), whose faces have 1, 2, 3, got 5")

    def test_a_long_list_of_surfaces_is_cut(self):
        solfec = self.new_solfec()
        shapes = [TRANSLATE(HULL(CUBE, 1, k), (2 * k, 0, 0)) for k in range(20)]
        body = BODY(solfec, "RIGID", shapes, BULK_MATERIAL(solfec))
        self.assert_refused(ValueError, r"PRESSURE: 'surfid' must be .*, whose faces have 0, 1, .*, 11, \.\.\., got 77$",
                            lambda: PRESSURE(body, 77, 1))

    def test_a_shape_in_a_background_mesh_is_refused(self):
        solfec = self.new_solfec()
        shape = HULL(CUBE, 1, 1)
        body = BODY(solfec, "FINITE_ELEMENT", shape, BULK_MATERIAL(solfec), mesh=ROUGH_HEX(shape, 1, 1, 1))
        self.assert_refused(ValueError, "PRESSURE: 'body' must be a mesh itself or RIGID or PSEUDO_RIGID, but body 1 "
                            ".*lies in a background mesh", lambda: PRESSURE(body, 1, 1))

    def test_a_pressure_goes_with_its_body(self):
        solfec = self.new_solfec()
        body = self.block(solfec)
        PRESSURE(body, 4, 5.0)
        DELETE(solfec, body)
        other = self.block(solfec)
        RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.01)
        self.assertEqual(max(map(abs, other.velo)), 0.0)

    def test_a_partitioned_mesh_takes_no_pressure_before(self):
        body = self.block(self.new_solfec(), "FINITE_ELEMENT")
        PRESSURE(body, 4, 5.0)
        self.assert_refused(ValueError, "PARTITION: comes before the loads", lambda: PARTITION(body, 2))


    def test_results_of_another_pressure_are_refused(self):
        script = "\n".join((
            "s = SOLFEC('DYNAMIC', 1e-3, 'out')", "s.verbose = 'OFF'",
            "b = BODY(s, 'RIGID', HEX(%r, 1, 1, 1, 1, [1, 2, 3, 4, 5, 6]), BULK_MATERIAL(s), 'tank')" % (CUBE,),
            "PRESSURE(b, 4, 5)", "RUN(s, GAUSS_SEIDEL_SOLVER(), 0.01)", ""))
        self.assertEqual(self.run_program("-q", script=script).returncode, 0)
        done = self.run_program("-q", script=script.replace("b, 4, 5", "b, 4, 6"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("PRESSURE on body 'tank' is 6 Pa on surface 4, resultant per Pa (1, 0, 0) at (1, 0.5, 0.5), moment "
                      "per Pa (0, 0, 0) (input.py:4), but 5 Pa on surface 4", done.stderr)
        done = self.run_program("-q", script=script.replace("PRESSURE", "# "))
        self.assertIn("PRESSURE", done.stderr)

    def test_the_script_of_the_document_runs(self):
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "loads.md")
        with open(path, encoding="utf-8") as file:
            scripts = re.findall(r"^```python\n(.*?)^```$", file.read(), re.M | re.S)
        self.assertEqual(len(scripts), 1)
        done = self.run_program("-q", script=scripts[0])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertAlmostEqual(float(done.stdout), 1e6, delta=0.02e6)


class Meshes(LanguageTest):
    def hexahedra(self):
        return HEX(scaled(CUBE, 1, (0, 0, 0)), 2, 1, 1, 1, SIDES)

    def test_nodes_of_a_surface(self):
        mesh = self.hexahedra()
        self.assertEqual(mesh.nodes_on_surface(4), [2, 5, 8, 11])
        self.assertEqual({mesh.node(n)[0] for n in mesh.nodes_on_surface(4)}, {1.0})
        self.assertEqual(mesh.nodes_on_surface(1), [0, 1, 2, 3, 4, 5])
        self.assertIsNone(mesh.nodes_on_surface(9))

    def test_data_make_the_mesh_again(self):
        mesh = self.hexahedra()
        data = mesh.get_data()
        again = MESH(*data)
        self.assertEqual(again.get_data(), data)
        for side in SIDES:
            self.assertEqual(again.nodes_on_surface(side), mesh.nodes_on_surface(side))
        self.assertEqual(len(data[0]), 3 * mesh.nnod)

    def test_an_emptied_mesh_has_neither(self):
        solfec = self.new_solfec()
        mesh = self.hexahedra()
        BODY(solfec, "RIGID", mesh, BULK_MATERIAL(solfec))
        self.assert_refused(TypeError, "MESH.nodes_on_surface: MESH object is empty", lambda: mesh.nodes_on_surface(1))
        self.assert_refused(TypeError, "MESH.get_data: MESH object is empty", lambda: mesh.get_data())

    def test_the_mesh_of_a_body_is_where_the_body_is(self):
        path = os.path.join(self.folder, "moved")
        for _ in range(2):  # the second in READ mode
            solfec = SOLFEC("DYNAMIC", 1e-3, path)
            solfec.verbose = "OFF"
            bulk = BULK_MATERIAL(solfec, young=1e7, density=1e3)
            bodies = [BODY(solfec, kind, TRANSLATE(self.hexahedra(), (0, 3 * k, 0)), bulk)
                      for k, kind in enumerate(("RIGID", "PSEUDO_RIGID", "FINITE_ELEMENT", "OBSTACLE"))]
            for body in bodies:
                self.assertEqual(body.mesh.nnod, 12)
                INITIAL_VELOCITY(body, (1, 0, 2), (0, 0, 3))
            RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.01)
            if solfec.mode == "READ":
                SEEK(solfec, 0.01)
            for k, body in enumerate(bodies):
                for n, reference in ((0, (0, 3 * k, 0)), (11, (1, 3 * k + 1, 1))):
                    moved = [a + b for a, b in zip(reference, DISPLACEMENT(body, reference))]
                    for a, b in zip(body.mesh.node(n), moved):
                        self.assertAlmostEqual(a, b, 13)
                self.assertNotEqual(body.mesh.node(0), (0, 3 * k, 0))
            mesh = bodies[2].mesh
            self.assertEqual([x for n in range(12) for x in mesh.node(n)], list(bodies[2].conf))

    def test_bodies_of_several_meshes_and_of_none(self):
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec)
        two = BODY(solfec, "RIGID", [self.hexahedra(), TRANSLATE(self.hexahedra(), (5, 0, 0))], bulk)
        self.assertEqual([mesh.node(0) for mesh in two.mesh], [(0, 0, 0), (5, 0, 0)])
        self.assertIsNone(BODY(solfec, "RIGID", HULL(CUBE, 1, 1), bulk).mesh)

    def test_a_copy_can_be_a_body_of_its_own(self):
        solfec = self.new_solfec()
        body = BODY(solfec, "RIGID", self.hexahedra(), BULK_MATERIAL(solfec))
        twin = BODY(solfec, "RIGID", TRANSLATE(body.mesh, (0, 5, 0)), body.material)
        self.assertAlmostEqual(twin.mass, body.mass, 12)


class Outside(LanguageTest):
    """Constraints at points outside of the shape, and with obstacles."""

    def bar(self, solfec, kind="RIGID", **more):
        shape = HULL(scaled(CUBE, 0.2, (0, 0, 0)), 1, 1)
        return BODY(solfec, kind, shape, BULK_MATERIAL(solfec, young=1e9, density=1e3), **more)

    def test_a_point_outside_is_carried_by_the_body(self):
        for kind in ("RIGID", "PSEUDO_RIGID"):
            pivot = (0.1, 0.1, 1.1)
            solfec = self.new_solfec()
            GRAVITY(solfec, (0, 0, -10))
            body = self.bar(solfec, kind)
            hold = FIX_POINT(body, pivot)
            RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-10, 1000), 0.01)
            with self.subTest(kind=kind):
                self.assertLess(max(map(abs, DISPLACEMENT(body, body.center))), 1e-4)
                if kind == "RIGID":  # the other one vibrates
                    self.assertAlmostEqual(hold.R[2], 10 * body.mass, 6)

    def test_a_pendulum_on_a_point_outside_swings_with_its_period(self):
        solfec = SOLFEC("DYNAMIC", 1e-3, os.path.join(self.folder, "swing"))
        solfec.verbose = "OFF"
        GRAVITY(solfec, (0, 0, -10))
        body = self.bar(solfec)
        FIX_POINT(body, (0.1, 0.1, 1.1))  # one metre above the centre
        FIX_DIRECTION(body, (0.1, 5, 0.1), (1, 0, 0))
        INITIAL_VELOCITY(body, (0, 0, 0), (0, 0, 0))
        FORCE(body, "SPATIAL", body.center, (0, 1, 0), TIME_SERIES([0, 1, 0.05, 1, 0.0501, 0]))
        times, places = [], []

        def look(_):
            times.append(solfec.time)
            places.append(DISPLACEMENT(body, body.center)[1])
            return 1

        CALLBACK(solfec, 1e-5, None, look)
        RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-10, 1000), 2.2)
        crossings = [times[i] for i in range(1, len(times)) if places[i - 1] * places[i] < 0]
        inertia = body.mass * (0.2 ** 2 / 6 + 1)
        period = 2 * math.pi * math.sqrt(inertia / (body.mass * 10))
        self.assertAlmostEqual(crossings[-1] - crossings[-2], period / 2, delta=3e-3)

    def test_a_link_to_a_turning_obstacle_drives_a_body(self):
        for first in (True, False):
            solfec = self.new_solfec()
            crank = self.bar(solfec, "OBSTACLE")
            INITIAL_VELOCITY(crank, (0, 0, 0), (0, 0, 2))
            body = BODY(solfec, "RIGID", TRANSLATE(HULL(scaled(CUBE, 0.2, (0, 0, 0)), 1, 1), (3, 0, 0)),
                        BULK_MATERIAL(solfec, density=1e3))
            pin = (1.1, 0.1, 0.1)  # on neither
            ends = (crank, body) if first else (body, crank)
            link = PUT_RIGID_LINK(*ends, pin, pin)
            self.assertEqual(link.adjbod, (body, crank))
            RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-12, 1000), 0.02)
            place = [p + d for p, d in zip(pin, DISPLACEMENT(body, pin))]
            turn = 2 * solfec.time
            self.assertAlmostEqual(place[0], 0.1 + math.cos(turn), 3)
            self.assertAlmostEqual(place[1], 0.1 + math.sin(turn), 3)
            self.assertGreater(place[1], 0.12)

    def test_a_spring_to_an_obstacle_does_not_depend_on_its_order(self):
        found = []
        for first in (True, False):
            solfec = self.new_solfec()
            wall = self.bar(solfec, "OBSTACLE")
            body = BODY(solfec, "RIGID", TRANSLATE(HULL(scaled(CUBE, 0.2, (0, 0, 0)), 1, 1), (3, 0, 0)),
                        BULK_MATERIAL(solfec, density=1e3))
            INITIAL_VELOCITY(body, (1, 0.5, 0), (0, 0, 0))
            one, two = ((wall, (0.1, 0.1, 0.1)), (body, (2.9, 0.1, 0.1)))
            sign = 1 if first else -1
            ends = (*one, *two) if first else (*two, *one)
            carried = "CONV1" if first else "CONV2"
            PUT_SPRING(*ends, 1e4, (-1, 1), direction=(sign, 0, 0), update=carried)
            PUT_SPRING(*ends, lambda stroke, velocity: -1e4 * stroke - 10 * velocity, None)
            RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-12, 1000), 0.05)
            found.append(body.conf + body.velo)
        for a, b in zip(*found):
            self.assertAlmostEqual(a, b, 10)
        self.assertLess(found[0][15], 0.99)  # it pulls back

    def test_holding_an_obstacle_is_said_once(self):
        script = """s = SOLFEC('DYNAMIC', 1e-3, 'out')
s.verbose = 'OFF'
o = BODY(s, 'OBSTACLE', HULL(%r, 1, 1), BULK_MATERIAL(s), 'ground')
r = FIX_POINT(o, (9, 9, 9))
FIX_DIRECTION(o, (0, 0, 0), (0, 0, 1))
INITIAL_VELOCITY(o, (1, 0, 0), (0, 0, 0))
RUN(s, GAUSS_SEIDEL_SOLVER(), 0.01)
print(round(DISPLACEMENT(o, (0, 0, 0))[0], 12), r.R)
""" % (CUBE,)
        done = self.run_program("-q", script=script)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, "0.01 (0.0, 0.0, 0.0)\n")
        self.assertEqual(done.stderr.count("FIX_POINT: warning: holds nothing, body 'ground' (created at input.py:3) is an OBSTACLE"),
                         1, done.stderr)
        self.assertNotIn("FIX_DIRECTION", done.stderr)
        self.assertNotIn("did not reach", done.stderr)


if __name__ == "__main__":
    main()
