# Shows:  what walls carry: balls of three sizes rain into a narrow silo and come to rest.
# Source: Janssen (1895), Zeitschrift des Vereines Deutscher Ingenieure 39, 1045-1049: of a column of the height H
#         between rough walls a distance W apart the floor carries the share (1 - exp (-H/L)) L/H of the
#         weight, L = W / (2 m K), where m is the friction of the walls and K the ratio of sideways to vertical pressure.
# Expect: in the mean of the last 0.3 s walls and floor together carry the weight to 1 %; the share of the floor lies
#         between those of Janssen's formula with K = 1, as in a fluid, and K = (1 - s)/(1 + s), s = sin (atan
#         (mu)), as in sand that is about to give way (Rankine). Balls roll down at the walls: of the
#         friction only a part is at work, which is what the forces on the walls tell.
#
#   tools/run inp/motion/silo.py
#   solfec --render out/motion/silo --chains --view front --parallel -o silo.png

from math import atan, exp, sin
from random import Random

short = 'short' in (NON_SOLFEC_ARGV () or [])
columns, rows = (10, 20) if short else (16, 60)
settled = 1.0 if short else 1.8     # s, then the floor goes down by a tenth of a ball in 0.5 s
stop = settled + 0.5
step = 1E-3
mu = 0.5
g = 9.81
size = 0.05                      # m, mean diameter
width, height = columns * size * 1.15, rows * size * 1.15
depth = size * 1.25              # one layer of balls
wall = 2 * size

solfec = SOLFEC ('DYNAMIC', step, 'out/motion/silo')
bulk = BULK_MATERIAL (solfec, density = 2500)
rough, smooth = 1, 2             # surfaces: balls, floor and walls; the panes in front and behind
SURFACE_MATERIAL (solfec, friction = mu)
SURFACE_MATERIAL (solfec, rough, smooth, friction = 0)
GRAVITY (solfec, (0, 0, -g))
OUTPUT (solfec, 0.01)

def slab (low, high, surface, label):
  return BODY (solfec, 'OBSTACLE', BOX (low, [b - a for a, b in zip (low, high)], 1, surface), bulk, label = label)

top = 1.15 * height
floor = slab ((-wall, 0, -wall), (width + wall, depth, 0), rough, 'floor')
walls = [slab ((-wall, 0, 0), (0, depth, top), rough, 'left'),
         slab ((width, 0, 0), (width + wall, depth, top), rough, 'right')]
for y in (-wall, depth):
  slab ((0, y, 0), (width, y + wall, top), smooth, 'pane at y = %g' % y)

random = Random (1)
balls = []
for k in range (rows):
  for i in range (columns):
    radius = size / 2 * random.choice ((0.85, 1, 1.15))
    place = ((i + 0.5) * width / columns, depth * random.uniform (0.49, 0.51), (k + 0.5) * size * 1.16)
    balls.append (BODY (solfec, 'RIGID', SPHERE (place, radius, 1, rough), bulk))

SET_VELOCITY (floor, (0, 0, 0), (0, 0, -1), TIME_SERIES ([0, 0, settled, 0, settled + 0.1, 0.1 * size / 0.4, stop, 0.1 * size / 0.4]))
RENDER (solfec, [floor] + walls + balls)  # without the panes
# a hundredth of what gravity does in a step is enough for grains that flow
RUN (solfec, GAUSS_SEIDEL_SOLVER (accuracy = (1E-2, 'GH')), stop)

if not VIEWER ():
  down, right = (0, 0, -1), (1, 0, 0)
  items = [(floor, down), (walls [0], down), (walls [1], down), (walls [0], right), (walls [1], right)]
  curves = HISTORY (solfec, [(body, way, None, 'CR') for body, way in items], stop - 0.3, stop)
  on_floor, down_left, down_right, left, right = [sum (curve) / len (curve) for curve in curves [1:]]
  weight = g * sum (ball.mass for ball in balls)
  roughness = (down_left + down_right) / (right - left)  # how much of the friction of the walls is at work
  SEEK (solfec, stop)
  height = 2 * sum (ball.center [2] + DISPLACEMENT (ball, ball.center) [2] for ball in balls) / len (balls)
  def share (K):
    slenderness = 2 * roughness * K * height / width
    return (1 - exp (-slenderness)) / slenderness
  rankine = (1 - sin (atan (mu))) / (1 + sin (atan (mu)))
  print ('%d balls, %.2f times as high as wide, friction at the walls %.2f' % (len (balls), height / width, roughness))
  print ('the floor carries %.3f of the weight, Janssen: %.3f to %.3f' % (on_floor / weight, share (1), share (rankine)))
  print ('floor and walls carry %.4f of the weight' % ((on_floor + down_left + down_right) / weight))
  assert abs ((on_floor + down_left + down_right) / weight - 1) < 0.01
  assert 0 < roughness < mu
  assert share (1) < on_floor / weight < share (rankine)
