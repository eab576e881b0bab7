# Shows:   the schemes of pseudo-rigid deformation: period and energy of free vibration.
# Setting: a free pseudo-rigid cube of 1 m, Young's modulus 1e6 Pa, Poisson's ratio 0.25, density
#          1e3 kg/m^3, started from rest by an impulse on the deformation gradient: breathing and
#          deviatoric. Small (1e-4) for the periods, large (0.1) for the energy.
# Source:  closed form of the linear law: breathing omega^2 = 12 (3 lambda + 2 mu)/(rho a^2),
#          deviatoric omega^2 = 24 mu/(rho a^2); Solfec User Manual (T. Koziara, 2010), Table 4.6
#          for the energy.
# Expect:  periods 0.0405578 and 0.0641275 s, error of order 2 under every scheme; DEF_EXP, DEF_LIM
#          and DEF_IMP keep the energy without drift, DEF_LIM2 loses it in large motion, with order
#          3.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

YOUNG, POISSON, DENSITY = 1e6, 0.25, 1e3
LAMBDA = YOUNG * POISSON / ((1 + POISSON) * (1 - 2 * POISSON))
MU = YOUNG / (2 * (1 + POISSON))
SHAPES = {'breathing': (1, 0, 0, 0, 1, 0, 0, 0, 1), 'deviatoric': (1, 0, 0, 0, -1, 0, 0, 0, 0)}
PERIODS = {'breathing': 2 * math.pi / math.sqrt(12 * (3 * LAMBDA + 2 * MU) / DENSITY),
           'deviatoric': 2 * math.pi / math.sqrt(24 * MU / DENSITY)}
SCHEMES = ('DEF_EXP', 'DEF_LIM', 'DEF_LIM2', 'DEF_IMP')


def vibrate(scheme, shape, amplitude, steps, periods):
  """(times, deflections F_xx - 1, energies) of all steps; `steps` to a period."""
  period = PERIODS[shape]
  h = period / steps
  solfec, bulk = models.scene(h, 'vibration-%s-%s-%g-%d' % (scheme, shape, amplitude, steps),
                              density=DENSITY, gravity=(0, 0, 0))
  bulk.young, bulk.poisson = YOUNG, POISSON
  cube = BODY(solfec, 'PSEUDO_RIGID', models.brick((0, 0, 0), (1, 1, 1), (1, 1, 1)), bulk)
  cube.scheme = scheme
  # rate of F after the first step: amplitude omega; DENSITY/12 is the Euler tensor of the cube
  push = amplitude * 2 * math.pi / period * DENSITY / 12 / h

  def strike(q, u, t, step):
    size = push if t < h else 0.0
    return [size * s for s in SHAPES[shape]] + [0.0, 0.0, 0.0]

  FORCE(cube, 'SPATIAL', (0, 0, 0), (0, 0, 0), strike)
  times, ways, energies = [], [], []

  def record():
    times.append(solfec.time)
    ways.append(cube.conf[0] - 1)
    energy = ENERGY(solfec, cube)
    energies.append(energy[0] + energy[1])

  models.each_step(solfec, record)
  RUN(solfec, models.default_solver(), periods * period)
  return times, ways, energies


def measured_period(times, ways, period, count):
  first, _ = models.crossing(times, ways, rising=True, after=0.5 * period)
  last, _ = models.crossing(times, ways, rising=True, after=first + (count - 0.5) * period)
  return (last - first) / count


verify.case(24, 'Pseudo-rigid vibration')
verify.check('breathing period, closed form (s)', PERIODS['breathing'], 0.0405578, 5e-8)
verify.check('deviatoric period, closed form (s)', PERIODS['deviatoric'], 0.0641275, 5e-8)
counts = [25, 50, 100, 200]
for scheme in SCHEMES:
  for shape, period in PERIODS.items():
    errors = []
    for steps in counts:
      times, ways, _ = vibrate(scheme, shape, 1e-4, steps, 7)
      errors.append(measured_period(times, ways, period, 5) - period)
    # a linear oscillator: (omega h)^2/24 (explicit) or /12 (mid-point) of the period, to order 2
    verify.check('%s: %s period (s), 200 steps' % (scheme, shape), period + errors[-1], period,
                 1.1 * period * (2 * math.pi / counts[-1]) ** 2 / 12)
    verify.order('%s: %s period (s)' % (scheme, shape), [period / n for n in counts], errors, 2,
                 margin=0.1)

LARGE, MANY = 0.1, 100
counts = [50, 100, 200]
steps = [PERIODS['deviatoric'] / n for n in counts]
for scheme in SCHEMES:
  drifts, swings = [], []
  for n in counts:
    times, _, energies = vibrate(scheme, 'deviatoric', LARGE, n, MANY)
    start, end = energies[:10 * n], energies[-10 * n:]
    drifts.append(sum(end) / sum(start) - 1)  # of means over ten periods
    swings.append(max(energies[1:]) / min(energies[1:]) - 1)
    if n == counts[0]:
      means = [sum(energies[i:i + 5 * n]) / (5 * n) for i in range(0, len(energies), 5 * n)]
      verify.curve('energy', 't (s)', 'mean of five periods over the first', scheme,
                   [times[i] for i in range(0, len(times), 5 * n)], [m / means[0] for m in means])
  if scheme == 'DEF_LIM2':
    for n, drift in zip(counts, drifts):
      verify.within('DEF_LIM2: change of the energy in 100 large periods of %d steps, relative' % n,
                    drift, -1.0, -1e-6)
    verify.order('DEF_LIM2: change of the energy', steps, drifts, 3, margin=0.1)
  else:
    verify.order('%s: swing of the energy' % scheme, steps, swings, 2, margin=0.1)
    for n, drift, swing in zip(counts, drifts, swings):
      # no drift: the means of the first and the last ten periods hold different phases of the
      # exchange between shapes, which a part of the swing bounds
      verify.below('%s: change of the energy in 100 large periods of %d steps, over its swing'
                   % (scheme, n), drift / swing, 0.05)
verify.finish()
