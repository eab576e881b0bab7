"""Mutated files: readers of solfec.mesh and compas_solfec answer with data or a ValueError, within bounded memory.

    SOLFEC_FUZZ=100000 /usr/bin/python3 tests/language/mesh_fuzz_test.py    inputs per format, 200 else
"""

import contextlib
import importlib.util
import io
import json
import random
import resource
import warnings

import compas_files
import compas_solfec
import mesh_files as files
import numpy as np
import surface_files_test as surfaces
from support import *

from solfec.mesh import read, read_surface

COUNT = int(os.environ.get("SOLFEC_FUZZ", "200"))
MEMORY = 1 << 30  # bytes that a reader may take besides what the process has
MESHES = {"2.msh": files.gmsh22, "4.msh": files.gmsh41, "a.inp": files.abaqus, "p.inp": files.abaqus_instances,
          "g.inp": files.abaqus_generated,
          "b.msh": lambda case: files.gmsh41(case, binary=True)}
if importlib.util.find_spec("meshio"):
    MESHES.update({"a.vtk": files.vtk, "a.vtu": files.vtu})
    MESHES.update({"v.vtk": lambda _: files.vtk(files.scan()[0]), "v.vtu": lambda _: files.vtu(files.scan()[0]),
                   "b.vtk": lambda _: files.vtk_bytes(files.scan()[0]), "o.vtk": lambda _: files.vtk_bytes(files.scan()[0], "5.1"),
                   "b.vtu": lambda _: files.vtu_bytes(files.scan()[0]),
                   "r.vtu": lambda _: files.vtu_bytes(files.scan()[0], "appended", True, False, True)})
ASSEMBLIES = {"1.json": lambda: json.dumps(compas_files.assembly(1)).encode(),
              "m.json": lambda: json.dumps(compas_files.model()).encode()}
SURFACES = {**{name: (lambda write=write: write(*surfaces.ELL)) for name, write in surfaces.WRITERS.items()},
            "o.obj": lambda: surfaces.Pieces.obj(*surfaces.boxes((0, 0, 0), (2, 0, 0)), ("o left", "g right")),
            "s.stl": lambda: surfaces.Pieces.stl(*surfaces.boxes((0, 0, 0), (2, 0, 0), (0, 3, 0)), (" a", " b", ""))}
WORDS = [b"-1", b"0", b"999999999999", b"1e308", b"nan", b"inf", b"x", b"\n", b" ", b"\0", b"$", b"*", b",",
         b"\xff\xff\xff\x7f", b"\xff" * 8, b"4294967295", b"18446744073709551615"]


def mutated(content, chance):
    """One to four changes: a byte, a word, a cut, a copy, a line less."""
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(content) + 1)
        kind = chance.randrange(6)
        if kind == 0:
            content = content[:at] + bytes([chance.randrange(256)]) + content[at + 1:]
        elif kind == 1:
            content = content[:at] + chance.choice(WORDS) + content[at + chance.randint(0, 4):]
        elif kind == 2:
            content = content[:at] + content[at + chance.randint(1, 60):]
        elif kind == 3:
            content = content[:at] + content[max(0, at - chance.randint(1, 60)):]
        elif kind == 4:
            lines = content.split(b"\n")
            lines[chance.randrange(len(lines))] = chance.choice(WORDS)
            content = b"\n".join(lines)
        else:
            content = content[:at] + content[at:at + 1] * chance.randint(1, 20) + content[at + 1:]
    return content


def answer_of(path, content, reader):
    """Reads a file of this content: '' for data, 'refused' for a ValueError with the line of the script, else the error."""
    with open(path, "wb") as file:
        file.write(content)
    try:
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("error")
            reader(path).report()
        return ""
    except ValueError as error:
        if re.search(r"py:\d+: (\w+\.)*\w+: ", str(error)):
            return "refused"
        wrong = repr(error)
    except Exception as error:
        wrong = repr(error)
    if os.environ.get("SOLFEC_FUZZ_KEEP"):
        shutil.copy(path, os.environ["SOLFEC_FUZZ_KEEP"])
    return wrong


class Fuzz(LanguageTest):
    def setUp(self):
        super().setUp()
        if not os.environ.get("SOLFEC_UNTIMED"):  # sanitizers reserve all addresses
            soft, hard = resource.getrlimit(resource.RLIMIT_AS)
            with open("/proc/self/statm") as file:
                have = int(file.read().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (have + MEMORY, hard))
            self.addCleanup(resource.setrlimit, resource.RLIMIT_AS, (soft, hard))

    def mutate(self, name, content, reader, seed):
        chance, refused = random.Random(seed), 0
        path = os.path.join(self.folder, name)
        for k in range(COUNT):
            answer = answer_of(path, mutated(content, chance), reader)
            self.assertIn(answer, ("", "refused"), "%s, input %d" % (name, k))
            refused += answer == "refused"
        self.assertGreater(refused, 0)
        self.assertLess(refused, COUNT)

    def test_meshes(self):
        for name, write in MESHES.items():
            with self.subTest(name):
                self.mutate(name, write(files.mixed()), read, 1)

    def test_surfaces(self):
        for name, write in SURFACES.items():
            with self.subTest(name):
                self.mutate(name, write(), read_surface, 2)

    def test_assemblies(self):
        for name, write in ASSEMBLIES.items():
            with self.subTest(name):
                self.mutate(name, write(), compas_solfec.read, 3)


if __name__ == "__main__":
    main()
