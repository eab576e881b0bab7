"""Parts of the frames of a result folder: bytes of each column, as they are and compressed.

    python3 tools/bench/frames/parts.py DIR [FRAME]

Each column is compressed on its own by zstd (level 1, then 3) in four forms: as it is, with the bytes of its
numbers by planes (all first bytes, then all second ones, ...) unless they stand so in the file, and the difference (exclusive or) from the
same column of the frame before by planes where the column has the same length there.
"""

import ctypes
import os
import sys

import numpy

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "..", "python"))

from solfec_results import container, fields, payload  # noqa: E402
from solfec_results.xdr import Xdr  # noqa: E402

ZSTD = ctypes.CDLL("libzstd.so.1")
ZSTD.ZSTD_compressBound.restype = ZSTD.ZSTD_compress.restype = ctypes.c_size_t
ZSTD.ZSTD_compressBound.argtypes = [ctypes.c_size_t]
ZSTD.ZSTD_compress.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int]


def compressed(data, level=1):
    """Bytes that zstd makes of bytes."""
    data = bytes(data)
    space = ctypes.create_string_buffer(ZSTD.ZSTD_compressBound(len(data)))
    return ZSTD.ZSTD_compress(space, len(space), data, len(data), level)


def planes(data, width):
    """The bytes of numbers of a width, all first ones first."""
    whole = len(data) // width * width
    rows = numpy.frombuffer(data[:whole], "u1").reshape(-1, width)
    return rows.T.tobytes() + data[whole:]


class Columns(Xdr):
    """Notes where each run of numbers of one size begins and ends."""

    def __init__(self, data):
        super().__init__(data)
        self.runs = []

    def _take(self, kind, count, size):
        start = self._at
        items = super()._take(kind, count, size)
        if count > 1:
            self.runs.append((start, self._at, size))
        return items

    def planes(self, count, size):
        start = self._at
        items = super().planes(count, size)
        if count > 1 or size > 8:
            self.runs.append((start, self._at, 1))  # by planes already
        return items


def columns(data):
    """(name, start, end, width) of the columns of the states of a payload, and where they end."""
    xdr = Columns(data)
    version = payload.take_head(xdr)["version"]
    found = []
    for part in ("BodyStates", payload.STATES[version]):
        for name, text, _ in fields.TYPES[part]:
            xdr.runs = []
            start = xdr._at
            if text.startswith("more of "):
                fields._read_columns(xdr, text[len("more of "):-len(" by columns")], bodies)
            else:
                value = fields._reader_of(text)(xdr)
                if part == "BodyStates" and name == "bodies":
                    bodies = value
            if text.endswith("Constraints by columns"):
                names = constraint_columns(value, text.split()[0])
                found += [(label, *run) for label, run in zip(names, xdr.runs)]
            elif xdr._at > start + 4:
                found.append((f"{part}.{name}", start, xdr._at, 4))
    return found, xdr._at


def constraint_columns(rows, type_name):
    """Names of the columns with more than one number, in order."""
    names = []
    for name, text, conditions in fields.TYPES[type_name]:
        chosen = [row for row in rows if all(fields._holds(row, one) for one in conditions)]
        text = text.removesuffix(" by planes")
        if len(chosen) > 1 or (chosen and "[" in text):
            single = text in fields.BULK or text == "bool" or text in fields.ENUMERATIONS
            names += [name] * (1 if single or "[" in text else len(chosen))
    return names


def table(path, number):
    """Prints the parts of one frame."""
    entries, _ = container.scan(path)
    number %= len(entries)
    data = container.read_payload(path, number, entries[number])
    before = container.read_payload(path, number - 1, entries[number - 1]) if number else b""
    found, end = columns(data)
    old = {}
    if before:
        for name, start, stop, _ in columns(before)[0]:
            old[name] = old.get(name, b"") + before[start:stop]
    mine = {}
    widths = {}
    for name, start, stop, width in found:
        mine[name] = mine.get(name, b"") + data[start:stop]
        widths[name] = width
    print(f"{path}: frame {number} at t={entries[number].time:g} s, {len(data)} bytes, {entries[number].stored} in "
          f"the file ({entries[number].stored / len(data):.2f})")
    print(f"{'column':28s} {'bytes':>9s} {'share':>6s} {'zstd 1':>8s} {'zstd 3':>8s} {'planes':>8s} {'change':>8s}")
    sums = numpy.zeros(5)
    for name, part in mine.items():
        width = widths[name]
        line = [len(part), compressed(part), compressed(part, 3), compressed(planes(part, width))]
        line.append(line[-1])
        if len(old.get(name, b"")) == len(part):
            change = numpy.frombuffer(part, "u1") ^ numpy.frombuffer(old[name], "u1")
            line[-1] = compressed(planes(change.tobytes(), width))
        sums += line
        print(f"{name:28s} {line[0]:9d} {line[0] / len(data):6.3f}" + "".join(f" {n:8d}" for n in line[1:]))
    rest = len(data) - int(sums[0])
    print(f"{'head, model data':28s} {rest:9d} {rest / len(data):6.3f}")
    print(f"{'all':28s} {int(sums[0]):9d} {sums[0] / len(data):6.3f}"
          + "".join(f" {int(n):8d}" for n in sums[1:]))
    print(f"{'as parts of all bytes':44s}" + "".join(f" {n / len(data):8.3f}" for n in sums[1:]))
    print(f"whole payload: zstd 1 {compressed(data)}, zstd 3 {compressed(data, 3)}, zstd 9 {compressed(data, 9)}; "
          f"planes of 8 bytes {compressed(planes(data, 8))}, of 4 {compressed(planes(data, 4))}")


if __name__ == "__main__":
    table(os.path.join(sys.argv[1], "frames.0.xdr"), int(sys.argv[2]) if len(sys.argv) > 2 else -1)
