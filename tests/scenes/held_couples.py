# Shows:   blocks that contacts hold against a steady couple stay where they are.
# Setting: blocks of 1 x 0.5 x 0.5 m, 1000 kg/m^3, in a turned frame, sizes of 1 mm, 1 m and 1 km:
#          pressed onto an obstacle by 200 times their weight, or bonded to it, or under their own
#          weight, with a torque of half of what lifts an edge or breaks the bonds; 5 s in steps of
#          0.01 s, times grow with the root of the size; all solvers and schemes.
# Source:  the couple is below the limit, so the block is at rest.
# Expect:  displacement below 1e-6 of the size, four contacts.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

G = 9.81
SIDES = (1.0, 0.5, 0.5)
SOLVERS = (GAUSS_SEIDEL_SOLVER, NEWTON_SOLVER, BODY_SPACE_SOLVER, INTERIOR_POINT_SOLVER)


def held(how, size, solver, scheme='RIG_NEG'):
  """Turn and displacement over the size after 5 s; number of contacts."""
  root, weight = math.sqrt(size), 1000 * 0.25 * size ** 3 * G
  cohesion = 400 * weight / (0.5 * size ** 2) if how == 'bonded' else 0.0
  solfec, bulk = models.scene(0.01 * root, 'held-%s-%g-%s-%s' % (how, size, solver.__name__, scheme), 1e3,
                              models.oblique((0, 0, -G)), friction=0.9,
                              cohesion=cohesion)
  GEOMETRIC_EPSILON(1e-4 * size)
  BODY(solfec, 'OBSTACLE', models.oblique_box((-2, -2, -1), (3, 3, 0), size), bulk)
  block = BODY(solfec, 'RIGID', models.oblique_box((0, 0, 0), SIDES, size), bulk)
  block.scheme = scheme
  press = 200 * weight if how == 'pressed' else 0.0
  if press:
    FORCE(block, 'SPATIAL', block.center, models.oblique((0, 0, -1)), press)
  # the edge along y is half of the size off the centre; a bond carries c A there
  limit = 0.5 * size * (weight + press + cohesion * 0.5 * size ** 2)
  TORQUE(block, 'SPATIAL', models.oblique((0, 1, 0)), 0.5 * limit)
  start = list(block.conf)
  RUN(solfec, solver(), 5.0 * root)
  turn = max(abs(a - b) for a, b in zip(block.conf[:9], start[:9]))
  shift = math.dist(block.conf[9:12], start[9:12])
  return turn + shift / size, len(models.contacts_of(block))


verify.case('held', 'Blocks held against couples')
for how in ('pressed', 'bonded', 'weight'):
  for solver in SOLVERS:
    results = [held(how, size, solver) for size in (1e-3, 1.0, 1e3)]
    verify.below('%s, %s: displacement over the size' % (how, solver.__name__),
                 max(r[0] for r in results), 1e-6)
    verify.equal('%s, %s: contacts' % (how, solver.__name__), [r[1] for r in results], [4, 4, 4])
  for scheme in ('RIG_POS', 'RIG_IMP'):
    verify.below('%s, %s: displacement over the size' % (how, scheme),
                 held(how, 1.0, GAUSS_SEIDEL_SOLVER, scheme)[0], 1e-6)
verify.finish()
