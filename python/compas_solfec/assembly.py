"""Blocks and interfaces as plain data, bodies made of them."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from solfec.build.checks import positive, refuse
from solfec.build.polyhedra import Polyhedron
from solfec.mesh.surface import make_surface
from solfec.mesh.wording import counted

if TYPE_CHECKING:
    from solfec import BODY, BULK_MATERIAL, SOLFEC

PLANE = 1e-9  # of the size of a block: vertices of one face that are so near to a plane lie in it


@dataclass
class Block:
    """One block of an assembly.

    key: its node in the graph, as the file writes it. vertices: n x 3, m. faces: vertices of each
    face, counter-clockwise seen from outside. support: True when it does not move. density:
    kg/m^3, None when the file tells none. transform: 4 x 4, m, from `vertices` to where the block
    is; None when it has not moved. attributes: others of its node, as JSON has them. name: of the
    block in the file, '' when it has none.
    """

    key: str
    vertices: np.ndarray
    faces: list[list[int]]
    support: bool = False
    name: str = ""
    density: float | None = None
    transform: np.ndarray | None = None
    attributes: dict[str, Any] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """Label of the body of a block without a name of its own, see `Assembly.labels`."""
        return "block " + self.key.strip("'\"")

    def triangles(self) -> np.ndarray:
        """Returns the faces as fans of triangles, t x 3 vertices."""
        fans = [(f[0], f[i], f[i + 1]) for f in self.faces for i in range(1, len(f) - 1)]
        return np.array(fans)

    @property
    def volume(self) -> float:
        """Volume between the fans of triangles of the faces, m^3 (divergence theorem)."""
        corners = self.vertices[self.triangles()] - self.vertices[0]
        return float(np.linalg.det(corners).sum() / 6.0)

    def is_convex(self) -> bool:
        """True when every face lies in a plane that has no vertex outside."""
        size = float(np.ptp(self.vertices, axis=0).max())
        for face in self.faces:
            corners = self.vertices[face]
            base = corners - corners[0]
            normal = np.cross(base, np.roll(base, -1, axis=0)).sum(axis=0)
            length = np.linalg.norm(normal)
            if not length > (PLANE * size) ** 2:
                return False
            heights = (self.vertices - corners.mean(axis=0)) @ (normal / length)
            if heights.max() > PLANE * size or np.abs(heights[face]).max() > PLANE * size:
                return False
        return True

    def shape(self, volume_id: int = 1, surface_id: int = 1, error: float = 0.01) -> Any:
        """Makes the CONVEX object of the block.

        Convex blocks are exact. Others, and those with warped faces, are cut into convex parts
        whose hulls together exceed the volume by at most `error`, a share; this needs
        python3-scipy. Errors are those of `solfec.mesh.Surface.convex_parts`.
        """
        if not self.is_convex():
            surface = make_surface(self.label, self.vertices, self.triangles())
            return surface.convex_parts(error=error).convex(volume_id, surface_id)
        from solfec import CONVEX
        solid = Polyhedron(self.vertices, tuple(map(tuple, self.faces)),
                           (surface_id,) * len(self.faces))
        faces = [int(n) for f in solid.faces for n in (len(f), *f, surface_id)]
        return CONVEX(solid.vertices.ravel().tolist(), faces, volume_id)


@dataclass
class Interface:
    """Contact between two blocks.

    first, second: keys of the blocks. points: corners, k x 3, m. frame: origin, x axis, y axis,
    3 x 3; the z axis points from the first block to the second. forces: at the corners on the
    second block along x, y and z, k x 3, N, so that compression is positive; None when not known.
    """

    first: str
    second: str
    points: np.ndarray
    frame: np.ndarray
    size: float = 0.0
    kind: str = "face_face"
    forces: np.ndarray | None = None

    @property
    def axes(self) -> np.ndarray:
        """The x, y and z axis, one per row."""
        x, y = self.frame[1], self.frame[2]
        return np.array([x, y, np.cross(x, y)])

    def force(self) -> np.ndarray:
        """Returns the resultant on the second block in space, 3, N."""
        return np.zeros(3) if self.forces is None else self.forces.sum(axis=0) @ self.axes


@dataclass
class Assembly:
    """Blocks and the interfaces between them; notes: lines that `report` prints."""

    blocks: list[Block]
    interfaces: list[Interface] = field(default_factory=list)
    path: str = ""
    name: str = "Assembly"
    notes: list[str] = field(default_factory=list)

    def __getitem__(self, key: str | int) -> Block:
        """Returns the block of a node of the graph."""
        for block in self.blocks:
            if block.key.strip("'\"") == str(key):
                return block
        raise KeyError(f"no block has the key {key!r}")

    def labels(self) -> list[str]:
        """Returns the labels of the bodies that `bodies` makes.

        A body has the name of its block as its label where no other block has this name; others
        have 'block KEY'.
        """
        taken = Counter(block.name for block in self.blocks)
        taken.update(block.label for block in self.blocks)
        return [block.name if block.name and taken[block.name] == 1 else block.label
                for block in self.blocks]

    def report(self) -> str:
        """Returns a few lines: blocks, volume, interfaces, notes of the reader."""
        supports = counted(sum(block.support for block in self.blocks), "support")
        volume = sum(block.volume for block in self.blocks if not block.support)
        lines = [f"{self.path or self.name}: {counted(len(self.blocks), 'block')}, among them "
                 f"{supports}, {counted(len(self.interfaces), 'interface')}",
                 f"  volume {volume:.9g} m^3 without supports"]
        return "\n".join(lines + ["  " + note for note in self.notes])

    def bodies(self, solfec: SOLFEC, material: BULK_MATERIAL | str | None = None,
               kind: str = "RIGID", surface: int = 1, error: float = 0.01) -> dict[str, BODY]:
        """Makes a body of every block and returns them by the keys of the blocks.

        Supports become obstacles. material: of all blocks; None makes a BULK_MATERIAL of each
        density of the file. surface: id of all faces. error: see `Block.shape`. Labels are
        those of `labels`. ValueError when there is no material and a block has no density.
        """
        from solfec import BODY, BULK_MATERIAL
        figure, made, materials = "bodies", {}, {}
        positive(figure, "error", error, "")
        for block, label in zip(self.blocks, self.labels()):
            chosen = material
            if chosen is None:
                density = block.density
                if density is None and not block.support:
                    refuse(figure, f"{self.path}: {block.label} has no density; give a material")
                density = density or 1.0  # an obstacle has no weight
                if density not in materials:
                    materials[density] = BULK_MATERIAL(solfec, density=density)
                chosen = materials[density]
            made[block.key.strip("'\"")] = BODY(
                solfec, "OBSTACLE" if block.support else kind, block.shape(1, surface, error),
                chosen, label)
        return made

    def write(self, path: str | os.PathLike, schema: str = "assembly", compas: int = 2) -> None:
        """Writes the assembly as JSON, lengths in m, forces in N.

        schema: 'assembly', the Assembly of compas_assembly, or 'model', the BlockModel of
        compas_dem. compas: 1 or 2, the version that is to read the file; 'model' exists in 2.
        """
        from .writing import write
        write(self, path, schema, compas)
