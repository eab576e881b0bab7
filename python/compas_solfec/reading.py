"""Reader of the JSON of COMPAS: Assembly of compas_assembly, BlockModel and Problem of compas_dem.

An object of COMPAS is a dict with its type in 'dtype' and its content in 'data' (version 2) or
'value' (version 1); version 0 has 'datatype' and 'data'. Errors name the file and the keys that
lead to the value.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator
from typing import Any, NoReturn

import numpy as np

from solfec.build.checks import positive, refuse
from solfec.mesh.wording import counted

from .assembly import Assembly, Block, Interface

FIGURE = "compas_solfec.read"
MOST = 1e100  # m, of coordinates
TOLD = 8  # names of a list, others are counted


class Value:
    """A value of the file together with the keys that lead to it."""

    def __init__(self, file: str, content: Any, keys: tuple[str, ...] = ()) -> None:
        self.file, self.content, self.keys = file, content, keys

    def fail(self, text: str) -> NoReturn:
        """Raises a ValueError "FILE: KEYS: TEXT"."""
        where = ".".join(self.keys)
        refuse(FIGURE, f"{self.file}: {where + ': ' if where else ''}{text}")

    def unwrapped(self) -> Value:
        """Returns the content of an object of COMPAS, other values as they are."""
        found = self
        while isinstance(found.content, dict):
            inner = next((k for k in ("data", "value") if k in found.content), None)
            if inner is None or not {"dtype", "datatype", "compas"} & set(found.content):
                break
            found = Value(found.file, found.content[inner], (*found.keys, inner))
        return found

    def has(self, key: str) -> bool:
        """True when a dict has the key and its value is not null."""
        return isinstance(self.content, dict) and self.content.get(key) is not None

    def at(self, key: str) -> Value:
        """Returns the value of a key that must be there."""
        if not isinstance(self.content, dict):
            self.fail(f"must be an object with '{key}', got {shown(self.content)}")
        if key not in self.content:
            self.fail(f"'{key}' is missing; there are " + (", ".join(list(self.content)[:8])
                                                          or "no keys"))
        return Value(self.file, self.content[key], (*self.keys, key))

    def items(self) -> Iterator[tuple[str, Value]]:
        """Yields keys and values of a dict, numbers and values of a list."""
        if isinstance(self.content, dict):
            pairs = self.content.items()
        elif isinstance(self.content, list):
            pairs = ((str(i), x) for i, x in enumerate(self.content))
        else:
            self.fail(f"must be an object or a list, got {shown(self.content)}")
        for key, content in pairs:
            yield key, Value(self.file, content, (*self.keys, key))

    def number(self) -> float:
        """Returns a finite number."""
        x = self.content
        if isinstance(x, bool) or not isinstance(x, (int, float)) or abs(x) > MOST \
                or not math.isfinite(x):
            self.fail(f"must be a number below {MOST:g}, got {shown(x)}")
        return float(x)

    def numbers(self, count: int) -> list[float]:
        """Returns a list of `count` numbers; a point may be an object with x, y and z."""
        value = self.unwrapped()
        if count == 3 and value.has("x"):
            return [value.at(axis).number() for axis in "xyz"]
        if not isinstance(value.content, list) or len(value.content) != count:
            value.fail(f"must be {count} numbers, got {shown(value.content)}")
        return [x.number() for _, x in value.items()]


def shown(content: Any) -> str:
    """Returns at most 40 characters of a value."""
    text = json.dumps(content) if not isinstance(content, (dict, list)) else \
        f"{'an object' if isinstance(content, dict) else 'a list'} of {len(content)}"
    return text if len(text) <= 40 else text[:37] + "..."


def read(path: str | os.PathLike, scale: float = 1.0, quiet: bool = False) -> Assembly:
    """Reads a JSON file of COMPAS as an `Assembly`.

    path: an Assembly of compas_assembly (COMPAS 0, 1 or 2), a BlockModel or a Problem of
    compas_dem. scale: m per unit of the file. quiet: prints no line when something was left out
    or turned.

    ValueError "SCRIPT:LINE: compas_solfec.read: FILE: KEYS: RULE" when the file breaks a rule.
    """
    factor = positive(FIGURE, "scale", scale, "m per unit of the file")
    name = os.fspath(path)
    try:
        with open(name, encoding="utf-8") as file:
            content = json.load(file)
    except OSError as error:
        refuse(FIGURE, f"{name} cannot be opened: {error.strerror}")
    except json.JSONDecodeError as error:
        refuse(FIGURE, f"{name}:{error.lineno}: {error.msg}")
    except (ValueError, RecursionError) as error:
        refuse(FIGURE, f"{name} is no JSON: {error}")
    top = Value(name, content)
    value = top.unwrapped()
    if value.has("model"):  # a Problem
        value = value.at("model").unwrapped()
    assembly = Assembly([], path=name)
    if value.has("elements"):
        _read_model(value, assembly)
    elif value.has("assembly") and value.has("blocks"):
        _read_assembly(value.at("assembly").unwrapped(), assembly, value.at("blocks"))
    elif value.has("graph") or value.has("node"):
        _read_assembly(value, assembly)
    else:
        kind = top.content.get("dtype") if isinstance(top.content, dict) else None
        top.fail("must be an Assembly, a BlockModel or a Problem, got "
                 + (shown(kind) if kind else shown(content)))
    if not assembly.blocks:
        value.fail("there are no blocks")
    _scale(assembly, factor)
    _note_names(assembly)
    if not quiet:
        for note in assembly.notes:
            print(f"{name}: {note}")
    return assembly


def _note_names(assembly: Assembly) -> None:
    """Notes names that cannot be labels of bodies."""
    lost: dict[str, int] = {}
    for block, label in zip(assembly.blocks, assembly.labels()):
        if block.name and label != block.name:
            lost[block.name] = lost.get(block.name, 0) + 1
    if lost:
        names = ", ".join(f"{name!r} ({counted(count, 'block')})"
                          for name, count in list(lost.items())[:TOLD])
        names += f" and {len(lost) - TOLD} more" if len(lost) > TOLD else ""
        assembly.notes.append(f"labels of bodies must differ, which the names {names} do not: "
                              "these bodies have the labels 'block KEY'")


def _scale(assembly: Assembly, factor: float) -> None:
    for block in assembly.blocks:
        block.vertices = block.vertices * factor
        if block.transform is not None:
            block.transform[:3, 3] *= factor
    for interface in assembly.interfaces:
        interface.points = interface.points * factor
        interface.frame[0] *= factor
        interface.size *= factor ** 2


def _read_assembly(value: Value, assembly: Assembly, blocks: Value | None = None) -> None:
    """Reads the graph of an Assembly; `blocks`: those of files that keep them apart."""
    graph = value.at("graph").unwrapped() if value.has("graph") else value
    if value.has("attributes") and value.at("attributes").has("name"):
        assembly.name = str(value.at("attributes").content["name"])
    nodes = graph.at("vertex" if blocks is not None else "node")
    for key, node in nodes.items():
        node = node.unwrapped()
        attributes = node.content if isinstance(node.content, dict) else {}
        stored = blocks.at(key) if blocks is not None else node.at("block")
        block = _block(key, stored, assembly)
        block.name = _name(node, stored) or block.name
        block.support = _flag(node, "is_support")
        if node.has("transformation"):
            block.transform = _matrix(node.at("transformation"))
        block.attributes = {k: v for k, v in attributes.items()
                            if k not in ("block", "is_support", "transformation")}
        assembly.blocks.append(block)
    _read_edges(graph, assembly)


def _read_model(value: Value, assembly: Assembly) -> None:
    """Reads the elements of a BlockModel, in the order of the nodes of its graph."""
    densities = {}
    if value.has("materials"):
        for key, material in value.at("materials").items():
            inner = material.unwrapped()
            if inner.has("density"):
                densities[key] = inner.at("density").number()
    elements = {}
    for key, element in value.at("elements").items():
        name = element.content.get("guid", key) if isinstance(element.content, dict) else key
        elements[str(name)] = elements[key] = element
    graph = value.at("graph").unwrapped()
    for key, node in graph.at("node").items():
        guid = str(node.at("element").content)
        if guid not in elements:
            node.at("element").fail(f"no element has the guid {shown(guid)}")
        element = elements[guid].unwrapped()
        mesh = next((element.at(k) for k in ("geometry", "mesh", "shape", "modelgeometry")
                     if element.has(k)), None)
        if mesh is None:
            assembly.notes.append(f"node {key}: an element without geometry is left out")
            continue
        block = _block(key, mesh, assembly)
        block.support = _flag(element, "is_support") or _flag(node, "is_support")
        block.name = _name(node, element, elements[guid]) or block.name
        if element.has("material"):
            block.density = densities.get(str(element.content["material"]))
        if element.has("transformation"):
            matrix = _matrix(element.at("transformation"))
            block.vertices = block.vertices @ matrix[:3, :3].T + matrix[:3, 3]
        if node.has("transformation"):
            block.transform = _matrix(node.at("transformation"))
        assembly.blocks.append(block)
    _read_edges(graph, assembly)


def _name(*values: Value) -> str:
    """Returns the first name that one of some objects has, else ''."""
    for value in values:
        name = value.content.get("name") if isinstance(value.content, dict) else None
        if isinstance(name, str) and name.strip():
            return name.strip()
    return ""


def _flag(value: Value, key: str) -> bool:
    if not value.has(key):
        return False
    found = value.at(key)
    if not isinstance(found.content, (bool, int)):
        found.fail(f"must be true or false, got {shown(found.content)}")
    return bool(found.content)


def _matrix(value: Value) -> np.ndarray:
    inner = value.unwrapped()
    rows = inner.at("matrix") if isinstance(inner.content, dict) else inner
    if not isinstance(rows.content, list) or len(rows.content) != 4:
        rows.fail(f"must be 4 rows of 4 numbers, got {shown(rows.content)}")
    return np.array([row.numbers(4) for _, row in rows.items()])


def _block(key: str, stored: Value, assembly: Assembly) -> Block:
    """Reads a mesh that must be closed; faces that look inward are turned."""
    mesh = stored.unwrapped()
    names: dict[str, int] = {}
    points = []
    for name, vertex in mesh.at("vertex").items():
        names[name] = len(points)
        points.append(vertex.numbers(3))
    faces = []
    for _, face in mesh.at("face").items():
        if not isinstance(face.content, list) or len(face.content) < 3:
            face.fail(f"must be a list of at least three vertices, got {shown(face.content)}")
        corners = [str(vertex) for vertex in face.content]
        if len(corners) > 3 and corners[0] == corners[-1]:
            corners.pop()
        for vertex in corners:
            if vertex not in names:
                face.fail(f"vertex {vertex} is not defined")
        if len(set(corners)) < len(corners):
            face.fail("a vertex stands twice")
        faces.append([names[vertex] for vertex in corners])
    used = sorted({vertex for face in faces for vertex in face})
    if not used:
        mesh.at("face").fail("there are no faces")
    place = {vertex: i for i, vertex in enumerate(used)}
    faces = [[place[vertex] for vertex in face] for face in faces]
    block = Block(key, np.array(points, float)[used], faces)
    block.name = _name(*([mesh.at("attributes")] if mesh.has("attributes") else []), mesh)
    runs = [(f[i - 1], f[i]) for f in faces for i in range(len(f))]
    known = set(runs)
    alone = sum((b, a) not in known for a, b in runs) + len(runs) - len(known)
    if alone:
        mesh.fail("the faces must be closed and run the same way round; "
                  + counted(alone, "edge") + (" does" if alone == 1 else " do") + " not fit")
    size = float(np.ptp(block.vertices, axis=0).max())
    if abs(block.volume) <= 1e-12 * size ** 3:
        mesh.fail("the block has no volume")
    if block.volume < 0.0:
        block.faces = [face[::-1] for face in faces]
        assembly.notes.append(f"block {key}: faces looked inward and are turned")
    return block


def _read_edges(graph: Value, assembly: Assembly) -> None:
    """Reads the interfaces of all edges, which are kept under both schemas' names."""
    if not graph.has("edge"):
        return
    known = {block.key for block in assembly.blocks}
    for first, others in graph.at("edge").items():
        for second, edge in others.items():
            edge = edge.unwrapped()
            found = []
            for name in ("interfaces", "contacts"):
                if edge.has(name):
                    found += [one for _, one in edge.at(name).items()]
            if edge.has("interface"):
                found.append(edge.at("interface"))
            if edge.has("interface_points"):
                found.append(edge)
            for key, owner in ((first, others), (second, edge)):
                if found and key not in known:
                    owner.fail(f"node {key} is not defined")
            for one in found:
                interface = _interface(first, second, one.unwrapped())
                if interface is not None:
                    assembly.interfaces.append(interface)


def _interface(first: str, second: str, value: Value) -> Interface | None:
    """Reads an Interface, a Contact or an old edge; None when it has no points."""
    prefix = "interface_" if value.has("interface_points") else ""
    if not value.has(prefix + "points"):
        return None
    points = np.array([p.numbers(3) for _, p in value.at(prefix + "points").items()])
    if not len(points):
        return None
    if prefix and value.has("interface_uvw"):
        axes = np.array([a.numbers(3) for _, a in value.at("interface_uvw").items()])
        origin = value.at("interface_origin").numbers(3)
        frame = np.array([origin, axes[0], axes[1]])
    elif value.has("frame"):
        inner = value.at("frame").unwrapped()
        frame = np.array([inner.at(k).numbers(3) for k in ("point", "xaxis", "yaxis")])
    else:
        return None
    kind = value.content.get(prefix + "type")
    interface = Interface(first, second, points, frame, kind=str(kind or "face_face"))
    if value.has(prefix + "size"):
        interface.size = value.at(prefix + "size").number()
    if value.has(prefix + "forces") and value.at(prefix + "forces").content:
        forces = value.at(prefix + "forces")
        rows = [[one.at("c_u").number(), one.at("c_v").number(),
                 one.at("c_np").number() - (one.at("c_nn").number() if one.has("c_nn") else 0.0)]
                for _, one in forces.items()]
        if len(rows) != len(points):
            forces.fail(f"must be one force per point, {len(points)}, got {len(rows)}")
        interface.forces = np.array(rows)
    return interface
