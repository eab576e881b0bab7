# Bodies of all kinds that are made in each other and are moved apart over the frames.
from solfec import *

solfec = SOLFEC('DYNAMIC', 1e-3, 'out')
solfec.verbose = 'OFF'
bulk = BULK_MATERIAL(solfec, model='KIRCHHOFF', young=1e7, poisson=0.25, density=2000)
SURFACE_MATERIAL(solfec, friction=0.4)
GRAVITY(solfec, (0, 0, -9.81))
OUTPUT(solfec, 3e-3)


def corners(low, high):
    (a, b, c), (d, e, f) = low, high
    return [a, b, c, d, b, c, d, e, c, a, e, c, a, b, f, d, b, f, d, e, f, a, e, f]


def box(kind, low, high, **options):
    if kind == 'FINITE_ELEMENT':
        shape = HEX(corners(low, high), 2, 2, 2, 1, [1] * 6)
    else:
        shape = HULL(corners(low, high), 1, 1)
    return BODY(solfec, kind, shape, bulk, **options)


box('OBSTACLE', (-1, -1, -1), (5, 2, 0))
for k in range(4):  # a crooked stack
    box('RIGID', (0.02 * k, 0, 0.197 * k - 3e-3), (0.2 + 0.02 * k, 0.2, 0.197 * k + 0.197))
box('PSEUDO_RIGID', (1, 0, -4e-3), (1.2, 0.2, 0.2)).scheme = 'DEF_LIM'
box('FINITE_ELEMENT', (2, 0, -4e-3), (2.2, 0.2, 0.2), form='TL').scheme = 'DEF_LIM'
box('FINITE_ELEMENT', (2.05, 0.05, 0.196), (2.25, 0.25, 0.4), form='BC').scheme = 'DEF_LIM'
pinned = box('RIGID', (3, 0, -4e-3), (3.2, 0.2, 0.2))
FIX_POINT(pinned, (3, 0.1, 0.1))
RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 500, 1e-10), 0.045)
