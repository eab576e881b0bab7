# A block of two elements on a floor. Words: the time of the end in ms, and CENTROID for that rule of
# contact or EXCLUDE for a block that contact knows by its elements.
from solfec import *

words = NON_SOLFEC_ARGV()
solfec = SOLFEC('DYNAMIC', 1e-3, 'out')
solfec.verbose = 'OFF'
bulk = BULK_MATERIAL(solfec, density=1000)
SURFACE_MATERIAL(solfec, friction=0.3)
GRAVITY(solfec, (0, 0, -10))
OUTPUT(solfec, 1e-2)


def box(kind, low, high, count):
    (a, b, c), (d, e, f) = low, high
    corners = [a, b, c, d, b, c, d, e, c, a, e, c, a, b, f, d, b, f, d, e, f, a, e, f]
    return BODY(solfec, kind, HEX(corners, count, 1, 1, 1, [1] * 6), bulk)


box('OBSTACLE', (-1, -1, -0.2), (2, 2, 0), 1)
block = box('RIGID', (0, 0, 0), (0.4, 0.2, 0.2), 2)
if 'CENTROID' in words:
    CONTACT_POINTS(solfec, 'CENTROID')
if 'EXCLUDE' in words:
    CONTACT_EXCLUDE_OBJECTS(block, (0.1, 0.1, 0.1), block, (0.3, 0.1, 0.1))
RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-8, 500), 1e-3 * int(words[0]))
assert solfec.ncon == (2 if 'CENTROID' in words else 4), solfec.ncon
force = sum(contact.R[2] for contact in solfec.constraints)
assert abs(force - 160) < 1e-6, force
assert max(map(abs, block.velo)) < 1e-9, block.velo
