"""Curves over time: the values of HISTORY, read without the program."""

import math

from solfec_results.arrays import CONTACT, PSEUDO_RIGID
from solfec_results.columns import numpy
from solfec_results.joints import Joint, is_joint_entity, joint_sampler
from solfec_results.names import ENERGIES, PHASES
from solfec_results.tables import data_frame

AXES = "XYZ"
STRESSES = {"SX": (0, 0), "SY": (1, 1), "SZ": (2, 2), "SXY": (0, 1), "SXZ": (0, 2), "SYZ": (1, 2)}
POINT_ENTITIES = (*(kind + axis for kind in "DVC" for axis in AXES), *STRESSES, "MISES")
CONSTRAINT_ENTITIES = ("GAP", "R", "CR", "U", "CU")
ITERATIONS = {"GSITERS": "sweep", "NTITERS": "newton", "BSITERS": "body space"}
ZEROS = ("GSCOLORS", "GSBOT", "GSMID", "GSTOP", "GSINN")
COUNTERS = ("STEP", "CONS", "BODS", "NEWBODS", "DELBODS", "NEWCONS", *ITERATIONS, "MERIT",
            "RESIDUAL", "OUT_OF_BALANCE", "REPEATS", *ZEROS, *PHASES)


class History:
    """Times and one array of values per item; also as (times, values1, values2, ...)."""

    def __init__(self, times, values, items):
        self.times = times
        self.values = values
        self.items = items

    def __iter__(self):
        return iter((self.times, *self.values))

    def __len__(self):
        return 1 + len(self.values)

    def __getitem__(self, index):
        return (self.times, *self.values)[index]

    def __repr__(self):
        return f"<History of {', '.join(self.names)}, {len(self.times)} frames>"

    @property
    def names(self):
        """A text per item, e.g. "ball DZ"."""
        return [_name(item) for item in self.items]

    def to_pandas(self):
        """A DataFrame with the times as index. Needs pandas."""
        return data_frame(dict(zip(self.names, self.values)), index=self.times, index_name="time")

    def plot(self, axes=None, **options):
        """Draws the curves by matplotlib and returns the axes; options go to `plot` there."""
        from solfec_results.plots import draw
        return draw(self, axes, options)


def _name(item):
    if isinstance(item, str):
        return item
    subject = item[0]
    if subject is None or hasattr(subject, "folder"):
        subject = "all"
    subject = getattr(subject, "label", None) or getattr(subject, "id", subject)
    return f"{subject} {item[-1]}"


def read_history(results, items, t0, t1, skip):
    """Samples the frames from t0 to t1; see Results.history."""
    items = items if isinstance(items, list) else [items]
    if not items:
        raise ValueError("a history needs at least one item")
    if not isinstance(skip, int) or skip < 1:
        raise ValueError(f"skip must be a number of frames >= 1, got {skip!r}")
    samplers = [_present_sampler(results, item) for item in items]
    frames = frames_between(results, t0, t1)[::skip]
    rows = []
    for index in frames:
        arrays = results.arrays(index)
        rows.append([sampler(index, arrays) for sampler in samplers])
    np = numpy()
    values = np.array(rows, float).reshape(len(frames), len(items)).T
    return History(np.array([results.times[i] for i in frames]), list(values), items)


def frames_between(results, t0, t1):
    """Numbers of the frames from t0 to t1, both inclusive but for rounding; None: no bound."""
    times = results.times
    low = times[0] if t0 is None else t0
    high = times[-1] if t1 is None else t1
    if not low <= high:
        raise ValueError(f"the interval from {low} to {high} s is empty")
    slack = 1e-9 * (high - low) + 4e-16 * max(abs(low), abs(high))
    frames = [i for i, t in enumerate(times) if low - slack <= t <= high + slack]
    if not frames:
        raise ValueError(f"no frame lies between {low} and {high} s: there are {len(times)} from "
                         f"t = {times[0]} to {times[-1]} s")
    return frames


def _present_sampler(results, item):
    """Like _sampler, but nan in frames that hold none of the bodies of the item."""
    sampler = _sampler(results, item)
    if isinstance(item, str) or isinstance(item[0], Joint):
        return sampler
    ids = results.body_ids(item[0])
    if ids is None:
        return sampler

    def value(index, arrays):
        held = numpy().isin(ids, arrays.bodies.id).any()
        return sampler(index, arrays) if held else math.nan
    return value


def _sampler(results, item):
    """Function of (number of the frame, its arrays) that gives the value of an item."""
    if isinstance(item, str):
        return _counter(results, item)
    if not isinstance(item, tuple) or len(item) not in (2, 3, 4):
        raise ValueError(f"a history item must be a string or a tuple of 2, 3 or 4, got {item!r}")
    if len(item) == 3:
        return _point_sampler(results, *item)
    if len(item) == 2:
        subject, entity = item
        if isinstance(subject, Joint):
            return joint_sampler(subject, entity)
        if entity not in CONSTRAINT_ENTITIES and is_joint_entity(entity):
            raise ValueError(f"{entity!r} is of a joint, not of {subject!r}: take one of "
                             "results.joints()")
        if entity in ENERGIES:
            ids = results.body_ids(subject)
            return lambda index, arrays: _energy(arrays.bodies, ids, entity)
        _check(entity, (*CONSTRAINT_ENTITIES, *ENERGIES))
        return _constraint_sampler(results, subject, None, None, entity)
    return _constraint_sampler(results, *item)


def _check(entity, known):
    if entity not in known:
        raise ValueError(f"unknown entity {entity!r}, must be one of {', '.join(known)}")


def _counter(results, name):
    _check(name, COUNTERS)
    if name in PHASES:
        return lambda index, arrays: results.timing(index)[name]
    if name in ZEROS:
        return lambda index, arrays: 0.0
    if name == "NEWCONS":
        return lambda index, arrays: (
            0 if index == 0 else _ids_given(arrays.head) - _ids_given(results.head(index - 1)))

    def value(index, arrays):
        summary = arrays.head["summary"]
        if name in ITERATIONS:
            same = summary["iteration_kind"] == ITERATIONS[name]
            return summary["iterations"] if same else 0
        if name == "CONS":
            return len(arrays.constraints) + arrays.constraints.left_out
        if name == "BODS":
            return len(arrays.bodies)
        if name in ("NEWBODS", "DELBODS"):
            return len(arrays.head["new_bodies" if name == "NEWBODS" else "deleted_bodies"])
        return summary[name.lower()]
    return value


def _ids_given(head):
    return head["next_script_constraint"] + head["next_constraint"]


def _energy(bodies, ids, name):
    np = numpy()
    values = bodies.energy_of(name)
    return values.sum() if ids is None else values[np.isin(bodies.id, ids)].sum()


# ---- points ------------------------------------------------------------------------------------

def _point_sampler(results, subject, point, entity):
    _check(entity, POINT_ENTITIES)
    body = results.body(subject)
    point = tuple(float(x) for x in point)
    if len(point) != 3 or not all(map(math.isfinite, point)):
        raise ValueError(f"a point must be three numbers, got {point}")
    if entity in STRESSES or entity == "MISES":
        return _stress_sampler(results, body, entity)
    axis = AXES.index(entity[1])

    def value(index, arrays):
        bodies = arrays.bodies
        if entity[0] == "V":
            return bodies.velocity_at(body.id, point)[axis]
        moved = bodies.displacement(body.id, point)[axis]
        return moved + point[axis] if entity[0] == "C" else moved
    return value


def _stress_sampler(results, body, entity):
    """Stress: 0 for rigid bodies, by their law for pseudo-rigid ones; only the program computes that of elements."""
    if body.kind == "FINITE_ELEMENT":
        raise ValueError(f"stress of body {body.id}: of finite elements it is known to HISTORY of the "
                         "program and to solfec --export")
    material = results.model.bulk_materials[body.material]
    if body.part_materials:
        raise ValueError(f"stress of body {body.id}, which has several materials: it is known to "
                         "HISTORY of the program")

    def value(index, arrays):
        bodies = arrays.bodies
        at = bodies.index(body.id)
        if bodies.kind[at] != PSEUDO_RIGID:
            return 0.0
        stress = _kirchhoff_stress(bodies.gradient[at], material)
        return _mises(stress) if entity == "MISES" else stress[STRESSES[entity]]
    return value


def _kirchhoff_stress(f, material):
    """Cauchy stress F S F^T / det F with S = λ tr(E) 1 + 2 μ E, E = (F^T F - 1) / 2, Pa."""
    np = numpy()
    young, poisson = material["young"], material["poisson"]
    lame = young * poisson / ((1 + poisson) * (1 - 2 * poisson))
    shear = young / (2 + 2 * poisson)
    strain = 0.5 * (f.T @ f - np.eye(3))
    second = lame * np.trace(strain) * np.eye(3) + 2 * shear * strain
    return f @ second @ f.T / np.linalg.det(f)


def _mises(stress):
    np = numpy()
    deviator = stress - np.trace(stress) / 3 * np.eye(3)
    return math.sqrt(1.5 * (deviator * deviator).sum())


# ---- constraints -------------------------------------------------------------------------------

def _constraint_sampler(results, subject, direction, surfaces, entity):
    _check(entity, CONSTRAINT_ENTITIES)
    np = numpy()
    ids = results.body_ids(subject)
    if direction is not None:
        direction = np.asarray(direction, float)
        if direction.shape != (3,) or not np.linalg.norm(direction) > 0.0:
            raise ValueError("a direction must be three numbers that are not all 0")
        direction = direction / np.linalg.norm(direction)
    contacts_only = entity in ("GAP", "CR", "CU")

    def value(index, arrays):
        rows = arrays.constraints
        if rows.left_out:
            return math.nan  # the frame holds no contacts
        of_master = _held(rows.master, ids)
        of_slave = _held(rows.slave, ids)
        chosen = of_master | of_slave
        if contacts_only:
            chosen &= rows.kind == CONTACT
        if surfaces is not None:
            chosen &= ~rows.is_contact | _joins(rows, surfaces)
        if entity == "GAP":
            return rows.gap[chosen].min() if chosen.any() else math.inf
        vector = rows.U if entity.endswith("U") else rows.R
        if direction is None:
            parts = vector[:, 2]
        else:
            sign = of_master.astype(float) - of_slave
            chosen &= sign != 0
            parts = sign * (np.einsum("nij,nj->ni", rows.frame, vector) @ direction)
        if entity.endswith("U"):
            return parts[chosen].mean() if chosen.any() else 0.0
        return parts[chosen].sum()
    return value


def _held(bodies, ids):
    """Rows of constraints of the bodies; ids None: all rows."""
    np = numpy()
    return bodies > 0 if ids is None else np.isin(bodies, ids)


def _joins(rows, surfaces):
    a, b = surfaces
    one, other = rows.master_surface, rows.slave_surface
    return ((one == a) & (other == b)) | ((one == b) & (other == a))
