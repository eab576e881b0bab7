# Shows:  the direct shear test, first of two blocks, then of balls in a box whose lower half is pulled away.
# Source: Coulomb (1776), Mem. Acad. R. Sci. 7, 343-382: the shear force of blocks over the normal force is their
#         friction for every load. Taylor (1948), Fundamentals of Soil Mechanics, Wiley: of the work of the shear force
#         on grains a part lifts the lid, friction takes the rest, and a dense packing rises: the ratio of the forces, less
#         the rise of the lid over the way, is the friction of grains that keep their volume. Jop, Forterre and Pouliquen
#         (2006), Nature 441, 727-730: glass beads that are sheared slowly and keep their volume have 20.9 degrees.
# Expect: blocks: the ratio is the friction to 1E-3. Balls: both halves of the box feel opposite forces, in the mean to
#         2 %; the lid rises, and friction takes a positive share of the work. In the mean of four packings the friction
#         angle less the rise of the lid is 20.9 degrees to 3 degrees; seeds 1 to 8 gave 16.2 to 23.1, their fours 19.7
#         and 20.5. The friction of the beads is not told, but it hardly matters: balls of 0.3 and 0.8 gave 21.7 and 21.2.
#
#   tools/run inp/granular/shear-box.py [FIRST SEED]
#   solfec --render out/granular/shear-box/balls-1 --cut -y=-0.04 --view front --parallel -o shear-box.png

from math import atan, degrees

from solfec.build import GradingCurve, block, packing

g = 9.81

def slide (mu, load):
  '''Shear force over normal force of a block that is held while the plate below moves, under a load (N).'''
  solfec = SOLFEC ('DYNAMIC', 1E-3, 'out/granular/shear-box/blocks-%g-%g' % (mu, load))
  bulk = BULK_MATERIAL (solfec, density = 2000)
  SURFACE_MATERIAL (solfec, friction = mu)
  plate, upper = (block ((-0.2, -0.1, -0.05), (0.2, 0.1, 0), 'plate', fixed = True) +
                  block ((-0.1, -0.05, 0), (0.1, 0.05, 0.05), 'upper')).bodies (solfec, bulk)
  SLIDER (upper, None, (0, 0, 0), (0, 0, 1))            # held aside, free upwards
  FORCE (upper, 'SPATIAL', (0, 0, 0.025), (0, 0, -1), load)
  SET_VELOCITY (plate, (0, 0, 0), (1, 0, 0), 0.05)
  RUN (solfec, GAUSS_SEIDEL_SOLVER (), 0.1)
  if VIEWER (): return mu
  _, along, down = HISTORY (solfec, [(plate, way, None, 'CR') for way in ((-1, 0, 0), (0, 0, -1))], 0.05, 0.1)
  return sum (along) / sum (down)

for mu in 0.2, 0.6:
  ratios = [slide (mu, load) for load in (50, 100, 200)]
  print ('blocks of friction %g: shear force over normal force %s' % (mu, ' '.join ('%.4f' % ratio for ratio in ratios)))
  assert all (abs (ratio - mu) < 1E-3 * mu for ratio in ratios)

length, width, half = 0.24, 0.08, 0.06   # m: inside of the box, height of its lower half
top, wall = 0.3, 0.05
sizes, mu = GradingCurve ([(0.018, 0), (0.022, 50), (0.028, 100)]), 0.5
pressure, speed = 10E3, 0.05             # Pa on the lid, m/s
settled, travel = 0.4, 0.03              # s, m
first, packings = int ((NON_SOLFEC_ARGV () or [1]) [0]), 4

def shear (seed):
  '''Shears a packing; returns shear force over normal force less the rise of the lid over the way.'''
  solfec = SOLFEC ('DYNAMIC', 5E-4, 'out/granular/shear-box/balls-%d' % (seed - first + 1))
  bulk = BULK_MATERIAL (solfec, density = 2500)
  rough, smooth = 10, 11                  # surfaces; the balls have FACE of solfec.build
  law = SURFACE_MATERIAL (solfec, friction = 0)             # while they are poured, so they lie densely
  SURFACE_MATERIAL (solfec, None, smooth, friction = 0)
  GRAVITY (solfec, (0, 0, -g))
  OUTPUT (solfec, 0.01)
  def frame (low, high, name):
    return (block ((-wall, 0, low), (0, width, high), name + ' left', True, rough) +
            block ((length, 0, low), (length + wall, width, high), name + ' right', True, rough))
  lower = (frame (0, half, 'lower') + block ((-wall, 0, -wall), (length + wall, width, 0), 'floor', True, rough)).bodies (solfec, bulk)
  upper = frame (half, top + wall, 'upper').bodies (solfec, bulk)
  panes = (block ((-0.2, -wall, -0.1), (length + 0.2, 0, top + wall), 'front', True, smooth) +
           block ((-0.2, width, -0.1), (length + 0.2, width + wall, top + wall), 'back', True, smooth)).bodies (solfec, bulk)
  lid, = block ((0.001, 0.001, top), (length - 0.001, width - 0.001, top + 0.02), 'lid', surface = rough).bodies (solfec, bulk)
  SLIDER (lid, None, (length / 2, width / 2, top), (0, 0, 1))
  grains = packing (sizes, 0.23 * length * width * top, (0, 0, 0), (length, width, top), seed = seed).bodies (solfec, bulk)
  RENDER (solfec, lower + upper + [lid] + grains)        # without the panes
  solver = GAUSS_SEIDEL_SOLVER (accuracy = (1E-2, 'GH'))
  RUN (solfec, solver, settled)                         # grains and lid fall
  GRAVITY (solfec, (0, 0, 0))                           # weight would be a load that grows downwards
  FORCE (lid, 'SPATIAL', lid.center, (0, 0, -1), pressure * length * width)
  RUN (solfec, solver, 0.1)
  law.friction = mu
  for body in lower: SET_VELOCITY (body, body.center, (1, 0, 0), speed)
  RUN (solfec, solver, travel / speed)
  if VIEWER (): return None
  start, stop = settled + 0.1, settled + 0.1 + travel / speed
  _, along, against, down, rise = HISTORY (solfec, [(lower, (-1, 0, 0), None, 'CR'), (upper + [lid], (1, 0, 0), None, 'CR'),
                                                    (lower, (0, 0, -1), None, 'CR'), (lid, lid.center, 'DZ')], start, stop)
  ratio, up = sum (along) / sum (down), (rise [-1] - rise [0]) / travel
  push, held = sum (along) / len (along), sum (against) / len (against)
  work, lifted = push * travel, pressure * length * width * up * travel
  print ('%d balls: work of the shear force %.3f J, of which the lid gains %.3f J; the halves feel %.2f N and %.2f N' %
         (len (grains), work, lifted, push, held))
  print ('shear force over normal force %.3f, the lid rises by %.3f of the way: friction angle %.1f degrees' %
         (ratio, up, degrees (atan (ratio - up))))
  assert abs (held / push - 1) < 0.02
  assert 0 < lifted < work
  return ratio - up

tests = [shear (first + k) for k in range (packings)]
if not VIEWER ():
  angle = degrees (atan (sum (tests) / packings))
  print ('friction angle of %d packings that keep their volume: %.1f degrees, of beads 20.9 degrees' % (packings, angle))
  assert abs (angle - 20.9) < 3
