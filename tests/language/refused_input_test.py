"""Models that make no sense are refused by the program itself: exit code 2, one last line
"FILE:LINE: COMMAND: text" with object, rule, value and unit, and no results folder."""

from support import *

HEAD = """
from math import nan, inf
CUBE = %r
FACES = %r
solfec = SOLFEC('DYNAMIC', 1e-3, 'out')
bulk = BULK_MATERIAL(solfec)
ball = BODY(solfec, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), bulk, 'ball')
""" % (CUBE, CUBE_FACES)
FLAT = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]
OPEN = CUBE_FACES[:-6]
# the last corner pushed in: a dent
DENTED = CUBE[:-3] + [0.4, 0.6, 0.3]

# Line of the script after HEAD: text of the last line after "input.py:LINE: ".
REFUSED = {
    "BULK_MATERIAL(solfec, poisson=0.7)":
        r"BULK_MATERIAL: .*poisson must lie in \(-1, 0.5\], got 0.7$",
    "BULK_MATERIAL(solfec, poisson=nan)": r"BULK_MATERIAL: 'poisson' must be .*finite.*nan",
    "BULK_MATERIAL(solfec, density=-1)":
        r"BULK_MATERIAL: 'density' must be a positive number, got -1 kg/m\^3",
    "BULK_MATERIAL(solfec, young=0)": r"BULK_MATERIAL: 'young' must be a positive number, got 0 Pa",
    "SURFACE_MATERIAL(solfec, restitution=1.5)": r"SURFACE_MATERIAL: 'restitution' must be .*1.5",
    "SURFACE_MATERIAL(solfec, friction=-0.1)": r"SURFACE_MATERIAL: 'friction' must be .*-0.1",
    "SPHERE((0, 0, 0), -1, 1, 1)": r"SPHERE: 'radius' must be a positive number, got -1 m",
    "SPHERE((0, nan, 0), 1, 1, 1)": r"SPHERE: 'center' must .*finite.*nan",
    "HULL([0, 0, 0] * 8, 1, 1)": r"HULL: .*Failed to create convex hull",
    "HULL(%r, 1, 1)" % FLAT: r"HULL: .*Failed to create convex hull",
    "HULL([inf] + CUBE[1:], 1, 1)": r"HULL: 'points' .*finite.*inf",
    "CONVEX(CUBE, %r, 1)" % OPEN: r"CONVEX: .*(open|closed|edge)",
    "CONVEX(%r, FACES, 1)" % DENTED: r"CONVEX: .*(convex|plan)",
    "CONVEX(CUBE, [4, 0, 3, 2, 2, 5] + FACES[6:], 1)": r"CONVEX: face 0: indices must differ, got 2 at places 2 and 3",
    "CONVEX(CUBE, [4, 0, 3, 2, 9, 5] + FACES[6:], 1)": r"CONVEX: .*9",
    "CONVEX(CUBE, FACES[:-1], 1)": r"CONVEX: .*incomplete",
    "MESH(CUBE, [8, 0, 1, 2, 3, 5, 4, 6, 7, 1], 1)": r"MESH: element 0 is inverted at its node 5",
    "MESH(%r, [8, 0, 1, 2, 3, 4, 5, 6, 7, 1], 1)" % FLAT: r"MESH: element 0 .*",
    "MESH(CUBE, [4, 0, 1, 1, 3, 1], 1)": r"MESH: element 0: indices must differ, got 1 at places 1 and 2",
    "MESH(CUBE, [7, 0, 1, 2, 3, 4, 5, 6, 1], 1)": r"MESH: .*An element must have 4, 5, 6, or 8",
    "MESH(CUBE, [8, 0, 1, 2, 3, 4, 5, 6, 8, 1], 1)": r"MESH: .*8",
    "MESH([nan] + CUBE[1:], [8, 0, 1, 2, 3, 4, 5, 6, 7, 1], 1)": r"MESH: 'nodes' .*finite.*nan",
    "HEX(CUBE, 0, 1, 1, 1, [1] * 6)": r"HEX: 'i' must be .*0",
    "HEX(CUBE, 1, 1, 1, 1, [1] * 5)": r"HEX: 'surfids' must .*6.*5",
    "HEX(CUBE, 2, 1, 1, 1, [1] * 6, dx=[1, -1])": r"HEX: 'dx' .*-1",
    "FIX_DIRECTION(ball, (0, 0, 0), (0, 0, 0))": r"FIX_DIRECTION: 'direction' must not be the zero",
    "FORCE(ball, 'SPATIAL', (0, 0, 0), (0, 0, 0), 1)": r"FORCE: 'direction' must not be the zero",
    "SET_VELOCITY(ball, (0, 0, 0), (0, 0, 0), 1)": r"SET_VELOCITY: 'direction' must not be the zero",
    "ROTATE(SPHERE((0, 0, 0), 1, 1, 1), (0, 0, 0), (0, 0, 0), 1)":
        r"ROTATE: .*Rotation direction is zero",
    "PRESSURE(ball, 1, 1)": r"PRESSURE: 'surfid' must be the surface id of a face of body 'ball' "
        r"\(created at input.py:7\), which has no faces, got 1",
    "INITIAL_VELOCITY(ball, (nan, 0, 0), (0, 0, 0))": r"INITIAL_VELOCITY: 'linear' .*finite.*nan",
    "GRAVITY(solfec, (0, 0, nan))": r"GRAVITY: 'vector' .*finite.*nan",
    "TIME_SERIES('no/such/file.txt')": r"TIME_SERIES: no/such/file.txt: cannot be opened: No such",
    "TIME_SERIES('input.py')": r"TIME_SERIES: input.py:2: time 'from' is not a number",
    "TIME_SERIES([0, 1, 2, 3, 1, 4])": r"TIME_SERIES: times must increase, point 2 has 1 s after 2",
    "TIME_SERIES([0, 1])": r"TIME_SERIES: .*at least two points",
    "TIME_SERIES([0, 1, 1, nan])": r"TIME_SERIES: .*finite.*nan",
    "SOLFEC('DYNAMIC', -1e-3, 'out2')": r"SOLFEC: 'step' must be a positive number, got -0.001 s",
    "SOLFEC('DYNAMIC', 1e-3, '.')": r"SOLFEC: output must name a folder of its own, got '\.'$",
    "SOLFEC('DYNAMIC', 1e-3, 'a/../..')": r"SOLFEC: output must name a folder of its own, got 'a/",
    "BODY(solfec, 'RIGID', SPHERE((0, 0, 0), 1e150, 1, 1), bulk)":
        r"BODY: volume must be positive and finite, got inf m\^3$",
    "HEX([0] * 24, 1, 1, 1, 1, [1] * 6)": r"HEX: element 0 is flat .* must be positive, got 0$",
    "RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-3, 10), 0.00025)":
        r"RUN: duration must be at least half a step, got 0.00025 s with the step 0.001 s$",
    "SOLFEC('DYNAMIK', 1e-3, 'out2')": r"SOLFEC: 'analysis' .*did you mean 'DYNAMIC'",
    "BODY(solfec, 'RIGID', [], bulk)": r"BODY: 'shape' .*",
    "BODY(solfec, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), 'steel')":
        r"BODY: 'material' must be a BULK_MATERIAL object or its label, but no material has the "
        r"label 'steel'",
    "BODY(solfec, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), bulk, raduis=1)":
        r"BODY: unknown keyword 'raduis'",
    "RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-3, 10), -1)": r"RUN: 'duration' must be a positive .*-1 s",
    "RUN(solfec, 5, 1)": r"RUN: 'solver' must be a GAUSS_SEIDEL_SOLVER or .*, got 5",
    "GAUSS_SEIDEL_SOLVER(0, 10)": r"GAUSS_SEIDEL_SOLVER: 'epsilon' must be a positive number, got 0",
    "BODY_CHARS(ball, 1, 1, (0, 0, 0), (1, 0, 0, 0, 1, 0, 0, 0, -1))": r"BODY_CHARS: .*tensor",
    "EXTENTS(solfec, (0, 0, 0, 1, 1))": r"EXTENTS: 'extents' must have 6 elements, got 5",
    "GEOMETRIC_EPSILON(0)": r"GEOMETRIC_EPSILON: 'epsilon' must be a positive number, got 0 m",
}


class RefusedInput(LanguageTest):
    def test_each_line_is_refused_by_the_program(self):
        for line, text in REFUSED.items():
            with self.subTest(line=line):
                done = self.run_program("-q", script=HEAD + line + "\n")
                self.assertEqual(done.returncode, 2, done.stderr)
                last = done.stderr.rstrip().split("\n")[-1]
                self.assertRegex(last, r"^input\.py:8: " + text)
                self.assertEqual(sorted(os.listdir(self.folder)), ["input.py"])

    def test_doubtful_models_are_warnings_and_run(self):
        done = self.run_program("-q", script=HEAD + """
BODY(solfec, 'OBSTACLE', SPHERE((0, 0, 0), 1, 1, 1), bulk, 'twin')
BODY(solfec, 'RIGID', SPHERE((1.5, 0, 0), 1, 1, 1), bulk)
RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-3, 100), 2e-3)
RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-3, 100), 2e-3)
""")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr.count("are the same body twice"), 1)
        self.assertRegex(done.stderr, r"body 'ball' \(created at input.py:7\) and body 'twin' "
                         r"\(created at input.py:9\) are the same body twice at the same place")
        self.assertRegex(done.stderr, r"overlap by 0.5 m before the first step")


if __name__ == "__main__":
    main()
