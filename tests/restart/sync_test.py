"""Errors that the system reports late, when a file is forced to the disk or closed, and what is no file.

A small library in front of the C library stands for the disk: it notes each fdatasync, fsync and close of
a file of results and fails where it is told to.
"""

import os
import shutil
import subprocess
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
  return fails && !strcmp(fails, text);
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

    def run_with(self, fails=""):
        shutil.rmtree(self.path("out"), True)
        return subprocess.run([PROGRAM, "-q", "short.py"], cwd=self.folder, text=True, timeout=60,
                              env=dict(self.environment, SHIM_FAILS=fails), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)

    def test_every_run_is_forced_to_the_disk_the_folder_too(self):
        self.assertEqual(self.run_with().returncode, 0)
        calls = read(self.path("log")).decode().split("\n")
        for name in ("frames.0.xdr", "timing.0.xdr"):
            self.assertEqual(calls.count("fdatasync " + name), 3)
        self.assertEqual(calls.count("fsync out"), 1)

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
                                (["--info", "out"], 66), (["--repair", "out"], 65)):
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
