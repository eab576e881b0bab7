"""A run that is continued gives the bytes of one that was never stopped."""

import glob
import os

from support import SLOW, RestartTest, SOURCE, main, script


# Examples that take seconds even when short; meshes.py, implicit_meshes.py and callbacks.py have what
# they show.
LONG = {"ball-ploughs-block.py", "bending-strip.py", "column-collapse.py",
        "corotational-cubes.py",
        "dome-missing-block.py", "dominoes.py", "hopper.py", "keyed-brick-drop.py", "partitioned-beam.py",
        "rockfill.py", "self-contact.py", "taylor-bar.py", "shear-box.py", "silo.py",
        "twisting-bar.py"}
# Examples whose runs go into folders of their own, case by case.
STUDIES = {"arch-study.py", "coulomb-wedge.py", "drystone-walls.py", "retaining-wall.py", "rockfall.py",
           "tilt-table.py",
           "tilted-column.py", "tunnel.py"}


def words_for(example):
    """Words that make an example short, if it knows them."""
    with open(example, encoding="utf-8") as file:
        return ["short"] if "'short' in" in file.read() else []


class EveryFrame(RestartTest):
    """Results are cut after frames and continued."""

    def test_every_example(self):
        examples = sorted(glob.glob(os.path.join(SOURCE, "inp", "**", "*.py"), recursive=True))
        examples = [example for example in examples if os.path.basename(example) not in LONG | STUDIES]
        self.assertGreater(len(examples), 12)
        if "SOLFEC_ALL_EXAMPLES" not in os.environ:  # restart_examples_long takes them all
            examples = examples[::8]
        for example in examples:
            with self.subTest(example=os.path.basename(example)):
                self.assertGreater(self.continue_from_prefixes([example, *words_for(example)],
                                                                most=3 if SLOW else 4), 2)

    def test_bodies_constraints_and_loads_made_in_callbacks(self):
        self.continue_from_every_frame(script("callbacks.py"), 20)

    def test_finite_elements_of_both_forms(self):
        self.continue_from_every_frame(script("meshes.py"), 8)

    def test_finite_elements_of_implicit_schemes(self):
        self.continue_from_every_frame(script("implicit_meshes.py"), 8)

    def test_finite_elements_that_yield(self):
        self.continue_from_every_frame(script("yielding_meshes.py"), 8)

    def test_quasi_static_steps_that_are_repeated(self):
        self.continue_from_every_frame(script("repeated_steps.py"), 8)

    def test_impulses_of_impacts(self):
        self.continue_from_every_frame(script("impacts.py"), 15)

    def test_bodies_that_a_callback_splits(self):
        self.continue_from_every_frame(script("splits.py"), 15)

    def test_bodies_that_crack(self):
        self.continue_from_every_frame(script("cracks.py"), 15)

    def test_materials_schemes_motions_and_settings_changed_in_callbacks(self):
        self.continue_from_every_frame(script("settings.py"), 15)

    def test_bodies_whose_rotation_is_disabled(self):
        self.continue_from_every_frame(script("no_rotation.py"), 15)

    def test_hulls_that_fall_onto_each_other(self):
        self.continue_from_every_frame(script("moving_hulls.py"), 10)

    def test_springs_of_numbers_tables_and_functions(self):
        self.continue_from_every_frame(script("springs.py"), 15)

    def test_joints_with_springs_stops_friction_and_motors(self):
        self.continue_from_every_frame(script("joints.py"), 15)

    def test_overlaps_that_are_being_taken_away(self):
        self.continue_from_every_frame(script("overlaps.py"), 10)

    def test_convex_meshes_that_callbacks_break_up_and_join(self):
        self.continue_from_every_frame(script("convex_meshes.py"), 15)

    def test_the_script_may_give_contact_other_pieces(self):
        # frames speak of the pieces of the run that wrote them, whatever the script says now
        rules = ([], ["CENTROID"], ["EXCLUDE"])
        for before in rules:
            for after in rules:
                with self.subTest(before=before, after=after):
                    out = self.path("-".join(["pieces", *before, "then", *after]))
                    self.run_ok("-o", out, script("contact_rule.py"), "20", *before)
                    self.run_ok("-c", "-o", out, script("contact_rule.py"), "40", *after)

    def test_ellipsoids(self):
        self.assertGreater(self.continue_from_prefixes([script("ellipsoids.py")], most=4), 2)

    def test_rods_and_bores(self):
        self.assertGreater(self.continue_from_prefixes([script("rods.py")], most=4), 2)

    def test_bonds_that_soften(self):
        self.assertGreater(self.continue_from_prefixes([script("cohesive.py")], most=6), 4)

    def test_several_analyses_with_bonds_compression_and_quasi_statics(self):
        self.assertGreater(self.continue_from_prefixes([script("several.py")], most=6), 6 if SLOW else 12)


class AnyNumberOfThreads(RestartTest):
    """Threads change no bit of the results."""

    def test_finite_elements(self):
        for name, folders in (("meshes.py", [""]), ("implicit_meshes.py", ["dynamic", "static"]),
                              ("repeated_steps.py", [""]), ("overlaps.py", [""]), ("moving_hulls.py", [""])):
            for threads in (1, 3) if SLOW else (1, 2, 3):
                self.run_ok("-w", "-t", str(threads), "-o", self.path(f"{name}-{threads}"), script(name))
                for folder in folders:
                    self.assert_same_frames(os.path.join(self.path(f"{name}-{threads}"), folder),
                                            os.path.join(self.path(f"{name}-1"), folder),
                                            f"{name}, {threads} threads")


if __name__ == "__main__":
    main()
