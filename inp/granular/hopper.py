# Shows:  grains run out of a flat-bottomed bin through slots of three widths, from a high and from a low fill: the rate
#         grows with the width of the slot and does not depend on the height of the fill, as that of a fluid would.
# Source: Beverloo, Leniger and van de Velde (1961), Chem. Eng. Sci. 15, 260-269: a round orifice of the diameter D lets out
#         the mass C q sqrt (g) (D - k d)^(5/2) in a second, where q is the bulk density and d the diameter of the grains;
#         C = 0.58, k = 1.4. A slot has the hydraulic diameter 2 (D - k d), so each metre of it lets out
#         C q sqrt (g) (D - k d)^(3/2) with C = 0.58 * 4 sqrt (2) / pi = 1.04.
#         Torricelli (1643): the rate of a fluid grows with the square root of its height, and as D itself.
# Expect: the exponent of the rate over D - 1.4 d is 3/2 to 0.25; that of a fluid would be 0.85. Every slot has a C within
#         30 % of 1.04. In the mean of the slots the rate of the high fill is that of the low one to 20 %; that of a fluid
#         would be 33 % larger. Seeds 1 to 4 gave exponents of 1.49 to 1.58, C of 0.78 to 1.01 and means of 1.01 to 1.13;
#         single slots scatter more (0.95 to 1.31). The balls lie in one layer between smooth panes: the slot has no ends.
#
#   tools/run inp/granular/hopper.py [SEED]
#   solfec --render out/granular/hopper/10-30 --time 0.4,0.8 --field speed --cut -y=0.01 --view front --parallel -o hopper.png

from math import log, pi, sqrt
from random import Random

seed = int ((NON_SOLFEC_ARGV () or [1]) [0])
size, spread, mu, g, k = 0.05, 0.15, 0.4, 9.81, 1.4   # m: mean diameter of the balls, by which share they differ; Beverloo's k
slots, fills, across = (7, 10, 13), (30, 19), 24      # diameters; rows of balls; balls in a row
first, last = 40, 200                                 # balls that have left while the rate is measured
filled = 0.4                                          # s, then the slot opens
pitch = (1 + spread) * size * 1.001
width, depth, wall = across * pitch, 1.2 * size, 2 * size

constant = 0.58 * 4 * sqrt (2) / pi

def beverloo (slot): return constant * sqrt (g) * ((slot - k) * size) ** 1.5   # m^2/s, of the area that the fill takes

def discharge (slot, rows):
  '''Rate over that of Beverloo's law, balls per second, height of the fill while the rate is measured (m).'''
  solfec = SOLFEC ('DYNAMIC', 2E-3, 'out/granular/hopper/%d-%d' % (slot, rows))
  bulk = BULK_MATERIAL (solfec, density = 2500)
  rough, smooth = 1, 2
  law = SURFACE_MATERIAL (solfec, friction = 0)       # while they are poured, so they lie densely
  SURFACE_MATERIAL (solfec, None, smooth, friction = 0)
  GRAVITY (solfec, (0, 0, -g))
  OUTPUT (solfec, 0.01)
  CONTACT_PREDICTION (solfec, 0.1 * size)             # balls that meet at 2 m/s do not enter each other
  def slab (low, high, label, surface = rough):
    return BODY (solfec, 'OBSTACLE', BOX (low, [b - a for a, b in zip (low, high)], 1, surface), bulk, label = label)
  top, left, right = rows * pitch, (width - slot * size) / 2, (width + slot * size) / 2
  slab ((-wall, 0, -wall), (left, depth, 0), 'left floor')
  slab ((right, 0, -wall), (width + wall, depth, 0), 'right floor')
  slab ((-wall, 0, 0), (0, depth, top), 'left wall')
  slab ((width, 0, 0), (width + wall, depth, top), 'right wall')
  shutter = slab ((left, 0, -wall), (right, depth, 0), 'shutter')
  for y in -wall, depth: slab ((-wall, y, -8 * size), (width + wall, y + wall, top), 'pane at y = %g' % y, smooth)
  random, balls = Random (seed), []
  for row in range (rows):
    for i in range (across - row % 2):                # rows in turn shifted by half of a ball
      radius = size / 2 * random.uniform (1 - spread, 1 + spread)
      place = ((i + (row % 2 + 1) / 2) * pitch, depth / 2, (0.5 + 0.87 * row) * pitch)
      balls.append (BODY (solfec, 'RIGID', SPHERE (place, radius, 1, rough), bulk))
  EXTENTS (solfec, (-2 * wall, -wall, -6 * size, width + 2 * wall, 2 * wall, 2 * top))   # below them a ball has left
  solver = GAUSS_SEIDEL_SOLVER (accuracy = (1E-2, 'GH'))
  RUN (solfec, solver, filled)
  if VIEWER (): return None                           # it shows how they are poured, or results
  height = 2 * sum (ball.center [2] + DISPLACEMENT (ball, ball.center) [2] for ball in balls) / len (balls)
  law.friction = mu
  DELETE (solfec, shutter)
  time = 0.3 + 1.6 * last * width * height / len (balls) / beverloo (slot)
  RUN (solfec, solver, time)
  times, bodies = HISTORY (solfec, ['BODS'], filled + 0.02, filled + time)
  out = [bodies [0] - count for count in bodies]
  assert out [-1] >= last
  i, j = (next (n for n, gone in enumerate (out) if gone >= number) for number in (first, last))
  rate = (out [j] - out [i]) / (times [j] - times [i])
  taken = width * height / len (balls)                # m^2: area of a ball and of its share of the gaps, at rest
  return rate * taken / beverloo (slot), rate, height * (1 - (first + last) / 2 / len (balls))

runs = {(slot, rows): discharge (slot, rows) for rows in fills for slot in slots}
if not VIEWER ():
  for (slot, rows), (ratio, rate, height) in runs.items ():
    print ('slot of %2d balls, fill of %2.0f balls: %3.0f balls/s, C = %.2f' % (slot, height / size, rate, constant * ratio))
  rates = {slot: sum (runs [slot, rows] [1] for rows in fills) / len (fills) for slot in slots}
  points = [(log (slot - k), log (rate)) for slot, rate in rates.items ()]
  x, y = (sum (values) / len (points) for values in zip (*points))
  exponent = sum ((p - x) * (q - y) for p, q in points) / sum ((p - x) ** 2 for p, _ in points)
  ratios = [runs [slot, fills [0]] [1] / runs [slot, fills [1]] [1] for slot in slots]
  high, low = (sum (runs [slot, rows] [2] for slot in slots) / len (slots) for rows in fills)
  print ('exponent over D - 1.4 d: %.2f, Beverloo 1.5' % exponent)
  print ('rates of the high over those of the low fill: %s, a fluid: %.2f' %
         (' '.join ('%.2f' % ratio for ratio in ratios), sqrt (high / low)))
  assert abs (exponent - 1.5) < 0.25
  assert all (abs (ratio - 1) < 0.3 for ratio, _, _ in runs.values ())
  assert abs (sum (ratios) / len (ratios) - 1) < 0.2
