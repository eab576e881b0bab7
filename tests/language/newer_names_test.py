"""Names of the language after 2010: those that are accepted, those that say that they are not built."""

import manual_names
from support import *


class NotBuilt(LanguageTest):
    def test_every_name_says_that_it_is_newer(self):
        self.assertEqual(len(manual_names.NEWER), 6)
        for name in manual_names.NEWER:
            self.assert_refused(RuntimeError,
                                name + ": is newer than the 2010 language, not built(; .+)?$",
                                lambda: globals()[name](1, 2, odd="keyword"))
            self.assertIn("newer than the 2010 language, not built", globals()[name].__doc__)

    def test_the_program_exits_with_2_at_the_line(self):
        for name in ("SICONOS_SOLVER", "MBFCP_EXPORT", "SOLFEC_EXPORT"):
            done = self.run_program(script="\n%s (1, 2)\n" % name)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(done.stderr.splitlines()[-1].split("; ")[0],
                             "input.py:2: %s: is newer than the 2010 language, not built" % name)

    def test_a_way_round_is_told_where_there_is_one(self):
        for name, way in (("FIELD", "; MATERIAL gives"), ("SICONOS_SOLVER", "; NEWTON_SOLVER, "), ("HYBRID_SOLVER", "; bodies of SPHERE"),
                          ("MBFCP_EXPORT", "; MESH.get_data "), ("FRACTURE_EXPORT_YAFFEMS", "; the option --export")):
            self.assert_refused(RuntimeError, name + ": is newer than the 2010 language, not built" + way,
                                lambda: globals()[name](1))

    def test_doc_knows_them(self):
        done = self.run_program("--doc", "siconos_solver")
        self.assertEqual(done.returncode, 0)
        self.assertTrue(done.stdout.startswith(
            "SICONOS_SOLVER is newer than the 2010 language, not built;"), done.stdout)
        self.assertIn("did you mean 'SICONOS_SOLVER'?", self.run_program("--doc", "SICONOS_SOLVR").stderr)


class Accepted(LanguageTest):
    def test_display_points_are_kept(self):
        solfec = self.new_solfec()
        body = self.new_ball(solfec)
        self.assertEqual(body.display_points, [])
        self.assertIsNone(DISPLAY_POINT(body, (0, 0, 1.5), "top"))
        DISPLAY_POINT(body, (0, 0, 1))
        self.assertEqual(body.display_points, [("top", (0, 0, 1.5)), ("", (0, 0, 1))])
        self.assertEqual(self.new_ball(solfec, (5, 0, 0)).display_points, [])
        mesh = BODY(solfec, "FINITE_ELEMENT", TRANSLATE(HEX(CUBE, 1, 1, 1, 1, [1] * 6), (9, 9, 9)),
                    body.material)
        self.assert_refused(ValueError, "DISPLAY_POINT: Point outside of domain",
                            lambda: DISPLAY_POINT(mesh, (0, 0, 0)))

    def test_one_process_has_rank_0_and_waits_for_nobody(self):
        self.assertEqual((RANK(), BARRIER()), (0, None))

    def test_the_subfolder_is_that_of_the_command_line(self):
        self.assertIsNone(SUBDIR())
        script = "s = SOLFEC('DYNAMIC', 1, 'out/a')\nprint(SUBDIR(), s.outpath)\n"
        for words, said in (((), "None out/a"), (("-s", "4"), "4 out/a/4"),
                            (("-s", "x/y", "-o", "b"), "x/y b/x/y")):
            done = self.run_program("-q", *words, script=script)
            self.assertEqual((done.returncode, done.stdout), (0, said + "\n"), done.stderr)

    def test_register_callback_takes_functions(self):
        self.assertIsNone(REGISTER_CALLBACK(len))
        self.assertIsNone(REGISTER_CALLBACK(lambda: 1, (1, 2)))
        self.assert_refused(TypeError, "REGISTER_CALLBACK: 'callback' ",
                            lambda: REGISTER_CALLBACK(7))

    def test_render_is_checked(self):
        solfec = self.new_solfec()
        body = self.new_ball(solfec)
        self.assertIsNone(RENDER(solfec, [body]))
        self.assertIsNone(RENDER(solfec, body))
        foreign = self.new_ball(self.new_solfec())
        self.assert_refused(ValueError, "RENDER: 'object' belongs to another",
                            lambda: RENDER(solfec, foreign))

    def test_names_of_viewer_actions_are_checked(self):
        done = self.run_program("-q", script="\nVIEWER_ACTION('view.topp')\n")  # the module solfec has no viewer
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stderr, ":2: VIEWER_ACTION: the viewer has no action 'view.topp' "
                                      r"\(did you mean 'view.top'\?\)")
        self.assertIsNone(VIEWER_ACTION("view.top"))  # there is no window
        self.assertIsNone(VIEWER_ACTION("analysis.seek", answer="0.5"))

    def test_an_empty_list_renders_all(self):
        done = self.run_program("-q", script="s = SOLFEC('DYNAMIC', 1, 'out')\nRENDER(s, [])\n")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_balancing_takes_the_newer_keyword(self):
        done = self.run_program("-q", script="s = SOLFEC('DYNAMIC', 1, 'out')\n"
                                "IMBALANCE_TOLERANCE(s, 1.1, weightfactor=0.5, updatefreq=10)\n")
        self.assertEqual((done.returncode, done.stderr), (
            0, "input.py:2: IMBALANCE_TOLERANCE: note: 'updatefreq' has no effect: loads are "
               "looked at in every step\n"))


class LaterNewton(LanguageTest):
    def test_keywords_are_mapped_or_kept_and_say_so(self):
        done = self.run_program("-q", script="""
solver = NEWTON_SOLVER(1e-6, 50, locdyn='OFF', epsilon=0.1, linver='DIAG', theta=0.5, gsflag='OFF')
print(solver.variant, solver.locdyn, solver.resdec, solver.epsilon, solver.linver, solver.theta)
solver.epsilon = 0.2
solver.delta = 3
print(solver.resdec, solver.delta, solver.gsflag, solver.linmaxiter)
""")
        self.assertEqual(done.stdout, "BODY_SPACE OFF 0.1 0.1 DIAG 0.5\n0.2 3.0 OFF 10\n")
        lines = done.stderr.splitlines()
        self.assertEqual(lines[0], "input.py:2: NEWTON_SOLVER: note: 'locdyn' = 'OFF' is taken as "
                                   "variant = 'BODY_SPACE'")
        self.assertEqual(lines[1], "input.py:2: NEWTON_SOLVER: note: 'epsilon' is taken as the member "
                                   "resdec")
        for name, line in zip(("linver", "theta", "gsflag"), lines[2:]):
            self.assertEqual(line, "input.py:2: NEWTON_SOLVER: note: '%s' is kept and has no effect on "
                                   "this solver" % name)
        self.assertEqual(lines[5:], ["input.py:5: NEWTON_SOLVER: note: 'delta' is kept and has no "
                                     "effect on this solver"])

    def test_test_solver_is_a_newton_solver(self):
        done = self.run_program("-q", script="""
solver = TEST_SOLVER()
print(type(solver).__name__, solver.meritval, solver.maxiter, solver.resdec)
solver = TEST_SOLVER(1e-4, 20, 300, 5, 0.1, delta=2, omega=3)
print(solver.meritval, solver.maxiter, solver.resdec)
print(solver.maxmatvec, solver.linmaxiter, solver.delta, solver.omega)
""")
        self.assertEqual(done.stdout, "NEWTON_SOLVER 1e-08 1000 0.25\n0.0001 20 0.1\n300 5 2.0 3.0\n")
        self.assertEqual(done.stderr.splitlines(),
                         ["input.py:4: TEST_SOLVER: note: '%s' is kept and has no effect on this solver" % name
                          for name in ("maxmatvec", "linmaxiter", "delta", "omega")])
        self.assert_refused(ValueError, "TEST_SOLVER: 'epsilon' must be below 1", lambda: TEST_SOLVER(epsilon=1))
        solfec = self.new_solfec()
        self.new_ball(solfec, (0, 0, 0), kind="OBSTACLE")
        ball = self.new_ball(solfec, (0, 0, 0.9999))
        GRAVITY(solfec, (0, 0, -10))
        RUN(solfec, TEST_SOLVER(), 5e-3)
        self.assertLess(abs(ball.velo[5]), 1e-6)

    def test_what_contradicts_is_refused(self):
        self.assert_refused(ValueError, "NEWTON_SOLVER: 'locdyn' is 'OFF'",
                            lambda: NEWTON_SOLVER(variant="FIXED_POINT", locdyn="OFF"))
        self.assert_refused(ValueError, "NEWTON_SOLVER: 'locdyn' is 'ON'",
                            lambda: NEWTON_SOLVER(variant="BODY_SPACE", locdyn="ON"))
        self.assert_refused(ValueError, "NEWTON_SOLVER: 'epsilon' must be below 1",
                            lambda: NEWTON_SOLVER(epsilon=1))

    def test_a_solver_with_later_keywords_solves(self):
        solfec = self.new_solfec()
        self.new_ball(solfec, (0, 0, 0), kind="OBSTACLE")
        ball = self.new_ball(solfec, (0, 0, 0.9999))
        GRAVITY(solfec, (0, 0, -10))
        RUN(solfec, NEWTON_SOLVER(1e-8, 100, locdyn="OFF"), 5e-3)
        self.assertLess(abs(ball.velo[5]), 1e-6)


class Warnings(LanguageTest):
    TWICE = """
{call}
solfec = SOLFEC('DYNAMIC', 1e-3, 'out')
{after}
bulk = BULK_MATERIAL(solfec)
SURFACE_MATERIAL(solfec)
for i in range(2):
  BODY(solfec, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), bulk)
RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-3, 10), 1e-3)
"""

    def said(self, call="", after=""):
        done = self.run_program("-q", "-w", script=self.TWICE.format(call=call, after=after))
        self.assertEqual(done.returncode, 0, done.stderr)
        return "are the same body twice" in done.stderr

    def test_warnings_about_the_model_are_printed_unless_they_are_off(self):
        self.assertTrue(self.said())
        self.assertFalse(self.said(after="WARNINGS(solfec, 'OFF')"))
        self.assertFalse(self.said("WARNINGS('OFF')"))
        self.assertFalse(self.said("WARNINGS(state='OFF')"))
        self.assertTrue(self.said("WARNINGS('OFF')", "WARNINGS(solfec, 'ON')"))
        self.assertTrue(self.said("WARNINGS('OFF')", "WARNINGS('ON')"))

    def test_calls_that_make_no_sense(self):
        solfec = self.new_solfec()
        for call in (lambda: WARNINGS(), lambda: WARNINGS(solfec), lambda: WARNINGS("NO"),
                     lambda: WARNINGS("ON", "OFF"), lambda: WARNINGS(solfec, "off")):
            self.assert_refused((TypeError, ValueError), "WARNINGS: ", call)


class Percent(LanguageTest):
    SCRIPT = """
solfec = SOLFEC('DYNAMIC', 1e-3, 'out')
bulk = BULK_MATERIAL(solfec)
BODY(solfec, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), bulk)
solfec.verbose = {style!r}
print(repr(solfec.verbose))
RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-3, 10), 0.05)
"""

    def test_only_the_share_done_is_printed(self):
        for style in ("%", "%\n"):
            done = self.run_program("-i", "0", "-w", script=self.SCRIPT.format(style=style))
            first, *lines = done.stdout.splitlines()
            self.assertEqual(first, repr(style))
            shares = [line for line in lines if not line.startswith("solver: ")]
            for line in shares:
                self.assertRegex(line, r"^\d+ %$")
            self.assertEqual(shares[-1], "100 %")
            self.assertGreater(len(shares), 10)
        with open(os.path.join(self.folder, "out", "log")) as log:
            self.assertIn("steps/s", log.read())  # the log keeps the whole lines

    def test_other_values_of_verbose(self):
        solfec = self.new_solfec()
        self.assert_refused(ValueError, r"SOLFEC.verbose: 'verbose' must be 'ON', 'OFF', '%' or "
                            r"'%\\n', got '%%'", lambda: setattr(solfec, "verbose", "%%"))
        for state in ("ON", "OFF", "%", "%\n", "ON"):
            solfec.verbose = state
            self.assertEqual(solfec.verbose, state)


if __name__ == "__main__":
    main()
