"""Reader of External Data Representation (RFC 4506)."""

import struct


class Xdr:
    """Takes items one after another from bytes; ValueError where they end too early."""

    def __init__(self, data):
        self._data = data
        self._at = 0

    def again(self):
        """Itself, at the start again."""
        self._at = 0
        return self

    def _take(self, kind, count, size):
        end = self._at + count * size
        if count < 0 or end > len(self._data):
            raise ValueError(f"byte {self._at} of a payload: {count} items are cut off")
        items = struct.unpack_from(f">{count}{kind}", self._data, self._at)
        self._at = end
        return items

    def ints(self, count):
        return self._take("i", count, 4)

    def hypers(self, count):
        return self._take("q", count, 8)

    def unsigned_hypers(self, count):
        return self._take("Q", count, 8)

    def doubles(self, count):
        return self._take("d", count, 8)

    def int(self):
        return self.ints(1)[0]

    def bool(self):
        return self.int() != 0

    def string(self):
        length = self.int()
        text = self._take("s", length, 1)[0] if length > 0 else b""
        self._at += -length % 4
        return text.decode("utf-8", "replace")

    def rows(self, count, width):
        """`count` tuples of `width` doubles."""
        flat = self.doubles(count * width)
        return [flat[i:i + width] for i in range(0, len(flat), width)]
