# Shows:  columns of rods that lie on each other collapse when their gate is taken away, against tests: how far the rods
#         reach and how high the heap stays, over the ratio a of the height of the column to its width.
# Source: tests of aluminium rods, which move in a plane: Nguyen, Bui and Fukagawa (2015), Failure mechanism of true 2D
#         granular flows, arXiv:1512.05180 (abstract): for a > 0.65 the rods reach 4.30 a^0.72 widths, and the height falls
#         by a factor of 1.42 a^(2/3). These are fits; the abstract does not tell how much the tests scatter.
#         Balmforth and Kerswell (2005), J. Fluid Mech. 538, 399-428 (abstract), tell it of an exponent: in wide channels
#         the run-out, which is the way beyond the first width, grows with a^(0.9 +- 0.1) for four kinds of grains.
# Assume: what the abstracts do not tell: a column between a wall and the gate, which spreads to one side; friction 0.3
#         between rods and on the bed, a plane bed, diameters 3 : 1.6, no bouncing, 13 rods in the width. Rods count which no
#         gap as wide as a thick rod parts from the heap, at the time 6 sqrt (height / g): single ones roll on for ever.
# Expect: means of two packings are within 30 % of the fit of the way and within 35 % of that of the height, both too
#         small, and the exponent of the run-out is within 0.3 of 0.9. docs/examples.md tells what the assumptions do.
#
#   tools/run inp/granular/column-collapse.py [friction=0.5] [bed=glued] [rods=26] [a=0.8] [seed=3]
#   solfec --render out/granular/column-collapse/1.2-1 --time 0.55,0.75,1.2 --columns 1 --view front --parallel -o collapse.png

from math import log, pi, sqrt
from random import Random

given = dict (word.split ('=') for word in NON_SOLFEC_ARGV () or [])
mu, glued = float (given.get ('friction', 0.3)), given.get ('bed') == 'glued'
across, first = int (given.get ('rods', 13)), int (given.get ('seed', 1))
aspects = [float (given ['a'])] if 'a' in given else [0.8, 1.2, 1.8]
packings = 2
width, length, g = 0.1, 0.05, 9.81                    # m: of the column, of the rods; m/s^2
mean = width / across
thick, thin = 1.5 * mean, 0.8 * mean                  # diameters; seven of ten rods are thin
step, wall = 1E-3, 0.02                               # s, m

def way (a): return 4.30 * a ** 0.72                  # of the rods, over the width of the column

def height (a): return a / (1.42 * a ** (2 / 3))      # of the heap, over the width of the column

def rod (solfec, bulk, place, radius, surface):
  '''A rod that stays in its plane: a ball, which touches others at one point, with mass and inertia of a rod.'''
  body = BODY (solfec, 'RIGID', SPHERE (place, radius, 1, surface), bulk)
  volume = pi * radius ** 2 * length
  mass = volume * bulk.density
  turn, tip = mass * radius ** 2 / 2, mass * (3 * radius ** 2 + length ** 2) / 12
  BODY_CHARS (body, mass, volume, place, (tip, 0, 0, 0, turn, 0, 0, 0, tip))
  FIX_DIRECTION (body, place, (0, 1, 0))
  return body

def collapse (aspect, seed):
  '''Ratio of height to width at rest, way of the rods and height of the heap over the width.'''
  solfec = SOLFEC ('DYNAMIC', step, 'out/granular/column-collapse/%g-%d' % (aspect, seed - first + 1))
  bulk = BULK_MATERIAL (solfec, density = 2700)
  rough, smooth = 1, 2
  law = SURFACE_MATERIAL (solfec, friction = 0)       # while they are poured, so they lie densely
  SURFACE_MATERIAL (solfec, None, smooth, friction = 0)
  GRAVITY (solfec, (0, 0, -g))
  OUTPUT (solfec, 0.01)
  def slab (low, high, surface, label):
    return BODY (solfec, 'OBSTACLE', BOX (low, [b - a for a, b in zip (low, high)], 1, surface), bulk, label = label)
  far, top, side = 2 * way (aspect) * width, 1.6 * aspect * width + 0.05, length / 2
  if glued:
    bed = None
    for k in range (int (far / mean)):
      place = (k * mean, 0, -mean / 2)
      bed = SPHERE (place, mean / 2, 1, rough, bed) if bed else SPHERE (place, mean / 2, 1, rough)
    BODY (solfec, 'OBSTACLE', bed, bulk, label = 'bed')
  else: slab ((-wall, -side, -wall), (far, side, 0), rough, 'bed')
  slab ((-wall, -side, 0), (0, side, top), smooth, 'wall')
  gate = slab ((width, -side, 0.01 * mean), (width + wall, side, top), smooth, 'gate')
  random, rods, area, low = Random (seed), [], 0.0, 0.0
  columns, pitch = int (width / (1.01 * thick)), 1.01 * thick
  while area < 0.83 * aspect * width ** 2:            # 0.83: share of rods in the area at rest
    for k in range (columns):
      radius = (thin if random.random () < 0.7 else thick) / 2
      x = (k + 0.5) * width / columns + random.uniform (-0.4, 0.4) * (pitch - 2 * radius)
      rods.append ((rod (solfec, bulk, (x, 0, low + radius), radius, rough), radius))
      area += pi * radius ** 2
    low += pitch
  RENDER (solfec, [body for body, _ in rods] + [BYLABEL (solfec, 'BODY', 'bed')])
  solver = GAUSS_SEIDEL_SOLVER (accuracy = (1E-2, 'GH'))
  RUN (solfec, solver, 0.25 + 0.3 * sqrt (aspect))
  if VIEWER (): return None                           # it shows how they are poured, or results
  start = sum (highest (rods, k * width / 6, (k + 1) * width / 6) for k in range (6)) / 6
  law.friction = mu
  DELETE (solfec, gate)
  RUN (solfec, solver, 6 * sqrt (aspect * width / g))
  return start / width, foot (rods) / width, highest (rods, 0, width / 6) / width

def places (rods):
  '''Current x and z of the middles of rods and their radii, in the order of x.'''
  shifts = [DISPLACEMENT (body, body.center) for body, _ in rods]
  return sorted ((body.center [0] + d [0], body.center [2] + d [2], radius) for (body, radius), d in zip (rods, shifts))

def highest (rods, left, right): return max (z + radius for x, z, radius in places (rods) if left <= x <= right)

def foot (rods):
  '''The x of the heap's foot, beyond which there is a gap as wide as a thick rod.'''
  end = 0
  for x, _, radius in places (rods):
    if x - radius - end > thick: break
    end = max (end, x + radius)
  return end

means = []
for aspect in aspects:
  runs = [collapse (aspect, first + k) for k in range (packings)]
  if VIEWER (): continue
  a, reached, stands = (sum (values) / packings for values in zip (*runs))
  means.append ((a, reached, stands))
  print ('height/width %.3f: the rods reach %.2f widths (%s), tests %.2f; height %.3f (%s), tests %.3f' %
         (a, reached, ' '.join ('%.2f' % run [1] for run in runs), way (a),
          stands, ' '.join ('%.3f' % run [2] for run in runs), height (a)))

if means:
  ways, heights = [reached / way (a) for a, reached, _ in means], [stands / height (a) for a, _, stands in means]
  print ('friction %g, %s bed, %d rods in the width: ways %s and heights %s of the tests' %
         (mu, 'glued' if glued else 'plane', across, ' '.join ('%.2f' % x for x in ways), ' '.join ('%.2f' % x for x in heights)))
if len (means) > 1:
  points = [(log (a), log (reached - 1)) for a, reached, _ in means]
  x, y = (sum (values) / len (points) for values in zip (*points))
  slope = sum ((p - x) * (q - y) for p, q in points) / sum ((p - x) ** 2 for p, _ in points)
  print ('the run-out grows with a^%.2f; tests in wide channels: 0.9 +- 0.1' % slope)
  if not given:
    assert all (abs (x - 1) < 0.3 for x in ways) and all (abs (x - 1) < 0.35 for x in heights)
    assert abs (slope - 0.9) < 0.3
