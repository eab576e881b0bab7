# Shows:  two elastic bodies are pressed together, then pushed sideways: the pressure of Hertz, and contact that slips at its
#         ends while it sticks in the middle.
# Source: Hertz (1882), J. reine angew. Math. 92, 156-171: a parabola of the radius R on a plane has the pressure
#         p0 sqrt (1 - x^2/a^2) with a^2 = 4 P R / (pi E*) and p0 = 2 P / (pi a); 1/E* = 2 (1 - nu^2) / E for equal bodies.
#         Cattaneo (1938), Rend. Accad. Naz. Lincei 27, and Mindlin (1949), J. Appl. Mech. 16, 259-268: under a push
#         Q < mu P the part |x| < c = a sqrt (1 - Q / (mu P)) sticks, and the friction is
#         mu p0 (sqrt (1 - x^2/a^2) - c/a sqrt (1 - x^2/c^2)), with the first root alone where it slips.
# Expect: with P and Q as they come out, half of the widths of contact and stick to one element, the largest pressure to
#         2 %, pressure and friction along the contact to 3 % of P and 7 % of Q in the sum of all differences.
#
#   tools/run inp/deformable/partial-slip.py
#   solfec --render out/deformable/partial-slip --time 2 --field mises --range 0:1.5e5 --view front --parallel -o partial-slip.png

from math import pi, sqrt

radius, width, mu = 1.0, 0.02, 0.4       # m, m
young = 1E7                              # Pa; Poisson's ratio 0: thin slices are plane strain as well
modulus = young / 2                      # E*
size, fine, far = 0.006, 12, 0.7         # m: elements in the contact, how many on each side of its middle; size of the bodies
down, side = 0.0045, 0.0017              # m
step, pressed, stop = 0.1, 1.0, 2.0      # s

def layers (count, growth):
  sizes = [size] * count
  while sum (sizes) < far: sizes.append (growth * sizes [-1])
  return [sum (sizes [:i]) for i in range (len (sizes) + 1)]

right = layers (fine, 1.5)
xs, zs = [-x for x in right [:0:-1]] + right, layers (2, 1.4)
n, m = len (xs), len (zs)

def body (solfec, bulk, up, surface, label):
  '''A slice above or below z = 0 whose near side is z = surface (x); returns it and its far nodes.'''
  nodes = [(x, y, up * z + (1 - z / zs [-1]) * surface (x)) for y in (0, width) for z in zs for x in xs]
  elements = []
  for k in range (m - 1):
    low, high = (k, k + 1) if up > 0 else (k + 1, k)
    for i in range (n - 1):
      corners = [(i, 0), (i + 1, 0), (i + 1, n * m), (i, n * m)]
      elements += [8] + [a + b + layer * n for layer in (low, high) for a, b in corners] + [1]
  made = BODY (solfec, 'FINITE_ELEMENT', MESH (nodes, elements, 1), bulk, label = label)
  return made, [p for p in nodes if abs (p [2] - up * zs [-1]) < 1E-9]

solfec = SOLFEC ('QUASI_STATIC', step, 'out/deformable/partial-slip')
bulk = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = young, poisson = 0, density = 1000)
law = SURFACE_MATERIAL (solfec, friction = 0)            # while they are pressed, so that no friction is left from that
OUTPUT (solfec, step)
lower, feet = body (solfec, bulk, -1, lambda x: 0, 'lower')
upper, top = body (solfec, bulk, 1, lambda x: x * x / 2 / radius, 'upper')
for point in feet: FIX_POINT (lower, point)
sinks = TIME_SERIES ([0, down / pressed, pressed, down / pressed, pressed + 1E-6, 0, stop, 0])
slides = TIME_SERIES ([0, 0, pressed, 0, pressed + 1E-6, side / (stop - pressed), stop, side / (stop - pressed)])
for point in top:
  SET_VELOCITY (upper, point, (0, 0, -1), sinks)
  SET_VELOCITY (upper, point, (1, 0, 0), slides)
  FIX_DIRECTION (upper, point, (0, 1, 0))
RUN (solfec, GAUSS_SEIDEL_SOLVER (), pressed)
law.friction = mu
RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop - pressed)

def profile (time):
  '''Forces per width at the places of contact, ordered along x: (x, pressure, friction, largest status).'''
  import solfec_results
  results = solfec_results.open (solfec.outpath)
  rows = results.arrays (results.index_at (time)).constraints
  found = {}
  for contact, point, force, master, status in zip (rows.is_contact, rows.point, rows.force, rows.master, rows.status):
    if not contact: continue
    sign = 1 if master == upper.id else -1
    place = found.setdefault (round (point [0] / size * 4), [point [0], 0, 0, 0])
    place [1] += sign * force [2] / width
    place [2] -= sign * force [0] / width
    place [3] = max (place [3], status)
  return [found [key] for key in sorted (found)]

def root (x, a): return sqrt (max (0, 1 - x * x / a / a)) if a > 0 else 0

if not VIEWER ():
  print ('%28s %18s %18s %15s %15s' % ('', 'a, Hertz (mm)', 'c, Mindlin (mm)', 'largest p / p0', 'differences'))
  for name, time in ('pressed', pressed), ('pushed sideways', stop):
    rows = profile (time)
    P, Q = sum (p for x, p, q, s in rows), sum (q for x, p, q, s in rows)
    a = sqrt (4 * P * radius / pi / modulus)
    p0, c = 2 * P / pi / a, a * sqrt (1 - Q / mu / P)
    middle = sum (x * p for x, p, q, s in rows) / P      # the pressure moves with the upper body
    touching = [x for x, p, q, s in rows if p > 0.01 * p0 * size]
    touch = (touching [-1] - touching [0]) / 2
    sticking = [x for x, p, q, s in rows if s == 1]
    stick = (sticking [-1] - sticking [0]) / 2 if sticking else 0
    hertz = [p0 * root (x - middle, a) * size for x, p, q, s in rows]
    mindlin = [mu * p0 * (root (x - middle, a) - c / a * root (x - middle, c)) * size for x, p, q, s in rows]
    largest = max (p for x, p, q, s in rows) / p0 / size
    off = sum (abs (p - h) for (x, p, q, s), h in zip (rows, hertz)) / P
    slip = sum (abs (q - h) for (x, p, q, s), h in zip (rows, mindlin)) / Q if time == stop else 0
    print ('%-28s %8.2f %8.2f %9s %8s %12.3f %12.3f %s' %
           ('%s, Q / (mu P) = %.2f' % (name, Q / mu / P), 1E3 * touch, 1E3 * a, '%.2f' % (1E3 * stick) if slip else '-',
            '%.2f' % (1E3 * c) if slip else '-', largest, off, '%.3f' % slip if slip else '-'))
    assert abs (touch - a) < size
    assert abs (largest - 1) < 0.02 and off < 0.03
    if time == stop: assert 0.4 < Q / mu / P < 0.8 and abs (stick - c) < size and slip < 0.07
