# Shows:  contact of a rigid SPHERE with a FINITE_ELEMENT block: a heavy ball sinks into soft rubber and is dragged.
# Source: statics: the block carries the weight of the ball, Coulomb: it resists with friction times weight;
#         Hertz: depth (9 F^2 / (16 E*^2 R))^(1/3) on an elastic half-space.
# Expect: in the mean of the last 0.2 s of rest and of dragging the block carries the weight to 8 % (the ball
#         still bounces a little) and holds it back with friction times weight to 20 % (it climbs over
#         the edges of elements); the depth is 8 mm, Hertz's 10 mm: the block is not deep and coarsely
#         meshed. The energy balance of the block closes to 1E-9 of the work on it.
#
#   tools/run inp/deformable/ball-ploughs-block.py

from math import cos, pi

short = 'short' in (NON_SOLFEC_ARGV () or [])
cells = (12, 6, 4) if short else (18, 9, 6)
a, b, c = 0.6, 0.3, 0.2        # m, block
radius, heavy = 0.15, 4E3      # m, kg/m^3: the density also stands for what presses on the ball
young, poisson, density, g = 1E6, 0.3, 1E3, 9.81
friction = 0.3
step = 1E-3
sinks, drags = 0.5, 0.5         # s
stop = sinks + drags
speed = 0.2                     # m/s

def box (x, y, z, a, b, c, cells):
  shape = HEX ([0, 0, 0, a, 0, 0, a, b, 0, 0, b, 0,
                0, 0, c, a, 0, c, a, b, c, 0, b, c], cells [0], cells [1], cells [2], 1, [1] * 6)
  return TRANSLATE (shape, (x, y, z))

solfec = SOLFEC ('DYNAMIC', step, 'out/deformable/ball-ploughs-block')
rubber = BULK_MATERIAL (solfec, label = 'rubber', young = young, poisson = poisson, density = density)
lead = BULK_MATERIAL (solfec, label = 'lead', young = 1E9, poisson = 0.3, density = heavy)
SURFACE_MATERIAL (solfec, model = 'SIGNORINI_COULOMB', friction = friction)
weight_grows = TIME_SERIES ([(0.8 * sinks * k / 50, -g * (1 - cos (pi * k / 50)) / 2) for k in range (51)])
GRAVITY (solfec, (0, 0, weight_grows))
OUTPUT (solfec, 5E-3)

mesh = box (0, 0, -c, a, b, c, cells)
bottom = [mesh.node (n) for n in range (mesh.nnod) if mesh.node (n) [2] < -c + 1E-9]
block = BODY (solfec, 'FINITE_ELEMENT', mesh, rubber, label = 'block')
block.damping = 2E-4
for point in bottom:
  FIX_POINT (block, point)

center = (0.2, b / 2, radius)
ball = BODY (solfec, 'RIGID', SPHERE (center, radius, 1, 1), lead, label = 'ball')
drag = TIME_SERIES ([(sinks + 0.2 * drags * k / 20, speed * (1 - cos (pi * k / 20)) / 2) for k in range (21)])
x, y, z = center
SET_VELOCITY (ball, center, (1, 0, 0), drag)
SET_VELOCITY (ball, (x, y, z + radius / 2), (1, 0, 0), drag)  # dragged, not rolled
for point in (center, (x, y, z + radius / 2), (x + radius / 2, y, z)):
  FIX_DIRECTION (ball, point, (0, 1, 0))

RUN (solfec, NEWTON_SOLVER (), stop)

if not VIEWER ():
  weight = ball.mass * g
  items = [(ball, center, 'DZ'), (ball, (0, 0, 1), None, 'CR'), (ball, (1, 0, 0), None, 'CR')]
  items += [(block, kind) for kind in ('KINETIC', 'INTERNAL', 'EXTERNAL', 'DAMPING', 'NUMERICAL')]
  items += [(solfec, kind) for kind in ('CONTACT', 'FRICTION')]
  h = HISTORY (solfec, items, 0, stop)
  hertz = (9 * weight**2 / (16 * (young / (1 - poisson**2))**2 * radius))**(1/3)
  def mean (values, t0, t1):
    chosen = [v for v, t in zip (values, h [0]) if t0 < t <= t1]
    return sum (chosen) / len (chosen)
  print ('          vertical force, weight   force along x, friction   depth, Hertz')
  for name, t1, along in (('at rest', sinks, 0), ('dragged', stop, friction * weight)):
    depth, up, back = [mean (values, t1 - 0.2, t1) for values in h [1:4]]
    print ('%s    %8.1f %8.1f N      %8.1f %8.1f N      %5.2f %5.2f mm' %
           (name, up, weight, -back, along, -depth * 1E3, hertz * 1E3))
    assert abs (up / weight - 1) < 0.08
    assert abs (-back - along) < 0.2 * friction * weight
    assert abs (-depth / hertz - 1) < 0.4
  imbalance = max (abs (k + i + d - e - n) for k, i, e, d, n in zip (*h [4:9]))
  print ('energy balance of the block: off by %.1e J of %.3g J' % (imbalance, h [6][-1]))
  print ('friction has taken %.3g J, contacts %.2g J' % (-h [10][-1], -h [9][-1]))
  assert imbalance < 1E-9 * h [6][-1]
