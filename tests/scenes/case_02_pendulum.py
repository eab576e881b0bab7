# Shows:   a rigid link between a body and a point in space: period and energy of a pendulum.
# Setting: a ball of mass 1 kg on a rigid link of 1 m, released from the horizontal, gravity pi^2
#          m/s^2.
# Source:  mathematical pendulum, elliptic integral (oracle_pendulum.py).
# Expect:  amplitude 90 degrees, gravity pi^2: period 4 K(sin 45)/pi = 2.3606812 s, ten swings
#          23.606812 s; total energy pi^2; errors of order 2 in h, drift of the energy of order 5.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import oracle_pendulum
import verify

PERIOD = oracle_pendulum.period(math.pi / 2, math.pi)
ENERGY_0 = math.pi ** 2


def swing(h, duration):
  """(times, x, energies, link lengths) of all steps, and the error of the energy balance."""
  solfec, bulk = models.scene(h, 'pendulum-%g' % h, gravity=(0, 0, -math.pi ** 2))
  ball = BODY(solfec, 'RIGID', SPHERE((1, 0, 1), 0.05, 1, 1), bulk)
  BODY_CHARS(ball, 1.0, ball.volume, ball.center, (1, 0, 0, 0, 1, 0, 0, 0, 1))
  PUT_RIGID_LINK(ball, None, (1, 0, 1), (0, 0, 1))
  OUTPUT(solfec, 0.05)
  times, xs, energies, lengths = [], [], [], []

  def record():
    x, v = models.mass_centre(ball), models.linear_velocity(ball)
    times.append(solfec.time)
    xs.append(x[0])
    energies.append(0.5 * models.dot(v, v) + math.pi ** 2 * x[2])
    lengths.append(models.norm((x[0], x[1], x[2] - 1.0)))

  models.each_step(solfec, record)
  RUN(solfec, models.default_solver(), duration)
  names = ('KINETIC', 'INTERNAL', 'EXTERNAL', 'NUMERICAL')
  frames, *parts = HISTORY(solfec, [(solfec, name) for name in names], 0, duration)
  assert len(frames) > 100
  balance = max(abs(k + i - e - n) for k, i, e, n in zip(*parts))
  return times, xs, energies, lengths, balance


verify.case(2, 'Pendulum')
steps = [4e-3, 2e-3, 1e-3]
errors, ripples = [], []
for h in steps:
  times, xs, energies, lengths, balance = swing(h, 10.8 * PERIOD)
  first, _ = models.crossing(times, xs, rising=False)
  second, _ = models.crossing(times, xs, rising=False, after=first + 0.5 * PERIOD)
  eleventh, _ = models.crossing(times, xs, rising=False, after=first + 9.5 * PERIOD)
  errors.append((eleventh - first) / 10 - PERIOD)
  ripples.append(max(abs(e - ENERGY_0) for e in energies))
  swings = eleventh - first
  per_swing = int(round(PERIOD / h))
  early = sum(energies[:per_swing]) / per_swing
  late = sum(energies[9 * per_swing:10 * per_swing]) / per_swing
  # rounding of energies of about 10 J
  verify.below('kinetic energy minus work of all forces and NUMERICAL (J), h = %g' % h, balance, 1e-11)
  # the scheme is symmetric in time, but for what calms its joints: order 5
  verify.below('drift of the energy in nine swings (J), h = %g' % h, late - early, 4e-8 * (h / 4e-3) ** 5)
  # the link holds in every position: rounding
  verify.below('change of the length of the link (m), h = %g' % h,
               max(abs(length - 1) for length in lengths), 1e-12)

h2 = steps[-1] ** 2
# order 2: (pi h)^2 relative, h pi being the step in units of the linear frequency
verify.check('period (s), h = 0.001', second - first, PERIOD, PERIOD * math.pi ** 2 * h2)
verify.check('ten swings (s), h = 0.001', swings, 10 * PERIOD, 10 * PERIOD * math.pi ** 2 * h2)
verify.check('largest total energy (J), h = 0.001', ENERGY_0 + ripples[-1], ENERGY_0,
             ENERGY_0 * math.pi ** 2 * h2)
verify.order('period', steps, errors, 2)
verify.order('energy', steps, ripples, 2)
verify.finish()
