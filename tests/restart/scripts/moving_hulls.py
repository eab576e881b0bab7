# Hulls, soft blocks and balls that fall onto each other: contacts that are only coming, patches at
# the end of the step, wedges that turn.
import math
import random
rng = random.Random(5)
s = SOLFEC('DYNAMIC', 1e-3, 'out')
s.verbose = 'OFF'
SURFACE_MATERIAL(s, friction=0.4)
b = BULK_MATERIAL(s, young=1e7, poisson=0.25, density=2e3)
BODY(s, 'OBSTACLE', HULL([(x, y, z) for x in (-2, 2) for y in (-2, 2) for z in (-1, 0)], 1, 1), b)
def cloud(center):
    points = []
    for _ in range(14):
        z, a = rng.uniform(-1, 1), rng.uniform(0, 2 * math.pi)
        r = math.sqrt(1 - z * z)
        points.append(tuple(c + 0.1 * x for c, x in zip(center, (r * math.cos(a), r * math.sin(a), z))))
    return points
for n in range(30):
    place = (0.23 * (n % 3) + rng.uniform(-0.02, 0.02), 0.23 * (n // 3 % 3), 0.15 + 0.24 * (n // 9))
    if n % 7 == 3:
        body = BODY(s, 'RIGID', SPHERE(place, 0.1, 1, 1), b)
    else:
        body = BODY(s, 'PSEUDO_RIGID' if n % 5 == 4 else 'RIGID', HULL(cloud(place), 1, 1), b)
    if body.kind == 'PSEUDO_RIGID':
        body.scheme = 'DEF_LIM'
    INITIAL_VELOCITY(body, (rng.uniform(-1, 1), rng.uniform(-1, 1), -2),
                     tuple(rng.uniform(-9, 9) for _ in range(3)))
GRAVITY(s, (0, 0, -9.81))
OUTPUT(s, 0.02)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-6, 300), 0.3)
