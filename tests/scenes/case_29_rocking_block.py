# Shows:   rocking: a slender block turns about an edge and strikes the floor with the other one.
# Setting: a rigid block 0.2 m wide and 2 m high that bears on two strips 0.2 mm wide along its
#          edges, tilted by half of its slenderness angle alpha and released; mu 0.9.
# Source:  Housner (1963), Bull. Seism. Soc. Am. 53, 403-417; quadrature of the exact equation of
#          motion (oracle_rocking.py).
# Expect:  quarter period acosh(1/(1 - theta0/alpha))/p with p^2 = 3 g/(4 R) to 0.5 %; speed of
#          rotation after the first impact 1 - 3/2 sin(alpha)^2 of that before to 2 %.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import oracle_rocking
import verify

WIDTH, DEPTH, HEIGHT, STRIP, G = 0.2, 0.2, 2.0, 2e-4, 9.81
ALPHA = math.atan(WIDTH / HEIGHT)
RADIUS = math.hypot(WIDTH / 2, HEIGHT / 2)
TILT = ALPHA / 2


def rock(h):
  """(times, tilts, rates of the tilt) of all steps; the tilt is positive about the first edge."""
  solfec, bulk = models.scene(h, 'rock-%g' % h, density=1000, friction=0.9)
  CONTACT_SPARSIFY(solfec, 0)  # the strips are small beside the face between them
  BODY(solfec, 'OBSTACLE', models.slab((-2, -2, -0.5), (2, 2, 0)), bulk)
  low, high = (-WIDTH / 2, -DEPTH / 2, 0), (WIDTH / 2, DEPTH / 2, HEIGHT)
  shape = HEX(models.corners(low, high), 3, 2, 1, 1, [1] * 6,
              dx=[STRIP, WIDTH - 2 * STRIP, STRIP])
  ROTATE(shape, (WIDTH / 2, 0, 0), (0, 1, 0), math.degrees(TILT))
  block = BODY(solfec, 'RIGID', shape, bulk)
  times, tilts, rates = [0.0], [TILT], [0.0]

  def record():
    q = block.conf  # the rotation since the start, about the axis y
    times.append(solfec.time)
    tilts.append(TILT + math.atan2(q[6], q[8]))
    rates.append(block.velo[1])

  models.each_step(solfec, record)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), 1.2)
  return times, tilts, rates


verify.case(29, 'Rocking block')
GEOMETRIC_EPSILON(1e-6)  # far below the strips
housner = oracle_rocking.housner_quarter(RADIUS, ALPHA, TILT, G)
quarter = oracle_rocking.exact_quarter(RADIUS, ALPHA, TILT, G)
speed = oracle_rocking.speed(RADIUS, ALPHA, TILT, G)
ratio = oracle_rocking.housner_ratio(ALPHA)
verify.check("oracle: Housner's quarter period (s) against the exact one", housner, quarter,
             5e-3 * quarter)
steps = [1e-3, 5e-4, 2.5e-4]
for h in steps:
  times, tilts, rates = rock(h)
  t, i = models.crossing(times, tilts)
  before = -min(rates[:i + 3])  # the impact ends within two steps after the crossing
  after = -min(rates[i + 3:i + 20])
  verify.check("quarter period (s), Housner's formula, h = %g" % h, t, housner, 5e-3 * housner)
  # contact is seen GEOMETRIC_EPSILON early, and a step rounds the instant of lift-off
  verify.check('quarter period (s), exact equation, h = %g' % h, t, quarter, 1e-4 + 0.2 * h)
  verify.check('rate before the impact (rad/s), h = %g' % h, before, speed, 1e-3 * speed + 2 * h)
  verify.check('rate after the impact over that before, h = %g' % h, after / before, ratio,
               0.02 * ratio)
  tops = [abs(a) for a, b, c in zip(tilts[i + 1:-2], tilts[i:], tilts[i + 2:])
          if abs(a) >= abs(b) and abs(a) >= abs(c) and abs(a) > 0.1 * TILT]
  # energy of the first half swing times ratio^2: cos(alpha - top) - cos(alpha) shrinks by it
  drop = ratio ** 2 * (math.cos(ALPHA - TILT) - math.cos(ALPHA))
  top = ALPHA - math.acos(math.cos(ALPHA) + drop)
  verify.check('largest tilt after the first impact (rad), h = %g' % h, tops[0], top,
               0.02 * top)
  shown = range(0, len(times), max(1, len(times) // 200))
  if h == steps[-1]:
    verify.curve('tilt', 't (s)', 'tilt (rad)', 'computed, h = %g' % h, [times[k] for k in shown],
                 [tilts[k] for k in shown])
    verify.curve('tilt', 't (s)', 'tilt (rad)', "Housner's quarter period",
                 [housner], [0.0], points=True)
verify.finish()
