# Shows:   impacts with restitution 1 in a row of balls: Newton's cradle.
# Setting: five frictionless balls of mass 1 kg and radius 0.05 m on rigid links of 20 m; the first
#          one is pulled aside by 60 degrees. Gaps of 1 mm, far above GEOMETRIC_EPSILON, part the
#          impacts in time. The second form: free balls in exact touch, no gravity, the first one
#          with the speed v0. The solver is tighter than its default, for speeds to 1e-9 of the
#          first one.
# Source:  closed form: impacts of pairs exchange speeds; simultaneous Newton impact of a touching
#          row gives U = -V in every contact and keeps the momentum.
# Expect:  after the first impacts (0, 0, 0, 0, 1) v0 to 1e-6; touching (-0.6, 0.4, 0.4, 0.4, 0.4)
#          v0; the energy of ten swings kept to 1e-6.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import oracle_pendulum
import verify

RADIUS, LENGTH, G, GAP = 0.05, 20.0, 9.81, 1e-3
ANGLE = math.radians(60)
V0 = math.sqrt(2 * G * LENGTH * (1 - math.cos(ANGLE)))
SWING = oracle_pendulum.period(ANGLE, math.sqrt(G / LENGTH))


def ball(solfec, bulk, centre):
  body = BODY(solfec, 'RIGID', SPHERE(centre, RADIUS, 1, 1), bulk)
  BODY_CHARS(body, 1.0, body.volume, body.center, (1, 0, 0, 0, 1, 0, 0, 0, 1))
  return body


class Cradle:
  """Samples of a run: times, speeds along x, angles of the first and of the last ball, energies."""

  def __init__(self, h, duration, interval):
    self.solfec, bulk = models.scene(h, 'cradle-%g-%g' % (h, duration), gravity=(0, 0, -G),
                                     restitution=1)
    self.balls = []
    self.pivots = [k * (2 * RADIUS + GAP) for k in range(5)]
    for k, x in enumerate(self.pivots):
      angle = -ANGLE if k == 0 else 0.0
      centre = (x + LENGTH * math.sin(angle), 0.0, LENGTH * (1 - math.cos(angle)))
      self.balls.append(ball(self.solfec, bulk, centre))
      PUT_RIGID_LINK(self.balls[-1], None, centre, (x, 0.0, LENGTH))
    self.times, self.speeds, self.angles, self.energies = [], [], [], []
    self.record()
    CALLBACK(self.solfec, interval, 0, self.record)
    RUN(self.solfec, GAUSS_SEIDEL_SOLVER(1e-14, 1000, 1e-20), duration)

  def record(self, _=0):
    centres = [models.mass_centre(b) for b in self.balls]
    speeds = [models.linear_velocity(b) for b in self.balls]
    self.times.append(self.solfec.time)
    self.speeds.append([v[0] for v in speeds])
    self.angles.append([math.asin((centres[k][0] - self.pivots[k]) / LENGTH) for k in (0, 4)])
    self.energies.append(sum(0.5 * models.dot(v, v) + G * c[2] for c, v in zip(centres, speeds)))
    return 1


def touching(h):
  """Speeds over v0 and the relative change of the energy after one impact of a touching row."""
  solfec, bulk = models.scene(h, 'touching-%g' % h, gravity=(0, 0, 0), restitution=1)
  balls = [ball(solfec, bulk, (2 * RADIUS * k, 0, 0)) for k in range(5)]
  INITIAL_VELOCITY(balls[0], (V0, 0, 0), (0, 0, 0))
  RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-14, 10000, 1e-24), 10 * h)
  speeds = [models.linear_velocity(b)[0] / V0 for b in balls]
  return speeds, sum(v * v for v in speeds) - 1


verify.case(11, "Newton's cradle")
H = 1.4e-4
first = Cradle(H, SWING / 4 + 4 * GAP / V0 + 8 * H, 0.01 * H)
for k, v in enumerate(first.speeds[-1]):
  # a ball is hit where its neighbour has passed the lowest point by the gap; that angle enters
  # squared, as (GAP/LENGTH)^2, and so does the height that the balls climb afterwards
  verify.check('gaps: speed of ball %d over v0 after the first impacts' % (k + 1), v / V0,
               1.0 if k == 4 else 0.0, 1e-6)
swings = Cradle(H, 10 * SWING, 0.01)
# the velocity of approach is that at the start of the step, so each of the 80 impacts errs by
# h times the acceleration along the path there
verify.below('gaps: change of the energy in ten swings, relative',
             max(abs(e / swings.energies[0] - 1) for e in swings.energies), 1e-6)
shown = [i for i, t in enumerate(swings.times) if t < 2.2 * SWING][::4]
for k, name in enumerate(('first ball', 'last ball')):
  verify.curve('angles', 't (s)', 'angle (rad)', name, [swings.times[i] for i in shown],
               [swings.angles[i][k] for i in shown])
for h in (1e-3, 1e-4):
  speeds, change = touching(h)
  for k, (v, exact) in enumerate(zip(speeds, (-0.6, 0.4, 0.4, 0.4, 0.4))):
    verify.check('touching: speed of ball %d over v0, h = %g' % (k + 1, h), v, exact, 1e-9)
  verify.below('touching: change of the energy, relative, h = %g' % h, change, 1e-9)
verify.finish()
