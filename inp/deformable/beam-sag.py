# Shows:  QUASI_STATIC analysis of FINITE_ELEMENT bodies: a cantilever sags under its weight, on several meshes and with
#         elements that bend.
# Source: Timoshenko beam: q L^4 / (8 E I) + q L^2 / (2 k G A), q = rho g A, k = 5/6. Linear hexahedra
#         bend with a parasitic shear: the stiffness E I is too large by 1 + a^2 / (2 t^2) with Poisson 0,
#         a = length of an element, t = depth of the beam, however many layers there are. Elements with
#         element = 'BENDING' are bars of constant curvature and uniform shear (k = 1); with the weight at
#         the nodes their ends move by the first term exactly, however many there are.
# Expect: the sag of every mesh of linear elements within 0.5 % of the beam with that stiffness: 33 % off the true
#         sag with elements as long as the beam is deep, 3 % with a quarter of that, and layers do not help.
#         'BENDING': within 0.5 % of the true sag with one layer, even of elements twice as long as deep. The
#         clamp carries the weight. NEWTON_SOLVER, because sweeps creep where a whole face is fixed.
#
#   tools/run inp/deformable/beam-sag.py

short = 'short' in (NON_SOLFEC_ARGV () or [])
length, depth = 1.0, 0.1        # m
young, density = 200E6, 2000.0  # a plastic that bends well
g = 9.81
step, stop = 1.0, 5.0  # s, the step is long beside the periods of the beam
inertia = depth**4 / 12
q = density * g * depth**2

def sag (stiffness):
  return q * length**4 / (8 * stiffness) + q * length**2 / (2 * 5 / 6 * young / 2 * depth**2)

def cantilever (count, layers, element):
  '''(solfec, body) of a beam of count x 1 x layers elements, clamped at x = 0.'''
  solfec = SOLFEC ('QUASI_STATIC', step, 'out/deformable/beam-sag/%s-%d-%d' % (element.lower (), count, layers))
  solfec.equilibrium = 1E-7
  bulk = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = young, poisson = 0, density = density)
  GRAVITY (solfec, (0, 0, -g))
  a, b, c = length, depth, depth
  mesh = HEX ([0, 0, 0, a, 0, 0, a, b, 0, 0, b, 0,
               0, 0, c, a, 0, c, a, b, c, 0, b, c], count, 1, layers, 1, [1] * 6)
  beam = BODY (solfec, 'FINITE_ELEMENT', mesh, bulk, label = '%s %d x 1 x %d' % (element, count, layers),
               element = element)
  for k in range (layers + 1):
    for y in (0, depth):
      FIX_POINT (beam, (0, y, depth * k / layers))
  return solfec, beam

meshes = [(10, 1, 'LINEAR'), (20, 1, 'LINEAR'), (20, 2, 'LINEAR'), (10, 1, 'BENDING'), (5, 1, 'BENDING')]
meshes += [] if short else [(40, 1, 'LINEAR'), (40, 4, 'LINEAR')]
tip = (length, depth / 2, depth / 2)
for count, layers, element in meshes:
  solfec, beam = cantilever (count, layers, element)
  RUN (solfec, NEWTON_SOLVER (), stop)
  if not VIEWER ():
    times, drops, forces = HISTORY (solfec, [(beam, tip, 'DZ'), (beam, (0, 0, 1), None, 'R')], 0, stop)
    a, exact = length / count, sag (young * inertia)
    expected = (sag (young * inertia * (1 + (a / depth)**2 / 2)) if element == 'LINEAR' else
                exact)
    print ('%-7s %3d x 1 x %d elements: sag %.4f mm, expected of them %.4f mm, exact %.4f mm, %+.1f %%' %
           (element, count, layers, -drops [-1] * 1E3, expected * 1E3, exact * 1E3, 100 * (-drops [-1] / exact - 1)))
    assert abs (drops [-1] / expected + 1) < 5E-3
    assert abs (forces [-1] / (q * length) - 1) < 1E-6
