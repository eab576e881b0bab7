"""Arches of voussoirs: round, segmental and pointed."""

from __future__ import annotations

import math
from typing import Optional

import numpy as np

from .checks import joint_width, positive, refuse, whole
from .polyhedra import BED, FACE, HEAD, Polyhedron, frustum
from .stones import Stone, Stones

_Joint = tuple[tuple[float, float], tuple[float, float]]  # its inner and its outer end (x, z), m


def arch(span: float, thickness: float, width: float, count: int, rise: Optional[float] = None,
         *, across: int = 1, springers: bool = True, joint: float = 0.0,
         name: str = "arch") -> Stones:
    """Returns an arch in the x-z plane, symmetric about x = 0, springing at z = 0.

    Span and rise are those of the middle line. A rise of half the span (default) makes a round
    arch of the radius span/2, a smaller one a segmental arch, a larger one a pointed arch of two
    arcs. Joints point at the centre of their arc; at the tip of a pointed arch with an even
    count they stand upright, with an odd one lies a keystone of two pieces.

    @param span, rise       Of the middle line, m.
    @param thickness        Across the arch, m.
    @param width            Along y, from 0, m.
    @param count            Courses of voussoirs.
    @param across           Stones in a course along y; the odd courses are shifted by a half.
    @param springers        Adds two fixed stones below the first and the last joint.
    @param joint            Width of the gaps between stones, m.
    @return                 Courses from the springing at +x, labels 'NAME COURSE' or
                            'NAME COURSE.NUMBER', then 'NAME right springer', 'NAME left springer'.
                            Stones have straight sides; with growing count the volume of a round
                            arch tends to pi/2 width (b^2 - a^2), a, b = (span -+ thickness)/2.
    Raises ValueError for measures that are not positive and a thickness above half the span.
    """
    half = 0.5 * positive("arch", "span", span)
    rise = half if rise is None else positive("arch", "rise", rise)
    thickness, width = positive("arch", "thickness", thickness), positive("arch", "width", width)
    count, across = whole("arch", "count", count, 2), whole("arch", "across", across)
    if not thickness < half:
        refuse("arch", f"thickness must be below half the span, {half:g} m, got {thickness:g} m")
    joints = middle_line_joints(half, rise, thickness, count)
    tip = _tip_points(half, rise, thickness, count)
    inner = min(math.dist(a[0], b[0]) for a, b in zip(joints[:-1], joints[1:]))
    joint = joint_width("arch", joint, min(inner, width / (2 * across)))
    stones = []
    for k in range(count):
        sections = _sections(joints, tip, k, count)
        ends = _ends(width, across, k % 2)
        for i, (y0, y1) in enumerate(zip(ends[:-1], ends[1:])):
            pieces = tuple(_prism(s, y0, y1, (y0 > 0.0, y1 < width)).inset(0.5 * joint)
                           for s in sections)
            stones.append(Stone(pieces, f"{name} {k}" + (f".{i}" if across > 1 else "")))
    if springers:
        for side, ends in (("right", joints[0]), ("left", joints[-1])):
            section = springer_section(ends, thickness, 1.0 if side == "right" else -1.0)
            piece = _prism((section, (BED, FACE, FACE, FACE)), 0.0, width, (False, False))
            stones.append(Stone((piece.inset(0.5 * joint),), f"{name} {side} springer", True))
    return Stones(stones)


def middle_line_joints(half: float, rise: float, thickness: float, count: int) -> list[_Joint]:
    """Returns the count + 1 joints from +x to -x; with an odd count a pointed arch has one more,
    the upright line at its tip, in the middle.

    half: of the span, m; the thickness is less.
    """
    radius = (half * half + rise * rise) / (2.0 * (half if rise > half else rise))
    a, b = radius - 0.5 * thickness, radius + 0.5 * thickness
    if rise <= half:
        low = rise - radius  # height of the centre
        # half / radius may exceed 1 by its last digit
        most = math.asin(min(half / radius, 1.0)) if rise < half else 0.5 * math.pi
        angles = [most * (1.0 - 2.0 * k / count) for k in range(count + 1)]
        return [_ray(0.0, low, t, a, b) for t in angles]
    centre = half - radius  # of the right arc, at x <= 0
    tip = math.acos(-centre / a)  # where the inner arc ends, from the springing
    right = [_ray(centre, 0.0, 0.5 * math.pi - 2.0 * tip * k / count, a, b)
             for k in range((count + 1) // 2)]
    top = ((0.0, math.sqrt(a * a - centre ** 2)), (0.0, math.sqrt(b * b - centre ** 2)))
    left = [((-p[0], p[1]), (-q[0], q[1])) for p, q in reversed(right)]
    return [*right, top, *left]


def _ray(x: float, z: float, angle: float, a: float, b: float) -> _Joint:
    """Returns the joint at an angle from the upright, positive towards +x, radii a and b."""
    s, c = math.sin(angle), math.cos(angle)
    return (x + a * s, z + a * c), (x + b * s, z + b * c)


def _tip_points(half: float, rise: float, thickness: float,
                count: int) -> list[tuple[float, float]]:
    """Returns points of the outer arc at x > 0 above the last joint before the tip of a pointed
    arch, which its last stone has for corners."""
    if rise <= half:
        return []
    radius = (half * half + rise * rise) / (2.0 * half)
    a, b, centre = radius - 0.5 * thickness, radius + 0.5 * thickness, half - radius
    step = 2.0 * math.acos(-centre / a) / count
    end, k = math.acos(-centre / b), (count + 1) // 2
    angles = [t for t in (i * step for i in range(k, 2 * count)) if t < end - 0.1 * step]
    return [(centre + b * math.cos(t), b * math.sin(t)) for t in angles]


def _sections(joints: list[_Joint], tip: list, k: int, count: int) -> list:
    """Returns (corners, surfaces of the sides) of the pieces of course k."""
    middle = len(joints) // 2  # of a pointed arch, the upright joint at the tip
    pointed_key = len(joints) == count + 2 and k == count // 2
    first = k + (1 if len(joints) == count + 2 and k > count // 2 else 0)
    found = []
    for i in range(first, first + (2 if pointed_key else 1)):
        (p, q), (r, s) = joints[i], joints[i + 1]
        extra = []
        if i + 1 == middle:
            extra = tip
        elif i == middle:
            extra = [(-x, z) for x, z in reversed(tip)]
        inside = [pointed_key and i > first, pointed_key and i == first]  # joints within a stone
        sides = (FACE if inside[0] else BED, *(FACE,) * (len(extra) + 1),
                 FACE if inside[1] else BED, FACE)
        found.append(([p, q, *extra, s, r], sides))
    return found


def _ends(width: float, across: int, shifted: int) -> list[float]:
    """Returns where a course is cut along y, m."""
    if across == 1 or not shifted:
        return [width * i / across for i in range(across + 1)]
    return [0.0, *(width * (i + 0.5) / across for i in range(across)), width]


def _prism(section: tuple, y0: float, y1: float, inner: tuple[bool, bool]) -> Polyhedron:
    """Returns the prism over a section between two depths; ends inside the arch are joints."""
    corners, sides = section
    ids = tuple(HEAD if joint else FACE for joint in inner)
    return frustum([(x, y0, z) for x, z in corners], [(x, y1, z) for x, z in corners],
                   ids + tuple(sides))


def springer_section(ends: _Joint, thickness: float, side: float) -> list[tuple[float, float]]:
    """Returns the corners of a springer as deep as the arch is thick, its joint first.

    side: 1 for the springer at +x, -1 for that at -x.
    """
    (px, pz), (qx, qz) = ends
    along = np.array([qx - px, qz - pz])
    down = side * thickness * np.array([along[1], -along[0]]) / np.linalg.norm(along)
    return [(px, pz), (qx, qz), (qx + down[0], qz + down[1]), (px + down[0], pz + down[1])]
