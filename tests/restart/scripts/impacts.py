# Bodies that fall on each other and on the floor, with the impulses of their impacts; a callback changes the setting.
from shapes import cube, floor

s = SOLFEC('DYNAMIC', 1e-3, 'out')
s.verbose = 'OFF'
s.impacts = 'RATTLE'
SURFACE_MATERIAL(s, model='SIGNORINI_COULOMB', friction=0.4)
bulk = BULK_MATERIAL(s, young=1e6, poisson=0.25, density=1e3, label='rubber')
ground = BODY(s, 'OBSTACLE', floor(), bulk)
lower = BODY(s, 'RIGID', cube((0, 0, 0.0033)), bulk, label='lower')
upper = BODY(s, 'RIGID', cube((0.2, 0.1, 1.0133)), bulk, label='upper')
soft = BODY(s, 'PSEUDO_RIGID', cube((0, 2, 0.0077)), bulk, label='soft')
ball = BODY(s, 'RIGID', SPHERE((3, 3, 0.5151), 0.5, 1, 1), bulk, 'ball')
other = BODY(s, 'RIGID', SPHERE((3, 3, 2.0), 0.4, 1, 1), bulk, 'other')
PUT_RIGID_LINK(ball, other, (3, 3, 0.5151), (3, 3, 2.0))
SET_VELOCITY(ground, (0, 0, 0), (1, 0, 0), 0.1)
for body in (lower, upper, soft, ball, other):
    INITIAL_VELOCITY(body, (0.5, 0, -2), (0, 0, 0))
GRAVITY(s, (0, 0, -9.81))
OUTPUT(s, 0.001)


def change(data):
    data['calls'] += 1
    s.impacts = 'SHAKE' if data['calls'] == 2 else 'RATTLE'
    return 1


CALLBACK(s, 0.008, {'calls': 0}, change)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-6, 300), 0.03)
