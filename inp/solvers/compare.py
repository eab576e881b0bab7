# Shows:  one brick wall, solved by each solver from a cold start.
# Source: statics: the ground carries the weight of the bricks, whatever the solver.
# Expect: in every step of every solver the normal forces on the ground are the weight of the wall to
#         1E-5; the Newton solvers need few iterations where sweeps need hundreds.
#
#   tools/run inp/solvers/compare.py

step = 1E-3
layers, columns = 8, 6
density, g = 2E3, 9.81

def build (name):
  solfec = SOLFEC ('DYNAMIC', step, 'out/solvers/compare/' + name)
  SURFACE_MATERIAL (solfec, model = 'SIGNORINI_COULOMB', friction = 0.6)
  bulk = BULK_MATERIAL (solfec, density = density)
  GRAVITY (solfec, (0, 0, -g))
  ground = BODY (solfec, 'OBSTACLE', BOX ((-1, 0, -0.5), (columns + 2, 0.5, 0.5), 1, 1), bulk)
  for layer in range (layers):
    cuts = range (columns + 1) if layer % 2 == 0 else [0] + [k + 0.5 for k in range (columns)] + [columns]
    for start, end in zip (cuts, cuts [1:]):
      BODY (solfec, 'RIGID', BOX ((start, 0, 0.5 * layer), (end - start, 0.5, 0.5), 1, 2), bulk)
  return solfec, ground, density * (layers * columns * 0.25) * g

solvers = {'gauss-seidel': GAUSS_SEIDEL_SOLVER (1E-3, 20000, 1E-12, acceleration = 'OFF'),
           'body-space': BODY_SPACE_SOLVER (1E-12, 200),
           'interior-point': INTERIOR_POINT_SOLVER (meritval = 1E-12)}
for variant in ('NONSMOOTH_HSW', 'NONSMOOTH_HYBRID', 'FIXED_POINT', 'NONSMOOTH_VARIATIONAL',
                'SMOOTHED_VARIATIONAL', 'BODY_SPACE'):
  solvers ['newton-' + variant.lower ().replace ('_', '-')] = NEWTON_SOLVER (1E-12, 200, variant)

for name, solver in solvers.items ():
  solfec, ground, weight = build (name)
  RUN (solfec, solver, 5 * step)
  if not VIEWER ():
    # along z, the force that the bricks exert on the ground
    history = HISTORY (solfec, [(ground, (0, 0, 1), None, 'CR'), 'GSITERS', 'NTITERS', 'BSITERS'],
                       step, 5 * step)
    forces = [-force for force in history [1]]
    counts = [sum (entry) for entry in zip (*history [2:])]
    print ('%-28s iterations %s  ground force over weight - 1: %.1e' %
           (name, [int (count) for count in counts], max (abs (f / weight - 1) for f in forces)))
    assert all (abs (f / weight - 1) < 1E-5 for f in forces), (name, forces, weight)
