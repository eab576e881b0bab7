# A callback that inserts bodies, loads and constraints and changes settings while frames are written.
from shapes import cube, floor

GEOMETRIC_EPSILON(1e-3)
s = SOLFEC('DYNAMIC', 1e-3, 'out')
s.verbose = 'OFF'
SURFACE_MATERIAL(s, model='SIGNORINI_COULOMB', friction=0.3)
b = BULK_MATERIAL(s, young=1e6, poisson=0.25, density=1e3)
heavy = BULK_MATERIAL(s, young=4e6, poisson=0.2, density=3e3)
BODY(s, 'OBSTACLE', floor(), b)
first = BODY(s, 'RIGID', cube((0,0,0.02)), b, label='first')
soft = BODY(s, 'PSEUDO_RIGID', cube((0.1,0.1,1.1), 0.8), b, label='soft')
def wind(*args):
    q, u, t, h = args[-4:]
    return [0.1*t, 0, 0] + [0]*6
FORCE(first, 'SPATIAL', (0.5,0.5,0.5), (1,0,0), wind)
FORCE(first, 'CONVECTED', (0.5,0.5,0.5), (0,1,0), TIME_SERIES([0, 10, 1, 20, 2, 0]))
GRAVITY(s, (0,0,-9.81))
sv = GAUSS_SEIDEL_SOLVER(1e-5, 200)
state = {'n': 0, 'list': [1, 2], 'body': first}
def step(d):
    d['n'] += 1
    n = d['n']
    d['list'].append(n)
    x = 1.5 + 0.37*n
    if n % 2:
        nb = BODY(s, 'RIGID', SPHERE((x % 3 - 1.5, 0.3, 2.5 + 0.1*n), 0.2, 1, 1), b, label='drop%d' % n)
        FORCE(nb, 'SPATIAL', (x % 3 - 1.5, 0.3, 2.5+0.1*n), (1,0,0), 5.0*n)
        if n % 3 == 0:
            FIX_DIRECTION(nb, (x % 3 - 1.5, 0.3, 2.5 + 0.1*n), (0,1,0))
    if n == 3:
        s.projection = 'ON'
        UNPHYSICAL_PENETRATION(s, 5.0)
    if n == 4:
        GRAVITY(s, (0, 1, -9.0))
    if n == 5:
        OUTPUT(s, 0.013, 'ON')
    if n == 6:
        parts = [cube((0, -2, 1.0), 0.5), SPHERE((0.25, -1.75, 1.7), 0.2, 2, 1)]
        nb = BODY(s, 'PSEUDO_RIGID', parts, b)
        MATERIAL(s, nb, 2, heavy)
        nb.damping = 1e-4
        SET_VELOCITY(nb, (0.25, -1.75, 1.25), (0, 1, 0), 0.2)
        CONTACT_EXCLUDE_BODIES(nb, soft)
        CONTACT_EXCLUDE_OBJECTS(nb, (0.25, -1.75, 1.7), first, (0.5, 0.5, 0.5))
        PUT_RIGID_LINK(nb, first, (0.25,-1.75,1.25), (0.5,0.5,0.5))
    if n == 7:
        CONTACT_SPARSIFY(s, 0.02)
        EXTENTS(s, (-3,-3,-3,3,3,2.2))
    return 1
CALLBACK(s, 0.02, state, step)
OUTPUT(s, 0.005)
RUN(s, sv, 0.1003)
print('after run 1', first.conf[9:12], s.time, s.ncon)
BODY(s, 'RIGID', SPHERE((-2, -2, 2.5), 0.3, 1, 1), b, label='between %g' % first.conf[11])
FIX_POINT(first, (0,0,0.02))
RUN(s, sv, 0.07)
print(state['n'], state['list'])
