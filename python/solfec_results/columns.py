"""Reads data that frames store by columns into numpy arrays, by the layout of layout.py."""

from solfec_results.fields import size_of
from solfec_results.layout import ENUMERATIONS, TYPES
from solfec_results.xdr import Xdr

NUMBERS = {"int": (">i4", 1), "bool": (">i4", 1), "hyper": (">i8", 1),
           "unsigned hyper": (">u8", 1), "double": (">f8", 1)}


def numpy():
    """Imports the module numpy, which only arrays need."""
    try:
        import numpy as module
        return module
    except ImportError:
        raise ImportError("arrays of results need the package numpy (Debian: python3-numpy)") from None


class ArrayXdr(Xdr):
    """An Xdr that also reads arrays, as big-endian views of the payload."""

    def array(self, dtype, count, width=1):
        np = numpy()
        size = np.dtype(dtype).itemsize * count * width
        if count < 0 or self._at + size > len(self._data):
            raise ValueError(f"byte {self._at} of a payload: {count} items are cut off")
        items = np.frombuffer(self._data, dtype, count * width, self._at)
        self._at += size
        return items if width == 1 else items.reshape(count, width)


class Columns(dict):
    """Columns of some items by field. A field that only some items have is (where, values)."""

    def full(self, name, fill=0):
        """One native value per item, `fill` where an item has none."""
        np = numpy()
        values = self[name]
        if not isinstance(values, tuple):
            return values.astype(values.dtype.newbyteorder("="))
        where, values = values
        all_values = np.full((len(where),) + values.shape[1:], fill,
                             values.dtype.newbyteorder("="))
        all_values[where] = values
        return all_values


def read_columns(xdr, type_text, count=None, known=None):
    """Reads the columns of a type of fixed size; `known`: earlier columns of these items."""
    count = xdr.int() if count is None else count
    columns = Columns(known or {})
    for name, text, conditions in TYPES[type_text]:
        where = _where(columns, conditions, count)
        rows = count if where is None else int(where.sum())
        values = _values(xdr, text, rows)
        columns[name] = values if where is None else (where, values)
    return columns


def _values(xdr, text, rows):
    """Reads one column."""
    if not text.endswith(" by planes"):
        dtype, width = _numbers_of(text)
        return xdr.array(dtype, rows, width)
    text = text[:-len(" by planes")]
    dtype, width = _numbers_of(text)
    return ArrayXdr(xdr.planes(rows, size_of(text))).array(dtype, rows, width)


def _numbers_of(text):
    """Type of the numbers that a value of fixed size consists of, and how many."""
    if text in NUMBERS:
        return NUMBERS[text]
    if text in ENUMERATIONS:
        return ">i4", 1
    if text.endswith("]"):
        item, count = text[:-1].rsplit("[", 1)
        dtype, width = _numbers_of(item)
        return dtype, width * int(count)
    widths = 0
    dtypes = set()
    for _, field, conditions in TYPES[text]:
        dtype, width = _numbers_of(field)
        dtypes.add(dtype)
        widths += width
        if conditions:
            raise ValueError(f"{text} is of no fixed size")
    if len(dtypes) != 1:
        raise ValueError(f"{text} has numbers of several types")
    return dtypes.pop(), widths


def _where(columns, conditions, count):
    """Mask of the items that have a field, None: all."""
    where = None
    for condition in conditions:
        path, sign, value = condition.split(" ", 2)
        holds = columns.full(path) == _code(path, value)
        holds = holds if sign == "==" else ~holds
        where = holds if where is None else where & holds
    return where


def _code(path, value):
    """Number that stands for a value in a condition."""
    if value in ("True", "False"):
        return int(value == "True")
    for names in ENUMERATIONS.values():
        if value in names:
            return names.index(value)
    raise ValueError(f"{path} has no value {value}")
