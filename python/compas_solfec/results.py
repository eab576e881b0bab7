"""Assemblies of results: blocks, their motions, contact forces at the corners of interfaces."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import numpy as np

from solfec.build.checks import refuse
from solfec.mesh.elements import outer_faces

from .assembly import Assembly, Block, Interface

FIGURE = "compas_solfec.from_results"
PARALLEL = 0.999  # cosine from which on normals of contact points belong to one plane
CLOSE = 1e-3  # of the size of a contact: points that are so near to a plane lie in it


def from_results(results: Any, time: float | None = None,
                 assembly: Assembly | None = None) -> Assembly:
    """Returns the assembly of the frame nearest to a time, in space.

    results: folder of results, or what `solfec_results.open` returned. time: s, None for the last
    frame. assembly: that from which `Assembly.bodies` made the bodies; its blocks, found by their
    labels, keep keys, names and attributes. Without it every body with polyhedra or a mesh
    becomes a block, an OBSTACLE a support.

    Contact points of two blocks that lie in a plane become one interface with their forces.
    `transform` of a block is its motion. ValueError when a block has no body.
    """
    opened = _opened(results)
    index = len(opened) - 1 if time is None else opened.index_at(float(time))
    arrays = opened.arrays(index)
    notes: list[str] = []
    if assembly is None:
        blocks = _blocks_of(opened, arrays, notes)
        found = Assembly([block for _, block in blocks], path=opened.folder, notes=notes)
    else:
        blocks = [(_body(opened, label, block), replace(block))
                  for block, label in zip(assembly.blocks, assembly.labels())]
        found = replace(assembly, blocks=[block for _, block in blocks], notes=notes)
    for body, block in blocks:
        block.transform = _motion(arrays, body)
        if block.transform is None:
            notes.append(f"{block.label} has finite elements: its motion is not rigid and left out")
        if block.density is None and body.volume > 0.0:
            block.density = body.mass / body.volume
    found.interfaces = _interfaces(opened, arrays, {body.id: block.key for body, block in blocks})
    return found


def _body(opened: Any, label: str, block: Block) -> Any:
    """Returns the body of a block; results of before labels were names have 'block KEY'."""
    for one in (label, block.label):
        try:
            return opened.body(one)
        except KeyError:
            continue
    refuse(FIGURE, f"{opened.folder}: no body has the label '{label}'")


def _opened(results: Any) -> Any:
    if not isinstance(results, (str, os.PathLike)):
        return results
    import solfec_results
    try:
        return solfec_results.open(results)
    except OSError as error:
        refuse(FIGURE, f"{os.fspath(results)} holds no results: {error.strerror or error}")


def _blocks_of(opened: Any, arrays: Any, notes: list[str]) -> list[tuple[Any, Block]]:
    """Returns bodies with polyhedra and blocks of them."""
    here = {int(i) for i in arrays.bodies.id}
    found = []
    for body in opened.bodies:
        if body.id not in here:
            continue
        if not body.shape.polyhedra and not body.shape.meshes:
            notes.append(f"body {body.label or body.id} has no polyhedra and is left out")
            continue
        vertices: list = []
        faces: list = []
        for solid in body.shape.polyhedra:
            faces += [[n + len(vertices) for n in face] for face in solid.faces]
            vertices += [list(point) for point in solid.vertices]
        for mesh in body.shape.meshes:
            nodes, sides = _surface_of(mesh)
            faces += [[n + len(vertices) for n in side] for side in sides]
            vertices += nodes
        found.append((body, Block(str(len(found)), np.array(vertices), faces,
                                  body.kind == "OBSTACLE", body.label or f"body {body.id}")))
    if not found:
        refuse(FIGURE, f"{opened.folder}: no body has polyhedra or a mesh")
    return found


def _surface_of(mesh: Any) -> tuple[list, list]:
    """Returns the nodes and the outer faces of a mesh."""
    tables: dict[int, list] = {}
    for element in mesh.elements:
        tables.setdefault(len(element), []).append(list(element))
    outer = outer_faces({k: np.array(rows) for k, rows in tables.items()})
    faces = [row for table in outer.values() for row in table.tolist()]
    used = sorted({n for face in faces for n in face})
    place = {n: i for i, n in enumerate(used)}
    return ([list(mesh.nodes[n]) for n in used], [[place[n] for n in face] for face in faces])


def _motion(arrays: Any, body: Any) -> np.ndarray | None:
    """Returns the map from reference points to those in space, 4 x 4."""
    row = arrays.bodies.index(body.id)
    gradient = arrays.bodies.gradient[row]
    if not np.isfinite(gradient).all():
        return None
    matrix = np.eye(4)
    matrix[:3, :3] = gradient
    matrix[:3, 3] = arrays.bodies.center[row] - gradient @ np.asarray(body.center)
    return matrix


def _interfaces(opened: Any, arrays: Any, keys: dict[int, str]) -> list[Interface]:
    rows = arrays.constraints
    if not len(rows):
        return []
    order = {body: number for number, body in enumerate(keys)}
    gap = opened.model.settings["contact"]["tolerance"]
    touching = rows.is_contact & ((rows.gap <= gap) | (rows.R != 0.0).any(axis=1))
    pairs: dict[tuple[int, int], list[int]] = {}
    for row in np.flatnonzero(touching):
        one, two = int(rows.master[row]), int(rows.slave[row])
        if one in order and two in order and one != two:
            pairs.setdefault((min(one, two, key=order.get), max(one, two, key=order.get)),
                             []).append(int(row))
    found = []
    for first, second in sorted(pairs, key=lambda pair: (order[pair[0]], order[pair[1]])):
        chosen = np.array(pairs[first, second])
        sign = np.where(rows.master[chosen] == second, 1.0, -1.0)[:, None]
        normals, forces = sign * rows.frame[chosen, :, 2], sign * rows.force[chosen]
        for group in _planes(rows.point[chosen], normals):
            found.append(_interface(keys[first], keys[second], rows.point[chosen][group],
                                    normals[group].mean(axis=0), forces[group],
                                    float(rows.area[chosen][group].sum())))
    return found


def _planes(points: np.ndarray, normals: np.ndarray) -> list[list[int]]:
    """Returns the numbers of points by the planes in which they lie."""
    size = max(float(np.ptp(points, axis=0).max()), 1e-12)
    groups: list[list[int]] = []
    for i in range(len(points)):
        for group in groups:
            lead = group[0]
            if normals[i] @ normals[lead] > PARALLEL and \
                    abs((points[i] - points[lead]) @ normals[lead]) <= CLOSE * size:
                group.append(i)
                break
        else:
            groups.append([i])
    return groups


def _interface(first: str, second: str, points: np.ndarray, normal: np.ndarray,
               forces: np.ndarray, area: float) -> Interface:
    """Returns an interface whose points run round their centre, counter-clockwise about z.

    area: sum of those of the contacts, m^2. The polygon of the points may be larger: where blocks
    are concave, and where they touch at several places of a plane.
    """
    z = normal / np.linalg.norm(normal)
    middle = points.mean(axis=0)
    arms = points - middle
    arms = arms - np.outer(arms @ z, z)
    far = int(np.argmax(np.linalg.norm(arms, axis=1)))
    x = arms[far]
    if np.linalg.norm(x) <= 1e-12:  # one point: any direction in the plane
        x = np.cross(z, np.eye(3)[int(np.argmin(np.abs(z)))])
    x = x / np.linalg.norm(x)
    y = np.cross(z, x)
    turn = np.argsort(np.arctan2(arms @ y, arms @ x) % (2.0 * np.pi - 1e-9), kind="stable")
    kind = "face_face" if len(points) > 2 else ("face_edge" if len(points) == 2 else "face_vertex")
    return Interface(first, second, points[turn], np.array([middle, x, y]),
                     area if len(points) > 2 else 0.0, kind,
                     forces[turn] @ np.array([x, y, z]).T)
