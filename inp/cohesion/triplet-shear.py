# Shows:  mortar joints that soften while they break: the shear test of a triplet of bricks (EN 1052-3) under
#         three pressures.
# Source: R. van der Pluijm (1993), Shear behaviour of bed joints, 6th North American Masonry Conference:
#         peaks on Mohr's line cohesion + friction pressure, softening down to friction pressure. Values of the
#         joint: P. B. Lourenco (1996), Computational strategies for masonry structures, thesis, TU Delft.
# Expect: peak stress on Mohr's line within 0.1 %, residual stress to 1E-9, and the work of the jack less that of friction and
#         the motion of the brick is the fracture energy of the two joints to 1E-6. Guides keep the bricks from tilting: in
#         tests without them the joint also opens at its ends.
#         Picture in the results folder: shear stress against way of the middle brick.
#
#   tools/run inp/cohesion/triplet-shear.py
#   solfec --render out/cohesion/triplet-shear/0.5 --time 0.01 --field damage --view 20,15 -o triplet.png

step = 2E-5
speed = 8E-3  # of the middle brick, m/s
way = 4E-4  # m
stop = way / speed
length, height, width = 0.25, 0.06, 0.12  # of a brick, m
area = length * width
friction, cohesion, tension = 0.75, 0.65E6, 0.3E6  # Pa
energy_pull, energy_shear = 12, 60  # J/m^2
stiffness_pull, stiffness_shear = 82E9, 36E9  # Pa/m


def test (pressure, name):
  solfec = SOLFEC ('DYNAMIC', step, 'out/cohesion/triplet-shear/' + name)
  brick = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = 15E9, poisson = 0.2, density = 1900)
  SURFACE_MATERIAL (solfec, model = 'COHESIVE_ZONE', friction = friction, cohesion = cohesion, tension = tension,
                    normal_energy = energy_pull, tangential_energy = energy_shear,
                    normal_stiffness = stiffness_pull, tangential_stiffness = stiffness_shear)
  size = (length, width, height)
  BODY (solfec, 'OBSTACLE', BOX ((0, 0, 0), size, 1, 1), brick, label = 'lower')
  middle = BODY (solfec, 'RIGID', BOX ((0, 0, height), size, 1, 1), brick, label = 'middle')
  upper = BODY (solfec, 'RIGID', BOX ((0, 0, 2 * height), size, 1, 1), brick, label = 'upper')
  FORCE (upper, 'SPATIAL', upper.center, (0, 0, -1), pressure * area)
  x, y, z = upper.center
  FIX_DIRECTION (upper, (x, y, z), (1, 0, 0))  # the upper brick is held as the lower one
  middle.disable_rotation = upper.disable_rotation = 'ON'
  x, y, z = middle.center
  jack = SET_VELOCITY (middle, (x, y, z), (1, 0, 0), TIME_SERIES ([0, 0, 0.02 * stop, speed, 2 * stop, speed]))
  RUN (solfec, GAUSS_SEIDEL_SOLVER (accuracy = 1E-7), stop)
  times, moved, force = HISTORY (solfec, [(middle, middle.center, 'DX'), (jack, 'R')], 0, stop)
  return moved, [abs (each) / (2 * area) for each in force], middle, solfec.outpath


curves = []
for pressure in (0.1E6, 0.5E6, 1E6):
  moved, stress, middle, folder = test (pressure, '%g' % (pressure / 1E6))
  if not VIEWER ():
    peak, end = max (stress), stress [-1]
    work = sum (s * (b - a) for s, a, b in zip (stress [1:], moved, moved [1:]))  # per joint; forces are means over steps
    energy = work - friction * pressure * moved [-1] - 0.5 * middle.mass * speed**2 / (2 * area)
    print ('pressure %.1f MPa: peak %.4f MPa, residual %.4f MPa, energy of a joint %.6f J/m^2' %
           (pressure / 1E6, peak / 1E6, end / 1E6, energy))
    assert abs (peak / (cohesion + friction * pressure) - 1) < 1E-3
    assert abs (end / (friction * pressure) - 1) < 1E-9
    assert abs (energy / energy_shear - 1) < 1E-6
    curves.append ((pressure, moved, stress))

try:
  import os
  import matplotlib
  matplotlib.use ('Agg')
  import matplotlib.pyplot as plt
except ImportError:
  plt = None
if plt and curves:
  plt.figure (figsize = (6, 4))
  for pressure, moved, stress in curves:
    line, = plt.plot ([1E3 * x for x in moved], [s / 1E6 for s in stress], label = 'pressure %.1f MPa' % (pressure / 1E6))
    plt.axhline (friction * pressure / 1E6, color = line.get_color (), linestyle = ':')
    plt.plot ([1E3 * cohesion / stiffness_shear], [(cohesion + friction * pressure) / 1E6], 'x', color = line.get_color ())
  plt.plot ([], [], 'kx', label = "Mohr's line")
  plt.plot ([], [], 'k:', label = 'friction alone')
  plt.xlabel ('way of the middle brick (mm)')
  plt.ylabel ('shear stress (MPa)')
  plt.legend ()
  plt.savefig (os.path.join (os.path.dirname (folder), 'stress.png'), bbox_inches = 'tight')
