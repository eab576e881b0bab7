# Shows:  the splitting test of rock and concrete (Brazilian test): a disc that is pressed on two arcs splits along the diameter
#         between them (SIMPLIFIED_CRACK), by a plane that cuts elements.
# Source: Hondros (1959), Aust. J. Appl. Sci. 10, 243-268: pressure p on two opposite arcs of the angle 2 a pulls the middle of
#         the disc across by 2 p (sin 2a - a) / pi, and all other points of the diameter less.
# Expect: the disc splits at the pressure at which this is the strength, to 4 % with 13 elements on a quarter and 2 % with 21;
#         the halves have half the mass and fly apart alike.
#
#   tools/run inp/deformable/splitting-disc.py

from math import cos, pi, sin

short = 'short' in (NON_SOLFEC_ARGV () or [])
radius, thickness, core = 0.05, 0.02, 0.45  # m, m, half side of the square in the middle over the radius
young, poisson, density, strength = 20E9, 0.2, 2500.0, 3E6
step, growth = 2E-5, 1E10  # s, Pa/s

def disc (n, m):
  '''A disc about the y axis: a square of n x n elements, m rings of n on each quarter; surface 2 is pressed.'''
  nodes, number, elements, pressed = [], {}, [], []

  def node (x, z, layer):
    key = (round (x / radius, 6), round (z / radius, 6), layer)
    if not key in number:
      number [key] = len (number)
      nodes.extend ((x, layer * thickness, z))
    return number [key]

  def add (corners):  # counter-clockwise about -y
    loop = [node (x, z, 1) for x, z in corners] + [node (x, z, 0) for x, z in corners]
    elements.extend ([8] + loop + [1])
    return loop

  def inner (i, j):
    half = core * radius
    return (half * (2 * i / n - 1), half * (2 * j / n - 1))

  def ring (side, i, k):
    t = i / n
    angle = pi / 2 * (t - 0.5)
    bx, bz = core * radius, core * radius * (2 * t - 1)
    x, z = bx + (radius * cos (angle) - bx) * k / m, bz + (radius * sin (angle) - bz) * k / m
    for _ in range (side): x, z = -z, x
    return (x, z)

  for i in range (n):
    for j in range (n): add ([inner (i, j), inner (i + 1, j), inner (i + 1, j + 1), inner (i, j + 1)])
  for side in range (4):
    for i in range (n):
      for k in range (m):
        loop = add ([ring (side, i, k), ring (side, i, k + 1), ring (side, i + 1, k + 1), ring (side, i + 1, k)])
        if k == m - 1 and side % 2 == 1 and 2 * i == n - 1:
          pressed += [4, loop [1], loop [2], loop [6], loop [5], 2]
  return MESH (nodes, elements, [1] + pressed)

def splits (n, m):
  '''Pressure at which a disc has split over that of the formula.'''
  solfec = SOLFEC ('DYNAMIC', step, 'out/deformable/splitting-disc/%d' % n)
  SURFACE_MATERIAL (solfec, friction = 0.5)
  bulk = BULK_MATERIAL (solfec, young = young, poisson = poisson, density = density)
  body = BODY (solfec, 'FINITE_ELEMENT', disc (n, m), bulk, label = 'disc')
  body.scheme = 'DEF_LIM'
  body.damping = 1E-5
  PRESSURE (body, 2, TIME_SERIES ([0, 0, 1, -growth]))
  SIMPLIFIED_CRACK (body, (0, 0, 0), (1, 0, 0), (3, 4), 'TENSILE', ft = strength)
  a = pi / 4 / n  # half the angle of the pressed face
  exact = pi / 2 * strength / (sin (2 * a) - a)
  OUTPUT (solfec, 1E-3)
  RUN (solfec, GAUSS_SEIDEL_SOLVER (), 0.97 * exact / growth)
  OUTPUT (solfec, step)
  RUN (solfec, GAUSS_SEIDEL_SOLVER (), 0.11 * exact / growth)
  if VIEWER (): return 1.0
  halves = [BYLABEL (solfec, 'BODY', label) for label in ('disc/1', 'disc/2')]
  times, places = HISTORY (solfec, [(halves [0], halves [0].center, 'CX')], 0, 1)  # not a number before
  at = growth * min (t for t, x in zip (times, places) if x == x) / exact
  print ('%d elements on a quarter: splits at %.3f of the pressure of the formula, into halves of %.4f and %.4f kg' %
         (n, at, halves [0].mass, halves [1].mass))
  assert abs (halves [0].mass - halves [1].mass) < 1E-9
  return at

ratios = [splits (*counts) for counts in ([(13, 8)] if short else [(13, 8), (21, 12)])]
for ratio, error in zip (ratios, (0.04, 0.02)): assert abs (ratio - 1) < error, ratio
