"""Two runs and one folder: the first one keeps it, whatever the second one is told to do."""

import os
import shutil
import signal
import subprocess
import time

from support import ENVIRONMENT, PROGRAM, RestartTest, frame_ends, frames_path, main, read

SLOW = """
import os, time
words = NON_SOLFEC_ARGV() or []
s = SOLFEC('DYNAMIC', 1e-3, 'out')
BODY(s, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), BULK_MATERIAL(s))
GRAVITY(s, (0, 0, -1))
def child():  # outlives its parent
    if not os.path.exists('child') and os.fork() == 0:
        with open('child', 'w') as file: file.write(str(os.getpid()))
        time.sleep(100)
        os._exit(0)
def pause(none):
    if 'child' in words: child()
    elif 'descriptor' in words: open('out/LOCK').close()
    if 'quick' in words: return 1
    time.sleep(0.02)
    while s.time > 0.15 and os.path.exists('gate'): time.sleep(0.005)  # until the test removes it
    return 1
CALLBACK(s, 0.01, None, pause)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-3, 10), 0.5)
"""
REFUSED = (r"'out' is being written by another run \(host \S+, process {process}, started "
           r"\d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d UTC\)")


class TwoWriters(RestartTest):
    def setUp(self):
        super().setUp()
        self.write("slow.py", SLOW)
        self.run_ok("-q", "-o", "whole", "slow.py", "quick")

    def close_gate(self):
        with open(self.path("gate"), "w"):
            pass

    def open_gate(self):
        os.remove(self.path("gate"))

    def await_frames(self, process):
        path = frames_path(self.path("out"))
        while process.poll() is None and not (os.path.exists(path) and os.path.getsize(path) > 9000):
            time.sleep(0.005)
        self.assertIsNone(process.poll())

    def begin(self, *words):
        """A run that has written some frames and goes on when the gate is opened."""
        self.close_gate()
        process = self.start("-q", "slow.py", *words)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.await_frames(process)
        return process

    def assert_refused(self, process, *words):
        done = self.run_program(*words)
        self.assertEqual(done.returncode, 73, done.stderr)
        self.assertRegex(done.stderr, REFUSED.format(process=process.pid))

    def test_the_second_is_refused_before_it_moves_or_cuts_anything(self):
        process = self.begin()
        for words in (("-q", "-c", "slow.py", "quick"), ("-q", "-w", "slow.py", "quick"),
                      ("--repair", "out")):
            with self.subTest(words=words):
                self.assert_refused(process, *words)
        last = self.run_program("-q", "-c", "slow.py").stderr.rstrip().split("\n")[-1]
        self.assertRegex(last, r"^slow\.py:\d+: RUN: 'out' is being written")
        self.open_gate()
        self.assertEqual(process.wait(60), 0)
        self.assert_same_frames(self.path("out"), self.path("whole"))
        self.assertEqual(sorted(os.listdir(self.folder)), ["out", "slow.py", "whole"])
        self.assertNotIn("LOCK", os.listdir(self.path("out")))

    def test_two_that_start_at_once_end_as_one(self):
        runs = [self.start("-q", "slow.py", "slow") for _ in range(2)]
        self.assertEqual(sorted(run.wait(60) for run in runs)[0], 0)
        self.assert_same_frames(self.path("out"), self.path("whole"))

    def test_moving_results_under_another_root_is_refused_too(self):
        process = self.begin("-", "-")  # results of one object in out
        several = SLOW + "SOLFEC('DYNAMIC', 1e-3, 'second')\n"
        self.write("several.py", several)
        self.assert_refused(process, "-q", "-o", "out", "several.py", "quick")

    def test_a_killed_holder_is_none(self):
        process = self.begin()
        process.kill()
        process.wait()
        self.open_gate()
        self.assertIn("LOCK", os.listdir(self.path("out")))
        self.run_ok("-q", "-c", "slow.py", "quick")
        self.assert_same_frames(self.path("out"), self.path("whole"))

    def test_a_child_that_outlives_the_holder_does_not_keep_the_folder(self):
        process = self.start("-q", "slow.py", "child")
        self.assertEqual(process.wait(60), 0)
        with open(self.path("child")) as file:
            child = int(file.read())
        try:
            os.kill(child, 0)  # still there
            self.run_ok("-q", "-c", "slow.py", "quick")
            self.run_ok("-q", "-w", "slow.py", "quick")
        finally:
            os.kill(child, signal.SIGKILL)

    def test_another_descriptor_of_the_lock_file_does_not_drop_it(self):
        process = self.begin("descriptor")
        self.assert_refused(process, "-q", "-c", "slow.py", "quick")

    def test_a_forked_child_cannot_run_on(self):
        done = self.run_program("-q", self.write("slow.py", SLOW + """
texts = lambda: [open('out/' + name).read() for name in ('STATE', 'settings.txt', 'log')]
before = texts()
if os.fork() == 0:
    GRAVITY(s, (0, 0, -7))
    RUN(s, GAUSS_SEIDEL_SOLVER(1e-3, 10), 5)
print(os.waitstatus_to_exitcode(os.wait()[1]), texts() == before)
"""), "quick")
        self.assertEqual((done.returncode, done.stdout), (0, "73 True\n"), done.stderr)
        self.assertRegex(done.stderr, r"slow\.py:\d+: RUN: 'out' belongs to the process that")
        self.assert_same_frames(self.path("out"), self.path("whole"))

    def test_a_run_whose_file_was_changed_stops(self):
        for change in (lambda file: file.write(b"x"), lambda file: file.truncate(1000)):
            self.close_gate()
            shutil.rmtree(self.path("out"), ignore_errors=True)
            process = subprocess.Popen(
                [PROGRAM, "-q", "slow.py"], cwd=self.folder, text=True, env=ENVIRONMENT,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            self.addCleanup(process.kill)
            self.await_frames(process)
            with open(frames_path(self.path("out")), "ab") as file:
                change(file)
            self.open_gate()
            with process.stderr:
                text = process.stderr.read()
            self.assertEqual(process.wait(60), 74, text)
            self.assertRegex(text, r"slow\.py:\d+: RUN: out/frames\.0\.xdr: another program has "
                                   r"changed it: it has \d+ bytes, this run has written \d+")


class BrokenOrder(RestartTest):
    def test_times_that_go_back_are_refused(self):
        """What two writers without a lock could leave behind: sound frames whose times go back."""
        self.run_ok("-q", self.write("short.py", SLOW.replace("10), 0.5", "10), 0.01")),
                    "quick")
        data = read(frames_path(self.path("out")))
        ends = frame_ends(data)
        early = bytearray(data[ends[2]:ends[3]])  # frame 3 once more, as number 11
        early[16:24] = (11).to_bytes(8, "big")
        early[48:52] = crc32c(early[:48]).to_bytes(4, "big")
        early[-4:] = crc32c(early[:-4]).to_bytes(4, "big")
        with open(frames_path(self.path("out")), "ab") as file:
            file.write(early)
        text = self.run_ok("--info", "out").stdout
        self.assertIn("11 frames, t = 0 to 0.01 s", text)
        self.assertIn("frame 11 at byte %d: the time goes back from 0.01 s to 0.003 s" % len(data),
                      text)
        done = self.run_ok("-q", "short.py", "quick")
        self.assertIn("the time goes back from 0.01 s to 0.003 s", done.stderr)


def crc32c(data):
    value = 0xFFFFFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
    return value ^ 0xFFFFFFFF


if __name__ == "__main__":
    main()
