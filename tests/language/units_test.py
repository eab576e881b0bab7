"""Answers in units of the model: a scene of another size, in another frame, gives the same numbers."""

from support import *

CHAIN = """
# A chain of ten balls hangs at rest, as light links do that carry a heavy load.
import math
size, h, load = %r, %r, %r
s = SOLFEC('DYNAMIC', h, 'out')
WARNINGS(s, 'OFF')
m = BULK_MATERIAL(s, density=1e3)
SURFACE_MATERIAL(s)
axis = %r
GRAVITY(s, [-10 * size * x for x in axis])
balls = []
for k in range(10):
    centre = [-0.1 * size * (k + 1) * x for x in axis]
    ball = BODY(s, 'RIGID', SPHERE(centre, 0.04 * size, 1, 1), m)
    mass = 0.5 if k < 9 else load
    inertia = 6.4E-4 * mass * size ** 2
    BODY_CHARS(ball, mass, ball.volume, ball.center, [inertia * x for x in (1, 0, 0, 0, 1, 0, 0, 0, 1)])
    balls.append(ball)
links = [PUT_RIGID_LINK(balls[0], None, balls[0].center, (0, 0, 0))]
links += [PUT_RIGID_LINK(p, q, p.center, q.center) for p, q in zip(balls, balls[1:])]
OUTPUT(s, 1e6)
RUN(s, %s, %d * h)
weight = [10 * size * ball.mass for ball in balls]
print(max(abs(link.R[2] + sum(weight[k:])) / sum(weight[k:]) for k, link in enumerate(links)))
print(max(abs(x) for ball in balls for x in ball.velo) / size, max(math.dist(b.conf[9:12], b.center) for b in balls) / size)
"""

LINK = """
# Two balls whose distance is less than 1E-4 m: a rigid link across which one of them moves.
size = %r
more
s = SOLFEC('DYNAMIC', 1e-3, 'out')
WARNINGS(s, 'OFF')
m = BULK_MATERIAL(s)
SURFACE_MATERIAL(s)
a, b = [BODY(s, 'RIGID', SPHERE((0, 0, size * k), 0.4 * size, 1, 1), m) for k in range(2)]
link = PUT_RIGID_LINK(a, b, a.center, b.center)
INITIAL_VELOCITY(a, (size, 0, 0), (0, 0, 0))
RUN(s, GAUSS_SEIDEL_SOLVER(1e-10, 1000), 1e-3)
print(link.kind, a.velo[3] / size, b.velo[3] / size)
"""


BAR = """
# A bar that is tilted by 40 degrees meets the floor with one edge; restitution 0.9, friction 0.5.
import math
size = %r
s = SOLFEC('DYNAMIC', 1e-4, 'out')
WARNINGS(s, 'OFF')
m = BULK_MATERIAL(s, density=1e3)
SURFACE_MATERIAL(s, friction=0.5, restitution=0.9)
def box(l, u):
    return HULL([(size * x, size * y, size * z) for x in (l[0], u[0]) for y in (l[1], u[1]) for z in (l[2], u[2])], 1, 1)
axis, angle = (3, 1, 2), %r
BODY(s, 'OBSTACLE', ROTATE(box((-5, -5, -.5), (5, 5, 0)), (0, 0, 0), axis, angle), m)
q = math.radians(40)
bar = ROTATE(box((-.5, -.05, -.01), (.5, .05, .01)), (0, 0, 0), (0, 1, 0), 40)
bar = TRANSLATE(bar, (0, 0, size * (.5 * math.sin(q) + .01 * math.cos(q) + .005)))
body = BODY(s, 'RIGID', ROTATE(bar, (0, 0, 0), axis, angle), m)
c, d, n = math.cos(math.radians(angle)), math.sin(math.radians(angle)), math.sqrt(14)
k, v = [x / n for x in axis], (-.5, 0, -1)
kxv = (k[1] * v[2] - k[2] * v[1], k[2] * v[0] - k[0] * v[2], k[0] * v[1] - k[1] * v[0])
kv = sum(a * b for a, b in zip(k, v))
INITIAL_VELOCITY(body, [size * (c * v[i] + d * kxv[i] + (1 - c) * kv * k[i]) for i in range(3)], (0, 0, 0))
before = ENERGY(s)[0]
RUN(s, %s, 0.0055)
print(ENERGY(s)[0] / before)
"""


STACK = """
# A stack of five blocks stands although its top is pushed by 0.2 of its weight; friction 0.3.
size, density = %r, %r
s = SOLFEC('DYNAMIC', 1e-3, 'out')
WARNINGS(s, 'OFF')
m = BULK_MATERIAL(s, density=density)
SURFACE_MATERIAL(s, friction=0.3)
GRAVITY(s, (0, 0, -10 * size))
def box(l, u):
    return HULL([size * c for x in (l[0], u[0]) for y in (l[1], u[1]) for z in (l[2], u[2]) for c in (x, y, z)], 1, 1)
floor = BODY(s, 'OBSTACLE', box((-2, -2, -1), (2, 2, 0)), m)
blocks = [BODY(s, 'RIGID', box((.01 * k - .1, -.1, .2 * k), (.01 * k + .1, .1, .2 * k + .2)), m) for k in range(5)]
FORCE(blocks[4], 'SPATIAL', blocks[4].center, (1, 0, 0), 2 * blocks[4].mass * size)
weight = 10 * size * sum(b.mass for b in blocks)
speed, force = [], []
def look():
    speed.append(max(abs(x) for b in blocks for x in b.velo[3:6]) / (10 * size * 1e-3))
    ground = sum(c.R[2] for c in s.constraints if floor in (c.adjbod if isinstance(c.adjbod, tuple) else (c.adjbod,)))
    force.append(abs(ground / weight - 1))
    return 1
CALLBACK(s, 1e-3, (), look)
RUN(s, %s, 0.05)
print(max(speed), max(force))
"""


SPRING = """
# A ball swings on a spring that hardens and on a quadratic damper.
import math
size = %r
s = SOLFEC('DYNAMIC', 1e-3, 'out')
WARNINGS(s, 'OFF')
m = BULK_MATERIAL(s, density=1e3)
SURFACE_MATERIAL(s)
ball = BODY(s, 'RIGID', SPHERE((0, 0, 0), 0.1 * size, 1, 1), m)
mass, calls = ball.mass, [0]
def force(stroke, velocity):
    calls[0] += 1
    x, v = stroke / size, velocity / size
    return -mass * size * (4e4 * x * (1 + 1e6 * x * x) + 20 * v * (1 + 10 * abs(v)))
PUT_SPRING(ball, ball.center, None, (0, 0, -0.5 * size), force, None)
INITIAL_VELOCITY(ball, (0, 0, 0.5 * size), (0, 0, 0))
RUN(s, GAUSS_SEIDEL_SOLVER(), 0.05)
print(calls[0], ball.velo[5] / size, (ball.conf[11] - ball.center[2]) / size)
"""


# Two boxes of one body with a slit of a twentieth of their edge between them.
SLIT = """
size = %r
s = SOLFEC('DYNAMIC', 1e-3, 'out')
WARNINGS(s, 'OFF')
m = BULK_MATERIAL(s, density=1e3)
SURFACE_MATERIAL(s, friction=0.3)
GRAVITY(s, (0, 0, -10 * size))
def box(l, u):
    return HULL([size * c for x in (l[0], u[0]) for y in (l[1], u[1]) for z in (l[2], u[2]) for c in (x, y, z)], 1, 1)
BODY(s, 'OBSTACLE', box((-2, -2, -1), (2, 2, 0)), m)
body = BODY(s, 'RIGID', [box((0, 0, 0), (1, 1, 1)), box((1.05, 0, 0), (1.1, 1, 1))], m)
CONTACT_POINTS(s, 'CENTROID')
CONTACT_SPARSIFY(s, 0.3)
RUN(s, GAUSS_SEIDEL_SOLVER(), 0.002)
print(len([c for c in s.constraints if c.kind == 'CONTACT']))
"""


# What follows places a model of the size 1 m with z upwards in another frame.
FRAME = """
import math
size, axis, angle, solver = %r, %r, math.radians(%r), lambda: %s
n = math.sqrt(sum(a * a for a in axis))
k = [a / n for a in axis]
def turned(v):
    c, d, kv = math.cos(angle), math.sin(angle), sum(a * b for a, b in zip(k, v))
    kxv = (k[1] * v[2] - k[2] * v[1], k[2] * v[0] - k[0] * v[2], k[0] * v[1] - k[1] * v[0])
    return tuple(c * v[i] + d * kxv[i] + (1 - c) * kv * k[i] for i in range(3))
def at(p): return tuple(size * a for a in turned(p))  # of points, velocities and accelerations
def back(v):
    return tuple(sum(a * b for a, b in zip(turned(e), v)) / size for e in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
def box(l, u): return HULL([at((x, y, z)) for x in (l[0], u[0]) for y in (l[1], u[1]) for z in (l[2], u[2])], 1, 1)
def model(analysis, step, gravity=-10, **surface):
    s = SOLFEC(analysis, step, 'out')
    WARNINGS(s, 'OFF')
    SURFACE_MATERIAL(s, **surface)
    GRAVITY(s, at((0, 0, gravity)))
    OUTPUT(s, 1e6)
    return s, BULK_MATERIAL(s, density=2000.)
def way(body): return back(DISPLACEMENT(body, body.center))
def pressure(s): return sum(c.R[2] for c in s.constraints if c.kind == 'CONTACT')
"""

# name: (script that prints numbers, what they are, how near)
MODELS = {
    "a block that cannot slip follows a shaken floor": ("""
s, m = model('DYNAMIC', 1e-3, friction=2.)
floor, block = BODY(s, 'OBSTACLE', box((-2, -2, -1), (2, 2, 0)), m), BODY(s, 'RIGID', box((0, 0, 0), (.5, .5, .2)), m)
w = 2 * math.pi
speed = TIME_SERIES([(i * 1e-3, size * .2 * w * math.sin(w * i * 1e-3)) for i in range(1001)])
SET_VELOCITY(floor, at((0, 0, -.5)), turned((1, 0, 0)), speed)
most = [0.]
CALLBACK(s, 1e-3, (), lambda: most.append(abs(way(block)[0] - way(floor)[0])) or 1)
RUN(s, solver(), .5)
print(max(most), way(floor)[0])
""", (0.0, 0.4), (1e-6, 1e-5)),
    "a lifted block presses with m (a + g)": ("""
s, m = model('DYNAMIC', 1e-3, friction=.5)
floor, block = BODY(s, 'OBSTACLE', box((-2, -2, -1), (2, 2, 0)), m), BODY(s, 'RIGID', box((0, 0, 0), (.5, .5, .2)), m)
rise = TIME_SERIES([0, 5. * size, 10, 5. * size])
SET_DISPLACEMENT(floor, at((0, 0, -.5)), turned((0, 0, 1)), rise.integral.integral)
RUN(s, solver(), .2)
print(pressure(s) / (block.mass * 15 * size), way(block)[2])
""", (1.0, 0.1), (1e-5, 1e-8)),
    "a block on a turntable keeps its radius": ("""
s, m = model('DYNAMIC', 1e-3, friction=2.)
table = BODY(s, 'OBSTACLE', box((-2, -2, -.1), (2, 2, 0)), m)
block = BODY(s, 'RIGID', box((.9, -.1, 0), (1.1, .1, .1)), m)
INITIAL_VELOCITY(table, (0, 0, 0), [2 * x for x in turned((0, 0, 1))])
INITIAL_VELOCITY(block, at((0, 2, 0)), [2 * x for x in turned((0, 0, 1))])
RUN(s, solver(), .5)
x = back(block.conf[9:12])
print(math.hypot(x[0], x[1]), math.atan2(x[1], x[0]))
""", (1.0, 1.0), (1e-5, 1e-5)),
    "what was built into another body stays and is lifted freely": ("""
s, m = model('DYNAMIC', 1e-3, friction=.5)
BODY(s, 'OBSTACLE', box((-2, -2, -1), (2, 2, 0)), m)
low = BODY(s, 'RIGID', box((0, 0, -.02), (.5, .5, .48)), m)
top = BODY(s, 'RIGID', box((0, 0, .45), (.5, .5, .95)), m)
RUN(s, solver(), .1)
print(max(abs(x) for b in (low, top) for x in way(b)))
FORCE(top, 'SPATIAL', top.center, turned((0, 0, 1)), top.mass * 20 * size)
RUN(s, solver(), .1)
print(way(top)[2], max(abs(x) for x in way(low)))
""", (0.0, 0.05, 0.0), (1e-7, 1e-6, 1e-7)),
    "a bond holds its strength": ("""
s, m = model('DYNAMIC', 1e-3, 0, friction=.5, cohesion=1e5 * size ** 2)
BODY(s, 'OBSTACLE', box((-2, -2, -1), (3, 3, 0)), m)
block = BODY(s, 'RIGID', box((0, 0, 0), (1, 1, 1)), m)
FORCE(block, 'SPATIAL', block.center, turned((0, 0, 1)), TIME_SERIES([0, 0, 1, 1e6 * size ** 4]))
held = [0.]
CALLBACK(s, 1e-3, (), lambda: held.append(s.time if pressure(s) < 0 else 0.) or 1)
RUN(s, solver(), .15)
print(max(held))
""", (0.1,), (2.1e-3,)),
    "a prescribed acceleration ends with its series": ("""
s, m = model('DYNAMIC', 1e-3, 0)
ball = BODY(s, 'RIGID', SPHERE((0, 0, 0), .1 * size, 1, 1), m)
SET_ACCELERATION(ball, (0, 0, 0), turned((1, 0, 0)), TIME_SERIES([0, size, .1, size]))
RUN(s, solver(), .3)
print(way(ball)[0], back(VELOCITY(ball, ball.center))[0])
""", (0.025, 0.1), (1e-9, 1e-9)),
    "a wall stands in quasi-static steps": ("""
s, m = model('QUASI_STATIC', .1, friction=.7)
BODY(s, 'OBSTACLE', box((-5, -1, -1), (5, 1, 0)), m)
bricks = [BODY(s, 'RIGID', box((.5 * i + .25 * (j % 2), 0, .25 * j), (.5 * i + .25 * (j % 2) + .5, .25, .25 * j + .25)), m)
          for j in range(3) for i in range(3)]
RUN(s, solver(), 1.)
print(max(abs(x) for b in bricks for x in way(b)))
""", (0.0,), (1e-6,)),
}


class Units(LanguageTest):
    def numbers(self, script):
        run = self.run_program("-q", "-w", script=script)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout.split()

    def test_models_give_one_answer_at_any_size_in_any_frame_with_any_solver(self):
        frames = ((1e-3, (1, 2, 3), 50.0), (1e3, (0, 1, 0), 90.0), (1.0, (-3, 1, 2), 107.0))
        solvers = ("GAUSS_SEIDEL_SOLVER(1e-8, 1000, 1e-8)", "NEWTON_SOLVER(1e-14, 100)", "BODY_SPACE_SOLVER(1e-14, 100)",
                   "INTERIOR_POINT_SOLVER(meritval=1e-14)")
        for name, (script, exact, near) in MODELS.items():
            for size, axis, angle in frames:
                for solver in solvers:
                    with self.subTest(model=name, size=size, solver=solver):
                        found = self.numbers(FRAME % (size, axis, angle, solver) + script)
                        self.assertEqual(len(found), len(exact))
                        for one, wanted, bound in zip(found, exact, near):
                            self.assertAlmostEqual(float(one), wanted, delta=bound)

    def test_a_chain_hangs_at_rest_at_any_size_and_step(self):
        """Errors of a step come back in the next one with the other sign, and must not grow."""
        down, oblique = (0, 0, 1), (0.6, 0.0, 0.8)
        for solver, bound in (("GAUSS_SEIDEL_SOLVER(1e-3, 100)", 0.05), ("NEWTON_SOLVER()", 0.005),
                              ("BODY_SPACE_SOLVER()", 0.005), ("INTERIOR_POINT_SOLVER()", 0.05), ("GAUSS_SEIDEL_SOLVER()", 0.05), ("GAUSS_SEIDEL_SOLVER(1e-8, 1000, 1e-12)", 1e-3)):
            for h, size, axis in ((1e-4, 1.0, down), (1e-3, 1e-3, oblique), (1e-2, 1e3, down)):
                with self.subTest(solver=solver, h=h, size=size):
                    force, speed, way = map(float, self.numbers(CHAIN % (size, h, 0.5, axis, solver, 200)))
                    self.assertLess(force, bound)
                    self.assertLess(speed, 20 * bound * 10 * h)
                    self.assertLess(way, 1e-5)

    def test_forces_in_a_chain_at_rest_stay_right_in_many_steps(self):
        for solver, bound in (("NEWTON_SOLVER()", 0.01), ("BODY_SPACE_SOLVER()", 0.01), ("GAUSS_SEIDEL_SOLVER()", 0.05)):
            for load in (0.5, 2e4):
                with self.subTest(solver=solver, load=load):
                    script = CHAIN % (1.0, 1e-4, load, (0, 0, 1), solver, 5000)
                    force, speed, way = map(float, self.numbers(script))
                    self.assertLess(force, bound)
                    self.assertLess(speed, 20 * bound * 10 * 1e-4)

    def test_light_links_carry_a_heavy_load_at_any_size(self):
        for size in (1e-6, 1e-3, 1.0, 1e3):
            with self.subTest(size=size):
                script = CHAIN % (size, 1e-3, 2e4, (0, 0, 1), "GAUSS_SEIDEL_SOLVER(1e-8, 1000, 1e-8)", 100)
                force, _, way = map(float, self.numbers(script))
                self.assertLess(force, 1e-3)
                self.assertLess(way, 1e-6)

    def test_points_of_a_link_coincide_when_they_are_near_for_their_bodies(self):
        for size in (1e-6, 0.9e-4, 1.0, 1e3):
            kind, a, b = self.numbers(LINK.replace("more", "") % size)
            self.assertEqual(kind, "RIGLNK", size)
            self.assertAlmostEqual(float(a), 1.0, delta=1e-5)
            self.assertAlmostEqual(float(b), 0.0, delta=1e-5)
        given = LINK.replace("more", "GEOMETRIC_EPSILON(2e-4)")
        self.assertEqual(self.numbers(given % 1e-4)[0], "FIXPNT")

    def test_a_merit_is_as_good_in_a_model_of_any_size_and_density(self):
        """Speeds in g h and errors of the force on the ground; the stack is at rest."""
        for solver, speed, force in (("NEWTON_SOLVER(1e-6)", 0.05, 0.01), ("BODY_SPACE_SOLVER(1e-6)", 0.05, 0.01),
                                     ("INTERIOR_POINT_SOLVER(meritval=1e-6)", 0.05, 0.01),
                                     ("GAUSS_SEIDEL_SOLVER(1, 1000, 1e-6)", 0.05, 0.01)):
            for size, density in ((1.0, 1e3), (1e-3, 1e3), (1e-5, 1e3), (1e3, 1e3), (1.0, 1e-9), (1.0, 1e9)):
                with self.subTest(solver=solver, size=size, density=density):
                    found = [float(x) for x in self.numbers(STACK % (size, density, solver))]
                    self.assertLess(found[0], speed)
                    self.assertLess(found[1], force)

    def test_a_spring_function_is_asked_as_often_in_a_model_of_any_size(self):
        calls, speed, way = map(float, self.numbers(SPRING % 1.0))
        for size in (1e-9, 1e-6, 1e-3, 1e3):
            with self.subTest(size=size):
                found = [float(x) for x in self.numbers(SPRING % size)]
                self.assertLess(abs(found[0] - calls), 0.05 * calls)
                self.assertAlmostEqual(found[1], speed, delta=1e-6)
                self.assertAlmostEqual(found[2], way, delta=1e-8)

    def test_pieces_of_a_body_are_neighbours_at_a_distance_that_fits_it(self):
        """Sparsification removes small contacts of neighbours; across a slit there are none."""
        for size in (1e-6, 1e-3, 1.0, 1e3):
            with self.subTest(size=size):
                self.assertEqual(int(self.numbers(SLIT % size)[0]), 2)

    def test_a_bar_bounces_without_a_gain_for_every_solver(self):
        # Newton's law alone gives 1.075 of the energy, and no restitution 0.7025
        for solver in ("GAUSS_SEIDEL_SOLVER(1e-3, 100)", "GAUSS_SEIDEL_SOLVER(1e-10, 1000, 1e-12)", "NEWTON_SOLVER()",
                       "NEWTON_SOLVER(1e-12, 100)", "BODY_SPACE_SOLVER()", "INTERIOR_POINT_SOLVER()"):
            for size, angle in ((1e-3, 0), (1.0, 100), (1e3, 30)):
                with self.subTest(solver=solver, size=size):
                    ratio = float(self.numbers(BAR % (size, angle, solver))[0])
                    self.assertLessEqual(ratio, 1.0 + 1e-4)
                    self.assertGreater(ratio, 0.9)


if __name__ == "__main__":
    main()
