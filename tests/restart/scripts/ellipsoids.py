# Ellipsoids that fall on each other, a sphere, a floor of tiles and a soft one.
from shapes import cube

s = SOLFEC('DYNAMIC', 1e-3, 'out')
s.verbose = 'OFF'
SURFACE_MATERIAL(s, model='SIGNORINI_COULOMB', friction=0.3)
bulk = BULK_MATERIAL(s, young=1e7, poisson=0.2, density=2e3)
for x in (-1, 0):
    for y in (-1, 0):
        BODY(s, 'OBSTACLE', cube((x, y, -1)), bulk)
BODY(s, 'OBSTACLE', SPHERE((0.3, 0.3, 0.1), 0.2, 1, 1), bulk)
for k in range(6):
    center = (0.1 * (k % 2), 0.15 * (k % 3) - 0.1, 0.4 + 0.25 * k)
    egg = ROTATE(ELLIP(center, (0.1, 0.15, 0.3), 1, 1), center, (1, k, 2), 25 * k)
    BODY(s, 'PSEUDO_RIGID' if k == 3 else 'RIGID', egg, bulk)
GRAVITY(s, (0, 0, -9.81))
OUTPUT(s, 0.05)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-5, 200), 0.6)
print(s.time, s.ncon)
