"""Runs parts of a script in processes of their own: for `study` and `limit`.

A case is the script itself, started again with the environment variable SOLFEC_CASE, which names
the file of its job (JSON). The script runs up to the call that made the case; there the case
computes, writes its answer (a new file that takes its name at once) and ends. A crash, a kill or a
full disk so costs one case and not the others.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn, Optional

from ._files import write_text
from ._inputs import differences, inputs_of
from .build.checks import refuse

VARIABLE = "SOLFEC_CASE"
_JOB = os.environ.pop(VARIABLE, "")  # programs that a case starts are none
_sources: dict[str, str] = {}  # fingerprints by call, in the order of the calls
_emptied: set[str] = set()
_DIES_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux


def current_job(command: str, folder: str) -> Optional[dict]:
    """Returns the job of this process when it is a case of this command and folder, else None."""
    if not _JOB:
        return None
    job = read_json(_JOB)
    if job is None:
        refuse(command, f"{VARIABLE} names {_JOB}, which holds no job", RuntimeError)
    return job if (job["command"], job["folder"]) == (command, os.path.abspath(folder)) else None


def is_case() -> bool:
    """True in a process that computes a case."""
    return bool(_JOB)


def finish(job: dict, answer: dict) -> NoReturn:
    """Writes the answer of a case and ends its process."""
    write_json(job["answer"], answer)
    sys.exit(0)


def read_json(path: str) -> Optional[dict]:
    """Returns what a file holds, None when it is missing or broken."""
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def write_json(path: str, content: dict) -> None:
    """Writes a dict as JSON, see `write_text`."""
    write_text(path, json.dumps(content, sort_keys=True, indent=1) + "\n")


def fingerprint(*parts: Any) -> str:
    """Returns 12 hexadecimal digits that tell equal parts (of JSON) from others."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:12]


def source_of(command: str, function: Callable, home: str) -> str:
    """Returns a fingerprint of what a function of the script depends on.

    What another run of the script had otherwise is told on standard error, as its answers in the
    folder `home` count no more. A case takes the fingerprints of the run that has started it.
    """
    key = f"{command} {home} {len(_sources)}"
    if is_case():
        _sources[key] = (read_json(_JOB) or {}).get("sources", {}).get(key, "")
        return _sources[key]
    inputs = inputs_of(function)
    _sources[key] = fingerprint(inputs)
    path, name = os.path.join(home, "inputs.json"), getattr(function, "__qualname__", "function")
    stored = read_json(path) or {}
    changed = differences(inputs, stored[name]) if name in stored else []
    if changed:
        print(f"{command}: computes {os.path.relpath(home)} anew: {'; '.join(changed)}",
              file=sys.stderr)
    if stored.get(name) != inputs:
        os.makedirs(home, exist_ok=True)
        write_json(path, {**stored, name: inputs})
    return _sources[key]


def is_renewed() -> bool:
    """True when the program has the option -w: earlier answers do not count."""
    return in_program() and not is_case() and "-w" in _options()


def runner(command: str) -> list[str]:
    """Returns the command line up to the words of the script that starts it again.

    ValueError in an interactive session and with solfec-mpi.
    """
    script = os.path.abspath(sys.argv[0]) if sys.argv and sys.argv[0] not in ("", "-c") else ""
    if not os.path.isfile(script):
        refuse(command, "cases run the script again, so it must be a file, not a session")
    if "_solfec" not in sys.builtin_module_names:
        return [sys.executable, script]
    program = os.path.realpath("/proc/self/exe")
    if os.path.basename(program) == "solfec-mpi":
        refuse(command, "cases are processes of their own; run the script with solfec")
    return [program, "-q", script, "--"]


def in_program() -> bool:
    """True in the program solfec, which can continue results (-c)."""
    return "_solfec" in sys.builtin_module_names


def is_looked_at() -> bool:
    """True when the script is run for the viewer, a picture or --check: nothing is computed."""
    from solfec import VIEWER
    if VIEWER() or not in_program():
        return VIEWER()
    return "--check" in _options()


def _options() -> list[str]:
    """Returns the words before those of the script."""
    with open("/proc/self/cmdline", encoding="utf-8", errors="replace") as file:
        words = file.read().split("\0")
    return words[:words.index("--") if "--" in words else None]


@dataclass
class Running:
    """A case that computes."""

    process: subprocess.Popen
    job: dict
    log: str

    def ended(self) -> bool:
        """True when the process has ended."""
        return self.process.poll() is not None

    def answer(self) -> dict:
        """Returns the answer, or {'error': last line that the case printed}."""
        found = read_json(self.job["answer"])
        if found is not None and self.process.returncode == 0:
            return found
        with open(self.log, encoding="utf-8", errors="replace") as file:
            lines = [line.strip() for line in file if line.strip()]
        if self.process.returncode < 0:
            name = signal.Signals(-self.process.returncode).name
            lines.append(f"killed by {name}")
        elif self.process.returncode == 0:
            lines.append("the script ended before the case was computed")
        return {"error": lines[-1] if lines else f"exit code {self.process.returncode}"}

    def stop(self) -> None:
        """Ends the process."""
        self.process.kill()
        self.process.wait()


def start(command: str, job: dict, place: str, options: tuple[str, ...] = ()) -> Running:
    """Starts a case with one thread; its job, log and answer lie in the folder `place`.

    options: of the program solfec.
    """
    line = runner(command)
    os.makedirs(place, exist_ok=True)
    job = {**job, "command": command, "sources": _sources, "answer": os.path.join(place, "answer.json")}
    if os.path.exists(job["answer"]):
        os.remove(job["answer"])
    path, log = os.path.join(place, "job.json"), os.path.join(place, "log")
    write_json(path, job)
    environment = {**os.environ, VARIABLE: path, "OMP_NUM_THREADS": "1"}
    with open(log, "w", encoding="utf-8") as file:
        process = subprocess.Popen([line[0], *options, *line[1:], *sys.argv[1:]], stdout=file,
                                   stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                   env=environment, preexec_fn=_end_with_parent)
    return Running(process, job, log)


def _end_with_parent() -> None:
    """Asks the system to end this process when its parent dies."""
    ctypes.CDLL(None).prctl(_DIES_WITH_PARENT, signal.SIGKILL)


def empty(folder: str) -> None:
    """Removes a folder with all that it holds."""
    shutil.rmtree(folder, ignore_errors=True)


def empty_once(folder: str) -> None:
    """Removes a folder unless this process has done so: what came since then stays."""
    if folder not in _emptied:
        _emptied.add(folder)
        empty(folder)
