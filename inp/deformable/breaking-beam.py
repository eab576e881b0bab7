# Shows:  a brittle beam on two supports breaks in the middle under a growing weight: RT_SPLIT in a CALLBACK opens the
#         mesh where the stress of bending has reached the strength, and the halves fall on the floor.
# Source: a beam of the depth d on supports a distance L apart with overhangs c and the weight q per length has the moment
#         q (L^2/8 - c^2/2) in the middle. Elements of the length a with loads at their nodes bend as the mean moment
#         over each does, which is less by q a^2/4 at the middle. The stress is 6 times that over b d^2.
# Expect: it breaks at the gravity of that formula to 1 %, for beams of three depths, into halves of half the mass.
#
#   tools/run inp/deformable/breaking-beam.py

short = 'short' in (NON_SOLFEC_ARGV () or [])
length, overhang, width = 1.2, 0.1, 0.1  # m
young, density, strength = 200E6, 2000.0, 1E5
g, growth, stop = 9.81, 2.0, 2.4
count = 12  # elements
step = 1E-3

def breaks (depth):
  '''Gravity at which a beam has broken over that of the formula.'''
  solfec = SOLFEC ('DYNAMIC', step, 'out/deformable/breaking-beam/%g' % depth)
  bulk = BULK_MATERIAL (solfec, young = young, poisson = 0, density = density)
  SURFACE_MATERIAL (solfec, friction = 0.3)
  SURFACE_MATERIAL (solfec, 1, 2, friction = 0)  # knives: else friction presses the beam together
  GRAVITY (solfec, (0, 0, TIME_SERIES ([0, 0, growth, -g])))
  OUTPUT (solfec, 2 * step)
  BODY (solfec, 'OBSTACLE', BOX ((-0.5, -0.3, -0.3), (2.2, 0.7, 0.1), 1, 1), bulk, label = 'floor')
  for x in (overhang, length - overhang):
    knife = HULL ([x, 0, 0, x, width, 0, x - 0.03, 0, -0.2, x - 0.03, width, -0.2, x + 0.03, 0, -0.2, x + 0.03, width, -0.2], 1, 2)
    BODY (solfec, 'OBSTACLE', knife, bulk, label = 'knife at %g m' % x)
  a, b, c = length, width, depth
  mesh = HEX ([0,0,0, a,0,0, a,b,0, 0,b,0, 0,0,c, a,0,c, a,b,c, 0,b,c], count, 1, 1, 1, [1]*6)
  middle = mesh.inter_element_faces_on_plane ((length / 2, 0, 0), (1, 0, 0))
  beam = BODY (solfec, 'FINITE_ELEMENT', mesh, bulk, label = 'beam', element = 'BENDING')
  beam.scheme = 'DEF_LIM'
  beam.damping = 1E-3
  broken = []

  def watch (broken):
    if broken or STRESS (beam, (length / 2, width / 2, 0)) [0] < strength: return 1
    RT_SPLIT (beam, middle, 1, 1, 'left half', 'right half')
    broken.append (True)
    return 1

  CALLBACK (solfec, step, broken, watch)
  RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)
  if VIEWER (): return 1.0
  halves = [BYLABEL (solfec, 'BODY', label) for label in ('left half', 'right half')]
  times, heights = HISTORY (solfec, [(halves [0], halves [0].center, 'CZ')], 0, stop)  # not a number before
  at = g / growth * min (t for t, z in zip (times, heights) if z == z)
  span = length - 2 * overhang
  exact = strength * depth / (6 * density * (span**2 / 8 - overhang**2 / 2 - (length / count)**2 / 4))
  print ('depth %g m: breaks at %.3f m/s^2, %.3f of the beam, into halves of %.4f and %.4f kg' %
         (depth, at, at / exact, halves [0].mass, halves [1].mass))
  return at / exact

for depth in ((0.1,) if short else (0.08, 0.1, 0.12)):
  ratio = breaks (depth)
  assert abs (ratio - 1) < 0.01, ratio
