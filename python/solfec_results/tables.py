"""Tables of pandas, which is imported when a table is made."""


def data_frame(columns, index=None, index_name=None):
    """A DataFrame of named columns."""
    try:
        import pandas
    except ImportError:
        raise ImportError("to_pandas needs the package pandas (Debian: python3-pandas)") from None
    frame = pandas.DataFrame(columns, index=index)
    frame.index.name = index_name
    return frame


def bodies_table(results, frames, with_time):
    """Motion and energies of all bodies in some frames, a row each."""
    from solfec_results.arrays import KINDS
    from solfec_results.columns import numpy
    from solfec_results.names import ENERGIES
    np = numpy()
    parts = {}

    def add(name, values):
        parts.setdefault(name, []).append(values)

    for index in frames:
        arrays = results.arrays(index)
        bodies = arrays.bodies
        if with_time:
            add("time", np.full(len(bodies), arrays.time))
        add("id", bodies.id)
        add("label", np.array([results.body(int(each)).label for each in bodies.id], object))
        add("kind", np.array(KINDS, object)[bodies.kind])
        add("rank", bodies.rank)
        for name, values in (("x", bodies.center), ("v", bodies.velocity),
                             ("w", bodies.angular_velocity), ("f", arrays.forces)):
            for axis, column in zip("xyz", values.T):
                add(axis if name == "x" else name + axis, column)
        for name in ENERGIES:
            add(name.lower() + "_energy", bodies.energy_of(name))
    columns = {name: np.concatenate(each) for name, each in parts.items()}
    table = data_frame(columns)
    return table.set_index(["time", "id"] if with_time else "id")
