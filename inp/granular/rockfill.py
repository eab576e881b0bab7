# Shows:  rubble of a grain-size curve is poured into a bin in layers, one after another.
# Source: statics: floor and sides carry the weight; the curve of EN ISO 17892-4 by mass.
# Expect: the stones have the percentages of the curve to the mass of the largest one; in the mean of the
#         last 0.1 s floor and sides carry the weight to 3 %; the stones fill more than twice the share that they
#         had when they were placed.
#
#   tools/run inp/granular/rockfill.py
#   solfec --render out/granular/rockfill --cut -y=-0.25 -o rockfill.png

from solfec.build import GradingCurve, block, layers, passing, pour, rubble

short = 'short' in (NON_SOLFEC_ARGV () or [])
curve = GradingCurve ([(0.06, 0), (0.08, 30), (0.10, 60), (0.14, 100)])  # m, per cent passing by mass
w, height = 0.3, 0.6                            # m: half width, height of the bin
count, volume, rest = (2, 0.01, 0.4) if short else (5, 0.012, 0.5)
g = 9.81

solfec = SOLFEC ('DYNAMIC', 1E-3, 'out/granular/rockfill')
bulk = BULK_MATERIAL (solfec, density = 2600)
SURFACE_MATERIAL (solfec, friction = 0.6)
GRAVITY (solfec, (0, 0, -g))
OUTPUT (solfec, 0.02)

bin_ = block ((-w, -w, -0.1), (w, w, 0), 'floor', fixed = True)
for k in range (4):
  bin_ += block ((w, -w, 0), (w + 0.1, w, height), 'side %d' % k, fixed = True).turned (90 * k)
walls = bin_.bodies (solfec, bulk)

layer = 0.2                                     # m
figures = layers ([rubble (curve, volume, (-w, -w, 0.005), (w, w, layer), seed, name = 'layer %d stone' % seed)
                   for seed in range (1, count + 1)], gap = 0.01)
solver = GAUSS_SEIDEL_SOLVER (accuracy = (1E-2, 'GH'))
stones = [body for poured in pour (solfec, solver, figures, bulk, duration = rest) for body in poured]
RUN (solfec, solver, 0.5)                       # they come to rest

if not VIEWER ():
  stop = solfec.time
  curves = HISTORY (solfec, [(body, (0, 0, 1), None, 'CR') for body in walls], stop - 0.1, stop)
  weight = g * sum (body.mass for body in stones)
  carried = -sum (sum (values) / len (values) for values in curves [1:]) / weight
  top = max (body.center [2] + DISPLACEMENT (body, body.center) [2] for body in stones)
  filled = sum (body.volume for body in stones) / ((2 * w) ** 2 * top)
  print ('%d stones in %d layers; floor and sides carry %.3f of the weight; %.2f of the bin is filled below the topmost centre' %
         (len (stones), count, carried, filled))
  for d, percent in zip (curve.diameters [1:], curve.passing [1:]):
    print ('finer than %g m: %.1f %%, curve %.1f %%' % (d, passing (sum (figures [1:], figures [0]), 1.0000001 * d), percent))
    assert abs (passing (figures [0], 1.0000001 * d) - percent) < 100 * figures [0] [0].volume / volume
  assert abs (carried - 1) < 0.03
  assert filled > 2 * volume / ((2 * w) ** 2 * layer)
