"""Errors that the system reports late, when a file is forced to the disk or closed, and what is no file.

A small library in front of the C library stands for the disk: it notes each fdatasync, fsync and close of
a file of results and fails where it is told to.
"""

import os
import shutil
import subprocess
import time
import unittest

from support import ENVIRONMENT, PROGRAM, RestartTest, frames_path, main, read

SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int seen;  // calls that are to fail, SHIM_LATER of which pass

static int note(const char* call, int file) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0 || !getenv("SHIM_LOG")) return 0;
  path[length] = 0;
  if (!strstr(path, "/out")) return 0;
  FILE* log = fopen(getenv("SHIM_LOG"), "a");
  if (!log) return 0;
  fprintf(log, "%s %s\n", call, strrchr(path, '/') + 1);
  fclose(log);
  const char* fails = getenv("SHIM_FAILS");
  char text[4200];
  snprintf(text, sizeof text, "%s %s", call, strrchr(path, '/') + 1);
  if (!fails || strcmp(fails, text)) return 0;
  return seen++ >= (getenv("SHIM_LATER") ? atoi(getenv("SHIM_LATER")) : 0);
}
ssize_t write(int file, const void* data, size_t size) {
  static ssize_t (*next)(int, const void*, size_t);
  if (!next) *(void**)&next = dlsym(RTLD_NEXT, "write");
  note("write", file);
  return next(file, data, size);
}
#define WRAP(name, error)                                      \
  int name(int file) {                                         \
    static int (*next)(int);                                   \
    if (!next) *(void**)&next = dlsym(RTLD_NEXT, #name);       \
    const int fails = note(#name, file);                       \
    const int result = next(file);                             \
    if (!fails) return result;                                 \
    errno = error;                                             \
    return -1;                                                 \
  }
WRAP(fdatasync, EIO)
WRAP(fsync, EIO)
WRAP(close, EDQUOT)
"""
SCRIPT = """
s = SOLFEC('DYNAMIC', 1e-3, 'out')
BODY(s, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), BULK_MATERIAL(s))
for i in range(3): RUN(s, GAUSS_SEIDEL_SOLVER(1e-3, 10), 0.002)
"""


class LateErrors(RestartTest):
    def setUp(self):
        super().setUp()
        compiler = shutil.which("cc")
        if compiler is None or os.environ.get("ASAN_OPTIONS"):
            raise unittest.SkipTest("needs a C compiler and a program without sanitizers")
        library = self.path("shim.so")
        subprocess.run([compiler, "-shared", "-fPIC", "-o", library, self.write("shim.c", SHIM), "-ldl"],
                       check=True)
        self.environment = dict(ENVIRONMENT, LD_PRELOAD=library, SHIM_LOG=self.path("log"))
        self.write("short.py", SCRIPT)

    def run_with(self, fails="", later=0):
        shutil.rmtree(self.path("out"), True)
        return subprocess.run([PROGRAM, "-q", "short.py"], cwd=self.folder, text=True, timeout=60,
                              env=dict(self.environment, SHIM_FAILS=fails, SHIM_LATER=str(later)),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def calls(self):
        """What the run has done, without the many calls that concern other files."""
        lines = read(self.path("log")).decode().split("\n")
        os.remove(self.path("log"))
        return [line for line in lines if line.endswith((".0.xdr", " out"))]

    def test_every_run_is_forced_to_the_disk_the_folder_too(self):
        """The first one at its end, those within a second of it at the end of the program."""
        gone = SCRIPT + "del s\nprint(open('log').read().count('fdatasync frames'))\n"
        slow = SCRIPT.replace(", 0.002)", ", 0.002); import time; time.sleep(1.1)")
        for text, most in ((SCRIPT, 3), (gone, 3), (slow, 3)):
            start = time.monotonic()
            self.write("short.py", text)
            result = self.run_with()
            self.assertEqual(result.returncode, 0)
            self.assertIn(result.stdout, ("2\n", "3\n") if text is gone else ("",))
            calls = self.calls()
            late = time.monotonic() - start > 1
            for name in ("frames.0.xdr", "timing.0.xdr"):
                syncs = calls.count("fdatasync " + name)
                self.assertTrue(syncs == 3 if text is slow else syncs == 2 or late, calls)
                last_write = max(i for i, call in enumerate(calls) if call == "write " + name)
                self.assertIn("fdatasync " + name, calls[last_write:])
            files = sum(name.startswith("state-") for name in os.listdir(self.path("out")))
            self.assertIn(calls.count("fsync out"), range(1, 2 + files))  # once more when some are new
            first_end = calls.index("fdatasync frames.0.xdr")
            self.assertEqual(calls[:first_end].count("write frames.0.xdr"), 3)  # start and two steps

    def test_many_short_runs_do_not_wait_for_the_disk(self):
        self.write("short.py", SCRIPT.replace("range(3)", "range(300)"))
        start = time.monotonic()
        self.assertEqual(self.run_with().returncode, 0)
        self.assertLessEqual(self.calls().count("fdatasync frames.0.xdr"), 2 + time.monotonic() - start)

    def test_errors_after_the_last_run_end_the_program_with_74(self):
        for ending in ("", "del s\n", "import gc\ndel s\ngc.collect()\nprint('on')\n"):
            for name in ("frames.0.xdr", "timing.0.xdr"):
                with self.subTest(ending=ending, name=name):
                    self.write("short.py", SCRIPT + ending)
                    result = self.run_with("fdatasync " + name, 1)
                    self.assertEqual(result.returncode, 74, result.stderr)
                    self.assertRegex(result.stderr, r"out/%s: cannot be written: Input/output error\n$" % name)
                    self.assertEqual(result.stderr.count("cannot be written"), 1)
        self.write("short.py", SCRIPT + "import sys; sys.exit(5)\n")
        self.assertEqual(self.run_with("fdatasync frames.0.xdr", 1).returncode, 5)

    def test_late_errors_end_the_run_with_74(self):
        for call, reason in (("fdatasync frames.0.xdr", "Input/output error"),
                             ("fdatasync timing.0.xdr", "Input/output error"),
                             ("close frames.0.xdr", "Disk quota exceeded"),
                             ("close timing.0.xdr", "Disk quota exceeded"),
                             ("fsync out", "Input/output error")):
            with self.subTest(call=call):
                result = self.run_with(call)
                self.assertEqual(result.returncode, 74, result.stderr)
                self.assertRegex(result.stderr, r"short\.py:4: RUN: .*out.*: cannot be written: " + reason)


class NoFiles(RestartTest):
    def test_a_fifo_or_a_device_in_place_of_results_is_refused_at_once(self):
        self.write("short.py", SCRIPT)
        os.mkdir(self.path("out"))
        frames = frames_path(self.path("out"))
        for make in (os.mkfifo, lambda path: os.symlink("/dev/zero", path)):
            make(frames)
            for words, code in ((["short.py"], 65), (["-w", "short.py"], 65), (["-c", "short.py"], 65),
                                (["--info", "out"], 65), (["out"], 65), (["--repair", "out"], 65)):
                with self.subTest(words=words):
                    result = self.run_program("-q", *words, timeout=20)
                    self.assertEqual(result.returncode, code, result.stderr)
                    self.assertIn("out/frames.0.xdr: cannot be opened: it is no regular file", result.stderr)
            os.remove(frames)
        for name in ("timing.0.xdr", "log", "settings.txt", "STATE"):
            with self.subTest(name=name):
                os.mkfifo(os.path.join(self.path("out"), name))
                result = self.run_program("-q", "short.py", timeout=20)
                self.assertEqual(result.returncode, 73, result.stderr)
                self.assertIn("'out/%s' is no regular file" % name, result.stderr)
                os.remove(os.path.join(self.path("out"), name))


if __name__ == "__main__":
    main()
