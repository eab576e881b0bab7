# Shows:   ROD and BORE: pins, journals and rollers without the noise of facets.
# Setting: a wheel that hangs with its bore on a fixed pin, and a shaft that lies in a fixed bore,
#          radii 50 mm, clearance 0.05 mm, both turning, without friction and with mu 0.2 at the angle
#          where the reaction is vertical; a rod that rolls down a plane of 20 degrees, mu 0.5; a rod,
#          a ball and an ellipsoid with equal radii that roll to and fro in a bore of four times their
#          radius. What is fixed is an obstacle, or a body with inertia that three points hold.
# Source:  sliding at the friction angle phi: N = W cos(phi), torque mu N R; a rolling cylinder has
#          2/3 g sin(alpha); small swings of a roller with I = k m r^2 in a bore of the radius R:
#          omega^2 = g/((1 + k) (R - r)).
# Expect:  radial force, vertical force and spin within 1e-6 at every step; speeds, normal forces,
#          periods and amplitudes as the checks say.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

G, RADIUS, CLEARANCE, LENGTH, SPIN, DENSITY = 9.81, 0.05, 5e-5, 0.1, 20.0, 7800.0


def fix(solfec, bulk, shape, points, moves):
  """An obstacle, or a body with inertia (moves) that three fixed points hold."""
  if not moves:
    return BODY(solfec, 'OBSTACLE', shape, bulk)
  body = BODY(solfec, 'RIGID', shape, bulk)
  for p in points:
    FIX_POINT(body, p)
  return body


def normal_force(body):
  """Sum of the normal reactions of the contacts of a body, N."""
  return sum(abs(c.R[2]) for c in models.contacts_of(body))


def bearing(mu, hangs, moves):
  """A wheel on a pin (hangs) or a shaft in a bore, turning about y: largest relative misses."""
  name = 'bearing-%s-%g-%d' % ('wheel' if hangs else 'shaft', mu, moves)
  solfec, bulk = models.scene(1e-3, name, DENSITY, (0, 0, -G), friction=mu)
  phi = math.atan(mu)
  center = (-CLEARANCE * math.sin(phi), -CLEARANCE * math.cos(phi)) if hangs else (
      CLEARANCE * math.sin(phi), -CLEARANCE * math.cos(phi))
  base, axis = (center[0], -0.5 * LENGTH, center[1]), (0, LENGTH, 0)
  fixed = (0, -LENGTH, 0), (0, 2 * LENGTH, 0)
  hole = RADIUS + CLEARANCE
  if hangs:
    held = (0, -LENGTH, 0), (0, LENGTH, 0), (0.5 * RADIUS, 0, 0)
    fix(solfec, bulk, ROD(fixed[0], fixed[1], RADIUS, 1, 1), held, moves)
    body = BODY(solfec, 'RIGID', BORE(base, axis, hole, 0.03, 1, 1), bulk)
    inertia = 0.5 * body.mass * (hole ** 2 + (hole + 0.03) ** 2)
    arm = hole
  else:
    wall = hole + 0.015
    held = (wall, -LENGTH, 0), (wall, LENGTH, 0), (0, 0, wall)
    fix(solfec, bulk, BORE(fixed[0], fixed[1], hole, 0.03, 1, 1), held, moves)
    body = BODY(solfec, 'RIGID', ROD(base, axis, RADIUS, 1, 1), bulk)
    inertia = 0.5 * body.mass * RADIUS ** 2
    arm = RADIUS
  INITIAL_VELOCITY(body, (0, 0, 0), (0, SPIN, 0))
  weight = body.mass * G
  misses = {'radial force': 0.0, 'vertical force': 0.0, 'spin': 0.0}
  counts = set()

  def record():
    counts.add(len(models.contacts_of(body)))
    normal = normal_force(body)
    force = models.contact_force(body)
    spin = SPIN - mu * weight * math.cos(phi) * arm / inertia * solfec.time
    for key, miss in (('radial force', abs(normal / (weight * math.cos(phi)) - 1)),
                      ('vertical force', models.norm((force[0], force[1], force[2] - weight)) / weight),
                      ('spin', abs(body.velo[1] / spin - 1))):
      misses[key] = max(misses[key], miss)

  models.each_step(solfec, record)
  RUN(solfec, models.tight_solver(), 0.2)
  return misses, counts


verify.case('round_bearings', 'Round bearings')
for hangs in (True, False):
  for mu in (0.0, 0.2):
    for moves in (False, True):
      misses, counts = bearing(mu, hangs, moves)
      where = '%s%s, mu %g' % ('wheel on a pin' if hangs else 'shaft in a bore', ' with inertia' if moves else '', mu)
      verify.equal('%s: numbers of contact points' % where, sorted(counts), [2])
      for name, miss in misses.items():
        verify.below('%s: largest relative miss of the %s' % (where, name), miss, 1e-6)


def roll(alpha, moves):
  """A rod rolls down a plane: speed over the exact one, and the largest relative miss of the normal force."""
  gravity = (G * math.sin(alpha), 0, -G * math.cos(alpha))
  solfec, bulk = models.scene(1e-3, 'rolling-rod-%d' % moves, DENSITY, gravity, friction=0.5)
  floor = BOX((-4, -4, -1), (8, 8, 1), 1, 1) if moves else PLANE((0, 0, 0), (0, 0, 1), 8, 1, 1)
  fix(solfec, bulk, floor, [(-3, -3, -0.5), (3, -3, -0.5), (0, 3, -0.5)], moves)
  rod = BODY(solfec, 'RIGID', ROD((0, -0.5 * LENGTH, RADIUS), (0, LENGTH, 0), RADIUS, 1, 1), bulk)
  normal = rod.mass * G * math.cos(alpha)
  misses = []
  models.each_step(solfec, lambda: misses.append(normal_force(rod) / normal - 1))
  RUN(solfec, models.tight_solver(), 1.0)
  return models.linear_velocity(rod)[0], max(map(abs, misses)), rod


for moves in (False, True):
  where = 'rod that rolls on a %s' % ('body with inertia' if moves else 'plane')
  speed, miss, rod = roll(math.radians(20), moves)
  exact = 2 / 3 * G * math.sin(math.radians(20)) * 1.0
  verify.check('%s: speed (m/s) after 1 s' % where, speed, exact, 1e-6 * exact)
  verify.check('%s: speed less R omega (m/s)' % where, speed - RADIUS * rod.velo[1], 0.0, 1e-6 * exact)
  verify.below('%s: largest relative miss of the normal force' % where, miss, 1e-6)


def swing(shape, k, name, moves):
  """A roller swings in a bore: its period over the exact one of small swings."""
  solfec, bulk = models.scene(2.5e-4, 'swing-%s-%d' % (name, moves), DENSITY, (0, 0, -G), friction=1.0)
  wide, small = 4 * RADIUS, RADIUS
  held = (0, -LENGTH, wide + 0.015), (0, LENGTH, wide + 0.015), (wide + 0.015, 0, 0)
  fix(solfec, bulk, BORE((0, -LENGTH, 0), (0, 2 * LENGTH, 0), wide, 0.03, 1, 1), held, moves)
  start = 0.02
  arm = wide - small
  body = BODY(solfec, 'RIGID', shape((arm * math.sin(start), 0, -arm * math.cos(start)), small), bulk)
  times, places = [], []

  def record():
    times.append(solfec.time)
    places.append(models.mass_centre(body)[0])

  models.each_step(solfec, record)
  period = 2 * math.pi * math.sqrt((1 + k) * arm / G)
  RUN(solfec, models.tight_solver(), 2.3 * period)
  first, _ = models.crossing(times, places, rising=False)
  second, _ = models.crossing(times, places, rising=False, after=first + 0.5 * period)
  return (second - first) / period, max(places[len(places) // 2:]) / (arm * math.sin(start))


for name, k, shape in (
    ('rod', 0.5, lambda p, r: ROD((p[0], -0.5 * LENGTH, p[2]), (0, LENGTH, 0), r, 1, 1)),
    ('ball', 0.4, lambda p, r: SPHERE(p, r, 1, 1)),
    ('ellipsoid', 0.4, lambda p, r: ELLIP(p, (r, r, r), 1, 1))):
  for moves in (False, True):
    where = '%s in a bore%s' % (name, ' with inertia' if moves else '')
    period, amplitude = swing(shape, k, name, moves)
    verify.check('%s: period over that of small swings' % where, period, 1.0, 1e-3)
    verify.check('%s: amplitude after two periods over the first' % where, amplitude, 1.0, 0.01)
verify.finish()
