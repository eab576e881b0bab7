# Shows:  cohesion: three equal blocks hang below a ceiling by bonds of different strength.
# Source: cohesion times contact area: the bonds at the corners share the area of 1 m^2 and hold c newtons.
# Expect: the blocks whose bonds hold 2 and 1.01 times the weight stay, the one at 0.99 falls freely and
#         does not bond to the floor. The same command again reads the results and prints the same.
#
#   tools/run inp/cohesion/hanging-block.py

step = 1E-3
stop = 0.5
g = 9.81
density = 2E3
weight = density * 0.5 * g  # N, a block is 1 x 1 x 0.5 m

solfec = SOLFEC ('DYNAMIC', step, 'out/cohesion/hanging-block')
bulk = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = 15E9, poisson = 0.3, density = density)
GRAVITY (solfec, (0, 0, -g))
OUTPUT (solfec, 5E-3)

ceiling_surface = 1
BODY (solfec, 'OBSTACLE', BOX ((-1, -1, 2), (7, 3, 0.5), 1, ceiling_surface), bulk, label = 'ceiling')
BODY (solfec, 'OBSTACLE', BOX ((-1, -1, -0.5), (7, 3, 0.5), 1, 5), bulk, label = 'floor')

# one surface per block, so that each has its own bond to the ceiling
strengths = {2: 2.0, 3: 1.01, 4: 0.99}  # over the weight
blocks = []
for surface, strength in strengths.items ():
  SURFACE_MATERIAL (solfec, ceiling_surface, surface, model = 'SIGNORINI_COULOMB', friction = 0.5,
                    cohesion = strength * weight)
  block = BOX ((2 * (surface - 2), 0, 1.5), (1, 1, 0.5), 1, surface)
  blocks.append (BODY (solfec, 'RIGID', block, bulk, label = 'block %g' % strength))

RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)

if not VIEWER ():
  history = HISTORY (solfec, [(block, block.center, 'DZ') for block in blocks], 0, stop)
  for block, strength, way in zip (blocks, strengths.values (), history [1:]):
    print ('bonds that hold %.2f of the weight: the block moved by %.4g m in %.2g s' % (strength, way [-1], stop))
    if strength > 1:
      assert abs (way [-1]) < 1E-9
    else:  # the bonds act in the step in which they break
      assert abs (way [-1] + 0.5 * g * stop**2) < 2 * step * g * stop
