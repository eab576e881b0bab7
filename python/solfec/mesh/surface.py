"""Closed surfaces of triangles: checks, exact mass properties, hulls, convex parts, tetrahedra."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..build.checks import number, positive, refuse, whole
from .elements import triple
from .pieces import Labels, pieces_of
from .wording import counted

if TYPE_CHECKING:
    from solfec import CONVEX

    from .parts import ConvexParts
    from .volume import VolumeMesh

MOST_PARTS = 20  # parts that `report` lists


@dataclass(frozen=True)
class MassProperties:
    """Volume (m^3), mass (kg), centre (3, m), inertia about the centre (3 x 3, kg m^2).

    euler: integral of density r r^T about the centre (3 x 3, kg m^2). BODY_CHARS takes `inertia`
    for a rigid body and `euler` for the other kinds.
    """

    volume: float
    mass: float
    center: np.ndarray
    inertia: np.ndarray
    euler: np.ndarray


@dataclass
class Surface:
    """Triangles of a surface, duplicated points merged, outward when it is closed.

    points: n x 3, m. triangles: m x 3 numbers of points. notes: what the reader did. name: of the
    solid in the file, where it has one. labels: names of the triangles.
    """

    path: str
    points: np.ndarray
    triangles: np.ndarray
    notes: list[str] = field(default_factory=list)
    name: str = ""
    labels: Labels | None = None

    @property
    def corners(self) -> np.ndarray:
        """Corners of the triangles, m x 3 x 3, m."""
        return self.points[self.triangles]

    @property
    def area(self) -> float:
        """Area, m^2."""
        a, b, c = self.corners.transpose(1, 0, 2)
        return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2.0)

    @property
    def volume(self) -> float:
        """Volume inside, m^3 (divergence theorem); without meaning when the surface is open."""
        base = self.points[0]
        return float(triple(*(self.corners - base).transpose(1, 0, 2)).sum() / 6.0)

    def edges(self) -> tuple[int, int, int]:
        """Returns the numbers of open edges, of edges run twice one way and of crowded edges.

        A closed surface has none of the first, an oriented one none of the second; more than two
        triangles meet at a crowded edge.
        """
        a = self.triangles
        runs = np.concatenate([a[:, [0, 1]], a[:, [1, 2]], a[:, [2, 0]]])
        way = np.where(runs[:, 0] < runs[:, 1], 1, -1)
        key = np.sort(runs, axis=1) @ np.array([len(self.points), 1])
        _, at, count = np.unique(key, return_inverse=True, return_counts=True)
        total = np.bincount(at, way, len(count))
        return (int((count == 1).sum()), int(((count == 2) & (total != 0)).sum()),
                int((count > 2).sum()))

    @property
    def closed(self) -> bool:
        """True when every edge has two triangles that run it in opposite directions."""
        return self.edges() == (0, 0, 0)

    def require_closed(self, figure: str) -> None:
        """Raises a ValueError that counts the edges at fault."""
        names = (("open edge", " (one triangle)"), ("edge", " that two triangles run the same way"),
                 ("edge", " of more than two triangles"))
        bad = [counted(count, name) + more for count, (name, more) in zip(self.edges(), names)
               if count]
        if bad:
            refuse(figure, f"{self.path}: the surface must be closed and oriented; it has "
                   + ", ".join(bad))

    def mass_properties(self, density: float = 1.0) -> MassProperties:
        """Returns the properties of the solid inside, exact for the triangles.

        The integrals of 1, x and x x^T are sums over the tetrahedra between a point and the
        triangles (Tonon (2004), J. Math. Stat. 1, 8-11). density: kg/m^3.
        """
        self.require_closed("mass_properties")
        rho = positive("mass_properties", "density", density, "kg/m^3")
        base = self.points.mean(axis=0)
        corners = self.corners - base
        six = triple(*corners.transpose(1, 0, 2))
        volume = float(six.sum() / 6.0)
        sums = corners.sum(axis=1)
        first = six @ sums / 24.0
        second = (np.einsum("t,ti,tj->ij", six, sums, sums)
                  + np.einsum("t,tci,tcj->ij", six, corners, corners)) / 120.0
        center = first / volume
        euler = rho * (second - volume * np.outer(center, center))
        inertia = np.trace(euler) * np.eye(3) - euler
        return MassProperties(volume, rho * volume, base + center, inertia, euler)

    def parts(self) -> list[Surface]:
        """Returns the solids of which the surface consists, each as a surface of its own.

        Triangles that share an edge belong together, and a cavity to the solid around it; solids
        may touch each other. Names are those of `solid` in STL and `o` in OBJ, or of `g` where
        these do not tell two parts apart. Parts that are not closed are open surfaces.
        """
        rows = pieces_of(self)
        if len(rows) == 1:
            return [self]
        found = []
        for name, some in zip(self._part_names(rows), rows):
            used, triangles = np.unique(self.triangles[some], return_inverse=True)
            part = Surface(self.path, self.points[used], triangles.reshape(-1, 3), [], name,
                           self.labels.some(some) if self.labels else None)
            part.turn_outward()
            found.append(part)
        return found

    def _part_names(self, rows: list[np.ndarray]) -> list[str]:
        """Returns the names of parts, which are rows of triangles."""
        labels = self.labels
        if labels is None:
            return [""] * len(rows)
        names = [labels.only(labels.objects[some]) for some in rows]
        finer = [labels.only(labels.groups[some]) for some in rows]
        alike: dict[str, list[int]] = {}
        for k, name in enumerate(names):
            alike.setdefault(name, []).append(k)
        for name, which in alike.items():
            own = [finer[k] for k in which]
            if not name or (len(which) > 1 and all(own) and len(set(own)) == len(own)):
                for k in which:
                    names[k] = finer[k]
        return names

    def turn_outward(self) -> bool:
        """Turns the triangles of a closed surface that faces inward; True when it did."""
        if not len(self.triangles) or not self.closed or not self.volume < 0.0:
            return False
        self.triangles = self.triangles[:, ::-1].copy()
        self.notes.append("all triangles turned outward")
        return True

    def hull(self, volume_id: int = 1, surface_id: int = 1) -> CONVEX:
        """Makes the convex hull as an object of the language; the surface may be open."""
        from solfec import HULL
        return HULL(self.points, volume_id, surface_id)

    def convex_parts(self, error: float = 0.02, most: int = 64) -> ConvexParts:
        """Cuts the solid along its concave edges until its parts are convex.

        error: largest sum of the volumes of the hulls above that of the solid, over the latter;
        cuts end when it is met. most: largest number of parts. ValueError when `most` parts have
        a larger error.
        """
        from .parts import cut_into_parts
        self.require_closed("convex_parts")
        number("convex_parts", "error", error, "", 0.0)
        return cut_into_parts(self, float(error), whole("convex_parts", "most", most))

    def tetrahedra(self, size: float, angle: float = 40.0) -> VolumeMesh:
        """Fills the solid with tetrahedra by the program gmsh, run as a process of its own.

        size: largest edge, m. angle: edges sharper than this stay edges, degrees.
        """
        from .tetrahedra import fill
        self.require_closed("tetrahedra")
        return fill(self, positive("tetrahedra", "size", size),
                    number("tetrahedra", "angle", angle, "degrees", 0.0, 180.0))

    def report(self) -> str:
        """Returns a few lines: triangles, whether the surface is closed, volume, notes."""
        low, high = self.points.min(axis=0), self.points.max(axis=0)
        lines = [f"{self.path}: {counted(len(self.points), 'point')}, "
                 f"{counted(len(self.triangles), 'triangle')}, area {self.area:.6g} m^2",
                 f"  between ({', '.join(f'{x:g}' for x in low)}) and "
                 f"({', '.join(f'{x:g}' for x in high)}) m"]
        if self.closed:
            lines.append(f"  closed, volume {self.volume:.9g} m^3")
        else:
            one, same, crowd = self.edges()
            lines.append(f"  not closed: {counted(one, 'open edge')}, {same} run the same way, "
                         f"{crowd} of more than two triangles")
        parts = self.parts()
        if len(parts) > 1:
            lines.append(f"  {len(parts)} parts:")
            for part in parts[:MOST_PARTS]:
                name = f"'{part.name}'" if part.name else "without a name"
                lines.append(f"    {name}, " + (f"closed, volume {part.volume:.9g} m^3"
                                                if part.closed else "not closed"))
            if len(parts) > MOST_PARTS:
                lines.append(f"    and {len(parts) - MOST_PARTS} more")
        elif self.name:
            lines.append(f"  name '{self.name}'")
        return "\n".join(lines + ["  " + note for note in self.notes])


def make_surface(path: str, points: np.ndarray, triangles: np.ndarray,
                 labels: Labels | None = None) -> Surface:
    """Returns a surface with equal points merged, flat triangles dropped, faces turned outward."""
    notes: list[str] = []
    points = np.ascontiguousarray(points + 0.0)  # -0.0 equals 0.0
    order = np.lexsort(points.T)
    new = np.ones(len(points), bool)
    new[1:] = (points[order][1:] != points[order][:-1]).any(axis=1)
    place = np.empty(len(points), np.int64)
    place[order] = np.cumsum(new) - 1
    points, triangles = points[order][new], place[triangles]
    flat = (triangles == np.roll(triangles, 1, axis=1)).any(axis=1)
    if flat.any():
        notes.append(f"{counted(int(flat.sum()), 'triangle')} with a corner twice left out")
    triangles = triangles[~flat]
    labels = labels.some(~flat) if labels else None
    used = np.unique(triangles)
    if len(used) < len(points):
        notes.append(f"{counted(len(points) - len(used), 'point')} without a triangle left out")
        fresh = np.full(len(points), -1)
        fresh[used] = np.arange(len(used))
        points, triangles = points[used], fresh[triangles]
    name = (labels.only(labels.objects) or labels.only(labels.groups)) if labels else ""
    surface = Surface(path, points, triangles, notes, name, labels)
    surface.turn_outward()
    return surface
