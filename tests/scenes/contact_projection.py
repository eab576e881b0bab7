# Shows:   overlap does not last: bodies that have come into each other are moved apart
#          until they overlap by GEOMETRIC_EPSILON, without velocity; what cannot be moved is left.
# Setting: a rigid cube of 1 m that flies 5 mm or 10 mm into a floor within a step, as contacts with
#          restitution do; one that falls on it with 2 m/s; pseudo-rigid and finite-element cubes that
#          are made inside it; a stack of 10 blocks that come 1 mm into each other at each joint; two
#          free cubes of different masses; a cube in a slot that is 10 mm too narrow; the stack with
#          CONTACT_PROJECTION 'OFF'. The solver is tighter than its default, for speeds of 1e-9 m/s.
# Source:  the smallest shift in the metric of the masses: equal and opposite impulses of place, so
#          the displacements of two free bodies are as 1/m and their turns as the moments; gravity's
#          work is m g times the height.
# Expect:  depths of GEOMETRIC_EPSILON to a thousandth; velocities below 1e-9 m/s; EXTERNAL is the
#          work of gravity; the body in the slot rests in its middle; 'OFF' leaves all as it was.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify
from solfec import (BODY, BULK_MATERIAL, CONTACT_PROJECTION, DISPLACEMENT, ENERGY,
                    GAUSS_SEIDEL_SOLVER, HISTORY, INITIAL_VELOCITY, OUTPUT, RUN,
                    SURFACE_MATERIAL)

G = 9.81
EPSILON = 1e-4  # GEOMETRIC_EPSILON
SLACK = 1e-3 * EPSILON  # depth beyond it that is not corrected
OUT = 'contact-projection'
STILL = 1e-9  # m/s


def tight():
  return GAUSS_SEIDEL_SOLVER(1e-10, 1000, 1e-12)


def floor_scene(name, step=1e-3, gravity=G, on=True):
  solfec, bulk = models.scene(step, '%s/%s' % (OUT, name), density=2000, friction=0.5,
                              gravity=(0, 0, -gravity))
  if not on:
    CONTACT_PROJECTION(solfec, 'OFF')
  BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -1), (2, 2, 0)), bulk)
  return solfec, bulk


def speed_of(body):
  return max(abs(v) for v in body.velo)


def largest(solfec, quantity):
  """A list whose item is the largest value of quantity() so far."""
  most = [0.0]
  models.each_step(solfec, lambda: most.__setitem__(0, max(most[0], quantity())))
  return most


def numerical(solfec):
  return HISTORY(solfec, (solfec, 'NUMERICAL'), 0, solfec.time)[1][-1]


def let_in(depth, step):
  """A rigid cube that is at +depth over the floor when contacts are found, and a step later at
  -depth: a contact with restitution lets it in, and the tiny restitution stops it there."""
  name = 'rigid, %g mm inside, h = %g: ' % (1e3 * depth, step)
  solfec, bulk = floor_scene('rigid-%g-%g' % (depth, step), step)
  SURFACE_MATERIAL(solfec, friction=0.5, restitution=1e-14)
  OUTPUT(solfec, 0)
  cube = BODY(solfec, 'RIGID', models.slab((0, 0, 2 * depth), (1, 1, 1 + 2 * depth)), bulk)
  INITIAL_VELOCITY(cube, (0, 0, -2 * depth / step), (0, 0, 0))
  RUN(solfec, tight(), 2 * step)
  height, external, added = cube.conf[11], ENERGY(solfec)[2], numerical(solfec)
  first = min(0.2 * (depth - EPSILON), 10 * EPSILON)  # what the projection asks for in one step
  verify.check(name + 'depth (m) after the impact', 0.5 - height, depth - first, 5e-5)
  speed = largest(solfec, lambda: speed_of(cube))
  RUN(solfec, tight(), 300 * step)
  verify.check(name + 'height (m) of the centre', cube.conf[11], 0.5 - EPSILON, SLACK)
  verify.below(name + 'largest velocity (m/s)', speed[0], STILL)
  verify.below(name + 'turn (rad)', max(map(abs, (cube.conf[1], cube.conf[2]))), 1e-7)
  external, added = ENERGY(solfec)[2] - external, numerical(solfec) - added
  work = -cube.mass * G * (cube.conf[11] - height)
  verify.check(name + 'EXTERNAL (J), work of gravity', external, work, 1e-6)
  verify.check(name + 'EXTERNAL + NUMERICAL (J)', external + added, 0, 1e-6)


def fall(step):
  """(depth at the end, largest depth, m) of a cube that meets the floor with about 2 m/s."""
  solfec, bulk = floor_scene('fall-%g' % step, step)
  cube = BODY(solfec, 'RIGID', models.slab((0, 0, 0.0505), (1, 1, 1.0505)), bulk)
  INITIAL_VELOCITY(cube, (0, 0, -math.sqrt(4 - 2 * G * 0.05)), (0, 0, 0))
  depth = largest(solfec, lambda: 0.5 - cube.conf[11])
  RUN(solfec, tight(), 0.3)
  return 0.5 - cube.conf[11], depth[0]


def deformable(kind, scheme, step, **options):
  """Heights of the corners and energies of a soft cube that is made 5 mm inside the floor."""
  name = '%s: ' % ' '.join([kind, scheme, *options.values()])
  solfec, bulk = floor_scene(name[:-2], step, gravity=0.0)
  low, high = (0, 0, -5e-3), (1, 1, 0.995)
  shape = models.brick(low, high, (2, 2, 2)) if options else models.slab(low, high)
  cube = BODY(solfec, kind, shape, bulk, **options)
  cube.scheme = scheme
  RUN(solfec, tight(), 100 * step)
  heights = [z + DISPLACEMENT(cube, (x, y, z))[2] for x in (0, 1) for y in (0, 1)
             for z in (low[2], high[2])]
  misses = [abs(a - b) for a, b in zip(heights, [-EPSILON, 1 - EPSILON] * 4)]
  verify.below(name + 'heights (m) of the corners', max(misses), 2e-7)
  verify.below(name + 'kinetic and strain energy (J)', sum(ENERGY(solfec)[:2]), 1e-9)


def stack(on):
  """(depths, largest speed, least depth before) of blocks that fly into each other in one step."""
  solfec, bulk = floor_scene('stack-%d' % on, on=on)
  SURFACE_MATERIAL(solfec, friction=0.5, restitution=1e-14)
  size, count, overlap, step = 0.2, 10, 1e-3, 1e-3
  blocks = []
  for i in range(count):  # 2 mm above where it would touch, for each joint below
    low = i * size + 2 * overlap * (i + 1)
    blocks.append(BODY(solfec, 'RIGID', models.slab((0, 0, low), (size, size, low + size)), bulk))
    INITIAL_VELOCITY(blocks[-1], (0, 0, -2 * overlap * (i + 1) / step), (0, 0, 0))

  def depths():
    return [top - (b.conf[11] - 0.5 * size)
            for top, b in zip([0] + [b.conf[11] + 0.5 * size for b in blocks], blocks)]
  RUN(solfec, tight(), 2 * step)
  before = depths()
  speed = largest(solfec, lambda: max(map(speed_of, blocks)))
  RUN(solfec, tight(), 0.4)
  return depths(), speed[0], before


def cross(a, b):
  return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def two_free_bodies():
  """Two free cubes of 1 m that overlap off centre by 10 mm."""
  solfec, bulk = models.scene(1e-3, OUT + '/two', density=1000, gravity=(0, 0, 0))
  heavy = BULK_MATERIAL(solfec, 'KIRCHHOFF', 'heavy', 1e9, 0.25, 3700)
  bodies = [BODY(solfec, 'PSEUDO_RIGID', models.slab((0, 0, 0), (1, 1, 1)), bulk),
            BODY(solfec, 'PSEUDO_RIGID', models.slab((0.3, 0.4, 0.99), (1.3, 1.4, 1.99)), heavy)]
  start = [models.mass_centre(b) for b in bodies]
  speed = largest(solfec, lambda: max(map(speed_of, bodies)))
  RUN(solfec, tight(), 0.1)
  moved = [[x - y for x, y in zip(models.mass_centre(b), c)] for b, c in zip(bodies, start)]
  verify.check('free cubes: ratio of their displacements', moved[0][2] / moved[1][2], -3.7, 1e-8)
  verify.below('free cubes: displacement (m) of the common centre',
               models.norm([(1000 * a + 3700 * b) / 4700 for a, b in zip(*moved)]), 1e-12)
  verify.check('free cubes: depth (m)', max(-c.gap for c in solfec.constraints), EPSILON, SLACK)
  verify.below('free cubes: velocity (m/s)', speed[0], STILL)


def jam(offset, gravity):
  """Places after 300 and 600 steps of a cube in a slot of 0.99 m, made off its middle."""
  solfec, bulk = models.scene(1e-3, '%s/jam-%g-%g' % (OUT, offset, gravity), density=2000,
                              friction=0.5, gravity=(0, 0, -gravity))
  BODY(solfec, 'OBSTACLE', models.slab((-1.495, -1, -1), (-0.495, 2, 2)), bulk)
  BODY(solfec, 'OBSTACLE', models.slab((0.495, -1, -1), (1.495, 2, 2)), bulk)
  cube = BODY(solfec, 'PSEUDO_RIGID', models.slab((offset - 0.5, 0, 0), (offset + 0.5, 1, 1)), bulk)
  speed = largest(solfec, lambda: speed_of(cube))
  places = []
  for _ in range(2):
    RUN(solfec, tight(), 0.3)
    places.append(models.mass_centre(cube))
  return places, speed[0], sum(ENERGY(solfec)[:2])


verify.case('contact_projection', 'Overlap is taken away')
for depth, step in ((5e-3, 1e-3), (1e-2, 1e-3), (1e-2, 1e-4)):
  let_in(depth, step)
for step in (1e-3, 5e-4):
  depth, most = fall(step)
  verify.below('fall with 2 m/s, h = %g: largest depth (m)' % step, most, STILL)
  verify.within('fall with 2 m/s, h = %g: depth at the end (m)' % step, depth, 0.0,
                EPSILON + SLACK)
deformable('PSEUDO_RIGID', 'DEF_EXP', 1e-4)
for form in ('TL', 'BC'):
  deformable('FINITE_ELEMENT', 'DEF_EXP', 1e-4, form=form)
  deformable('FINITE_ELEMENT', 'DEF_LIM', 1e-3, form=form)

depths, speed, before = stack(True)
verify.within('stack: least depth (m) that the step has let in', min(before), 0.8e-3, 1.2e-3)
verify.below('stack: depths (m) less GEOMETRIC_EPSILON', max(depths) - EPSILON, SLACK)
verify.within('stack: least depth (m), nothing is thrown up', min(depths), 0.9 * EPSILON,
              EPSILON + SLACK)
verify.below('stack: largest velocity (m/s)', speed, 1e-8)
depths, speed, before = stack(False)
verify.below("stack, 'OFF': changes of the overlap (m)",
             max(abs(a - b) for a, b in zip(before, depths)), 1e-9)

two_free_bodies()
for offset, gravity in ((0.0, 0.0), (2e-3, 0.0)):
  places, speed, energy = jam(offset, gravity)
  name = 'cube in a narrow slot, made %g mm off its middle: ' % (1e3 * offset)
  verify.below(name + 'distance (m) from the middle', places[1][0], 1e-6)
  verify.below(name + 'drift (m) in 300 steps',
               models.norm([a - b for a, b in zip(*places)]), 1e-9)
  verify.below(name + 'velocity (m/s)', speed, STILL)
verify.finish()
