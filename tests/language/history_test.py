"""HISTORY: every entity and form of item against values that a callback computes during the run."""

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from support import *

YOUNG, POISSON, DENSITY = 1e7, 0.25, 1000.0
STEP, FRAMES = 1e-3, 60
BORN, DIES = 20, 40  # frames after which a body is made and one is deleted
FLOOR, BLOCK, BALL = 1, 2, 3  # surfaces
POINT_OF = {"block": (0.3, 0.9, 0.1), "soft": (1.6, 0.2, 0.4), "swing": (-1.2, 0.2, 1.3)}
PHASES = ("TIMINT", "CONUPD", "CONDET", "LOCDYN", "CONSOL")
DIRECTION = (1.0, -2.0, 2.0)


# ---- plain linear algebra, matrices as lists of rows ---------------------------------------------


def columns(q):
    """Matrix of nine numbers given column by column."""
    return [[q[3 * j + i] for j in range(3)] for i in range(3)]


def times(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def apply(a, v):
    return [sum(a[i][k] * v[k] for k in range(3)) for i in range(3)]


def transposed(a):
    return [list(row) for row in zip(*a)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def determinant(a):
    return dot(a[0], cross(a[1], a[2]))


def strain(gradient):
    """Green's strain."""
    c = times(transposed(gradient), gradient)
    return [[0.5 * (c[i][j] - (i == j)) for j in range(3)] for i in range(3)]


def second_stress(e):
    """St Venant-Kirchhoff: S = lambda tr E + 2 mu E."""
    lame = YOUNG * POISSON / ((1 + POISSON) * (1 - 2 * POISSON))
    shear = YOUNG / (2 * (1 + POISSON))
    trace = sum(e[i][i] for i in range(3))
    return [[lame * trace * (i == j) + 2 * shear * e[i][j] for j in range(3)] for i in range(3)]


# ---- what a body does, from conf and velo --------------------------------------------------------


def point_values(body, point):
    """The sixteen entities of a point."""
    q, u = body.conf, body.velo
    arm = [a - b for a, b in zip(point, body.center)]
    f = columns(q)
    current = [c + d for c, d in zip(q[9:12], apply(f, arm))]
    if body.kind == "RIGID":
        turning = apply(f, cross(u[:3], arm))
        stress = [[0.0] * 3 for _ in range(3)]
    else:
        turning = apply(columns(u), arm)
        first = times(f, second_stress(strain(f)))
        j = determinant(f)
        stress = [[x / j for x in row] for row in times(first, transposed(f))]
    velocity = [a + b for a, b in zip(u[-3:], turning)]
    values = {}
    for i, axis in enumerate("XYZ"):
        values["D" + axis] = current[i] - point[i]
        values["V" + axis] = velocity[i]
        values["C" + axis] = current[i]
        values["S" + axis] = stress[i][i]
    values.update(SXY=stress[0][1], SXZ=stress[0][2], SYZ=stress[1][2])
    mean = sum(stress[i][i] for i in range(3)) / 3
    deviator = [[stress[i][j] - mean * (i == j) for j in range(3)] for i in range(3)]
    values["MISES"] = math.sqrt(1.5 * sum(x * x for row in deviator for x in row))
    return values


def kinetic(body):
    u, tensor = body.velo, columns(body.tensor)
    energy = 0.5 * body.mass * dot(u[-3:], u[-3:])
    if body.kind == "RIGID":
        return energy + 0.5 * dot(u[:3], apply(tensor, u[:3]))
    rate = columns(u)
    return energy + 0.5 * sum(dot(a, b) for a, b in zip(rate, times(rate, tensor)))


def internal(body):
    if body.kind == "RIGID":
        return 0.0
    e = strain(columns(body.conf))
    return 0.5 * body.volume * sum(dot(a, b) for a, b in zip(e, second_stress(e)))


# ---- the scene -----------------------------------------------------------------------------------


class Scene:
    """Bodies of each kind under contact, joints, a late and a deleted body."""

    def __init__(self, test, path):
        self.solfec = solfec = SOLFEC("DYNAMIC", STEP, path)
        solfec.verbose = "OFF"
        bulk = BULK_MATERIAL(solfec, young=YOUNG, poisson=POISSON, density=DENSITY)
        self.bulk = bulk
        SURFACE_MATERIAL(solfec, friction=0.4, restitution=0.2)
        GRAVITY(solfec, (0, 0, -9.81))

        def box(low, size, surface, cells=(2, 2, 1)):
            shape = TRANSLATE(SCALE(HEX(CUBE, *cells, 1, [surface] * 6), size), low)
            return shape

        self.floor = BODY(solfec, "OBSTACLE", box((-3, -3, -1), (6, 6, 1), FLOOR, (1, 1, 1)), bulk,
                          label="floor")
        self.block = BODY(solfec, "RIGID", box((0, 0, 0.002), (1, 1, 0.3), BLOCK), bulk,
                          label="block")
        INITIAL_VELOCITY(self.block, (0.4, 0.1, -0.5), (0.2, 0.1, 0.3))
        self.soft = BODY(solfec, "PSEUDO_RIGID", box((1.5, 0, 0.003), (0.5, 0.5, 0.5), BLOCK), bulk,
                         label="soft")
        self.soft.scheme, self.soft.damping = "DEF_LIM", 1e-5
        INITIAL_VELOCITY(self.soft, (-0.2, 0.3, -2.0), (0, 0.5, 0))
        self.swing = BODY(solfec, "RIGID", box((-1.5, 0, 1), (0.5, 0.5, 0.5), BLOCK), bulk,
                          label="swing")
        INITIAL_VELOCITY(self.swing, (-0.375, -0.375, 0), (0, 0, 1.5))  # about the fixed corner
        PUT_RIGID_LINK(self.swing, None, (-1.5, 0, 1.5), (-1.5, 0, 2.5))
        FIX_POINT(self.swing, (-1.0, 0.5, 1.5))
        self.ball = BODY(solfec, "RIGID", SPHERE((0.5, 0.5, 0.41), 0.1, 1, BALL), bulk,
                         label="ball")
        INITIAL_VELOCITY(self.ball, (0.3, 0, -1.0), (0, 2, 0))
        self.doomed = BODY(solfec, "RIGID", SPHERE((-0.5, -2, 0.6), 0.2, 1, BALL), bulk,
                           label="doomed")
        self.late, self.work = None, {}
        self.samples, self.times, self.live_timings = {}, [], []
        self.solver = GAUSS_SEIDEL_SOLVER(1e-10, 1000, 1e-12)
        CALLBACK(solfec, STEP, 0, self.step)
        OUTPUT(solfec, 0)

    def moving(self):
        return [b for b in self.solfec.bodies if b.kind != "OBSTACLE"]

    def step(self, _):
        """Records, then changes the model; frames are written before callbacks."""
        self.count_work()
        for key, value in self.expected().items():
            self.samples.setdefault(key, []).append(value)
        self.times.append(self.solfec.time)
        if len(self.times) == BORN:
            self.late = BODY(self.solfec, "RIGID", SPHERE((2, 2, 0.3), 0.3, 1, BALL), self.bulk,
                             label="late")
        if len(self.times) == DIES:
            DELETE(self.solfec, self.doomed)
        return 1

    def count_work(self):
        """Adds up the work of contacts, half of it on either body."""
        for c in self.solfec.constraints:
            if c.kind != "CONTACT":
                continue
            works = [0.5 * STEP * 0.5 * (u + v) * r for u, v, r in zip(c.U, c.V, c.R)]
            for body in c.adjbod:
                normal, friction = self.work.get(body.id, (0.0, 0.0))
                self.work[body.id] = (normal + works[2], friction + works[0] + works[1])

    def energies(self, bodies):
        """Entities of a set of bodies; EXTERNAL as ENERGY says, the rest from outside."""
        alive = [b for b in bodies if b.kind != "OBSTACLE"]
        works = [self.work.get(b.id, (0.0, 0.0)) for b in bodies]
        return {"KINETIC": sum(map(kinetic, alive)), "INTERNAL": sum(map(internal, alive)),
                "EXTERNAL": sum(ENERGY(self.solfec, b)[2] for b in bodies),
                "CONTACT": sum(w[0] for w in works), "FRICTION": sum(w[1] for w in works)}

    def rows(self, bodies):
        """Constraints of a set of bodies, each once; None: all."""
        if bodies is None:
            return list(self.solfec.constraints)
        ids = {b.id for b in bodies}
        result = []
        for c in self.solfec.constraints:
            joined = c.adjbod if isinstance(c.adjbod, tuple) else (c.adjbod,)
            if any(b is not None and b.id in ids for b in joined):
                result.append(c)
        return result

    def expected(self):
        """Value of every item of `items` now."""
        values = {}
        s = self.solfec
        self.live_timings.append([TIMING(s, phase) for phase in PHASES])
        for body in (self.block, self.soft, self.swing):
            for entity, value in point_values(body, POINT_OF[body.label]).items():
                values[body.label, entity] = value
        gone = [] if len(self.times) >= DIES else [self.doomed]
        late = [self.late] if self.late else []
        everything = [self.floor, self.block, self.soft, self.swing, self.ball] + gone + late
        sets = {"all": everything, "block": [self.block], "soft": [self.soft],
                "pair": [self.soft, self.ball], "doomed": gone}
        for name, bodies in sets.items():
            for entity, value in self.energies(bodies).items():
                values[name, entity] = value if bodies else math.nan
            chosen = self.rows(None if name == "all" else bodies)
            for direction in (None, DIRECTION):
                for pair in (None, (BLOCK, FLOOR), (BALL, BLOCK)):
                    for entity in ("GAP", "R", "U", "CR", "CU"):
                        values[name, direction, pair, entity] = constraint_value(
                            chosen, direction, pair, entity,
                            None if name == "all" else {b.id for b in bodies}) if bodies else math.nan
        values.update(STEP=s.current_step, CONS=s.ncon, BODS=s.nbod, GSITERS=self.solver.iters,
                      MERIT=self.solver.merhist[-1] if self.solver.merhist else 0.0,
                      RESIDUAL=self.solver.residual,
                      NEWBODS=1.0 if len(self.times) == BORN else 0.0,
                      DELBODS=1.0 if len(self.times) == DIES else 0.0)
        return values

    def items(self):
        """HISTORY items of the keys of `expected`."""
        sets = {"all": self.solfec, "block": self.block, "soft": self.soft,
                "pair": [self.soft, self.ball], "doomed": self.doomed}
        result = {}
        for key in self.keys:
            if isinstance(key, str):
                result[key] = key
            elif len(key) == 4:
                result[key] = (sets[key[0]],) + key[1:]
            elif key[1] in ("KINETIC", "INTERNAL", "EXTERNAL", "CONTACT", "FRICTION"):
                result[key] = (sets[key[0]], key[1])
            else:
                body = {"block": self.block, "soft": self.soft, "swing": self.swing}[key[0]]
                result[key] = (body, POINT_OF[key[0]], key[1])
        return result

    keys = ()


def sign_of(c, ids):
    """+1, -1 or 0: how a constraint acts on a set of bodies, None: all."""
    joined = c.adjbod if isinstance(c.adjbod, tuple) else (c.adjbod, None)
    inside = [b is not None and (ids is None or b.id in ids) for b in joined]
    return inside[0] - inside[1]


def constraint_value(rows, direction, pair, entity, ids):
    """The sums and means as the reference says them."""
    if entity in ("GAP", "CR", "CU"):
        rows = [c for c in rows if c.kind == "CONTACT"]
    if pair is not None:
        rows = [c for c in rows if c.kind != "CONTACT" or set(c.spair) == set(pair)]
    if entity == "GAP":
        return min((c.gap for c in rows), default=math.inf)

    if direction is not None:
        rows = [c for c in rows if sign_of(c, ids)]

    def part(c, local):
        if direction is None:
            return local[2]
        base = c.base
        spatial = [sum(base[3 * k + i] * local[k] for k in range(3)) for i in range(3)]
        return sign_of(c, ids) * dot(direction, spatial) / math.sqrt(dot(direction, direction))

    if entity in ("R", "CR"):
        return sum(part(c, c.R) for c in rows)
    return sum(part(c, c.U) for c in rows) / len(rows) if rows else 0.0


def is_stress(key):
    return len(key) == 2 and key[1][0] in "SM"


class NewtonHistoryTest(LanguageTest):

    def test_iterations_and_seconds_of_newton_solvers_are_sampled(self):
        for make, name, other in ((NEWTON_SOLVER, "NTITERS", "BSITERS"),
                                  (BODY_SPACE_SOLVER, "BSITERS", "NTITERS")):
            solfec = self.new_solfec()
            bulk = BULK_MATERIAL(solfec, density=1)
            BODY(solfec, "OBSTACLE", cube((0, 0, -1)), bulk)
            BODY(solfec, "RIGID", cube((0.1, 0.1, 0)), bulk)
            GRAVITY(solfec, (0, 0, -9.81))
            solver = make(1e-10, 30)
            counts, spent = [], []
            for step in range(5):
                RUN(solfec, solver, 1e-3)
                counts.append(solver.iters)
                self.assertEqual(len(solver.merhist), solver.iters)
                self.assertLessEqual(solver.merhist[-1], 1e-10)
                self.assertEqual(solver.error, "OK")
                self.assertLess(solver.residual, 1e-3)
                spent.append(TIMING(solfec, "LINMV"))
                self.assertLess(sum(TIMING(solfec, part) for part in PARTS),
                                TIMING(solfec, "CONSOL"))
            times, iterations, nothing, sweeps, seconds = HISTORY(
                solfec, [name, other, "GSITERS", "LINMV"], 1e-3, 5e-3)
            self.assertEqual(iterations, counts)
            self.assertGreater(sum(counts), 4)
            self.assertEqual((sum(nothing), sum(sweeps)), (0, 0))
            self.assertEqual(seconds, spent)


PARTS = ("LININIT", "LINUPD", "LINMV", "LINPRE", "LINRUN")


class BothPassesTest(LanguageTest):
    """A script that computes, then reads its results."""

    def both_passes(self, name, script):
        """The two runs, which succeed and print one text."""
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.write(script)
        passes = [self.run_program("-q", path, cwd=self.folder) for _ in range(2)]
        for done in passes:
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stdout, passes[0].stdout)
        return passes


class DeletedConstraintTest(BothPassesTest):
    """A link that a callback deletes, and one that is made between two RUNs."""

    SCRIPT = """
s = SOLFEC('DYNAMIC', 1e-2, 'out')
s.verbose = 'OFF'
bulk = BULK_MATERIAL(s, density=1000)
SURFACE_MATERIAL(s)
GRAVITY(s, (0, 0, -10))
ball = BODY(s, 'RIGID', SPHERE((0, 0, 5), .1, 1, 1), bulk)
other = BODY(s, 'RIGID', SPHERE((3, 0, 5), .1, 1, 1), bulk)
held = FIX_POINT(other, other.center)
link = PUT_RIGID_LINK(ball, other, ball.center, other.center)
calls = []
def act():
    calls.append(0)
    if len(calls) == 3: DELETE(s, link)
    return 1
CALLBACK(s, .1, (), act)
OUTPUT(s, .1)
solver = GAUSS_SEIDEL_SOLVER()
RUN(s, solver, .5)
late = FIX_POINT(ball, ball.center)
RUN(s, solver, .5)
for item in ((link, 'R'), ([link], 'U'), ([link, held], 'R'), (late, 'R'), (held, 'R')):
    print(HISTORY(s, item, 0, 1)[1])
"""

    def test_values_are_nan_on_both_passes_and_said_once(self):
        for done in self.both_passes("deleted.py", self.SCRIPT):
            self.assertEqual(done.stderr.count("HISTORY: warning"), 2, done.stderr)
            self.assertRegex(done.stderr, r"deleted\.py:\d+: HISTORY: warning: constraint number 2 of the script is "
                                          r"not there in \d of 11 frames; the values of these are nan")
        link, speed, both, late, held = [eval(line, {"nan": math.nan}) for line in done.stdout.splitlines()]
        gone = [math.isnan(value) for value in link]
        self.assertFalse(gone[1])
        self.assertTrue(gone[-1])
        self.assertEqual(gone, sorted(gone))
        self.assertEqual([math.isnan(value) for value in speed], gone)
        self.assertFalse(any(math.isnan(value) for value in both + held))
        self.assertEqual([math.isnan(value) for value in late], [True] * 6 + [False] * 5)


class AbsentBodyTest(BothPassesTest):
    """Balls that leave the extents, that a callback makes, and that come and go between two RUNs."""

    SCRIPT = """
s = SOLFEC('DYNAMIC', 1e-2, 'out')
s.verbose = 'OFF'
bulk = BULK_MATERIAL(s)
SURFACE_MATERIAL(s)
GRAVITY(s, (0, 0, -10))
leaves = BODY(s, 'RIGID', SPHERE((0, 0, 5), .1, 1, 1), bulk, label='leaves')
stays = BODY(s, 'RIGID', SPHERE((2, 0, 9), .1, 1, 1), bulk, label='stays')
EXTENTS(s, (-5, -5, 2, 5, 5, 20))
made = []
def act():
    if not made: made.append(BODY(s, 'RIGID', SPHERE((1, 0, 8), .1, 1, 1), bulk, label='comes'))
    elif len(made) == 1: made.append(BODY(s, 'RIGID', SPHERE((1, 2, 8), .1, 1, 1), bulk, label='visits'))
    elif len(made) == 2: made.append(DELETE(s, made[1]))
    return 1
CALLBACK(s, .25, (), act)
OUTPUT(s, .125)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-6, 100), 1)
for item in (('leaves', (0, 0, 5), 'CZ'), ('comes', (1, 0, 8), 'VZ'), ('visits', (1, 2, 8), 'DZ'),
             (leaves, (0, 0, 5), 'DX'), ('leaves', 'KINETIC'), (leaves, 'GAP'), ([leaves], (0, 0, 1), None, 'R'),
             ([leaves, stays], 'KINETIC'), ('comes', 'U'), (s, 'KINETIC'), ('stays', (2, 0, 9), 'CZ')):
    print(HISTORY(s, item, 0, 1)[1])
"""

    def test_values_are_nan_on_both_passes_and_said_once(self):
        nan = math.nan
        for done in self.both_passes("absent.py", self.SCRIPT):
            self.assertEqual(done.stderr.count("HISTORY: warning"), 3, done.stderr)
            self.assertRegex(done.stderr, r"absent\.py:\d+: HISTORY: warning: body 'comes' is not there in \d of \d+ "
                                          r"frames; the values of these are nan\n")
        rows = [eval(line, {"nan": nan, "inf": math.inf}) for line in done.stdout.splitlines()]
        gone = list(map(math.isnan, rows[0]))
        self.assertEqual(gone, [False] * 7 + [True] * 2)  # 5 - 5 t^2 = 2.1 at t = 0.76 s
        for row in rows[3:7]:
            self.assertEqual(list(map(math.isnan, row)), gone)
        self.assertEqual(list(map(math.isnan, rows[1])), [True] * 3 + [False] * 6)
        self.assertEqual(list(map(math.isnan, rows[8])), [True] * 3 + [False] * 6)
        self.assertEqual(list(map(math.isnan, rows[2])), [True] * 5 + [False] * 2 + [True] * 2)
        for row in (rows[7], rows[9], rows[10]):
            self.assertFalse(any(map(math.isnan, row)))

    def test_a_label_that_no_frame_has_is_an_error(self):
        path = os.path.join(self.folder, "absent.py")
        with open(path, "w") as file:
            file.write(self.SCRIPT + "HISTORY(s, ('leave', (0, 0, 5), 'CZ'), 0, 1)\n")
        for _ in range(2):
            done = self.run_program("-q", path, cwd=self.folder)
            self.assertEqual(done.returncode, 2)
            self.assertIn("there is no body 'leave' (did you mean 'leaves'?)", done.stderr)


UP, ALONG = (0, 0, 1), (1, 0, 0)


class ForceOnAnObjectTest(LanguageTest):
    """Statics: blocks at rest on a base that are made before and after it."""

    def stack(self, path=None):
        """A, then the base, B and a block on A, each of 10 kN."""
        solfec = self.new_solfec(output=path or os.path.join(self.folder, "stack"))
        bulk = BULK_MATERIAL(solfec, density=1000)
        SURFACE_MATERIAL(solfec, friction=0.7)
        GRAVITY(solfec, (0, 0, -10))
        base = TRANSLATE(SCALE(HULL(CUBE, 1, 1), (9, 5, 1)), (-2, -2, -1))
        bodies = {}
        for label, kind, shape in (("A", "RIGID", cube((0, 0, 0))), ("base", "OBSTACLE", base),
                                   ("B", "RIGID", cube((3, 0, 0))), ("top", "RIGID", cube((0, 0, 1)))):
            bodies[label] = BODY(solfec, kind, shape, bulk, label=label)
        RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-8, 1000, 1e-12), 0.05)
        return solfec, bodies

    def force(self, solfec, thing, direction=UP, entity="CR"):
        return HISTORY(solfec, (thing, direction, None, entity), 0.05, 0.05)[1][-1]

    def test_force_of_the_others_does_not_depend_on_the_order_of_creation(self):
        solfec, bodies = self.stack()
        for label, kilonewton in (("base", -30), ("A", 10), ("B", 10), ("top", 10)):
            for entity in ("R", "CR"):
                force = self.force(solfec, bodies[label], UP, entity)
                self.assertAlmostEqual(force, 1e3 * kilonewton, delta=1e-2, msg=label)
            down = self.force(solfec, bodies[label], (0, 0, -5))
            self.assertAlmostEqual(down, -1e3 * kilonewton, delta=1e-2, msg=label)

    def test_pairs_inside_an_object_cancel(self):
        solfec, bodies = self.stack()
        a, base, b, top = (bodies[label] for label in ("A", "base", "B", "top"))
        for things, kilonewton in (([a, top], 20), ([a, b, top], 30), ([a, b], 20), ([base, a], -20),
                                   ([base, a, top, b], 0), (solfec, 0)):
            self.assertAlmostEqual(self.force(solfec, things), 1e3 * kilonewton, delta=1e-2)

    def test_without_direction_normal_components_add_up(self):
        solfec, bodies = self.stack()
        for label, kilonewton in (("base", 30), ("A", 30), ("B", 10), ("top", 10)):
            total = self.force(solfec, bodies[label], None)
            self.assertAlmostEqual(abs(total), 1e3 * kilonewton, delta=1e-2, msg=label)

    def test_labels_stand_for_bodies(self):
        solfec, bodies = self.stack()
        for name, body in bodies.items():
            self.assertEqual(self.force(solfec, name), self.force(solfec, body))
        self.assertEqual(self.force(solfec, ["A", bodies["top"]]),
                         self.force(solfec, [bodies["A"], bodies["top"]]))
        pairs = HISTORY(solfec, [("top", "EXTERNAL"), (bodies["top"], "EXTERNAL")], 0, 1)
        self.assertEqual(pairs[1], pairs[2])
        self.assert_refused(ValueError, r"HISTORY: .*no body 'tpo' \(did you mean 'top'\?\)",
                            lambda: HISTORY(solfec, ("tpo", "KINETIC"), 0, 1))

    def test_single_constraints_act_on_their_first_body(self):
        for path in (os.path.join(self.folder, "stack"),) * 2:  # written, then read
            solfec, bodies = self.stack(path)
            SEEK(solfec, 0.05)
            for body in bodies.values():
                total = 0.0
                for c in body.constraints:
                    spatial = dot([c.base[3 * k + 2] for k in range(3)], c.R)
                    self.assertAlmostEqual(self.force(solfec, c), spatial, delta=1e-9)
                    self.assertEqual(self.force(solfec, c, None), c.R[2])
                    total += spatial if c.adjbod[0] == body else -spatial
                self.assertAlmostEqual(self.force(solfec, body), total, delta=1e-9)
            constraints = bodies["B"].constraints
            sign = 1 if constraints[0].adjbod[0] == bodies["B"] else -1
            self.assertAlmostEqual(self.force(solfec, constraints), sign * 1e4, delta=1e-2)
            self.assertAlmostEqual(HISTORY(solfec, (constraints, "GAP"), 0.05, 0.05)[1][0], 0.0,
                                   delta=1e-6)
            self.assert_refused(ValueError, "HISTORY: .*must be a CONSTRAINT",
                                lambda: self.force(solfec, [constraints[0], bodies["B"]]))
            self.assert_refused(ValueError, "HISTORY: .*'KINETIC'.* must be one of 'GAP', 'R'",
                                lambda: HISTORY(solfec, (constraints, "KINETIC"), 0, 1))

    def test_constraint_of_a_later_run_is_found_in_the_results(self):
        """Although READ mode does not make the contacts that were there before."""
        for mode in ("WRITE", "READ"):
            solfec, bodies = self.stack(os.path.join(self.folder, "later"))
            self.assertEqual(solfec.mode, mode)
            hook = FIX_POINT(bodies["top"], (0.5, 0.5, 1.5))
            RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-8, 1000, 1e-12), 0.01)
            sample = lambda: HISTORY(solfec, (hook, UP, None, "R"), 0.06, 0.06)[1][-1]
            if mode == "WRITE":
                force = sample()
                continue
            self.assertEqual(sample(), force)
            self.assertEqual((hook.kind, hook.adjbod.label), ("FIXPNT", "top"))
            SEEK(solfec, 0.06)
            stored = [c for c in bodies["top"].constraints if c.kind == "FIXPNT"]
            self.assertEqual(HISTORY(solfec, (stored, UP, None, "R"), 0.06, 0.06)[1][-1], force)

    def test_joints_act_as_contacts_do(self):
        solfec = self.new_solfec()
        bulk = BULK_MATERIAL(solfec, density=1000)
        GRAVITY(solfec, (0, 0, -10))
        upper = BODY(solfec, "RIGID", cube((0, 0, 3)), bulk, label="upper")
        lower = BODY(solfec, "RIGID", cube((0, 0, 0)), bulk, label="lower")
        hook = FIX_POINT(upper, (0.5, 0.5, 4))
        rods = [PUT_RIGID_LINK(lower, upper, (0.5, 0.5, 1), (0.5, 0.5, 3)),
                PUT_RIGID_LINK(None, lower, (0.5, 0.5, -9), (0.5, 0.5, 0))]
        RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-8, 1000, 1e-12), 0.05)
        read = lambda thing: self.force(solfec, thing, UP, "R")
        self.assertAlmostEqual(read(hook) + read(rods[1]), 2e4, delta=1e-2)
        self.assertAlmostEqual(read([upper, lower]), 2e4, delta=1e-2)
        self.assertAlmostEqual(read(solfec), 2e4, delta=1e-2)
        for body in (upper, lower):
            self.assertAlmostEqual(read(body), 1e4, delta=1e-2)
        self.assertAlmostEqual(read("upper"), read(hook) - read(rods[0]), delta=1e-6)

    def test_velocity_along_a_direction_is_that_relative_to_the_others(self):
        """A block that slides along a floor, whichever of the two was made first."""
        for floor_first in (True, False):
            solfec = self.new_solfec()
            bulk = BULK_MATERIAL(solfec, density=1000)
            GRAVITY(solfec, (0, 0, -10))
            SURFACE_MATERIAL(solfec, friction=0)
            for label in ("floor", "block") if floor_first else ("block", "floor"):
                shape = cube((0, 0, 0)) if label == "block" else SCALE(cube((-0.5, -0.5, -1)), (9, 9, 1))
                body = BODY(solfec, "RIGID" if label == "block" else "OBSTACLE", shape, bulk, label=label)
                if label == "block":
                    INITIAL_VELOCITY(body, (0.25, 0, 0), (0, 0, 0))
            RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-8, 1000, 1e-12), 0.01)
            items = [(label, ALONG, None, "CU") for label in ("block", "floor")]
            block, floor = HISTORY(solfec, items, 0.005, 0.01)[1:]
            for one, other in zip(block, floor):
                self.assertAlmostEqual(one, 0.25, delta=1e-9)
                self.assertAlmostEqual(other, -0.25, delta=1e-9)

    def test_unknown_entities_list_those_that_are_possible(self):
        solfec, bodies = self.stack()
        cases = [(("A", (0, 0, 0), "DW"), "'DW' .did you mean 'DX'.., must be one of 'DX', 'DY', "),
                 (("A", "KINETICS"), "'KINETICS' .did you mean 'KINETIC'.., must be one of 'GAP', 'R'"),
                 (("A", UP, None, "RN"), "'RN'.*, must be one of 'GAP', 'R', 'CR', 'U', 'CU'$"),
                 (("A", "DX"), r"'DX' \(did you mean the item \(body, point, 'DX'\)\?\), must be one of 'GAP', "),
                 (("A", "mises"), r"'mises' \(did you mean the item \(body, point, 'MISES'\)\?\), "),
                 (("A", (0, 0, 0), "KINETIC"), r"'KINETIC' \(did you mean the item \(object, 'KINETIC'\)\?\), "),
                 ((solfec, "STEPS"), r"'STEPS' \(did you mean the item 'STEP'\?\), "),
                 (("A", "ANGLE"), r"'ANGLE' \(did you mean the item \(joint, 'ANGLE'\)\?\), "),
                 (("A", "QWERTYUIOP"), r"'QWERTYUIOP', must be one of 'GAP', "),
                 ("GSITER", "'GSITER' .did you mean 'GSITERS'.., must be one of .*'STEP'")]
        for item, text in cases:
            self.assert_refused(ValueError, "HISTORY: 'list': Invalid entity kind " + text,
                                lambda: HISTORY(solfec, item, 0, 1))
        for item in (("A",), bodies["A"]):
            self.assert_refused((TypeError, ValueError), r".*; items are 'ENTITY', \(object, 'ENTITY'\), ",
                                lambda: HISTORY(solfec, [item], 0, 1))

    def test_gaps_and_sums_of_contacts_are_refused_of_other_constraints(self):
        solfec, bodies = self.stack()
        contact = bodies["A"].constraints[0]
        self.assertEqual(HISTORY(solfec, [(contact, "GAP")], 0.05, 0.05)[1], [contact.gap])
        fixed = FIX_POINT(bodies["A"], bodies["A"].center)
        for subject in (fixed, [fixed], [contact, fixed]):
            for item, advice in (((subject, "GAP"), "$"), ((subject, "CR"), "; take 'R'$"),
                                 ((subject, UP, None, "CU"), "; take 'U'$")):
                self.assert_refused(ValueError, "HISTORY: 'list': Invalid history item: '%s' is of contacts, got "
                                    "a CONSTRAINT of kind FIXPNT%s" % (item[-1], advice),
                                    lambda: HISTORY(solfec, item, 0, 1))

    def test_empty_lists_of_objects_and_wrong_pairs_of_surfaces_are_refused(self):
        solfec, bodies = self.stack()
        for item in (([], "KINETIC"), ([], "R"), ((), UP, None, "CR")):
            self.assert_refused(ValueError, "HISTORY: 'list': Invalid history item: an empty list of objects$",
                                lambda: HISTORY(solfec, [item], 0, 1))
        for pair, text in (((1,), "a tuple"), ((1, 2.5), "a tuple"), (5, "5")):
            self.assert_refused(ValueError, "HISTORY: 'list': Invalid history item: the surface pair must be two "
                                "integers, got %s$" % text, lambda: HISTORY(solfec, ("A", None, pair, "R"), 0, 1))

    def test_interval_without_frames_says_what_there_is(self):
        solfec, bodies = self.stack()
        self.assert_refused(ValueError, r"HISTORY: no frame lies in t = 1 \.\. 2 s; the results hold "
                            r"\d+ frames, t = 0 \.\. 0.05", lambda: HISTORY(solfec, "STEP", 1, 2))


class HistoryTest(LanguageTest):

    @classmethod
    def setUpClass(cls):
        cls.results = tempfile.mkdtemp(prefix="solfec-history-")
        cls.scene = Scene(cls, os.path.join(cls.results, "out"))
        RUN(cls.scene.solfec, cls.scene.solver, STEP * FRAMES)
        cls.scene.keys = tuple(cls.scene.samples)
        cls.reader = Scene(cls, os.path.join(cls.results, "out"))
        cls.reader.keys = cls.scene.keys

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.results, True)

    def assert_agrees(self, key, sampled, computed):
        finite = [abs(x) for x in computed if math.isfinite(x)]
        scale = max(finite, default=0.0)
        # sums in another order; stresses of strains of rounding
        tolerance = 1e-9 * scale + 1e-15 * (YOUNG if is_stress(key) else 1.0)
        if key == 'MERIT':  # of reactions that are exact but for rounding
            tolerance += 1e-13
        for i, (a, b) in enumerate(zip(sampled, computed)):
            if a == b or (math.isnan(a) and math.isnan(b)):
                continue
            self.assertLessEqual(abs(a - b), tolerance, "%r, frame %d" % (key, i + 1))

    def test_every_item_agrees_with_the_values_of_the_run(self):
        scene = self.scene
        items = scene.items()
        self.assertGreater(len(items), 200)
        history = HISTORY(scene.solfec, list(items.values()), 0, 1)
        self.assertEqual(len(history[0]), FRAMES + 1)  # the frame at 0 came before the first call
        self.assertEqual(history[0][0], 0.0)
        self.assertEqual(history[0][1:], scene.times)
        for key, sampled in zip(items, history[1:]):
            with self.subTest(item=key):
                self.assert_agrees(key, sampled[1:], scene.samples[key])

    def test_items_are_worth_looking_at(self):
        """Nearly every item of bodies that move takes values other than 0."""
        empty = [key for key, values in self.scene.samples.items()
                 if all(v == 0.0 or math.isinf(v) for v in values)]
        rigid_stress = [k for k in empty if is_stress(k) and k[0] in ("block", "swing")]
        self.assertEqual(len(rigid_stress), 14)
        others = [k for k in empty if k not in rigid_stress and k[0] not in ("doomed",)]
        allowed = [("block", "INTERNAL")]
        allowed += [k for k in others if len(k) == 4 and k[2] == (BALL, BLOCK)]  # soft: no ball
        # one contact of a body with another of the same set adds nothing to the force on the set
        allowed += [k for k in others if k[:2] == ("all", DIRECTION) and k[3] in ("CR", "CU")]
        self.assertEqual([k for k in others if k not in allowed], [])

    def test_read_mode_gives_the_same_numbers(self):
        self.assertEqual(self.reader.solfec.mode, "READ")
        written = HISTORY(self.scene.solfec, list(self.scene.items().values()), 0, 1)
        read = HISTORY(self.reader.solfec, list(self.reader.items().values()), 0, 1)
        self.assertEqual(repr(written), repr(read))  # some are nan
        self.assertIn("nan", repr(read))

    def test_energies_balance_with_damping_and_the_part_of_the_scheme(self):
        for body in (self.scene.block, self.scene.soft, self.scene.swing):
            names = ("KINETIC", "INTERNAL", "DAMPING", "EXTERNAL", "NUMERICAL")
            history = HISTORY(self.scene.solfec, [(body, name) for name in names], 0, 1)
            k, i, d, e, n = history[1:]
            totals = [a + b + c - x - y for a, b, c, x, y in zip(k, i, d, e, n)]
            scale = max(map(abs, k + e))
            for total in totals:
                self.assertLessEqual(abs(total - totals[0]), 1e-10 * scale, body.label)

    def test_skip_takes_every_nth_frame(self):
        items = [(self.scene.soft, POINT_OF["soft"], "SZ"), (self.scene.solfec, "R"), "CONS"]
        every = HISTORY(self.scene.solfec, items, 0, 1)
        for skip in (1, 2, 7, 1000):
            self.assertEqual(HISTORY(self.scene.solfec, items, 0, 1, skip),
                             tuple(column[::skip] for column in every))

    def test_interval_holds_both_its_ends(self):
        every = HISTORY(self.scene.solfec, "CONS", 0, 1)
        first, last = every[0][10], every[0][30]
        part = HISTORY(self.scene.solfec, "CONS", first, last)
        self.assertEqual(part, tuple(column[10:31] for column in every))

    def test_single_items_and_labels(self):
        scene = self.scene
        item = (scene.block, POINT_OF["block"], "VX")
        one = HISTORY(scene.solfec, item, 0, 1)
        self.assertEqual(one, HISTORY(scene.solfec, [item], 0, 1))
        self.assertEqual(one, HISTORY(scene.solfec, ("block",) + item[1:], 0, 1))

    def test_late_body_is_nan_before_it_is_there(self):
        late = BYLABEL(self.scene.solfec, "BODY", "late")
        heights = HISTORY(self.scene.solfec, (late, late.center, "CZ"), 0, 1)[1]
        self.assertEqual(list(map(math.isnan, heights[:BORN + 1])), [True] * (BORN + 1))
        self.assertAlmostEqual(heights[BORN + 1], 0.3, delta=1e-4)
        self.assertTrue(all(z > 0.2 for z in heights[BORN + 1:]))

    def test_new_constraints_are_counted(self):
        values = HISTORY(self.scene.solfec, ["NEWCONS", "CONS"], 0, 1)
        self.assertEqual(values[1][0], 0.0)
        made = sum(values[1])
        self.assertGreaterEqual(made, max(values[2]) - values[2][0])
        for before, after, new in zip(values[2], values[2][1:], values[1][1:]):
            self.assertGreaterEqual(new, after - before)
        skipped = HISTORY(self.scene.solfec, "NEWCONS", 0, 1, skip=4)
        self.assertEqual(skipped[1], values[1][::4])

    def test_timings_are_those_of_the_frames(self):
        solfec = self.reader.solfec
        history = HISTORY(solfec, list(PHASES), 0, 1)
        self.assertTrue(all(sum(column) > 0.0 for column in history[1:]))
        for frame in (1, 17, FRAMES):
            SEEK(solfec, history[0][frame])
            for phase, column in zip(PHASES, history[1:]):
                self.assertEqual(TIMING(solfec, phase), column[frame])

    def test_timings_of_a_running_analysis_are_those_of_its_last_frame(self):
        history = HISTORY(self.scene.solfec, list(PHASES), 0, 1)
        live = [list(column) for column in zip(*self.scene.live_timings)]
        self.assertEqual(live, [column[1:] for column in history[1:]])

    def test_entities_of_parts_that_did_not_run_are_zero(self):
        names = ["PARBAL", "NTITERS", "BSITERS", "GSCOLORS", "GSBOT", "GSMID", "GSTOP", "GSINN",
                 "GSCOM", "GSMCOM", "LININIT", "LINUPD", "LINMV", "LINPRE", "LINRUN", "LINCOM"]
        for name, column in zip(names, HISTORY(self.scene.solfec, names, 0, 1)[1:]):
            self.assertEqual(column, [0.0] * (FRAMES + 1), name)

    def test_preparation_and_sweeps_are_parts_of_the_solution(self):
        columns = HISTORY(self.scene.solfec, ["CONSOL", "GSINIT", "GSRUN"], 0, 1)[1:]
        for whole, preparation, sweeps in zip(*columns):
            self.assertLessEqual(preparation + sweeps, whole)
        self.assertGreater(sum(columns[1]), 0.0)
        self.assertGreater(sum(columns[2]), 0.0)

    def test_progress_is_printed_on_standard_error(self):
        script = ("s = SOLFEC('DYNAMIC', 0.1, 'out')\ns.verbose = 'OFF'\nb = BULK_MATERIAL(s)\n"
                  "BODY(s, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), b)\n"
                  "RUN(s, GAUSS_SEIDEL_SOLVER(1e-3, 10), 1)\n"
                  "HISTORY(s, 'STEP', 0, 1, progress='%s')\n")
        loud = self.run_program("-q", script=script % "ON")
        self.assertEqual((loud.returncode, loud.stdout), (0, ""))
        self.assertIn("HISTORY: 100 %", loud.stderr)
        self.assertEqual(self.run_program("-q", "-w", script=script % "OFF").stderr, "")


if __name__ == "__main__":
    main()
