# Joints with springs, stops, friction and motors in every coordinate, which change between two RUNs, on bodies that
# turn and touch.
from shapes import cube, floor

s = SOLFEC('DYNAMIC', 1e-3, 'out')
s.verbose = 'OFF'
SURFACE_MATERIAL(s, model='SIGNORINI_COULOMB', friction=0.3)
bulk = BULK_MATERIAL(s, young=5e7, poisson=0.25, density=1e3, label='soft')
ground = BODY(s, 'OBSTACLE', floor(), bulk)
a, b, c, d = [BODY(s, 'RIGID', cube((2.5 * x, 0, z)), bulk) for x, z in ((0, 0.02), (1, 0.3), (0, 3), (1, 4))]
GRAVITY(s, (0, 0, -9.81))
INITIAL_VELOCITY(a, (1, 0, 0), (0, 0, 0.5))
INITIAL_VELOCITY(d, (0, 0.3, 0), (0.2, 0.5, 1.0))
TABLE = TIME_SERIES([-1, -4e4, -0.01, -1e2, 0, 0, 0.02, 3e2, 1, 9e4])
solver = GAUSS_SEIDEL_SOLVER(1e-8, 1000)
rod = CYLINDRICAL(a, b, (1.5, 0.5, 0.5), (1, 0, 0.2), (-0.01, 0.02), 50, 1e4, 20, (-0.02, 0.01), 30, TABLE, 40)
cross = UNIVERSAL(c, d, (1.5, 0.5, 3.5), (0, 1, 0), (1, 0, 0), limits=(-0.03, 0.02), spring2=TABLE, damper2=5, friction2=10)
held = CYLINDRICAL(ground, c, (0.5, 0.5, 0), (0, 0, 1), travel_spring=1e5, damper=100)
MOTOR(rod, speed=TIME_SERIES([0, 0, 0.05, 0.5, 1, 0.5]), limit=400, coordinate='TRAVEL')
MOTOR(cross, angle=0.5, gain=30, limit=900, coordinate='ANGLE2')
MOTOR(held, torque=TIME_SERIES([0, 0, 1, 9e4]))
OUTPUT(s, 0.005)
RUN(s, solver, 0.06)
MOTOR(rod, coordinate='TRAVEL')
MOTOR(rod, speed=-1, limit=300, coordinate='ANGLE')
MOTOR(cross)
RUN(s, solver, 0.05)
