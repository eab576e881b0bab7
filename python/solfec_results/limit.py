"""How near a structure is to its limit: bounds beyond which it cannot stand.

    from solfec_results import limit
    print(limit.friction(results))              # cannot stand with less than 0.73 of its friction
    print(limit.load(results, (1, 0, 0)))       # ... more than 0.21 g along (1, 0, 0)

    python3 -m solfec_results.limit out/arch --load 1 0 0

docs/limits.md tells which conditions these are and why they say nothing about standing.
"""

import argparse
import math
import signal
import sys
from dataclasses import dataclass, field

import solfec_results
from solfec_results import loads
from solfec_results.arrays import CONSTRAINT_KINDS, OBSTACLE
from solfec_results.columns import numpy
from solfec_results.statics import Balance, Polygon, Structure

FACETS = 16  # of the polygons around the circles of friction
CLOSE = 1e-4  # relative width of the interval at which a search ends
LEAST = 1e-3  # share of friction below which there is no bound
MOST = 1e4  # share of friction that counts as any
MOVES = 1e-3  # share of the most work on a body from which on a body counts as moving
PROGRAMS = 60  # linear programs of a search
POINT, SPRING_DASHPOT, ZONE = "FIXPNT", "SPRING_DASHPOT", "COHESIVE_ZONE"


@dataclass
class FrictionLimit:
    """Share of the friction coefficients below which the structure of a frame cannot stand."""

    least: float  # proven; 0: no bound, inf: no friction suffices
    balanced: float  # share with which forces in equilibrium exist, which need not mean standing
    time: float  # of the frame, s
    motion: dict = field(repr=False)  # of the proof: (linear, angular) by body id, common factor
    names: list = field(repr=False)  # of the bodies on which loads do work in it, most first

    def __str__(self):
        if self.least == 0.0:
            return "no bound: friction is not needed for equilibrium"
        if math.isinf(self.least):
            return f"cannot stand with any friction: no contact bears {_listed(self.names)}"
        if self.least >= 1.0:
            return f"cannot stand: it needs at least {_rounded(self.least, -1)} times its friction"
        return f"cannot stand with less than {_rounded(self.least, -1)} of its friction"


@dataclass
class LoadLimit:
    """Multiplier of a load beyond which the structure of a frame cannot stand."""

    most: float  # proven, in weights; inf: no bound, -inf: cannot stand without the load either
    balanced: float  # multiplier with which forces in equilibrium exist, likewise
    direction: tuple  # unit vector
    time: float  # of the frame, s
    motion: dict = field(repr=False)  # likewise
    names: list = field(repr=False)

    def __str__(self):
        along = "(" + ", ".join(f"{x:.6g}" for x in self.direction) + ")"
        if math.isinf(self.most) and self.most > 0.0:
            return f"no bound: contacts and joints bear any load along {along}"
        if self.most < 0.0:
            return "cannot stand, without the load either"
        return f"cannot stand under more than {_rounded(self.most, 1)} g along {along}"


def _rounded(value, way):
    """Four digits of a value, to the safe side of it but for a hundredth of the last one."""
    digits = 3 - math.floor(math.log10(value)) if value > 0.0 else 0
    unit = 10.0 ** -digits
    last = math.floor(value / unit) if way < 0 else math.ceil(value / unit - 1e-2)
    return f"{last * unit:.4g}"


def _listed(names):
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def friction(results, time=None, facets=FACETS, **options):
    """FrictionLimit of the frame nearest to a time (None: the last one).

    Options: `gravity` (x, y, z), m/s^2, and `forces` {body: (fx, fy, fz)}, N at the centres, in the
    place of those of the script; `bodies`: a list of those that must be in equilibrium, the others
    bear any force; `gap`: larger ones are open, m (None: GEOMETRIC_EPSILON).
    """
    structure, frame, weight = _structure(results, time, **options)
    balance = Balance(structure, [weight, *_AXES])
    least, balanced, motion = least_share(balance, _checked(facets))
    return FrictionLimit(float(least), float(balanced), frame.time,
                         *_named(results, frame, structure.force, motion))


def load(results, direction, time=None, facets=FACETS, **options):
    """LoadLimit of a load on every body of a multiple of its weight along a direction; else as
    `friction`."""
    np = numpy()
    along = np.asarray(direction, float)
    if along.shape != (3,) or not np.isfinite(along).all() or not np.linalg.norm(along) > 0.0:
        raise ValueError("a load needs a direction of three numbers that are not all 0, got "
                         f"{direction}")
    along = along / np.linalg.norm(along)
    structure, frame, weight = _structure(results, time, **options)
    balance = Balance(structure, [along, weight, *_AXES])
    extra = _masses(results, frame)[:, None] * np.linalg.norm(weight) * along
    most, balanced, motion = most_load(balance, extra, _checked(facets))
    force = structure.force + (most * extra if math.isfinite(most) else 0.0)
    return LoadLimit(float(most), float(balanced), tuple(map(float, along)), frame.time,
                     *_named(results, frame, force, motion))


def least_share(balance, facets=FACETS):
    """(least share that is not refuted, share with equilibrium, motion of the proof).

    First squares take the place of the circles of friction. Where forces are in equilibrium that
    stay in the squares inside as well, or nearly, the bound is sharp; else it is found anew with
    polygons around the circles that have as many sides as `facets`.
    """
    around = Polygon(4, True)
    motion = balance.proof_of_no_friction()
    if motion is not None:
        return math.inf, math.inf, motion
    start = balance.deficit(0.0, around)
    if not start.refuted:
        return 0.0, 0.0, None
    search = _Search(balance, around, 0.0, start)
    search.run(_newton(0.0, start) * (1.0 - 0.5 * CLOSE), verified=False)
    if 0.0 < search.low <= MOST:
        close = search.low * (1.0 + 2.0 * CLOSE)
        if balance.deficit(close, Polygon(4, False)).balanced:
            return search.low, close, search.best.motion
        search.refine(Polygon(facets, True))
    if search.low > MOST:
        return math.inf, math.inf, search.best.motion
    if search.high < LEAST or search.low < LEAST:
        return 0.0, search.high / math.cos(math.pi / search.polygon.corners), None
    return search.low, search.high / math.cos(math.pi / facets), search.best.motion


def _newton(share, deficit):
    """Next share of Newton's method."""
    return share + deficit.value / -deficit.slope if deficit.slope < 0.0 else max(4.0 * share, 1.0)


class _Search:
    """Narrows the interval from a share that is refuted to one that is not."""

    def __init__(self, balance, polygon, low, best):
        self.balance = balance
        self.polygon = polygon
        self.low, self.best = low, best  # refuted, and its deficit
        self.high = math.inf
        self.near = False  # the upper end came from a trial just below an earlier one

    def run(self, guess, verified):
        """Finds the limit by Newton's method while it stays inside; ends where it moves no more unless the upper
        end is to be verified."""
        for _ in range(PROGRAMS):
            if self.low > MOST or self.high < LEAST or self.high <= self.low * (1.0 + CLOSE):
                return
            guess = min(guess, 2.0 * MOST)
            trial = self.balance.deficit(guess, self.polygon)
            if not trial.refuted:
                self.high = guess
                guess = self._below()
                continue
            self.low, self.best = guess, trial
            newton = _newton(guess, trial)
            if not verified and newton <= guess * (1.0 + CLOSE):
                return
            guess = max(newton * (1.0 - 0.5 * CLOSE), guess * (1.0 + 0.8 * CLOSE))
            if guess >= self.high:
                guess = self._middle()

    def refine(self, polygon):
        """Continues with a polygon inside the last one; refuted shares remain refuted."""
        self.polygon = polygon
        if math.isinf(self.high):
            guess = self.low * (1.0 + 0.8 * CLOSE)
        else:
            guess, self.high = self.high, math.inf
        self.run(guess, verified=True)

    def _below(self):
        """Share below one that is not refuted: the end of Newton's method if that is near."""
        near = self.high * (1.0 - 0.8 * CLOSE)
        reaches = self.best.slope < 0.0 and self.low < near <= _newton(self.low, self.best)
        self.near = reaches and not self.near
        return near if self.near else self._middle()

    def _middle(self):
        if self.low > 0.1 * self.high:
            return 0.5 * (self.low + self.high)
        return max(0.1 * self.high, math.sqrt(self.low * self.high))


def most_load(balance, force, facets=FACETS):
    """(multiplier of the forces on the bodies above which it is refuted, multiplier with
    equilibrium, motion of the proof), by squares and polygons as `least_share`."""
    motion = balance.proof_of_no_friction()
    if motion is None:
        lacking = balance.deficit(1.0, Polygon(facets, True))
        motion = lacking.motion if lacking.refuted else None
    if motion is not None:
        return -math.inf, -math.inf, motion
    extra = balance.wrench(force, 0.0 * force)
    bound, around, motion = balance.most(extra, Polygon(4, True))
    _, inside, _ = balance.most(extra, Polygon(4, False))
    if inside < around * (1.0 - CLOSE):
        finer, _, proof = balance.most(extra, Polygon(facets, True))
        bound, motion = min((bound, motion), (finer, proof), key=lambda pair: pair[0])
        _, inside, _ = balance.most(extra, Polygon(facets, False))
    return bound, inside, motion


# ---- the structure of a frame ------------------------------------------------------------------

_AXES = ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0))


def _checked(facets):
    if not isinstance(facets, int) or not 4 <= facets <= 360 or facets % 4 != 0:
        raise ValueError(f"facets must be a multiple of 4 from 4 to 360, got {facets!r}")
    return facets


@dataclass
class _Frame:
    time: float
    ids: object  # of the bodies that must be in equilibrium


def _structure(results, time, gravity=None, forces=None, bodies=None, gap=None):
    """(Structure, _Frame, gravity) of the frame nearest to a time."""
    np = numpy()
    index = len(results) - 1 if time is None else results.index_at(time)
    arrays = results.arrays(index)
    states, rows = arrays.bodies, arrays.constraints
    held = states.kind != OBSTACLE
    if bodies is not None:
        held &= np.isin(states.id, results.body_ids(list(bodies)))
    if not held.any():
        raise ValueError(f"the frame at t = {arrays.time} s holds no body that must be in "
                         "equilibrium")
    frame = _Frame(arrays.time, states.id[held])
    settings = None
    if gravity is None or forces is None:
        settings = loads.settings_of(results, arrays.head["run"]["run"], arrays.time)
    weight = np.asarray(loads.gravity_of(results, settings) if gravity is None else gravity, float)
    if weight.shape != (3,) or not np.isfinite(weight).all():
        raise ValueError(f"gravity must be three numbers, m/s^2, got {gravity}")
    if not np.linalg.norm(weight) > 0.0:
        raise ValueError("there is no gravity: limits are those of a structure under its weight")
    force, moment = _given(results, states, forces) if forces is not None else loads.wrenches_of(
        results, settings, states)
    force = force[held] + _masses(results, frame)[:, None] * weight
    structure = Structure(states.center[held], force, moment[held],
                          **_contacts(results, rows, frame.ids, gap),
                          **_ties(results, rows, frame.ids))
    return structure, frame, weight


def _given(results, states, forces):
    """Forces that the caller gives, at the centres."""
    np = numpy()
    force = np.zeros((len(states), 3))
    for key, vector in forces.items():
        force[states.index(results.body(key).id)] += np.asarray(vector, float)
    return force, np.zeros((len(states), 3))


def _masses(results, frame):
    return numpy().array([results.body(int(each)).mass for each in frame.ids])


def _places(ids, bodies):
    """Indices of the bodies of constraints among the bodies in equilibrium, -1 for others."""
    np = numpy()
    at = np.minimum(np.searchsorted(ids, bodies), len(ids) - 1)
    return np.where(ids[at] == bodies, at, -1)


def _contacts(results, rows, ids, gap):
    """Contacts that touch, as fields of a Structure."""
    np = numpy()
    stored = results.model
    if rows.left_out:
        raise ValueError("the frame holds no contacts (OUTPUT, contacts); take the time of another one")
    if not len(rows):
        raise ValueError("the frame holds neither contacts nor joints: nothing bears its bodies")
    gap = stored.settings["contact"]["tolerance"] if gap is None else gap
    chosen = rows.is_contact & ((rows.gap <= gap) | (rows.R != 0.0).any(axis=1))
    first, second = _places(ids, rows.master), _places(ids, rows.slave)
    chosen &= ((first >= 0) | (second >= 0)) & (rows.master != rows.slave)
    chosen &= ~_glued(stored, rows)
    kept = np.flatnonzero(chosen)
    material = rows.material[kept]
    friction = np.array([each["friction"] for each in stored.surface_materials])[material]
    cohesion = np.array([each["cohesion"] for each in stored.surface_materials])[material]
    zone = np.array([each["model"] == ZONE for each in stored.surface_materials])[material]
    share = np.where(zone, 1 / np.where(zone, friction, 1.0), 1.0)  # Mohr's line ends at cohesion / friction
    pull = np.where(rows.bonded[kept] != 0, share * cohesion * rows.area[kept], 0.0)
    return dict(first=first[kept], second=second[kept], point=rows.point[kept],
                frame=rows.frame[kept], friction=friction, pull=pull)


def _glued(stored, rows):
    """Bonds by springs, and those that soften without friction: they count as forces of any size."""
    np = numpy()
    springs = np.array([each["model"] == SPRING_DASHPOT or (each["model"] == ZONE and each["friction"] == 0)
                        for each in stored.surface_materials])
    return rows.is_contact & (rows.bonded != 0) & springs[rows.material]


def _ties(results, rows, ids):
    """Joints, springs and prescribed motions as forces of any size: fields of a Structure."""
    np = numpy()
    first, second = _places(ids, rows.master), _places(ids, rows.slave)
    glued = _glued(results.model, rows)
    chosen = ((first >= 0) | (second >= 0)) & (rows.master != rows.slave)
    chosen &= ~rows.is_contact | glued
    in_space = glued | (rows.kind == CONSTRAINT_KINDS.index(POINT))
    other = np.where(rows.is_contact[:, None], rows.point, rows.slave_point)
    points = np.stack([rows.point, other], axis=1)
    kept = np.concatenate([np.flatnonzero(chosen), *2 * [np.flatnonzero(chosen & in_space)]])
    axis = np.repeat([2, 0, 1], [chosen.sum(), *2 * [(chosen & in_space).sum()]])
    return dict(tie_first=first[kept], tie_second=second[kept], tie_points=points[kept],
                tie_direction=rows.frame[kept, :, axis])


def _named(results, frame, force, motion):
    """Motions by body, and names of the bodies on which forces do work in them, most first."""
    np = numpy()
    if motion is None:
        return {}, []
    by_id = {int(each): (tuple(part[0]), tuple(part[1]))
             for each, part in zip(frame.ids, motion.tolist())}
    work = (force * motion[:, 0]).sum(axis=1)
    order = np.argsort(-work, kind="stable")
    moved = [int(frame.ids[at]) for at in order if work[at] > MOVES * max(work.max(), 0.0)]
    return by_id, [_name(results.body(each)) for each in moved]


def _name(body):
    return f"body '{body.label}'" if body.label else f"body {body.id}"


# ---- command line ------------------------------------------------------------------------------

def main(words=None):
    """Prints the limits of a frame; exit code 2 when no limit is found."""
    parser = argparse.ArgumentParser(
        prog="python3 -m solfec_results.limit",
        description="Bounds beyond which the structure of a frame cannot stand (docs/limits.md). "
        "They never say that it stands.")
    parser.add_argument("results", help="folder of results")
    parser.add_argument("--time", type=float, help="time of the frame, s; default: the last one")
    parser.add_argument("--load", type=float, nargs=3, metavar=("X", "Y", "Z"),
                        help="bound of a load along this direction, in weights of the bodies; "
                        "without it the bound is that of friction")
    parser.add_argument("--facets", type=int, default=FACETS,
                        help="of the polygons around the circles of friction; default: %(default)s")
    parser.add_argument("--gravity", type=float, nargs=3, metavar=("X", "Y", "Z"),
                        help="m/s^2; default: that of the script")
    parser.add_argument("--no-forces", action="store_true",
                        help="leaves FORCE and TORQUE of the script out")
    parser.add_argument("--gap", type=float,
                        help="larger gaps are open, m; default: GEOMETRIC_EPSILON")
    given = parser.parse_args(words)
    options = dict(time=given.time, facets=given.facets, gravity=given.gravity, gap=given.gap,
                   forces={} if given.no_forces else None)
    try:
        results = solfec_results.open(given.results)
        found = load(results, given.load, **options) if given.load else friction(results, **options)
    except (OSError, ValueError, KeyError, ImportError, RuntimeError) as error:
        print(f"{parser.prog}: {error.args[0] if isinstance(error, KeyError) else error}",
              file=sys.stderr)
        return 2
    print(f"t = {found.time:g} s: {found}")
    if found.names and math.isfinite(getattr(found, "least", 0.0)):
        print(f"in the motion of the proof loads do work on {_listed(found.names)}")
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that closes the pipe ends it silently
    sys.exit(main())
