"""Reads VTK's XML files with nothing but zlib, struct and xml.etree: written from the description of
the format, an oracle for what the program writes."""

import os
import struct
import xml.etree.ElementTree as ElementTree
import zlib

CODES = {"Float64": "d", "Int64": "q", "Int32": "i", "UInt8": "B"}


class Array:
    """Values of one array: numbers, or strings."""

    def __init__(self, element, values):
        self.name = element.get("Name")
        self.components = int(element.get("NumberOfComponents", 1))
        self.names = [element.get(f"ComponentName{i}") for i in range(self.components)]
        self.values = values

    def tuples(self):
        width = self.components
        return [self.values[i:i + width] for i in range(0, len(self.values), width)]


class File:
    """A VTU or VTP file: sections are dicts of arrays by name."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        mark = data.index(b'<AppendedData encoding="raw">')
        start = data.index(b"_", mark) + 1
        end = data.rindex(b"</AppendedData>")
        root = ElementTree.fromstring(data[:start - 1] + data[end:])
        assert root.get("version") == "1.0" and root.get("byte_order") == "LittleEndian"
        assert root.get("header_type") == "UInt64"
        assert root.get("compressor") == "vtkZLibDataCompressor"
        self.kind = root.get("type")
        grid = root.find(self.kind)
        piece = grid.find("Piece")
        self.counts = {name: int(value) for name, value in piece.attrib.items()}
        assert data[end - 1:end] == b"\n"
        self.blob = data[start:end - 1]
        self.end = 0
        self.field_data = self._section(grid.find("FieldData"))
        self.point_data = self._section(piece.find("PointData"))
        self.cell_data = self._section(piece.find("CellData"))
        self.points = self._section(piece.find("Points"))["Points"].tuples()
        self.cells = {name: self._section(piece.find(name))
                      for name in ("Cells", "Verts", "Lines") if piece.find(name) is not None}
        assert self.end == len(self.blob), "bytes that belong to no array"

    def _section(self, element):
        arrays = {}
        for item in element if element is not None else ():
            assert item.get("format") == "appended"
            offset = int(item.get("offset"))
            assert offset == self.end, "arrays come one after another"
            arrays[item.get("Name")] = Array(item, self._values(item, offset))
        return arrays

    def _values(self, item, offset):
        blocks, size, last = struct.unpack_from("<3Q", self.blob, offset)
        sizes = struct.unpack_from(f"<{blocks}Q", self.blob, offset + 24)
        at = offset + 24 + 8 * blocks
        raw = b""
        for number, compressed in enumerate(sizes):
            block = zlib.decompress(self.blob[at:at + compressed])
            whole = last == 0 or number + 1 < blocks
            assert len(block) == (size if whole else last), "size of a block"
            raw += block
            at += compressed
        self.end = at
        if item.tag == "Array":
            assert item.get("type") == "String"
            assert raw == b"" or raw.endswith(b"\0")
            return [text.decode() for text in raw.split(b"\0")[:-1]]
        code = CODES[item.get("type")]
        return struct.unpack(f"<{len(raw) // struct.calcsize(code)}{code}", raw)


def collection(path):
    """(time, path of the file) of each data set of a .pvd file."""
    root = ElementTree.parse(path).getroot()
    assert root.get("type") == "Collection"
    folder = os.path.dirname(path)
    return [(float(item.get("timestep")), os.path.join(folder, item.get("file")))
            for item in root.find("Collection")]
