"""Meshes and surfaces from files: what MESH, HULL, CONVEX and BODY of the language take.

    from solfec.mesh import read, read_surface
    part = read('bracket.msh', scale=1e-3)          # solids: gmsh, Abaqus, MED, vtk, vtu
    print(part.report())
    BODY(solfec, 'FINITE_ELEMENT', part.mesh(), material)

What comes in is plain data until `mesh`, `hull` or `convex_parts` makes shapes of it; only that
needs the program. docs/import.md tells what becomes what.
"""

from __future__ import annotations

import os

import numpy as np

from ..build.checks import number, positive, refuse
from .abaqus import read_abaqus
from .gmsh import read_gmsh
from .groups import choose_groups
from .library import read_by_library
from .ply import read_ply
from .source import Source
from .surface import MassProperties, Surface, make_surface
from .surface_files import read_obj, read_stl
from .volume import LARGEST, VolumeMesh, make_volume_mesh

FORMATS = {".msh": "gmsh", ".inp": "abaqus", ".med": "med", ".vtk": "vtk", ".vtu": "vtu"}


def read(path: str | os.PathLike, scale: float = 1.0, format: str | None = None,
         groups: str | None = None, quiet: bool = False, merge: float = 0.0) -> VolumeMesh:
    """Reads the solids of a file as a `VolumeMesh`.

    path: gmsh 2.2 and 4.1 (.msh), Abaqus (.inp), MED (.med), vtk (.vtk) or vtu (.vtu). scale: m
    per unit of the file. format: 'gmsh', 'abaqus', 'med', 'vtk' or 'vtu' when the name of the file
    does not tell. groups: name of the cell data of MED, vtk and vtu that are volume ids. quiet:
    prints no line when something was left out, reduced or renumbered. merge: nodes that are at
    most so far apart, m, become one, so that parts that repeat the nodes of their neighbours hang
    together; 0: none do.

    ValueError "SCRIPT:LINE: solfec.mesh.read: FILE:LINE: RULE" when the file breaks a rule.
    """
    factor = positive("solfec.mesh.read", "scale", scale, "m per unit of the file")
    near = number("solfec.mesh.read", "merge", merge, "m", 0.0)
    kind = format or FORMATS.get(os.path.splitext(os.fspath(path))[1].lower())
    if kind not in FORMATS.values():
        got = format or os.path.splitext(os.fspath(path))[1]
        refuse("solfec.mesh.read", f"{os.fspath(path)}: format must be one of "
               f"{', '.join(FORMATS.values())}, got {got!r}")
    if groups is not None and kind in ("gmsh", "abaqus"):
        refuse("solfec.mesh.read", f"{os.fspath(path)}: groups is for MED, vtk and vtu, files of {kind} have groups of "
               f"their own; got {groups!r}")
    source = Source(path)
    told: list[str] = []
    if kind == "gmsh":
        raw = read_gmsh(source)
        told = choose_groups(raw)
    elif kind == "abaqus":
        raw = read_abaqus(source)
    else:
        raw = read_by_library(source, kind, groups)
    mesh = make_volume_mesh(source, raw, factor, near)
    mesh.notes += told
    if not quiet:
        for note in mesh.notes:
            print(f"{source.path}: {note}")
    return mesh


def read_surface(path: str | os.PathLike, scale: float = 1.0, format: str | None = None,
                 quiet: bool = False) -> Surface:
    """Reads the triangles of a file as a `Surface`.

    path: STL (.stl), OBJ (.obj) or PLY (.ply), text or binary; polygons become triangles.
    scale: m per unit of the file. format: 'stl', 'obj' or 'ply' when the name of the file does not
    tell. quiet: prints no line when something was left out or turned.

    Equal points are merged. Errors are those of `read`.
    """
    return surface_of("solfec.mesh.read_surface", path, scale, format, quiet)


def surface_of(figure: str, path: str | os.PathLike, scale: float = 1.0, format: str | None = None,
               quiet: bool = True) -> Surface:
    """`read_surface` for a command whose name errors begin with."""
    factor = positive(figure, "scale", scale, "m per unit of the file")
    readers = {"stl": read_stl, "obj": read_obj, "ply": read_ply}
    kind = format or os.path.splitext(os.fspath(path))[1].lower()[1:]
    if kind not in readers:
        refuse(figure, f"{os.fspath(path)}: format must be one of {', '.join(readers)}, "
               f"got {kind!r}")
    source = Source(path, figure)
    found = readers[kind](source)
    good = np.abs(found.points) <= LARGEST  # false for NaN too
    if not good.all():
        row, axis = np.argwhere(~good)[0]
        found.fail(int(row), f"coordinates must be numbers up to {LARGEST:g}, got "
                   f"{found.points[row, axis]:g}")
    surface = make_surface(source.path, found.points * factor, found.triangles, found.labels)
    if not len(surface.triangles):
        source.fail("the file has no triangles")
    if not quiet:
        for note in surface.notes:
            print(f"{source.path}: {note}")
    return surface


__all__ = ["MassProperties", "Surface", "VolumeMesh", "read", "read_surface"]
