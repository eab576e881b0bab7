"""What stays sound after a mistake: exceptions within a step, edits before the first RUN, several
objects with one folder, damaged results."""

from support import *

MODEL = """
solfec = SOLFEC('DYNAMIC', 0.01, 'out')
bulk = BULK_MATERIAL(solfec)
balls = [BODY(solfec, 'RIGID', SPHERE((3 * i, 0, 0), 1, 1, 1), bulk, 'b%d' % i) for i in range(3)]
solver = GAUSS_SEIDEL_SOLVER(1e-6, 100)
"""
TWO = """
def analysis(path):
    solfec = SOLFEC('DYNAMIC', 0.01, path)
    BODY(solfec, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), BULK_MATERIAL(solfec))
    return solfec
solver = GAUSS_SEIDEL_SOLVER(1e-6, 100)
"""


class RaisingForces(LanguageTest):
    """A force function that raises once, in the middle of the sixth step."""

    def moving_model(self, analysis):
        solfec = self.new_solfec(analysis, 0.01)
        bulk = BULK_MATERIAL(solfec, young=1e4, density=1000)
        bodies = [BODY(solfec, kind, cube((3 * i, 0, 0)), bulk)
                  for i, kind in enumerate(("RIGID", "PSEUDO_RIGID", "OBSTACLE", "OBSTACLE"))]
        if analysis == "DYNAMIC":
            for i, form in ((4, "TL"), (5, "BC")):
                mesh = TRANSLATE(HEX(CUBE, 2, 1, 1, 1, [1] * 6), (3 * i, 0, 0))
                bodies.append(BODY(solfec, "FINITE_ELEMENT", mesh, bulk, form=form))
            for body in bodies[:2] + bodies[4:]:
                INITIAL_VELOCITY(body, (1, 0.5, 0), (0.3, 0.2, 1))
        INITIAL_VELOCITY(bodies[2], (0, 0, 2), (1, 0, 0))
        driven = TIME_SERIES([0, 0, 1, 1, 2, 5])
        SET_DISPLACEMENT(bodies[3], (9, 0, 0), (0, 0, 1), driven)
        return solfec, bodies

    def state(self, solfec, bodies):
        corners = [DISPLACEMENT(body, point) for i, body in enumerate(bodies)
                   for point in ((3 * i, 0, 0), (3 * i + 1, 0, 0), (3 * i, 1, 1))]
        return (solfec.time, [body.conf for body in bodies], [body.velo for body in bodies],
                corners, ENERGY(solfec))

    def end_state(self, analysis, raises):
        solfec, bodies = self.moving_model(analysis)
        self.raised = not raises
        self.last = None

        def force(q, u, time, step):
            if not self.raised and time > 0.05:
                self.raised = True
                raise KeyError("once")
            return (0,) * 8 + (7,)

        def remember():
            self.last = self.state(solfec, bodies)
            return 1

        FORCE(bodies[0], "SPATIAL", (0, 0, 0), (0, 0, 0), force)
        CALLBACK(solfec, 0.01, (), remember)
        solver = GAUSS_SEIDEL_SOLVER(1e-6, 100)
        if raises:
            with self.assertRaises(KeyError):
                RUN(solfec, solver, 0.2)
            self.assertEqual(self.state(solfec, bodies), self.last)
            self.assertAlmostEqual(solfec.time, 0.05)
        else:
            RUN(solfec, solver, 0.05)
        RUN(solfec, solver, 0.1)
        return self.state(solfec, bodies)

    def test_the_state_is_that_of_the_end_of_the_last_step(self):
        for analysis in ("DYNAMIC", "QUASI_STATIC"):
            with self.subTest(analysis=analysis):
                self.assertEqual(self.end_state(analysis, True), self.end_state(analysis, False))


class EditsBeforeTheFirstRun(LanguageTest):
    def written_and_read(self, edits):
        script = MODEL + edits + """
RUN(solfec, solver, 0.1)
print(solfec.mode, solfec.nbod, [b.label for b in solfec.bodies],
      [c.kind for c in solfec.constraints], DISPLACEMENT(balls[0], balls[0].center))
"""
        texts = []
        for mode in ("WRITE ", "READ "):
            done = self.run_program("-q", script=script)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(done.stdout.startswith(mode), done.stdout)
            texts.append(done.stdout[len(mode):])
        self.assertEqual(texts[0][:2], texts[1][:2])
        return texts

    def test_a_deleted_body_does_not_hinder_reading(self):
        for name in ("balls[0]", "balls[-1]"):
            with self.subTest(body=name):
                edits = "balls.append(BODY(solfec, 'RIGID', SPHERE((9, 0, 0), 1, 1, 1), bulk))\n"
                edits += "DELETE(solfec, %s)\nballs.remove(%s)\n" % (name, name)
                shutil.rmtree(os.path.join(self.folder, "out"), True)
                wrote, read = self.written_and_read(edits)
                self.assertTrue(wrote.startswith("3 "))
                self.assertEqual(wrote, read)

    def test_a_deleted_constraint_does_not_hinder_reading(self):
        wrote, read = self.written_and_read(
            "row = FIX_POINT(balls[0], (0, 0, 0))\nFIX_POINT(balls[1], (3, 0, 0))\n"
            "DELETE(solfec, row)\n")
        self.assertIn("['FIXPNT']", wrote)
        self.assertEqual(wrote, read)

    def test_later_deletions_are_those_of_the_frames(self):
        script = MODEL + "RUN(solfec, solver, 0.1)\nDELETE(solfec, balls[2])\n" \
            "RUN(solfec, solver, 0.1)\nSEEK(solfec, 0)\nprint(solfec.nbod)\n"
        self.assertEqual(self.run_program("-q", script=script).stdout, "2\n")
        self.assertEqual(self.run_program("-q", script=script).stdout, "3\n")


    def test_deleted_things_are_gone_in_both_passes_before_the_next_frame(self):
        """What is printed right after DELETE does not depend on the frame that the results show."""
        script = MODEL + """
arm, row = HINGE(balls[0], None, (0, 0, 0), (0, 1, 0)), FIX_POINT(balls[1], (3, 0, 0))
pin = BALL(balls[2], balls[1], (4.5, 0, 0))
def look():
    try:
        kind = balls[1].kind
    except TypeError as error:
        kind = str(error).split(': ')[-1]
    print(arm.angle, arm.R, row.kind, pin.R is None, kind, solfec.nbod, [c.kind for c in solfec.constraints])
RUN(solfec, solver, 0.1)
DELETE(solfec, arm)
look()
DELETE(solfec, balls[1])
look()
RUN(solfec, solver, 0.1)
look()
"""
        texts = [self.run_program("-q", script=script) for _ in range(2)]
        self.assertEqual(texts[0].stdout.split("\n")[:2], [
            "None None FIXPNT False RIGID 3 ['FIXPNT', 'FIXPNT']",
            "None None None True this is a recently deleted BODY object 2 []"], texts[0].stderr)
        self.assertEqual(texts[0].stdout, texts[1].stdout)


class OneFolder(LanguageTest):
    REFUSED = (r"input\.py:\d+: SOLFEC: output '{second}': another SOLFEC object \(output "
               r"'{first}'\) writes its results into the same folder {folder}")

    def test_two_living_objects_do_not_write_into_it(self):
        os.symlink("out", os.path.join(self.folder, "link"))
        script = TWO + "a = analysis('out')\nRUN(a, solver, 0.1)\nb = analysis('link')\n"
        for options in (("-q", "-w"), ("-q", "-c")):
            done = self.run_program(*options, script=script)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertRegex(done.stderr, self.REFUSED.format(first="out", second="link",
                                                              folder="link"))
        self.assertFalse(os.path.exists(os.path.join(self.folder, "out.bak-2")))

    def test_equal_last_components_meet_under_another_root(self):
        first, second = "a = analysis('x/out')\n", "b = analysis('y/out')\n"
        for lines in (first + "RUN(a, solver, 0.1)\n" + second,
                      first + second + "RUN(b, solver, 0.1)\nRUN(a, solver, 0.1)\n"):
            script = TWO + lines
            done = self.run_program("-q", "-w", "-o", "root", script=script)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertRegex(done.stderr, "another SOLFEC object .* writes .* folder root/out")

    def test_objects_that_read_share_it_and_an_object_that_is_gone_has_left_it(self):
        script = TWO + "a = analysis('out')\nRUN(a, solver, 0.1)\nb = analysis('out')\n" \
            "RUN(b, solver, 0.1)\nprint(b.mode)\n"
        for options in ([], [], ["-w"], ["-c"]):
            done = self.run_program("-q", *options, script=script)
            self.assertEqual((done.returncode, done.stdout), (0, "READ\n"), done.stderr)
        script = TWO + "for path in ('out', 'link'):\n    a = None\n    a = analysis(path)\n" \
            "    RUN(a, solver, 0.1)\nprint(a.mode)\n"
        os.symlink("out", os.path.join(self.folder, "link"))
        done = self.run_program("-q", "-w", script=script)
        self.assertEqual((done.returncode, done.stdout), (0, "WRITE\n"), done.stderr)


class LostFrames(LanguageTest):
    def test_a_run_whose_frames_are_lost_is_not_begun_anew_without_a_word(self):
        script = MODEL + "OUTPUT(solfec, 0.01)\nRUN(solfec, solver, 0.1)\n"
        self.assertEqual(self.run_program("-q", script=script).returncode, 0)
        out = os.path.join(self.folder, "out")
        os.remove(os.path.join(out, "frames.0.xdr"))
        there = sorted(os.listdir(out))
        done = self.run_program("-q", "-c", script=script)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"input\.py:\d+: RUN: 'out' has states of a run, but frames\.0\.xdr is missing, so -c "
                                      r"cannot go on with it: bring the file back, or compute anew with -w")
        self.assertEqual(sorted(os.listdir(out)), there)
        self.assertEqual(self.run_program("-q", script=script).returncode, 0)
        self.assertIn("state-0.0.xdr", os.listdir(out + ".bak-1"))  # they stay
        shutil.rmtree(out)
        self.assertEqual(self.run_program("-q", "-c", script=script).returncode, 0)  # the first time


class DamagedResults(LanguageTest):
    SCRIPT = MODEL + "OUTPUT(solfec, 0.01)\nRUN(solfec, solver, 0.1)\nfor t in range(11):\n" \
        "    SEEK(solfec, 0.01 * t)\n"

    def damage(self, part):
        """Results with one bit changed at this part of the frames, 0 to 1."""
        shutil.rmtree(os.path.join(self.folder, "out"), True)
        self.assertEqual(self.run_program("-q", script=self.SCRIPT).returncode, 0)
        path = os.path.join(self.folder, "out", "frames.0.xdr")
        with open(path, "r+b") as file:
            data = bytearray(file.read())
            data[max(int(part * len(data)), 200)] ^= 1
            file.seek(0)
            file.write(data)

    def assert_data_error(self, done):
        self.assertEqual(done.returncode, 65, done.stderr)
        last = done.stderr.rstrip().split("\n")[-1]
        self.assertRegex(last, r"out/frames\.0\.xdr: frame \d+ at byte \d+: the checksum is wrong")
        self.assertEqual(last.count("frames.0.xdr"), 1, last)

    def test_every_way_to_use_a_damaged_head_gives_65(self):
        for words in (("out",), ("-q", "input.py"), ("-q", "-c", "input.py")):
            with self.subTest(words=words):
                self.damage(0)
                self.assert_data_error(self.run_program(*words))

    def test_reading_a_damaged_frame_gives_65_and_a_data_error(self):
        self.damage(0.8)
        self.assert_data_error(self.run_program("-q", "input.py"))
        script = MODEL + "RUN(solfec, solver, 0.1)\n" \
            "HISTORY(solfec, (balls[0], (0, 0, 0), 'DX'), 0, 1)\n"
        self.assert_data_error(self.run_program("-q", script=script))

    def test_a_file_that_is_no_result_gives_65_and_a_missing_one_66(self):
        os.mkdir(os.path.join(self.folder, "out"))
        self.assertEqual(self.run_program("out").returncode, 66)
        with open(os.path.join(self.folder, "out", "frames.0.xdr"), "wb") as file:
            file.write(b"no frame at all" * 100)
        done = self.run_program("out")
        self.assertEqual(done.returncode, 65, done.stderr)
        self.assertIn("no frame starts here", done.stderr)


if __name__ == "__main__":
    main()
