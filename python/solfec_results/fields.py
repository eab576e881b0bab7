"""Reads values by the layout that the program documents (layout.py, docs/output-layout.md)."""

from functools import lru_cache

from solfec_results.layout import ENUMERATIONS, TYPES
from solfec_results.xdr import Xdr

BULK = {"int": "ints", "hyper": "hypers", "unsigned hyper": "unsigned_hypers", "double": "doubles"}


def read(xdr, type_text, fields=None):
    """Reads a value of a type; a type with fields gives a dict. `fields`: fields that are read already."""
    return _reader_of(type_text)(xdr) if fields is None else _record(xdr, type_text, fields)


def _holds(record, condition):
    path, sign, value = condition.split(" ", 2)
    for name in path.split("."):
        record = record[name]
    return (str(record) == value) == (sign == "==")


def _record(xdr, name, record):
    for field, text, conditions in TYPES[name]:
        if not all(_holds(record, condition) for condition in conditions):
            continue
        if text.startswith("more of "):
            _read_columns(xdr, text[len("more of "):-len(" by columns")], record[field])
        else:
            record[field] = _reader_of(text)(xdr)
    return record


def _read_columns(xdr, name, rows):
    """Adds the fields of a type to items, a list of dicts, column by column."""
    for field, text, conditions in TYPES[name]:
        chosen = rows
        for condition in conditions:
            chosen = [row for row in chosen if _holds(row, condition)]
        for row, value in zip(chosen, _column(xdr, text, len(chosen))):
            row[field] = value
    return rows


def _column(xdr, text, count):
    if text in BULK:
        return getattr(xdr, BULK[text])(count)
    if text == "bool":
        return xdr.bools(count)
    if text in ENUMERATIONS:
        return [_item(text, value) for value in xdr.ints(count)]
    if text.endswith(" by planes"):
        text = text[:-len(" by planes")]
        return _column(Xdr(xdr.planes(count, size_of(text))), text, count)
    if text.startswith("double["):
        return xdr.rows(count, int(text[len("double["):-1]))
    return [_reader_of(text)(xdr) for _ in range(count)]


def size_of(text):
    """Bytes of a number or of several."""
    item, _, count = text.partition("[")
    return (4 if item == "int" else 8) * (int(count[:-1]) if count else 1)


def _item(enumeration, number):
    items = ENUMERATIONS[enumeration]
    if not 0 <= number < len(items):
        raise ValueError(f"the {enumeration} has the unknown number {number}")
    return items[number]


@lru_cache(maxsize=None)
def _reader_of(text):
    """Returns the function that reads a value of a type from an Xdr."""
    if text in BULK:
        bulk = BULK[text]
        return lambda xdr: getattr(xdr, bulk)(1)[0]
    if text in ("bool", "string"):
        return lambda xdr: getattr(xdr, text)()
    if text in ENUMERATIONS:
        return lambda xdr: _item(text, xdr.int())
    if text.endswith(" by columns"):
        name = text[:-len(" by columns")]
        return lambda xdr: _read_columns(xdr, name, [{} for _ in range(xdr.count())])
    if text.endswith("<>"):
        return lambda xdr: _column(xdr, text[:-2], xdr.count())
    if text.endswith("?"):
        item = _reader_of(text[:-1])
        return lambda xdr: item(xdr) if xdr.bool() else None
    if text.endswith("]"):
        item, count = text[:-1].rsplit("[", 1)
        return lambda xdr: tuple(_column(xdr, item, int(count)))
    if text.startswith("("):
        items = [_reader_of(item) for item in text[1:-1].split(", ")]
        return lambda xdr: tuple(item(xdr) for item in items)
    return lambda xdr: _record(xdr, text, {})
