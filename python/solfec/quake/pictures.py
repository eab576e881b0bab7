"""Curves of records and spectra."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .record import Record
    from .spectrum import Spectrum


def draw_record(record: Record, path: Optional[str]) -> list[Axes]:
    """Draws three curves over time; returns their axes."""
    from matplotlib.figure import Figure
    figure = Figure(figsize=(7, 6), layout="constrained")
    axes = list(figure.subplots(3, 1, sharex=True))
    curves = (record.acceleration, record.velocity, record.displacement)
    for one, values, label in zip(axes, curves, ("acceleration, m/s²", "velocity, m/s",
                                                 "displacement, m")):
        one.plot(record.times, values, linewidth=0.8)
        one.axhline(0.0, color="grey", linewidth=0.5)
        one.set_ylabel(label)
    axes[0].set_title(record.name)
    axes[-1].set_xlabel("time, s")
    if path:
        figure.savefig(path)
    return axes


def draw_spectrum(spectrum: Spectrum, path: Optional[str]) -> Axes:
    """Draws the pseudo-acceleration over the period; returns the axes."""
    from matplotlib.figure import Figure
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    axes.semilogx(spectrum.periods, spectrum.pseudo_acceleration)
    axes.set(xlabel="period, s", ylabel="pseudo-acceleration, m/s²",
             title=f"{spectrum.name}, damping {100 * spectrum.damping:g} %")
    axes.grid(True, which="both", alpha=0.3)
    axes.set_ylim(bottom=0.0)
    if path:
        figure.savefig(path)
    return axes
