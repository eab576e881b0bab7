"""Meshes that TETRAHEDRALIZE and ELLIP_MESH of the input language make by the program gmsh.

A cache file is a gmsh file of version 2.2. Its section $Comments holds a digest of what the mesh was made of; a
file without one was made elsewhere and is taken as it is.
"""

from __future__ import annotations

import hashlib
import math
import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from .._files import write_text
from ..build.checks import refuse
from . import surface_of
from .distances import nearest_triangles
from .elements import outer_faces, volumes
from .gmsh import read_gmsh
from .groups import choose_groups
from .source import Source
from .surface import Surface
from .tetrahedra import MOST_ELEMENTS, SMALLEST, check_volume, fill, fill_kept, refuse_too_many
from .volume import VolumeMesh, make_volume_mesh

if TYPE_CHECKING:
    from solfec import MESH

RECIPE = "1"  # changes when equal arguments give another mesh
ATTEMPTS = 8  # to come below the largest volume of an element
SHARP = 40.0  # degrees: sharper edges of a surface that is meshed anew stay edges
IN_BALL = 2.0  # tetrahedra in a ball are about IN_BALL error^-1.5 (measured: 1.7 to 2.4 down to 2e-4)
WITHOUT_IDS = 1  # volume and surface id of a file of triangles


def tetrahedralize(shape: MESH | str, path: str, volume: float, quality: float, volid: int | None,
                   surfid: int | None) -> tuple[MESH, list[str]]:
    """Returns the mesh of TETRAHEDRALIZE and lines of warning; volume and quality are 0 when not given."""
    surface, faces, inside = _surface_of(shape, volid)
    surface.require_closed("TETRAHEDRALIZE")
    told = hashlib.sha256()
    for part in (surface.points, surface.triangles, faces):
        told.update(np.ascontiguousarray(part).tobytes())
    told.update(repr((RECIPE, inside, volume, quality)).encode())
    digest, notes = told.hexdigest(), []
    before = _digest_in(path)
    if before not in (digest, ""):
        if before:
            notes.append(f"{path} is made anew: the shape, its ids, volume or quality have changed since")
        if volume:
            check_volume(surface, volume, "TETRAHEDRALIZE")
        made = _joined([_fill_part(part, volume) for part in surface.parts()])
        _write(path, digest, made, inside, _ids_of_faces(made, surface, faces))
    mesh = _read(path)
    if before != "":
        notes += _told_of_quality(mesh, quality)
    return _object(mesh, volid, surfid), notes


def ellip_mesh(center: tuple[float, ...], radii: tuple[float, ...], error: float, volid: int,
               surfid: int) -> MESH:
    """Returns the mesh of ELLIP_MESH."""
    refuse_too_many("ELLIP_MESH", f"error = {error:g}", IN_BALL * max(error, SMALLEST) ** -1.5,
                    (IN_BALL / MOST_ELEMENTS) ** (2.0 / 3.0), "")
    points, triangles = sphere_of_triangles(error)
    surface = Surface("ELLIP_MESH", points * np.array(radii), triangles)
    mesh = fill_kept(surface, "ELLIP_MESH")
    mesh.nodes = mesh.nodes + np.array(center)
    return _object(mesh, volid, surfid)


def sphere_of_triangles(error: float) -> tuple[np.ndarray, np.ndarray]:
    """Returns points (n x 3) on the unit sphere and triangles whose planes are at least 1 - error from its centre.

    Each side of an icosahedron is cut into as many parts as that takes.
    """
    golden = (1.0 + math.sqrt(5.0)) / 2.0
    corners = np.array([(0, s, t * golden) for s in (-1, 1) for t in (-1, 1)], float)
    corners = np.concatenate([np.roll(corners, turn, axis=1) for turn in range(3)])
    near = [{j for j in range(12) if 1.9 < np.linalg.norm(corners[i] - corners[j]) < 2.1} for i in range(12)]
    sides = [(i, j, k) for i in range(12) for j in near[i] if j > i for k in near[i] & near[j] if k > j]
    cuts = 1
    while True:
        points, triangles = _cut_sides(corners, sides, cuts)
        a, b, c = points[triangles].transpose(1, 0, 2)
        normals = np.cross(b - a, c - a)
        distances = np.einsum("ti,ti->t", normals, a) / np.linalg.norm(normals, axis=1)
        if distances.min() >= 1.0 - error:
            return points, triangles
        # the distance falls short by a share that falls with the square of the number of cuts
        cuts = max(cuts + 1, int(cuts * math.sqrt((1.0 - distances.min()) / error) * 0.95))


def _cut_sides(corners: np.ndarray, sides: list[tuple[int, int, int]],
               cuts: int) -> tuple[np.ndarray, np.ndarray]:
    place: dict[tuple[tuple[int, int], ...], int] = {}
    points: list[np.ndarray] = []
    triangles: list[tuple[int, int, int]] = []

    def point(side: tuple[int, int, int], weights: tuple[int, int, int]) -> int:
        key = tuple(sorted((corner, weight) for corner, weight in zip(side, weights) if weight))
        if key not in place:
            place[key] = len(points)
            at = sum(weight * corners[corner] for corner, weight in key)
            points.append(at / np.linalg.norm(at))
        return place[key]

    for side in sides:
        if np.linalg.det(corners[list(side)]) < 0.0:
            side = (side[0], side[2], side[1])
        for i in range(cuts):
            for j in range(cuts - i):
                k = cuts - 1 - i - j
                triangles.append((point(side, (i + 1, j, k)), point(side, (i, j + 1, k)),
                                  point(side, (i, j, k + 1))))
                if k:
                    triangles.append((point(side, (i + 1, j + 1, k - 1)), point(side, (i, j + 1, k)),
                                      point(side, (i + 1, j, k))))
    return np.array(points), np.array(triangles)


def _surface_of(shape: MESH | str, volid: int | None) -> tuple[Surface, np.ndarray, int]:
    """Returns the surface, the surface id of each triangle and the volume id."""
    if isinstance(shape, str):
        surface = surface_of("TETRAHEDRALIZE", shape)
        return surface, np.full(len(surface.triangles), WITHOUT_IDS), WITHOUT_IDS
    nodes, elements, surfids = shape.get_data()
    volids = {number for _, number in _rows(elements)}
    if len(volids) > 1 and volid is None:
        refuse("TETRAHEDRALIZE", "the elements of the shape have the volume ids "
               f"{', '.join(map(str, sorted(volids)))}, whose border the new elements do not follow; give volid")
    triangles, ids = [], []
    for face, number in _rows(surfids[1:]):  # each outer face, counter-clockwise seen from outside
        for i in range(1, len(face) - 1):
            triangles.append((face[0], face[i], face[i + 1]))
            ids.append(number)
    used, numbers = np.unique(np.array(triangles), return_inverse=True)
    surface = Surface("MESH", np.array(nodes).reshape(-1, 3)[used], numbers.reshape(-1, 3))
    return surface, np.array(ids), volids.pop() if len(volids) == 1 else WITHOUT_IDS


def _rows(flat: list[int]) -> Iterator[tuple[list[int], int]]:
    """Yields nodes and id of the rows n, v1, ..., vn, id of MESH.get_data."""
    at = 0
    while at < len(flat):
        end = at + 1 + flat[at]
        yield flat[at + 1:end], flat[end]
        at = end + 1


def _fill_part(part: Surface, volume: float) -> VolumeMesh:
    if not volume:
        return fill_kept(part, "TETRAHEDRALIZE")
    size = (6.0 * math.sqrt(2.0) * volume) ** (1.0 / 3.0)  # of a regular tetrahedron
    for _ in range(ATTEMPTS):
        mesh = fill(part, size, SHARP, "TETRAHEDRALIZE")
        largest = volumes(mesh.nodes, mesh.elements[4]).max()
        if largest <= volume:
            return mesh
        size *= 0.97 * (volume / largest) ** (1.0 / 3.0)
    refuse("TETRAHEDRALIZE", f"Mesh generation has failed: after {ATTEMPTS} attempts the largest element has "
           f"{largest:g} m^3, volume is {volume:g} m^3")


def _joined(parts: list[VolumeMesh]) -> VolumeMesh:
    first = np.cumsum([0] + [len(part.nodes) for part in parts])
    tables = [part.elements[4] + begin for part, begin in zip(parts, first)]
    none = {4: np.zeros(sum(map(len, tables)), np.int64)}
    return VolumeMesh(parts[0].path, np.concatenate([part.nodes for part in parts]), {4: np.concatenate(tables)},
                      none, none)


def _ids_of_faces(mesh: VolumeMesh, surface: Surface, ids: np.ndarray) -> dict[int, np.ndarray]:
    """Returns outer faces (f x 3) by their surface id, which is that of the nearest triangle."""
    faces = outer_faces(mesh.elements)[3]
    if (ids == ids[0]).all():
        return {int(ids[0]): faces}
    nearest = ids[nearest_triangles(mesh.nodes[faces].mean(axis=1), surface.corners)]
    return {int(number): faces[nearest == number] for number in np.unique(ids) if (nearest == number).any()}


def _digest_in(path: str) -> str | None:
    """Returns the digest in a cache file, '' for a file without one, None when there is no file."""
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        found = re.search(rb"\$Comments\nTETRAHEDRALIZE of Solfec: ([0-9a-f]{64})\n", file.read(1000))
    return found[1].decode() if found else ""


def _read(path: str) -> VolumeMesh:
    source = Source(path, "TETRAHEDRALIZE")
    raw = read_gmsh(source)
    choose_groups(raw)
    return make_volume_mesh(source, raw, 1.0)


def _write(path: str, digest: str, mesh: VolumeMesh, volid: int, faces: dict[int, np.ndarray]) -> None:
    """Writes a gmsh file; names of its groups are the ids, which may be negative, numbers of groups not."""
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$Comments", f"TETRAHEDRALIZE of Solfec: {digest}",
             "$EndComments", "$PhysicalNames", str(1 + len(faces)), f'3 1 "{volid}"']
    lines += [f'2 {k} "{number}"' for k, number in enumerate(faces, 2)]
    lines += ["$EndPhysicalNames", "$Nodes", str(len(mesh.nodes))]
    lines += [f"{k} {x!r} {y!r} {z!r}" for k, (x, y, z) in enumerate(mesh.nodes.tolist(), 1)]
    tables = [(2, k, table) for k, table in enumerate(faces.values(), 2)] + [(4, 1, mesh.elements[4])]
    lines += ["$EndNodes", "$Elements", str(sum(len(table) for *_, table in tables))]
    label = 0
    for kind, group, table in tables:
        for row in (table + 1).tolist():
            label += 1
            lines.append(f"{label} {kind} 2 {group} {group} " + " ".join(map(str, row)))
    lines += ["$EndElements", ""]
    folder = os.path.dirname(os.path.abspath(path))
    try:
        os.makedirs(folder, exist_ok=True)
        write_text(path, "\n".join(lines))  # ranks may make one file at a time
    except OSError as error:
        refuse("TETRAHEDRALIZE", f"path: {path} cannot be written: {error.strerror}")


def _told_of_quality(mesh: VolumeMesh, quality: float) -> list[str]:
    if not quality or 4 not in mesh.elements:
        return []
    ratios = radius_edge_ratios(mesh.nodes[mesh.elements[4]])
    bad = int((ratios > quality).sum())
    if not bad:
        return []
    return [f"{bad} of {len(ratios)} elements have a larger ratio of the radius of the sphere through their corners to "
            f"their shortest edge than quality {quality:g}, at most {ratios.max():.3g}"]


def radius_edge_ratios(corners: np.ndarray) -> np.ndarray:
    """Returns radius of the circumscribed sphere over shortest edge of tetrahedra (n x 4 x 3)."""
    sides = corners[:, 1:] - corners[:, :1]
    centers = np.linalg.solve(2.0 * sides, np.einsum("nij,nij->ni", sides, sides)[:, :, None])[:, :, 0]
    pairs = [(i, j) for i in range(4) for j in range(i)]
    edges = np.stack([np.linalg.norm(corners[:, i] - corners[:, j], axis=1) for i, j in pairs])
    return np.linalg.norm(centers, axis=1) / edges.min(axis=0)


def _object(mesh: VolumeMesh, volid: int | None, surfid: int | None) -> MESH:
    """Makes the MESH; names of groups that are numbers are ids."""
    def numbers(names: dict[str, int], ids: dict[int, np.ndarray]) -> dict[int, np.ndarray]:
        real = {number: int(name) for name, number in names.items() if re.fullmatch("-?[0-9]+", name)}
        return {k: np.array([real.get(int(i), int(i)) for i in table]) for k, table in ids.items()}

    mesh.volids = numbers(mesh.volumes, mesh.volids)
    mesh.surfids = numbers(mesh.surfaces, mesh.surfids)
    if volid is not None:
        mesh.volids = {k: np.full(len(table), volid) for k, table in mesh.volids.items()}
    if surfid is not None:
        mesh.faces, mesh.surfids = {}, {}
    return mesh.mesh(0 if surfid is None else surfid)
