# Shows:   a tower of ten unit cubes whose top one is 100 times heavier.
# Setting: ten rigid cubes of 1 m, each with 2 x 2 x 2 elements, density 1000 kg/m^3, the top one
#          1e5 kg/m^3, mu 0.5, h = 1e-3 s; and of finite elements, Young's modulus 1e10 Pa,
#          Poisson's ratio 0, quasi-static in 8 steps of 0.1 s. The solver is tighter than its
#          default, for forces to 1e-6.
# Source:  equilibrium; columns under their weight.
# Expect:  every layer carries the weight above it to 1e-6; drift below 1e-9 m. Finite elements: the
#          same forces, and every cube sinks as the cubes below and its lower half shorten.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

COUNT, G, DENSITY, RATIO = 10, 9.81, 1000.0, 100.0

weights = [DENSITY * G * (COUNT - 1 - k + RATIO) for k in range(COUNT)]  # above joint k


def tower_of(kind, step, **options):
  """(solfec, floor and cubes); options of the scene and `form` of the bodies."""
  form = options.pop('form', 'TL')
  solfec, bulk = models.scene(step, 'tower-%s-%s' % (kind, form), density=DENSITY, friction=0.5,
                              **options)
  heavy = BULK_MATERIAL(solfec, model='KIRCHHOFF', young=bulk.young, poisson=bulk.poisson,
                        density=RATIO * DENSITY)
  tower = [BODY(solfec, 'OBSTACLE', models.slab((-2, -2, -1), (3, 3, 0)), bulk)]
  for k in range(COUNT):
    cube = models.brick((0, 0, k), (1, 1, k + 1), (2, 2, 2))
    tower.append(BODY(solfec, kind, cube, heavy if k == COUNT - 1 else bulk, form=form))
  return solfec, tower


def joint_errors(tower):
  """Forces less the weights above them, over these, joint by joint."""
  result = []
  for k in range(COUNT):
    force = models.contact_force(tower[k + 1], tower[k])
    result.append(models.norm((force[0], force[1], force[2] - weights[k])) / weights[k])
  return result


verify.case(23, 'Heavy top')
solfec, tower = tower_of('RIGID', 1e-3)
worst = [0.0] * COUNT


def record():
  worst[:] = map(max, worst, joint_errors(tower))


models.each_step(solfec, record)
# changes of 1e-8 between sweeps leave forces wrong by 7e-5: the sway of the tower is a slow mode
RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-11, 1000, 1e-14), 0.5)
for k in range(COUNT):
  verify.below('joint %d: force less weight above, over weight, worst step' % k, worst[k], 1e-6)
verify.below('largest way of a cube (m)',
             max(models.norm(DISPLACEMENT(b, b.center)) for b in tower[1:]), 1e-9)

YOUNG = 1e10
for form in ('TL', 'BC'):
  solfec, tower = tower_of('FINITE_ELEMENT', 0.1, form=form, analysis='QUASI_STATIC', young=YOUNG,
                           poisson=0.0)
  RUN(solfec, NEWTON_SOLVER(1e-18, 100), 0.8)
  name = 'finite elements, %s: ' % form
  verify.below(name + 'largest force less weight above, over weight', max(joint_errors(tower)),
               1e-6)
  shorter, errors = 0.0, []
  for k, body in enumerate(tower[1:]):
    own = weights[k] - (weights[k + 1] if k + 1 < COUNT else 0.0)
    below = shorter + 0.5 * (weights[k] - own / 4) / YOUNG  # mean force in the lower half
    shorter += (weights[k] - own / 2) / YOUNG
    errors.append(abs(DISPLACEMENT(body, body.center)[2] + below) / below)
  # 'TL' is linear up to a share of the strain 1e-4
  verify.below(name + 'error of the way down of a cube, relative, worst', max(errors), 2e-4)
verify.finish()
