"""What the program says of a model that cannot be meant, before or instead of the first step."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from support import *

HEAD = """\
s = SOLFEC('%(analysis)s', 1e-3, 'out')
s.verbose = 'OFF'
b = BULK_MATERIAL(s, label='stone', young=%(young)s, density=%(density)s)
%(surface)s
GRAVITY(s, (0, 0, -%(gravity)s))
def box(z, size=1.0):
    points = [0,0,0, 1,0,0, 1,1,0, 0,1,0, 0,0,1, 1,0,1, 1,1,1, 0,1,1]
    return TRANSLATE(SCALE(HULL(points, 1, 1), (size, size, size)), (0, 0, z))
BODY(s, 'OBSTACLE', box(-1), b, label='floor')
a = BODY(s, 'RIGID', box(%(height)s, %(size)s), b, label='block')
"""
SOUND = dict(analysis="DYNAMIC", young=1e9, density=2000.0, gravity=9.81, height=0.0, size=1.0,
             surface="SURFACE_MATERIAL(s, friction=0.5)")
SWEEPS = "RUN(s, GAUSS_SEIDEL_SOLVER(1e-6, 100), 2e-3)\n"
# a tetrahedron and its mirror image
NODES = "[0,0,0, 1,0,0, 0,1,0, 0,0,1, 1,1,1]"


class ModelWarningsTest(LanguageTest):

    def said(self, more=SWEEPS, **changed):
        """What a run says on standard error; it must go well."""
        done = self.run_program("-q", "-w", script=HEAD % dict(SOUND, **changed) + more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [line for line in done.stderr.splitlines() if "did not reach the criteria" not in line]

    def assert_one(self, lines, *parts):
        """Just one line, which holds all parts."""
        self.assertEqual(len(lines), 1, lines)
        for part in ("warning: ",) + parts:
            self.assertIn(part, lines[0])

    def test_a_sound_model_is_silent(self):
        self.assertEqual(self.said(), [])

    def test_missing_surface_material(self):
        self.assert_one(self.said(surface=""), "no SURFACE_MATERIAL", "without friction")

    def test_a_check_of_the_model_says_them_too(self):
        done = self.run_program("--check", script=HEAD % dict(SOUND, surface="") + SWEEPS)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_one(done.stderr.splitlines(), "no SURFACE_MATERIAL")

    def test_repeated_labels(self):
        more = "".join("BODY(s, 'RIGID', box(%d), b, label='block')\n" % z for z in (3, 5))
        self.assert_one(self.said(more + SWEEPS), "label 'block' is that of 3 bodies",
                        "input.py:10", "input.py:11")
        loop = "for z in (3, 5): BODY(s, 'RIGID', box(z), b, label='row')\n"
        self.assert_one(self.said(loop + SWEEPS), "label 'row' is that of 2 bodies created at input.py:11; who")

    def test_quasi_static_body_that_nothing_holds(self):
        lines = self.said(analysis="QUASI_STATIC", height=2.0)
        self.assert_one(lines[:1], "'block' (created at input.py:10) is held by nothing")
        self.assert_one(lines[1:], "'block' (created at input.py:10) is not in equilibrium",
                        "1 of its load is out of balance")
        self.assertEqual(self.said(analysis="QUASI_STATIC"), [])
        pinned = self.said("FIX_POINT(a, (0, 0, 2))\n" + SWEEPS, analysis="QUASI_STATIC", height=2.0)
        self.assertNotIn("held by nothing", "".join(pinned))

    def test_units(self):
        self.assert_one(self.said(density=2e-9), "density 2e-09 kg/m^3 of BULK_MATERIAL 'stone'",
                        "'floor' (created at input.py:9)", "2 bodies in all")
        self.assert_one(self.said(density=2e6), "density 2e+06 kg/m^3", "above 1e5 kg/m^3")
        self.assert_one(self.said(young=210.0), "young 210 Pa", "below 1e3 Pa")
        self.assert_one(self.said(gravity=9810.0), "GRAVITY: 9810 m/s^2 is above 100")
        self.assert_one(self.said(size=2e4), "size 20000 m is above 1e4 m", "'block'")
        self.assert_one(self.said(size=5e-5, height=1.0), "thickness 5e-05 m is below 1e-4 m")

    def test_bricks_in_millimetres(self):
        # bricks of 250 x 120 x 65 mm on a floor; density and gravity as in each common set of units
        script = """
s = SOLFEC('DYNAMIC', 1e-6, 'out')
s.verbose = 'OFF'
b = BULK_MATERIAL(s, density=%g, young=%g)
SURFACE_MATERIAL(s, friction=0.6)
GRAVITY(s, (0, 0, -%g))
def box(low, high):
    corners = [(x, y, z) for z in (0, 1) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
    return HEX([(low, high)[c][axis] for p in corners for axis, c in enumerate(p)], 1, 1, 1, 1, [1] * 6)
BODY(s, 'OBSTACLE', box((-100, -100, -10), (600, 300, 0)), b)
for i in (0, 1): BODY(s, '%s', box((260 * i, 0, 0), (260 * i + 250, 120, 65)), b)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-6, 100), 1e-6)
"""
        lengths = ": the thinnest body of the model is 65 m thick, are the lengths in m?"
        for density, young, gravity in ((2000, 2e10, 9.81), (2000, 2e10, 9810), (2000, 2e4, 9.81), (2, 2e10, 9.81),
                                        (2e-6, 2e4, 9.81), (2e-9, 2e4, 9810), (2e-6, 2e7, 9810)):
            for kind in ("RIGID", "PSEUDO_RIGID", "FINITE_ELEMENT"):
                with self.subTest(density=density, young=young, gravity=gravity, kind=kind):
                    done = self.run_program("-q", "-w", script=script % (density, young, gravity, kind))
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertIn(lengths, done.stderr)
                    self.assertEqual("GRAVITY: 9810 m/s^2 is above 100 m/s^2" in done.stderr, gravity == 9810)
                    self.assertEqual("density %g kg/m^3" % density in done.stderr, density < 2000)

    def test_gravity_of_the_wrong_sign(self):
        told = "m/s^2 pulls loose bodies away from obstacles or joined bodies and none towards one, is its sign right?"
        self.assert_one(self.said(gravity=-9.81), "GRAVITY: (0, 0, 9.81) " + told)
        tremor = "GRAVITY(s, (TIME_SERIES([0, 1, 1, -1]), 0, 9.81))\n"
        self.assert_one(self.said(tremor + SWEEPS * 2), "GRAVITY: (0, 0, 9.81) " + told)
        for more in ("GRAVITY(s, (9.81, 0, 0))\n", "BODY(s, 'OBSTACLE', box(9), b)\n",
                     "FIX_POINT(a, (0, 0, 0))\n", "WARNINGS(s, 'OFF')\n"):
            self.assertEqual(self.said(more + SWEEPS, gravity=-9.81), [], more)
        falls = "INITIAL_VELOCITY(a, (0, 0, -1), (0, 0, 0))\n"
        self.assert_one(self.said(falls + SWEEPS, gravity=-9.81, height=0.5), "GRAVITY: (0, 0, 9.81) " + told)
        # an obstacle beside the block, from which gravity along -x pulls it; along x there is no other
        thrown = "GRAVITY(s, (-9.81, 0, 0))\nBODY(s, 'OBSTACLE', TRANSLATE(box(0), (2, 0, 0)), b)\n"
        self.assert_one(self.said(thrown + SWEEPS), "GRAVITY: (-9.81, 0, 0) " + told)
        self.assertEqual(self.said(thrown + "INITIAL_VELOCITY(a, (1, 0, 0), (0, 0, 0))\n" + SWEEPS), [])

    def test_warnings_come_once_for_all_runs(self):
        self.assertEqual(len(self.said(SWEEPS * 3, surface="", gravity=9810.0)), 2)

    def test_what_comes_late_is_looked_at(self):
        thin = "BODY(s, 'RIGID', box(9), BULK_MATERIAL(s, label='g', density=2.4))\n"
        twice = "BODY(s, 'RIGID', [box(9), box(9.5)], b)\n"
        soft = "BODY(s, 'PSEUDO_RIGID', box(9), BULK_MATERIAL(s, label='s', young=30.))\n"
        for more, part in ((thin, "density 2.4"), (twice, "overlap by about 0.5 m^3"),
                           (soft, "young 30 Pa"), ("GRAVITY(s, (0, 0, -9810))\n", "9810 m/s^2")):
            with self.subTest(part=part):
                self.assert_one(self.said(SWEEPS + more + SWEEPS * 2), part)
        called = ("calls = []\ndef late(_):\n  calls.append(1)\n  if len(calls) == 1: " + twice
                  + "  return 1\nCALLBACK(s, 1e-3, None, late)\n")
        self.assert_one(self.said(called + SWEEPS * 2), "overlap by about 0.5 m^3")

    def test_rods_that_overlap(self):
        rods = "ROD((9, 0, 0), (0, 0, 1), .2, 1, 1), ROD((9, %s, 0), (0, 0, 1), .2, 1, 1)"
        self.assert_one(self.said("BODY(s, 'RIGID', [%s], b)\n" % (rods % "0.1") + SWEEPS), "overlap by about")
        self.assertEqual(self.said("BODY(s, 'RIGID', [%s], b)\n" % (rods % "0.4") + SWEEPS), [])

    def test_inertia_of_no_body(self):
        chars = "BODY_CHARS(a, 1, 1, a.center, (%g,0,0, 0,%g,0, 0,0,%g))\n"
        self.assert_one(self.said(chars % (1, 1, 5) + SWEEPS), "input.py:11: BODY_CHARS: warning: ",
                        "moments of inertia 1, 1 and 5 kg m^2")
        for sound in ((1, 1, 2), (1, 2, 3.000001), (2, 2, 2), (5e-9, 1, 1)):  # rods and discs, too
            self.assertEqual(self.said(chars % sound + SWEEPS), [])

    def test_limits_in_degrees(self):
        hinge = "HINGE(a, None, (0, 0, 0), (0, 0, 1), limits=(%s, %s))\n"
        self.assert_one(self.said(hinge % (-45, 45) + SWEEPS), "input.py:11: limits: warning: ",
                        "a stop at -45 rad is 7.16", "-45 degrees are -0.785")
        for sound in (("-0.1", "0.1"), ("-12", "12"), ("0", "float('inf')")):
            self.assertEqual(self.said(hinge % sound + SWEEPS), [])
        slider = "SLIDER(a, None, (0, 0, 0), (0, 0, 1), limits=(0, 45))\n"  # m
        self.assertEqual(self.said(slider + SWEEPS), [])

    def test_restitution_of_springs(self):
        law = "SURFACE_MATERIAL(s, model='SPRING_DASHPOT', spring=1e6, dashpot=-1, friction=0.5, restitution=%s)"
        self.assert_one(self.said(surface=law % 0.5), "SURFACE_MATERIAL: warning: restitution = 0.5 has no effect")
        self.assertEqual(self.said(surface=law % 0), [])

    def test_turned_elements(self):
        right, mirrored = "4,0,1,2,3,1", "4,1,3,2,4,1"
        lines = self.said("MESH(%s, [%s, %s], 1)\n" % (NODES, right, mirrored) + SWEEPS)
        self.assert_one(lines, "input.py:11: MESH: warning: ", "the nodes of 1 of 2 elements",
                        "element 1,")
        both = "MESH(%s, [4,0,2,1,3,1, %s], 1)\n" % (NODES, mirrored)
        self.assert_one(self.said(both + SWEEPS), "2 of 2 elements, the first is element 0,")
        good = "MESH(%s, [%s, 4,1,2,3,4,1], 1)\n" % (NODES, right)
        self.assertEqual(self.said(good + SWEEPS), [])

    def test_nodes_of_no_element(self):
        element = "4,0,1,2,3,1"  # of five nodes
        mesh = "MESH(%s, [%s], [1, 3, 0, 1, 2, 7])" % (NODES, element)
        lines = self.said("m = %s\nassert m.nnod == 5 and m.node(4) is not None\n" % mesh + SWEEPS)
        self.assert_one(lines, "input.py:11: MESH: warning: ",
                        "1 of 5 nodes belongs to no element, node 4; FINITE_ELEMENT bodies leave")
        # once for the mesh; a body lists the nodes that are left in their order
        body = ("m = MESH([9,9,9] + %s, [4,1,2,3,4,1], 1)\n"
                "body = BODY(s, 'FINITE_ELEMENT', TRANSLATE(m, (5, 6, 7)), b)\n"
                "assert body.conf == (5,6,7, 6,6,7, 5,7,7, 5,6,8), body.conf\n" % NODES)
        self.assert_one(self.said(body + SWEEPS), "2 of 6 nodes belong to no element, the first "
                        "is node 0;")

    def test_mixed_elements_of_one_layer(self):
        text = ("body = BODY(s, 'FINITE_ELEMENT', TRANSLATE(HEX([0,0,0, 1,0,0, 1,1,0, 0,1,0, 0,0,1, 1,0,1, 1,1,1, 0,1,1], "
                "%d, 2, 2, 1, [1] * 6), (5, 6, 7)), b, element='%s')\nassert body.element == '%s'\n")
        self.assert_one(self.said(text % (1, "MIXED", "MIXED") + SWEEPS), "input.py:11: BODY: warning: element = 'MIXED'",
                        "one layer", "'BENDING'")
        for count, element in ((2, "MIXED"), (1, "BENDING"), (1, "LINEAR")):
            self.assertEqual(self.said(text % (count, element, element) + SWEEPS), [])

    def test_a_mesh_that_touches_itself(self):
        # two sheets of two hexahedra; the nodes at x = 2 between them are there twice
        fold = ("n = [c for z in (4, 5, 6) for y in (0, 1) for x in (0, 1, 2) for c in (x, y, z)]\n"
                "n += [2, 0, 5, 2, 1, 5]\n"
                "twin = {8: 18, 11: 19}\n"
                "e = []\n"
                "for k in (0, 1):\n"
                "    for i in (0, 1):\n"
                "        a = [6 * (k + c) + d + i for c in (0, 1) for d in (0, 1, 4, 3)]\n"
                "        e += [8] + [twin.get(m, m) if k == 1 else m for m in a] + [1]\n"
                "BODY(s, 'FINITE_ELEMENT', MESH(n, e, 1), b)\n")
        self.assert_one(self.said(fold + SWEEPS), "input.py:19: BODY: warning: the mesh touches "
                        "itself: nodes 8 of element 1 and 18 of element 3 lie at the same place, "
                        "and 3 more like it; nothing joins it there")


class PenaltySpringTest(LanguageTest):

    def refused(self, surface, more="", height=0.0):
        script = HEAD % dict(SOUND, surface=surface, height=height) + more
        done = self.run_program("-q", "-w", script=script + "RUN(s, PENALTY_SOLVER(), 0.1)\n")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertNotIn("Traceback", done.stderr.splitlines()[-1])
        return done.stderr

    def test_material_without_spring_is_an_error_of_run(self):
        text = self.refused("SURFACE_MATERIAL(s, friction=0.5, label='rough')")
        self.assertRegex(text, r"input.py:11: RUN: PENALTY_SOLVER .*'rough' must have a positive "
                         r"spring, got 0 N/m")
        self.assertFalse(os.path.exists(os.path.join(self.folder, "out")))
        self.refused("SURFACE_MATERIAL(s, spring=1e6)\nSURFACE_MATERIAL(s, 1, 2, dashpot=5)")

    def test_contact_without_any_material_is_an_error_when_it_comes(self):
        text = self.refused("", height=0.01)
        self.assertRegex(text, r"input.py:11: RUN: t=0\.0\d+ s: body 'floor' \(created at input.py:9\) "
                         r"and body 'block' .* touch, but no SURFACE_MATERIAL with a spring|"
                         r"input.py:11: RUN: t=0\.0\d+ s: body 'block' .* touch, but no SURFACE_")
        self.refused("SURFACE_MATERIAL(s, 5, 6, spring=1e6)")

    def test_springs_everywhere_run(self):
        script = HEAD % dict(SOUND, surface="SURFACE_MATERIAL(s, spring=1e8, dashpot=1e5)")
        done = self.run_program("-q", "-w", script=script + "RUN(s, PENALTY_SOLVER(), 0.01)\n"
                                "RUN(s, GAUSS_SEIDEL_SOLVER(1e-6, 100), 0.01)\n")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_spring_taken_away_between_runs(self):
        script = HEAD % dict(SOUND, surface="m = SURFACE_MATERIAL(s, spring=1e8, dashpot=1e5)")
        done = self.run_program("-q", "-w", script=script + "RUN(s, PENALTY_SOLVER(), 0.01)\n"
                                "m.spring = 0\nRUN(s, PENALTY_SOLVER(), 0.01)\n")
        self.assertEqual(done.returncode, 2)
        self.assertIn("input.py:13: RUN: PENALTY_SOLVER", done.stderr)


if __name__ == "__main__":
    main()
