# Shows:  Cook's membrane: a tapered panel of finite elements, clamped at one side, is sheared at the other.
# Source: Cook (1974), J. Struct. Div. ASCE 100, 1851-1863; in plane stress with E = 1, nu = 1/3, thickness 1 and the
#         force 1 the middle of the loaded side moves by 23.96 (the limit of fine meshes).
# Expect: with n x n elements the displacement comes up to that from below: 17.3 with n = 4, 21.5 with 8, 23.2 with
#         16 (with 32 it is 23.73); each time the error is divided by more than 2.5. The force is so small
#         that the motion is linear.
#
#   tools/run inp/deformable/cooks-membrane.py
#   solfec --render out/deformable/cooks-membrane/16 --field mises --view front -o cook.png

short = 'short' in (NON_SOLFEC_ARGV () or [])
young, poisson = 1E6, 1 / 3   # Pa
load = 1E-3 * young           # N in all, of 1 Pa the exact answer is 23.96 m / young
step, stop = 1.0, 20.0

def panel (n):
  '''(solfec, body) of n x n elements in the plane y = 0, one across the thickness.'''
  solfec = SOLFEC ('QUASI_STATIC', step, 'out/deformable/cooks-membrane/%d' % n)
  bulk = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = young, poisson = poisson, density = 1)
  mesh = HEX ([0, 0, 0, 48, 0, 44, 48, 1, 44, 0, 1, 0,
               0, 0, 44, 48, 0, 60, 48, 1, 60, 0, 1, 44], n, 1, n, 1, [1] * 6)
  body = BODY (solfec, 'FINITE_ELEMENT', mesh, bulk, label = 'panel')
  for k in range (n + 1):
    for y in (0, 1):
      FIX_POINT (body, (0, y, 44 * k / n))
      share = load / n / 2 * (0.5 if k in (0, n) else 1)
      FORCE (body, 'SPATIAL', (48, y, 44 + 16 * k / n), (0, 0, 1), share)
  return solfec, body

exact, error = 23.96, 1
for n in (4, 8) if short else (4, 8, 16):
  solfec, body = panel (n)
  RUN (solfec, NEWTON_SOLVER (), stop)
  if not VIEWER ():
    times, up = HISTORY (solfec, (body, (48, 0.5, 52), 'DZ'), 0, stop)
    before, error = error, 1 - up [-1] * young / load / exact
    print ('%2d x %2d elements: the middle of the loaded side moves by %.3f, %.1f %% less than %g' %
           (n, n, exact * (1 - error), 100 * error, exact))
    assert 0 < error < before / 2.5
