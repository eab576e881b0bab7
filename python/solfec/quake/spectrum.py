"""Response spectra."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Optional

import numpy as np

from ..build.checks import number, positive, refuse
from .record import Record

_STEPS_PER_PERIOD = 60  # at least: between steps a peak is missed by up to 1 - cos(pi/60) = 0.14 %
_FEWEST_STEPS = 8  # in each step of a record: velocities turn between its samples
_SMALL_ANGLE = 0.5  # rad, of an oscillator in a step: below, series instead of closed forms
_SERIES_TERMS = 16  # 0.5^16 / 18! is below the rounding of doubles
_MOST_STEPS = 10_000  # into which one step of a record is split


@dataclass(frozen=True)
class Spectrum:
    """Peak responses of oscillators of one degree of freedom, one value per period.

    periods, s; damping, share of the critical; displacement, m, and velocity, m/s, against the
    ground; acceleration, m/s^2, absolute.
    """

    periods: np.ndarray
    damping: float
    displacement: np.ndarray
    velocity: np.ndarray
    acceleration: np.ndarray
    name: str = "record"

    @property
    def pseudo_velocity(self) -> np.ndarray:
        """2 pi / period times the displacement, m/s."""
        return 2.0 * np.pi / self.periods * self.displacement

    @property
    def pseudo_acceleration(self) -> np.ndarray:
        """(2 pi / period)^2 times the displacement, m/s^2: what design codes call Sa."""
        return (2.0 * np.pi / self.periods) ** 2 * self.displacement

    def at(self, period: float) -> float:
        """Returns the pseudo-acceleration, m/s^2, at a period, s, linear between the periods."""
        period = number("Spectrum.at", "period", period, "s", float(self.periods.min()),
                        float(self.periods.max()))
        order = np.argsort(self.periods)
        return float(np.interp(period, self.periods[order], self.pseudo_acceleration[order]))

    def table(self, count: int = 10) -> str:
        """Returns lines of about `count` periods with their responses."""
        chosen = np.unique(np.linspace(0, len(self.periods) - 1, count).round().astype(int))
        lines = ["   T, s   Sa, m/s2   Sv, m/s     Sd, m"]
        for i in chosen:
            lines.append(f"{self.periods[i]:7.3f} {self.pseudo_acceleration[i]:10.4f} "
                         f"{self.pseudo_velocity[i]:9.4f} {self.displacement[i]:9.5f}")
        return "\n".join(lines)

    def save(self, path: str) -> None:
        """Writes csv: period (s), Sd (m), Sv (m/s), Sa (m/s2), pseudo Sv, pseudo Sa."""
        table = np.column_stack([self.periods, self.displacement, self.velocity, self.acceleration,
                                 self.pseudo_velocity, self.pseudo_acceleration])
        np.savetxt(path, table, fmt="%.17g", delimiter=",", comments="",
                   header="period_s,Sd_m,Sv_m/s,Sa_m/s2,pseudo_Sv_m/s,pseudo_Sa_m/s2")

    def plot(self, path: Optional[str] = None):
        """Draws pseudo-acceleration over period; writes a picture when there is a path."""
        from .pictures import draw_spectrum
        return draw_spectrum(self, path)


def response_spectrum(record: Record, periods: Optional[Sequence[float]] = None,
                      damping: float = 0.05) -> Spectrum:
    """Computes the response spectrum of a record.

    Between samples the acceleration is linear, for which the step of an oscillator has an exact
    solution (Nigam and Jennings (1969), Bull. Seism. Soc. Am. 59, 909-922). Peaks are looked
    for at eight times in each step and at sixty in each period, where a peak of free vibration is
    missed by at most 0.14 %. The free vibration after the end of the record counts too.

    periods: s, default 100 from 0.05 to 5 s, equally spaced in their logarithm;
    damping: share of the critical, 0 <= damping < 1.
    """
    damping = number("response_spectrum", "damping", damping, "", 0.0)
    if not damping < 1.0:
        refuse("response_spectrum", f"damping must be below 1, got {damping:g}")
    if periods is None:
        listed = np.geomspace(0.05, 5.0, 100)
    else:
        listed = np.array([positive("response_spectrum", f"period [{i}]", p, "s")
                           for i, p in enumerate(np.ravel(periods))])
    if len(listed) == 0:
        refuse("response_spectrum", "periods must not be empty")
    wanted = np.ceil(_STEPS_PER_PERIOD * record.step / listed).astype(int)
    splits = np.maximum(_FEWEST_STEPS, wanted)
    if splits.max() > _MOST_STEPS:
        least = _STEPS_PER_PERIOD * record.step / _MOST_STEPS
        refuse("response_spectrum", f"periods must be at least {least:g} s for steps of "
                                    f"{record.step:g} s, got {listed.min():g} s")
    peaks = np.zeros((3, len(listed)))
    for split in np.unique(splits):
        chosen = splits == split
        peaks[:, chosen] = _peaks(record, 2.0 * np.pi / listed[chosen], damping, int(split))
    return Spectrum(listed, damping, *peaks, name=record.name)


def step_matrices(omega: np.ndarray, damping: float,
                  h: float | np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns A and B, each n x 2 x 2, of the exact step of u'' + 2 d w u' + w^2 u = -a.

    (u, u') at the end = A (u, u') + B (a, a at the end), a linear over the step of h s, which is
    one number or one of each oscillator.
    """
    w, wd = omega, omega * np.sqrt(1.0 - damping * damping)
    decay = np.exp(-damping * w * h)
    c, s = decay * np.cos(wd * h), decay * np.sin(wd * h) / wd
    matrix = np.array([[c + damping * w * s, s], [-w * w * s, c - damping * w * s]])
    # The response to a0 + r t: u = -(a0 + r t)/w^2 + 2 d r/w^3 + free vibration from the start.
    w2, w3 = w * w, w * w * w
    forced = np.zeros((2, 2, len(w)))  # rows u, u'; columns for the accelerations a0, a1
    for column, (a0, r) in enumerate(((1.0, -1.0 / h), (0.0, 1.0 / h))):
        at_start = np.array([-a0 / w2 + 2.0 * damping * r / w3, -r / w2])
        at_end = np.array([-(a0 + r * h) / w2 + 2.0 * damping * r / w3, -r / w2])
        forced[:, column] = at_end - np.einsum("ijn,jn->in", matrix, at_start)
    series = w * h < _SMALL_ANGLE
    forced[:, :, series] = _forced_by_series(w, damping, h)[:, :, series]
    return matrix.transpose(2, 0, 1), forced.transpose(2, 0, 1)


def _forced_by_series(w: np.ndarray, damping: float, h: float | np.ndarray) -> np.ndarray:
    """Returns B as a power series in the matrix F of the oscillator, exact for small w h too.

    The acceleration at the end has the sum of F^k h^(k+1) / (k+2)! (0, -1), that at the start has
    the factors 1/(k+1)! - 1/(k+2)! instead.
    """
    power = np.array([np.zeros(len(w)), -h * np.ones(len(w))])
    forced = np.zeros((2, 2, len(w)))
    factorial = 1.0
    with np.errstate(over="ignore", invalid="ignore"):  # of large w h, which nobody takes
        for k in range(_SERIES_TERMS):
            factorial *= k + 1
            forced[:, 0] += power * ((k + 1) / factorial / (k + 2))
            forced[:, 1] += power / factorial / (k + 2)
            power = h * np.array([power[1], -w * w * power[0] - 2.0 * damping * w * power[1]])
    return forced


def _peaks(record: Record, omega: np.ndarray, damping: float, split: int) -> np.ndarray:
    """Returns the peaks of displacement, velocity, absolute acceleration, 3 x n."""
    a = record.acceleration
    u, v = _states(record, omega, damping)
    peaks = np.zeros((3, len(omega)))
    rise = np.diff(a)[:, None]
    for k in range(1, split + 1):  # all steps at once, at the same part of each
        share = k / split
        parts = step_matrices(omega, damping, record.step * share)
        ground = (a[:-1, None], a[:-1, None] + share * rise)
        _raise_peaks(peaks, _advance(parts, (u[:-1], v[:-1]), ground), omega, damping)
    for k in range(1, _STEPS_PER_PERIOD + 1):  # free vibration over a period, the ground at rest
        parts = step_matrices(omega, damping, 2.0 * np.pi / omega * (k / _STEPS_PER_PERIOD))
        _raise_peaks(peaks, _advance(parts, (u[-1], v[-1]), (0.0, 0.0)), omega, damping)
    return peaks


def _advance(parts: tuple[np.ndarray, np.ndarray], state: tuple, ground: tuple) -> tuple:
    """Returns u and u' at the end of a step; the last axis of the state counts oscillators."""
    m, f = parts
    u, v = state
    a0, a1 = ground
    return tuple(m[:, i, 0] * u + m[:, i, 1] * v + f[:, i, 0] * a0 + f[:, i, 1] * a1
                 for i in range(2))


def _states(record: Record, omega: np.ndarray, damping: float) -> tuple[np.ndarray, np.ndarray]:
    """Returns u and u' at the samples, from rest, each count x n."""
    m, f = step_matrices(omega, damping, record.step)
    a = record.acceleration
    m, f = m.transpose(1, 2, 0), f.transpose(1, 2, 0)
    states = np.zeros((len(a), 2, len(omega)))
    for i in range(len(a) - 1):
        u, v = states[i]
        states[i + 1] = m[:, 0] * u + m[:, 1] * v + f[:, 0] * a[i] + f[:, 1] * a[i + 1]
    return states[:, 0], states[:, 1]


def _raise_peaks(peaks: np.ndarray, state: tuple, omega: np.ndarray, damping: float) -> None:
    """Raises peaks, 3 x n, to those of the states, whose last axis counts oscillators."""
    u, v = state
    total = omega * (2.0 * damping * v + omega * u)  # the absolute acceleration, up to the sign
    for row, values in enumerate((u, v, total)):
        most = np.abs(values).reshape(-1, len(omega)).max(axis=0)
        np.maximum(peaks[row], most, out=peaks[row])
