# Shows:   a standing wall of finite-element bricks.
# Setting: 7 bricks 0.5 x 0.25 x 0.25 m in 3 courses, half bricks at the ends of the second, each of
#          2 x 2 x 1 hexahedra, Young's modulus 1e9 Pa, Poisson's ratio 0, density 2000 kg/m^3, mu
#          0.5; form 'TL' with DEF_LIM, damping 1.3e-3 s, h = 1e-3 s, and form 'BC', quasi-static, h
#          = 0.02 s, set down without stress. The solver is tighter than its default, for forces to
#          1e-8 of the weight and ways of 1e-9 m.
# Source:  equilibrium; a column under its weight. Nodes of a course have its exact displacement,
#          elements are linear between them.
# Expect:  after 0.15 s the floor carries the weight to 1e-8 and no node moves 1e-9 m in 0.1 s;
#          every brick has sunk as the column does.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

COURSES, PER_COURSE, SIZE = 3, 2, (0.5, 0.25, 0.25)
YOUNG, DENSITY, G = 1e9, 2000.0, 9.81
HEIGHT = COURSES * SIZE[2]
WEIGHT = PER_COURSE * COURSES * SIZE[0] * SIZE[1] * SIZE[2] * DENSITY * G


def sink(z):
  """Way down of a point of the wall, m."""
  return DENSITY * G * z * (HEIGHT - 0.5 * z) / YOUNG


verify.case(12, 'Standing wall of finite elements')
for form, analysis, step in (('TL', 'DYNAMIC', 1e-3), ('BC', 'QUASI_STATIC', 0.02)):
  solfec, bulk = models.scene(step, 'mesh-wall-' + form, density=DENSITY, friction=0.5, young=YOUNG,
                              poisson=0.0, analysis=analysis)
  floor = BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -0.5), (PER_COURSE, 1, 0)), bulk)
  bricks, exact = [], []
  for low, high in models.running_bond(COURSES, PER_COURSE, SIZE):
    shape = models.brick(low, high)
    if analysis == 'DYNAMIC':
      bricks.append(models.damped_mesh(solfec, shape, bulk, form, 1.3e-3))
    else:
      bricks.append(BODY(solfec, 'FINITE_ELEMENT', shape, bulk, form=form))
    exact.append(0.5 * (sink(low[2]) + sink(high[2])))
  solver = NEWTON_SOLVER(1e-21, 100)
  RUN(solfec, solver, 0.15)
  start = [p for b in bricks for p in models.nodes_of(b)]
  worst = [0.0]

  def record():
    force = models.contact_force(floor)
    worst[0] = max(worst[0], models.norm((force[0], force[1], force[2] + WEIGHT)) / WEIGHT)

  models.each_step(solfec, record)
  RUN(solfec, solver, 0.1)
  name = "'%s', %s: " % (form, analysis)
  verify.below(name + 'force of the floor less weight, over weight, worst step', worst[0], 1e-8)
  moved = max(models.norm([a - b for a, b in zip(p, q)])
              for p, q in zip(start, (p for b in bricks for p in models.nodes_of(b))))
  verify.below(name + 'largest way of a node in 0.1 s (m)', moved, 1e-9)
  # the law is linear up to a share of the strain 1.5e-5
  verify.below(name + 'error of the way down of a brick, relative, worst',
               max(abs(DISPLACEMENT(b, b.center)[2] + e) / e for b, e in zip(bricks, exact)), 5e-5)
verify.finish()
