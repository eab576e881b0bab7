# Shows:  a FINITE_ELEMENT body with the explicit scheme DEF_EXP: a steel bar hits a rigid wall.
# Source: d'Alembert's solution of the wave equation: c = sqrt (E / rho), contact for 2 L / c with the
#         force rho A v c, then the bar flies away with the speed it came with.
# Expect: contact time, mean force and rebound speed within 2.5 % of that with 100 elements along the bar
#         (50 and 4 % with the word 'short'), and an energy balance that closes to rounding. The
#         difference is the energy of the vibrations that a row of elements keeps.
#         Picture in the results folder: force against time.
#
#   tools/run inp/deformable/bar-impact.py

from math import sqrt

short = 'short' in (NON_SOLFEC_ARGV () or [])
count = 50 if short else 100  # elements along the bar
length, side = 0.5, 0.02     # m
young, density = 210E9, 7850
speed = 1.0                  # m/s
c = sqrt (young / density)
lasts = 2 * length / c
force = density * side**2 * speed * c
stop = 1.5 * lasts

def box (x, y, z, a, b, c, cells):
  shape = HEX ([0, 0, 0, a, 0, 0, a, b, 0, 0, b, 0,
                0, 0, c, a, 0, c, a, b, c, 0, b, c], cells [0], cells [1], cells [2], 1, [1] * 6)
  return TRANSLATE (shape, (x, y, z))

solfec = SOLFEC ('DYNAMIC', 1E-3, 'out/deformable/bar-impact')  # the explicit scheme takes less
bulk = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = young, poisson = 0.3, density = density)
SURFACE_MATERIAL (solfec, model = 'SIGNORINI_COULOMB', friction = 0)

BODY (solfec, 'OBSTACLE', box (-0.1, -0.1, -0.1, 0.1, 0.2, 0.2, (1, 1, 1)), bulk, label = 'wall')
bar = BODY (solfec, 'FINITE_ELEMENT', box (0, -side / 2, -side / 2, length, side, side, (count, 2, 2)), bulk,
            label = 'bar')
INITIAL_VELOCITY (bar, (-speed, 0, 0), (0, 0, 0))

RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)

if not VIEWER ():
  items = [(bar, (1, 0, 0), None, 'CR'), 'STEP']
  items += [(bar, kind) for kind in ('KINETIC', 'INTERNAL', 'EXTERNAL', 'NUMERICAL')]
  times, forces, steps, kinetic, internal, external, numerical = HISTORY (solfec, items, 0, stop)
  pushed = [f > 1E-3 * force for f in forces]
  first = pushed.index (True)
  last = len (pushed) - 1 - pushed [::-1].index (True)
  contact = times [last] - times [first - 1]
  impulse = sum (f * h for f, h in zip (forces, steps))
  start = 0.5 * bar.mass * speed**2
  imbalance = max (abs (k + i - e - n - start) for k, i, e, n in zip (kinetic, internal, external, numerical))

  tolerance = 0.04 if short else 0.025
  for name, value, exact, unit in (('contact time', contact * 1E6, lasts * 1E6, 'microseconds'),
                                   ('mean force', impulse / contact, force, 'N'),
                                   ('rebound speed', impulse / bar.mass - speed, speed, 'm/s')):
    print ('%-14s %10.4g, exact %10.4g %s' % (name, value, exact, unit))
    assert abs (value / exact - 1) < tolerance, name
  print ('energy balance: off by %.1e of the %.3g J that the bar came with' % (imbalance / start, start))
  assert imbalance < 1E-10 * start

  try:
    import os
    import matplotlib
    matplotlib.use ('Agg')
    import matplotlib.pyplot as plt
  except ImportError:
    plt = None
  if plt:
    plt.plot ([t * 1E6 for t in times], [f / 1E3 for f in forces], label = '%d elements' % count)
    plt.plot ([0, 0, lasts * 1E6, lasts * 1E6], [0, force / 1E3, force / 1E3, 0], 'k--', label = 'exact')
    plt.xlabel ('time (microseconds)')
    plt.ylabel ('force (kN)')
    plt.legend ()
    plt.savefig (os.path.join (solfec.outpath, 'force.png'))
