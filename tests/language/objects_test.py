"""What an object of a script is: one for one thing, and what repr and help say of it."""

import gc
import pydoc
import weakref

from support import *


class OneObject(LanguageTest):
    def setUp(self):
        super().setUp()
        self.solfec = self.new_solfec()
        self.floor = self.new_ball(self.solfec, (0, 0, 0), kind="OBSTACLE", label="floor")
        self.ball = self.new_ball(self.solfec, (0, 0, 0.9999), label="ball")
        self.surface = SURFACE_MATERIAL(self.solfec, friction=0.5, label="dry")
        GRAVITY(self.solfec, (0, 0, -10))
        RUN(self.solfec, GAUSS_SEIDEL_SOLVER(1e-6, 100), 1e-3)

    def test_bodies_are_the_same_object_wherever_they_come_from(self):
        row, = self.solfec.constraints
        self.assertEqual(row.kind, "CONTACT")
        master, slave = row.adjbod
        self.assertEqual({id(master), id(slave)}, {id(self.ball), id(self.floor)})
        self.assertIs(BYLABEL(self.solfec, "BODY", "ball"), self.ball)
        self.assertIs(self.solfec.bodies[0], self.floor)
        self.assertIs(self.solfec.constraints[0], row)
        self.assertIs(self.ball.constraints[0], row)

    def test_materials_are_the_same_object_too(self):
        self.assertIs(self.ball.material, self.floor.material)
        self.assertIs(BYLABEL(self.solfec, "BULK_MATERIAL", "bulk"), self.ball.material)
        self.assertIs(BYLABEL(self.solfec, "SURFACE_MATERIAL", "dry"), self.surface)

    def test_joints_too(self):
        joint = FIX_POINT(self.ball, (0, 0, 1))
        self.assertIs(self.ball.constraints[0] if self.ball.constraints[0] == joint
                      else self.ball.constraints[1], joint)
        self.assertIs(joint.adjbod, self.ball)

    def test_attributes_of_a_subclass_survive(self):
        class Named(BODY):
            pass

        body = Named(self.solfec, "RIGID", SPHERE((9, 0, 0), 1, 1, 1), self.ball.material, "named")
        body.colour = "red"
        found = BYLABEL(self.solfec, "BODY", "named")
        self.assertIs(found, body)
        self.assertEqual(found.colour, "red")

    def test_objects_that_a_script_drops_are_freed(self):
        body = self.new_ball(self.solfec, (0, 0, 50), label="short-lived")
        class Watched(BODY):
            pass

        watched = Watched(self.solfec, "RIGID", SPHERE((0, 0, 70), 1, 1, 1), body.material, "watched")
        gone = weakref.ref(watched)
        del watched
        gc.collect()
        self.assertIsNone(gone())
        self.assertEqual(BYLABEL(self.solfec, "BODY", "watched").id, 4)

    def test_bodies_of_two_analyses_are_two(self):
        other = self.new_solfec()
        self.assertIsNot(self.new_ball(other), self.floor)
        self.assertNotEqual(other.bodies[0], self.solfec.bodies[0])


class Representation(LanguageTest):
    def test_every_object_says_what_it_is(self):
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec, young=2e9, poisson=0.25, density=7850, label="steel")
        surface = SURFACE_MATERIAL(solfec, 1, 2, "SPRING_DASHPOT", friction=0.5, spring=1e6)
        ball = BODY(solfec, "RIGID", SPHERE((0, 0, 1), 0.5, 1, 1), bulk, "ball")
        used = SPHERE((5, 0, 1), 0.5, 1, 1)
        BODY(solfec, "RIGID", used, bulk)
        joint = FIX_POINT(ball, (0, 0, 1))
        gone = FIX_POINT(ball, (0, 0, 1))
        DELETE(solfec, gone)
        texts = {
            bulk: r"<BULK_MATERIAL 'steel' KIRCHHOFF, young 2e\+09 Pa, poisson 0.25, density 7850 "
                  r"kg/m\^3>",
            surface: r"<SURFACE_MATERIAL 'SURFACE_MATERIAL_0' of surfaces 1 and 2, SPRING_DASHPOT, "
                     r"friction 0.5, cohesion 0 Pa, restitution 0, spring 1e\+06 N/m, dashpot 0 "
                     r"N s/m>",
            SURFACE_MATERIAL(solfec, label="all"): r"<SURFACE_MATERIAL 'all' of surfaces any and any, "
                                                   r"SIGNORINI_COULOMB, .*>",
            ball: r"<BODY 1 'ball' RIGID>",
            joint: r"<CONSTRAINT \d+ FIXPNT of body 1 'ball' at \(0, 0, 1\) m>",
            gone: r"<CONSTRAINT vanished>",
            used: r"<SPHERE empty, used at objects_test.py:\d+>",
            SPHERE((0, 0, 1), 0.5, 1, 1): r"<SPHERE at \(0, 0, 1\) m, radius 0.5 m>",
            cube(): r"<CONVEX of 1 polyhedron, 8 vertices>",
            HEX(CUBE, 2, 1, 1, 1, [1] * 6): r"<MESH of 2 elements, 12 nodes>",
            TIME_SERIES([0, 1, 2, 3]): r"<TIME_SERIES of 2 points, t = 0 .. 2 s>",
            GAUSS_SEIDEL_SOLVER(1e-3, 10): r"<GAUSS_SEIDEL_SOLVER epsilon 0.001, meritval 0.001, maxiter 10, .*>",
            GAUSS_SEIDEL_SOLVER(): r"<GAUSS_SEIDEL_SOLVER accuracy 0.001 g h, maxiter 1000, .*>",
            PENALTY_SOLVER(): r"<PENALTY_SOLVER IMPLICIT>",
            NEWTON_SOLVER(): r"<NEWTON_SOLVER SMOOTHED_VARIATIONAL, accuracy 0.001 g h, maxiter 100>",
            NEWTON_SOLVER(1e-3): r"<NEWTON_SOLVER SMOOTHED_VARIATIONAL, meritval 0.001, maxiter 10>",
            BODY_SPACE_SOLVER(accuracy=1): r"<BODY_SPACE_SOLVER accuracy 1 m/s, maxiter 100>",
            BODY_SPACE_SOLVER(1e-5): r"<BODY_SPACE_SOLVER meritval 1e-05, maxiter 20>",
            INTERIOR_POINT_SOLVER(): r"<INTERIOR_POINT_SOLVER accuracy 0.001 g h, maxiter 200, friction EXACT>",
            INTERIOR_POINT_SOLVER(9, meritval=1e-5, friction="CONVEX"):
                r"<INTERIOR_POINT_SOLVER meritval 1e-05, maxiter 9, friction CONVEX>",
            solfec: r"<SOLFEC '.*out1' DYNAMIC, WRITE, t = 0 s, 2 bodies>",
        }
        for thing, text in texts.items():
            self.assertRegex(repr(thing), "^" + text + "$")
        DELETE(solfec, ball)
        self.assertEqual(repr(ball), "<BODY deleted>")

    def test_results_say_what_they_are(self):
        solfec = self.new_solfec()
        FIX_POINT(self.new_ball(solfec, label="ball"), (0, 0, 1))
        RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-3, 10), 3e-3)
        root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        sys.path.insert(1, os.path.join(root, "python"))
        self.addCleanup(sys.path.pop, 1)
        import solfec_results
        results = solfec_results.open(solfec.outpath)
        for thing, text in (
                (results, r"<Results '.*out1', 4 frames, t = 0 .. 0.003 s, 1 bodies>"),
                (results[-1], "<Frame t = 0.003 s, 1 bodies, 1 constraints, residual .*, OK>"),
                (results[-1].bodies[1], r"<BodyState RIGID, centre \(.*\) m, velocity \(.*\) m/s>"),
                (results[-1].constraints[0], r"<Constraint 1 FIXPNT of body 1 at \(.*\) m, R .* N>"),
                (results.bodies[0], r"<Body 1 'ball' RIGID, mass .* kg, made at support.py:\d+>"),
                (results.bodies[0].shape, "<Shape of 0 polyhedra, 0 meshes, 1 spheres>"),
                (results.model, "<Model DYNAMIC, 1 bodies, 1 bulk materials, 1 surface materials>")):
            self.assertRegex(repr(thing), "^" + text + "$")


class Help(LanguageTest):
    def help_of(self, thing):
        return pydoc.plain(pydoc.render_doc(thing))

    def test_help_shows_arguments_units_and_defaults(self):
        text = self.help_of(HULL)
        for words in ("HULL(points, volid, surfid, convex=None)", "Makes the convex hull",
                      "volid   an integer; required", "convex  a CONVEX object; default None"):
            self.assertIn(words, text)
        self.assertIn("radius  a positive number, m; required", self.help_of(SPHERE))

    def test_help_shows_the_same_as_the_program(self):
        for command in (BODY, RUN, HISTORY, GAUSS_SEIDEL_SOLVER):
            told = self.run_program("--doc", command.__name__).stdout
            text = "".join(self.help_of(command).replace("|", "").split())
            for line in told.splitlines()[2:]:
                self.assertIn("".join(line.split()), text, command.__name__)

    def test_help_of_members_says_what_may_be_written(self):
        self.assertIn("Accepts 'ON' or 'OFF'", BODY.selfcontact.__doc__)
        self.assertIn("Read only", BODY.mass.__doc__)
        self.assertIn("kg", BODY.mass.__doc__)
        self.assertIn("n  an integer; required", self.help_of(MESH.node))


if __name__ == "__main__":
    main()
