"""Tetrahedra inside a closed surface, by the program gmsh."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile

import numpy as np

from ..build.checks import refuse
from .surface import Surface
from .volume import VolumeMesh

SCRIPT = """Merge "surface.stl";
ClassifySurfaces{{{angle!r} * Pi / 180, 1, 1, Pi}};
CreateGeometry;
Surface Loop(1) = Surface{{:}};
Volume(1) = {{1}};
Physical Volume(1) = {{1}};
Mesh.CharacteristicLengthMax = {size!r};
Mesh.CharacteristicLengthFromPoints = 0;
"""


def fill(surface: Surface, size: float, angle: float) -> VolumeMesh:
    """Returns a mesh of tetrahedra with edges of about `size`, m; see Surface.tetrahedra."""
    program = shutil.which("gmsh")
    if program is None:
        refuse("tetrahedra", "the program gmsh is not installed: apt-get install gmsh")
    scale = float(np.ptp(surface.points, axis=0).max())  # gmsh's tolerances suit lengths of 1
    with tempfile.TemporaryDirectory(prefix="solfec-gmsh-") as folder:
        write_stl(os.path.join(folder, "surface.stl"), surface.corners / scale)
        with open(os.path.join(folder, "fill.geo"), "w") as file:
            file.write(SCRIPT.format(angle=angle, size=size / scale))
        try:
            done = subprocess.run([program, "-3", "-format", "msh22", "-o", "filled.msh",
                                   "fill.geo"], cwd=folder, text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=3600)
        except subprocess.TimeoutExpired:
            refuse("tetrahedra", f"{surface.path}: gmsh has not ended after an hour")
        wrong = [line for line in done.stdout.splitlines() if line.startswith("Error")]
        made = os.path.join(folder, "filled.msh")
        if done.returncode or wrong or not os.path.exists(made):
            text = wrong[0][5:].strip(" :") if wrong else done.stdout.strip()[-150:]
            refuse("tetrahedra", f"{surface.path}: gmsh failed: {text}")
        from . import read
        mesh = read(made, scale=scale, quiet=True)
    mesh.path = surface.path
    mesh.volumes, mesh.surfaces, mesh.faces, mesh.surfids = {}, {}, {}, {}
    loss = mesh.volume / surface.volume - 1.0
    mesh.notes = [f"tetrahedra by gmsh, volume {loss:+.2e} of that of the surface"]
    return mesh


def write_stl(path: str, corners: np.ndarray) -> None:
    """Writes triangles (m x 3 x 3) as a text STL file."""
    with open(path, "w") as file:
        file.write("solid surface\n")
        for triangle in corners.tolist():
            file.write("facet normal 0 0 0\nouter loop\n")
            for x, y, z in triangle:
                file.write(f"vertex {x!r} {y!r} {z!r}\n")
            file.write("endloop\nendfacet\n")
        file.write("endsolid surface\n")
