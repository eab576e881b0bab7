"""SOLFEC, materials, bodies, time series, loads, constraints: members and rules."""

from support import *


class Solfec(LanguageTest):
    def test_members_of_a_new_object(self):
        solfec = SOLFEC("QUASI_STATIC", 0.01, os.path.join(self.folder, "a"))
        self.assertEqual((solfec.analysis, solfec.time, solfec.mode), ("QUASI_STATIC", 0.0, "WRITE"))
        self.assertEqual((solfec.constraints, solfec.ncon), ([], 0))
        self.assertEqual((solfec.bodies, solfec.nbod), ([], 0))
        self.assertEqual((solfec.step, solfec.verbose), (0.01, "ON"))
        self.assertEqual(os.path.abspath(solfec.outpath), os.path.join(self.folder, "a"))
        solfec.step = 1
        solfec.verbose = "OFF"
        self.assertEqual((solfec.step, solfec.verbose), (1.0, "OFF"))
        self.assertFalse(os.path.exists(solfec.outpath))  # made by the first RUN

    def test_two_objects_are_independent(self):
        one, two = self.new_solfec(), self.new_solfec()
        ball = self.new_ball(one)
        self.assertEqual((one.nbod, two.nbod), (1, 0))
        self.assertNotEqual(one, two)
        material = BULK_MATERIAL(two)
        self.assert_refused(ValueError, "BODY: 'material' belongs to another SOLFEC object",
                            lambda: BODY(one, "RIGID", cube(), material))
        self.assert_refused(ValueError, "DELETE: 'object' belongs to another SOLFEC object",
                            lambda: DELETE(two, ball))
        other = self.new_ball(two, (5, 0, 0))
        self.assert_refused(ValueError, "PUT_RIGID_LINK: .*Cannot link bodies from different dom",
                            lambda: PUT_RIGID_LINK(ball, other, (0, 0, 1), (5, 0, 0)))
        self.assertFalse(HERE(two, ball))


class Materials(LanguageTest):
    def test_defaults_are_those_of_the_manual(self):
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec)
        self.assertEqual((bulk.model, bulk.label), ("KIRCHHOFF", "BULK_MATERIAL_0"))
        self.assertEqual((bulk.young, bulk.poisson, bulk.density), (1e6, 0.25, 1e3))
        surface = SURFACE_MATERIAL(solfec)
        self.assertEqual((surface.surf1, surface.surf2), (None, None))
        self.assertEqual((surface.model, surface.label),
                         ("SIGNORINI_COULOMB", "SURFACE_MATERIAL_0"))
        for name in ("friction", "cohesion", "restitution", "spring", "dashpot"):
            self.assertEqual(getattr(surface, name), 0.0)

    def test_members_can_be_changed(self):
        solfec = self.new_solfec()
        surface = SURFACE_MATERIAL(solfec, 1, 2, "SPRING_DASHPOT", "soft", 0.5, 1, 0.1, 1e6, 1e3)
        self.assertEqual((surface.surf1, surface.surf2, surface.label), (1, 2, "soft"))
        for name in ("friction", "cohesion", "restitution", "spring", "dashpot"):
            setattr(surface, name, 0.25)
            self.assertEqual(getattr(surface, name), 0.25)
        surface.model = "SIGNORINI_COULOMB"
        self.assertEqual(surface.model, "SIGNORINI_COULOMB")
        bulk = BULK_MATERIAL(solfec, label="steel")
        bulk.young, bulk.poisson, bulk.density = 2.1e11, 0.3, 7850
        self.assertEqual((bulk.young, bulk.poisson, bulk.density), (2.1e11, 0.3, 7850.0))
        bulk.model = "KIRCHHOFF"

    def test_wrong_values_leave_a_material_as_it_was(self):
        bulk = BULK_MATERIAL(self.new_solfec(), label="steel")
        self.assert_refused(ValueError, "BULK_MATERIAL.poisson: .*poisson must lie in",
                            lambda: setattr(bulk, "poisson", 0.6))
        self.assertEqual(bulk.poisson, 0.25)
        self.assert_refused(ValueError, "BULK_MATERIAL.label: Writing to a read-only member",
                            lambda: setattr(bulk, "label", "x"))

    def test_only_bodies_without_strain_have_a_poisson_of_one_half(self):
        solfec = self.new_solfec()
        water, stone = (BULK_MATERIAL(solfec, label=label, poisson=nu)
                        for label, nu in (("water", 0.5), ("stone", 0.25)))
        for kind in ("RIGID", "OBSTACLE"):
            self.assertIs(BODY(solfec, kind, cube(), water).material, water)
        said = (r"BULK_MATERIAL 'water': poisson must be below 0.5 for %s bodies, which strain, "
                r"got 0.5 for body '?%s")
        for kind in ("PSEUDO_RIGID", "FINITE_ELEMENT"):
            self.assert_refused(ValueError, "BODY: " + said % (kind, "soft"),
                                lambda: BODY(solfec, kind, HEX(CUBE, 1, 1, 1, 1, [1] * 6), water,
                                             label="soft"))
            body = BODY(solfec, kind, HEX(CUBE, 1, 1, 1, 1, [1] * 6), stone, label="firm")
            self.assert_refused(ValueError, "MATERIAL: " + said % (kind, "firm"),
                                lambda: MATERIAL(solfec, body, 1, water))
        self.assert_refused(ValueError, "BULK_MATERIAL.poisson: BULK_MATERIAL 'stone': poisson "
                            "must be below 0.5", lambda: setattr(stone, "poisson", 0.5))
        self.assertEqual(stone.poisson, 0.25)

    def test_laws_of_large_strains_name_what_they_are_not_for(self):
        solfec = self.new_solfec()
        rubber = BULK_MATERIAL(solfec, "NEO_HOOKE", "rubber")
        metal = BULK_MATERIAL(solfec, "VON_MISES", "metal", yield_stress=1e3)
        stone = BULK_MATERIAL(solfec, label="stone")
        block = lambda: HEX(CUBE, 1, 1, 1, 1, [1] * 6)
        for material in (rubber, metal):
            for kind in ("RIGID", "OBSTACLE"):
                self.assertIs(BODY(solfec, kind, block(), material).material, material)
            said = "BODY: BULK_MATERIAL '%s': the model '%s' " % (material.label, material.model)
            for words, rest in (
                    ({"kind": "PSEUDO_RIGID"}, "is for FINITE_ELEMENT bodies of form 'TL'"),
                    ({"kind": "FINITE_ELEMENT", "form": "BC"}, "is for large strains: it needs form = 'TL'"),
                    ({"kind": "FINITE_ELEMENT", "form": "BC_MANUAL"}, "is for large strains"),
                    ({"kind": "FINITE_ELEMENT", "element": "BENDING"},
                     "is for element = 'LINEAR' and 'MIXED'")):
                self.assert_refused(ValueError, said + rest,
                                    lambda: BODY(solfec, shape=block(), material=material, **words))
            body = BODY(solfec, "FINITE_ELEMENT", block(), material, label="soft")
            self.assert_refused(ValueError, "MATERIAL: BULK_MATERIAL 'stone': all parts of a body have one model, "
                                "'%s' of '%s', got 'KIRCHHOFF' for body 'soft'" % (material.model, material.label),
                                lambda: MATERIAL(solfec, body, 1, stone))
        self.assert_refused(ValueError, "BULK_MATERIAL.model: the model of 'rubber' must stay 'NEO_HOOKE', "
                            "got 'KIRCHHOFF': body 'soft'", lambda: setattr(rubber, "model", "KIRCHHOFF"))
        self.assertEqual(rubber.model, "NEO_HOOKE")
        stone.model = "NEO_HOOKE"
        self.assertEqual(stone.model, "NEO_HOOKE")

    def test_yield_stresses_are_those_of_von_mises(self):
        solfec = self.new_solfec()
        self.assert_refused(ValueError, "BULK_MATERIAL: 'a': yield_stress of 'VON_MISES' must be "
                            "positive and finite, got 0 Pa", lambda: BULK_MATERIAL(solfec, "VON_MISES", "a"))
        for name in ("yield_stress", "hardening"):
            self.assert_refused(ValueError, "BULK_MATERIAL: 'a': %s is for the model 'VON_MISES', "
                                "got 5 Pa" % name,
                                lambda: BULK_MATERIAL(solfec, "NEO_HOOKE", "a", **{name: 5}))
        metal = BULK_MATERIAL(solfec, "VON_MISES", "metal", 1e9, 0.3, 1e3, 1e6, 2e6)
        self.assertEqual((metal.yield_stress, metal.hardening), (1e6, 2e6))
        self.assertIn("VON_MISES, young", repr(metal))
        metal.hardening = 0
        self.assert_refused(ValueError, "BULK_MATERIAL.yield_stress: .*must be positive",
                            lambda: setattr(metal, "yield_stress", 0))
        self.assertEqual((metal.yield_stress, metal.hardening), (1e6, 0))

    def test_objects_are_found_by_label(self):
        solfec = self.new_solfec()
        ball = self.new_ball(solfec, label="ball")
        surface = SURFACE_MATERIAL(solfec, label="ice")
        self.assertEqual(BYLABEL(solfec, "BODY", "ball"), ball)
        self.assertEqual(BYLABEL(solfec, "BULK_MATERIAL", "bulk").label, "bulk")
        self.assertEqual(BYLABEL(solfec, "SURFACE_MATERIAL", "ice"), surface)
        for kind in ("BODY", "BULK_MATERIAL", "SURFACE_MATERIAL"):
            self.assertIsNone(BYLABEL(solfec, kind, "none"))


class Bodies(LanguageTest):
    def test_members_of_a_rigid_cube(self):
        solfec = self.new_solfec()
        material = BULK_MATERIAL(solfec, density=6.0)
        body = BODY(solfec, "RIGID", cube((1, 2, 3)), material, "box")
        self.assertIsInstance(body, BODY)
        self.assertEqual((body.kind, body.label, body.id), ("RIGID", "box", 1))
        self.assertEqual((body.constraints, body.ncon), ([], 0))
        self.assertEqual((body.selfcontact, body.scheme, body.damping), ("OFF", "RIG_NEG", 0.0))
        self.assertAlmostEqual(body.mass, 6.0, places=13)
        self.assertAlmostEqual(body.volume, 1.0, places=13)
        for value, expected in zip(body.center, (1.5, 2.5, 3.5)):
            self.assertAlmostEqual(value, expected, places=13)
        for value, expected in zip(body.tensor, (1, 0, 0, 0, 1, 0, 0, 0, 1)):
            self.assertAlmostEqual(value, expected, places=12)  # m a^2 / 6
        self.assertEqual(body.conf[:9], (1, 0, 0, 0, 1, 0, 0, 0, 1))
        self.assertEqual(len(body.conf), 12)
        self.assertEqual(body.velo, (0.0,) * 6)
        self.assertEqual(body.material.label, material.label)

    def test_kinds_have_the_sizes_of_the_manual(self):
        solfec = self.new_solfec()
        sizes = {"RIGID": (12, 6), "PSEUDO_RIGID": (12, 12)}
        for kind, (q, u) in sizes.items():
            body = self.new_ball(solfec, kind=kind)
            self.assertEqual((len(body.conf), len(body.velo)), (q, u))
        obstacle = self.new_ball(solfec, kind="OBSTACLE")
        self.assertEqual((obstacle.conf, obstacle.velo), (None, None))

    def test_schemes_are_those_of_the_kind(self):
        solfec = self.new_solfec()
        rigid, soft = self.new_ball(solfec), self.new_ball(solfec, kind="PSEUDO_RIGID")
        for name in ("RIG_POS", "RIG_NEG", "RIG_IMP"):
            rigid.scheme = name
            self.assertEqual(rigid.scheme, name)
        rigid.scheme = "DEFAULT"
        self.assertEqual((rigid.scheme, soft.scheme), ("RIG_NEG", "DEF_EXP"))
        self.assert_refused(ValueError, "BODY.scheme: .*Invalid integration scheme.*RIGID",
                            lambda: setattr(rigid, "scheme", "DEF_EXP"))
        soft.damping = 0.5
        rigid.damping = 0.5  # ignored: nothing to damp
        self.assertEqual((soft.damping, rigid.damping), (0.5, 0.0))
        rigid.selfcontact = "ON"
        self.assertEqual(rigid.selfcontact, "ON")

    def test_the_shape_is_emptied_and_the_material_may_be_a_label(self):
        solfec = self.new_solfec()
        BULK_MATERIAL(solfec, label="stone")
        shape = [cube(), [cube((1, 0, 0))]]
        body = BODY(solfec, "RIGID", shape, "stone")
        self.assertAlmostEqual(body.volume, 2.0, places=13)
        self.assertEqual(MASS_CENTER(body), body.center)
        self.assert_refused(TypeError, r"TRANSLATE: CONVEX object is empty \(used at model_test",
                            lambda: TRANSLATE(shape, (1, 0, 0)))
        self.assert_refused(ValueError, "BODY: 'material' must be a BULK_MATERIAL object or its label, but no "
                            "material has the label 'x'",
                            lambda: BODY(solfec, "RIGID", cube(), "x"))

    def test_the_same_shape_twice_is_refused_and_kept(self):
        solfec = self.new_solfec()
        shape = cube()
        self.assert_refused(ValueError, "BODY: 'shape' holds the same object twice",
                            lambda: BODY(solfec, "RIGID", [shape, shape], BULK_MATERIAL(solfec)))
        self.assertEqual(shape.nver, 8)

    def test_bodies_are_listed_in_creation_order(self):
        solfec = self.new_solfec()
        bodies = [self.new_ball(solfec, (3 * i, 0, 0), label="b%d" % i) for i in range(5)]
        self.assertEqual(solfec.bodies, bodies)
        self.assertEqual([b.label for b in solfec.bodies], ["b0", "b1", "b2", "b3", "b4"])
        self.assertEqual(len(set(solfec.bodies)), 5)

    def test_characteristics_can_be_overwritten(self):
        body = self.new_ball(self.new_solfec())
        BODY_CHARS(body, 2, 3, body.center, (4, 0, 0, 0, 5, 0, 0, 0, 6))
        self.assertEqual((body.mass, body.volume), (2.0, 3.0))
        self.assertEqual(body.tensor, (4, 0, 0, 0, 5, 0, 0, 0, 6))

    def test_initial_velocity_is_that_of_a_rigid_motion(self):
        solfec = self.new_solfec()
        for kind in ("RIGID", "PSEUDO_RIGID", "OBSTACLE"):
            body = self.new_ball(solfec, (1, 0, 0), kind=kind)
            INITIAL_VELOCITY(body, (1, 2, 3), (0, 0, 2))
            for value, expected in zip(VELOCITY(body, (1.5, 0, 0)), (1, 3, 3)):
                self.assertAlmostEqual(value, expected, places=14)
        self.assertEqual(solfec.bodies[0].velo, (0, 0, 2, 1, 2, 3))


class FiniteElements(LanguageTest):
    def mesh(self, solfec, volumes=1, **keywords):
        shape = HEX([0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0, 0, 0, 1, 2, 0, 1, 2, 1, 1, 0, 1, 1],
                    2, 1, 1, volumes, [1] * 6)
        return BODY(solfec, "FINITE_ELEMENT", shape, self.material(solfec), **keywords)

    def material(self, solfec):
        return BULK_MATERIAL(solfec, "KIRCHHOFF", "soft", 1e5, 0.25, 1000.0)

    def test_members_are_those_of_the_nodes(self):
        solfec = self.new_solfec()
        body = self.mesh(solfec, label="mesh", form="BC")
        self.assertEqual((body.kind, body.scheme, len(body.conf), len(body.velo)),
                         ("FINITE_ELEMENT", "DEF_EXP", 36, 36))
        self.assertAlmostEqual(body.mass, 2000.0, 9)
        INITIAL_VELOCITY(body, (1, 2, 3), (0, 0, 0))
        self.assertEqual(body.velo, (1.0, 2.0, 3.0) * 12)

    def test_characteristics_are_those_of_the_mesh(self):
        solfec = self.new_solfec()
        body = self.mesh(solfec)
        BODY_CHARS(body, 5, 1, (0, 0, 0), (1, 0, 0, 0, 1, 0, 0, 0, 1))
        self.assertAlmostEqual(body.mass, 2000.0, 9)

    def test_points_outside_of_the_mesh_are_refused(self):
        body = self.mesh(self.new_solfec())
        for call in (lambda: FORCE(body, "SPATIAL", (9, 0, 0), (1, 0, 0), 5),
                     lambda: DISPLACEMENT(body, (0, 0, 50)), lambda: STRESS(body, (-1, 0, 0)),
                     lambda: FIX_POINT(body, (9, 0, 0))):
            self.assert_refused(ValueError, ".*Point outside of domain: .* is not in body 1", call)
        FORCE(body, "SPATIAL", (2, 1, 1), (1, 0, 0), 5)

    def test_a_background_mesh_covers_convices(self):
        path = os.path.join(self.folder, "covered")
        values = []
        for _ in range(2):  # the second in READ mode
            solfec = SOLFEC("DYNAMIC", 1e-3, path)
            solfec.verbose = "OFF"
            SURFACE_MATERIAL(solfec)
            shape = [cube((0, 0, 0)), cube((1, 0, 0), 0.5)]
            mesh = ROUGH_HEX(shape, 3, 1, 1)
            self.assertEqual(mesh.nnod, 16)
            body = BODY(solfec, "FINITE_ELEMENT", shape, self.material(solfec), mesh=mesh)
            self.assert_refused(TypeError, "MESH.node: MESH object is empty",
                                lambda: mesh.node(0))
            self.assertAlmostEqual(body.mass, 1125.0, 9)
            body.scheme = "DEF_LIM"
            FIX_POINT(body, (0, 0, 0))
            self.assert_refused(ValueError, "FORCE: .*Point outside of domain",
                                lambda: FORCE(body, "SPATIAL", (1.4, 0.9, 0.9), (1, 0, 0), 5))
            FORCE(body, "SPATIAL", (1.4, 0.4, 0.4), (1, 0, 0), 5)
            RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 100), 0.01)
            if solfec.mode == "READ":
                SEEK(solfec, 0.01)
                values += HISTORY(solfec, [(body, (0.5, 0.5, 0.5), "SX")], 0.01, 0.01)[1]
            values.append(STRESS(body, (0.5, 0.5, 0.5))[0])
        self.assertNotEqual(values[0], 0.0)
        self.assertEqual(values[0], values[1])
        self.assertEqual(values[0], values[2])

    def test_parts_of_a_body_are_bodies_of_the_results_too(self):
        path = os.path.join(self.folder, "partitioned")
        ends = []
        for mode in ("WRITE", "READ"):
            solfec = SOLFEC("DYNAMIC", 1e-4, path)
            solfec.verbose = "OFF"
            self.assertEqual(solfec.mode, mode)
            body = self.mesh(solfec, label="bar")
            INITIAL_VELOCITY(body, (1, 0, 0), (0, 0, 1))
            self.assertIsNone(PARTITION(body, 1))
            self.assertEqual(body.label, "bar")
            parts = PARTITION(body, 2)
            self.assertEqual([part.label for part in parts], ["bar_PART1", "bar_PART2"])
            self.assert_refused(TypeError, "BODY.label: .*recently deleted", lambda: body.label)
            self.assertEqual((solfec.nbod, solfec.ncon), (2, 4))
            self.assertEqual(parts[0].velo[0], 1.5)  # 1 - ω y about the centre (1, 0.5, 0.5)
            GRAVITY(solfec, (0, 0, -10))
            RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 1000), 0.01)
            if mode == "READ":
                SEEK(solfec, 0.01)
            ends.append([part.conf for part in parts])
        self.assertEqual(ends[0], ends[1])
        self.assertAlmostEqual(ends[0][0][2], -0.5 * 10 * 0.01 ** 2, 5)

    def test_history_knows_the_materials_of_parts(self):
        path = os.path.join(self.folder, "parts")
        values = []
        for _ in range(2):  # the second in READ mode
            solfec = SOLFEC("DYNAMIC", 1e-4, path)
            solfec.verbose = "OFF"
            SURFACE_MATERIAL(solfec)
            body = self.mesh(solfec, 7)
            MATERIAL(solfec, body, 7, BULK_MATERIAL(solfec, "KIRCHHOFF", "hard", 3e5, 0.1, 2000.0))
            FIX_POINT(body, (0, 0, 0))
            GRAVITY(solfec, (0, 0, -10))
            RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 100), 0.01)
            if solfec.mode == "READ":
                SEEK(solfec, 0.01)
                values += HISTORY(solfec, [(body, (0.5, 0.5, 0.5), "SX")], 0.01, 0.01)[1]
            values.append(STRESS(body, (0.5, 0.5, 0.5))[0])
        self.assertNotEqual(values[0], 0.0)
        self.assertEqual(values[0], values[1])
        self.assertEqual(values[0], values[2])


class DeletedBodies(LanguageTest):
    def test_every_use_of_a_deleted_body_is_refused(self):
        solfec = self.new_solfec()
        body, other = self.new_ball(solfec), self.new_ball(solfec, (9, 0, 0))
        constraint = FIX_POINT(body, (0, 0, 1))
        DELETE(solfec, body)
        self.assertEqual((solfec.nbod, solfec.ncon), (1, 0))
        self.assertFalse(HERE(solfec, body))
        self.assertIsNone(constraint.kind)
        for name in ("kind", "label", "conf", "velo", "mass", "volume", "center", "tensor",
                     "constraints", "ncon", "selfcontact", "scheme", "damping", "id", "material"):
            self.assert_refused(TypeError, "BODY.%s: .*recently deleted BODY object" % name,
                                lambda: getattr(body, name))
        uses = {
            "DELETE": lambda: DELETE(solfec, body),
            "FIX_POINT": lambda: FIX_POINT(body, (0, 0, 1)),
            "FORCE": lambda: FORCE(body, "SPATIAL", (0, 0, 1), (0, 0, 1), 1),
            "INITIAL_VELOCITY": lambda: INITIAL_VELOCITY(body, (0, 0, 0), (0, 0, 0)),
            "DISPLACEMENT": lambda: DISPLACEMENT(body, (0, 0, 0)),
            "ENERGY": lambda: ENERGY(solfec, [other, body]),
            "MASS_CENTER": lambda: MASS_CENTER(body),
        }
        for name, use in uses.items():
            self.assert_refused(TypeError, "%s: .*is a recently deleted BODY object" % name, use)
        self.assertIn("deleted", repr(body))

    def test_objects_outlive_the_script_variable_of_their_analysis(self):
        solfec = self.new_solfec()
        body = self.new_ball(solfec, label="left")
        constraint = FIX_POINT(body, (0, 0, 1))
        del solfec
        self.assertEqual((body.label, constraint.kind), ("left", "FIXPNT"))


class TimeSeries(LanguageTest):
    def test_lists_pairs_and_files_mean_the_same(self):
        path = os.path.join(self.folder, "series.txt")
        with open(path, "w") as file:
            file.write("# time value\n0 1\n\n2 3\n5 -1\n")
        for points in ([0, 1, 2, 3, 5, -1], (0, 1, 2, 3, 5, -1), [[0, 1], (2, 3), [5, -1]], path):
            series = TIME_SERIES(points)
            self.assertEqual(series.times, [0.0, 2.0, 5.0])
            self.assertEqual(series.values, [1.0, 3.0, -1.0])

    def test_a_label_is_kept_and_a_cache_is_told_to_do_nothing(self):
        series = TIME_SERIES([0, 1, 2, 3], label="quake")
        self.assertEqual((series.label, TIME_SERIES([0, 1, 2, 3]).label, series.integral.label), ("quake", "", ""))
        done = self.run_program("-q", script="s = TIME_SERIES([0, 1, 2, 3], 'a', 100)\nprint(s.label, s.values)\n"
                                             "TIME_SERIES([0, 1, 2, 3], cache=0)\n")
        self.assertEqual(done.stdout, "a [1.0, 3.0]\n")
        self.assertEqual(done.stderr, "input.py:1: TIME_SERIES: note: 'cache' has no effect: all points are kept in "
                                      "memory, once for all that the series is given to\n")
        self.assert_refused(ValueError, "TIME_SERIES: 'cache' must be ", lambda: TIME_SERIES([0, 1, 2, 3], cache=-1))

    def test_a_model_that_is_not_built_says_so(self):
        self.assert_refused(ValueError, "BULK_MATERIAL: 'model' 'TSANG_MARSDEN' of later versions is not built: "
                            "'KIRCHHOFF' is elastic", lambda: BULK_MATERIAL(self.new_solfec(), "TSANG_MARSDEN"))


class Constraints(LanguageTest):
    def test_members_of_a_fixed_point(self):
        solfec = self.new_solfec()
        body = self.new_ball(solfec)
        constraint = FIX_POINT(body, (0, 0, 1))
        self.assertIsInstance(constraint, CONSTRAINT)
        self.assertEqual((constraint.kind, constraint.adjbod), ("FIXPNT", body))
        self.assertEqual((constraint.R, constraint.U, constraint.V), ((0, 0, 0),) * 3)
        self.assertEqual(constraint.point, (0.0, 0.0, 1.0))
        self.assertEqual(constraint.base, (1, 0, 0, 0, 1, 0, 0, 0, 1))
        self.assertEqual((constraint.area, constraint.gap, constraint.matlab), (0.0, 0.0, None))
        self.assertEqual((constraint.merit, constraint.spair), (0.0, None))
        self.assertEqual((solfec.constraints, body.constraints), ([constraint], [constraint]))
        self.assertEqual((solfec.ncon, body.ncon), (1, 1))

    def test_fixed_direction_has_the_direction_as_normal(self):
        body = self.new_ball(self.new_solfec())
        constraint = FIX_DIRECTION(body, (0, 0, 1), (0, 3, 4))
        self.assertEqual(constraint.kind, "FIXDIR")
        for value, expected in zip(constraint.base[6:], (0, 0.6, 0.8)):
            self.assertAlmostEqual(value, expected, places=15)

    def test_rigid_link_shows_both_points(self):
        solfec = self.new_solfec()
        one, two = self.new_ball(solfec), self.new_ball(solfec, (3, 0, 1))
        link = PUT_RIGID_LINK(one, two, (0, 0, 1), (3, 0, 1))
        self.assertEqual((link.kind, link.adjbod), ("RIGLNK", (one, two)))
        self.assertEqual(link.point, (0, 0, 1, 3, 0, 1))
        hung = PUT_RIGID_LINK(one, None, (0, 0, 1), (0, 0, 5))
        self.assertEqual((hung.kind, hung.adjbod), ("RIGLNK", one))
        tied = PUT_RIGID_LINK(None, two, (3, 0, 1), (3, 0, 1))
        self.assertEqual((tied.kind, tied.adjbod), ("FIXPNT", two))

    def test_a_deleted_constraint_has_no_members(self):
        solfec = self.new_solfec()
        constraint = FIX_POINT(self.new_ball(solfec), (0, 0, 1))
        twin = solfec.constraints[0]
        DELETE(solfec, constraint)
        for name in ("kind", "R", "U", "V", "base", "point", "area", "gap", "merit", "adjbod",
                     "matlab", "spair"):
            self.assertIsNone(getattr(constraint, name))
            self.assertIsNone(getattr(twin, name))
        self.assertFalse(HERE(solfec, constraint))
        self.assert_refused(TypeError, "DELETE: 'object' is a recently deleted CONSTRAINT object",
                            lambda: DELETE(solfec, constraint))


class Solvers(LanguageTest):
    def test_defaults_are_those_of_the_manual(self):
        solver = GAUSS_SEIDEL_SOLVER(1e-5, 50000)
        self.assertEqual((solver.epsilon, solver.maxiter, solver.meritval), (1e-5, 50000, 1e-3))
        self.assertAlmostEqual(solver.diagepsilon, 1e-7, delta=1e-20)
        self.assertEqual((solver.diagmaxiter, solver.diagsolver), (500, "EXACT"))
        self.assertEqual(GAUSS_SEIDEL_SOLVER(1, 10).diagmaxiter, 100)
        self.assertAlmostEqual(GAUSS_SEIDEL_SOLVER(1, 10).diagepsilon, 1e-6, delta=1e-20)
        self.assertEqual((solver.failure, solver.error, solver.iters), ("CONTINUE", "OK", 0))
        self.assertEqual((solver.rerhist, solver.merhist), ([], []))
        self.assertEqual((solver.reverse, solver.variant, solver.innerloops), ("OFF", "FULL", 1))
        self.assertEqual(solver.acceleration, "AUTO")
        for name in ("OFF", "NNCG", "AUTO"):
            solver = GAUSS_SEIDEL_SOLVER(1, 10, 1e-3, "CONTINUE", 1e-6, 10, "EXACT", None, None, name)
            self.assertEqual(solver.acceleration, name)

    def test_members_can_be_changed(self):
        solver = GAUSS_SEIDEL_SOLVER(1e-5, 10)
        changes = {"epsilon": 1e-9, "maxiter": 7, "meritval": 1e-4, "diagepsilon": 1e-12,
                   "diagmaxiter": 3, "diagsolver": "DE_SAXCE_FENG", "reverse": "ON",
                   "variant": "MIDDLE_JACOBI", "innerloops": 2, "acceleration": "NNCG"}
        for name, value in changes.items():
            setattr(solver, name, value)
            self.assertEqual(getattr(solver, name), value)
        for name in ("EXACT", "SEMISMOOTH_NEWTON", "PROJECTED_GRADIENT", "PROJECTED_NEWTON"):
            solver.diagsolver = name
            self.assertEqual(solver.diagsolver, name)
        for name in ("OFF", "NNCG", "AUTO"):
            solver.acceleration = name
            self.assertEqual(solver.acceleration, name)
        PENALTY_SOLVER()
        PENALTY_SOLVER("EXPLICIT")

    def test_newton_solvers_have_the_defaults_of_the_manual(self):
        self.assertEqual((NEWTON_SOLVER(1e-3).maxiter, BODY_SPACE_SOLVER(1e-5).maxiter), (10, 20))
        solver = NEWTON_SOLVER()  # goes by its accuracy, for which ten iterations are few
        self.assertEqual((solver.meritval, solver.maxiter, solver.variant),
                         (1e-3, 100, "SMOOTHED_VARIATIONAL"))
        self.assertEqual((solver.nonmonlength, solver.linminiter, solver.resdec), (5, 5, 0.25))
        self.assertEqual((solver.error, solver.iters, solver.merhist), ("OK", 0, []))
        solver = BODY_SPACE_SOLVER()
        self.assertEqual((solver.meritval, solver.maxiter), (1e-5, 100))
        self.assertEqual((solver.linminiter, solver.resdec, solver.smooth), (5, 0.25, 0.0))
        self.assertEqual((solver.error, solver.iters, solver.merhist), ("OK", 0, []))

    def test_an_interior_point_has_its_defaults_and_its_members_can_be_changed(self):
        solver = INTERIOR_POINT_SOLVER()
        self.assertEqual((solver.maxiter, solver.meritval, solver.friction), (200, 1e-3, "EXACT"))
        self.assertEqual((solver.error, solver.iters, solver.missed), ("OK", 0, ""))
        for name, value in {"maxiter": 7, "meritval": 1e-9, "friction": "CONVEX", "accuracy": 1e-6}.items():
            setattr(solver, name, value)
            self.assertEqual(getattr(solver, name), value)
        given = INTERIOR_POINT_SOLVER(3, 1e-5, 1e-7, "CONVEX")
        self.assertEqual((given.maxiter, given.accuracy, given.meritval, given.friction), (3, 1e-5, 1e-7, "CONVEX"))
        self.assert_refused(ValueError, "INTERIOR_POINT_SOLVER.*friction.*EXACT", lambda: INTERIOR_POINT_SOLVER(friction="LINEAR"))

    def test_members_of_newton_solvers_can_be_changed(self):
        newton = NEWTON_SOLVER(1e-4, 7, "FIXED_POINT")
        self.assertEqual((newton.meritval, newton.maxiter, newton.variant),
                         (1e-4, 7, "FIXED_POINT"))
        common = {"meritval": 1e-9, "maxiter": 70, "linminiter": 9, "resdec": 0.5}
        for solver, own in ((newton, {"variant": "NONSMOOTH_HSW", "nonmonlength": 1}),
                            (BODY_SPACE_SOLVER(1e-4, 7), {"smooth": 1e-6})):
            for name, value in {**common, **own}.items():
                setattr(solver, name, value)
                self.assertEqual(getattr(solver, name), value)
            self.assert_refused(ValueError, "(NEWTON|BODY_SPACE)_SOLVER.resdec: ", lambda: setattr(solver, "resdec", 1))
        for name in ("NONSMOOTH_HSW", "NONSMOOTH_HYBRID", "FIXED_POINT", "NONSMOOTH_VARIATIONAL",
                     "SMOOTHED_VARIATIONAL", "BODY_SPACE"):
            newton.variant = name
            self.assertEqual(newton.variant, name)


class Utilities(LanguageTest):
    def test_serial_answers(self):
        solfec = self.new_solfec()
        body = self.new_ball(solfec)
        self.assertEqual((NCPU(solfec), NCPU(), VIEWER()), (1, 1, False))
        self.assertTrue(HERE(solfec, body))
        self.assertTrue(HERE(solfec, FIX_POINT(body, (0, 0, 1))))

    def test_commands_have_signatures_and_texts(self):
        import inspect
        self.assertEqual(str(inspect.signature(SPHERE)),
                         "(center, radius, volid, surfid, sphere=None)")
        self.assertEqual(str(inspect.signature(OUTPUT)),
                         "(solfec, interval, compression='ON', contacts='EVERY')")
        self.assertIn("Advances an analysis", RUN.__doc__)
        self.assertIn("gap", CONSTRAINT.gap.__doc__)


class PartsAndExclusions(LanguageTest):
    def test_material_of_a_volume_id(self):
        solfec = self.new_solfec()
        light = BULK_MATERIAL(solfec, label="light", density=1e3)
        BULK_MATERIAL(solfec, label="heavy", density=3e3)
        shape = [HULL(CUBE, 1, 1), TRANSLATE(HULL(CUBE, 2, 1), (1, 0, 0))]
        body = BODY(solfec, "RIGID", shape, light, "beam")
        MATERIAL(solfec, body, 2, "heavy")
        self.assertAlmostEqual(body.mass, 4e3)
        self.assertAlmostEqual(body.center[0], 1.25)
        self.assertEqual(body.material, light)
        self.assert_refused(ValueError, "MATERIAL: 'volid' 5 is no volume id of body 'beam' .created "
                            "at .*, which has 1, 2", lambda: MATERIAL(solfec, body, 5, light))
        self.assert_refused(ValueError, "MATERIAL: 'material' must be a BULK_MATERIAL object or its label",
                            lambda: MATERIAL(solfec, body, 1, "nothing"))
        RUN(solfec, PENALTY_SOLVER(), 1e-3)
        self.assert_refused(RuntimeError, "MATERIAL: 'body' must not have moved",
                            lambda: MATERIAL(solfec, body, 1, light))
        late = self.new_ball(solfec, (9, 0, 0))  # made after the step
        MATERIAL(solfec, late, 1, "heavy")

    def test_apply_bulkmat_is_material(self):
        solfec = self.new_solfec()
        light = BULK_MATERIAL(solfec, label="light", density=1e3)
        BULK_MATERIAL(solfec, label="heavy", density=3e3)
        shape = [HULL(CUBE, 1, 1), TRANSLATE(HULL(CUBE, 2, 1), (1, 0, 0))]
        body = BODY(solfec, "RIGID", shape, light, "beam")
        self.assertIsNone(APPLY_BULKMAT(solfec, body, 2, "heavy"))
        self.assertAlmostEqual(body.mass, 4e3)
        self.assert_refused(ValueError, "APPLY_BULKMAT: 'volid' 5 is no volume id of body 'beam' ",
                            lambda: APPLY_BULKMAT(solfec, body, 5, light))
        RUN(solfec, PENALTY_SOLVER(), 1e-3)
        self.assert_refused(RuntimeError, "APPLY_BULKMAT: 'body' must not have moved: bulk materials come "
                            "before the first step", lambda: APPLY_BULKMAT(solfec, body, 1, light))

    def test_excluded_bodies_and_objects(self):
        for exclude in (0, 1, 2):
            solfec = self.new_solfec()
            floor = BODY(solfec, "OBSTACLE", SCALE(HULL(CUBE, 1, 1), (9, 9, -1)),
                         BULK_MATERIAL(solfec))
            block = [TRANSLATE(HULL(CUBE, 1, 1), at) for at in ((1, 1, 0), (3, 1, 0))]
            body = BODY(solfec, "RIGID", block, BULK_MATERIAL(solfec))
            if exclude == 1:
                CONTACT_EXCLUDE_OBJECTS(body, (3.5, 1.5, 0.5), floor, (4, 4, -0.5))
            if exclude == 2:
                CONTACT_EXCLUDE_BODIES(floor, body)
            RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 100), 1e-3)
            # both blocks stand on one patch with the corners of the outer sides
            places = sorted({round(c.point[0], 6) for c in solfec.constraints})
            self.assertEqual(places, ([1, 4], [1, 2], [])[exclude])
            self.assertEqual(solfec.ncon, (4, 4, 0)[exclude])
        self.assert_refused(ValueError, ".*First point outside of body one: .9, 9, 9. m",
                            lambda: CONTACT_EXCLUDE_OBJECTS(body, (9, 9, 9), floor, (4, 4, -0.5)))
        self.assert_refused(ValueError, ".*Second point outside of body two: ",
                            lambda: CONTACT_EXCLUDE_OBJECTS(body, (3.5, 1.5, .5), floor, (4, 4, 4)))
        self.assert_refused(ValueError, ".*must be in another object",
                            lambda: CONTACT_EXCLUDE_OBJECTS(body, (3.5, 1.5, 0.5), body,
                                                            (3.6, 1.5, 0.5)))
        self.assert_refused(ValueError, "CONTACT_EXCLUDE_BODIES: 'body2' must be another body",
                            lambda: CONTACT_EXCLUDE_BODIES(body, body))
        stranger = self.new_ball(self.new_solfec())
        self.assert_refused(ValueError, "CONTACT_EXCLUDE_BODIES: 'body2' belongs to another SOLFEC",
                            lambda: CONTACT_EXCLUDE_BODIES(body, stranger))

    def test_local_dynamics_are_dumped_after_a_step(self):
        solfec = self.new_solfec()
        ball = self.new_ball(solfec)
        FIX_POINT(ball, (0, 0, 1))
        path = os.path.join(self.folder, "dump.txt")
        self.assert_refused(RuntimeError, "LOCDYN_DUMP: there are no local dynamics",
                            lambda: LOCDYN_DUMP(solfec, path))
        RUN(solfec, PENALTY_SOLVER(), 1e-3)
        LOCDYN_DUMP(solfec, path)
        with open(path) as file:
            self.assertTrue(file.read().startswith("FIXPNT (0, 0, 1) (1, -1) [1, 0, 0, 0, 1, "))
        with open(path) as file:
            before = file.read()
        LOCDYN_DUMP(solfec, path)  # over its own text
        with open(path) as file:
            self.assertEqual(file.read(), before)
        open(path, "w").close()
        LOCDYN_DUMP(solfec, path)  # over an empty file
        self.assertGreater(os.path.getsize(path), 0)
        for text in ("import solfec\n", "FIXPNT", "\n" + before, "FIXPNT(0, 0, 1)\n"):
            with open(path, "w") as file:
                file.write(text)
            self.assert_refused(ValueError, "LOCDYN_DUMP: 'path' must not name a file of another program: "
                                ".*dump.txt' exists and LOCDYN_DUMP has not written it",
                                lambda: LOCDYN_DUMP(solfec, path))
            with open(path) as file:
                self.assertEqual(file.read(), text)
        with self.assertRaisesRegex(OSError, "LOCDYN_DUMP: .*cannot be created"):
            LOCDYN_DUMP(solfec, "/no/such/folder/dump")

    def test_unphysical_penetration_gives_1_and_names_both_bodies(self):
        done = self.run_program("-q", script="""
solfec = SOLFEC('DYNAMIC', 1e-3, 'out')
bulk = BULK_MATERIAL(solfec); CONTACT_POINTS(solfec, 'CENTROID')
BODY(solfec, 'OBSTACLE', SPHERE((0, 0, 0), 1, 1, 1), bulk, 'rock')
BODY(solfec, 'RIGID', SPHERE((0, 0, 1.5), 1, 1, 1), bulk)
UNPHYSICAL_PENETRATION(solfec, 0.25)
RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 100), 1)
""")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"input.py:7: RUN: t=0.001 s: Unphysical interpenetration has "
                         r"occurred: body 'rock' \(created at input.py:4\) and body 2 \(created at "
                         r"input.py:5\) have the gap -0.5 m at ")

    def test_balancing_options_are_checked_in_both_forms(self):
        solfec = self.new_solfec()
        IMBALANCE_TOLERANCE(solfec, 1.2)
        IMBALANCE_TOLERANCE(solfec, 1.2, "ON", 10, 0.5)
        IMBALANCE_TOLERANCE(solfec, 1.2, 0.5, 10)  # weightfactor, updatefreq
        self.assert_refused(ValueError, "IMBALANCE_TOLERANCE: 'tolerance' must be at least 1, got 0",
                            lambda: IMBALANCE_TOLERANCE(solfec, 0))

    def test_equilibrium_repeats_quasi_static_steps(self):
        def stretch(path, equilibrium):
            # 1 m of 1 kg, E A = 1e6 N, under 1000 N: longer by 1e-3 m where steps are long enough
            solfec = SOLFEC("QUASI_STATIC", 1e-4, path)
            solfec.verbose = "OFF"
            WARNINGS(solfec, "OFF")
            self.assertEqual(solfec.equilibrium, 1e-3)
            solfec.equilibrium = equilibrium
            bar = BODY(solfec, "FINITE_ELEMENT", HEX(CUBE, 1, 1, 1, 1, [1] * 6),
                       BULK_MATERIAL(solfec, young=1e6, poisson=0, density=1))
            for k in range(0, 24, 3):
                point = CUBE[k:k + 3]
                if point[2] == min(CUBE[2::3]):
                    FIX_POINT(bar, point)
                else:
                    FORCE(bar, "SPATIAL", point, (0, 0, 1), 250)
            RUN(solfec, NEWTON_SOLVER(), 1e-4)
            top = [CUBE[0], CUBE[1], max(CUBE[2::3])]
            return DISPLACEMENT(bar, top)[2], solfec

        path = os.path.join(self.folder, "bar")
        way, solfec = stretch(path, 1e-6)
        self.assertEqual(solfec.mode, "WRITE")
        self.assertAlmostEqual(way, 1e-3, delta=3e-6)
        self.assertLessEqual(solfec.out_of_balance, 1e-6)
        self.assertGreater(solfec.repeats, 0)
        read, again = stretch(path, 1e-6)
        self.assertEqual(again.mode, "READ")
        self.assertEqual((read, again.out_of_balance, again.repeats, again.equilibrium),
                         (way, solfec.out_of_balance, solfec.repeats, 1e-6))
        times, left, repeats = HISTORY(again, ["OUT_OF_BALANCE", "REPEATS"], 0, 1)
        self.assertEqual((left[-1], repeats[-1]), (solfec.out_of_balance, solfec.repeats))
        way, solfec = stretch(os.path.join(self.folder, "plain"), 0)
        self.assertLess(way, 0.5e-3)
        self.assertGreater(solfec.out_of_balance, 0.1)
        self.assertEqual(solfec.repeats, 0)

    def test_equilibrium_is_a_share_of_the_load_of_quasi_static_steps(self):
        solfec = self.new_solfec(analysis="QUASI_STATIC")
        self.assert_refused(ValueError, "SOLFEC.equilibrium: 'equilibrium' must be below 1, got 2",
                            lambda: setattr(solfec, "equilibrium", 2))
        self.assert_refused(ValueError, "SOLFEC.equilibrium: 'equilibrium' must .*, got -1e-06",
                            lambda: setattr(solfec, "equilibrium", -1e-6))
        self.assert_refused(TypeError, "SOLFEC.equilibrium: 'equilibrium' must .*, got 'ON'",
                            lambda: setattr(solfec, "equilibrium", "ON"))
        self.assertEqual(solfec.equilibrium, 1e-3)
        dynamic = self.new_solfec()
        self.assert_refused(ValueError, "SOLFEC.equilibrium: 'equilibrium' is for quasi-static "
                            "analyses, and this one is DYNAMIC, got 1e-06",
                            lambda: setattr(dynamic, "equilibrium", 1e-6))
        dynamic.equilibrium = 0

    def test_projection_keeps_joints_together(self):
        drift = {}
        for state in ("OFF", "ON"):
            solfec = self.new_solfec(step=5e-3)
            self.assertEqual(solfec.projection, "OFF")
            solfec.projection = state
            GRAVITY(solfec, (0, 0, -10))
            body = BODY(solfec, "RIGID", SCALE(HULL(CUBE, 1, 1), (1, 0.1, 0.1)),
                        BULK_MATERIAL(solfec))
            FIX_POINT(body, (0, 0, 0))
            RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-12, 100, 1e-12), 1)
            drift[state] = max(map(abs, DISPLACEMENT(body, (0, 0, 0))))
        self.assertGreater(drift["OFF"], 1e-6)
        self.assertLess(drift["ON"], 1e-12)

    def test_impacts_are_reported_in_their_steps(self):
        def drop(path, impacts):
            solfec = SOLFEC("DYNAMIC", 1e-3, path)
            self.assertEqual(solfec.impacts, "SHAKE")
            solfec.impacts = impacts
            bulk = BULK_MATERIAL(solfec, density=1000)
            BODY(solfec, "OBSTACLE", TRANSLATE(HULL(CUBE, 1, 1), (0, 0, -1)), bulk)
            ball = BODY(solfec, "RIGID", SPHERE((0.5, 0.5, 0.1075), 0.1, 1, 1), bulk)
            INITIAL_VELOCITY(ball, (0, 0, -2), (0, 0, 0))
            OUTPUT(solfec, 1e-3)
            RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-12, 100), 0.01)
            times, push, height = HISTORY(solfec, [(ball, None, None, "CR"), (ball, (0.5, 0.5, 0.1075), "DZ")],
                                          0, 0.01)
            return ball.mass, push, height, ball.conf, solfec

        mass, split, heights, placement, _ = drop(os.path.join(self.folder, "shake"), "SHAKE")
        path = os.path.join(self.folder, "rattle")
        _, whole, also_heights, also_placement, solfec = drop(path, "RATTLE")
        self.assertEqual((solfec.mode, heights, placement), ("WRITE", also_heights, also_placement))
        impulses = [force * 1e-3 for force in whole if force > 1e-6]
        self.assertEqual(len(impulses), 1)
        self.assertAlmostEqual(impulses[0] / (2 * mass), 1, 12)
        self.assertEqual(len([force for force in split if force > 1e-6]), 2)
        self.assertAlmostEqual(sum(split) * 1e-3 / (2 * mass), 1, 12)
        read = drop(path, "RATTLE")
        self.assertEqual((read[4].mode, read[1]), ("READ", whole))

    def test_impacts_take_two_names_and_dynamic_analyses(self):
        solfec = self.new_solfec()
        self.assert_refused(ValueError, "SOLFEC.impacts: 'impacts' must be 'SHAKE' or 'RATTLE', got 'MOREAU'",
                            lambda: setattr(solfec, "impacts", "MOREAU"))
        self.assertEqual(solfec.impacts, "SHAKE")
        static = self.new_solfec(analysis="QUASI_STATIC")
        self.assert_refused(ValueError, "SOLFEC.impacts: 'impacts' can be 'RATTLE' in dynamic analyses "
                            "only, and this one is QUASI_STATIC",
                            lambda: setattr(static, "impacts", "RATTLE"))
        static.impacts = "SHAKE"

    def test_impacts_of_springs_and_meshes_are_refused_by_name(self):
        def run(solver, kind="RIGID", **surface):
            solfec = self.new_solfec()
            solfec.impacts = "RATTLE"
            SURFACE_MATERIAL(solfec, 1, 1, label="pad", spring=1e6, **surface)
            BODY(solfec, kind, HEX(CUBE, 1, 1, 1, 1, [1] * 6), BULK_MATERIAL(solfec), "block")
            RUN(solfec, solver, 1e-2)

        for text, call in (
                ("is not for PENALTY_SOLVER, whose contacts are springs", lambda: run(PENALTY_SOLVER())),
                ("is not for springs, and SURFACE_MATERIAL 'pad' is SPRING_DASHPOT",
                 lambda: run(GAUSS_SEIDEL_SOLVER(1e-6, 100), model="SPRING_DASHPOT")),
                ("is for bodies of one motion, and body 'block' .* is of finite elements",
                 lambda: run(GAUSS_SEIDEL_SOLVER(1e-6, 100), "FINITE_ELEMENT"))):
            self.assert_refused(ValueError, "RUN: SOLFEC.impacts = 'RATTLE' " + text + "; use 'SHAKE'", call)


if __name__ == "__main__":
    main()
