"""Walls of bricks in a bond, with openings and lintels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Optional, Union

from .checks import joint_width, number, numbers, positive, refuse
from .polyhedra import BED, FACE, HEAD, Polyhedron, box
from .stones import Stone, Stones

BONDS = ("running", "stack", "header", "English", "Flemish")
_SLIVER = 0.2  # of the width of a brick: shorter pieces at ends and jambs join their neighbour
_SAME_WIDTH = 1e-6  # of the length of a brick
_SAME = 1e-9  # of the height of a course


@dataclass(frozen=True)
class Opening:
    """A door or window: lower left corner (x, z), width and height, m, whole courses high.

    lintel: (bearing on each side, height), m, of a stone above it; None: no lintel.
    """

    x: float
    z: float
    width: float
    height: float
    lintel: Optional[tuple[float, float]] = None


@dataclass(frozen=True)
class _Cell:
    """A stretch of a course: from start to end, m, cut into leaves at the depths `splits`, m."""

    start: float
    end: float
    splits: tuple[float, ...]


def wall(length: float, height: float, brick: Sequence[float] = (0.25, 0.125, 0.0625),
         bond: str = "running", openings: Union[Opening, Sequence[Opening]] = (), *,
         joint: float = 0.0, name: str = "wall") -> Stones:
    """Returns a wall along x from the origin, with its front at y = 0.

    The measures of a brick include its joints, so courses are as high as bricks. Walls in
    running and stack bond are one brick's width thick, the others one brick's length. Bricks
    are cut at the ends of the wall and at openings; a piece shorter than a fifth of the
    brick's width joins its neighbour.

    @param length, height  Of the wall, m; the height is a whole number of courses.
    @param brick     Length, width, height of a brick, m.
    @param bond      'running', 'stack' (joints above each other), 'header' (bricks laid across),
                     'English' (courses of stretchers and of headers in turn) or 'Flemish'
                     (stretcher and header in turn in every course). In the last two a brick is
                     twice as long as wide: two stretchers lie behind each other.
    @param openings  Rectangles that stay free; one Opening or several.
    @param joint     Width of the gaps between bricks, m; 0: they touch. Outer faces stay, jambs
                     lie half a joint further apart.
    @return          Bricks by courses from below, labels 'NAME COURSE.NUMBER', then lintels,
                     'NAME lintel NUMBER'. Their volume is that of the wall less the openings
                     when joint = 0.
    Raises ValueError for measures that are not positive, unknown bonds, heights between courses,
    openings that overlap or leave the wall.
    """
    openings = (openings,) if isinstance(openings, Opening) else openings
    length, height = positive("wall", "length", length), positive("wall", "height", height)
    size = tuple(positive("wall", f"brick [{i}]", x)
                 for i, x in enumerate(numbers("wall", "brick", brick, 3)))
    if bond not in BONDS:
        refuse("wall", f"bond must be one of {', '.join(map(repr, BONDS))}, got {bond!r}")
    courses = _course(size[2], "height", height)
    depth = size[1] if bond in ("running", "stack") else size[0]
    if bond in ("English", "Flemish") and abs(size[0] - 2.0 * size[1]) > _SAME_WIDTH * size[0]:
        refuse("wall", f"brick [1] must be half of brick [0], {0.5 * size[0]:g} m, in {bond} bond, "
                       "where two stretchers lie behind each other beside a header, got "
                       f"{size[1]:g} m")
    joint = joint_width("wall", joint, min(_SLIVER * size[1], size[2], 0.5 * size[0]))
    holes = _holes(openings, length, height, size[2])
    stones = []
    for k in range(courses):
        free = _free_stretches(length, [h for h in holes if h[2] <= k < h[3]])
        blocks = [b for start, end in free
                  for b in _bricks(_pattern(bond, size, k, start, end), depth)]
        for number_, (a, b, front, back) in enumerate(blocks):
            low, high = (a, front, k * size[2]), (b, back, (k + 1) * size[2])
            inner = (front > 0.0, back < depth)
            stones.append(Stone((_laid(low, high, inner, (length, height), joint),),
                                f"{name} {k}.{number_}"))
    return Stones(stones) + _lintels(openings, depth, (length, height), joint, name)


def _course(course: float, what: str, z: float) -> int:
    """Returns the number of courses below a height, m, which lies on a bed joint."""
    count = round(z / course)
    if abs(count * course - z) > _SAME * max(course, z):
        refuse("wall", f"{what} must be a whole number of courses of {course:g} m, got {z:g} m; "
                       f"{max(count, 1) * course:g} m is")
    return count


def _holes(openings: Sequence[Opening], length: float, height: float,
           course: float) -> list[tuple[float, float, int, int]]:
    """Returns (start, end, first course, course above) of openings and of lintels."""
    holes, names = [], []
    for i, o in enumerate(openings):
        what = f"opening {i}: "
        if not isinstance(o, Opening):
            refuse("wall", f"{what}must be an Opening, got {o!r}")
        x, z = number("wall", what + "x", o.x, "m"), number("wall", what + "z", o.z, "m", 0.0)
        width = positive("wall", what + "width", o.width)
        top = z + positive("wall", what + "height", o.height)
        first, above = _course(course, what + "z", z), _course(course, what + "z + height", top)
        holes.append((x, x + width, first, above))
        names.append(f"opening {i}")
        if o.lintel is not None:
            bearing, high = numbers("wall", what + "lintel", o.lintel, 2)
            positive("wall", what + "lintel [0]", bearing)
            positive("wall", what + "lintel [1]", high)
            end = _course(course, what + "top of the lintel", top + high)
            holes.append((x - bearing, x + width + bearing, above, end))
            names.append(f"lintel of opening {i}")
    for i, (a, b, first, above) in enumerate(holes):
        if a < 0.0 or b > length or above * course > height * (1.0 + _SAME):
            refuse("wall", f"{names[i]} must lie in the wall of {length:g} m by {height:g} m, got "
                           f"x {a:g} to {b:g} m, z {first * course:g} to {above * course:g} m")
        for j, (c, d, low, high) in enumerate(holes[:i]):
            if a < d and c < b and first < high and low < above:
                refuse("wall", f"{names[j]} and {names[i]} overlap")
    return holes


def _free_stretches(length: float, holes: list) -> list[tuple[float, float]]:
    """Returns the parts of a course between holes, (start, end), m."""
    stretches, start = [], 0.0
    for a, b, _, _ in sorted(holes):
        if a > start:
            stretches.append((start, a))
        start = max(start, b)
    return stretches + ([(start, length)] if start < length else [])


def _pattern(bond: str, size: tuple, k: int, start: float, end: float) -> list[_Cell]:
    """Returns the cells of course k between two ends: a bond goes on behind an opening."""
    long, wide = size[0], size[1]
    leaves = () if bond in ("running", "stack", "header") else (0.5 * long,)
    odd = k % 2
    if bond == "Flemish":
        units, shift = [(long, leaves), (wide, ())], -0.5 * (long + wide) * odd
    elif bond == "header" or (bond == "English" and odd):
        units, shift = [(wide, ())], -0.5 * wide * odd
    else:
        units, shift = [(long, leaves)], -0.5 * long * odd * (bond == "running")
    cells, x, i = [], shift, 0
    while x < end:
        width, splits = units[i % len(units)]
        if x + width > start:
            cells.append(_Cell(max(start, x), min(x + width, end), splits))
        x, i = x + width, i + 1
    return _without_slivers(cells, _SLIVER * wide)


def _without_slivers(cells: list[_Cell], least: float) -> list[_Cell]:
    """Joins cells at the ends that are shorter than `least`, m, with their neighbours."""
    if len(cells) > 1 and cells[0].end - cells[0].start < least:
        cells[:2] = [_Cell(cells[0].start, cells[1].end, cells[1].splits)]
    if len(cells) > 1 and cells[-1].end - cells[-1].start < least:
        cells[-2:] = [_Cell(cells[-2].start, cells[-1].end, cells[-2].splits)]
    return cells


def _bricks(cells: list[_Cell], depth: float) -> list[tuple[float, float, float, float]]:
    """Returns (start, end, front, back) of the bricks of cells, m."""
    return [(c.start, c.end, a, b) for c in cells
            for a, b in zip((0.0, *c.splits), (*c.splits, depth))]


def _laid(low: tuple, high: tuple, inner: tuple[bool, bool], wall_size: tuple[float, float],
          joint: float) -> Polyhedron:
    """Returns the box of a brick, less half a joint at faces that are not those of the wall."""
    length, height = wall_size
    ends = (low[0] > 0.0, high[0] < length, low[2] > 0.0, high[2] < height * (1.0 - _SAME))
    half = 0.5 * joint
    if not high[0] - low[0] > joint:
        refuse("wall", f"joint must be below the length of every piece, {high[0] - low[0]:g} m at "
                       f"x = {low[0]:g} m, got {joint:g} m")
    surfaces = (BED, BED, HEAD if inner[0] else FACE, HEAD if ends[1] else FACE,
                HEAD if inner[1] else FACE, HEAD if ends[0] else FACE)
    return box((low[0] + half * ends[0], low[1] + half * inner[0], low[2] + half * ends[2]),
               (high[0] - half * ends[1], high[1] - half * inner[1], high[2] - half * ends[3]),
               surfaces)


def _lintels(openings: Sequence[Opening], depth: float, wall_size: tuple[float, float],
             joint: float, name: str) -> Stones:
    """Returns the stones above the openings that have a lintel."""
    stones = []
    for i, o in enumerate(openings):
        if o.lintel is not None:
            bearing, high = o.lintel
            top = o.z + o.height
            piece = _laid((o.x - bearing, 0.0, top), (o.x + o.width + bearing, depth, top + high),
                          (False, False), wall_size, joint)
            stones.append(Stone((piece,), f"{name} lintel {i}"))
    return Stones(stones)
