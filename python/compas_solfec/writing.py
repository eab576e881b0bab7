"""Writer of the JSON of COMPAS, versions 1 and 2."""

from __future__ import annotations

import json
import os
import uuid
from typing import Any

import numpy as np

from solfec.build.checks import refuse

from .assembly import Assembly, Block, Interface

SPACE = uuid.UUID("6a1f0c2e-93d1-4a44-8f1c-0f5d9c2b7e10")  # equal assemblies have equal guids


def write(assembly: Assembly, path: str | os.PathLike, schema: str, compas: int) -> None:
    """Writes a file, see `Assembly.write`."""
    figure, name = "write", os.fspath(path)
    if schema not in ("assembly", "model"):
        refuse(figure, f"{name}: schema must be 'assembly' or 'model', got {schema!r}")
    if compas not in (1, 2):
        refuse(figure, f"{name}: compas must be 1 or 2, got {compas!r}")
    if schema == "model" and compas == 1:
        refuse(figure, f"{name}: a BlockModel exists in version 2 of COMPAS, got compas = 1")
    writer = _Writer(assembly, compas)
    content = writer.assembly_object() if schema == "assembly" else writer.model_object()
    try:
        with open(name, "w", encoding="utf-8") as file:
            json.dump(content, file, allow_nan=False)
            file.write("\n")
    except OSError as error:
        refuse(figure, f"{name} cannot be written: {error.strerror}")


class _Writer:
    def __init__(self, assembly: Assembly, compas: int) -> None:
        self.assembly, self.compas = assembly, compas
        self.inner = "data" if compas == 2 else "value"

    def object(self, kind: str, content: Any, name: str = "") -> dict:
        """An object of COMPAS; `name` gives it a guid."""
        made = {"dtype": kind, self.inner: content}
        if name:
            made["guid"] = self.guid(name)
        return made

    def guid(self, name: str) -> str:
        return str(uuid.uuid5(SPACE, f"{self.assembly.name}/{name}"))

    def defaults(self, node: dict, edge: dict) -> dict:
        """Default attributes of a graph, under the names of the version."""
        if self.compas == 2:
            return {"default_node_attributes": node, "default_edge_attributes": edge}
        return {"dna": node, "dea": edge}

    def mesh(self, block: Block, kind: str) -> dict:
        names = ("default_vertex_attributes", "default_edge_attributes", "default_face_attributes")
        names = names if self.compas == 2 else ("dva", "dea", "dfa")
        data = {"attributes": {"name": block.name or None},
                names[0]: {"x": 0.0, "y": 0.0, "z": 0.0}, names[1]: {}, names[2]: {},
                "vertex": {str(i): dict(zip("xyz", map(float, point)))
                           for i, point in enumerate(block.vertices)},
                "face": {str(i): [int(n) for n in face] for i, face in enumerate(block.faces)},
                "facedata": {str(i): {} for i in range(len(block.faces))}, "edgedata": {},
                "max_vertex": len(block.vertices) - 1, "max_face": len(block.faces) - 1}
        return self.object(kind, data, f"mesh {block.key}")

    def matrix(self, block: Block) -> dict:
        return self.object("compas.geometry/Transformation",
                           {"matrix": np.asarray(block.transform).tolist()})

    def frame(self, interface: Interface) -> dict:
        origin, x, y = interface.frame.tolist()
        return self.object("compas.geometry/Frame", {"point": origin, "xaxis": x, "yaxis": y})

    @staticmethod
    def forces(interface: Interface) -> list[dict]:
        """Forces per corner: compression c_np, tension c_nn, friction c_u and c_v."""
        rows = [] if interface.forces is None else interface.forces.tolist()
        return [{"c_np": max(n, 0.0), "c_nn": max(-n, 0.0), "c_u": u, "c_v": v}
                for u, v, n in rows]

    def edges(self, make: Any, name: str) -> dict:
        """The edges of a graph with lists of interfaces under a name."""
        made: dict = {block.key: {} for block in self.assembly.blocks}
        for number, interface in enumerate(self.assembly.interfaces):
            edge = made[interface.first].setdefault(interface.second, {name: []})
            edge[name].append(make(interface, number))
        return made

    def largest(self) -> int:
        """The largest key that is a number, which graphs keep."""
        return max([int(b.key) for b in self.assembly.blocks if b.key.lstrip("-").isdigit()],
                   default=-1)

    def assembly_object(self) -> dict:
        nodes: dict = {}
        for block in self.assembly.blocks:
            nodes[block.key] = {**block.attributes, "is_support": block.support,
                                "block": self.mesh(block, "compas_assembly.datastructures/Block")}
            if block.transform is not None:
                nodes[block.key]["transformation"] = self.matrix(block)
        edges = self.edges(self.interface, "interfaces")
        adjacency: dict = {block.key: {} for block in self.assembly.blocks}
        for u, others in edges.items():
            for v in others:
                adjacency[u][v] = adjacency[v][u] = None
        graph = {"attributes": {"name": "Graph"},
                 **self.defaults({"block": None, "is_support": False}, {"interfaces": None}),
                 "node": nodes, "edge": edges, "adjacency": adjacency, "max_node": self.largest()}
        if self.compas == 2:
            graph = self.object("compas.datastructures/Graph", graph, "graph")
        return self.object("compas_assembly.datastructures/Assembly",
                           {"attributes": {"name": self.assembly.name}, "graph": graph}, "assembly")

    def interface(self, interface: Interface, number: int) -> dict:
        data = {"points": interface.points.tolist(), "type": interface.kind,
                "size": interface.size, "frame": self.frame(interface),
                "forces": self.forces(interface) or None, "mesh": None, "viewmesh": None,
                "interaction": None}
        return self.object("compas_assembly.datastructures/Interface", data,
                           f"interface {number}")

    def model_object(self) -> dict:
        elements, materials, nodes = {}, {}, {}
        for block in self.assembly.blocks:
            guid = self.guid(f"block {block.key}")
            stone = None
            if block.density is not None:
                stone = self.guid(f"density {block.density!r}")
                materials[stone] = self.object(
                    "compas_dem.material/Stone",
                    {"name": "Stone", "fc": None, "ft": None, "Ecm": None,
                     "density": block.density, "poisson": None}, f"density {block.density!r}")
            data = {"transformation": None, "features": [], "name": block.name or "Block",
                    "material": stone, "geometry": self.mesh(block, "compas.datastructures/Mesh"),
                    "is_support": block.support}
            elements[guid] = self.object("compas_dem.elements/Block", data, f"block {block.key}")
            nodes[block.key] = {"element": guid}
            if block.transform is not None:
                nodes[block.key]["transformation"] = self.matrix(block)
        root = {"name": "root",
                "children": [{"name": "ElementNode", "element": guid} for guid in elements]}
        graph = {"attributes": {},
                 **self.defaults({"x": 0.0, "y": 0.0, "z": 0.0, "element": None},
                                 {"modifiers": None, "contacts": None}),
                 "node": nodes, "edge": self.edges(self.contact, "contacts"),
                 "max_node": self.largest()}
        made = self.object("compas_dem.models/BlockModel",
                           {"transformation": None, "elements": elements, "materials": materials,
                            "tree": {"attributes": {}, "root": root}, "graph": graph}, "model")
        return {**made, "inheritance": ["compas_model.models/Model"]}

    def contact(self, interface: Interface, number: int) -> dict:
        points = [self.object("compas.geometry/Point", point)
                  for point in interface.points.tolist()]
        data = {"points": points, "frame": self.frame(interface), "size": interface.size,
                "mesh": None, "name": "FrictionContact", "forces": self.forces(interface)}
        return self.object("compas_dem.interactions/FrictionContact", data, f"contact {number}")
