# Shows:  the compression test of a cube between stiff platens: what their friction does to the result.
# Source: without friction the cube stays a cube: force E A e for the strain e. Friction holds the ends, so the cube bulges and
#         its apparent modulus lies between E and that of confined compression, E (1 - nu) / ((1 + nu) (1 - 2 nu)). Second
#         method: a cube whose end nodes are held has the force of platens that are so rough that nothing slips.
# Expect: no friction: E to 0.2 % (the strain is 0.1 %); rough platens: the force of held ends to 0.5 %, above E by some per
#         cent; in between the apparent modulus rises with the friction.
#
#   tools/run inp/deformable/platen-test.py
#   solfec --render out/deformable/platen-test/1 --field mises --view 20,15 -o platen-test.png

short = 'short' in (NON_SOLFEC_ARGV () or [])
cells, size, young, poisson = 4 if short else 8, 0.1, 30E9, 0.3   # m, Pa
strain, step, stop = 1E-3, 0.25, 1.0                              # s: of the quasi-static steps

def press (name, friction):
  '''Apparent modulus over E; friction None: the ends are held.'''
  solfec = SOLFEC ('QUASI_STATIC', step, 'out/deformable/platen-test/' + name)
  bulk = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = young, poisson = poisson, density = 2400)
  SURFACE_MATERIAL (solfec, friction = friction or 0)
  OUTPUT (solfec, step)
  a = size
  mesh = HEX ([0, 0, 0, a, 0, 0, a, a, 0, 0, a, 0, 0, 0, a, a, 0, a, a, a, a, 0, a, a], cells, cells, cells, 1, [1] * 6)
  nodes = [mesh.node (n) for n in range (mesh.nnod)]
  cube = BODY (solfec, 'FINITE_ELEMENT', mesh, bulk, label = 'cube')
  speed = strain * size / stop
  rows = []
  if friction is None:
    for point in nodes:
      if point [2] < 1E-9: FIX_POINT (cube, point)
      elif point [2] > a - 1E-9:
        rows.append (SET_VELOCITY (cube, point, (0, 0, -1), speed))
        for way in (1, 0, 0), (0, 1, 0): FIX_DIRECTION (cube, point, way)
    platen = None
  else:
    def plate (low, label):
      b, c, d = -0.02, a + 0.02, low + 0.02
      return BODY (solfec, 'OBSTACLE', HULL ([b, b, low, c, b, low, c, c, low, b, c, low, b, b, d, c, b, d, c, c, d, b, c, d], 1, 1),
                   bulk, label = label)
    plate (-0.02, 'lower')
    platen = plate (a, 'upper')
    SET_VELOCITY (platen, platen.center, (0, 0, -1), speed)
    if friction == 0:                               # nothing else keeps it in place
      FIX_DIRECTION (cube, (0, 0, 0), (1, 0, 0))
      FIX_DIRECTION (cube, (0, 0, 0), (0, 1, 0))
      FIX_DIRECTION (cube, (a, 0, 0), (0, 1, 0))
  RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)
  if VIEWER (): return 1
  if platen: _, force = HISTORY (solfec, [(platen, (0, 0, 1), None, 'CR')], stop, stop)
  else:
    _, *forces = HISTORY (solfec, [(row, 'R') for row in rows], stop, stop)
    force = [sum (values) for values in zip (*forces)]
  return abs (force [-1]) / (young * strain * size ** 2)

held = press ('held', None)
found = [(mu, press ('%g' % mu, mu)) for mu in (0, 0.1, 1)]
confined = (1 - poisson) / (1 + poisson) / (1 - 2 * poisson)
if not VIEWER ():
  for mu, ratio in found: print ('friction %g: apparent modulus %.4f E' % (mu, ratio))
  print ('ends held: %.4f E, confined %.4f E' % (held, confined))
  ratios = [ratio for mu, ratio in found]
  assert abs (ratios [0] - 1) < 2E-3 and abs (ratios [-1] / held - 1) < 5E-3
  assert ratios == sorted (ratios) and 1.01 < held < confined
