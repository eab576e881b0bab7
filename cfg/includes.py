"""Headers of the tree that a C++ file includes, and the files that a change reaches."""

import re
import subprocess

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


def changed_files(root, base):
    """Paths from the root of what differs from a commit, and of what git does not know.

    Raises subprocess.CalledProcessError when git does not know the commit, as in a shallow clone.
    """
    words = (["git", "diff", "--name-only", base],
             ["git", "ls-files", "--others", "--exclude-standard"])
    texts = [subprocess.run(one, cwd=root, check=True, capture_output=True, text=True).stdout
             for one in words]
    return sorted(set("".join(texts).split("\n")) - {""})


def users_of_headers(root):
    """{header: files of src/ and tests/ that include it directly}, paths from the root."""
    users = {}
    for path in [*root.glob("src/**/*.*"), *root.glob("tests/**/*.*")]:
        if path.suffix not in (".h", ".cpp"):
            continue
        for header in direct_headers(root, path):
            name = str(header.resolve().relative_to(root))
            users.setdefault(name, set()).add(str(path.relative_to(root)))
    return users


def reached_sources(file, users):
    """The file, and for a header all files that include it."""
    reached, todo = set(), [file]
    while todo:
        one = todo.pop()
        if one in reached:
            continue
        reached.add(one)
        todo.extend(users.get(one, ()) if one.endswith(".h") else ())
    return reached
