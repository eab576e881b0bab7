"""Files that are written at once."""

from __future__ import annotations

import os


def write_text(path: str, text: str) -> None:
    """Writes a file that is either old or new whatever happens."""
    new = f"{path}.{os.getpid()}.new"
    with open(new, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(new, path)
