"""Type stubs of the Solfec input language.

Generated from the command table by tools/regenerate; changes made here are lost.
"""

from collections.abc import Callable, Iterable, Sequence
from os import PathLike
from typing import Any, Literal, NoReturn, Protocol, TypeVar, Union

import numpy
from numpy.typing import NDArray

class _Numbers(Protocol):
    """A list, tuple or numpy array of numbers."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Any: ...

_Points = Iterable[float] | Iterable[_Numbers] | _Numbers
_Shape = Union["CONVEX", "MESH", "SPHERE", "ELLIP", "ROD", "BORE", Sequence["_Shape"]]
_S = TypeVar("_S")

class SolverStop(RuntimeError):
    """The solver's failure policy stops the run."""

class NumericalError(RuntimeError):
    """A result is not finite."""

class InternalError(RuntimeError):
    """A mistake in Solfec itself."""

class DataError(ValueError):
    """Stored results cannot be read."""

class OutputError(OSError):
    """Results cannot be written."""

class CreationError(OutputError):
    """The results folder cannot be made."""

class CONVEX:
    """Makes a convex polyhedron from its vertices and faces.

    A CONVEX object may hold many polyhedra: pass an earlier one as `convex`."""

    def __init__(
        self,
        vertices: _Points,
        faces: _Numbers,
        volid: int,
        convex: CONVEX | None = None,
    ) -> None: ...
    @property
    def nver(self) -> int:
        """number of vertices of all polyhedra"""
    def vertex(
        self,
        n: int,
    ) -> tuple[float, float, float]:
        """coordinates of vertex n, m"""

def HULL(
    points: _Points,
    volid: int,
    surfid: int,
    convex: CONVEX | None = None,
) -> CONVEX:
    """Makes the convex hull of a set of points."""

class MESH:
    """Makes a volumetric mesh of first-order elements.

    Node order: hexahedron 0-3 bottom counter-clockwise seen from the top, 4-7 above them; wedge
    0-2 and 3-5; pyramid base 0-3 and apex 4; tetrahedron base 0-2 and apex 3.

    Nodes that no element has are told in a warning. They keep their numbers in `elements`,
    `surfids`, nnod and node; a FINITE_ELEMENT body leaves them out, its conf and velo list the
    others in the same order."""

    def __init__(
        self,
        nodes: _Points,
        elements: _Numbers,
        surfids: int | _Numbers,
    ) -> None: ...
    @property
    def nnod(self) -> int:
        """number of nodes"""
    def node(
        self,
        n: int,
        x: float | None = None,
        y: float | None = None,
        z: float | None = None,
    ) -> tuple[float, float, float]:
        """coordinates of node n, m, after those that are given have been set; a command that
        takes the mesh refuses elements that have become flat or inverted"""
    def nodes_on_surface(
        self,
        surfid: int,
    ) -> list[int] | Any:
        """ascending numbers of the nodes on the faces with a surface id; None: no face has it"""
    def get_data(
        self,
    ) -> tuple[list[float], list[int], list[int]]:
        """nodes, elements and surfids that make the mesh again: MESH (*mesh.get_data ())"""
    def set_volid(
        self,
        volid: int,
    ) -> None:
        """gives all elements a volume id"""
    def inter_element_faces(
        self,
    ) -> list[list[int]]:
        """nodes of each face between two elements, by element and side"""
    def inter_element_faces_on_plane(
        self,
        point: _Numbers,
        normal: _Numbers,
        ref: bool = ...,
        eps: float = ...,
    ) -> list[list[int]]:
        """those of inter_element_faces that lie on a plane"""
    def surface_integration_points(
        self,
        surfid: int | None = None,
    ) -> list[tuple[float, float, float]]:
        """Gauss points of the outer faces, m, by face: 1 of a triangle, 2 x 2 of a
        quadrilateral; no face has the id: []"""
    def volume_integration_points(
        self,
        volid: int | None = None,
    ) -> list[tuple[float, float, float]]:
        """Gauss points of the elements, m, by element: 4 of a tetrahedron, 8 of a pyramid, 6 of
        a wedge, 8 of a hexahedron; no element has the id: []"""

def MESH2CONVEX(
    mesh: MESH,
) -> CONVEX:
    """Makes one convex polyhedron of each element of a mesh.

    Outer faces keep their surface ids. Faces between two elements get the id -2147483647, which
    stands for inner faces: nothing touches them, and polyhedra without any other face are in no
    contact. Bent faces become two triangles with an outward ridge, so that neighbours overlap
    there and the volume is larger by that. A RIGID or PSEUDO_RIGID body may have the polyhedra,
    or a FINITE_ELEMENT body with a background mesh."""

def MESH_SPLIT(
    mesh: MESH,
    nodeset: _Numbers | None = None,
    faceset: Iterable[Sequence[int]] | None = None,
    surfid1: int = 0,
    surfid2: int = 0,
) -> list[MESH] | Any:
    """Opens a mesh along faces between elements and returns its parts.

    Nodes of opened faces are doubled, but for those at the tip of a slit; a part is what still
    hangs together by nodes. Where faces open a slit only, the list holds one mesh, whose sides
    may touch each other as parts of one body (BODY.selfcontact). None: no face is opened. Parts
    are in the order of their first elements, nodes and elements in that of the mesh."""

def HEX(
    nodes: _Points,
    i: int,
    j: int,
    k: int,
    volid: int,
    surfids: _Numbers,
    dx: _Numbers | None = None,
    dy: _Numbers | None = None,
    dz: _Numbers | None = None,
) -> MESH:
    """Makes a structured hexahedral mesh between eight corners.

    Nodes are numbered along x first, then y, then z."""

def ROUGH_HEX(
    shape: CONVEX | list[CONVEX],
    i: int,
    j: int,
    k: int,
    dx: _Numbers | None = None,
    dy: _Numbers | None = None,
    dz: _Numbers | None = None,
) -> MESH:
    """Makes a background mesh for the argument mesh of BODY.

    A regular grid of hexahedra along the principal directions of the Euler tensor of the shape
    that just encloses it; x, y and z stand for the principal direction closest to that axis.
    All volume and surface ids are 2147483647."""

def BOX(
    corner: _Numbers,
    sizes: _Numbers,
    volid: int,
    surfids: int | _Numbers,
) -> CONVEX:
    """Makes a box with faces along the coordinate axes; ROTATE turns it."""

def PRISM(
    polygon: _Points,
    axis: _Numbers,
    volid: int,
    surfids: int | _Numbers,
) -> CONVEX:
    """Makes a prism over a plane polygon.

    A concave polygon is cut into convex parts: the CONVEX then holds several polyhedra side by
    side, and the faces of the cuts have the id of the bottom. Sides that cross are refused."""

def CYLINDER(
    base: _Numbers,
    axis: _Numbers,
    radius: float,
    facets: int,
    volid: int,
    surfids: int | _Numbers,
) -> CONVEX:
    """Makes a cylinder with plane facets.

    It is the prism whose corners lie on the circle of the radius, so with n facets its volume
    is n/2 sin(2 pi/n) radius^2 times the length of the axis. The first corner lies in the
    direction of x seen from the axis (of y when the axis runs along x)."""

def PLANE(
    point: _Numbers,
    normal: _Numbers,
    size: float,
    volid: int,
    surfid: int,
    thickness: float | None = None,
) -> CONVEX:
    """Makes a ground, a wall or a ramp for an OBSTACLE: a square slab below a plane.

    Bodies of other kinds refuse it."""

def PIPE(
    pnt: _Numbers,
    dir: _Numbers,
    rin: float,
    thi: float,
    ndri: int,
    nrad: int,
    nthi: int,
    volid: int,
    surfids: _Numbers,
) -> MESH:
    """Makes a tube of hexahedra, whose nodes lie on circles.

    Nodes are numbered outwards through the wall first, then around the axis by the right-hand
    rule, then along it."""

def TETRAHEDRALIZE(
    shape: MESH | str | PathLike[str],
    path: str | PathLike[str],
    volume: float | None = None,
    quality: float | None = None,
    volid: int | None = None,
    surfid: int | None = None,
) -> MESH:
    """Fills a closed surface with tetrahedra, by the program gmsh.

    Without `volume` the triangles of the surface are the faces of the elements (faces of four
    corners are cut into two). Solids may be several and have cavities. The file `path` tells
    what its mesh was made of: when the shape, its ids, `volume` or `quality` have changed, it
    is made anew with a warning. A file from elsewhere is taken as it is."""

def ELLIP_MESH(
    center: _Numbers,
    radii: _Numbers,
    error: float,
    volid: int,
    surfid: int,
) -> MESH:
    """Makes an ellipsoid of tetrahedra, by the program gmsh.

    Nodes of the surface lie on the ellipsoid."""

class SPHERE:
    """Makes a sphere.

    A SPHERE object may hold many spheres: pass an earlier one as `sphere`."""

    def __init__(
        self,
        center: _Numbers,
        radius: float,
        volid: int,
        surfid: int,
        sphere: SPHERE | None = None,
    ) -> None: ...
    @property
    def center(self) -> tuple[float, float, float]:
        """centre of the first sphere, m"""
    @property
    def radius(self) -> float:
        """radius of the first sphere, m"""

class ELLIP:
    """Makes an ellipsoid.

    ROTATE turns its axes, and SCALE by unequal factors those of one that is turned.
    Pseudo-rigid bodies deform it into other ellipsoids. Contact with any other shape is at one
    point."""

    def __init__(
        self,
        center: _Numbers,
        radii: _Numbers,
        volid: int,
        surfid: int,
    ) -> None: ...
    @property
    def center(self) -> tuple[float, float, float]:
        """its centre, m"""
    @property
    def radii(self) -> tuple[float, float, float]:
        """its three radii, m"""
    @property
    def rot(self) -> tuple[float, ...]:
        """nine numbers, the directions of the radii one after another"""

class ROD:
    """Makes a cylinder whose side is round, without facets.

    Its normals and gaps are exact, so it rolls and turns in a BORE without noise. It touches a
    face, an edge or another ROD along a line at both ends of the line, and stands on eight
    points of its rim. Mass and inertia are exact. RIGID bodies and OBSTACLEs may have it.
    Pictures and exports show facets."""

    def __init__(
        self,
        base: _Numbers,
        axis: _Numbers,
        radius: float,
        volid: int,
        surfid: int,
    ) -> None: ...
    @property
    def center(self) -> tuple[float, float, float]:
        """its centre, m"""
    @property
    def axis(self) -> tuple[float, float, float]:
        """from the bottom to the top, m"""
    @property
    def radius(self) -> float:
        """its radius, m"""

class BORE:
    """Makes a round hole without facets, in a wall that is open at both mouths.

    The inner side of the wall presses on what is in the hole, between the mouths: ROD, SPHERE,
    ELLIP and polyhedra. The wall has mass, but its outer side and its ends touch nothing: give
    the body a CONVEX or a PIPE beside the BORE where it needs one. RIGID bodies and OBSTACLEs
    may have it. Pictures and exports show facets."""

    def __init__(
        self,
        base: _Numbers,
        axis: _Numbers,
        radius: float,
        thickness: float,
        volid: int,
        surfid: int,
    ) -> None: ...
    @property
    def center(self) -> tuple[float, float, float]:
        """its centre, m"""
    @property
    def axis(self) -> tuple[float, float, float]:
        """from the lower to the upper mouth, m"""
    @property
    def radius(self) -> float:
        """of the hole, m"""
    @property
    def thickness(self) -> float:
        """of the wall, m"""

def COPY(
    shape: _S,
) -> _S:
    """Copies shapes.

    The result is one object for one object (or a list of one), else a list."""

def SCALE(
    shape: _S,
    coefs: _Numbers,
) -> _S:
    """Scales shapes about the origin.

    Shapes are changed in place and returned; for a point the new point is returned. The factors
    of a sphere must be equal."""

def TRANSLATE(
    shape: _S,
    vector: _Numbers,
) -> _S:
    """Translates shapes.

    Shapes are changed in place and returned; for a point the new point is returned."""

def ROTATE(
    shape: _S,
    point: _Numbers,
    vector: _Numbers,
    angle: float,
) -> _S:
    """Rotates shapes about an axis.

    Shapes are changed in place and returned; for a point the new point is returned."""

def SPLIT(
    shape: _Shape,
    point: _Numbers,
    normal: _Numbers,
    surfid: int | _Numbers = 0,
    topoadj: Literal["ON", "OFF"] = 'OFF',
    remesh: Literal["ON", "OFF"] = 'ON',
) -> tuple[CONVEX | MESH | SPHERE | ELLIP | ROD | BORE | list[CONVEX | MESH | SPHERE | ELLIP | ROD | BORE] | None, ...]:
    """Cuts shapes by a plane and returns (below, above).

    A side is a CONVEX with all its polyhedra, a MESH for each part that hangs together, a
    SPHERE with all its spheres, an ELLIP with all its ellipsoids, a list of these, or None when
    it is empty. Polyhedra and meshes are cut; a sphere or an ellipsoid goes whole to the side
    of its centre.

    A MESH is cut through its elements: tetrahedra, pyramids, wedges and hexahedra on both
    sides, whose volumes sum to that of the mesh to rounding where its faces are plane. Faces
    keep their surface ids. Nodes nearer to the plane than a fifth of a cut edge move onto it
    where surface, surface ids and volume ids stay what they are. A warning tells when elements
    become thinner than a tenth of the thinnest one before. A mesh that `topoadj` opens without
    parting it is below."""

def BEND(
    shape: MESH,
    point: _Numbers,
    direction: _Numbers,
    angle: float,
) -> MESH:
    """Bends a mesh about an axis, in place, and returns it.

    Bending starts at the section through the axis and the nearest node q and goes along
    direction x (q - its projection on the axis); lengths at q's distance from the axis are
    kept, what is longer than the arc stays straight."""

def OVERLAPPING(
    obstacles: _Shape,
    shapes: _Shape,
    invert: Literal["NOT"] | None = None,
    gap: float = 0.0,
) -> list[Any]:
    """Chooses those of some shapes that overlap obstacles, or those that do not.

    Each object of the list is looked at as a whole, with all its polyhedra or spheres. The
    depth of an overlap is how far an object must be moved, at least, to leave a piece of the
    obstacles; shapes that touch do not overlap. A shape inside of a mesh, and a round one whose
    middle is inside of a polyhedron, is deeper than any gap."""

def MASS_CENTER(
    shape: _Shape | BODY,
) -> tuple[float, float, float]:
    """Computes the centre of the volume, m.

    Of a BODY it is the centre of its reference shape."""

class SOLFEC:
    """Makes an analysis; one script may hold several.

    When the folder holds results the object is in READ mode: RUN shows the frame of its end and
    the results commands show what is stored. Option -w moves the old results away and writes
    anew. An object with a path that an earlier one of the script has written reads it, whatever
    the options. One process writes into a folder at a time: another one gets CreationError at
    RUN."""

    def __init__(
        self,
        analysis: Literal["DYNAMIC", "QUASI_STATIC"],
        step: float,
        output: str | PathLike[str],
    ) -> None: ...
    @property
    def analysis(self) -> str:
        """'DYNAMIC' or 'QUASI_STATIC'"""
    @property
    def time(self) -> float:
        """current time, s"""
    @property
    def mode(self) -> str:
        """'WRITE', or 'READ' when the folder holds results"""
    @property
    def constraints(self) -> list[CONSTRAINT]:
        """all constraints, contacts included"""
    @property
    def ncon(self) -> int:
        """number of constraints"""
    @property
    def worst(self) -> CONSTRAINT | Any:
        """constraint with the largest part of the residual of the last step"""
    @property
    def bodies(self) -> list[BODY]:
        """all bodies in creation order"""
    @property
    def nbod(self) -> int:
        """number of bodies"""
    @property
    def step(self) -> float:
        """upper bound of the time step, s"""
    @step.setter
    def step(self, value: float) -> None: ...
    @property
    def current_step(self) -> float:
        """working time step, may be less than `step`, s"""
    @property
    def verbose(self) -> str:
        """console output during RUN; '%': only the share done, renewed in place, with a line
        end: on a line of its own each time"""
    @verbose.setter
    def verbose(self, value: Literal["ON", "OFF", "%", "%\n"]) -> None: ...
    @property
    def projection(self) -> str:
        """removal of the drift of joints after each step; 'OFF' by default, which removes it in
        mechanisms that are held twice alone"""
    @projection.setter
    def projection(self, value: Literal["ON", "OFF"]) -> None: ...
    @property
    def impacts(self) -> str:
        """which reactions dynamic analyses report, 'SHAKE' by default: those that move the
        bodies, which spread an impact over two steps; 'RATTLE': the impulse of an impact is
        that of its step (docs/time-step.md), at up to twice the cost; bodies move alike"""
    @impacts.setter
    def impacts(self, value: Literal["SHAKE", "RATTLE"]) -> None: ...
    @property
    def outpath(self) -> str:
        """results folder"""
    @property
    def equilibrium(self) -> float:
        """quasi-static steps are repeated until at most this part of the load of each body is
        out of balance, below 1; 1E-3 by default; 0: those of deformable bodies are not"""
    @equilibrium.setter
    def equilibrium(self, value: float) -> None: ...
    @property
    def out_of_balance(self) -> float:
        """part of its load by which the body farthest from equilibrium is out of balance after
        the last quasi-static step"""
    @property
    def repeats(self) -> int:
        """repeats of the last step, see `equilibrium`"""

class SURFACE_MATERIAL:
    """Defines the contact law between two surfaces.

    With both surfaces omitted it is the default of all pairs. Look-up for a contact: the exact
    pair, (a, any), (b, any), the default. A second definition of a pair replaces the first one
    with a warning.

    The spring force is spring * depth^hpow, so that spring has the unit N/m^hpow. With dashpot
    = -1 the dashpot is 2 sqrt (m k), where k is the tangent stiffness at the depth and m the
    mass that both bodies put against the contact: with hpow = 1 it comes to rest without
    vibration, with others nearly so; it needs hpow above 0 (docs/solvers.md).

    COHESIVE_ZONE bonds what touches at time 0 by springs that soften while they break, beside
    the contact with its friction: linear up to the strength (a pull of tension, a shear of
    cohesion, both by Mohr's line, friction * pull + shear = cohesion), then down to zero, with
    a break that takes normal_energy or tangential_energy per area. It needs positive cohesion,
    tension and energies (docs/contact.md).

    STATIC_DYNAMIC is SIGNORINI_COULOMB with friction until a contact slides and with
    dynamic_friction from the step after until it sticks again (docs/contact.md).

    ROLLING_RESISTANCE is SIGNORINI_COULOMB with a couple against rolling of at most rolling
    times the normal reaction, between rigid bodies and obstacles (docs/contact.md).

    PRESS_FIT is SIGNORINI_COULOMB for interference fits: DYNAMIC steps press an overlap of
    bodies that strain apart by at most press_speed, and the bodies keep the stress; with other
    models they are moved apart without stress (docs/contact.md)."""

    def __init__(
        self,
        solfec: SOLFEC,
        surf1: int | None = None,
        surf2: int | None = None,
        model: Literal["SIGNORINI_COULOMB", "SPRING_DASHPOT", "COHESIVE_ZONE", "STATIC_DYNAMIC", "ROLLING_RESISTANCE", "PRESS_FIT"] = 'SIGNORINI_COULOMB',
        label: str | None = None,
        friction: float = 0.0,
        cohesion: float = 0.0,
        restitution: float = 0.0,
        spring: float = 0.0,
        dashpot: float = 0,
        hpow: float = 1,
        tension: float = 0.0,
        normal_energy: float = 0.0,
        tangential_energy: float = 0.0,
        normal_stiffness: float = 0.0,
        tangential_stiffness: float = 0.0,
        dynamic_friction: float = 0.0,
        rolling: float = 0.0,
        press_speed: float = 0.0,
    ) -> None: ...
    @property
    def surf1(self) -> int | Any:
        """first surface id, None: any"""
    @property
    def surf2(self) -> int | Any:
        """second surface id, None: any"""
    @property
    def label(self) -> str:
        """label"""
    @property
    def model(self) -> str:
        """contact law"""
    @model.setter
    def model(self, value: Literal["SIGNORINI_COULOMB", "SPRING_DASHPOT", "COHESIVE_ZONE", "STATIC_DYNAMIC", "ROLLING_RESISTANCE", "PRESS_FIT"]) -> None: ...
    @property
    def friction(self) -> float:
        """Coulomb coefficient"""
    @friction.setter
    def friction(self, value: float) -> None: ...
    @property
    def cohesion(self) -> float:
        """cohesion per area, Pa"""
    @cohesion.setter
    def cohesion(self, value: float) -> None: ...
    @property
    def restitution(self) -> float:
        """velocity restitution"""
    @restitution.setter
    def restitution(self, value: float) -> None: ...
    @property
    def spring(self) -> float:
        """spring stiffness, N/m"""
    @spring.setter
    def spring(self, value: float) -> None: ...
    @property
    def dashpot(self) -> float:
        """damping; -1: critical damping, N s/m"""
    @dashpot.setter
    def dashpot(self, value: float) -> None: ...
    @property
    def hpow(self) -> float:
        """power of the depth"""
    @hpow.setter
    def hpow(self, value: float) -> None: ...
    @property
    def tension(self) -> float:
        """tensile strength, COHESIVE_ZONE, Pa"""
    @tension.setter
    def tension(self, value: float) -> None: ...
    @property
    def normal_energy(self) -> float:
        """of a break by a pull, J/m²"""
    @normal_energy.setter
    def normal_energy(self, value: float) -> None: ...
    @property
    def tangential_energy(self) -> float:
        """of a break by a shear, J/m²"""
    @tangential_energy.setter
    def tangential_energy(self, value: float) -> None: ...
    @property
    def normal_stiffness(self) -> float:
        """of a bond along its normal; 0: by strength and energy, Pa/m"""
    @normal_stiffness.setter
    def normal_stiffness(self, value: float) -> None: ...
    @property
    def tangential_stiffness(self) -> float:
        """of a bond across; 0: by strength and energy, Pa/m"""
    @tangential_stiffness.setter
    def tangential_stiffness(self, value: float) -> None: ...
    @property
    def dynamic_friction(self) -> float:
        """while it slides, STATIC_DYNAMIC"""
    @dynamic_friction.setter
    def dynamic_friction(self, value: float) -> None: ...
    @property
    def rolling(self) -> float:
        """arm against rolling, ROLLING_RESISTANCE, m"""
    @rolling.setter
    def rolling(self, value: float) -> None: ...
    @property
    def press_speed(self) -> float:
        """of an overlap that opens, PRESS_FIT, m/s"""
    @press_speed.setter
    def press_speed(self, value: float) -> None: ...

class BULK_MATERIAL:
    """Defines the material of a volume.

    A second definition of a label replaces the first one with a warning."""

    def __init__(
        self,
        solfec: SOLFEC,
        model: Literal["KIRCHHOFF", "NEO_HOOKE", "VON_MISES"] = 'KIRCHHOFF',
        label: str | None = None,
        young: float = 1E6,
        poisson: float = 0.25,
        density: float = 1E3,
        yield_stress: float = 0,
        hardening: float = 0,
    ) -> None: ...
    @property
    def label(self) -> str:
        """label"""
    @property
    def model(self) -> str:
        """law of the stress"""
    @model.setter
    def model(self, value: Literal["KIRCHHOFF", "NEO_HOOKE", "VON_MISES"]) -> None: ...
    @property
    def young(self) -> float:
        """Young's modulus, Pa"""
    @young.setter
    def young(self, value: float) -> None: ...
    @property
    def poisson(self) -> float:
        """Poisson's ratio, in (-1, 0.5); 0.5 only for RIGID bodies and OBSTACLEs"""
    @poisson.setter
    def poisson(self, value: float) -> None: ...
    @property
    def density(self) -> float:
        """mass density of bodies made afterwards, kg/m^3"""
    @density.setter
    def density(self, value: float) -> None: ...
    @property
    def yield_stress(self) -> float:
        """'VON_MISES': stress of the first yield, else 0, Pa"""
    @yield_stress.setter
    def yield_stress(self, value: float) -> None: ...
    @property
    def hardening(self) -> float:
        """'VON_MISES': slope of the yield stress, else 0, Pa"""
    @hardening.setter
    def hardening(self, value: float) -> None: ...

class BODY:
    """Makes a body at rest; its mass properties come from shape and material."""

    def __init__(
        self,
        solfec: SOLFEC,
        kind: Literal["RIGID", "PSEUDO_RIGID", "FINITE_ELEMENT", "OBSTACLE"],
        shape: _Shape,
        material: BULK_MATERIAL | str,
        label: str | None = None,
        form: Literal["TL", "BC", "BC_MANUAL", "BC-MODAL", "BC-RO"] = 'TL',
        mesh: MESH | None = None,
        element: Literal["LINEAR", "BENDING", "MIXED"] = 'LINEAR',
        base: tuple[Any, ...] | str | None = None,
    ) -> None: ...
    @property
    def kind(self) -> str:
        """'RIGID', 'PSEUDO_RIGID', 'FINITE_ELEMENT' or 'OBSTACLE'"""
    @property
    def label(self) -> str:
        """label, '' when there is none"""
    @property
    def conf(self) -> tuple[float, ...] | Any:
        """configuration: rotation (RIGID) or deformation gradient (PSEUDO_RIGID) column by
        column, then the current mass centre; current positions of the nodes (FINITE_ELEMENT);
        None for an OBSTACLE, which refuses another one. Writing moves the body without work,
        and keeps velo"""
    @conf.setter
    def conf(self, value: _Numbers) -> None: ...
    @property
    def velo(self) -> tuple[float, ...] | Any:
        """velocity: referential angular velocity (RIGID) or rate of the deformation gradient
        (PSEUDO_RIGID), then velocity of the centre; velocities of the nodes (FINITE_ELEMENT);
        None for an OBSTACLE, which refuses another one"""
    @velo.setter
    def velo(self, value: _Numbers) -> None: ...
    @property
    def mass(self) -> float:
        """reference mass, kg"""
    @property
    def volume(self) -> float:
        """reference volume, m^3"""
    @property
    def center(self) -> tuple[float, float, float]:
        """reference mass centre, m"""
    @property
    def tensor(self) -> tuple[float, ...]:
        """inertia tensor (RIGID) or mass-weighted Euler tensor, column by column, kg m^2"""
    @property
    def constraints(self) -> list[CONSTRAINT]:
        """constraints of this body"""
    @property
    def ncon(self) -> int:
        """number of constraints of this body"""
    @property
    def selfcontact(self) -> str:
        """contact between elements of the body that share no node, or other pieces that do not
        touch from the start; found for every kind, without a force for RIGID and PSEUDO_RIGID,
        whose uniform motion never lets two of their points meet"""
    @selfcontact.setter
    def selfcontact(self, value: Literal["ON", "OFF"]) -> None: ...
    @property
    def scheme(self) -> str:
        """time integration: RIG_POS, RIG_NEG (default), RIG_IMP for RIGID, DEF_EXP (default),
        DEF_LIM, DEF_LIM2, DEF_IMP for PSEUDO_RIGID and FINITE_ELEMENT; reading gives the
        resolved name"""
    @scheme.setter
    def scheme(self, value: Literal["DEFAULT", "RIG_POS", "RIG_NEG", "RIG_IMP", "DEF_EXP", "DEF_LIM", "DEF_LIM2", "DEF_IMP"]) -> None: ...
    @property
    def damping(self) -> float:
        """stiffness-proportional damping factor, 0 for kinds without stiffness, s"""
    @damping.setter
    def damping(self, value: float) -> None: ...
    @property
    def disable_rotation(self) -> str:
        """'ON': the angular velocity of a RIGID body stays zero; forces, reactions and torques
        have no moment about its centre; refused for other kinds and while the body turns"""
    @disable_rotation.setter
    def disable_rotation(self, value: Literal["ON", "OFF"]) -> None: ...
    @property
    def id(self) -> int:
        """number of the body, from 1 in creation order"""
    @property
    def material(self) -> BULK_MATERIAL:
        """bulk material"""
    @property
    def element(self) -> str:
        """strains of the elements of a FINITE_ELEMENT body, 'LINEAR' for other kinds"""
    @property
    def mesh(self) -> Any:
        """copy of the MESH of the shape with its nodes where they are now, a list of several,
        None without; FINITE_ELEMENT: the mesh whose nodes conf and velo list"""
    @property
    def display_points(self) -> list[tuple[str, tuple[float, float, float]]]:
        """points of DISPLAY_POINT: (label, point), m"""

class TIME_SERIES:
    """Makes a piecewise linear function of time, constant beyond its ends.

    At least two points; times must increase. A record of PEER NGA (.AT2) is no such file:
    solfec.quake reads it (docs/earthquakes.md)."""

    def __init__(
        self,
        points: _Numbers | Iterable[_Numbers] | str | PathLike[str],
        label: str | None = None,
        cache: int = 0,
    ) -> None: ...
    @property
    def label(self) -> str:
        """label, '' when there is none"""
    @property
    def times(self) -> list[float]:
        """times of the points, s"""
    @property
    def values(self) -> list[float]:
        """values at these times"""
    @property
    def derivative(self) -> TIME_SERIES:
        """new series of the slopes, piecewise constant; that of an integral is the series that
        was integrated"""
    @property
    def integral(self) -> TIME_SERIES:
        """new series of the integral from the first time, exact at all times up to the last one
        (piecewise quadratic, then cubic, at most 8 times) and constant beyond the ends"""

def GRAVITY(
    solfec: SOLFEC,
    vector: Sequence[float | TIME_SERIES] | _Numbers,
) -> None:
    """Sets the gravitational acceleration of all bodies; replaces the earlier one."""

def FORCE(
    body: BODY,
    kind: Literal["SPATIAL", "CONVECTED"],
    point: _Numbers,
    direction: _Numbers,
    value: float | TIME_SERIES | Callable[..., Sequence[float]],
    data: Any = None,
) -> None:
    """Applies a point force to a body; forces add up.

    A function is called as value(data..., q, u, time, step) with the configuration and velocity
    of the body and returns its whole load, point and direction are ignored: for RIGID nine
    numbers (spatial force, spatial torque, referential torque), else one number per velocity
    component."""

def TORQUE(
    body: BODY,
    kind: Literal["SPATIAL", "CONVECTED"],
    direction: _Numbers,
    value: float | TIME_SERIES,
) -> None:
    """Applies a torque to a RIGID body; torques add up."""

def PRESSURE(
    body: BODY,
    surfid: int,
    value: float | TIME_SERIES,
) -> None:
    """Loads all faces of a body that have a surface id along their outward normals; pressures
    add up.

    The load follows the faces: per area as it is now, along the normal as it is now. Resultant
    and moment are those of the integral over the faces of MESH and CONVEX objects; round shapes
    have no faces. A FINITE_ELEMENT body gets nodal forces, and must be the mesh itself, not a
    shape in a background mesh."""

def SIMPLIFIED_CRACK(
    body: BODY,
    point: _Numbers,
    normal: _Numbers,
    surfid: int | _Numbers,
    criterion: Literal["TENSILE"],
    topoadj: Literal["ON", "OFF"] = 'OFF',
    ft: float = 0.0,
    Gf: float = 0.0,
) -> None:
    """Prescribes a plane along which a body is cut in a RUN once it is pulled too much there.

    As a step begins, the stress along the normal of the plane is found where the plane cuts
    edges of elements. Once the largest one is above `ft`, parts take the place of the body, as
    SPLIT makes them of its mesh, with labels that end with /1 and so on. Mass, momentum and
    angular momentum stay. Point forces, pressures and constraints go to the part that has their
    point or faces; forces and springs by functions, joints and other cracks of the body end
    with it, which is told. With `Gf` the new faces are bonded: SURFACE_MATERIAL of the pair of
    ids is COHESIVE_ZONE with the tension `ft`, energies that take `Gf` from the strength on,
    cohesion ft x max(1, friction), and friction and restitution of the material that the pair
    had; the ids must be those of no other faces. Comes before RUN, in DYNAMIC analyses on one
    rank."""

def INITIAL_VELOCITY(
    body: BODY,
    linear: _Numbers,
    angular: _Numbers,
) -> None:
    """Gives a body the velocity of a rigid motion, meant for time 0.

    An OBSTACLE keeps this motion: it turns steadily about its moving centre."""

def TAKE_MOTION(
    body: BODY,
    source: BODY,
) -> None:
    """Gives a body the place, the momentum and the angular momentum of another one.

    For bodies that change their kind in a run: make the new body from the same reference shape,
    let it take the motion, DELETE the old one. The body is put, undeformed, where the mean
    rotation and the mass centre of the source put its reference, and moves as a rigid body with
    the momenta of the source. Velocities of points change as far as mass and inertia differ, as
    do those of lumped masses of a coarse mesh; deformation and its energy are left behind.
    RIGID_TO_FEM keeps velocities in their place."""

def BODY_CHARS(
    body: BODY,
    mass: float,
    volume: float,
    center: _Numbers,
    tensor: _Numbers,
) -> None:
    """Overwrites the reference characteristics of a body, before the first step."""

class CONSTRAINT:
    """A user constraint or a contact point.

    Objects come from the commands below, from SOLFEC.constraints and BODY.constraints; calling
    CONSTRAINT is an error. All members of a constraint that has vanished are None."""

    def __init__(
        self,
    ) -> None: ...
    @property
    def kind(self) -> str | Any:
        """'CONTACT', 'FIXPNT', 'FIXDIR', 'VELODIR', 'RIGLNK', 'SPRING'"""
    @property
    def R(self) -> tuple[float, float, float] | Any:
        """mean reaction over the step in the local base (t1, t2, n), N"""
    @property
    def U(self) -> tuple[float, float, float] | Any:
        """relative velocity at the end of the step in the local base, m/s"""
    @property
    def V(self) -> tuple[float, float, float] | Any:
        """relative velocity at the start of the step in the local base, m/s"""
    @property
    def base(self) -> tuple[float, ...] | Any:
        """local base: t1, t2, n one after another"""
    @property
    def point(self) -> tuple[float, ...] | Any:
        """spatial point; for RIGLNK and SPRING both points, six numbers, m"""
    @property
    def area(self) -> float | Any:
        """contact area, 0 for other kinds, m^2"""
    @property
    def gap(self) -> float | Any:
        """gap, negative when overlapping; 0 for other kinds, m"""
    @property
    def damage(self) -> float | Any:
        """of the bond of a contact of COHESIVE_ZONE, 1: broken; else 0"""
    @property
    def merit(self) -> float | Any:
        """violation of the constraint"""
    @property
    def adjbod(self) -> Any:
        """bodies (master, slave), or the only one"""
    @property
    def matlab(self) -> str | Any:
        """label of the surface material of a contact"""
    @property
    def spair(self) -> tuple[int, int] | Any:
        """surface ids (master, slave) of a contact"""

def FIX_POINT(
    body: BODY,
    point: _Numbers,
    strength: float | None = None,
) -> CONSTRAINT:
    """Fixes a point of a body in space.

    With a strength it is removed at the end of the first step in which |R| is larger, and a
    line says so; it has done no work. Only one process may give it.

    The point moves with the body and need not lie in its shape, but in the mesh of a
    FINITE_ELEMENT body; so do those of the commands below. An OBSTACLE is held by nothing,
    which a warning tells."""

def FIX_DIRECTION(
    body: BODY,
    point: _Numbers,
    direction: _Numbers,
    body2: BODY | None = None,
    point2: _Numbers | None = None,
) -> CONSTRAINT:
    """Fixes the motion of a point of a body along a spatial direction.

    With another body the two points keep their distance along the direction, which stays in
    space. Points that lie beside each other then see a moment: put them on one line along the
    direction. Either body may be an OBSTACLE, which drives the other one."""

def SET_DISPLACEMENT(
    body: BODY,
    point: _Numbers,
    direction: _Numbers,
    tms: TIME_SERIES,
) -> CONSTRAINT:
    """Prescribes the displacement of a point along a spatial direction.

    Counts from now: the point moves by tms(t) - tms(now). Give the body the velocity with which
    the series begins, else it catches up in two steps. The path is followed exactly. Points
    that are samples of a smooth motion, at least eight in a row, are joined by a smooth curve,
    others by straight lines (docs/time-step.md); each corner between lines is a jump of the
    velocity and needs a force that grows as one over the step.

    On an OBSTACLE the commands SET_DISPLACEMENT, SET_VELOCITY and SET_ACCELERATION of one point
    translate it, those of three points may also turn it; motions that no rigid body can follow
    are an error of RUN."""

def SET_VELOCITY(
    body: BODY,
    point: _Numbers,
    direction: _Numbers,
    value: float | TIME_SERIES,
) -> CONSTRAINT:
    """Prescribes the velocity of a point along a spatial direction.

    The velocity at the end of each step is that of the series. See SET_DISPLACEMENT for an
    OBSTACLE."""

def SET_ACCELERATION(
    body: BODY,
    point: _Numbers,
    direction: _Numbers,
    tms: TIME_SERIES,
) -> CONSTRAINT:
    """Prescribes the acceleration of a point along a spatial direction.

    The velocity is the integral of the series from time 0. Outside of the times of the series
    the acceleration is zero: a body keeps the velocity that it has reached at the last time,
    which a warning tells when the last value is not zero. See SET_DISPLACEMENT for an OBSTACLE."""

def SET_DISPLACEMENT3(
    body: BODY,
    point: _Numbers,
    base: _Numbers,
    tms: Sequence[TIME_SERIES],
) -> tuple[CONSTRAINT, CONSTRAINT, CONSTRAINT]:
    """Prescribes the displacement of a point along three spatial directions.

    Returns the three constraints of kind 'VELODIR' that SET_DISPLACEMENT would make for each
    direction."""

def SET_VELOCITY3(
    body: BODY,
    point: _Numbers,
    base: _Numbers,
    tms: Sequence[float | TIME_SERIES],
) -> tuple[CONSTRAINT, CONSTRAINT, CONSTRAINT]:
    """Prescribes the velocity of a point along three spatial directions.

    Returns the three constraints of kind 'VELODIR' that SET_VELOCITY would make for each
    direction."""

def SET_ACCELERATION3(
    body: BODY,
    point: _Numbers,
    base: _Numbers,
    tms: Sequence[TIME_SERIES],
) -> tuple[CONSTRAINT, CONSTRAINT, CONSTRAINT]:
    """Prescribes the acceleration of a point along three spatial directions.

    Returns the three constraints of kind 'VELODIR' that SET_ACCELERATION would make for each
    direction."""

def PUT_RIGID_LINK(
    body1: BODY | None,
    body2: BODY | None,
    point1: _Numbers,
    point2: _Numbers,
    strength: float | None = None,
) -> CONSTRAINT:
    """Keeps the distance that two points of two bodies have when it is put. One of them may be
    an OBSTACLE, which drives the other one.

    Points that coincide are tied in all directions: those closer than the GEOMETRIC_EPSILON
    that the script has given, or else than 1E-4 m and a thousandth of the least extent of
    either body."""

def PUT_SPRING(
    body1: BODY | None,
    point1: _Numbers,
    body2: BODY | None,
    point2: _Numbers,
    function: float | TIME_SERIES | Callable[[float, float], float],
    limits: Sequence[float | None] | _Numbers | None,
    direction: _Numbers | None = None,
    update: str | None = None,
) -> CONSTRAINT:
    """Puts a spring, with a damper if it is a function, between two points of two bodies.

    The stroke is what the distance along the direction, direction * (point1 - point2), has
    changed by since now. At its limits it meets rigid stops, without rebound.

    A number is a stiffness k >= 0, a table its curve: what is positive over a positive stroke
    pulls the points together. Both are solved for together with all contacts and are stable for
    every stiffness and step; tables keep their last force beyond their ends.

    A function is called as function(stroke, velocity), m and m/s, and returns the force along
    the growing stroke, N: -k * stroke - c * velocity restores and damps. It is called several
    times per step, and at small strokes and velocities when it is given, and must depend on its
    arguments alone. A warning tells of a function whose force grows along the stroke or the
    velocity, and of a table that drives apart."""

class JOINT:
    """A joint between two bodies.

    Objects come from the commands below; calling JOINT is an error. A joint consists of rows,
    which are CONSTRAINT objects; its members sum them up (docs/joints.md). Angle, travel and
    their rates tell how body1 moves against body2, forces and moments what the joint does to
    body1. Members that a joint does not have, and all of a joint that was deleted, are None;
    those of UNIVERSAL for an angle are pairs of numbers."""

    def __init__(
        self,
    ) -> None: ...
    @property
    def kind(self) -> str:
        """'BALL', 'HINGE', 'SLIDER', 'CYLINDRICAL', 'UNIVERSAL', 'WELD'"""
    @property
    def bodies(self) -> tuple[BODY | None, BODY | None]:
        """body1 and body2, None for space"""
    @property
    def constraints(self) -> list[CONSTRAINT]:
        """rows of the joint"""
    @property
    def point(self) -> tuple[float, float, float] | Any:
        """spatial point, of body1 or body2, m"""
    @property
    def axis(self) -> tuple[float, float, float] | Any:
        """spatial axis of HINGE, SLIDER and CYLINDRICAL in the middle of the last step; turns
        with body2"""
    @property
    def R(self) -> tuple[float, float, float] | Any:
        """mean force on body1 over the step, N"""
    @property
    def M(self) -> tuple[float, float, float] | Any:
        """mean moment on body1 about the point, N m"""
    @property
    def angle(self) -> Any:
        """angle about the axis, with whole turns, rad"""
    @property
    def rate(self) -> Any:
        """its rate at the end of the step, rad/s"""
    @property
    def torque(self) -> Any:
        """mean torque about the axis: spring, damper, stops, friction and motor, N m"""
    @property
    def travel(self) -> float | Any:
        """travel along the axis, m"""
    @property
    def speed(self) -> float | Any:
        """its rate at the end of the step, m/s"""
    @property
    def force(self) -> float | Any:
        """mean force along the axis: spring, damper, stops, friction and motor, N"""
    @property
    def motor(self) -> Any:
        """part of the motor in the torque, of SLIDER in the force, N m or N"""
    @property
    def power(self) -> Any:
        """mean power of this motor over the step, W"""
    @property
    def travel_motor(self) -> float | Any:
        """CYLINDRICAL: part of the motor of the travel in the force, N"""
    @property
    def travel_power(self) -> float | Any:
        """CYLINDRICAL: mean power of this motor over the step, W"""

def BALL(
    body1: BODY | None,
    body2: BODY | None,
    point: _Numbers,
    contact: Literal["ON", "OFF"] = 'OFF',
) -> JOINT:
    """Joins a point of two bodies; they turn freely about it.

    PSEUDO_RIGID and FINITE_ELEMENT bodies may be joined, too; the point lies inside of a mesh."""

def HINGE(
    body1: BODY | None,
    body2: BODY | None,
    point: _Numbers,
    axis: _Numbers,
    limits: Sequence[float | None] | _Numbers | None = None,
    friction: float = 0.0,
    spring: float | TIME_SERIES | None = None,
    damper: float = 0.0,
    contact: Literal["ON", "OFF"] = 'OFF',
) -> JOINT:
    """Joins two bodies along an axis, about which they turn.

    The angle is that of body1 against body2 about the axis by the right hand, 0 now. At its
    limits it meets rigid stops, without rebound. Friction holds the angle unless more than its
    torque is needed. See MOTOR."""

def SLIDER(
    body1: BODY | None,
    body2: BODY | None,
    point: _Numbers,
    axis: _Numbers,
    limits: Sequence[float | None] | _Numbers | None = None,
    friction: float = 0.0,
    spring: float | TIME_SERIES | None = None,
    damper: float = 0.0,
    contact: Literal["ON", "OFF"] = 'OFF',
) -> JOINT:
    """Joins two bodies so that they move along an axis and do not turn.

    The travel is that of body1 against body2 along the axis, 0 now. Limits and friction are
    those of HINGE. See MOTOR."""

def CYLINDRICAL(
    body1: BODY | None,
    body2: BODY | None,
    point: _Numbers,
    axis: _Numbers,
    limits: Sequence[float | None] | _Numbers | None = None,
    friction: float = 0.0,
    spring: float | TIME_SERIES | None = None,
    damper: float = 0.0,
    travel_limits: Sequence[float | None] | _Numbers | None = None,
    travel_friction: float = 0.0,
    travel_spring: float | TIME_SERIES | None = None,
    travel_damper: float = 0.0,
    contact: Literal["ON", "OFF"] = 'OFF',
) -> JOINT:
    """Joins two bodies so that they move along an axis and turn about it.

    Angle and travel are those of HINGE and SLIDER, with stops, friction, springs and dampers of
    their own: the names that begin with travel_ are of the travel. See MOTOR."""

def UNIVERSAL(
    body1: BODY | None,
    body2: BODY | None,
    point: _Numbers,
    axis1: _Numbers,
    axis2: _Numbers,
    limits: Sequence[float | None] | _Numbers | None = None,
    friction: float = 0.0,
    spring: float | TIME_SERIES | None = None,
    damper: float = 0.0,
    limits2: Sequence[float | None] | _Numbers | None = None,
    friction2: float = 0.0,
    spring2: float | TIME_SERIES | None = None,
    damper2: float = 0.0,
    contact: Literal["ON", "OFF"] = 'OFF',
) -> JOINT:
    """Joins two bodies by a cross of two perpendicular axes (Cardan).

    The point and the right angle of the axes stay. The angles are those of body1 about axis1
    against the cross, and of the cross about axis2 against body2, 0 now. Each has stops,
    friction, a spring and a damper as HINGE has them: the names that end with 2 are of axis2.
    See MOTOR."""

def WELD(
    body1: BODY | None,
    body2: BODY | None,
    point: _Numbers,
    contact: Literal["ON", "OFF"] = 'OFF',
) -> JOINT:
    """Joins two bodies so that neither moves against the other."""

def MOTOR(
    joint: JOINT,
    angle: float | TIME_SERIES | None = None,
    travel: float | TIME_SERIES | None = None,
    speed: float | TIME_SERIES | None = None,
    torque: float | TIME_SERIES | None = None,
    force: float | TIME_SERIES | None = None,
    limit: float | None = None,
    gain: float | None = None,
    coordinate: Literal["ANGLE", "ANGLE2", "TRAVEL"] | None = None,
) -> None:
    """Drives a coordinate of a joint by one of the ways angle, travel, speed, torque and force.

    Angle, travel and speed are solved for together with all contacts: the rate at the end of a
    step is exact unless it needs more than the limit, so that each gain is stable. A motor that
    starts far from its angle needs a gain or a limit; one with a limit brakes in time and does
    not swing. Angles and travels count from where the joint was made. Each coordinate of
    CYLINDRICAL and UNIVERSAL has a motor of its own. MOTOR again replaces the motor of its
    coordinate; without a way it switches that motor off, without way and coordinate all motors
    of the joint."""

class GAUSS_SEIDEL_SOLVER:
    """Makes a block Gauss-Seidel solver of the contact problem.

    Without arguments a step is solved when errors of velocity are at most 1E-3 g h, a
    thousandth of the speed that gravity gives a body in the step (docs/solvers.md).

    On failure 'EXIT' and a callback that returns 0 stop the run: RUN raises SolverStop."""

    def __init__(
        self,
        epsilon: float = 1E-6,
        maxiter: int = 1000,
        meritval: float = 1E-3,
        failure: Literal["CONTINUE", "EXIT", "CALLBACK"] = 'CONTINUE',
        diagepsilon: float = ...,
        diagmaxiter: int = ...,
        diagsolver: Literal["EXACT", "SEMISMOOTH_NEWTON", "PROJECTED_GRADIENT", "DE_SAXCE_FENG", "PROJECTED_NEWTON", "PROJECTED_NEWTON_VELOCITY"] = 'EXACT',
        data: Any = None,
        callback: Callable[..., Any] | None = None,
        acceleration: Literal["OFF", "NNCG", "AUTO"] = 'AUTO',
        accuracy: float | tuple[float, str] | str = ...,
    ) -> None: ...
    @property
    def failure(self) -> str:
        """'CONTINUE', 'EXIT' or 'CALLBACK'"""
    @property
    def error(self) -> str:
        """'OK', 'DIVERGED', 'DIAGONAL_DIVERGED' or 'DIAGONAL_FAILED' in the last step"""
    @property
    def iters(self) -> int:
        """sweeps of the last step"""
    @property
    def rerhist(self) -> list[float]:
        """relative change per sweep of the last step, as 'epsilon' bounds it"""
    @property
    def merhist(self) -> list[float]:
        """merit values of the last step"""
    @property
    def residual(self) -> float:
        """natural-map residual e of the last step"""
    @property
    def replaced(self) -> int:
        """visits of contacts in the last step at which 'EXACT' replaced the block solver"""
    @property
    def epsilon(self) -> float:
        """relative change of what the reactions do to bodies that suffices, and e; with
        acceleration='OFF' that of the reactions alone"""
    @epsilon.setter
    def epsilon(self, value: float) -> None: ...
    @property
    def maxiter(self) -> int:
        """largest number of sweeps"""
    @maxiter.setter
    def maxiter(self, value: int) -> None: ...
    @property
    def meritval(self) -> float:
        """merit value that suffices"""
    @meritval.setter
    def meritval(self, value: float) -> None: ...
    @property
    def diagepsilon(self) -> float:
        """accuracy of the block solver"""
    @diagepsilon.setter
    def diagepsilon(self, value: float) -> None: ...
    @property
    def diagmaxiter(self) -> int:
        """iterations of the block solver"""
    @diagmaxiter.setter
    def diagmaxiter(self, value: int) -> None: ...
    @property
    def diagsolver(self) -> str:
        """block solver"""
    @diagsolver.setter
    def diagsolver(self, value: Literal["EXACT", "SEMISMOOTH_NEWTON", "PROJECTED_GRADIENT", "DE_SAXCE_FENG", "PROJECTED_NEWTON", "PROJECTED_NEWTON_VELOCITY"]) -> None: ...
    @property
    def reverse(self) -> str:
        """forward and backward sweeps in turn"""
    @reverse.setter
    def reverse(self, value: Literal["ON", "OFF"]) -> None: ...
    @property
    def variant(self) -> str:
        """update between processors; no effect, a note says so"""
    @variant.setter
    def variant(self, value: Literal["FULL", "MIDDLE_JACOBI", "BOUNDARY_JACOBI", "SIMPLIFIED"]) -> None: ...
    @property
    def innerloops(self) -> int:
        """inner loops per global sweep; no effect, a note says so"""
    @innerloops.setter
    def innerloops(self, value: int) -> None: ...
    @property
    def acceleration(self) -> str:
        """help where sweeps are slow"""
    @acceleration.setter
    def acceleration(self, value: Literal["OFF", "NNCG", "AUTO"]) -> None: ...
    @property
    def accuracy(self) -> float | tuple[float, str] | str:
        """error of velocity that suffices, in place of the other criteria: each row keeps it,
        or the mean of the bodies does and no row misses ten times as much, m/s"""
    @accuracy.setter
    def accuracy(self, value: float | tuple[float, str] | str) -> None: ...
    @property
    def velerr(self) -> float:
        """largest error of velocity of a row in the last step, m/s"""
    @property
    def velmean(self) -> float:
        """error of velocity in the mean of the bodies in the last step: root of the sum of the
        squares of the rows over the number of bodies, m/s"""
    @property
    def missed(self) -> str:
        """criterion that the last step did not meet; '' when it converged"""
    @property
    def stages(self) -> list[dict[str, str | int | float]]:
        """what solved the last step, in its order: dictionaries with the stage, its sweeps,
        steps, factorisations and work (in sweeps), the errors over the criteria before and
        after it, and its end, the reason in words (docs/solvers.md)"""

class PENALTY_SOLVER:
    """Makes a solver that treats every contact as a spring and a dashpot.

    Surface materials must define `spring`: RUN refuses one without."""

    def __init__(
        self,
        variant: Literal["IMPLICIT", "EXPLICIT", "SEMI_EXPLICIT"] = 'IMPLICIT',
    ) -> None: ...

class NEWTON_SOLVER:
    """Makes an inexact projected Newton solver of all constraints at once.

    The variants and what they are good for are described in docs/solvers.md. A step that does
    not converge keeps the iterate of least merit. What a keyword of later versions is taken for
    is said when it is given."""

    def __init__(
        self,
        meritval: float = 1E-3,
        maxiter: int = ...,
        variant: Literal["NONSMOOTH_HSW", "NONSMOOTH_HYBRID", "FIXED_POINT", "NONSMOOTH_VARIATIONAL", "SMOOTHED_VARIATIONAL", "BODY_SPACE"] = 'SMOOTHED_VARIATIONAL',
        locdyn: Literal["ON", "OFF"] | None = None,
        linver: Literal["GMRES", "DIAG"] | None = None,
        linmaxiter: int | None = None,
        maxmatvec: int | None = None,
        epsilon: float | None = None,
        delta: float | None = None,
        theta: float | None = None,
        omega: float | None = None,
        gsflag: Literal["ON", "OFF"] | None = None,
        reldelta: Literal["OFF", "avgWii", "minWii", "maxWii"] | None = None,
        accuracy: float | tuple[float, str] | str = ...,
    ) -> None: ...
    @property
    def error(self) -> str:
        """'OK', 'DIVERGED' or 'DIAGONAL_FAILED' in the last step"""
    @property
    def iters(self) -> int:
        """iterations of the last step"""
    @property
    def merhist(self) -> list[float]:
        """merit value per iteration of the last step"""
    @property
    def residual(self) -> float:
        """natural-map residual of the last step"""
    @property
    def meritval(self) -> float:
        """merit value that suffices"""
    @meritval.setter
    def meritval(self, value: float) -> None: ...
    @property
    def maxiter(self) -> int:
        """largest number of iterations"""
    @maxiter.setter
    def maxiter(self, value: int) -> None: ...
    @property
    def linminiter(self) -> int:
        """linear iterations that are always allowed and done (5)"""
    @linminiter.setter
    def linminiter(self, value: int) -> None: ...
    @property
    def resdec(self) -> float:
        """reduction of the linear residual that suffices, below 1 (0.25)"""
    @resdec.setter
    def resdec(self, value: float) -> None: ...
    @property
    def accuracy(self) -> float | tuple[float, str] | str:
        """error of velocity that suffices, in place of the other criteria: each row keeps it,
        or the mean of the bodies does and no row misses ten times as much, m/s"""
    @accuracy.setter
    def accuracy(self, value: float | tuple[float, str] | str) -> None: ...
    @property
    def velerr(self) -> float:
        """largest error of velocity of a row in the last step, m/s"""
    @property
    def velmean(self) -> float:
        """error of velocity in the mean of the bodies in the last step: root of the sum of the
        squares of the rows over the number of bodies, m/s"""
    @property
    def missed(self) -> str:
        """criterion that the last step did not meet; '' when it converged"""
    @property
    def stages(self) -> list[dict[str, str | int | float]]:
        """what solved the last step, in its order: dictionaries with the stage, its sweeps,
        steps, factorisations and work (in sweeps), the errors over the criteria before and
        after it, and its end, the reason in words (docs/solvers.md)"""
    @property
    def locdyn(self) -> str:
        """'OFF' for the variant 'BODY_SPACE'"""
    @property
    def linver(self) -> str:
        """later versions: kept without effect"""
    @linver.setter
    def linver(self, value: Literal["GMRES", "DIAG"]) -> None: ...
    @property
    def linmaxiter(self) -> int:
        """later versions: kept without effect"""
    @linmaxiter.setter
    def linmaxiter(self, value: int) -> None: ...
    @property
    def maxmatvec(self) -> int:
        """later versions: kept without effect"""
    @maxmatvec.setter
    def maxmatvec(self, value: int) -> None: ...
    @property
    def epsilon(self) -> float:
        """later versions: the member resdec, below 1"""
    @epsilon.setter
    def epsilon(self, value: float) -> None: ...
    @property
    def delta(self) -> float:
        """later versions: kept without effect"""
    @delta.setter
    def delta(self, value: float) -> None: ...
    @property
    def theta(self) -> float:
        """later versions: kept without effect"""
    @theta.setter
    def theta(self, value: float) -> None: ...
    @property
    def omega(self) -> float:
        """later versions: kept without effect"""
    @omega.setter
    def omega(self, value: float) -> None: ...
    @property
    def gsflag(self) -> str:
        """later versions: kept without effect"""
    @gsflag.setter
    def gsflag(self, value: Literal["ON", "OFF"]) -> None: ...
    @property
    def variant(self) -> str:
        """linearisation of the contact law"""
    @variant.setter
    def variant(self, value: Literal["NONSMOOTH_HSW", "NONSMOOTH_HYBRID", "FIXED_POINT", "NONSMOOTH_VARIATIONAL", "SMOOTHED_VARIATIONAL", "BODY_SPACE"]) -> None: ...
    @property
    def nonmonlength(self) -> int:
        """iterates that the line search remembers (5); 1: monotone"""
    @nonmonlength.setter
    def nonmonlength(self, value: int) -> None: ...

def TEST_SOLVER(
    meritval: float = 1E-8,
    maxiter: int = 1000,
    maxmatvec: int | None = None,
    linmaxiter: int | None = None,
    epsilon: float = 0.25,
    delta: float | None = None,
    omega: float | None = None,
) -> NEWTON_SOLVER:
    """Makes a NEWTON_SOLVER, for scripts of later versions.

    That name stood for a variant of Newton's method under development."""

class BODY_SPACE_SOLVER:
    """Makes a projected inexact Newton solver that multiplies with W body by body.

    It solves the projection equation of the contact law (docs/solvers.md) and never assembles
    W."""

    def __init__(
        self,
        meritval: float = 1E-5,
        maxiter: int = ...,
        accuracy: float | tuple[float, str] | str = ...,
    ) -> None: ...
    @property
    def error(self) -> str:
        """'OK', 'DIVERGED' or 'DIAGONAL_FAILED' in the last step"""
    @property
    def iters(self) -> int:
        """iterations of the last step"""
    @property
    def merhist(self) -> list[float]:
        """merit value per iteration of the last step"""
    @property
    def residual(self) -> float:
        """natural-map residual of the last step"""
    @property
    def meritval(self) -> float:
        """merit value that suffices"""
    @meritval.setter
    def meritval(self, value: float) -> None: ...
    @property
    def maxiter(self) -> int:
        """largest number of iterations"""
    @maxiter.setter
    def maxiter(self, value: int) -> None: ...
    @property
    def linminiter(self) -> int:
        """linear iterations that are always allowed and done (5)"""
    @linminiter.setter
    def linminiter(self, value: int) -> None: ...
    @property
    def resdec(self) -> float:
        """reduction of the linear residual that suffices, below 1 (0.25)"""
    @resdec.setter
    def resdec(self, value: float) -> None: ...
    @property
    def accuracy(self) -> float | tuple[float, str] | str:
        """error of velocity that suffices, in place of the other criteria: each row keeps it,
        or the mean of the bodies does and no row misses ten times as much, m/s"""
    @accuracy.setter
    def accuracy(self, value: float | tuple[float, str] | str) -> None: ...
    @property
    def velerr(self) -> float:
        """largest error of velocity of a row in the last step, m/s"""
    @property
    def velmean(self) -> float:
        """error of velocity in the mean of the bodies in the last step: root of the sum of the
        squares of the rows over the number of bodies, m/s"""
    @property
    def missed(self) -> str:
        """criterion that the last step did not meet; '' when it converged"""
    @property
    def stages(self) -> list[dict[str, str | int | float]]:
        """what solved the last step, in its order: dictionaries with the stage, its sweeps,
        steps, factorisations and work (in sweeps), the errors over the criteria before and
        after it, and its end, the reason in words (docs/solvers.md)"""
    @property
    def smooth(self) -> float:
        """smoothing of the derivative (0); a small positive value switches it on, m/s"""
    @smooth.setter
    def smooth(self, value: float) -> None: ...

class INTERIOR_POINT_SOLVER:
    """Makes an interior point solver for walls and piles of rigid bodies with redundant
    contacts.

    Each iteration is a sparse factorisation over the bodies; sweeps end a step
    (docs/solvers.md). Sweeps with its criteria alone solve steps on several ranks, with
    contacts of finite elements or without contacts.

    friction = 'CONVEX' leaves the dilation out of Coulomb's law: a contact that slides with the
    speed v moves apart with friction times v, so bodies rise as they slide."""

    def __init__(
        self,
        maxiter: int = 200,
        accuracy: float | tuple[float, str] | str = ...,
        meritval: float = 1E-3,
        friction: Literal["EXACT", "CONVEX"] = 'EXACT',
    ) -> None: ...
    @property
    def error(self) -> str:
        """'OK', 'DIVERGED' or 'DIAGONAL_FAILED' in the last step"""
    @property
    def iters(self) -> int:
        """factorisations of the last step, or its sweeps alone"""
    @property
    def residual(self) -> float:
        """natural-map residual of the last step; with friction = 'CONVEX' the error of the
        convex problem over velocities"""
    @property
    def maxiter(self) -> int:
        """largest number of factorisations"""
    @maxiter.setter
    def maxiter(self, value: int) -> None: ...
    @property
    def meritval(self) -> float:
        """merit value that suffices"""
    @meritval.setter
    def meritval(self, value: float) -> None: ...
    @property
    def friction(self) -> str:
        """law of friction"""
    @friction.setter
    def friction(self, value: Literal["EXACT", "CONVEX"]) -> None: ...
    @property
    def accuracy(self) -> float | tuple[float, str] | str:
        """error of velocity that suffices, in place of the other criteria: each row keeps it,
        or the mean of the bodies does and no row misses ten times as much, m/s"""
    @accuracy.setter
    def accuracy(self, value: float | tuple[float, str] | str) -> None: ...
    @property
    def velerr(self) -> float:
        """largest error of velocity of a row in the last step, m/s"""
    @property
    def velmean(self) -> float:
        """error of velocity in the mean of the bodies in the last step: root of the sum of the
        squares of the rows over the number of bodies, m/s"""
    @property
    def missed(self) -> str:
        """criterion that the last step did not meet; '' when it converged"""
    @property
    def stages(self) -> list[dict[str, str | int | float]]:
        """what solved the last step, in its order: dictionaries with the stage, its sweeps,
        steps, factorisations and work (in sweeps), the errors over the criteria before and
        after it, and its end, the reason in words (docs/solvers.md)"""

def RUN(
    solfec: SOLFEC,
    solver: GAUSS_SEIDEL_SOLVER | PENALTY_SOLVER | NEWTON_SOLVER | BODY_SPACE_SOLVER | INTERIOR_POINT_SOLVER,
    duration: float,
) -> None:
    """Advances an analysis; several calls continue each other.

    In READ mode it ends at the stored frame of its end, and settings that the script gives
    otherwise than the results are warnings. Raises SolverStop when the solver's failure policy
    stops the run and NumericalError when a result is not finite, the energy of a body or of a
    joint grows without work or the step no longer changes the time.

    In the viewer (option -v) it only remembers solver and duration: the user starts it."""

class ROWS:
    """Rows of the step under way of a TIME_LOOP: U = B + W R.

    Objects come from TIME_LOOP.rows (); calling ROWS is an error. Constraints of the script
    come first, then contacts. Vectors have the components (t1, t2, n) of the frame of their
    row, W contains the step, and R is the mean force over it (docs/notation.md). Arrays are
    copies of numpy that cannot be written. The rows are there until the finish () of their
    step."""

    def __init__(
        self,
    ) -> None: ...
    @property
    def count(self) -> int:
        """number of rows"""
    @property
    def kinds(self) -> list[str]:
        """as CONSTRAINT.kind"""
    @property
    def bodies(self) -> NDArray[numpy.int64]:
        """ids of masters and slaves, n x 2; 0: space"""
    @property
    def point(self) -> NDArray[numpy.float64]:
        """n x 3, m"""
    @property
    def frame(self) -> NDArray[numpy.float64]:
        """n x 3 x 3, with the columns t1, t2, n"""
    @property
    def gap(self) -> NDArray[numpy.float64]:
        """of contacts, negative where bodies overlap, m"""
    @property
    def open(self) -> NDArray[numpy.bool_]:
        """contacts with a positive gap, which have no reaction"""
    @property
    def friction(self) -> NDArray[numpy.float64]:
        """mu of contacts"""
    @property
    def shift(self) -> NDArray[numpy.float64]:
        """what the law of contacts adds to U_N: e min (0, V_N) with the restitution e;
        quasi-static: max (gap, 0) / h, m/s"""
    @property
    def cohesion(self) -> NDArray[numpy.float64]:
        """force of the bond of contacts, added to R_N, N"""
    @property
    def target(self) -> NDArray[numpy.float64]:
        """prescribed U_N of SET_VELOCITY and its like, m/s"""
    @property
    def V(self) -> NDArray[numpy.float64]:
        """relative velocities at the start of the step, n x 3, m/s"""
    @property
    def B(self) -> NDArray[numpy.float64]:
        """relative velocities without reactions, n x 3, m/s"""
    @property
    def U(self) -> NDArray[numpy.float64]:
        """relative velocities with reactions, after solve (), m/s"""
    @property
    def R(self) -> NDArray[numpy.float64]:
        """reactions to start from; after solve () the solution, N"""
    @property
    def W(self) -> tuple[NDArray[numpy.float64], NDArray[numpy.int32], NDArray[numpy.int32]]:
        """blocks 3 x 3, their block columns and the starts of block rows, as
        scipy.sparse.bsr_matrix takes them, s/kg"""

class TIME_LOOP:
    """A RUN whose steps the script makes part by part.

    `with TIME_LOOP (solfec, solver, duration) as loop:` begins it, `for step in loop:` gives
    the loop once for each step, and predict (), detect (), rows (), solve () and finish () make
    the step, which gives the bytes of RUN. Between finish () and predict () the model may
    change, as in a function of CALLBACK. In READ mode the loop has no steps: it shows the frame
    at its end, as RUN does. It is for one rank, and not for the viewer (docs/time-loop.md)."""

    def __init__(
        self,
        solfec: SOLFEC,
        solver: GAUSS_SEIDEL_SOLVER | PENALTY_SOLVER | NEWTON_SOLVER | BODY_SPACE_SOLVER | INTERIOR_POINT_SOLVER,
        duration: float,
    ) -> None: ...
    def begin(
        self,
    ) -> bool:
        """Begins a step. Returns False when none is left, which has ended the RUN; `for step in
        loop` calls it."""
    def predict(
        self,
    ) -> None:
        """Moves the bodies by half a step and finds loads and velocities without reactions."""
    def detect(
        self,
    ) -> None:
        """Finds the contacts in the middle of the step."""
    def rows(
        self,
    ) -> ROWS:
        """Forms the rows of contacts and constraints, U = B + W R."""
    def solve(
        self,
        reactions: Callable[[ROWS], Any] | _Numbers | None = None,
    ) -> None:
        """Finds the reactions by the solver, or takes those of the script. Reactions of the
        script are measured as those of the solver are, by its criteria: its members residual,
        velerr, merhist and missed say how good they are, and its failure policy acts.
        PENALTY_SOLVER has no criteria, and SOLFEC.impacts = 'RATTLE' solves a second time: both
        refuse them."""
    def finish(
        self,
    ) -> None:
        """Ends the step: velocities with reactions, the second half step, frames, callbacks,
        checks and requests to stop, as in RUN."""
    def end(
        self,
    ) -> None:
        """Ends the RUN between two steps, with a frame; it may be called again. Within a step
        it takes the step back and raises a RuntimeError."""
    @property
    def time(self) -> float:
        """time at the end of the last step that was finished, s"""
    @property
    def step(self) -> float:
        """length of the step under way, or of the last one, s"""
    @property
    def number(self) -> int:
        """number of the step under way, or of the last one, from 1 on"""
    @property
    def next(self) -> str:
        """next part: 'begin', 'predict', 'detect', 'rows', 'solve' or 'finish'; '' when the RUN
        has ended"""
    @property
    def bodies(self) -> NDArray[numpy.int64]:
        """ids of all bodies, increasing"""
    @property
    def q(self) -> NDArray[numpy.float64]:
        """configurations of all bodies, BODY.conf one after the other; between predict () and
        finish () those of the middle of the step, with u as it is without reactions"""
    @property
    def u(self) -> NDArray[numpy.float64]:
        """velocities of all bodies by increasing id, BODY.velo one after the other: of a rigid
        body 6, of a pseudo-rigid one 12 numbers, of finite elements those of the nodes, of an
        obstacle none; writing them before predict () acts as INITIAL_VELOCITY"""
    @u.setter
    def u(self, value: Any) -> None: ...
    @property
    def q_start(self) -> NDArray[numpy.int64]:
        """where the numbers of each body begin in q; one more entry is the end"""
    @property
    def u_start(self) -> NDArray[numpy.int64]:
        """likewise in u"""
    def __enter__(self) -> TIME_LOOP: ...
    def __exit__(self, *exception: Any) -> None: ...
    def __iter__(self) -> TIME_LOOP: ...
    def __next__(self) -> TIME_LOOP: ...

def OUTPUT(
    solfec: SOLFEC,
    interval: float,
    compression: Literal["ON", "OFF"] = 'ON',
    contacts: str | int = 'EVERY',
) -> None:
    """Sets how often results are written; without it each step is.

    Contacts are most of the bytes of a frame. A frame without them holds their number, the
    constraints of the script and all of the bodies. What HISTORY, pictures and exports show of
    contacts is missing there, and they say so. The first frame and the one at the end of a RUN
    hold contacts always."""

def EXTENTS(
    solfec: SOLFEC,
    extents: _Numbers,
) -> None:
    """Deletes bodies that lie completely outside a box at the end of a step."""

def UNPHYSICAL_PENETRATION(
    solfec: SOLFEC,
    depth: float,
) -> None:
    """Stops RUN with an error when a contact is deeper than a bound.

    RUN raises SolverStop after the last frame is written; without this command any depth goes
    on."""

def CALLBACK(
    solfec: SOLFEC,
    interval: float,
    data: Any,
    callback: Callable[..., Any],
) -> None:
    """Calls a function at intervals during RUN; one per analysis, the last one holds."""

def GEOMETRIC_EPSILON(
    epsilon: float,
) -> None:
    """Sets the tolerance of geometric tests for all analyses.

    Without it shapes are built with 1E-4 m, and the first RUN of an analysis takes for contact
    min(1E-4 m, 1E-3 of the least extent of its smallest moving body), which then holds. A value
    that is given holds as it is; RUN warns when a moving body is smaller than 100 times that
    (docs/contact.md)."""

def CONTACT_SPARSIFY(
    solfec: SOLFEC,
    threshold: float = 0.01,
    minarea: float = 0.0,
    mindist: float = ...,
) -> None:
    """Sets how redundant contact points are removed."""

def CONTACT_PREDICTION(
    solfec: SOLFEC,
    distance: float,
) -> None:
    """Makes pairs that are closer than the distance obey the contact law on their velocity plus
    gap / step, so that an impact ends at the surface and not a step's way inside
    (docs/time-step.md). Choose at least speed x step of the impacts. Off without it: contacts
    are seen once bodies touch."""

def CONTACT_POINTS(
    solfec: SOLFEC,
    rule: Literal["CENTROID", "PATCH"],
) -> None:
    """Sets which points carry the contact of two polyhedra (docs/contact.md)."""

def CONTACT_BOUNCE(
    solfec: SOLFEC,
    speed: float | tuple[float, str],
) -> None:
    """Sets the least approach for which restitution acts: bodies that approach slower come to
    rest on each other (docs/contact.md).

    Without it the least approach is (2, 'GH'), the speed that gravity gives in two steps. With
    0 every approach bounces, as it does with the restitution 1 in any case."""

def CONTACT_PROJECTION(
    solfec: SOLFEC,
    switch: Literal["ON", "OFF"],
) -> None:
    """Moves overlapping bodies apart after each step of a dynamic analysis, up to a fifth of
    the overlap at once; velocities stay (docs/contact.md). On without it. CONTACT_POINTS
    'CENTROID', springs and quasi-static analyses do not know it."""

def DELETE(
    solfec: SOLFEC,
    object: BODY | CONSTRAINT | JOINT,
) -> None:
    """Deletes a body with its constraints and loads, a constraint, or a joint."""

def PARTITION(
    body: BODY,
    parts: int,
) -> list[BODY] | Any:
    """Splits a body into parts of about as many elements, glued node to node.

    The parts take over material, form, element, scheme, damping and velocity; their labels are
    that of the body followed by _PART1 and so on. They touch each other where the body could:
    nowhere unless its selfcontact is 'ON', and never between elements that share a node. Loads
    and constraints come afterwards. One part: None, and the body stays as it is."""

def RT_SPLIT(
    body1: BODY,
    surf: Iterable[Sequence[int]],
    sid1: int = 0,
    sid2: int = 0,
    label1: str | None = None,
    label2: str | None = None,
) -> Any:
    """Opens the mesh of a body along faces between elements, also in a CALLBACK.

    The body is replaced by two parts, or by one where the faces open a slit only. Parts have
    its material, form, element, scheme, damping and self-contact, the bodies that it has no
    contact with, and the place and velocity of each of its points: momentum and angular
    momentum stay. Loads and constraints go with the body, which a warning tells; a body with
    cohesive bonds is refused. Returns the second part (None: a slit), the numbers that the
    nodes of the first part had, and those of the second; None when no face is listed. On one
    rank only."""

def BYLABEL(
    solfec: SOLFEC,
    kind: Literal["SURFACE_MATERIAL", "BULK_MATERIAL", "BODY"],
    label: str,
) -> Any:
    """Finds an object by its label; None when there is none."""

def MATERIAL(
    solfec: SOLFEC,
    body: BODY,
    volid: int,
    material: BULK_MATERIAL | str,
) -> None:
    """Gives the parts of a body with a volume id another bulk material.

    Comes before the first step of the body and replaces what BODY_CHARS set. Mass, centre and
    tensor are those of the parts; the stiffness of a PSEUDO_RIGID body is the mean weighted by
    volume, which is exact for its uniform deformation."""

def APPLY_BULKMAT(
    solfec: SOLFEC,
    body: BODY,
    volid: int,
    material: BULK_MATERIAL | str,
) -> None:
    """Gives the parts of a body with a volume id another bulk material, as MATERIAL does."""

def CONTACT_EXCLUDE_BODIES(
    body1: BODY,
    body2: BODY,
) -> None:
    """Excludes contact between two bodies, from the next step on."""

def CONTACT_EXCLUDE_OBJECTS(
    body1: BODY,
    point1: _Numbers,
    body2: BODY,
    point2: _Numbers,
) -> None:
    """Excludes contact between two geometric objects of bodies, from the next step on.

    An object is a polyhedron, a sphere or an element; the one that holds the point deepest
    counts. Elements inside a mesh touch nothing anyway. A mesh that is convex as a whole, of a
    body that keeps planes plane, must have no cohesive bond yet."""

def CONTACT_EXCLUDE_SURFACES(
    solfec: SOLFEC,
    surf1: int,
    surf2: int,
) -> None:
    """Excludes contact between faces with two surface ids, from the next step on.

    A body that meets an excluded face goes through it, until other faces are the nearest ones."""

def IMBALANCE_TOLERANCE(
    solfec: SOLFEC,
    tolerance: float,
    lockdir: Any = 'OFF',
    degenratio: float = 10.0,
    weightfactor: float = 1.0,
    updatefreq: int | None = None,
    whole: int = 500,
) -> None:
    """Sets how ranks share a model: bodies are dealt out anew when the loads differ by more
    than the tolerance. Bodies that joints hold together stay on one rank unless they are more
    than 'whole'. Nothing on one rank."""

def LOCDYN_DUMP(
    solfec: SOLFEC,
    path: str | PathLike[str],
) -> None:
    """Writes the local dynamics of the last step as text, one line per constraint.

    A line has the kind, (point), (master id, slave id or -1), the base [t1, t2, n] and the
    diagonal block of W by columns; after => come, for each coupled constraint, its kind,
    (point) and block. Entries below 1E-15 of the largest are written as 0.

    A file that has the name already is written over only when it is such a text; any other file
    is an error and stays as it is."""

def EXPORT_CONTACT_PROBLEM(
    solfec: SOLFEC,
    path: str | PathLike[str],
) -> None:
    """Writes the contact problem of the last step with its solution.

    docs/stored-problems.md describes the formats; solfec --solve PATH solves the problem again.
    Reactions become impulses, open contacts are left out. The text format holds contacts only,
    FCLIB also joints and prescribed velocities; SPRING_DASHPOT contacts have no place in
    either."""

def NCPU(
    solfec: SOLFEC | None = None,
) -> int:
    """Gives the number of processes (ranks) of the analysis; 1 without solfec-mpi."""

def HERE(
    solfec: SOLFEC,
    object: BODY | CONSTRAINT,
) -> bool:
    """Tells whether an object exists on this process."""

def VIEWER() -> bool:
    """Tells whether the script is run for the viewer (option -v) or for pictures (--render),
    not for results."""

def NON_SOLFEC_ARGV() -> list[str] | Any:
    """Gives the words that follow the script on the command line, None without any."""

def DURATION(
    solfec: SOLFEC,
) -> tuple[float, float] | float:
    """Gives in READ mode the times (t0, t1) of the first and the last frame, s; in WRITE mode
    one number, the current time.

    A script that prints the same on both passes takes SOLFEC.time, in READ mode the time of the
    shown frame."""

def FORWARD(
    solfec: SOLFEC,
    steps: int,
) -> None:
    """Shows a later frame, at most the last one. Ignored in WRITE mode."""

def BACKWARD(
    solfec: SOLFEC,
    steps: int,
) -> None:
    """Shows an earlier frame, at most the first one. Ignored in WRITE mode."""

def SEEK(
    solfec: SOLFEC,
    time: float,
) -> None:
    """Shows the frame nearest to a time. Ignored in WRITE mode."""

def DISPLACEMENT(
    body: BODY,
    point: _Numbers,
) -> tuple[float, float, float]:
    """Gives the displacement of a point of a body, m.

    None for a body that the shown frame does not hold."""

def VELOCITY(
    body: BODY,
    point: _Numbers,
) -> tuple[float, float, float]:
    """Gives the velocity of a point of a body, m/s.

    None for a body that the shown frame does not hold."""

def STRESS(
    body: BODY,
    point: _Numbers,
    value: Literal["AVERAGED", "EXTRAPOLATED", "ELEMENT", "GAUSS"] = 'AVERAGED',
) -> tuple[float, float, float, float, float, float, float]:
    """Gives the Cauchy stress (sx, sy, sz, sxy, sxz, syz, mises) at a point, Pa.

    It is 0 for rigid bodies and obstacles, with a warning once; None for a body that the shown
    frame does not hold. Of finite elements: 'AVERAGED' is recovered at the nodes from the
    elements around them and interpolated between nodes, 'EXTRAPOLATED' from the integration
    points of the element, 'ELEMENT' the mean over it, 'GAUSS' the value at its nearest
    integration point. HISTORY, pictures and exports take 'AVERAGED', exports of cells
    'ELEMENT'."""

def ENERGY(
    solfec: SOLFEC,
    object: SOLFEC | BODY | Sequence[BODY] | None = None,
) -> tuple[float, float, float, float, float]:
    """Gives the energies (kinetic, internal, external, contact, friction), J.

    External is the work of loads and reactions, contact and friction the work of normal and
    tangential contact reactions, half of it on either body."""

def TIMING(
    solfec: SOLFEC,
    kind: Literal["TIMINT", "CONUPD", "CONDET", "LOCDYN", "CONSOL", "PARBAL", "GSINIT", "GSRUN", "GSCOM", "GSMCOM", "LININIT", "LINUPD", "LINMV", "LINPRE", "LINRUN", "LINCOM"],
) -> float:
    """Gives the seconds per step spent in a phase since the last frame, right after a frame
    those before it.

    TIMINT time integration, CONUPD constraints update, CONDET contact detection, LOCDYN local
    dynamics, CONSOL constraints solution, PARBAL load balancing; phases that did not run are 0."""

def HISTORY(
    solfec: SOLFEC,
    list: Any,
    t0: float,
    t1: float,
    skip: int = 1,
    progress: Literal["ON", "OFF"] = 'OFF',
    arrays: Literal["ON", "OFF"] = 'OFF',
) -> tuple[list[float], ...] | Any:
    """Samples the stored frames: (times, values1, values2, ...), one list per item.

    Items: (body, point, entity) with entity DX, DY, DZ, VX, VY, VZ, CX, CY, CZ, SX, SY, SZ,
    SXY, SXZ, SYZ, MISES, PLASTIC_STRAIN (C: current coordinates, S: stress); (object, entity)
    with KINETIC, INTERNAL, EXTERNAL, CONTACT, FRICTION, DAMPING, NUMERICAL, PLASTIC (see
    docs/time-step.md); (object, entity) and (object, direction, pair, entity) with GAP, R, CR,
    U, CU (GAP the least one, R reactions, U relative velocities, C: of contacts only), where
    direction and the pair of surfaces may be None; strings: BODS, BSITERS, CONS, DELBODS,
    GSBOT, GSCOLORS, GSINN, GSITERS, GSMID, GSTOP, MERIT, NEWBODS, NTITERS, OUT_OF_BALANCE,
    REPEATS, RESIDUAL, STEP, NEWCONS, TIMINT, CONUPD, CONDET, LOCDYN, CONSOL, PARBAL, GSINIT,
    GSRUN, GSCOM, GSMCOM, LININIT, LINUPD, LINMV, LINPRE, LINRUN, LINCOM (the phases of TIMING;
    counts since the frame before).

    An object is a SOLFEC, a BODY or its label, a list of these, or for constraints a CONSTRAINT
    or a list of CONSTRAINT.

    With a direction R and CR are the force, N, that all others exert on the object along it: a
    base under three blocks reads minus their weight along (0, 0, 1), each block plus its own.
    Pairs inside the object cancel, so that a SOLFEC feels only what is fixed in space. U and CU
    are the mean velocity of the object relative to the others, m/s. For a CONSTRAINT, the force
    on the first body of adjbod and its velocity relative to the second.

    Without direction R and CR are the sum, U and CU the mean of the normal components of all
    constraints of the object, each once and with the sign that CONSTRAINT.R and CONSTRAINT.U
    have: a measure of how hard it is pressed, no resultant.

    Where a frame holds none of the bodies of an item (they are not made yet, or deleted) the
    value is nan, which is said once for a body.

    An interval that holds no frame is an error that says which frames there are. After RUN in
    WRITE mode the frames written so far are sampled; without any the result is None."""

def MODAL_ANALYSIS(
    body: BODY | None = None,
    num: int | None = None,
    path: str | None = None,
    abstol: float = 1E-11,
    maxiter: int = 100,
    verbose: Literal["ON", "OFF"] = 'OFF',
) -> tuple[list[float], list[float]]:
    """Computes the lowest free vibrations K f = w^2 M f of a mesh in its reference.

    Returns the eigenvalues w^2 (1/s^2), ascending, and the vectors f, one list, three numbers
    for each node and mode, in the order of BODY.mesh, with f M f = 1. K is the tangent of the
    undeformed mesh, M the lumped mass; constraints and contacts are left out, so the first six
    modes are rigid motions with w = 0. A file that keeps the modes of another mesh or material
    is an error; option -w computes anew."""

def REGISTER_BASE(
    solfec: SOLFEC,
    base: tuple[Any, ...],
    label: str,
) -> None:
    """Makes a base known by a label, which BODY takes as its argument 'base'.

    Bodies of forms 'BC-MODAL' and 'BC-RO' share it. It belongs to the analysis and is stored
    with each body that uses it."""

def COROTATED_DISPLACEMENTS(
    solfec: SOLFEC,
    subset: str | BODY | int | tuple[Any, ...] | Sequence[str | BODY | int | tuple[Any, ...]] | None = None,
    sampling: float | Sequence[float] | None = None,
) -> list[list[float]]:
    """Samples displacements of meshes in the frames that turn with them.

    Returns an empty list at once. RUN appends a list of three numbers for each node, m, for
    each body at each time: positions turned back, less those of the reference, without their
    mean (form 'BC'); a base for 'BC-RO' follows from them by a singular value decomposition. A
    RUN that reads results or continues them (-c) takes the samples from frames, as far as there
    are frames at their times. Several ranks all have the whole list."""

def RIGID_DISPLACEMENTS(
    body: BODY,
) -> list[list[float]] | Any:
    """Gives the six displacements of a mesh that move it without strain.

    Six lists of three numbers for each node of BODY.conf: the unit translations along x, y and
    z, m, and e x (X - center) for turns by the unit of angle about these axes through the
    reference mass centre, m. None where another process has the body."""

def BODY_MM_EXPORT(
    body: BODY,
    pathM: str,
    pathK: str,
    spdM: Literal["ON", "OFF"] = 'ON',
    spdK: Literal["ON", "OFF"] = 'ON',
) -> None:
    """Writes mass and stiffness of a mesh as files of the MatrixMarket format.

    K is the tangent of the undeformed mesh, N/m, M the lumped mass, kg, as MODAL_ANALYSIS has
    them. Three unknowns x, y, z for each node, in the order of BODY.conf; constraints and
    contacts are left out. Numbers come back to the last bit (scipy.io.mmread). A file that
    Solfec has not written is an error and stays as it is."""

def DISPLAY_POINT(
    body: BODY,
    point: _Numbers,
    label: str | None = None,
) -> None:
    """Marks a reference point of a body in pictures (option --render), with its label.

    The point moves with the body; it is kept in BODY.display_points."""

def RANK() -> int:
    """Gives the number of this process (rank), from 0; 0 without solfec-mpi."""

def BARRIER() -> None:
    """Waits for all processes; returns at once on one."""

def SUBDIR() -> str | Any:
    """Gives the value of the option -s of the command line, None without it."""

def REGISTER_CALLBACK(
    callback: Callable[..., Any],
    data: Any = None,
) -> None:
    """Makes a function known to all processes, for the FORCE commands that use it.

    Every process runs the whole script here and has all of its functions, so there is nothing
    to be done but to check the arguments. Scripts that need it elsewhere run as they are."""

def WARNINGS(
    solfec: SOLFEC | str | None = None,
    state: Literal["ON", "OFF"] | None = None,
) -> None:
    """Switches the warnings about a model on or off, 'ON' without it.

    They are printed before the first step: bodies that coincide or overlap and the like; and
    once in a run for a pair of bodies that overlaps deeply or comes so fast that a step may
    pass it by. WARNINGS (solfec, 'OFF') silences one analysis, WARNINGS ('OFF') all, those made
    later too. Errors and warnings about calls stay."""

def RENDER(
    solfec: SOLFEC,
    object: BODY | Sequence[BODY],
) -> None:
    """Has pictures (option --render) show some bodies only.

    A later call replaces the bodies; an empty list stands for all."""

def VIEWER_ACTION(
    name: str,
    answer: str | None = None,
) -> None:
    """Has the viewer (option -v) perform an action of its menu.

    The actions of a script are performed in their order when the window opens, those of a
    script that the viewer runs, or of a callback, after it. Without the window nothing is done
    but the check of the name, in ordinary Python not even that."""

def XDMF_EXPORT(
    solfec: SOLFEC,
    time: float | Sequence[float],
    path: str | PathLike[str],
    subset: str | BODY | int | Sequence[float] | Sequence[Any] | None = None,
    attributes: Sequence[str] | None = None,
) -> None:
    """Exports frames for ParaView in READ mode. Ignored in WRITE mode.

    It writes what solfec --export vtk writes (docs/export.md): a series of files for each of
    bodies, obstacles, spheres, contacts and joints, with a .pvd file that says their times;
    ParaView, VisIt and vtk read these with fewer surprises than XDMF.

    A time outside of the results is an error, as is a range (a tuple) that holds no frame. A
    subset is a basic regular expression that is searched in labels, a BODY, the number of a
    body (the n-th of the script), a tuple of six numbers (a box, its lower and upper corner, m,
    that their boxes overlap at the first frame), or a list of these; contacts and joints are
    those of its bodies.

    Attributes: 'DISP', 'VELO', 'STRESS', 'PLASTIC_STRAIN', 'LABEL', 'MATERIAL', 'RANK' of
    bodies, 'REAC', 'RELV', 'GAP', 'AREA', 'NORMAL', 'STATUS' (0 open, 1 stick, 2 slip) of
    contacts and joints, which are written when one of these is asked for. Of several processes
    the first one writes."""

def INITIALIZE_STATE(
    solfec: SOLFEC,
    path: str | PathLike[str],
    time: float,
    subset: str | Sequence[str] | None = None,
) -> None:
    """Gives bodies the configuration and velocity that they have in stored results.

    Bodies are those of equal labels; a body without one is that of its number, BODY.id. Those
    that the results do not hold stay as they are. An OBSTACLE is placed, its velocity stays.
    The kinds must be equal, as must the numbers of nodes. Contacts, constraints and loads are
    not taken. A pattern is a basic regular expression that is searched in labels. What keeps it
    from being done is a RuntimeError, in READ mode a warning."""

def RIGID_TO_FEM(
    path: str | PathLike[str],
    time: float,
    solfec: SOLFEC,
    subset: str | Sequence[str] | None = None,
) -> None:
    """Moves the nodes of FINITE_ELEMENT bodies as stored RIGID bodies move.

    Nodes get places and velocities of the rigid motion, so that the mesh begins unstrained.
    Bodies are found as INITIALIZE_STATE finds them; those of other kinds stay as they are."""

def FIELD(*arguments: Any, **keywords: Any) -> NoReturn:
    """Newer than the 2010 language, not built: defines a field over space and time."""

def SICONOS_SOLVER(*arguments: Any, **keywords: Any) -> NoReturn:
    """Newer than the 2010 language, not built: solves with an external library."""

def HYBRID_SOLVER(*arguments: Any, **keywords: Any) -> NoReturn:
    """Newer than the 2010 language, not built: couples with an explicit particle program."""

def MBFCP_EXPORT(*arguments: Any, **keywords: Any) -> NoReturn:
    """Newer than the 2010 language, not built: writes the model for another program."""

def FRACTURE_EXPORT_YAFFEMS(*arguments: Any, **keywords: Any) -> NoReturn:
    """Newer than the 2010 language, not built: writes recorded fracture states."""

def SOLFEC_EXPORT(*arguments: Any, **keywords: Any) -> NoReturn:
    """Newer than the 2010 language, not built: copies a part of stored results."""
