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


if __name__ == "__main__":
    main()
