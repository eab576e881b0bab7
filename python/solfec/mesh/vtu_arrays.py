"""Arrays of vtu files in all their encodings, and the same file with all arrays in their place.

Source of the encodings: The VTK User's Guide, VTK XML formats. Text, base64 and appended bytes,
each packed in blocks by zlib or lzma or not.
"""

from __future__ import annotations

import base64
import lzma
import re
import zlib
from dataclasses import dataclass

import numpy as np

from .source import parse_numbers

TYPES = {"Int8": "i1", "UInt8": "u1", "Int16": "i2", "UInt16": "u2", "Int32": "i4", "UInt32": "u4",
         "Int64": "i8", "UInt64": "u8", "Float32": "f4", "Float64": "f8"}
UNPACK = {"vtkZLibDataCompressor": zlib.decompress, "vtkLZMADataCompressor": lzma.decompress}
CHUNK = 1 << 14  # numbers that become text at a time
MOST_PACKED = 1000  # bytes that one byte of the file may become


@dataclass
class ArrayTag:
    """Element DataArray of a file: where it and its text begin and end, attributes."""

    begin: int
    end: int
    attributes: dict[str, str]
    text: tuple[int, int]

    @property
    def form(self) -> str:
        """Encoding: 'ascii', 'binary' or 'appended'."""
        return self.attributes.get("format", "ascii")


def _attributes(text: bytes) -> dict[str, str]:
    found = re.findall(r"""([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""", text.decode("latin-1"))
    return {name: one or two for name, one, two in found}


class VtuArrays:
    """Arrays of the bytes of a vtu file; ValueError or LookupError where they are damaged."""

    def __init__(self, data: bytes) -> None:
        cut = data.find(b"<AppendedData")
        self.data, self.head = data, cut if cut >= 0 else len(data)  # elements stand before
        root = re.compile(rb"<VTKFile\b([^>]*)>").search(data, 0, self.head)
        if root is None:
            raise LookupError("no element VTKFile")
        self.root = root
        more = _attributes(root.group(1))
        self.order = ">" if more.get("byte_order") == "BigEndian" else "<"
        self.count = np.dtype(self.order + TYPES[more.get("header_type", "UInt32")])
        self.compressor = more.get("compressor")
        self.appended, self.is_raw = 0, False
        if cut >= 0:
            begin = data.index(b">", cut)
            self.is_raw = _attributes(data[cut:begin]).get("encoding") == "raw"
            self.appended = data.index(b"_", begin) + 1
        self.tags = [self._tag(match) for match in
                     re.compile(rb"<DataArray\b([^>]*?)(/?)>").finditer(data, 0, self.head)]

    def _tag(self, match: re.Match[bytes]) -> ArrayTag:
        begin, end = match.span()
        if match.group(2):
            return ArrayTag(begin, end, _attributes(match.group(1)), (end, end))
        close = b"</DataArray>"
        stop = self.data.index(close, end, self.head)
        text = end, self.data.index(b"<", end)  # keys may follow the numbers
        return ArrayTag(begin, stop + len(close), _attributes(match.group(1)), text)

    def text(self, tag: ArrayTag) -> bytes:
        """Returns what stands in an element."""
        return self.data[slice(*tag.text)]

    def cells(self) -> list[dict[str, ArrayTag]]:
        """Returns the arrays of the cells of every piece by their names."""
        found = []
        for match in re.compile(rb"<Cells\b").finditer(self.data, 0, self.head):
            end = self.data.index(b"</Cells>", match.end(), self.head)
            found.append({tag.attributes.get("Name", ""): tag for tag in self.tags
                          if match.start() <= tag.begin < end})
        return found

    def numbers(self, tag: ArrayTag) -> np.ndarray:
        """Returns the whole numbers of an array."""
        if tag.form == "ascii":
            return parse_numbers(self.text(tag), np.int64)
        return np.frombuffer(self.decoded(tag), self.dtype(tag)).astype(np.int64)

    def dtype(self, tag: ArrayTag) -> np.dtype:
        """Returns the type of the numbers of an array."""
        return np.dtype(self.order + TYPES[tag.attributes["type"]])

    def decoded(self, tag: ArrayTag) -> bytes:
        """Returns the bytes of the numbers of an array that is no text."""
        if tag.form == "binary":
            take: _Bytes = _Base64(self.text(tag).strip())
        else:
            at = self.appended + int(tag.attributes["offset"])
            take = _Bytes(self.data[at:]) if self.is_raw else _Base64(self.data[at:])
        if self.compressor is None:
            return take.counted(self.count)
        blocks, size, _ = self._counts(take.peek(3 * self.count.itemsize))
        if blocks * size > MOST_PACKED * len(self.data):
            raise ValueError("more bytes than such a file can hold")
        sizes = self._counts(take.part((3 + blocks) * self.count.itemsize))[3:]
        packed, at, found = take.part(sum(sizes)), 0, []
        for one in sizes:
            found.append(UNPACK[self.compressor](packed[at:at + one]))
            at += one
        return b"".join(found)

    def _counts(self, data: bytes) -> list[int]:
        return np.frombuffer(data, self.count).tolist()

    def inlined(self, changed: dict[int, np.ndarray]) -> bytes:
        """Returns the file with every array where its element stands, in base64 or text, unpacked.

        changed: numbers that replace those of arrays, by the first bytes of their elements.
        """
        begin, end = self.root.span()
        parts = [self.data[:begin], re.sub(rb"""\scompressor\s*=\s*("[^"]*"|'[^']*')""", b"",
                                           self.data[begin:end])]
        for tag in self.tags:
            parts.append(self.data[end:tag.begin])
            end = tag.end
            parts.append(self._element(tag, changed.get(tag.begin)))
        parts.append(self.data[end:self.head])
        close = b"</AppendedData>"
        if self.appended:
            parts.append(self.data[self.data.rindex(close) + len(close):])
        return b"".join(parts)

    def _element(self, tag: ArrayTag, numbers: np.ndarray | None) -> bytes:
        if tag.form == "ascii":
            form, text = "ascii", self.text(tag) if numbers is None else text_of(numbers)
        else:
            data = self.decoded(tag) if numbers is None else \
                numbers.astype(self.dtype(tag)).tobytes()
            form = "binary"
            text = base64.b64encode(np.array([len(data)], self.count).tobytes() + data)
        kept = " ".join(f'{name}="{value}"' for name, value in tag.attributes.items()
                        if name not in ("format", "offset"))
        return f'<DataArray {kept} format="{form}">'.encode("latin-1") + text + b"</DataArray>"


def text_of(numbers: np.ndarray) -> bytes:
    """Returns whole numbers as text, made of some at a time, which bounds the memory."""
    return b"".join(" ".join(map(str, numbers[at:at + CHUNK].tolist())).encode() + b"\n"
                    for at in range(0, len(numbers), CHUNK))


class _Bytes:
    """Bytes taken one part after another."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def peek(self, count: int) -> bytes:
        """Returns bytes that stay to be taken."""
        return self._exactly(self.data[self.at:self.at + count], count)

    def part(self, count: int) -> bytes:
        """Returns the next bytes, which were encoded as one part."""
        found = self.peek(count)
        self.at += count
        return found

    def counted(self, count: np.dtype) -> bytes:
        """Returns the bytes behind their number, which has the type `count`."""
        size = int(np.frombuffer(self.part(count.itemsize), count)[0])
        return self.part(size)

    @staticmethod
    def _exactly(data: bytes, count: int) -> bytes:
        if len(data) < count:
            raise ValueError("the data end too early")
        return data[:count]


class _Base64(_Bytes):
    """Parts of base64, each of which ends with its own padding."""

    def peek(self, count: int) -> bytes:
        size = 4 * -(-count // 3)
        return self._exactly(base64.b64decode(self.data[self.at:self.at + size]), count)

    def part(self, count: int) -> bytes:
        found = self.peek(count)
        self.at += 4 * -(-count // 3)
        return found

    def counted(self, count: np.dtype) -> bytes:
        size = int(np.frombuffer(self.peek(count.itemsize), count)[0])
        chars = 4 * -(-count.itemsize // 3)
        if b"=" in self.data[self.at:self.at + chars]:  # the number is a part of its own
            return super().counted(count)
        return self.part(count.itemsize + size)[count.itemsize:]
