# Shows:   the friction cone is round: sliding friction is mu N in every direction.
# Setting: a block on a floor, mu 0.5, pushed at mid-height with 2 mu m g; a sphere pushed at its
#          centre.
# Source:  Coulomb's law; rolling of a solid sphere under a push F at its centre needs the friction
#          2/7 F.
# Expect:  a block pushed at mid-height in 64 directions: friction mu N opposite to the slip to 1e-9
#          of it; a sphere pushed with 7 mu m g slides with friction mu N, with 3 mu m g it rolls.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

MU, G, H = 0.5, 9.81, 1e-3
TOLERANCE = 1e-9  # relative; the default settings stop at 1e-8, so the solver is asked for more


def solver():
  return GAUSS_SEIDEL_SOLVER(1e-14, 10000, 1e-22)


def push_block(k):
  """Errors over mu m g of size and direction of the friction force, worst of 50 steps."""
  angle = 2 * math.pi * k / 64
  d = (math.cos(angle), math.sin(angle), 0.0)
  solfec, bulk = models.scene(H, 'cone-%d' % k, density=1000, friction=MU)
  floor = BODY(solfec, 'OBSTACLE', models.slab((-2, -2, -0.5), (2, 2, 0)), bulk)
  block = BODY(solfec, 'RIGID', models.brick((-0.5, -0.5, 0), (0.5, 0.5, 0.25)), bulk)
  weight = block.mass * G
  FORCE(block, 'SPATIAL', block.center, d, 2 * MU * weight)
  worst = [0.0, 0.0, 0.0]

  def record():
    force = models.contact_force(block, floor)
    v = models.linear_velocity(block)
    speed = models.norm(v)
    size = models.norm((force[0], force[1], 0.0))
    worst[0] = max(worst[0], abs(force[2] / weight - 1), abs(size / (MU * weight) - 1))
    worst[1] = max(worst[1], max(abs(f / (MU * weight) + c) for f, c in zip(force[:2], d)))
    worst[2] = max(worst[2], max(abs(c / speed - e) for c, e in zip(v, d)))

  models.each_step(solfec, record)
  RUN(solfec, solver(), 0.05)
  return worst


def push_sphere(times_mu_weight):
  """(speed, spin r omega, friction over mu N) after 0.2 s of a push at the centre."""
  solfec, bulk = models.scene(H, 'sphere-%g' % times_mu_weight, density=1000, friction=MU)
  floor = BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -0.5), (9, 1, 0)), bulk)
  ball = BODY(solfec, 'RIGID', SPHERE((0, 0, 0.1), 0.1, 1, 1), bulk)
  weight = ball.mass * G
  FORCE(ball, 'SPATIAL', ball.center, (1, 0, 0), times_mu_weight * MU * weight)
  RUN(solfec, solver(), 0.2)
  force = models.contact_force(ball, floor)
  # the spin is about the fixed axis y, so its referential and spatial values agree
  return models.linear_velocity(ball)[0], 0.1 * ball.velo[1], -force[0] / (MU * force[2])


verify.case(18, 'Friction cone')
worst = [0.0, 0.0, 0.0]
for k in range(64):
  worst = [max(a, b) for a, b in zip(worst, push_block(k))]
verify.below('block: normal and friction force against m g and mu m g, relative, 64 directions',
             worst[0], TOLERANCE)
verify.below('block: friction against -mu m g d, relative, 64 directions', worst[1], TOLERANCE)
verify.below('block: direction of the slip', worst[2], TOLERANCE)

v, spin, friction = push_sphere(7)
a = MU * G  # (7 - 1) mu g along, 5/2 mu g round
verify.check('sphere, 7 mu m g: friction over mu N', friction, 1, TOLERANCE)
verify.check('sphere, 7 mu m g: speed (m/s)', v, 6 * a * 0.2, TOLERANCE * 6 * a)
verify.check('sphere, 7 mu m g: r omega (m/s)', spin, 2.5 * a * 0.2, TOLERANCE * 6 * a)
v, spin, friction = push_sphere(3)
verify.check('sphere, 3 mu m g: friction over mu N', friction, 6.0 / 7.0, TOLERANCE)
verify.check('sphere, 3 mu m g: speed (m/s)', v, 15.0 / 7.0 * a * 0.2, TOLERANCE * 6 * a)
verify.check('sphere, 3 mu m g: r omega - speed (m/s)', spin - v, 0, TOLERANCE * 6 * a)
verify.finish()
