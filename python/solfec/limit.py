"""Limits found by running: how far a load, a tilt or a displacement goes before a model collapses.

    from solfec.limit import LoadTest, rise, tilted

    def model(folder):
        solfec = SOLFEC('DYNAMIC', 1e-3, folder)
        ...
        return LoadTest(solfec, solver, lambda angle: GRAVITY(solfec, tilted(angle)), bodies)

    found = rise(model, 0, 45, step=5, tolerance=0.1, folder='out/tilt')
    print(found)                     # stands at 26.4, collapses at 26.5
    found.plot('tilt.png')

`solfec_results.limit` bounds limits by linear programs instead; docs/models.md has examples.
"""

from __future__ import annotations

import math
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn, Optional

from . import _cases
from ._files import write_text
from ._loads import Replaced
from .build.checks import refuse

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from solfec import BODY, SOLFEC


@dataclass
class Trial:
    """One value that was tried: whether the model stood, its motion (m, nan when not known)."""

    value: float
    stood: bool
    motion: float = math.nan
    note: str = ""  # the message of the RUN that failed


@dataclass
class Limit:
    """The largest value found at which a model stands, the least at which it collapses."""

    stands: float
    collapses: float  # inf: it stood up to the end
    trials: list[Trial] = field(repr=False, default_factory=list)

    def __str__(self) -> str:
        if math.isinf(self.collapses):
            return f"stands at {self.stands:.6g}, the largest value tried"
        return f"stands at {self.stands:.6g}, collapses at {self.collapses:.6g}"

    def curve(self) -> tuple[list[float], list[float]]:
        """Returns values and motions (m) of all trials by rising value."""
        ordered = sorted(self.trials, key=lambda trial: trial.value)
        return [t.value for t in ordered], [t.motion for t in ordered]

    def save(self, path: str) -> None:
        """Writes the trials by rising value as csv: value, motion (m), stood (0 or 1)."""
        rows = [f"{t.value!r},{t.motion!r},{int(t.stood)}"
                for t in sorted(self.trials, key=lambda trial: trial.value)]
        write_text(path, "\n".join(["value,motion,stood", *rows]) + "\n")

    def plot(self, path: Optional[str] = None, label: str = "value") -> Axes:
        """Draws motions over values with the limit, writes a picture when there is a path."""
        from matplotlib.figure import Figure
        axes = Figure(figsize=(6, 4), layout="constrained").add_subplot()
        for stood, mark, name in ((True, "o-", "stands"), (False, "x", "collapses")):
            found = sorted((t.value, t.motion) for t in self.trials
                           if t.stood == stood and math.isfinite(t.motion))
            if found:
                axes.plot(*zip(*found), mark, label=name)
        if math.isfinite(self.collapses):
            axes.axvline(0.5 * (self.stands + self.collapses), color="grey", linestyle=":",
                         label="limit")
        known = [t.motion for t in self.trials if math.isfinite(t.motion)]
        axes.set_yscale("symlog", linthresh=1e-9)
        axes.set_ylim(-2e-10, 3.0 * max([1e-9, *known]))
        axes.set(xlabel=label, ylabel="motion, m")
        axes.legend()
        if path:
            axes.figure.savefig(path)
        return axes


@dataclass
class LoadTest:
    """A model under a load that rises.

    apply(value) sets the load and is called before each RUN of `duration` s. What it puts by FORCE,
    TORQUE, PRESSURE, SET_DISPLACEMENT, SET_VELOCITY, SET_ACCELERATION and PUT_SPRING takes the
    place of what its earlier calls have put by the same command (the motions count as one); a call
    that does not use a command leaves what stands. Other constraints stay. The model has collapsed
    when a body of `bodies` has moved by more than `allowed` m in one RUN, or when the
    RUN has no solution. A load that exceeds the limit by the share e moves a body by about
    e g duration^2/2: `allowed` and `duration` are the accuracy of the limit.
    """

    solfec: SOLFEC
    solver: Any
    apply: Callable[[float], None]
    bodies: Sequence[BODY]
    duration: float = 0.5
    allowed: float = 1e-3


def tilted(angle: float, toward: str = "x", gravity: float = 9.81) -> tuple[float, float, float]:
    """Returns gravity, m/s^2, on a floor tilted by an angle, degrees, down toward x or y."""
    if toward not in ("x", "y"):
        refuse("tilted", f"toward must be 'x' or 'y', got {toward!r}")
    side = gravity * math.sin(math.radians(angle))
    return (side if toward == "x" else 0.0, side if toward == "y" else 0.0,
            -gravity * math.cos(math.radians(angle)))


def bisect(stands: Callable[[float], bool], good: float, bad: float, tolerance: float) -> Limit:
    """Halves the interval between a value at which stands(value) holds and one where it does not.

    For what no rising load can change: the thickness of an arch, its friction. `good` may lie on
    either side of `bad`.

    @param tolerance  Width of the last interval, in the unit of the values.
    Raises ValueError when it holds at both ends or at neither, or for a wrong tolerance.
    """
    _check("bisect", (good, bad), tolerance)
    trials = [Trial(value, bool(stands(value))) for value in (good, bad)]
    for trial, name, wanted in zip(trials, ("good", "bad"), (True, False)):
        if trial.stood != wanted:
            refuse("bisect", f"{name} must {'stand' if wanted else 'collapse'}, "
                             f"{trial.value:g} does not")
    while abs(bad - good) > tolerance:
        middle = 0.5 * (good + bad)
        if middle in (good, bad):  # neighbours among floating point numbers
            break
        trials.append(Trial(middle, bool(stands(middle))))
        good, bad = (middle, bad) if trials[-1].stood else (good, middle)
    return Limit(good, bad, trials)


def rise(model: Callable[[str], LoadTest], low: float, high: float, step: float, tolerance: float,
         folder: str, fresh: bool = False) -> Limit:
    """Raises a load in steps until the model collapses, then bisects the last step.

    Each trial is a process of its own that goes on from the last state that stood: the program
    solfec restarts from its results (-c), ordinary Python applies the loads before once more.
    Trials are kept in `folder`: a script that was killed goes on where it was. Trials of a model
    that depends on something else now (its text, variables outside of it) are run anew, and a line
    tells what differs. The viewer, --render and --check take the model under `low`, and the script
    ends there.

    @param model      Builds the model with results in the folder that it gets.
    @param low, high  First and last value of the load; it must stand at `low`.
    @param step       Between values, above 0.
    @param tolerance  Width of the last interval, in the unit of the load.
    @param folder     Of the trials; made when it is missing.
    @param fresh      Tries all values anew, as the option -w of the program does: for a model that
                      has changed through a file that it reads.
    @return           `collapses` is inf when it stands at `high`.
    Raises ValueError for wrong arguments and when it collapses at `low`, RuntimeError when a
    trial ends with an error that is none of a RUN.
    """
    _check("rise", (low, high), tolerance)
    if not (math.isfinite(step) and step > 0.0):
        refuse("rise", f"step must be positive, got {step:g}")
    if not low < high:
        refuse("rise", f"high must exceed low, {low:g}, got {high:g}")
    home = os.path.abspath(folder)
    job = _cases.current_job("rise", home)
    if job is not None:
        _compute(model, job)
    if _cases.is_looked_at():
        _look(model(os.path.join(home, "model")), low)
    if (fresh or _cases.is_renewed()) and not _cases.is_case():
        _cases.empty_once(home)
    search = _Search(home, _cases.source_of("rise", model, home))
    if not search.stands_at(low):
        refuse("rise", f"the model must stand at low, {low:g}; it collapses there"
               + (f": {search.trials[0].note}" if search.trials[0].note else ""))
    good, bad, k = low, math.inf, 0
    while good < high and math.isinf(bad):
        k += 1
        value = min(low + k * step, high)
        good, bad = (value, bad) if search.stands_at(value) else (good, value)
    while math.isfinite(bad) and bad - good > tolerance:
        middle = 0.5 * (good + bad)
        if middle in (good, bad):
            break
        good, bad = (middle, bad) if search.stands_at(middle) else (good, middle)
    return Limit(good, bad, search.trials)


def _check(command: str, values: Sequence[float], tolerance: float) -> None:
    for value in values:
        if not math.isfinite(value):
            refuse(command, f"values must be finite, got {value:g}")
    if not tolerance > 0.0:
        refuse(command, f"tolerance must be positive, got {tolerance:g}")


class _Search:
    """Trials in a folder; `path` are the values that stood, in order."""

    def __init__(self, home: str, source: str) -> None:
        self.home, self.source = home, source
        self.trials: list[Trial] = []
        self.path: list[float] = []
        self.base = ""  # place of the trial whose results the next ones continue

    def stands_at(self, value: float) -> bool:
        """Tries a value after those that stood."""
        path = [*self.path, value]
        place = os.path.join(self.home, _cases.fingerprint(path, self.source))
        done = os.path.join(place, "done.json")
        answer = _cases.read_json(done)
        if answer is None:
            if _cases.is_case():
                refuse("rise", f"no trial of {value:g} in {self.home}", RuntimeError)
            answer = self._run(path, place)
            _cases.write_json(done, answer)
            _cases.empty(os.path.join(self.base if answer["stood"] else place, "results"))
        motion = math.nan if answer["motion"] is None else answer["motion"]
        self.trials.append(Trial(value, answer["stood"], motion, answer["note"]))
        if answer["stood"]:
            self.path, self.base = path, place
        return answer["stood"]

    def _run(self, path: list[float], place: str) -> dict:
        """Runs the trial of the last value, from the results of those before where it can."""
        results, before = os.path.join(place, "results"), os.path.join(self.base, "results")
        restart = bool(self.base) and _cases.in_program() and os.path.isdir(before)
        answer: dict = {}
        for options in [("-c",), ()] if restart else [()]:
            _cases.empty(place)
            if options:
                shutil.copytree(before, results)
            case = _cases.start("rise", {"folder": self.home, "path": path, "results": results},
                                place, options)
            try:
                case.process.wait()
            finally:
                case.stop()
            answer = case.answer()
            if "error" not in answer:
                print(f"rise: {'stands' if answer['stood'] else 'collapses'} at {path[-1]:.6g}",
                      file=sys.stderr)
                return answer
        return _fail(path[-1], answer["error"])


def _look(test: LoadTest, low: float) -> NoReturn:
    """Gives the model to the viewer, to --render or to --check."""
    from solfec import RUN
    test.apply(low)
    RUN(test.solfec, test.solver, test.duration)
    sys.exit(0)


def _fail(value: float, error: str) -> NoReturn:
    refuse("rise", f"the trial of {value:g} ended with: {error}", RuntimeError)


def _compute(model: Callable[[str], LoadTest], job: dict) -> None:
    """Computes the trial of this process and ends it: all loads of the path; the last counts."""
    from solfec import DISPLACEMENT, RUN
    test = model(job["results"])
    if not isinstance(test, LoadTest):
        refuse("rise", f"the model must return a LoadTest, got {test!r}", TypeError)
    bodies = list(test.bodies)
    if not bodies:
        refuse("rise", "the LoadTest has no bodies")
    note, before, apply = "", [], Replaced(test.solfec, test.apply)
    for value in job["path"]:
        before = [DISPLACEMENT(body, body.center) for body in bodies]
        apply(value)
        try:
            RUN(test.solfec, test.solver, test.duration)
        except RuntimeError as error:
            note = str(error)
            break
    moved = [math.dist(DISPLACEMENT(body, body.center), old) for body, old in zip(bodies, before)]
    motion = max(moved) if all(map(math.isfinite, moved)) else None
    stood = not note and motion is not None and motion <= test.allowed
    _cases.finish(job, {"stood": stood, "motion": motion, "note": note})


__all__ = ["Limit", "LoadTest", "Trial", "bisect", "rise", "tilted"]
