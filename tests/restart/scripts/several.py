# Several analyses in one script: bonds that break, a quasi-static one, frames at each step, compression.
from shapes import cube, floor


def stack(output, cohesion, compression):
    s = SOLFEC('DYNAMIC', 1e-3, output)
    s.verbose = 'OFF'
    SURFACE_MATERIAL(s, model='SIGNORINI_COULOMB', friction=0.5, cohesion=cohesion)
    bulk = BULK_MATERIAL(s, young=1e7, poisson=0.2, density=2e3)
    BODY(s, 'OBSTACLE', floor(), bulk)
    bodies = [BODY(s, 'RIGID', cube((0, 0, i)), bulk, label='brick-%d' % i) for i in range(3)]
    FORCE(bodies[2], 'SPATIAL', (0.5, 0.5, 3), (0.3, 0, 1), TIME_SERIES([0, 0, 0.1, 6e5]))
    GRAVITY(s, (0, 0, -9.81))
    OUTPUT(s, 0.004, compression)
    RUN(s, GAUSS_SEIDEL_SOLVER(1e-4, 200), 0.06)
    return s


def pressed(output):
    s = SOLFEC('QUASI_STATIC', 0.01, output)
    s.verbose = 'OFF'
    SURFACE_MATERIAL(s, model='SPRING_DASHPOT', friction=0.2, spring=1e7, dashpot=1e3)
    bulk = BULK_MATERIAL(s, young=1e7, poisson=0.2, density=2e3)
    BODY(s, 'OBSTACLE', floor(), bulk)
    b = BODY(s, 'PSEUDO_RIGID', cube((0, 0, 0)), bulk)
    SET_DISPLACEMENT(b, (0.5, 0.5, 1), (0, 0, 1), TIME_SERIES([0, 0, 1, -0.01]))
    RUN(s, GAUSS_SEIDEL_SOLVER(1e-5, 200), 0.1)
    return s


for result in (stack('out/bonded', 1e5, 'OFF'), stack('out/loose', 0.0, 'ON'), pressed('out/static')):
    print(result.time, result.ncon)
