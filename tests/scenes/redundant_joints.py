# Shows:   joints that hold a motion twice: nothing grows, whatever the solver.
# Setting: two bars WELDed at two and three points, and four bars WELDed to a frame, that fly and turn;
#          a door on two HINGEs with friction; a shaft on four bearings with a MOTOR; two wheels with two
#          coupling rods, cranks at 90 degrees, driven, free and under a torque; a beam on two SLIDERs that comes to their stops; a double
#          pendulum with two HINGEs in each pin; two shafts with a UNIVERSAL, without gravity; a door and its
#          frame, two boxes on two HINGEs of one axis, and five bars in a ring of parallel HINGEs that tumble in
#          space. Steps of 1 ms, in space 1 to 16 ms.
# Source:  conservation of energy and momentum; rate of a door under a constant torque; geometry of the
#          parallelogram; statics; Cardan's joint, tan(angle of the second) = tan(that of the first) cos(0.5).
# Expect:  as of a mechanism that holds each motion once; steps meet their criteria.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

G, H = 9.81, 1e-3
SOLVERS = {'GAUSS_SEIDEL': GAUSS_SEIDEL_SOLVER, 'NEWTON': NEWTON_SOLVER}
_runs = [0]


def scene(gravity):
  _runs[0] += 1
  solfec, bulk = models.scene(H, 'redundant_joints/%d' % _runs[0], density=1000,
                              gravity=(0, 0, -gravity))
  WARNINGS(solfec, 'OFF')
  return solfec, bulk


def box(solfec, bulk, low, size):
  return BODY(solfec, 'RIGID', models.slab(low, tuple(a + b for a, b in zip(low, size))), bulk)


def run(solfec, name, duration, look=lambda: None):
  """Runs with a solver by its name; calls look() after each step. Returns the number of missed steps."""
  solver, missed = SOLVERS[name](), []

  def see():
    missed.append(solver.missed != '')
    look()

  models.each_step(solfec, see)
  RUN(solfec, solver, duration)
  return sum(missed)


def cross(a, b):
  return tuple(a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3))


def throw(bodies, spin):
  """Gives bodies that belong together the velocities of one rigid body about the origin."""
  for body in bodies:
    INITIAL_VELOCITY(body, cross(spin, body.center), spin)


verify.case('redundant_joints', 'Joints that hold a motion twice')

# ---- bodies that fly ------------------------------------------------------------------------------------
def bolted(count, join):
  def make(solfec, bulk):
    bars = [box(solfec, bulk, (-0.5, y, -0.05), (1, 0.1, 0.1)) for y in (-0.1, 0)]
    for i in range(count):
      join(*bars, (-0.4 + 0.8 * i / (count - 1), 0, 0))
    return bars
  return make


def frame(solfec, bulk):
  bars = [box(solfec, bulk, low, size) for low, size in
          (((-0.5, -0.55, -0.05), (1, 0.1, 0.1)), ((0.45, -0.5, -0.05), (0.1, 1, 0.1)),
           ((-0.5, 0.45, -0.05), (1, 0.1, 0.1)), ((-0.55, -0.5, -0.05), (0.1, 1, 0.1)))]
  corners = ((0.5, -0.5, 0), (0.5, 0.5, 0), (-0.5, 0.5, 0), (-0.5, -0.5, 0))
  for i, corner in enumerate(corners):
    WELD(bars[i], bars[(i + 1) % 4], corner)
  for i in range(4):
    for k in range(i):
      CONTACT_EXCLUDE_BODIES(bars[i], bars[k])
  return bars


def along(a, b, point):
  HINGE(a, b, point, (1, 0, 0))


for title, make in (('two WELDs', bolted(2, WELD)), ('three WELDs', bolted(3, WELD)),
                    ('two HINGEs', bolted(2, along)), ('frame', frame)):
  for name in SOLVERS:
    solfec, bulk = scene(0)
    bodies = make(solfec, bulk)
    throw(bodies, (1.0, 2.0, 3.0))
    start = ENERGY(solfec)[0]
    missed = run(solfec, name, 2)
    verify.below('%s, %s: change of the energy, over all' % (title, name), ENERGY(solfec)[0] / start - 1, 1e-5)
    momentum = [sum(b.mass * models.linear_velocity(b)[k] for b in bodies) for k in range(3)]
    verify.below('%s, %s: momentum (kg m/s)' % (title, name), max(map(abs, momentum)), 1e-9)
    verify.below('%s, %s: steps that missed the criteria' % (title, name), missed, 0)

# ---- a door, a shaft, coupling rods, a gantry ---------------------------------------------------------------
for name in SOLVERS:
  solfec, bulk = scene(G)
  door = box(solfec, bulk, (0, 0, 0), (1, 0.05, 2))
  upper = HINGE(door, None, (0, 0, 1.8), (0, 0, 1), friction=5.0)
  HINGE(door, None, (0, 0, 0.2), (0, 0, 1))
  throw([door], (0, 0, 3.0))
  missed = run(solfec, name, 1)
  inertia = door.mass * (1 + 0.05 ** 2) / 3
  verify.check('door, %s: rate that friction leaves after 1 s (rad/s)' % name, upper.rate,
               3 - 5 / inertia * solfec.time, 1e-5)
  verify.below('door, %s: steps that missed the criteria' % name, missed, 0)

  solfec, bulk = scene(G)
  shaft = BODY(solfec, 'RIGID', ROD((0, -1.5, 0), (0, 3, 0), 0.2, 1, 1), bulk)
  bearings = [HINGE(shaft, None, (0, y, 0), (0, 1, 0)) for y in (-1.2, -0.4, 0.4, 1.2)]
  throw([shaft], (0, 3.0, 0))
  MOTOR(bearings[0], speed=3)
  missed = run(solfec, name, 1)
  verify.check('shaft, %s: rate (rad/s)' % name, bearings[3].rate, 3, 1e-6)
  verify.check('shaft, %s: reactions over the weight' % name,
               sum(b.R[2] for b in bearings) / (shaft.mass * G), 1, 1e-5)
  verify.below('shaft, %s: torque of the motor (N m)' % name, abs(bearings[0].motor), 1e-3)
  verify.below('shaft, %s: steps that missed the criteria' % name, missed, 0)

  solfec, bulk = scene(G)
  rate = 2.0
  wheels = [BODY(solfec, 'RIGID', ROD((x, -0.5, 0), (0, 1, 0), 0.6, 1, 1), bulk) for x in (0, 2)]
  for wheel in wheels:
    INITIAL_VELOCITY(wheel, (0, 0, 0), (0, rate, 0))
  axles = [HINGE(wheel, None, (x, 0, 0), (0, 1, 0)) for wheel, x in zip(wheels, (0, 2))]
  for y, turn in ((-0.7, 0.0), (0.7, math.pi / 2)):
    x, z = 0.5 * math.sin(turn), 0.5 * math.cos(turn)
    rod = box(solfec, bulk, (x - 0.05, y - 0.05, z - 0.05), (2.1, 0.1, 0.1))
    INITIAL_VELOCITY(rod, (rate * z, 0, -rate * x), (0, 0, 0))
    for wheel, at in zip(wheels, (0, 2)):
      HINGE(rod, wheel, (at + x, y, z), (0, 1, 0))
  MOTOR(axles[0], speed=rate)
  errors = []
  missed = run(solfec, name, 7, lambda: errors.append(abs(axles[1].angle - rate * solfec.time)))
  verify.below('coupling rods, %s: angle of the second wheel, error in two turns (rad)' % name, max(errors), 1e-6)
  verify.below('coupling rods, %s: steps that missed the criteria' % name, missed, 0)

  solfec, bulk = scene(G)
  beam = box(solfec, bulk, (-0.15, -1, -0.1), (0.3, 2, 0.2))
  rails = [SLIDER(beam, None, (0, y, 0), (1, 0, 0), limits=(-0.2, 0.2)) for y in (-0.9, 0.9)]
  INITIAL_VELOCITY(beam, (1, 0, 0), (0, 0, 0))
  missed = run(solfec, name, 1)
  verify.check('gantry, %s: travel at the stops (m)' % name, rails[0].travel, 0.2, 1e-5)
  verify.below('gantry, %s: kinetic energy (J)' % name, ENERGY(solfec)[0], 1e-6)
  verify.check('gantry, %s: reactions over the weight' % name,
               sum(r.R[2] for r in rails) / (beam.mass * G), 1, 1e-5)

# ---- a double pendulum, each pin with two HINGEs --------------------------------------------------------------
for name in SOLVERS:
  solfec, bulk = scene(G)
  bars = [box(solfec, bulk, (k, -0.05, -0.05), (1, 0.1, 0.1)) for k in (0, 1)]
  CONTACT_EXCLUDE_BODIES(*bars)
  for y in (-0.05, 0.05):
    HINGE(bars[0], None, (0, y, 0), (0, 1, 0))
    HINGE(bars[1], bars[0], (1, y, 0), (0, 1, 0))
  missed = run(solfec, name, 5)
  energy = ENERGY(solfec)[0] + G * sum(b.mass * b.conf[11] for b in bars)
  verify.below('clevises, %s: energy over m g L' % name, energy / (bars[0].mass * G), 1e-6)
  verify.below('clevises, %s: place across the plane (m)' % name, max(abs(b.conf[10]) for b in bars), 1e-6)
  verify.below('clevises, %s: steps that missed the criteria' % name, missed, 0)

# ---- coupling rods at 90 degrees: free, from rest under a torque, driven under gravity ------------------------
def coupled_wheels(gravity, rate):
  """Two wheels with two coupling rods; their hinges to space and the moment of inertia of all (kg m^2)."""
  solfec, bulk = scene(gravity)
  radius, crank, apart = 0.5, 0.25, 1.2
  wheels = [BODY(solfec, 'RIGID', ROD((i * apart, -0.05, 0), (0, 0.1, 0), radius, 1, 1), bulk) for i in range(2)]
  axles = [HINGE(wheel, None, (i * apart, 0, 0), (0, 1, 0)) for i, wheel in enumerate(wheels)]
  for wheel in wheels:
    INITIAL_VELOCITY(wheel, (0, 0, 0), (0, rate, 0))
  inertia = sum(0.5 * wheel.mass * radius ** 2 for wheel in wheels)
  rods = []
  for y, x, z in ((0.2, crank, 0), (-0.2, 0, crank)):
    rods.append(box(solfec, bulk, (x - 0.1, y - 0.02, z - 0.04), (apart + 0.2, 0.04, 0.08)))
    INITIAL_VELOCITY(rods[-1], (rate * z, 0, -rate * x), (0, 0, 0))
    inertia += rods[-1].mass * crank ** 2
    for i, wheel in enumerate(wheels):
      HINGE(wheel, rods[-1], (i * apart + x, y, z), (0, 1, 0))
  return solfec, axles, inertia, rods[0].mass * G * crank


for name in SOLVERS:
  rate = 4 * math.pi
  solfec, axles, inertia, _ = coupled_wheels(0, rate)
  missed = run(solfec, name, 2)
  verify.check('free coupling rods, %s: rate after 4 turns (rad/s)' % name, axles[0].rate, rate, 1e-4)
  verify.check('free coupling rods, %s: energy (J)' % name, ENERGY(solfec)[0], 0.5 * inertia * rate ** 2, 0.1)
  verify.below('free coupling rods, %s: steps that missed the criteria' % name, missed, 0)

  solfec, axles, inertia, _ = coupled_wheels(0, 0)
  MOTOR(axles[0], torque=30)
  missed = run(solfec, name, 8)
  verify.check('coupling rods from rest under a torque, %s: rate (rad/s)' % name, axles[1].rate,
               30 / inertia * solfec.time, 1e-3)
  verify.below('coupling rods from rest under a torque, %s: steps that missed the criteria' % name, missed, 0)

  solfec, axles, _, moment = coupled_wheels(G, rate)
  MOTOR(axles[0], speed=rate)
  torques = []
  missed = run(solfec, name, 6, lambda: torques.append(abs(axles[0].motor)))
  exact = moment * math.sqrt(2)  # two rods at a right angle
  verify.check('driven coupling rods, %s: largest torque over the weight of the rods' % name,
               max(torques[100:]) / exact, 1, 5e-3)
  verify.below('driven coupling rods, %s: steps that missed the criteria' % name, missed, 0)

# ---- Cardan's joint, without gravity ---------------------------------------------------------------------------
BETA, RATE = 0.5, 5.0
solfec, bulk = scene(0)
d = (math.cos(BETA), math.sin(BETA), 0)
first = box(solfec, bulk, (-1, -0.05, -0.05), (1, 0.1, 0.1))
shape = models.slab((0, -0.05, -0.05), (1, 0.05, 0.05))
ROTATE(shape, (0, 0, 0), (0, 0, 1), math.degrees(BETA))
second = BODY(solfec, 'RIGID', shape, bulk)
CONTACT_EXCLUDE_BODIES(first, second)
driven = HINGE(first, None, (-0.5, 0, 0), (1, 0, 0))
UNIVERSAL(first, second, (0, 0, 0), (0, 0, 1), (-d[1], d[0], 0))
last = HINGE(second, None, (0.5 * d[0], 0.5 * d[1], 0), d)
MOTOR(driven, speed=RATE)
errors = []


def compare():
  a, b = driven.angle, last.angle  # tan b = tan a cos BETA, in the same quadrant
  exact = math.atan2(math.sin(a) * math.cos(BETA), math.cos(a))
  errors.append(abs(math.remainder(b - exact, 2 * math.pi)))


missed = run(solfec, 'GAUSS_SEIDEL', 2, compare)
verify.below('Cardan: angle of the second shaft, error (rad)', max(errors[100:]), 1e-5)
verify.below('Cardan: steps that missed the criteria', missed, 0)

# ---- loops that tumble in space -------------------------------------------------------------------------------
def spin_of(bodies):
  """Angular momentum about the origin and kinetic energy of boxes and bars that turn in space."""
  total, energy = [0.0, 0.0, 0.0], 0.0
  for body in bodies:
    conf, velocity, J = body.conf, body.velo, body.tensor
    turned = [sum(J[3 * k + i] * velocity[k] for k in range(3)) for i in range(3)]
    own = [sum(conf[3 * k + i] * turned[k] for k in range(3)) for i in range(3)]
    moved = cross(conf[9:12], velocity[3:6])
    total = [a + b + body.mass * c for a, b, c in zip(total, own, moved)]
    energy += 0.5 * body.mass * sum(v * v for v in velocity[3:6]) + 0.5 * sum(
        w * t for w, t in zip(velocity[:3], turned))
  return total, energy


def two_doors(solfec, bulk):
  doors = [box(solfec, bulk, low, (1, 0.2, 0.2)) for low in ((0, -0.1, -0.1), (1, 0.2, -0.1))]
  for z in (-0.3, 0.5):
    HINGE(*doors, (1, 0.1, z), (0, 0, 1))
  return doors


def ring(solfec, bulk):
  corners = [(math.cos(0.4 * math.pi * k), math.sin(0.4 * math.pi * k), 0.0) for k in range(5)]
  bars = []
  for k in range(5):
    a, b = corners[k], corners[(k + 1) % 5]
    along = [(q - p) / math.dist(a, b) for p, q in zip(a, b)]
    across = (-0.05 * along[1], 0.05 * along[0])
    bars.append(BODY(solfec, 'RIGID', HULL([(x + s * across[0], y + s * across[1], z) for x, y, _ in (a, b)
                                            for s in (-1, 1) for z in (-0.05, 0.05)], 1, 1), bulk))
  for k in range(5):
    HINGE(bars[k], bars[(k + 1) % 5], corners[(k + 1) % 5], (0, 0, 1))
    for i in range(k):
      CONTACT_EXCLUDE_BODIES(bars[i], bars[k])
  return bars


for title, make, steps in (('two boxes on two HINGEs', two_doors, (1.6e-2, 3.2e-3, 1e-3)),
                           ('ring of five HINGEs', ring, (1.6e-2, 3.2e-3))):
  for name in SOLVERS:
    for H in steps:
      solfec, bulk = scene(0)
      bodies = make(solfec, bulk)
      throw(bodies, (0.94, 1.25, 1.57))
      (x, y, z), start = spin_of(bodies)
      missed = run(solfec, name, 6)
      (a, b, c), end = spin_of(bodies)
      about = '%s, %s, steps of %g ms: ' % (title, name, 1e3 * H)
      verify.below(about + 'change of the energy, over all', end / start - 1, 1e-3 * (H / 1.6e-2) ** 1.5)
      verify.below(about + 'change of the angular momentum, over all',
                   math.dist((a, b, c), (x, y, z)) / math.hypot(x, y, z), 3e-4 * (H / 1.6e-2) ** 1.5)
      verify.below(about + 'steps that missed the criteria', missed, 0)

verify.finish()
