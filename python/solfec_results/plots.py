"""Curves by matplotlib, which is imported when a curve is drawn."""

from solfec_results.names import ENERGIES, PHASES

UNITS = {**dict.fromkeys(("DX", "DY", "DZ", "CX", "CY", "CZ", "GAP", "TRAVEL"), "m"),
         **dict.fromkeys(("VX", "VY", "VZ", "U", "CU", "SPEED"), "m/s"),
         **dict.fromkeys(("SX", "SY", "SZ", "SXY", "SXZ", "SYZ", "MISES"), "Pa"),
         **dict.fromkeys(("R", "CR", "FORCE", "RX", "RY", "RZ"), "N"),
         **dict.fromkeys(("TORQUE", "MX", "MY", "MZ"), "N m"),
         **dict.fromkeys(ENERGIES, "J"), **dict.fromkeys(PHASES, "s"),
         "ANGLE": "rad", "RATE": "rad/s", "MOTOR": "N or N m", "POWER": "W"}


def unit_of(item):
    """Unit of the values of an item of a history; '' for numbers and quotients."""
    return UNITS.get(item if isinstance(item, str) else item[-1], "")


def draw(history, axes, options):
    """Draws the items of a history and returns the axes.

    Without `axes` each unit gets axes of its own, one below the other over one time; then a list of
    axes is returned where there are several units.
    """
    curves = {}  # by unit, in the order of the items
    for item, name, values in zip(history.items, history.names, history.values):
        curves.setdefault(unit_of(item), []).append((name, values))
    if axes is not None:
        _draw(axes, history.times, [curve for one in curves.values() for curve in one],
              " / ".join(unit for unit in curves if unit), options)
        axes.set_xlabel("t (s)")
        return axes
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError("plot needs the package matplotlib (Debian: python3-matplotlib)") from None
    panels = pyplot.subplots(len(curves), 1, sharex=True, squeeze=False)[1][:, 0]
    for panel, (unit, group) in zip(panels, curves.items()):
        _draw(panel, history.times, group, unit, options)
    panels[-1].set_xlabel("t (s)")
    return panels[0] if len(panels) == 1 else list(panels)


def _draw(axes, times, curves, unit, options):
    """Curves of a unit: a name at the axis for one, a legend for several."""
    for name, values in curves:
        axes.plot(times, values, label=name, **options)
    if len(curves) == 1:
        axes.set_ylabel(curves[0][0] + (f" ({unit})" if unit else ""))
        return
    axes.set_ylabel(unit)
    axes.legend()
