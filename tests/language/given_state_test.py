"""States that a script gives: BODY.conf and BODY.velo, INITIALIZE_STATE, RIGID_TO_FEM."""

import math

from support import *

YOUNG, POISSON, DENSITY = 1e6, 0.25, 1e3
LAME = YOUNG * POISSON / (1 + POISSON) / (1 - 2 * POISSON)
SHEAR = YOUNG / 2 / (1 + POISSON)
TURN = (0, 1, 0, -1, 0, 0, 0, 0, 1)  # columns of a quarter turn about z
UNIT = (1, 0, 0, 0, 1, 0, 0, 0, 1)
SOLVER = "GAUSS_SEIDEL_SOLVER(1e-9, 1000, 1e-9)"

# A ball that is moved and pushed between two RUNs; the word is the duration of the second.
TWO_RUNS = """
s = SOLFEC('DYNAMIC', 1e-3, 'out')
ball = BODY(s, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), BULK_MATERIAL(s, density=1))
SURFACE_MATERIAL(s)
OUTPUT(s, 0.01)
ball.velo = (0, 0, 0, 1, 0, 0)
RUN(s, %(solver)s, 0.1)
ball.conf = %(turn)r + (5, 0, 0)
ball.velo = (0, 0, 0, 0, 2, 0)
RUN(s, %(solver)s, float(NON_SOLFEC_ARGV()[0]))
print(s.mode, [round(x, 9) for x in ball.conf])
""" % {"solver": SOLVER, "turn": TURN}


class Given(LanguageTest):
    def bodies(self, **more):
        """A cube [0, 1]^3 of each kind that deforms or moves."""
        solfec = self.new_solfec(**more)
        bulk = BULK_MATERIAL(solfec, young=YOUNG, poisson=POISSON, density=DENSITY)
        mesh = lambda: HEX(CUBE, 2, 1, 1, 1, [1] * 6)
        return solfec, [BODY(solfec, "RIGID", cube(), bulk), BODY(solfec, "PSEUDO_RIGID", cube(), bulk),
                        BODY(solfec, "FINITE_ELEMENT", mesh(), bulk),
                        BODY(solfec, "FINITE_ELEMENT", mesh(), bulk, form="BC")]

    def run_for(self, solfec, time):
        RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-9, 1000, 1e-9), time)

    def check_near(self, some, others, digits=12):
        self.assertEqual(len(some), len(others))
        for one, other in zip(some, others):
            self.assertAlmostEqual(one, other, digits)


class Members(Given):
    def test_what_is_written_is_read(self):
        for body in self.bodies()[1]:
            conf = [x + 0.01 * math.sin(i) if body.kind != "RIGID" else x for i, x in enumerate(body.conf)]
            velo = [0.5 + i for i, _ in enumerate(body.velo)]
            body.conf, body.velo = conf, velo
            self.check_near(body.conf, conf, 15)
            self.check_near(body.velo, velo, 15)

    def test_a_placed_body_flies_from_there(self):
        solfec, (rigid, pseudo, *_) = self.bodies()
        rigid.conf = TURN + (3, 4, 5)
        rigid.velo = (0, 0, 0, 1, 2, 3)
        pseudo.velo = (0,) * 9 + (1, 2, 3)
        pseudo.conf = UNIT + (-7, 0, 0)
        self.run_for(solfec, 0.1)
        self.check_near(rigid.conf, TURN + (3.1, 4.2, 5.3))
        self.check_near(pseudo.conf, UNIT + (-6.9, 0.2, 0.3), 9)
        # X - center = (1/2, 1/2, 1/2) turns to (-1/2, 1/2, 1/2)
        self.check_near(DISPLACEMENT(rigid, (1, 1, 1)), (3.1 - 0.5 - 1, 4.2 + 0.5 - 1, 5.3 + 0.5 - 1))
        self.check_near([ENERGY(solfec, rigid)[0]], [0.5 * DENSITY * 14], 9)

    def test_a_stretched_body_has_the_stress_and_energy_of_its_law(self):
        stretch, volume = 0.1, 1.0
        strain = stretch + stretch ** 2 / 2
        second = ((LAME + 2 * SHEAR) * strain, LAME * strain)
        F = 1 + stretch
        energy = 0.5 * (LAME + 2 * SHEAR) * strain ** 2 * volume
        solfec, (_, pseudo, mesh, _) = self.bodies()
        pseudo.conf = (F, 0, 0, 0, 1, 0, 0, 0, 1, 0.5, 0.5, 0.5)
        mesh.conf = [x * F if i % 3 == 0 else x for i, x in enumerate(mesh.conf)]
        for body in (pseudo, mesh):
            sx, sy, sz = STRESS(body, (0.5, 0.5, 0.5))[:3]
            self.assertAlmostEqual(sx / (second[0] * F), 1, 12)
            self.assertAlmostEqual(sy / (second[1] / F), 1, 12)
            self.assertAlmostEqual(sz / (second[1] / F), 1, 12)
            self.assertAlmostEqual(ENERGY(solfec, body)[1] / energy, 1, 12)

    def test_a_turned_mesh_is_unstrained(self):
        solfec, (_, _, *meshes) = self.bodies()
        for body in meshes:
            x = body.conf
            # three quarter turns in a row: the frame of 'BC' follows each of them
            for _ in range(3):
                x = [c for i in range(0, len(x), 3) for c in (-x[i + 1], x[i], x[i + 2])]
                body.conf = x
                self.assertLess(ENERGY(solfec, body)[1], 1e-9)

    def test_a_turning_mesh_has_the_velocities_that_it_is_given(self):
        solfec, (rigid, _, mesh, _) = self.bodies()
        x = mesh.conf
        mesh.velo = [c for i in range(0, len(x), 3) for c in (-(x[i + 1] - 0.5), x[i] - 0.5, 0)]
        rigid.velo = (0, 0, 1, 0, 0, 0)
        for point in ((0, 0, 0), (1, 1, 1), (0.5, 0, 0.25)):
            self.check_near(VELOCITY(mesh, point), VELOCITY(rigid, point), 14)

    def test_wrong_values_are_refused_and_change_nothing(self):
        solfec, (rigid, pseudo, mesh, _) = self.bodies()
        wall = BODY(solfec, "OBSTACLE", cube((9, 9, 9)), rigid.material)
        fixed = BODY(solfec, "RIGID", cube((5, 5, 5)), rigid.material)
        fixed.disable_rotation = "ON"
        flat = list(mesh.conf)
        flat[0::3] = [0.0] * (len(flat) // 3)
        cases = [(rigid, "conf", (1, 2), "the configuration of body 1 .*, which is RIGID, must have 12 numbers, got 2"),
                 (rigid, "velo", (0,) * 12, "the velocity of body 1 .*, which is RIGID, must have 6 numbers, got 12"),
                 (rigid, "conf", (2,) + UNIT[1:] + (0, 0, 0), "the first nine numbers of body 1 .* must be a rotation"),
                 (rigid, "conf", (-1,) + UNIT[1:] + (0, 0, 0), "the first nine numbers of body 1 .* must be a rotation"),
                 (pseudo, "conf", (-1,) + UNIT[1:] + (0, 0, 0), "the deformation gradient of body 2 .* must have a "
                                                                "positive determinant, got -1"),
                 (mesh, "conf", flat, "body 3 .*: element 0 is flat at its node 0"),
                 (wall, "conf", (0,) * 12, "body 5 .* is an OBSTACLE, which has none: SET_DISPLACEMENT, "),
                 (wall, "velo", (0,) * 6, "body 5 .* is an OBSTACLE, which has none"),
                 (fixed, "velo", (0, 0, 1, 0, 0, 0), "the angular velocity of body 6 .* must be zero, its rotation is "
                                                     r"disabled, got \(0, 0, 1\) rad/s")]
        for body, member, value, text in cases:
            before = body.conf, body.velo
            self.assert_refused(ValueError, r"BODY\.%s: %s" % (member, text),
                                lambda: setattr(body, member, value))
            self.assertEqual((body.conf, body.velo), before)
        self.assert_refused(ValueError, r"BODY\.velo: ", lambda: setattr(rigid, "velo", [math.inf] * 6))
        self.assert_refused(TypeError, r"BODY\.conf: 'conf' must be ", lambda: setattr(rigid, "conf", "here"))

    def test_bonded_bodies_stay_where_they_are(self):
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec)
        SURFACE_MATERIAL(solfec, cohesion=1e9, friction=0.5)
        BODY(solfec, "OBSTACLE", BOX((0, 0, -1), (1, 1, 1), 1, 1), bulk)
        block = BODY(solfec, "RIGID", BOX((0, 0, 0), (1, 1, 1), 1, 1), bulk)
        self.run_for(solfec, 1e-3)
        self.assert_refused(ValueError, r"BODY\.conf: body 2 .* must have no cohesive bonds",
                            lambda: setattr(block, "conf", UNIT + (0, 0, 9)))

    def test_a_body_that_is_moved_away_leaves_its_contacts(self):
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec)
        SURFACE_MATERIAL(solfec, friction=0.5)
        BODY(solfec, "OBSTACLE", BOX((0, 0, -1), (1, 1, 1), 1, 1), bulk)
        block = BODY(solfec, "RIGID", BOX((0, 0, 0), (1, 1, 1), 1, 1), bulk)
        GRAVITY(solfec, (0, 0, -10))
        self.run_for(solfec, 0.1)
        self.assertEqual(solfec.ncon, 4)
        block.conf = UNIT + (0.5, 0.5, 9.5)
        block.velo = (0,) * 6
        self.run_for(solfec, 0.1)
        self.assertEqual(solfec.ncon, 0)
        self.assertAlmostEqual(block.velo[5], -1, 9)
        block.conf = UNIT + (0.5, 0.5, 0.5)
        block.velo = (0,) * 6
        self.run_for(solfec, 0.1)
        self.assertEqual(solfec.ncon, 4)
        self.assertAlmostEqual(block.conf[11], 0.5, 6)

    def test_runs_go_on_and_results_are_read(self):
        at = lambda y: "[0.0, 1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 5.0, %s, 0.0]\n" % y
        done = self.run_program("-q", "input.py", "0.05", script=TWO_RUNS)
        self.assertEqual((done.returncode, done.stdout), (0, "WRITE " + at(0.1)), done.stderr)
        done = self.run_program("-q", "-c", "input.py", "0.1")
        self.assertEqual((done.returncode, done.stdout), (0, "WRITE " + at(0.2)), done.stderr)
        done = self.run_program("-q", "input.py", "0.1")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "READ " + at(0.2), ""))


class Stored(Given):
    def spinning(self):
        """Bodies in free flight, and their folder after 0.1 s of 0.2 s."""
        solfec, bodies = self.bodies()
        self.move(bodies)
        self.run_for(solfec, 0.1)
        return solfec, bodies

    def move(self, bodies):
        for i, body in enumerate(bodies):
            TRANSLATE_BY = (3 * i, 0, 0)
            conf = list(body.conf)
            for k in range(9 if body.kind in ("RIGID", "PSEUDO_RIGID") else 0, len(conf), 3):
                conf[k] += TRANSLATE_BY[0]
            body.conf = conf
            INITIAL_VELOCITY(body, (1, 2, 3), (0.3, 0.2, 0.5))

    def test_a_run_goes_on_from_stored_states_as_if_it_had_not_ended(self):
        first, bodies = self.spinning()
        second, others = self.bodies()
        INITIALIZE_STATE(second, first.outpath, 0.1)
        for body, other in zip(bodies, others):
            self.assertEqual((body.conf, body.velo), (other.conf, other.velo))
        self.run_for(first, 0.1)
        self.run_for(second, 0.1)
        for body, other in zip(bodies, others):
            self.check_near(body.conf, other.conf, 9)
            self.check_near(body.velo, other.velo, 6)
        # at another time
        third, others = self.bodies()
        INITIALIZE_STATE(third, first.outpath, 0)
        self.assertAlmostEqual(others[3].conf[0], 9, 12)

    def test_labels_choose_the_bodies(self):
        first = self.new_solfec()
        for i, name in enumerate(("one", "two", "three")):
            ball = self.new_ball(first, (3 * i, 0, 0), label=name)
            INITIAL_VELOCITY(ball, (i + 1, 0, 0), (0, 0, 0))
        self.run_for(first, 0.01)
        for subset, moved in (("two", [2, 0, 0, 0]), ("^t", [2, 3, 0, 0]), (["one", "three"], [0, 3, 1, 0]),
                              (None, [2, 3, 1, 0])):
            second = self.new_solfec()
            balls = [self.new_ball(second, (3 * i, 0, 0), label=name)
                     for i, name in enumerate(("two", "three", "one", "four"))]
            INITIALIZE_STATE(second, first.outpath, 0.01, subset)
            self.check_near([ball.velo[3] for ball in balls], moved)
        refused = lambda text, *args, kind=RuntimeError: self.assert_refused(
            kind, "INITIALIZE_STATE: " + text, lambda: INITIALIZE_STATE(second, *args))
        refused("State initialization has failed: the results in '.*' hold none of these bodies",
                first.outpath, 0.01, "five")
        refused("State initialization has failed: ", os.path.join(self.folder, "nowhere"), 0)
        refused("State initialization has failed: 'time' must lie in the results, from 0 to 0.01 s, got 1 s",
                first.outpath, 1)
        refused(r"'subset': Invalid subset definition: .*\[", first.outpath, 0.01, "[", kind=ValueError)
        refused("'subset' must be a label pattern or a list of such", first.outpath, 0.01, 7, kind=TypeError)

    def test_kinds_and_meshes_must_be_the_same(self):
        first, _ = self.spinning()
        for place, shape, kind, text in (
                (0, cube(), "PSEUDO_RIGID", "body 1 .* is PSEUDO_RIGID, and body 1 of the results must be "
                                            "PSEUDO_RIGID, got RIGID"),
                (2, HEX(CUBE, 1, 1, 1, 1, [1] * 6), "FINITE_ELEMENT",
                 "body 3 .* has 8 nodes, and body 3 of the results must have as many, got 12")):
            second = self.new_solfec()
            bulk = BULK_MATERIAL(second)
            for i in range(place):
                BODY(second, "RIGID" if i == 0 else "PSEUDO_RIGID", cube(), bulk)
            BODY(second, kind, shape, bulk)
            self.assert_refused(RuntimeError, "INITIALIZE_STATE: State initialization has failed: " + text,
                                lambda: INITIALIZE_STATE(second, first.outpath, 0.1))

    def test_forms_of_elements_exchange_states(self):
        first, bodies = self.spinning()
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec, young=YOUNG, poisson=POISSON, density=DENSITY)
        others = [BODY(solfec, "RIGID", cube(), bulk), BODY(solfec, "PSEUDO_RIGID", cube(), bulk)]
        others += [BODY(solfec, "FINITE_ELEMENT", HEX(CUBE, 2, 1, 1, 1, [1] * 6), bulk, form=form)
                   for form in ("BC", "TL")]
        INITIALIZE_STATE(solfec, first.outpath, 0.1)
        for body, other in zip(bodies, others):
            self.check_near(body.conf, other.conf, 14)
            self.check_near(body.velo, other.velo, 14)

    def test_obstacles_are_placed(self):
        first = self.new_solfec()
        bulk = BULK_MATERIAL(first)
        wall = BODY(first, "OBSTACLE", cube(), bulk, "wall")
        SET_VELOCITY(wall, (0.5, 0.5, 0.5), (1, 0, 0), 2)
        self.new_ball(first, (9, 9, 9))
        self.run_for(first, 0.1)
        second = self.new_solfec()
        wall = BODY(second, "OBSTACLE", cube(), BULK_MATERIAL(second), "wall")
        INITIALIZE_STATE(second, first.outpath, 0.1, "wall")
        self.check_near(DISPLACEMENT(wall, (0, 0, 0)), (0.2, 0, 0))
        self.new_ball(second, (9, 9, 9))
        self.run_for(second, 0.1)
        self.check_near(DISPLACEMENT(wall, (0, 0, 0)), (0.2, 0, 0))

    def test_reading_takes_the_stored_results(self):
        script = """
s = SOLFEC('DYNAMIC', 1e-3, 'out')
ball = BODY(s, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), BULK_MATERIAL(s, density=1), 'ball')
SURFACE_MATERIAL(s)
if NON_SOLFEC_ARGV():
    INITIALIZE_STATE(s, NON_SOLFEC_ARGV()[0], 0.1)
else:
    INITIAL_VELOCITY(ball, (1, 0, 0), (0, 0, 0))
RUN(s, %s, 0.1)
print(s.mode, round(ball.conf[9], 9))
""" % SOLVER
        self.assertEqual(self.run_program("-q", script=script).stdout, "WRITE 0.1\n")
        os.rename(os.path.join(self.folder, "out"), os.path.join(self.folder, "first"))
        for mode in ("WRITE", "READ"):
            done = self.run_program("-q", "input.py", "first")
            self.assertEqual((done.stdout, done.stderr), (mode + " 0.2\n", ""))
        shutil.rmtree(os.path.join(self.folder, "first"))
        done = self.run_program("-q", "--read", "input.py", "first")
        self.assertEqual(done.stdout, "READ 0.2\n")
        self.assertIn("INITIALIZE_STATE: warning: State initialization has failed: ", done.stderr)


class RigidToMesh(Given):
    def test_nodes_move_as_the_rigid_body_does(self):
        first = self.new_solfec()
        rigid = BODY(first, "RIGID", cube(), BULK_MATERIAL(first, density=DENSITY), "block")
        INITIAL_VELOCITY(rigid, (1, 2, 3), (2, -3, 4))
        self.run_for(first, 0.5)
        for form in ("TL", "BC"):
            second = self.new_solfec()
            bulk = BULK_MATERIAL(second, young=YOUNG, density=DENSITY)
            mesh = BODY(second, "FINITE_ELEMENT", HEX(CUBE, 2, 2, 1, 1, [1] * 6), bulk, "block", form)
            other = BODY(second, "RIGID", cube((9, 9, 9)), bulk, "block")  # is no mesh and stays
            self.assertIsNone(RIGID_TO_FEM(first.outpath, 0.5, second))
            for point in ((0, 0, 0), (1, 0, 1), (0.5, 1, 0.25)):
                self.check_near(DISPLACEMENT(mesh, point), DISPLACEMENT(rigid, point))
                self.check_near(VELOCITY(mesh, point), VELOCITY(rigid, point))
            self.assertGreater(abs(DISPLACEMENT(mesh, (0, 0, 0))[0] - 0.5), 0.1)  # it has turned
            self.assertLess(ENERGY(second, mesh)[1], 1e-12 * ENERGY(second, mesh)[0])
            self.assertEqual(other.velo, (0,) * 6)

    def test_what_cannot_be_is_told(self):
        first, _ = self.bodies()
        self.run_for(first, 0.01)
        second, _ = self.bodies()
        self.assert_refused(RuntimeError, "RIGID_TO_FEM: Rigid to FEM state mapping has failed: body 3 .* is "
                            "FINITE_ELEMENT, and body 3 of the results must be RIGID, got FINITE_ELEMENT",
                            lambda: RIGID_TO_FEM(first.outpath, 0.01, second))
        third = self.new_solfec()
        self.new_ball(third)
        self.assert_refused(RuntimeError, "RIGID_TO_FEM: Rigid to FEM state mapping has failed: the results in "
                            "'.*' hold none of these bodies", lambda: RIGID_TO_FEM(first.outpath, 0.01, third))


if __name__ == "__main__":
    main()
