"""Bodies of finite elements on several ranks: contacts, constraints, loads and results are those of one rank."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest

SOLFEC = os.environ["SOLFEC_PROGRAM"]
SOLFEC_MPI = os.environ["SOLFEC_MPI_PROGRAM"]
MPIRUN = [os.environ["SOLFEC_MPIRUN"], "--oversubscribe", "--bind-to", "none", "-np"]

# Each case has a lane of its own, 10 m wide, across the plane x = 0 that parts two ranks. Bodies at x = -900 and 900 keep the
# cuts across x. There is no friction where meshes meet in patches: forces in them, and so the motion, are not unique with it.
HEAD = """
import json
words = NON_SOLFEC_ARGV()
solfec = SOLFEC('DYNAMIC', 1E-3, words[0])
solfec.verbose = 'OFF'
WARNINGS(solfec, 'OFF')
bulk = BULK_MATERIAL(solfec, model='KIRCHHOFF', young=1E6, poisson=0.25, density=1E3)
SURFACE_MATERIAL(solfec, friction=0.0)
SURFACE_MATERIAL(solfec, 2, 2, friction=0.0, restitution=0.5)
SURFACE_MATERIAL(solfec, 3, 3, model='SPRING_DASHPOT', spring=1E6, dashpot=1E3)
SURFACE_MATERIAL(solfec, 4, 4, friction=0.3, cohesion=1E4)
GRAVITY(solfec, (0, 0, -10))
IMBALANCE_TOLERANCE(solfec, 1.05)
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

def nodes(x, z, a=0.5, b=0.5, c=0.5):
    return [v for k in (-c, c) for i, j in ((-a, -b), (a, -b), (a, b), (-a, b)) for v in (x + i, lane[0] + j, z + k)]

def mesh(x, z=0, scheme='DEF_EXP', form='TL', speed=None, surface=1, size=(0.5, 0.5, 0.5), parts=(2, 2, 2), damping=0):
    one = keep(BODY(solfec, 'FINITE_ELEMENT', HEX(nodes(x, z, *size), *parts, 1, [surface] * 6), bulk, form=form))
    one.scheme = scheme
    if damping: one.damping = damping
    if speed: INITIAL_VELOCITY(one, speed, (0, 0, 0))
    return one

def ball(x, z=0, kind='RIGID', surface=1, radius=0.5, y=0):
    return keep(BODY(solfec, kind, SPHERE((x, lane[0] + y, z), radius, 1, surface), bulk))

def cube(x, z=0, kind='RIGID', surface=1):
    return keep(BODY(solfec, kind, box((x - 0.5, -0.5, z - 0.5), (x + 0.5, 0.5, z + 0.5), surface), bulk))

def at(x, z=0, y=0):
    return (x, lane[0] + y, z)

def floor(surface=1):
    return BODY(solfec, 'OBSTACLE', box((-4, -2, -1.5), (4, 2, -0.5), surface), bulk)

for x in (-900, 900):
    BODY(solfec, 'OBSTACLE', SPHERE((x, 0, 0), 1, 1, 1), bulk)
"""

SCHEMES = (("DEF_EXP", "TL"), ("DEF_LIM", "TL"), ("DEF_LIM2", "TL"), ("DEF_IMP", "TL"), ("DEF_LIM", "BC"), ("DEF_IMP", "BC"))

CASES = {
    "ball on a mesh": "floor(); mesh(-0.6); b = ball(0.9, 0); INITIAL_VELOCITY(b, (-9, 0, 0), (0, 0, 0))",
    "cube on two meshes": "floor(); mesh(-0.6); mesh(0.6, scheme='DEF_LIM'); cube(0, 1.001)",
    "pseudo-rigid partner": "floor(); mesh(-0.51, scheme='DEF_LIM'); c = cube(0.51, kind='PSEUDO_RIGID')\n"
                            "INITIAL_VELOCITY(c, (-5, 0, 0), (0, 0, 0))",
    "schemes of partners": "mesh(-0.51, speed=(6, 0, 0)); mesh(0.51, scheme='DEF_LIM', form='BC')\n"
                           "mesh(-0.51, 2, 'DEF_IMP', speed=(6, 0, 0)); mesh(0.51, 2, 'DEF_LIM2')",
    "restitution": "mesh(-0.52, surface=2, speed=(8, 0, 0)); b = ball(0.6, surface=2)",
    "sprung contact": "mesh(-0.5, surface=3, speed=(3, 0, 0)); mesh(0.505, surface=3, scheme='DEF_LIM')",
    "three ranks at one mesh": "mesh(-1.01, speed=(5, 0, 0)); mesh(0, scheme='DEF_LIM'); mesh(1.01, speed=(-5, 0, 0), form='BC', scheme='DEF_LIM')",
    "mesh that changes ranks": "a = mesh(-1.2, speed=(30, 0, 0), scheme='DEF_LIM'); mesh(-0.1, speed=(30, 0, 0))\n"
                               "FORCE(a, 'SPATIAL', at(-1.2), (1, 0, 0), 2E4)",
    "spring": "PUT_SPRING(mesh(-1), at(-1), mesh(1, scheme='DEF_LIM'), at(1), 1E4, None)",
    "links": "PUT_RIGID_LINK(mesh(-1), mesh(1), at(-0.5, 0.5), at(0.5, 0.5))\n"
             "PUT_RIGID_LINK(mesh(-1, 2, 'DEF_LIM'), mesh(1, 2, 'DEF_LIM', 'BC'), at(-0.5, 2), at(0.5, 2))\n"
             "PUT_RIGID_LINK(mesh(-1, -2, 'DEF_IMP'), ball(1, -2), at(-0.5, -2), at(1, -2))\n"
             "PUT_RIGID_LINK(ball(-1, -4), mesh(1, -4, 'DEF_LIM2'), at(-1, -4), at(0.5, -4))",
    "held nodes": "a = mesh(-0.51, scheme='DEF_LIM'); b = mesh(0.51, scheme='DEF_LIM', speed=(-4, 0, 0))\n"
                  "for y in (-0.5, 0.5): FIX_POINT(a, at(-1.01, -0.5, y)); FIX_POINT(a, at(-1.01, 0.5, y)); FIX_POINT(a, at(-0.01, 0.5, y))",
    "prescribed motion": "a = mesh(-0.51, scheme='DEF_LIM'); b = mesh(0.51, damping=1E-4)\n"
                         "SET_VELOCITY(a, at(-1.01, -0.5), (1, 0, 0), TIME_SERIES([0, 0, 0.01, 1, 9, 1]))\n"
                         "SET_DISPLACEMENT(b, at(1.01, 0.5), (0, 0, 1), TIME_SERIES([0, 0, 0.05, 0.1, 9, 0.1]))\n"
                         "SET_ACCELERATION(a, at(-1.01, 0.5), (0, 1, 0), TIME_SERIES([0, 0, 9, 90])); FIX_DIRECTION(b, at(1.01, -0.5), (1, 0, 0))",
    "loads": "a = mesh(-0.51, scheme='DEF_LIM', damping=1E-4); b = mesh(0.51, form='BC', scheme='DEF_IMP')\n"
             "FORCE(a, 'SPATIAL', at(-1.01), (1, 0, 0), TIME_SERIES([0, 0, 1, 9E5])); FORCE(b, 'CONVECTED', at(1.01), (0, 1, 0), 900)\n"
             "PRESSURE(b, 1, -2E4)",
    "function": "a = mesh(-0.51); b = mesh(0.51, scheme='DEF_LIM')\n"
                "FORCE(a, 'SPATIAL', a.center, (1, 0, 0), lambda q, u, t, h: [1E2 * (k % 3 == 0) for k in range(81)])",
    "background": "mesh(-0.51, speed=(6, 0, 0)); b = keep(BODY(solfec, 'FINITE_ELEMENT', box((0, -0.4, -0.4), (0.9, 0.4, 0.4)), bulk,\n"
                  "     mesh=HEX(nodes(0.5, 0, 0.6), 2, 2, 2, 1, [1] * 6), form='BC')); b.scheme = 'DEF_LIM'",
    "parts": "a = mesh(0, size=(1.5, 0.3, 0.3), parts=(6, 2, 2)); cases['parts'].remove(a)\n"
             "for one in PARTITION(a, 3): keep(one)\n"
             "b = mesh(0, 2, 'DEF_LIM', size=(1.5, 0.3, 0.3), parts=(6, 2, 2)); cases['parts'].remove(b)\n"
             "for one in PARTITION(b, 3): keep(one)\nFIX_POINT(one, at(1.5, 2.3, 0.3))",
    "bond": "a = mesh(-0.5, surface=4, scheme='DEF_LIM'); b = mesh(0.5, surface=4, scheme='DEF_LIM')\nFIX_POINT(a, at(-1, 0.5)); FIX_POINT(a, at(-1, -0.5))",
    "part materials": "a = mesh(-0.51, speed=(6, 0, 0)); b = mesh(0.51, scheme='DEF_LIM')\n"
                      "MATERIAL(solfec, b, 1, BULK_MATERIAL(solfec, model='KIRCHHOFF', young=2E6, poisson=0.1, density=1E3))",
}
for scheme, form in SCHEMES:
    CASES[f"collision {scheme} {form}"] = (f"mesh(-0.51, 0, '{scheme}', '{form}', (8, 0, 0)); mesh(0.51, 0, '{scheme}', '{form}', (0, 0, 1))")
    CASES[f"stack {scheme} {form}"] = (f"floor(); mesh(-0.6, 0, '{scheme}', '{form}'); mesh(0.6, 0, '{scheme}', '{form}')\n"
                                       f"mesh(0.03, 1.001, '{scheme}', '{form}'); cube(0.1, 2.003)")

TAIL = """
OUTPUT(solfec, 0.005)
RUN(solfec, GAUSS_SEIDEL_SOLVER(1E-12, 20000, 1E-22), float(words[1]))
if words[2] == 'look':
    times, kinetic, external = HISTORY(solfec, [(solfec, 'KINETIC'), (solfec, 'EXTERNAL')], 0, float(words[1]))
    if RANK() == 0:
        told = {name: [[list(body.conf), list(body.velo), [e * 1E-3 for e in ENERGY(solfec, body)[:3]]] for body in bodies]
                for name, bodies in cases.items()}
        told['history'] = [[e * 1E-3 for e in kinetic], [e * 1E-3 for e in external]]
        print(json.dumps(told))
"""


def model(names):
    text = HEAD
    for name in names:
        text += f"case({name!r})\n{CASES[name]}\n"
    return text + TAIL


def numbers(item):
    return [n for part in item for n in numbers(part)] if isinstance(item, list) else [item]


def difference(one, other):
    return max(abs(a - b) / (1 + abs(b)) for a, b in zip(numbers(one), numbers(other), strict=True))


class Meshes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.folder)

    def start(self, ranks, folder, end, option="-w", look="look", script=None, share="200000"):
        path = os.path.join(self.folder, "model.py")
        with open(path, "w") as file:
            file.write(script or model(CASES))
        start = [SOLFEC] if ranks == 0 else MPIRUN + [str(ranks), SOLFEC_MPI]
        return subprocess.run(start + ["-q", option, "--share", share, path, folder, str(end), look], cwd=self.folder, text=True,
                              timeout=200, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run_model(self, *arguments, **options):
        done = self.start(*arguments, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def told(self, *arguments, **options):
        return json.loads(self.run_model(*arguments, **options).splitlines()[-1])

    def check(self, several, one, bound):
        self.assertEqual(list(several), list(one))
        for name, values in one.items():
            with self.subTest(case=name):
                self.assertLess(difference(several[name], values), bound)

    def test_each_case_is_that_of_one_rank(self):
        one = self.told(0, "one", 0.03)
        for ranks in (2, 3):
            with self.subTest(ranks=ranks):
                self.check(self.told(ranks, f"ranks{ranks}", 0.03), one, 1e-7)

if __name__ == "__main__":
    unittest.main()
