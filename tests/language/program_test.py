"""The program solfec: options, exit codes, what it prints, signals, start-up time."""

import signal
import time

from support import *

MODEL = """
solfec = SOLFEC('DYNAMIC', 1e-3, 'out')
bulk = BULK_MATERIAL(solfec)
ball = BODY(solfec, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), bulk, 'ball')
GRAVITY(solfec, (0, 0, -10))
solver = GAUSS_SEIDEL_SOLVER(1e-3, 10)
"""

# How a message about the type of an argument of SPHERE ends.
SPHERE_ORDER = "; the arguments are (center, radius, volid, surfid, sphere=None)"

# Enough contacts to share among threads.
RUN_WITH_MANY = """
def run_many(folder):
  solfec = SOLFEC('DYNAMIC', 1e-3, folder)
  bulk = BULK_MATERIAL(solfec)
  SURFACE_MATERIAL(solfec, friction=0.3)
  floor = HULL([c for x in (-2, 44) for y in (-2, 44) for z in (-1, 0) for c in (x, y, z)], 1, 1)
  BODY(solfec, 'OBSTACLE', floor, bulk)
  for i in range(22):
    for j in range(22):
      BODY(solfec, 'RIGID', SPHERE((2 * i, 2 * j, 1), 1, 1, 1), bulk)
  GRAVITY(solfec, (0, 0, -10))
  RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-3, 10), 0.01)
"""


class ExitCodes(LanguageTest):
    def check(self, script, code, last=None, words=()):
        done = self.run_program(*words, script=script)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        if last is not None:
            self.assertRegex(done.stderr.splitlines()[-1], "^%s$" % last)
        return done

    def test_a_good_script_gives_0_and_sees_its_file_and_arguments(self):
        done = self.check("import sys\nprint(__name__, __file__, sys.argv, NON_SOLFEC_ARGV())\n", 0)
        self.assertEqual(done.stdout, "__main__ input.py ['input.py'] None\n")
        with open(os.path.join(self.folder, "input.py"), "a") as file:
            file.write("import helper\n")
        with open(os.path.join(self.folder, "helper.py"), "w") as file:
            file.write("from solfec import *\nprint(SPHERE((1, 2, 3), 1, 1, 1).center)\n")
        done = self.run_program("-q", self.folder + "/input.py", "--", "-w", "x", cwd="/")
        self.assertEqual(done.stdout, "__main__ %s/input.py ['%s/input.py', '-w', 'x'] ['-w', 'x']\n"
                         "(1.0, 2.0, 3.0)\n" % (self.folder, self.folder))

    def test_a_script_that_changes_its_folder_is_copied(self):
        script = "import os\nos.mkdir('away')\nos.chdir('away')\n" + MODEL + \
            "RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-3, 10), 0.01)\nprint(__file__)\n"
        self.assertEqual(self.check(script, 0).stdout.splitlines()[-1], "input.py")  # as the user has named it
        with open(os.path.join(self.folder, "away/out/out.py")) as file:
            self.assertEqual(file.read(), script)

    def test_a_run_says_what_to_do_next(self):
        script = MODEL + "RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-3, 10), 0.01)\n"
        for words, text in (((), "the same command again reads them"),
                            (("-w",), "the same command without -w reads them"),
                            (("-c",), "the same command without -c reads them")):
            done = self.check(script, 0, words=words)
            self.assertRegex(done.stderr.splitlines()[-1], r"^solfec: results in \S+; " + text)
        self.assertNotIn("results in", self.check(script, 0).stderr)  # it reads
        gone = script + "import shutil; shutil.rmtree(solfec.outpath)\n"
        self.assertNotIn("results in", self.check(gone, 0, words=("-w",)).stderr)
        self.assertNotIn("results in", self.check(script, 0, words=("-q", "-w")).stderr)

    def test_a_wrong_call_gives_2_and_one_last_line(self):
        done = self.check("\nSPHERE((0, 0, 0), raduis=1)\n", 2, r"input\.py:2: SPHERE: unknown "
                          r"keyword 'raduis' \(did you mean 'radius'\?\); the arguments are "
                          r"\(center, radius, volid, surfid, sphere=None\)")
        self.assertIn("Traceback", done.stderr)
        self.check("def make():\n  return SPHERE(1, 2, 3, 4)\n\nmake()\n", 2,
                   r"input\.py:2: SPHERE: 'center' must be three numbers .*")
        self.check(MODEL + "ball.scheme = 'RIG_PSO'\n", 2, r"input\.py:7: BODY\.scheme: .*did you "
                   r"mean 'RIG_POS'.*")

    def test_any_uncaught_exception_gives_2_with_its_line(self):
        self.check("x = 1\nprint(y)\n", 2, r"input\.py:2: NameError: name 'y' is not defined")
        self.check("import json\njson.loads('{')\n", 2, r"input\.py:2: JSONDecodeError: .*")
        self.check("raise ValueError\n", 2, r"input\.py:1: ValueError")
        self.check("def f():\n  f()\nf()\n", 2, r"input\.py:2: RecursionError: .*")
        self.check("x = (\n", 2, r"input\.py:1: SyntaxError: '\(' was never closed")
        self.check("x = 1\x00\n", 2, r".*null bytes.*")
        self.check(MODEL + "ball.mas\n", 2, r"input\.py:7: AttributeError: .*'mas'.*")

    def test_sys_exit_gives_its_code(self):
        self.check("import sys; sys.exit(7)\n", 7)
        self.check("import sys; sys.exit()\n", 0)
        done = self.check("import sys; sys.exit('good bye')\n", 1)
        self.assertEqual(done.stderr, "good bye\n")
        self.check("raise SystemExit(False)\n", 0)
        self.check(MODEL + "def stop(data):\n  import sys; sys.exit(9)\n"
                   "CALLBACK(solfec, 0.1, 0, stop)\nRUN(solfec, solver, 1)\n", 9)

    def test_a_solver_stop_gives_1(self):
        script = MODEL + """
floor = HULL([x * 9 - 4.5 for x in %s], 1, 1)
BODY(solfec, 'OBSTACLE', TRANSLATE(floor, (0.3, 0.2, -5.5)), bulk)
SURFACE_MATERIAL(solfec, friction=0.5)
RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-300, 1, 1e-300, 'EXIT'), 1)
""" % CUBE
        self.check(script, 1, r"input\.py:11: RUN: t=.*the solver failed.*")
        self.assertTrue(os.path.exists(os.path.join(self.folder, "out")))

    def test_a_number_that_is_not_finite_gives_3_and_names_the_body(self):
        script = MODEL + "FORCE(ball, 'SPATIAL', (0, 0, 0), (1, 0, 0), 1e300)\n" \
                         "INITIAL_VELOCITY(ball, (1e308, 0, 0), (0, 0, 0))\n" \
                         "FORCE(ball, 'SPATIAL', (0, 0, 0), (1, 0, 0), 1.7e308)\n" \
                         "solfec.step = 1e300\nRUN(solfec, solver, 1e301)\n"
        self.check(script, 3, r"input\.py:11: RUN: t=.*body 'ball' \(created at input\.py:4\).*not "
                   r"finite.*")

    def test_usage_errors_give_64(self):
        cases = {("--chekc", "x.py"): "unknown option '--chekc' (did you mean '--check'?)",
                 ("-z", "x.py"): "unknown option '-z'",
                 ("-t", "0", "x.py"): "option -t needs a number from 1",
                 ("-t",): "option -t needs N",
                 ("-i", "soon", "x.py"): "option -i needs a number",
                 ("-g", "9x9", "x.py"): "options -g and -f belong to -v or --watch DIR",
                 ("-q",): "no script given",
                 ("--doc", "NOTHING"): "there is no command or function 'NOTHING'"}
        for words, text in cases.items():
            done = self.run_program(*words)
            self.assertEqual((done.returncode, done.stdout), (64, ""), words)
            self.assertIn(text, done.stderr)

    def test_a_named_pipe_is_no_script_but_standard_input_is(self):
        pipe = os.path.join(self.folder, "pipe")
        os.mkfifo(pipe)
        os.symlink(pipe, os.path.join(self.folder, "link"))
        for words in ((pipe,), ("link",), ("--check", "pipe"), ("--render", pipe, "-o", "a.png")):
            done = self.run_program(*words)
            self.assertEqual((done.returncode, done.stdout), (66, ""), words)
            self.assertEqual(done.stderr, "solfec: cannot read '%s': it is no regular file\n" % (
                words[1] if words[0].startswith("--") else words[0]))
        for words in ('echo "print (1 + 1)" | "$0" -q /dev/stdin', '"$0" -q <(echo "print (1 + 1)")'):
            shell = subprocess.run(["bash", "-c", words, PROGRAM], cwd=self.folder, timeout=60, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self.assertEqual((shell.returncode, shell.stdout), (0, "2\n"), words)

    def test_a_missing_script_gives_66_and_bad_output_73(self):
        done = self.run_program("nowhere.py")
        self.assertEqual((done.returncode, done.stderr),
                         (66, "solfec: cannot read 'nowhere.py': No such file or directory\n"))
        open(os.path.join(self.folder, "out"), "w").close()
        self.check(MODEL + "RUN(solfec, solver, 0.01)\n", 73, r"input\.py:7: RUN: .*out.*")

    def test_running_out_of_memory_gives_71(self):
        self.check("raise MemoryError('too much')\n", 71)

    def test_a_script_that_fails_before_run_leaves_no_folder(self):
        self.check(MODEL + "BODY(solfec)\n", 2)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "out")))

    def test_ctrl_c_in_a_run_gives_130_and_a_readable_result(self):
        script = MODEL + """OUTPUT(solfec, 1)
told = []
def tell(data):
    if not told: print('go', flush=True)
    told.append(True)
CALLBACK(solfec, 0.01, None, tell)
RUN(solfec, solver, 1e6)
"""
        with open(os.path.join(self.folder, "input.py"), "w") as file:
            file.write(script)
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with subprocess.Popen([PROGRAM, "-q", "-w", "input.py"], cwd=self.folder, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                self.assertEqual(process.stdout.readline(), "go\n")
                process.send_signal(number)
                process.communicate(timeout=60)
                self.assertEqual(process.returncode, code)
            self.assertEqual(self.run_program("out").returncode, 0)

    @unittest.skipIf("TSAN_OPTIONS" in os.environ, "its sanitizer keeps signals until a library is called")
    def test_ctrl_c_in_python_code_gives_130(self):
        with open(os.path.join(self.folder, "input.py"), "w") as file:
            file.write("print('go', flush=True)\nwhile True: pass\n")
        with subprocess.Popen([PROGRAM, "input.py"], cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            self.assertEqual(process.stdout.readline(), "go\n")
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
            self.assertEqual(process.returncode, 130)


class Printing(LanguageTest):
    def test_without_arguments_a_few_lines_name_the_next_commands(self):
        done = self.run_program()
        self.assertEqual((done.returncode, len(done.stdout.splitlines())), (0, 9))
        for word in ("script.py", "--doc BODY", "--help"):
            self.assertIn("solfec " + word, done.stdout)

    def test_help_names_every_option_and_version_the_python_inside(self):
        text = self.run_program("--help").stdout
        for option in "-w -s -o -i -t -q --check --doc --stubs --version --help".split():
            self.assertIn("  %s " % option, text)
        self.assertIn("Python 3.", self.run_program("--version").stdout)
        for words in (("-h",), ("input.py", "-h"), ("input.py", "--help")):
            self.assertEqual((self.run_program(*words).stdout, self.run_program(*words).returncode), (text, 0))
        self.assertEqual(self.run_program("-V").stdout, self.run_program("--version").stdout)
        listed = self.run_program("--doc").stdout
        for command in ("BODY", "RUN", "HISTORY", "PUT_RIGID_LINK"):
            self.assertRegex(listed, r"(?m)^%s  +\S" % command)

    def test_quiet_runs_tell_of_steps_that_did_not_converge(self):
        script = MODEL + """
def box(z, half, height):
  corners = [(x, y, h) for x in (-half, half) for y in (-half, half) for h in (z, z + height)]
  return HULL([c for corner in corners for c in corner], 1, 1)
BODY(solfec, 'OBSTACLE', box(9, 9, 1), bulk)
for k in range(9): BODY(solfec, 'RIGID', box(10 + k, 1, 1), bulk)
RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-12, 2), 0.01)
"""
        done = self.run_program("-q", "-w", script=script)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertRegex(done.stderr, r"warning: solver: .*10 of 10 steps did not reach the criteria \(\S.* 10: "
                         r"\S+ times the bound in the median, \S+ times at most at t=\S+ s")

    def test_words_behind_two_dashes_are_those_of_the_script(self):
        script = "import sys\nprint(sys.argv[1:], NON_SOLFEC_ARGV())\n"
        done = self.run_program("-q", script=script)
        self.assertEqual(done.stdout, "[] None\n")
        for behind in (("--", "a", "-w"), ("-q", "--", "a", "-w")):
            done = subprocess.run([PROGRAM, "input.py", *behind], cwd=self.folder, text=True, capture_output=True)
            self.assertEqual(done.stdout, "['a', '-w'] ['a', '-w']\n", done.stderr)

    def test_version_and_provenance_say_how_the_program_was_built(self):
        version = self.run_program("--version").stdout
        root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        git = shutil.which("git") and subprocess.run(
            ["git", "-C", root, "rev-parse", "HEAD"], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.strip()
        said = re.search(r"(?m)^git: ([0-9a-f]{12}|unknown)(-dirty)?$", version)
        self.assertTrue(said, version)
        if git and said[1] != "unknown":
            known = subprocess.run(["git", "-C", root, "cat-file", "-t", said[1]], text=True,
                                   stdout=subprocess.PIPE).stdout.strip()
            self.assertEqual(known, "commit")  # HEAD when it was built
        for line in (r"compiler: (GNU|Clang) \d+\.\d+", r"flags: .*-O\d", r"BLAS: \S+", r"MPI: \S+"):
            self.assertRegex(version, "(?m)^" + line)
        self.run_program("-q", script=MODEL + "RUN(solfec, solver, 0.001)\n")
        with open(os.path.join(self.folder, "out", "provenance.txt")) as file:
            provenance = file.read()
        for name in ("git", "compiler", "flags", "BLAS", "MPI"):
            line = re.search(r"(?m)^%s: .*$" % name, version)[0]
            self.assertIn(line + "\n", provenance)

    def test_commands_are_explained_in_small_letters_too(self):
        self.assertEqual(self.run_program("--doc", "gravity").stdout,
                         self.run_program("--doc", "GRAVITY").stdout)
        self.assertTrue(self.run_program("--doc", "Gravity").stdout.startswith("GRAVITY("))
        done = self.run_program("--doc", "grvity")
        self.assertEqual((done.returncode, done.stdout), (64, ""))
        self.assertIn("no command or function 'grvity' (did you mean 'GRAVITY'?)", done.stderr)

    def test_stubs_make_their_folder(self):
        done = self.run_program("--stubs", "a/b")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(os.path.exists(os.path.join(self.folder, "a", "b", "__init__.pyi")))
        open(os.path.join(self.folder, "file"), "w").close()
        done = self.run_program("--stubs", "file/b")
        self.assertEqual(done.returncode, 73)
        self.assertIn("cannot create 'file/b'", done.stderr)

    @unittest.skipIf("SOLFEC_UNTIMED" in os.environ, "ordinary Python cannot load the module")
    def test_one_folder_of_the_build_holds_both_packages(self):
        import solfec
        folder = os.environ.get("PYTHONPATH") or os.path.dirname(os.path.dirname(solfec.__file__))
        done = subprocess.run([sys.executable, "-c", "import solfec, solfec_results as r; "
                               "print(solfec.BODY.__name__, r.open.__name__, r.checksum.MODULE)"],
                              env=dict(os.environ, PYTHONPATH=folder), text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual((done.stdout, done.stderr), ("BODY open solfec\n", ""))

    def test_output_of_script_and_program_keeps_its_order(self):
        done = self.run_program(script=MODEL + "print('one')\nRUN(solfec, solver, 0.01)\n"
                                               "print('three')\n")
        lines = done.stdout.splitlines()
        self.assertEqual((lines[0], lines[-1]), ("one", "three"))
        self.assertTrue(any("steps/s" in line for line in lines[1:-1]), done.stdout)

    def test_quiet_runs_print_nothing(self):
        done = self.run_program("-q", script=MODEL + "RUN(solfec, solver, 0.01)\n")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_a_run_ends_with_a_summary_of_the_solver(self):
        floor = "BODY(solfec, 'OBSTACLE', SPHERE((0, 0, -2), 1, 1, 1), bulk, 'floor')\n"
        done = self.run_program(script=MODEL + floor + "RUN(solfec, solver, 0.01)\n")
        self.assertRegex(done.stdout, r"(?m)^solver: \S+ iterations per step; largest "
                         r"residual \S+ at t=\S+ s(, body .*floor.* at \(.*\) m)?$")
        self.assertRegex(done.stdout, r"(?m)^errors of velocity: ")
        with open(os.path.join(self.folder, "out", "STATE")) as state:
            text = state.read()
        self.assertRegex(text, r"(?m)^RESIDUAL: \S+$")
        self.assertRegex(text, r"(?m)^MERIT: \S+$")

    def test_a_run_tells_the_limit_of_sweeps_that_missed_steps_would_have_needed(self):
        script = MODEL + """
SURFACE_MATERIAL(solfec, model='SIGNORINI_COULOMB', friction=0.3)
GRAVITY(solfec, (0, 0, -10))
BODY(solfec, 'OBSTACLE', SPHERE((0, 0, 8), 1, 1, 1), bulk)
for k in range(9): BODY(solfec, 'RIGID', SPHERE((0, 0, 10 + 1.999 * k), 1, 1, 1), bulk)
RUN(solfec, GAUSS_SEIDEL_SOLVER(maxiter=MAXITER), 0.01)
"""
        done = self.run_program("-w", script=script.replace("MAXITER", "3"))
        told = re.search(r"(?m)^\d+ missed steps? w\S+ solved again: maxiter (\d+) would have sufficed", done.stdout)
        self.assertTrue(told, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"(?m)^errors of velocity: \S+ m/s in the median of the steps, \S+ m/s at most "
                         r"at t=\S+ s; the criteria allow 1e-05 m/s; largest of a single row \S+ m/s at t=\S+ s, body ")
        self.assertRegex(done.stdout, r"(?m)^against a sample of \d+ steps? solved 100 times tighter bodies were "
                         r"off by at most \S+ m in a step")
        done = self.run_program("-w", script=script.replace("MAXITER", told[1]))
        self.assertNotIn("did not reach the criteria", done.stdout)
        self.assertNotIn("solved again", done.stdout)

    def test_the_stages_of_the_solver_are_told_when_asked_for(self):
        floor = "BODY(solfec, 'OBSTACLE', SPHERE((0, 0, -2), 1, 1, 1), bulk, 'floor')\n"
        script = MODEL + floor + "RUN(solfec, solver, 0.01)\n"
        done = self.run_program("-q", "-w", "--why-solver", script=script)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        steps = [line for line in lines if line.startswith("t=")]
        self.assertEqual(len(steps), 10, done.stdout)  # each has the contact
        self.assertRegex(steps[-1], r"^t=0\.01 s  1 row  asked: change 0\.001, .*merit 0\.001  errors: row \S+, "
                         r"mean \S+ m/s  OK$")
        self.assertRegex(lines[1], r"^  plain sweeps +\d+ sweeps +0 steps +0 factorisations  work +\S+  "
                         r"excess +\S+ -> +\S+  the criteria are met$")
        self.assertEqual(lines[-2], "stages of the solver in 10 steps with rows:")
        self.assertRegex(lines[-1], r"^  plain sweeps +ran +10 times, ended +10 steps, 100\.0 % of the work$")
        read = self.run_program("-q", "--why-solver", script=script)
        self.assertEqual((read.returncode, read.stdout), (0, ""))
        self.assertIn("warning: --why-solver tells of steps that are computed", read.stderr)
        refused = self.run_program("--solve", "x", "--why-solver")
        self.assertEqual((refused.returncode, refused.stderr),
                         (64, "solfec: option --why-solver has no meaning for --solve\n"))

    def test_walls_that_squeeze_a_body_are_told_once_each(self):
        walls = """
for z, speed in ((-2, 1), (2, -1)):
  wall = BODY(solfec, 'OBSTACLE', SPHERE((0, 0, z), 1, 1, 1), bulk, 'wall')
  INITIAL_VELOCITY(wall, (0, 0, speed), (0, 0, 0))
solver = GAUSS_SEIDEL_SOLVER(1e-6, 400, 1e-9, acceleration='OFF')
RUN(solfec, solver, 0.005)
"""
        done = self.run_program(script=MODEL + walls)
        self.assertEqual(done.returncode, 0, done.stderr)
        told = [line for line in done.stderr.splitlines() if "no solution" in line]
        self.assertLessEqual(1, len(told), done.stderr)
        self.assertLessEqual(len(told), 2, done.stderr)  # once for each wall
        self.assertIn("body 'ball'", told[0])
        self.assertIn("body 'wall'", told[0])
        self.assertIn("of 5 steps did not reach the criteria", done.stdout)

    def test_check_reports_the_model_and_steps_not(self):
        done = self.run_program("--check", script=MODEL + "RUN(solfec, solver, 1)\n"
                                                          "assert solfec.time == 0\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("bodies", done.stdout)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "out")))

    def test_a_results_folder_is_summarised(self):
        self.run_program("-q", script=MODEL + "OUTPUT(solfec, 0.1)\nRUN(solfec, solver, 1)\n")
        done = self.run_program("out")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("11 frames, t = 0 to 1 s, DYNAMIC", done.stdout)
        self.assertIn("1 RIGID", done.stdout)
        os.mkdir(os.path.join(self.folder, "empty"))
        self.assertEqual(self.run_program("empty").returncode, 66)

    def test_a_replaced_material_is_a_warning(self):
        done = self.run_program(script=MODEL + "BULK_MATERIAL(solfec, label='BULK_MATERIAL_0')\n")
        self.assertEqual(done.returncode, 0)
        self.assertIn("input.py:7: BULK_MATERIAL: warning: replaces", done.stderr)


class Environment(LanguageTest):
    def test_idle_threads_take_no_time(self):
        script = (RUN_WITH_MANY + "run_many('out')\nimport resource, time\n"
                  "time.sleep(0.2)\nused = resource.getrusage(resource.RUSAGE_SELF)\n"
                  "before = used.ru_utime + used.ru_stime\ntime.sleep(0.5)\n"
                  "used = resource.getrusage(resource.RUSAGE_SELF)\n"
                  "print(used.ru_utime + used.ru_stime - before)\n")
        done = self.run_program("-t", "3", "-q", script=script)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLess(float(done.stdout), 0.1)

    @unittest.skipIf("TSAN_OPTIONS" in os.environ, "its sanitizer wants no threads after a fork")
    def test_a_forked_child_may_run_a_model(self):
        script = (RUN_WITH_MANY + "run_many('out')\nimport os\nchild = os.fork()\n"
                  "if child == 0:\n  run_many('child')\n  os._exit(7)\n"
                  "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n")
        done = self.run_program("-t", "2", "-q", script=script)
        self.assertEqual((done.returncode, done.stdout), (0, "7\n"), done.stderr)

    def test_it_starts_through_the_loader_too(self):
        loader = "/lib64/ld-linux-x86-64.so.2"
        if not os.path.exists(loader):
            self.skipTest("no such loader")
        self.assertEqual(self.run_program(script="print('here')\n").stdout, "here\n")
        done = subprocess.run([loader, PROGRAM, "input.py"], cwd=self.folder, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.stdout, "here\n")

    def test_the_python_of_the_environment_is_not_used(self):
        script = "import sys\nprint(sys.executable, hash('solfec'), sys.path[0])\n"
        first = self.run_program(script=script).stdout
        environment = dict(os.environ, PYTHONHOME="/nowhere", PYTHONPATH="/nowhere",
                           PYTHONHASHSEED="7", PYTHONSTARTUP="/nowhere")
        second = subprocess.run([PROGRAM, "input.py"], cwd=self.folder, text=True, env=environment,
                                stdout=subprocess.PIPE, check=True).stdout
        self.assertEqual(first, second)
        self.assertTrue(first.rstrip().endswith(self.folder))

    def test_text_is_utf_8_in_every_locale(self):
        name = os.path.join(self.folder, "\u00e4\u6d4b.py")
        with open(name, "w", encoding="utf-8") as file:
            file.write("print('\u00b5 \u00b2')\nSPHERE('\u00e4')\n")
        for locale in ("C", "POSIX", "en_US.UTF-8", "nonsense"):
            done = subprocess.run([PROGRAM, name], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  env=dict(os.environ, LC_ALL=locale, LANG=locale))
            self.assertEqual(done.stdout.decode("utf-8"), "\u00b5 \u00b2\n")
            self.assertEqual(done.stderr.decode("utf-8").splitlines()[-1],
                             name + ":2: SPHERE: 'center' must be three numbers (x, y, z), got '\u00e4'" +
                             SPHERE_ORDER)

    def test_names_that_are_no_text_are_kept(self):
        name = os.path.join(self.folder.encode(), b"a\xff.py")
        with open(name, "w") as file:
            file.write("import sys\nprint(ascii(NON_SOLFEC_ARGV()))\nSPHERE(1)\n")
        done = subprocess.run([PROGRAM, name, b"\xfe"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
        self.assertEqual((done.returncode, done.stdout), (2, b"['\\udcfe']\n"))
        self.assertEqual(done.stderr.splitlines()[-1],
                         name + b":3: SPHERE: 'center' must be three numbers (x, y, z), got 1" +
                         SPHERE_ORDER.encode())

    def test_numpy_and_matplotlib_can_be_imported(self):
        done = self.run_program(script="import numpy, matplotlib\nprint(numpy.arange(3).sum())\n")
        self.assertEqual(done.stdout, "3\n", done.stderr)

    @unittest.skipIf("SOLFEC_UNTIMED" in os.environ, "instrumented program")
    def test_start_and_end_take_less_than_a_quarter_of_a_second(self):
        script = MODEL + "RUN(solfec, solver, 1e-3)\n"
        times = []
        for repeat in range(5):
            start = time.time()
            self.assertEqual(self.run_program("-q", "-w", script=script).returncode, 0)
            times.append(time.time() - start)
        self.assertLess(min(times), 0.25)


class EndOfTheProgram(LanguageTest):
    """Objects that hold each other when the interpreter ends."""

    def test_callbacks_that_hold_their_analysis_do_no_harm(self):
        script = MODEL + """
class Model:
    def __init__(self): self.solfec, self.ball = solfec, ball
    def force(self, q, u, time, step): return (0,) * 9
    def look(self, data): return self.ball.id
model = Model()
FORCE(ball, 'SPATIAL', (0, 0, 0), (0, 0, 1), model.force)
CALLBACK(solfec, 0.001, 0, model.look)
asked = GAUSS_SEIDEL_SOLVER(1e-3, 10, failure='CALLBACK', data=(model, solfec), callback=model.look)
RUN(solfec, asked, 0.005)
del solfec
"""
        done = self.run_program("-q", script=script)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_objects_used_by_destructors_at_the_end_do_no_harm(self):
        script = MODEL + """
class Late:
    def __init__(self, thing): self.thing = thing
    def __del__(self): self.thing.mass
late = Late(ball)
late.self = late
import atexit
atexit.register(lambda: ball.conf)
"""
        self.assertEqual(self.run_program("-q", script=script).returncode, 0)


class Functions(LanguageTest):
    def test_functions_that_hold_their_analysis_are_freed_at_the_end(self):
        done = self.run_program(script="""
import gc
gc.disable()

def model():
    solfec = SOLFEC("DYNAMIC", 1e-3, "out")
    bulk = BULK_MATERIAL(solfec)
    for i in range(5):
        ball = BODY(solfec, "RIGID", SPHERE((3 * i, 0, 0), 1, 1, 1), bulk)
        FORCE(ball, "SPATIAL", (0, 0, 0), (0, 0, 1), lambda *a: (solfec, (0,) * 9)[1])
    CALLBACK(solfec, 1, None, lambda data: solfec and 1)

model()
model()
""")
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    main()
