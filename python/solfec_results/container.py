"""The frame container of result files."""

import os
import struct
from typing import NamedTuple

MAGIC = b"SOLFECFR"
VERSION = 1
COMPRESSED = 1
HEADER = struct.Struct(">8sIIqdqqI")
TRAILER_SIZE = 4


class Entry(NamedTuple):
    """Where the payload of a frame stands in its file."""

    time: float  # s
    compressed: bool
    offset: int  # of the payload, bytes
    stored: int  # bytes in the file
    original: int  # bytes after decompression


def scan(path):
    """Returns the entries of all complete frames and the number of bytes that follow them."""
    entries = []
    end = 0
    size = os.path.getsize(path)
    with open(path, "rb") as file:
        while end + HEADER.size + TRAILER_SIZE <= size:
            file.seek(end)
            magic, version, flags, sequence, time, stored, original, _ = HEADER.unpack(
                file.read(HEADER.size))
            payload = end + HEADER.size
            if magic != MAGIC or version != VERSION or sequence != len(entries):
                break
            if stored < 0 or original < 0 or payload + stored + TRAILER_SIZE > size:
                break
            entries.append(Entry(time, bool(flags & COMPRESSED), payload, stored, original))
            end = payload + stored + TRAILER_SIZE
    return entries, size - end


def decompress(data, size):
    """Decompresses one zstd frame of known size with whichever package there is."""
    try:
        from compression import zstd  # Python 3.14
        return zstd.decompress(data)
    except ImportError:
        pass
    try:
        import zstandard
        return zstandard.ZstdDecompressor().decompress(data, max_output_size=size)
    except ImportError:
        pass
    try:
        import pyzstd
        return pyzstd.decompress(data)
    except ImportError:
        raise ValueError("the results are compressed; install the Python package zstandard") from None
