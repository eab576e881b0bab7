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
IMBALANCE_TOLERANCE(solfec, 3)
cases = {}
looks = {}  # constraints by case, whose reactions are compared
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

def mesh(x, z=0, scheme='DEF_EXP', form='TL', speed=None, surface=1, size=(0.5, 0.5, 0.5), parts=(2, 2, 2), damping=0, material=bulk):
    one = keep(BODY(solfec, 'FINITE_ELEMENT', HEX(nodes(x, z, *size), *parts, 1, [surface] * 6), material, form=form))
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
    "cube on two meshes": "floor(); mesh(-0.6, speed=(1, 0, 0)); mesh(0.6, scheme='DEF_LIM'); cube(0, 1.001)",
    "pseudo-rigid partner": "floor(); mesh(-0.51, scheme='DEF_LIM'); c = cube(0.51, kind='PSEUDO_RIGID')\n"
                            "INITIAL_VELOCITY(c, (-5, 0, 0), (0, 0, 0))",
    "schemes of partners": "mesh(-0.51, speed=(6, 0, 0)); mesh(0.51, scheme='DEF_LIM', form='BC')\n"
                           "mesh(-0.51, 2, 'DEF_IMP', speed=(6, 0, 0)); mesh(0.51, 2, 'DEF_LIM2')",
    "restitution": "mesh(-0.52, surface=2, speed=(8, 0, 0)); b = ball(0.6, surface=2)",
    "sprung contact": "mesh(-0.5, surface=3, speed=(3, 0, 0)); mesh(0.505, surface=3, scheme='DEF_LIM')",
    "three ranks at one mesh": "mesh(-1.01, speed=(5, 0, 0)); mesh(0, scheme='DEF_LIM'); mesh(1.01, speed=(-5, 0, 0), form='BC', scheme='DEF_LIM')",
    "mesh that changes ranks": "a = mesh(-1.2, speed=(30, 0, 0), scheme='DEF_LIM'); mesh(-0.1, speed=(30, 0, 0))\n"
                               "FORCE(a, 'SPATIAL', at(-1.2), (1, 0, 0), 2E4)",
    "spring": "PUT_SPRING(mesh(-1, speed=(5, 1, 0)), at(-1), mesh(1, scheme='DEF_LIM'), at(1), 1E4, None)",
    "links": "PUT_RIGID_LINK(mesh(-1, speed=(-4, 0, 2)), mesh(1), at(-0.5, 0.5), at(0.5, 0.5))\n"
             "PUT_RIGID_LINK(mesh(-1, 2, 'DEF_LIM', speed=(-4, 0, 2)), mesh(1, 2, 'DEF_LIM', 'BC'), at(-0.5, 2), at(0.5, 2))\n"
             "PUT_RIGID_LINK(mesh(-1, -2, 'DEF_IMP', speed=(-4, 0, 2)), ball(1, -2), at(-0.5, -2), at(1, -2))\n"
             "PUT_RIGID_LINK(ball(-1, -4), mesh(1, -4, 'DEF_LIM2', speed=(4, 0, 2)), at(-1, -4), at(0.5, -4))",
    "held nodes": "a = mesh(-0.51, scheme='DEF_LIM'); b = mesh(0.51, scheme='DEF_LIM', speed=(-4, 0, 0))\n"
                  "looks['held nodes'] = [FIX_POINT(a, at(x, z, y)) for x, z in ((-1.01, -0.5), (-1.01, 0.5), (-0.01, 0.5)) for y in (-0.5, 0.5)]",
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
             "for one in PARTITION(a, 3): keep(one)\nINITIAL_VELOCITY(one, (6, 0, 3), (0, 0, 0))\n"
             "b = mesh(0, 2, 'DEF_LIM', size=(1.5, 0.3, 0.3), parts=(6, 2, 2)); cases['parts'].remove(b)\n"
             "for one in PARTITION(b, 3): keep(one)\nFIX_POINT(one, at(1.5, 2.3, 0.3)) if one.center[0] > 0.9 else None",
    "bond": "a = mesh(-0.5, surface=4, scheme='DEF_LIM'); b = mesh(0.5, surface=4, scheme='DEF_LIM', speed=(0.01, 0, 0.01))\nFIX_POINT(a, at(-1, 0.5)); FIX_POINT(a, at(-1, -0.5))",
    "part materials": "a = mesh(-0.51, speed=(6, 0, 0)); b = mesh(0.51, scheme='DEF_LIM')\n"
                      "MATERIAL(solfec, b, 1, BULK_MATERIAL(solfec, model='KIRCHHOFF', young=2E6, poisson=0.1, density=1E3))",
}
for scheme, form in SCHEMES:
    CASES[f"collision {scheme} {form}"] = (f"mesh(-0.51, 0, '{scheme}', '{form}', (8, 0, 0)); mesh(0.51, 0, '{scheme}', '{form}', (0, 0, 1))")
    CASES[f"stack {scheme} {form}"] = (f"floor(); mesh(-0.6, 0, '{scheme}', '{form}'); mesh(0.6, 0, '{scheme}', '{form}')\n"
                                       f"mesh(0.03, 1.001, '{scheme}', '{form}'); INITIAL_VELOCITY(cube(0.1, 2.003), (0, 0, -3), (0, 1, 0))")

TAIL = """
OUTPUT(solfec, 0.005)
RUN(solfec, GAUSS_SEIDEL_SOLVER(1E-12, 20000, 1E-22), float(words[1]))
if words[2] == 'look':
    times, kinetic, external = HISTORY(solfec, [(solfec, 'KINETIC'), (solfec, 'EXTERNAL')], 0, float(words[1]))
    if RANK() == 0:
        told = {name: [[list(body.conf), list(body.velo), [e * 1E-3 for e in ENERGY(solfec, body)[:3]]] for body in bodies]
                for name, bodies in cases.items()}
        for name, pins in looks.items(): told[name].append([[r * 1E-3 for r in pin.R] for pin in pins])
        told['history'] = [[e * 1E-3 for e in kinetic], [e * 1E-3 for e in external]]
        print(json.dumps(told))
"""

# Functions that look at meshes and change the model, which needs all of it on all ranks.
CALLS = """
OUTPUT(solfec, 0.005)
joints = []
made = {'n': 0}
def event(data):
    data['n'] += 1
    keep_in = cases['spring']
    if data['n'] == 2:
        one = BODY(solfec, 'FINITE_ELEMENT', HEX(nodes(0.1, 9), 1, 1, 1, 1, [1] * 6), bulk)
        one.scheme = 'DEF_LIM'
        keep_in.append(one)
        joints.append(PUT_RIGID_LINK(keep_in[0], keep_in[1], keep_in[0].center, keep_in[1].center))
    if data['n'] == 3: DELETE(solfec, joints.pop()); INITIAL_VELOCITY(keep_in[1], (0, 0, 2), (0, 0, 1))
    if data['n'] == 4: DELETE(solfec, cases['bond'].pop()); FORCE(keep_in[1], 'SPATIAL', keep_in[1].center, (0, 1, 0), 5E3)
    return 1
CALLBACK(solfec, 0.004, made, event)
UNPHYSICAL_PENETRATION(solfec, 2)
EXTENTS(solfec, (-1000, -1000, -30, 1000, 1000, 100))
solfec.projection = 'ON'
"""


def model(names):
    text = HEAD
    for name in names:
        text += f"case({name!r})\n{CASES[name]}\n"
    return text + TAIL


# Bodies with laws that have a state, which go from rank to rank.
LARGE_STRAINS = HEAD + """case('large strains')
metal = BULK_MATERIAL(solfec, 'VON_MISES', 'metal', 1E6, 0.3, 1E3, 2E3, 1E4)
rubber = BULK_MATERIAL(solfec, 'NEO_HOOKE', 'rubber', 1E6, 0.3, 1E3)
mesh(-1.2, speed=(30, 0, 0), scheme='DEF_LIM', material=metal); mesh(-0.1, speed=(26, 0, 0), material=metal)
mesh(-1.2, 2, 'DEF_IMP', speed=(30, 0, 0), material=metal); mesh(-0.1, 2, speed=(26, 0, 0), material=rubber)
case('others')
mesh(-1.2, speed=(30, 0, 0), scheme='DEF_LIM'); mesh(-0.1, speed=(26, 0, 0)); ball(0.9, surface=2)
""" + TAIL


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
        return subprocess.run(start + ["-q"] + [option] * bool(option) + ["--share", share, path, folder, str(end), look], cwd=self.folder, text=True,
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

    def test_any_number_of_ranks_reads_and_continues_results_of_any_other(self):
        one = self.told(0, "one", 0.03)
        first = self.told(2, "runs", 0.01)
        for ranks in (0, 3):
            self.assertEqual(self.told(ranks, "runs", 0.01, ""), first)
        self.run_model(0, "runs", 0.02, "-c")
        self.check(self.told(3, "runs", 0.03, "-c"), one, 1e-7)

    def test_continued_runs_have_the_bytes_of_those_that_were_not_stopped(self):
        for ranks, share, script in ((2, "1", None), (3, "200000", None), (3, "200000", LARGE_STRAINS)):
            with self.subTest(ranks=ranks, share=share, script=script):
                self.run_model(ranks, "whole", 0.03, look="no", share=share, script=script)
                self.run_model(ranks, "part", 0.015, look="no", share=share, script=script)
                self.run_model(ranks, "part", 0.03, "-c", look="no", share=share, script=script)
                for rank in range(ranks):
                    paths = [os.path.join(self.folder, name, f"frames.{rank}.xdr") for name in ("whole", "part")]
                    if rank > 0 and not os.path.exists(paths[0]):
                        continue
                    with open(paths[0], "rb") as whole, open(paths[1], "rb") as part:
                        self.assertTrue(part.read() == whole.read(), f"frames.{rank}.xdr")

    def test_states_of_laws_go_along_with_their_bodies(self):
        one = self.told(0, "law", 0.03, script=LARGE_STRAINS)
        for ranks in (2, 3):
            with self.subTest(ranks=ranks):
                self.check(self.told(ranks, f"law{ranks}", 0.03, script=LARGE_STRAINS), one, 1e-7)
        self.run_model(2, "law", 0.015, script=LARGE_STRAINS)
        self.check(self.told(3, "law", 0.03, "-c", script=LARGE_STRAINS), one, 1e-7)

    def test_functions_of_the_user_see_what_they_see_on_one_rank(self):
        script = model(CASES).replace("OUTPUT(solfec, 0.005)", CALLS)
        one = self.told(0, "calls0", 0.03, script=script)
        for ranks in (2, 3):
            with self.subTest(ranks=ranks):
                self.check(self.told(ranks, f"calls{ranks}", 0.03, script=script), one, 1e-7)

    def test_the_log_counts_what_ranks_send_for_meshes(self):
        script = model(["collision DEF_EXP TL", "collision DEF_LIM TL"])
        self.run_model(2, "counted", 0.03, look="no", script=script)
        with open(os.path.join(self.folder, "counted", "log")) as file:
            self.assertRegex(file.read(), r"ranks: 2, .*meshes between ranks: [\d.]+ kB of nodes and [\d.]+ kB of inverses per step, "
                                         r"[\d.]+ kB per sweep")

    def test_what_ranks_cannot_do_with_meshes_is_refused_by_name(self):
        body = "BODY(solfec, 'FINITE_ELEMENT', HEX(nodes(0, 0), 1, 1, 1, 1, [1] * 6), bulk, label='brick')\n"
        script = HEAD.replace("'DYNAMIC'", "'QUASI_STATIC'") + "case('x')\n" + body
        done = self.start(2, "refused", 0.01, script=script)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.count("whose quasi-static steps are not computed on "
                                           "several ranks"), 1, done.stderr)
        for command in ("LOCDYN_DUMP(solfec, 'dump')", "EXPORT_CONTACT_PROBLEM(solfec, 'problem.dat')"):
            script = model(["stack DEF_LIM TL"]).split("if words[2]")[0] + command
            done = self.start(2, "refused", 0.01, script=script)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(done.stderr.count("rows of finite elements are not gathered from several ranks"), 1, done.stderr)
        crack = body.replace("BODY(", "SIMPLIFIED_CRACK(BODY(", 1).rstrip() + ", (0.1, 0, 0), (1, 0, 0), 7, 'TENSILE')\n"
        done = self.start(2, "refused", 0.01, script=HEAD + "case('x')\n" + crack)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.count("SIMPLIFIED_CRACK: 'body' can crack on one rank only, got 2"), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()
