"""What the program tells of a results folder, keeps in it and repairs."""

import os
import re

from support import RestartTest, frame_ends, frames_path, main, read, script


class Folder(RestartTest):
    def setUp(self):
        super().setUp()
        self.words = ["-o", "out", "--keep-states", script("steps.py"), "50"]
        self.run_ok(*self.words)
        self.frames = frames_path(self.path("out"))
        self.data = read(self.frames)
        self.ends = frame_ends(self.data)

    def damage(self, data):
        with open(self.frames, "wb") as file:
            file.write(data)

    def flipped(self, at):
        data = bytearray(self.data)
        data[at] ^= 1
        return data

    def test_info_tells_frames_model_run_and_provenance(self):
        text = self.run_ok("--info", "out").stdout
        for pattern in (r"out: 51 frames, t = 0 to 0\.0488", r"bodies: 3, 1 OBSTACLE, 2 RIGID",
                        r"last frame: t = 0\.0488", r"1 FIXPNT",
                        r"run: RUN number 1, under way or ended",
                        rf"frames\.0\.xdr {len(self.data)} bytes", r"program: solfec \d",
                        r"script hash \(FNV-1a\): [0-9a-f]{16}", r"script argument: 50"):
            self.assertRegex(text, pattern)
        self.assertEqual(self.run_program("--info", "nothing").returncode, 66)
        self.assertEqual(self.run_ok("out").stdout, text)

    def test_repair_cuts_the_end_and_keeps_the_removed_bytes(self):
        self.damage(self.data[:-5])
        self.assertIn("--repair out", self.run_ok("--info", "out").stdout)
        text = self.run_ok("--repair", "out").stdout
        self.assertIn("out/frames.0.xdr: 50 frames", text)
        self.assertIn("they are kept in out/frames.0.xdr.removed-1", text)
        self.assertEqual(read(self.frames), self.data[:self.ends[49]])
        self.assertEqual(read(self.frames + ".removed-1"), self.data[self.ends[49]:-5])
        self.assertIn("out/frames.0.xdr: the end is intact", self.run_ok("--repair", "out").stdout)
        self.run_ok("-c", *self.words)
        self.assertEqual(read(self.frames), self.data)

    def test_repair_keeps_what_stands_behind_a_damaged_header(self):
        self.damage(self.flipped(self.ends[9] + 20))
        text = self.run_ok("--repair", "out").stdout
        self.assertIn("holds 40 whole frames behind the damage", text)
        self.assertEqual(read(self.frames), self.data[:self.ends[9]])
        self.assertEqual(len(read(self.frames + ".removed-1")), len(self.data) - self.ends[9])

    def test_continuing_never_throws_whole_frames_away(self):
        self.damage(self.flipped(self.ends[9] + 20))
        self.run_ok("-c", *self.words)
        self.assertEqual(read(self.frames), self.data)
        self.assertEqual(len(read(self.frames + ".removed-1")), len(self.data) - self.ends[9])

    def test_repair_names_frames_that_are_damaged_inside_and_keeps_the_others(self):
        damaged = self.flipped(self.ends[9] + 100)
        self.damage(damaged)
        text = self.run_ok("--repair", "out").stdout
        self.assertRegex(text, r"frame 10 at t=0\.0097\d* s is damaged inside")
        self.assertEqual(read(self.frames), damaged)

    def test_repair_without_results_is_an_error(self):
        self.assertEqual(self.run_program("--repair", "nothing").returncode, 65)
        self.damage(b"no frames at all")
        self.assertIn("no readable frame", self.run_ok("--repair", "out").stdout)
        self.assertEqual(read(self.frames), b"no frames at all")

    def test_state_log_script_and_provenance_follow_the_run(self):
        with open(self.path("out/STATE")) as file:
            self.assertTrue(file.read().startswith("STATUS: finished\n"))
        self.assertEqual(read(self.path("out/out.py")), read(script("steps.py")))
        self.damage(self.data[:self.ends[20]])
        changed = self.write("changed.py", read(script("steps.py")).decode().replace(
            "# N steps", "# M steps").replace("from shapes", "import sys; sys.path.insert(0, %r)\n"
                                              "from shapes" % script("")))
        self.run_ok("-c", "--log", "all.log", "-o", "out", changed, "50")
        provenance = read(self.path("out/provenance.txt")).decode()
        self.assertEqual(len(re.findall(r"^(started|continued): \d{4}-", provenance, re.M)), 2)
        self.assertEqual(read(self.path("out/out-2.py")), read(changed))
        log = read(self.path("out/log")).decode()
        self.assertRegex(log, r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ continues from t=0\.0195")
        self.assertIn("out: continues from", read(self.path("all.log")).decode())

    def test_files_of_the_user_stay_in_a_folder_without_results(self):
        text = "s = SOLFEC('DYNAMIC', 1e-3, 'model')\nSURFACE_MATERIAL(s)\n" \
            "BODY(s, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), BULK_MATERIAL(s, density=1))\nRUN(s, GAUSS_SEIDEL_SOLVER(), 1e-2)\n"
        os.mkdir(self.path("model"))
        self.write("model/model.py", text)
        self.write("model/provenance.txt", "from the quarry\n")
        for words in (("model/model.py",), ("-w", self.path("model/model.py")), ("-o", "model", "model/model.py")):
            refused = self.run_program("-q", *words)  # the script lies in its own folder
            self.assertEqual(refused.returncode, 2, refused.stderr)
            self.assertIn("output must name a folder of its own, but the script", refused.stderr)
            self.assertEqual(sorted(os.listdir(self.path("model"))), ["model.py", "provenance.txt"])
        self.write("model.py", text)
        self.run_ok("-q", "model.py")
        self.assertTrue(read(self.path("model/provenance.txt")).startswith(b"from the quarry\nprogram: solfec "))

        other = "x = 1\n" + text.replace("'model'", "'hut'")
        self.write("other.py", other)
        os.mkdir(self.path("hut"))
        self.write("hut/hut.py", "mine\n")
        self.run_ok("-q", "other.py")
        self.assertEqual(read(self.path("hut/hut.py")), b"mine\n")
        self.assertEqual(read(self.path("hut/hut-2.py")).decode(), other)

    def test_a_script_of_an_earlier_start_without_results_is_replaced(self):
        text = "s = SOLFEC('DYNAMIC', 1e-3, 'model')\nraise SystemExit(0)\n"
        self.write("model.py", text)
        os.mkdir(self.path("model"))
        self.write("model/model.py", "x = 1\n" + text)
        self.write("model/provenance.txt", "program: solfec 0.1.0\nscript: model.py\n")
        self.write("full.py", text.replace("raise SystemExit(0)", "SURFACE_MATERIAL(s); b = BULK_MATERIAL(s, density=1)\n"
                   "BODY(s, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), b); RUN(s, GAUSS_SEIDEL_SOLVER(), 1e-2)"))
        self.run_ok("-q", "full.py")
        self.assertEqual(read(self.path("model/model.py")), read(self.path("full.py")))
        self.assertFalse(os.path.exists(self.path("model/model-2.py")))
        self.assertEqual(read(self.path("model/provenance.txt")).count(b"program: solfec "), 1)

    def test_log_appends_to_logs_alone(self):
        drop = self.write("drop.py", "s = SOLFEC('DYNAMIC', 0.01, 'drop')\n"
                          "BODY(s, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), BULK_MATERIAL(s))\n"
                          "RUN(s, GAUSS_SEIDEL_SOLVER(1e-3, 10), 0.1)\n")
        for text in ("import solfec\n", "2026-13-01 noon\n", "0000-00-00T00:00:00 \n"):
            notes = self.write("notes.txt", text)
            done = self.run_program("--log", notes, drop)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("option --log must name a log of solfec or a new file: '%s' exists and "
                          "is none" % notes, done.stderr)
            self.assertEqual(read(notes).decode(), text)
            self.assertFalse(os.path.exists(self.path("drop")))
        self.write("notes.txt", "")
        self.run_ok("--log", "notes.txt", drop)
        first = read(self.path("notes.txt")).decode()
        self.assertIn("Z drop: ", first)
        self.run_ok("-w", "--log", "notes.txt", drop)
        again = read(self.path("notes.txt")).decode()
        self.assertTrue(again.startswith(first) and len(again) > len(first))

    def test_state_tells_of_errors(self):
        bad = self.write("bad.py", "s = SOLFEC('DYNAMIC', 0.01, 'bad')\ns.verbose = 'OFF'\n"
                         "b = BULK_MATERIAL(s)\nBODY(s, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), b)\n"
                         "def f(): raise ValueError('no way')\n"
                         "CALLBACK(s, 0.1, (), f)\nRUN(s, GAUSS_SEIDEL_SOLVER(1e-3, 10), 1)\n")
        self.assertEqual(self.run_program(bad).returncode, 2)
        self.assertIn("STATUS: ValueError: no way", read(self.path("bad/STATE")).decode())


if __name__ == "__main__":
    main()
