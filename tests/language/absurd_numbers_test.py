"""Numbers that are not finite, overflow or underflow at the doors of the language: each is an
error that names its command, or all results stay finite."""

import math
import signal

from support import *

HEAD = """
from solfec import *
solfec = SOLFEC('DYNAMIC', 1e-3, OUT)
solfec.verbose = 'OFF'
WARNINGS(solfec, 'OFF')
surf = SURFACE_MATERIAL(solfec, friction=0.5, restitution=0.1, spring=1e5, dashpot=10)
bulk = BULK_MATERIAL(solfec, young=1e7)
ball = BODY(solfec, 'RIGID', SPHERE((0.5, 0.5, 0.5), 0.5, 1, 1), bulk, 'ball')
box = BODY(solfec, 'RIGID', TRANSLATE(HULL(CUBE, 1, 1), (2, 0, 0)), bulk, 'box')
soft = BODY(solfec, 'PSEUDO_RIGID', TRANSLATE(HULL(CUBE, 1, 1), (-2, 0, 0)), bulk, 'soft')
soft.scheme = 'DEF_LIM'
fem = BODY(solfec, 'FINITE_ELEMENT', TRANSLATE(HEX(CUBE, 1, 1, 1, 1, SIX), (0, 2, 0)), bulk)
fem.scheme = 'DEF_LIM'
floor = BODY(solfec, 'OBSTACLE', TRANSLATE(SCALE(HULL(CUBE, 1, 1), (9, 9, 1)), (-4, -4, -1)), bulk)
GRAVITY(solfec, (0, 0, -9.81))
solver = GAUSS_SEIDEL_SOLVER(1e-4, 50)
"""
NEW = "BODY(solfec, 'RIGID', %s, bulk)"
SLAB = "BODY(solfec, 'OBSTACLE', PLANE(%s), bulk)"
HINGE = "HINGE(ball, box, (1, 0, 0), (0, 1, 0), %s)"
SLIDER = "SLIDER(ball, box, (1, 0, 0), (0, 1, 0), %s)"
CYLINDRICAL = "CYLINDRICAL(ball, box, (1, 0, 0), (0, 1, 0), %s)"
UNIVERSAL = "UNIVERSAL(ball, box, (1, 0, 0), (0, 1, 0), (1, 0, 0), %s)"
SPRING = "PUT_SPRING(ball, ball.center, box, (2, 0, 0), %s)"
# The word X is replaced by each value of VALUES.
ROWS = [
    NEW % "SPHERE((X, 0, 5), 0.5, 1, 1)", NEW % "SPHERE((0, 0, 5), X, 1, 1)",
    NEW % "SPHERE((0, 0, 5), 1, X, 1)", NEW % "ELLIP((0, X, 5), (1, 1, 1), 1, 1)",
    NEW % "ELLIP((0, 0, 5), (1, X, 1), 1, 1)", NEW % "HULL([X] + CUBE[1:], 1, 1)",
    NEW % "CONVEX([X] + CUBE[1:], CUBE_FACES, 1)", NEW % "CONVEX(CUBE, [X] + CUBE_FACES[1:], 1)",
    NEW % "MESH([X] + CUBE[1:], [8, 0, 1, 2, 3, 4, 5, 6, 7, 1], 1)",
    NEW % "MESH(CUBE, [8, X, 1, 2, 3, 4, 5, 6, 7, 1], 1)", NEW % "HEX(CUBE, X, 1, 1, 1, SIX)",
    NEW % "HEX(CUBE, 2, 1, 1, 1, SIX, dx=[1, X])",
    NEW % "SCALE(TRANSLATE(HULL(CUBE, 1, 1), (0, 0, 5)), (1, X, 1))",
    NEW % "TRANSLATE(HULL(CUBE, 1, 1), (0, 0, X))",
    NEW % "ROTATE(TRANSLATE(HULL(CUBE, 1, 1), (0, 0, 5)), (0, 0, X), (0, 0, 1), 45)",
    NEW % "ROTATE(TRANSLATE(HULL(CUBE, 1, 1), (0, 0, 5)), (0, 0, 5), (0, 0, X), 45)",
    NEW % "ROTATE(TRANSLATE(HULL(CUBE, 1, 1), (0, 0, 5)), (0, 0, 5), (0, 0, 1), X)",
    NEW % "BEND(TRANSLATE(HEX(CUBE, 4, 1, 1, 1, SIX), (0, 0, 5)), (0, -2, X), (0, 0, 1), 20)",
    NEW % "BEND(TRANSLATE(HEX(CUBE, 4, 1, 1, 1, SIX), (0, 0, 5)), (0, -2, 5), (0, 0, X), 20)",
    NEW % "BEND(TRANSLATE(HEX(CUBE, 4, 1, 1, 1, SIX), (0, 0, 5)), (0, -2, 5), (0, 0, 1), X)",
    "got = SCALE((1e300, 1, 1), (X, 1, 1))", "got = TRANSLATE((1e308, 1, 1), (X, 1, 1))",
    "got = ROTATE((1, 1, 1), (2, 2, 2), (0, 0, X), 30)",
    "got = ROTATE((1, 1, 1), (2, 2, 2), (0, 0, 1), X)",
    "got = MASS_CENTER(SPHERE((1, 0, 0), X, 1, 1))",
    "got = MASS_CENTER(SCALE(HULL(CUBE, 1, 1), (X, 1, 1)))",
    "SPLIT(HULL(CUBE, 1, 1), (0.5, 0.5, X), (0, 0, 1))",
    "SPLIT(HULL(CUBE, 1, 1), (0.5, 0.5, 0.5), (0, 0, X))",
    NEW % "BOX((0, 0, X), (1, 1, 1), 1, 1)", NEW % "BOX((0, 0, 5), (1, X, 1), 1, 1)",
    NEW % "PRISM([(0, 0, 5), (1, 0, 5), (0, X, 5)], (0, 0, 1), 1, 1)",
    NEW % "PRISM([(0, 0, 5), (1, 0, 5), (0, 1, 5)], (0, 0, X), 1, 1)",
    NEW % "CYLINDER((0, 0, X), (0, 0, 1), 1, 8, 1, 1)",
    NEW % "CYLINDER((0, 0, 5), (0, 0, X), 1, 8, 1, 1)",
    NEW % "CYLINDER((0, 0, 5), (0, 0, 1), X, 8, 1, 1)",
    NEW % "PIPE((0, 0, X), (0, 0, 1), 1, 1, 2, 4, 1, 1, [1, 1, 1, 1])",
    NEW % "PIPE((0, 0, 5), (0, X, 1), 1, 1, 2, 4, 1, 1, [1, 1, 1, 1])",
    NEW % "PIPE((0, 0, 5), (0, 0, 1), X, 1, 2, 4, 1, 1, [1, 1, 1, 1])",
    NEW % "PIPE((0, 0, 5), (0, 0, 1), 1, X, 2, 4, 1, 1, [1, 1, 1, 1])",
    NEW % "ROD((0, 0, X), (0, 0, 1), 1, 1, 1)", NEW % "ROD((0, 0, 5), (0, 0, X), 1, 1, 1)",
    NEW % "ROD((0, 0, 5), (0, 0, 1), X, 1, 1)", NEW % "BORE((0, 0, X), (0, 0, 1), 1, 1, 1, 1)",
    NEW % "BORE((0, 0, 5), (0, 0, X), 1, 1, 1, 1)", NEW % "BORE((0, 0, 5), (0, 0, 1), X, 1, 1, 1)",
    NEW % "BORE((0, 0, 5), (0, 0, 1), 1, X, 1, 1)",
    SLAB % "(0, 0, X), (0, 0, 1), 9, 1, 1", SLAB % "(0, 0, -5), (0, 0, X), 9, 1, 1",
    SLAB % "(0, 0, -5), (0, 0, 1), X, 1, 1", SLAB % "(0, 0, -5), (0, 0, 1), 9, 1, 1, X",
    "BULK_MATERIAL(solfec, young=X)", "BULK_MATERIAL(solfec, poisson=X)",
    "BULK_MATERIAL(solfec, density=X)", "bulk.density = X", "surf.friction = X",
    "surf.cohesion = X", "surf.restitution = X", "surf.spring = X", "surf.dashpot = X",
    "surf.hpow = X", "surf.model = 'SPRING_DASHPOT'; surf.spring = X",
    "solfec.step = X", "solfec.equilibrium = X", "soft.damping = X", "fem.damping = X",
    "GRAVITY(solfec, (0, 0, X))", "GRAVITY(solfec, (0, 0, TIME_SERIES([0, X, 1, 2])))",
    "TIME_SERIES([X, 1, 2, 3])", "got = TIME_SERIES([0, X, 100, X]).integral.values",
    "got = TIME_SERIES([0, 0, 1, X]).derivative.values",
    "got = TIME_SERIES([0, 0, X, 1]).derivative.values",
    "FORCE(ball, 'SPATIAL', (0.5, 0.5, X), (0, 0, 1), 1)",
    "FORCE(ball, 'SPATIAL', ball.center, (0, 0, X), 1)",
    "FORCE(ball, 'SPATIAL', ball.center, (0, 0, 1), X)",
    "FORCE(fem, 'CONVECTED', (0.5, 2.5, 0.5), (0, 0, 1), X)",
    "FORCE(ball, 'SPATIAL', ball.center, (0, 0, 1), lambda q, u, t, h: [X] + [0] * 8)",
    "FORCE(soft, 'SPATIAL', ball.center, (0, 0, 1), lambda q, u, t, h: [0] * 11 + [X])",
    "FORCE(fem, 'SPATIAL', ball.center, (0, 0, 1), lambda q, u, t, h: [0] * 23 + [X])",
    "TORQUE(ball, 'SPATIAL', (0, 0, X), 1)", "TORQUE(ball, 'SPATIAL', (0, 0, 1), X)",
    "PRESSURE(fem, 1, X)",
    "INITIAL_VELOCITY(ball, (0, 0, X), (0, 0, 0))", "INITIAL_VELOCITY(box, (0, 0, 0), (0, 0, X))",
    "INITIAL_VELOCITY(soft, (0, 0, X), (0, 0, 0))", "INITIAL_VELOCITY(fem, (0, 0, X), (0, 0, X))",
    "INITIAL_VELOCITY(floor, (0, 0, X), (0, 0, X))",
    "BODY_CHARS(ball, X, 1, ball.center, UNIT)", "BODY_CHARS(ball, 1, X, ball.center, UNIT)",
    "BODY_CHARS(ball, 1, 1, (X, 0, 0), UNIT)", "BODY_CHARS(ball, 1, 1, ball.center, [X] + UNIT[1:])",
    "FIX_POINT(box, (2, 0, X))", "FIX_DIRECTION(box, (2, 0, 0), (0, 0, X))",
    "SET_DISPLACEMENT(box, (2, 0, 0), (0, 0, 1), TIME_SERIES([0, 0, 1, X]))",
    "SET_VELOCITY(box, (2, 0, 0), (0, 0, X), 1)", "SET_VELOCITY(box, (2, 0, 0), (0, 0, 1), X)",
    "SET_VELOCITY(floor, (0, 0, 0), (0, 0, 1), X)",
    "SET_ACCELERATION(box, (2, 0, 0), (0, 0, 1), TIME_SERIES([0, X, 1, X]))",
    "PUT_RIGID_LINK(ball, box, (0.5, 0.5, X), (2, 0, 0))", SPRING % "X, (-1, 1)",
    SPRING % "9, (X, 1)", SPRING % "9, (-1, X)", SPRING % "9, (-1, 1), (X, 0, 0)",
    SPRING % "lambda s, v: X, (-1, 1)", SPRING % "TIME_SERIES([-1, -1, 1, X]), (-1, 1)",
    "BALL(ball, box, (1, 0, X))", "WELD(ball, None, (1, 0, X))",
    "HINGE(ball, None, (X, 0, 0), (0, 1, 0))",
    "HINGE(ball, box, (1, 0, 0), (0, X, 0))", "CYLINDRICAL(ball, box, (1, X, 0), (0, 1, 0))",
    "SLIDER(ball, None, (X, 0, 0), (0, 1, 0))", "SLIDER(ball, box, (1, 0, 0), (0, X, 1))",
    "UNIVERSAL(ball, box, (1, 0, X), (0, 1, 0), (1, 0, 0))",
    "UNIVERSAL(ball, box, (1, 0, 0), (0, X, 0), (1, 0, 0))",
    HINGE % "limits=(X, 1)", HINGE % "limits=(-1, X)", HINGE % "friction=X", HINGE % "spring=X",
    HINGE % "spring=TIME_SERIES([-1, -1, 1, X])", HINGE % "damper=X", SLIDER % "limits=(X, 1)",
    SLIDER % "limits=(-1, X)", SLIDER % "friction=X", SLIDER % "spring=X", SLIDER % "damper=X",
    "MOTOR(%s, angle=X)" % HINGE % "", "MOTOR(%s, speed=X)" % HINGE % "",
    "MOTOR(%s, torque=X)" % HINGE % "", "MOTOR(%s, speed=1, limit=X)" % HINGE % "",
    "MOTOR(%s, angle=1, gain=X)" % HINGE % "", "MOTOR(%s, travel=X)" % SLIDER % "",
    CYLINDRICAL % "travel_limits=(-1, X)", CYLINDRICAL % "spring=X", CYLINDRICAL % "travel_spring=X",
    CYLINDRICAL % "travel_friction=X", CYLINDRICAL % "travel_damper=X", UNIVERSAL % "limits2=(X, 1)",
    UNIVERSAL % "spring2=X", UNIVERSAL % "damper2=X", UNIVERSAL % "friction2=X",
    "MOTOR(%s, speed=X, coordinate='TRAVEL')" % CYLINDRICAL % "",
    "MOTOR(%s, angle=X, gain=9, coordinate='ANGLE2')" % UNIVERSAL % "",
    "MOTOR(%s, force=X)" % SLIDER % "", "MOTOR(%s, speed=TIME_SERIES([0, 0, 1, X]))" % HINGE % "",
    "solver = GAUSS_SEIDEL_SOLVER(X, 50)", "solver = GAUSS_SEIDEL_SOLVER(1e-3, X)",
    "solver = GAUSS_SEIDEL_SOLVER(1e-3, 50, X)", "solver.accuracy = X", "solver.diagepsilon = X",
    "solver = GAUSS_SEIDEL_SOLVER(1e-3, 50, accuracy=(X, 'GH'))", "solver = NEWTON_SOLVER(X)",
    "solver = NEWTON_SOLVER(delta=X)", "solver = NEWTON_SOLVER(theta=X)",
    "solver = NEWTON_SOLVER(omega=X)", "solver = BODY_SPACE_SOLVER(X)",
    "solver = INTERIOR_POINT_SOLVER(X)", "solver = INTERIOR_POINT_SOLVER(meritval=X)",
    "RUN(solfec, solver, X)", "OUTPUT(solfec, X)", "EXTENTS(solfec, (-99, -99, -99, 99, 99, X))",
    "UNPHYSICAL_PENETRATION(solfec, X)", "CALLBACK(solfec, X, 7, lambda x: 1)",
    "CALLBACK(solfec, 1e-3, 7, lambda x: X)", "CONTACT_SPARSIFY(solfec, X)",
    "CONTACT_SPARSIFY(solfec, 0.01, X)", "CONTACT_SPARSIFY(solfec, 0.01, 0, X)",
    "CONTACT_PREDICTION(solfec, X)", "CONTACT_BOUNCE(solfec, X)",
    "CONTACT_BOUNCE(solfec, (X, 'GH'))", "IMBALANCE_TOLERANCE(solfec, X)", "PARTITION(fem, X)",
    "MATERIAL(solfec, box, X, bulk)", "DISPLAY_POINT(ball, (0.5, 0.5, X))",
    "RUN(solfec, solver, 3e-3); got = DISPLACEMENT(ball, (0.5, 0.5, X))",
    "RUN(solfec, solver, 3e-3); got = HISTORY(solfec, [(solfec, 'KINETIC')], X, 1)[1]",
    "RUN(solfec, solver, 3e-3); got = HISTORY(solfec, [(solfec, 'KINETIC')], 0, 1, X)[1]",
    "RUN(solfec, solver, 3e-3); SEEK(solfec, X)", "RUN(solfec, solver, 3e-3); FORWARD(solfec, X)",
]
# limits of springs and joints that are documented
NO_LIMIT = [SPRING % "9, (-inf, 1)", SPRING % "9, (-1, inf)"]
NO_LIMIT += [joint % limits for joint in (HINGE, SLIDER)
             for limits in ("limits=(-inf, 1)", "limits=(-1, inf)")]
NO_LIMIT += [CYLINDRICAL % "travel_limits=(-1, inf)", UNIVERSAL % "limits2=(-inf, 1)"]
VALUES = ["nan", "inf", "-inf", "1e308", "-1e308", "1e-320"]


def check_finite(numbers):
    for number in numbers or ():
        assert math.isfinite(number), "result %r" % (numbers,)


def check_results(names):
    check_finite(names.get("got"))
    for body in names["solfec"].bodies:
        for numbers in (body.conf, body.velo, body.center, body.tensor, (body.mass,)):
            check_finite(numbers)
        check_finite(ENERGY(names["solfec"], body))
    for contact in names["solfec"].constraints:
        for numbers in (contact.R, contact.U, contact.point, contact.base):
            check_finite(numbers)


def endless(*_):
    raise AssertionError("no end after 20 s")


class AbsurdNumbers(LanguageTest):
    def outcome(self, line):
        """Runs a line in a model of its own and gives the error that it ends in, None without."""
        names = {"CUBE": CUBE, "CUBE_FACES": CUBE_FACES, "SIX": [1] * 6, "nan": math.nan,
                 "UNIT": [1, 0, 0, 0, 1, 0, 0, 0, 1], "inf": math.inf,
                 "OUT": os.path.join(self.folder, "out%d" % self.outputs)}
        self.outputs += 1
        script = HEAD + line + "\n"
        if "RUN" not in line:
            script += "RUN(solfec, solver, 3e-3)\n"
        signal.alarm(20)
        try:
            exec(compile(script, "case.py", "exec"), names)
            check_results(names)
        except (TypeError, ValueError, RuntimeError) as error:
            return error
        finally:
            signal.alarm(0)
        return None

    def test_each_is_a_named_error_or_gives_finite_results(self):
        signal.signal(signal.SIGALRM, endless)
        for row in ROWS:
            for value in VALUES:
                line = re.sub(r"\bX\b", value, row)
                with self.subTest(line=line):
                    error = self.outcome(line)
                    refused = isinstance(error, (TypeError, ValueError))
                    if error is not None:
                        self.assertRegex(str(error), r"^case\.py:\d+: [A-Z_]+(\.[a-z]+)?: \S")
                    if line in NO_LIMIT:
                        self.assertIsNone(error)
                    elif value in ("nan", "inf", "-inf") and "lambda" not in line:
                        self.assertTrue(refused, error)

    def test_the_program_ends_with_the_code_of_the_error(self):
        head = "CUBE, SIX, OUT = %r, [1] * 6, 'out'\n" % CUBE + HEAD
        for line, code in [("GRAVITY(solfec, (0, 0, float('nan')))", 2),
                           ("RUN(solfec, solver, 1e-320)", 2),
                           ("got = SCALE((1e300, 1, 1), (1e300, 1, 1))", 2),
                           ("FORCE(ball, 'SPATIAL', ball.center, (0, 0, 1),"
                            " lambda q, u, t, h: [float('nan')] * 9)\nRUN(solfec, solver, 1e-3)", 3),
                           ("OUTPUT(solfec, 1e-320)\nRUN(solfec, solver, 2e-3)", 0)]:
            with self.subTest(line=line):
                done = self.run_program("-q", "-w", script=head + line + "\n")
                self.assertEqual(done.returncode, code, done.stderr)


if __name__ == "__main__":
    main()
