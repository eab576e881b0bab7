# Shows:   a MOTOR to an angle or a travel with a limit brakes in time: it arrives in the shortest time that the limit allows.
# Setting: a wheel on a HINGE through its centre, an arm on a HINGE at its end, the arm with a wheel on its end that a
#          second MOTOR without a limit keeps from turning against it, a block on a SLIDER, two free wheels on one HINGE; the
#          target 0.5 (rad or sizes), and an angle that rises and falls in 1 s; no gain, and gains of 20 and 1000 for size 1; sizes 0.001, 1 and 1000; no gravity.
# Source:  full force for one half of the way and against it for the other one: T = 2 sqrt (d I/L) over the distance d with the
#          inertia I that the motor moves and its limit L.
# Expect:  the angle that needs two thirds of the limit is followed as without one; the target is not passed by more than 1e-3 of the way; all but 2 % of it is gone after T - sqrt (2 0.02 d I/L).

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

WAY, TIME, STEPS = 0.5, 1.0, 1000
_runs = [0]


def wheel(solfec, bulk, size, at=(0, 0, 0)):
  """A square of 1 x 0.1 x 1; about y through its centre it has I = m/6 per size^2."""
  low = [size * (a - b / 2) for a, b in zip(at, (1, 0.1, 1))]
  return BODY(solfec, 'RIGID', BOX(low, (size, 0.1 * size, size), 1, 1), bulk)


def arm(solfec, bulk, size):
  """A bar of 1 x 0.1 x 0.1 from the origin along x; about y at its end I = m (0.25 + 1.01/12)."""
  return BODY(solfec, 'RIGID', BOX((0, -0.05 * size, -0.05 * size), (size, 0.1 * size, 0.1 * size), 1, 1), bulk)


def centred(solfec, bulk, size):
  body = wheel(solfec, bulk, size)
  return HINGE(body, None, (0, 0, 0), (0, 1, 0)), body.mass / 6 * size ** 2, 'angle'


def hanging(solfec, bulk, size):
  body = arm(solfec, bulk, size)
  return HINGE(body, None, (0, 0, 0), (0, 1, 0)), body.mass * (0.25 + 1.01 / 12) * size ** 2, 'angle'


def chained(solfec, bulk, size):
  one, other = arm(solfec, bulk, size), wheel(solfec, bulk, size, (1, 0.1, 0))
  MOTOR(HINGE(other, one, (size, 0.05 * size, 0), (0, 1, 0)), angle=0.0)
  inertia = one.mass * (0.25 + 1.01 / 12) + other.mass * (1 + 1 / 6)
  return HINGE(one, None, (0, 0, 0), (0, 1, 0)), inertia * size ** 2, 'angle'


def sliding(solfec, bulk, size):
  body = wheel(solfec, bulk, size)
  return SLIDER(body, None, (0, 0, 0), (0, 0, 1)), body.mass, 'travel'


def free(solfec, bulk, size):
  one, other = wheel(solfec, bulk, size), wheel(solfec, bulk, size, (0, 0.1, 0))
  return HINGE(one, other, (0, 0.05 * size, 0), (0, 1, 0)), one.mass / 12 * size ** 2, 'angle'


verify.case('motor_braking', 'Motors with a limit arrive without swinging')
for name, build in (('wheel', centred), ('arm', hanging), ('arm with a wheel', chained), ('block on a SLIDER', sliding),
                    ('two free wheels', free)):
  for size in (1e-3, 1, 1e3):
    for gain in (None, 20.0, 1e3) if size == 1 else (None,):
      _runs[0] += 1
      solfec, bulk = models.scene(TIME / STEPS, 'motor_braking/%d' % _runs[0], density=1e3, gravity=(0, 0, 0))
      WARNINGS(solfec, 'OFF')
      joint, inertia, coordinate = build(solfec, bulk, size)
      way = WAY * size if coordinate == 'travel' else WAY
      needed = 0.6 * TIME
      limit = 4 * way * inertia / needed ** 2
      MOTOR(joint, **{coordinate: way, 'limit': limit}, **({'gain': gain} if gain else {}))
      seen = []
      models.each_step(solfec, lambda: seen.append(getattr(joint, coordinate) / way))
      RUN(solfec, GAUSS_SEIDEL_SOLVER(accuracy=1e-6 * size), TIME)
      title = '%s, size %g, %s: ' % (name, size, 'gain %g' % gain if gain else 'no gain')
      verify.within(title + 'largest part of the way', max(seen), 0.999, 1.001)
      late = max(k for k, part in enumerate(seen) if abs(part - 1) > 0.02) * TIME / STEPS
      exact = needed - math.sqrt(2 * 0.02 * way * inertia / limit)
      # a gain of 20 per second leaves the last percents to exp(-20 t)
      verify.within(title + 'time until 98 % of it (s)', late, exact - 0.01, exact + (0.15 if gain == 20.0 else 0.01))

# A smooth angle that needs two thirds of the limit: motors with and without it do alike.
ways = []
for share in (None, 1.5):
  solfec, bulk = models.scene(TIME / STEPS, 'motor_braking/followed-%s' % share, density=1e3, gravity=(0, 0, 0))
  joint, inertia, _ = hanging(solfec, bulk, 1)
  ramp = [(k * TIME / STEPS, WAY * (1 - math.cos(2 * math.pi * k / STEPS)) / 2) for k in range(STEPS + 1)]
  most = inertia * WAY / 2 * (2 * math.pi / TIME) ** 2
  MOTOR(joint, angle=TIME_SERIES(ramp), **({'limit': share * most} if share else {}))
  seen = []
  models.each_step(solfec, lambda: seen.append(joint.angle))
  RUN(solfec, GAUSS_SEIDEL_SOLVER(accuracy=1e-6), TIME)
  ways.append(seen)
verify.below('arm that follows an angle within its limit: largest distance (rad) from one without a limit',
             max(abs(a - b) for a, b in zip(*ways)), 1e-13)

verify.finish()
