"""The payload of a frame: states, energies, constraints and model data."""

from dataclasses import dataclass, field

from solfec_results.names import (BODY_KINDS, CONSTRAINT_KINDS, ENERGIES, FORMS, FRAME_KINDS,
                                  ITERATION_KINDS, PHASES, SCHEMES, SETTINGS, STATUSES, VERSION)
from solfec_results.shapes import read_background, read_shape
from solfec_results.xdr import Xdr

STATE_SIZES = {"OBSTACLE": 18, "RIGID": 18, "PSEUDO_RIGID": 24}
SELF_CONTACT = 256
ENERGY_KEYS = tuple(name.lower() for name in ENERGIES)


@dataclass
class Body:
    """What is stored once for each body."""

    id: int
    kind: str
    label: str
    origin: str  # script line that made it
    ordinal: int  # number of the BODY call in the script, 0: made in a callback
    material: int  # index into Model.bulk_materials
    part_materials: dict  # likewise, by volume id
    self_contact: bool
    mass: float  # kg
    volume: float  # m^3
    center: tuple  # reference centre, m
    tensor: tuple  # by columns; rigid: inertia, others: mass-weighted Euler tensor, kg m^2
    shape: object
    form: str = ""  # of finite elements

    def __repr__(self):
        label = f" '{self.label}'" if self.label else ""
        return f"<Body {self.id}{label} {self.kind}, mass {self.mass:g} kg, made at {self.origin}>"

    @property
    def nodes(self):
        """Reference positions of the nodes of finite elements, m."""
        return (self.shape.background or self.shape.meshes)[0].nodes


@dataclass
class Model:
    analysis: str
    bulk_materials: list  # dicts
    surface_materials: list  # dicts, the first is the default
    settings: dict
    bodies: list

    def __repr__(self):
        return (f"<Model {self.analysis}, {len(self.bodies)} bodies, {len(self.bulk_materials)} bulk "
                f"materials, {len(self.surface_materials)} surface materials>")


@dataclass
class BodyState:
    """A body in one frame. Finite elements have displacements and velocities of their nodes in the
    place of gradient, centre, rate and velocity, which are empty."""

    kind: str
    gradient: tuple  # rotation or deformation gradient by columns
    center: tuple  # m
    rate: tuple  # angular velocity (rigid: referential, obstacle: spatial) or rate of the gradient
    velocity: tuple  # of the centre, m/s
    energy: dict  # J, by name
    scheme: str = "NONE"
    self_contact: bool = False
    damping: float = 0.0  # s
    body: Body = None
    displacements: list = field(default_factory=list)  # of nodes, m
    velocities: list = field(default_factory=list)  # of nodes, m/s
    rotation: tuple = ()  # of the frame of form 'BC', by columns

    def __repr__(self):
        if self.kind == "FINITE_ELEMENT":
            return f"<BodyState {self.kind}, {len(self.displacements)} nodes>"
        return f"<BodyState {self.kind}, centre {self.center} m, velocity {self.velocity} m/s>"

    def nodes(self):
        """Current positions of the nodes of finite elements, m."""
        return [tuple(x + q for x, q in zip(node, moved))
                for node, moved in zip(self.body.nodes, self.displacements)]

    def position(self, reference):
        """Current position of a reference point; of finite elements: of a node."""
        if self.kind == "FINITE_ELEMENT":
            return self._node_position(tuple(reference))
        arm = [x - c for x, c in zip(reference, self.body.center)]
        g = self.gradient
        return tuple(self.center[i] + (g[i] * arm[0] + g[i + 3] * arm[1] + g[i + 6] * arm[2])
                     for i in range(3))

    def _node_position(self, reference):
        if reference not in self.body.nodes:
            raise ValueError(f"{reference} is no node of body {self.body.id}; "
                             "HISTORY of the program knows all points")
        return self.nodes()[self.body.nodes.index(reference)]


@dataclass
class Constraint:
    id: int
    kind: str
    master: int
    slave: int  # 0: none
    R: tuple  # N, local frame
    U: tuple  # m/s
    V: tuple
    point: tuple  # m
    frame: tuple  # columns t1, t2, n
    merit: float
    slave_point: tuple = None
    gap: float = 0.0  # contacts only, as the rest
    area: float = 0.0
    part: float = 1.0  # of the area of its patch
    surfaces: tuple = ()
    material: int = -1  # index into Model.surface_materials
    bonded: bool = False
    pieces: tuple = ()  # of the shapes of master and slave
    age: int = 0  # steps since the contact was made
    feature: int = 0  # which contact of the two pieces, the same from frame to frame
    anchor: tuple = ()  # of a bond: area, reference points of master and slave, normal
    reference: tuple = ()  # of bodies at relative rest: point in the first, normal, gap

    def __repr__(self):
        bodies = f"body {self.master}" + (f" and body {self.slave}" if self.slave else "")
        return f"<Constraint {self.id} {self.kind} of {bodies} at {self.point} m, R {self.R} N>"


@dataclass
class Run:
    """Where the RUN loop stood."""

    kind: str
    run: int  # number of the RUN call
    failure: str
    segment: tuple  # start and step in s, number of steps
    output: tuple  # base and interval in s, times served
    callback: tuple
    callback_data: str  # JSON
    next_body: int
    next_script_constraint: int
    next_constraint: int  # of contacts and callbacks


@dataclass
class Frame:
    step: float  # s
    merit: float
    residual: float
    iterations: int
    iteration_kind: str
    status: str
    sparsified: int
    worst: int  # constraint with the largest part of the residual, 0: none
    run: Run
    new_bodies: tuple
    deleted_bodies: tuple
    previous_model: int
    time: float = 0.0  # s
    bodies: dict = field(default_factory=dict)  # BodyState by id
    constraints: list = field(default_factory=list)
    references: list = field(default_factory=list)  # bodies at relative rest
    covered: list = field(default_factory=list)  # faces: (body, piece, face) of the covered and the covering one
    model: Model = None

    def __repr__(self):
        return (f"<Frame t = {self.time:g} s, {len(self.bodies)} bodies, {len(self.constraints)} "
                f"constraints, residual {self.residual:g}, {self.status}>")


def read_frame(data, with_model):
    """Frame of a payload; `with_model`: reads the model data too, when it has some."""
    xdr = Xdr(data)
    version = xdr.int()
    if version != VERSION:
        raise ValueError(f"payload version {version}, this reader knows {VERSION}")
    has_model = xdr.bool()
    previous_model = xdr.int()
    frame = Frame(step=xdr.double(), merit=xdr.double(), residual=xdr.double(),
                  iterations=xdr.int(),
                  iteration_kind=ITERATION_KINDS[xdr.int()],
                  status=STATUSES[xdr.int()], sparsified=xdr.int(), worst=xdr.hyper(),
                  run=_read_run(xdr),
                  new_bodies=xdr.hypers(xdr.int()), deleted_bodies=xdr.hypers(xdr.int()),
                  previous_model=previous_model)
    frame.bodies = _read_bodies(xdr)
    frame.constraints = _read_constraints(xdr)
    frame.references = _read_references(xdr, frame.constraints)
    frame.covered = xdr.list_of(lambda part: (_face(part), _face(part)))
    if has_model and with_model:
        frame.model = _read_model(xdr)
    return frame


def read_timing(data):
    """Seconds per step by phase."""
    xdr = Xdr(data)
    return dict(zip(PHASES, xdr.doubles(xdr.int())))


def _read_run(xdr):
    return Run(kind=FRAME_KINDS[xdr.int()], run=xdr.int(), failure=STATUSES[xdr.int()],
               segment=xdr.doubles(3), output=xdr.doubles(3), callback=xdr.doubles(3),
               callback_data=xdr.string(), next_body=xdr.hyper(), next_script_constraint=xdr.hyper(),
               next_constraint=xdr.hyper())


def _read_bodies(xdr):
    ids = xdr.hypers(xdr.int())
    kinds = [BODY_KINDS[kind] for kind in xdr.ints(len(ids))]
    sizes = [STATE_SIZES.get(kind) or xdr.int() for kind in kinds]
    schemes = xdr.ints(len(ids))
    numbers = xdr.doubles(xdr.int())
    energies = xdr.rows(len(ids), len(ENERGIES))
    bodies = {}
    at = 0
    for body, kind, size, energy, scheme in zip(ids, kinds, sizes, energies, schemes):
        state = numbers[at:at + size]
        at += size
        common = (dict(zip(ENERGY_KEYS, energy)), SCHEMES[scheme % SELF_CONTACT],
                  scheme >= SELF_CONTACT)
        if kind == "FINITE_ELEMENT":
            bodies[body] = _mesh_state(kind, state, common)
        else:
            bodies[body] = BodyState(kind, state[:9], state[9:12], state[12:-3], state[-3:], *common)
    for state in bodies.values():
        if state.kind not in ("OBSTACLE", "RIGID"):
            state.damping = xdr.double()
    return bodies


def _mesh_state(kind, state, common):
    nodes = (len(state) - 9 * (len(state) % 2)) // 6  # form 'BC' has nine more numbers
    rows = [tuple(state[i:i + 3]) for i in range(0, 6 * nodes, 3)]
    return BodyState(kind, (), (), (), (), *common, displacements=rows[:nodes],
                     velocities=rows[nodes:], rotation=tuple(state[6 * nodes:]))


def _read_constraints(xdr):
    count = xdr.int()
    ids = xdr.hypers(count)
    kinds = [CONSTRAINT_KINDS[kind] for kind in xdr.ints(count)]
    masters = xdr.hypers(count)
    slaves = xdr.hypers(count)
    R, U, V, points = (xdr.rows(count, 3) for _ in range(4))
    frames = xdr.rows(count, 9)
    merits = xdr.doubles(count)
    rows = [Constraint(*fields) for fields in
            zip(ids, kinds, masters, slaves, R, U, V, points, frames, merits)]
    contacts = [row for row in rows if row.kind == "CONTACT"]
    others = [row for row in rows if row.kind != "CONTACT"]
    for row, point in zip(others, xdr.rows(len(others), 3)):
        row.slave_point = point
    columns = [xdr.doubles(len(contacts)) for _ in range(3)]
    columns += [xdr.ints(len(contacts)) for _ in range(7)]
    for row, gap, area, part, surface1, surface2, material, bonded, *rest in zip(contacts, *columns):
        row.slave_point = row.point
        row.gap, row.area, row.surfaces = gap, area, (surface1, surface2)
        row.part = part
        row.material, row.bonded = material, bonded != 0
        row.pieces, row.age = (rest[0], rest[1]), rest[2]
    for row, feature in zip(contacts, xdr.hypers(len(contacts))):
        row.feature = feature % 2**64
    for row in contacts:
        if row.bonded:
            row.anchor = xdr.doubles(10)
    return rows


def _face(xdr):
    return xdr.hyper(), xdr.int(), xdr.int()


def _read_references(xdr, rows):
    contacts = [row for row in rows if row.kind == "CONTACT"]
    referenced = [row for row, is_so in zip(contacts, xdr.ints(len(contacts))) if is_so]
    for row, numbers in zip(referenced, xdr.rows(len(referenced), 7)):
        row.reference = numbers
    count = xdr.int()
    bodies = xdr.hypers(2 * count)
    removed = xdr.ints(count)
    return [dict(bodies=bodies[2 * i:2 * i + 2], removed=removed[i], rotation=numbers[:9],
                 shift=numbers[9:]) for i, numbers in enumerate(xdr.rows(count, 12))]


def _read_model(xdr):
    return Model(("DYNAMIC", "QUASI_STATIC")[xdr.int()], xdr.list_of(_bulk_material),
                 xdr.list_of(_surface_material), _read_settings(xdr), xdr.list_of(_body))


def _read_settings(xdr):
    settings = {"step": xdr.double(), "compressed": xdr.bool(), "callback": xdr.string(),
                "callback_is_nested": xdr.bool()}
    settings["extents"] = xdr.doubles(6) if xdr.bool() else None
    settings["hashes"] = dict(zip(SETTINGS, xdr.hypers(len(SETTINGS))))
    gravity_changed = xdr.bool()
    settings["penetration_bound"] = xdr.double() or None
    settings["constraint_hashes"] = xdr.list_of(lambda part: (part.hyper(), part.hyper()))
    settings["solver"] = xdr.doubles(xdr.int())
    names = ("tolerance", "sparsify_threshold", "minimal_area", "minimal_distance",
             "prediction")
    settings["contact"] = dict(zip(names, xdr.doubles(5)))
    settings["contact"]["points"] = ("CENTROID", "PATCH")[xdr.int()]
    settings["contact"]["automatic_tolerance"] = xdr.bool()
    settings["contact"]["own_minimal_distance"] = xdr.bool()
    settings["contact"]["patch_threshold"] = xdr.double()
    settings["contact"]["projection"] = xdr.bool()
    settings["projection"] = xdr.bool()
    settings["excluded_bodies"] = xdr.list_of(lambda part: (part.hyper(), part.hyper()))
    settings["excluded_pieces"] = xdr.list_of(
        lambda part: (part.hyper(), part.int(), part.hyper(), part.int()))
    settings["labels"] = xdr.ints(2)
    settings["gravity"] = [_load_value(xdr) for _ in range(3)] if gravity_changed else None
    settings["forces"] = xdr.list_of(_force)
    settings["torques"] = xdr.list_of(_torque)
    settings["functions"] = xdr.list_of(
        lambda part: {"place": part.int(), "body": part.hyper(), "name": part.string()})
    settings["constraints"] = xdr.list_of(_definition)
    settings["obstacle_velocities"] = xdr.list_of(
        lambda part: (part.hyper(), part.vector(), part.vector()))
    return settings


def _load_value(xdr):
    """A number, or times and values of a time series."""
    return (xdr.doubles(xdr.int()), xdr.doubles(xdr.int())) if xdr.bool() else xdr.double()


def _force(xdr):
    return {"place": xdr.int(), "body": xdr.hyper(), "convected": xdr.int() == 1,
            "point": xdr.vector(), "direction": xdr.vector(), "value": _load_value(xdr)}


def _torque(xdr):
    return {"place": xdr.int(), "body": xdr.hyper(), "convected": xdr.int() == 1,
            "direction": xdr.vector(), "value": _load_value(xdr)}


def _definition(xdr):
    return {"id": xdr.hyper(), "kind": CONSTRAINT_KINDS[xdr.int()], "master": xdr.hyper(),
            "slave": xdr.hyper(), "points": (xdr.vector(), xdr.vector()),
            "direction": xdr.vector(), "length": xdr.double(),
            "motion": (("DISPLACEMENT", "VELOCITY", "ACCELERATION")[xdr.int()], _load_value(xdr)),
            "start": (xdr.double(), xdr.vector())}


def _bulk_material(xdr):
    material = {"label": xdr.string(), "model": ("KIRCHHOFF",)[xdr.int()]}
    return material | dict(zip(("young", "poisson", "density"), xdr.doubles(3)))


def _surface_material(xdr):
    material = {"label": xdr.string(), "surface1": xdr.int(), "surface2": xdr.int(),
                "model": ("SIGNORINI_COULOMB", "SPRING_DASHPOT")[xdr.int()]}
    names = ("friction", "cohesion", "restitution", "spring", "dashpot", "hpow")
    return material | dict(zip(names, xdr.doubles(6)))


def _body(xdr):
    ident, kind = xdr.hyper(), BODY_KINDS[xdr.int()]
    is_mesh = kind == "FINITE_ELEMENT"
    body = Body(id=ident, kind=kind, form=FORMS[xdr.int()] if is_mesh else "", label=xdr.string(),
                origin=xdr.string(), ordinal=xdr.int(), material=xdr.int(),
                part_materials=dict(xdr.list_of(lambda part: (part.int(), part.int()))),
                self_contact=xdr.bool(), mass=xdr.double(), volume=xdr.double(),
                center=xdr.vector(), tensor=xdr.doubles(9), shape=None)
    xdr.hyper()  # hash of the shape
    body.shape = read_shape(xdr)
    if is_mesh:
        body.shape.background = read_background(xdr)
    return body
