"""Frames that only show their state: runs go on from the files of states beside them."""

import glob
import os
import resource
import shutil
import subprocess

from support import ENVIRONMENT, PROGRAM, SLOW, RestartTest, frame_ends, frames_path, main, read, script

WHOLE, SHOWN = 24, 25  # versions of payloads
EVERY = 16  # frames, of which one holds its whole state

BOUNCE = """
s = SOLFEC('DYNAMIC', 1e-3, 'out')
OUTPUT(s, 0, 'OFF')
bulk = BULK_MATERIAL(s)
BODY(s, 'OBSTACLE', HULL([x for c in ((-1, -1, -1), (1, -1, -1), (1, 1, -1), (-1, 1, -1), (-1, -1, 0), (1, -1, 0),
                                      (1, 1, 0), (-1, 1, 0)) for x in c], 1, 1), bulk)
ball = BODY(s, 'RIGID', SPHERE((0, 0, 0.51), 0.5, 1, 1), bulk, label='ball')
GRAVITY(s, (0, 0, -10))
solver = GAUSS_SEIDEL_SOLVER(1e-6, 100)
for duration in NON_SOLFEC_ARGV() or ['0.05']:
    RUN(s, solver, float(duration))
    print('centre', ball.conf[11], s.ncon)
"""


def versions(path):
    """Versions of the payloads of frames that are not compressed."""
    data = read(path)
    starts = [0, *frame_ends(data)]
    return [int.from_bytes(data[start + 52:start + 56], "big") for start in starts[:-1]]


def states(folder):
    return sorted(glob.glob(os.path.join(folder, "state-*.0.xdr")))


class StateFiles(RestartTest):
    def run_up_to(self, size, *words):
        """Runs until the file of frames would get longer than a number of bytes."""
        def set_limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        result = subprocess.run([PROGRAM, *words], cwd=self.folder, text=True, env=ENVIRONMENT,
                                preexec_fn=set_limit, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(result.returncode, 74, result.stderr)

    def end_at_frames(self, words, most):
        """Ends runs at several frames and continues each; returns the number of frames."""
        whole, part = self.path("whole"), self.path("part")
        shutil.rmtree(whole, True)
        self.run_ok("-o", whole, *words)
        ends = frame_ends(read(frames_path(whole)))
        least = next(i for i, end in enumerate(ends) if end > os.path.getsize(words[0]) + 2000)  # of its copy
        for number in range(least, len(ends) - 1, max(1, (len(ends) - least) // (2 if SLOW else most))):
            shutil.rmtree(part, True)
            self.run_up_to(ends[number], "-o", part, *words)
            there = len(frame_ends(read(frames_path(part))))
            # at the start the states are longer than all frames
            self.assertLessEqual(there, number + 1)
            said = self.run_ok("-c", "-o", part, *words).stdout
            self.assertNotIn("computed again", said)
            self.assert_same_frames(part, whole, f"ended after frame {number}")
        return len(ends)

    def test_every_frame_of_scripts_whose_contacts_remember(self):
        for name in ("callbacks.py", "impacts.py", "overlaps.py", "convex_meshes.py", "springs.py", "settings.py", "splits.py",
                     "cracks.py"):
            with self.subTest(name=name):
                self.assertGreater(self.end_at_frames([script(name)], 6), 10)

    def test_most_frames_show_and_some_hold_their_states(self):
        self.run_ok("-q", self.write("bounce.py", BOUNCE))
        found = versions(frames_path(self.path("out")))
        self.assertEqual([i for i, version in enumerate(found) if version == WHOLE], [0, 16, 32, 48])
        self.assertEqual(set(found), {WHOLE, SHOWN})
        self.run_ok("-q", "-w", "--keep-states", "bounce.py")
        self.assertEqual(set(versions(frames_path(self.path("out")))), {WHOLE})
        self.assertEqual(states(self.path("out")), [])

    def cut(self, number):
        """Cuts the results behind a frame."""
        path = frames_path(self.path("out"))
        with open(path, "r+b") as file:
            file.truncate(frame_ends(read(path))[number])

    def test_without_a_state_a_run_goes_on_from_the_last_frame_that_has_one(self):
        words = ["-q", self.write("bounce.py", BOUNCE)]
        self.run_ok("-o", "whole", *words)
        self.run_ok("-o", "out", *words)
        self.cut(40)
        result = self.run_ok("-c", "-o", "out", "bounce.py")
        self.assertIn("continues from t=0.032 s", result.stdout)
        self.assertIn("the state to go on from is missing after frame 32 of 41", result.stdout)
        self.assertIn("kept in out/frames.0.xdr.removed-1", result.stdout)
        self.assert_same_frames(self.path("out"), self.path("whole"))

    def test_damaged_and_foreign_states_are_passed_over(self):
        words = ["-q", self.write("bounce.py", BOUNCE), "0.045"]
        self.run_ok("-o", "out", *words)
        newest = max(states(self.path("out")), key=lambda path: read(path)[24:32])  # their times
        kept = read(newest)
        other = self.path("other")
        self.run_ok("-o", "whole", "-q", "bounce.py", "0.05")
        self.run_ok("-o", other, "-q", self.write("faster.py", BOUNCE.replace("-10", "-11")), "0.045")
        foreign = max(states(other), key=lambda path: read(path)[24:32])
        self.assertEqual(read(foreign)[24:32], kept[24:32])
        for content in (kept[:-1], kept[:200] + b"x" + kept[201:], b"", read(foreign)):
            shutil.rmtree(self.path("part"), True)
            shutil.copytree(self.path("out"), self.path("part"))
            with open(os.path.join(self.path("part"), os.path.basename(newest)), "wb") as file:
                file.write(content)
            result = self.run_ok("-c", "-o", "part", "bounce.py", "0.05")
            self.assertIn("continues from t=0.044 s", result.stdout)  # the one before
            self.assert_same_frames(self.path("part"), self.path("whole"))
        result = self.run_ok("-c", "-o", "out", "bounce.py", "0.05")
        self.assertIn("continues from t=0.045 s", result.stdout)
        self.assert_same_frames(self.path("out"), self.path("whole"))

    def test_numbers_between_the_runs_of_a_script_are_those_of_the_first_pass(self):
        words = ["-q", self.write("bounce.py", BOUNCE), "0.02", "0.02"]
        first = self.run_ok("-o", "out", *words).stdout
        told = [line for line in first.splitlines() if line.startswith("centre")]
        self.assertEqual(len(told), 2)
        again = self.run_ok("-c", "-o", "out", *words, "0.01").stdout
        self.assertEqual([line for line in again.splitlines() if line.startswith("centre")][:2], told)

    def test_an_earlier_run_that_gets_longer_is_refused_without_its_state(self):
        self.run_ok("-o", "out", "-q", self.write("bounce.py", BOUNCE), "0.02", "0.02")
        for path in states(self.path("out")):
            os.remove(path)
        before = read(frames_path(self.path("out")))
        result = self.run_program("-c", "-o", "out", "-q", "bounce.py", "0.03", "0.02")
        self.assertEqual(result.returncode, 2)
        self.assertIn("RUN number 1 goes on from t=0.02 s, where a RUN of the results ended", result.stderr)
        self.assertEqual(read(frames_path(self.path("out"))), before)


if __name__ == "__main__":
    main()
