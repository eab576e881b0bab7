# Shows:   impacts with restitution passed on through rigid links: a double pendulum against a wall.
# Setting: two masses of 1 kg on links of 1 m, released at 60 and 36 degrees beside a frictionless
#          wall, restitution 0.1, gravity 9.81 m/s^2.
# Source:  event-driven integration (oracle_double_pendulum.py).
# Expect:  energies above the value at t = 2.4 s: 11.676659, 9.024532, 0.900987, 0.645321 J at t =
#          0, 0.6, 1.0, 1.5 s within 1.5e-2 J at h = 1e-3, falling with h; impacts of the first mass
#          at 0.54523, 1.28407, 2.13055 s and of the second at 0.70757, 2.09667 s, to 5 h.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import oracle_double_pendulum as oracle
import verify

A1, A2, RESTITUTION = math.radians(60), math.radians(36), 0.1
TIMES = [0.0, 0.6, 1.0, 1.5, 2.4]


def fall(h):
  """(times, energies, impacts as (time, ball)) of a run over 2.4 s."""
  solfec, bulk = models.scene(h, 'double-pendulum-%g' % h, restitution=RESTITUTION)
  BODY(solfec, 'OBSTACLE', models.slab((-0.10, -2, -2), (-0.05, 2, 4)), bulk)
  p1 = (math.sin(A1), 0.0, 2 - math.cos(A1))
  p2 = (p1[0] + math.sin(A2), 0.0, p1[2] - math.cos(A2))
  balls = []
  for point in (p1, p2):
    ball = BODY(solfec, 'RIGID', SPHERE(point, 0.05, 1, 1), bulk)
    BODY_CHARS(ball, 1.0, ball.volume, ball.center, (1, 0, 0, 0, 1, 0, 0, 0, 1))
    balls.append(ball)
  PUT_RIGID_LINK(balls[0], None, p1, (0, 0, 2))
  PUT_RIGID_LINK(balls[0], balls[1], p1, p2)

  def energy():
    total = 0.0
    for ball in balls:
      v = models.linear_velocity(ball)
      total += 0.5 * models.dot(v, v) + 9.81 * models.mass_centre(ball)[2]
    return total

  times, energies, impacts = [0.0], [energy()], []
  last = [-1.0, -1.0]

  def record():
    times.append(solfec.time)
    energies.append(energy())
    for i, ball in enumerate(balls):
      if any(c.R[2] > 0 for c in models.contacts_of(ball)):
        if solfec.time - last[i] > 10 * h:
          impacts.append((solfec.time, i))
        last[i] = solfec.time

  models.each_step(solfec, record)
  RUN(solfec, models.default_solver(), 2.4)
  return times, energies, impacts


verify.case(3, 'Double pendulum against a wall')
exact, exact_impacts = oracle.solve(A1, A2, RESTITUTION, TIMES)
# the oracle itself against the figures of the literature list
for value, stored in zip(exact, (11.676659, 9.024532, 0.900987, 0.645321)):
  verify.check('oracle: energy (J)', value - exact[-1], stored, 1e-6)

GEOMETRIC_EPSILON(1e-6)  # contact is seen this much early; far below the way of a step, 4e-3 m
steps = [1e-3, 5e-4, 2.5e-4]
worst = []
for h in steps:
  times, energies, impacts = fall(h)
  errors = []
  for t, e in zip(TIMES[:-1], exact):
    computed = energies[int(round(t / h))] - energies[-1]
    errors.append(abs(computed - (e - exact[-1])))
    # order 1: the time of an impact is rounded to a step; 1.5e-2 J at 1e-3 s
    verify.check('energy above that at 2.4 s (J) at t = %g s, h = %g' % (t, h), computed,
                 e - exact[-1], 15 * h)
  worst.append(max(errors))
  before = [e for t, e in zip(times, energies) if t < exact_impacts[0][0] - 2 * h]
  verify.below('drift before the first impact (J), h = %g' % h,
               max(abs(e - before[0]) for e in before), 2e-5)
  verify.equal('masses that hit the wall, in order, h = %g' % h, [i for _, i in impacts],
               [i for _, i in exact_impacts])
  for (t, _), (t0, ball) in zip(impacts, exact_impacts):
    verify.check('impact of mass %d (s), h = %g' % (ball + 1, h), t, t0, 5 * h)
shown = slice(None, None, 40)
verify.curve('energy', 't (s)', 'energy above that at 2.4 s (J)', 'computed, h = %g' % h,
             times[shown], [e - energies[-1] for e in energies[shown]])
verify.curve('energy', 't (s)', 'energy above that at 2.4 s (J)', 'event-driven', TIMES[:-1],
             [e - exact[-1] for e in exact[:-1]], points=True)
# order 1 would give 0.25; the rounding of impacts to steps is erratic
verify.within('largest energy error at the smallest step over that at the largest',
              worst[-1] / worst[0], 0.0, 0.5)
verify.finish()
