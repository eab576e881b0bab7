"""Results of finite elements in the Python reader: what the program says of its bodies at the end."""

import ast
import os
import sys

from support import RestartTest, SOURCE, main, script

sys.path.insert(0, os.path.join(SOURCE, "python"))
import solfec_results

SCENE = """
s = SOLFEC('DYNAMIC', 1e-4, 'out')
bulk = BULK_MATERIAL(s, 'KIRCHHOFF', 'soft', 1e6, 0.25, 1e3)
cube = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]
BODY(s, 'OBSTACLE', SPHERE((0.5, 0.5, -1), 1, 1, 1), bulk)
BODY(s, 'FINITE_ELEMENT', HEX(cube, 2, 1, 1, 1, [1] * 6), bulk, 'total', form='TL')
BODY(s, 'FINITE_ELEMENT', TRANSLATE(HEX(cube, 1, 2, 1, 1, [1] * 6), (3, 0, 0)), bulk, form='BC', element='MIXED')
mesh = TRANSLATE(HEX(cube, 1, 1, 1, 1, [1] * 6), (0, 3, 0))
part = TRANSLATE(HULL([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], 1, 1), (0, 3, 0))
BODY(s, 'FINITE_ELEMENT', part, bulk, mesh=mesh, form='BC')
BODY(s, 'RIGID', SPHERE((9, 0, 0), 1, 1, 1), bulk)
GRAVITY(s, (0, 0, -10))
for body in s.bodies:
  if body.kind == 'FINITE_ELEMENT':
    INITIAL_VELOCITY(body, (1, 0, 0), (0, 2, 0))
RUN(s, GAUSS_SEIDEL_SOLVER(1e-3, 100), 0.02)
print([(b.id, b.label, b.kind, b.conf, b.velo) for b in s.bodies])
"""


class FiniteElements(RestartTest):
    def setUp(self):
        super().setUp()
        result = self.run_ok("-q", self.write("scene.py", SCENE))
        self.told = ast.literal_eval(result.stdout)
        self.results = solfec_results.open(self.path("out"))
        self.last = self.results[-1]

    def test_nodes_move_as_the_program_says(self):
        meshes = [told for told in self.told if told[2] == "FINITE_ELEMENT"]
        self.assertEqual(len(meshes), 3)
        for body, _, _, conf, velo in meshes:
            state = self.last.bodies[body]
            for node, (x, v) in enumerate(zip(state.nodes(), state.velocities)):
                for i in range(3):
                    self.assertAlmostEqual(x[i], conf[3 * node + i], 14)
                    self.assertEqual(v[i], velo[3 * node + i])
            self.assertEqual(3 * len(state.nodes()), len(conf))
            reference = state.body.nodes[3]
            self.assertEqual(state.position(reference), state.nodes()[3])
            with self.assertRaisesRegex(ValueError, "no node of body"):
                state.position((0.1234, 0, 0))

    def test_forms_rotations_and_background_meshes(self):
        meshes = [body for body in self.results.bodies if body.kind == "FINITE_ELEMENT"]
        self.assertEqual([body.form for body in meshes], ["TL", "BC", "BC"])
        self.assertEqual([body.element for body in meshes], ["LINEAR", "MIXED", "LINEAR"])
        self.assertEqual([len(body.nodes) for body in meshes], [12, 12, 8])
        self.assertEqual([len(body.shape.background) for body in meshes], [0, 0, 1])
        self.assertAlmostEqual(meshes[2].volume, 1 / 6, 12)
        turns = [self.last.bodies[body.id].rotation for body in meshes]
        self.assertEqual([len(turn) for turn in turns], [0, 9, 9])
        for turn in turns[1:]:  # 2 rad/s about y for 0.02 s, by columns
            self.assertAlmostEqual(turn[6], 0.04, 2)
            for a in range(3):
                for b in range(3):
                    product = sum(turn[3 * a + i] * turn[3 * b + i] for i in range(3))
                    self.assertAlmostEqual(product, float(a == b), 12)

    def test_other_bodies_are_read_as_before(self):
        body, _, _, conf, velo = self.told[-1]
        state = self.last.bodies[body]
        self.assertEqual([*state.gradient, *state.center], list(conf))
        self.assertEqual([*state.rate, *state.velocity], list(velo))


class DisabledRotation(RestartTest):
    def test_the_flag_of_each_frame_is_read(self):
        self.run_ok("-q", "-o", self.path("out"), script("no_rotation.py"))
        results = solfec_results.open(self.path("out"))
        flags = [[frame.bodies[body].rotation_disabled for body in (2, 3, 4)] for frame in results]
        self.assertEqual(flags[0], [True, False, True])  # the floor is body 1
        self.assertEqual(flags[-1], [False, False, True])
        self.assertEqual(results[-1].bodies[4].rate, (0, 0, 0))
        self.assertEqual({results[-1].bodies[body].scheme for body in (2, 3, 4)}, {"RIG_NEG"})


ROUND = """
s = SOLFEC('DYNAMIC', 1e-4, 'out')
bulk = BULK_MATERIAL(s, 'KIRCHHOFF', 'soft', 1e6, 0.25, 1e3)
both = [SPHERE((5, 0, 0), 1, 2, 3), ROTATE(ELLIP((0, 0, 0), (1, 2, 3), 4, 5), (0, 0, 0), (0, 0, 1), 90)]
BODY(s, 'RIGID', both, bulk, 'both')
BODY(s, 'PSEUDO_RIGID', ELLIP((9, 0, 0), (3, 2, 1), 6, 7), bulk, 'alone')
RUN(s, GAUSS_SEIDEL_SOLVER(1e-3, 100), 1e-4)
"""


class SimpleShapes(RestartTest):
    def test_ellipsoids_beside_spheres_and_without_them(self):
        self.run_ok("-q", self.write("scene.py", ROUND))
        both, alone = (body.shape for body in solfec_results.open(self.path("out")).bodies)
        self.assertEqual([(s.center, s.radius, s.surface, s.volume) for s in both.spheres],
                         [((5, 0, 0), 1, 3, 2)])
        ellipsoid = both.ellipsoids[0]
        self.assertIsInstance(ellipsoid, solfec_results.Ellipsoid)
        self.assertEqual((ellipsoid.radii, ellipsoid.surface, ellipsoid.volume), ((1, 2, 3), 5, 4))
        for axis, expected in zip(ellipsoid.axes, ((0, 1, 0), (-1, 0, 0), (0, 0, 1))):
            for value, exact in zip(axis, expected):
                self.assertAlmostEqual(value, exact, 14)
        self.assertEqual((alone.spheres, len(alone.ellipsoids)), ([], 1))
        self.assertEqual(alone.ellipsoids[0].center, (9, 0, 0))

    def test_rods_and_bores(self):
        self.run_ok("-q", script("rods.py"))
        results = solfec_results.open(self.path("out"))
        rods = [body.shape.rods[0] for body in results.bodies if body.shape.rods]
        bores = [body.shape.bores[0] for body in results.bodies if body.shape.bores]
        self.assertEqual((len(rods), len(bores)), (6, 2))
        self.assertIsInstance(rods[0], solfec_results.Rod)
        self.assertEqual((rods[0].center, rods[0].half_axis, rods[0].surface), ((2, 0, 0.4), (0, 0.4, 0), 1))
        self.assertIsInstance(bores[1], solfec_results.Bore)
        self.assertEqual((bores[1].center, bores[1].half_axis, bores[1].thickness), ((-2, 0, 0.45), (0, 0.2, 0), 0.1))
        for shape, radius in ((rods[0], 0.1), (bores[1], 0.15)):
            self.assertAlmostEqual(sum(x * x for x in shape.spoke) ** 0.5, radius, 14)


if __name__ == "__main__":
    main()
