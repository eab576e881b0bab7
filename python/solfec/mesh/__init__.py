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

from ..build.checks import positive, refuse
from .abaqus import read_abaqus
from .gmsh import join_blocks, read_gmsh
from .library import read_by_library
from .source import Source
from .volume import VolumeMesh, make_volume_mesh

FORMATS = {".msh": "gmsh", ".inp": "abaqus", ".med": "med", ".vtk": "vtk", ".vtu": "vtu"}


def read(path: str | os.PathLike, scale: float = 1.0, format: str | None = None,
         groups: str | None = None, quiet: bool = False) -> VolumeMesh:
    """Reads the solids of a file as a `VolumeMesh`.

    path: gmsh 2.2 and 4.1 (.msh), Abaqus (.inp), MED (.med), vtk (.vtk) or vtu (.vtu). scale: m
    per unit of the file. format: 'gmsh', 'abaqus', 'med', 'vtk' or 'vtu' when the name of the file
    does not tell. groups: name of the cell data of MED, vtk and vtu that are volume ids. quiet:
    prints no line when something was left out, reduced or renumbered.

    ValueError "SCRIPT:LINE: solfec.mesh.read: FILE:LINE: RULE" when the file breaks a rule.
    """
    factor = positive("solfec.mesh.read", "scale", scale, "m per unit of the file")
    kind = format or FORMATS.get(os.path.splitext(os.fspath(path))[1].lower())
    if kind not in FORMATS.values():
        got = format or os.path.splitext(os.fspath(path))[1]
        refuse("solfec.mesh.read", f"{os.fspath(path)}: format must be one of "
               f"{', '.join(FORMATS.values())}, got {got!r}")
    source = Source(path)
    if kind == "gmsh":
        raw = read_gmsh(source)
        join_blocks(source, raw)
    elif kind == "abaqus":
        raw = read_abaqus(source)
    else:
        raw = read_by_library(source, kind, groups)
    mesh = make_volume_mesh(source, raw, factor)
    if not quiet:
        for note in mesh.notes:
            print(f"{source.path}: {note}")
    return mesh


__all__ = ["VolumeMesh", "read"]
