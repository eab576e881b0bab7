"""Studies: one function for many sets of parameters, in several processes, resumable.

    from solfec.study import study

    def model(thickness, friction, folder):
        solfec = SOLFEC('DYNAMIC', 1e-3, folder)
        ...
        return {'moved': moved, 'energy': energy}

    table = study(model, {'thickness': [0.1, 0.11, 0.12], 'friction': [0.4, 0.6]}, 'out/study')

docs/models.md has an example that runs.
"""

from __future__ import annotations

import csv
import inspect
import io
import itertools
import math
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _cases
from ._files import write_text
from .build.checks import refuse

if TYPE_CHECKING:
    import numpy

Value = Union[int, float, str, bool]
Parameters = Union[Mapping[str, Sequence[Value]], Sequence[Mapping[str, Value]]]


class Table:
    """Rows of a study: parameters, results and 'error' ('' where there is none)."""

    def __init__(self, rows: Sequence[Mapping[str, Value]]) -> None:
        self.rows = [dict(row) for row in rows]
        self.columns = list(dict.fromkeys(name for row in self.rows for name in row
                                          if name != "error"))
        if any("error" in row for row in self.rows):
            self.columns.append("error")

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict]:
        return iter(self.rows)

    def __getitem__(self, column: str) -> numpy.ndarray:
        """Returns a column: numbers as floats, nan where there is none, texts as they are."""
        import numpy
        if column not in self.columns:
            raise KeyError(f"no column '{column}'; there are {', '.join(self.columns)}")
        values = [row.get(column) for row in self.rows]
        if any(isinstance(value, str) for value in values):
            return numpy.array(["" if value is None else str(value) for value in values])
        return numpy.array([math.nan if value is None else float(value) for value in values])

    def __repr__(self) -> str:
        return f"Table({len(self)} rows of {', '.join(self.columns)})"

    def text(self) -> str:
        """Returns the table as csv with a line of names; numbers with all their digits."""
        file = io.StringIO()
        writer = csv.DictWriter(file, self.columns, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows)
        return file.getvalue()

    def save(self, path: str) -> None:
        """Writes the table as csv."""
        write_text(path, self.text())


def study(function: Callable[..., Union[Value, Mapping[str, Value]]], parameters: Parameters,
          folder: str, processes: Optional[int] = None, fresh: bool = False) -> Table:
    """Calls a function for every set of parameters and returns one table.

    Every case runs the script again in a process of its own, up to this call. Answers are kept in
    `folder` as soon as they are there: the same script goes on after a kill or with more
    parameters and computes only what is missing or has failed. A function that depends on something
    else now (its text, variables outside of it) is computed anew, and a line tells what differs.
    `folder/table.csv` holds the table after every case. The viewer,
    --render and --check take the model of the first case, and the script ends there.

    @param function    Takes the parameters by name; with a parameter `folder` also an empty folder
                       for the results of the case. Returns a number or a dict of numbers and texts.
    @param parameters  Lists by name, for all combinations, the last one fastest; or a list of
                       dicts of values.
    @param folder      Of the study; made when it is missing.
    @param processes   Cases at a time, of one thread each; None: as many as cores.
    @param fresh       Computes all cases anew, as the option -w of the program does: for a function
                       that has changed through a file that it reads.
    @return            A row per set of parameters, in their order.
    Raises ValueError for empty or unknown parameters, values that JSON does not know, in an
    interactive session and with solfec-mpi. Errors of a case are in its row.
    """
    cases = combinations(parameters)
    _check_names(function, cases)
    if processes is None:
        processes = len(os.sched_getaffinity(0))
    if isinstance(processes, bool) or not isinstance(processes, int) or processes < 1:
        refuse("study", f"processes must be a whole number above 0, got {processes!r}")
    home = os.path.abspath(folder)
    job = _cases.current_job("study", home)
    if job is not None:
        _compute(function, job)
    if _cases.is_looked_at():
        _call(function, cases[0], os.path.join(home, "model"))
        sys.exit(0)
    fresh = fresh or _cases.is_renewed()
    source = _cases.source_of("study", function, home)
    places = [os.path.join(home, "cases", _cases.fingerprint(case)) for case in cases]
    todo = [i for i in dict.fromkeys(places)
            if fresh or not _is_done(_cases.read_json(os.path.join(i, "done.json")), source)]
    if todo and not _cases.is_case():
        jobs = {place: {"folder": home, "parameters": case, "source": source}
                for case, place in zip(cases, places)}
        _run([(place, jobs[place]) for place in todo], min(processes, len(todo)),
             lambda: _table(cases, places, source).save(os.path.join(home, "table.csv")))
    table = _table(cases, places, source)
    if not _cases.is_case():
        os.makedirs(home, exist_ok=True)
        table.save(os.path.join(home, "table.csv"))
    return table


def combinations(parameters: Parameters) -> list[dict[str, Value]]:
    """Returns the sets of parameters, see `study`."""
    if isinstance(parameters, Mapping):
        lists = []
        for name, values in parameters.items():
            if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
                refuse("study", f"parameter '{name}' must be a list of values, "
                                f"got {values!r}")
            lists.append([_plain(name, value) for value in values])
        found = [dict(zip(parameters, values)) for values in itertools.product(*lists)]
    else:
        found = [{name: _plain(name, value) for name, value in case.items()}
                 for case in parameters]
    if not found or not all(found):
        refuse("study", "parameters must hold at least one value")
    return found


def _check_names(function: Callable, cases: list[dict[str, Value]]) -> None:
    """Refuses parameters that the function does not take, and those without a value that it needs."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # of a function in C: each case tells
        return
    given = {"folder": ""} if "folder" in signature.parameters else {}
    for case in {tuple(case): case for case in cases}.values():
        try:
            signature.bind(**{**given, **case})
        except TypeError as error:
            name = getattr(function, "__name__", repr(function))
            refuse("study", f"the parameters {', '.join(case)} are not those of {name} {signature}: {error}")


def _plain(name: str, value: Any) -> Value:
    """Returns a value as JSON keeps it: numbers of numpy become those of Python."""
    value = value.item() if hasattr(value, "item") else value
    if not isinstance(value, (int, float, str, bool)):
        refuse("study", f"'{name}' must be a number, a text or True or False, got {value!r}")
    if isinstance(value, float) and not math.isfinite(value):
        refuse("study", f"'{name}' must be finite, got {value!r}")
    return value


def _compute(function: Callable, job: dict) -> None:
    """Computes the case of this process and ends it."""
    found = _call(function, job["parameters"], job["results"])
    values = dict(found) if isinstance(found, Mapping) else {"value": found}
    for name in values:
        if name in job["parameters"] or name == "error":
            refuse("study", f"result '{name}' has the name of a parameter or 'error'")
        value = values[name].item() if hasattr(values[name], "item") else values[name]
        if not isinstance(value, (int, float, str, bool)):
            refuse("study", f"result '{name}' must be a number or a text, got {value!r}", TypeError)
        values[name] = value
    _cases.finish(job, {"values": values})


def _call(function: Callable, parameters: Mapping[str, Value], results: str) -> Any:
    """Returns what the function returns, which gets the folder for results when it asks for it."""
    arguments = dict(parameters)
    if "folder" in inspect.signature(function).parameters:
        arguments["folder"] = results
    return function(**arguments)


def _is_done(stored: Optional[dict], source: str) -> bool:
    return stored is not None and stored.get("source") == source and "values" in stored


def _run(todo: list[tuple[str, dict]], processes: int, save: Callable[[], None]) -> None:
    """Runs cases, at most `processes` at a time; answers go to done.json of their places."""
    waiting, running, ended, failed = list(todo), [], 0, 0
    try:
        while waiting or running:
            while waiting and len(running) < processes:
                place, job = waiting.pop(0)
                _cases.empty(place)
                job = {**job, "results": os.path.join(place, "results")}
                running.append((place, _cases.start("study", job, place)))
            time.sleep(0.02)
            for item in [item for item in running if item[1].ended()]:
                running.remove(item)
                place, case = item
                answer = case.answer()
                _cases.write_json(os.path.join(place, "done.json"),
                                  {"source": case.job["source"],
                                   "parameters": case.job["parameters"], **answer})
                save()
                ended, failed = ended + 1, failed + ("error" in answer)
                print(f"study: {ended} of {len(todo)} cases"
                      + (f", {failed} failed" if failed else ""), file=sys.stderr)
    finally:
        for _, case in running:
            case.stop()


def _table(cases: list[dict], places: list[str], source: str) -> Table:
    """Returns the rows that are there; cases that are missing have their parameters alone."""
    rows = []
    for case, place in zip(cases, places):
        stored = _cases.read_json(os.path.join(place, "done.json")) or {}
        known = stored if stored.get("source") == source else {}
        row = {**case, **known.get("values", {})}
        if "error" in known:
            row["error"] = known["error"]
        rows.append(row)
    return Table(rows)


__all__ = ["Table", "study"]
