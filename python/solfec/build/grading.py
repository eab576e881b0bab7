"""Grain-size curves."""

from __future__ import annotations

import bisect
import math
from collections.abc import Iterable, Sequence

from .checks import numbers, positive, refuse


class GradingCurve:
    """The share of the mass in grains finer than a diameter.

    points: pairs (diameter, m; percentage passing by mass), both increasing, from 0 to 100 %.
    Between the points the percentage grows with the logarithm of the diameter, as on the usual
    paper (EN ISO 17892-4). The diameter of a grain is that of the sphere of its volume.
    ValueError for less than two points, values that do not increase or other ends.
    """

    def __init__(self, points: Iterable[Sequence[float]]) -> None:
        listed = [numbers("GradingCurve", f"point {i}", p, 2, "m and %")
                  for i, p in enumerate(points)]
        if len(listed) < 2:
            refuse("GradingCurve", f"points must be at least 2, got {len(listed)}")
        for i, (d, _) in enumerate(listed):
            positive("GradingCurve", f"diameter of point {i}", d)
        for i, ((d, p), (e, q)) in enumerate(zip(listed[:-1], listed[1:])):
            if not e > d:
                refuse("GradingCurve", f"diameters must increase, got {d:g} m, then {e:g} m at "
                                       f"point {i + 1}")
            if q < p:
                refuse("GradingCurve", f"percentages must not fall, got {p:g} %, then {q:g} % at "
                                       f"point {i + 1}")
        if listed[0][1] != 0.0 or listed[-1][1] != 100.0:
            refuse("GradingCurve", f"percentages must run from 0 to 100 %, got {listed[0][1]:g} "
                                   f"to {listed[-1][1]:g} %")
        self.diameters = [d for d, _ in listed]
        self.passing = [p for _, p in listed]

    def percent_passing(self, diameter: float) -> float:
        """Returns the percentage of the mass that is finer than a diameter, m."""
        d, p = self.diameters, self.passing
        if diameter <= d[0]:
            return 0.0
        if diameter >= d[-1]:
            return 100.0
        i = bisect.bisect_right(d, diameter)
        share = math.log(diameter / d[i - 1]) / math.log(d[i] / d[i - 1])
        return p[i - 1] + share * (p[i] - p[i - 1])

    def diameter(self, percent: float) -> float:
        """Returns the diameter, m, which this percentage of the mass is finer than."""
        d, p = self.diameters, self.passing
        i = min(max(bisect.bisect_left(p, percent), 1), len(p) - 1)
        share = 0.0 if p[i] == p[i - 1] else (percent - p[i - 1]) / (p[i] - p[i - 1])
        return d[i - 1] * (d[i] / d[i - 1]) ** min(max(share, 0.0), 1.0)

    def grains(self, volume: float, most: int = 200000) -> list[float]:
        """Returns diameters of grains, m, largest first, whose total volume is about `volume`, m^3.

        Walks down the curve: the next grain has the diameter in the middle of the share of mass
        that it takes itself, found in two passes. The curve of the grains differs from this one
        by at most the mass of the largest grain. ValueError beyond `most` grains.
        """
        found: list[float] = []
        taken = 0.0
        while taken < volume:
            d = self.diameter(100.0 * (1.0 - taken / volume))
            d = self.diameter(100.0 * (1.0 - min(taken + 0.5 * ball_volume(d), volume) / volume))
            if taken + 0.5 * ball_volume(d) > volume:
                break
            taken += ball_volume(d)
            found.append(d)
            if len(found) > most:
                refuse("GradingCurve", f"a volume of {volume:g} m^3 takes more than {most} grains "
                                       f"down to {self.diameters[0]:g} m")
        return found


def ball_volume(diameter: float) -> float:
    """Returns the volume of a sphere, m^3."""
    return math.pi / 6.0 * diameter ** 3
