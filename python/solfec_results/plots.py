"""Curves by matplotlib, which is imported when a curve is drawn."""


def draw(history, axes, options):
    """Draws the items of a history and returns the axes."""
    if axes is None:
        try:
            from matplotlib import pyplot
        except ImportError:
            raise ImportError("plot needs the package matplotlib (Debian: python3-matplotlib)") from None
        axes = pyplot.subplots()[1]
    for name, values in zip(history.names, history.values):
        axes.plot(history.times, values, label=name, **options)
    axes.set_xlabel("t (s)")
    if len(history.values) == 1:
        axes.set_ylabel(history.names[0])
    else:
        axes.legend()
    return axes
