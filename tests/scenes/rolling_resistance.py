# Shows:   resistance to rolling (ROLLING_RESISTANCE): balls on a slope, a ball that comes to rest, a ball on a ball,
#          two balls that brake each other's spin, and a ball that slides without rolling.
# Setting: balls of radius r = 0.1 m, density 1000 kg/m^3, arm of the resistance p = 0.01 m, friction 0.5, g 10 m/s^2.
# Source:  moments about the contact: on a slope a ball rests up to tan a = p / r and rolls with
#          g (sin a - p / r cos a) / (1 + 2/5) above; on a level it stops after the way v^2 (7/5) / (2 g p / r). On the
#          top of an equal ball that is held, it rests up to the same slope of the tangent plane. Two balls pressed
#          together by N without friction change the difference of their spins at the rate 2 p N / (2/5 m r^2).
# Expect:  what rests does so to rounding; speeds, ways and energies to rounding but for the step in which a motion ends.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

G, RADIUS, ARM, DENSITY = 10.0, 0.1, 0.01, 1000.0
MASS = DENSITY * 4 / 3 * math.pi * RADIUS ** 3
INERTIA = 0.4 * MASS * RADIUS ** 2
LIMIT = math.atan(ARM / RADIUS)


def start(name, gravity, step=1e-3, friction=0.5):
  solfec = SOLFEC('DYNAMIC', step, 'out/rolling-resistance/' + name)
  solfec.verbose = 'OFF'
  SURFACE_MATERIAL(solfec, model='ROLLING_RESISTANCE', friction=friction, rolling=ARM)
  bulk = BULK_MATERIAL(solfec, 'KIRCHHOFF', 'stone', 1e9, 0.25, DENSITY)
  if gravity:
    GRAVITY(solfec, gravity)
  return solfec, bulk


def ball(solfec, bulk, centre, kind='RIGID'):
  return BODY(solfec, kind, SPHERE(centre, RADIUS, 1, 1), bulk)


def on_plane(name, angle, step=1e-3, friction=0.5):
  """A ball on a plane along x, with the gravity of a slope of this angle."""
  solfec, bulk = start(name, (G * math.sin(angle), 0, -G * math.cos(angle)), step, friction)
  BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -0.2), (20, 1, 0)), bulk)
  return solfec, ball(solfec, bulk, (0, 0, RADIUS))


def speeds(body):
  """Speed along x, and spin about y."""
  velocity = body.velo
  return models.linear_velocity(body)[0], velocity[1]


verify.case('rolling-resistance', 'Balls that do not roll for ever')
TIME = 0.5
for share in (0.5, 0.999):
  angle = math.atan(share * math.tan(LIMIT))
  solfec, body = on_plane('rests-%g' % share, angle)
  RUN(solfec, models.default_solver(), TIME)
  way = DISPLACEMENT(body, body.center)
  verify.below('slope of %g p / r: way after 0.5 s (m)' % share, models.norm(way), 1e-12)

angle = math.atan(3 * math.tan(LIMIT))
rate = G * (math.sin(angle) - ARM / RADIUS * math.cos(angle)) / 1.4
solfec, body = on_plane('rolls', angle)
RUN(solfec, models.default_solver(), TIME)
speed, spin = speeds(body)
verify.check('slope of 3 p / r: speed after 0.5 s (m/s)', speed, rate * TIME, 1e-9)
verify.check('slope of 3 p / r: rim speed after 0.5 s (m/s)', spin * RADIUS, rate * TIME, 1e-9)

# without friction and spin there is nothing that the couple could oppose
solfec, body = on_plane('slides', angle, friction=0.0)
RUN(solfec, models.default_solver(), TIME)
speed, spin = speeds(body)
verify.check('without friction: speed after 0.5 s (m/s)', speed, G * math.sin(angle) * TIME, 1e-10)
verify.below('without friction: spin after 0.5 s (rad/s)', spin, 1e-10)

# on a level: the step in which the ball stops makes an error of at most rate h^2 / 8
SPEED = 0.5123  # m/s: it stops within a step
rate = G * ARM / RADIUS / 1.4
for step in (4e-3, 1e-3):
  solfec, body = on_plane('stops-%g' % step, 0.0, step)
  INITIAL_VELOCITY(body, (SPEED, 0, 0), (0, SPEED / RADIUS, 0))
  RUN(solfec, models.default_solver(), 1.25 * SPEED / rate)
  way, exact = DISPLACEMENT(body, body.center)[0], SPEED ** 2 / (2 * rate)
  verify.check('level, step %g s: way to the stop (m)' % step, way, exact, 0.125 * rate * step ** 2 + 1e-9)
  verify.below('level, step %g s: speed after the stop (m/s)' % step, abs(speeds(body)[0]), 1e-12)
  kinetic, books = 0.5 * 1.4 * MASS * SPEED ** 2, ENERGY(solfec)
  verify.check('level, step %g s: energy in the books of friction (J)' % step, -books[4], kinetic, 1e-10 * kinetic)

# on the top of a ball that is held, off its highest point by an angle
for share in (0.9, 1.1):
  angle = math.atan(share * math.tan(LIMIT))
  solfec, bulk = start('on-a-ball-%g' % share, (0, 0, -G))
  ball(solfec, bulk, (0, 0, 0), 'OBSTACLE')
  body = ball(solfec, bulk, (2 * RADIUS * math.sin(angle), 0, 2 * RADIUS * math.cos(angle)))
  RUN(solfec, models.default_solver(), 0.2)
  way = models.norm(DISPLACEMENT(body, body.center))
  if share < 1:
    verify.below('ball on a ball at 0.9 p / r: way after 0.2 s (m)', way, 1e-12)
  else:
    # off the limit by e the rate is g e / 1.4 at first, and grows with the way
    first = 0.5 * 0.04 * G * (math.sin(angle) - ARM / RADIUS * math.cos(angle)) / 1.4
    verify.within('ball on a ball at 1.1 p / r: way after 0.2 s (m)', way, first, 2 * first)

# pressed together without friction: one spins
PRESS, SPIN = 40.0, 6.0
for when in (0.5, 1.5):
  solfec, bulk = start('brake-%g' % when, None, friction=0.0)
  bodies = [ball(solfec, bulk, (side * RADIUS, 0, 0)) for side in (-1, 1)]
  for side, body in zip((-1, 1), bodies):
    FORCE(body, 'SPATIAL', body.center, (-side, 0, 0), PRESS)
  INITIAL_VELOCITY(bodies[0], (0, 0, 0), (0, SPIN, 0))
  stop = SPIN * INERTIA / (2 * ARM * PRESS)
  RUN(solfec, models.default_solver(), when * stop)
  first, second = (body.velo[1] for body in bodies)
  turned = min(0.5 * SPIN, ARM * PRESS / INERTIA * solfec.time)
  verify.check('spins of two balls at %g of the stop (rad/s): first' % when, first, SPIN - turned, 1e-9)
  verify.check('spins of two balls at %g of the stop (rad/s): second' % when, second, turned, 1e-9)
verify.finish()
