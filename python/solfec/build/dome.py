"""Domes of rings of staggered stones."""

from __future__ import annotations

import math
from typing import Optional

from .checks import joint_width, number, positive, refuse, whole
from .polyhedra import BED, FACE, HEAD, Polyhedron, frustum
from .stones import Stone, Stones


def dome(span: float, thickness: float, rings: int, stones: int, rise: Optional[float] = None,
         *, oculus: float = 0.0, stagger: bool = True, springers: bool = True, joint: float = 0.0,
         name: str = "dome") -> Stones:
    """Returns a dome about the z axis, springing at z = 0.

    Rings lie on cones that point at the centre of the sphere. Each stone covers two sectors
    (staggered: two pieces that move as one; the next ring is turned by one sector) so that
    stones of neighbouring rings meet on plane faces, without gap or overlap.

    @param span, rise  Of the middle surface, m; rise None: a hemisphere of the radius span/2.
    @param thickness   Across the dome, m.
    @param rings       Rings of stones.
    @param stones      Stones in a ring, at least 3 (staggered) or 4.
    @param oculus      Radius of the opening at the top, of the middle surface, m; 0: a keystone
                       closes it that is half as wide in angle as a ring is high.
    @param stagger     False: joints between stones of a ring lie above each other.
    @param springers   Adds a fixed ring below the lowest joint.
    @param joint       Width of the gaps between stones, m.
    @return            Rings from below, labels 'NAME RING.NUMBER', 'NAME keystone', and
                       'NAME springer NUMBER'. With growing numbers the volume of a hemisphere
                       tends to 2 pi/3 (b^3 - a^3), a, b = (span -+ thickness)/2.
    Raises ValueError for measures that are not positive, a rise above half the span, an oculus
    that is as wide as the span.
    """
    half = 0.5 * positive("dome", "span", span)
    rise = half if rise is None else positive("dome", "rise", rise)
    thickness = positive("dome", "thickness", thickness)
    rings, stones = whole("dome", "rings", rings), whole("dome", "stones", stones,
                                                         3 if stagger else 4)
    oculus = number("dome", "oculus", oculus, "m", 0.0)
    if rise > half:
        refuse("dome", f"rise must be at most half the span, {half:g} m, got {rise:g} m")
    if not oculus < half:
        refuse("dome", f"oculus must be below half the span, {half:g} m, got {oculus:g} m")
    radius = (half * half + rise * rise) / (2.0 * rise)
    if not thickness < radius:
        refuse("dome", f"thickness must be below the radius, {radius:g} m, got {thickness:g} m")
    # from the axis; half / radius may exceed 1 by its last digit
    low = math.asin(min(half / radius, 1.0)) if rise < half else 0.5 * math.pi
    high = math.asin(oculus / radius) if oculus > 0.0 else low / (2 * rings + 1)
    sphere = _Sphere(radius - 0.5 * thickness, radius + 0.5 * thickness, rise - radius,
                     2 * stones if stagger else stones)
    step = (low - high) / rings
    least = sphere.inner * min(step, 2.0 * math.pi * math.sin(high) / sphere.sectors)
    half_joint = 0.5 * joint_width("dome", joint, min(least, thickness))
    made = []
    for k in range(-1 if springers else 0, rings):
        lower, upper = low - k * step, low - (k + 1) * step
        label = f"{name} springer " if k < 0 else f"{name} {k}."
        for i in range(stones):
            pieces = sphere.stone(lower, upper, i, k, stagger)
            made.append(Stone(tuple(p.inset(half_joint) for p in pieces), f"{label}{i}", k < 0))
    made = made[stones:] + made[:stones] if springers else made
    if oculus == 0.0:
        made.insert(rings * stones, Stone((sphere.keystone(high).inset(half_joint),),
                                          f"{name} keystone"))
    return Stones(made)


class _Sphere:
    """Two concentric spheres, cut into equal sectors about the z axis."""

    def __init__(self, inner: float, outer: float, height: float, sectors: int) -> None:
        self.inner, self.outer, self.height, self.sectors = inner, outer, height, sectors

    def point(self, radius: float, polar: float, sector: int) -> tuple[float, float, float]:
        """Returns the point at an angle from the axis, rad, on the border of a sector, m."""
        azimuth = 2.0 * math.pi * (sector % self.sectors) / self.sectors
        s = radius * math.sin(polar)
        return s * math.cos(azimuth), s * math.sin(azimuth), self.height + radius * math.cos(polar)

    def stone(self, lower: float, upper: float, i: int, ring: int,
              stagger: bool) -> list[Polyhedron]:
        """Returns the pieces of stone i of a ring between two angles from the axis."""
        first = 2 * i + ring % 2 if stagger else i
        pieces = []
        for j in range(2 if stagger else 1):
            a, b = first + j, first + j + 1
            ends = (HEAD if j == 0 else FACE, FACE if stagger and j == 0 else HEAD)
            bottom, top = ([self.point(r, polar, n) for r, n in
                            ((self.inner, a), (self.outer, a), (self.outer, b), (self.inner, b))]
                           for polar in (lower, upper))
            pieces.append(frustum(bottom, top, (BED, BED, ends[0], FACE, ends[1], FACE)))
        return pieces

    def keystone(self, polar: float) -> Polyhedron:
        """Returns the stone that closes the dome, flat above and below."""
        bottom, top = ([self.point(r, polar, n) for n in range(self.sectors)]
                       for r in (self.inner, self.outer))
        return frustum(bottom, top, (FACE, FACE) + (BED,) * self.sectors)
