"""Loose packings of spheres and of hulls (rubble), and layers of them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from .checks import number, numbers, positive, refuse, whole
from .grading import GradingCurve, ball_volume
from .polyhedra import Polyhedron, hull
from .stones import Ball, Stone, Stones

if TYPE_CHECKING:
    from solfec import BODY, BULK_MATERIAL, SOLFEC

_TRIES = 100  # places that are tried for a shape of a grain
_SHAPES = 20  # shapes that are tried for a grain: another hull, turned otherwise
_REACH = 10.0  # a hull of volume pi/6 d^3 lies in a sphere of this diameter, times d
_Grain = Union[Ball, Polyhedron]


def packing(grading: GradingCurve | float, volume: float, low: Sequence[float],
            high: Sequence[float], shape: str = "sphere", seed: int = 1,
            *, flatness: float = 1.0, corners: int = 12, name: str = "grain") -> Stones:
    """Returns grains at random places of a box that do not touch each other nor the box.

    Grains are placed from the largest to the smallest, each at the first free place among random
    ones (random sequential addition: Widom (1966), J. Chem. Phys. 44, 3888-3894), so the packing
    is loose: 0.25 of the box for equal spheres, 0.15 to 0.2 for hulls. Gravity packs it (`pour`).
    Equal arguments give equal grains on every machine.

    @param grading   Grain-size curve, or the one diameter of all grains, m.
    @param volume    Of all grains together, m^3, met to half of the smallest grain.
    @param low, high Corners of the box, m.
    @param shape     'sphere', or 'hull': the hull of random points on an ellipsoid with the volume
                     of the sphere.
    @param seed      Of the random numbers, a whole number.
    @param flatness  Shortest over longest axis of the ellipsoid, 0.2 to 1; the third is between.
    @param corners   Of a hull, 6 to 24.
    @return          Grains by falling size, labels 'NAME NUMBER'.
    Raises ValueError for wrong arguments and when a grain finds no place: how much did, and which
    box would do.
    """
    volume = positive("packing", "volume", volume, "m^3")
    a, b = (np.array(numbers("packing", n, v, 3)) for n, v in (("low", low), ("high", high)))
    if shape not in ("sphere", "hull"):
        refuse("packing", f"shape must be 'sphere' or 'hull', got {shape!r}")
    flatness = number("packing", "flatness", flatness, "", 0.2, 1.0)
    corners, seed = whole("packing", "corners", corners, 6), whole("packing", "seed", seed, 0)
    number("packing", "corners", corners, "", 6, 24)
    diameters = _diameters(grading, volume)
    for axis, edge in zip("xyz", b - a):
        if not edge > diameters[0]:
            refuse("packing", f"the box must be wider than the largest grain, {diameters[0]:g} m, "
                              f"got {edge:g} m along {axis}")
    random = Random(seed)
    unit = 2.0 ** -40 * 2.0 ** math.ceil(math.log2(max(np.abs([a, b]).max(), diameters[0])))
    bin_ = _Bin(diameters[0], diameters[-1])
    stones: list[Stone] = []
    for i, d in enumerate(diameters):
        at = None
        for _ in range(_SHAPES):
            grain = _grain(random, d, shape, flatness, corners, unit)
            at = _place(random, bin_, grain, (a, b), unit)
            if at is not None:
                break
        if at is None:
            share = sum(stone.volume for stone in stones) / float(np.prod(b - a))
            if share < 0.05:
                refuse("packing", f"the box is too narrow for grains of {d:g} m: grain {i} of "
                                  f"{len(diameters)} finds no place although only {share:.3g} of "
                                  "the box is filled")
            refuse("packing", f"volume {volume:g} m^3 does not fit: grain {i} of {len(diameters)}, "
                              f"{d:g} m, finds no place after {share:.3g} of the box is filled; a "
                              f"box of {volume / (0.9 * share):.3g} m^3 does")
        stones.append(Stone((at,), f"{name} {i}"))
    return Stones(stones)


def rubble(grading: GradingCurve | float, volume: float, low: Sequence[float],
           high: Sequence[float], seed: int = 1, *, flatness: float = 0.6,
           name: str = "stone") -> Stones:
    """Returns a loose packing of flattened random hulls; arguments and errors of `packing`."""
    return packing(grading, volume, low, high, "hull", seed, flatness=flatness, name=name)


def layers(figures: Sequence[Stones], gap: float = 0.0) -> list[Stones]:
    """Returns the figures above each other along z, the first where it is, `gap` m between them.

    They stay figures of their own, for `pour`; `sum (layers (...), Stones ())` joins them.
    """
    gap = number("layers", "gap", gap, "m", 0.0)
    made: list[Stones] = []
    for figure in figures:
        if made:
            lift = made[-1].bounds[1][2] + gap - figure.bounds[0][2]
            figure = figure.moved((0.0, 0.0, lift))
        made.append(figure)
    return made


def pour(solfec: SOLFEC, solver: Any, figures: Sequence[Stones], material: BULK_MATERIAL | str,
         duration: float, kind: str = "RIGID") -> list[list[BODY]]:
    """Pours figures one after another: makes the bodies of each and runs `duration` s.

    Figures come from `layers`; what lies below has settled, so it has no body of the next one in
    its way. A run that was killed goes on with `-c` in the layer that it was in.

    @return The bodies of each figure.
    """
    from solfec import RUN
    duration = positive("pour", "duration", duration, "s")
    poured = []
    for figure in figures:
        poured.append(figure.bodies(solfec, material, kind))
        RUN(solfec, solver, duration)
    return poured


def passing(stones: Sequence[Stone], diameter: float) -> float:
    """Returns the percentage of the volume in stones finer than a diameter, m.

    The diameter of a stone is that of the sphere of its volume.
    """
    volumes = [stone.volume for stone in stones]
    if not volumes:
        refuse("passing", "there are no stones")
    most = ball_volume(positive("passing", "diameter", diameter))
    return 100.0 * sum(v for v in volumes if v < most) / sum(volumes)


def _diameters(grading: GradingCurve | float, volume: float) -> list[float]:
    """Returns the diameters of grains of this total volume, m, largest first."""
    if isinstance(grading, GradingCurve):
        found = grading.grains(volume)
    else:
        d = positive("packing", "grading", grading)
        found = [d] * round(volume / ball_volume(d))
    if not found:
        d = grading.diameters[-1] if isinstance(grading, GradingCurve) else grading
        refuse("packing", f"volume must be that of a grain of {d:g} m at least, "
                          f"{ball_volume(d):.3g} m^3, got {volume:g} m^3")
    return found


def _grain(random: Random, diameter: float, shape: str, flatness: float, corners: int,
           unit: float) -> _Grain:
    """Returns a grain about the origin.

    Coordinates are multiples of `unit`, m, so that the last digit of the library of mathematics
    of a machine has no say.
    """
    if shape == "sphere":
        return Ball(np.zeros(3), math.floor(0.5 * diameter / unit) * unit)
    middle = flatness + random.random() * (1.0 - flatness)
    axes = np.array([1.0, middle, flatness])
    while True:
        round_ = hull(np.array([_direction(random) for _ in range(corners)]))
        if round_.volume > 1.0:  # of 4.19 of the sphere: no slivers
            break
    stretched = round_.moved((round_.vertices * axes) @ _rotation(random).T)
    scale = math.pow(ball_volume(diameter) / stretched.volume, 1.0 / 3.0)
    points = (stretched.vertices - stretched.centroid) * scale
    return stretched.moved(np.round(points / unit) * unit)


def _direction(random: Random) -> np.ndarray:
    """Returns a uniform unit vector by rejection: sums and a root are the same on all machines."""
    while True:
        v = np.array([2.0 * random.random() - 1.0 for _ in range(3)])
        square = float(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
        if 1e-2 < square <= 1.0:
            return v / math.sqrt(square)


def _rotation(random: Random) -> np.ndarray:
    """Returns a random rotation matrix."""
    x = _direction(random)
    while True:
        y = _direction(random)
        z = np.cross(x, y)
        size = math.sqrt(float((z * z).sum()))
        if size > 0.1:
            z = z / size
            return np.array([x, np.cross(z, x), z]).T


class _Placed:
    """A grain that is placed: its centre, a sphere that it lies in, planes and corners about 0."""

    def __init__(self, grain: _Grain) -> None:
        self.center = np.zeros(3)
        if isinstance(grain, Ball):
            self.reach = grain.radius
        else:
            self.reach = float(np.sqrt((grain.vertices ** 2).sum(axis=1).max()))
            self.normals, self.offsets = grain.planes()
            self.vertices = grain.vertices

    def is_apart(self, other: _Placed) -> bool:
        """True when two grains are surely apart: their spheres, or a plane of a face between."""
        way = other.center - self.center
        if float(way @ way) > (self.reach + other.reach) ** 2:
            return True
        if not hasattr(self, "vertices"):
            return False
        return self._has_plane_before(other, way) or other._has_plane_before(self, -way)

    def _has_plane_before(self, other: _Placed, way: np.ndarray) -> bool:
        nearest = (other.vertices @ self.normals.T).min(axis=0) + self.normals @ way
        return bool((nearest > self.offsets).any())


class _Bin:
    """Grains that are placed, in cells of a grid for each size: a size spans a factor of two."""

    def __init__(self, largest: float, smallest: float) -> None:
        self.levels: list[tuple[float, dict]] = []
        edge = _REACH * largest
        while edge > smallest:
            self.levels.append((edge, {}))
            edge *= 0.5

    def add(self, grain: _Placed) -> None:
        """Adds a grain."""
        edge, cells = [level for level in self.levels if level[0] >= 2.0 * grain.reach][-1]
        key = tuple(math.floor(x / edge) for x in grain.center)
        cells.setdefault(key, []).append(grain)

    def near(self, grain: _Placed) -> Iterator[_Placed]:
        """Yields the grains whose spheres may meet that of a grain."""
        for edge, cells in self.levels:
            if not cells:
                continue
            way = grain.reach + 0.5 * edge
            ranges = [range(math.floor((x - way) / edge), math.floor((x + way) / edge) + 1)
                      for x in grain.center]
            for key in itertools.product(*ranges):
                yield from cells.get(key, ())


def _place(random: Random, bin_: _Bin, grain: _Grain, box: tuple[np.ndarray, np.ndarray],
           unit: float) -> _Grain | None:
    """Returns the grain at a free random place of the box, None when none is found."""
    low, high = box
    if isinstance(grain, Ball):
        below = above = np.full(3, grain.radius)
    else:
        below, above = -grain.vertices.min(axis=0), grain.vertices.max(axis=0)
    room = (high - above) - (low + below)
    if (room <= 0.0).any():
        return None
    placed = _Placed(grain)
    for _ in range(_TRIES):
        share = np.array([random.random() for _ in range(3)])
        placed.center = np.round((low + below + share * room) / unit) * unit
        if all(placed.is_apart(other) for other in bin_.near(placed)):
            bin_.add(placed)
            return (Ball(placed.center, grain.radius) if isinstance(grain, Ball)
                    else grain.moved(grain.vertices + placed.center))
    return None
