# Shows:   rigid rotation about an axis held by two FIX_POINTs: speed and time of the passage
#          through the vertical.
# Setting: a bar 0.1 x 0.1 x 1 m turned by 30 degrees about y through (0, 0, 0.75), fixed at two
#          points of that axis, gravity 9.8 m/s^2.
# Source:  physical pendulum; energy balance and elliptic integral (oracle_pendulum.py).
# Expect:  referential omega_y = 2.1156487 rad/s when the centre passes x = 0, at t = T/4 of the
#          amplitude 30 degrees; errors of order 2 in h.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import oracle_pendulum
import verify

WIDTH, LENGTH, ARM, GRAVITY_Z = 0.1, 1.0, 0.25, 9.8
AMPLITUDE = math.radians(30)

inertia = oracle_pendulum.bar_inertia(1.0, LENGTH, WIDTH, ARM)
OMEGA = math.sqrt(2 * GRAVITY_Z * ARM * (1 - math.cos(AMPLITUDE)) / inertia)
QUARTER = oracle_pendulum.period(AMPLITUDE, math.sqrt(GRAVITY_Z * ARM / inertia)) / 4


def passage(h, scheme):
  """(omega_y, time) at which the centre passes x = 0 for the first time."""
  solfec, bulk = models.scene(h, 'bar-%s-%g' % (scheme, h), gravity=(0, 0, -GRAVITY_Z))
  bar = models.brick((-WIDTH / 2, -WIDTH / 2, 0), (WIDTH / 2, WIDTH / 2, LENGTH), (1, 1, 1))
  ROTATE(bar, (0, 0, 0.75), (0, 1, 0), -30)
  body = BODY(solfec, 'RIGID', bar, bulk)
  body.scheme = scheme
  FIX_POINT(body, (0, -0.05, 0.75))
  FIX_POINT(body, (0, 0.05, 0.75))

  times, xs, omegas = [], [], []

  def record():
    times.append(solfec.time)
    xs.append(body.conf[9])
    omegas.append(body.velo[1])

  models.each_step(solfec, record)
  RUN(solfec, models.default_solver(), 0.5)
  t, _ = models.crossing(times, xs)
  return models.sample(times, omegas, t), t


verify.case(1, 'Pinned bar')
steps = [4e-3, 2e-3, 1e-3]
for scheme in ('RIG_POS', 'RIG_NEG', 'RIG_IMP'):
  speeds, instants = [], []
  for h in steps:
    omega, t = passage(h, scheme)
    speeds.append(abs(omega) - OMEGA)
    instants.append(t - QUARTER)
  # order 2: error C h^2 with C of the size omega^3, the third derivative of the motion
  tolerance = 20 * steps[-1] ** 2
  verify.check('%s: omega_y (rad/s) at x = 0, h = 0.001' % scheme, OMEGA + speeds[-1], OMEGA,
               tolerance)
  verify.check('%s: time (s) of x = 0, h = 0.001' % scheme, QUARTER + instants[-1], QUARTER,
               tolerance)
  verify.order('%s: omega_y' % scheme, steps, speeds, 2)
  verify.order('%s: time' % scheme, steps, instants, 2)
verify.finish()
