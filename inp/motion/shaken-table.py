# Shows:  SET_ACCELERATION of an obstacle: blocks on a table that is set in motion by a pulse.
# Source: Newmark (1965), Geotechnique 15, 139-160: under a rectangular pulse of the acceleration a during
#         T a block slides back by V^2/(2 mu g) (1 - mu g/a), V = a T, and stays when a < mu g.
# Expect: a = 0.3 g for 0.4 s; the blocks with mu 0.1 and 0.2 slide back by 0.471 and 0.118 m, the one
#         with mu 0.4 rides on the table.
#
#   tools/run inp/motion/shaken-table.py

step = 1E-3
g = 9.81
a = 0.3 * g
pulse = 0.4
speed = a * pulse
stop = pulse + 1.0

solfec = SOLFEC ('DYNAMIC', step, 'out/motion/shaken-table')
bulk = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = 15E9, poisson = 0.3, density = 2E3)
GRAVITY (solfec, (0, 0, -g))
OUTPUT (solfec, 5E-3)

table_surface = 1
table = BODY (solfec, 'OBSTACLE', BOX ((-2, -0.5, -0.2), (4, 4, 0.2), 1, table_surface), bulk, label = 'table')
series = TIME_SERIES ([0, a, pulse, a, pulse + 1E-9, 0, 10, 0])
SET_ACCELERATION (table, (0, 0, 0), (1, 0, 0), series)

frictions = {2: 0.1, 3: 0.2, 4: 0.4}  # by surface
blocks = []
for surface, friction in frictions.items ():
  SURFACE_MATERIAL (solfec, table_surface, surface, model = 'SIGNORINI_COULOMB', friction = friction)
  block = BOX ((0, 1.2 * (surface - 2), 0), (0.5, 0.5, 0.2), 1, surface)
  blocks.append (BODY (solfec, 'RIGID', block, bulk, label = 'block %g' % friction))

RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)

if not VIEWER ():
  items = [(body, body.center, 'DX') for body in [table] + blocks]
  history = HISTORY (solfec, items, 0, stop)
  for friction, way in zip (frictions.values (), history [2:]):
    slide = history [1][-1] - way [-1]
    exact = max (0, speed**2 / (2 * friction * g) * (1 - friction * g / a))
    print ('mu %.1f: the block slides back by %.4f m, exact %.4f m' % (friction, slide, exact))
    assert abs (slide - exact) < speed * step  # the way of the table in one step
