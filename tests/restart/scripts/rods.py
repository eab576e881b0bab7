# Rods that fall on a plane, on each other, on bricks and balls, and pins in a bore that moves and in one at rest.
s = SOLFEC('DYNAMIC', 1e-3, 'out')
s.verbose = 'OFF'
SURFACE_MATERIAL(s, model='SIGNORINI_COULOMB', friction=0.3)
bulk = BULK_MATERIAL(s, young=1e7, poisson=0.2, density=2e3)
BODY(s, 'OBSTACLE', PLANE((0, 0, 0), (0, 0, 1), 6, 1, 1), bulk)
BODY(s, 'OBSTACLE', BORE((2, -0.5, 0.5), (0, 1, 0), 0.2, 0.05, 1, 1), bulk)
pin = BODY(s, 'RIGID', ROD((2, -0.4, 0.4), (0, 0.8, 0), 0.1, 1, 1), bulk)
INITIAL_VELOCITY(pin, (0, 0, 0), (0, 10, 0))
BODY(s, 'OBSTACLE', ROD((-2, -0.5, 0.5), (0, 1, 0), 0.1, 1, 1), bulk)
wheel = BODY(s, 'RIGID', BORE((-2, -0.2, 0.45), (0, 0.4, 0), 0.15, 0.1, 1, 1), bulk)
INITIAL_VELOCITY(wheel, (0, 0, 0), (0, 5, 0))
for k in range(8):
    center = (0.1 * (k % 2), 0.15 * (k % 3) - 0.1, 0.4 + 0.25 * k)
    rod = ROD((center[0], center[1], center[2] - 0.15), (0, 0, 0.3), 0.1, 1, 1)
    shape = (rod, rod, BOX((center[0] - 0.1, center[1] - 0.1, center[2] - 0.1), (0.2, 0.2, 0.2), 1, 1),
             SPHERE(center, 0.1, 1, 1))[k % 4]
    BODY(s, 'RIGID', ROTATE(shape, center, (1, k, 2), 25 * k), bulk)
GRAVITY(s, (0, 0, -9.81))
OUTPUT(s, 0.05)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-5, 200), 0.6)
print(s.time, s.ncon)
