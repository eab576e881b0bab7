"""solfec_results.limit against closed forms, the plane oracles of tests/scenes and runs of the program."""

import math
import os
import shutil
import signal
import sys
import tempfile
import unittest
import warnings

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "scenes"))
import oracle_arch  # noqa: E402
import oracle_blocks  # noqa: E402
from export_test import run  # noqa: E402

import solfec_results  # noqa: E402
from solfec_results import limit, linear_program  # noqa: E402
from solfec_results.statics import ROUNDING, Balance, Polygon, Structure  # noqa: E402

CLOSE = 2.1 * limit.CLOSE  # relative width of the interval between both ends of a bound
ROUND = 1.0 / math.cos(math.pi / 16)  # of the polygon of 16 sides, over the circle
DOWN = np.array([0.0, 0.0, -9.81])


def structure(center, mass, contacts, gravity=DOWN, friction=0.5, pull=0.0):
    """Structure of contacts (first, second, point, normal) of bodies that have only weight."""
    center = np.array(center, float)
    force = np.array(mass, float)[:, None] * gravity
    frames = []
    for *_, normal in contacts:
        normal = np.array(normal, float) / np.linalg.norm(normal)
        side = np.cross(normal, (1, 0, 0) if abs(normal[0]) < 0.6 else (0, 1, 0))
        side /= np.linalg.norm(side)
        frames.append(np.stack([side, np.cross(normal, side), normal], axis=1))
    count = len(contacts)
    none = np.zeros(0, int)
    return Structure(center, force, 0.0 * center,
                     np.array([each[0] for each in contacts]), np.array([each[1] for each in contacts]),
                     np.array([each[2] for each in contacts], float), np.array(frames),
                     np.full(count, friction), np.full(count, pull),
                     none, none, np.zeros((0, 2, 3)), np.zeros((0, 3)))


def block(width, height, gravity=DOWN, **options):
    """A block with a square base on a floor."""
    a = 0.5 * width
    corners = [(0, -1, (x, y, 0), (0, 0, 1)) for x in (-a, a) for y in (-a, a)]
    return structure([(0, 0, 0.5 * height)], [1.0], corners, gravity, **options)


def prism(blocks, fixed, friction, depth=0.2, gravity=DOWN):
    """Structure of plane blocks with corners (x, z) as prisms along y."""
    free = [k for k in range(len(blocks)) if k not in fixed]
    place = {k: n for n, k in enumerate(free)}
    center, mass = [], []
    for k in free:
        area, x, z = oracle_blocks.area_and_centroid(blocks[k])
        center.append((x, 0.5 * depth, z))
        mass.append(2000.0 * depth * area)
    contacts = [(place.get(j, -1), place.get(i, -1), (x, y, z), (nx, 0, nz))
                for i, j, p, q, (nx, nz) in oracle_blocks.joints(blocks)
                for x, z in (p, q) for y in (0.0, depth)]
    contacts = [each for each in contacts if each[0] >= 0 or each[1] >= 0]
    return structure(center, mass, contacts, gravity, friction)


def ring(inner, outer, start, end, count):
    """Voussoirs with straight sides, angles from the top in degrees."""
    angles = [math.radians(start + (end - start) * k / count) for k in range(count + 1)]
    at = lambda r, a: (r * math.sin(a), r * math.cos(a))  # noqa: E731
    return [[at(inner, q), at(outer, q), at(outer, p), at(inner, p)]
            for p, q in zip(angles[:-1], angles[1:])]


def half_circle(thickness, count):
    """An arch on two fixed springers, mean radius 1."""
    a, b = 1 - 0.5 * thickness, 1 + 0.5 * thickness
    arch = ring(a, b, -90, 90, count)
    feet = [[(-1.5, -1), (-0.5, -1), (-0.5, 0), (-1.5, 0)], [(0.5, -1), (1.5, -1), (1.5, 0), (0.5, 0)]]
    return arch + feet, {count, count + 1}


def wall(courses, bricks):
    """Running bond of bricks of 0.4 x 0.2 m on the ground (the first)."""
    blocks = [[(-9, -1), (9, -1), (9, 0), (-9, 0)]]
    for k in range(courses):
        cuts = [0.4 * i - (0.2 if k % 2 else 0.0) for i in range(bricks + 1 + k % 2)]
        cuts = [min(max(x, 0.0), 0.4 * bricks) for x in cuts]
        blocks += [[(a, 0.2 * k), (b, 0.2 * k), (b, 0.2 * k + 0.2), (a, 0.2 * k + 0.2)]
                   for a, b in zip(cuts[:-1], cuts[1:])]
    return blocks


def friction_of(given, weight=DOWN, facets=limit.FACETS):
    return limit.least_share(Balance(given, [weight, *limit._AXES]), facets)


def load_of(given, direction, facets=limit.FACETS):
    direction = np.array(direction, float)
    weights = np.linalg.norm(given.force, axis=1)[:, None] * direction
    return limit.most_load(Balance(given, [direction, DOWN, *limit._AXES]), weights, facets)


def moved(given, turn, scale, force):
    """The structure turned, larger and heavier."""
    frame = np.einsum("ij,njk->nik", turn, given.frame)
    return Structure(scale * given.center @ turn.T, force * given.force @ turn.T, given.moment,
                     given.first, given.second, scale * given.point @ turn.T, frame, given.friction,
                     given.pull, given.tie_first, given.tie_second, given.tie_points,
                     given.tie_direction)


class Bounds(unittest.TestCase):
    def sharp(self, low, high, exact):
        """A proven end below and one with equilibrium above the exact value, close together."""
        self.assertLessEqual(low, exact * (1 + 1e-9))
        self.assertGreaterEqual(high, exact * (1 - 1e-9))
        self.assertLess(high - low, CLOSE * exact)

    def test_a_block_on_an_incline_needs_its_tangent(self):
        rng = np.random.default_rng(1)
        for tangent in (0.01, 0.3, 0.5, 0.9):
            for turn in rng.uniform(0, 2 * math.pi, 3):
                gravity = np.array([tangent * math.cos(turn), tangent * math.sin(turn), -1.0])
                low, high, _ = friction_of(block(1.0, 0.1, gravity, friction=0.5), gravity)
                self.sharp(low, high, tangent / 0.5)

    def test_a_pushed_block_slides_or_topples(self):
        for friction, height in ((0.3, 1.0), (0.3, 3.0), (0.3, 4.0), (0.8, 2.0), (1.5, 0.9)):
            exact = min(friction, 1.0 / height)
            most, balanced, _ = load_of(block(1.0, height, friction=friction), (1, 0, 0))
            self.assertGreaterEqual(most, exact * (1 - 1e-12))
            self.assertLess(most - exact, 1e-6)
            self.assertLess(exact - balanced, 1e-6)

    def test_a_polygon_is_around_the_circle_and_exact_along_the_load(self):
        given = block(1.0, 0.1, friction=0.5)
        for turn in np.linspace(0.0, math.pi, 7):
            along = np.array([math.cos(turn), math.sin(turn), 0.0])
            for facets in (4, 8, 16):
                balance = Balance(given, [(1, 0, 0)])
                bound, *_ = balance.most(balance.wrench(9.81 * along[None, :], 0 * along[None, :]),
                                         Polygon(facets, True))
                self.assertGreaterEqual(bound, 0.5 * (1 - 1e-12))
                self.assertLess(bound, 0.5 / math.cos(math.pi / facets) * (1 + 1e-7))
        balance = Balance(given, [(0, 1, 0)])
        bound, *_ = balance.most(balance.wrench(np.array([[0, 9.81, 0]]), np.zeros((1, 3))),
                                 Polygon(4, True))
        self.assertLess(abs(bound - 0.5), 2 * ROUNDING)

    def test_loads_that_are_not_along_one_direction_are_bounded_within_the_polygon(self):
        # gravity has 0.3 along x, the load acts along y: |t| = sqrt(0.3^2 + k^2) = 0.5
        gravity = np.array([0.3 * 9.81, 0.0, -9.81])
        given = block(1.0, 0.1, gravity, friction=0.5)
        direction = np.array([0.0, 9.81, 0.0])
        most, balanced, _ = limit.most_load(Balance(given, [direction, gravity]), direction[None, :])
        self.assertGreaterEqual(most, 0.4)
        self.assertLessEqual(balanced, 0.4 + 1e-9)
        self.assertLess(most, math.sqrt((0.5 * ROUND) ** 2 - 0.3 ** 2) + 1e-6)
        finer, *_ = limit.most_load(Balance(given, [direction, gravity]), direction[None, :], 64)
        self.assertGreaterEqual(finer, 0.4)
        self.assertLess(finer - 0.4, 1e-3)

    def test_leaning_cards_need_half_the_tangent(self):
        # two cards lean at each other: H = W tan(a) / 2 at the top, N = W at the foot
        for degrees in (5, 20, 40):
            a = math.radians(degrees)
            foot, top = math.sin(a), math.cos(a)
            contacts = [(k, -1, (sign * foot, y, 0), (0, 0, 1)) for k, sign in ((0, -1), (1, 1))
                        for y in (0.0, 1.0)]
            contacts += [(1, 0, (0, y, top), (1, 0, 0)) for y in (0.0, 1.0)]
            given = structure([(-0.5 * foot, 0.5, 0.5 * top), (0.5 * foot, 0.5, 0.5 * top)], [3, 3],
                              contacts, friction=0.4)
            low, high, _ = friction_of(given)
            self.sharp(low, high, 0.5 * math.tan(a) / 0.4)

    def test_no_friction_holds_an_overhanging_block(self):
        corners = [(0, -1, (x, y, 0), (0, 0, 1)) for x in (-1, 0) for y in (0, 1)]
        for x, held in ((-0.001, True), (0.001, False)):
            given = structure([(x, 0.5, 0.5)], [1.0], corners)
            low, _, motion = friction_of(given)
            self.assertEqual(low, 0.0 if held else math.inf)
            if not held:  # it turns about the edge y, and its centre sinks
                linear, angular = motion[0]
                self.assertLess(linear[2], 0.0)
                self.assertGreater(angular[1], 0.0)

    def test_a_bolt_between_two_walls_has_no_bound(self):
        # pressed in with any force, it is held by the least friction
        walls = [(0, -1, (x, y, 0.1 * z), (-x, 0, 0)) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
        low, high, _ = friction_of(structure([(0, 0, 0)], [1.0], walls, friction=0.5))
        self.assertEqual(low, 0.0)
        self.assertLess(high, 2 * limit.LEAST)

    def test_without_friction_an_incline_holds_nothing(self):
        gravity = np.array([0.1, 0, -1.0])
        self.assertEqual(friction_of(block(1, 0.1, gravity, friction=0.0), gravity)[0], math.inf)
        self.assertEqual(friction_of(block(1, 0.1, friction=0.0))[0], 0.0)

    def test_a_frictionless_groove_holds_in_every_frame(self):
        """Two faces at a right angle bear weight w and loads across up to w, none along the groove."""
        rng = np.random.default_rng(7)
        q = math.sqrt(0.5)
        for noise in (0.0, 2e-8):  # a share of the normals, as of those of a step before the frame
            for turned in (np.eye(3), np.linalg.qr(rng.normal(size=(3, 3)))[0]):
                for ball in (True, False):  # a block has two points on each face
                    ends = (0.0,) if ball else (-0.5, 0.5)
                    contacts = [(0, -1, turned @ (-s * q, y, -q), turned @ (s * q, 0, q) + noise * rng.normal(size=3))
                                for s in (-1, 1) for y in ends]
                    gravity = turned @ DOWN
                    given = structure([(0, 0, 0)], [1.0], contacts, gravity, friction=0.0)
                    self.assertEqual(friction_of(given, gravity)[0], 0.0)
                    for along, exact in (((1, 0, 0), 1.0), ((0, 0, 1), 1.0), ((0, 1, 0), 0.0), ((1, 1, 0), 0.0)):
                        along = turned @ np.array(along) / np.linalg.norm(along)
                        most = load_of(given, along)[0]
                        self.assertLess(abs(most - exact), 1e-6)
                        self.assertTrue(most == 0.0 or exact > 0.0)
                    self.assertEqual(load_of(given, turned @ (0, 0, -1))[0], math.inf)

    def test_what_is_beyond_rounding_is_refused(self):
        """A frictionless face that leans by little holds nothing, one that leans by rounding may."""
        for slope, held in ((1e-5, False), (1e-8, True)):
            gravity = np.array([slope * 9.81, 0, -9.81])
            least = friction_of(block(1, 0.1, gravity, friction=0.0), gravity)[0]
            self.assertEqual(least, 0.0 if held else math.inf)

    def test_a_bond_hangs_up_to_its_strength(self):
        # four points under a ceiling that pull with up to 10 N each; the weight is 9.81 N
        ceiling = [(0, -1, (x, y, 0), (0, 0, -1)) for x in (-1, 1) for y in (-1, 1)]
        for pull, holds in ((10.0, True), (9.82 / 4, True), (9.80 / 4, False)):
            given = structure([(0, 0, -1)], [1.0], ceiling, pull=pull)
            self.assertEqual(friction_of(given)[0] == 0.0, holds)
            most = load_of(given, (0, 0, -1))[0]
            if holds:
                self.assertAlmostEqual(most, 4 * pull / 9.81 - 1, 6)
            else:
                self.assertEqual(most, -math.inf)
        # on a wall the pull is what friction acts on: 9.81 = share 0.5 4 pull, at the height of the centre
        side = [(0, -1, (0.001, y, z), (1, 0, 0)) for y in (-1, 1) for z in (-1, 1)]
        given = structure([(0.001, 0, 0)], [1.0], side, pull=10.0)
        low, high, _ = friction_of(given)
        self.assertLessEqual(low, 9.81 / (0.5 * 40.0))
        self.assertGreater(high, 9.81 / (0.5 * 40.0) * (1 - 1e-9))
        self.assertLess(high - low, 2 * CLOSE)

    def test_printed_bounds_lie_on_the_safe_side(self):
        for value, down, up in ((0.79036, "0.7903", "0.7904"), (12.3456, "12.34", "12.35"),
                                (0.5, "0.5", "0.5"), (0.0, "0", "0"), (2.9589e-4, "0.0002958", "0.0002959")):
            self.assertEqual((limit._rounded(value, -1), limit._rounded(value, 1)), (down, up))

    def test_ties_bear_all_but_what_turns_about_them(self):
        given = block(1.0, 1.0)
        for name in ("first", "second", "point", "frame", "friction", "pull"):
            setattr(given, name, getattr(given, name)[:0])
        given.tie_first, given.tie_second = np.zeros(3, int), np.full(3, -1)
        given.tie_points = np.tile(np.array([0, 0, 2.0]), (3, 2, 1))
        given.tie_direction = np.eye(3)
        self.assertEqual(friction_of(given)[0], 0.0)  # it hangs from a point above its centre
        self.assertLess(load_of(given, (1, 0, 0))[0], 1e-6)
        self.assertEqual(load_of(given, (0, 0, 1))[0], math.inf)


class Assemblies(unittest.TestCase):
    def test_bounds_do_not_depend_on_units_nor_axes(self):
        rng = np.random.default_rng(7)
        plain = prism(wall(3, 2), {0}, 0.6, gravity=np.array([2.0, 0.0, -9.81]))
        wanted = friction_of(plain, np.array([2.0, 0.0, -9.81]))[:2]
        for scale, force in ((1e-3, 1e-9), (1.0, 1.0), (1e3, 1e9)):
            turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
            got = friction_of(moved(plain, turn, scale, force), turn @ (2.0, 0.0, -9.81))[:2]
            np.testing.assert_allclose(got, wanted, rtol=limit.CLOSE)

    def test_a_wall_tilts_as_far_as_the_plane_oracle_says(self):
        for courses, bricks in ((3, 3), (6, 4)):
            blocks = wall(courses, bricks)
            wanted = oracle_blocks.largest_tilt(blocks, {0}, 0.6)
            most, balanced, _ = load_of(prism(blocks, {0}, 0.6), (1, 0, 0))
            self.assertAlmostEqual(most, wanted, delta=1e-6)
            self.assertAlmostEqual(balanced, wanted, delta=1e-6)

    def test_a_wall_topples_across_as_a_block(self):
        given = prism(wall(6, 4), {0}, 0.6, depth=0.2)  # 1.2 m high
        self.assertAlmostEqual(load_of(given, (0, 1, 0))[0], 0.2 / 1.2, 6)

    def test_bridges_need_the_friction_of_the_plane_oracle(self):
        for rings, count in ((1, 16), (2, 8)):
            radii = [2.0 + 0.15 * k for k in range(rings + 1)]
            blocks = [b for r, s in zip(radii[:-1], radii[1:]) for b in ring(r, s, -60, 60, count)]
            for start, end in ((-68, -60), (60, 68)):
                blocks += ring(radii[0], radii[-1], start, end, 1)
            fixed = {len(blocks) - 2, len(blocks) - 1}
            wanted = oracle_blocks.least_friction(blocks, fixed)  # to 1e-4
            low, high, _ = friction_of(prism(blocks, fixed, 0.5))
            self.assertLess(0.5 * low, wanted)
            self.assertGreater(0.5 * high, wanted - 1e-4)
            self.assertLess(high - low, CLOSE * high)

    def test_an_arch_needs_the_friction_of_the_arch_oracle(self):
        for thickness in (0.12, 0.16):
            low, high = 0.0, 1.0
            while high - low > 1e-6:
                middle = 0.5 * (low + high)
                stands = oracle_arch.stands(thickness, middle, count=27, place=0.5)
                low, high = (low, middle) if stands else (middle, high)
            least, balanced, _ = friction_of(prism(*half_circle(thickness, 27), 0.5))
            self.assertLess(0.5 * least, high)
            self.assertGreater(0.5 * balanced, low)
            self.assertLess(balanced - least, CLOSE * least)

    def test_thin_arches_fall_with_any_friction(self):
        # least thickness over radius: 0.10672 of 27 voussoirs (oracle_arch); 0.1075 of very many
        # (Milankovitch (1907), Z. Math. Phys. 55, 1-27)
        for count, least in ((27, 0.10672), (151, 0.1075)):
            for thickness, thin in ((0.997 * least, True), (1.003 * least, False)):
                low = friction_of(prism(*half_circle(thickness, count), 0.5))[0]
                self.assertEqual(math.isinf(low), thin, (count, thickness))

    def test_the_motion_of_a_proof_proves_it(self):
        """Work of the weights > 0 though contacts open as fast as their cones ask for."""
        gravity = np.array([3.0, 1.0, -9.81])
        given = prism(wall(4, 3), {0}, 0.6, gravity=gravity)
        least, _, motion = friction_of(given, gravity)
        self.assertGreater(least, 0.0)

        def velocity(body):
            arm = given.point - given.center[body]
            v = motion[body, 0] + np.cross(motion[body, 1], arm)
            return np.where((body >= 0)[:, None], v, 0.0)
        local = np.einsum("nji,nj->ni", given.frame, velocity(given.first) - velocity(given.second))
        opening = local[:, 2] - least * given.friction * np.hypot(local[:, 0], local[:, 1])
        power = (given.force * motion[:, 0]).sum()
        unit = np.linalg.norm(given.force, axis=1).mean()
        self.assertGreater(power, 0.0)
        self.assertGreater(opening.min(), -1e-6 * power / unit)

    def test_a_wall_of_20_by_20_bricks_is_a_matter_of_seconds(self):
        given = prism(wall(20, 20), {0}, 0.6)
        self.assertGreater(len(given.first), 4500)
        most = load_of(given, (0, 1, 0))[0]  # across: 0.2 m over 4 m
        self.assertGreaterEqual(most, 0.05 * (1 - 1e-9))
        self.assertLess(most, 0.05 * (1 + 1e-3))  # all forces up to 100 weights are excluded

    def test_places_that_are_off_by_a_millionth_change_little(self):
        """Points of frames lie in one plane to the accuracy of the run only."""
        rng = np.random.default_rng(3)
        gravity = np.array([2.0, 0.0, -9.81])
        wanted = friction_of(prism(wall(6, 6), {0}, 0.6, gravity=gravity), gravity)[0]
        for noise in (1e-9, 1e-6):
            given = prism(wall(6, 6), {0}, 0.6, gravity=gravity)
            given.point += noise * rng.normal(size=given.point.shape)
            got = friction_of(given, gravity)[0]
            self.assertLess(abs(got - wanted), 2e-4 * wanted)


class LinearPrograms(unittest.TestCase):
    def test_solutions_are_those_of_highs(self):
        from scipy import optimize, sparse
        rng = np.random.default_rng(5)
        for rows, columns, free in ((3, 8, 0), (10, 40, 3), (30, 50, 0), (30, 90, 10)):
            matrix = sparse.random(rows, columns, 0.4, random_state=7, format="csc")
            matrix += sparse.csc_matrix((np.ones(rows), (range(rows), range(rows))), (rows, columns))
            right = matrix @ rng.uniform(0, 1, columns)  # has a solution, and so has the dual one
            cost = matrix.T @ np.linspace(-1, 1, rows)
            cost[:columns - free] += rng.uniform(0, 1, columns - free)
            bounds = [(0, None)] * (columns - free) + [(None, None)] * free
            wanted = optimize.linprog(cost, A_eq=matrix, b_eq=right, bounds=bounds, method="highs-ds")
            found = linear_program.minimize(cost, matrix, right, free)
            self.assertEqual(wanted.status, 0)
            self.assertLess(abs(found.value - wanted.fun), 1e-7 * (1 + abs(wanted.fun)))
            self.assertLess(abs(matrix @ found.x - right).max(), 1e-6)
            self.assertGreater(found.x[:columns - free].min(), -1e-12)
            self.assertGreater((cost - matrix.T @ found.dual).min(), -1e-7)


CUBE = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]
HEAD = """
solfec = SOLFEC('DYNAMIC', 1e-3, 'out')
WARNINGS(solfec, 'OFF')
bulk = BULK_MATERIAL(solfec, young=1e9, poisson=0.2, density=2000)
CUBE = {cube}
def box(x, y, z, a, b, c):
    return HULL([x + a * p if k == 0 else y + b * p if k == 1 else z + c * p
                 for p, k in zip(CUBE, 8 * [0, 1, 2])], 1, 1)
floor = BODY(solfec, 'OBSTACLE', box(-9, -9, -1, 18, 18, 1), bulk, 'floor')
"""
RUN = "RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-8, 1000), {duration})\n"


class Runs(unittest.TestCase):
    """Frames that the program has written."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="solfec-limit-")
        self.addCleanup(shutil.rmtree, self.folder, True)
        warnings.simplefilter("ignore")  # no package that verifies checksums

    def results(self, script, duration=0.02):
        shutil.rmtree(os.path.join(self.folder, "out"), True)
        with open(os.path.join(self.folder, "scene.py"), "w") as file:
            file.write(HEAD.format(cube=CUBE) + script + RUN.format(duration=duration))
        done = run("-q", "scene.py", cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return solfec_results.open(os.path.join(self.folder, "out"))

    def moved(self, results):
        """Largest motion of a centre, m."""
        start, end = (results.arrays(i).bodies.center for i in (0, -1))
        return np.linalg.norm(end - start, axis=1).max()

    def incline(self, friction, kind="RIGID", shape="box(0, 0, 0, 0.4, 0.4, 0.1)", duration=0.02):
        return self.results(f"""
SURFACE_MATERIAL(solfec, friction={friction!r})
block = BODY(solfec, '{kind}', {shape}, bulk, 'block')
GRAVITY(solfec, (3, 0, -10))
""", duration)

    def test_below_the_bound_of_friction_a_run_moves(self):
        found = limit.friction(self.incline(0.5))
        self.assertLess(abs(found.least - 0.6), CLOSE)
        self.assertEqual(list(found.motion), [2])
        self.assertEqual(str(found), "cannot stand with less than 0.5999 of its friction")
        self.assertGreater(self.moved(self.incline(0.5 * 0.98 * found.least, duration=0.2)), 1e-3)
        self.assertLess(self.moved(self.incline(0.5 * 1.02 * found.balanced, duration=0.2)), 1e-5)
        needed = limit.friction(self.incline(0.2))
        self.assertLess(abs(needed.least - 1.5), 2 * CLOSE)
        self.assertIn("it needs at least 1.499 times its friction", str(needed))

    def wall(self, push):
        bricks = "".join(f"BODY(solfec, 'RIGID', box({a}, 0, {z}, {b - a}, 0.2, 0.2), bulk)\n"
                         for (a, z), (b, _), *_ in wall(4, 3)[1:])
        return self.results(f"""
SURFACE_MATERIAL(solfec, friction=0.6)
{bricks}
GRAVITY(solfec, ({push!r}, 0, -10))
""", 0.3 if push else 0.02)

    def test_beyond_the_bound_of_the_load_a_wall_moves(self):
        wanted = oracle_blocks.largest_tilt(wall(4, 3), {0}, 0.6)
        found = limit.load(self.wall(0.0), (1, 0, 0))
        self.assertLess(abs(found.most - wanted), 1e-3 * wanted)
        self.assertGreater(self.moved(self.wall(10 * 1.02 * found.most)), 1e-3)
        self.assertLess(self.moved(self.wall(10 * 0.97 * found.most)), 1e-5)

    def test_deformable_bodies_count_as_wholes(self):
        for kind, shape in (("PSEUDO_RIGID", "box(0, 0, 0, 0.4, 0.4, 0.1)"),
                            ("FINITE_ELEMENT", "SCALE(HEX(CUBE, 2, 2, 2, 1, [1] * 6), (0.4, 0.4, 0.1))")):
            found = limit.friction(self.incline(0.5, kind, shape))
            self.assertLess(abs(found.least - 0.6), 1e-3, kind)

    def test_forces_of_the_script_are_loads(self):
        weight = 2000 * 0.4 * 0.4 * 0.1 * 10
        block = """
SURFACE_MATERIAL(solfec, friction=0.5)
block = BODY(solfec, 'RIGID', box(0, 0, 0, 0.4, 0.4, 0.1), bulk{label})
GRAVITY(solfec, (0, 0, -10))
"""
        script = block.format(label="") + f"""
FORCE(block, 'SPATIAL', (0.2, 0.2, 0), (2, 0, 0), {0.15 * weight})
FORCE(block, 'CONVECTED', (0.2, 0.2, 0), (1, 0, 0), {0.05 * weight})
"""
        results = self.results(script)
        self.assertLess(abs(limit.friction(results).least - 0.4), CLOSE)
        self.assertEqual(limit.friction(results, forces={}).least, 0.0)
        given = limit.friction(results, forces={2: (0.1 * weight, 0, 0)})
        self.assertLess(abs(given.least - 0.2), CLOSE)
        # a torque that lifts an edge: it must be below weight times half the width
        for part, stands in ((0.99, True), (1.01, False)):
            results = self.results(block.format(label=", 'the block'")
                                   + f"TORQUE(block, 'SPATIAL', (0, 1, 0), {part * weight * 0.2})\n")
            self.assertEqual(math.isinf(limit.friction(results).least), not stands)
        # a pressure that pulls at one side, of 0.3 of the weight with the friction 0.5
        sides = ("block = BODY(solfec, 'RIGID', HEX([x for z in (0, 0.1) for a, b in ((0, 0), (0.4, 0), "
                 "(0.4, 0.4), (0, 0.4)) for x in (a, b, z)], 1, 1, 1, 1, [2, 3, 4, 5, 6, 7]), bulk)\n"
                 "GRAVITY(solfec, (0, 0, -10))\n")
        contact = "SURFACE_MATERIAL(solfec, friction=0.5)\n"
        results = self.results(contact + sides + f"PRESSURE(block, 5, {0.3 * weight / 0.04})\n")
        self.assertLess(abs(limit.friction(results).least - 0.6), CLOSE)
        # a push at the top edge, which friction holds: P 0.1 = W 0.2 to topple
        for part, stands in ((0.99, True), (1.01, False)):
            results = self.results(block.format(label="").replace("0.5", "9") + f"FORCE(block, 'SPATIAL', "
                                   f"(0.2, 0.2, 0.1), (1, 0, 0), {part * 2 * weight})\n", 0.003)
            self.assertEqual(math.isinf(limit.friction(results).least), not stands)
        results = self.results(block.format(label="")
                               + "FORCE(block, 'SPATIAL', (0, 0, 0), (1, 0, 0), lambda *q: 9 * (0.0,))\n")
        with self.assertRaisesRegex(ValueError, r"FORCE on body 2.*scene.py:.*function.*give forces="):
            limit.friction(results)

    def test_points_with_a_gap_are_open(self):
        # a torque has lifted one edge; without it the block would fall back: the other edge alone
        # bears nothing
        results = self.results("""
SURFACE_MATERIAL(solfec, friction=0.9)
block = BODY(solfec, 'RIGID', box(0, 0, 0, 0.4, 0.4, 0.1), bulk)
GRAVITY(solfec, (0, 0, -10))
TORQUE(block, 'SPATIAL', (0, 1, 0), 80)
""", 0.03)
        gap = results.arrays(-1).constraints.gap.max()
        self.assertGreater(gap, 1.5e-4)  # GEOMETRIC_EPSILON is 1e-4 here
        self.assertEqual(limit.friction(results, forces={}).least, math.inf)
        self.assertLess(limit.friction(results, forces={}, gap=1.1 * gap).least, 0.1)

    def test_bonds_pull_by_their_area(self):
        results = self.results("""
SURFACE_MATERIAL(solfec, friction=0.5, cohesion=5e3)
ceiling = BODY(solfec, 'OBSTACLE', box(0, 0, 2, 1, 1, 1), bulk)
block = BODY(solfec, 'RIGID', box(0.2, 0.2, 1.9, 0.5, 0.4, 0.1), bulk)
GRAVITY(solfec, (0, 0, -10))
""")
        found = limit.load(results, (0, 0, -1))
        self.assertAlmostEqual(found.most, 5e3 / (2000 * 0.1 * 10) - 1, 5)

    def test_joints_bear_any_force(self):
        results = self.results("""
SURFACE_MATERIAL(solfec, friction=0.1)
block = BODY(solfec, 'RIGID', box(0, 0, 1, 1, 1, 1), bulk)
FIX_POINT(block, (0.5, 0.5, 2))
stone = BODY(solfec, 'RIGID', box(3, 0, 0, 1, 1, 1), bulk, 'stone')
FIX_DIRECTION(stone, (3.5, 0.5, 0.5), (1, 0, 0))
GRAVITY(solfec, (0, 0, -10))
""")
        self.assertEqual(str(limit.friction(results)), "no bound: friction is not needed for equilibrium")
        self.assertEqual(limit.load(results, (2, 0, 0), bodies=["stone"]).most, math.inf)
        self.assertAlmostEqual(limit.load(results, (0, 1, 0), bodies=["stone"]).most, 0.1, 5)
        self.assertAlmostEqual(limit.load(results, (1, 0, 0)).most, 0.0, 6)  # the first one swings

    def test_bodies_that_nothing_bears_are_named(self):
        results = self.results("""
SURFACE_MATERIAL(solfec, friction=0.5)
block = BODY(solfec, 'RIGID', box(0, 0, 0, 1, 1, 1), bulk, 'block')
bird = BODY(solfec, 'RIGID', box(3, 0, 5, 1, 1, 1), bulk, 'bird')
GRAVITY(solfec, (0, 0, -10))
""")
        self.assertEqual(str(limit.friction(results)),
                         "cannot stand with any friction: no contact bears body 'bird'")
        self.assertEqual(str(limit.load(results, (1, 0, 0))), "cannot stand, without the load either")
        self.assertEqual(limit.friction(results, bodies=["block"]).least, 0.0)
        self.assertAlmostEqual(limit.load(results, (1, 0, 0), bodies=["block"]).most, 0.5, 6)

    def test_mistakes_are_named(self):
        results = self.incline(0.5)
        for words, text in ((dict(time=9), "time 9 s is outside of the results"),
                            (dict(gravity=(0, 0, 0)), "there is no gravity"),
                            (dict(gravity=(0, 0)), "gravity must be three numbers"),
                            (dict(facets=6), "facets must be a multiple of 4 from 4 to 360, got 6"),
                            (dict(bodies=["floor"]), "holds no body that must be in equilibrium")):
            with self.assertRaisesRegex(ValueError, text):
                limit.friction(results, **words)
        for direction in ((0, 0, 0), (1, 0), (math.nan, 0, 1)):
            with self.assertRaisesRegex(ValueError, "a direction of three numbers"):
                limit.load(results, direction)
        with self.assertRaisesRegex(KeyError, "there is no body 'blok'"):
            limit.friction(results, forces={"blok": (1, 0, 0)})
        os.remove(os.path.join(self.folder, "out", "settings.txt"))
        with self.assertRaisesRegex(ValueError, r"settings.txt is not there.*give gravity="):
            limit.friction(results)
        found = limit.friction(results, gravity=(3, 0, -10), forces={})
        self.assertLess(abs(found.least - 0.6), CLOSE)

    def test_gravity_must_be_constant_and_be_there(self):
        block = "block = BODY(solfec, 'RIGID', box(0, 0, 0, 1, 1, 1), bulk)\n"
        with self.assertRaisesRegex(ValueError, "there is no gravity"):
            limit.friction(self.results(block))
        series = block + "GRAVITY(solfec, (TIME_SERIES([0, 0, 1, 3]), 0, -10))\n"
        with self.assertRaisesRegex(ValueError, "GRAVITY is .*TIME_SERIES.*give gravity="):
            limit.friction(self.results(series))
        changed = block + """
GRAVITY(solfec, (0, 0, -10))
def turn():
    GRAVITY(solfec, (1, 0, -10))
    return 1
CALLBACK(solfec, 0.01, (), turn)
"""
        with self.assertRaisesRegex(ValueError, "a callback has changed the gravity"):
            limit.friction(self.results(changed))
        alone = "block = BODY(solfec, 'RIGID', box(0, 0, 1, 1, 1, 1), bulk)\nGRAVITY(solfec, (0, 0, -10))\n"
        with self.assertRaisesRegex(ValueError, "neither contacts nor joints"):
            limit.friction(self.results(alone))

    def test_settings_are_those_of_the_run_of_the_frame(self):
        results = self.results("""
SURFACE_MATERIAL(solfec, friction=0.5)
block = BODY(solfec, 'RIGID', box(0, 0, 0, 0.4, 0.4, 0.1), bulk)
GRAVITY(solfec, (1, 0, -10))
RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-8, 1000), 0.02)
GRAVITY(solfec, (2, 0, -10))
""")
        self.assertLess(abs(limit.friction(results, time=0.01).least - 0.2), CLOSE)
        self.assertLess(abs(limit.friction(results).least - 0.4), CLOSE)

    def command(self, *words, **environment):
        import subprocess
        return subprocess.run([sys.executable, "-W", "ignore", "-m", "solfec_results.limit", *words],
                              cwd=self.folder, text=True, capture_output=True, timeout=120,
                              env={**os.environ, **environment})

    def test_a_reader_that_goes_away_ends_the_command_silently(self):
        import subprocess
        self.incline(0.5)
        reading, writing = os.pipe()
        os.close(reading)  # as head does after its last line
        done = subprocess.run([sys.executable, "-W", "ignore", "-m", "solfec_results.limit", "out"], cwd=self.folder,
                              stdout=writing, stderr=subprocess.PIPE, text=True, timeout=120)
        os.close(writing)
        self.assertEqual(done.stderr, "")
        self.assertEqual(done.returncode, -signal.SIGPIPE)

    def test_the_command_prints_the_bound_and_the_motion(self):
        self.incline(0.5)
        done = self.command("out")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"^t = 0.02 s: cannot stand with less than 0.5999 of its friction\n"
                         r"in the motion of the proof loads do work on body 'block'\n$")
        done = self.command("out", "--load", "1", "0", "0", "--gravity", "0", "0", "-10", "--time", "0.01")
        self.assertRegex(done.stdout, r"^t = 0.01 s: cannot stand under more than 0.5 g along \(1, 0, 0\)")
        for words, text in ((("nothing",), "nothing"), (("out", "--time", "7"), "time 7.0 s is outside"),
                            (("out", "--load", "0", "0", "0"), "a direction of three numbers")):
            done = self.command(*words)
            self.assertEqual(done.returncode, 2)
            self.assertIn(text, done.stderr)
            self.assertTrue(done.stderr.startswith("python3 -m solfec_results.limit: "), done.stderr)
        with open(os.path.join(self.folder, "scipy.py"), "w") as file:
            file.write("raise ImportError\n")
        done = self.command("out", PYTHONPATH=self.folder + os.pathsep + os.environ["PYTHONPATH"])
        self.assertEqual(done.returncode, 2)
        self.assertIn("limits need the package scipy (Debian: python3-scipy)", done.stderr)


if __name__ == "__main__":
    unittest.main()
