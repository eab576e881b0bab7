"""EXPORT_CONTACT_PROBLEM and the option --solve."""

from support import *

ONE_CONTACT = "3 1 1 3 3 1 1 1 3 3 2 1 0 1 0 0 1 0 0 0 1 0 0 0 1 -1 0.1 0 0.5\n"


def words_of(line):
    return dict(word.split("=", 1) for word in line.split())


class StoredProblems(LanguageTest):
    def stack(self, kind="RIGID"):
        """Three cubes on a floor after one step."""
        solfec = self.new_solfec(step=1e-3 if kind == "RIGID" else 1e-5)
        GRAVITY(solfec, (0, 0, -10))
        SURFACE_MATERIAL(solfec, friction=0.4, restitution=0.2)
        bulk = BULK_MATERIAL(solfec)
        BODY(solfec, "OBSTACLE", cube((-2, -2, -4), 4), bulk)
        for k in range(3):
            BODY(solfec, kind, cube((0.1 * k, 0, k)), bulk)
        RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-10, 10000, 1e-16), solfec.step)
        return solfec

    def write(self, text, name="problem.dat"):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def test_an_exported_step_is_solved_from_both_formats(self):
        for kind in ("RIGID", "PSEUDO_RIGID"):
            solfec = self.stack(kind)
            for name in ("step.dat", "step.hdf5"):
                path = os.path.join(self.folder, name)
                EXPORT_CONTACT_PROBLEM(solfec, path)
                done = self.run_program("--solve", path, "--tolerance", "1e-9")
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                last = words_of(done.stdout.splitlines()[-1])
                self.assertEqual(last["status"], "OK")
                self.assertEqual(last["reached"], "1")
                self.assertEqual(int(last["contacts"]), solfec.ncon)
                self.assertLessEqual(float(last["residual"]), 1e-9)

    def test_joints_are_for_the_hdf5_format(self):
        solfec = self.new_solfec()
        FIX_POINT(self.new_ball(solfec), (0, 0, 1))
        path = os.path.join(self.folder, "joint")
        self.assert_refused(RuntimeError, "EXPORT_CONTACT_PROBLEM: there are no local dynamics",
                            lambda: EXPORT_CONTACT_PROBLEM(solfec, path))
        RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 100), 1e-3)
        self.assert_refused(ValueError, "EXPORT_CONTACT_PROBLEM: the text format holds contacts "
                            "only, got 1 ", lambda: EXPORT_CONTACT_PROBLEM(solfec, path))
        EXPORT_CONTACT_PROBLEM(solfec, path + ".h5")
        done = self.run_program("--solve", path + ".h5", "--tolerance", "1e-12")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(words_of(done.stdout.splitlines()[-1])["joints"], "1")
        with self.assertRaisesRegex(OSError, "EXPORT_CONTACT_PROBLEM: .*cannot be created"):
            EXPORT_CONTACT_PROBLEM(solfec, "/no/such/folder/a.h5")

    def test_springs_have_no_place_in_stored_problems(self):
        solfec = self.new_solfec()
        SURFACE_MATERIAL(solfec, model="SPRING_DASHPOT", spring=1e3, dashpot=1)
        self.new_ball(solfec, (0, 0, 0), kind="OBSTACLE")
        self.new_ball(solfec, (0, 0, 0.9999))
        RUN(solfec, PENALTY_SOLVER(), 1e-3)
        self.assert_refused(RuntimeError, "EXPORT_CONTACT_PROBLEM: row 0 is a SPRING_DASHPOT",
                            lambda: EXPORT_CONTACT_PROBLEM(solfec, self.folder + "/a"))

    def test_the_last_line_is_for_programs(self):
        done = self.run_program("--solve", self.write(ONE_CONTACT), "--solver", "gauss-seidel")
        self.assertEqual(done.returncode, 0, done.stderr)
        last = words_of(done.stdout.splitlines()[-1])
        self.assertEqual(list(last), ["solver", "status", "reached", "residual", "tolerance",
                                      "iterations", "newton_steps", "seconds", "contacts", "joints"])
        self.assertEqual(last["solver"], "gauss-seidel")
        self.assertIn("residual e", done.stdout)

    def test_a_tolerance_that_is_not_reached_gives_1(self):
        # W singular along the normal, which the free velocity enters: no solution
        path = self.write("3 1 1 3 3 1 1 1 3 3 2 1 0 1 0 0 0 0 0 0 1 0 0 0 1 -1 0 0 0.5\n")
        done = self.run_program("--solve", path)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertEqual(words_of(done.stdout.splitlines()[-1])["reached"], "0")

    def test_bad_files_and_words_have_their_codes(self):
        for text, message in (("3\n1\nx\n", "%s:3: expected storage, got 'x'"),
                              ("\x89HDF", "%s:1: expected dimension, got '.*'"),
                              (ONE_CONTACT + "7", "%s:2: expected the end of the file after mu, "
                               "got '7'")):
            path = self.write(text)
            done = self.run_program("--solve", path)
            self.assertEqual(done.returncode, 65, done.stderr)
            self.assertRegex(done.stderr, "^solfec: " + message % re.escape(path))
        done = self.run_program("--solve", os.path.join(self.folder, "missing"))
        self.assertEqual(done.returncode, 66)
        for words in (("--solve", "x", "--solver", "gaus-seidel"), ("--solver", "auto"),
                      ("--solve", "x", "--tolerance", "0"), ("--solve",)):
            self.assertEqual(self.run_program(*words).returncode, 64, words)


if __name__ == "__main__":
    main()
