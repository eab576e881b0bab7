"""Joints of a frame: their angles and travels, rates, torques, motors and power, as in HISTORY.

Frames hold the rows of joints and not which joint they belong to. Rows of a joint follow each other
(docs/joints.md), its drives last, and these tell what it is. BALL and WELD have no drives and are
left out: their rows are constraints as those of FIX_POINT and FIX_DIRECTION are.
"""

import math
from dataclasses import dataclass

from solfec_results.arrays import CONSTRAINT_KINDS
from solfec_results.columns import numpy

POINT, GUIDE, DRIVE = (CONSTRAINT_KINDS.index(name) for name in ("FIXPNT", "FIXDIR", "DRIVE"))
# by kind: rows before the drives, and the letters of the drives: T travel, A angle
KINDS = {"HINGE": ((POINT, GUIDE, GUIDE), "A"), "SLIDER": (5 * (GUIDE,), "T"),
         "CYLINDRICAL": (4 * (GUIDE,), "TA"), "UNIVERSAL": ((POINT, GUIDE), "AA")}
VALUES = {"T": {"TRAVEL": "coordinate", "SPEED": "rate", "FORCE": "force"},
          "A": {"ANGLE": "coordinate", "RATE": "rate", "TORQUE": "force"}}
MOTORS = {"MOTOR": "motor", "POWER": "power"}


@dataclass(frozen=True)
class Joint:
    """A joint with an angle or a travel."""

    id: int  # of its first row
    kind: str  # 'HINGE', 'SLIDER', 'CYLINDRICAL' or 'UNIVERSAL'
    bodies: tuple  # ids of the two bodies, 0: space; the second one may be body1 of the script

    @property
    def label(self):
        """Kind and id, for the names of curves."""
        return f"{self.kind} {self.id}"

    @property
    def entities(self):
        """Names of its values, as in HISTORY."""
        return tuple(_entities(self.kind))


def joints_of(rows):
    """Joints of the constraints of a frame (`arrays(i).constraints`), by id."""
    np = numpy()
    script = np.flatnonzero(~rows.is_contact)
    script = script[np.argsort(rows.id[script], kind="stable")]
    ids, kinds = rows.id[script].tolist(), rows.kind[script].tolist()
    ends = list(zip(rows.master[script].tolist(), rows.slave[script].tolist()))
    found, at = [], 0
    while at < len(ids):
        if kinds[at] != DRIVE:
            at += 1
            continue
        last = at + 1 if at + 1 < len(ids) and kinds[at + 1] == DRIVE else at
        for kind, (before, drives) in KINDS.items():
            first = at - len(before)
            if len(drives) == last - at + 1 and first >= 0 and tuple(kinds[first:at]) == before \
                    and ids[last] - ids[first] == last - first and len(set(ends[first:last + 1])) == 1:
                found.append(Joint(ids[first], kind, ends[first]))
        at = last + 1
    return found


def joint_sampler(joint, entity):
    """Function of (number of the frame, its arrays) that gives a value of a joint, nan without it."""
    known = _entities(joint.kind)
    if entity not in known:
        raise ValueError(f"unknown entity {entity!r} of a {joint.kind}, must be one of "
                         f"{', '.join(known)}")
    number, quantity = known[entity]
    before, drives = KINDS[joint.kind]
    drive_id = joint.id + len(before) + number

    def value(index, arrays):
        rows = arrays.constraints
        at, first = _row(rows, drive_id), _row(rows, joint.id)
        if at is None or first is None:
            return math.nan
        if quantity in ("coordinate", "rate", "power"):
            return getattr(rows, quantity)[at]
        force = rows.motor_force[at] if quantity == "motor" else rows.R[at, 2]
        return force * (1.0 if drives[number] == "T" else _lever(rows, first, at))
    return value


def is_joint_entity(entity):
    """True for the name of a value that some joint has."""
    return any(entity in _entities(kind) for kind in KINDS)


def _entities(kind):
    """Values by name: the number of the drive, and the quantity of its row."""
    drives = KINDS[kind][1]
    known = {}
    for number, letter in enumerate(drives):
        second = letter == "A" and "A" in drives[:number]
        beside = letter == "T" and "A" in drives
        known.update({name + "2" * second: (number, quantity)
                      for name, quantity in VALUES[letter].items()})
        known.update({"TRAVEL_" * beside + name + "2" * second: (number, quantity)
                      for name, quantity in MOTORS.items()})
    return known


def _row(rows, constraint_id):
    """Index of a constraint of the script in the arrays, None when they do not hold it."""
    found = numpy().flatnonzero(~rows.is_contact & (rows.id == constraint_id))
    return int(found[0]) if len(found) else None


def _lever(rows, first, drive):
    """Length of the row of an angle, m per rad: its point is that far from the point of the joint."""
    return float(numpy().linalg.norm(rows.point[drive] - rows.point[first]))
