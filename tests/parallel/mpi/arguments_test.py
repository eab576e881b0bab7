"""Ranks that call the same commands with other arguments: the first call that differs is named, with its argument."""

import os
import shutil
import subprocess
import tempfile
import unittest

SOLFEC_MPI = os.environ["SOLFEC_MPI_PROGRAM"]
MPIRUN = [os.environ["SOLFEC_MPIRUN"], "--oversubscribe", "--bind-to", "none", "-np", "2"]

# MORE may use `mine`, which is another number on each rank.
MODEL = """
mine = 0.25 * RANK()
solfec = SOLFEC('DYNAMIC', 1E-3, 'out')
bulk = BULK_MATERIAL(solfec, density=1E3)
SURFACE_MATERIAL(solfec, friction=0.5)
one = BODY(solfec, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), bulk)
two = BODY(solfec, 'PSEUDO_RIGID', SPHERE((9, 0, 0), 1, 1, 1), bulk)
pick = (one, two)[RANK()]
def default(q, u, t, h, factor=1 + mine): return (factor,) * 9
made = {'n': 0, 'names': {'a', 'b', 'c', 'd', 'e', 'f'}, 'file': open(__file__)}
MORE
RUN(solfec, GAUSS_SEIDEL_SOLVER(1E-6, 100), 1E-3)
"""

# Calls that differ between ranks, and the message about each.
DIFFERENT = {
    "INITIAL_VELOCITY(one, (0, mine, 0), (0, 0, 0))":
        "INITIAL_VELOCITY of body 1 of the script: linear (0, 0, 0) m/s, angular (0, 0, 0) rad/s (model.py:11) on rank 0, "
        "linear (0, 0.25, 0) m/s, angular (0, 0, 0) rad/s (model.py:11) on rank 1",
    "BODY(solfec, 'RIGID', ROTATE(ELLIP((5, 0, 0), (1, 2, 3), 1, 1), (5, 0, 0), (1, 0, 0), mine), bulk)": "BODY, shape: ELLIP",
    "FORCE(one, 'SPATIAL', one.center, (1, 0, 0), default)": "FORCE, value: function default",
    "CALLBACK(solfec, 1, {'n': mine}, lambda data: 1)": "CALLBACK, data: dict",
    "CALLBACK(solfec, 1, made, (lambda data: 1) if RANK() else (lambda data: 2))": "CALLBACK, ",
    "FORCE(one, 'SPATIAL', one.center, (1, 0, 0), lambda q, u, t, h: (mine,) * 9)":
        "variable mine of the function '<lambda>' of body 1 of the script: 0 on rank 0, 0.25 on rank 1",
    "FORCE(one, 'SPATIAL', one.center, (1, 0, 0), (lambda k: lambda q, u, t, h: (k,) * 9)(mine))":
        "variable k of the function '<lambda>' of body 1 of the script: 0 on rank 0, 0.25 on rank 1",
    "PUT_SPRING(one, one.center, two, two.center, lambda stroke, velocity: -mine * stroke, None)":
        "variable mine of the function '<lambda>' of body 1 of the script: 0 on rank 0, 0.25 on rank 1",
    "two.damping = mine": "damping of body 2 of the script: none on rank 0, 0.25 s (model.py:11) on rank 1",
    "pick.selfcontact = 'ON'": "selfcontact of body 1 of the script: 'ON' (model.py:11) on rank 0, none on rank 1",
    "PUT_SPRING(one, one.center, two, two.center, 1E3, (-1, 1 + mine))": "constraint (SPRING) of body 1 of the script: ",
    "if RANK(): GRAVITY(solfec, (0, 0, 0))\nelse: GRAVITY(solfec, (0, 0, 0))":
        "commands in another order: GRAVITY (model.py:12) on rank 0, GRAVITY (model.py:11) on rank 1",
}

# Objects of each rank and orders of sets are no difference, and what a generator gave is still there for the command.
ALIKE = """
def make(number):
    log = open('log%d' % RANK(), 'w')
    return lambda data: log.write(str(number)) and 1
CALLBACK(solfec, 1, (made, object(), len), make(3))
INITIAL_VELOCITY(one, (x for x in (1.0, 2.0, 3.0)), [0, 0, 0])
class Push:
    def __call__(self, q, u, t, h): return (0,) * 9
    def again(self, q, u, t, h): return (0,) * 9
FORCE(one, 'SPATIAL', one.center, (1, 0, 0), Push())
FORCE(one, 'SPATIAL', one.center, (1, 0, 0), Push().again)
FORCE(one, 'SPATIAL', one.center, (1, 0, 0), lambda q, u, t, h: (t if 'x' in {'x', 'y', 'z', 'w'} else 1,) * 9)
FORCE(two, 'SPATIAL', two.center, (1, 0, 0), lambda q, u, t, h: (0,) * 12)
endless = []; endless.append(endless)
CALLBACK(solfec, 1, endless, make(4))
BODY(solfec, 'RIGID', [SPHERE((5, 0, 0), 1, 1, 1), SPHERE((6, 0, 0), 1, 1, 1)], bulk, label='e')
assert two.velo and one.velo[3:6] == (1.0, 2.0, 3.0), one.velo
"""


class ArgumentsOfRanks(unittest.TestCase):
    def run_model(self, more):
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        with open(os.path.join(folder, "model.py"), "w") as file:
            file.write(MODEL.replace("MORE", more))
        return subprocess.run(MPIRUN + [SOLFEC_MPI, "-q", "-w", "model.py"], cwd=folder, text=True, timeout=60,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def test_what_differs_is_named_with_exit_code_2(self):
        for more, said in DIFFERENT.items():
            with self.subTest(more=more):
                done = self.run_model(more)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn("ranks 0 and 1 do not run the script alike: " + said, done.stderr)

    def test_what_is_alike_passes(self):
        done = self.run_model(ALIKE)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
