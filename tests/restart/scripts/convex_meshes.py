# Bricks whose meshes are convex, in contact as one piece each; a callback excludes an element, so
# that a brick falls into pieces for contact, and takes turns with the rule of the points.
from solfec import *

solfec = SOLFEC('DYNAMIC', 1e-3, 'out')
solfec.verbose = 'OFF'
bulk = BULK_MATERIAL(solfec, model='KIRCHHOFF', young=1e8, poisson=0.25, density=2000)
SURFACE_MATERIAL(solfec, friction=0.4)
GRAVITY(solfec, (0, 0, -9.81))
OUTPUT(solfec, 2e-3)


def brick(kind, low, high, counts=(2, 2, 2), **options):
    (a, b, c), (d, e, f) = low, high
    corners = [a, b, c, d, b, c, d, e, c, a, e, c, a, b, f, d, b, f, d, e, f, a, e, f]
    return BODY(solfec, kind, HEX(corners, *counts, 1, [1] * 6), bulk, **options)


floor = brick('OBSTACLE', (-1, -1, -0.3), (3, 1, 0), (3, 2, 1))
for k in range(3):  # crooked, and falling over
    block = brick('RIGID', (0.09 * k, 0, 0.2 * k), (0.2 + 0.09 * k, 0.2, 0.2 * k + 0.2))
INITIAL_VELOCITY(block, (0.2, 0.1, 0), (0, 0, 1))
brick('PSEUDO_RIGID', (1, 0, 1e-3), (1.2, 0.2, 0.2)).scheme = 'DEF_LIM'
brick('FINITE_ELEMENT', (1.05, 0.05, 0.201), (1.15, 0.15, 0.3), form='BC').scheme = 'DEF_LIM'
alone = brick('RIGID', (2, 0, 0), (2.4, 0.2, 0.2), (2, 1, 1))


def change(data):
    data['calls'] += 1
    if data['calls'] == 2:
        CONTACT_EXCLUDE_OBJECTS(alone, (2.1, 0.1, 0.1), floor, (1, -0.5, -0.1))
    if data['calls'] in (4, 7):
        CONTACT_POINTS(solfec, 'CENTROID')
    if data['calls'] in (5, 8):
        CONTACT_POINTS(solfec, 'PATCH')
    return 1


CALLBACK(solfec, 4e-3, {'calls': 0}, change)
RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 500, 1e-10), 0.04)
