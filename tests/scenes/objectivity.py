# Shows:   a whole scene turned and moved rigidly does the same in its new frame; the order in which
#          bodies are made changes results only within the solver's tolerance.
# Setting: rigid and pseudo-rigid bodies of every scheme with joints and loads that slide, roll and
#          strike on a floor with friction; the same turned by 77 degrees and moved, and made in
#          another order. Meshes of both forms and every scheme, turned and moved, held along
#          one direction or free and thrown on the floor. The solver is tighter than its default,
#          for positions that agree to 1e-10 in any order of bodies.
# Source:  frame indifference of the laws of motion, contact and friction (isotropic); the number of
#          a body is no physics.
# Expect:  positions and velocities agree to 1e-9 of their size over 100 steps after the rotation;
#          to the tolerance of the solver after a change of order.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from solfec import (BODY, BULK_MATERIAL, CONVEX, FIX_DIRECTION, FIX_POINT, FORCE,
                    GAUSS_SEIDEL_SOLVER, GRAVITY, INITIAL_VELOCITY, OUTPUT, PUT_RIGID_LINK, ROTATE,
                    RUN, SOLFEC, SPHERE, SURFACE_MATERIAL, TORQUE, TRANSLATE)
from models import brick, nodes_of, norm, rotated, slab
from verify import below, case, finish

STEP, STEPS = 1e-3, 100
AXIS, ANGLE = (0.3, -0.5, 0.8), 77.0  # degrees
SHIFT = (1.5, -2.0, 0.7)
SAME_FRAME = ((1.0, 0.0, 0.0), 0.0, (0.0, 0.0, 0.0))


def turned(vector, axis, angle):
  n = norm(axis)
  return rotated(vector, [a / n for a in axis], math.radians(angle))


class Frame:
  """Where a scene stands: x -> R x + d for points, v -> R v for vectors."""

  def __init__(self, axis, angle, shift):
    self.axis, self.angle, self.shift = axis, angle, shift

  def vector(self, v):
    return turned(v, self.axis, self.angle)

  def point(self, x):
    return tuple(a + b for a, b in zip(self.vector(x), self.shift))

  def shape(self, shape):
    return TRANSLATE(ROTATE(shape, (0, 0, 0), self.axis, self.angle), self.shift)

  def back(self, v):
    return turned(v, self.axis, -self.angle)

  def point_back(self, x):
    return self.back(tuple(a - b for a, b in zip(x, self.shift)))


def tetrahedron(x, y, z, a):
  """Irregular tetrahedron standing on a vertex."""
  return CONVEX([x, y, z, x + a, y, z + a, x - 0.4 * a, y + 0.9 * a, z + a, x - 0.3 * a, y - a,
                 z + 0.9 * a], [3, 0, 1, 3, 1, 3, 0, 3, 2, 1, 3, 0, 2, 1, 1, 3, 1, 2, 3, 1], 1)


def parts():
  """(label, kind, shape, scheme, linear and angular velocity) of every moving body."""
  return [
      ('slider', 'RIGID', brick((0.0, 0.0, 0.0), (0.6, 0.3, 0.2)), 'RIG_NEG', (1.0, 0.5, 0),
       (0, 0, 0.8)),
      ('rider', 'RIGID', SPHERE((0.3, 0.15, 0.301), 0.1, 1, 1), 'RIG_IMP', (0.2, 0, -0.5),
       (1, 2, 0)),
      ('dart', 'RIGID', tetrahedron(-1.0, 0.2, 0.002, 0.4), 'RIG_POS', (0.3, 0.1, -1.0),
       (0.1, 0.4, 0.2)),
      ('soft', 'PSEUDO_RIGID', brick((0, -1.5, 0.001), (0.5, -1.0, 0.4)), 'DEF_EXP', (0, 0.2, -1),
       (0, 0, 0.5)),
      ('jelly', 'PSEUDO_RIGID', SPHERE((-1.0, -1.0, 0.305), 0.3, 1, 1), 'DEF_IMP',
       (0.5, 0.1, -0.8), (0, 0.3, 0.2)),
      ('swing', 'RIGID', brick((1.5, 0, 0.8), (1.7, 0.2, 1.2)), 'RIG_NEG', (0, 0.6, 0), (0, 0, 0)),
      ('tail', 'PSEUDO_RIGID', brick((1.5, 0, 0.3), (1.7, 0.2, 0.7)), 'DEF_LIM', (0, 0.4, 0),
       (0, 0, 0)),
  ]


def scene(name, frame, order):
  """The motion of every body by label: centres and velocities of the centres, in the own frame.

  A block on four points is hyperstatic: how its weight is shared, and so the friction that turns a
  sliding block, is not unique and depends on the order of the visits, and where acceleration starts
  anew on their last digits. Plain sweeps have the order of the points of a body, whatever its
  number.
  """
  solfec = SOLFEC('DYNAMIC', STEP, 'out/objectivity-' + name)
  solfec.verbose = 'OFF'
  OUTPUT(solfec, 1000.0)
  bulk = BULK_MATERIAL(solfec, young=2e6, poisson=0.3, density=1000.0)
  SURFACE_MATERIAL(solfec, friction=0.4, restitution=0.1)
  GRAVITY(solfec, frame.vector((0, 0, -9.81)))
  made = parts()
  bodies = {}
  for i in order:
    if i == len(made):
      bodies['floor'] = BODY(solfec, 'OBSTACLE', frame.shape(slab((-4, -4, -0.5), (4, 4, 0))), bulk)
      continue
    label, kind, shape, scheme, linear, angular = made[i]
    body = BODY(solfec, kind, frame.shape(shape), bulk, label=label)
    body.scheme = scheme
    INITIAL_VELOCITY(body, frame.vector(linear), frame.vector(angular))
    bodies[label] = body
  FIX_POINT(bodies['swing'], frame.point((1.6, 0.1, 1.2)))
  PUT_RIGID_LINK(bodies['swing'], bodies['tail'], frame.point((1.6, 0.1, 0.8)),
                 frame.point((1.6, 0.1, 0.7)))
  FIX_DIRECTION(bodies['rider'], frame.point((0.3, 0.15, 0.301)), frame.vector((0, 1, 0)))
  FORCE(bodies['slider'], 'SPATIAL', frame.point((0.6, 0.1, 0.1)), frame.vector((0, 1, 0)), 50.0)
  FORCE(bodies['dart'], 'CONVECTED', frame.point((-1, 0.2, 0.2)), frame.vector((1, 0, 0)), 20.0)
  TORQUE(bodies['slider'], 'SPATIAL', frame.vector((0, 0, 1)), 3.0)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-13, 5000, 1e-16, acceleration='OFF'),
      STEPS * STEP)
  contacts = sum(c.kind == 'CONTACT' for c in solfec.constraints)
  motion = {}
  for label, *_ in made:
    body = bodies[label]
    motion[label] = (frame.point_back(body.conf[9:12]), frame.back(body.velo[-3:]))
  return motion, contacts


def meshes(name, frame):
  """The nodes of meshes of both forms and every scheme and their velocities, in the own frame."""
  solfec = SOLFEC('DYNAMIC', STEP, 'out/objectivity-' + name)
  solfec.verbose = 'OFF'
  OUTPUT(solfec, 1000.0)
  bulk = BULK_MATERIAL(solfec, young=1e6, poisson=0.3, density=1000.0)
  SURFACE_MATERIAL(solfec, friction=0.4)
  GRAVITY(solfec, frame.vector((0, 0, -9.81)))
  BODY(solfec, 'OBSTACLE', frame.shape(slab((-4, -4, -0.5), (8, 8, 0))), bulk)
  bodies = {}
  for i, form in enumerate(('TL', 'BC')):
    for j, scheme in enumerate(('DEF_EXP', 'DEF_LIM', 'DEF_LIM2', 'DEF_IMP')):
      low = (1.5 * j, 1.5 * i, 0.002)
      shape = ROTATE(brick(low, (low[0] + 0.8, low[1] + 0.4, 0.302), (2, 1, 1)), low, (1, 1, 0), 3)
      body = BODY(solfec, 'FINITE_ELEMENT', frame.shape(TRANSLATE(shape, (0, 0, 0.03))), bulk,
                  form=form)
      body.scheme, body.damping = scheme, 1e-4
      INITIAL_VELOCITY(body, frame.vector((0.5, 0.2, -1.0)), frame.vector((0.3, 0.5, 1.0)))
      if j % 2 == 1:
        FIX_DIRECTION(body, frame.point((low[0] + 0.4, low[1] + 0.2, 0.2)), frame.vector((0, 1, 0)))
      bodies['%s %s' % (form, scheme)] = body
  RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-13, 5000, 1e-16), STEPS * STEP)
  motion = {}
  for label, body in bodies.items():
    rates = list(zip(*[iter(body.velo)] * 3))
    motion[label] = (sum(map(frame.point_back, nodes_of(body)), ()), sum(map(frame.back, rates), ()))
  touching = [sum(c.kind == 'CONTACT' for c in body.constraints) for body in bodies.values()]
  return motion, touching


def difference(a, b):
  """Largest relative differences of centres and of velocities."""
  worst = [0.0, 0.0]
  for label, state in a.items():
    for k in (0, 1):
      size = max(norm(state[k]), 1.0)
      away = norm([x - y for x, y in zip(state[k], b[label][k])])
      worst[k] = max(worst[k], away / size)
  return worst


case('objectivity', 'Rigid motions of a whole scene, order of its bodies')
forward = list(range(len(parts()) + 1))
still, contacts = scene('still', Frame(*SAME_FRAME), forward)
below('contacts that must be there (missing)', max(0, 3 - contacts), 0)

moved, moved_contacts = scene('moved', Frame(AXIS, ANGLE, SHIFT), forward)
below('turned and moved: change of the number of contacts', moved_contacts - contacts, 0)
centres, velocities = difference(still, moved)
below('turned and moved: centres, relative', centres, 1e-9)
below('turned and moved: velocities, relative', velocities, 1e-9)

still_meshes, contacts = meshes('meshes-still', Frame(*SAME_FRAME))
below('meshes: bodies without contact', contacts.count(0), 0)
moved_meshes, moved_contacts = meshes('meshes-moved', Frame(AXIS, ANGLE, SHIFT))
below('meshes turned and moved: change of the number of contacts',
      sum(map(abs, (a - b for a, b in zip(contacts, moved_contacts)))), 0)
for label, state in still_meshes.items():
  places, velocities = difference({label: state}, moved_meshes)
  below('%s turned and moved: nodes, relative' % label, places, 1e-11)
  below('%s turned and moved: velocities, relative' % label, velocities, 1e-10)

for name, order in (('backward', forward[::-1]), ('mixed', [3, 7, 0, 5, 2, 6, 1, 4])):
  other, _ = scene(name, Frame(*SAME_FRAME), order)
  centres, velocities = difference(still, other)
  below('made in the order %s: centres, relative' % name, centres, 1e-10)
  below('made in the order %s: velocities, relative' % name, velocities, 1e-10)
finish()
