# Shows:  blocks that are tilted and let go rock from edge to edge and lose energy at each impact.
# Source: Housner (1963), Bull. Seism. Soc. Am. 53, 403-417: the rate of rotation after an impact is 1 - 3/2 sin(a)^2
#         of that before, where tan(a) is width over height. Tests of blocks on concrete: ElGawady, Ma, Butterworth and
#         Ingham, Effects of interface material on the dynamic behaviour of rigid blocks (abstract), doi 10.1201/
#         9781003060888-45: 0.97 of Housner's ratio for a height of 3 widths, 0.95 for 5 widths. Others measured more than
#         Housner's ratio: Ther and Kollar (2017), Bull. Earthquake Eng. 15, who blame uneven surfaces.
# Expect: the ratio of each impact, found from the tilts at which the block turns back as in the tests, is
#         Housner's to 1 %, and so within 6 % of what was measured.
#
#   tools/run inp/motion/rocking-block.py
#   solfec --render out/motion/rocking-block/5 --time 0,0.45,0.9 --view front --parallel -o rocking-block.png

from math import atan, atan2, cos, degrees, sin, sqrt

width, depth = 0.2, 0.3          # m
measured = {3: 0.97, 5: 0.95}    # height over width: ratio of the tests over Housner's
step, stop = 1E-4, 2.5           # s
impacts = 4
g = 9.81

def rock (aspect):
  '''Times (s) and tilts (rad, positive about the edge of the start) of a block.'''
  height, slenderness = aspect * width, atan (1 / aspect)
  solfec = SOLFEC ('DYNAMIC', step, 'out/motion/rocking-block/%d' % aspect)
  bulk = BULK_MATERIAL (solfec, density = 2400)
  SURFACE_MATERIAL (solfec, friction = 0.8)
  GRAVITY (solfec, (0, 0, -g))
  OUTPUT (solfec, 2E-3)
  BODY (solfec, 'OBSTACLE', BOX ((-0.5, -0.1, -0.1), (1.2, depth + 0.2, 0.1), 1, 1), bulk, label = 'floor')
  turn = lambda thing: ROTATE (thing, (width, 0, 0), (0, 1, 0), degrees (slenderness / 2))
  foot, head = turn ((width / 2, depth / 2, 0)), turn ((width / 2, depth / 2, height))
  block = BODY (solfec, 'RIGID', turn (BOX ((0, 0, 0), (width, depth, height), 1, 1)), bulk, label = 'block')
  RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)
  if VIEWER (): return [], []
  times, x0, z0, x1, z1 = HISTORY (solfec, [(block, point, entity) for point in (foot, head) for entity in ('CX', 'CZ')],
                                   0, stop)
  return times, [atan2 (b - a, d - c) for a, b, c, d in zip (x0, x1, z0, z1)]

for aspect, test in measured.items ():
  times, tilts = rock (aspect)
  if VIEWER (): continue
  slenderness = atan (1 / aspect)
  housner = 1 - 1.5 * sin (slenderness) ** 2
  # the largest tilt of each swing, and the energy that it has above that of the block upright
  tops, last = [], 0
  for k in range (1, len (tilts)):
    if tilts [k] * tilts [k - 1] <= 0:
      tops.append (max (abs (tilt) for tilt in tilts [last:k]))
      last = k
  energies = [cos (slenderness - top) - cos (slenderness) for top in tops [:impacts + 1]]
  ratios = [sqrt (after / before) for before, after in zip (energies, energies [1:])]
  mean = sum (ratios) / impacts
  print ('height %d widths: ratio of %d impacts %s; Housner %.4f, measured %.3f' %
         (aspect, impacts, ' '.join ('%.4f' % ratio for ratio in ratios), housner, test * housner))
  assert all (abs (ratio / housner - 1) < 0.01 for ratio in ratios)
  assert abs (mean / (test * housner) - 1) < 0.06
