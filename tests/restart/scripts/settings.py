# A callback that changes materials, schemes, self-contact, motions of obstacles; runs end by themselves.
from shapes import cube, floor

s = SOLFEC('DYNAMIC', 5e-4, 'out')
s.verbose = 'OFF'
surface = SURFACE_MATERIAL(s, model='SIGNORINI_COULOMB', friction=0.1)
bulk = BULK_MATERIAL(s, young=1e6, poisson=0.25, density=1e3, label='rubber')
ground = BODY(s, 'OBSTACLE', floor(), bulk)
pusher = BODY(s, 'OBSTACLE', cube((-2.2, 0, 0.1)), bulk, label='pusher')
a = BODY(s, 'RIGID', cube((0, 0, 0.01)), bulk, label='a')
b = BODY(s, 'PSEUDO_RIGID', cube((0, 2, 0.01)), bulk, label='b')
c = BODY(s, 'RIGID', cube((3, 3, 2)), bulk, label='c')
GRAVITY(s, (0, 0, TIME_SERIES([0, -9.81, 1, -12.0])))
SET_VELOCITY(c, (3.5, 3.5, 2.5), (0, 0, 1), TIME_SERIES([0, 0, 1, 1]))
solver = GAUSS_SEIDEL_SOLVER(1e-5, 300)
count = {'calls': 0, 'pair': (1, 2)}


def change(data, word):
    data['calls'] += 1
    n = data['calls']
    if n == 1:
        INITIAL_VELOCITY(pusher, (2.0, 0, 0), (0, 0, 0.1))
    if n == 2:
        surface.friction = 0.6
        SURFACE_MATERIAL(s, 1, 1, model='SIGNORINI_COULOMB', friction=0.9)
    if n == 3:
        bulk.young = 2e6
        b.damping = 1e-4
        b.scheme = 'DEF_LIM'
        a.scheme = 'RIG_IMP'
    if n == 4:
        SET_DISPLACEMENT(pusher, (-2, 0.5, 0.5), (0, 1, 0), TIME_SERIES([0, 0, 0.02, 0, 0.06, 0.1]))
        SET_ACCELERATION(c, (3.5, 3.5, 2.5), (1, 0, 0), TIME_SERIES([0, 1, 1, 3]))
        TORQUE(a, 'SPATIAL', (0, 0, 1), TIME_SERIES([0, 0, 0.1, 50]))
        PRESSURE(b, 1, TIME_SERIES([0, 0, 0.1, -400]))
        FORCE(a, 'CONVECTED', (0.5, 0.5, 0.5), (0, 1, 0), TIME_SERIES([0, 0, 0.1, 500]))
    if n == 5:
        GRAVITY(s, (0, TIME_SERIES([0, 0, 0.1, 3]), -9.81))
        s.step = 4e-4
        b.selfcontact = 'ON'
    if n == 6:
        CALLBACK(s, 0.003, (data, word), change)
    data['pair'] = (n, data['pair'][0])
    return n % 7 != 0


CALLBACK(s, 0.005, (count, 'word'), change)
OUTPUT(s, 0.004)
RUN(s, solver, 0.05)
print('first run ends at', s.time)
if a.conf[9] > 0.4:
    FIX_DIRECTION(a, (0.5, 0.5, 0.51), (0, 0, 1))
RUN(s, solver, 0.02)
for i in range(4):
    RUN(s, solver, 0.0012)
CALLBACK(s, 0.01, None, lambda data: 1)
RUN(s, solver, 0.03)
