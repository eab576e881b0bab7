# Shows:   the spring-dashpot contact of PENALTY_SOLVER: the ball of the tutorial ball-impact.
# Setting: a ball of radius 1 m and density 2000 kg/m^3 meets the floor with 5 m/s; spring 1e9 N/m,
#          dashpots 0, 1e6 and 1e7 N s/m, gravity 10 m/s^2.
# Source:  Solfec User Manual (T. Koziara, 2010), section 5.2; Runge-Kutta of the exact equation
#          (oracle_ball.py).
# Expect:  share of the kinetic energy that the ball leaves with at successive bounces: dashpot 0:
#          1; 1e6: 0.37128, 0.13690, 0.04989; 1e7: 0.00112; the error falls with h. The listed
#          figures 0.9945, 1.0088 (h = 1e-3), 0.3713, 0.1376, 0.0507, 0.0011 (1e-4) are those of the
#          scheme.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import oracle_ball
import verify

SPEED, SPRING, G = 5.0, 1e9, 10.0


def bounce(h, dashpot, duration, solver):
  """Shares of the kinetic energy of flight through the height of the surface, per bounce."""
  solfec, bulk = models.scene(h, 'impact-%g-%g-%s' % (dashpot, h, solver[0]), density=2e3,
                              gravity=(0, 0, -G), model='SPRING_DASHPOT', spring=SPRING,
                              dashpot=dashpot)
  BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -1), (1, 1, 0)), bulk)
  ball = BODY(solfec, 'RIGID', SPHERE((0, 0, 1), 1, 1, 1), bulk)
  INITIAL_VELOCITY(ball, (0, 0, -SPEED), (0, 0, 0))
  shares, before = [], [0.0]

  def record():  # at the top of each flight v^2/2 + g (z - r) is the energy at the surface
    v, z = models.linear_velocity(ball)[2], models.mass_centre(ball)[2] - 1.0
    if before[0] > 0.0 >= v:
      shares.append((v * v + 2 * G * z) / SPEED ** 2)
    before[0] = v

  models.each_step(solfec, record)
  RUN(solfec, solver[1], duration)
  return shares, ball.mass


verify.case(10, 'Ball on a spring and a dashpot')
GEOMETRIC_EPSILON(1e-6)
LISTED = {(0.0, 1e-3): (0.9945, 1.0088), (0.0, 1e-4): (0.9999, 0.9999),
          (1e6, 1e-4): (0.3713, 0.1376, 0.0507), (1e7, 1e-4): (0.0011,)}  # four decimals
COUNT = {0.0: 2, 1e6: 3, 1e7: 1}
DURATION = {0.0: 1.7, 1e6: 1.2, 1e7: 0.1}
steps = [1e-3, 5e-4, 2e-4, 1e-4]
# relative to the contact, which lasts 9 ms: h = 1e-3 leaves nine steps for it
TOLERANCE = {1e-3: 0.02, 5e-4: 0.01, 2e-4: 4e-3, 1e-4: 2e-3}
mass = 2e3 * 4.0 / 3.0 * math.pi
for dashpot in (0.0, 1e6, 1e7):
  exact = oracle_ball.returned_shares(mass, SPEED, SPRING, dashpot, G, COUNT[dashpot])
  worst = []
  for h in steps:
    shares, computed_mass = bounce(h, dashpot, DURATION[dashpot], ('penalty', PENALTY_SOLVER()))
    verify.check('mass of the ball (kg)', computed_mass, mass, 1e-9 * mass)
    verify.within('bounces seen, dashpot %g, h = %g' % (dashpot, h), len(shares), COUNT[dashpot],
                  COUNT[dashpot] + 1)
    for k, (share, value) in enumerate(zip(shares, exact)):
      verify.check('share of bounce %d, dashpot %g, h = %g' % (k + 1, dashpot, h), share, value,
                   TOLERANCE[h])
    for k, listed in enumerate(LISTED.get((dashpot, h), ())):
      verify.check('listed share of bounce %d, dashpot %g, h = %g' % (k + 1, dashpot, h),
                   shares[k], listed, 5.1e-5)
    worst.append(max(abs(s - e) for s, e in zip(shares, exact)))
  verify.order('share, dashpot %g' % dashpot, steps, worst, 1)

# one contact, so Gauss-Seidel solves the same law
shares, _ = bounce(1e-3, 1e6, 1.2, ('penalty-2', PENALTY_SOLVER()))
others, _ = bounce(1e-3, 1e6, 1.2, ('gauss-seidel', GAUSS_SEIDEL_SOLVER()))
for k, (a, b) in enumerate(zip(shares, others)):
  verify.check('Gauss-Seidel: share of bounce %d, dashpot 1e6, h = 0.001' % (k + 1), b, a, 1e-9)
verify.finish()
