# Shows:  the diagonal compression test of masonry (ASTM E519, RILEM LUM B6): a square wall of elastic bricks in mortar that
#         softens (COHESIVE_ZONE) is pressed at two opposite corners until it splits along a stepped crack.
# Source: statics: the load P lies in the diagonal, so each bed joint takes P / sqrt (2) along and across itself, and the mean
#         stresses tau = sigma = 0.707 P / A of ASTM E519 obey tau <= cohesion + friction sigma, however they are
#         distributed: P <= sqrt (2) cohesion A / (1 - friction). Values of the joints but friction: P. B. Lourenco (1996),
#         Computational strategies for masonry structures, thesis, TU Delft.
# Expect: joints that take a hundred times the energy slide all at once: the wall bears that load within 1 %. Mortar breaks
#         one joint after the other: the wall bears 0.7 to 0.9 of it and falls to nothing, as brittle as in tests. The
#         work of the jack is the energy that bricks, joints and motion have taken, to 1E-6.
#         Picture in the results folder: load against diagonal shortening.
#
#   tools/run inp/masonry/diagonal-compression.py
#   solfec --render out/masonry/diagonal-compression/mortar --time 0.05,0.062,0.09 --field damage --view front --parallel -o wall.png

import os
from math import sqrt

from solfec.build import BED, HEAD, wall

side, width, brick = 1.2, 0.12, (0.3, 0.12, 0.15)     # m: of the wall, of a brick (length, width, height)
bearing, steel = 0.15, 0.03                           # m: of a shoe along both sides of its corner, its thickness
friction, cohesion, tension = 0.5, 0.35E6, 0.25E6     # Pa
energy_pull, energy_shear = 18.0, 125.0               # J/m^2
stiffness_pull, stiffness_shear = 82E9, 36E9          # Pa/m
young = 4E9                                           # Pa, of brick and mortar together
step, speed, start = 2.5E-4, 0.02, 0.01               # s; m/s of the jack, which takes the time `start` to reach it
area = side * width                                   # m^2, of a bed joint
limit = sqrt (2) * cohesion * area / (1 - friction)   # N
joints = 7 * area + 28 * brick [2] * width            # m^2, of all bed and head joints

def shoe (corner, angle, surface):
  '''Two plates in a right angle that opens upwards, turned about y by an angle in degrees.'''
  plates = [BOX ((0, 0, -steel), (bearing, width, steel), 1, surface), BOX ((-steel, 0, 0), (steel, width, bearing), 1, surface)]
  return TRANSLATE (ROTATE (plates, (0, 0, 0), (0, 1, 0), angle - 45), corner)

def press (name, tougher, stop):
  '''Shortening of the diagonal, m, load, N, energy that joints have taken, J, at each step; work of the jack over all energies.'''
  solfec = SOLFEC ('DYNAMIC', step, 'out/masonry/diagonal-compression/' + name)
  bulk = BULK_MATERIAL (solfec, young = young, poisson = 0.15, density = 1900)
  SURFACE_MATERIAL (solfec, friction = friction)      # between shoes and bricks
  for joint in BED, HEAD:
    SURFACE_MATERIAL (solfec, joint, joint, model = 'COHESIVE_ZONE', friction = friction, cohesion = cohesion,
                      tension = tension, normal_energy = tougher * energy_pull, tangential_energy = tougher * energy_shear,
                      normal_stiffness = stiffness_pull, tangential_stiffness = stiffness_shear)
  bricks = wall (side, side, brick).turned (-45, 'y').bodies (solfec, bulk, 'PSEUDO_RIGID')
  for body in bricks:
    body.scheme = 'DEF_LIM'
    body.damping = 1E-4
  top = (0, width / 2, sqrt (2) * side)
  BODY (solfec, 'OBSTACLE', shoe ((0, 0, 0), 0, 9), bulk, label = 'lower shoe')
  upper = BODY (solfec, 'RIGID', shoe ((0, 0, top [2]), 180, 9), bulk, label = 'upper shoe')
  # as under a ball joint on rollers the upper shoe may turn and move aside, so the load stays in the diagonal
  jack = SET_VELOCITY (upper, top, (0, 0, -1), TIME_SERIES ([0, 0, start, speed, 2 * stop, speed]))
  RUN (solfec, GAUSS_SEIDEL_SOLVER (accuracy = 5E-4), stop)
  if VIEWER (): return None
  kinds = ('KINETIC', 'INTERNAL', 'DAMPING', 'NUMERICAL', 'CONTACT', 'FRICTION')
  times, height, force, *energies = HISTORY (solfec, [(upper, top, 'DZ'), (jack, 'R')] + [(solfec, kind) for kind in kinds], 0, stop)
  way, load = [-z for z in height], [abs (value) for value in force]
  work = sum (f * (b - a) for f, a, b in zip (load [1:], way, way [1:]))
  taken = [-normal - tangential for normal, tangential in zip (*energies [4:])]
  whole = sum (c.area for c in solfec.constraints if c.kind == 'CONTACT' and c.spair in ((BED, BED), (HEAD, HEAD)) and c.damage < 1)
  print ('%s: largest load %.1f kN at %.2f mm, mean stress %.3f MPa, %.3f of the limit; at the end %.1f kN, joints of %.3f m^2 are broken' %
         (name, max (load) / 1E3, 1E3 * way [load.index (max (load))], 0.707E-6 * max (load) / area, max (load) / limit,
          load [-1] / 1E3, joints - whole))
  print ('  work of the jack %.4f J; motion and bricks have taken %.4f J, joints %.4f J' %
         (work, sum (row [-1] for row in energies [:4]), taken [-1]))
  assert abs (work - taken [-1] - sum (row [-1] for row in energies [:4])) < 1E-5 * work
  return way, load, joints - whole, os.path.dirname (solfec.outpath)

curves = [(name, press (name, tougher, stop)) for name, tougher, stop in (('mortar', 1, 0.1), ('tough joints', 100, 0.085))]

if not VIEWER ():
  (_, (way, load, broken, folder)), (_, (_, tough, whole, _)) = curves
  assert abs (max (tough) / limit - 1) < 0.01 and abs (whole) < 1E-9
  assert 0.7 < max (load) / limit < 0.9 and load [-1] < 1E-3 * max (load) and broken > 0.99 * area
  try:
    import matplotlib
    matplotlib.use ('Agg')
    import matplotlib.pyplot as plt
  except ImportError:
    plt = None
  if plt:
    plt.figure (figsize = (6, 4))
    for name, (way, load, *_) in curves:
      plt.plot ([1E3 * x for x in way], [f / 1E3 for f in load], label = name)
    plt.axhline (limit / 1E3, color = 'k', linestyle = '--', label = 'cohesion A sqrt (2) / (1 - friction)')
    plt.xlabel ('shortening of the diagonal (mm)')
    plt.ylabel ('load (kN)')
    plt.legend (loc = 'lower right')
    plt.savefig (os.path.join (folder, 'load.png'), bbox_inches = 'tight')
