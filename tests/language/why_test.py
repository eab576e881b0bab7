"""solfec --why BODY BODY DIR: why two bodies touch where they do, or do not, and the drawing of it."""

import xml.etree.ElementTree

from support import *

MODEL = """
s = SOLFEC('DYNAMIC', 1e-3, 'out')
m = BULK_MATERIAL(s, density=1e3)
SURFACE_MATERIAL(s, friction=0.5)
def box(low, high):
    (a, b, c), (d, e, f) = low, high
    return HULL([a,b,c, d,b,c, d,e,c, a,e,c, a,b,f, d,b,f, d,e,f, a,e,f], 1, 1)
floor = BODY(s, 'OBSTACLE', box((-5, -5, -1), (5, 5, 0)), m, label='floor')
wall = BODY(s, 'OBSTACLE', box((6, -5, -1), (7, 5, 0)), m, label='wall')
brick = BODY(s, 'RIGID', box((0, 0, 0), (2, 1, 1)), m, label='brick')
pair = BODY(s, 'RIGID', [box((-3, 0, 0), (-2, 1, 1)), box((-2, 0, 0), (-1, 1, 1))], m, label='pair')
ball = BODY(s, 'RIGID', SPHERE((4, 4, 0.5), 0.5, 1, 1), m, label='ball')
tied = BODY(s, 'RIGID', box((-3, -4, 0), (-2, -3, 1)), m)
CONTACT_EXCLUDE_BODIES(tied, floor)
%s
OUTPUT(s, 1e-3)
RUN(s, GAUSS_SEIDEL_SOLVER(), %g)
print(tied.id)
"""


class Why(LanguageTest):
    def why(self, first, second, *words, code=0):
        run = self.run_program("--why", first, second, "out", *words)
        self.assertEqual(run.returncode, code, run.stderr + run.stdout)
        return run.stdout if code == 0 else run.stderr

    def model(self, extra="", duration=2e-3):
        run = self.run_program("-q", "-w", script=MODEL % (extra, duration))
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout.strip()

    def test_each_reason_has_its_words(self):
        number = self.model()
        before = {name: os.stat(os.path.join(self.folder, "out", name)).st_mtime_ns
                  for name in os.listdir(os.path.join(self.folder, "out"))}
        text = self.why("brick", "floor")
        self.assertIn("body 'floor' (created at input.py:8)\nand body 'brick' (created at input.py:10) "
                      "at t = 0.002 s", text)
        self.assertIn("now: faces that press on each other", text)
        self.assertIn("lie over each other in a polygon of 4 corners", text)
        self.assertEqual(text.count("a point of the patch"), 4)
        self.assertEqual(text.count(": chosen"), 1)
        self.assertIn("contacts, of all pieces together: 4 points", text)
        self.assertEqual(text.count("out of body 'floor'\n"), 4)
        self.assertEqual(text, self.why("floor", "brick"))
        # two pieces with faces in one plane: 8 corners, one patch with 4 points
        text = self.why("pair", "floor")
        self.assertEqual(text.count("lie over each other in a polygon of 4 corners"), 2)
        self.assertIn("contacts, of all pieces together: 4 points", text)
        self.assertIn("4 points of single pieces are left out: faces in one plane are one patch", text)
        text = self.why("ball", "floor")
        self.assertIn("a piece that touches is round", text)
        self.assertIn("contacts, of all pieces together: 1 point\n", text)
        text = self.why("brick", "ball")
        self.assertIn("no two pieces of theirs come near each other: their boxes are", text)
        self.assertIn("they have no contact", text)
        self.assertIn("both are obstacles", self.why("floor", "wall"))
        self.assertIn("excluded, by the script or by a joint", self.why(number, "floor"))
        after = {name: os.stat(os.path.join(self.folder, "out", name)).st_mtime_ns
                 for name in os.listdir(os.path.join(self.folder, "out"))}
        self.assertEqual(before, after)

    def test_distance_of_boxes_and_reach(self):
        self.model("high = BODY(s, 'RIGID', box((0, 3, 0.25), (1, 4, 1)), m, label='high')\n"
                   "INITIAL_VELOCITY(high, (0, 0, 0), (0, 0, 0))", 1e-3)
        self.assertIn("their boxes are 2 m apart", self.why("high", "brick"))

    def test_a_corner_that_leans_away_is_told(self):
        self.model("BODY(s, 'RIGID', HULL([-1,-3,0, 1,-3,0.2, 1,-2,0.2, -1,-2,0, "
                   "-1,-3,1, 1,-3,1, 1,-2,1, -1,-2,1], 1, 1), m, label='lean')", 1e-3)
        text = self.why("lean", "floor", "--time", "0")
        self.assertEqual(text.count("its gap is beyond the reach of the patch"), 2, text)
        self.assertEqual(text.count("a point of the patch"), 2, text)

    def test_patches_that_sparsification_takes_are_told(self):
        self.model("CONTACT_SPARSIFY(s, 0.01, 2.5)")
        text = self.why("brick", "floor")  # a foot of 2 m^2
        self.assertIn("they have no contact as they stand\nCONTACT_SPARSIFY has taken the points above: "
                      "it leaves out patches below minarea 2.5 m^2", text)

    def test_contacts_of_the_frame_that_are_not_found_are_told(self):
        self.model("up = BODY(s, 'RIGID', SPHERE((4, 2, 0.505), 0.5, 1, 1), m, label='up')\n"
                   "INITIAL_VELOCITY(up, (0, 0, -20), (0, 0, 0))\n"
                   "SURFACE_MATERIAL(s, 1, 1, restitution=1)", 1e-3)
        text = self.why("up", "floor")  # 5 mm below the floor in the middle of the step, and above it at its end
        self.assertIn("they have no contact as they stand", text)
        self.assertIn("the frame has 1 of them", text)

    def test_a_damaged_end_is_told(self):
        self.model()
        path = os.path.join(self.folder, "out", "frames.0.xdr")
        with open(path, "r+b") as file:
            file.truncate(os.path.getsize(path) - 7)
        run = self.run_program("--why", "brick", "floor", "out")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("bytes that are no complete frame", run.stderr)

    def test_the_rule_of_the_centroid_is_told(self):
        self.model("CONTACT_POINTS(s, 'CENTROID')")
        self.assertIn("CONTACT_POINTS is 'CENTROID'", self.why("brick", "floor"))

    def test_joints_callbacks_and_meshes(self):
        self.model("""
mesh = HEX([-2,2,0, -1,2,0, -1,3,0, -2,3,0, -2,2,1, -1,2,1, -1,3,1, -2,3,1], 2, 2, 1, 1, [1] * 6)
soft = BODY(s, 'FINITE_ELEMENT', mesh, BULK_MATERIAL(s, young=1e7, density=1e3), label='soft')
FIX_POINT(brick, (1, 0.5, 0.5))
FORCE(pair, 'SPATIAL', (-2, 0.5, 0.5), (0, 0, 1), lambda q, u, t, h: [0] * 9)
CALLBACK(s, 1e-3, None, lambda _: 1)
HINGE(brick, pair, (-0.5, 0.5, 0.5), (0, 0, 1))
""")
        self.assertIn("excluded, by the script or by a joint", self.why("brick", "pair"))
        self.assertIn("faces that press on each other", self.why("brick", "floor"))
        text = self.why("soft", "floor")
        self.assertEqual(text.count("faces that press on each other"), 4, text)  # of its elements
        self.assertIn("lies between two elements of a mesh", text)
        self.assertIn("contacts, of all pieces together:", text)

    def test_the_drawing_has_faces_polygon_and_points(self):
        self.model()
        text = self.why("brick", "floor", "-o", "why.svg")
        self.assertIn("drawing: why.svg", text)
        space = "{http://www.w3.org/2000/svg}"
        root = xml.etree.ElementTree.parse(os.path.join(self.folder, "why.svg")).getroot()
        polygons = root.findall(space + "polygon")
        self.assertEqual(len(polygons), 3)
        sides = []
        for polygon in polygons:
            points = [tuple(map(float, p.split(","))) for p in polygon.get("points").split()]
            self.assertEqual(len(points), 4)
            width = max(x for x, y in points) - min(x for x, y in points)
            height = max(y for x, y in points) - min(y for x, y in points)
            sides.append(sorted((width, height)))
        # the foot of 2 x 1 m is the overlap, the floor has 10 x 10 m
        self.assertAlmostEqual(sides[0][1] / sides[0][0], 2.0, delta=0.02)
        big = max(sides, key=lambda side: side[1])
        self.assertAlmostEqual(big[1] / sides[0][1], 5.0, delta=0.05)
        self.assertEqual(len(root.findall(space + "circle")), 4)
        with open(os.path.join(self.folder, "own.svg"), "w") as file:
            file.write("my notes")
        error = self.why("brick", "floor", "-o", "own.svg", code=73)
        self.assertIn("was not written by solfec", error)
        text = self.why("ball", "floor", "-o", "w.svg")
        self.assertIn("drawing: none, there is no polygon", text)
        self.assertIn("contacts, of all pieces together: 1 point", text)
        self.assertIn("needs FILE.svg, got 'w.png'", self.why("ball", "floor", "-o", "w.png", code=64))

    def test_mistakes(self):
        self.model()
        self.assertIn("there is no body 'brik' in this frame (did you mean 'brick'?)",
                      self.why("brik", "floor", code=66))
        self.assertIn("the two bodies are the same one", self.why("brick", "brick", code=66))
        self.assertIn("--time of --why needs one time", self.why("brick", "floor", "--time", "0:1", code=64))
        self.assertIn("has no meaning for --why", self.why("brick", "floor", "-w", code=64))
        run = self.run_program("--why", "brick", "floor")
        self.assertEqual(run.returncode, 64)
        self.assertIn("option --why needs BODY BODY DIR", run.stderr)
        run = self.run_program("--why", "brick", "floor", "nowhere")
        self.assertEqual(run.returncode, 66)


if __name__ == "__main__":
    main()
