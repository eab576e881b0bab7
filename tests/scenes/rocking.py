# Shows:   plain blocks and prisms rock and roll about their edges, lose at each impact what
#          angular momentum says, and come to rest flat.
# Setting: a hull or mesh of 0.2 x 2 m tilted by half of its slenderness angle and released, mu
#          0.9, or on a floor that is accelerated by a half-sine pulse; prisms of 6 and 16 sides
#          that roll over every edge; a cube of 0.2 m that falls on a face, an edge, a corner or
#          turned at random, mu 0.5. The argument 'short': one step, one pulse, fewer turns. The
#          solver is tighter than its default, for energies to 1e-9 of m g R.
# Source:  Housner (1963), Bull. Seism. Soc. Am. 53, 403-417; the equation of motion about an edge
#          (oracle_rocking.py; Runge-Kutta here); the angular momentum about the new edge is kept.
# Expect:  quarter period by the exact equation; rate of rotation after the impact 1 - 3/2 sin^2
#          alpha of that before; the pulses that overturn the solution overturn the block; the
#          prism's impacts at the exact instants; the cube rests flat; the energy grows by less
#          than the step's error.

import math
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import oracle_rocking
import verify
from solfec import (BODY, ENERGY, GAUSS_SEIDEL_SOLVER, HULL, INITIAL_VELOCITY, NON_SOLFEC_ARGV,
                    ROTATE, RUN, SET_ACCELERATION, TIME_SERIES, TRANSLATE, WARNINGS)

G = 9.81
SHORT = 'short' in (NON_SOLFEC_ARGV() or [])
STEPS = (1e-3,) if SHORT else (1e-3, 2e-4)
_runs = [0]


def scene(step, friction, half=2.0, far=2.0, restitution=0.0):
  """An analysis with a floor at z = 0."""
  _runs[0] += 1
  solfec, bulk = models.scene(step, 'rocking/%d' % _runs[0], density=1000, friction=friction,
                              restitution=restitution)
  WARNINGS(solfec, 'OFF')  # an impact may sink a step's way
  BODY(solfec, 'OBSTACLE', models.slab((-half, -half, -0.5), (far, half, 0)), bulk)
  return solfec, bulk


def tight():
  return GAUSS_SEIDEL_SOLVER(1e-10, 1000, 1e-12)


def energy(solfec, body):
  """Kinetic energy and weight times height, J."""
  return ENERGY(solfec, body)[0] + body.mass * G * body.conf[11]


def largest_gain(values):
  return max(b - a for a, b in zip(values[:-1], values[1:]))


# ---- Housner's block -----------------------------------------------------------------------------

WIDTH, HEIGHT = 0.2, 2.0
ALPHA, RADIUS = math.atan(WIDTH / HEIGHT), 0.5 * math.hypot(WIDTH, HEIGHT)
TILT = ALPHA / 2


def rock(cells, h):
  """(times, tilts, rates, energies) of a block released at TILT; it turns about the edge at +x."""
  solfec, bulk = scene(h, 0.9)
  low, high = (-WIDTH / 2, -0.1, 0), (WIDTH / 2, 0.1, HEIGHT)
  shape = models.brick(low, high, cells) if cells else models.slab(low, high)
  ROTATE(shape, (WIDTH / 2, 0, 0), (0, 1, 0), math.degrees(TILT))
  block = BODY(solfec, 'RIGID', shape, bulk)
  times, tilts, rates, energies = [0.0], [TILT], [0.0], [energy(solfec, block)]

  def record():
    times.append(solfec.time)
    tilts.append(TILT + math.atan2(block.conf[6], block.conf[8]))
    rates.append(block.velo[1])
    energies.append(energy(solfec, block))

  models.each_step(solfec, record)
  RUN(solfec, tight(), 0.7)
  return times, tilts, rates, [e / (block.mass * G * RADIUS) for e in energies]


def pulse_tilts(amplitude, length, h, duration):
  """(times, tilts) by Runge-Kutta when the floor accelerates by a half-sine pulse, m/s^2 and s.

  In the floor's frame, tilts towards -x positive: (4/3) R theta'' = a cos(alpha - |theta|) - (+)
  g sin(alpha - |theta|) for theta > 0 (< 0); impacts keep `housner_ratio`. Ends on its side.
  """

  def rate(time, tilt, speed):
    a = amplitude * math.sin(math.pi * time / length) if time < length else 0.0
    left = ALPHA - abs(tilt)
    sign = 1.0 if tilt > 0 or (tilt == 0 and a > 0) else -1.0
    push = a * math.cos(left) - sign * G * math.sin(left)
    if tilt == 0.0 and speed == 0.0 and push * sign <= 0.0:
      push = 0.0  # it stands
    return speed, 0.75 / RADIUS * push

  time = tilt = speed = 0.0
  times, tilts = [0.0], [0.0]
  while time < duration and abs(tilt) < 0.5 * math.pi:
    a1, s1 = rate(time, tilt, speed)
    a2, s2 = rate(time + 0.5 * h, tilt + 0.5 * h * a1, speed + 0.5 * h * s1)
    a3, s3 = rate(time + 0.5 * h, tilt + 0.5 * h * a2, speed + 0.5 * h * s2)
    a4, s4 = rate(time + h, tilt + h * a3, speed + h * s3)
    before = tilt
    tilt += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
    speed += h / 6 * (s1 + 2 * s2 + 2 * s3 + s4)
    time += h
    if before * tilt < 0.0:
      speed *= oracle_rocking.housner_ratio(ALPHA)
    times.append(time)
    tilts.append(tilt)
  return times, tilts


def overturning_pulse(length):
  """Least amplitude (m/s^2) of a half-sine pulse that overturns the block within 4 s."""
  low, high = G * math.tan(ALPHA), 20 * G * math.tan(ALPHA)
  while high - low > 1e-4 * low:
    middle = 0.5 * (low + high)
    if abs(pulse_tilts(middle, length, 1e-3, 4.0)[1][-1]) >= ALPHA:
      high = middle
    else:
      low = middle
  return high


def shake(amplitude, length, duration=4.0, h=1e-3):
  """(times, tilts) of the hull on a floor with that pulse."""
  _runs[0] += 1
  solfec, bulk = models.scene(h, 'rocking/%d' % _runs[0], density=1000, friction=0.9)
  WARNINGS(solfec, 'OFF')
  floor = BODY(solfec, 'OBSTACLE', models.slab((-5, -2, -0.5), (25, 2, 0)), bulk)
  points = [(length * k / 500, amplitude * math.sin(math.pi * k / 500)) for k in range(501)]
  SET_ACCELERATION(floor, (0, 0, 0), (1, 0, 0), TIME_SERIES(points + [(100.0, 0.0)]))
  block = BODY(solfec, 'RIGID', models.slab((-WIDTH / 2, -0.1, 0), (WIDTH / 2, 0.1, HEIGHT)), bulk)
  times, tilts = [0.0], [0.0]

  def record():
    times.append(solfec.time)
    tilts.append(-math.atan2(block.conf[6], block.conf[8]))

  models.each_step(solfec, record)
  RUN(solfec, tight(), duration)
  return times, tilts


# ---- rolling prisms ------------------------------------------------------------------------------

class Prism:
  """Regular prism of `sides` sides with the radius 0.5 m that rolls without sliding."""

  def __init__(self, sides, radius=0.5):
    self.sides, self.radius = sides, radius
    self.beta = math.pi / sides  # half of the angle of a side
    # about the axis: m r^2/2 (1 - 2/3 sin^2 beta); about an edge m r^2 more
    self.axis = 0.5 * radius ** 2 * (1 - 2 / 3 * math.sin(self.beta) ** 2)
    self.edge = self.axis + radius ** 2
    # the centre's velocity turns by 2 beta at the impact: angular momentum about the new edge
    self.ratio = (self.axis + radius ** 2 * math.cos(2 * self.beta)) / self.edge

  def impacts(self, rate, number):
    """Times, and rates before, of the first impacts; the first turn starts from a face."""
    times, before, time = [], [], 0.0
    for _ in range(number):
      angle, h = -self.beta, 1e-5  # of the line from the edge to the centre, from the vertical
      while angle < self.beta:
        # (m r^2 + I) angle'' = m g r sin(angle), leap-frog steps
        rate += 0.5 * h * G * self.radius * math.sin(angle) / self.edge
        angle += h * rate
        rate += 0.5 * h * G * self.radius * math.sin(angle) / self.edge
        time += h
        if rate < 0.0:
          raise ValueError('the prism falls back')
      time -= (angle - self.beta) / rate
      times.append(time)
      before.append(rate)
      rate *= self.ratio
    return times, before

  def run(self, h, rate, duration):
    """(times, rates, energies/(m g r), largest motion out of the plane) of a hull on a floor."""
    solfec, bulk = scene(h, 0.9, far=12.0)
    r, rise = self.radius, self.radius * math.cos(self.beta)
    angles = [2 * math.pi * k / self.sides - 0.5 * math.pi + self.beta for k in range(self.sides)]
    points = [c for a in angles for y in (0, 0.6)
              for c in (r * math.cos(a), y, rise + r * math.sin(a))]
    body = BODY(solfec, 'RIGID', HULL(points, 1, 1), bulk)
    INITIAL_VELOCITY(body, (rate * rise, 0, rate * r * math.sin(self.beta)), (0, rate, 0))
    times, rates, energies, aside = [], [], [], [0.0]

    def record():
      times.append(solfec.time)
      rates.append(body.velo[1])
      energies.append(energy(solfec, body) / (body.mass * G * r))
      aside[0] = max(aside[0], abs(body.velo[0]), abs(body.velo[2]), abs(body.velo[4]))

    models.each_step(solfec, record)
    RUN(solfec, tight(), duration)
    return times, rates, energies, aside[0]


def seen_impacts(times, rates):
  """(times, rates before) where the rate of rotation drops by more than a hundredth at once."""
  found = []
  k = 1
  while k < len(rates):
    if rates[k] < 0.99 * rates[k - 1]:
      found.append((0.5 * (times[k - 1] + times[k]), rates[k - 1]))
      k += 3  # an impact ends within two steps
    k += 1
  return [t for t, _ in found], [r for _, r in found]


# ---- falling cubes -------------------------------------------------------------------------------

SIZE = 0.2
EPSILON = 1e-4  # GEOMETRIC_EPSILON


def fall(turn, cells, h, restitution=0.0, duration=2.5):
  """(height of the centre in sizes, speed, cosine of the flattest axis, gain, depth).

  turn: list of (axis, angle in degrees); gain: largest growth of the energy in a step, over m g
  SIZE; depth: largest penetration, m.
  """
  solfec, bulk = scene(h, 0.5, restitution=restitution)
  half = SIZE / 2
  low, high = (-half, -half, -half), (half, half, half)
  shape = models.brick(low, high, cells) if cells else models.slab(low, high)
  corners = [(x, y, z) for x in (-half, half) for y in (-half, half) for z in (-half, half)]
  for axis, angle in turn:
    ROTATE(shape, (0, 0, 0), axis, angle)
    corners = [ROTATE(c, (0, 0, 0), axis, angle) for c in corners]
  TRANSLATE(shape, (0, 0, 0.05 - min(c[2] for c in corners)))
  body = BODY(solfec, 'RIGID', shape, bulk)
  energies, depth = [energy(solfec, body)], [0.0]

  def record():
    energies.append(energy(solfec, body))
    depth[0] = max([depth[0]] + [-c.gap for c in models.contacts_of(body)])

  models.each_step(solfec, record)
  RUN(solfec, tight(), duration)
  # conf[2], conf[5], conf[8]: how far the axes of the start look up now; undo the turn to get
  # those of the cube: the vector that looks up, in the frame of the start, turned back
  up = (body.conf[2], body.conf[5], body.conf[8])
  for axis, angle in reversed(turn):
    up = ROTATE(up, (0, 0, 0), axis, -angle)
  return (body.conf[11] / SIZE, max(map(abs, body.velo)), max(map(abs, up)),
          largest_gain(energies) / (body.mass * G * SIZE), depth[0])


verify.case('rocking', 'Rocking, rolling and coming to rest')
exact_quarter = oracle_rocking.exact_quarter(RADIUS, ALPHA, TILT, G)
ratio = oracle_rocking.housner_ratio(ALPHA)
for cells in (None, (1, 1, 1), (2, 2, 1)):
  name = ('HEX %d x %d x %d' % cells if cells else 'HULL') + ': '
  for h in STEPS:
    times, tilts, rates, energies = rock(cells, h)
    t, i = models.crossing(times, tilts)
    verify.check(name + 'quarter period (s), h = %g' % h, t, exact_quarter, 1e-4 + 0.05 * h)
    before, after = -min(rates[:i + 3]), -min(rates[i + 3:i + 20])
    # the impact takes two steps more, in which the weight slows the block: p^2 alpha per second
    slowed = 3 * h * 0.75 * G / RADIUS * math.sin(ALPHA) / before
    verify.check(name + 'rate after the impact over that before, h = %g' % h, after / before,
                 ratio, 1e-3 + slowed)
    # the step keeps energy to the third order in (rate h); the rate is at most 0.2/s. Gaps of
    # up to 1e-9 m count as none
    verify.within(name + 'largest growth of the energy over m g R, h = %g' % h,
                  largest_gain(energies), -1.0, 1e-3 * h ** 2 + 1e-9)

for length in (0.3,) if SHORT else (0.3, 0.6):
  limit = overturning_pulse(length)
  name = 'half-sine pulse of %g s: ' % length
  for part in (0.98, 1.02):
    _, exact = pulse_tilts(part * limit, length, 1e-3, 4.0)
    _, tilts = shake(part * limit, length)
    falls = [str(max(map(abs, x)) > 0.5) for x in (tilts, exact)]
    verify.equal(name + 'overturns at %g of the least amplitude' % part, *falls)
  exact, tilts = pulse_tilts(0.8 * limit, length, 1e-3, 4.0)[1], shake(0.8 * limit, length)[1]
  top = max(map(abs, exact))
  # sensitive near overturning: at 0.8 of it a per cent of the pulse moves the top by two
  verify.check(name + 'largest tilt (rad) at 0.8 of it', max(map(abs, tilts)), top, 0.01 * top)

for sides, rate, number in ((6, 3.6, 2), (16, 3.0, 8)):
  prism = Prism(sides)
  instants, before = prism.impacts(rate, number)
  for h in STEPS:
    times, rates, energies, aside = prism.run(h, rate, instants[-1] + 0.02)
    name = 'prism of %d sides, h = %g: ' % (sides, h)
    seen, seen_before = seen_impacts(times, rates)
    verify.equal(name + 'impacts', len(seen), number)
    # an impact takes up to two steps, in which the prism falls behind; this adds up
    late = [abs(a - b) for a, b in zip(seen, instants)]
    verify.below(name + 'largest error of the time (s) of an impact', max(late), number * h)
    slow = [abs(a - b) for a, b in zip(seen_before, before)]
    verify.below(name + 'largest error of the rate (rad/s) before an impact', max(slow),
                 5 * number * h)
    verify.below(name + 'largest motion out of the plane (rad/s, m/s)', aside, 1e-9)
    verify.within(name + 'largest growth of the energy over m g r', largest_gain(energies), -1.0,
                  10 * h ** 2)

random.seed(3)
TURNS = {'a face': [], 'an edge (turned by 44.5 degrees)': [((0, 1, 0), 44.5)],
         'a corner': [((0, 0, 1), 45.5), ((0, 1, 0), 55.0)]}
for k in range(1 if SHORT else 4):
  TURNS['turn %d' % (k + 1)] = [(tuple(random.gauss(0, 1) for _ in range(3)),
                                 random.uniform(0, 180))]
for cells in (None, (2, 2, 1)):
  for turn, rotations in TURNS.items():
    for restitution in (0.0, 0.5):
      name = '%s falls on %s, e = %g: ' % ('mesh' if cells else 'hull', turn, restitution)
      h = 1e-3
      height, speed, flat, gain, depth = fall(rotations, cells, h, restitution)
      verify.below(name + 'speed at the end (m/s, rad/s)', speed, 1e-9)
      verify.check(name + 'cosine between an axis of the cube and the vertical', flat, 1.0, 1e-5)
      # with restitution it comes to rest within GEOMETRIC_EPSILON of the floor
      verify.check(name + 'height of the centre in sizes', height, 0.5,
                   1.01 * EPSILON / SIZE if restitution else 1e-6)
      # second order in (rate h), rate 10/s
      verify.within(name + 'largest growth of the energy in a step over m g SIZE', gain, -1.0,
                    10 * h ** 2)
verify.finish()
