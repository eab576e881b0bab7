"""Readers of solfec.mesh need at most ten times the size of a file, besides what the process has before."""

import mesh_files as files
import numpy as np
from support import *

EMBEDDED = "_solfec" in sys.builtin_module_names
SLACK = 1.1  # what the allocator keeps besides
FORMATS = {"2.msh": files.gmsh22, "4.msh": files.gmsh41, "b.msh": lambda case: files.gmsh41(case, binary=True),
           "a.inp": files.abaqus}
CHILD = """
import os, re, sys
import numpy as np
from solfec.mesh import read

def kilobytes(name):  # VmHWM is the peak of this program alone, ru_maxrss that of its parent too
    with open('/proc/self/status') as file:
        return int(re.search(name + r':\\s*(\\d+)', file.read()).group(1))

np.linalg.norm(np.ones(3))
before = kilobytes('VmRSS')
mesh = read(sys.argv[1], quiet=True)
print(mesh.count, 1024 * (kilobytes('VmHWM') - before) / os.path.getsize(sys.argv[1]))
"""


def bricks(n):
    """A cube of n x n x n hexahedra."""
    line = np.arange(n + 1) / n
    nodes = np.stack(np.meshgrid(line, line, line, indexing="ij"), -1).reshape(-1, 3)
    at = np.arange((n + 1) ** 3).reshape(n + 1, n + 1, n + 1)
    table = np.stack([at[a:n + a, b:n + b, c:n + c].ravel() for a, b, c in (
        (0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))], 1)
    return files.Case(nodes, [("hexa", table, 1)], {(3, 1): "all"})


@unittest.skipIf(EMBEDDED or os.environ.get("SOLFEC_UNTIMED"), "the memory of ordinary Python is measured")
class Memory(LanguageTest):
    def test_of_files_of_five_megabytes(self):
        case = bricks(40)
        for name, write in FORMATS.items():
            with self.subTest(name):
                path = os.path.join(self.folder, name)
                with open(path, "wb") as file:
                    file.write(write(case))
                self.assertGreater(os.path.getsize(path), 4e6)
                done = subprocess.run([sys.executable, "-c", CHILD, path], text=True, timeout=300,
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                self.assertEqual(done.returncode, 0, done.stderr)
                count, times = done.stdout.split()
                self.assertEqual(int(count), 64000)
                self.assertLess(float(times), 10.0 * SLACK)


if __name__ == "__main__":
    main()
