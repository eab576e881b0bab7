"""U and V of contacts from their differences to the values that the motions of both bodies give.

The operations are those of the program, one by one, so that all bits come out: a vector is a tuple of
three numbers, or of three numpy arrays with one item per contact (docs/output-format.md).
"""

import math
import struct

from solfec_results.columns import numpy

SIGN = 1 << 63
ALL_BITS = (1 << 64) - 1
VECTORS = ("center", "linear", "angular", "start_linear", "start_angular")
ZERO = (0.0, 0.0, 0.0)


class Numbers:
    """Operations on vectors of plain numbers beside sums and products."""

    sqrt = staticmethod(math.sqrt)

    @staticmethod
    def choose(condition, a, b):
        return a if condition else b

    @staticmethod
    def is_finite(a):
        return all(map(math.isfinite, a))

    @staticmethod
    def value(difference, expected):
        """Returns the double from an expected one and the stored difference of their bits."""
        bits = struct.unpack("<Q", struct.pack("<d", expected))[0]
        ordered = bits ^ ALL_BITS if bits & SIGN else bits | SIGN
        ordered = (ordered + (difference >> 1 ^ -(difference & 1))) & ALL_BITS
        bits = ordered ^ SIGN if ordered & SIGN else ordered ^ ALL_BITS
        return struct.unpack("<d", struct.pack("<Q", bits))[0]


class Arrays:
    """Operations of Numbers for arrays."""

    @staticmethod
    def sqrt(a):
        return numpy().sqrt(a)

    @staticmethod
    def choose(condition, a, b):
        return numpy().where(condition, a, b)

    @staticmethod
    def is_finite(a):
        return numpy().isfinite(a).all(axis=0)

    @staticmethod
    def value(difference, expected):
        np = numpy()
        sign, one = np.uint64(SIGN), np.uint64(1)
        bits = np.ascontiguousarray(expected, float).view(np.uint64)
        difference = difference.astype(np.uint64)
        ordered = np.where(bits & sign, ~bits, bits | sign)
        ordered = ordered + (difference >> one ^ ~(difference & one) + one)
        return np.where(ordered & sign, ordered ^ sign, ~ordered).view(float)


def _plus(a, b):
    return tuple(x + y for x, y in zip(a, b))


def _minus(a, b):
    return tuple(x - y for x, y in zip(a, b))


def _times(factor, a):
    return tuple(factor * x for x in a)


def _dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def rotated(columns, a):
    """A matrix, nine numbers by columns, times a vector."""
    return tuple(columns[i] * a[0] + columns[i + 3] * a[1] + columns[i + 6] * a[2] for i in range(3))


def motion(stored, state, step, kit):
    """The motion of a body: VECTORS by name. `state`: center, linear and angular of its state."""
    def vector(name, expected):
        return tuple(kit.value(d, x) for d, x in zip(stored[name], expected))
    linear = vector("linear", state["linear"])
    angular = vector("angular", state["angular"])
    return {"linear": linear, "angular": angular,
            "center": vector("center", _minus(state["center"], _times(0.5 * step, linear))),
            "start_linear": vector("start_linear", linear),
            "start_angular": vector("start_angular", angular)}


def _turned(body, arm, other, other_arm, normal, step, kit):
    """Change of the velocity of a body at a contact from mid-step to an end of the step."""
    half = 0.5 * step
    square = half * half * _dot(body["start_angular"], body["start_angular"])
    size = kit.sqrt(_dot(arm, arm))
    sizes = size + kit.sqrt(_dot(other_arm, other_arm))
    share = kit.choose(sizes > 0.0, size / kit.choose(sizes > 0.0, sizes, 1.0), 0.0)
    apart = _minus(other["start_linear"], body["start_linear"])
    way = _times(half / (1.0 + square), _times(share, apart))
    change = _cross(body["start_angular"], way)
    return _minus(change, _times(_dot(change, normal), normal))


def velocities(differences, ends, inertia, row, step, kit):
    """V and U of contacts.

    `differences` of V and of U; `ends`: motions of master and slave; `inertia`: whether both have some;
    `row`: point and frame, nine numbers by columns.
    """
    point, frame = row
    columns = frame[:3], frame[3:6], frame[6:]
    arms = [_minus(point, end["center"]) for end in ends]
    turned = [_turned(ends[i], arms[i], ends[1 - i], arms[1 - i], columns[2], step, kit) for i in (0, 1)]
    found = []
    for names, add, given in zip((("start_linear", "start_angular"), ("linear", "angular")), (_minus, _plus),
                                 differences):
        sides = []
        for end, arm, change in zip(ends, arms, turned):
            own = _plus(end[names[0]], _cross(end[names[1]], arm))
            sides.append(tuple(kit.choose(inertia, a, b) for a, b in zip(add(own, change), own)))
        expected = tuple(_dot(column, _minus(*sides)) for column in columns)
        known = kit.is_finite(expected)
        found.append(tuple(kit.value(d, kit.choose(known, x, 0.0)) for d, x in zip(given, expected)))
    return found


def row_velocities(rows, stored, states, step):
    """Adds V and U to contacts, dicts with their frame, from the stored motions of bodies.

    `states` of the bodies that have some, by id, as of `motion`.
    """
    nothing = dict.fromkeys(("center", "linear", "angular"), ZERO)
    motions = {}
    previous = 0
    for each in stored:
        if each["body"] <= previous:
            raise ValueError(f"the motion of body {each['body']} is out of order")
        previous = each["body"]
        motions[previous] = (motion(each, states.get(previous, nothing), step, Numbers), each["has_inertia"])
    for row in rows:
        ends = [motions.get(row[side]) for side in ("master", "slave")]
        given = row.pop("V_difference"), row.pop("U_difference")
        if None in ends:
            row["V"], row["U"] = (tuple(Numbers.value(d, 0.0) for d in each) for each in given)
            continue
        row["V"], row["U"] = velocities(given, [end[0] for end in ends], ends[0][1] and ends[1][1],
                                        (row["point"], row["frame"]), step, Numbers)


def array_velocities(rows, stored, states, step):
    """V and U of contacts, n x 3, from arrays.

    `rows`: master, slave, point, frame, V_difference and U_difference; `stored`: those of motions;
    `states`: ids that have some, by increasing number, and vectors by name.
    """
    np = numpy()
    ids = stored["body"].astype(np.int64)
    if len(ids) and (ids[0] <= 0 or (np.diff(ids) <= 0).any()):
        raise ValueError("the motions of bodies are out of order")
    given = [rows[name].T for name in ("V_difference", "U_difference")]
    with np.errstate(all="ignore"):
        state = {name: _taken(states[0], ids, states[1][name]) for name in ("center", "linear", "angular")}
        motions = motion({name: stored[name].T for name in VECTORS}, state, step, Arrays)
        ends = [{name: _taken(ids, rows[side], np.stack(motions[name], axis=1)) for name in VECTORS}
                for side in ("master", "slave")]
        moved = stored["has_inertia"].astype(float)[:, None]
        inertia = [_taken(ids, rows[side], moved)[0] > 0.0 for side in ("master", "slave")]
        known = np.isin(rows["master"], ids) & np.isin(rows["slave"], ids)
        found = velocities(given, ends, inertia[0] & inertia[1], (tuple(rows["point"].T), tuple(rows["frame"].T)),
                           step, Arrays)
        return [np.where(known[:, None], np.stack(values, axis=1),
                         np.stack([Arrays.value(d, np.zeros(len(d))) for d in each], axis=1))
                for values, each in zip(found, given)]


def _taken(ids, wanted, values):
    """Rows of `values` of some bodies, zeros where a body has none, as a tuple of its columns."""
    np = numpy()
    if not len(ids):
        return tuple(np.zeros((values.shape[1], len(wanted))))
    at = np.minimum(np.searchsorted(ids, wanted), len(ids) - 1)
    return tuple(np.where((ids[at] == wanted)[:, None], values[at], 0.0).T)
