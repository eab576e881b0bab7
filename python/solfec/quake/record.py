"""Records of ground acceleration and what is done with them before a run."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Optional

import numpy as np

from ..build.checks import number, positive, refuse, whole
from . import baseline, motion
from .libraries import scipy_signal
from .units import STANDARD_GRAVITY, UNITS, unit_named

if TYPE_CHECKING:
    from solfec import TIME_SERIES

    from .spectrum import Spectrum

FEWEST_SAMPLES = 4
_EVEN = 1e-9  # share of a step that rounding may add to a time
_LARGEST_RATIO = 1000  # of two steps, numerator and denominator, when samples become fewer


class Record:
    """Ground acceleration at equal steps, linear between them, from rest.

    step: s; acceleration: at least four values in `unit` ('g', 'm/s2' or 'cm/s2').
    Members: step, s; acceleration, m/s^2, a numpy array that cannot be written; name.
    ValueError names what is wrong, its value and the line of the script.
    """

    def __init__(self, step: float, acceleration: Sequence[float], unit: str = "m/s2",
                 name: str = "record") -> None:
        self.step = positive("Record", "step", step, "s")
        self.name = str(name)
        factor = UNITS.get(unit_named(unit))
        if factor is None:
            refuse("Record", f"unit must be 'g', 'm/s2' or 'cm/s2', got {unit!r}")
        try:
            values = np.array(acceleration, dtype=float)
        except (TypeError, ValueError):
            refuse("Record", "acceleration must be a sequence of numbers")
        if values.ndim != 1 or len(values) < FEWEST_SAMPLES:
            refuse("Record", f"acceleration must be at least {FEWEST_SAMPLES} numbers in a row, "
                             f"got {' x '.join(map(str, values.shape)) or 'one'}")
        bad = np.flatnonzero(~np.isfinite(values))
        if len(bad):
            refuse("Record", f"acceleration [{bad[0]}] must be finite, got {values[bad[0]]:g}")
        self.acceleration = values * factor
        self.acceleration.setflags(write=False)

    # ---- measures --------------------------------------------------------------------------------

    @property
    def times(self) -> np.ndarray:
        """Times of the samples, s, from 0."""
        return self.step * np.arange(len(self.acceleration))

    @property
    def length(self) -> float:
        """Time of the last sample, s."""
        return self.step * (len(self.acceleration) - 1)

    @property
    def velocity(self) -> np.ndarray:
        """Velocities of the ground at the samples, m/s: the exact integral from rest."""
        return motion.velocity(self.acceleration, self.step)

    @property
    def displacement(self) -> np.ndarray:
        """Displacements of the ground at the samples, m."""
        return motion.displacement(self.acceleration, self.step)

    @property
    def pga(self) -> float:
        """Peak ground acceleration, m/s^2."""
        return float(np.abs(self.acceleration).max())

    @property
    def pgv(self) -> float:
        """Peak ground velocity, m/s, between samples too."""
        return motion.peak_velocity(self.acceleration, self.step)

    @property
    def pgd(self) -> float:
        """Peak ground displacement, m, between samples too."""
        return motion.peak_displacement(self.acceleration, self.step)

    @property
    def arias(self) -> float:
        """Arias intensity, m/s: pi / (2 g) times the integral of the squared acceleration.

        Arias (1970), in: Seismic Design for Nuclear Power Plants, MIT Press, 438-483.
        """
        return float(np.pi / (2.0 * STANDARD_GRAVITY)
                     * motion.squares(self.acceleration, self.step)[-1])

    def arias_time(self, percent: float) -> float:
        """Returns the time, s, at which a percentage of the Arias intensity is reached.

        Between samples the intensity is taken as linear. ValueError for a record of zeros.
        """
        share = number("arias_time", "percent", percent, "%", 0.0, 100.0) / 100.0
        sums = motion.squares(self.acceleration, self.step)
        if not sums[-1] > 0.0:
            refuse("arias_time", f"{self.name} must not be zero throughout")
        target = share * sums[-1]
        i = int(np.searchsorted(sums, target))
        if i == 0:
            return 0.0
        part = (target - sums[i - 1]) / (sums[i] - sums[i - 1])
        return self.step * (i - 1 + float(part))

    def duration(self, start: float = 5.0, end: float = 95.0) -> float:
        """Returns the significant duration, s, between two percentages of the Arias intensity.

        Trifunac and Brady (1975), Bull. Seism. Soc. Am. 65, 581-626: 5 to 95 %.
        """
        _check_range("duration", start, end)
        return self.arias_time(end) - self.arias_time(start)

    def spectrum(self, periods: Optional[Sequence[float]] = None,
                 damping: float = 0.05) -> Spectrum:
        """Returns the response spectrum, see `response_spectrum`."""
        from .spectrum import response_spectrum
        return response_spectrum(self, periods, damping)

    def __len__(self) -> int:
        return len(self.acceleration)

    def __str__(self) -> str:
        text = (f"{self.name}: {len(self)} samples, step {self.step:g} s, {self.length:g} s; PGA "
                f"{self.pga:.4g} m/s2 ({self.pga / STANDARD_GRAVITY:.4g} g), PGV {self.pgv:.4g} "
                f"m/s, PGD {self.pgd:.4g} m; Arias intensity {self.arias:.4g} m/s")
        if not self.pga > 0.0:
            return text
        return (f"{text}, significant duration {self.duration():.4g} s; at the end "
                f"{self.velocity[-1]:.2g} m/s, {self.displacement[-1]:.2g} m")

    __repr__ = __str__

    # ---- treatments ------------------------------------------------------------------------------

    def scaled(self, factor: Optional[float] = None, pga: Optional[float] = None,
               unit: Optional[str] = None) -> Record:
        """Returns the record times a factor, or with a peak ground acceleration in `unit`.

        A peak without a unit is taken in m/s2, with a warning.
        """
        if (factor is None) == (pga is None):
            refuse("scaled", "needs either factor or pga")
        if factor is not None:
            return self._with(self.acceleration * number("scaled", "factor", factor))
        if unit is None:
            unit = "m/s2"
            if not sys._getframe(1).f_globals.get("__name__", "").startswith("solfec."):
                warnings.warn(f"scaled: pga = {pga!r} is taken in m/s2; unit='g', 'm/s2' or "
                              "'cm/s2' tells it", stacklevel=2)
        if not unit_named(unit):
            refuse("scaled", f"unit must be 'g', 'm/s2' or 'cm/s2', got {unit!r}")
        peak = positive("scaled", "pga", pga, unit) * UNITS[unit_named(unit)]
        if not self.pga > 0.0:
            refuse("scaled", f"{self.name} must not be zero throughout")
        return self._with(self.acceleration * (peak / self.pga))

    def trimmed(self, start: float = 5.0, end: float = 95.0, margin: float = 0.0) -> Record:
        """Returns the samples between two percentages of the Arias intensity.

        margin: s that are kept before and after. The cut ends are neither zero nor at rest: use
        `tapered` or `corrected` next.
        """
        _check_range("trimmed", start, end)
        margin = number("trimmed", "margin", margin, "s", 0.0)
        low, high = self.arias_time(start) - margin, self.arias_time(end) + margin
        first = max(0, int(np.floor(low / self.step + _EVEN)))
        last = min(len(self) - 1, int(np.ceil(high / self.step - _EVEN)))
        if last - first + 1 < FEWEST_SAMPLES:
            refuse("trimmed", f"{last - first + 1} samples are left of {self.name}, and a record "
                              f"needs {FEWEST_SAMPLES}")
        return self._with(self.acceleration[first:last + 1])

    def tapered(self, share: float = 0.05) -> Record:
        """Returns the record with ends that rise from and fall to zero like half a cosine.

        share: of the length, at each end, at most 0.5 (Tukey's window of 2 share).
        """
        share = number("tapered", "share", share, "", 0.0, 0.5)
        return self._with(self.acceleration * baseline.taper(len(self), share))

    def corrected(self, degree: int = 2, taper: float = 0.05) -> Record:
        """Returns the record less a polynomial, so that velocity and displacement end at zero.

        The polynomial makes the mean square of the velocity least (Berg and Housner (1961), Bull.
        Seism. Soc. Am. 51, 175-189: a parabola). Beyond that paper, velocity and displacement at
        the end are constraints of the least squares, and the ends of the acceleration less the
        polynomial are tapered, so that it begins and ends with zero.

        degree: of the polynomial, 1 to 20; taper: share of the length at each end, 0 to 0.5.
        """
        degree = whole("corrected", "degree", degree)
        if degree > 20:
            refuse("corrected", f"degree must be at most 20, got {degree}")
        share = number("corrected", "taper", taper, "", 0.0, 0.5)
        if len(self) < degree + 4:
            refuse("corrected", f"{self.name} must have at least {degree + 4} samples for degree "
                                f"{degree}, got {len(self)}")
        return self._with(baseline.corrected(self.acceleration, self.step, degree, share))

    def filtered(self, low: Optional[float] = None, high: Optional[float] = None, order: int = 4,
                 keep_pads: bool = False) -> Record:
        """Returns the record after a Butterworth filter that passes low to high, Hz.

        The filter runs forward and backward, so it shifts no phase: its gain is that of two
        passes, 1/2 (-6 dB) at the corners, where each pass has -3 dB. Without `low` it is a
        low-pass, without `high` a high-pass. Zeros are put before and after the record first,
        1.5 order / low seconds in all (Boore (2005), Bull. Seism. Soc. Am. 95, 745-750, eq. 3).

        keep_pads: keep them; else they are cut off, and with them what the filter moved there.
        """
        nyquist = 0.5 / self.step
        if low is None and high is None:
            refuse("filtered", "needs low, high or both")
        for name, corner in (("low", low), ("high", high)):
            if corner is not None and not positive("filtered", name, corner, "Hz") < nyquist:
                refuse("filtered", f"{name} must be below half the rate of the samples, "
                                   f"{nyquist:g} Hz, got {corner:g} Hz")
        if low is not None and high is not None and not low < high:
            refuse("filtered", f"low must be below high, got {low:g} and {high:g} Hz")
        order = whole("filtered", "order", order)
        if order > 10:
            refuse("filtered", f"order must be at most 10, got {order}")
        signal = scipy_signal("filtered")
        corners, kind = [low, high], "bandpass"
        if low is None:
            corners, kind = high, "lowpass"
        elif high is None:
            corners, kind = low, "highpass"
        sections = signal.butter(order, corners, kind, fs=1.0 / self.step, output="sos")
        pad = int(np.ceil(0.75 * order / (low or high) / self.step))
        padded = np.pad(self.acceleration, pad)
        passed = signal.sosfiltfilt(sections, padded, padtype=None)
        return self._with(passed if keep_pads else passed[pad:pad + len(self)])

    def resampled(self, step: float) -> Record:
        """Returns the record at another step, s.

        A smaller step interpolates linearly: the motion does not change where it divides the old
        one. For a larger one what it cannot show, above half its rate, is filtered away without a
        shift (scipy.signal.resample_poly).
        """
        step = positive("resampled", "step", step, "s")
        if step <= self.step:
            count = int(np.floor(self.length / step * (1.0 + _EVEN) + _EVEN)) + 1
            values = np.interp(step * np.arange(count), self.times, self.acceleration)
            return self._with(values, step)
        ratio = Fraction(self.step / step).limit_denominator(_LARGEST_RATIO)
        if ratio == 0 or abs(float(ratio) * step / self.step - 1.0) > _EVEN:
            refuse("resampled", f"step must be a ratio of whole numbers up to {_LARGEST_RATIO} "
                                f"times {self.step:g} s, got {step:g} s")
        signal = scipy_signal("resampled")
        values = signal.resample_poly(self.acceleration, ratio.numerator, ratio.denominator)
        return self._with(values, step)

    def series(self, start: float = 0.0, factor: float = 1.0) -> TIME_SERIES:
        """Returns the acceleration, m/s^2, as a TIME_SERIES for SET_ACCELERATION.

        start: time of the first sample, s; the ground is at rest before. factor: e.g. 2/3 for
        the vertical direction.
        """
        from solfec import TIME_SERIES
        start = number("series", "start", start, "s", 0.0)
        values = number("series", "factor", factor) * self.acceleration
        return TIME_SERIES([(float(t), float(a)) for t, a in zip(start + self.times, values)])

    def save(self, path: str) -> None:
        """Writes csv: time (s), acceleration (m/s2), velocity (m/s), displacement (m)."""
        table = np.column_stack([self.times, self.acceleration, self.velocity, self.displacement])
        np.savetxt(path, table, fmt="%.17g", delimiter=",", comments="",
                   header="time_s,acceleration_m/s2,velocity_m/s,displacement_m")

    def plot(self, path: Optional[str] = None):
        """Draws acceleration, velocity and displacement; writes a picture when there is a path."""
        from .pictures import draw_record
        return draw_record(self, path)

    def _with(self, acceleration: np.ndarray, step: Optional[float] = None) -> Record:
        return Record(step or self.step, acceleration, name=self.name)


def _check_range(command: str, start: float, end: float) -> None:
    number(command, "start", start, "%", 0.0, 100.0)
    number(command, "end", end, "%", 0.0, 100.0)
    if not start < end:
        refuse(command, f"start must be below end, got {start:g} and {end:g} %")
