"""Shapes of bodies in reference coordinates, m."""

from dataclasses import dataclass, field

__all__ = ["Shape", "Polyhedron", "Mesh", "Sphere", "Ellipsoid"]


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
class Shape:
    polyhedra: list
    meshes: list
    spheres: list
    ellipsoids: list = field(default_factory=list)
    background: list = field(default_factory=list)  # mesh of finite elements under the polyhedra

    def __repr__(self):
        always = ("polyhedra", "meshes", "spheres")
        lists = {name: value for name, value in vars(self).items()
                 if name in always or (value and name != "background")}
        return "<Shape of %s>" % ", ".join(f"{len(value)} {name}" for name, value in lists.items())


def make_shape(fields):
    """Shape of the fields of a stored one."""
    return Shape([_polyhedron(each) for each in fields["polyhedra"]],
                 [make_mesh(each) for each in fields["meshes"]],
                 [Sphere(**each) for each in fields["spheres"]],
                 [_ellipsoid(each) for each in fields["ellipsoids"]])


def _ellipsoid(fields):
    a = fields["axes"]
    return Ellipsoid(**{**fields, "axes": [a[0:3], a[3:6], a[6:9]]})


def make_mesh(fields):
    elements = fields["elements"]
    return Mesh(fields["nodes"], [each["node"][:each["node_count"]] for each in elements],
                [each["volume"] for each in elements],
                [tuple(each.values()) for each in fields["faces"]])


def _polyhedron(fields):
    starts, loop = fields["face_start"], fields["face_vertex"]
    faces = [loop[a:b] for a, b in zip(starts, starts[1:])]
    return Polyhedron(fields["vertices"], faces, fields["surface"], fields["volume"])
