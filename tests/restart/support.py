"""What the restart tests share: runs of the program, result files cut at frames."""

import os
import shutil
import struct
import subprocess
import tempfile
import unittest

PROGRAM = os.environ.get("SOLFEC_PROGRAM", "solfec")
SOURCE = os.environ.get("SOLFEC_SOURCE", os.path.join(os.path.dirname(__file__), "..", ".."))
SCRIPTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scripts")
HEADER = struct.Struct(">8sIIqdqqI")
TRAILER = 4
ENVIRONMENT = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
SLOW = "SOLFEC_UNTIMED" in os.environ  # an instrumented program


def script(name):
    return os.path.join(SCRIPTS, name)


def frames_path(folder):
    return os.path.join(folder, "frames.0.xdr")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def frame_ends(data):
    """Bytes up to the end of each complete frame."""
    ends = []
    at = 0
    while at + HEADER.size <= len(data):
        stored = HEADER.unpack(data[at:at + HEADER.size])[5]
        at += HEADER.size + stored + TRAILER
        if at > len(data):
            break
        ends.append(at)
    return ends


def chosen(count, most):
    """At most `most` of the numbers 0 ... count - 1, evenly spread, with both ends."""
    if count <= most:
        return list(range(count))
    return sorted({round(i * (count - 1) / (most - 1)) for i in range(most)})


def lasting(steps):
    """Steps of a run that takes about as long with an instrumented program."""
    return str(steps // 6 if SLOW else steps)


class RestartTest(unittest.TestCase):
    """Test with a folder of its own."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="solfec-restart-")
        self.addCleanup(shutil.rmtree, self.folder, True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w") as file:
            file.write(text)
        return self.path(name)

    def run_program(self, *words, timeout=300):
        return subprocess.run([PROGRAM, *words], cwd=self.folder, text=True, timeout=timeout,
                              env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def start(self, *words):
        return subprocess.Popen([PROGRAM, *words], cwd=self.folder, text=True, env=ENVIRONMENT,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def run_ok(self, *words, timeout=300):
        result = self.run_program(*words, timeout=timeout)
        self.assertEqual(result.returncode, 0, result.stderr[-2000:])
        return result

    def assert_same_frames(self, folder, reference, note=""):
        got = read(frames_path(folder))
        expected = read(frames_path(reference))
        if got == expected:
            return
        shorter = min(len(got), len(expected))
        first = next((i for i in range(shorter) if got[i] != expected[i]), shorter)
        frame = sum(end <= first for end in frame_ends(expected))
        self.fail(f"{note}: {len(got)} bytes, not {len(expected)}; they differ from byte {first} "
                  f"(frame {frame}) on")

    def cut_copy(self, source, target, size):
        """A result folder with the first `size` bytes of the frames of another one."""
        shutil.rmtree(target, True)
        shutil.copytree(source, target)
        with open(frames_path(target), "r+b") as file:
            file.truncate(size)

    def continue_from_every_frame(self, path, least):
        """Continues a script from all its frames, of which there are more than `least`."""
        count = self.continue_from_prefixes([path], most=100)
        self.assertGreater(count, min(least, 2) if SLOW else least)

    def continue_from_prefixes(self, words, most):
        """Cuts the frames of a whole run at several places and continues each; returns their number.

        All frames hold their states. state_files_test.py continues runs that end by themselves.

        An instrumented program continues from three at most."""
        most = min(most, 3) if SLOW else most
        whole = self.path("whole")
        shutil.rmtree(whole, True)  # of the script before
        self.run_ok("-o", whole, "--keep-states", *words)
        folders = [whole] if os.path.exists(frames_path(whole)) else sorted(
            entry.path for entry in os.scandir(whole) if entry.is_dir())
        count = 0
        for folder in folders:
            relative = os.path.relpath(folder, whole)
            ends = frame_ends(read(frames_path(folder)))
            for number in chosen(len(ends), most):
                part = self.path("part")
                shutil.rmtree(part, True)
                shutil.copytree(whole, part)
                with open(frames_path(os.path.join(part, relative)), "r+b") as file:
                    file.truncate(ends[number])
                self.run_ok("-c", "-o", part, "--keep-states", *words)
                for each in folders:
                    self.assert_same_frames(os.path.join(part, os.path.relpath(each, whole)), each,
                                            f"{relative} cut after frame {number}")
                count += 1
        return count


def main():
    unittest.main()
