# Shows:  MESH made by hand: bricks of finite elements with a key on top and a slot below, dropped on a floor.
# Source: momentum balance: until all is at rest the impulse of the floor is the weight times the time; free fall.
# Expect: the balance closes to 1E-9, the fall is that of a stone until the floor is met; then the bricks lie
#         one in the other and the floor carries their weight to 1E-6.
#
#   tools/run inp/deformable/keyed-brick-drop.py

short = 'short' in (NON_SOLFEC_ARGV () or [])
count = 2 if short else 4
unit = 0.05                     # m, a brick is 6 x 3 x 3 units without its key
density, g = 2E3, 9.81
height = 0.02                   # m, of the fall
step = 5E-4
stop = 0.5

def brick ():
  '''A brick with its key, from cells of a grid.'''
  slot = {(i, j, 0) for i in (2, 3) for j in range (3)}
  key = {(i, j, 3) for i in (2, 3) for j in range (3)}
  cells = [(i, j, k) for k in range (4) for j in range (3) for i in range (6)
           if (i, j, k) not in slot and (k < 3 or (i, j, k) in key)]
  numbers, elements = {}, []
  for i, j, k in cells:
    corners = [(i, j, k), (i + 1, j, k), (i + 1, j + 1, k), (i, j + 1, k)]
    corners += [(a, b, c + 1) for a, b, c in corners]
    elements.append (8)
    elements += [numbers.setdefault (corner, len (numbers)) for corner in corners] + [1]
  def place (a, b, c):  # the key is a little narrower and lower than the slot
    if c < 4:
      return [unit * a, unit * b, unit * c]
    return [unit * (a + {2: 0.02, 4: -0.02}.get (a, 0)), unit * b, unit * (c - 0.02)]
  return MESH ([x for corner in numbers for x in place (*corner)], elements, 1)

solfec = SOLFEC ('DYNAMIC', step, 'out/deformable/keyed-brick-drop')
bulk = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = 1E8, poisson = 0.2, density = density)
SURFACE_MATERIAL (solfec, model = 'SIGNORINI_COULOMB', friction = 0.5)
GRAVITY (solfec, (0, 0, -g))

floor = BODY (solfec, 'OBSTACLE', TRANSLATE (HEX ([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0.1, 1, 0, 0.1,
  1, 1, 0.1, 0, 1, 0.1], 1, 1, 1, 1, [1] * 6), (-0.3, -0.4, -0.1)), bulk, label = 'floor')
bricks = []
for n in range (count):
  mesh = TRANSLATE (brick (), (0, 0, height + 3 * unit * n + n * 0.5 * height))
  body = BODY (solfec, 'FINITE_ELEMENT', mesh, bulk, form = 'BC', label = 'brick %d' % n)
  body.scheme = 'DEF_LIM'
  body.damping = 1E-3
  bricks.append (body)

RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)

if not VIEWER ():
  weight = sum (body.mass for body in bricks) * g
  items = [(floor, (0, 0, 1), None, 'CR'), 'STEP', (bricks, 'KINETIC')]
  items += [(body, body.center, 'DZ') for body in bricks]
  times, forces, steps, kinetic, *ways = HISTORY (solfec, items, 0, stop)
  carried = [-force for force in forces]  # CR is the force on the floor, downwards
  impulse = sum (force * h for force, h in zip (carried, steps))
  lands = next (k for k, force in enumerate (carried) if force > 0)
  fall = 0.5 * g * times [lands - 1]**2
  print ('the first brick lands after %.4f s and a fall of %.4f mm, that of a stone %.4f mm' %
         (times [lands], -ways [0][lands - 1] * 1E3, fall * 1E3))
  print ('impulse of the floor %.6f N s, weight times time %.6f N s' % (impulse, weight * stop))
  print ('the floor carries %.6f N, the weight is %.6f N' % (carried [-1], weight))
  for n, way in enumerate (ways):
    print ('brick %d has come down by %.3f mm of %.3f mm' % (n, -way [-1] * 1E3, (1 + 0.5 * n) * height * 1E3))
    assert abs (way [-1] + (1 + 0.5 * n) * height) < 5E-4  # contacts begin with the way of a step inside
  assert abs (ways [0][lands - 1] + fall) < 1E-9
  assert kinetic [-1] < 1E-9
  assert abs (impulse / (weight * stop) - 1) < 1E-9
  assert abs (carried [-1] / weight - 1) < 1E-6
