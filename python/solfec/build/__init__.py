"""Models from a few numbers: walls, arches, domes, vaults, columns, rubble and packings.

    from solfec.build import arch, block
    figure = arch(span=10, thickness=1, width=2, count=15)
    figure.bodies(solfec, material)

A figure is plain data (`Stones`: vertices, faces, surface ids, labels) until `bodies` makes bodies
of it; only that needs the program. Stones meet face to face. Their surface ids tell joints from
free faces, so SURFACE_MATERIAL (solfec, BED, BED, cohesion = ...) bonds joints. docs/models.md
shows every figure.
"""

from .arch import arch
from .column import column
from .dome import dome
from .grading import GradingCurve
from .packing import layers, packing, passing, pour, rubble
from .polyhedra import BED, FACE, HEAD, Polyhedron
from .stones import Ball, Stone, Stones, block
from .vault import cross_vault
from .wall import Opening, wall

__all__ = ["BED", "FACE", "HEAD", "Ball", "GradingCurve", "Opening", "Polyhedron", "Stone",
           "Stones", "arch", "block", "column", "cross_vault", "dome", "layers", "packing",
           "passing", "pour", "rubble", "wall"]
