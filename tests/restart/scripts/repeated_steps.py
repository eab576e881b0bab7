# Quasi-static steps that are repeated until equilibrium holds: finite elements of both forms, pressed by a plate and
# rubbed, and a pseudo-rigid body; a callback turns the repeats off and on again.
from shapes import CUBE, cube, floor
from solfec import HEX, HULL

s = SOLFEC('QUASI_STATIC', 1e-3, 'out')
s.verbose = 'OFF'
s.equilibrium = 1e-6
WARNINGS(s, 'OFF')
SURFACE_MATERIAL(s, model='SIGNORINI_COULOMB', friction=0.3)
GRAVITY(s, (0, 0, -9.81))
soft = BULK_MATERIAL(s, young=1e6, poisson=0.25, density=1e3)
BODY(s, 'OBSTACLE', floor(), soft)
for i, form in enumerate(('TL', 'BC')):
    at = (2 * i, 0, 0)
    BODY(s, 'FINITE_ELEMENT', TRANSLATE(HEX(CUBE, 2, 2, 2, 1, [1] * 6), at), soft, form=form)
plate = BODY(s, 'OBSTACLE', TRANSLATE(SCALE(HULL(CUBE, 1, 1), (5, 3, 1)), (-1, -1, 1)), soft, 'plate')
SET_VELOCITY(plate, plate.center, (0, 0, 1), -1.0)
SET_VELOCITY(plate, plate.center, (1, 0, 0), 0.5)
SET_VELOCITY(plate, plate.center, (0, 1, 0), 0)
held = BODY(s, 'PSEUDO_RIGID', cube((5, 0, 0)), soft)
SET_DISPLACEMENT(held, (5.5, 0.5, 1), (0, 0, 1), TIME_SERIES([0, 0, 1, -1]))


def switch():
    s.equilibrium = 0 if 0.0035 < s.time < 0.0055 else 1e-6
    return 1


CALLBACK(s, 1e-3, (), switch)
OUTPUT(s, 1e-3)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-5, 200), 0.01)
