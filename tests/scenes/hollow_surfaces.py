# Shows:   what slides or rolls along a hollow surface keeps its energy, as on a joint.
# Setting: a bore of 0.15 m: a ball, a rod and an ellipsoid of revolution of 0.05 m swing in it from
#          0.6 rad, without friction and rolling (mu 3), for 20 s; a ball and a block go round on its
#          wall without gravity at 6 rad/s for 5 s, the wall at rest or turning about its axis; a ball
#          leaves the wall on its way up; a ball in the ring of a free body. h = 1 ms and half of it.
# Source:  energy and momentum; sliding swings are a pendulum of the length 0.1 m with the period
#          4 sqrt(l / g) K(sin(A / 2)); with v0^2 = 4 g l at the bottom the wall is left where
#          cos = -2/3; two bodies with equal and opposite momenta and one moment.
# Expect:  energy to 4e-3 of that of the swing (10 to 20 % are lost where U_N = 0 along the normal of
#          mid-step), in second order of the step, as the period.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

G, R, r, AMPLITUDE = 9.81, 0.15, 0.05, 0.6
LENGTH = R - r
DOWN = (0, 0, -1)


def hollow(step, name, friction=0.0, gravity=G, kind='OBSTACLE'):
  """An analysis with a bore along y about the origin."""
  solfec, bulk = models.scene(step, 'hollow/' + name, density=1000, friction=friction,
                              gravity=(0, 0, -gravity))
  wall = BODY(solfec, kind, BORE((0, -0.2, 0), (0, 0.4, 0), R, 0.05, 1, 1), bulk)
  return solfec, bulk, wall


def on_wall(angle, radius=LENGTH):
  return (radius * math.sin(angle), 0, -radius * math.cos(angle))


def shape_of(kind, c):
  if kind == 'ROD':
    return ROD((c[0], -0.1, c[2]), (0, 0.2, 0), r, 1, 1)
  if kind == 'ELLIP':
    return ELLIP(c, (r, 0.08, r), 1, 1)
  return SPHERE(c, r, 1, 1)


def swing(kind, friction, step, duration):
  """Energy lost over that of the swing, and a late time of passing the bottom to the right."""
  solfec, bulk, _ = hollow(step, '%s-%g-%g' % (kind, friction, step), friction)
  body = BODY(solfec, 'RIGID', shape_of(kind, on_wall(-AMPLITUDE)), bulk)
  OUTPUT(solfec, step)
  start = body.center[2]
  RUN(solfec, models.tight_solver(), duration)
  energy = ENERGY(solfec)[0] + body.mass * G * (body.conf[11] - start)
  times, x = HISTORY(solfec, [(body, body.center, 'CX')], 0, duration)
  passed, _ = models.crossing(times, x, 0.0, True, duration - 1.0)
  return energy / (body.mass * G * LENGTH * (1 - math.cos(AMPLITUDE))), passed


def circle(kind, step, spin, friction=0.0):
  """Energy lost in 5 s by what goes round on the wall without gravity, over the energy; how far it
  comes off its circle, over the radius."""
  solfec, bulk, wall = hollow(step, 'circle-%s-%g-%g' % (kind, step, spin), friction, gravity=0)
  INITIAL_VELOCITY(wall, (0, 0, 0), (0, spin, 0))
  rate = 6.0
  if kind == 'BLOCK':  # two edges touch the wall
    half = 0.04
    low = math.sqrt(R ** 2 - half ** 2)
    body = BODY(solfec, 'RIGID', models.slab((-half, -0.05, -low), (half, 0.05, -low + 0.06)), bulk)
    INITIAL_VELOCITY(body, (rate * body.center[2], 0, 0), (0, rate, 0))
  else:
    body = BODY(solfec, 'RIGID', shape_of(kind, on_wall(0)), bulk)
    INITIAL_VELOCITY(body, (-rate * LENGTH, 0, 0), (0, 0, 0))
  before, radius, off = ENERGY(solfec)[0], models.norm(models.mass_centre(body)), [0.0]

  def look():
    off[0] = max(off[0], abs(models.norm(models.mass_centre(body)) / radius - 1))

  models.each_step(solfec, look)
  RUN(solfec, models.tight_solver(), 5)
  return (ENERGY(solfec)[0] - before) / before, off[0]


def way_up(step):
  """Cosine of the angle from the bottom at which a ball leaves the wall: its normal force ends."""
  solfec, bulk, _ = hollow(step, 'way-up-%g' % step)
  ball = BODY(solfec, 'RIGID', shape_of('SPHERE', on_wall(0)), bulk)
  INITIAL_VELOCITY(ball, (math.sqrt(4 * G * LENGTH), 0, 0), (0, 0, 0))
  last = []

  def look():
    if any(c.R[2] > 0 for c in models.contacts_of(ball)):
      last[:] = [-ball.conf[11] / math.hypot(ball.conf[9], ball.conf[11])]

  models.each_step(solfec, look)
  RUN(solfec, models.tight_solver(), 0.3)
  return last[0]


def free_ring(step):
  """A ball in the ring of a free body: energy lost over it, momentum left over that of the ball."""
  solfec, bulk, ring = hollow(step, 'ring-%g' % step, gravity=0, kind='RIGID')
  ball = BODY(solfec, 'RIGID', shape_of('SPHERE', on_wall(0)), bulk)
  speed = 0.5
  INITIAL_VELOCITY(ball, (speed, 0, 0), (0, 0, 0))
  INITIAL_VELOCITY(ring, (-speed * ball.mass / ring.mass, 0, 0), (0, 0, 0))
  before = ENERGY(solfec)[0]
  RUN(solfec, models.tight_solver(), 3)
  momentum = [ball.mass * a + ring.mass * b for a, b in zip(ball.velo[3:6], ring.velo[3:6])]
  return (ENERGY(solfec)[0] - before) / before, models.norm(momentum) / (ball.mass * speed)


verify.case('hollow_surfaces', 'Sliding and rolling along hollow surfaces')
for kind in ('SPHERE', 'ROD', 'ELLIP'):
  for friction in (0.0, 3.0):
    lost, _ = swing(kind, friction, 1e-3, 20)
    verify.below('energy of the swing lost in 20 s, %s, friction %g' % (kind, friction), abs(lost),
                 4e-3)

a, b = 1.0, math.cos(AMPLITUDE / 2)  # arithmetic-geometric mean
for _ in range(6):
  a, b = 0.5 * (a + b), math.sqrt(a * b)
period = 2 * math.pi * math.sqrt(LENGTH / G) / a
steps, losses, misses = (2e-3, 1e-3, 5e-4), [], []
for step in steps:
  lost, passed = swing('SPHERE', 0.0, step, 3)
  losses.append(abs(lost))
  misses.append(abs(passed / (period * (math.floor(passed / period) + 0.25)) - 1))
verify.order('energy of a sliding ball', steps, losses, 2, 0.5)
verify.order('period of a sliding ball', steps, misses, 2, 0.5)
verify.below('period of a sliding ball, relative error at 1 ms', misses[1], 1e-4)

for kind in ('SPHERE', 'ROD', 'BLOCK'):
  for spin in (0.0, 6.0, 20.0) + ((-20.0,) if kind != 'BLOCK' else ()):
    lost, off = circle(kind, 1e-3, spin)
    name = '%s, wall turns by %g rad/s' % (kind, spin)
    verify.below('energy lost in 5 s on a circle, ' + name, abs(lost), 1e-3)
    verify.below('way off the circle over its radius, ' + name, off, 1e-3)
verify.check('cosine where a ball leaves the wall on its way up', way_up(2.5e-4), -2 / 3, 2e-3)
lost, momentum = free_ring(1e-3)
verify.below('energy lost in 3 s in the ring of a free body', abs(lost), 1e-3)
verify.below('momentum of both over that of the ball', momentum, 1e-9)
verify.finish()
