# Shows:   ellipsoids rest, rock, roll, collide and deform.
# Setting: on a floor without slip: a prolate ellipsoid of revolution (radii 0.3, 0.1, 0.1 m) that
#          is tilted by 0.5 degrees, with three steps; one that stands on its shortest axis; one
#          with equal radii beside the sphere of that size, thrown with spin on a floor and on a
#          ball; two of different radii that collide in free flight, without friction and with it;
#          one that rolls over the joints of tiles; a pseudo-rigid one that is pressed flat.
# Source:  rocking: with the radius of curvature R = a^2/b below the centre and rolling at the height
#          b, w^2 = m g (R - b) / (I + m b^2), I = m (a^2 + b^2)/5, and the integral of the energy
#          for the finite tilt; momentum; an elastic impact without friction keeps the energy.
# Expect:  the period, of order 2 in the step; stillness; sphere and ellipsoid alike; momentum and
#          angular momentum kept; a speed that joints do not change.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify
from solfec import (BODY, CONTACT_PROJECTION, ELLIP, ENERGY, INITIAL_VELOCITY, ROTATE, RUN, SPHERE)

G = 9.81
_runs = [0]


def scene(step, **settings):
  _runs[0] += 1
  return models.scene(step, 'ellipsoids/%d' % _runs[0], density=1000, **settings)


def floor(solfec, bulk, low=(-2, -2, -0.5), high=(2, 2, 0)):
  return BODY(solfec, 'OBSTACLE', models.slab(low, high), bulk)


# ---- rocking -----------------------------------------------------------------------------------

LONG, SHORT = 0.3, 0.1
TILT = math.radians(0.5)
FREQUENCY = math.sqrt(G * (LONG ** 2 / SHORT - SHORT) /
                      ((LONG ** 2 + SHORT ** 2) / 5 + SHORT ** 2))  # of very small oscillations


def exact_period(points=20000):
  """Period, s, with the amplitude TILT: 4 times the integral of sqrt(M / (2 g (h0 - h))) over the tilt,
  with the height h of the centre, and the inertia M = (a^2 + b^2)/5 + h^2 + h'^2 about the point of
  contact, per mass; the tilt is TILT sin(phi)."""
  total, squares = 0.0, LONG ** 2 - SHORT ** 2
  height = lambda t: math.hypot(LONG * math.sin(t), SHORT * math.cos(t))
  for k in range(points):
    phi = 0.5 * math.pi * (k + 0.5) / points
    t = TILT * math.sin(phi)
    h = height(t)
    slope = squares * math.sin(t) * math.cos(t) / h
    inertia = (LONG ** 2 + SHORT ** 2) / 5 + h ** 2 + slope ** 2
    fall = squares * math.sin(TILT - t) * math.sin(TILT + t) / (height(TILT) + h)
    total += TILT * math.cos(phi) * math.sqrt(inertia / (2 * G * fall))
  return 4 * total * 0.5 * math.pi / points


def rock(h, scheme):
  """Period of small oscillations, s, by the times at which the tilt changes its sign."""
  solfec, bulk = scene(h, friction=0.9)
  floor(solfec, bulk)
  tilt = TILT
  height = math.hypot(LONG * math.sin(tilt), SHORT * math.cos(tilt))
  shape = ROTATE(ELLIP((0, 0, height), (LONG, SHORT, SHORT), 1, 1), (0, 0, height), (0, 1, 0), 0.5)
  body = BODY(solfec, 'RIGID', shape, bulk)
  body.scheme = scheme
  samples = []
  # the reference placement is the tilted one: its long axis as it is now
  axis = (math.cos(tilt), 0.0, -math.sin(tilt))

  def record():
    conf = body.conf
    samples.append((solfec.time, sum(conf[3 * j + 2] * axis[j] for j in range(3))))

  models.each_step(solfec, record)
  RUN(solfec, models.default_solver(), 3.3 * 2 * math.pi / FREQUENCY)
  zeros = []
  for (t0, z0), (t1, z1) in zip(samples[:-1], samples[1:]):
    if z0 * z1 < 0.0:
      zeros.append(t0 + (t1 - t0) * z0 / (z0 - z1))
  largest = max(abs(z) for t, z in samples[-len(samples) // 3:])
  return 2.0 * (zeros[-1] - zeros[0]) / (len(zeros) - 1), largest / math.sin(tilt), samples


verify.case('ellipsoids', 'Ellipsoids')
exact = exact_period()
verify.check('rocking: period (s) that the formula of small oscillations gives', 2 * math.pi / FREQUENCY,
             exact, 10 * TILT ** 2 * exact)
steps, errors = [4e-3, 2e-3, 1e-3], []
for h in steps:
  period, amplitude, samples = rock(h, 'RIG_NEG')
  errors.append(period - exact)
  verify.check('rocking: period (s), h = %g' % h, period, exact, 6.0 * h ** 2)
  verify.within('rocking: amplitude after three periods over the first, h = %g' % h, amplitude,
                1.0 - 20.0 * h, 1.0 + 20.0 * h)
verify.order('rocking: period', steps, errors, 2)
verify.curve('rocking', 't (s)', 'height of the long axis', 'h = 1 ms', *zip(*samples[::10]))


# ---- rest --------------------------------------------------------------------------------------

def rest():
  """Largest way of the centre in 1 s, m."""
  solfec, bulk = scene(1e-3, friction=0.5)
  floor(solfec, bulk)
  body = BODY(solfec, 'RIGID', ELLIP((0, 0, 0.1), (0.3, 0.2, 0.1), 1, 1), bulk)
  most = [0.0]

  def record():
    most[0] = max(most[0], math.dist(models.mass_centre(body), (0, 0, 0.1)))

  models.each_step(solfec, record)
  RUN(solfec, models.default_solver(), 1.0)
  return most[0]


verify.below('on its shortest axis: way of the centre (m) in 1 s', rest(), 1e-9)


# ---- spheres -----------------------------------------------------------------------------------

def thrown(round_shape, target):
  """Places of a ball that is thrown with spin, m: on a floor, or past a fixed ball."""
  solfec, bulk = scene(1e-3, friction=0.4, restitution=0.3)
  floor(solfec, bulk)
  if target == 'ball':
    BODY(solfec, 'OBSTACLE', SPHERE((0.8, 0.05, 0.15), 0.15, 1, 1), bulk)
  if target == 'ellipsoid':
    BODY(solfec, 'OBSTACLE', ELLIP((0.8, 0.05, 0.15), (0.15, 0.15, 0.15), 1, 1), bulk)
  ball = BODY(solfec, 'RIGID', round_shape((0, 0, 0.2)), bulk)
  INITIAL_VELOCITY(ball, (2, 0, 0), (3, 5, -8))
  places = []
  models.each_step(solfec, lambda: places.append(models.mass_centre(ball)))
  RUN(solfec, models.default_solver(), 0.6)
  return places


def sphere(center):
  return SPHERE(center, 0.1, 1, 1)


def equal_radii(center):
  return ELLIP(center, (0.1, 0.1, 0.1), 1, 1)


for targets in (('floor', 'floor'), ('ball', 'ball'), ('ball', 'ellipsoid')):
  first, second = thrown(sphere, targets[0]), thrown(equal_radii, targets[1])
  verify.below('equal radii, %s and %s: way from that of the sphere (m)' % targets,
               max(math.dist(a, b) for a, b in zip(first, second)), 1e-10)


# ---- impacts -----------------------------------------------------------------------------------

def angular_momentum(body, mass, radii):
  """About the origin, with the inertia of the reference axes, kg m^2/s."""
  conf, velo = body.conf, body.velo
  inertia = [mass * (radii[1] ** 2 + radii[2] ** 2) / 5, mass * (radii[0] ** 2 + radii[2] ** 2) / 5,
             mass * (radii[0] ** 2 + radii[1] ** 2) / 5]
  spin = [inertia[k] * velo[k] for k in range(3)]  # body frame
  spatial = [sum(conf[3 * j + i] * spin[j] for j in range(3)) for i in range(3)]
  x, v = models.mass_centre(body), models.linear_velocity(body)
  orbital = (x[1] * v[2] - x[2] * v[1], x[2] * v[0] - x[0] * v[2], x[0] * v[1] - x[1] * v[0])
  return [spatial[i] + mass * orbital[i] for i in range(3)]


def collide(friction, restitution):
  """Changes of momentum, angular momentum and kinetic energy, over their sizes, and whether they
  met."""
  solfec, bulk = scene(5e-4, gravity=(0, 0, 0), friction=friction, restitution=restitution)
  radii = ((0.3, 0.2, 0.1), (0.1, 0.25, 0.15))
  masses = [4 / 3 * math.pi * a * b * c * 1000 for a, b, c in radii]
  bodies = [BODY(solfec, 'RIGID', ELLIP((x, y, 0), r, 1, 1), bulk)
            for (x, y), r in zip(((-0.5, 0), (0.5, 0.07)), radii)]
  for body in bodies:
    body.scheme = 'RIG_IMP'  # keeps energy and angular momentum of free flight
  CONTACT_PROJECTION(solfec, 'OFF')  # it moves bodies without their velocities
  INITIAL_VELOCITY(bodies[0], (1, 0, 0.05), (1, 2, 3))
  INITIAL_VELOCITY(bodies[1], (-1.5, 0, 0), (-2, 1, 0))

  def sums():
    momentum = [sum(m * models.linear_velocity(b)[i] for b, m in zip(bodies, masses))
                for i in range(3)]
    angular = [sum(c) for c in zip(*(angular_momentum(b, m, r)
                                     for b, m, r in zip(bodies, masses, radii)))]
    return momentum, angular, ENERGY(solfec, bodies)[0]

  RUN(solfec, models.default_solver(), 5e-4)
  before = sums()
  speed = models.linear_velocity(bodies[0])[0]
  RUN(solfec, models.default_solver(), 0.6)
  after = sums()
  met = abs(models.linear_velocity(bodies[0])[0] - speed) > 0.1
  return (math.dist(before[0], after[0]) / (sum(masses) * 1.0),
          math.dist(before[1], after[1]) / math.hypot(*before[1]),
          after[2] / before[2] - 1.0, met)


for friction, restitution in ((0.0, 1.0), (0.0, 0.0), (0.5, 0.0)):
  linear, angular, energy, met = collide(friction, restitution)
  case = 'impact, mu %g, e %g' % (friction, restitution)
  verify.equal(case + ': they met', met, True)
  verify.below(case + ': change of momentum', linear, 1e-13)
  verify.below(case + ': change of angular momentum', angular, 1e-11)
  if restitution == 1.0:
    verify.below(case + ': change of energy', energy, 1e-5)
  else:
    verify.within(case + ': change of energy', energy, -1.0, 1e-6)


# ---- tiles -------------------------------------------------------------------------------------

def cross_tiles(tiles):
  """Speed (m/s) along x and height (m) of the centre of a rolling oblate ellipsoid at the end."""
  solfec, bulk = scene(1e-3, friction=0.5)
  for k in range(tiles):
    floor(solfec, bulk, (-0.5 + 3.0 * k / tiles, -1, -0.5), (-0.5 + 3.0 * (k + 1) / tiles, 1, 0))
  body = BODY(solfec, 'RIGID', ELLIP((0, 0, 0.1), (0.1, 0.3, 0.1), 1, 1), bulk)
  INITIAL_VELOCITY(body, (1, 0, 0), (0, 10, 0))
  highest = [0.0]
  models.each_step(solfec, lambda: highest.__setitem__(
      0, max(highest[0], abs(models.mass_centre(body)[2] - 0.1))))
  RUN(solfec, models.default_solver(), 1.5)
  return models.linear_velocity(body)[0], highest[0]


for tiles in (1, 7):
  speed, height = cross_tiles(tiles)
  verify.check('rolling over %d tiles: speed (m/s)' % tiles, speed, 1.0, 1e-6)
  verify.below('rolling over %d tiles: change of height (m)' % tiles, height, 1e-6)


# ---- pseudo-rigid ------------------------------------------------------------------------------

def pressed():
  """A heavy soft ellipsoid on the floor: height of its centre and of its shape, m, at rest."""
  solfec, bulk = models.scene(1e-3, 'ellipsoids/soft', density=1000, young=2e5, poisson=0.0,
                              friction=0.0)
  floor(solfec, bulk)
  body = BODY(solfec, 'PSEUDO_RIGID', ELLIP((0, 0, 0.1), (0.1, 0.1, 0.1), 1, 1), bulk)
  body.damping = 5e-3
  RUN(solfec, models.default_solver(), 1.0)
  conf = body.conf
  F = [[conf[3 * j + i] for j in range(3)] for i in range(3)]
  half = 0.1 * math.sqrt(sum(c * c for c in F[2]))  # support of the deformed ellipsoid along z
  return conf[11], half


height, half = pressed()
verify.check('pseudo-rigid: height (m) of the centre, that of the deformed shape', height, half, 1e-6)
verify.within('pseudo-rigid: height over the radius', half / 0.1, 0.5, 0.999)
verify.finish()
