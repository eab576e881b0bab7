# Shows:  form 'BC' with DEF_LIM: a stack of stiff cubes of finite elements falls apart in a shaken box.
# Source: momentum balance: the impulse of the forces of the box and the weight is the momentum of the cubes;
#         statics: in the end the floor carries the weight.
# Expect: all three components of the balance close to 1E-9 of weight times time; the floor carries the weight
#         to 0.2 % in the mean of the last 0.1 s.
#
#   tools/run inp/deformable/corotational-cubes.py

from math import pi, sin

short = 'short' in (NON_SOLFEC_ARGV () or [])
count = 2 if short else 3         # cubes along each direction
cells = 2                         # elements along each direction of a cube
side, gap = 0.1, 2E-3             # m
inner = count * (side + gap) + 0.03
young, density, g = 1E9, 2E3, 9.81
step = 1E-3
shaken = 0.4
stop = 0.5 if short else 1.0

def box (x, y, z, a, b, c, cells):
  shape = HEX ([0, 0, 0, a, 0, 0, a, b, 0, 0, b, 0,
                0, 0, c, a, 0, c, a, b, c, 0, b, c], cells, cells, cells, 1, [1] * 6)
  return TRANSLATE (shape, (x, y, z))

solfec = SOLFEC ('DYNAMIC', step, 'out/deformable/corotational-cubes')
bulk = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = young, poisson = 0.25, density = density)
SURFACE_MATERIAL (solfec, model = 'SIGNORINI_COULOMB', friction = 0.2)
GRAVITY (solfec, (0, 0, -g))

# floor and four walls, all moved along x and y
high = inner + 0.2
w = 0.05
walls = [BODY (solfec, 'OBSTACLE', box (*where, 1), bulk, label = name) for name, where in (
  ('floor', (-w, -w, -w, inner + 2 * w, inner + 2 * w, w)),
  ('left', (-w, -w, 0, w, inner + 2 * w, high)), ('right', (inner, -w, 0, w, inner + 2 * w, high)),
  ('front', (0, -w, 0, inner, w, high)), ('back', (0, inner, 0, inner, w, high)))]
times = [shaken * k / 400 for k in range (401)]
for wall in walls:
  for direction, turns in (((1, 0, 0), 4), ((0, 1, 0), 3)):
    SET_DISPLACEMENT (wall, wall.center, direction, TIME_SERIES (
      [(t, 0.02 * sin (pi * t / shaken)**2 * sin (2 * pi * turns * t / shaken)) for t in times]))

def shares (nodes, mass):
  '''Masses of the nodes of a cube: each element gives an eighth of its mass to each of its nodes.'''
  ends = [(min (x), max (x)) for x in zip (*nodes)]
  inside = [sum (a + 1E-6 < x < b - 1E-6 for x, (a, b) in zip (node, ends)) for node in nodes]
  return [mass / (8 * cells**3) * 2**n for n in inside]

cubes, masses = [], []
for i in range (count):
  for j in range (count):
    for k in range (count):
      shape = box (gap + i * (side + gap), gap + j * (side + gap), k * side, side, side, side, cells)
      nodes = [shape.node (n) for n in range (shape.nnod)]
      cube = BODY (solfec, 'FINITE_ELEMENT', shape, bulk, form = 'BC', label = 'cube %d %d %d' % (i, j, k))
      cube.scheme = 'DEF_LIM'
      cube.damping = step
      cubes.append (cube)
      masses.append (shares (nodes, cube.mass))

RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)

def momentum ():
  '''Momentum of all cubes.'''
  total = [0, 0, 0]
  for cube, parts in zip (cubes, masses):
    for i in range (3):
      total [i] += sum (m * v for m, v in zip (parts, cube.velo [i::3]))
  return total

if not VIEWER ():
  weight = sum (cube.mass for cube in cubes) * g
  # force of the box on all cubes; what they exert on each other cancels
  items = [(cubes, direction, None, 'CR') for direction in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
  history = HISTORY (solfec, items + ['STEP', (cubes, 'KINETIC')], 0, stop)
  impulses = [sum (f * h for f, h in zip (forces, history [4])) for forces in history [1:4]]
  SEEK (solfec, stop)
  moved = momentum ()
  print ('         impulse of the box   weight x time   momentum of the cubes (N s)')
  for name, impulse, held, falls in zip ('xyz', impulses, moved, (0, 0, weight * stop)):
    print ('along %s   %15.9f %15.9f %15.9f' % (name, impulse, -falls, held))
    assert abs (impulse - falls - held) < 1E-9 * weight * stop
  late = [k for k, t in enumerate (history [0]) if t > stop - 0.1]
  carried = sum (history [3][k] for k in late) / len (late)
  print ('kinetic energy: up to %.3g J, %.3g J at the end' % (max (history [5]), history [5][-1]))
  print ('the floor carries %.2f N in the last 0.1 s, the weight is %.2f N' % (carried, weight))
  assert abs (carried / weight - 1) < 2E-3
