# Shows:  solfec.quake: an accelerogram is filtered, corrected, scaled and given to the ground; stones with three
#         coefficients of friction slide on it.
# Source: Newmark (1965), Geotechnique 15, 139-160: a block on ground that accelerates beyond mu g slides, by Coulomb's
#         law alone; its motion against the ground is integrated here with a hundredth of the step.
# Expect: the ground ends at rest where it began, to 1e-6 m; the way of each stone over the ground agrees with
#         Newmark's block within 1 % of the largest; the stone with mu above the peak acceleration over g stays.
#
#   tools/run inp/masonry/sliding-stones.py
#   tools/run inp/masonry/sliding-stones.py -o out/my-record -- my-record.AT2     # a record of the PEER data base

import math
import random

from solfec.quake import Record, read_record

words = NON_SOLFEC_ARGV () or []
gravity = 9.81
frictions = (0.10, 0.20, 0.45)
side, height = 0.6, 0.3  # of a stone, m
peak = 0.4  # of the ground, g
step = 1E-3

def artificial (seed, count = 1200, dt = 0.01):
  "60 waves of 0.3 to 10 Hz under an envelope, 12 s, with a baseline that drifts as those of old instruments do."
  source = random.Random (seed)
  waves = [(source.uniform (0.3, 10), source.uniform (0, 2 * math.pi)) for _ in range (60)]
  def envelope (t): return (t / 2) ** 2 if t < 2 else 1 if t < 6 else math.exp (-0.8 * (t - 6))
  def value (t): return envelope (t) * sum (math.sin (2 * math.pi * f * t + phase) for f, phase in waves) + 0.2 - 0.03 * t
  return Record (dt, [value (i * dt) for i in range (count)], name = 'artificial record')

raw = read_record (words [0]) if words else artificial (3)
record = raw.filtered (0.2, 20).corrected ().scaled (pga = peak, unit = 'g')
duration = round (record.length / step) * step

solfec = SOLFEC ('DYNAMIC', step, 'out/masonry/sliding-stones')
stone = BULK_MATERIAL (solfec, label = 'stone', density = 2400, young = 1E9, poisson = 0.2)
GRAVITY (solfec, (0, 0, -gravity))
OUTPUT (solfec, 0.01)

ground = BODY (solfec, 'OBSTACLE', BOX ((-3, -1, -0.2), (6, 4.5, 0.2), 1, 0), stone, label = 'ground')
stones = []
for i, friction in enumerate (frictions):
  SURFACE_MATERIAL (solfec, 0, i + 1, friction = friction)
  shape = BOX ((-side / 2, 1.1 * i - side / 2, 0), (side, side, height), 1, i + 1)
  stones.append (BODY (solfec, 'RIGID', shape, stone, label = 'mu %g' % friction))
SET_ACCELERATION (ground, ground.center, (1, 0, 0), record.series ())

RUN (solfec, GAUSS_SEIDEL_SOLVER (), duration)

def newmark (friction, parts = 100):
  "Way of a block over the ground, m, every 0.01 s, from rest to rest by Coulomb's law."
  small = 0.01 / parts
  count = round (duration / 0.01)
  way, speed, ways = 0.0, 0.0, [0.0]
  for i in range (count * parts):
    at = (i + 0.5) * small / record.step
    k = min (int (at), len (record) - 2)
    a = record.acceleration [k] + (at - k) * (record.acceleration [k + 1] - record.acceleration [k])
    free = speed - a * small  # without friction
    drag = friction * gravity * small
    new = 0.0 if abs (free) <= drag else free - math.copysign (drag, free)
    way += 0.5 * small * (speed + new)
    speed = new
    if (i + 1) % parts == 0: ways.append (way)
  return ways

if not VIEWER ():
  record.plot (solfec.outpath + '.png')
  print (raw)
  print (record)
  print (record.spectrum ([0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3]).table ())
  history = HISTORY (solfec, [(body, body.center, 'DX') for body in [ground] + stones], 0, duration)
  print ('the ground ends %.1e m from where it began' % abs (history [1][-1]))
  for friction, own in zip (frictions, history [2:]):
    way = [a - b for a, b in zip (own, history [1])]
    exact = newmark (friction)
    error = max (abs (a - b) for a, b in zip (way, exact, strict = True))
    most = max (map (abs, exact))
    print ('mu %.2f: slides by %6.1f mm at most, %6.1f mm at the end; %.2f mm off Newmark\'s block' %
           (friction, 1E3 * max (map (abs, way)), 1E3 * way [-1], 1E3 * error))
    if not words: assert error <= max (0.01 * most, 2E-5)
    if friction > peak: assert max (map (abs, way)) < 2E-5
  assert abs (history [1][-1]) < 1E-6
