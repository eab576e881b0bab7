# Shows:   corners of soft meshes that bend are seen before they are deep in the other mesh.
# Setting: two cubes of 0.5 m and 2 x 2 x 2 hexahedra, Young's modulus 1e6 and 1e8 Pa, meet askew at
#          4 m/s while they spin; steps of 0.2 ms for 0.15 s; sizes 0.001 to 100 times as large at
#          the same speeds, with times as the sizes; steps of 0.05 ms with 1e6 and 1e7 Pa; cubes of
#          4 x 4 x 4 hexahedra that are turned and meet with their edges.
# Source:  kinematics: a corner cannot come deeper in a step than the bodies approach in it, v h.
# Expect:  the deepest gap of all rows never grows by more than 1.5 v h in a step, since the corners
#          of bodies that spin and bend are faster than their centres.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

SPEED, STEP, END = 4.0, 2e-4, 0.15
TURNS = ((31, 47), (40, 33))


def meet(young, size, step=STEP, parts=2, turns=(0, 0)):
  h = step * size
  solfec, bulk = models.scene(h, 'soft-cubes-meet/%g-%g-%g-%d-%g-%g' % (young, size, step, parts, *turns), 1e3, (0, 0, 0), young, 0.3,
                              friction=0.4)
  WARNINGS(solfec, 'OFF')
  apart = 0.1 if any(turns) else 0.0
  for low, high, velocity, spin, turn in (
      ((-.6 - apart, -.3, -.2), (-.1 - apart, .2, .3), (3, .2, .1), (1, 2, -3), turns[0]),
      ((apart, -.1, -.25), (.5 + apart, .4, .25), (-1, 0, 0), (-2, 1, .5), turns[1])):
    (a, b, c), (d, e, f) = [[size * x for x in corner] for corner in (low, high)]
    mesh = HEX([a, b, c, d, b, c, d, e, c, a, e, c, a, b, f, d, b, f, d, e, f, a, e, f], *[parts] * 3, 1, [1] * 6)
    ROTATE(mesh, ((a + d) / 2, (b + e) / 2, (c + f) / 2), (1, 2, 3), turn)
    body = BODY(solfec, 'FINITE_ELEMENT', mesh, bulk)
    INITIAL_VELOCITY(body, velocity, [w / size for w in spin])
  state = {'last': 0.0, 'most': 0.0, 'touched': 0}

  def look():
    deepest = min([0.0] + [row.gap for row in solfec.constraints])
    state['most'] = max(state['most'], state['last'] - deepest)
    state['last'] = deepest
    state['touched'] += len(solfec.constraints)
    return 1

  CALLBACK(solfec, h, (), look)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), END * size)
  title = "Young's modulus %g Pa, size %g, step %g s, %d elements along an edge, turned by %g and %g degrees: " % (
      young, size, h, parts, *turns)
  verify.within(title + 'rows of all steps', state['touched'], 1, 10 ** 9)
  verify.within(title + 'most that a gap deepens in a step, over v h', state['most'] / (SPEED * h), 0, 1.5)


verify.case('soft_cubes_meet', 'Corners of soft meshes are seen in time')
for young in (1e6, 1e8):
  meet(young, 1.0)
for size in (1e-3, 1e-2, 1e2):
  meet(1e6, size)
for young in (1e6, 1e7):
  meet(young, 1.0, 5e-5)
for turns in TURNS:
  meet(1e6, 1.0, parts=4, turns=turns)
verify.finish()
