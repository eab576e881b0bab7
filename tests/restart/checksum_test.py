"""The Python reader verifies checksums, and says when it cannot."""

import os
import struct
import subprocess
import sys

from support import ENVIRONMENT, HEADER, RestartTest, SOURCE, frame_ends, frames_path, main, read

SCENE = """
s = SOLFEC('DYNAMIC', 1e-3, 'out')
bulk = BULK_MATERIAL(s)
BODY(s, 'RIGID', SPHERE((0, 0, 1), 0.5, 1, 1), bulk)
GRAVITY(s, (0, 0, -10))
RUN(s, GAUSS_SEIDEL_SOLVER(1e-3, 10), 0.02)
"""

READS = """
import sys
sys.path.insert(0, sys.argv[1])
{before}
import solfec_results
results = solfec_results.open('out')
print(results.verified_by, len(results), results.damaged_bytes > 0)
for frame in range(len(results)):
    try:
        results[frame]
    except ValueError as error:
        print(error)
"""

# The module crc32c as far as the reader uses it, by the definition of the checksum.
STAND_IN = """
import types
def crc(data, value=0):
    value ^= 0xFFFFFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
    return value ^ 0xFFFFFFFF
assert crc(b'123456789') == 0xe3069283  # RFC 3720
sys.modules['crc32c'] = types.SimpleNamespace(crc32c=crc)
"""
NO_SOLFEC = "sys.modules['solfec'] = None\n"
NO_CRC32C = "sys.modules['crc32c'] = None\n"


class Checksums(RestartTest):
    def setUp(self):
        super().setUp()
        self.run_ok("-q", self.write("scene.py", SCENE))
        self.data = bytearray(read(frames_path(self.path("out"))))
        self.ends = frame_ends(self.data)

    def damage(self, place):
        self.data[place] ^= 4
        with open(frames_path(self.path("out")), "wb") as file:
            file.write(self.data)

    def reads(self, before):
        """What a reader says that finds some modules only."""
        path = self.write("reads.py", READS.format(before=before))
        done = subprocess.run([sys.executable, "-B", path, os.path.join(SOURCE, "python")],
                              cwd=self.folder, env=ENVIRONMENT, text=True, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.split("\n")[:-1], done.stderr

    def test_a_damaged_frame_is_an_error_when_it_is_read(self):
        frames = len(self.ends)
        self.assertEqual(self.reads(NO_SOLFEC + STAND_IN), ([f"crc32c {frames} False"], ""))
        self.damage(self.ends[4] - 30)  # in the payload of frame 4
        head, error = self.reads(NO_SOLFEC + STAND_IN)[0]
        self.assertEqual(head, f"crc32c {frames} False")
        self.assertRegex(error, r"frames.0.xdr: frame 4 at t = 0.004 s is damaged: its checksum is")

    def test_a_damaged_header_or_end_ends_the_results(self):
        self.damage(self.ends[-1] - 30)
        self.assertEqual(self.reads(NO_SOLFEC + STAND_IN)[0], [f"crc32c {len(self.ends) - 1} True"])
        self.damage(self.ends[4] + 28)  # a bit of the time of frame 5
        self.assertEqual(self.reads(NO_SOLFEC + STAND_IN)[0], ["crc32c 5 True"])

    def test_without_a_module_the_reader_says_that_nothing_is_verified(self):
        self.damage(self.ends[4] - 30)
        lines, warning = self.reads(NO_SOLFEC + NO_CRC32C)
        self.assertEqual(lines[0], f"None {len(self.ends)} False")
        self.assertIn("checksums of results are not verified", warning)

    def test_the_program_itself_verifies(self):
        self.damage(self.ends[4] - 30)
        script = self.write("inside.py", READS.format(before=""))
        done = self.run_ok("-q", script, os.path.join(SOURCE, "python"))
        self.assertEqual(done.stdout.split("\n")[0], f"solfec {len(self.ends)} False")
        self.assertIn("frame 4 at t = 0.004 s is damaged", done.stdout)
        self.assertEqual(HEADER.size, 52)


class OtherVersion(RestartTest):
    """Results of another version of the payload, with the right checksums."""

    SCRIPT = """
s = SOLFEC('DYNAMIC', 1e-3, 'out')
OUTPUT(s, 0, 'OFF')
BODY(s, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), BULK_MATERIAL(s))
RUN(s, GAUSS_SEIDEL_SOLVER(1e-3, 10), 0.002)
"""

    @staticmethod
    def checksum(data):
        """CRC-32C bit by bit, RFC 3720."""
        crc = 0xffffffff
        for byte in data:
            crc ^= byte
            for _ in range(8):
                crc = crc >> 1 ^ (0x82f63b78 if crc & 1 else 0)
        return crc ^ 0xffffffff

    def test_it_is_refused_and_the_message_says_who_wrote_it(self):
        self.assertEqual(self.checksum(b"123456789"), 0xe3069283)
        self.run_ok("-q", self.write("ball.py", self.SCRIPT))
        path = frames_path(self.path("out"))
        data = read(path)
        first = data[:frame_ends(data)[0] - 4]
        whole, = struct.unpack_from(">I", first, HEADER.size)
        self.assertEqual(whole, 24)
        for version, who in ((20, "an earlier"), (26, "a later")):
            changed = first[:HEADER.size] + struct.pack(">I", version) + first[HEADER.size + 4:]
            with open(path, "wb") as file:
                file.write(changed + struct.pack(">I", self.checksum(changed)))
            for words in (["ball.py"], ["-c", "ball.py"], ["out"]):
                result = self.run_program("-q", *words)
                self.assertEqual(result.returncode, 65, result.stderr)
                self.assertIn(f"frame 0: the payload has version {version}, this program reads the versions "
                              f"21 to 25: {who} one wrote it\n", result.stderr)
        self.run_ok("-q", "-w", "ball.py")
        self.assertEqual(read(path), data)


if __name__ == "__main__":
    main()
