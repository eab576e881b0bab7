#!/usr/bin/env python3
"""Checks the architecture of src/: allowed includes, include rings, sizes of files, columns.

usage: check_layers.py [ROOT]      checks ROOT (default: the tree this file is in), exit 1 on findings
       check_layers.py --selftest  checks the checker on small trees with known mistakes

Rules
  1. A file of src/FOLDER includes headers of FOLDER and of the folders in its row of ALLOWED, and
     nothing but headers.
  2. Subfolders of src/FOLDER are layers of it in the order of ROOMS: a file includes headers of its
     own subfolder and of those before it. "." stands for the files that lie directly in FOLDER.
     Modules (a .h/.cpp pair) include each other without rings.
  3. A header has at most 400 lines, a source 800, unless it is named *_tables; lines have at most
     100 columns.
  4. mpi.h and Zoltan are included in src/parallel/mpi only.
"""

import re
import sys
import tempfile
from pathlib import Path

EVERY_LOWER = "every folder above this row"
ALLOWED = {  # lowest first
    "base": [],
    "math": ["base"],
    "archive": ["base", "math"],
    "parallel": ["base", "math", "archive"],
    "geometry": ["base", "math", "archive"],
    "material": ["base", "math", "archive"],
    "local_dynamics": ["base", "math", "archive", "parallel"],
    "body": ["base", "math", "archive", "geometry", "material"],
    "contact": ["base", "math", "archive", "geometry"],
    "solver": ["base", "math", "parallel", "local_dynamics"],
    "integrator": ["base", "math", "body"],
    "constraint": ["base", "math", "archive", "geometry", "material", "local_dynamics", "body",
                   "contact"],
    "assembly": ["base", "math", "geometry", "material", "parallel", "body", "contact",
                 "constraint", "local_dynamics"],
    "domain": EVERY_LOWER,
    "output": EVERY_LOWER,
    "run": EVERY_LOWER,
    "viewer": ["base", "archive", "math", "geometry", "body", "constraint", "domain", "output", "run"],
    "language": EVERY_LOWER,
    "app": EVERY_LOWER,
}
NOT_FOR = {"language": ["viewer"]}  # same level
ROOMS = {  # subfolders of a folder, lowest first
    "parallel": [".", "mpi", "serial"],
    "geometry": ["collision", "element", "shape", "surface"],
    "local_dynamics": [".", "stored"],
    "body": ["common", "finite_element", "."],
    "contact": ["piece", "near", "cover", "pair", "interface", "search", "."],
    "solver": ["one_contact", "law", "measure", "row", "newton", "augmented", "interior_point", "jacobi", "sweep", "settings",
               "newton_series", "stages", "."],
    "domain": ["joints", "contacts", "impacts", "records", "loads", "bonds", "ranks", "quasi_static", "."],
    "output": [".", "vtk", "export"],
    "run": ["report", "settings", "folder", "stop", "watch", "."],
    "viewer": ["text", "image", "scene", "picture", "page", "session", "vector", "gl", "window", "draw", "absent"],
    "language": ["table", "python", "arguments", "bind", "."],
}
ONLY_FOR_MPI = re.compile(r"^(mpi|zoltan\w*)\.h(pp)?$")

MAX_LINES = {".h": 400, ".cpp": 800}
MAX_COLUMNS = 100
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


def allowed_folders(folder):
    if ALLOWED[folder] is not EVERY_LOWER:
        return {folder, *ALLOWED[folder]}
    order = list(ALLOWED)
    return set(order[:order.index(folder) + 1]) - set(NOT_FOR.get(folder, []))


def room_of(file):
    """Subfolder of its folder that a file, or module, of src/ lies in."""
    return "/".join(Path(file).parts[1:-1]) or "."


def check_room(module, path):
    """Returns what is wrong with the subfolders of an include within one folder, or None."""
    folder = module.split("/")[0]
    rooms = ROOMS.get(folder, ["."])
    own, target = room_of(module), room_of(path)
    if own in rooms and target in rooms and rooms.index(target) > rooms.index(own):
        return f'{own} of {folder} may not include {target}, which stands above it ("{path}")'
    return None


def includes_of(lines):
    """Yields (line number, path, is_quoted) for every include."""
    for number, line in enumerate(lines, 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1) or match.group(2), match.group(1) is not None


def check_include(src, module, path, quoted):
    """Returns what is wrong with one include of a file of a module under src, or None."""
    folder = module.split("/")[0]
    if not quoted:
        if ONLY_FOR_MPI.match(path) and not module.startswith("parallel/mpi/"):
            return f"<{path}> is for src/parallel/mpi only"
        return None
    if not (src / path).is_file():
        return f'"{path}" does not exist under src/'
    if not path.endswith(".h"):
        return f'"{path}" is not a header'
    target = path.split("/")[0]
    if target not in allowed_folders(folder):
        return f'{folder} may not include {target} ("{path}")'
    return check_room(module, path) if target == folder else None


def check_size(path, lines):
    limit = MAX_LINES[path.suffix]
    if len(lines) > limit and not path.stem.endswith("_tables"):
        yield f"{len(lines)} lines, at most {limit}"
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_COLUMNS:
            yield f"line {number} has {len(line)} columns, at most {MAX_COLUMNS}"


def find_ring(graph):
    """Returns one ring of modules as a list [a, b, ..., a], or None. graph: module -> modules."""
    done = set()

    def visit(module, trail):
        if module in trail:
            return trail[trail.index(module):] + [module]
        if module in done:
            return None
        for target in sorted(graph.get(module, ())):
            ring = visit(target, trail + [module])
            if ring:
                return ring
        done.add(module)
        return None

    for start in sorted(graph):
        ring = visit(start, [])
        if ring:
            return ring
    return None


def check(root):
    """Returns the list of findings, one line of text each."""
    src = root / "src"
    findings = []
    graph = {}
    for path in sorted(p for p in src.rglob("*") if p.suffix in MAX_LINES):
        name = path.relative_to(root)
        folder = path.relative_to(src).parts[0]
        if folder not in ALLOWED:
            findings.append(f"{name}: folder {folder} is not in the table of tools/check_layers.py")
            continue
        room = room_of(path.relative_to(src))
        if room not in ROOMS.get(folder, ["."]):
            findings.append(f"{name}: subfolder {room} of {folder} is not in the table of tools/check_layers.py")
        lines = path.read_text(encoding="utf-8").splitlines()
        findings += [f"{name}: {text}" for text in check_size(path, lines)]
        module = str(path.relative_to(src).with_suffix(""))
        for number, target, quoted in includes_of(lines):
            wrong = check_include(src, module, target, quoted)
            if wrong:
                findings.append(f"{name}:{number}: {wrong}")
            elif quoted and str(Path(target).with_suffix("")) != module:
                graph.setdefault(module, set()).add(str(Path(target).with_suffix("")))
    for path in sorted((root / "tests").rglob("*.cpp")):
        lines = path.read_text(encoding="utf-8").splitlines()
        findings += [f"{path.relative_to(root)}: {text}" for text in check_size(path, lines)]
    ring = find_ring(graph)
    if ring:
        findings.append("ring of includes: " + " -> ".join(ring))
    return findings


def selftest():
    """Each tree has one mistake, or none, and must give exactly the expected findings."""
    cases = [
        ({"src/base/a.h": "#include <vector>\n", "src/math/b.h": '#include "base/a.h"\n'}, []),
        ({"src/math/b.h": "", "src/base/a.h": '\n#include "math/b.h"\n'},
         ['src/base/a.h:2: base may not include math ("math/b.h")']),
        ({"src/solver/s.cpp": '#include "body/b.h"\n', "src/body/b.h": ""},
         ['src/solver/s.cpp:1: solver may not include body ("body/b.h")']),
        ({"src/viewer/scene/v.h": "", "src/language/l.cpp": '#include "viewer/scene/v.h"\n'},
         ['src/language/l.cpp:1: language may not include viewer ("viewer/scene/v.h")']),
        ({"src/app/main.cpp": '#include "viewer/scene/v.h"\n', "src/viewer/scene/v.h": ""}, []),
        ({"src/base/a.h": '#include "base/gone.h"\n'},
         ['src/base/a.h:1: "base/gone.h" does not exist under src/']),
        ({"src/base/a.cpp": '#include "base/b.cpp"\n', "src/base/b.cpp": ""},
         ['src/base/a.cpp:1: "base/b.cpp" is not a header']),
        ({"src/base/a.h": '#include "base/b.h"\n', "src/base/b.h": "",
          "src/base/b.cpp": '#include "base/b.h"\n#include "base/a.h"\n'},
         ["ring of includes: base/a -> base/b -> base/a"]),
        ({"src/base/a.h": "\n" * 400}, []),
        ({"src/base/a.h": "\n" * 401}, ["src/base/a.h: 401 lines, at most 400"]),
        ({"src/base/a.cpp": "\n" * 801}, ["src/base/a.cpp: 801 lines, at most 800"]),
        ({"src/base/a_tables.cpp": "\n" * 801}, []),
        ({"src/base/a.h": "// " + "ü" * 97 + "\n"}, []),
        ({"src/base/a.h": "// " + "x" * 98 + "\n"},
         ["src/base/a.h: line 1 has 101 columns, at most 100"]),
        ({"src/domain/d.cpp": "#include <mpi.h>\n"},
         ["src/domain/d.cpp:1: <mpi.h> is for src/parallel/mpi only"]),
        ({"src/parallel/d.cpp": "#include <mpi.h>\n"},
         ["src/parallel/d.cpp:1: <mpi.h> is for src/parallel/mpi only"]),
        ({"src/parallel/mpi/d.cpp": "#include <mpi.h>\n"}, []),
        ({"src/solver/law/a.h": '#include "solver/one_contact/b.h"\n', "src/solver/one_contact/b.h": "",
          "src/solver/c.cpp": '#include "solver/law/a.h"\n'}, []),
        ({"src/solver/law/a.h": '#include "solver/b.h"\n', "src/solver/b.h": ""},
         ['src/solver/law/a.h:1: law of solver may not include ., which stands above it ("solver/b.h")']),
        ({"src/solver/law/a.h": '#include "solver/sweep/b.h"\n', "src/solver/sweep/b.h": ""},
         ['src/solver/law/a.h:1: law of solver may not include sweep, which stands above it ("solver/sweep/b.h")']),
        ({"src/parallel/a.h": '#include "parallel/mpi/b.h"\n', "src/parallel/mpi/b.h": ""},
         ['src/parallel/a.h:1: . of parallel may not include mpi, which stands above it ("parallel/mpi/b.h")']),
        ({"src/solver/helpers/a.h": ""},
         ["src/solver/helpers/a.h: subfolder helpers of solver is not in the table of tools/check_layers.py"]),
        ({"src/base/deep/a.h": ""},
         ["src/base/deep/a.h: subfolder deep of base is not in the table of tools/check_layers.py"]),
        ({"src/solver/law/a.h": '#include "body/b.h"\n', "src/body/b.h": ""},
         ['src/solver/law/a.h:1: solver may not include body ("body/b.h")']),
        ({"src/solver/law/a.h": '#include "solver/law/b.h"\n', "src/solver/law/b.h": "",
          "src/solver/law/b.cpp": '#include "solver/law/a.h"\n'},
         ["ring of includes: solver/law/a -> solver/law/b -> solver/law/a"]),
        ({"tests/solver/law/t.cpp": "\n" * 801},
         ["tests/solver/law/t.cpp: 801 lines, at most 800"]),
        ({"src/helpers/d.cpp": ""},
         ["src/helpers/d.cpp: folder helpers is not in the table of tools/check_layers.py"]),
    ]
    for files, expected in cases:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            found = check(root)
            if found != expected:
                print(f"selftest: expected {expected}, found {found}", file=sys.stderr)
                return 1
    print(f"selftest: {len(cases)} trees as expected")
    return 0


def main(arguments):
    if arguments == ["--selftest"]:
        return selftest()
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
    findings = check(root)
    for line in findings:
        print(line)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
