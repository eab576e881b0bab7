"""Frames whose checksums are right and whose inside is not: neither reader shows what is wrong."""

import math
import os
import random
import struct
import sys
import unittest.mock

from support import HEADER, SLOW, RestartTest, SOURCE, frames_path, main, read

sys.path.insert(0, os.path.join(SOURCE, "python"))
import solfec_results
from solfec_results import container

SCENE = """
s = SOLFEC('DYNAMIC', 1e-3, 'out')
OUTPUT(s, 0, 'OFF')
bulk = BULK_MATERIAL(s)
BODY(s, 'OBSTACLE', SPHERE((0, 0, 0), 1, 1, 1), bulk)
BODY(s, 'RIGID', SPHERE((0, 0, 1.4999), 0.5, 1, 1), bulk)
cube = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]
BODY(s, 'PSEUDO_RIGID', TRANSLATE(HULL(cube, 1, 1), (5, 0, 0)), bulk)
BODY(s, 'FINITE_ELEMENT', TRANSLATE(HEX(cube, 1, 1, 1, 1, [1] * 6), (9, 0, 0)), bulk)
GRAVITY(s, (0, 0, -10))
RUN(s, GAUSS_SEIDEL_SOLVER(1e-3, 10), 0.003)
"""
TABLE = [crc for crc in range(256)]
for _ in range(8):
    TABLE = [crc >> 1 ^ (0x82F63B78 if crc & 1 else 0) for crc in TABLE]


def crc32c(data):
    value = 0xFFFFFFFF
    for byte in data:
        value = TABLE[(value ^ byte) & 255] ^ value >> 8
    return value ^ 0xFFFFFFFF


def frame(payload, sequence, time):
    """A frame with right checksums."""
    size = len(payload)
    head = HEADER.pack(b"SOLFECFR", 1, 0, sequence, time, size, size, 0)[:-4]
    data = head + struct.pack(">I", crc32c(head)) + payload
    return data + struct.pack(">I", crc32c(data))


class Forged(RestartTest):
    def setUp(self):
        super().setUp()
        self.run_ok("-q", self.write("scene.py", SCENE))
        data = read(frames_path(self.path("out")))
        entries, _ = container.scan(frames_path(self.path("out")))
        self.times = [entry.time for entry in entries]
        self.payloads = [data[e.offset:e.offset + e.stored] for e in entries]
        sound = crc32c(b"123456789")
        self.assertEqual(sound, 0xE3069283)  # RFC 3720

    def store(self, number, payload):
        payloads = [*self.payloads]
        payloads[number] = payload
        with open(frames_path(self.path("out")), "wb") as file:
            for i, each in enumerate(payloads):
                file.write(frame(each, i, self.times[i]))

    def with_number(self, old, new, number=-1):
        """A payload in which the only double `old` is `new`."""
        place = self.payloads[number].find(struct.pack(">d", old))
        self.assertGreater(place, 0)
        payload = bytearray(self.payloads[number])
        payload[place:place + 8] = struct.pack(">d", new)
        return bytes(payload)

    def test_numbers_that_are_not_finite_are_refused_with_the_frame_and_the_body(self):
        last = solfec_results.open(self.path("out"))[-1]
        places = {"the state of body 2": last.bodies[2].center[2],
                  "the energy of body 3": last.bodies[3].energy["kinetic"],
                  "the state of body 4": last.bodies[4].displacements[0][2],
                  "the state of constraint": last.constraints[0].R[2]}
        for what, value in places.items():
            for bad in (math.nan, math.inf, -math.inf):
                self.store(len(self.payloads) - 1, self.with_number(value, bad))
                text = rf"frames\.0\.xdr: frame {len(self.payloads) - 1}: {what}.* is not finite"
                with self.assertRaisesRegex(ValueError, text):
                    solfec_results.open(self.path("out"))[-1]
                result = self.run_program("--export", "csv", "out", "-o", "tables")
                self.assertEqual(result.returncode, 65, what)
                self.assertRegex(result.stderr, text)

    def test_arrays_refuse_them_too(self):
        last = solfec_results.open(self.path("out"))[-1]
        for value, take in ((last.bodies[2].center[2], lambda a: a.bodies.center),
                            (last.bodies[3].energy["kinetic"], lambda a: a.bodies.energy),
                            (last.bodies[4].displacements[0][2], lambda a: a.bodies.displacements(4)),
                            (last.constraints[0].R[2], lambda a: a.forces)):
            self.store(len(self.payloads) - 1, self.with_number(value, math.nan))
            arrays = solfec_results.open(self.path("out")).arrays(-1)
            with self.assertRaisesRegex(ValueError, r"frames\.0\.xdr: frame \d+: .* is not finite"):
                take(arrays)

    def read_all(self):
        results = solfec_results.open(self.path("out"))
        actions = [lambda: results.bodies]
        for i in range(len(results)):
            actions += [lambda i=i: results[i], lambda i=i: results.arrays(i).forces,
                        lambda i=i: results.arrays(i).bodies.center,
                        lambda i=i: results.arrays(i).constraints.status]
        for action in actions:
            try:
                action()
            except ValueError as error:
                self.assertIn("frames.0.xdr", str(error))

    def test_no_wrong_word_gives_another_error_than_one_that_names_the_file(self):
        words = (0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x7FF80000)
        rng = random.Random(20260101)
        for _ in range(20 if SLOW else 300):
            number = rng.choice((0, len(self.payloads) - 1))
            payload = bytearray(self.payloads[number])
            place = 4 * rng.randrange(len(payload) // 4)
            payload[place:place + 4] = struct.pack(">I", rng.choice(words))
            self.store(number, bytes(payload))
            try:
                with unittest.mock.patch("warnings.warn"):
                    self.read_all()
            except ValueError as error:  # of open
                self.assertIn("frames.0.xdr", str(error))

    def test_lengths_that_do_not_agree_end_the_results(self):
        self.assertFalse(container._is_valid(1, 0.0, 10, 2561))
        self.assertTrue(container._is_valid(1, 0.0, 10, 2560))
        for flags, time, stored, original in ((0, 0.0, 10, 11), (2, 0.0, 10, 10), (1, 0.0, -1, 10),
                                              (0, math.nan, 10, 10), (0, math.inf, 10, 10)):
            self.assertFalse(container._is_valid(flags, time, stored, original))


class NoRegularFiles(RestartTest):
    """FIFOs have no writer here, so whoever opened one to read would wait without end."""

    def setUp(self):
        super().setUp()
        self.run_ok("-q", self.write("scene.py", SCENE))

    def test_problems_and_time_series(self):
        os.mkfifo(self.path("fifo"))
        series = self.write("series.py", "import sys\nTIME_SERIES(sys.argv[1])\n")
        for name in ("fifo", "/dev/zero"):
            result = self.run_program("--solve", name, timeout=20)
            self.assertEqual(result.returncode, 66)
            self.assertIn(f"{name}: cannot be opened: it is no regular file", result.stderr)
            result = self.run_program(series, "--", name, timeout=20)
            self.assertEqual(result.returncode, 2)
            self.assertIn(f"{name}: cannot be read: it is no regular file", result.stderr)

    def test_notes_of_a_results_folder(self):
        for name in ("provenance.txt", "settings.txt", "timing.0.xdr", "STATE", "log"):
            for make in (os.mkfifo, os.mkdir):
                kept = read(self.path(f"out/{name}"))
                os.remove(self.path(f"out/{name}"))
                make(self.path(f"out/{name}"))
                for words in (("out",), ("-q", "scene.py")):
                    result = self.run_program(*words, timeout=20)
                    self.assertEqual(result.returncode, 0, (name, result.stderr))
                times = solfec_results.open(self.path("out")).timing(1)
                self.assertEqual(set(times.values()) == {0.0}, name == "timing.0.xdr")
                (os.remove if make is os.mkfifo else os.rmdir)(self.path(f"out/{name}"))
                with open(self.path(f"out/{name}"), "wb") as file:
                    file.write(kept)


if __name__ == "__main__":
    main()
