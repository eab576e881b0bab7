"""Integrals of an acceleration that is linear between samples: exact, as SET_ACCELERATION moves."""

from __future__ import annotations

import numpy as np


def velocity(a: np.ndarray, step: float) -> np.ndarray:
    """Returns the velocity at the samples, m/s, from rest.

    a: n (or m x n) accelerations, m/s^2; step: s.
    """
    gained = 0.5 * step * (a[..., 1:] + a[..., :-1])
    return _sums(gained)


def displacement(a: np.ndarray, step: float) -> np.ndarray:
    """Returns the displacement at the samples, m, from rest at zero; arguments as `velocity`."""
    v = velocity(a, step)
    moved = step * v[..., :-1] + step * step / 6.0 * (2.0 * a[..., :-1] + a[..., 1:])
    return _sums(moved)


def _sums(gained: np.ndarray) -> np.ndarray:
    start = np.zeros(gained.shape[:-1] + (1,))
    return np.concatenate([start, np.cumsum(gained, axis=-1)], axis=-1)


def peak_velocity(a: np.ndarray, step: float) -> float:
    """Returns the largest |velocity|, m/s: at a sample or where the acceleration is zero."""
    v = velocity(a, step)
    a0, a1 = a[:-1], a[1:]
    crosses = a0 * a1 < 0.0
    a0, a1 = a0[crosses], a1[crosses]
    between = v[:-1][crosses] + 0.5 * step * a0 * a0 / (a0 - a1)
    return float(max(np.abs(v).max(), np.abs(between).max(initial=0.0)))


def peak_displacement(a: np.ndarray, step: float) -> float:
    """Returns the largest |displacement|, m: at a sample or where the velocity is zero."""
    v, d = velocity(a, step), displacement(a, step)
    most = float(np.abs(d).max())
    for i in np.flatnonzero((v[:-1] * v[1:] <= 0.0) | (a[:-1] * a[1:] < 0.0)):
        slope = (a[i + 1] - a[i]) / step
        for s in _real_roots(0.5 * slope, a[i], v[i]):
            if 0.0 < s < step:
                most = max(most, abs(d[i] + s * (v[i] + s * (0.5 * a[i] + s * slope / 6.0))))
    return most


def _real_roots(a: float, b: float, c: float) -> list[float]:
    """Returns the real roots of a s^2 + b s + c without cancellation."""
    root = b * b - 4.0 * a * c
    if root < 0.0:
        return []
    q = -0.5 * (b + np.copysign(np.sqrt(root), b))
    return [x for x in ((q / a) if a else np.nan, (c / q) if q else np.nan) if np.isfinite(x)]


def squares(a: np.ndarray, step: float) -> np.ndarray:
    """Returns the integral of the squared acceleration up to each sample, m^2/s^3."""
    a0, a1 = a[:-1], a[1:]
    return _sums(step / 3.0 * (a0 * a0 + a0 * a1 + a1 * a1))
