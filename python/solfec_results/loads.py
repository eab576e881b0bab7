"""Loads on the bodies of a frame: gravity, and the loads of the script.

They are read from the words of the settings, in settings.txt beside the frames. Frames hold no gravity, and those
of earlier programs no loads (`frame.loads`).
"""

import math
import os
import re

from solfec_results.columns import numpy

NUMBER = r"([-+0-9.e]+)"
VECTOR = rf"\({NUMBER}, {NUMBER}, {NUMBER}\)"
GRAVITY = re.compile(rf"{VECTOR} m/s\^2")
FORCE = re.compile(rf"{NUMBER} N along {VECTOR} at {VECTOR}, (SPATIAL|CONVECTED)")
TORQUE = re.compile(rf"{NUMBER} N m about {VECTOR}, (SPATIAL|CONVECTED)")
PRESSURE = re.compile(rf"{NUMBER} Pa on surface \d+, resultant per Pa {VECTOR} at {VECTOR}, "
                      rf"moment per Pa {VECTOR}")
PATTERNS = {"FORCE": FORCE, "TORQUE": TORQUE, "PRESSURE": PRESSURE}


def settings_of(results, run, time=math.inf):
    """Settings of a RUN in words up to a time, s: tuples (name, body, line, value).

    A run that went on within the RUN (-c) has an entry of its own, which holds from its time on.
    """
    path = os.path.join(results.folder, "settings.txt")
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
    except OSError:
        raise ValueError(f"{path} is not there, which tells gravity and forces: give "
                         "gravity=(x, y, z) in m/s^2 and forces={}") from None
    parts, latest, entry = [], [], None  # parts: entries of the RUN
    for line in lines:
        if re.fullmatch(r"RUN \d+", line):
            entry = {"begin": -math.inf, "settings": []}
            if int(line[4:]) == run:
                parts.append(entry)
        elif entry is not None and re.fullmatch(rf"FROM {NUMBER}", line):
            entry["begin"] = float(line[5:])
        elif entry is not None and line == "as before":
            entry["settings"] = latest
        elif entry is not None and line.count("\t") >= 3:
            entry["settings"].append(tuple(line.split("\t", 3)))
            latest = entry["settings"]
    standing = []
    for part in parts:  # each stands in place of what was there from its begin on
        standing = [one for one in standing if one["begin"] < part["begin"]] + [part]
    if not standing:
        raise ValueError(f"{path} tells nothing of RUN {run}: give gravity=(x, y, z) in m/s^2 and "
                         "forces={}")
    return next(part["settings"] for part in reversed(standing)
                if part["begin"] < time or part is standing[0])


def gravity_of(results, settings):
    """Gravity of the settings, m/s^2."""
    if results.model.settings["gravity"] is not None:
        raise ValueError("a callback has changed the gravity: give gravity=(x, y, z) in m/s^2")
    value = next((value for name, _, _, value in settings if name == "GRAVITY"), "none")
    found = GRAVITY.fullmatch(value)
    if found is None:
        raise ValueError(f"GRAVITY is {value}: give gravity=(x, y, z) in m/s^2")
    return tuple(map(float, found.groups()))


def wrenches_of(results, settings, bodies):
    """Forces of FORCE, TORQUE and PRESSURE on bodies, and their moments about the centres."""
    np = numpy()
    force, moment = np.zeros((len(bodies), 3)), np.zeros((len(bodies), 3))
    stored = results.model.settings
    for name in ("forces", "torques", "pressures", "functions"):
        if stored[name]:
            raise ValueError("a callback has put forces on bodies: give "
                             "forces={body: (fx, fy, fz)} in N, {} for none")
    for name, subject, line, value in settings:
        if name not in PATTERNS and name not in ("forces", "torques", "pressures"):
            continue
        found = PATTERNS[name].fullmatch(value) if name in PATTERNS else None
        if found is None:
            raise ValueError(f"{name} on {subject or 'bodies'} ({line}) is {value}: give "
                             "forces={body: (fx, fy, fz)} in N, {} for none")
        at = _index(results, bodies, subject)
        if at is None:
            continue
        body = results.body(int(bodies.id[at]))
        if name == "PRESSURE":
            push, turn = _pressure_of(body, bodies.gradient[at], found.groups(), line)
            force[at] += push
            moment[at] += turn
            continue
        numbers = list(map(float, found.groups()[:-1]))
        vector = numbers[0] * np.array(numbers[1:4])
        if found.groups()[-1] == "CONVECTED":
            vector = _turned(body, bodies.gradient[at], vector, line)
        if name == "TORQUE":
            moment[at] += vector
            continue
        arm = np.array(numbers[4:7]) - body.center
        if body.kind != "FINITE_ELEMENT":
            arm = bodies.gradient[at] @ arm
        force[at] += vector
        moment[at] += np.cross(arm, vector)
    return force, moment


def _turned(body, gradient, vector, line):
    if body.kind not in ("RIGID", "OBSTACLE"):
        raise ValueError(f"a CONVECTED load ({line}) on a deformable body is not known: give "
                         "forces={body: (fx, fy, fz)} in N")
    return gradient @ vector


def _pressure_of(body, gradient, words, line):
    """Force and moment about the centre of a pressure: p R a, and p R (arm x a + moment)."""
    np = numpy()
    numbers = np.array(list(map(float, words)))
    area, arm, moment = numbers[1:4], numbers[4:7] - body.center, numbers[7:10]
    force = numbers[0] * area
    turned = [_turned(body, gradient, vector, line)
              for vector in (force, np.cross(arm, force) + numbers[0] * moment)]
    return turned[0], turned[1]


def _index(results, bodies, subject):
    """Index of a body that settings.txt names, None when the frame does not hold it."""
    for pattern, key in ((r"body '(.*)'", "label"), (r"body (\d+) of the script", "ordinal"),
                         (r"body (\d+)", "id")):
        found = re.fullmatch(pattern, subject)
        if found:
            for body in results.bodies:
                if str(getattr(body, key)) == found.group(1) and (bodies.id == body.id).any():
                    return bodies.index(body.id)
    return None
