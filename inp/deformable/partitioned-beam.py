# Shows:  PARTITION: a swinging cantilever in one piece and split into parts that are glued node to node.
# Source: the whole beam; its first frequency by Euler-Bernoulli, 1.8751^2 / (2 pi) sqrt (E I / (rho A L^4)),
#         lowered by shear and rotary inertia and raised by the shear locking of linear elements,
#         sqrt (1 + a^2 / (2 t^2)) with Poisson 0.
# Expect: both tips move alike to 1e-6 of the amplitude; the frequency within 2 %.
# Solver: parts that are to move alike to 1e-6 need their glue solved more tightly than the default does.
#
#   tools/run inp/deformable/partitioned-beam.py

import math

short = 'short' in (NON_SOLFEC_ARGV () or [])
length, depth = 2.0, 0.1          # m
count = 20                        # elements along the beam, two across
young, density = 1E9, 1000.0
parts = 4
inertia, area = depth**4 / 12, depth**2
locking = 1 + (length / count / depth)**2 / 2
frequency = 1.8751**2 / (2 * math.pi) * math.sqrt (locking * young * inertia / (density * area * length**4))
period = 1 / frequency
step = period / (60 if short else 120)
stop = 2.2 * period if short else 4 * period

solfec = SOLFEC ('DYNAMIC', step, 'out/deformable/partitioned-beam')
bulk = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = young, poisson = 0, density = density)
SURFACE_MATERIAL (solfec)
OUTPUT (solfec, step)

def beam (y, label):
  a, b, c = length, depth, depth
  mesh = HEX ([0, y, 0, a, y, 0, a, y + b, 0, 0, y + b, 0,
               0, y, c, a, y, c, a, y + b, c, 0, y + b, c], count, 2, 2, 1, [1] * 6)
  body = BODY (solfec, 'FINITE_ELEMENT', mesh, bulk, label)
  body.scheme = 'DEF_LIM'
  body.damping = 0.1 / frequency / 6.27  # stills the second mode, at 6.27 times the frequency
  return body

def hold (body, y):
  for j in range (3):
    for k in range (3):
      FIX_POINT (body, (0, y + depth * j / 2, depth * k / 2))

def push (body, y):
  FORCE (body, 'SPATIAL', (length, y + depth / 2, depth / 2), (0, 0, 1),
         TIME_SERIES ([0, 0, period / 4, 5, period / 2, 0, stop, 0]))

def part_with (bodies, x):
  '''The part that has the points with this x coordinate.'''
  return [b for b in bodies if min (b.conf [0::3]) <= x + 1E-9 and max (b.conf [0::3]) >= x - 1E-9] [0]

whole = beam (0, 'whole')
hold (whole, 0)
push (whole, 0)
glued = PARTITION (beam (1, 'beam'), parts)
assert [b.label for b in glued] == ['beam_PART%d' % (i + 1) for i in range (parts)]
first, last = part_with (glued, 0), part_with (glued, length)
hold (first, 1)
push (last, 1)

RUN (solfec, GAUSS_SEIDEL_SOLVER (1E-9, 2000, 1E-18), stop)
if not VIEWER ():
  tip = lambda y: (length, y + depth / 2, depth / 2)
  times, one, other = HISTORY (solfec, [(whole, tip (0), 'DZ'), (last, tip (1), 'DZ')], 0, stop)
  size = max (abs (z) for z in one)
  apart = max (abs (a - b) for a, b in zip (one, other))
  print ('amplitude %.4f mm, whole and parts differ by %.1e of it' % (size * 1E3, apart / size))
  assert apart < 1E-6 * size
  # after the push: zero crossings are half a period apart
  crossings = [t - z * (t - s) / (z - w) for s, t, w, z in zip (times, times [1:], one, one [1:])
               if w * z < 0 and s > period]
  if len (crossings) > 1:
    measured = 0.5 * (len (crossings) - 1) / (crossings [-1] - crossings [0])
    print ('frequency %.4f Hz, beam %.4f Hz' % (measured, frequency))
    assert abs (measured / frequency - 1) < 0.02
