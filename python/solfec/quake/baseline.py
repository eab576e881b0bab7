"""Baseline correction and windows."""

from __future__ import annotations

import numpy as np
from numpy.polynomial import legendre

from .motion import displacement, velocity


def taper(count: int, share: float) -> np.ndarray:
    """Returns Tukey's window of `count` weights: half a cosine over `share` of each end."""
    x = np.arange(count) / (count - 1)
    width = np.minimum(x, x[::-1])
    if share == 0.0:
        return np.ones(count)
    return 0.5 - 0.5 * np.cos(np.pi * np.minimum(width / share, 1.0))


def corrected(a: np.ndarray, step: float, degree: int, share: float) -> np.ndarray:
    """Returns w (a - p), w Tukey's window and p a polynomial of `degree`.

    p makes the sum of squared velocities least among the polynomials after which velocity and
    displacement end at zero: least squares with two linear constraints, solved in the null space
    of these. Legendre polynomials keep the system well conditioned.
    """
    weights = taper(len(a), share)
    x = np.linspace(-1.0, 1.0, len(a))
    basis = weights * legendre.legvander(x, degree).T  # degree + 1 rows
    windowed = weights * a
    scale = step * (len(a) - 1)
    v, d = velocity(basis, step) / scale, displacement(basis, step) / scale**2
    v_a, d_a = velocity(windowed, step) / scale, displacement(windowed, step) / scale**2
    constraints = np.array([v[:, -1], d[:, -1]])
    wanted = np.array([v_a[-1], d_a[-1]])
    particular = np.linalg.lstsq(constraints, wanted, rcond=None)[0]
    if degree > 1:
        null = np.linalg.svd(constraints)[2][2:].T
        free = np.linalg.lstsq(v.T @ null, v_a - v.T @ particular, rcond=None)[0]
        particular = particular + null @ free
    return windowed - particular @ basis
