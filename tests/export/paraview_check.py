"""Runs in pvpython: opens all series of a folder and writes what ParaView makes of them as JSON."""

import glob
import json
import os
import sys

from paraview import simple

said = {}
for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.pvd"))):
    source = simple.OpenDataFile(path)
    times = list(source.TimestepValues)
    source.UpdatePipeline(times[-1])
    information = source.GetDataInformation()
    arrays = {}
    for of, data in (("point", source.PointData), ("cell", source.CellData)):
        arrays[of] = {array.Name: [list(array.GetRange(k)) for k in range(array.GetNumberOfComponents())]
                      for array in data}
    said[os.path.basename(path)[:-4]] = {
        "times": times, "points": information.GetNumberOfPoints(),
        "cells": information.GetNumberOfCells(), "arrays": arrays}
with open(sys.argv[2], "w") as file:
    json.dump(said, file)
