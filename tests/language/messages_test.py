"""What the program says about the commonest mistakes."""

import os

from support import *

MODEL = """
s = SOLFEC('DYNAMIC', 0.01, 'out')
s.verbose = 'OFF'
m = BULK_MATERIAL(s)
SURFACE_MATERIAL(s)
def cube(x, y, z): return HULL([(x + i, y + j, z + k) for i in (0, 1) for j in (0, 1) for k in (0, 1)], 1, 1)
b = BODY(s, 'RIGID', cube(0, 0, 0), m, 'cube')
c = BODY(s, 'RIGID', cube(3, 0, 0), m, 'other')
g = GAUSS_SEIDEL_SOLVER(1e-6, 100)
"""


class Messages(LanguageTest):
    def last_line(self, more, code=2):
        done = self.run_program("-q", "-w", script=MODEL + more)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stderr.splitlines()[-1].split(": ", 1)[1] if code else done.stderr

    def test_unknown_keywords_show_all_arguments(self):
        for call, name, arguments in (
                ("BODY(s, 'RIGID', cube(0, 0, 5), m, name='a')", "name", "solfec, kind, shape, material, label"),
                ("SPHERE((0, 0, 0), diameter=1, volid=1, surfid=1)", "diameter", "center, radius, volid, surfid"),
                ("GAUSS_SEIDEL_SOLVER(1e-3, 10, tolerance=1)", "tolerance", "epsilon=1E-6, maxiter=1000, meritval=1E-3"),
                ("SOLFEC('DYNAMIC', dt=1, output='x')", "dt", "analysis, step, output"),
                ("OUTPUT(s, every=3)", "every", "solfec, interval"),
                ("SURFACE_MATERIAL(s, mu=0.3)", "mu", "solfec, surf1"),
                ("BULK_MATERIAL(s, rho=3)", "rho", "solfec, model")):
            text = self.last_line(call + "\n")
            self.assertIn(f": unknown keyword '{name}'", text)
            self.assertIn(f"; the arguments are ({arguments}", text)

    def test_a_wrong_argument_is_told_before_a_missing_one(self):
        for call, text in (
                ("RUN(s, 1.0)", "RUN: 'solver' must be a GAUSS_SEIDEL_SOLVER or another solver object, got 1.0"),
                ("RUN(s, 1.0, g)", "RUN: 'solver' must be a GAUSS_SEIDEL_SOLVER or another solver object, got 1.0"),
                ("RUN(s, g, g)", "RUN: 'duration' must be a positive number, got a GAUSS_SEIDEL_SOLVER"),
                ("FORCE(b, (0, 0, 0), (0, 0, 1), 3)", "FORCE: 'kind' must be"),
                ("PUT_SPRING(b, c, (0, 0, 0), (3, 0, 0), 1e3)", "PUT_SPRING: 'point1' must be three numbers"),
                ("MESH('beam.msh')", "MESH: 'nodes' must be"),
                ("FIX_POINT((0, 0, 0), b)", "FIX_POINT: 'body' must be a BODY object, got a tuple")):
            self.assertIn(text, self.last_line(call + "\n"))
        self.assertTrue(self.last_line("RUN(s, g)\n").endswith(
            "RUN: missing argument 'duration'; the arguments are (solfec, solver, duration)"))
        self.assertTrue(self.last_line("GRAVITY(s, (0, 0, -1), 9.81)\n").endswith(
            "GRAVITY: takes at most 2 arguments, got 3; the arguments are (solfec, vector)"))
        self.assertTrue(self.last_line("GRAVITY(s, 0, 0, -10)\n").endswith(
            "GRAVITY: takes at most 2 arguments, got 4; 'vector' is one argument: (0, 0, -10); "
            "the arguments are (solfec, vector)"))
        self.assertIn("'solver' must be a GAUSS_SEIDEL_SOLVER or another solver object, got the type "
                      "GAUSS_SEIDEL_SOLVER and not an object of it, GAUSS_SEIDEL_SOLVER (...)",
                      self.last_line("RUN(s, GAUSS_SEIDEL_SOLVER, 1.0)\n"))

    def test_names_and_members_near_ours_are_suggested(self):
        for more, text in (
                ("body(s)", "NameError: name 'body' is not defined (did you mean 'BODY'?)"),
                ("GAUSS_SIEDEL_SOLVER(1, 2)", "name 'GAUSS_SIEDEL_SOLVER' is not defined (did you mean "
                                              "'GAUSS_SEIDEL_SOLVER'?)"),
                ("QWERTYUIOP(s)", "name 'QWERTYUIOP' is not defined; solfec --doc lists the commands"),
                ("b.centre", "object has no attribute 'centre' (did you mean 'center'?); the members of BODY are "),
                ("b.fixed", "object has no attribute 'fixed'; kind 'OBSTACLE' makes"),
                ("BYLABEL(s, 'BODY', 'none').mass", "; BYLABEL, DISPLACEMENT and HISTORY give None where there is "
                                                    "nothing")):
            self.assertIn(text, self.last_line(more + "\n"))
        for more, text in (
                ("b.fixed = 1", "BODY object has no attribute 'fixed'; kind 'OBSTACLE' makes a fixed body"),
                ("s.tim = 3", "SOLFEC object has no attribute 'tim' (did you mean 'time'?); the members of SOLFEC"),
                ("b.position", "BODY object has no attribute 'position'; center is the reference mass centre, "
                               "DISPLACEMENT("),
                ("b.velocity", "BODY object has no attribute 'velocity'; VELOCITY(body, point)"),
                ("b.velocity = (1, 0, 0)", "INITIAL_VELOCITY sets that of the body; the members of BODY are "),
                ("ENERGY(s).kinetic", "; ENERGY gives a tuple of numbers (kinetic, internal, external, "),
                ("DISPLACEMENT(b, (0, 0, 0)).x", "; points and vectors are tuples (x, y, z)"),
                ("(1, 2).other", "AttributeError: 'tuple' object has no attribute 'other'")):
            self.assertIn(text, self.last_line(more + "\n"))
        self.assertTrue(self.last_line("some_variable\n").endswith("name 'some_variable' is not defined"))

    def test_foreign_names_are_answered_by_what_there_is(self):
        for name, text in (
                ("STL", "solfec.mesh.read_surface reads STL, OBJ and PLY"), ("ARCH", "solfec.build makes walls, arches"), ("BRICK", "BOX makes a box"),
                ("WALL", "solfec.build.wall lays walls of bricks"), ("FLOOR", "a BODY of kind 'OBSTACLE'"), ("REVOLUTE", "HINGE, SLIDER, CYLINDRICAL, UNIVERSAL"),
                ("EXPORT", "the option --export vtk DIR"), ("PLOT", "HISTORY gives lists for matplotlib"),
                ("SPRING", "PUT_SPRING puts")):
            self.assertIn("NameError: name '%s' is not defined; %s" % (name, text), self.last_line(name + "(1)\n"))

    def test_rules_read_as_sentences(self):
        for more, text in (
                ("BODY(s, 'FINITE_ELEMENT', cube(0, 0, 9), m)",
                 "BODY: 'shape' of a FINITE_ELEMENT body must be exactly one MESH, or CONVEX objects"),
                ("BODY(s, 'RIGID', cube(0, 0, 9), 'steel')",
                 "BODY: 'material' must be a BULK_MATERIAL object or its label, but no material has the label 'steel'")):
            self.assertIn(text, self.last_line(more + "\n"))

    def test_functions_of_another_arity_are_named_with_their_command(self):
        run = "RUN(s, g, 0.02)\n"
        for more, text in (
                ("CALLBACK(s, 0.01, None, lambda: 1)\n", "the function '<lambda>' of CALLBACK is called with 1 "
                                                         "argument: <lambda>() takes 0 positional arguments but 1 "
                                                         "was given"),
                ("def push(t): return 1\nFORCE(b, 'SPATIAL', (0, 0, 0), (0, 0, 1), push)\n",
                 "the function 'push' of FORCE is called with 4 arguments: push() takes 1 positional argument"),
                ("PUT_SPRING(b, (1, 0, 0), c, (3, 0, 0), lambda x: 1, (-1, 1))\n",
                 "the function '<lambda>' of PUT_SPRING is called with 2 arguments: ")):
            self.assertIn(text, self.last_line(more + run))
        # an error inside of the function is the user's own
        own = self.last_line("def act(none): return len(3)\nCALLBACK(s, 0.01, None, act)\n" + run)
        self.assertNotIn("is called with", own)

    def test_a_record_of_peer_nga_is_named_and_the_message_reads_it(self):
        records = {
            # today's header, accelerations in g
            "new.AT2": ("PEER NGA STRONG MOTION DATABASE RECORD\nNorthridge-01, 1/17/1994, Somewhere, 9\n"
                        "ACCELERATION TIME SERIES IN UNITS OF G\nNPTS=   5, DT=   .0100 SEC\n"
                        "  -.1000E-02   .2000E-02   .3000E-02\n   .4000E-02  0.5000E-02\n",
                        "line 4 has the number of values, NPTS, and their step, DT = 0.01 s; values follow row by "
                        "row, in units of G. solfec.quake reads accelerations (docs/earthquakes.md). Read it by ", 0.01, [9.81e-3 * n for n in (-1, 2, 3, 4, 5)]),
            # the header of the older data base, lines that end in \r\n, velocities in cm/s
            "it's old.vt2": ("PEER STRONG MOTION DATABASE RECORD\r\nKOBE 01/16/95\r\n"
                             "VELOCITY TIME HISTORY IN UNITS OF CM/S. FILTER POINTS: HP=0.05 Hz\r\n"
                             "    3    0.0050    NPTS, DT\r\n  0.1E+01 -.2E+01\r\n .3E+01\r\n",
                             "line 4 has the number of values, NPTS, and their step, DT = 0.005 s; values follow row "
                             "by row, in units of CM/S. solfec.quake reads accelerations (docs/earthquakes.md). Read it by ", 0.005, [0.01, -0.02, 0.03])}
        for name, (record, text, step, values) in records.items():
            with open(os.path.join(self.folder, name), "w", newline="") as file:
                file.write(record)
            said = self.last_line("TIME_SERIES(%r)\n" % name)
            self.assertIn("TIME_SERIES: %s:1: time 'PEER' is not a number; the file is a record of PEER NGA: " % name,
                          said)
            self.assertIn(text, said)
            read, make = said.split("Read it by ")[1].split(" and TIME_SERIES")
            done = self.run_program("-q", script="%s\nseries = TIME_SERIES%s\n"
                                    "print(series.times)\nprint(series.values)\n" % (read, make))
            times, found = (eval(line) for line in done.stdout.splitlines())
            for a, b in zip(times + found, [step * i for i in range(len(values))] + values, strict=True):
                self.assertAlmostEqual(a, b, 15)
        for name, text in (("words.txt", "NPTS and DT are words\n"), ("rows.txt", "NPTS= 3, DT= .0\n1 2 3\n")):
            with open(os.path.join(self.folder, name), "w") as file:
                file.write(text)
            self.assertNotIn("record", self.last_line("TIME_SERIES(%r)\n" % name).replace(name, ""))

    def test_messages_of_members_name_the_command_once(self):
        self.assertEqual(self.last_line("TIME_SERIES([0, 0, 1, 1e308, 2, -1e308]).derivative\n"),
                         "TIME_SERIES.derivative: its derivative between points 1 and 2 is beyond the largest number, "
                         "from 1e+308 at 1 s to -1e+308 at 2 s")
        self.assertEqual(self.last_line("TIME_SERIES([0, 1e308, 100, 1e308]).integral\n"),
                         "TIME_SERIES.integral: its integral grows beyond the largest number")

    def test_points_outside_of_a_body_are_errors_everywhere(self):
        for call in ("DISPLACEMENT(b, %s)", "VELOCITY(b, %s)", "STRESS(b, %s)", "DISPLAY_POINT(b, %s, 'a')",
                     "FORCE(b, 'SPATIAL', %s, (0, 0, 1), 3)", "HISTORY(s, (b, %s, 'DX'), 0, 1)"):
            for point in ("(5, 5, 5)", "(1.01, 0.5, 0.5)"):
                self.assertRegex(self.last_line(call % point + "\n"),
                                 r"Point outside of domain: \(\S+, \S+, \S+\) m is not in body 'cube'")
            done = self.run_program("-q", "-w", script=MODEL + call % "(1, 0.5, 0.5)" + "\n")
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_points_are_judged_by_the_size_of_the_body(self):
        script = """
s = SOLFEC('DYNAMIC', 0.01, 'out')
s.verbose = 'OFF'
m = BULK_MATERIAL(s)
for size in (1e-3, 1, 1e3):
    b = BODY(s, 'RIGID', SPHERE((0, 0, 0), size, 1, 1), m)
    DISPLACEMENT(b, (0, 0, 1.0005 * size))
    try: DISPLACEMENT(b, (0, 0, 1.01 * size))
    except ValueError: print('refused')
"""
        self.assertEqual(self.run_program("-q", script=script).stdout, "refused\n" * 3)

    def test_centres_and_points_of_joints_belong_to_hollow_bodies(self):
        script = MODEL + """
shape = [cube(0, 9, 0), cube(4, 9, 0)]
d = BODY(s, 'RIGID', shape, m)
print(DISPLACEMENT(d, d.center), DISPLACEMENT(d, (2.5, 9.5, 0.5)))
"""
        self.assertEqual(self.run_program("-q", script=script).stdout, "(0.0, 0.0, 0.0) (0.0, 0.0, 0.0)\n")

    def test_what_has_no_effect_says_so_once(self):
        done = self.run_program("-q", "-w", script=MODEL + "for i in range(3): SEEK(s, 5)\nFORWARD(s, 1)\n"
                                "BACKWARD(s, 1)\nprint(HISTORY(s, 'STEP', 0, 1))\n")
        self.assertEqual((done.returncode, done.stdout), (0, "None\n"))
        self.assertEqual([line.split(": ", 1)[1] for line in done.stderr.splitlines()],
                         ["SEEK: note: has no effect in WRITE mode", "FORWARD: note: has no effect in WRITE mode",
                          "BACKWARD: note: has no effect in WRITE mode",
                          "HISTORY: note: there are no frames before the first RUN; the result is None"])
        done = self.run_program("-q", "-w", script=MODEL + "g.variant = 'MIDDLE_JACOBI'\ng.innerloops = 3\n"
                                "g.variant = 'FULL'\ng.innerloops = 1\n")
        self.assertEqual([line.split(": ", 1)[1] for line in done.stderr.splitlines()],
                         [f"GAUSS_SEIDEL_SOLVER: note: '{name}' is kept and has no effect: all ranks have the latest "
                          "reactions" for name in ("variant", "innerloops")])

    def test_stresses_of_bodies_without_stiffness_are_told_once(self):
        for calls, command in (("STRESS(b, (0.5, 0.5, 0.5))\n" * 2, "STRESS"),
                               ("RUN(s, g, 0.01)\n" + "HISTORY(s, (b, (0.5, 0.5, 0.5), 'SX'), 0, 1)\n" * 2, "HISTORY")):
            done = self.run_program("-q", "-w", script=MODEL + "SURFACE_MATERIAL(s)\n" + calls)
            told = [line.split(": ", 1)[1] for line in done.stderr.splitlines() if "stress" in line]
            self.assertEqual(len(told), 1, done.stderr)
            self.assertRegex(told[0], command + r": warning: body 'cube' \(created at \S+\) is RIGID and has no stress: all "
                             "values are 0; PSEUDO_RIGID and FINITE_ELEMENT bodies have stresses$")
        silent = self.run_program("-q", "-w", script=MODEL + "WARNINGS(s, 'OFF')\nSTRESS(b, (0.5, 0.5, 0.5))\n"
                                  "d = BODY(s, 'PSEUDO_RIGID', cube(0, 0, 9), m)\nWARNINGS(s, 'ON')\nSTRESS(d, d.center)\n")
        self.assertEqual((silent.returncode, silent.stderr), (0, ""))

    def test_quiet_runs_tell_of_steps_that_missed_the_criteria(self):
        script = MODEL + "GRAVITY(s, (0, 0, -10))\nBODY(s, 'OBSTACLE', cube(0, 0, -1), m)\n" \
            "d = BODY(s, 'RIGID', cube(0.2, 0.3, 1), m)\nRUN(s, GAUSS_SEIDEL_SOLVER(1e-12, 1, acceleration='OFF'), 0.03)\n"
        done = self.run_program("-q", "-w", script=script)
        self.assertRegex(done.stderr, r"solfec: out: warning: solver: .*; 3 of 3 steps did not reach the criteria")
        silent = self.run_program("-q", "-w", script=script.replace("RUN(", "WARNINGS(s, 'OFF')\nRUN("))
        self.assertEqual(silent.stderr, "")


class Lists(LanguageTest):
    def test_doc_without_a_name_lists_the_commands(self):
        done = self.run_program("--doc")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"(?m)^BODY +\S.*\.$")
        self.assertRegex(done.stdout, r"(?m)^HISTORY +Samples")
        self.assertEqual(self.run_program("-h").stdout, self.run_program("--help").stdout)
        self.assertEqual(self.run_program("-V").stdout, self.run_program("--version").stdout)

    def test_options_behind_the_script_are_those_before_it(self):
        script = "print(NON_SOLFEC_ARGV())\n"
        path = os.path.join(self.folder, "input.py")
        with open(path, "w") as file:
            file.write(script)
        for words, told in ((("-q", path, "a"), "['a']"), ((path, "-q", "--", "-a"), "['-a']"),
                            ((path, "-t", "1", "a", "-q"), "['a', '-q']"), ((path, "-1"), "['-1']")):
            self.assertEqual(self.run_program(*words).stdout, told + "\n")
        done = self.run_program(path, "--bricks", "3")
        self.assertEqual((done.returncode, done.stderr),
                         (64, "solfec: unknown option '--bricks'; words for the script follow --; see solfec --help\n"))


if __name__ == "__main__":
    main()
