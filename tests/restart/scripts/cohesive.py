# Bonds that soften: blocks that are drawn off a floor and sheared while frames are written at each step.
from shapes import cube, floor

s = SOLFEC('DYNAMIC', 2e-4, 'out')
s.verbose = 'OFF'
SURFACE_MATERIAL(s, model='COHESIVE_ZONE', friction=0.5, cohesion=2e5, tension=1e5, normal_energy=20,
                 tangential_energy=60)
bulk = BULK_MATERIAL(s, young=1e7, poisson=0.2, density=2e3)
BODY(s, 'OBSTACLE', floor(), bulk)
bodies = [BODY(s, 'RIGID', cube((0, 0, i)), bulk, label='brick-%d' % i) for i in range(2)]
INITIAL_VELOCITY(bodies[1], (0.05, 0.1, 0.2), (0, 0, 0.1))
GRAVITY(s, (0, 0, -9.81))
OUTPUT(s, 2e-4)
RUN(s, GAUSS_SEIDEL_SOLVER(), 0.012)
print(s.time, s.ncon, [each.damage for each in s.constraints])
