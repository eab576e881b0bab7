"""Stones and figures made of them: plain data until `Stones.bodies` makes bodies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from .checks import number, numbers, refuse
from .polyhedra import FACE, Polyhedron, box

if TYPE_CHECKING:
    from solfec import BODY, BULK_MATERIAL, SOLFEC


@dataclass(frozen=True)
class Ball:
    """A sphere: centre (3, m), radius (m) and surface id."""

    center: np.ndarray
    radius: float
    surface: int = FACE

    @property
    def volume(self) -> float:
        """Volume, m^3."""
        return 4.0 / 3.0 * np.pi * self.radius ** 3

    @property
    def centroid(self) -> np.ndarray:
        """Centre, 3, m."""
        return self.center


@dataclass(frozen=True)
class Stone:
    """One block: convex pieces that move as one, a label, and whether it is an obstacle."""

    pieces: tuple[Union[Polyhedron, Ball], ...]
    label: str = ""
    fixed: bool = False

    @property
    def volume(self) -> float:
        """Volume of all pieces, m^3."""
        return sum(piece.volume for piece in self.pieces)

    @property
    def centroid(self) -> np.ndarray:
        """Centroid of all pieces, 3, m."""
        return sum(piece.volume * piece.centroid for piece in self.pieces) / self.volume

    @property
    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Least and largest coordinates, 3 each, m."""
        ends = [(p.center - p.radius, p.center + p.radius) if isinstance(p, Ball)
                else (p.vertices.min(axis=0), p.vertices.max(axis=0)) for p in self.pieces]
        return (np.min([low for low, _ in ends], axis=0),
                np.max([high for _, high in ends], axis=0))

    def mapped(self, function: Callable[[np.ndarray], np.ndarray]) -> Stone:
        """Returns the stone with `function` applied to its points (n x 3): a rigid motion."""
        pieces = tuple(replace(p, center=function(p.center[None])[0]) if isinstance(p, Ball)
                       else p.moved(function(p.vertices)) for p in self.pieces)
        return replace(self, pieces=pieces)

    def shape(self, volume_id: int = 1) -> Any:
        """Returns the shape of the input language: CONVEX, SPHERE or a list of both."""
        from solfec import CONVEX, SPHERE
        convex, shapes = None, []
        for p in self.pieces:
            if isinstance(p, Ball):
                shapes.append(SPHERE(tuple(p.center), p.radius, volume_id, p.surface))
                continue
            faces = [n for f, s in zip(p.faces, p.surfaces) for n in (len(f), *f, s)]
            corners = p.vertices.ravel().tolist()
            convex = CONVEX(corners, faces, volume_id, convex) if convex else \
                CONVEX(corners, faces, volume_id)
        if convex:
            shapes.append(convex)
        return shapes[0] if len(shapes) == 1 else shapes


class Stones(Sequence):
    """The stones of a figure in a fixed order; `+` joins figures."""

    def __init__(self, stones: Iterable[Stone] = ()) -> None:
        self._stones = list(stones)

    def __len__(self) -> int:
        return len(self._stones)

    def __getitem__(self, index: Any) -> Any:
        """Returns a stone by number or by label, or a figure by a slice."""
        if isinstance(index, str):
            found = [stone for stone in self._stones if stone.label == index]
            if not found:
                raise KeyError(f"no stone has the label '{index}'")
            return found[0]
        part = self._stones[index]
        return Stones(part) if isinstance(index, slice) else part

    def __iter__(self) -> Iterator[Stone]:
        return iter(self._stones)

    def __add__(self, other: Iterable[Stone]) -> Stones:
        return Stones([*self._stones, *other])

    def __repr__(self) -> str:
        return f"Stones({len(self)} stones, {self.volume:.6g} m^3)"

    @property
    def volume(self) -> float:
        """Volume of the stones that are not fixed, m^3."""
        return sum(stone.volume for stone in self._stones if not stone.fixed)

    @property
    def centroid(self) -> np.ndarray:
        """Centroid of the stones that are not fixed, 3, m; NaN where all are."""
        free = [stone for stone in self._stones if not stone.fixed]
        if not free:
            return np.full(3, np.nan)
        return sum(stone.volume * stone.centroid for stone in free) / self.volume

    @property
    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Least and largest coordinates of all stones, 3 each, m."""
        ends = [stone.bounds for stone in self._stones]
        return (np.min([low for low, _ in ends], axis=0),
                np.max([high for _, high in ends], axis=0))

    def moved(self, vector: Sequence[float]) -> Stones:
        """Returns the figure moved by a vector, 3, m."""
        by = np.array(numbers("moved", "vector", vector, 3))
        return Stones(stone.mapped(lambda points: points + by) for stone in self._stones)

    def turned(self, angle: float, axis: str = "z") -> Stones:
        """Returns the figure turned by an angle, degrees, about an axis through the origin."""
        if axis not in ("x", "y", "z"):
            refuse("turned", f"axis must be 'x', 'y' or 'z', got {axis!r}")
        a = np.radians(number("turned", "angle", angle, "degrees"))
        k = "xyz".index(axis)
        matrix = np.eye(3)
        i, j = (k + 1) % 3, (k + 2) % 3
        matrix[i, i] = matrix[j, j] = np.cos(a)
        matrix[i, j], matrix[j, i] = -np.sin(a), np.sin(a)
        return Stones(stone.mapped(lambda points: points @ matrix.T) for stone in self._stones)

    def without(self, *labels: str) -> Stones:
        """Returns the figure without the stones of these labels."""
        for label in labels:
            if all(stone.label != label for stone in self._stones):
                refuse("without", f"no stone has the label '{label}'")
        return Stones(stone for stone in self._stones if stone.label not in labels)

    def bodies(self, solfec: SOLFEC, material: BULK_MATERIAL | str, kind: str = "RIGID",
               volume_id: int = 1) -> list[BODY]:
        """Makes a body of every stone, in order; fixed stones become obstacles.

        kind: that of the other stones. Errors are those of BODY.
        """
        from solfec import BODY
        return [BODY(solfec, "OBSTACLE" if stone.fixed else kind, stone.shape(volume_id), material,
                     stone.label or None) for stone in self._stones]


def block(low: Sequence[float], high: Sequence[float], label: str = "block", fixed: bool = False,
          surface: int = FACE) -> Stones:
    """Returns one box between two corners, m: a floor, a pier, a wall of a bin.

    ValueError when a corner is not three numbers or an edge has no length.
    """
    a, b = numbers("block", "low", low, 3), numbers("block", "high", high, 3)
    for axis, x, y in zip("xyz", a, b):
        if not x < y:
            refuse("block", f"high must exceed low along {axis}, got {x:g} to {y:g} m")
    return Stones([Stone((box(a, b, (surface,) * 6),), label, fixed)])
