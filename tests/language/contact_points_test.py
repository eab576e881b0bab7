"""CONTACT_POINTS and CONTACT_SPARSIFY through whole runs: what the commands take, what quasi-static
steps do with overlaps of patches, restart and reading of patches and covered faces."""

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python"))

from support import *
import solfec_results

EPSILON = 1e-4  # m, the default of GEOMETRIC_EPSILON


def corners(low, high):
    return [(high if one[i] else low)[i] for one in
            ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))
            for i in range(3)]


def box(low, high, cells=None):
    points = corners(low, high)
    return HEX(points, *cells, 1, [1] * 6) if cells else HULL(points, 1, 1)


class Model(LanguageTest):

    def model(self, analysis="DYNAMIC", step=1e-3, friction=0.5):
        solfec = self.new_solfec(analysis, step)
        bulk = BULK_MATERIAL(solfec, density=1000)
        SURFACE_MATERIAL(solfec, friction=friction)
        GRAVITY(solfec, (0, 0, -10))
        return solfec, bulk

    def solver(self):
        return GAUSS_SEIDEL_SOLVER(1e-10, 1000, 1e-14)


class ContactPointsTest(Model):

    def block(self):
        solfec, bulk = self.model()
        BODY(solfec, "OBSTACLE", box((-2, -2, -1), (2, 2, 0)), bulk)
        BODY(solfec, "RIGID", box((0, 0, 0), (1, 1, 1)), bulk)
        return solfec

    def test_a_new_analysis_has_patches_and_the_rule_can_be_changed_after_a_run(self):
        solfec = self.block()
        RUN(solfec, self.solver(), 2e-3)
        self.assertEqual(len(solfec.constraints), 4)
        self.assertIsNone(CONTACT_POINTS(solfec, "CENTROID"))
        RUN(solfec, self.solver(), 2e-3)
        (contact,) = solfec.constraints
        for x, expected in zip(contact.point, (0.5, 0.5, 0)):
            self.assertAlmostEqual(x, expected, delta=1e-6)
        CONTACT_POINTS(solfec, rule="PATCH")
        RUN(solfec, self.solver(), 2e-3)
        self.assertEqual(len(solfec.constraints), 4)

    def test_the_rule_can_be_changed_by_a_callback(self):
        solfec = self.block()
        CALLBACK(solfec, 3e-3, None, lambda data: CONTACT_POINTS(solfec, "CENTROID"))
        RUN(solfec, self.solver(), 2e-3)
        self.assertEqual(len(solfec.constraints), 4)
        RUN(solfec, self.solver(), 4e-3)
        self.assertEqual(len(solfec.constraints), 1)

    def test_wrong_words_and_types(self):
        solfec = self.block()
        for bad in ("PATCHES", "patch", "", "CENTROID "):
            self.assert_refused(ValueError, "CONTACT_POINTS: 'rule' must be .*'CENTROID'.*'PATCH'",
                                lambda: CONTACT_POINTS(solfec, bad))
        for bad in (1, None, ["PATCH"], solfec):
            self.assert_refused(TypeError, "CONTACT_POINTS: 'rule'",
                                lambda: CONTACT_POINTS(solfec, bad))
        self.assert_refused(TypeError, "CONTACT_POINTS: 'solfec'",
                            lambda: CONTACT_POINTS("PATCH", "PATCH"))
        self.assert_refused(TypeError, "CONTACT_POINTS: missing argument 'rule'",
                            lambda: CONTACT_POINTS(solfec))
        self.assert_refused(TypeError, "CONTACT_POINTS: takes at most 2 arguments",
                            lambda: CONTACT_POINTS(solfec, "PATCH", "PATCH"))
        RUN(solfec, self.solver(), 2e-3)
        self.assertEqual(len(solfec.constraints), 4)  # nothing was changed

    def test_not_within_a_step(self):
        solfec = self.block()
        body = solfec.bodies[1]

        def force(q, u, time, step):
            CONTACT_POINTS(solfec, "CENTROID")
            return (0, 0, 0, 0, 0, 0, 0, 0, 0)

        FORCE(body, "SPATIAL", (0, 0, 0), (0, 0, 0), force)
        with self.assertRaisesRegex(RuntimeError, "CONTACT_POINTS: not allowed in a function that is "
                                    "called within a time step"):
            RUN(solfec, self.solver(), 2e-3)

    def test_the_program_names_the_line_of_a_wrong_rule(self):
        head = "s = SOLFEC('DYNAMIC', 1e-3, 'out')\n"
        for call, kind in (("CONTACT_POINTS(s, 'CORNERS')", "must be"), ("CONTACT_POINTS(s, 4)", ""),
                           ("CONTACT_POINTS(rule='PATCH')", "missing argument 'solfec'"),
                           ("CONTACT_POINTS(s, rules='PATCH')", "unknown keyword 'rules'")):
            done = self.run_program("-q", "-w", script=head + call + "\n")
            self.assertEqual(done.returncode, 2, call)
            self.assertRegex(done.stderr, "input.py:2: CONTACT_POINTS: .*" + kind)
        self.assertEqual(self.run_program("-q", "-w", script=head + "CONTACT_POINTS(s, 'PATCH')\n")
                         .returncode, 0)


class QuasiStaticPatchTest(Model):

    def test_overlaps_and_gaps_of_a_patch_heal(self):
        """The lowest corner of the block comes to the floor, from either side, and the block stays
        upright: its place follows from its size alone."""
        for gap in (-1e-3, -2e-4, -EPSILON, EPSILON / 2):
            for cells in (None, (2, 2, 1)):
                with self.subTest(gap=gap, cells=cells):
                    solfec, bulk = self.model("QUASI_STATIC", 1e-2)
                    BODY(solfec, "OBSTACLE", box((-2, -2, -1), (2, 2, 0)), bulk)
                    block = BODY(solfec, "RIGID",
                                 box((0, 0, gap), (0.4, 0.6, 0.2 + gap), cells), bulk)
                    WARNINGS("OFF")
                    self.addCleanup(WARNINGS, "ON")
                    RUN(solfec, self.solver(), 0.5)
                    self.assertEqual(len(block.constraints), 4)
                    lowest = block.conf[11] - 0.1
                    self.assertLess(abs(lowest), 0.1 * EPSILON)
                    for value, upright in zip(block.conf[:9], (1, 0, 0, 0, 1, 0, 0, 0, 1)):
                        self.assertAlmostEqual(value, upright, delta=1e-6)
                    self.assertAlmostEqual(sum(c.R[2] for c in block.constraints),
                                           10 * block.mass, delta=1e-3 * block.mass)

    def test_a_tilted_overlap_heals_at_all_corners(self):
        """One edge lies 1 mm deep, the other one touches."""
        solfec, bulk = self.model("QUASI_STATIC", 1e-2)
        WARNINGS("OFF")
        self.addCleanup(WARNINGS, "ON")
        BODY(solfec, "OBSTACLE", box((-2, -2, -1), (2, 2, 0)), bulk)
        size = 0.4
        shape = ROTATE(box((0, 0, 0), (size, 0.6, 0.2)), (0, 0, 0), (0, 1, 0),
                       math.degrees(math.asin(1e-3 / size)))
        block = BODY(solfec, "RIGID", shape, bulk)
        RUN(solfec, self.solver(), 1.0)
        for x in (0, size):
            for y in (0, 0.6):
                turn = math.asin(1e-3 / size)
                corner = (x * math.cos(turn), y, -x * math.sin(turn))
                moved = DISPLACEMENT(block, corner)
                self.assertLess(abs(corner[2] + moved[2]), 0.1 * EPSILON)


# A meshed block slides from one tile to the next; the faces at the joint cover each other.
SLIDE = """\
s = SOLFEC('DYNAMIC', 1e-3, 'out')
s.verbose = 'OFF'
b = BULK_MATERIAL(s, density=1000)
SURFACE_MATERIAL(s, friction=0.2)
GRAVITY(s, (0, 0, -10))
OUTPUT(s, 2e-3)
def corners(low, high):
    return [(high if one[i] else low)[i] for one in ((0,0,0), (1,0,0), (1,1,0), (0,1,0),
            (0,0,1), (1,0,1), (1,1,1), (0,1,1)) for i in range(3)]
BODY(s, 'OBSTACLE', HULL(corners((-1, -1, -.5), (0, 1, 0)), 1, 1), b, label='left')
BODY(s, 'OBSTACLE', HULL(corners((0, -1, -.5), (2, 1, 0)), 1, 1), b, label='right')
c = BODY(s, 'RIGID', HEX(corners((-.25, -.1, 0), (-.05, .1, .1)), 2, 2, 1, 1, [1]*6), b, label='block')
INITIAL_VELOCITY(c, (2, 0, 0), (0, 0, 0))
RUN(s, GAUSS_SEIDEL_SOLVER(1e-10, 1000, 1e-14), %s)
print(sorted((k.point, k.gap, k.R) for k in c.constraints))
"""


class StoredPatchTest(Model):

    def results(self):
        return solfec_results.open(os.path.join(self.folder, "out"))

    def run_slide(self, end, *words):
        done = self.run_program("-q", "--keep-states", *words, script=SLIDE % end)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_a_continued_run_keeps_patches_and_covered_faces(self):
        whole = self.run_slide(0.1, "-w")
        expected = [(f.time, f.bodies, f.covered,
                     [(c.point, c.part, c.area, c.feature, c.R) for c in f.constraints])
                    for f in self.results()]
        self.assertEqual(len(expected), 51)
        for middle in (0.02, 0.05, 0.08):  # on one tile, on both, on the other
            self.run_slide(middle, "-w")
            self.assertEqual(self.run_slide(0.1, "-c"), whole)
            got = [(f.time, f.bodies, f.covered,
                    [(c.point, c.part, c.area, c.feature, c.R) for c in f.constraints])
                   for f in self.results()]
            last = {frame[0]: frame for frame in got}
            for frame in expected:
                self.assertEqual(last[frame[0]], frame, "t = %g s after %g s" % (frame[0], middle))

    def test_reading_shows_the_contacts_that_were_written(self):
        written = self.run_slide(0.06, "-w")
        self.assertIn("((", written)
        self.assertEqual(self.run_slide(0.06), written)

    def test_the_python_reader_gives_parts_and_covered_faces(self):
        self.run_slide(0.1, "-w")
        results = self.results()
        ids = {body.label: body.id for body in results.bodies}
        self.assertEqual(len(ids), 3)
        both = 0
        for frame in results:
            # each tile has the face at the joint covered by that of the other tile, all the time
            # (so have the block and the tile below it)
            tiles = [pair for pair in frame.covered if ids["block"] not in (pair[0][0], pair[1][0])]
            self.assertEqual({(covered[0], covering[0]) for covered, covering in tiles},
                             {(ids["left"], ids["right"]), (ids["right"], ids["left"])})
            self.assertEqual(len(tiles), 2)
            self.assertIn((tiles[0][1], tiles[0][0]), tiles)
            patches = {}
            for contact in frame.constraints:
                self.assertTrue(0 <= contact.part <= 1)
                patches.setdefault((contact.master, contact.slave), []).append(contact)
            position = -0.25 + 2 * frame.time - 0.5 * 2 * frame.time ** 2  # of the trailing edge
            for contacts in patches.values():
                self.assertAlmostEqual(sum(c.part for c in contacts), 1, delta=1e-12)
                area = sum(c.area for c in contacts)
                for contact in contacts:
                    self.assertAlmostEqual(contact.area, contact.part * area, delta=1e-14)
            if -0.19 < position < -0.01:  # well over the joint
                both += 1
                self.assertEqual(len(patches), 2)
                left = next(v for k, v in patches.items() if ids["left"] in k)
                # the contacts are those of mid-step
                self.assertAlmostEqual(sum(c.area for c in left), -0.2 * position, delta=0.2 * 2e-3)
        self.assertGreater(both, 20)


class PatchSparsifyTest(Model):

    def deck(self, *rule, **more):
        """Lowest place of the far end of a deck after 0.5 s: most of it lies on a ledge, its weight
        beyond, where it stands on a pin of 2 x 2 cm."""
        solfec, bulk = self.model()
        if rule or more:
            CONTACT_SPARSIFY(solfec, *rule, **more)
        BODY(solfec, "OBSTACLE", [box((-1, 0, 0), (1, 1, 1)), box((1, 0, 0), (4, 1, 0.5))], bulk)
        deck = BODY(solfec, "RIGID", [box((0.2, 0, 1), (3, 1, 1.2)),
                                      box((2.9, 0.49, 0.5), (2.92, 0.51, 1))], bulk)
        RUN(solfec, self.solver(), 0.5)
        return 1 + DISPLACEMENT(deck, (3, 0.5, 1))[2], len(deck.constraints)

    def test_a_pin_carries_unless_the_user_asks_for_its_removal(self):
        for rule in ((), (0.0,), (1e-4,)):
            height, contacts = self.deck(*rule)
            self.assertAlmostEqual(height, 1, delta=1e-9)
            self.assertEqual(contacts, 8)
        self.assertAlmostEqual(self.deck(mindist=1e-4)[0], 1, delta=1e-9)
        # what was asked for: the deck turns down, with the ratio until only its edge is on the ledge
        self.assertLess(self.deck(minarea=1e-3)[0], 0.9)
        self.assertLess(self.deck(0.01)[0], 1 - 1e-3)

    def test_bodies_that_lose_all_contacts_are_told(self):
        """A cube of 0.3 m on a floor: its patch has 0.09 m^2, of each of 3 x 3 elements 0.01 m^2."""
        script = ("s = SOLFEC('DYNAMIC', 1e-3, 'out'); b = BULK_MATERIAL(s, density=1e3)\n"
                  "SURFACE_MATERIAL(s, friction=0.5); GRAVITY(s, (0, 0, -10))\n"
                  "CONTACT_SPARSIFY(s, minarea=%g)\n"
                  "BODY(s, 'OBSTACLE', HULL([-1,-1,-1, 1,-1,-1, 1,1,-1, -1,1,-1, -1,-1,0, 1,-1,0, 1,1,0, -1,1,0],"
                  " 1, 1), b)\n"
                  "BODY(s, '%s', HEX([0,0,0, .3,0,0, .3,.3,0, 0,.3,0, 0,0,.3, .3,0,.3, .3,.3,.3, 0,.3,.3],"
                  " 3, 3, 3, 1, [1] * 6), b)\n"
                  "RUN(s, GAUSS_SEIDEL_SOLVER(), 0.1)\n")
        for area, kind, told in ((0.009, "FINITE_ELEMENT", 0), (0.011, "FINITE_ELEMENT", 1), (0.011, "RIGID", 0),
                                 (0.091, "RIGID", 1)):
            with self.subTest(area=area, kind=kind):
                done = self.run_program("-w", script=script % (area, kind))
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(done.stderr.count("minarea = %g m^2 takes away all contacts of body 1 and body 2"
                                                   % area), told, done.stderr)
                if told:
                    self.assertRegex(done.stderr, "largest +contact +has +0.0%d +m" % (1 if area < 0.05 else 9))

    def test_blocks_on_edges_and_corners_move_alike_with_the_threshold_of_the_manual(self):
        """One patch of a pair has no other one to be compared with."""
        for cells in (None, (2, 2, 1), (5, 1, 1)):
            for axis, angle in (((0, 1, 0), -20), ((-1, 2, 0), -35)):  # on an edge, on a corner
                ends = []
                for threshold in (None, 0.01):
                    solfec, bulk = self.model()
                    if threshold is not None:
                        CONTACT_SPARSIFY(solfec, threshold)
                    BODY(solfec, "OBSTACLE", box((-2, -2, -1), (2, 2, 0)), bulk)
                    shape = ROTATE(box((0, 0, 0), (0.3, 0.2, 0.1), cells), (0, 0, 0), axis, angle)
                    body = BODY(solfec, "RIGID", shape, bulk)
                    RUN(solfec, self.solver(), 0.3)
                    ends.append((body.conf, body.velo))
                    self.assertGreater(body.conf[11], 0.045)  # on the floor, not in it
                self.assertEqual(ends[0], ends[1])


if __name__ == "__main__":
    main()
