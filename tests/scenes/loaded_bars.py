# Shows:   light rigid bars between joints under large tensions.
# Setting: a chain of eight bars of 0.1 m carries a cube of 25.6 t; the bars weigh 6.4 kg or 64 g
#          each and hang on BALL, HINGE or on links of 2 cm between their ends; steps of 0.1 ms to
#          10 ms; lengths 0.01 to 100 times as large. Once the fourth bar gets 1 mm/s across, once
#          the cube swings with 0.1 m/s, once a force pulls instead of the cube. Two cubes of 1 t on
#          such a chain turn about each other without gravity. Twenty bars span the 4 m that they are
#          long.
# Source:  energy: no centre of a bar can be faster than the bar that was kicked. Bars of no mass
#          that hang under tension are a string: the cube is a double pendulum, whose equation
#          is integrated by the method of Runge and Kutta. Energy and angular momentum are kept. Bars
#          that span their own length cannot sag.
# Expect:  the speed of bars stays below its bound plus what the accuracy of a step (1e-3 g h)
#          lets in; the way of the cube (31 mm) to 1 um, and to 31 um where bars weigh 2e-4 of it;
#          energy to 1e-3; momentum to 1e-6 (0.005 rad a step) and 1e-4 (0.05 rad), since joints that
#          have come apart by the order h^2 turn what they join.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

G = 9.81
BARS, LENGTH = 8, 0.1
HEAVY, LIGHT = 0.1265, 0.01265  # widths of bars of 6.4 kg and 64 g, m
CUBE = 1.857  # m
_runs = [0]


def scene(h, gravity):
  _runs[0] += 1
  solfec, bulk = models.scene(h, 'loaded-bars/%d' % _runs[0], density=4e3, gravity=gravity)
  WARNINGS(solfec, 'OFF')
  OUTPUT(solfec, 1e6)
  return solfec, bulk


def block(solfec, bulk, low, high, size):
  return BODY(solfec, 'RIGID', models.slab([size * c for c in low], [size * c for c in high]), bulk)


JOINTS = {'BALL': (0.0, lambda a, b, p, q: BALL(a, b, p)),
          'HINGE': (0.0, lambda a, b, p, q: HINGE(a, b, p, (0, 1, 0))),
          'links': (0.02, lambda a, b, p, q: PUT_RIGID_LINK(a, b, p, q))}


def chain(solfec, bulk, kind, width, size, cube=True):
  """Bars below the origin, and the cube as the last body; its depth of suspension, m."""
  gap, join = JOINTS[kind]
  bodies, z = [], 0.0
  for k in range(BARS + (1 if cube else 0)):
    is_bar = k < BARS
    half, long = (0.5 * width, LENGTH) if is_bar else (0.5 * CUBE, CUBE)
    body = block(solfec, bulk, (-half, -half, z - gap - long), (half, half, z - gap), size)
    join(body, bodies[-1] if bodies else None, (0, 0, (z - gap) * size), (0, 0, z * size))
    bodies.append(body)
    z -= gap + long
  for i, a in enumerate(bodies):
    for b in bodies[i + 1:]:
      CONTACT_EXCLUDE_BODIES(a, b)
  return bodies, size * BARS * (gap + LENGTH) + size * gap


def speed(body):
  return sum(v * v for v in VELOCITY(body, body.center)) ** 0.5


def kick(kind, name, solver, h, width, size=1.0, pull=False):
  """The fourth bar gets 1 mm/s across."""
  solfec, bulk = scene(h, (0, 0, -G))
  bodies, _ = chain(solfec, bulk, kind, width, size, not pull)
  bars = bodies[:BARS]
  if pull:
    last = bars[-1]
    end = (0, 0, last.center[2] - 0.5 * LENGTH * size)
    FORCE(last, 'SPATIAL', end, (0, 0, -1), 2.5e5)
  INITIAL_VELOCITY(bars[3], (1e-3, 0, 0), (0, 0, 0))
  fastest = [0.0]

  def look():
    fastest[0] = max(fastest[0], max(speed(body) for body in bars))
    return 1

  CALLBACK(solfec, h, (), look)
  RUN(solfec, solver(), max(100 * h, 0.1))
  title = '%s, %s, %s, bars of %.2g kg, h %g s, size %g: ' % (
      kind, 'force' if pull else 'cube', name, bars[0].mass, h, size)
  verify.within(title + 'fastest bar (m/s)', fastest[0], 1e-5, 1.05e-3 + 4e-3 * G * h)
  verify.below(title + 'way of the last body (m)', max(map(abs, DISPLACEMENT(bodies[-1], bodies[-1].center))),
               0.1 * LENGTH * size)


def double_pendulum(gravity, length, arm, inertia_over_mass, speed, duration, steps=20000):
  """Way of a body on a string along x, m; arm: from the string to its centre, m."""

  def rates(s):
    a, b, p, q = s
    c, d = math.cos(a - b), math.sin(a - b)
    m11, m12, m22 = length ** 2, length * arm * c, arm ** 2 + inertia_over_mass
    r1 = -length * arm * d * q * q - gravity * length * math.sin(a)
    r2 = length * arm * d * p * p - gravity * arm * math.sin(b)
    det = m11 * m22 - m12 * m12
    return p, q, (m22 * r1 - m12 * r2) / det, (m11 * r2 - m12 * r1) / det

  s, dt = (0.0, 0.0, speed / length, 0.0), duration / steps
  for _ in range(steps):
    k1 = rates(s)
    k2 = rates([x + 0.5 * dt * k for x, k in zip(s, k1)])
    k3 = rates([x + 0.5 * dt * k for x, k in zip(s, k2)])
    k4 = rates([x + dt * k for x, k in zip(s, k3)])
    s = [x + dt / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip(s, k1, k2, k3, k4)]
  return length * math.sin(s[0]) + arm * math.sin(s[1])


def swing(kind, name, solver, h, width, size=1.0):
  """The cube swings; bars follow its string."""
  solfec, bulk = scene(h, (0, 0, -G * size))
  bodies, depth = chain(solfec, bulk, kind, width, size)
  v, duration = 0.1 * size, 1.0
  for body in bodies[:-1]:
    INITIAL_VELOCITY(body, (-body.center[2] / depth * v, 0, 0), (0, -v / depth, 0))
  INITIAL_VELOCITY(bodies[-1], (v, 0, 0), (0, 0, 0))
  RUN(solfec, solver(), duration)
  exact = double_pendulum(G * size, depth, 0.5 * CUBE * size, (CUBE * size) ** 2 / 6, v, duration)
  title = '%s, %s, bars of %.2g kg, h %g s, size %g: cube swings to x (m)' % (
      kind, name, bodies[0].mass / size ** 3, h, size)
  verify.check(title,
               DISPLACEMENT(bodies[-1], bodies[-1].center)[0], exact,
               size * (1e-6 + 3e-5 * (width / HEAVY) ** 2))


verify.case('loaded_bars', 'Light bars between joints under large tensions')

def whirl(kind, h, spin):
  """Two cubes at the ends of the chain turn about its centre."""
  solfec, bulk = scene(h, (0, 0, 0))
  gap, join = JOINTS[kind]
  side = 0.25 ** (1.0 / 3.0)  # 1 t
  parts = [side] + [LENGTH] * BARS + [side]
  total = sum(parts) + gap * (len(parts) - 1)
  bodies, x = [], -0.5 * total
  for k, long in enumerate(parts):
    half = 0.5 * (side if k in (0, BARS + 1) else LIGHT)
    body = block(solfec, bulk, (x, -half, -half), (x + long, half, half), 1.0)
    if bodies:
      join(body, bodies[-1], (x, 0, 0), (x - gap, 0, 0))
    INITIAL_VELOCITY(body, (0, spin * (x + 0.5 * long), 0), (0, 0, spin))
    bodies.append(body)
    x += long + gap
  for i, a in enumerate(bodies):
    for b in bodies[i + 1:]:
      CONTACT_EXCLUDE_BODIES(a, b)

  def moment_of(body):
    """Angular momentum about the vertical axis through the origin, kg m^2/s; bodies stay level."""
    long = body.volume / LIGHT ** 2 if body in bodies[1:-1] else side
    wide = LIGHT if body in bodies[1:-1] else side
    x, y, _ = [c + d for c, d in zip(body.center, DISPLACEMENT(body, body.center))]
    u, v, _ = VELOCITY(body, body.center)
    return body.mass * (x * v - y * u) + body.mass * (long ** 2 + wide ** 2) / 12 * body.velo[2]

  def state():
    return ENERGY(solfec)[0], sum(map(moment_of, bodies))

  start = state()
  RUN(solfec, TIGHT[1](), 100 * h)
  end = state()
  title = 'cubes turn, %s, h %g s, %g rad a step: ' % (kind, h, spin * h)
  verify.check(title + 'kinetic energy over that of the start', end[0] / start[0], 1.0, 1e-3)
  verify.check(title + 'angular momentum over that of the start', end[1] / start[1], 1.0,
               1e-6 * (h / 1e-3) ** 2)


LOOSE = (('sweeps', lambda: GAUSS_SEIDEL_SOLVER()), ('Newton', lambda: NEWTON_SOLVER()))
TIGHT = ('tight sweeps', lambda: GAUSS_SEIDEL_SOLVER(1e-8, 1000, 1e-8))

for width in (HEAVY, LIGHT):
  for h in (1e-4, 1e-3, 1e-2):
    kick('BALL', *LOOSE[0], h, width)
    kick('BALL', *LOOSE[0], h, width, pull=True)
for kind in ('HINGE', 'links'):
  for h in (1e-3, 1e-2):
    kick(kind, *LOOSE[0], h, LIGHT)
for size in (1e-2, 1e2):
  kick('BALL', *TIGHT, 1e-3, LIGHT, size)
kick('BALL', *LOOSE[1], 1e-3, LIGHT)

for kind in JOINTS:
  for h in (1e-3, 1e-2):
    swing(kind, *LOOSE[0], h, HEAVY)
swing('BALL', *LOOSE[0], 1e-3, LIGHT)
swing('BALL', *LOOSE[1], 1e-3, LIGHT)
for size in (1e-2, 1e2):
  swing('BALL', *TIGHT, 1e-3, LIGHT, size)

for kind, h in (('BALL', 1e-3), ('BALL', 1e-2), ('HINGE', 1e-2), ('links', 1e-3)):
  whirl(kind, h, 5.0)


def span(kind, solver, h):
  """Bars between two points as far apart as they are long: they cannot sag."""
  solfec, bulk = scene(h, (0, 0, -G))
  bars = []
  for k in range(20):
    x = 0.2 * k
    bars.append(block(solfec, bulk, (x + 0.015, -0.005, -0.005), (x + 0.185, 0.005, 0.005), 1.0))
    JOINTS[kind][1](bars[-1], bars[-2] if k else None, (x, 0, 0), (x, 0, 0))
  JOINTS[kind][1](bars[-1], None, (4, 0, 0), (4, 0, 0))
  RUN(solfec, solver(), 0.5)
  sag = max(abs(DISPLACEMENT(body, body.center)[2]) for body in bars)
  verify.below('20 bars of 0.2 m between points 4 m apart, %s, h %g s: sag (m)' % (kind, h), sag, 2e-4)


for kind, h in (('BALL', 1e-3), ('BALL', 1e-4), ('HINGE', 1e-3)):
  span(kind, LOOSE[0][1], h)
verify.finish()
