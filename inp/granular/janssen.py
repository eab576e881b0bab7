# Shows:  how the weight of grains in a narrow silo goes into its walls: the vertical stress rises with the depth to a limit.
# Source: Janssen (1895), Zeitschrift des Vereines Deutscher Ingenieure 39, 1045-1049: between rough walls a distance W apart
#         the mean vertical stress at the depth z is q g L (1 - exp (-z/L)) with L = W / (2 m K), where q is the bulk density, m
#         the friction at work at the walls and K the ratio of sideways to vertical stress.
# Expect: m and K come from the forces on the walls. The grains cannot roll, and the floor goes down slowly, so m is the
#         friction of the walls to 2 %. With K as the mean over the depth and three packings, the stress is that of the
#         formula to 20 % of its limit at every depth and to 10 % in the mean of all depths; so is the load of the floor.
#         Of one packing alone the stress scatters by a third, as forces go along few chains of grains.
#
#   tools/run inp/granular/janssen.py [FIRST SEED]
#   solfec --render out/granular/janssen/1 --chains --view front --parallel -o janssen.png

from math import exp
from random import Random

import numpy
import solfec_results

first = int ((NON_SOLFEC_ARGV () or [1]) [0])
columns, rows, size, mu, g = 8, 32, 0.05, 0.5, 9.81   # balls; m, their mean diameter; friction; m/s^2
width, depth, wall = columns * size * 1.12, 1.2 * size, 2 * size
settled, stop, speed = 1.0, 2.2, 0.02                 # s, m/s: the floor goes down slowly, so that the walls bear
measured = 0.4                                        # s, at the end
cuts, packings = 10, 3

def fill (seed):
  '''Fills a silo and lets its floor go down; returns the weight (N) and what `measure` tells.'''
  solfec = SOLFEC ('DYNAMIC', 1E-3, 'out/granular/janssen/%d' % (seed - first + 1))
  bulk = BULK_MATERIAL (solfec, density = 2500)
  rough, smooth = 1, 2
  SURFACE_MATERIAL (solfec, friction = mu)
  SURFACE_MATERIAL (solfec, None, smooth, friction = 0)
  GRAVITY (solfec, (0, 0, -g))
  OUTPUT (solfec, 0.01)
  top = 1.2 * rows * size
  def slab (low, high, surface, label):
    return BODY (solfec, 'OBSTACLE', BOX (low, [b - a for a, b in zip (low, high)], 1, surface), bulk, label = label)
  floor = slab ((0, 0, -wall), (width, depth, 0), rough, 'floor')
  walls = [slab ((-wall, 0, -wall), (0, depth, top), rough, 'left'),
           slab ((width, 0, -wall), (width + wall, depth, top), rough, 'right')]
  for y in -wall, depth: slab ((-wall, y, -wall), (width + wall, y + wall, top), smooth, 'pane at y = %g' % y)
  random, balls = Random (seed), []
  for k in range (rows):
    for i in range (columns - k % 2):                   # rows in turn shifted by half of a ball
      place = ((i + (k % 2 + 1) / 2) * width / columns, depth / 2, (k + 0.5) * size * 1.16)
      balls.append (BODY (solfec, 'RIGID', SPHERE (place, size / 2 * random.choice ((0.8, 0.95, 1.1)), 1, rough), bulk))
      balls [-1].disable_rotation = 'ON'
  SET_VELOCITY (floor, floor.center, (0, 0, -1), TIME_SERIES ([0, 0, settled, 0, settled + 0.3, speed, stop, speed]))
  RUN (solfec, GAUSS_SEIDEL_SOLVER (accuracy = (1E-2, 'GH')), stop)
  masses = numpy.array ([[body.id, body.mass] for body in balls])
  if VIEWER (): return None
  return (masses [:, 1].sum () * g,) + measure (solfec.outpath, [body.id for body in walls], floor.id, masses)

def measure (folder, walls, floor, balls):
  '''Means of the last frames: height of the filling (m), forces of the walls on slices (N), stress below them (Pa), load of the floor (N).'''
  results = solfec_results.open (folder)
  frames = [k for k, time in enumerate (results.times) if time > stop - measured]
  push, shear, stress, load, high = numpy.zeros (cuts), numpy.zeros (cuts), numpy.zeros (cuts), 0.0, 0.0
  for k in frames:
    arrays = results.arrays (k)
    contacts, states = arrays.constraints, arrays.bodies
    z = states.center [[states.index (int (each)) for each in balls [:, 0]], 2]
    low = -speed * (results.times [k] - settled - 0.15)
    highest = numpy.sort (z) [-columns:].mean ()
    edges = highest - numpy.arange (cuts + 1) * (highest - low) / cuts
    high += (highest - low) / len (frames)
    at = numpy.isin (contacts.master, walls) | numpy.isin (contacts.slave, walls)
    force = contacts.force [at] * numpy.where (numpy.isin (contacts.master [at], walls), -1.0, 1.0) [:, None]  # on balls
    place = contacts.point [at, 2]
    for j in range (cuts):
      inside = (place > edges [j + 1]) & ((place <= edges [j]) | (j == 0))
      push [j] += numpy.abs (force [inside, 0]).sum () / len (frames)
      shear [j] += force [inside, 2].sum () / len (frames)
      borne = balls [z > edges [j + 1], 1].sum () * g - force [place > edges [j + 1], 2].sum ()
      stress [j] += borne / width / depth / len (frames)
    under = contacts.is_contact & ((contacts.master == floor) | (contacts.slave == floor))
    load += numpy.abs (contacts.force [under, 2].sum ()) / len (frames)
  return high, push, shear, stress, load

silos = [fill (first + k) for k in range (packings)]
if not VIEWER ():
  weight, high, push, shear, stress, load = (sum (values) / packings for values in zip (*silos))
  band, area = high / cuts, width * depth
  between = (stress + numpy.append (0, stress [:-1])) / 2      # in the middle of the slices
  K, m = push.sum () / 2 / band / depth / between.sum (), shear.sum () / push.sum ()
  L = width / (2 * m * K)
  limit = weight / high / area * L
  formula = [limit * (1 - exp (-band * (j + 1) / L)) for j in range (cuts)]
  print ('friction at work %.3f, K %.3f, L %.3f m, filled to %.2f m; the floor carries %.3f of the weight, the formula %.3f' %
         (m, K, L, high, load / weight, formula [-1] * area / weight))
  for j in range (cuts):
    print ('%.2f m deep: %6.0f Pa, formula %6.0f Pa; single packings %s' %
           (band * (j + 1), stress [j], formula [j], ' '.join ('%6.0f' % each [4] [j] for each in silos)))
  off = [(s - f) / limit for s, f in zip (stress, formula)]
  print ('off by %.3f of the limit at most, %.3f in the mean' % (max (map (abs, off)), sum (map (abs, off)) / cuts))
  assert abs (m / mu - 1) < 0.02
  assert max (map (abs, off)) < 0.2 and sum (map (abs, off)) / cuts < 0.1
  assert abs (load / area - formula [-1]) < 0.2 * limit
