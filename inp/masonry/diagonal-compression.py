# Shows:  the diagonal compression test of masonry (ASTM E519, RILEM LUM B6): a square wall of elastic bricks in mortar that
#         softens (COHESIVE_ZONE) is pressed at two opposite corners until a stepped crack parts it.
# Source: statics: the load P lies in the diagonal, so each bed joint takes P / sqrt (2) along and across itself, and the mean
#         stresses tau = sigma = 0.707 P / A of ASTM E519 obey tau <= cohesion + friction sigma, however they are
#         distributed: P <= sqrt (2) cohesion A / (1 - friction). Values of the mortar: P. B. Lourenco (1996),
#         Computational strategies for masonry structures, thesis, TU Delft.
# Expect: tough joints, which take a hundred times the energy of mortar and have the friction 0.5, slide all at once: the wall
#         bears the limit of statics within 0.2 %. Mortar breaks one joint after the other: its wall bears 0.7 of the limit and
#         then nothing, as brittle as in tests. The work of the jack is the energy that bricks, joints and motion have
#         taken, to 1E-5. Picture in the results folder: load against diagonal shortening.
#
#   tools/run inp/masonry/diagonal-compression.py
#   solfec --render out/masonry/diagonal-compression/mortar --time 0.06,0.12 --field damage --view front --parallel -o wall.png

from math import sqrt

from solfec.build import BED, HEAD, wall

side, width, brick = 1.2, 0.12, (0.3, 0.12, 0.15)     # m: of the wall, of a brick (length, width, height)
bearing, steel = 0.15, 0.03                           # m: of a shoe along both sides of its corner, its thickness
cohesion, tension = 0.35E6, 0.25E6                    # Pa
energy_pull, energy_shear = 18.0, 125.0               # J/m^2
stiffness_pull, stiffness_shear = 82E9, 36E9          # Pa/m
young = 4E9                                           # Pa, of brick and mortar together
step, speed, start = 2.5E-4, 0.02, 0.01               # s; m/s of the jack, which takes the time `start` to reach it
area = side * width                                   # m^2, of a bed joint
joints = 7 * area + 28 * brick [2] * width            # m^2, of all bed and head joints

def shoe (corner, angle, surface):
  '''Two plates in a right angle that opens upwards, turned about y by an angle in degrees.'''
  plates = [BOX ((0, 0, -steel), (bearing, width, steel), 1, surface), BOX ((-steel, 0, 0), (steel, width, bearing), 1, surface)]
  return TRANSLATE (ROTATE (plates, (0, 0, 0), (0, 1, 0), angle - 45), corner)

def press (name, friction, tougher, stop):
  '''Shortening of the diagonal, m, and load, N, at each step; limit of the load, N; area of broken joints, m^2; folder.'''
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
  RUN (solfec, GAUSS_SEIDEL_SOLVER (maxiter = 4000, accuracy = 5E-4), stop)
  if VIEWER (): return None
  kinds = ('KINETIC', 'INTERNAL', 'DAMPING', 'NUMERICAL', 'CONTACT', 'FRICTION')
  items = [(upper, top, 'DZ'), (jack, 'R')] + [(solfec, kind) for kind in kinds]
  times, height, force, *energies = HISTORY (solfec, items, 0, stop)
  way, load = [-z for z in height], [abs (value) for value in force]
  work = sum (f * (b - a) for f, a, b in zip (load [1:], way, way [1:]))
  taken = [-normal - tangential for normal, tangential in zip (*energies [4:])]
  limit = sqrt (2) * cohesion * area / (1 - friction)
  bonds = [c for c in solfec.constraints if c.kind == 'CONTACT' and c.spair in ((BED, BED), (HEAD, HEAD))]
  whole = sum (c.area for c in bonds if c.damage < 1)
  print ('%s: largest load %.1f kN at %.2f mm, mean stress %.3f MPa, %.4f of the limit; at the end %.1f kN, %.3f m^2 are broken' %
         (name, max (load) / 1E3, 1E3 * way [load.index (max (load))], 0.707E-6 * max (load) / area, max (load) / limit,
          load [-1] / 1E3, joints - whole))
  print ('  work of the jack %.4f J; motion and bricks have taken %.4f J, joints %.4f J' %
         (work, sum (row [-1] for row in energies [:4]), taken [-1]))
  assert abs (work - taken [-1] - sum (row [-1] for row in energies [:4])) < 1E-5 * work
  return way, load, limit, joints - whole, solfec.outpath

tests = [(name, press (name, *words)) for name, *words in (('mortar', 0.75, 1, 0.12), ('tough', 0.5, 100, 0.07))]

if not VIEWER ():
  for name, (way, load, limit, broken, folder) in tests:
    if name == 'mortar':
      assert 0.65 < max (load) / limit < 0.75 and load [-1] < 1E-3 * max (load) and broken > area
    else:
      assert abs (max (load) / limit - 1) < 2E-3 and abs (broken) < 1E-9
  try:
    import os
    import matplotlib
    matplotlib.use ('Agg')
    import matplotlib.pyplot as plt
  except ImportError:
    plt = None
  if plt:
    plt.figure (figsize = (6, 4))
    for (name, (way, load, limit, *_)), colour in zip (tests, ('C0', 'C1')):
      plt.plot ([1E3 * x for x in way], [f / 1E3 for f in load], color = colour, label = name)
      plt.axhline (limit / 1E3, color = colour, linestyle = '--', label = name + ', limit of statics')
    plt.xlabel ('shortening of the diagonal (mm)')
    plt.ylabel ('load (kN)')
    plt.legend (loc = 'upper right', bbox_to_anchor = (1, 0.93), framealpha = 1)
    plt.savefig (os.path.join (os.path.dirname (folder), 'load.png'), bbox_inches = 'tight')
