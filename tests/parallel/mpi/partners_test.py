"""Partners on different ranks: every command that joins two bodies, and every kind of body, does what it does on one rank,
and goes on after a restart as if it had not been stopped."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest

SOLFEC = os.environ["SOLFEC_PROGRAM"]
SOLFEC_MPI = os.environ["SOLFEC_MPI_PROGRAM"]
MPIRUN = [os.environ["SOLFEC_MPIRUN"], "--oversubscribe", "--bind-to", "none", "-np"]

# Each case has a lane of its own, 10 m wide, across the plane x = 0 that parts two ranks: left() and right() make its
# partners, and `names` gives what is compared. Bodies at x = -900 and 900 keep the cuts across x.
HEAD = """
import json
words = NON_SOLFEC_ARGV()
solfec = SOLFEC('DYNAMIC', 1E-3, words[0])
solfec.verbose = 'OFF'
WARNINGS(solfec, 'OFF')
bulk = BULK_MATERIAL(solfec, model='KIRCHHOFF', young=1E6, poisson=0.25, density=1E3)
SURFACE_MATERIAL(solfec, friction=0.3)
SURFACE_MATERIAL(solfec, 2, 2, friction=0.3, restitution=0.5)
SURFACE_MATERIAL(solfec, 3, 3, model='SPRING_DASHPOT', spring=1E6, dashpot=1E3)
SURFACE_MATERIAL(solfec, 4, 4, friction=0.3, cohesion=1E4)
GRAVITY(solfec, (0, 0, -10))
IMBALANCE_TOLERANCE(solfec, 1.05, whole=int(words[3]))
cases = {}
lane = [0.0]

def case(name):
    lane[0] += 10.0
    cases[name] = []

def keep(body):
    cases[list(cases)[-1]].append(body)
    return body

def box(lo, hi, surface=1):
    x = (lo[0], hi[0], hi[0], lo[0])
    y = (lo[1] + lane[0], lo[1] + lane[0], hi[1] + lane[0], hi[1] + lane[0])
    return HULL([v for z in (lo[2], hi[2]) for a, b in zip(x, y) for v in (a, b, z)], 1, surface)

def cube(x, z=0, kind='RIGID', surface=1, more=0):
    return keep(BODY(solfec, kind, box((x - 0.5, -0.5, z - 0.5), (x + 0.5 + more, 0.5, z + 0.5), surface), bulk))

def ball(x, z=0, kind='RIGID', surface=1, radius=0.5):
    return keep(BODY(solfec, kind, SPHERE((x, lane[0], z), radius, 1, surface), bulk))

def at(x, z=0):
    return (x, lane[0], z)

def floor(surface=1):
    return BODY(solfec, 'OBSTACLE', box((-4, -2, -1.5), (4, 2, -0.5), surface), bulk)

for x in (-900, 900):
    BODY(solfec, 'OBSTACLE', SPHERE((x, 0, 0), 1, 1, 1), bulk)
"""

# Model cut in all ways (mpi_partners_long), in two of them else.
ALL_CUTS = "SOLFEC_ALL_CUTS" in os.environ

CASES = {
    "rigid link": "PUT_RIGID_LINK(ball(-1), ball(1), at(-1), at(1))",
    "hinge": "PUT_RIGID_LINK(ball(-0.5), ball(0.5), at(0), at(0))",
    "link of pseudo-rigid bodies": "PUT_RIGID_LINK(ball(-1, kind='PSEUDO_RIGID'), ball(1), at(-1), at(1))",
    "spring": "PUT_SPRING(ball(-1), at(-1), ball(2), at(2), 1E4, None)",
    "spring with stops": "a = ball(-1); PUT_SPRING(a, at(-1), ball(1), at(1), 1E3, (-0.1, 0.1))\n"
                         "INITIAL_VELOCITY(a, (9, 0, 0), (0, 0, 0))",
    "spring with a table": "PUT_SPRING(ball(-1), at(-1), ball(2), at(2), TIME_SERIES([-1, -1E3, 0, 0, 1, 3E3]), None)",
    "spring with a function": "a = ball(-1); PUT_SPRING(a, at(-1), ball(1), at(1), SIGN, None)\n"
                              "INITIAL_VELOCITY(a, (30, 0, 0), (0, 0, 0))\n"
                              "CONTACT_EXCLUDE_BODIES(*cases['spring with a function'])",
    "spring along a fixed direction": "a = ball(-1); INITIAL_VELOCITY(a, (0, 0, 5), (0, 3, 0))\n"
                                      "PUT_SPRING(a, at(-1), ball(1), at(1), 1E4, None, (1, 0, 0))",
    "spring along a turning direction": "a = ball(-1); b = ball(1); INITIAL_VELOCITY(b, (0, 0, 5), (0, 3, 0))\n"
                                        "PUT_SPRING(a, at(-1), b, at(1), 1E4, None, (1, 0, 0), 'CONV2')",
    "function of a spring, turning": "a = ball(-1); b = ball(1); INITIAL_VELOCITY(b, (0, 0, 5), (0, 3, 0))\n"
                                     "PUT_SPRING(a, at(-1), b, at(1), SIGN, None, (1, 0, 0), 'CONV2')",
    "chain": "b = [ball(x, radius=0.2) for x in (-1.5, -0.9, -0.3, 0.3, 0.9, 1.5)]\nFIX_POINT(b[0], at(-1.5))\n"
             "for p, q in zip(b, b[1:]): PUT_RIGID_LINK(p, q, p.center, q.center)",
    "collision": "a = ball(-1, surface=2); ball(0.5, surface=2); INITIAL_VELOCITY(a, (20, 0, 0), (0, 0, 9))",
    "collision of pseudo-rigid bodies": "a = ball(-1, kind='PSEUDO_RIGID'); ball(0.5, kind='PSEUDO_RIGID')\n"
                                        "INITIAL_VELOCITY(a, (20, 0, 0), (0, 0, 0))",
    "ellipsoid": "keep(BODY(solfec, 'RIGID', ELLIP(at(-0.8), (0.6, 0.4, 0.4), 1, 1), bulk)); b = ball(0.5)\n"
                 "INITIAL_VELOCITY(b, (-20, 0, 0), (0, 0, 0))",
    "rod": "a = keep(BODY(solfec, 'RIGID', ROD(at(-1.4), (1.2, 0, 0), 0.4, 1, 1), bulk))\n"
           "b = ball(0.5); INITIAL_VELOCITY(b, (-20, 0, 0), (0, 0, 0))",
    "pin in a bore": "keep(BODY(solfec, 'RIGID', BORE(at(-1), (2, 0, 0), 0.5, 0.1, 1, 1), bulk))\n"
                     "a = keep(BODY(solfec, 'RIGID', ROD(at(-0.7), (1.2, 0, 0), 0.4, 1, 1), bulk))\n"
                     "INITIAL_VELOCITY(a, (20, 0, 3), (9, 0, 0))",
    "passing through": "a = ball(-1); b = ball(1); INITIAL_VELOCITY(a, (40, 0, 0), (0, 0, 0)); CONTACT_EXCLUDE_BODIES(a, b)",
    "sprung contact": "floor(3); a = cube(-0.2, surface=3); b = ball(0.75, surface=3)\n"
                      "INITIAL_VELOCITY(b, (-10, 0, 0), (0, 0, 0))",
    "bond": "a = cube(-0.5, surface=4); b = cube(0.5, surface=4)\nFIX_POINT(a, at(-0.5)); FIX_POINT(a, at(-0.5, 0.5))",
    "bond that breaks": "a = cube(-0.5, surface=4); b = cube(0.5, surface=4); INITIAL_VELOCITY(b, (8, 0, 0), (0, 0, 0))",
    "bond that changes ranks": "a = cube(-1.2, surface=4); b = cube(-0.2, surface=4)\n"
                               "for one, more in ((a, -1), (b, 1)):\n"
                               "    INITIAL_VELOCITY(one, (30, 0, 0), (0, 0, 0))\n"
                               "    FORCE(one, 'SPATIAL', one.center, (more, 0, 0), 8E3)",
    "joint that changes ranks": "a = ball(-1.2); b = ball(-0.2); PUT_RIGID_LINK(a, b, at(-1.2), at(-0.2))\n"
                                "for one in (a, b): INITIAL_VELOCITY(one, (30, 0, 0), (0, 0, 0))",
    "stack": "floor(); cube(-0.3); cube(0.3, 1); ball(0, 2)",
    "overlap": "floor(); cube(-0.495); cube(0.495)",
    "overlap of joined bodies": "floor(); a = cube(-0.495); b = cube(0.495); c = cube(-0.495, 3)\n"
                                "PUT_RIGID_LINK(b, c, at(0.495), at(-0.495, 3))",
    "driven obstacle": "a = floor(); w = SET_VELOCITY(a, at(0, -1), (0, 0, 1), TIME_SERIES([0, 0, 0.01, 1, 9, 1]))\n"
                       "cube(-1.2); cube(1.2); looks['driven obstacle'] = w",
    "driven bodies": "a = ball(-1); b = ball(1); PUT_RIGID_LINK(a, b, at(-1), at(1))\n"
                     "SET_DISPLACEMENT(a, at(-1), (1, 0, 0), TIME_SERIES([0, 0, 0.05, 1, 9, 1]))\n"
                     "SET_ACCELERATION(b, at(1), (0, 0, 1), TIME_SERIES([0, 0, 9, 90]))",
    "fixed directions": "a = ball(-1); b = ball(1); PUT_RIGID_LINK(a, b, at(-1), at(1)); FIX_DIRECTION(a, at(-1), (0, 0, 1))\n"
                        "INITIAL_VELOCITY(b, (20, 0, 0), (0, 0, 0)); CONTACT_EXCLUDE_BODIES(a, b)",
    "loads": "a = ball(-1); b = ball(1); PUT_RIGID_LINK(a, b, at(-1), at(1))\n"
             "FORCE(a, 'SPATIAL', at(-1), (1, 0, 0), TIME_SERIES([0, 0, 1, 9E5])); TORQUE(b, 'CONVECTED', (1, 1, 0), 1E3)\n"
             "FORCE(b, 'CONVECTED', at(1), (0, 1, 0), push, 5)",
    "pressures": "for x, kind, turn in ((-0.9, 'RIGID', 3), (0.9, 'PSEUDO_RIGID', -3)):\n"
                 "    nodes = [v for z in (-0.5, 0.5) for a, b in ((-.5, -.5), (.5, -.5), (.5, .5), (-.5, .5))\n"
                 "             for v in (x + a, lane[0] + b, z)]\n"
                 "    one = keep(BODY(solfec, kind, HEX(nodes, 2, 1, 1, 1, [1, 2, 3, 4, 5, 6]), bulk))\n"
                 "    INITIAL_VELOCITY(one, (5 * x, 0, 0), (0, turn, 1))\n"
                 "    PRESSURE(one, 4, TIME_SERIES([0, 0, 1, 9E5])); PRESSURE(one, 6, -2E4)",
    "meshes": "floor()\n"
              "for x, kind in ((-0.6, 'RIGID'), (0.6, 'PSEUDO_RIGID')):\n"
              "    nodes = [v for z in (-0.5, 0.5) for a, b in ((-.5, -.5), (.5, -.5), (.5, .5), (-.5, .5))\n"
              "             for v in (x + a, lane[0] + b, z)]\n"
              "    keep(BODY(solfec, kind, HEX(nodes, 2, 1, 1, 1, [1] * 6), bulk)).damping = 1E-3 * (x > 0)\n"
              "ball(0, 1.2)",
    "moving obstacle": "a = floor(); INITIAL_VELOCITY(a, (3, 0, 0), (0, 0, 0)); cube(-1.2); cube(1.2); cube(0, 1.01)",
    "parts and characteristics": "a = keep(BODY(solfec, 'RIGID', [SPHERE(at(-1), 0.5, 1, 1), SPHERE(at(-1, 1), 0.5, 2, 1)], bulk))\n"
                                 "MATERIAL(solfec, a, 2, BULK_MATERIAL(solfec, density=3E3)); b = ball(1)\n"
                                 "BODY_CHARS(b, 700, 0.5, at(1.1), (9, 1, 0, 1, 8, 0, 0, 0, 7)); INITIAL_VELOCITY(b, (0, 0, 0), (1, 2, 9))\n"
                                 "PUT_RIGID_LINK(a, b, at(-1), at(1))",
    "cylindrical joint": "a = ball(-1); b = ball(1); INITIAL_VELOCITY(b, (4, 0, 3), (5, 2, 0))\n"
                         "j = CYLINDRICAL(a, b, at(0), (1, 0, 0.5), (-0.2, 0.1), 40, 200, 10, (-9, 0.05), 90, 4E4, 50)\n"
                         "MOTOR(j, torque=300); MOTOR(j, speed=2, limit=500, coordinate='TRAVEL'); looks['cylindrical joint'] = j",
    "universal joint": "a = ball(1); b = ball(-1); INITIAL_VELOCITY(b, (0, 0, 3), (5, 2, 4))\n"
                       "j = UNIVERSAL(a, b, at(0), (0, 1, 0), (1, 0, 0), (-0.2, 0.1), 40, 900, 10, None, 30, 500, 20)\n"
                       "MOTOR(j, angle=0.5, gain=30, limit=500, coordinate='ANGLE2'); looks['universal joint'] = j",
    "hinge with a motor": "a = ball(-1); b = ball(1); j = HINGE(a, b, at(0), (0, 1, 0), (-0.1, 0.02), 20, 300, 5)\n"
                          "INITIAL_VELOCITY(a, (0, 0, 3), (0, 0, 0)); MOTOR(j, torque=50); looks['hinge with a motor'] = j",
    "welded twice": "a = cube(-0.6, more=0.1); b = cube(0.5); c = ball(0.6, 1.1); d = ball(-0.6, 1.1)\n"
                    "WELD(a, b, at(0, 0.4)); WELD(a, b, at(0, -0.4)); INITIAL_VELOCITY(c, (0, 0, -5), (0, 3, 0))",
    "two hinges": "a = cube(-0.6, more=0.1); b = cube(0.5); INITIAL_VELOCITY(b, (0, 0, 3), (0, 0, 0)); axis = (0, 1, 0)\n"
                  "HINGE(a, b, (0, lane[0] - 0.5, 0), axis, friction=5); HINGE(a, b, (0, lane[0] + 0.5, 0), axis)",
    "objects that do not touch": "a = keep(BODY(solfec, 'RIGID', [SPHERE(at(-1), 0.5, 1, 1), SPHERE(at(-1, 1), 0.5, 1, 1)], bulk)); b = ball(0.2)\n"
                                 "INITIAL_VELOCITY(b, (-30, 0, 5), (0, 0, 0)); CONTACT_EXCLUDE_OBJECTS(a, at(-1), b, at(0.2))",
    "schemes": "a = ball(-1); b = ball(1); c = ball(0, 1.2, kind='PSEUDO_RIGID'); d = ball(0, -1.2, kind='PSEUDO_RIGID')\n"
               "a.scheme = 'RIG_IMP'; b.scheme = 'RIG_POS'; c.scheme = 'DEF_IMP'; d.scheme = 'DEF_LIM'; d.damping = 1E-4\n"
               "for p, q in ((a, c), (c, b), (b, d)): PUT_RIGID_LINK(p, q, p.center, q.center)\n"
               "INITIAL_VELOCITY(a, (9, 0, 0), (1, 2, 3))",
}

# A bar on the rim of a wheel that turns, and one that a motor turns beside a ball on a link, each across x = 0: where they are
# after 2.4 rad, in steps of 0.3 rad, and where they should be.
QUASI_STATIC = """
import json, math
words = NON_SOLFEC_ARGV()
solfec = SOLFEC('QUASI_STATIC', 0.125, words[0])
solfec.verbose = 'OFF'
WARNINGS(solfec, 'OFF')
bulk = BULK_MATERIAL(solfec, density=1E3)
GRAVITY(solfec, (0, 0, -10))
IMBALANCE_TOLERANCE(solfec, 1.05, whole=int(words[3]))
for x in (-900, 900):
    BODY(solfec, 'OBSTACLE', SPHERE((x, 0, 0), 1, 1, 1), bulk)
def bar(a, b, y):
    return BODY(solfec, 'RIGID', HULL([(x, y + e, z) for x in (a, b) for e in (-0.05, 0.05) for z in (-0.05, 0.05)], 1, 1), bulk)
wheel = BODY(solfec, 'OBSTACLE', HULL([(x, y, z) for x in (-1.2, -0.8) for y in (5.2, 5.4) for z in (-1, 1)], 1, 1), bulk)
rim = bar(-0.4, 1.6, 5)
HINGE(rim, wheel, (-0.3, 5, 0), (0, -1, 0), friction=1E9)
INITIAL_VELOCITY(wheel, (0, 0, 0), (0, -2.4, 0))
arm = bar(-1, 0.2, 15)
pin = HINGE(arm, None, (-1, 15, 0), (0, -1, 0))
MOTOR(pin, angle=TIME_SERIES([0, 0, 1, 2.4]))
ball = BODY(solfec, 'RIGID', SPHERE((0.1, 15, -0.7), 0.1, 1, 1), bulk)
PUT_RIGID_LINK(arm, ball, (0.1, 15, 0), (0.1, 15, -0.7))
RUN(solfec, GAUSS_SEIDEL_SOLVER(), 1)
c, s = math.cos(2.4), math.sin(2.4)
found = rim.conf[9:12] + arm.conf[9:12] + (math.dist((-1 + 1.1 * c, 15, 1.1 * s), ball.conf[9:12]),)
if RANK() == 0:
    print(json.dumps([found, (-1 + 1.6 * c, 5, 1.6 * s, -1 + 0.6 * c, 15, 0.6 * s, 0.7)]))
"""

HELD_TWICE = ("welded twice", "two hinges")  # one rank has to solve all their joints together

# Bodies that functions of the user make, and the numbers that are compared.
TAIL = """
late = [ball(-0.6, 20), ball(0.6, 20)]
made = {'n': 0}
def event(data):
    data['n'] += 1
    if data['n'] == 2:
        late.append(BODY(solfec, 'RIGID', SPHERE((0.3, lane[0], 23), 0.3, 1, 1), bulk))
        joints.append(PUT_RIGID_LINK(late[0], late[1], late[0].center, late[1].center))
        FORCE(late[0], 'SPATIAL', late[0].center, (0, 1, 0), 5E3)
        FIX_DIRECTION(cases['hinge'][1], cases['hinge'][1].center, (0, 1, 0))
        INITIAL_VELOCITY(cases['chain'][4], (0, 1, 0), (0, 0, 0))
    if data['n'] == 3: DELETE(solfec, joints.pop())
    if data['n'] == 5: GRAVITY(solfec, (0, 1, -9)); solfec.projection = 'OFF'; CONTACT_EXCLUDE_BODIES(*cases['collision'])
    if data['n'] == 4: DELETE(solfec, solfec.bodies[-1])  # also known after -c
    return 1
def numbers(*items):
    flat = [n for item in items if item is not None for n in (item if isinstance(item, tuple) else (item,))]
    return flat
joints = []
CALLBACK(solfec, 0.009, made, event)
UNPHYSICAL_PENETRATION(solfec, 2)
EXTENTS(solfec, (-1000, -1000, -30, 1000, 1000, 100))
OUTPUT(solfec, 0.005)
solfec.projection = 'ON'
RUN(solfec, GAUSS_SEIDEL_SOLVER(1E-11, 5000, 1E-18), float(words[1]))
if words[2] == 'look' and RANK() == 0:
    told = {name: [[list(body.conf), list(body.velo), list(ENERGY(solfec, body))[:3]] for body in bodies]
            for name, bodies in cases.items()}
    for name, one in looks.items():
        told[name].append(list(one.R))
        if isinstance(one, JOINT): told[name][-1] += numbers(one.M, one.angle, one.travel, one.torque, one.motor, one.travel_motor)
    print(json.dumps(told))
"""


# Glued blocks of 27 kg are pulled by 5 t kN: their bonds hold c A = 900 N until t0 = 0.18 s. The four points of a block and
# the floor take more loads than its motion determines.
GLUED = """
import json
words = NON_SOLFEC_ARGV()
solfec = SOLFEC('DYNAMIC', 1E-3, words[0])
solfec.verbose = 'OFF'
OUTPUT(solfec, 1)
bulk = BULK_MATERIAL(solfec, density=1E3, young=1E7)
SURFACE_MATERIAL(solfec, friction=0.5, cohesion=1E4)
BODY(solfec, 'OBSTACLE', BOX((-9, -9, -1), (18, 18, 1), 1, 1), bulk)
blocks = [BODY(solfec, 'PSEUDO_RIGID', BOX((-8 + 2 * k, -8, 0), (0.3, 0.3, 0.3), 1, 1), bulk) for k in range(4)]
for block in blocks:
    block.scheme = 'DEF_IMP'
    FORCE(block, 'SPATIAL', block.center, (0, 0, 1), TIME_SERIES([0, 0, 1, 5E3]))
RUN(solfec, GAUSS_SEIDEL_SOLVER(1E-10, 1000, 1E-12), float(words[1]))
if RANK() == 0:
    print(json.dumps([DISPLACEMENT(block, block.center)[2] for block in blocks]))
"""


# Arms of two bars with a joint of each kind, moved in two RUNs.
ARMS = """
import json
words = NON_SOLFEC_ARGV()
solfec = SOLFEC('DYNAMIC', 1E-3, words[0])
solfec.verbose = 'OFF'
bulk = BULK_MATERIAL(solfec, density=1E3)
GRAVITY(solfec, (0, 0, -10))
bars = []
for k, joint in enumerate((BALL, HINGE, SLIDER, CYLINDRICAL, UNIVERSAL, WELD)):
    a, b = [BODY(solfec, 'RIGID', BOX((x, k, 0), (0.5, 0.03, 0.06), 1, 1), bulk) for x in (0, 0.5)]
    more = {BALL: (), WELD: (), UNIVERSAL: ((0, 1, 0), (0, 0, 1))}.get(joint, ((0, 1, 0),))
    (HINGE if k % 2 else UNIVERSAL)(a, None, (0, k, 0), (0, 1, 0), *([] if k % 2 else [(1, 0, 0)]))
    joint(a, b, (0.5, k, 0), *more)
    bars += [a, b]
for i in range(2):
    RUN(solfec, GAUSS_SEIDEL_SOLVER(1E-10, 2000, 1E-12), float(words[1]))
moved = [x for bar in bars for x in DISPLACEMENT(bar, bar.center)]
if RANK() == 0:
    print(json.dumps(moved))
"""


def model():
    """The script with all cases."""
    text = HEAD + """
looks = {}
def push(data, q, u, time, step): return (0, data * 1E3 * q[9], 0, 0, 0, 0, 0, 0, 0)
SIGN = lambda stroke, velocity: FORM
""".replace("FORM", "-1E4 * stroke - 10 * velocity" if restores_by_minus() else "1E4 * stroke + 10 * velocity")
    for name, lines in CASES.items():
        text += f"case({name!r})\n{lines}\n"
    return text + "case('callbacks')\n" + TAIL


def restores_by_minus():
    """Whether the function of a spring gives the force along its stroke."""
    told = subprocess.run([SOLFEC, "--doc", "PUT_SPRING"], text=True, stdout=subprocess.PIPE).stdout
    return "-k * stroke" in told or "- k * stroke" in told


class Partners(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        with open(os.path.join(cls.folder, "model.py"), "w") as file:
            file.write(model())

    def run_model(self, ranks, folder, end, option="-w", look="", share="200000", whole=1, model="model.py"):
        start = [SOLFEC] if ranks == 0 else MPIRUN + [str(ranks), SOLFEC_MPI]
        done = subprocess.run(start + ["-q", option, "--share", share, model, folder, str(end), look or "no", str(whole)],
                              cwd=self.folder, text=True, timeout=200, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def told(self, ranks, folder, whole=1):
        return json.loads(self.run_model(ranks, folder, 0.06, look="look", whole=whole).splitlines()[-1])

    def bytes_of(self, folder, rank):
        with open(os.path.join(self.folder, folder, f"frames.{rank}.xdr"), "rb") as file:
            return file.read()

    def test_each_case_is_that_of_one_rank(self):
        def numbers(item):
            return [n for part in item for n in numbers(part)] if isinstance(item, list) else [item]
        one = self.told(0, "one")
        self.assertGreater(len(one), 20)
        cuts = ((2, 1), (3, 500))
        if ALL_CUTS:
            cuts += ((3, 1), (2, 500))
        for ranks, whole in cuts:
            several = self.told(ranks, f"ranks{ranks}", whole)
            self.assertEqual(list(several), list(one))
            for name, values in one.items():
                if whole == 1 and name in HELD_TWICE:
                    continue
                with self.subTest(ranks=ranks, whole=whole, case=name):
                    pairs = list(zip(numbers(several[name]), numbers(values), strict=True))
                    bound = 1e-5 if name == "meshes" else 1e-6  # forces in soft patches with friction are not unique
                    self.assertLess(max(abs(a - b) / (1 + abs(b)) for a, b in pairs), bound)

    def test_joints_of_quasi_static_steps_stay_together(self):
        with open(os.path.join(self.folder, "turn.py"), "w") as file:
            file.write(QUASI_STATIC)
        for ranks, whole in ((0, 1), (2, 1), (3, 1), (3, 500)):
            with self.subTest(ranks=ranks, whole=whole):
                told = self.run_model(ranks, f"turn{ranks}", 1, look="look", whole=whole, model="turn.py")
                found, exact = json.loads(told.splitlines()[-1])
                self.assertLess(max(abs(a - b) for a, b in zip(found, exact, strict=True)), 1e-9)

    def test_bonds_of_pseudo_rigid_bodies_break_in_the_step_in_which_they_do_on_one_rank(self):
        with open(os.path.join(self.folder, "glued.py"), "w") as file:
            file.write(GLUED)
        one, *several = [json.loads(self.run_model(ranks, f"glued{ranks}", 0.25, model="glued.py").splitlines()[-1])
                         for ranks in (0, 2, 3)]
        # m z'' = 5000 t from t0 on; a step later the block is 2.3 mm lower at the end
        rise = 5e3 / 27 * (0.25 ** 3 / 6 - 0.18 ** 2 * 0.25 / 2 + 0.18 ** 3 / 3)
        for found in [one] + several:
            for height, other in zip(found, one, strict=True):
                self.assertLess(abs(height - rise), 3 * 2.4e-3)
                self.assertLess(abs(height - other), 1e-5)

    def test_mechanisms_that_move_between_two_runs_are_alike_on_all_ranks(self):
        with open(os.path.join(self.folder, "arms.py"), "w") as file:
            file.write(ARMS)
        exact = json.loads(self.run_model(0, "arms0", 0.004, model="arms.py").splitlines()[-1])
        for ranks, whole in ((2, 1), (3, 500)):
            with self.subTest(ranks=ranks, whole=whole):
                told = self.run_model(ranks, f"arms{ranks}", 0.004, whole=whole, model="arms.py")
                found = json.loads(told.splitlines()[-1])
                self.assertLess(max(abs(a - b) for a, b in zip(found, exact, strict=True)), 1e-9)

    def test_continued_runs_have_the_bytes_of_those_that_were_not_stopped(self):
        for ranks, share, whole in ((2, "1", 500), (3, "200000", 1))[0 if ALL_CUTS else 1:]:
            with self.subTest(ranks=ranks, share=share, whole=whole):
                self.run_model(ranks, "whole", 0.03, share=share, whole=whole)
                self.run_model(ranks, "part", 0.015, share=share, whole=whole)
                self.run_model(ranks, "part", 0.03, "-c", share=share, whole=whole)
                for rank in range(ranks):
                    if rank == 0 or os.path.exists(os.path.join(self.folder, "whole", f"frames.{rank}.xdr")):
                        self.assertEqual(self.bytes_of("part", rank), self.bytes_of("whole", rank), f"frames.{rank}.xdr")


if __name__ == "__main__":
    unittest.main()
