"""Headers of the tree that a C++ file includes."""

import re

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def direct_headers(root, path):
    """Returns the headers of the tree at `root` that a file includes itself, in their order."""
    found = []
    for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
        for folder in (root / "src", root / "tests", root / "tools" / "bench", path.parent):
            if (folder / name).is_file():
                found.append(folder / name)
                break
    return found
