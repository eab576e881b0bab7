# Shows:   cohesion: a block hangs below a ceiling, falls when it is too heavy, does not bond again.
# Setting: rigid block 1 x 1 x 0.5 m, density 1000 kg/m^3, in touch with the ceiling above it by
#          four contacts of 0.25 m^2; cohesion c Pa. Cubes of 1 mm, 1 cm and 1 m without weight on
#          a floor are pulled by a force that grows from 0 to twice the strength in 1 s, all
#          solvers at their defaults. Cubes of 2 x 2 x 2 and 3 x 3 x 3 elements with springs and
#          CONTACT_POINTS 'CENTROID' are pulled at the centre, off the centre, and along the floor.
# Source:  the bonds hold the sum of c A = c x 1 m^2, and mu c A along the floor. Of n x n pieces of
#          an edge of 1 m with the middles x and sum(x^2) = n^2 I, a force F at x = 1/4 pulls at
#          those of the largest x with F (1 + x / (4 I)).
# Expect:  with m g = 0.99 c A it hangs, no bond carries more than c A; with 1.01 c A it falls
#          freely; pressed against the ceiling again it falls under half of what the bonds would
#          have held. Pulled cubes stay where they are, to 2 % of their size, until the force is
#          that of the bonds, to 1 %.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

H, G, DENSITY, HEIGHT = 1e-3, 9.81, 1000.0, 0.5
WEIGHT = DENSITY * HEIGHT * G


def hang(name, cohesion, gravity, duration, each=None):
  """(solfec, block, ceiling) after a run; `gravity` is the acceleration along z."""
  solfec, bulk = models.scene(H, 'cohesion-' + name, density=DENSITY, gravity=(0, 0, gravity),
                              friction=0.5, cohesion=cohesion)
  ceiling = BODY(solfec, 'OBSTACLE', models.slab((-1, -1, HEIGHT), (1, 1, 1)), bulk)
  block = BODY(solfec, 'RIGID', models.brick((-0.5, -0.5, 0), (0.5, 0.5, HEIGHT)), bulk)
  if each:
    models.each_step(solfec, lambda: each(solfec, block, ceiling))
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), duration)
  return solfec, block, ceiling


verify.case(27, 'Cohesion')
solfec, block, ceiling = hang('holds', WEIGHT / 0.99, -G, 1.0)
bonds = models.contacts_of(block)
verify.equal('0.99: contacts', len(bonds), 4)
verify.check('0.99: their area (m^2)', sum(c.area for c in bonds), 1.0, 1e-9)
force = models.contact_force(block, ceiling)
verify.check('0.99: force of the ceiling on the block (N)', force[2], WEIGHT, 1e-9 * WEIGHT)
# four points are one too many for statics, so only the bounds of single bonds are known
for k, c in enumerate(bonds):
  verify.within('0.99: force of bond %d (N)' % (k + 1), -c.R[2], 0.0,
                WEIGHT / 0.99 / 4 * (1 + 1e-9))
verify.below('0.99: way after 1 s (m)', models.norm(DISPLACEMENT(block, block.center)), 1e-9)

T = 0.5
solfec, block, ceiling = hang('breaks', WEIGHT / 1.01, -G, T)
# the bonds hold c A during the step in which they break
lag = H * T * G
verify.check('1.01: way after 0.5 s (m)', -DISPLACEMENT(block, block.center)[2], G * T * T / 2, lag)
verify.check('1.01: speed after 0.5 s (m/s)', -models.linear_velocity(block)[2], G * T, H * G)
verify.equal('1.01: contacts after 0.5 s', len(models.contacts_of(block)), 0)

# 2 g down for 0.05 s breaks the bonds, 4 g up brings it back and presses it, then g/2 down
CHANGE, BACK = 0.05, 0.5
gravity = TIME_SERIES([0, -2 * G, CHANGE, -2 * G, CHANGE + H, 4 * G, BACK, 4 * G, BACK + H, -G / 2,
                       9, -G / 2])
pressed = []


def watch(solfec, block, ceiling):
  if BACK - 0.1 < solfec.time < BACK:
    pressed.append(models.contact_force(block, ceiling)[2])


solfec, block, ceiling = hang('again', WEIGHT, gravity, BACK + H + T, watch)
verify.check('again: the ceiling presses back before (N)', pressed[-1], -4 * WEIGHT,
             1e-6 * WEIGHT)
verify.check('again: way down in 0.5 s of g/2 (m)', -DISPLACEMENT(block, block.center)[2],
             G * T * T / 4, 2 * lag)
SOLVERS = (GAUSS_SEIDEL_SOLVER, NEWTON_SOLVER, BODY_SPACE_SOLVER, INTERIOR_POINT_SOLVER)


def pull(size, solver):
  """Time of the last step in which bonds hold, and the largest gap before over the size."""
  strength = 1e5 * size * size
  solfec, bulk = models.scene(H, 'pulled-%g-%s' % (size, solver.__name__), density=DENSITY, gravity=(0, 0, 0),
                              friction=0.5, cohesion=1e5)
  BODY(solfec, 'OBSTACLE', models.slab((-size, -size, -size), (2 * size, 2 * size, 0)), bulk)
  block = BODY(solfec, 'RIGID', models.slab((0, 0, 0), (size, size, size)), bulk)
  FORCE(block, 'SPATIAL', block.center, (0, 0, 1), TIME_SERIES([0, 0, 1, 2 * strength]))
  held = [0.0, 0.0]

  def look():
    force = -sum(c.R[2] for c in solfec.constraints)
    if force > 1e-6 * strength:
      held[0] = solfec.time
      if solfec.time < 0.49:
        held[1] = max([held[1]] + [abs(c.gap) / size for c in solfec.constraints])

  models.each_step(solfec, look)
  RUN(solfec, solver(), 0.6)
  return held


for size in (1e-3, 1e-2, 1.0):
  for solver in SOLVERS:
    last, gap = pull(size, solver)
    name = 'cube of %g m, %s (): ' % (size, solver.__name__)
    verify.check(name + 'time when its bonds break (s)', last, 0.5, 5e-3)
    verify.below(name + 'largest gap before, over its size', gap, 0.02)


def glued_by_springs(cells, solver, kind, way):
  """Force over c A with which a cube of pieces that springs glue to a floor comes loose."""
  at, direction = {'pull': ((0, 0, 0.5), (0, 0, 1)), 'off the centre': ((0.25, 0, 0.5), (0, 0, 1)),
                   'along': ((0, 0, 0), (1, 0, 0))}[way]
  step = 1e-4
  solfec, bulk = models.scene(step, 'springs-%d-%s-%s-%s' % (cells, solver.__name__, kind, way),
                              density=DENSITY, young=1e11, gravity=(0, 0, 0), friction=0.5,
                              model='SPRING_DASHPOT', cohesion=1e5, spring=1e9, dashpot=1e5)
  CONTACT_POINTS(solfec, 'CENTROID')
  BODY(solfec, 'OBSTACLE', models.slab((-5, -5, -1), (5, 5, 0)), bulk)
  block = BODY(solfec, kind, models.brick((-0.5, -0.5, 0), (0.5, 0.5, 1), (cells,) * 3), bulk)
  if kind == 'PSEUDO_RIGID':
    block.scheme = 'DEF_LIM'
    block.damping = 1e-3  # points that slide near the limit shake the block
  FORCE(block, 'SPATIAL', at, direction, TIME_SERIES([0, 0, 1, 2e5]))
  loose = []

  def look():
    if not loose and models.norm(DISPLACEMENT(block, block.center)) > 1e-4:
      loose.append(solfec.time)

  models.each_step(solfec, look)
  RUN(solfec, solver(), 0.52)
  return 2 * loose[0] if loose else 0.0


for cells in (2, 3):
  middles = [(k + 0.5) / cells - 0.5 for k in range(cells)]
  edge = 1 + middles[-1] / (4 * sum(x * x for x in middles) / cells)
  for solver in (PENALTY_SOLVER, GAUSS_SEIDEL_SOLVER, NEWTON_SOLVER):
    for kind in ('RIGID', 'PSEUDO_RIGID'):
      for way, exact in (('pull', 1.0), ('off the centre', 1 / edge), ('along', 0.5)):
        name = '%d^3 pieces, %s, %s (), %s' % (cells, kind, solver.__name__, way)
        verify.check(name + ': force over c A',
                     glued_by_springs(cells, solver, kind, way), exact, 0.02 * exact)
verify.finish()
