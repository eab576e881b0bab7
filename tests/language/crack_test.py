"""SIMPLIFIED_CRACK: bodies that are cut along a plane in a RUN."""

from support import *

BAR = [0, 0, 0, 1, 0, 0, 1, 0.25, 0, 0, 0.25, 0, 0, 0, 0.25, 1, 0, 0.25, 1, 0.25, 0.25, 0, 0.25, 0.25]
PULL = 400.0 / 0.1  # N/s


def bar(n=4):
    return HEX(BAR, n, 1, 1, 3, [1] * 6)


class Cracks(LanguageTest):
    def pulled(self, solfec, Gf=0, ft=1e3, **more):
        """A bar that is pulled slowly at one end and held at the other."""
        body = BODY(solfec, "FINITE_ELEMENT", bar(), BULK_MATERIAL(solfec, young=1e8, poisson=0, density=10), "bar")
        body.scheme = "DEF_LIM"
        body.damping = 1e-4
        SIMPLIFIED_CRACK(body, (0.55, 0, 0), (1, 0, 0), (7, 8), "TENSILE", ft=ft, Gf=Gf, **more)
        for y, z in ((0, 0), (0.25, 0), (0, 0.25), (0.25, 0.25)):
            FIX_POINT(body, (0, y, z))
        FORCE(body, "SPATIAL", (1, 0.125, 0.125), (1, 0, 0), TIME_SERIES([0, 0, 0.1, 400]))
        return body

    def test_a_bar_cracks_when_its_pull_over_the_area_is_the_strength(self):
        for Gf in (0, 1e-3):
            solfec = self.new_solfec(output=os.path.join(self.folder, "gf%g" % (1e6 * Gf)), step=1e-4)
            body = self.pulled(solfec, Gf)
            exact = 1e3 * 0.25**2 / PULL
            RUN(solfec, GAUSS_SEIDEL_SOLVER(), exact - 5e-4)
            self.assertEqual(solfec.nbod, 1)
            RUN(solfec, GAUSS_SEIDEL_SOLVER(), 1e-3)
            self.assertEqual([b.label for b in solfec.bodies], ["bar/1", "bar/2"])
            first, second = solfec.bodies
            self.assertAlmostEqual(first.mass + second.mass, 10 * 0.25**2, 12)
            self.assertAlmostEqual(first.mass / second.mass, 0.55 / 0.45, 9)
            self.assertEqual([c.kind for c in first.constraints].count("FIXPNT"), 4)  # supports stay
            self.assert_refused(TypeError, "DISPLACEMENT: 'body' is a recently deleted BODY object",
                                lambda: DISPLACEMENT(body, (0, 0, 0)))
            material = BYLABEL(solfec, "SURFACE_MATERIAL", "crack of 7 and 8")
            if Gf:
                self.assertEqual((material.model, material.tension, material.cohesion), ("COHESIVE_ZONE", 1e3, 1e3))
                self.assertAlmostEqual(material.normal_energy, Gf / 0.99, 12)
            else:
                self.assertIsNone(material)
            RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.05)  # the force goes with the end
            self.assertGreater(second.conf[0] - 0.55, 0.5)
            self.assertLess(abs(first.conf[0]), 1e-4)

    def test_the_bond_carries_the_stress_on(self):
        solfec = self.new_solfec(step=1e-4)
        self.pulled(solfec, Gf=1.0)
        RUN(solfec, GAUSS_SEIDEL_SOLVER(), 1e3 * 0.25**2 / PULL + 5e-4)
        self.assertEqual(solfec.nbod, 2)
        bonds = [c for c in solfec.constraints if c.kind == "CONTACT"]
        self.assertAlmostEqual(sum(c.R[2] for c in bonds) / (-1e3 * 0.25**2), 1, 2)
        self.assertLess(max(c.damage for c in bonds), 0.1)

    def test_the_pass_that_reads_has_the_parts(self):
        path, ends = os.path.join(self.folder, "read"), []
        for mode in ("WRITE", "READ"):
            solfec = self.new_solfec(output=path, step=1e-4)
            self.assertEqual(solfec.mode, mode)
            self.pulled(solfec, Gf=1e-3)
            OUTPUT(solfec, 1e-3)
            RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.02)
            part = BYLABEL(solfec, "BODY", "bar/2")
            numbers = [x for x in HISTORY(solfec, [(part, part.center, "CX")], 0, 0.02)[1] if x == x]
            ends.append((part.conf, part.mass, numbers))
        self.assertEqual(ends[0], ends[1])
        self.assertGreater(len(numbers), 2)

    def test_pseudo_rigid_bodies_crack_and_others_are_refused(self):
        solfec = self.new_solfec(step=1e-4)
        bulk = BULK_MATERIAL(solfec, young=1e6, poisson=0, density=10)
        body = BODY(solfec, "PSEUDO_RIGID", bar(), bulk, "bar")
        SIMPLIFIED_CRACK(body, (0.5, 0, 0), (1, 1, 0), 7, "TENSILE", ft=10)
        for x in (0, 1):
            FORCE(body, "SPATIAL", (x, 0.125, 0.125), (2 * x - 1, 0, 0), 10)
        RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.01)
        self.assertEqual([b.label for b in solfec.bodies], ["bar/1", "bar/2"])
        rigid = BODY(solfec, "RIGID", bar(), bulk, "stiff")
        hull = BODY(solfec, "PSEUDO_RIGID", cube((5, 5, 5)), bulk, "hull")
        soft = BODY(solfec, "PSEUDO_RIGID", TRANSLATE(bar(), (0, 9, 0)), bulk, "soft")
        plane = ((0.5, 9, 0), (1, 0, 0))
        SIMPLIFIED_CRACK(soft, (0.7, 9, 0), (1, 0, 0), (7, 8), "TENSILE", ft=5, Gf=1)
        for kind, text, call in (
                (ValueError, "'body' must be PSEUDO_RIGID or FINITE_ELEMENT, got body 'stiff'",
                 lambda: SIMPLIFIED_CRACK(rigid, (0.5, 0, 0), (1, 0, 0), 7, "TENSILE")),
                (ValueError, "'body' shape is not a MESH: body 'hull'",
                 lambda: SIMPLIFIED_CRACK(hull, (5.5, 0, 0), (1, 0, 0), 7, "TENSILE")),
                (ValueError, "'point' must be one of a plane that cuts body 'soft'",
                 lambda: SIMPLIFIED_CRACK(soft, (5, 9, 0), (1, 0, 0), 7, "TENSILE")),
                (ValueError, "'Gf' needs 'ft' > 0", lambda: SIMPLIFIED_CRACK(soft, *plane, 7, "TENSILE", Gf=1)),
                (ValueError, "'surfid' must be ids of their own, 7 and 8 have the bond of another crack, with ft = 5 Pa and Gf = 1",
                 lambda: SIMPLIFIED_CRACK(soft, *plane, (8, 7), "TENSILE", ft=6, Gf=1)),
                (ValueError, "'criterion' must be 'TENSILE'", lambda: SIMPLIFIED_CRACK(soft, *plane, 7, "SHEAR"))):
            self.assert_refused(kind, "SIMPLIFIED_CRACK: " + text, call)

    def test_a_callback_makes_none_and_the_text_names_the_stress(self):
        script = ("from solfec import *\ns = SOLFEC ('DYNAMIC', 1e-3, 'out')\n"
                  "m = HEX (%s, 2, 1, 1, 3, [1] * 6)\nb = BODY (s, 'PSEUDO_RIGID', m, BULK_MATERIAL (s, young = 1E6), 'bar')\n"
                  "SIMPLIFIED_CRACK (b, (0.5, 0, 0), (1, 0, 0), 7, 'TENSILE', ft = 10)\n"
                  "FORCE (b, 'SPATIAL', (0, 0, 0), (-1, 0, 0), 10)\nFORCE (b, 'SPATIAL', (1, 0, 0), (1, 0, 0), 10)\n"
                  "def f (_): SIMPLIFIED_CRACK (b, (0.5, 0, 0), (1, 0, 0), 7, 'TENSILE')\n"
                  "RUN (s, GAUSS_SEIDEL_SOLVER (), 0.02)\nb = BYLABEL (s, 'BODY', 'bar/1')\n"
                  "CALLBACK (s, 1e-3, 0, f)\nRUN (s, GAUSS_SEIDEL_SOLVER (), 0.02)\n" % BAR)
        done = self.run_program(script=script)
        self.assertRegex(done.stderr + done.stdout, r"body 'bar' \(created at input.py:4\) has cracked: the normal stress [0-9.]+ Pa "
                         r"at \(.*\) m is above ft, 10 Pa; its parts are 'bar/1', 'bar/2'")
        self.assertIn("'body' gets its cracks before RUN", done.stderr)


if __name__ == "__main__":
    main()
