"""Shapes of bodies in reference coordinates, m."""

import math
from dataclasses import dataclass, field

NODE_COUNTS = (4, 5, 6, 8)
__all__ = ["Shape", "Polyhedron", "Mesh", "Sphere", "Ellipsoid", "Rod", "Bore"]


@dataclass
class Polyhedron:
    vertices: list
    faces: list  # vertex numbers, counter-clockwise seen from outside
    surfaces: tuple  # one per face
    volume: int

    def __repr__(self):
        return f"<Polyhedron of {len(self.vertices)} vertices, {len(self.faces)} faces>"


@dataclass
class Mesh:
    nodes: list
    elements: list  # node numbers: 4 tetrahedron, 5 pyramid, 6 wedge, 8 hexahedron
    volumes: list  # one per element
    faces: list  # (element, side, surface) of the outer faces

    def __repr__(self):
        return f"<Mesh of {len(self.elements)} elements, {len(self.nodes)} nodes>"


@dataclass
class Sphere:
    center: tuple
    radius: float
    surface: int
    volume: int


@dataclass
class Ellipsoid:
    center: tuple
    radii: tuple
    axes: list  # directions of the radii, each a triple
    surface: int
    volume: int


@dataclass
class Rod:
    center: tuple
    half_axis: tuple  # from the centre to the middle of the top
    spoke: tuple  # radius across the axis
    surface: int
    volume: int


@dataclass
class Bore:
    center: tuple
    half_axis: tuple  # from the centre to the middle of the upper mouth
    spoke: tuple  # inner radius across the axis
    thickness: float  # of the wall
    surface: int
    volume: int


@dataclass
class Shape:
    polyhedra: list
    meshes: list
    spheres: list
    ellipsoids: list = field(default_factory=list)
    rods: list = field(default_factory=list)
    bores: list = field(default_factory=list)
    background: list = field(default_factory=list)  # mesh of finite elements under the polyhedra

    def __repr__(self):
        always = ("polyhedra", "meshes", "spheres")
        lists = {name: value for name, value in vars(self).items()
                 if name in always or (value and name != "background")}
        return "<Shape of %s>" % ", ".join(f"{len(value)} {name}" for name, value in lists.items())


def make_shape(fields):
    """Makes a shape from the fields of a stored one."""
    return Shape([_polyhedron(each) for each in fields["polyhedra"]],
                 [make_mesh(each) for each in fields["meshes"]],
                 [_sphere(each) for each in fields["spheres"]],
                 [_ellipsoid(each) for each in fields["ellipsoids"]],
                 [_cylinder(Rod, each, "a rod") for each in fields.get("rods", ())],
                 [_cylinder(Bore, each, "a bore") for each in fields.get("bores", ())])


def _sphere(fields):
    _check_finite([(*fields["center"], fields["radius"])], "a sphere")
    return Sphere(**fields)


def _ellipsoid(fields):
    _check_finite([fields["center"], fields["radii"], fields["axes"]], "an ellipsoid")
    a = fields["axes"]
    return Ellipsoid(**{**fields, "axes": [a[0:3], a[3:6], a[6:9]]})


def _cylinder(kind, fields, what):
    _check_finite([fields["center"], fields["half_axis"], fields["spoke"],
                   (fields.get("thickness", 0.0),)], what)
    return kind(**fields)


def _check_finite(rows, what):
    if not all(all(map(math.isfinite, row)) for row in rows):
        raise ValueError(f"{what} is not finite")


def _check_places(places, size, what):
    if not all(0 <= place < size for place in places):
        raise ValueError(f"{what} that is not there")


def make_mesh(fields):
    elements = fields["elements"]
    _check_finite(fields["nodes"], "a node of a mesh")
    for each in elements:
        if each["node_count"] not in NODE_COUNTS:
            raise ValueError(f"an element has {each['node_count']} nodes")
        _check_places(each["node"][:each["node_count"]], len(fields["nodes"]), "an element has a node")
    _check_places((face["element"] for face in fields["faces"]), len(elements),
                  "a face is of an element")
    return Mesh(fields["nodes"], [each["node"][:each["node_count"]] for each in elements],
                [each["volume"] for each in elements],
                [tuple(each.values()) for each in fields["faces"]])


def _polyhedron(fields):
    starts, loop = fields["face_start"], fields["face_vertex"]
    if list(starts) != sorted(starts) or (starts and (starts[0] != 0 or starts[-1] != len(loop))):
        raise ValueError("the faces of a polyhedron do not fit together")
    _check_finite(fields["vertices"], "a vertex of a polyhedron")
    _check_places(loop, len(fields["vertices"]), "a polyhedron has a vertex")
    faces = [loop[a:b] for a, b in zip(starts, starts[1:])]
    return Polyhedron(fields["vertices"], faces, fields["surface"], fields["volume"])
