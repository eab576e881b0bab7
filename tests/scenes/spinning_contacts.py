# Shows:   contacts whose bodies spin: planks on rollers and balls, and bonds that turn.
# Setting: planks of 6 x 1 x 0.1 m on two obstacles of radius 0.2 m at +-1 m that spin in place by up
#          to 300 rad/s, g = 9.81 m/s^2; bonded cubes of 1 m that turn freely by 1 and 4 rad/s for
#          10 s, four of them on a hinge. Sizes of 1 cm, 1 m and 100 m, in a turned frame; times grow
#          with the root of the size.
# Source:  without friction a spin has no effect. With the friction mu rollers that spin inwards make
#          the plank swing by x'' = - mu g x / (a - mu c), a half the distance of the rollers, c the
#          height of its centre over them. A bond is rigid.
# Expect:  height and speed of the plank stay; its period; distances and energies of bonded bodies.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

G = 9.81
SIZES = (0.01, 1.0, 100.0)


def centre(body):
  return body.conf[9:12]


def plank(name, size, step, friction, round_one, spins, width=1.0):
  """The model: (solfec, plank); its supports, two rods of a width or four balls, spin about y by
  the two of `spins`."""
  solfec, bulk = models.scene(step, name, 1e3, models.oblique((0, 0, -G)),
                              friction=friction)
  GEOMETRIC_EPSILON(1e-4 * size)
  for x, spin in zip((-1, 1), spins):
    for y in (-0.3, 0.3) if round_one == 'ball' else (-0.5 * width,):
      place = models.oblique([size * c for c in (x, y, -0.2)])
      shape = (SPHERE(place, 0.2 * size, 1, 1) if round_one == 'ball'
               else ROD(place, models.oblique((0, size * width, 0)), 0.2 * size, 1, 1))
      INITIAL_VELOCITY(BODY(solfec, 'OBSTACLE', shape, bulk), (0, 0, 0), models.oblique((0, spin, 0)))
  return solfec, BODY(solfec, 'RIGID', models.oblique_box((-3.3, -0.5, 0), (2.7, 0.5, 0.1), size), bulk)


def glides(size, round_one, spin):
  """Largest change of height over the size, relative change of the speed along."""
  root = math.sqrt(size)
  solfec, body = plank('glide-%s-%g-%g' % (round_one, size, spin), size, 1e-3 * root, 0.0, round_one,
                       (spin / root, spin / root))
  along, up, start = models.oblique((1, 0, 0)), models.oblique((0, 0, 1)), centre(body)
  INITIAL_VELOCITY(body, tuple(0.5 * root * x for x in along), (0, 0, 0))
  heights = []
  models.each_step(solfec, lambda: heights.append(
    models.dot(up, [p - q for p, q in zip(centre(body), start)]) / size))
  RUN(solfec, models.default_solver(), 0.6 * root)
  return max(map(abs, heights)), models.dot(body.velo[3:6], along) / (0.5 * root) - 1


def swings(size):
  """Period over that of the law."""
  root, mu = math.sqrt(size), 0.3
  # Along a wide roller no law divides the pressure, and slip turns its moment into a turn.
  solfec, body = plank('swing-%g' % size, size, 1e-3 * root, mu, 'rod', (20 / root, -20 / root), 0.02)
  along, start, times, places = models.oblique((1, 0, 0)), centre(body), [], []

  def record():
    times.append(solfec.time)
    places.append(models.dot(along, centre(body)))

  models.each_step(solfec, record)
  RUN(solfec, models.default_solver(), 16.0 * root)
  period = 2 * math.pi * math.sqrt(size * (1 - mu * 0.05) / (mu * G))
  first = models.crossing(times, places, rising=True)[0]
  second = models.crossing(times, places, rising=True, after=first + 0.5 * period)[0]
  return (second - first) / period


def turns(size, spin, solver):
  """Distance of two bonded cubes over that of the start, energy over that of the start."""
  root = math.sqrt(size)
  solfec, bulk = models.scene(1e-3 * root, 'turn-%g-%g-%s' % (size, spin, solver.__name__), 1e3,
                              (0, 0, 0), friction=0.5, cohesion=1e6 * size)
  GEOMETRIC_EPSILON(1e-4 * size)
  pair = [BODY(solfec, 'RIGID', models.oblique_box((x - 0.5, -0.5, -0.5), (x + 0.5, 0.5, 0.5), size), bulk)
          for x in (-0.5, 0.5)]
  for body, side in zip(pair, (-0.5, 0.5)):
    INITIAL_VELOCITY(body, models.oblique((0, spin * root * side, 0)), models.oblique((0, 0, spin / root)))
  energy = lambda: sum(ENERGY(solfec, body)[0] for body in pair)
  start = energy()
  RUN(solfec, solver(), 10 * root)
  return math.dist(*map(centre, pair)) / size, energy() / start


def hangs(size):
  """Length of four bonded cubes that swing from the horizontal over 0.6 of the size; energy over
  half of the weight times the length."""
  root = math.sqrt(size)
  solfec, bulk = models.scene(2e-3 * root, 'hang-%g' % size, 1e3, models.oblique((0, 0, -G)),
                              friction=0.5, cohesion=1e6 * size)
  GEOMETRIC_EPSILON(1e-5 * size)
  chain = [BODY(solfec, 'RIGID', models.oblique_box((0.2 * k, -0.1, -0.1), (0.2 * k + 0.2, 0.1, 0.1), size),
                bulk) for k in range(4)]
  HINGE(chain[0], None, (0, 0, 0), models.oblique((0, 1, 0)))
  up = models.oblique((0, 0, 1))
  RUN(solfec, models.default_solver(), 10 * root)
  total = sum(ENERGY(solfec, body)[0] + body.mass * G * models.dot(up, centre(body)) for body in chain)
  return math.dist(centre(chain[0]), centre(chain[3])) / size, total / (
    sum(body.mass for body in chain) * G * 0.4 * size)


verify.case('spinning', 'Contacts of bodies that spin')
for round_one in ('rod', 'ball'):
  for spin in (0, 30, -30, 300):
    results = [glides(size, round_one, spin) for size in SIZES]
    # one contact of the four of each row is left where the plank leaves; a tolerance of contacts
    verify.below('plank on two %ss that spin by %g: height over the size' % (round_one, spin),
                 max(r[0] for r in results), 1e-5)
    verify.below('plank on two %ss that spin by %g: speed' % (round_one, spin),
                 max((r[1] for r in results), key=abs), 1e-4)
for size in SIZES:
  verify.check('plank on two rollers that spin inwards: period over the law, size %g' % size,
               swings(size), 1.0, 2e-4)
for solver in (GAUSS_SEIDEL_SOLVER, NEWTON_SOLVER, BODY_SPACE_SOLVER, INTERIOR_POINT_SOLVER):
  for spin in (1, 4):
    results = [turns(size, spin, solver) for size in SIZES]
    verify.check('bonded pair that turns by %g, %s: distance' % (spin, solver.__name__),
                 max((r[0] for r in results), key=lambda d: abs(d - 1)), 1.0, 1e-4)
    verify.check('bonded pair that turns by %g, %s: energy' % (spin, solver.__name__),
                 max((r[1] for r in results), key=lambda d: abs(d - 1)), 1.0, 1e-4)
for size in SIZES:
  length, energy = hangs(size)
  verify.check('bonded cubes on a hinge: length over the size, size %g' % size, length, 0.6, 2e-4)
  verify.check('bonded cubes on a hinge: energy, size %g' % size, energy, 0.0, 5e-4)
verify.finish()
