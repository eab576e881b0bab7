"""CONTACT_EXCLUDE_SURFACES: faces that go through each other, by surface id."""

from support import *

FLOOR, BLOCK, OTHER = 1, 2, 3
G = 10.0

# A block that rests until a callback excludes its faces at 0.1 s; the word says how long it runs.
CHANGING = """
s = SOLFEC('DYNAMIC', 1e-3, 'out')
bulk = BULK_MATERIAL(s)
SURFACE_MATERIAL(s, friction=0.5)
BODY(s, 'OBSTACLE', BOX((0, 0, -1), (4, 4, 1), 1, 1), bulk)
block = BODY(s, 'RIGID', BOX((1, 1, 0), (1, 1, 1), 1, 2), bulk)
GRAVITY(s, (0, 0, -10))
def change():
    if s.time < 0.1005:
        CONTACT_EXCLUDE_SURFACES(s, 2, 1)
    return 1
CALLBACK(s, 0.0999, (), change)
OUTPUT(s, 0.05)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-9, 1000, 1e-9), float(NON_SOLFEC_ARGV()[0]))
print(s.mode, s.ncon, round(block.velo[5], 6))
"""


class Surfaces(LanguageTest):
    def scene(self, *shapes):
        """Bodies on the floor z = 0 of surface FLOOR, under gravity."""
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec)
        SURFACE_MATERIAL(solfec, friction=0.5)
        BODY(solfec, "OBSTACLE", BOX((-9, -9, -1), (18, 18, 1), 1, FLOOR), bulk)
        GRAVITY(solfec, (0, 0, -G))
        return solfec, [BODY(solfec, "RIGID", shape, bulk) for shape in shapes]

    def run_for(self, solfec, time):
        RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-9, 1000, 1e-9), time)

    def shapes(self, surface, x):
        """One of each kind of piece that stands on z = 0, near (x, y)."""
        return [BOX((x, 0, 0), (1, 1, 1), 1, surface), SPHERE((x, 3, 0.5), 0.5, 1, surface),
                ELLIP((x, 5, 0.4), (0.5, 0.6, 0.4), 1, surface),
                ROD((x, -3, 0), (0, 0, 1), 0.5, 1, surface),
                TRANSLATE(HEX(CUBE, 2, 2, 2, 1, [surface] * 6), (x, -6, 0))]

    def test_only_the_named_surfaces_go_through(self):
        solfec, bodies = self.scene(*self.shapes(BLOCK, -4), *self.shapes(OTHER, 2))
        CONTACT_EXCLUDE_SURFACES(solfec, BLOCK, FLOOR)
        self.run_for(solfec, 0.1)
        for body in bodies[:5]:
            self.assertAlmostEqual(body.velo[5], -G * 0.1, 9)
        for body in bodies[5:]:
            self.assertLess(abs(body.velo[5]), 1e-6)
        self.assertEqual({tuple(sorted(c.spair)) for c in solfec.constraints}, {(FLOOR, OTHER)})

    def test_bodies_of_one_surface_go_through_each_other(self):
        for make in (lambda x: SPHERE((x, 0, 5), 0.5, 1, BLOCK), lambda x: BOX((x, 0, 5), (1, 1, 1), 1, BLOCK)):
            for exclude in (False, True):
                solfec, (one, two) = self.scene(make(0), make(1.5))
                if exclude:
                    CONTACT_EXCLUDE_SURFACES(solfec, BLOCK, BLOCK)
                INITIAL_VELOCITY(one, (2, 0, 0), (0, 0, 0))
                self.run_for(solfec, 0.5)  # they meet at 0.25 s
                if exclude:
                    self.assertAlmostEqual(one.velo[3], 2, 12)
                else:
                    self.assertLess(one.velo[3], 1.5)

    def test_other_faces_of_the_same_body_still_touch(self):
        block = lambda y: BOX((-4, y, 0), (1, 1, 1), 1, [OTHER, BLOCK, BLOCK, BLOCK, BLOCK, BLOCK])
        solfec, (body,) = self.scene(block(0))
        CONTACT_EXCLUDE_SURFACES(solfec, FLOOR, BLOCK)
        self.run_for(solfec, 0.1)
        self.assertLess(abs(body.velo[5]), 1e-6)
        self.assertEqual(solfec.ncon, 4)

    def test_a_body_at_rest_falls_from_the_call_on(self):
        for shapes in (self.shapes(BLOCK, 0), [SPHERE((0, 0, 0.5), 0.5, 1, BLOCK)]):
            solfec, bodies = self.scene(*shapes)
            self.run_for(solfec, 0.1)
            self.assertGreaterEqual(solfec.ncon, len(shapes))
            CONTACT_EXCLUDE_SURFACES(solfec, FLOOR, BLOCK)
            self.run_for(solfec, 0.1)
            self.assertEqual(solfec.ncon, 0)
            for body in bodies:
                self.assertAlmostEqual(body.velo[5], -G * 0.1, 6)

    def test_ids_that_stand_for_no_faces_are_refused(self):
        solfec = self.new_solfec()
        self.assert_refused(ValueError, "CONTACT_EXCLUDE_SURFACES: 'surf1' must be the id of faces, got "
                            "2147483647, which stands for any surface",
                            lambda: CONTACT_EXCLUDE_SURFACES(solfec, 2 ** 31 - 1, 1))
        self.assert_refused(ValueError, "CONTACT_EXCLUDE_SURFACES: 'surf2' must be the id of faces, got "
                            "-2147483647, which stands for inner faces",
                            lambda: CONTACT_EXCLUDE_SURFACES(solfec, 1, 1 - 2 ** 31))


class Results(LanguageTest):
    def test_a_continued_run_keeps_what_a_callback_has_excluded(self):
        done = self.run_program("-q", "input.py", "0.1501", script=CHANGING)
        self.assertEqual((done.returncode, done.stdout), (0, "WRITE 0 -0.5\n"), done.stderr)
        done = self.run_program("-q", "-c", "input.py", "0.2001")
        self.assertEqual((done.returncode, done.stdout), (0, "WRITE 0 -1.0\n"), done.stderr)

    def test_reading_says_what_is_excluded_otherwise(self):
        script = CHANGING.replace("CALLBACK(s", "CONTACT_EXCLUDE_SURFACES(s, 5, 4)\n#")
        done = self.run_program("-q", "input.py", "0.01", script=script)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = self.run_program("-q", "input.py", "0.01")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout[:6], "READ 4")
        done = self.run_program("-q", "input.py", "0.01", script=script.replace("5, 4", "5, 6"))
        self.assertIn("CONTACT_EXCLUDE_SURFACES of 4 and 5", done.stderr)
        self.assertIn("CONTACT_EXCLUDE_SURFACES of 5 and 6", done.stderr)


if __name__ == "__main__":
    main()
