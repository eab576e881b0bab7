"""The payload of a frame: states, energies, constraints and model data."""

import math
from dataclasses import dataclass, field
from typing import NamedTuple

from solfec_results import fields, row_motion
from solfec_results.names import (
    EARLIER_SHOWN, EARLIER_WHOLE, ELEMENTS, FORMS, PHASES, PLAIN_VERSION, SCHEMES, SETTINGS, SHOWN_VERSION,
    WHOLE_VERSION)
from solfec_results.shapes import make_mesh, make_shape
from solfec_results.xdr import Xdr

STATES = {EARLIER_WHOLE: "ConstraintStates", PLAIN_VERSION: "PlainStates", EARLIER_SHOWN: "ShownStates",
          WHOLE_VERSION: "ConstraintStates", SHOWN_VERSION: "ShownStates"}
STATE_SIZES = {"OBSTACLE": 18, "RIGID": 18, "PSEUDO_RIGID": 24}
SELF_CONTACT = 256  # bits of the number of a scheme
ELEMENT_STEP = 256  # between the numbers that formulations add to the one of a form
ROTATION_DISABLED = 512
MOST_RANKS = 1 << 20


@dataclass
class Body:
    """Data that are stored once for each body."""

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
    element: str = ""  # formulation of finite elements

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
    rotation_disabled: bool = False  # of rigid bodies
    damping: float = 0.0  # s
    body: Body = None
    rank: int = 0  # that had it when the frame was written
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


@dataclass(frozen=True)
class Load:
    """A FORCE, TORQUE or PRESSURE with its value at the time of a frame."""

    kind: str  # 'FORCE', 'TORQUE' or 'PRESSURE'
    body: int
    frame: str = ""  # of `vector`: 'SPATIAL', or 'CONVECTED': in the reference of the body
    vector: tuple = ()  # force, N, or torque, N m
    point: tuple = ()  # FORCE: where it acts, reference, m
    surface: int = 0  # PRESSURE: id of the faces
    pressure: float = 0.0  # likewise, Pa, positive pulls


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
    damage: float = 0.0  # of a bond that softens; 1: broken
    pieces: tuple = ()  # of the shapes of master and slave
    age: int = 0  # steps since the contact was made
    feature: int = 0  # which contact of the two pieces, the same from frame to frame
    anchor: tuple = ()  # of a bond, in frames with the whole state: area, reference points of
                        # master and slave, normal
    reference: tuple = ()  # likewise of bodies at relative rest: point in the first, normal, gap

    def __repr__(self):
        bodies = f"body {self.master}" + (f" and body {self.slave}" if self.slave else "")
        return f"<Constraint {self.id} {self.kind} of {bodies} at {self.point} m, R {self.R} N>"


@dataclass
class Run:
    """State of the RUN loop."""

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


class Force(NamedTuple):
    """Force and moment that all other bodies exert on a body."""

    force: tuple  # N
    moment: tuple  # about the centre of the body, N m; of finite elements None


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
    sets: dict  # rows by the ranks that their bodies are shared with (docs/parallel.md), 0 on one rank
    run: Run
    new_bodies: tuple
    deleted_bodies: tuple
    previous_model: int
    out_of_balance: float = 0.0  # quasi-static: largest of a body, over its load
    unbalanced: int = 0  # that body, 0: none
    repeats: int = 0  # of the step, for SOLFEC.equilibrium
    ranks: int = 1  # that wrote the frame
    time: float = 0.0  # s
    bodies: dict = field(default_factory=dict)  # BodyState by id
    constraints: list = field(default_factory=list)
    left_out: int = 0  # contacts that the frame does not hold (OUTPUT, contacts)
    loads: list = field(default_factory=list)  # Load; empty in frames of programs that stored none
    # The next five are empty in frames that do not hold the whole state (docs/output-format.md).
    references: list = field(default_factory=list)  # bodies at relative rest
    covered: list = field(default_factory=list)  # faces: (body, piece, face) of the covered and the covering one
    built: list = field(default_factory=list)  # overlaps of the model that count as no gap
    solved: dict = field(default_factory=dict)  # by ids of rows that show impulses of impacts: what
                                                # has moved the bodies, what will in the next step
    late: list = field(default_factory=list)  # velocities that bodies in impacts have lost already
    model: Model = None
    results: object = field(default=None, repr=False, compare=False)  # that it is of

    def force_on(self, body):
        """Sum of the reactions of contacts and constraints on a body (id, label or Body)."""
        body = self.results.body(body)
        if self.left_out:
            raise ValueError(f"the frame at t = {self.time} s holds no contacts (OUTPUT, contacts)")
        if body.id not in self.bodies:
            raise KeyError(f"the frame at t = {self.time} s holds no body {body.id}")
        center = self.bodies[body.id].center
        force = [0.0] * 3
        moment = [0.0] * 3
        for row in self.constraints:
            sign = (row.master == body.id) - (row.slave == body.id)
            if sign == 0:
                continue
            r = [sign * sum(row.frame[i + 3 * j] * row.R[j] for j in range(3)) for i in range(3)]
            at = row.point if row.master == body.id else row.slave_point
            arm = [x - c for x, c in zip(at, center)] if center else [0.0] * 3
            for i in range(3):
                j, k = (i + 1) % 3, (i + 2) % 3
                force[i] += r[i]
                moment[i] += arm[j] * r[k] - arm[k] * r[j]
        return Force(tuple(force), tuple(moment) if center else None)

    def __repr__(self):
        return (f"<Frame t = {self.time:g} s, {len(self.bodies)} bodies, {len(self.constraints)} "
                f"constraints, residual {self.residual:g}, {self.status}>")


def read_head(data):
    """Head of a frame, which precedes the states, as a dict."""
    return take_head(Xdr(data))


def check_version(version):
    """Raises ValueError for payloads of programs that are too old or too new for this reader."""
    if version not in STATES:
        raise ValueError(f"payload version {version}, this reader knows {min(STATES)} to {max(STATES)}")


def take_head(xdr):
    """Reads the head from an Xdr."""
    check_version(xdr.int())
    head = fields.read(xdr.again(), "FrameHead")
    if not 1 <= head["ranks"] <= MOST_RANKS:
        raise ValueError(f"the number of ranks is {head['ranks']}")
    return head


def read_frame(data, with_model):
    """Reads the frame of a payload; `with_model`: also its model data, when it has some."""
    xdr = Xdr(data)
    head = take_head(xdr)
    link, run, summary = head["link"], head["run"], head["summary"]
    frame = Frame(**summary, run=_run(run, head), new_bodies=head["new_bodies"],
                  deleted_bodies=head["deleted_bodies"], previous_model=link["previous_model"],
                  ranks=head["ranks"], loads=[Load(**load) for load in head.get("loads", ())])
    _read_states(xdr, frame, head["version"])
    if link["has_model"] and with_model:
        frame.model = _model(fields.read(xdr, "Model"))
    if with_model or not link["has_model"]:
        xdr.expect_end()
    return frame


def read_part_frame(data):
    """Number of the frame that a part of another rank than 0 belongs to, and its digest."""
    head = take_part_head(Xdr(data))
    return head["frame"], head["states"]


def take_part_head(xdr):
    """Reads the head of a part of a rank other than 0 from an Xdr."""
    head = fields.read(xdr, "RankPartHead")
    check_version(head["version"])
    return head


def count_bodies(data, rank):
    """Number of bodies of which the payload of a rank has the states."""
    xdr = Xdr(data)
    (take_part_head if rank else take_head)(xdr)
    return xdr.int()  # that of their columns, which come next


def read_part(data):
    """Returns the function of a frame and a rank that adds a part to the frame."""
    xdr = Xdr(data)
    version = take_part_head(xdr)["version"]

    def add(frame, rank):
        _read_states(xdr, frame, version, rank)
        xdr.expect_end()
    return add


def check_rows(frame):
    """Checks that constraints join bodies of the frame."""
    for row in frame.constraints:
        if any(body != 0 and body not in frame.bodies for body in (row.master, row.slave)):
            raise ValueError(f"constraint {row.id} joins bodies that are not there")


def check_state(state):
    """Checks that a state belongs to the body to which it is given."""
    if state.kind != state.body.kind:
        raise ValueError(f"body {state.body.id} has another kind than in its description")
    if state.kind == "FINITE_ELEMENT" and len(state.displacements) != len(state.body.nodes):
        raise ValueError(f"the state of body {state.body.id} has another size than its mesh")


def _require_finite(numbers, what):
    if not all(map(math.isfinite, numbers)):
        raise ValueError(f"{what} is not finite")


def sort_states(frame):
    """Sorts the parts of several ranks into the order of one rank."""
    frame.bodies = dict(sorted(frame.bodies.items()))
    frame.constraints.sort(key=_place)
    frame.references.sort(key=lambda pair: pair["bodies"])
    frame.covered = sorted(set(frame.covered))
    frame.built = list({tuple(one["pieces"].values()): one for one in frame.built}.values())
    frame.built.sort(key=lambda one: tuple(one["pieces"].values()))


def _place(row):
    """Key of the order of constraints: users' by id, then contacts by their pieces."""
    if row.kind != "CONTACT":
        return (0, row.id)
    ends = sorted(((row.master, row.pieces[0]), (row.slave, row.pieces[1])))
    return (1, *ends, row.feature)


def check_left_out(count):
    """The number of contacts that a frame does not hold."""
    if not 0 <= count <= 1 << 40:
        raise ValueError(f"{count} contacts are left out")
    return count


def _read_states(xdr, frame, version, rank=0):
    bodies = _bodies(fields.read(xdr, "BodyStates"))
    for state in bodies.values():
        state.rank = rank
    frame.bodies.update(bodies)
    states = fields.read(xdr, STATES[version])
    frame.left_out += check_left_out(states.get("left_out", 0))
    for row in states["constraints"]:
        if "normal" in row:
            row["frame"] = contact_frame(row)
    if STATES[version] == "ShownStates":
        contacts = [row for row in states["constraints"] if "normal" in row]
        row_motion.row_velocities(contacts, states["motions"], _motion_states(bodies), states["step"])
    frame.constraints += [_constraint(row) for row in states["constraints"]]
    if STATES[version] != "ConstraintStates":
        return
    frame.references += [_reference(pair) for pair in states["references"]]
    frame.covered += [tuple(tuple(face.values()) for face in (pair["face"], pair["by"]))
                      for pair in states["covered"]]
    frame.built += states["built"]
    frame.solved.update((row["id"], (row["R"], row["late"])) for row in states["solved"])
    frame.late += states["late"]


def read_timing(data):
    """Seconds per step by phase; zeros for missing phases."""
    seconds = fields.read(Xdr(data), "double<>")
    _require_finite(seconds, "a time of the phases")
    return {**dict.fromkeys(PHASES, 0.0), **dict(zip(PHASES, seconds))}


def _run(run, head):
    return Run(kind=run["kind"], run=run["run"], failure=run["failure"],
               segment=(run["segment_start"], run["segment_step"], run["segment_steps"]),
               output=tuple(run["output"].values()), callback=tuple(run["callback"].values()),
               callback_data=run["callback_data"], next_body=head["next_body"],
               next_script_constraint=head["next_script_constraint"],
               next_constraint=head["next_constraint"])


def _bodies(states):
    numbers = states["numbers"]
    bodies = {}
    at = 0
    previous = 0
    for body in states["bodies"]:
        kind, scheme = body["kind"], body["scheme"]
        if body["id"] <= previous:
            raise ValueError(f"the ids of bodies do not increase: {previous}, {body['id']}")
        previous = body["id"]
        size = body["size"] if kind == "FINITE_ELEMENT" else STATE_SIZES[kind]
        if size <= 0 or (size % 3 != 0 and not has_law_tail(size)):
            raise ValueError(f"a mesh has {size} state numbers")
        if not 0 <= scheme < 2 * ROTATION_DISABLED or scheme % SELF_CONTACT >= len(SCHEMES):
            raise ValueError(f"body {body['id']} has the impossible scheme {scheme}")
        state = numbers[at:at + size]
        at += size
        _require_finite(state, f"the state of body {body['id']}")
        _require_finite(body["energies"].values(), f"the energy of body {body['id']}")
        yields = kind == "FINITE_ELEMENT" and has_law_tail(size)
        energy = dict(body["energies"], plastic=state[-2] if yields else 0.0)
        common = dict(energy=energy, scheme=SCHEMES[scheme % SELF_CONTACT],
                      self_contact=bool(scheme & SELF_CONTACT),
                      rotation_disabled=bool(scheme & ROTATION_DISABLED),
                      damping=body.get("damping", 0.0))
        if kind == "FINITE_ELEMENT":
            bodies[body["id"]] = _mesh_state(kind, state, common)
        else:
            bodies[body["id"]] = BodyState(kind, state[:9], state[9:12], state[12:-3], state[-3:],
                                           **common)
    if at != len(numbers):
        raise ValueError(f"the bodies have {at} state numbers, there are {len(numbers)}")
    return bodies


def _mesh_state(kind, state, common):
    nodes = node_count(state)
    rows = [tuple(state[i:i + 3]) for i in range(0, 6 * nodes, 3)]
    return BodyState(kind, (), (), (), (), **common, displacements=rows[:nodes],
                     velocities=rows[nodes:], rotation=() if has_law_tail(len(state)) else tuple(state[6 * nodes:]))


def has_law_tail(size):
    """True when a mesh with a state of this size has a material law with a state."""
    return size % 6 == 2


def node_count(state):
    """Nodes of a mesh from its state: six numbers each; behind them the law's, or nine of form 'BC'."""
    if has_law_tail(len(state)):
        return (len(state) - int(state[-1])) // 6
    return (len(state) - 9 * (len(state) % 2)) // 6


def _numbers(record):
    """All numbers of the fields of a record, one after another."""
    values = (value if isinstance(value, tuple) else (value,) for value in record.values())
    return tuple(number for value in values for number in value)


PARALLEL = 1e-4  # sine below which a normal counts as parallel to the x axis
UNIT_TOLERANCE = 1e-9


def contact_frame(row):
    """Columns t1, t2, n of the frame of a contact from its normal, to the last bit as the program has them."""
    x, y, z = row["normal"]
    if not abs(math.sqrt(x * x + y * y + z * z) - 1.0) < UNIT_TOLERANCE:
        raise ValueError(f"the normal of contact {row['id']} is not of length one")
    a, b, c = 0.0 * z - 0.0 * y, 0.0 * x - 1.0 * z, 1.0 * y - 0.0 * x
    length = math.sqrt(a * a + b * b + c * c)
    if length < PARALLEL:
        a, b, c = 1.0 * z - 0.0 * y, 0.0 * x - 0.0 * z, 0.0 * y - 1.0 * x
        length = math.sqrt(a * a + b * b + c * c)
    a, b, c = a / length, b / length, c / length
    return (a, b, c, y * c - z * b, z * a - x * c, x * b - y * a, x, y, z)


def _motion_states(bodies):
    """Centers and velocities of rigid bodies and obstacles."""
    found = {}
    for body_id, state in bodies.items():
        if state.kind not in ("RIGID", "OBSTACLE"):
            continue
        turns = row_motion.rotated(state.gradient, state.rate) if state.kind == "RIGID" else state.rate
        found[body_id] = {"center": state.center, "linear": state.velocity, "angular": turns}
    return found


def _damage(row):
    return 1.0 if row["bonded"] == "BROKEN" else row.get("damage", 0.0)


def _constraint(row):
    for name in ("R", "U", "V", "point", "frame", "slave_point"):
        _require_finite(row.get(name, ()), f"the state of constraint {row['id']}")
    _require_finite((row.get("gap", 0.0), row.get("area", 0.0)), f"the state of constraint {row['id']}")
    common = {name: row[name] for name in ("id", "kind", "master", "slave", "R", "U", "V", "point",
                                           "frame", "merit")}
    if row["kind"] != "CONTACT":
        return Constraint(**common, slave_point=row["slave_point"])
    return Constraint(**common, slave_point=row["point"], gap=row["gap"], area=row["area"],
                      part=row["part"], surfaces=(row["master_surface"], row["slave_surface"]),
                      material=row["material"], bonded=row["bonded"] != "NONE" and _damage(row) < 1.0,
                      damage=_damage(row),
                      pieces=(row["master_piece"], row["slave_piece"]), age=row["age"],
                      feature=row["feature"], anchor=_numbers(row.get("anchor", {})),
                      reference=_numbers(row.get("reference", {})))


def _reference(pair):
    return dict(bodies=tuple(pair["bodies"].values()), removed=pair["removed"], **pair["placement"])


def _model(model):
    materials = len(model["bulk_materials"])
    for body in model["bodies"]:
        used = [body["material"], *(part[1] for part in body["part_materials"])]
        if not all(0 <= material < materials for material in used):
            raise ValueError(f"body {body['id']} has a material that is not there")
        for name, value in body["characteristics"].items():
            _require_finite(value if isinstance(value, tuple) else (value,),
                            f"the {name} of body {body['id']}")
    return Model(model["analysis"], model["bulk_materials"], model["surface_materials"],
                 _settings(model["settings"]), [_body(each) for each in model["bodies"]])


def _settings(stored):
    settings = dict(stored["configuration"])
    frames = settings.pop("frames")
    if frames < 0:
        raise ValueError(f"the code of frames to come is {frames}")
    settings["compressed"] = frames % 2 == 1
    settings["contacts"] = {0: "EVERY", 1: "OFF"}.get(frames // 2, frames // 2)
    settings["extents"] = _numbers(settings["extents"]) if settings["extents"] else None
    settings["hashes"] = dict(zip(SETTINGS, settings["hashes"]))
    settings["penetration_bound"] = settings["penetration_bound"] or None
    settings["constraint_hashes"] = [tuple(each.values())
                                     for each in settings["constraint_hashes"]]
    for name in ("contact", "projection", "equilibrium", "impacts"):
        settings[name] = stored[name]
    settings["excluded_bodies"] = stored["exclusions"]["bodies"]
    settings["excluded_pieces"] = [tuple(each.values()) for each in stored["exclusions"]["pieces"]]
    settings["labels"] = (stored["bulk_labels"], stored["surface_labels"])
    gravity = stored.get("gravity")
    settings["gravity"] = gravity and [_function(each["value"]) for each in gravity]
    for name in ("forces", "torques", "pressures", "functions"):
        settings[name] = [_load(each) for each in stored[name]]
    settings["constraints"] = [_definition(each) for each in stored["constraints"]]
    settings["obstacle_velocities"] = [tuple(each.values())
                                       for each in stored["obstacle_velocities"]]
    return settings


def _function(value):
    """A number, or times and values of a time series."""
    return (value["times"], value["values"]) if value["is_series"] else value["constant"]


def _load(placed):
    load = {"place": placed["place"], **placed["item"]}
    if "frame" in load:
        load["convected"] = load.pop("frame") == "CONVECTED"
    if "value" in load:
        load["value"] = _function(load["value"]["value"])
    return load


def _definition(stored):
    motion = stored["motion"]
    return {"id": stored["id"], "kind": stored["kind"], "master": stored["master"],
            "slave": stored["slave"],
            "points": (stored["master_reference"], stored["slave_reference"]),
            "direction": stored["direction"], "length": stored["length"],
            "motion": (motion["kind"], _function(motion["value"])),
            "start": (motion["start"], stored["start_point"])}


def _form_and_element(stored):
    if "form" not in stored:
        return "", ""
    element, form = divmod(stored.get("base_form", stored["form"]), ELEMENT_STEP)
    if form >= len(FORMS) or not 0 <= element < len(ELEMENTS):
        raise ValueError(f"body {stored['id']} has the impossible form {stored['form']}")
    return FORMS[form], ELEMENTS[element]


def _body(stored):
    form, element = _form_and_element(stored)
    names = ("id", "kind", "label", "origin", "ordinal", "material", "self_contact")
    body = Body(**{name: stored[name] for name in names}, **stored["characteristics"],
                part_materials=dict(stored["part_materials"]), form=form, element=element,
                shape=make_shape(stored["shape"]))
    body.shape.background = [make_mesh(each) for each in stored.get("background", [])]
    return body
