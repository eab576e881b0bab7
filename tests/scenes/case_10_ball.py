# Shows:   Newton restitution of a bouncing ball.
# Setting: a ball dropped from 0.5 m on a floor, restitution 0.5, 0.8 and 1. The solver is tighter
#          than its default, for an energy that is kept to 1e-11.
# Source:  closed form: a ball dropped from height H arrives with v0 = sqrt(2 g H) and leaves after
#          the n-th bounce with e^n v0.
# Expect:  speeds e^n v0 up to n g h, the error falls with h; e = 1 keeps the energy in every step.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

G, HEIGHT = 9.81, 0.5
V0 = math.sqrt(2 * G * HEIGHT)


def drop(h, restitution, duration):
  """Speeds right after each bounce, total energies per mass, times and heights of all steps."""
  solfec, bulk = models.scene(h, 'ball-%g-%g' % (restitution, h), density=1000,
                              restitution=restitution)
  BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -0.5), (1, 1, 0)), bulk)
  ball = BODY(solfec, 'RIGID', SPHERE((0, 0, 0.1 + HEIGHT), 0.1, 1, 1), bulk)
  speeds, energies, before, heights = [], [], [0.0], []

  def record():
    v = models.linear_velocity(ball)[2]
    if before[0] < 0.0 < v:
      speeds.append(v)
    before[0] = v
    heights.append((solfec.time, models.mass_centre(ball)[2] - 0.1))
    energies.append(0.5 * v * v + G * (models.mass_centre(ball)[2] - 0.1))

  models.each_step(solfec, record)
  RUN(solfec, models.tight_solver(), duration)
  return speeds, energies, heights


verify.case(10, 'Bouncing ball')
GEOMETRIC_EPSILON(1e-6)  # contact is seen this much early; far below the way of a step
steps = [4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4]
for e, bounces in ((0.5, 3), (0.8, 5)):
  worst = []
  for h in steps:
    flight = V0 / G * (1 + 2 * sum(e ** n for n in range(1, bounces)) + e ** bounces)
    speeds, _, heights = drop(h, e, flight)
    errors = [abs(v - e ** (n + 1) * V0) for n, v in enumerate(speeds[:bounces])]
    verify.within('e = %g: bounces seen, h = %g' % (e, h), len(speeds), bounces, bounces + 1)
    for n, (v, error) in enumerate(zip(speeds, errors)):
      verify.check('e = %g: speed after bounce %d (m/s), h = %g' % (e, n + 1, h), v,
                   e ** (n + 1) * V0, (n + 1) * G * h)
    worst.append(max(errors))
  verify.curve('heights', 't (s)', 'gap (m)', 'e = %g' % e, *zip(*heights[::20]))
  # the instant of an impact within its step is erratic, so only the trend is of order 1
  verify.order('e = %g: speeds' % e, steps, worst, 1, margin=0.6)

for h in (1e-3, 5e-4):
  speeds, energies, _ = drop(h, 1.0, 5.0)
  # the mid-point rule keeps the energy of a parabola, an impact turns the speed round: rounding
  verify.below('e = 1: change of the energy relative to the start, h = %g' % h,
               max(abs(e / (G * HEIGHT) - 1) for e in energies), 1e-11)
  verify.within('e = 1: bounces in 5 s, h = %g' % h, len(speeds), 7, 8)
verify.finish()
