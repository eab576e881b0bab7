# Shows:  a beam on two supports cracks in the middle under two growing loads (SIMPLIFIED_CRACK), brittle or with a fracture
#         energy, whose bond between the new faces (COHESIVE_ZONE) holds the halves together for a while.
# Source: between loads F at the distance a from the supports the moment of a beam of the weight q per length, on supports a
#         distance L apart with overhangs c, is F a + q (L^2/8 - c^2/2) in the middle; the largest stress is 6 times that over
#         b d^2. A joint that yields at the strength f all over its depth would carry f b d^2 / 2, three times as much.
# Expect: beams of two depths crack at the load of that formula to 1 %, also where the plane cuts elements. The brittle one
#         falls at once, one with a fracture energy carries more, the more the larger the energy, and less than three times.
#
#   tools/run inp/deformable/cracking-beam.py

short = 'short' in (NON_SOLFEC_ARGV () or [])
length, overhang, width = 1.2, 0.1, 0.1  # m
arm = 0.3  # m, of the loads from the supports
young, density, strength = 2E9, 2000.0, 1E6
g, step, growth = 9.81, 1E-4, 1000.0  # N/s, of each load
fallen = 0.02  # m, deflection of the middle

def loads_of (depth, energy, elements = 12):
  '''Loads at which a beam has cracked and at which it has fallen, over that of the formula.'''
  solfec = SOLFEC ('DYNAMIC', step, 'out/deformable/cracking-beam/%g-%g-%d' % (depth, energy, elements))
  bulk = BULK_MATERIAL (solfec, young = young, poisson = 0, density = density)
  SURFACE_MATERIAL (solfec, friction = 0.3)
  SURFACE_MATERIAL (solfec, 1, 2, friction = 0)  # knives: else friction presses the beam together
  GRAVITY (solfec, (0, 0, -g))
  BODY (solfec, 'OBSTACLE', BOX ((-0.5, -0.3, -0.3), (2.2, 0.7, 0.1), 1, 1), bulk, label = 'floor')
  for x in (overhang, length - overhang):
    knife = HULL ([x, 0, 0, x, width, 0, x - 0.03, 0, -0.2, x - 0.03, width, -0.2, x + 0.03, 0, -0.2, x + 0.03, width, -0.2], 1, 2)
    BODY (solfec, 'OBSTACLE', knife, bulk, label = 'knife at %g m' % x)
  a, b, c = length, width, depth
  mesh = HEX ([0,0,0, a,0,0, a,b,0, 0,b,0, 0,0,c, a,0,c, a,b,c, 0,b,c], elements, 1, 3, 1, [1]*6)
  beam = BODY (solfec, 'FINITE_ELEMENT', mesh, bulk, label = 'beam', element = 'BENDING')
  beam.scheme = 'DEF_LIM'
  beam.damping = 6E-4
  middle = (length / 2, width / 2, 0)
  SIMPLIFIED_CRACK (beam, middle, (1, 0, 0), (3, 4), 'TENSILE', ft = strength, Gf = energy)
  still = 0.1  # s, until it has come to rest
  load = TIME_SERIES ([0, 0, still, 0, still + 10, 10 * growth])
  for x in (overhang + arm, length - overhang - arm):
    FORCE (beam, 'SPATIAL', (x, width / 2, depth), (0, 0, -1), load)
  span, weight = length - 2 * overhang, density * g * width * depth  # N/m
  exact = (strength * width * depth**2 / 6 - weight * (span**2 / 8 - overhang**2 / 2)) / arm

  def watch (_):
    half = BYLABEL (solfec, 'BODY', 'beam/1')
    return 0 if half and DISPLACEMENT (half, middle) [2] < -fallen else 1

  CALLBACK (solfec, step, None, watch)
  OUTPUT (solfec, 1E-3)
  stop = still + 4 * exact / growth
  RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)
  if VIEWER (): return 1.0, 1.0
  half = BYLABEL (solfec, 'BODY', 'beam/1')
  times, heights = HISTORY (solfec, [(half, middle, 'DZ')], 0, stop)  # not a number before
  loads = [(growth * (t - still) / exact, z) for t, z in zip (times, heights) if z == z]
  cracks, falls = loads [0] [0], min (load for load, z in loads if z < -fallen)
  print ('depth %g m, %g J/m^2, %d elements: cracks at %.3f, has fallen at %.3f of the load of the formula' %
         (depth, energy, elements, cracks, falls))
  return cracks, falls

cases = [(0.1, 0.0, 12), (0.1, 40.0, 12), (0.1, 160.0, 13), (0.12, 0.0, 13)]
results = [loads_of (*case) for case in (cases [1:2] if short else cases)]
for cracks, _ in results: assert abs (cracks - 1) < 0.01, cracks
falls = [fall for _, fall in results]
if not short: assert falls [0] < falls [1] < falls [2] < 3, falls
