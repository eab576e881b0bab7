"""ParaView opens every series of an export: times, cells, ranges. $SOLFEC_PVPYTHON names its Python
(else pvpython on the PATH); without it the test ends with exit code 77, which ctest shows as skipped.

Debian's package python3-paraview cannot be installed beside python3-vtk9: a container or another root has it.
"""

import json
import os
import shutil
import subprocess
import sys
import unittest

import vtk_xml
from export_test import HERE, SERIES, Scene

PVPYTHON = os.environ.get("SOLFEC_PVPYTHON", "pvpython")


class ParaView(Scene):
    def test_it_opens_every_series(self):
        said_path = self.path("paraview.json")
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        done = subprocess.run([PVPYTHON, os.path.join(HERE, "paraview_check.py"),
                               self.path("out", "model", "vtk"), said_path], env=environment,
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertNotIn("ERR|", done.stdout)
        with open(said_path) as file:
            said = json.load(file)
        self.assertEqual(sorted(said), SERIES)
        for name, seen in said.items():
            series = self.series(name)
            self.assertEqual(seen["times"], [time for time, _ in series])
            last = vtk_xml.File(series[-1][1])
            self.assertEqual(seen["points"], last.counts["NumberOfPoints"])
            cells = last.counts.get("NumberOfCells")
            if cells is None:
                cells = last.counts["NumberOfVerts"] + last.counts["NumberOfLines"]
            self.assertEqual(seen["cells"], cells)
            self.check_ranges(seen["arrays"]["point"], last.point_data)
            self.check_ranges(seen["arrays"]["cell"], last.cell_data)

    def check_ranges(self, seen, arrays):
        for name, array in arrays.items():
            if not array.values or isinstance(array.values[0], str):
                continue
            for k, (low, high) in enumerate(seen[name][:array.components]):
                column = [row[k] for row in array.tuples()]
                self.assertEqual((low, high), (min(column), max(column)), name)


del Scene  # whose tests are those of export_test.py

if __name__ == "__main__":
    if shutil.which(PVPYTHON) is None:
        print(f"skipped: there is no {PVPYTHON}; install python3-paraview in place of python3-vtk9 or name a pvpython "
              "in SOLFEC_PVPYTHON")
        sys.exit(77)
    unittest.main()
