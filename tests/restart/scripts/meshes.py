# Finite-element bodies of both forms with contacts, joints, parts of other material and loads; one is
# made and one deleted in a callback.
from shapes import block, floor

s = SOLFEC('DYNAMIC', 1e-3, 'out')
s.verbose = 'OFF'
SURFACE_MATERIAL(s, model='SIGNORINI_COULOMB', friction=0.3)
soft = BULK_MATERIAL(s, young=1e6, poisson=0.25, density=1e3)
hard = BULK_MATERIAL(s, young=3e6, poisson=0.1, density=2e3)
BODY(s, 'OBSTACLE', floor(), soft)
lower = BODY(s, 'FINITE_ELEMENT', block((0, 0, 0), (1, 1, 0.5)), soft, label='lower')
upper = BODY(s, 'FINITE_ELEMENT', block((0.1, 0.1, 0.51), (0.8, 0.8, 0.5), (3, 2, 1), 5), soft,
             label='upper', form='BC')
MATERIAL(s, upper, 5, hard)
held = BODY(s, 'FINITE_ELEMENT', block((2, 0, 0.5), (0.5, 0.5, 0.5)), soft, form='BC')
FIX_POINT(held, (2, 0, 1))
PUT_RIGID_LINK(held, None, (2.5, 0.5, 1), (2.5, 0.5, 2))
FORCE(held, 'CONVECTED', (2.5, 0.25, 0.75), (1, 0, 0), TIME_SERIES([0, 10, 1, 20, 2, 0]))
BODY(s, 'RIGID', block((0.3, 0.3, 1.05), (0.4, 0.4, 0.3)), soft)
INITIAL_VELOCITY(upper, (0.3, 0, 0), (0, 0, 0.5))
lower.damping = 1e-3
upper.damping = 2e-4
GRAVITY(s, (0, 0, -9.81))
OUTPUT(s, 0.01)
count = {'n': 0}


def change(state):
    state['n'] += 1
    if state['n'] == 3:
        BODY(s, 'FINITE_ELEMENT', block((-2, 0, 0.02), (1, 1, 1)), hard, form='BC')
    if state['n'] == 6:
        DELETE(s, held)
    return 1


CALLBACK(s, 0.01, count, change)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-5, 200), 0.1)
