# Shows:   PUT_SPRING: numbers, tables and functions, stops, directions, one and two bodies.
# Setting: cubes of 1 kg without gravity, but for the sags, on springs of 100 N/m to 1e9 N/m; tables
#          of 4001 points; steps of 0.5 ms to 10 ms, of 0.1 s where it is quasi-static.
# Source:  closed forms of the oscillator, the damped oscillator and the free damper; Duffing's
#          period by quadrature of the energy integral; statics; a slider on a turning line by the
#          classical Runge-Kutta method with fine steps.
# Expect:  order 2 in h; energies and momenta to rounding, at 1e9 N/m and h = 0.01 s too, of functions
#          that are cubic, saturated or have play to 1e-7 J of 0.5 J for h to 0.1 s; at a stop
#          the velocity is gone and the stroke is that of the stop.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

SIDE, G = 0.1, 9.81
_runs = [0]


def scene(h, gravity=(0, 0, 0), analysis='DYNAMIC'):
  _runs[0] += 1
  solfec, bulk = models.scene(h, 'springs/%d' % _runs[0], density=1 / SIDE ** 3,
                              gravity=gravity, analysis=analysis)
  WARNINGS(solfec, 'OFF')
  return solfec, bulk


def cube(solfec, bulk, centre=(0, 0, 0), velocity=(0, 0, 0), spin=(0, 0, 0), kind='RIGID'):
  low, high = [tuple(c + s * SIDE / 2 for c in centre) for s in (-1, 1)]
  body = BODY(solfec, kind, models.slab(low, high), bulk)
  INITIAL_VELOCITY(body, velocity, spin)
  return body


def place(body):
  return DISPLACEMENT(body, body.center)


def run(function, h, T, v0=1.0, limits=None, kind='RIGID', **direction):
  """A cube with a start velocity along x on one spring to (-1, 0, 0)."""
  solfec, bulk = scene(h)
  body = cube(solfec, bulk, velocity=(v0, 0, 0), kind=kind)
  spring = PUT_SPRING(body, (0, 0, 0), None, (-1, 0, 0), function, limits, **direction)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), T)
  return solfec, body, spring


def energies(solfec, body):
  """Kinetic, external and damping energy, J."""
  kinds = ('KINETIC', 'EXTERNAL', 'DAMPING')
  return dict(zip(kinds, (ENERGY(solfec, body)[0], ENERGY(solfec, body)[2], 0.0)))


verify.case('springs', 'Springs, dampers and stops between points')

# ---- oscillator ----------------------------------------------------------------------------------
K, OMEGA = 100.0, 10.0
STEPS, errors = (4e-3, 2e-3, 1e-3, 5e-4), []
for h in STEPS:
  solfec, body, spring = run(K, h, 1.0)
  errors.append(place(body)[0] - math.sin(OMEGA * 1.0) / OMEGA)
verify.order('oscillator: place (m) after 1 s', STEPS, errors, 2)
stretch = place(body)[0]
velocity = VELOCITY(body, body.center)[0]
verify.check('oscillator: energy (J)', 0.5 * velocity ** 2 + 0.5 * K * stretch ** 2, 0.5, 1e-12)
verify.check('oscillator: work of the spring (J)', ENERGY(solfec, body)[1 + 1],
             -0.5 * K * stretch ** 2, 1e-12)
verify.equal('kind', spring.kind, 'SPRING')
for kind in ('PSEUDO_RIGID',):
  _, soft, _ = run(K, 1e-3, 1.0, kind=kind)
  verify.check('oscillator, %s: place (m)' % kind, place(soft)[0], math.sin(OMEGA) / OMEGA, 1e-4)

# ---- stiff ---------------------------------------------------------------------------------------
STIFF, h = 1e9, 1e-2
solfec, bulk = scene(h)
body = cube(solfec, bulk, velocity=(1, 0, 0))
PUT_SPRING(body, (0, 0, 0), None, (-1, 0, 0), STIFF, None)
reach, drift = [0.0], [0.0]


def watch():
  x, v = place(body)[0], VELOCITY(body, body.center)[0]
  reach[0] = max(reach[0], abs(x))
  drift[0] = max(drift[0], abs(0.5 * v * v + 0.5 * STIFF * x * x - 0.5))


models.each_step(solfec, watch)
RUN(solfec, GAUSS_SEIDEL_SOLVER(), 10.0)
verify.within('1e9 N/m, 1000 steps of 0.01 s: largest stroke (m)', reach[0], 0.0,
              1.0001 / math.sqrt(STIFF))
verify.below('1e9 N/m: worst error of the energy (J)', drift[0], 1e-6)

solfec, bulk = scene(h)  # a pendulum on such a spring, turning without gravity
body = cube(solfec, bulk, velocity=(0, 1, 0))
PUT_SPRING(body, (0, 0, 0), None, (-1, 0, 0), STIFF, None)
momenta, lengths = [], []


def watch_turn():
  x, y, _ = place(body)
  lengths.append(math.hypot(1 + x, y))
  u, v, _ = VELOCITY(body, body.center)
  momenta.append((1 + x) * v - y * u)


models.each_step(solfec, watch_turn)
RUN(solfec, GAUSS_SEIDEL_SOLVER(), 10.0)
verify.below('1e9 N/m, turning: error of the angular momentum (kg m^2/s)',
             max(abs(m - 1) for m in momenta), 1e-10)
# a chord of v h leaves the circle by h^2 v^2 / 8 L; it rings about twice that, without growth
verify.below('1e9 N/m, turning: error of the length (m)', max(abs(l - 1) for l in lengths),
             0.26 * h * h)

# ---- dampers -------------------------------------------------------------------------------------
C, errors, dissipated = 2.0, [], 0.0
for h in STEPS:
  solfec, body, _ = run(lambda s, v: -C * v, h, 1.0)
  errors.append(VELOCITY(body, body.center)[0] - math.exp(-C))
verify.order('damper: velocity (m/s) after 1 s', STEPS, errors, 2)
errors = []
for h in STEPS:
  solfec, body, _ = run(lambda s, v: -K * s - C * v, h, 1.0)
  turning = math.sqrt(OMEGA ** 2 - (C / 2) ** 2)
  errors.append(place(body)[0] - math.exp(-C / 2) * math.sin(turning) / turning)
verify.order('damped oscillator: place (m) after 1 s', STEPS, errors, 2)
x, v = place(body)[0], VELOCITY(body, body.center)[0]
verify.check('damped oscillator: work (J) in EXTERNAL is that of the elastic part',
             ENERGY(solfec, body)[2], -0.5 * K * x * x, 1e-7)

# ---- two bodies ----------------------------------------------------------------------------------
solfec, bulk = scene(1e-3)
one = cube(solfec, bulk, velocity=(1, 0.3, 0))
two = cube(solfec, bulk, (1, 0, 0), velocity=(-2, 0, 0.5))
PUT_SPRING(one, (0, 0, 0), two, (1, 0, 0), lambda s, v: -K * s - C * v, (-0.02, 0.3))
RUN(solfec, GAUSS_SEIDEL_SOLVER(), 2.0)
total = [a + b for a, b in zip(one.velo[3:], two.velo[3:])]
verify.below('two bodies, damper and stops: error of momentum (kg m/s)',
             math.dist(total, (-1, 0.3, 0.5)), 1e-12)

# ---- sags ----------------------------------------------------------------------------------------
solfec, bulk = scene(0.1, (0, 0, -G), 'QUASI_STATIC')
solfec.equilibrium = 1e-9
body = cube(solfec, bulk)
for k in (K, 3 * K):
  PUT_SPRING(body, (0, 0, 0), None, (0, 0, 1), k, None)
RUN(solfec, GAUSS_SEIDEL_SOLVER(), 20.0)
verify.check('parallel: sag (m)', -place(body)[2], G / (4 * K), 1e-9)
solfec, bulk = scene(0.1, (0, 0, -G), 'QUASI_STATIC')
solfec.equilibrium = 1e-9
upper, lower = cube(solfec, bulk), cube(solfec, bulk, (0, 0, -1))
PUT_SPRING(None, (0, 0, 1), upper, (0, 0, 0), K, None)
PUT_SPRING(upper, (0, 0, 0), lower, (0, 0, -1), 3 * K, None)
RUN(solfec, GAUSS_SEIDEL_SOLVER(), 20.0)
verify.check('in series: sag (m) of the upper cube', -place(upper)[2], 2 * G / K, 1e-9)
verify.check('in series: sag (m) of the lower cube', -place(lower)[2],
             2 * G / K + G / (3 * K), 1e-9)
for name, count in (('one', 1), ('two in parallel', 2)):
  solfec, bulk = scene(1e-3)
  body = cube(solfec, bulk, velocity=(1, 0, 0))
  for _ in range(count):
    PUT_SPRING(body, (0, 0, 0), None, (-1, 0, 0), K, None)
  times, places = [], []
  models.each_step(solfec, lambda: (times.append(solfec.time), places.append(place(body)[0])))
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), 1.0)
  half = models.crossing(times, places, 0.0, False, 0.05)[0]
  verify.check('half period (s), %s' % name, half, math.pi / math.sqrt(count * K), 1e-5)

# ---- Duffing -------------------------------------------------------------------------------------
ALPHA, V0, REACH = 3e4, 1.0, 0.4


def duffing(s):
  return K * s + ALPHA * s ** 3


KNOTS = [REACH * (k - 2000) / 2000 for k in range(4001)]
TABLE = [p for s in KNOTS for p in (s, duffing(s))]


def potential(s):
  return 0.5 * K * s * s + 0.25 * ALPHA * s ** 4


def stored(s):
  """Energy of the table, by trapezia from its middle to s, J."""
  sign, total = 1 if s > 0 else -1, 0.0
  for k in range(1, 2001):
    b = sign * min(abs(KNOTS[2000 + sign * k]), abs(s))
    outer = KNOTS[2000 + sign * k]
    inner = KNOTS[2000 + sign * (k - 1)]
    slope = (duffing(outer) - duffing(inner)) / (outer - inner)
    total += 0.5 * (duffing(inner) + duffing(inner) + slope * (b - inner)) * (b - inner)
    if b != outer:
      break
  return total


def quarter_period():
  """Of the energy integral, with s = a sin φ, by the trapezium rule, which is exact for it."""
  low, high = 0.0, REACH
  for _ in range(200):
    a = 0.5 * (low + high)
    low, high = (a, high) if potential(a) < 0.5 * V0 ** 2 else (low, a)
  n, total = 4000, 0.0
  for k in range(n):
    s = a * math.sin(0.5 * math.pi * (k + 0.5) / n)
    total += 1.0 / math.sqrt(K + 0.5 * ALPHA * (a * a + s * s))
  return 0.5 * math.pi * total / n


errors = []
for h in STEPS:
  solfec, bulk = scene(h)
  body = cube(solfec, bulk, velocity=(V0, 0, 0))
  PUT_SPRING(body, (0, 0, 0), None, (-1, 0, 0), TIME_SERIES(TABLE), None)
  times, places, worst = [], [], [0.0]

  def record():
    x, v = place(body)[0], VELOCITY(body, body.center)[0]
    times.append(solfec.time), places.append(x)
    worst[0] = max(worst[0], abs(0.5 * v * v + stored(x) - 0.5 * V0 ** 2))

  models.each_step(solfec, record)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), 1.0)
  errors.append(models.crossing(times, places, 0.0, False, 0.05)[0] - 2 * quarter_period())
verify.below('Duffing: worst error of the energy integral (J)', worst[0], 1e-11)
verify.order('Duffing: half period (s)', STEPS, errors, 2)
table = place(body)[0]
_, body, _ = run(lambda s, v: -duffing(s), STEPS[-1], 1.0, V0)
verify.check('Duffing by a function: place (m)', place(body)[0], table, 1e-4)


def most_energy(force, potential, h):
  """Largest error of the energy of a cube of 1 kg on a function in 200 steps, J of 0.5 J."""
  solfec, bulk = scene(h)
  body = cube(solfec, bulk, velocity=(1, 0, 0))
  PUT_SPRING(body, (0, 0, 0), None, (-1, 0, 0), force, None, (1, 0, 0), 'FIXED')
  found = [0.0]

  def look():
    energy = ENERGY(solfec, body)[0] + potential(place(body)[0])
    found[0] = max(found[0], abs(energy - 0.5))
  models.each_step(solfec, look)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-12, 1000), 200 * h)
  return found[0]


def clamped(s, most):
  return max(-most, min(most, s))


FUNCTIONS = (
    ('cubic', lambda k: (lambda s, v: -k * s ** 3), lambda k: (lambda s: 0.25 * k * s ** 4)),
    ('with play', lambda k: (lambda s, v: -k * (s - clamped(s, 0.01))),
     lambda k: (lambda s: 0.5 * k * (s - clamped(s, 0.01)) ** 2)),
    ('saturated', lambda k: (lambda s, v: -k * clamped(s, 1e-3)),
     lambda k: (lambda s: k * (0.5 * clamped(s, 1e-3) ** 2 + 1e-3 * max(0.0, abs(s) - 1e-3)))))
for name, force, energy in FUNCTIONS:
  for stiffness in (1e3, 1e6, 1e8):
    for h in (1e-3, 1e-2, 1e-1):
      verify.below('%s function of %g N/m, h = %g s: error of the energy (J)' % (name, stiffness, h),
                   most_energy(force(stiffness), energy(stiffness), h), 1e-7)
line = TIME_SERIES([-1, -K, 1, K])
verify.check('a linear function and its table: difference of place (m)',
             place(run(lambda s, v: -K * s, 1e-3, 1.0)[1])[0], place(run(line, 1e-3, 1.0)[1])[0],
             1e-10)

# ---- stops ---------------------------------------------------------------------------------------
for sign in (1, -1):
  solfec, bulk = scene(1e-3)
  body = cube(solfec, bulk, velocity=(sign, 0, 0))
  PUT_SPRING(body, (0, 0, 0), None, (-1, 0, 0), 0.0, (-0.1037, 0.1037))
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.5)
  verify.check('stop %+d: stroke (m)' % sign, place(body)[0], sign * 0.1037, 1e-12)
  verify.below('stop %+d: velocity (m/s)' % sign, VELOCITY(body, body.center)[0], 1e-12)
solfec, body, _ = run(K, 1e-3, math.pi / OMEGA + math.asin(0.5) / OMEGA, limits=(-1, 0.05))
verify.check('stop with a spring: place (m) half a period after the impact', place(body)[0], -0.05,
             2e-4)
_, body, _ = run(0.0, 1e-3, 1.0, limits=(0, 0), v0=1.0)
verify.below('stops at 0 hold the point: place (m)', place(body)[0], 6e-4)  # of the first half step

# ---- directions ----------------------------------------------------------------------------------
SPIN, HEAVY = 3.0, 1e12


def slider_oracle(T, turns, n=20000):
  """Place of a mass of 1 kg that starts at (1, 0.5), pulled along a line that turns."""
  def rate(t, y):
    a = SPIN * t if turns else 0.0
    c, s = math.cos(a), math.sin(a)
    f = -K * (c * y[0] + s * y[1] - 1.0)
    return (y[2], y[3], f * c, f * s)

  y, dt = (1.0, 0.5, 0.2, 1.0), T / n
  for k in range(n):
    t = k * dt
    k1 = rate(t, y)
    k2 = rate(t + dt / 2, [a + dt / 2 * b for a, b in zip(y, k1)])
    k3 = rate(t + dt / 2, [a + dt / 2 * b for a, b in zip(y, k2)])
    k4 = rate(t + dt, [a + dt * b for a, b in zip(y, k3)])
    y = [a + dt / 6 * (p + 2 * q + 2 * r + s) for a, p, q, r, s in zip(y, k1, k2, k3, k4)]
  return y[:2]


for update, first, turns in (('FIXED', True, False), ('CONV1', True, True), ('CONV2', True, False),
                             ('CONV2', False, True), ('CONV1', False, False)):
  errors = []
  for h in STEPS:
    solfec, bulk = scene(h)
    turning = cube(solfec, bulk, spin=(0, 0, SPIN))
    BODY_CHARS(turning, HEAVY, SIDE ** 3, (0, 0, 0), [HEAVY, 0, 0, 0, HEAVY, 0, 0, 0, HEAVY])
    mass = cube(solfec, bulk, (1, 0.5, 0), velocity=(0.2, 1, 0))
    mass.disable_rotation = 'ON'  # it would turn with a direction that it carries
    ends = ((turning, (0, 0, 0)), (mass, (1, 0.5, 0)))
    (a, p), (b, q) = ends if first else ends[::-1]
    spring = PUT_SPRING(a, p, b, q, K, None, (1, 0, 0), update)
    RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.7)
    exact = slider_oracle(0.7, turns)
    errors.append(math.dist([1 + place(mass)[0], 0.5 + place(mass)[1]], exact))
  name = '%s, the turning body is %s: ' % (update, 'body1' if first else 'body2')
  verify.order(name + 'place (m)', STEPS, errors, 2)
  angle = SPIN * (0.7 - h / 2) if turns else 0.0
  verify.below(name + 'error of the direction', math.dist(spring.base[6:],
               (math.cos(angle), math.sin(angle), 0)), 1e-6)


def free_boxes(kind, update, stiffness, h, young=1e9):
  """Energy and angular momentum of two boxes on a spring whose direction one of them carries."""
  solfec, bulk = models.scene(h, 'springs/free-%s-%s-%g-%g' % (kind, update, stiffness, h), density=1e3,
                              gravity=(0, 0, 0), young=young)
  ends = [(0.05, 0.02, 0), (0.45, 0, 0.02)]
  boxes = [BODY(solfec, kind, models.slab((x - 0.1, -0.1, -0.1), (x + 0.1, 0.1, 0.1)), bulk)
           for x in (0, 0.5)]
  CONTACT_EXCLUDE_BODIES(*boxes)
  PUT_SPRING(boxes[0], ends[0], boxes[1], ends[1], stiffness, None, (1, 0, 0), update)
  INITIAL_VELOCITY(boxes[0], (0, 0.5, 0), (0, 0, 2))
  INITIAL_VELOCITY(boxes[1], (0, -0.5, 0.1), (0, 1, 0))
  carrier = boxes[0 if update == 'CONV1' else 1]

  def point(body, p):
    return [a + b for a, b in zip(p, DISPLACEMENT(body, p))]

  def state():
    c = carrier.center
    axis = [a - b for a, b in zip(point(carrier, (c[0] + 0.1, c[1], c[2])), point(carrier, c))]
    size = math.hypot(*axis)
    link = [a - b for a, b in zip(point(boxes[0], ends[0]), point(boxes[1], ends[1]))]
    stroke = sum(a * b for a, b in zip(axis, link)) / size - (ends[0][0] - ends[1][0])
    moment = [0.0] * 3
    for body in boxes:  # of a box, by its eight corners and its centre: they have its inertia
      for m, shift in [(body.mass / 24, [0.1 * (2 * (k >> i & 1) - 1) for i in range(3)]) for k in range(8)] + [
          (body.mass * 2 / 3, [0, 0, 0])]:
        p = [a + b for a, b in zip(body.center, shift)]
        x, v = point(body, p), VELOCITY(body, p)
        for i in range(3):
          moment[i] += m * (x[i - 2] * v[i - 1] - x[i - 1] * v[i - 2])
    energies = ENERGY(solfec)
    return energies[0] + energies[1] + 0.5 * stiffness * stroke ** 2, moment

  start = state()
  RUN(solfec, models.tight_solver(), 1.0)
  end = state()
  title = '%s boxes, %s, %g N/m, h %g s: ' % (kind, update, stiffness, h)
  limit = 1e-3 if kind == 'RIGID' else 1e-2
  verify.check(title + 'energy over that of the start', end[0] / start[0], 1.0, limit)
  verify.below(title + 'change of the angular momentum over its size',
               math.dist(end[1], start[1]) / math.hypot(*start[1]), 1e-10)


for update in ('CONV1', 'CONV2'):
  for stiffness in (10, 1e3, 1e5):
    free_boxes('RIGID', update, stiffness, 1e-3)
  free_boxes('PSEUDO_RIGID', update, 1e3, 1e-3)
verify.finish()
