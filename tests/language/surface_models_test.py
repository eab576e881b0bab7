"""What SURFACE_MATERIAL refuses of its models, and at RUN."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from support import *

ZONE = dict(model="COHESIVE_ZONE", friction=0.5, cohesion=2e5, tension=1e5, normal_energy=20, tangential_energy=60)


class SurfaceModelsTest(LanguageTest):

    def model(self, analysis="DYNAMIC", **law):
        solfec = SOLFEC(analysis, 1e-3, os.path.join(self.folder, analysis))
        solfec.verbose = "OFF"
        SURFACE_MATERIAL(solfec, **law)
        bulk = BULK_MATERIAL(solfec)
        BODY(solfec, "OBSTACLE", TRANSLATE(cube(), (0, 0, -1)), bulk)
        BODY(solfec, "RIGID", cube(), bulk)
        return solfec

    def test_a_zone_needs_strengths_and_energies(self):
        for name in ("cohesion", "tension", "normal_energy", "tangential_energy"):
            law = {key: value for key, value in ZONE.items() if key != name}
            with self.assertRaisesRegex(ValueError, f"needs a positive and finite {name}, got 0 "):
                self.model(**law)
        with self.assertRaisesRegex(ValueError, "tension must be at most cohesion / friction = 4e"):
            self.model(**{**ZONE, "tension": 5e5})

    def test_numbers_of_another_model_are_told(self):
        script = ("s = SOLFEC('DYNAMIC', 1e-3, 'out/ignored')\nSURFACE_MATERIAL(s, rolling=0.1, press_speed=0, tension=5)\n"
                  "SURFACE_MATERIAL(s, 1, 1, model='PRESS_FIT', press_speed=0.1)\n")
        done = self.run_program("-w", script=script)
        self.assertEqual(done.returncode, 0, done.stderr)
        told = [line for line in done.stderr.splitlines() if "has no effect on model" in line]
        self.assertEqual(len(told), 2, done.stderr)
        self.assertIn("SURFACE_MATERIAL: warning: tension has no effect on model 'SIGNORINI_COULOMB', it belongs to 'COHESIVE_ZONE'",
                      told[0])
        self.assertIn("rolling has no effect", told[1])

    def test_a_press_fit_needs_its_speed(self):
        with self.assertRaisesRegex(ValueError, "'PRESS_FIT' needs a positive press_speed, got 0 m/s"):
            self.model(model="PRESS_FIT")
        with self.assertRaisesRegex(ValueError, "press_speed"):
            self.model(model="PRESS_FIT", press_speed=-1)
        solfec = self.model(model="PRESS_FIT", press_speed=0.1)
        material = BYLABEL(solfec, "SURFACE_MATERIAL", "SURFACE_MATERIAL_0")
        with self.assertRaisesRegex(ValueError, "needs a positive press_speed"):
            material.press_speed = 0

    def test_members_keep_the_rules(self):
        solfec = self.model(**ZONE)
        material = BYLABEL(solfec, "SURFACE_MATERIAL", "SURFACE_MATERIAL_0")
        with self.assertRaisesRegex(ValueError, "tension must be at most"):
            material.tension = 5e5
        self.assertEqual(material.tension, 1e5)
        material.model = "SIGNORINI_COULOMB"
        material.tension = 0
        with self.assertRaisesRegex(ValueError, "needs a positive and finite tension"):
            material.model = "COHESIVE_ZONE"
        self.assertEqual(material.model, "SIGNORINI_COULOMB")

    def test_penalty_solver_does_not_solve_zones(self):
        with self.assertRaisesRegex(ValueError, "is COHESIVE_ZONE, whose bonds it does not solve"):
            RUN(self.model(**ZONE, spring=1e6), PENALTY_SOLVER(), 0.01)

    def test_friction_that_slides_is_for_dynamic_analyses(self):
        law = dict(model="STATIC_DYNAMIC", friction=0.4, dynamic_friction=0.3)
        RUN(self.model(**law), GAUSS_SEIDEL_SOLVER(), 0.001)
        with self.assertRaisesRegex(ValueError, "is STATIC_DYNAMIC, which is for DYNAMIC analyses, and this one is QUASI_STATIC"):
            RUN(self.model("QUASI_STATIC", **law), GAUSS_SEIDEL_SOLVER(), 0.001)

    ROLLING = dict(model="ROLLING_RESISTANCE", friction=0.5, rolling=0.01)

    def test_rolling_needs_an_arm_that_is_a_length(self):
        with self.assertRaisesRegex(ValueError, "rolling"):
            self.model(**{**self.ROLLING, "rolling": -0.01})
        material = BYLABEL(self.model(**self.ROLLING), "SURFACE_MATERIAL", "SURFACE_MATERIAL_0")
        self.assertEqual(material.rolling, 0.01)
        with self.assertRaises(ValueError):
            material.rolling = -1
        material.rolling = 0.02
        self.assertEqual(material.rolling, 0.02)

    def test_rolling_is_for_dynamic_analyses(self):
        with self.assertRaisesRegex(ValueError, "is ROLLING_RESISTANCE, which is for DYNAMIC analyses, and this one is QUASI_STATIC"):
            RUN(self.model("QUASI_STATIC", **self.ROLLING), GAUSS_SEIDEL_SOLVER(), 0.001)

    def test_solvers_without_couples_refuse_rolling(self):
        with self.assertRaisesRegex(ValueError, "is ROLLING_RESISTANCE, which this solver does not solve; GAUSS_SEIDEL_SOLVER does"):
            RUN(self.model(**self.ROLLING, spring=1e6), PENALTY_SOLVER(), 0.001)
        with self.assertRaisesRegex(ValueError, "is ROLLING_RESISTANCE, which this solver does not solve"):
            RUN(self.model(**self.ROLLING), INTERIOR_POINT_SOLVER(friction="CONVEX"), 0.001)

    def test_rolling_has_no_impulses_of_impacts(self):
        solfec = self.model(**self.ROLLING)
        solfec.impacts = "RATTLE"
        with self.assertRaisesRegex(ValueError, "is ROLLING_RESISTANCE, which the impulses of SOLFEC.impacts"):
            RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.001)

    def test_rolling_is_for_bodies_that_turn(self):
        solfec = SOLFEC("DYNAMIC", 1e-3, os.path.join(self.folder, "soft"))
        solfec.verbose = "OFF"
        SURFACE_MATERIAL(solfec, **self.ROLLING)
        bulk = BULK_MATERIAL(solfec)
        BODY(solfec, "OBSTACLE", TRANSLATE(cube(), (0, 0, -1)), bulk)
        BODY(solfec, "PSEUDO_RIGID", cube(), bulk)
        with self.assertRaisesRegex(ValueError, "is for contacts between rigid bodies and obstacles, and body 2"):
            RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.001)

    def slope(self, name, solver, steps=100):
        """A ball that rolls down a slope; its speed at the end."""
        solfec = SOLFEC("DYNAMIC", 1e-3, os.path.join(self.folder, name))
        solfec.verbose = "OFF"
        SURFACE_MATERIAL(solfec, **self.ROLLING)
        bulk = BULK_MATERIAL(solfec, density=1e3)
        BODY(solfec, "OBSTACLE", TRANSLATE(cube(), (-0.5, -0.5, -1)), bulk)
        ball = BODY(solfec, "RIGID", SPHERE((0, 0, 0.1), 0.1, 1, 1), bulk)
        GRAVITY(solfec, (3, 0, -10))
        for _ in range(2):
            RUN(solfec, solver, steps / 2 * 1e-3)
        return ball.velo[3]

    def test_methods_of_newton_leave_rolling_to_sweeps(self):
        exact = 0.1 * (3 - 0.1 * 10) / 1.4
        for name, solver in (("sweeps", GAUSS_SEIDEL_SOLVER()), ("newton", NEWTON_SOLVER()),
                             ("space", BODY_SPACE_SOLVER()), ("interior", INTERIOR_POINT_SOLVER())):
            self.assertAlmostEqual(self.slope(name, solver), exact, delta=1e-9)


if __name__ == "__main__":
    main()
