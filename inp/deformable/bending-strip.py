# Shows:  BEND and contact of a FINITE_ELEMENT body: a curved strip on a floor is flattened by a plate.
# Source: curved beam of radius R between flat plates without friction, sag s0 = L^2 / (8 R) of the free
#         strip. While the sag s > s0 / 3 the plate presses in the middle: F = 48 E I (s0 - s) / L^3. Then
#         the middle is flat and presses at its ends, at b = sqrt (6 R s) from those of the strip:
#         F = 2 E I / (R b). Linear hexahedra of length a and depth t with Poisson 0 have an E I that is
#         1 + a^2 / (2 t^2) times as large (inp/deformable/beam-sag.py).
# Expect: force and strain energy as in these formulae, the force to 1.5 a / b, as the flat part ends at an
#         element, the energy to 2 % of what it is at the end.
#         What the plate has done, force times way, is what the strip has taken (strain energy, damping)
#         and what was lost where elements strike the plates, to 0.1 %.
#         Picture in the results folder: force against the way of the plate.
#
#   tools/run inp/deformable/bending-strip.py

from math import degrees, pi, cos, sqrt

short = 'short' in (NON_SOLFEC_ARGV () or [])
count = 32 if short else 64  # elements along the strip
step = 1E-3
stop = 1.0
length, depth, radius = 1.0, 0.02, 4.0
young, density = 1E9, 1000.0
sag = length**2 / (8 * radius)
stiffness = young * depth**4 / 12 * (1 + (length / count / depth)**2 / 2)
down = 0.85 * sag  # way of the plate

def box (x, y, z, a, b, c, cells):
  shape = HEX ([0, 0, 0, a, 0, 0, a, b, 0, 0, b, 0,
                0, 0, c, a, 0, c, a, b, c, 0, b, c], cells [0], cells [1], cells [2], 1, [1] * 6)
  return TRANSLATE (shape, (x, y, z))

solfec = SOLFEC ('DYNAMIC', step, 'out/deformable/bending-strip')
bulk = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = young, poisson = 0, density = density)
SURFACE_MATERIAL (solfec, model = 'SIGNORINI_COULOMB', friction = 0)

# bent from x = 0 on about an axis below, then turned back by half of the angle
inside = radius - depth / 2
mesh = box (0, 0, 0, length * inside / radius, depth, depth, (count, 1, 1))
angle = degrees (length / radius)
BEND (mesh, (0, 0, -inside), (0, 1, 0), angle)
ROTATE (mesh, (0, 0, -inside), (0, 1, 0), -angle / 2)
nodes = [mesh.node (n) for n in range (mesh.nnod)]
low = min (z for x, y, z in nodes)
top = max (z for x, y, z in nodes) - low
TRANSLATE (mesh, (0, 0, -low))
strip = BODY (solfec, 'FINITE_ELEMENT', mesh, bulk, label = 'strip')
strip.scheme = 'DEF_LIM'
strip.damping = 1E-3

floor = BODY (solfec, 'OBSTACLE', box (-1, -0.1, -0.1, 2, 0.22, 0.1, (1, 1, 1)), bulk, label = 'floor')
plate = BODY (solfec, 'OBSTACLE', box (-1, -0.1, top, 2, 0.22, 0.1, (1, 1, 1)), bulk, label = 'plate')
# starts and ends at rest
times = [stop * k / 400 for k in range (401)]
SET_DISPLACEMENT (plate, (0, 0, top), (0, 0, 1), TIME_SERIES (
  [(t, -down * 0.5 * (1 - cos (pi * t / stop))) for t in times]))

RUN (solfec, NEWTON_SOLVER (), stop)

def exact (s):
  '''(force, strain energy, half of the length that is not flat) at the sag s.'''
  if s > sag / 3:
    return 48 * stiffness * (sag - s) / length**3, 24 * stiffness * (sag - s)**2 / length**3, length / 2
  b = sqrt (6 * radius * s)
  bent = 24 * stiffness * (2 * sag / 3)**2 / length**3  # when the middle becomes flat
  return 2 * stiffness / (radius * b), bent + 2 * stiffness / (3 * radius**2) * (length / 2 - b), b

if not VIEWER ():
  items = [(plate, (0, 0, top), 'DZ'), (plate, (0, 0, 1), None, 'CR')]
  items += [(strip, kind) for kind in ('KINETIC', 'INTERNAL', 'EXTERNAL', 'DAMPING', 'NUMERICAL')] + [(solfec, 'CONTACT')]
  times, ways, forces, kinetic, internal, external, damped, numerical, touched = HISTORY (solfec, items, 0, stop)
  done, work = 0, [0]
  for k in range (1, len (times)):
    done -= forces [k] * (ways [k] - ways [k-1])
    work.append (done)

  print ('   way      force, exact      strain energy, exact   work of the plate')
  print ('    mm          N                     mJ                     mJ')
  element = length / count
  for part in (0.3, 0.5, 0.7, 0.8, 0.9, 1.0):
    k = round (part * (len (times) - 1))
    force, energy, b = exact (top - depth + ways [k])
    print ('%6.2f   %7.3f %7.3f      %7.2f %7.2f      %7.2f' %
           (-ways [k] * 1E3, forces [k], force, internal [k] * 1E3, energy * 1E3, work [k] * 1E3))
    assert abs (forces [k] - force) < 1.5 * element / b * force
    assert abs (internal [k] - energy) < 0.02 * internal [-1]
    spent = kinetic [k] + internal [k] + damped [k] - numerical [k]
    assert abs (external [k] - spent) < 1E-9 * work [-1]  # each step, to the accuracy of the solver
    assert abs (work [k] + touched [k] - spent) < 1E-3 * work [-1]

  try:
    import os
    import matplotlib
    matplotlib.use ('Agg')
    import matplotlib.pyplot as plt
  except ImportError:
    plt = None
  if plt:
    plt.plot ([-way * 1E3 for way in ways], forces, label = '%d elements' % count)
    plt.plot ([-way * 1E3 for way in ways], [exact (top - depth + way) [0] for way in ways], 'k--', label = 'exact')
    plt.xlabel ('way of the plate (mm)')
    plt.ylabel ('force (N)')
    plt.legend ()
    plt.savefig (os.path.join (solfec.outpath, 'force.png'))
