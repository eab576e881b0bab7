"""The frame container of result files."""

import contextlib
import ctypes
import importlib
import math
import os
import stat
import struct
import sys
import threading
from typing import NamedTuple

from solfec_results.checksum import extended, matches
from solfec_results.columns import numpy

MAGIC = b"SOLFECFR"
VERSION = 1
COMPRESSED = 1
HEADER = struct.Struct(">8sIIqdqqI")
TRAILER_SIZE = 4
PIECE = 1 << 20  # bytes
MOST_COMPRESSION = 256  # times that a payload may shrink


class Entry(NamedTuple):
    """Where the payload of a frame stands in its file, after its header."""

    time: float  # s
    compressed: bool
    offset: int  # of the payload, bytes
    stored: int  # bytes in the file
    original: int  # bytes after decompression


def scan(path):
    """Returns the entries of all complete frames and the number of bytes that follow them.

    Checksums of headers and of the last frame are verified here, those of others when they are read.
    """
    entries = []
    end = 0
    status = os.stat(path)
    if not stat.S_ISREG(status.st_mode):  # to open a FIFO would wait for its other end
        raise ValueError(f"{path} is no regular file")
    size = status.st_size
    with open(path, "rb") as file:
        while end + HEADER.size + TRAILER_SIZE <= size:
            file.seek(end)
            header = file.read(HEADER.size)
            magic, version, flags, sequence, time, stored, original, checksum = HEADER.unpack(header)
            payload = end + HEADER.size
            if magic != MAGIC or version != VERSION or sequence != len(entries):
                break
            if not matches(checksum, header[:-4]):
                break
            if not _is_valid(flags, time, stored, original) or (entries and time < entries[-1].time):
                break
            if payload + stored + TRAILER_SIZE > size:
                break
            entries.append(Entry(time, bool(flags & COMPRESSED), payload, stored, original))
            end = payload + stored + TRAILER_SIZE
    while entries and not is_intact(path, entries[-1]):  # the end is where damage is likely
        end = entries.pop().offset - HEADER.size
    return entries, size - end


def _is_valid(flags, time, stored, original):
    """True when the fields of a header agree."""
    if flags not in (0, COMPRESSED) or stored < 0 or original < 0 or not math.isfinite(time):
        return False
    return original <= MOST_COMPRESSION * stored if flags else original == stored


@contextlib.contextmanager
def reading(path, number):
    """Adds file and frame to the ValueError of any mistake inside a payload."""
    try:
        yield
    except (ValueError, LookupError, ArithmeticError) as error:
        text = str(error)
        if not isinstance(error, ValueError):
            text = f"damaged inside: {error!r}"
        raise ValueError(text if text.startswith(path) else f"{path}: frame {number}: {text}") from None


def read_parts(path, entry):
    """Returns header, payload and checksum of a frame."""
    with open(path, "rb") as file:
        file.seek(entry.offset - HEADER.size)
        header = file.read(HEADER.size)
        data = file.read(entry.stored)
        return header, data, struct.unpack(">I", file.read(TRAILER_SIZE))[0]


def is_intact(path, entry):
    """True when the checksum of a frame is right."""
    header, data, checksum = read_parts(path, entry)
    return matches(checksum, header, data)


def read_payload(path, number, entry):
    """Returns the payload of a frame as it was before compression.

    Raises ValueError when its checksum is wrong.
    """
    header, data, checksum = read_parts(path, entry)
    if not matches(checksum, header, data):
        fail_damaged(path, number, entry)
    return decompress(data, entry.original) if entry.compressed else data


def read_array(path, number, entry):
    """Returns the payload as an array of bytes; each piece is checked while it is in the cache."""
    if entry.compressed:
        return read_payload(path, number, entry)
    data = _memory(entry.stored)
    view = memoryview(data)
    with open(path, "rb", buffering=0) as file:
        file.seek(entry.offset - HEADER.size)
        value = extended(file.read(HEADER.size), 0)
        for start in range(0, entry.stored, PIECE):
            piece = view[start:start + PIECE]
            if file.readinto(piece) != len(piece):
                raise ValueError(f"{path}: frame {number} at t = {entry.time} s is cut off")
            value = extended(piece, value)
        expected = struct.unpack(">I", file.read(TRAILER_SIZE))[0]
    if value is not None and value != expected:
        fail_damaged(path, number, entry)
    return data


_kept = []  # arrays of frames that were read
_lock = threading.Lock()


def _memory(size):
    """An array of bytes; one of before that nobody refers to any more, as new memory costs as much as
    reading does."""
    with _lock:
        for array in _kept:
            if len(array) >= size and sys.getrefcount(array) == 3:  # _kept, array, the argument
                return array[:size]
        array = numpy().empty(size + size // 8, "u1")
        _kept.append(array)
        del _kept[:-2]
        return array[:size]


def fail_damaged(path, number, entry):
    """Raises the ValueError of a frame whose checksum is wrong."""
    raise ValueError(f"{path}: frame {number} at t = {entry.time} s is damaged: its checksum is "
                     "wrong")


def decompress(data, size):
    """Decompresses one zstd frame of known size by the first package or library that is installed."""
    try:
        restored = _restored(data, size)
    except MemoryError:
        raise
    except Exception as error:  # each package has a kind of its own
        raise ValueError(f"the compressed payload is damaged: {error}") from None
    if restored is None:
        raise ValueError("the results are compressed; install the library libzstd (Debian: libzstd1) "
                         "or the Python package zstandard")
    if len(restored) != size:
        raise ValueError(f"the compressed payload has {len(restored)} bytes, its header says {size}")
    return restored


def _restored(data, size):
    """Decompresses to at most one byte more than `size`; None without a package or library."""
    for package in ("compression.zstd", "pyzstd"):  # the first: Python 3.14
        try:
            module = importlib.import_module(package)
        except ImportError:
            continue
        return module.ZstdDecompressor().decompress(data, size + 1)
    try:
        import zstandard
    except ImportError:
        return _restored_by_library(data, size)
    with zstandard.ZstdDecompressor().stream_reader(data) as stream:
        return stream.read(size + 1)


def _restored_by_library(data, size):
    """Decompresses by the shared library of zstd, which Debian always installs; None without it."""
    try:
        library = ctypes.CDLL("libzstd.so.1")
    except OSError:
        return None
    library.ZSTD_decompress.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p,
                                        ctypes.c_size_t]
    library.ZSTD_decompress.restype = ctypes.c_size_t
    library.ZSTD_isError.argtypes = library.ZSTD_getErrorName.argtypes = [ctypes.c_size_t]
    library.ZSTD_getErrorName.restype = ctypes.c_char_p
    data = bytes(data)
    restored = bytearray(size)
    space = (ctypes.c_char * size).from_buffer(restored) if size else None
    length = library.ZSTD_decompress(space, size, data, len(data))
    if library.ZSTD_isError(length):
        raise ValueError(library.ZSTD_getErrorName(length).decode())
    return memoryview(restored)[:length]
