# Shows:   the balance of a quasi-static step is that of the places it reaches, not of those it begins at.
# Setting: an arm of 1 m with weight on a HINGE, turned to 1 rad by a MOTOR in 2 to 20 steps; the arm on the
#          torsion spring of the HINGE under a weight that grows; the arm on that spring with a FORCE at its
#          end that keeps its direction or follows the arm, and under a PRESSURE; a bar on a HINGE that a
#          PUT_SPRING from its end holds; a block on a table that turns by 20 degrees in 1 to 20 steps,
#          and by 30 degrees, where it slides; a rectangular cam under a flat follower of the weight W; a block
#          drawn above its centre over a floor; a ladder whose foot is drawn from the wall. Sizes 0.01, 1 and 100.
# Source:  statics.
# Expect:  torque M cos 1; k a = M cos a; k a = F L cos a or F L; the root of the moment about the hinge;
#          the block where the table carries it, friction 0.5 holding up to 26.6 degrees; torque of the cam
#          W dz/da, force of the ladder W dz/dx by virtual work; 0.3 W and 0.1 m of the drawn block.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

DENSITY, G, STEP = 2000.0, 9.81, 0.1
_runs = [0]


def scene(gravity=(0, 0, -G), **law):
  _runs[0] += 1
  solfec, bulk = models.scene(STEP, 'quasi_static_places/%d' % _runs[0], density=DENSITY,
                              gravity=gravity, analysis='QUASI_STATIC', **law)
  WARNINGS(solfec, 'OFF')
  return solfec, bulk


def arm(solfec, bulk, size):
  half = 0.05 * size
  return BODY(solfec, 'RIGID', models.slab((0, -half, -half), (size, half, half)), bulk)


def ramp(value, steps):
  """Grows to the value over the steps, and stays for two more."""
  return TIME_SERIES([0, 0, steps * STEP, value, 2 * steps * STEP, value])


def root(function, low, high):
  """Where a function falls through zero."""
  for _ in range(100):
    middle = 0.5 * (low + high)
    low, high = (middle, high) if function(middle) > 0 else (low, middle)
  return low


verify.case('quasi_static_places', 'Quasi-static balance at the places reached')
for size in (0.01, 1, 100):
  for steps in (2, 4, 20):
    solfec, bulk = scene()
    body = arm(solfec, bulk, size)
    pin = HINGE(body, None, (0, 0, 0), (0, 1, 0))
    MOTOR(pin, angle=TIME_SERIES([0, 0, steps * STEP, -1]))
    RUN(solfec, models.default_solver(), steps * STEP)
    moment = body.mass * G * 0.5 * size
    verify.check('size %g, %d steps, motor: torque over the moment of the weight' % (size, steps),
                 pin.torque / moment, -math.cos(1), 2e-3)

  for stiffness in (0.1, 0.5, 1, 10):
    solfec, bulk = scene(gravity=(0, 0, ramp(-G, 20)))
    body = arm(solfec, bulk, size)
    moment = body.mass * G * 0.5 * size
    pin = HINGE(body, None, (0, 0, 0), (0, 1, 0), spring=stiffness * moment)
    RUN(solfec, models.default_solver(), 22 * STEP)
    exact = root(lambda a: math.cos(a) - stiffness * a, 0, 0.5 * math.pi)
    verify.check('size %g, weight on a torsion spring of %g: angle, rad' % (size, stiffness), pin.angle, exact, 1e-3)

  for follows in (False, True):
    solfec, bulk = scene(gravity=(0, 0, 0))
    body = arm(solfec, bulk, size)
    pin = HINGE(body, None, (0, 0, 0), (0, 1, 0), spring=2.0 * size**4)
    FORCE(body, 'CONVECTED' if follows else 'SPATIAL', (size, 0, 0), (0, 0, -1), ramp(2.0 * size**3, 10))
    RUN(solfec, models.default_solver(), 12 * STEP)
    exact = 1.0 if follows else root(lambda a: math.cos(a) - a, 0, 0.5 * math.pi)
    verify.check('size %g, force that %s: angle, rad' % (size, 'follows the arm' if follows else 'keeps its direction'),
                 pin.angle, exact, 1e-3)

  solfec, bulk = scene(gravity=(0, 0, 0))
  half = 0.05 * size
  shape = HEX(models.corners((0, -half, -half), (size, half, half)), 1, 1, 1, 1, [1, 1, 1, 1, 1, 2])
  body = BODY(solfec, 'RIGID', shape, bulk)
  pin = HINGE(body, None, (0, 0, 0), (0, 1, 0), spring=2.0 * size**4)
  PRESSURE(body, 2, ramp(-2.0 * 2 * size**4 / (0.1 * size * size * size), 10))
  RUN(solfec, models.default_solver(), 12 * STEP)
  verify.check('size %g, pressure: angle, rad' % size, abs(pin.angle), 1.0, 1e-3)

  solfec, bulk = scene(gravity=(0, 0, ramp(-G, 20)))
  body = arm(solfec, bulk, size)
  moment = body.mass * G * 0.5 * size
  pin = HINGE(body, None, (0, 0, 0), (0, 1, 0))
  PUT_SPRING(body, (size, 0, 0), None, (size, 0, size), 2.0 * moment / size**2, (-1e6 * size, 1e6 * size))

  def turning(a):
    """Moment about the hinge over that of the weight, towards larger angles downwards."""
    end = (math.cos(a), -math.sin(a))
    to_anchor = (1 - end[0], 1 - end[1])
    length = math.hypot(*to_anchor)
    pull = 2.0 * (length - 1)
    lift = (end[0] * to_anchor[1] - end[1] * to_anchor[0]) / length
    return math.cos(a) - pull * lift

  RUN(solfec, models.default_solver(), 22 * STEP)
  verify.check('size %g, spring from the end: angle, rad' % size, pin.angle, root(turning, 0, 0.5 * math.pi), 1e-3)

  for steps in (1, 2, 20):
    solfec, bulk = scene(friction=0.5)
    table = BODY(solfec, 'OBSTACLE', models.slab([-size] * 3, (size, size, 0)), bulk)
    block = BODY(solfec, 'RIGID', models.slab((-0.2 * size, -0.2 * size, 0), (0.2 * size, 0.2 * size, 0.3 * size)), bulk)
    INITIAL_VELOCITY(table, (0, 0, 0), (0, math.radians(20) / (steps * STEP), 0))
    RUN(solfec, models.default_solver(), steps * STEP)
    corner = (-0.2 * size, -0.2 * size, 0)
    slip = math.dist(DISPLACEMENT(table, corner), DISPLACEMENT(block, corner)) / size
    verify.below('size %g, table, %d steps: slip, over the size' % (size, steps), slip, 1e-6)
    verify.below('size %g, table, %d steps: out of balance' % (size, steps), solfec.out_of_balance, 1e-3)

  solfec, bulk = scene(friction=0.5)
  table = BODY(solfec, 'OBSTACLE', models.slab([-size] * 3, (size, size, 0)), bulk)
  block = BODY(solfec, 'RIGID', models.slab((-0.2 * size, -0.2 * size, 0), (0.2 * size, 0.2 * size, 0.3 * size)), bulk)
  INITIAL_VELOCITY(table, (0, 0, 0), (0, math.radians(1) / STEP, 0))
  standing = [0]

  def count():
    standing[0] += solfec.out_of_balance < 1e-3

  models.each_step(solfec, count)
  RUN(solfec, models.default_solver(), 30 * STEP)
  verify.check('size %g, table: steps of 1 degree in which the block stands' % size, standing[0], 26, 0)

  for steps in (1, 3, 10):
    solfec, bulk = scene(friction=0.0)
    cam = BODY(solfec, 'RIGID', models.slab((-0.4 * size, -0.2 * size, -0.2 * size), (0.4 * size, 0.2 * size, 0.2 * size)), bulk)
    pin = HINGE(cam, None, (0, 0, 0), (0, -1, 0))
    follower = BODY(solfec, 'RIGID', models.slab((-size, -size, 0.2 * size), (size, size, 0.4 * size)), bulk)
    SLIDER(follower, None, (0, 0, 0.2 * size), (0, 0, 1))
    MOTOR(pin, angle=TIME_SERIES([0, 0, steps * STEP, 0.6]))
    RUN(solfec, models.default_solver(), steps * STEP)
    weight = follower.mass * G
    verify.check('size %g, cam, %d steps: torque over W' % (size, steps), pin.torque / (weight * size),
                 0.4 * math.cos(0.6) - 0.2 * math.sin(0.6), 1e-3)

    solfec, bulk = scene(friction=0.3)
    BODY(solfec, 'OBSTACLE', models.slab((-3 * size, -3 * size, -size), (3 * size, 3 * size, 0)), bulk)
    block = BODY(solfec, 'RIGID', models.slab((-0.2 * size, -0.2 * size, 0), (0.2 * size, 0.2 * size, 0.4 * size)), bulk)
    pull = SET_DISPLACEMENT(block, (0, 0, 0.3 * size), (1, 0, 0), TIME_SERIES([0, 0, steps * STEP, 0.1 * size]))
    RUN(solfec, models.default_solver(), steps * STEP)
    place = models.mass_centre(block)
    verify.below('size %g, drawn block, %d steps: off its place, over the size' % (size, steps),
                 math.dist(place, (0.1 * size, 0, 0.2 * size)) / size, 1e-6)
    verify.check('size %g, drawn block, %d steps: force over W' % (size, steps), pull.R[2] / (block.mass * G), 0.3, 1e-3)

    solfec, bulk = scene(friction=0.0)
    BODY(solfec, 'OBSTACLE', models.slab((-size, -3 * size, -size), (6 * size, 3 * size, 0)), bulk)
    BODY(solfec, 'OBSTACLE', models.slab((-2 * size, -3 * size, 0), (0, 3 * size, 6 * size)), bulk)
    foot, along, thick = (2 * size * math.cos(1.2), 0, 0), (-math.cos(1.2), math.sin(1.2)), 0.1 * size
    across = (math.sin(1.2), math.cos(1.2))

    def corner(a, b, y):
      return [foot[0] + a * along[0] + b * across[0], y, a * along[1] + b * across[1]]

    points = [corner(a, b, y) for a in (0, 2 * size) for b in (0, thick) for y in (-0.2 * size, 0.2 * size)]
    ladder = BODY(solfec, 'RIGID', HULL(sum(points, []), 1, 1), bulk)
    way = 2 * size * (math.cos(0.8) - math.cos(1.2))
    push = SET_DISPLACEMENT(ladder, foot, (1, 0, 0), TIME_SERIES([0, 0, steps * STEP, way]))
    RUN(solfec, models.default_solver(), steps * STEP)
    rise = size * math.cos(0.8) - 0.5 * thick * math.sin(0.8)
    verify.check('size %g, ladder, %d steps: force at the foot over W' % (size, steps), push.R[2] / (ladder.mass * G),
                 -rise / (2 * size * math.sin(0.8)), 2e-3)
verify.finish()
