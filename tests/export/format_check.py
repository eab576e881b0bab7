"""Checks one file of tests/output/vtk/vtk_file_test.cpp: prints what it holds."""

import sys

import vtk_xml

file = vtk_xml.File(sys.argv[1])
print(file.kind, *(f"{name}={value}" for name, value in sorted(file.counts.items())))
print("points", *(float(x).hex() for point in file.points for x in point))
for name, section in (("field", file.field_data), ("point", file.point_data),
                      ("cell", file.cell_data), *sorted(file.cells.items())):
    for array in section.values():
        shown = [float(x).hex() if isinstance(x, float) else repr(x) for x in array.values[:12]]
        print(name, repr(array.name), array.components, *filter(None, array.names),
              len(array.values), *shown)
