"""EXPORT_CONTACT_PROBLEM and the option --solve."""

import ctypes.util

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

    def test_the_hdf5_library_is_opened_when_a_problem_asks_for_it(self):
        needed = subprocess.run(["ldd", PROGRAM], text=True, stdout=subprocess.PIPE, check=True).stdout
        self.assertIn("libc.so", needed)
        self.assertNotIn("hdf5", needed)
        path = os.path.join(self.folder, "step.hdf5")
        solfec = self.stack()
        EXPORT_CONTACT_PROBLEM(solfec, path)
        EXPORT_CONTACT_PROBLEM(solfec, path + ".dat")
        name = ctypes.util.find_library("hdf5_serial")
        self.assertIn(".so.", name)
        with open(os.path.join(self.folder, name), "w"):
            pass  # stands in the place of the library
        without = dict(os.environ, LD_LIBRARY_PATH=self.folder)
        self.assertEqual(self.run_program("--solve", path + ".dat", env=without).returncode, 0)
        done = self.run_program("--solve", path, env=without)
        self.assertEqual(done.returncode, 66)
        self.assertRegex(done.stderr, "^solfec: HDF5 files need the library " + re.escape(name)
                         + r" \(Debian: apt install libhdf5\S+\)")

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
                                      "iterations", "newton_steps", "seconds", "contacts", "joints",
                                      "merit", "cone_error"])
        self.assertLess(float(last["merit"]), 1e-14)
        self.assertEqual(last["solver"], "gauss-seidel")
        self.assertIn("residual e", done.stdout)

    def test_a_tolerance_that_is_not_reached_gives_1(self):
        # one body between two walls that close: u_1 = r_1 - r_2 - 1, u_2 = r_2 - r_1 - 1
        blocks = ["1 0 0 0 1 0 0 0 1", "-1 0 0 0 0 0 0 0 0"]
        path = self.write("3 2 1 6 6 4 2 2 3 6 3 6 3 4 0 2 4 0 1 0 1 "
                          + " ".join("%d %s" % (k, blocks[k in (1, 2)]) for k in range(4))
                          + " -1 0 0 -1 0 0 0.5 0.5\n")
        done = self.run_program("--solve", path)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertEqual(words_of(done.stdout.splitlines()[-1])["reached"], "0")

    def test_numbers_that_cannot_be_squared_in_any_unit_are_no_success(self):
        for sizes, success in (((1e-170, 1e-170), True), ((1e-100, 1e100), False)):
            rows = [[0.0] * 6 for _ in range(6)]
            for i in range(6):
                rows[i][i] = sizes[i // 3]
            free = [part * size for size in sizes for part in (-1.0, 0.5, -0.5)]
            text = "3 2 0 6 6 6 6 %s 0.5 0.5\n" % " ".join(map(repr, sum(rows, []) + free))
            done = self.run_program("--solve", self.write(text))
            self.assertEqual(done.returncode, 0 if success else 1, done.stdout + done.stderr)
            self.assertEqual("differ too much in size" in done.stdout, not success)
            self.assertEqual(words_of(done.stdout.splitlines()[-1])["reached"], "%d" % success)

    def test_a_problem_is_solved_alike_in_every_text_form(self):
        # a mass of 0.5 against a wall, W = 2: dense, by blocks and with its mass matrix
        eye = " 1 0 0 0 1 0 0 0 1 "
        half, twice = eye.replace("1", "0.5"), eye.replace("1", "2")
        dense, blocks = "0 3 3 3 3", "1 3 3 1 1 1 3 3 2 1 0 1 0 0"
        rest, f = "-1 0.1 0 0.5", "0 0 0 "
        texts = ["3 1 " + matrix + twice + rest for matrix in (dense, blocks)]
        texts += ["3 1 " + M + half + H + eye + f + rest for M in (dense, blocks)
                  for H in (dense, blocks)]
        texts += [text + flag for text in texts for flag in (" 0", " 1", " 1 0.5 0 0 0 0 0\n")]
        answers = set()
        for text in texts:
            done = self.run_program("--solve", self.write(text))
            self.assertEqual(done.returncode, 0, text + done.stdout + done.stderr)
            last = words_of(done.stdout.splitlines()[-1])
            answers.add(tuple(last[name] for name in ("residual", "iterations", "contacts")))
        self.assertEqual(len(answers), 1, answers)

    def test_what_is_no_contact_problem_is_refused(self):
        head = "3 1 0 3 3 3 3 "
        for text, message in (
                ("3 0 0 0 0 0 0", "the problem has no contacts"),
                (head + "0 0 0 0 0 0 0 0 0 -1 0 0 0.5", "W of 1 contacts is zero"),
                (head + "-1 0 0 0 1 0 0 0 1 -1 0 0 0.5",
                 "W_NN must be positive, contact 0 (from 0) has -1"),
                (head + "1 0 0 0 1 0 0 0 1 1e308 0 0 0.5",
                 "free velocities must be at most 1e+150 m/s, contact 0 (from 0) has 1e+308"),
                (head + "1 0 0 0 1 2 0 2 1 -1 0 0 0.5",
                 "W must be positive semidefinite, the diagonal block of contact 0 (from 0) has the "
                 "eigenvalue -1"),
                (head + "1 0 0 0.5 1 0 0.5 0.5 1 -1 0 0 0.5",
                 "W holds one triangle only, it must equal its transpose, "),
                (head + "1 1 0 1 1 0 0 0 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1 0 0 0 -1 0 0 0.5",
                 "M must be positive definite, row 1 (from 0) has the pivot 0 of its diagonal")):
            path = self.write(text)
            done = self.run_program("--solve", path)
            self.assertEqual(done.returncode, 65, text + done.stdout + done.stderr)
            self.assertRegex(done.stderr, "^solfec: " + re.escape(path + ": " + message))

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
