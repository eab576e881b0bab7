# Shows:   the schemes of rigid rotation without loads: energy and angular momentum.
# Setting: principal moments of inertia (1, 2, 3) kg m^2, angular velocity (0.5, 5, 0.5) rad/s near
#          the middle axis, where the motion tumbles.
# Source:  Euler's equations: energy and spatial angular momentum are constant; the angular velocity
#          in body axes returns after the period 4 K(k)/p (Landau and Lifshitz, Mechanics, section
#          37).
# Expect:  drift of the energy over whole periods: RIG_POS positive and RIG_NEG negative, both of
#          order 3; the energy of RIG_IMP swings by an error of order 2. Spatial angular momentum:
#          RIG_NEG and RIG_IMP to rounding, RIG_POS of order 2.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import oracle_pendulum
import verify

J = (1.0, 2.0, 3.0)
OMEGA = (0.5, 5.0, 0.5)
TWICE_E = sum(j * w * w for j, w in zip(J, OMEGA))
L2 = sum((j * w) ** 2 for j, w in zip(J, OMEGA))
# L^2 > 2 E J2: the motion circles the axis of J3
RATE = math.sqrt((J[2] - J[1]) * (L2 - TWICE_E * J[0]) / (J[0] * J[1] * J[2]))
MODULUS = math.sqrt((J[1] - J[0]) * (TWICE_E * J[2] - L2)
                    / ((J[2] - J[1]) * (L2 - TWICE_E * J[0])))
PERIOD = 4 * oracle_pendulum.elliptic_k(MODULUS) / RATE


def momentum(body):
  """Spatial angular momentum R J Omega; conf holds R column by column."""
  q, w = body.conf, body.velo
  return [sum(q[3 * j + i] * J[j] * w[j] for j in range(3)) for i in range(3)]


def tumble(steps, scheme, periods):
  """Energy drift (relative), largest energy error, momentum error, error of omega; omega_2(t)."""
  h = PERIOD / steps
  solfec, bulk = models.scene(h, 'tumble-%s-%d' % (scheme, steps), gravity=(0, 0, 0))
  body = BODY(solfec, 'RIGID', SPHERE((0, 0, 0), 1, 1, 1), bulk)
  BODY_CHARS(body, 1.0, body.volume, body.center, (J[0], 0, 0, 0, J[1], 0, 0, 0, J[2]))
  body.scheme = scheme
  INITIAL_VELOCITY(body, (0, 0, 0), OMEGA)
  start, middle, changes, worst = momentum(body), [], [], [0.0]

  def record():
    w = body.velo[:3]
    middle.append((solfec.time, w[1]))
    changes.append(sum(j * x * x for j, x in zip(J, w)) / TWICE_E - 1)
    worst[0] = max(worst[0], models.norm([a - b for a, b in zip(momentum(body), start)]))

  models.each_step(solfec, record)
  RUN(solfec, models.default_solver(), periods * PERIOD)
  omega = models.norm([a - b for a, b in zip(body.velo[:3], OMEGA)])
  return changes[-1], max(map(abs, changes)), worst[0] / math.sqrt(L2), omega, middle


verify.case(13, 'Free rotation')
counts = [400, 800, 1600, 3200]
hs = [PERIOD / n for n in counts]
PERIODS = 2
for scheme in ('RIG_POS', 'RIG_NEG', 'RIG_IMP'):
  runs = [tumble(n, scheme, PERIODS) for n in counts]
  drifts, swings, momenta, omegas = ([r[k] for r in runs] for k in range(4))
  verify.order('%s: angular velocity after two periods (rad/s)' % scheme, hs, omegas, 2)
  if scheme == 'RIG_IMP':
    verify.order('RIG_IMP: largest error of the energy, relative', hs, swings, 2)
  else:
    verify.order('%s: drift of the energy in two periods, relative' % scheme, hs, drifts, 3)
    for n, drift in zip(counts, drifts):
      verify.equal('%s: sign of the drift of the energy, T/h = %d' % (scheme, n),
                   'positive' if drift > 0 else 'negative',
                   'positive' if scheme == 'RIG_POS' else 'negative')
  if scheme == 'RIG_POS':
    verify.order('RIG_POS: spatial angular momentum, relative', hs, momenta, 2)
  else:
    for n, momentum_error in zip(counts, momenta):
      # rounding of one product of rotations per step
      verify.below('%s: change of the spatial angular momentum, relative, T/h = %d' % (scheme, n),
                   momentum_error, 1e-15 * PERIODS * n)
  shown = runs[0][4][::16]
  verify.curve('middle axis', 't (s)', 'omega_2 (rad/s)', scheme, *zip(*shown), points=True)
exact = tumble(12800, 'RIG_NEG', PERIODS)[4][::64]
verify.curve('middle axis', 't (s)', 'omega_2 (rad/s)', 'RIG_NEG, 32 times smaller step',
             *zip(*exact))
verify.finish()
