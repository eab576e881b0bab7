"""Forces in equilibrium between bodies, as linear programs.

A structure stands only if some forces at its contacts and joints balance its loads and keep to the
law of contact: no pull, friction at most mu times the pressure. These are linear conditions once a
polygon stands for the circle of friction. Here the circle lies inside the polygon, so that whatever
the polygon cannot carry the circle cannot either (Livesley (1978), Int. J. Numer. Meth. Eng. 12,
1853-1871; Gilbert, Casapulla and Ahmed (2006), Comput. Struct. 84, 873-887).

Every "no" comes with a proof that is checked here: the dual solution is a motion of the bodies in
which the loads do work though no admissible force at a contact resists it.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

from solfec_results.columns import numpy
from solfec_results.linear_program import minimize, packages

FORCES = 100.0  # a proof covers all pressures whose sum is at most so many times the loads
ROUNDING = 1e-7  # what the numbers of a frame may be off, as a share of loads, normals and arms
MOST_LOAD = 1e4  # a multiplier that counts as none
LACKING = 1e-6  # friction force for each body that counts as none, units of force


@dataclass
class Structure:
    """Bodies that must be in equilibrium, and the places of forces on them; arrays, SI units.

    `first` and `second` are places in the arrays of bodies; -1: something that bears any force.
    The force of a contact or tie acts on `first` as it is, on `second` with the opposite sign.
    """

    center: object  # n x 3, centres of mass, m
    force: object  # n x 3, loads at the centres, N
    moment: object  # n x 3, loads about the centres, N m
    # contacts
    first: object
    second: object
    point: object  # c x 3, m
    frame: object  # c x 3 x 3, columns t1, t2, n
    friction: object  # c
    pull: object  # c, largest pull of a bond, N
    # ties: forces of any size and sign along a direction
    tie_first: object
    tie_second: object
    tie_points: object  # t x 2 x 3, on first and second, m
    tie_direction: object  # t x 3


class Polygon(NamedTuple):
    """In the place of a circle of friction, whose radius at t1 both kinds have: there lies the
    middle of a side of one around the circle, or a corner of one inside."""

    corners: int
    around: bool


@dataclass
class Deficit:
    """Friction force that is missing for equilibrium."""

    value: float  # sum over the contacts, in units of force
    slope: float  # its derivative by the share of friction
    refuted: bool  # there is a proof that no forces are in equilibrium
    motion: object  # n x 2 x 3: linear and angular velocities of the proof, to a common factor
    balanced: bool  # forces in equilibrium exist


class Balance:
    """Equilibrium of a structure, six rows for each body: forces, then moments over its size."""

    def __init__(self, structure, towards):
        np = numpy()
        self.structure = structure
        self.count = len(structure.center)
        self.unit = np.linalg.norm(structure.force, axis=1).sum() / max(self.count, 1)
        self.size = self._sizes()
        turned = turned_frames(structure.frame, towards)
        ends = ((structure.first, structure.point, 1.0), (structure.second, structure.point, -1.0))
        self.tangents = [self._columns(ends, turned[:, :, i]) for i in (0, 1)]
        self.normals = self._columns(ends, turned[:, :, 2])
        points = structure.tie_points
        self.ties = self._columns(((structure.tie_first, points[:, 0], 1.0),
                                   (structure.tie_second, points[:, 1], -1.0)),
                                  structure.tie_direction)
        self.load = self.wrench(structure.force, structure.moment)
        self.right = self.normals @ (structure.pull / self.unit) - self.load
        self.rough = np.flatnonzero(structure.friction > 0.0)

    def _sizes(self):
        """Largest distance of a contact from the centre of each body, m."""
        np = numpy()
        given = self.structure
        sizes = np.zeros(self.count)
        for body, point in ((given.first, given.point), (given.second, given.point),
                            (given.tie_first, given.tie_points[:, 0]),
                            (given.tie_second, given.tie_points[:, 1])):
            held = body >= 0
            away = np.linalg.norm(point[held] - given.center[body[held]], axis=1)
            np.maximum.at(sizes, body[held], away)
        sizes[sizes == 0.0] = 1.0
        return sizes

    def wrench(self, force, moment):
        """Rows of loads on the bodies."""
        rows = numpy().concatenate([force, moment / self.size[:, None]], axis=1)
        return rows.ravel() / self.unit

    def _columns(self, ends, direction):
        """A column for each unit force along a direction."""
        np = numpy()
        sparse, _ = packages()
        rows, columns, values = [], [], []
        for body, point, sign in ends:
            held = np.flatnonzero(body >= 0)
            at, along = body[held], direction[held]
            arm = (point[held] - self.structure.center[at]) / self.size[at][:, None]
            column = sign * np.concatenate([along, np.cross(arm, along)], axis=1).ravel()
            values.append(np.where(abs(column) > ROUNDING, column, 0.0))
            rows.append((6 * at[:, None] + np.arange(6)).ravel())
            columns.append(np.repeat(held, 6))
        matrix = sparse.csc_matrix(
            (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))),
            shape=(6 * self.count, len(direction)))
        matrix.eliminate_zeros()
        return matrix

    def _cones(self, share, polygon):
        """Columns of the corners with a share of the friction, and their contacts."""
        np = numpy()
        sparse, _ = packages()
        corners = np.where(share * self.structure.friction > 0.0, polygon.corners, 1)
        owner = np.repeat(np.arange(len(corners)), corners)
        number = np.arange(len(owner)) - np.repeat(np.cumsum(corners) - corners, corners)
        bound = share * self.structure.friction[owner]
        shape, places = (len(corners), len(owner)), (owner, np.arange(len(owner)))

        def choice(values):
            return sparse.csc_matrix((values, places), shape=shape)
        sides = [each @ choice(bound * part[number])
                 for each, part in zip(self.tangents, corners_of(polygon))]
        return self.normals @ choice(np.ones(len(owner))) + sides[0] + sides[1], owner

    def _gain(self, dual, polygon):
        """Most work that friction of a unit pressure does on a motion, of each contact."""
        along, across = (each.T @ dual for each in self.tangents)
        cosine, sine = corners_of(polygon)
        work = along[:, None] * cosine + across[:, None] * sine
        return self.structure.friction * work.max(axis=1)

    def _doubt(self, dual, cones, free):
        """Distance of a dual solution from a proof: work of a unit force that it should exclude."""
        return max(1e-12, (cones.T @ dual).max(initial=0.0), abs(free.T @ dual).max(initial=0.0))

    def _proves(self, dual, cones, free):
        """True when a dual solution excludes all forces up to FORCES times the loads, also where
        the numbers of the frame are off."""
        return dual @ self.right > (FORCES * self.count * self._doubt(dual, cones, free)
                                    + self._rounding(dual))

    def _rounding(self, dual):
        """Work of forces by which the balance of the bodies is off, each by a share of the loads."""
        return ROUNDING * self.count * abs(dual).max(initial=0.0)

    def _motion(self, dual):
        motion = -dual.reshape(-1, 2, 3).copy()
        motion[:, 1] /= self.size[:, None]
        return motion

    def deficit(self, share, polygon):
        """Least sum of tangential forces beyond the bound of friction that makes equilibrium, with
        a share of the friction coefficients, where some friction makes it."""
        np = numpy()
        sparse, _ = packages()
        cones, owner = self._cones(share, polygon)
        beyond = [sign * each[:, self.rough] for each in self.tangents for sign in (1.0, -1.0)]
        matrix = self._rounded(sparse.hstack([cones, *beyond]), self.ties)
        cost = np.zeros(matrix.shape[1])
        cost[len(owner):len(owner) + 4 * len(self.rough)] = 1.0
        found = minimize(cost, matrix, np.append(self.right, 1.0), self.ties.shape[1])
        dual = found.dual[:-1]
        pressure = np.bincount(owner, found.x[:len(owner)], len(self.structure.friction))
        slope = -float(self._gain(dual, polygon) @ pressure)
        return Deficit(found.value, slope, self._proves(dual, cones, self.ties),
                       self._motion(dual), found.value < LACKING * self.count)

    def _rounded(self, forces, free, growth=0.0):
        """Columns of forces and of free ones, and between them forces on each row that sum to a
        share ROUNDING of the loads at most, by a row of their own: what numbers may be off. With
        `growth` the loads are 1 + growth times the last of the forces."""
        np = numpy()
        sparse, _ = packages()
        size = 6 * self.count
        off = ROUNDING * self.count * sparse.eye(size)
        rows = sparse.hstack([forces, off, -off, sparse.csc_matrix((size, 1)), free])
        share = np.zeros(rows.shape[1])
        share[forces.shape[1]:rows.shape[1] - free.shape[1]] = 1.0
        if growth:
            share[forces.shape[1] - 1] = -growth
        return sparse.vstack([rows, sparse.csr_matrix(share)]).tocsc()

    def _largest(self, cones, column, right, free, bound, growth=0.0):
        """Largest multiple, up to a bound, of a column of loads that the cones bear beside
        others, and the dual solution; `growth` as in `_rounded`."""
        np = numpy()
        sparse, _ = packages()
        at = cones.shape[1]
        top = self._rounded(sparse.hstack([cones, column[:, None]]), free, growth)
        rest = top.shape[1] - free.shape[1]  # what lacks to the bound
        top = sparse.hstack([top[:, :rest], np.zeros((top.shape[0], 1)), top[:, rest:]])
        last = sparse.csr_matrix(([1.0 / bound, 1.0], ([0, 0], [at, rest])), (1, top.shape[1]))
        cost = np.zeros(top.shape[1])
        cost[at] = -1.0
        found = minimize(cost, sparse.vstack([top, last]).tocsc(), np.append(right, (1.0, 1.0)),
                         free.shape[1])
        return -found.value, found.dual[:-2]

    def proof_of_no_friction(self):
        """Motion that proves that no friction suffices, None when there is no proof."""
        sparse, _ = packages()
        free = sparse.hstack([*(each[:, self.rough] for each in self.tangents), self.ties]).tocsc()
        _, dual = self._largest(self.normals, self.load, self.right + self.load, free, 1.0)
        return self._motion(dual) if self._proves(dual, self.normals, free) else None

    def most(self, extra, polygon):
        """(bound of the multiplier of loads `extra` (rows) beside the others, largest multiplier
        with equilibrium, motion of the proof), where there is equilibrium without them."""
        cones, _ = self._cones(1.0, polygon)
        growth = abs(extra).sum() / self.count
        reached, dual = self._largest(cones, extra, self.right, self.ties, MOST_LOAD, growth)
        off, work = self._rounding(dual), -(dual @ extra)
        if reached > 0.5 * MOST_LOAD or work <= 2.0 * growth * off:
            return math.inf, math.inf, None
        allowed = off + FORCES * self.count * self._doubt(dual, cones, self.ties)
        bound = (allowed - dual @ self.right) / (work - growth * off)
        if abs(bound) * work <= 2.0 * allowed:
            bound = 0.0
        return bound, reached, self._motion(dual)


def corners_of(polygon):
    """Tangential parts of the corners, over the radius of the circle."""
    np = numpy()
    half = math.pi / polygon.corners
    angle = (2 * np.arange(polygon.corners) + polygon.around) * half
    radius = 1.0 / math.cos(half) if polygon.around else 1.0
    return radius * np.cos(angle), radius * np.sin(angle)


def turned_frames(frame, towards):
    """Frames turned about their normals until t1 lies along the first of some directions that is
    not normal to the contact: then the bound of friction is exact for forces along it."""
    np = numpy()
    turned = frame.copy()
    left = np.ones(len(frame), bool)
    for direction in towards:
        direction = np.asarray(direction, float) / np.linalg.norm(direction)
        normal = frame[:, :, 2]
        flat = direction - (normal @ direction)[:, None] * normal
        length = np.linalg.norm(flat, axis=1)
        here = left & (length > 1e-3)
        turned[here, :, 0] = flat[here] / length[here][:, None]
        turned[here, :, 1] = np.cross(normal[here], turned[here, :, 0])
        left &= ~here
    return turned
