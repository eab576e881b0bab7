# Shows:   a wall of meshes pressed by NEWTON_SOLVER settles alike in quasi-static steps of any length
#          and size, and ends steps whose merit cannot be met in balance.
# Setting: four courses of blocks of 0.2 x 0.2 x 0.1 m, 2 x 2 x 2 finite elements each (form TL,
#          E 15 GPa, nu 0.2), friction 0.62, under a rigid beam that is pressed with 30 kN; the same
#          wall a hundred times smaller under equal stress; steps of 1e-4 to 1 s; merit 1e-9.
# Source:  settlement and balance do not depend on the step, which is no time here; stresses of
#          similar bodies under equal stress are equal, displacements in proportion to their size.
#          The settlement by GAUSS_SEIDEL_SOLVER, a second method.
# Expect:  equal settlements over the size to 2e-4; each step is in balance to 1e-3; the floor
#          carries the load. With too few sweeps the wall stands as well, or the RUN ends with an
#          error.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

LOAD = 30e3  # N on a wall of full size
COURSES, PER_COURSE = 4, 3
_runs = [0]


def wall(size, step, solver):
  """Settlement of the beam over the size, largest part out of balance, force on the floor."""
  _runs[0] += 1
  solfec, bulk = models.scene(step, 'meshes-%d' % _runs[0], 1e3, (0, 0, 0), friction=0.62,
                              analysis='QUASI_STATIC', young=15e9, poisson=0.2)
  WARNINGS(solfec, 'OFF')

  def block(x0, x1, z0, z1, cells=(1, 1, 1)):
    return models.brick([size * v for v in (x0, -0.1, z0)], [size * v for v in (x1, 0.1, z1)], cells)

  for course in range(COURSES):
    for k in range(PER_COURSE):
      x, z = 0.2 * k + 0.1 * (course % 2), 0.1 * course
      BODY(solfec, 'FINITE_ELEMENT', block(x, x + 0.2, z, z + 0.1, (2, 2, 2)), bulk)
  width, top = 0.2 * PER_COURSE + 0.1, 0.1 * COURSES
  floor = BODY(solfec, 'OBSTACLE', block(-0.2, width + 0.2, -0.1, 0.0), bulk)
  beam = BODY(solfec, 'RIGID', block(0.0, width, top, top + 0.1), bulk)
  FORCE(beam, 'SPATIAL', beam.center, (0, 0, -1), LOAD * size ** 2)
  unbalanced = 0.0
  for _ in range(3):
    RUN(solfec, solver(), step)
    unbalanced = max(unbalanced, solfec.out_of_balance)
  carried = abs(models.contact_force(floor)[2])
  return -DISPLACEMENT(beam, beam.center)[2] / size, unbalanced, carried / size ** 2


verify.case('pressed', 'Walls of meshes pressed by NEWTON_SOLVER in steps of any length')
expected = wall(1.0, 1e-4, lambda: GAUSS_SEIDEL_SOLVER(1e-6, 1000, 1e-9))[0]
column = LOAD * 0.1 * COURSES / (15e9 * 0.2 * (0.2 * PER_COURSE))  # of the same height and width
verify.within('settlement over that of a column without joints', expected / column, 0.9, 1.5)
for size, step in ((1.0, 1e-4), (1.0, 1e-2), (1.0, 1.0), (0.01, 1e-4)):
  name = 'size %g, steps of %g s: ' % (size, step)
  settled, unbalanced, carried = wall(size, step, lambda: NEWTON_SOLVER(1e-9, 1000))
  verify.below(name + 'settlement against that by sweeps', settled / expected - 1, 2e-4)
  verify.below(name + 'out of balance', unbalanced, 1e-3)
  verify.below(name + 'force on the floor over the load, less 1', carried / LOAD - 1, 1e-3)
for sweeps in (1, 3, 30):
  for step in (1e-4, 1.0):
    settled, unbalanced = expected, 0.0
    try:
      settled, unbalanced, _ = wall(1.0, step, lambda: GAUSS_SEIDEL_SOLVER(1e-6, sweeps, 1e-9))
    except RuntimeError as error:
      if 'no solution that counts' not in str(error):
        raise
    name = 'at most %d sweeps, steps of %g s, 0 where the RUN ends with an error: ' % (sweeps, step)
    verify.below(name + 'settlement against that by sweeps', settled / expected - 1, 2e-4)
    verify.below(name + 'out of balance', unbalanced, 1e-3)
verify.finish()
