"""Cross vaults: two barrels that meet along the diagonals of a square bay."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Optional

import numpy as np

from .arch import middle_line_joints, springer_section
from .checks import joint_width, positive, refuse, whole
from .polyhedra import BED, FACE, HEAD, Polyhedron, frustum
from .stones import Stone, Stones

_DIAGONAL = 4  # in place of an id: faces in the plane of a groin


def cross_vault(span: float, thickness: float, courses: int, length: float,
                rise: Optional[float] = None, *, edge: Optional[float] = None,
                interlock: bool = True, joint: float = 0.0, name: str = "vault") -> Stones:
    """Returns a cross vault over a square bay about the z axis, springing at z = 0.

    Its four webs are quarters of two barrels along x and y with the section of `arch`; web
    courses run level, from the groins (the vertical planes x = y and x = -y) to the edges of
    the bay, in bond. It stands on four fixed corners.

    @param span, rise  Of the middle line of the barrels, m; rise as in `arch`, at most span/2.
    @param thickness   Across the barrels, m.
    @param courses     Courses of a barrel from springing to springing, even.
    @param length      Of the stones along the courses, m.
    @param edge        Webs end this far outside of the outer springing line, m; None: thickness.
    @param interlock   True: stones at the groins reach into both webs (two pieces that move as
                       one); False: webs meet at the groins in joints.
    @param joint       Width of the gaps between stones, m.
    @return            Courses from below, labels 'NAME COURSE.NUMBER', then the corners
                       'NAME springer NUMBER'.
    Raises ValueError for measures that are not positive, an odd number of courses, a rise above
    half the span.
    """
    half = 0.5 * positive("cross_vault", "span", span)
    rise = half if rise is None else positive("cross_vault", "rise", rise)
    thickness = positive("cross_vault", "thickness", thickness)
    edge = thickness if edge is None else positive("cross_vault", "edge", edge)
    length = positive("cross_vault", "length", length)
    if whole("cross_vault", "courses", courses, 2) % 2:
        refuse("cross_vault", f"courses must be even, got {courses}")
    if rise > half:
        refuse("cross_vault", f"rise must be at most half the span, {half:g} m, got {rise:g} m")
    if not thickness < half:
        refuse("cross_vault", f"thickness must be below half the span, {half:g} m, "
                              f"got {thickness:g} m")
    joints = middle_line_joints(half, rise, thickness, courses)[:courses // 2 + 1]
    joints[-1] = tuple((0.0, z) for _, z in joints[-1])  # the crown lies in the middle
    inner = min(math.dist(a[0], b[0]) for a, b in zip(joints[:-1], joints[1:]))
    half_joint = 0.5 * joint_width("cross_vault", joint, min(inner, 0.25 * length))
    end = joints[0][1][0] + edge
    stones = []
    for k, ((p, q), (r, s)) in enumerate(zip(joints[:-1], joints[1:])):
        pieces = _course([p, q, s, r], end, length, 0.5 * (k % 2))
        found = _images(pieces, interlock, half_joint)
        stones += [Stone(parts, f"{name} {k}.{i}") for i, parts in enumerate(found)]
    section = springer_section(joints[0], thickness, 1.0)
    corner = _piece(section, None, end, (BED, FACE, FACE, FACE))
    corners = _images([corner], True, half_joint)
    return Stones(stones + [Stone(parts, f"{name} springer {i}", True)
                            for i, parts in enumerate(corners)])


def _course(section: list, end: float, length: float, shift: float) -> list[Polyhedron]:
    """Returns the pieces of one course of the eighth 0 <= y <= x, the one at the groin first.

    section: corners (y, z). Pieces are cut at multiples of the length from the edge of the bay;
    that at the groin has at least a quarter of the length beyond the last corner.
    """
    least = max(y for y, _ in section) + 0.25 * length
    cuts, x = [], end - (1.0 - shift) * length
    while x > least:
        cuts.append(x)
        x -= length
    sides = (BED, FACE, BED, FACE)
    ends = [*reversed(cuts), end]
    pieces = [_piece(section, None, ends[0], sides, free=not cuts)]
    pieces += [_piece(section, a, b, sides, free=b == end) for a, b in zip(ends[:-1], ends[1:])]
    return pieces


def _piece(section: list, start: Optional[float], end: float, sides: tuple,
           free: bool = True) -> Polyhedron:
    """Returns the prism of a section along x from the groin (start None) or a cut to `end`."""
    bottom = [(y if start is None else start, y, z) for y, z in section]
    ids = (_DIAGONAL if start is None else HEAD, FACE if free else HEAD, *sides)
    return frustum(bottom, [(end, y, z) for y, z in section], ids)


def _images(pieces: list[Polyhedron], interlock: bool,
            half_joint: float) -> list[tuple[Polyhedron, ...]]:
    """Returns the stones of all eight parts of the bay: those of one eighth and its images."""
    eighths: list[Callable[[np.ndarray], np.ndarray]] = []
    for sx, sy in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
        eighths.append(lambda v, s=(sx, sy, 1): v * s)
        eighths.append(lambda v, s=(sx, sy, 1): v[:, [1, 0, 2]] * s)
    joints = (BED, HEAD) if interlock else (BED, HEAD, _DIAGONAL)
    cut = [p.inset(half_joint, joints) for p in pieces]
    groin = FACE if interlock else HEAD
    cut = [Polyhedron(p.vertices, p.faces,
                      tuple(groin if s == _DIAGONAL else s for s in p.surfaces)) for p in cut]
    stones: list[tuple[Polyhedron, ...]] = []
    for i in range(0, 8, 2):
        one, two = ([p.moved(image(p.vertices)) for p in cut] for image in eighths[i:i + 2])
        stones += [(one[0], two[0])] if interlock else [(one[0],), (two[0],)]
        stones += [(p,) for p in one[1:] + two[1:]]
    return stones
