# Shows:   a load from a FORCE callback that depends on the velocity: a projectile with drag.
# Setting: mass 0.45359237 kg, launched with (2.54, 0, 12.7) m/s, gravity 9.81456 m/s^2, drag force
#          -m v, 1.976 s of flight.
# Source:  closed form: v' = -v + g, so x(T) = v0 (1 - exp(-T)) along x.
# Expect:  x(T) = 86.13774 inches. The callback sees the velocity at the start of the step, so the
#          order is 1: 86.08104 inches with 1024 steps, and the error halves with the step.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

MASS, G, T, INCH = 0.45359237, 9.81456, 1.976, 0.0254
V0 = (2.54, 0.0, 12.7)


def exact(t):
  """(x, z) in m."""
  gone = 1.0 - math.exp(-t)
  return V0[0] * gone, (V0[2] + G) * gone - G * t


def euler(steps):
  """x, inches, of the scheme: mean speed of each step, drag from the speed at its start."""
  h, x, v = T / steps, 0.0, V0[0]
  for _ in range(steps):
    after = v - h * v
    x, v = x + 0.5 * h * (v + after), after
  return x / INCH


def fly(steps):
  """Positions (x, z) of all steps, m."""
  h = T / steps
  solfec, bulk = models.scene(h, 'projectile-%d' % steps, gravity=(0, 0, -G))
  ball = BODY(solfec, 'RIGID', SPHERE((0, 0, 0), 0.05, 1, 1), bulk)
  BODY_CHARS(ball, MASS, ball.volume, ball.center, (1, 0, 0, 0, 1, 0, 0, 0, 1))
  INITIAL_VELOCITY(ball, V0, (0, 0, 0))

  def drag(q, u, t, step):
    return (-MASS * u[3], -MASS * u[4], -MASS * u[5], 0, 0, 0, 0, 0, 0)

  FORCE(ball, 'SPATIAL', (0, 0, 0), (0, 0, 0), drag)
  way = [(0.0, 0.0)]
  models.each_step(solfec, lambda: way.append(models.mass_centre(ball)[::2]))
  RUN(solfec, models.default_solver(), T)
  return way


verify.case(4, 'Projectile with drag')
verify.check('closed form: x at the end (inch)', exact(T)[0] / INCH, 86.13774, 5e-6)
counts = [256, 512, 1024, 2048]
errors_x, errors_z = [], []
for steps in counts:
  way = fly(steps)
  h = T / steps
  x, z = way[-1]
  errors_x.append(x - exact(T)[0])
  errors_z.append(z - exact(T)[1])
  # order 1, leading term h/2 w0 (T exp(-T) - (1 - exp(-T))), w0 the speed above the terminal one
  bound = 0.5 * h * (1.0 - math.exp(-T))
  verify.check('x at the end (inch), T/h = %d' % steps, x / INCH, exact(T)[0] / INCH,
               bound * V0[0] / INCH)
  verify.check('z at the end (m), T/h = %d' % steps, z, exact(T)[1], bound * (V0[2] + G))
  verify.check('x of the same scheme written out (inch), T/h = %d' % steps, x / INCH, euler(steps),
               1e-10)
  if steps == 1024:
    verify.check('x at the end (inch), listed figure, T/h = 1024', x / INCH, 86.08104, 5e-6)
    verify.curve('path', 'x (m)', 'z (m)', 'computed, 1024 steps', [p[0] for p in way[::64]],
                 [p[1] for p in way[::64]], points=True)
times = [T * k / 200 for k in range(201)]
verify.curve('path', 'x (m)', 'z (m)', 'exact', *zip(*(exact(t) for t in times)))
steps = [T / n for n in counts]
verify.order('x', steps, errors_x, 1, margin=0.05)
verify.order('z', steps, errors_z, 1, margin=0.05)
for k in range(1, len(counts)):
  verify.check('error of x, T/h = %d over that of T/h = %d' % (counts[k], counts[k - 1]),
               errors_x[k] / errors_x[k - 1], 0.5, 0.01)
verify.finish()
