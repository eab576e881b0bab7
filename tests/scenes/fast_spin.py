# Shows:   a spin about the axis of the largest moment of inertia stays one, however far a step turns.
# Setting: free bars, plates, rods and blocks, of 1 mm to 1 km, in a turned frame; 0.01 to 2 rad in a
#          step, 1000 steps; default scheme.
# Source:  Euler's equations: among all motions with its angular momentum this spin has the least
#          energy, so an error of rounding stays one.
# Expect:  the angular velocity, and with it the energy, is the one of the start.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

FIGURES = (('bar', 1.0, 0.1, 0.04), ('plate', 1.0, 0.9, 0.01), ('rod', 1.0, 0.001, 0.001),
           ('block', 1.0, 0.6, 0.3))
SIZES = (1e-3, 1.0, 1e3)
TURNS = (0.01, 0.1, 0.2, 0.3, 0.6, 1.0, 2.0)
STEPS = 1000


def spin(size, sides, turn):
  """Relative change of the angular velocity in the axes of the body, and with it of the energy."""
  solfec, bulk = models.scene(1e-3, 'spin-%g-%g-%g' % (size, sides[1], turn), 1e3, (0, 0, 0))
  body = BODY(solfec, 'RIGID', models.oblique_box([-0.5 * s for s in sides], [0.5 * s for s in sides],
                                                  size), bulk)
  omega = [turn / 1e-3 * a for a in models.oblique((0, 0, 1))]  # the third side is the shortest
  INITIAL_VELOCITY(body, (0, 0, 0), tuple(omega))
  start = list(body.velo[:3])
  RUN(solfec, models.default_solver(), STEPS * 1e-3)
  return models.norm([a - b for a, b in zip(body.velo[:3], start)]) / models.norm(start)


verify.case('spin', 'Fast spins')
for name, *sides in FIGURES:
  for turn in TURNS:
    worst = max(spin(size, sides, turn) for size in SIZES)
    # an error of 1e-16 of each of the steps, which turns with the body
    verify.below('%s: change of the angular velocity, relative, %g rad in a step' % (name, turn),
                 worst, 1e-8)
verify.finish()
