"""Runs the scenes and prints the table of --selftest; exit code 1 when an answer is missed."""

import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence

from solfec.selftest.scenes import SCENES, Answer


def row(answer: Answer) -> str:
    """Returns the line of an answer: quantity, expected, found, bound, verdict."""
    verdict = "ok" if answer.holds() else "MISSED"
    return (f"{answer.quantity:<52} {answer.expected:>15.8g} {answer.found:>15.8g} "
            f"{answer.bound:>8.1e}  {verdict}")


def run_scene(scene: Callable[[str], Sequence[Answer]], folder: str) -> tuple[list[str], int]:
    """Returns the lines of a scene and how many answers it missed; an exception counts as one."""
    try:
        answers = scene(folder)
    except Exception as error:  # the other scenes still tell something
        traceback.print_exc()
        return [f"{scene.__name__}: {type(error).__name__}: {error}  MISSED"], 1
    return [row(answer) for answer in answers], sum(not answer.holds() for answer in answers)


def main(scenes: Sequence[Callable[[str], Sequence[Answer]]] = SCENES) -> None:
    """Prints the table of the scenes and ends the script with exit code 0 or 1."""
    start = time.monotonic()
    print(f"{'quantity':<52} {'expected':>15} {'found':>15} {'bound':>8}")
    count = missed = 0
    with tempfile.TemporaryDirectory(prefix="solfec-selftest-") as folder:
        for number, scene in enumerate(scenes):
            lines, bad = run_scene(scene, f"{folder}/{number}")
            print("\n".join(lines), flush=True)
            count += len(lines)
            missed += bad
    seconds = time.monotonic() - start
    if missed:
        print(f"{missed} of {count} answers of {len(scenes)} scenes are missed ({seconds:.1f} s)")
        sys.exit(1)
    print(f"all {count} answers of {len(scenes)} scenes hold ({seconds:.1f} s)")


if __name__ == "__main__":
    main()
