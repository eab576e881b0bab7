# Shows:   sliding turns into rolling.
# Setting: a sphere of radius 0.1 m on a floor, mu 0.3, launched with 2 m/s without spin.
# Source:  closed form for a solid sphere.
# Expect:  a sphere launched sliding with v0 rolls at t = 2 v0/(7 mu g) with 5/7 v0.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

MU, G, V0, RADIUS = 0.3, 9.81, 2.0, 0.1
INSTANT = 2 * V0 / (7 * MU * G)


def launch(h, scheme):
  """(time at which the slip has gone, speed then, speed and slip at the end), and all samples."""
  solfec, bulk = models.scene(h, 'rolling-%s-%g' % (scheme, h), density=1000, friction=MU)
  BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -0.5), (3, 1, 0)), bulk)
  ball = BODY(solfec, 'RIGID', SPHERE((0, 0, RADIUS), RADIUS, 1, 1), bulk)
  ball.scheme = scheme
  INITIAL_VELOCITY(ball, (V0, 0, 0), (0, 0, 0))
  found, samples = [], []

  def slip():
    return models.linear_velocity(ball)[0] - RADIUS * ball.velo[1]  # the axis y does not turn

  def record():
    samples.append((solfec.time, models.linear_velocity(ball)[0], RADIUS * ball.velo[1]))
    if not found and abs(slip()) < 1e-9 * V0:
      found.append((solfec.time, models.linear_velocity(ball)[0]))

  models.each_step(solfec, record)
  RUN(solfec, models.default_solver(), 2 * INSTANT)
  instant, speed = found[0]
  return instant, speed, models.linear_velocity(ball)[0], slip(), samples


verify.case(19, 'Rolling')
for scheme in ('RIG_POS', 'RIG_NEG', 'RIG_IMP'):
  for h in (1e-3, 5e-4):
    instant, speed, last, slip, samples = launch(h, scheme)
    verify.check('%s: time (s) of rolling, h = %g' % (scheme, h), instant, INSTANT, h)
    # friction acts at the arm r in every step, so the impulses balance exactly
    verify.check('%s: speed (m/s) when it rolls, h = %g' % (scheme, h), speed, 5.0 / 7.0 * V0,
                 1e-9 * V0)
    verify.check('%s: speed (m/s) at the end, h = %g' % (scheme, h), last, 5.0 / 7.0 * V0,
                 1e-9 * V0)
    verify.below('%s: slip (m/s) at the end, h = %g' % (scheme, h), slip, 1e-9 * V0)
times, speeds, spins = zip(*samples[::20])
for name, values in (('speed', speeds), ('r omega', spins)):
  verify.curve('speeds', 't (s)', 'speed (m/s)', name, times, values)
verify.curve('speeds', 't (s)', 'speed (m/s)', 'exact', [INSTANT], [5.0 / 7.0 * V0], points=True)
verify.finish()
