# A pile of N spheres that do not turn: poured into a box from a loose lattice until it rests. Writes what
# bench_piles reads: words N FILE [SECONDS].
import random

N, PATH = int(NON_SOLFEC_ARGV()[0]), NON_SOLFEC_ARGV()[1]
DURATION = float(NON_SOLFEC_ARGV()[2]) if len(NON_SOLFEC_ARGV()) > 2 else 0.8
SMALLEST, LARGEST = 0.008, 0.016  # radii, m
MEAN = 0.5 * (SMALLEST + LARGEST)
FRICTION, GRAVITY_SIZE = 0.25, 9.81
H = 1e-3  # s, of the run
STEP = 1e-2  # s, of the problem that is written
CUT = 0.5  # gap of a candidate over the mean radius

side = 2.0 * MEAN * N ** (1 / 3)
pitch = 2.05 * LARGEST
columns = int(side / pitch)
layers = -(-N // columns ** 2)
height = (layers + 1) * pitch


def box(low, high):
    return HULL([c for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])
                 for c in (x, y, z)], 1, 1)


s = SOLFEC('DYNAMIC', H, PATH + '.out')
s.verbose = 'OFF'
WARNINGS(s, 'OFF')
GEOMETRIC_EPSILON(0.01 * SMALLEST)
SURFACE_MATERIAL(s, friction=FRICTION)
stone = BULK_MATERIAL(s, density=2500)
GRAVITY(s, (0, 0, -GRAVITY_SIZE))
wall = pitch
BODY(s, 'OBSTACLE', box((-wall, -wall, -wall), (side + wall, side + wall, 0)), stone)
for low, high in (((-wall, -wall), (0, side + wall)), ((side, -wall), (side + wall, side + wall)),
                  ((0, -wall), (side, 0)), ((0, side), (side, side + wall))):
    BODY(s, 'OBSTACLE', box((*low, 0), (*high, height)), stone)
draw = random.Random(1)
spheres = []
gap = (side - columns * pitch) / 2
for k in range(N):
    layer, place = divmod(k, columns ** 2)
    radius = draw.uniform(SMALLEST, LARGEST)
    room = 0.5 * pitch - radius
    center = [gap + (0.5 + i) * pitch + draw.uniform(-room, room)
              for i in (place % columns, place // columns)]
    body = BODY(s, 'RIGID', SPHERE((*center, (0.5 + layer) * pitch + draw.uniform(-room, room)), radius, 1, 1), stone)
    body.disable_rotation = 'ON'
    spheres.append((body, radius))
OUTPUT(s, DURATION)
RUN(s, GAUSS_SEIDEL_SOLVER(1e-2, 30), DURATION)

planes = [(0, 0, 1, 0), (1, 0, 0, 0), (-1, 0, 0, -side), (0, 1, 0, 0), (0, -1, 0, -side)]
with open(PATH, 'w') as file:
    file.write('%r %r %r %r\n%d\n' % (STEP, FRICTION, GRAVITY_SIZE, CUT, len(planes)))
    for plane in planes:
        file.write(' '.join(map(repr, plane)) + '\n')
    file.write('%d\n' % N)
    for body, radius in spheres:
        file.write(' '.join(map(repr, (*body.conf[9:12], radius))) + '\n')
fastest = max(sum(x * x for x in body.velo[3:]) ** 0.5 for body, _ in spheres)
print('fastest sphere %g m/s' % fastest)
