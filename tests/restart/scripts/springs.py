# Springs of all kinds, by the script, by callbacks and between two RUNs, on bodies that turn and touch.
from shapes import cube, floor

s = SOLFEC('DYNAMIC', 1e-3, 'out')
s.verbose = 'OFF'
SURFACE_MATERIAL(s, model='SIGNORINI_COULOMB', friction=0.3)
bulk = BULK_MATERIAL(s, young=5e7, poisson=0.25, density=1e3, label='soft')
BODY(s, 'OBSTACLE', floor(), bulk)
a = BODY(s, 'RIGID', cube((0, 0, 0.02)), bulk, label='a')
b = BODY(s, 'PSEUDO_RIGID', cube((0, 2, 0.3)), bulk, label='b')
c = BODY(s, 'RIGID', cube((3, 3, 2)), bulk, label='c')
GRAVITY(s, (0, 0, -9.81))
INITIAL_VELOCITY(a, (1, 0, 0), (0, 0, 0.5))
INITIAL_VELOCITY(c, (0, 0.3, 0), (0.2, 0.5, 1.0))
TABLE = TIME_SERIES([-1, -4e5, -0.01, -1e3, 0, 0, 0.02, 3e3, 1, 9e5])
solver = GAUSS_SEIDEL_SOLVER(1e-6, 300)


def damped(stroke, velocity):
    return -1e5 * stroke - 2e6 * stroke ** 3 - 800 * velocity


PUT_SPRING(a, (0.5, 0.5, 0.5), b, (0.5, 2.5, 0.8), damped, (-0.02, 0.05))
PUT_SPRING(None, (3.5, 3.5, 6), c, (3.5, 3.5, 2.5), TABLE, None)
PUT_SPRING(c, (3, 3, 2), a, (1, 1, 1.02), 1e8, (-1, 1), (1, 2, 0), 'CONV1')
count = {'calls': 0}


def change(data):
    data['calls'] += 1
    n = data['calls']
    if n == 2:
        PUT_SPRING(b, (0.2, 2.2, 0.5), None, (-3, 2, 0.5), TABLE, (-0.01, 0.01))
        PUT_SPRING(c, (4, 4, 3), b, (1, 3, 1.3), 5e4, None, (0, 1, 1), 'CONV2')
    if n == 5:
        DELETE(s, next(c for c in s.constraints if c.kind == 'SPRING' and c.point[3] == -3))
    return 1


CALLBACK(s, 0.01, count, change)
OUTPUT(s, 0.005)
RUN(s, solver, 0.07)
PUT_SPRING(a, (0, 0, 0.02), None, (-2, 0, 0.02), damped, None, (1, 0, 0), 'CONV1')
RUN(s, solver, 0.05)
