# Shows:   joints of quasi-static steps in which bodies turn stay together.
# Setting: a bar of 1 m on a HINGE whose MOTOR turns it by 2.4 rad; a slider-crank, its crank driven by a
#          MOTOR through 2.4 rad; a ball with weight on a rigid link whose upper end the bar carries
#          round, where it hangs straight down; the bar on the rim of an obstacle that turns; a bar on a FIX_POINT whose end a
#          SET_DISPLACEMENT lifts by 0.6 m; a bar on a BALL and an actuator, a SLIDER with a MOTOR between
#          two hinged bodies. 8, 16 and 80 steps; sizes 0.001, 1 and 1000.
# Source:  geometry.
# Expect:  points of joints, lengths of links, angles, travels and prescribed displacements as the geometry says.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

ANGLE, TIME = 2.4, 1.0
_runs = [0]


def scene(steps, gravity=0.0):
  _runs[0] += 1
  solfec, bulk = models.scene(TIME / steps, 'quasi_static_joints/%d' % _runs[0], density=1000,
                              gravity=(0, 0, -gravity), analysis='QUASI_STATIC')
  WARNINGS(solfec, 'OFF')
  return solfec, bulk


def bar(solfec, bulk, size, a, b):
  """Bar along x from a to b, in sizes."""
  width = 0.05 * size
  low, high = (size * a[0], size * a[1] - width, size * a[2] - width), (size * b[0], size * b[1] + width, size * b[2] + width)
  return BODY(solfec, 'RIGID', models.slab(low, high), bulk)


def center(body):
  """Where the centre of a rigid body is."""
  return tuple(body.conf[9:12])


def turned(angle, length):
  """Where rotation about -y takes a point at a distance along x."""
  return (length * math.cos(angle), 0.0, length * math.sin(angle))


def record(solfec, look):
  """The largest of what `look` returns in each step."""
  worst = [0.0, 0]

  def see():
    worst[0], worst[1] = max(worst[0], look()), worst[1] + 1

  models.each_step(solfec, see)
  return worst


def ramp(value):
  return TIME_SERIES([0, 0, TIME, value])


verify.case('quasi_static_joints', 'Joints of quasi-static steps in which bodies turn')
for size in (1e-3, 1, 1e3):
  for steps in (8, 16, 80):
    title = 'size %g, %d steps, ' % (size, steps)

    solfec, bulk = scene(steps)
    body = bar(solfec, bulk, size, (0, 0, 0), (1, 0, 0))
    pin = HINGE(body, None, (0, 0, 0), (0, -1, 0))
    MOTOR(pin, angle=ramp(ANGLE))
    worst = record(solfec, lambda: math.dist(center(body), turned(pin.angle, 0.5 * size)) / size)
    RUN(solfec, models.default_solver(), TIME)
    verify.below(title + 'bar: centre off its circle, over the length', worst[0], 1e-9)
    verify.check(title + 'bar: angle, rad', pin.angle, ANGLE, 1e-9)

    solfec, bulk = scene(steps)
    crank = bar(solfec, bulk, size, (0, 0, 0), (0.5, 0, 0))
    rod = bar(solfec, bulk, size, (0.5, 0, 0), (2, 0, 0))
    piston = bar(solfec, bulk, size, (1.9, 0, 0), (2.1, 0, 0))
    pin = HINGE(crank, None, (0, 0, 0), (0, -1, 0))
    HINGE(rod, crank, (0.5 * size, 0, 0), (0, -1, 0))
    BALL(piston, rod, (2 * size, 0, 0))
    way = SLIDER(piston, None, (2 * size, 0, 0), (1, 0, 0))
    MOTOR(pin, angle=ramp(ANGLE))

    def travel():
      exact = 0.5 * math.cos(pin.angle) + math.sqrt(1.5**2 - (0.5 * math.sin(pin.angle))**2) - 2
      return abs(way.travel / size - exact)

    worst = record(solfec, travel)
    RUN(solfec, models.default_solver(), TIME)
    verify.below(title + 'slider-crank: travel of the piston, over the stroke', worst[0], 1e-8)

    solfec, bulk = scene(steps, 9.81)
    body = bar(solfec, bulk, size, (0, 0, 0), (1, 0, 0))
    pin = HINGE(body, None, (0, 0, 0), (0, -1, 0))
    MOTOR(pin, angle=ramp(ANGLE))
    ball = BODY(solfec, 'RIGID', SPHERE((size, 0, -0.7 * size), 0.1 * size, 1, 1), bulk)
    PUT_RIGID_LINK(body, ball, (size, 0, 0), (size, 0, -0.7 * size))
    CONTACT_EXCLUDE_BODIES(body, ball)
    worst = record(solfec, lambda: abs(math.dist(center(ball), turned(pin.angle, size)) / size - 0.7))
    tilt = record(solfec, lambda: abs(center(ball)[0] / size - math.cos(pin.angle)))
    RUN(solfec, models.default_solver(), TIME)
    verify.below(title + 'link: change of its length, over the bar', worst[0], 1e-9)
    verify.below(title + 'link: the ball beside the vertical, over the bar', tilt[0], 1e-3)

    solfec, bulk = scene(steps, 9.81)
    wheel = BODY(solfec, 'OBSTACLE', models.slab([-size, -0.4 * size, -size], [size, -0.2 * size, size]), bulk)
    body = bar(solfec, bulk, size, (0.8, 0, 0), (1.8, 0, 0))
    HINGE(body, wheel, (0.8 * size, 0, 0), (0, -1, 0), friction=1e6 * size**4)
    INITIAL_VELOCITY(wheel, (0, 0, 0), (0, -ANGLE / TIME, 0))
    worst = record(solfec, lambda: math.dist(center(body), turned(ANGLE * solfec.time / TIME, 1.3 * size)) / size)
    RUN(solfec, models.default_solver(), TIME)
    verify.below(title + 'obstacle: centre of the bar off its circle, over the length', worst[0], 1e-9)

    solfec, bulk = scene(steps)
    body = bar(solfec, bulk, size, (0, 0, 0), (1, 0, 0))
    FIX_POINT(body, (0, 0, 0))
    FIX_DIRECTION(body, (size, 0, 0), (0, 1, 0))
    SET_DISPLACEMENT(body, (size, 0, 0), (0, 0, 1), ramp(0.6 * size))
    RUN(solfec, models.default_solver(), TIME)
    verify.check(title + 'lifted bar: height of its centre, over the length', center(body)[2] / size, 0.3, 1e-9)
    verify.check(title + 'lifted bar: x of its centre, over the length', center(body)[0] / size, 0.4, 1e-9)

    solfec, bulk = scene(steps)
    boom = bar(solfec, bulk, size, (0, 0, 0), (1, 0, 0))
    BALL(boom, None, (0, 0, 0))
    FIX_DIRECTION(boom, (0, 0.05 * size, 0), (0, 0, 1))
    tube = BODY(solfec, 'RIGID', models.slab([0.45 * size, -0.02 * size, -1.1 * size], [0.55 * size, 0.02 * size, -0.6 * size]), bulk)
    rod = BODY(solfec, 'RIGID', models.slab([0.47 * size, -0.01 * size, -0.7 * size], [0.53 * size, 0.01 * size, 0.1 * size]), bulk)
    HINGE(tube, None, (0.5 * size, 0, -size), (0, 1, 0))
    actuator = SLIDER(rod, tube, (0.5 * size, 0, -0.6 * size), (0, 0, 1))
    BALL(boom, rod, (0.5 * size, 0, 0))
    MOTOR(actuator, travel=ramp(0.4 * size))
    RUN(solfec, models.default_solver(), TIME)
    # the actuator spans from (0.5, -1) to 0.5 (cos a, sin a); 1.4^2 = 1.5 - 0.5 cos a + sin a
    angle = math.asin(0.46 / math.sqrt(1.25)) + math.atan(0.5)
    verify.check(title + 'crane: travel of the actuator, over the length', actuator.travel / size, 0.4, 1e-9)
    verify.below(title + 'crane: centre of the boom, over the length',
                 math.dist(center(boom), turned(angle, 0.5 * size)) / size, 1e-8)
verify.finish()
