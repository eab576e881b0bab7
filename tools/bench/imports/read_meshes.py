"""Measures how long solfec.mesh.read takes for a cube of tetrahedra in every format.

    tools/run tools/bench/imports/read_meshes.py [ELEMENTS]

Each line tells seconds, elements per second and memory of the process; the volume is checked.
"""

import os
import resource
import tempfile
import time

import numpy as np

from solfec.mesh import read

CUTS = ((0, 1, 2, 6), (0, 2, 3, 6), (0, 3, 7, 6), (0, 7, 4, 6), (0, 4, 5, 6), (0, 5, 1, 6))


def cube(n):
    """Nodes and tetrahedra of a unit cube of n x n x n cells, six tetrahedra each."""
    line = np.arange(n + 1) / n
    nodes = np.stack(np.meshgrid(line, line, line, indexing='ij'), -1).reshape(-1, 3)
    at = np.arange((n + 1) ** 3).reshape(n + 1, n + 1, n + 1)
    corners = [at[i:n + i, j:n + j, k:n + k].ravel() for i, j, k in (
        (0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))]
    return nodes, np.concatenate([np.column_stack([corners[c] for c in cut]) for cut in CUTS])


def rows(file, columns, pattern):
    """Writes columns of numbers, one row per line."""
    np.savetxt(file, np.column_stack(columns), pattern)


def write_gmsh22(path, nodes, tets):
    with open(path, 'w') as file:
        file.write(f'$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n{len(nodes)}\n')
        rows(file, [np.arange(1, len(nodes) + 1), nodes], '%d %.16g %.16g %.16g')
        file.write(f'$EndNodes\n$Elements\n{len(tets)}\n')
        one = np.ones(len(tets), int)
        rows(file, [np.arange(1, len(tets) + 1), 4 * one, 2 * one, one, one, tets + 1], '%d')
        file.write('$EndElements\n')


def write_gmsh41(path, nodes, tets):
    with open(path, 'w') as file:
        file.write('$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 0 1\n'
                   '1 0 0 0 1 1 1 1 1 0\n$EndEntities\n$Nodes\n')
        file.write(f'1 {len(nodes)} 1 {len(nodes)}\n3 1 0 {len(nodes)}\n')
        rows(file, [np.arange(1, len(nodes) + 1)], '%d')
        rows(file, [nodes], '%.16g')
        file.write(f'$EndNodes\n$Elements\n1 {len(tets)} 1 {len(tets)}\n3 1 4 {len(tets)}\n')
        rows(file, [np.arange(1, len(tets) + 1), tets + 1], '%d')
        file.write('$EndElements\n')


def write_abaqus(path, nodes, tets):
    with open(path, 'w') as file:
        file.write('*NODE\n')
        rows(file, [np.arange(1, len(nodes) + 1), nodes], '%d, %.16g, %.16g, %.16g')
        file.write('*ELEMENT, TYPE=C3D4, ELSET=CUBE\n')
        rows(file, [np.arange(1, len(tets) + 1), tets + 1], '%d, %d, %d, %d, %d')


def write_vtk(path, nodes, tets):
    with open(path, 'w') as file:
        file.write('# vtk DataFile Version 3.0\ncube\nASCII\nDATASET UNSTRUCTURED_GRID\n')
        file.write(f'POINTS {len(nodes)} double\n')
        rows(file, [nodes], '%.16g')
        file.write(f'CELLS {len(tets)} {5 * len(tets)}\n')
        rows(file, [np.full(len(tets), 4), tets], '%d')
        file.write(f'CELL_TYPES {len(tets)}\n' + '10\n' * len(tets))


words = NON_SOLFEC_ARGV() or []
cells = max(1, round((int(words[0]) / 6 if words else 1e6 / 6) ** (1 / 3)))
nodes, tets = cube(cells)
with tempfile.TemporaryDirectory() as folder:
    for name, write in (('2.2.msh', write_gmsh22), ('4.1.msh', write_gmsh41),
                        ('cube.inp', write_abaqus), ('cube.vtk', write_vtk)):
        path = os.path.join(folder, name)
        write(path, nodes, tets)
        begin = time.perf_counter()
        mesh = read(path)
        seconds = time.perf_counter() - begin
        assert mesh.count == len(tets) and abs(mesh.volume - 1.0) < 1e-12
        print(f'{name}: {len(tets)} tetrahedra in {seconds:.2f} s, '
              f'{len(tets) / seconds / 1e3:.0f} thousand per second, '
              f'{os.path.getsize(path) / 1e6:.0f} MB, at most '
              f'{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3:.0f} MB of memory')
