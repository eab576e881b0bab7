# Shows:   contacts of balls, links of balls and contacts that others slide past are balanced where a
#          quasi-static step ends, and reactions are shown in the axes of that place.
# Setting: a plate on three balls that roll, on three fixed balls and on two fixed knives without friction, drawn
#          by 0.2 of its half length in 1 or 4 steps; a ball on a link from its centre under a side force; a
#          block on a table that turns by 15 degrees in one step; a block on a level table that turns by 0.1 rad a
#          step ten times; a ball on three fixed balls that part by a fifth; a block on a floor that lifts it, and on
#          one that carries it by up to eight of its lengths in a step. Sizes 0.01, 1 and 100.
# Source:  statics; places of spheres that touch.
# Expect:  shares of the weight from its moments about the supports; the link at the angle of the resultant; contact
#          forces on the block that are its weight, upwards; the block at its radius; the ball where it touches all
#          three; contact points below the lifted block; the carried block where the floor takes it.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

DENSITY, G, STEP = 2000.0, 9.81, 0.1
_runs = [0]


def scene(friction=0.5):
  _runs[0] += 1
  solfec, bulk = models.scene(STEP, 'quasi_static_rollers/%d' % _runs[0], density=DENSITY, friction=friction,
                              analysis='QUASI_STATIC')
  WARNINGS(solfec, 'OFF')
  return solfec, bulk


def plate_on_supports(solfec, bulk, size):
  return BODY(solfec, 'RIGID', models.slab((-size, -size, size), (size, size, 1.5 * size)), bulk)


def draw(solfec, plate, size, steps):
  """Draws the plate by 0.2 of its half length."""
  SET_DISPLACEMENT(plate, (0, 0, 1.25 * size), (1, 0, 0), TIME_SERIES([0, 0, steps * STEP, 0.2 * size]))
  RUN(solfec, models.default_solver(), steps * STEP)


def share(plate, support):
  """Part of the weight of the plate that a support carries."""
  return models.contact_force(plate, support)[2] / (plate.mass * G)


verify.case('quasi_static_rollers', 'Quasi-static balance on rollers, knives and links')
for size in (0.01, 1, 100):
  radius, half = 0.5 * size, 0.6 * size  # of the balls; half the distance of the supports
  places = [(-half, -0.5 * size), (-half, 0.5 * size), (half, 0)]

  for steps in (1, 4):
    # the plate moves by d and rolling balls by d / 2: moments about the balls of smaller x
    for rolls in (True, False):
      solfec, bulk = scene(0.5 if rolls else 0.0)
      if rolls:
        BODY(solfec, 'OBSTACLE', models.slab((-3 * size, -3 * size, -size), (3 * size, 3 * size, 0)), bulk)
      balls = [BODY(solfec, 'RIGID' if rolls else 'OBSTACLE', SPHERE((x, y, radius), radius, 1, 1), bulk)
               for x, y in places]
      plate = plate_on_supports(solfec, bulk, size)
      draw(solfec, plate, size, steps)
      moved = 0.1 if rolls else 0.2
      words = 'balls that roll' if rolls else 'fixed balls'
      verify.check('size %g, plate on %s, %d steps: share of one of three' % (size, words, steps),
                   share(plate, balls[2]), 0.5 + moved * size / (2 * half), 1e-3)
      verify.below('size %g, plate on %s, %d steps: out of balance' % (size, words, steps), solfec.out_of_balance, 1e-3)

    solfec, bulk = scene(0.0)
    knives = []
    for x in (-half, half):
      corners = [(x - 0.2 * size, 0), (x + 0.2 * size, 0), (x, size)]
      points = [[a, y, b] for a, b in corners for y in (-0.5 * size, 0.5 * size)]
      knives.append(BODY(solfec, 'OBSTACLE', HULL(sum(points, []), 1, 1), bulk))
    plate = plate_on_supports(solfec, bulk, size)
    draw(solfec, plate, size, steps)
    verify.check('size %g, plate on knives, %d steps: share of one' % (size, steps), share(plate, knives[1]),
                 0.5 + 0.2 * size / (2 * half), 1e-3)

    solfec, bulk = scene()
    ball = BODY(solfec, 'RIGID', SPHERE((0, 0, 0), 0.2 * size, 1, 1), bulk)
    PUT_RIGID_LINK(ball, None, (0, 0, 0), (0, 0, size))
    FORCE(ball, 'SPATIAL', (0, 0, 0), (1, 0, 0), TIME_SERIES([0, 0, steps * STEP, 0.5 * ball.mass * G, 10, 0.5 * ball.mass * G]))
    RUN(solfec, models.default_solver(), (steps + 3) * STEP)
    x, _, z = models.mass_centre(ball)
    verify.check('size %g, ball on a link, %d steps: angle, rad' % (size, steps), math.atan2(x, size - z), math.atan(0.5), 1e-3)

  solfec, bulk = scene()
  table = BODY(solfec, 'OBSTACLE', models.slab([-size] * 3, (size, size, 0)), bulk)
  block = BODY(solfec, 'RIGID', models.slab((-0.2 * size, -0.2 * size, 0), (0.2 * size, 0.2 * size, 0.3 * size)), bulk)
  INITIAL_VELOCITY(table, (0, 0, 0), (0, math.radians(15) / STEP, 0))
  RUN(solfec, models.default_solver(), STEP)
  force = models.contact_force(block)
  weight = block.mass * G
  verify.below('size %g, block on a table turned at once: contact forces off its weight, over it' % size,
               math.dist(force, (0, 0, weight)) / weight, 1e-3)
  corner = min(models.contacts_of(block), key=lambda row: row.point[0])
  place = DISPLACEMENT(block, (-0.2 * size, 0, 0))
  verify.check('size %g, block on a table turned at once: height of its contact over the size' % size,
               corner.point[2] / size, place[2] / size, 1e-3)

  solfec, bulk = scene()
  table = BODY(solfec, 'OBSTACLE', models.slab((-2 * size, -2 * size, -size), (2 * size, 2 * size, 0)), bulk)
  block = BODY(solfec, 'RIGID', models.slab((0.8 * size, -0.2 * size, 0), (1.2 * size, 0.2 * size, 0.3 * size)), bulk)
  INITIAL_VELOCITY(table, (0, 0, 0), (0, 0, 0.1 / STEP))
  RUN(solfec, models.default_solver(), 10 * STEP)
  x, y, z = models.mass_centre(block)
  verify.check('size %g, turntable: radius of the block over its first one' % size, math.hypot(x, y) / size, 1, 1e-6)
  verify.check('size %g, turntable: angle of the block, rad' % size, math.atan2(y, x), 1, 1e-6)

  for steps in (1, 4):
    solfec, bulk = scene()
    fixed, upper, apart = 0.45 * size, 0.6 * size, 0.5 * size
    for k in range(3):
      way = (math.cos(2 * math.pi * k / 3), math.sin(2 * math.pi * k / 3))
      support = BODY(solfec, 'OBSTACLE', SPHERE((apart * way[0], apart * way[1], 0), fixed, 1, 1), bulk)
      INITIAL_VELOCITY(support, [0.2 * apart * x / (steps * STEP) for x in way] + [0], (0, 0, 0))
    height = math.sqrt((fixed + upper)**2 - apart**2)
    ball = BODY(solfec, 'RIGID', SPHERE((0, 0, height), upper, 1, 1), bulk)
    RUN(solfec, models.default_solver(), steps * STEP)
    verify.check('size %g, ball on balls that part in %d steps: height over the size' % (size, steps),
                 models.mass_centre(ball)[2] / size, math.sqrt((fixed + upper)**2 - (1.2 * apart)**2) / size, 1e-6)

  solfec, bulk = scene()
  floor = BODY(solfec, 'OBSTACLE', models.slab([-size] * 3, (size, size, 0)), bulk)
  block = BODY(solfec, 'RIGID', models.slab((-0.2 * size, -0.2 * size, 0), (0.2 * size, 0.2 * size, 0.3 * size)), bulk)
  INITIAL_VELOCITY(floor, (0, 0, 0.5 * size / STEP), (0, 0, 0))
  RUN(solfec, models.default_solver(), STEP)
  verify.check('size %g, lifted block: height of its lowest contact over the size' % size,
               min(row.point[2] for row in models.contacts_of(block)) / size, 0.5, 1e-6)

  for way in (0.3, 3):
    solfec, bulk = scene()
    floor = BODY(solfec, 'OBSTACLE', models.slab((-9 * size, -9 * size, -size), (9 * size, 9 * size, 0)), bulk)
    block = BODY(solfec, 'RIGID', models.slab((-0.2 * size, -0.2 * size, 0), (0.2 * size, 0.2 * size, 0.4 * size)), bulk)
    INITIAL_VELOCITY(floor, (way * size / STEP, 0, 0), (0, 0, 0))
    RUN(solfec, models.default_solver(), STEP)
    verify.check('size %g, block on a floor that moves by %g sizes: way over that' % (size, way),
                 models.mass_centre(block)[0] / (way * size), 1, 1e-6)
verify.finish()
