"""Tetrahedra inside a closed surface, by the program gmsh."""

from __future__ import annotations

import math
import os
import shutil
import subprocess
import tempfile

import numpy as np

from ..build.checks import refuse
from .pieces import joined
from .surface import Surface
from .volume import VolumeMesh

# The surface is cut along its sharp edges and meshed anew.
MESHED_ANEW = """ClassifySurfaces{{{angle!r} * Pi / 180, 1, 1, Pi}};
CreateGeometry;
Surface Loop(1) = Surface{{:}};
Volume(1) = {{1}};
Physical Volume(1) = {{1}};
Mesh.CharacteristicLengthMax = {size!r};
Mesh.CharacteristicLengthFromPoints = 0;
"""
# Triangles of the surface are faces of the tetrahedra; each of its shells is a surface of gmsh.
KEPT = """Volume(1) = {{{loops}}};
Physical Volume(1) = {{1}};
"""
# Largest mesh that is asked of gmsh: it takes 75 s and 0.6 GB for a million tetrahedra, so 2e7 take half of the hour
# after which it is ended, and 12 GB.
MOST_ELEMENTS = 2e7
FILLING = 5.0  # tetrahedra that gmsh makes in a cube of the edge `size` (measured: 4.5 to 5)
TRIANGLE = math.sqrt(3.0) / 4.0  # area of a regular triangle of edge 1
TETRAHEDRON = 1.0 / (6.0 * math.sqrt(2.0))  # volume of a regular tetrahedron of edge 1
SMALLEST = 1e-90  # m or m^3: smaller ones count as this one, whose powers are numbers
VOLUME_ERROR = 1e-6  # of the volume inside a surface whose triangles are kept


def fill(surface: Surface, size: float, angle: float, figure: str = "tetrahedra") -> VolumeMesh:
    """Returns a mesh of tetrahedra with edges of about `size`, m; see Surface.tetrahedra."""
    check_size(surface, size, figure)
    scale = float(np.ptp(surface.points, axis=0).max())
    return _filled(surface, [surface.corners], MESHED_ANEW.format(angle=angle, size=size / scale), figure)


def check_size(surface: Surface, size: float, figure: str) -> None:
    """Refuses edges with which the solid, or its surface, has more than MOST_ELEMENTS elements."""
    volume, area = abs(surface.volume), surface.area
    edge = max(size, SMALLEST)
    expected = max(FILLING * volume / edge ** 3, area / (TRIANGLE * edge ** 2))
    refuse_too_many(figure, f"{surface.path}: size = {size:g} m", expected, _least_size(volume, area), " m")


def check_volume(surface: Surface, largest: float, figure: str) -> None:
    """Refuses a largest volume of elements with which there are more than MOST_ELEMENTS of them."""
    volume, area = abs(surface.volume), surface.area
    edge = max((largest / TETRAHEDRON) ** (1.0 / 3.0), SMALLEST)
    expected = max(volume / max(largest, SMALLEST), area / (TRIANGLE * edge ** 2))
    least = max(volume / MOST_ELEMENTS, TETRAHEDRON * _least_size(volume, area) ** 3)
    refuse_too_many(figure, f"{surface.path}: volume = {largest:g} m^3", expected, least, " m^3")


def refuse_too_many(figure: str, given: str, expected: float, least: float, unit: str) -> None:
    """Refuses an argument, `given` as "NAME = VALUE", that leads to more than MOST_ELEMENTS elements."""
    if expected > MOST_ELEMENTS:
        refuse(figure, f"{given} leads to about {expected:.2g} elements, more than {MOST_ELEMENTS:g}; it must be at "
               f"least {1.01 * least:.3g}{unit}")  # not rounded below the bound


def _least_size(volume: float, area: float) -> float:
    """Returns the shortest edge, m, with which a solid and its surface have MOST_ELEMENTS elements."""
    return max((FILLING * volume / MOST_ELEMENTS) ** (1.0 / 3.0), math.sqrt(area / (TRIANGLE * MOST_ELEMENTS)))


def fill_kept(surface: Surface, figure: str) -> VolumeMesh:
    """Returns a mesh of tetrahedra whose outer faces are the triangles of the surface.

    The surface belongs to one solid, which may have cavities.
    """
    leader = joined(len(surface.points), surface.triangles[:, [0, 1]].ravel(),
                    surface.triangles[:, [1, 2]].ravel())[surface.triangles[:, 0]]
    shells = [surface.corners[leader == one] for one in np.unique(leader)]
    numbers = range(1, len(shells) + 1)
    geometry = "".join(f"Surface Loop({k}) = {{{k}}};\n" for k in numbers)
    geometry += KEPT.format(loops=", ".join(map(str, numbers)))
    mesh = _filled(surface, shells, geometry, figure)
    if not abs(mesh.volume - surface.volume) <= VOLUME_ERROR * surface.volume:
        refuse(figure, f"{surface.path}: gmsh has filled {mesh.volume:g} of {surface.volume:g} m^3; the surface may "
               "touch or cut itself")
    return mesh


def _filled(surface: Surface, shells: list[np.ndarray], geometry: str, figure: str) -> VolumeMesh:
    program = shutil.which("gmsh")
    if program is None:
        refuse(figure, "the program gmsh is not installed: apt-get install gmsh")
    scale = float(np.ptp(surface.points, axis=0).max())  # gmsh's tolerances suit lengths of 1
    with tempfile.TemporaryDirectory(prefix="solfec-gmsh-") as folder:
        with open(os.path.join(folder, "fill.geo"), "w") as file:
            for k, corners in enumerate(shells):
                write_stl(os.path.join(folder, f"shell{k}.stl"), corners / scale)
                file.write(f'Merge "shell{k}.stl";\n')
            file.write(geometry)
        try:
            done = subprocess.run([program, "-3", "-nt", "1", "-format", "msh22", "-o", "filled.msh",
                                   "fill.geo"], cwd=folder, text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=3600)
        except subprocess.TimeoutExpired:
            refuse(figure, f"{surface.path}: gmsh has not ended after an hour")
        wrong = [line for line in done.stdout.splitlines() if line.startswith("Error")]
        made = os.path.join(folder, "filled.msh")
        if done.returncode or wrong or not os.path.exists(made):
            text = wrong[0][5:].strip(" :") if wrong else done.stdout.strip()[-150:]
            refuse(figure, f"{surface.path}: gmsh failed: {text}")
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
