"""Runs that are killed at random moments lose nothing but what comes after the last frame.

  kill_test.py [KILLS [STEPS]]     20 kills and 20 000 steps without words, fewer when the program is slow
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import time

from support import SLOW, RestartTest, frame_ends, frames_path, lasting, main, read, script

KILLS = int(sys.argv.pop(1)) if len(sys.argv) > 1 else 10 if SLOW else 20
STEPS = int(sys.argv.pop(1)) if len(sys.argv) > 1 else int(lasting(20000))
SEED = 20261120


class Killed(RestartTest):
    def run_killed_after(self, seconds, *words):
        """Starts the program and kills it; true when it was killed before its end."""
        process = self.start(*words)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self.assertIn(process.returncode, (0, -signal.SIGKILL))
        return process.returncode != 0

    def check_readable(self, folder, reference, *words):
        """The frames are a prefix of the reference and can be read with the script and without."""
        data = read(frames_path(folder))
        ends = frame_ends(data)
        if not ends:
            return
        expected = read(frames_path(reference))
        # The last frame may be a provisional one, which the next frame would replace.
        kept = ends[-2] if len(ends) > 1 else ends[-1]
        self.assertEqual(data[:kept], expected[:kept])
        self.assertIn(f"{len(ends)} frame", self.run_ok(folder).stdout)
        self.run_ok("-o", folder, *words)

    def kill_until_done(self, words, kills, longest):
        """Kills and continues a run until it has been killed so often, then lets it end."""
        whole = self.path("whole")
        started = time.monotonic()
        self.run_ok("-o", whole, *words)
        longest = longest or time.monotonic() - started
        random_time = random.Random(SEED)
        killed = 0
        while killed < kills:
            part = self.path("part")
            shutil.rmtree(part, True)
            in_row = 0
            while killed < kills and in_row < 4:
                if not self.run_killed_after(random_time.uniform(0.0, longest), "-c", "-o", part,
                                             *words):
                    break
                killed += 1
                in_row += 1
                if os.path.exists(frames_path(part)):
                    self.check_readable(part, whole, *words)
            self.run_ok("-c", "-o", part, *words)
            self.assert_same_frames(part, whole, f"after {killed} kills")

    def test_a_small_run_with_callbacks(self):
        self.kill_until_done([script("callbacks.py")], KILLS // 2, None)

    def test_many_steps_with_a_frame_at_each(self):
        self.kill_until_done([script("steps.py"), str(STEPS)], KILLS - KILLS // 2, None)

    def test_many_steps_compressed(self):
        self.kill_until_done([script("steps.py"), str(STEPS), "ON"], max(2, KILLS // 10), None)


if __name__ == "__main__":
    main()
