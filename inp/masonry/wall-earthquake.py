# Shows:  masonry under an earthquake: a wall with a door, bricks laid dry in running bond, on ground that is
#         accelerated along and across the wall by an artificial record.
# Source: Housner (1963), Bull. Seism. Soc. Am. 53, 403-417: a wall of the thickness T and the height H begins to
#         rock across at the acceleration g T / H. Newton's law for the whole wall: the forces of the ground on
#         it are its mass times the acceleration of its centre, less its weight.
# Expect: below the acceleration of rocking the wall rides along with the ground (moves against it by less than
#         0.1 mm); over the record the mean vertical force of the ground is the weight to 1 %; joints of the
#         upper courses open in the strong part, and no brick falls.
#
#   tools/run inp/masonry/wall-earthquake.py
#   tools/run inp/masonry/wall-earthquake.py -o out/short-earthquake -- short     # the first 0.6 s

import math
import random

from solfec.build import Opening, block, wall
from solfec.quake import Record

words = NON_SOLFEC_ARGV () or []
brick = (0.5, 0.25, 0.25)  # length, width and height, m
door = Opening (x = 2.0, z = 0.0, width = 1.0, height = 2.0, lintel = (0.25, 0.25))  # m
along, across = 0.35, 0.3  # peaks of the ground acceleration, g
gravity = 9.81
step = 1E-3
duration = 0.6 if 'short' in words else 3.0

def record (seed, peak):
  "Artificial ground acceleration: 40 waves of 0.8 to 8 Hz under an envelope, without a mean."
  source = random.Random (seed)
  waves = [(source.uniform (0.8, 8), source.uniform (0, 2 * math.pi)) for _ in range (40)]
  def envelope (t): return t * t if t < 1 else 1 if t < 2.5 else math.exp (-2 * (t - 2.5))
  times = [0.01 * i for i in range (401)]
  values = [envelope (t) * sum (math.sin (2 * math.pi * f * t + phase) for f, phase in waves) for t in times]
  mean = sum (values) / len (values)
  return Record (0.01, [v - mean for v in values]).scaled (pga = peak, unit = 'g').series ()

solfec = SOLFEC ('DYNAMIC', step, 'out/masonry/wall-earthquake')
stone = BULK_MATERIAL (solfec, label = 'stone', density = 2000, young = 1E9, poisson = 0.2)
SURFACE_MATERIAL (solfec, friction = 0.6)
GRAVITY (solfec, (0, 0, -gravity))
OUTPUT (solfec, 0.01)

figure = block ((-1, -0.5, -0.3), (6, 0.75, 0), 'ground', fixed = True) + wall (5.0, 3.0, brick, openings = door)
ground, *bricks = figure.bodies (solfec, stone)

SET_ACCELERATION (ground, ground.center, (1, 0, 0), record (1, along))
SET_ACCELERATION (ground, ground.center, (0, 1, 0), record (2, across))

RUN (solfec, GAUSS_SEIDEL_SOLVER (), duration)

if not VIEWER ():
  ways = ('DX', 'DY', 'DZ')
  items = [(body, body.center, way) for body in [ground] + bricks for way in ways]
  items += [(ground, way, None, 'CR') for way in ((1, 0, 0), (0, 0, 1))]
  history = HISTORY (solfec, items, 0, duration)
  times, shear, pressure = history [0], history [-2], history [-1]
  ride = history [1:4]
  moved = [[(history [4 + 3 * i + j][n] - ride [j][n]) for j in range (3)] for i in range (len (bricks)) for n in range (len (times))]
  def way_at (first, last):
    "The largest way of a brick against the ground between two times, m."
    return max (math.dist (moved [i * len (times) + n], (0, 0, 0))
                for i in range (len (bricks)) for n, t in enumerate (times) if first <= t <= last)
  weight = gravity * sum (body.mass for body in bricks)
  mean = -sum (pressure [1:]) / len (pressure [1:])
  print ('weight of the wall %.4g kN, mean force on the ground %.4g kN, largest base shear %.3f of the weight' %
         (1E-3 * weight, 1E-3 * mean, max (map (abs, shear)) / weight))
  print ('largest way of a brick against the ground: %.3f mm in the first 0.4 s, %.1f mm in all, %.1f mm at the end' %
         (1E3 * way_at (0, 0.4), 1E3 * way_at (0, duration), 1E3 * way_at (duration - 1E-6, duration)))
  fallen = sum (history [6 + 3 * i][-1] < -0.5 * brick [2] for i in range (len (bricks)))
  assert way_at (0, 0.4) < 1E-4
  assert abs (mean / weight - 1) < 0.01
  assert fallen == 0
