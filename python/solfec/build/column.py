"""Columns of drums."""

from __future__ import annotations

import math
from typing import Optional

from .checks import joint_width, number, positive, whole
from .polyhedra import BED, FACE, frustum
from .stones import Stone, Stones


def column(height: float, radius: float, drums: int, sides: int = 24,
           top_radius: Optional[float] = None, *, turn: float = 0.0, joint: float = 0.0,
           name: str = "column") -> Stones:
    """Returns a column of drums along the z axis, standing at z = 0.

    @param height      Of the column, m.
    @param radius      Of the corners at the foot, m.
    @param drums       Drums, all of the same height.
    @param sides       Corners of the cross section, a regular polygon.
    @param top_radius  Of the corners at the top, m; None: as at the foot.
    @param turn        Angle by which each drum is turned against the one below, degrees.
    @param joint       Width of the gaps between drums, m.
    @return            Drums from below, labels 'NAME NUMBER'. The volume of a straight column
                       is height sides/2 radius^2 sin(2 pi/sides).
    Raises ValueError for measures that are not positive and less than 3 sides.
    """
    height, radius = positive("column", "height", height), positive("column", "radius", radius)
    top = radius if top_radius is None else positive("column", "top_radius", top_radius)
    drums, sides = whole("column", "drums", drums), whole("column", "sides", sides, 3)
    turn = math.radians(number("column", "turn", turn, "degrees"))
    half = 0.5 * joint_width("column", joint, height / drums)
    stones = []
    for k in range(drums):
        z0 = height * k / drums + (half if k > 0 else 0.0)
        z1 = height * (k + 1) / drums - (half if k < drums - 1 else 0.0)
        rings = []
        for z in (z0, z1):
            r = radius + (top - radius) * z / height
            angles = [k * turn + 2.0 * math.pi * i / sides for i in range(sides)]
            rings.append([(r * math.cos(a), r * math.sin(a), z) for a in angles])
        stones.append(Stone((frustum(*rings, (BED, BED) + (FACE,) * sides),), f"{name} {k}"))
    return Stones(stones)
