# Shows:  mortar joints that soften while they break: the shear test of a triplet of bricks (EN 1052-3) under
#         three pressures.
# Source: R. van der Pluijm (1993), Shear behaviour of bed joints, 6th North American Masonry Conference:
#         peaks on Mohr's line cohesion + friction pressure, softening down to friction pressure. Values of the
#         joint: P. B. Lourenco (1996), Computational strategies for masonry structures, thesis, TU Delft.
# Expect: peak and residual stress on Mohr's line within 1 %, and the work of the jack without friction is the
#         fracture energy of the two joints within 1 %.
#
#   tools/run inp/cohesion/triplet-shear.py

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
  x, y, z = middle.center
  jack = SET_VELOCITY (middle, (x, y, z), (1, 0, 0), TIME_SERIES ([0, 0, 0.02 * stop, speed, 2 * stop, speed]))
  OUTPUT (solfec, stop / 500)
  RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)
  times, moved, force = HISTORY (solfec, [(middle, middle.center, 'DX'), (jack, 'R')], 0, stop)
  return moved, [abs (each) / (2 * area) for each in force], middle


for pressure in (0.1E6, 0.5E6, 1E6):
  moved, stress, middle = test (pressure, '%g' % pressure)
  if not VIEWER ():
    peak, end = max (stress), stress [-1]
    work = sum ((a + b) / 2 * (y - x) for a, b, x, y in zip (stress, stress [1:], moved, moved [1:]))
    energy = work - friction * pressure * moved [-1]
    print ('pressure %.1f MPa: peak %.4f MPa, residual %.4f MPa, energy of a joint %.3f J/m^2' %
           (pressure / 1E6, peak / 1E6, end / 1E6, energy))
    assert abs (peak / (cohesion + friction * pressure) - 1) < 0.01
    assert abs (end / (friction * pressure) - 1) < 0.01
    assert abs (energy / energy_shear - 1) < 0.01
