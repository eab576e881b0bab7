# Shows:   rigid bodies that overlap as they were made keep their places: the depth is the zero of
#          their gap, for the law of contact, the projection and GAP alike.
# Setting: a keystone between two blocks into which it is modelled 1 mm too wide at either side
#          (walls 5 degrees off the vertical, friction 0.84), for several steps, sizes, overlaps and
#          CONTACT_PROJECTION 'OFF'; a stack of 10 blocks with 1 mm of overlap at each joint; a block
#          with a lower face that is 0.2 degrees off that of the floor; a block that rocks 100 times;
#          a block that is made in the floor while the run goes on; one that slides by its own width;
#          concentric balls; a floor that a rigid and a pseudo-rigid block were made 2 mm inside.
# Source:  friction holds any wedge of tan 5 < mu; bodies at rest on a floor stay at rest.
# Expect:  all stay to 1e-9 of their size; the pseudo-rigid block comes out, to GEOMETRIC_EPSILON;
#          GAP is zero.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify
from solfec import (BODY, CALLBACK, CONTACT_PROJECTION, DISPLACEMENT, GAUSS_SEIDEL_SOLVER, HISTORY,
                    HULL, INITIAL_VELOCITY, OUTPUT, RUN, SPHERE)

G = 9.81
EPSILON = 1e-4
OUT = 'built-overlap'


def scene(name, step=1e-3, gravity=G, friction=0.5):
  return models.scene(step, '%s/%s' % (OUT, name), density=2000, friction=friction,
                      gravity=(0, 0, -gravity))


def prism(profile, size):
  return HULL([size * c for y in (-.1, .1) for x, z in profile for c in (x, y, z)], 1, 1)


def keystone(over, step=1e-3, size=1.0, projection='ON'):
  """A stone between fixed blocks, too wide by `over` at either side; sizes in `size`."""
  name = 'keystone over=%g h=%g size=%g %s' % (over, step, size, projection)
  solfec, bulk = scene(name.replace(' ', '-'), step, friction=0.84)
  CONTACT_PROJECTION(solfec, projection)
  OUTPUT(solfec, 0)
  t = math.tan(math.radians(5))
  for side in (1, -1):
    wall = [(side * x, z) for x, z in ((.1 - .2 * t, -.2), (.1 + .4 * t, .4), (.5, .4), (.5, -.2))]
    BODY(solfec, 'OBSTACLE', prism(wall, size), bulk)
  stone = BODY(solfec, 'RIGID', prism([(-.1 - over, 0), (.1 + over, 0), (.1 + .2 * t + over, .2),
                                       (-.1 - .2 * t - over, .2)], size), bulk)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), 100 * step)
  verify.below(name + ': way over size', max(abs(a - b) for a, b in zip(stone.conf[9:12],
                                                                        stone.center)) / size, 1e-9)
  gap = HISTORY(solfec, (solfec, 'GAP'), 0, solfec.time)[1]
  verify.below(name + ': GAP over size', min(gap) / size, 1e-9)


def stack():
  solfec, bulk = scene('stack')
  size, count, overlap = 0.2, 10, 1e-3
  BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -1), (2, 2, 0)), bulk)
  blocks = []
  for i in range(count):
    low = i * size - (i + 1) * overlap
    blocks.append(BODY(solfec, 'RIGID', models.slab((0, 0, low), (size, size, low + size)), bulk))
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.2)
  verify.below('stack of 10: largest way (m)', max(
      abs(b.conf[11] - b.center[2]) for b in blocks), 1e-9)


def floor_scene(name, step=1e-3, gravity=G, friction=0.5):
  solfec, bulk = scene(name, step, gravity, friction)
  BODY(solfec, 'OBSTACLE', models.slab((-3, -3, -1), (9, 3, 0)), bulk)
  return solfec, bulk


def tilted():
  """The lower corners lie between 1 and 4.5 mm deep in the floor."""
  solfec, bulk = floor_scene('tilted')
  t = math.tan(math.radians(0.2))
  low = [-1e-3 - t * x for x in (0, 1)]
  block = BODY(solfec, 'RIGID', HULL([c for y in (0, .5) for x, z in (
      (0, low[0]), (1, low[1]), (1, .5), (0, .5)) for c in (x, y, z)], 1, 1), bulk)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.2)
  verify.below('face off by 0.2 degrees: largest way (m) of its corners', max(
      models.norm(DISPLACEMENT(block, (x, 0.25, low[x]))) for x in (0, 1)), 1e-9)


def rocking():
  """Pushed up at one edge and then at the other one, 100 times."""
  solfec, bulk = floor_scene('rocking')
  depth = 3e-3
  block = BODY(solfec, 'RIGID', models.slab((0, 0, -depth), (1, 1, 1 - depth)), bulk)
  corners = [(x, 0.5, -depth) for x in (0, 1)]
  highest = [0.0]
  models.each_step(solfec, lambda: highest.__setitem__(0, max(
      highest + [DISPLACEMENT(block, p)[2] for p in corners])))
  for cycle in range(100):
    side = 1 if cycle % 2 else -1
    INITIAL_VELOCITY(block, (0, 0, 0.05), (0, 0.1 * side, 0))
    RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.04)
  verify.within('rocking block: highest corner (m)', highest[0], EPSILON, 10 * EPSILON)
  verify.below('rocking block: height (m) of its corners after 100 times',
               max(abs(DISPLACEMENT(block, p)[2]) for p in corners), 1e-2 * EPSILON)


def made_later():
  solfec, bulk = floor_scene('later')
  made = []

  def make(_):
    if not made:
      made.append(BODY(solfec, 'RIGID', models.slab((0, 0, -2e-3), (1, 1, 0.998)), bulk))
    return 1
  CALLBACK(solfec, 0.02, 0, make)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.1)
  verify.below('made at 0.02 s: way (m)', abs(made[0].conf[11] - 0.498), 1e-9)


def sliding():
  """A plate of 0.2 x 1 m slides across by five times its width and stays at its depth."""
  solfec, bulk = floor_scene('sliding', friction=0.0)
  plate = BODY(solfec, 'RIGID', models.slab((0, 0, -2e-3), (0.2, 1, 0.1)), bulk)
  INITIAL_VELOCITY(plate, (10, 0, 0), (0, 0, 0))
  tilt = [0.0]
  models.each_step(solfec, lambda: tilt.__setitem__(0, max(tilt[0], abs(
      DISPLACEMENT(plate, (0, .5, -2e-3))[2] - DISPLACEMENT(plate, (.2, .5, -2e-3))[2]))))
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.1)
  verify.check('sliding plate: way (m)', plate.conf[9] - plate.center[0], 1.0, 1e-9)
  verify.below('sliding plate: height (m)', plate.conf[11] - plate.center[2], 1e-9)
  verify.below('sliding plate: tilt (m)', tilt[0], 1e-9)


def balls():
  """A ball in the centre of another one has contact with it, which holds it there."""
  for radius in (0.25, 0.5):
    solfec, bulk = scene('balls-%g' % radius, gravity=0.0)
    outer = BODY(solfec, 'OBSTACLE', SPHERE((0, 0, 0), 0.5, 1, 1), bulk)
    inner = BODY(solfec, 'RIGID', SPHERE((0, 0, 0), radius, 1, 1), bulk)
    RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.05)
    verify.equal('concentric balls, radii 0.5 and %g m: contacts' % radius, solfec.ncon, 1)
    verify.below('concentric balls, radii 0.5 and %g m: way (m)' % radius,
                 models.norm(inner.conf[9:12]), 1e-9)


def deformable():
  solfec, bulk = floor_scene('deformable', 1e-4, gravity=0.0)
  rigid = BODY(solfec, 'RIGID', models.slab((0, 0, -2e-3), (1, 1, 0.998)), bulk)
  soft = BODY(solfec, 'PSEUDO_RIGID', models.slab((2, 0, -2e-3), (3, 1, 0.998)), bulk)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.02)
  verify.below('rigid block in a floor: way (m)', abs(rigid.conf[11] - 0.498), 1e-9)
  verify.check('pseudo-rigid block in a floor: height (m)', DISPLACEMENT(soft, (2.5, .5, -2e-3))[2],
               2e-3 - EPSILON, 2e-7)


verify.case('built_overlap', 'Overlap of a model')
for over, step in ((1e-3, 1e-3), (3e-4, 1e-3), (1e-3, 1e-4), (1e-3, 1e-2)):
  keystone(over, step)
for size in (1e-2, 1e2):
  keystone(1e-3, size=size)
keystone(1e-3, projection='OFF')
stack()
tilted()
rocking()
made_later()
sliding()
balls()
deformable()
verify.finish()
