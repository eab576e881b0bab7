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


def read_shape(xdr):
    return Shape(xdr.list_of(_polyhedron), xdr.list_of(_mesh), *_simple_shapes(xdr))


def read_background(xdr):
    return xdr.list_of(_mesh)


def _polyhedron(xdr):
    vertices = xdr.rows(xdr.int(), 3)
    starts = xdr.ints(xdr.int())
    loop = xdr.ints(xdr.int())
    surfaces = xdr.ints(xdr.int())
    faces = [loop[a:b] for a, b in zip(starts, starts[1:])]
    return Polyhedron(vertices, faces, surfaces, xdr.int())


def _element(xdr):
    count = xdr.int()
    return xdr.ints(8)[:count], xdr.int()


def _mesh(xdr):
    nodes = xdr.rows(xdr.int(), 3)
    elements = xdr.list_of(_element)
    faces = xdr.list_of(lambda part: part.ints(3))
    return Mesh(nodes, [nodes_of for nodes_of, _ in elements], [volume for _, volume in elements],
                faces)


def _sphere(xdr):
    x, y, z, radius = xdr.doubles(4)
    return Sphere((x, y, z), radius, xdr.int(), xdr.int())


def _ellipsoid(xdr):
    center, radii, *axes = [tuple(xdr.doubles(3)) for _ in range(5)]
    return Ellipsoid(center, radii, axes, xdr.int(), xdr.int())


_SIMPLE = (_sphere, _ellipsoid)  # readers of the kinds of simple shapes, in the order of their lists
_MORE_KINDS = 1 << 31


def _simple_shapes(xdr):
    """A list for each kind; the bit _MORE_KINDS of its number tells that another list follows."""
    lists = []
    more = True
    for read in _SIMPLE:
        number = xdr.int() % (1 << 32) if more else 0
        more = number >= _MORE_KINDS
        lists.append([read(xdr) for _ in range(number % _MORE_KINDS)])
    if more:
        raise ValueError("simple shapes of a kind that this reader does not know")
    return lists
