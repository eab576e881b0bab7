# Shows:   what quasi-static steps leave out of balance: it is told, and repeats bring it down.
# Setting: Cook's membrane, 8 x 8 hexahedra, clamped by 18 fixed points, under a load so small that
#          the motion is linear; one step that is much too short, one much too long, and many of the
#          length that docs/time-step.md advises.
# Source:  the same mesh settled in 40 steps; 21.6 of the exact 23.96 with this mesh (inp/deformable/
#          cooks-membrane.py, which has Cook's source).
# Expect:  one short step alone is wrong by 90 %, its warning says so; with SOLFEC.equilibrium one step
#          of any length gives the settled displacement to 3e-4 (form BC has another law), its residual below the tolerance.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import pressing
import verify

YOUNG, N = 1e6, 8
LOAD = 1e-3 * YOUNG


def tip(name, step, count, equilibrium, form='TL', scale=1.0):
  """(displacement times E over the load, the analysis, solver)."""
  solfec, bulk = models.scene(step, name, 1.0, (0, 0, 0), YOUNG, 1 / 3, 'QUASI_STATIC')
  solfec.equilibrium = equilibrium
  mesh = HEX([0, 0, 0, 48, 0, 44, 48, 1, 44, 0, 1, 0, 0, 0, 44, 48, 0, 60, 48, 1, 60, 0, 1, 44],
             N, 1, N, 1, [1] * 6)
  body = BODY(solfec, 'FINITE_ELEMENT', mesh, bulk, label='panel', form=form)
  for k in range(N + 1):
    for y in (0, 1):
      FIX_POINT(body, (0, y, 44 * k / N))
      share = scale * LOAD / N / 2 * (0.5 if k in (0, N) else 1)
      FORCE(body, 'SPATIAL', (48, y, 44 + 16 * k / N), (0, 0, 1), share)
  solver = NEWTON_SOLVER()
  RUN(solfec, solver, count * step)
  verify.equal('%s: solver' % name, solver.error, 'OK')
  return DISPLACEMENT(body, (48, 0.5, 52))[2] * YOUNG / (scale * LOAD), solfec


def log_of(solfec):
  with open(os.path.join(solfec.outpath, 'log')) as file:
    return file.read()


verify.case('equilibrium', 'Quasi-static steps out of balance')
settled, solfec = tip('settled', 1.0, 40, 0.0)
verify.check("Cook's membrane, settled in 40 steps of 1 s: displacement E/F", settled, 21.6, 0.1)
verify.below("Cook's membrane, settled: out of balance over the load", solfec.out_of_balance, 1e-6)
short, solfec = tip('short', 1e-2, 1, 0.0)
verify.within("Cook's membrane, one step of 0.01 s: displacement E/F", short, 0.0, 0.1 * settled)
verify.within("Cook's membrane, one step of 0.01 s: out of balance over the load", solfec.out_of_balance, 0.5, 1.0)
verify.equal("Cook's membrane, one step of 0.01 s: lines that warn",
             log_of(solfec).count("body 'panel'") and log_of(solfec).count('is not in equilibrium'), 1)
for form in ('TL', 'BC'):
  for step in (1e-6, 1e-2, 1.0, 1e2):
    name = "%s, one step of %g s, equilibrium 1e-6" % (form, step)
    value, solfec = tip('automatic-%s-%g' % (form, step), step, 1, 1e-6, form)
    print('%s: %d repeats' % (name, solfec.repeats))
    verify.check(name + ': displacement E/F', value, settled, 3e-4 * settled)
    verify.below(name + ': out of balance over the load', solfec.out_of_balance, 1e-6)
    verify.within(name + ": repeats", solfec.repeats, 0, 12)
    verify.equal(name + ': lines that warn', log_of(solfec).count('is not in equilibrium'), 0)
verify.finish()
