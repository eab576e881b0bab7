# Shows:   with SOLFEC.impacts = 'RATTLE' the step of an impact reports the whole impulse of the
#          impact, wherever in the step it happens, and the bodies move as with 'SHAKE'.
# Setting: a ball that flies against the floor with 2 m/s, head-on or obliquely with friction, for 20
#          phases of the impact in its step and steps of 1e-2 to 1e-4 s; two balls that meet; a block
#          that falls from 0.5 m and rests. The solver is tighter than its default, for impulses to
#          1e-10 and forces to 1e-9.
# Source:  momentum: a ball that stops loses m v; two balls exchange m1 m2 / (m1 + m2) times their
#          relative velocity; a ball without spin needs 2/7 of its tangential momentum to roll, and
#          Coulomb's law gives mu times the normal impulse at most.
# Expect:  impulses of the step of impact to 1e-10 of m v, nothing in the step after it; the weight
#          of the block at rest; places, velocities and energies that are the same numbers.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify
from solfec import BODY, ENERGY, GAUSS_SEIDEL_SOLVER, INITIAL_VELOCITY, RUN, SPHERE

OUT = 'impact-impulses'
SPEED, TANGENTIAL, RADIUS = 2.0, 1.4, 0.1
STEPS, PHASES = (1e-2, 1e-3, 1e-4), 20
G = 9.81


def tight():
  return GAUSS_SEIDEL_SOLVER(1e-14, 1000, 1e-20)


def force_on(body):
  """Sum of the reactions on a body, N."""
  sum_of = [0.0] * 3
  for row in body.constraints:
    sign = 1.0 if row.adjbod[0].id == body.id else -1.0
    for i in range(3):
      sum_of[i] += sign * sum(row.base[3 * k + i] * row.R[k] for k in range(3))
  return sum_of


def run(name, impacts, step, make, steps):
  """Impulses on a body in all steps, and what its motion was."""
  solfec, bulk = models.scene(step, '%s/%s-%s' % (OUT, name, impacts), density=1000,
                              **make.surface)
  solfec.impacts = impacts
  body = make(solfec, bulk)
  impulses, motion = [], []

  def record():
    impulses.append([step * f for f in force_on(body)])
    motion.append((tuple(body.conf), tuple(body.velo), ENERGY(solfec)))

  models.each_step(solfec, record)
  RUN(solfec, tight(), steps * step)
  return body.mass, impulses, motion


def flight(way, tangential=0.0, friction=0.0):
  def make(solfec, bulk):
    BODY(solfec, 'OBSTACLE', models.slab((-9, -9, -1), (9, 9, 0)), bulk)
    ball = BODY(solfec, 'RIGID', SPHERE((0, 0, RADIUS + way), RADIUS, 1, 1), bulk)
    INITIAL_VELOCITY(ball, (tangential, 0, -SPEED), (0, 0, 0))
    return ball
  make.surface = dict(gravity=(0, 0, 0), friction=friction)
  return make


def meeting(way):
  def make(solfec, bulk):
    other = BODY(solfec, 'RIGID', SPHERE((-0.3, 0, 0), 0.3, 1, 1), bulk)
    ball = BODY(solfec, 'RIGID', SPHERE((RADIUS + way, 0, 0), RADIUS, 1, 1), bulk)
    INITIAL_VELOCITY(other, (0.5, 0, 0), (0, 0, 0))
    INITIAL_VELOCITY(ball, (0.5 - SPEED, 0, 0), (0, 0, 0))
    return ball
  make.surface = dict(gravity=(0, 0, 0))
  return make


def fall(height):
  def make(solfec, bulk):
    BODY(solfec, 'OBSTACLE', models.slab((-9, -9, -1), (9, 9, 0)), bulk)
    return BODY(solfec, 'RIGID', models.slab((0, 0, height), (0.4, 0.3, height + 0.2)), bulk)
  make.surface = dict(friction=0.5)
  return make


def phases(name, make, axis, momentum):
  """Checks the impulse in the step of impact, momentum(mass), for all phases and steps.

  Returns its shares with 'SHAKE', of one component along `axis`.
  """
  shares = []
  for step in STEPS:
    worst = late = 0.0
    same = True
    for phase in range(PHASES):
      way = (2.0 + phase / PHASES) * SPEED * step
      place = '%s-%g-%d' % (name, step, phase)
      results = {kind: run(place, kind, step, make(way), 8) for kind in ('SHAKE', 'RATTLE')}
      mass, impulses, motion = results['RATTLE']
      same = same and motion == results['SHAKE'][2]
      p = momentum(mass)
      hit = next(k for k, one in enumerate(impulses) if math.hypot(*one) > 1e-3 * math.hypot(*p))
      worst = max(worst, math.dist(impulses[hit], p) / math.hypot(*p))
      late = max(late, math.hypot(*impulses[hit + 1]) / math.hypot(*p))
      shares.append(results['SHAKE'][1][hit][axis] / p[axis])
    verify.below('%s, h = %g: worst error of the impulse, 20 phases (relative)' % (name, step),
                 worst, 1e-10)
    verify.below('%s, h = %g: largest impulse in the next step (relative)' % (name, step), late,
                 1e-10)
    verify.equal('%s, h = %g: motion and energies are those of SHAKE' % (name, step), same, True)
  return shares


verify.case('impact_impulses', 'Impulses of impacts')

head_on = phases('head-on', flight, 2, lambda m: (0, 0, m * SPEED))
verify.within('head-on: least share of m v with SHAKE', min(head_on), 0.0, 0.6)
ROLLS = 2.0 / 7.0 * TANGENTIAL / SPEED
for friction in (0.5 * ROLLS, 2.0 * ROLLS):
  phases('friction %.2g' % friction, lambda way: flight(way, TANGENTIAL, friction), 2,
         lambda m: (-min(friction, ROLLS) * m * SPEED, 0, m * SPEED))
OTHER = 0.3 ** 3 / (0.3 ** 3 + RADIUS ** 3)  # m1 / (m1 + m2)
phases('two balls', meeting, 0, lambda m: (m * OTHER * SPEED, 0, 0))

for step in (4e-3, 2e-3, 1e-3):
  mass, impulses, motion = run('fall-%g' % step, 'RATTLE', step, fall(0.5), round(0.5 / step))
  most = max(one[2] for one in impulses) / mass
  # the velocity of the end of the step, which began up to a step before the impact
  verify.check('fall, h = %g: largest impulse over mass (m/s)' % step, most, math.sqrt(2 * G * 0.5),
               G * step)
  verify.check('fall, h = %g: weight at rest (of m g)' % step, impulses[-1][2] / (mass * G * step), 1,
               1e-9)

verify.finish()
