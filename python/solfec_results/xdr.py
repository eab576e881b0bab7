"""Reader of External Data Representation (RFC 4506)."""

import struct


class Xdr:
    """Reads items one after another from bytes; ValueError when these end too early."""

    def __init__(self, data):
        self._data = data
        self._at = 0

    def again(self):
        """Returns this reader, set back to the start."""
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

    def bools(self, count):
        start = self._at
        values = self.ints(count)
        for place, value in enumerate(values):
            if value not in (0, 1):
                raise ValueError(f"byte {start + 4 * place} of a payload: a yes or no is 1 or 0, got "
                                 f"{value}")
        return [value == 1 for value in values]

    def bool(self):
        return self.bools(1)[0]

    def count(self):
        """Reads the number of the items that follow; each item takes at least one number."""
        count = self.int()
        if not 0 <= count <= (len(self._data) - self._at) // 4:
            raise ValueError(f"byte {self._at - 4} of a payload: {count} items are announced, "
                             f"{len(self._data) - self._at} bytes are left")
        return count

    def string(self):
        length = self.int()
        text = self._take("s", length, 1)[0]
        if any(self._take("s", -length % 4, 1)[0]):
            raise ValueError(f"byte {self._at - 4} of a payload: the padding of a text is not zero")
        return text.decode("utf-8", "replace")

    def expect_end(self):
        if self._at != len(self._data):
            raise ValueError(f"byte {self._at} of a payload: {len(self._data) - self._at} bytes are "
                             "left over")

    def planes(self, count, size):
        """Reads `count` items of a size that are stored by planes: all first bytes, then all second ones."""
        start, end = self._at, self._at + count * size
        if count < 0 or end > len(self._data):
            raise ValueError(f"byte {start} of a payload: {count} items are cut off")
        items = bytearray(count * size)
        for place in range(size):
            items[place::size] = bytes(self._data[start + place * count:start + (place + 1) * count])
        self._at = end
        return bytes(items)

    def rows(self, count, width):
        """`count` tuples of `width` doubles."""
        flat = self.doubles(count * width)
        return [flat[i:i + width] for i in range(0, len(flat), width)]
