# Shows:  finite elements with a reduced base: a beam falls on two supports, as a mesh of form 'BC' and as
#         combinations of its own modes (form 'BC-MODAL', MODAL_ANALYSIS, REGISTER_BASE).
# Source: the run of form 'BC', whose motion the reduced ones approach as modes are added.
# Expect: a base of rigid motions alone rebounds without bending; with modes the middle of the beam moves as
#         that of the full mesh: within 5 % of the largest deflection with 12 modes, 3 % with 40.
#
#   tools/run inp/deformable/reduced-beam.py

from time import time

short = 'short' in (NON_SOLFEC_ARGV () or [])
cells = (16, 2, 2) if short else (32, 4, 4)
length, thick = 2.0, 0.1                      # m
young, density, g = 2E9, 1000.0, 9.81
height, step, stop = 0.1, 2E-4, 0.2           # m, s

def box (low, high):
  (a, b, c), (x, y, z) = low, high
  return [a, b, c, x, b, c, x, y, c, a, y, c, a, b, z, x, b, z, x, y, z, a, y, z]

def fall (name, form, base = None):
  '''The beam above its supports, and how far its middle is below its ends, m.'''
  solfec = SOLFEC ('DYNAMIC', step, 'out/deformable/reduced-beam/' + name)
  bulk = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = young, poisson = 0.3, density = density)
  SURFACE_MATERIAL (solfec, model = 'SIGNORINI_COULOMB', friction = 0.3)
  GRAVITY (solfec, (0, 0, -g))
  for x in (0.1, length - 0.2):
    BODY (solfec, 'OBSTACLE', HULL (box ((x, -0.1, -0.1), (x + 0.1, thick + 0.1, 0)), 1, 1), bulk)
  if base: REGISTER_BASE (solfec, base, 'modes')
  mesh = HEX (box ((0, 0, height), (length, thick, height + thick)), cells [0], cells [1], cells [2], 1, [1] * 6)
  beam = BODY (solfec, 'FINITE_ELEMENT', mesh, bulk, 'beam', form, base = 'modes' if base else None)
  beam.scheme = 'DEF_LIM'
  beam.damping = step
  OUTPUT (solfec, 10 * step)
  started = time ()
  RUN (solfec, GAUSS_SEIDEL_SOLVER (1E-4, 1000), stop)
  seconds = time () - started
  if VIEWER (): return None
  items = [(beam, (x, thick / 2, height), 'DZ') for x in (0, length / 2, length)]
  times, left, middle, right = HISTORY (solfec, items, 0, stop)
  return beam, [m - (l + r) / 2 for l, m, r in zip (left, middle, right)], seconds

found = fall ('full', 'BC')
if not VIEWER ():
  beam, exact, seconds = found
  size = len (beam.conf)
  values, vectors = MODAL_ANALYSIS (beam, 46)
  largest = max (abs (x) for x in exact)
  print ('full mesh: %d unknowns, the middle is %.2f mm from its ends, %.2f s' % (size, largest * 1E3, seconds))
  errors = {}
  for count in (6, 18, 46):
    name = '%d-modes' % (count - 6)
    beam, bend, seconds = fall (name, 'BC-MODAL', (values [:count], vectors [:count * size]))
    errors [count] = max (abs (a - b) for a, b in zip (bend, exact)) / largest
    print ('%s beside the rigid motions: off by %.1f %%, %.2f s' % (name, errors [count] * 100, seconds))
  assert errors [6] > 0.9 and errors [18] < 0.05 and errors [46] < 0.03
