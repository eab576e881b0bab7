# A block on a block for the test of run_scene.cmake. Words: 'misses', one sweep for each step; 'slides',
# a quasi-static block on a slope that is too steep.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
from solfec import BODY, GAUSS_SEIDEL_SOLVER, NON_SOLFEC_ARGV, RUN, WARNINGS

words = NON_SOLFEC_ARGV() or []
slides = 'slides' in words
solfec, bulk = models.scene(1e-3, 'told', density=2000, friction=0.5,
                            gravity=(6 if slides else 0, 0, -9.81),
                            analysis='QUASI_STATIC' if slides else 'DYNAMIC')
if 'silent' in words:
  WARNINGS(solfec, 'OFF')
BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -1), (1, 1, 0)), bulk)
for k in range(1 if slides else 2):
  BODY(solfec, 'RIGID', models.slab((-0.5, -0.5, k), (0.5, 0.5, k + 1)), bulk)
RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-12, 1) if 'misses' in words else GAUSS_SEIDEL_SOLVER(), 0.01)
