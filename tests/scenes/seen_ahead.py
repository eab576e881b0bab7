# Shows:   impacts end at the surface: pieces that may meet within the step are contacts that obey
#          the law at a gap, and bodies that only pass are let alone.
# Setting: blocks (hull, mesh, pseudo-rigid, ball) fall flat or on a corner on a slab, without
#          rebound; blocks that land with 2 m/s on a floor with open joints of 0.3 and 2 mm; a cube
#          of 10 mm shot with 300 m/s at a plate of 5 mm, 0.3 m per step; blocks that pass each other
#          at 20 m/s, straight and across; a cube that falls slantwise on a ledge and beside it; two
#          cubes of 1 and 3 kg in free flight; a bounce. The solver is tighter than its default, for
#          depths of 1e-9 m.
# Source:  momentum, and the time at which the moving boxes meet (axis by axis).
# Expect:  nothing sinks; v = v0 - mu (g t + w) after landing with w; common velocities; -e v.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify
from solfec import BODY, BODY_CHARS, INITIAL_VELOCITY, ROTATE, RUN, SPHERE

G, MU = 9.81, 0.2
STILL = 1e-9  # m or m/s: rounding, summed
_runs = [0]


def scene(step, **settings):
  _runs[0] += 1
  return models.scene(step, 'seen_ahead/%d' % _runs[0], **settings)


def box(center, size, kind='HULL'):
  low = tuple(c - 0.5 * s for c, s in zip(center, size))
  high = tuple(c + 0.5 * s for c, s in zip(center, size))
  return models.brick(low, high) if kind == 'HEX' else models.slab(low, high)


def falls(kind, tilt, h, speed=2.0):
  """Deepest point of what falls on a slab whose top is z = 0, m, over 0.3 s."""
  solfec, bulk = scene(h, density=1000, friction=0.3)
  BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -0.2), (1, 1, 0)), bulk)
  height = 0.1234
  if kind == 'SPHERE':
    shape = SPHERE((0, 0, height + 0.05), 0.05, 1, 1)
  else:
    shape = box((0, 0, height + 0.05), (0.1, 0.1, 0.1), 'HEX' if kind == 'HEX' else 'HULL')
    if tilt:
      ROTATE(shape, (0, 0, height + 0.05), (1, 0.3, 0.2), tilt)
  body = BODY(solfec, 'PSEUDO_RIGID' if kind == 'PSEUDO_RIGID' else 'RIGID', shape, bulk)
  INITIAL_VELOCITY(body, (0, 0, -speed), (0, 0, 0))
  center = (0.0, 0.0, height + 0.05)
  corners = [(x, y, z) for x in (-0.05, 0.05) for y in (-0.05, 0.05) for z in (-0.05, 0.05)]
  if tilt:
    axis = [c / math.sqrt(1.13) for c in (1, 0.3, 0.2)]
    corners = [models.rotated(p, axis, math.radians(tilt)) for p in corners]
  lowest = [0.0]

  def record():
    conf = body.conf
    if kind == 'SPHERE':
      lowest[0] = min(lowest[0], conf[11] - 0.05)
      return
    for p in corners:  # conf: columns of the rotation or the gradient, then the centre
      lowest[0] = min(lowest[0], conf[11] + sum(conf[3 * j + 2] * p[j] for j in range(3)))

  models.each_step(solfec, record)
  RUN(solfec, models.tight_solver(), 0.3)
  return -lowest[0], center


def lands_on_open_joints(joint, kind, h):
  """(velocity, exact one) of a block after it fell 2 cm at 2 m/s and slid over open joints."""
  solfec, bulk = scene(h, density=1000, friction=MU)
  for i in range(16):
    low = (-0.23 + i * (0.2 + joint), -0.5, -0.2)
    BODY(solfec, 'OBSTACLE', models.slab(low, (low[0] + 0.2, 0.5, 0.0)), bulk)
  drop = 0.02
  body = BODY(solfec, 'RIGID', box((0, 0, drop + 0.05), (0.3, 0.2, 0.1), kind), bulk)
  INITIAL_VELOCITY(body, (2, 0, 0), (0, 0, 0))
  RUN(solfec, models.tight_solver(), 0.6)
  # friction takes mu times what the floor gives: the weight over the time, since the block rests
  return body.velo[3], 2.0 - MU * G * 0.6


def shot(step, speed, edge, thickness):
  """How far the front of a cube goes beyond the face of a plate, m."""
  solfec, bulk = scene(step, density=7800, friction=0.0, gravity=(0, 0, 0))
  BODY(solfec, 'OBSTACLE', models.slab((1.0, -0.5, -0.5), (1.0 + thickness, 0.5, 0.5)), bulk)
  body = BODY(solfec, 'RIGID', box((0.1234, 0, 0), (edge, edge, edge)), bulk)
  INITIAL_VELOCITY(body, (speed, 0, 0), (0, 0, 0))
  furthest = [0.0]
  models.each_step(solfec, lambda: furthest.__setitem__(
      0, max(furthest[0], body.conf[9] + 0.5 * edge - 1.0)))
  RUN(solfec, models.tight_solver(), 20 * step)
  return furthest[0], body.velo[3]


def passes(velocity, start, turn=0.0):
  """Largest change of velocity of a cube of 0.1 m that passes another, free one at the origin."""
  solfec, bulk = scene(1e-3, density=1000, friction=0.5, gravity=(0, 0, 0))
  still = BODY(solfec, 'RIGID', box((0, 0, 0), (0.1, 0.1, 0.1)), bulk)
  shape = box(start, (0.1, 0.1, 0.1))
  if turn:
    ROTATE(shape, start, (0, 0, 1), turn)
  body = BODY(solfec, 'RIGID', shape, bulk)
  INITIAL_VELOCITY(body, velocity, (0, 0, 0))
  RUN(solfec, models.tight_solver(), 0.1)
  change = max(abs(a - b) for a, b in zip(body.velo[3:6], velocity))
  return max(change, *map(abs, still.velo), *map(abs, body.velo[:3]))


def slants(start, velocity):
  """(depth, error of the velocity) of a cube of 0.1 m that meets the corner of a ledge slantwise.

  The ledge is x < 0, z < 0; no friction, no weight, and a cube that hardly turns. Exact: it loses
  the component along which the boxes meet last.
  """
  solfec, bulk = scene(1e-3, density=1000, friction=0.0, gravity=(0, 0, 0))
  BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -1), (0, 1, 0)), bulk)
  body = BODY(solfec, 'RIGID', box(start, (0.1, 0.1, 0.1)), bulk)
  BODY_CHARS(body, 1.0, 1e-3, start, (1e9, 0, 0, 0, 1e9, 0, 0, 0, 1e9))
  INITIAL_VELOCITY(body, velocity, (0, 0, 0))
  deepest = [0.0]

  def record():
    inside = (-(body.conf[9] - 0.05), -(body.conf[11] - 0.05))  # below x = 0 and below z = 0
    deepest[0] = max(deepest[0], min(inside))

  models.each_step(solfec, record)
  enters = [(start[0] - 0.05) / -velocity[0], (start[2] - 0.05) / -velocity[2]]
  exact = list(velocity)
  exact[0 if enters[0] > enters[1] else 2] = 0.0
  RUN(solfec, models.tight_solver(), max(enters) + 3e-3)
  return deepest[0], max(abs(a - b) for a, b in zip(body.velo[3:6], exact))


def collide(h):
  """Velocities of cubes of 1 and 3 kg after 2 m/s against -1 m/s, and their overlap."""
  solfec, bulk = scene(h, density=1000, friction=0.4, gravity=(0, 0, 0))
  a = BODY(solfec, 'RIGID', box((-0.3, 0, 0), (0.1, 0.1, 0.1)), bulk)
  b = BODY(solfec, 'RIGID', box((0.3123, 0, 0), (0.3, 0.1, 0.1)), bulk)
  INITIAL_VELOCITY(a, (2, 0, 0), (0, 0, 0))
  INITIAL_VELOCITY(b, (-1, 0, 0), (0, 0, 0))
  overlap = [0.0]
  models.each_step(solfec, lambda: overlap.__setitem__(
      0, max(overlap[0], a.conf[9] + 0.05 - (b.conf[9] - 0.15))))
  RUN(solfec, models.tight_solver(), 0.3)
  return a.velo[3], b.velo[3], overlap[0]


def bounce(e, h):
  solfec, bulk = scene(h, density=1000, friction=0.3, restitution=e, gravity=(0, 0, 0))
  BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -0.2), (1, 1, 0)), bulk)
  body = BODY(solfec, 'RIGID', box((0, 0, 0.0777), (0.1, 0.1, 0.1)), bulk)
  INITIAL_VELOCITY(body, (0, 0, -3), (0, 0, 0))
  RUN(solfec, models.tight_solver(), 0.1)
  return body.velo[5]


verify.case('seen_ahead', 'impacts end at the surface, what passes is let alone')
for kind in ('HULL', 'HEX', 'PSEUDO_RIGID', 'SPHERE'):
  for h in (1e-3, 2e-4):
    depth, _ = falls(kind, 0.0, h)
    verify.below('%s falls flat, h %g: deepest (m)' % (kind, h), depth,
                 1e-8 if kind == 'PSEUDO_RIGID' else STILL)  # it is pressed together
# a corner turns while it lands: second order in h, (omega h)^2 r / 2
for h in (1e-3, 5e-4):
  depth, _ = falls('HULL', 20.0, h)
  verify.below('HULL falls on a corner, h %g: deepest (m)' % h, depth,
                     (40 * h)**2 * 0.09)
for joint in (3e-4, 2e-3):
  for kind in ('HULL', 'HEX'):
    for h in (1e-3, 2e-4):
      value, exact = lands_on_open_joints(joint, kind, h)
      verify.check('%s over joints of %g mm, h %g: velocity (m/s)' % (kind, 1e3 * joint, h), value,
                   exact, 1e-3)
furthest, speed = shot(1e-3, 300.0, 0.01, 0.005)
verify.below('shot: beyond the plate (m)', furthest, STILL)
verify.below('shot: velocity left (m/s)', abs(speed), 1e-9 * 300)
for name, velocity, start, turn in (
    ('5 mm above', (20, 0, 0), (-0.5, 0, 0.105), 0.0),
    ('0.1 mm above', (20, 0, 0), (-0.5, 0, 0.1001), 0.0),
    ('beside, turned', (20, 0, 0), (-0.5, 0.05 + 0.0708, 0), 45.0),
    ('slantwise over an edge', (20, 0, -20), (-0.5, 0, 0.7003), 0.0),
    ('parallel and close', (0, 20, 0), (0.1002, -0.6, 0), 0.0)):
  verify.below('passes %s: change of velocity (m/s)' % name,
                     passes(velocity, start, turn), STILL)
for name, start, velocity in (('on the top', (0.0511, 0, 0.0777), (-3, 0, -5)),
                              ('against the side', (0.0823, 0, 0.0511), (-5, 0, -3)),
                              ('on the top, slow', (0.0502, 0, 0.0521), (-1, 0, -1.0)),
                              ('far off', (0.35, 0, 0.3523), (-4, 0, -4))):
  deepest, error = slants(start, velocity)
  verify.below('slantwise %s: deepest (m)' % name, deepest, STILL)
  verify.below('slantwise %s: error of the velocity (m/s)' % name, error, 1e-7)
for h in (1e-3, 1e-2):
  va, vb, overlap = collide(h)
  verify.check('collision, h %g: velocity of the light one (m/s)' % h, va, -0.25, 1e-9)
  verify.check('collision, h %g: velocity of the heavy one (m/s)' % h, vb, -0.25, 1e-9)
  verify.below('collision, h %g: overlap (m)' % h, overlap, STILL)
for e in (0.3, 1.0):
  # 1e-8 of the velocities is what the criteria of the solver allow
  verify.check('bounce with e = %g (m/s)' % e, bounce(e, 1e-3), 3 * e, 3e-8)
verify.finish()
