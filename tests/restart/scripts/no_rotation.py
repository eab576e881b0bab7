# Spheres whose rotation is disabled, from the start and in a callback, among others; runs end by themselves.
from shapes import floor

s = SOLFEC('DYNAMIC', 1e-3, 'out')
s.verbose = 'OFF'
SURFACE_MATERIAL(s, friction=0.4)
bulk = BULK_MATERIAL(s, density=1e3)
BODY(s, 'OBSTACLE', floor(), bulk)
balls = [BODY(s, 'RIGID', SPHERE((0.9 * k, 0.35 * k, 0.5 + 0.3 * k), 0.5, 1, 1), bulk) for k in range(4)]
balls[0].disable_rotation = balls[2].disable_rotation = 'ON'
INITIAL_VELOCITY(balls[3], (-1, 0, -2), (0, 0, 0))
GRAVITY(s, (0, 0, -9.81))
count = [0]


def change(data):
    data[0] += 1
    balls[0].disable_rotation = 'OFF' if data[0] > 2 else 'ON'
    return 1


CALLBACK(s, 0.01, count, change)
OUTPUT(s, 0.004)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-6, 500), 0.06)
