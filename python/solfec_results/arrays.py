"""All bodies and constraints of one frame as numpy arrays, without an object for each."""

from functools import cached_property

from solfec_results import row_motion
from solfec_results.columns import ArrayXdr, numpy, read_columns
from solfec_results.layout import ENUMERATIONS
from solfec_results.names import ENERGIES
from solfec_results.payload import (PARALLEL, STATES, STATE_SIZES, UNIT_TOLERANCE, check_left_out,
                                    has_law_tail, node_count, take_head, take_part_head)

KINDS = ENUMERATIONS["BodyKind"]
CONSTRAINT_KINDS = ENUMERATIONS["ConstraintKind"]
OBSTACLE, RIGID, PSEUDO_RIGID, FINITE_ELEMENT = (
    KINDS.index(kind) for kind in ("OBSTACLE", "RIGID", "PSEUDO_RIGID", "FINITE_ELEMENT"))
CONTACT = CONSTRAINT_KINDS.index("CONTACT")
BROKEN = ENUMERATIONS["BondKind"].index("BROKEN")
OPEN, STICK, SLIP = range(3)
SLIP_SHARE = 0.999  # of the bound of friction, from which on a contact slips; as the program says


class Bodies:
    """Bodies of a frame. Arrays have one entry per body, by increasing id.

    id; kind (index into KINDS); rank; center, velocity (of the centre), angular_velocity in space
    (n x 3); gradient (n x 3 x 3, [i, j] of row i and column j: rotation or deformation gradient);
    energy (n x 8, in the order of ENERGIES). Finite elements have their nodes in `displacements`
    and `velocities`; their center is the reference centre moved by the mean displacement, velocity
    is the mean, angular_velocity and gradient are NaN.
    """

    def __init__(self, parts, reference, reading):
        np = numpy()
        self._reference = reference  # of an id: the Body
        self._reading = reading  # names the frame in errors
        keys = [part[0] for part in parts]
        self.id = np.concatenate([each.full("id") for each in keys])
        self.kind = np.concatenate([each.full("kind") for each in keys])
        for each, numbers, _ in parts:
            _check_keys(each, numbers)
        self.rank = np.concatenate([np.full(len(each["id"]), rank, np.int32)
                                    for rank, each in enumerate(keys)])
        self._numbers = [part[1] for part in parts]
        self._sizes = [_sizes(each) for each in keys]
        self._energies = [part[2]["energies"] for part in parts]
        self._order = None
        if len(parts) > 1:
            self._order = np.argsort(self.id, kind="stable")
            for name in ("id", "kind", "rank"):
                setattr(self, name, getattr(self, name)[self._order])

    def __len__(self):
        return len(self.id)

    def index(self, body_id):
        """Index of a body in the arrays; KeyError when the frame does not hold it."""
        at = int(numpy().searchsorted(self.id, body_id))
        if at == len(self.id) or self.id[at] != body_id:
            raise KeyError(f"the frame holds no body {body_id}")
        return at

    @cached_property
    def energy(self):
        np = numpy()
        parts = []
        for energies, numbers, sizes in zip(self._energies, self._numbers, self._sizes):
            ends = np.cumsum(sizes)
            yields = has_law_tail(sizes)
            plastic = np.zeros((len(sizes), 1))
            plastic[yields, 0] = numbers[ends[yields] - 2]
            parts.append(np.concatenate([energies.astype(float), plastic], axis=1))
        values = np.concatenate(parts)
        with self._reading():
            return self._sorted(_finite(values, "an energy of a body"))

    def energy_of(self, name):
        """One energy of every body, e.g. 'KINETIC'."""
        return self.energy[:, ENERGIES.index(name)]

    @cached_property
    def center(self):
        return self._filled(9, 3, self._mesh_centers)

    @cached_property
    def velocity(self):
        return self._filled(-3, 3, lambda body_id, state: state[1].mean(axis=0))

    @cached_property
    def gradient(self):
        columns = self._filled(0, 9, None)
        return columns.reshape(-1, 3, 3).transpose(0, 2, 1)

    @cached_property
    def angular_velocity(self):
        np = numpy()
        rate = self._filled(12, 3, None)
        spatial = rate.copy()  # obstacles
        rigid = self.kind == RIGID  # referential
        spatial[rigid] = np.einsum("nij,nj->ni", self.gradient[rigid], rate[rigid])
        strained = np.flatnonzero(self.kind == PSEUDO_RIGID)
        if len(strained):
            rates = self._filled(12, 9, None, 24)[strained].reshape(-1, 3, 3).transpose(0, 2, 1)
            gradient = self.gradient[strained]
            if not (np.linalg.det(gradient) > 0.0).all():
                with self._reading():
                    raise ValueError("a deformation gradient turns a body inside out")
            slope = rates @ np.linalg.inv(gradient)
            spatial[strained] = 0.5 * np.stack(
                [slope[:, 2, 1] - slope[:, 1, 2], slope[:, 0, 2] - slope[:, 2, 0],
                 slope[:, 1, 0] - slope[:, 0, 1]], axis=1)
        return spatial

    def displacements(self, body_id):
        """Displacements of the nodes of finite elements, m."""
        return self._mesh_state(body_id)[0]

    def velocities(self, body_id):
        """Velocities of the nodes of finite elements, m/s."""
        return self._mesh_state(body_id)[1]

    def displacement(self, body_id, point):
        """Current position of a reference point, m; of finite elements: of a node."""
        np = numpy()
        at = self.index(body_id)
        if self.kind[at] == FINITE_ELEMENT:
            return self.displacements(body_id)[self._node(body_id, point)]
        arm = np.asarray(point, float) - self._reference(body_id).center
        return self.center[at] + self.gradient[at] @ arm - np.asarray(point, float)

    def velocity_at(self, body_id, point):
        """Velocity of a reference point, m/s; of finite elements: of a node."""
        np = numpy()
        at = self.index(body_id)
        if self.kind[at] == FINITE_ELEMENT:
            return self.velocities(body_id)[self._node(body_id, point)]
        arm = np.asarray(point, float) - self._reference(body_id).center
        if self.kind[at] == PSEUDO_RIGID:
            rates = self._filled(12, 9, None, 24)[at].reshape(3, 3).T
            return self.velocity[at] + rates @ arm
        return self.velocity[at] + np.cross(self.angular_velocity[at], self.gradient[at] @ arm)

    def _node(self, body_id, point):
        point = tuple(float(x) for x in point)
        nodes = self._reference(body_id).nodes
        if point not in nodes:
            raise ValueError(f"{point} is no node of body {body_id}; HISTORY of the program knows "
                             "all points")
        return nodes.index(point)

    def _mesh_centers(self, body_id, state):
        return self._reference(body_id).center + state[0].mean(axis=0)

    def _mesh_state(self, body_id):
        at = self.index(body_id)
        if self.kind[at] != FINITE_ELEMENT:
            raise ValueError(f"body {body_id} is {KINDS[self.kind[at]]}, it has no nodes")
        at = at if self._order is None else int(self._order[at])
        for numbers, sizes in zip(self._numbers, self._sizes):
            if at < len(sizes):
                start = int(sizes[:at].sum())
                state = numbers[start:start + int(sizes[at])]
                with self._reading():
                    return _nodal(_finite(state, f"the state of body {body_id}"))
            at -= len(sizes)
        raise KeyError(body_id)

    def _filled(self, first, width, of_mesh, only_size=None):
        """Some numbers of the state of every body; NaN where it has none."""
        np = numpy()
        parts = []
        for numbers, sizes in zip(self._numbers, self._sizes):
            with self._reading():
                parts.append(_take(numbers, sizes, first, width, only_size))
        values = self._sorted(np.concatenate(parts))
        if of_mesh is not None:
            for at in np.flatnonzero(self.kind == FINITE_ELEMENT):
                body_id = int(self.id[at])
                with self._reading():
                    values[at] = of_mesh(body_id, self._mesh_state(body_id))
        return values

    def _sorted(self, values):
        return values if self._order is None else values[self._order]


def _finite(values, what):
    if not numpy().isfinite(values).all():
        raise ValueError(f"{what} is not finite")
    return values


def _check_keys(keys, numbers):
    """Checks that ids increase, that kinds and sizes are known, and that the numbers fit the bodies."""
    np = numpy()
    ids, kind = keys.full("id"), keys.full("kind")
    if len(ids) and (ids[0] <= 0 or (np.diff(ids) <= 0).any()):
        raise ValueError("the ids of bodies do not increase")
    if ((kind < 0) | (kind >= len(KINDS))).any():
        raise ValueError("the kind of a body has an unknown number")
    sizes = _sizes(keys)
    if ((sizes <= 0) | ((sizes % 3 != 0) & ~has_law_tail(sizes))).any():
        raise ValueError("the state of a mesh has an impossible size")
    if sizes.sum() != len(numbers):
        raise ValueError(f"the bodies have {sizes.sum()} state numbers, there are {len(numbers)}")


def _sizes(keys):
    """Number of numbers in each state."""
    np = numpy()
    kind = keys.full("kind")
    sizes = np.zeros(len(kind), np.int64)
    for name, size in STATE_SIZES.items():
        sizes[kind == KINDS.index(name)] = size
    return sizes + keys.full("size").astype(np.int64)


def _take(numbers, sizes, first, width, only_size):
    """Numbers [first, first + width) of each state that is no mesh."""
    np = numpy()
    count = len(sizes)
    wanted = set(STATE_SIZES.values()) if only_size is None else {only_size}
    if count and int(sizes[0]) in wanted and (sizes == sizes[0]).all():
        rows = numbers.reshape(count, int(sizes[0]))
        end = first + width
        values = rows[:, first:end if end != 0 else None].astype(float)
        return _finite(values, "the state of a body")
    values = np.full((count, width), np.nan)
    small = np.isin(sizes, list(wanted))
    start = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)
    base = start[small] + (first if first >= 0 else sizes[small] + first)
    values[small] = _finite(numbers[base[:, None] + np.arange(width)], "the state of a body")
    return values


def _nodal(state):
    """Displacements and velocities of the nodes of a state."""
    nodes = node_count(state)
    rows = state[:6 * nodes].astype(float).reshape(2, nodes, 3)
    return rows[0], rows[1]


class Constraints:
    """Constraints of a frame. Arrays have one entry per constraint, users' first.

    id; kind (index into CONSTRAINT_KINDS); master, slave (body ids, 0: none); R, U, V (n x 3, in the
    local frame, the normal comes last); point; frame (n x 3 x 3, columns t1, t2, n); force (n x 3, in
    space, on the master); relative_velocity (in space); is_contact; gap, area (contacts, else 0);
    material (index into surface_materials, -1: none); damage (of bonds that soften, 1: broken); status (OPEN, STICK or SLIP of contacts, -1);
    coordinate, rate, motor_force, power (drives of joints, else 0, see solfec_results.joints).
    """

    NAMES = ("id", "kind", "master", "slave", "R", "U", "V", "point", "frame", "merit", "gap",
             "area", "material", "bonded", "damage", "age", "slave_point", "master_surface",
             "slave_surface", "coordinate", "rate", "motor_force", "power")
    FINITE = ("R", "U", "V", "point", "frame", "gap", "area", "slave_point", "coordinate", "rate",
              "motor_force", "power")

    def __init__(self, parts, friction, reading, left_out=0):
        np = numpy()
        self.left_out = left_out
        self._friction = friction
        self._reading = reading  # names the frame in errors
        for name in self.NAMES:
            fill = -1 if name == "material" else 0
            setattr(self, name, np.concatenate([part.full(name, fill) for part in parts]))
            if name in self.FINITE:
                _finite(getattr(self, name), f"{name} of a constraint")
        if ((self.kind < 0) | (self.kind >= len(CONSTRAINT_KINDS))).any():
            raise ValueError("the kind of a constraint has an unknown number")
        self.frame = self.frame.reshape(-1, 3, 3).transpose(0, 2, 1)
        self.is_contact = self.kind == CONTACT
        self.damage = np.where(self.bonded == BROKEN, 1.0, self.damage)
        self.bonded = ((self.damage < 1.0) & (self.bonded != 0)).astype(self.bonded.dtype)
        if len(parts) > 1:
            self._sort(parts)

    def __len__(self):
        return len(self.id)

    def _sort(self, parts):
        """Sorts as in files of one rank: users' constraints by id, contacts by their pieces."""
        np = numpy()
        keys = [np.concatenate([part.full(name) for part in parts])
                for name in ("master_piece", "slave_piece", "feature")]
        swap = (self.slave < self.master) | ((self.slave == self.master) & (keys[1] < keys[0]))
        first = np.where(swap, self.slave, self.master), np.where(swap, keys[1], keys[0])
        second = np.where(swap, self.master, self.slave), np.where(swap, keys[0], keys[1])
        contact = self.is_contact
        order = np.lexsort((np.where(contact, keys[2], 0), second[1] * contact,
                            second[0] * contact, first[1] * contact,
                            np.where(contact, first[0], self.id), contact))
        for name in self.NAMES + ("is_contact",):
            setattr(self, name, getattr(self, name)[order])

    @cached_property
    def force(self):
        return numpy().einsum("nij,nj->ni", self.frame, self.R)

    @cached_property
    def relative_velocity(self):
        return numpy().einsum("nij,nj->ni", self.frame, self.U)

    @cached_property
    def status(self):
        np = numpy()
        coefficients = self._friction()
        if (self.material[self.is_contact] >= len(coefficients)).any() or (self.material < -1).any():
            with self._reading():
                raise ValueError("a contact has a surface material that is not there")
        friction = np.append(coefficients, 0.0)[self.material]
        tangential = np.hypot(self.R[:, 0], self.R[:, 1])
        slips = tangential >= SLIP_SHARE * friction * self.R[:, 2]
        status = np.where(slips & (self.bonded == 0), SLIP, STICK)
        status[(self.R == 0).all(axis=1)] = OPEN
        return np.where(self.is_contact, status, -1)


class FrameArrays:
    """One frame as arrays: time, s; bodies; constraints."""

    def __init__(self, head, time, bodies, constraints, reading):
        self.head = head
        self.time = time
        self.bodies = bodies
        self._constraints = constraints
        self._reading = reading

    def __repr__(self):
        return f"<FrameArrays t = {self.time:g} s, {len(self.bodies)} bodies>"

    @cached_property
    def constraints(self):
        with self._reading():
            return self._constraints()

    @cached_property
    def forces(self):
        """Sum of the reactions on each body, n x 3, N; NaN where the frame holds no contacts."""
        np = numpy()
        rows = self.constraints
        sums = np.full((len(self.bodies), 3), np.nan if rows.left_out else 0.0)
        for ids, sign in ((rows.master, 1.0), (rows.slave, -1.0)):
            held = ids > 0
            places = np.searchsorted(self.bodies.id, ids[held])
            known = places < len(self.bodies)
            if not known.all() or (self.bodies.id[places] != ids[held]).any():
                with self._reading():
                    raise ValueError("a constraint joins bodies that are not there")
            np.add.at(sums, places, sign * rows.force[held])
        return sums


def read_arrays(payloads, time, reference, friction, reading):
    """Arrays of a frame of the payloads of its ranks, that of rank 0 first.

    `reading` makes the context that names the frame in errors of arrays that are made later.
    """
    parts = []
    readers = []
    left_out = 0
    head = None
    for data in payloads:
        xdr = ArrayXdr(data)
        if head is None:
            head = own = take_head(xdr)
        else:
            own = take_part_head(xdr)
        version = own["version"]
        keys = read_columns(xdr, "BodyStateKeys")
        numbers = xdr.array(">f8", xdr.int())
        parts.append((keys, numbers, read_columns(xdr, "BodyStateValues", len(keys["id"]), keys)))
        left_out += 0 if STATES[version] == "ConstraintStates" else check_left_out(int(xdr.array(">i8", 1)[0]))
        readers.append((xdr, version, keys, numbers))
    return FrameArrays(head, time, Bodies(parts, reference, reading), lambda: Constraints(
        [_rows(*part) for part in readers], friction, reading, left_out), reading)


def _rows(xdr, version, keys, numbers):
    """Columns of constraints. The frames of contacts that are only shown follow from their normals, and
    their U and V from the motions of bodies."""
    if STATES[version] == "ConstraintStates":
        return read_columns(xdr, "Constraints")
    if STATES[version] == "PlainStates":
        return _with_frames(read_columns(xdr, "PlainConstraints"))
    step = float(xdr.array(">f8", 1)[0])
    motions = read_columns(xdr, "RowMotions")
    return _with_velocities(_with_frames(read_columns(xdr, "ShownConstraints")), motions,
                            _motion_states(keys, numbers), step)


def _with_frames(columns):
    np = numpy()
    others, frames = columns["frame"]
    contacts, normals = columns["normal"]
    frame = np.zeros((len(contacts), 9))
    frame[others] = frames
    frame[contacts] = _contact_frames(normals.astype(float), columns["id"][contacts])
    columns["frame"] = frame
    return columns


def _with_velocities(columns, motions, states, step):
    contacts = columns["normal"][0]
    rows = {name: columns.full(name)[contacts] for name in ("master", "slave", "point", "frame")}
    rows.update((name, columns[name][1]) for name in ("V_difference", "U_difference"))
    values = row_motion.array_velocities(rows, motions, states, step)
    for name, of_contacts in zip(("V", "U"), values):
        column = columns.full(name)
        column[contacts] = of_contacts
        columns[name] = column
    return columns


def _motion_states(keys, numbers):
    """Ids of rigid bodies and obstacles, and their centers and velocities."""
    np = numpy()
    kind, sizes = keys.full("kind"), _sizes(keys)
    moved = (kind == RIGID) | (kind == OBSTACLE)
    starts = (np.cumsum(sizes) - sizes)[moved]
    state = numbers[starts[:, None] + np.arange(18)].astype(float)
    turned = np.stack(row_motion.rotated(state.T[:9], state.T[12:15]), axis=1)
    turned = np.where((kind[moved] == RIGID)[:, None], turned, state[:, 12:15])
    return keys.full("id")[moved], {"center": state[:, 9:12], "linear": state[:, 15:], "angular": turned}


def _contact_frames(normals, ids):
    """Columns t1, t2, n from the normals of contacts, to the last bit as the program has them."""
    np = numpy()
    x, y, z = normals.T
    with np.errstate(invalid="ignore", over="ignore"):
        wrong = ~(np.abs(np.sqrt(x * x + y * y + z * z) - 1.0) < UNIT_TOLERANCE)
    if wrong.any():
        raise ValueError(f"the normal of contact {ids[wrong][0]} is not of length one")
    a, b, c = 0.0 * z - 0.0 * y, 0.0 * x - 1.0 * z, 1.0 * y - 0.0 * x
    length = np.sqrt(a * a + b * b + c * c)
    parallel = length < PARALLEL
    a = np.where(parallel, 1.0 * z - 0.0 * y, a)
    b = np.where(parallel, 0.0 * x - 0.0 * z, b)
    c = np.where(parallel, 0.0 * y - 1.0 * x, c)
    length = np.sqrt(a * a + b * b + c * c)
    a, b, c = a / length, b / length, c / length
    return np.stack([a, b, c, y * c - z * b, z * a - x * c, x * b - y * a, x, y, z], axis=1)
