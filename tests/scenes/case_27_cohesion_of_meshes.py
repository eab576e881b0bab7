# Shows:   cohesion of finite-element bodies: a mesh hangs below a ceiling, falls when it is too
#          heavy, does not bond again.
# Setting: block 1 x 1 x 0.5 m of hexahedra, Poisson's ratio 0, density 1000 kg/m^3, below a rigid
#          ceiling or one of elements that match or do not; cohesion c of the weight per area;
#          gravity grows smoothly to its end value, vibrations are damped. The solver is tighter
#          than its default, for bonds at 0.99 of their strength, of which none may be overloaded by
#          1 %.
# Source:  under its weight the block has a uniform tension at its top: nodes carry c A at once.
# Expect:  with 0.99 of the gravity for which m g = c A it hangs by all its bonds, the ceiling
#          carries the weight; with 1.01 it falls freely; pressed against the ceiling again it falls
#          under half of what the bonds would have held.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

H, G, DENSITY, HEIGHT = 1e-3, 9.81, 1000.0, 0.5
WEIGHT = DENSITY * HEIGHT * G
GROWN = 0.4  # s, when gravity has grown


def growing(share, more=()):
  """Gravity along z: from 0 to -share G without a kink, then as `more` says."""
  points = []
  for k in range(41):
    points += [GROWN * k / 40, -share * G * 0.5 * (1 - math.cos(math.pi * k / 40))]
  return TIME_SERIES(points + list(more or (9, -share * G)))


def hang(name, gravity, duration, cells=(2, 2, 2), form='TL', scheme='DEF_LIM', ceiling=None,
         each=None):
  """(solfec, block, ceiling) after a run; `ceiling` are the cells of one of elements."""
  solfec, bulk = models.scene(H, 'cohesion-mesh-' + name, density=DENSITY, gravity=(0, 0, gravity),
                              young=1e8, poisson=0.0, friction=0.5, cohesion=WEIGHT)
  if ceiling:
    above = models.damped_mesh(solfec, models.brick((-0.5, -0.5, HEIGHT), (0.5, 0.5, 1), ceiling),
                               bulk, form)
    above.scheme = scheme
    models.fix_nodes(above, lambda p: p[2] > 1 - 1e-9)
  else:
    above = BODY(solfec, 'OBSTACLE', models.slab((-1, -1, HEIGHT), (1, 1, 1)), bulk)
  block = models.damped_mesh(solfec, models.brick((-0.5, -0.5, 0), (0.5, 0.5, HEIGHT), cells), bulk,
                             form)
  block.scheme = scheme
  if scheme == 'DEF_EXP':
    block.damping = 2e-4  # more makes the step short
  masses = models.lumped_masses(block)
  if each:
    models.each_step(solfec, lambda: each(solfec, block, above, masses))
  RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-12, 10000, 1e-16), duration)
  return solfec, block, above


def mean_velocity(block, masses):
  return models.dot(masses, block.velo[2::3]) / block.mass


verify.case(27, 'Cohesion of meshes')
for name, options in (('TL', {}), ('BC', {'form': 'BC'}), ('explicit', {'scheme': 'DEF_EXP'}),
                      ('one element', {'cells': (1, 1, 1)}),
                      ('on equal elements', {'ceiling': (2, 2, 1)}),
                      ('on other elements', {'ceiling': (3, 3, 1)})):
  solfec, block, above = hang(name.replace(' ', '-') + '-holds', growing(0.99), 0.6, **options)
  bonds = models.contacts_of(block)
  verify.check(name + ', 0.99: area of the bonds (m^2)', sum(c.area for c in bonds), 1.0, 1e-6)
  verify.check(name + ', 0.99: force of the ceiling on the block (N)',
               models.contact_force(block, above)[2], 0.99 * WEIGHT, 2e-3 * WEIGHT)
  verify.below(name + ', 0.99: speed (m/s)', max(map(abs, block.velo)), 1e-4)
  speeds = {}

  def note(solfec, block, _, masses):
    speeds[solfec.time] = mean_velocity(block, masses)

  solfec, block, above = hang(name.replace(' ', '-') + '-breaks', growing(1.01), 0.6, each=note,
                              **options)
  verify.equal(name + ', 1.01: bonds after 0.6 s', len(models.contacts_of(block)), 0)
  times = sorted(speeds)
  first = min(t for t in times if t >= 0.5)
  fall = -(speeds[times[-1]] - speeds[first]) / (times[-1] - first)
  verify.check(name + ', 1.01: acceleration (m/s^2)', fall, 1.01 * G, 1e-9 * G)

# up again with 4 g from 0.45 s on, then g/2 down from 1 s on
BACK, T = 1.0, 0.3
more = [0.45, -1.01 * G, 0.45 + H, 4 * G, BACK, 4 * G, BACK + H, -G / 2, 9, -G / 2]
pressed = []


def watch(solfec, block, above, _):
  if BACK - 0.05 < solfec.time < BACK:
    pressed.append(models.contact_force(block, above)[2])


solfec, block, above = hang('again', growing(1.01, more), BACK + H + T, each=watch)
verify.check('again: the ceiling presses back before (N)', pressed[-1], -4 * WEIGHT, 1e-3 * WEIGHT)
verify.check('again: way down in 0.3 s of g/2 (m)', -DISPLACEMENT(block, block.center)[2],
             G * T * T / 4, 5 * H * T * G)
verify.finish()
