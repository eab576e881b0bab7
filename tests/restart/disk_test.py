"""Full disks and limits of the system: a clear message, valid files, and -c goes on when there is room."""

import os
import resource
import shutil
import subprocess
import unittest

from support import PROGRAM, ENVIRONMENT, RestartTest, frame_ends, frames_path, main, read, script

WORDS = [script("steps.py"), "3000"]  # about 6 MB


class NoRoom(RestartTest):
    def setUp(self):
        super().setUp()
        self.run_ok("-o", "whole", *WORDS)

    def check_message(self, result, reason):
        self.assertEqual(result.returncode, 74, result.stderr)
        self.assertRegex(result.stderr, r"steps\.py:\d+: RUN: .*/(frames|timing|state-\d)\.0\.xdr: "
                                        r"cannot be written: " + reason)

    def check_valid(self, folder):
        data = read(frames_path(folder))
        ends = frame_ends(data)
        self.assertGreater(len(ends), 10)
        self.assertEqual(ends[-1], len(data))  # nothing but whole frames
        self.assertEqual(data, read(frames_path(self.path("whole")))[:len(data)])
        self.run_ok(folder)
        self.run_ok("-o", folder, *WORDS)

    def test_limit_of_the_size_of_files(self):
        limit = 1 << 20

        def set_limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        part = self.path("part")
        for restart in ([], ["-c"]):
            result = subprocess.run([PROGRAM, *restart, "-o", part, *WORDS], cwd=self.folder,
                                    text=True, env=ENVIRONMENT, preexec_fn=set_limit,
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.check_message(result, "File too large")
            self.check_valid(part)
        self.run_ok("-c", "-o", part, *WORDS)
        self.assert_same_frames(part, self.path("whole"))

    def test_file_system_of_one_mebibyte(self):
        disk = self.path("disk")
        os.mkdir(disk)
        mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]
        try:
            mounted = os.geteuid() == 0 and subprocess.run(mount, capture_output=True).returncode == 0
        except FileNotFoundError:
            mounted = False
        if not mounted:
            raise unittest.SkipTest("needs the right to mount a tmpfs")
        self.addCleanup(subprocess.run, ["umount", disk])
        part = os.path.join(disk, "out")
        for restart in ([], ["-c"]):
            self.check_message(self.run_program(*restart, "-o", part, *WORDS),
                               "No space left on device")
            self.check_valid(part)
        # On the full disk a new analysis cannot even be started.
        with open(os.path.join(disk, "ballast"), "wb") as file:
            try:
                file.write(bytes(1 << 20))
            except OSError:
                pass
        result = self.run_program("-o", os.path.join(disk, "other"), *WORDS)
        self.assertIn(result.returncode, (73, 74), result.stderr)
        self.assertIn("No space left on device", result.stderr)
        subprocess.run(["mount", "-o", "remount,size=64m", disk], check=True)
        self.run_ok("-c", "-o", part, *WORDS)
        self.assert_same_frames(part, self.path("whole"))


class NoFolder(RestartTest):
    def test_a_folder_that_cannot_be_made_is_named(self):
        self.write("file", "not a folder")
        result = self.run_program("-o", "file/out", *WORDS)
        self.assertEqual(result.returncode, 73, result.stderr)
        self.assertRegex(result.stderr, r"steps\.py:\d+: RUN: cannot create 'file/out': Not a directory")


if __name__ == "__main__":
    main()
