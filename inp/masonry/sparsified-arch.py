# Shows:  CONTACT_SPARSIFY: an arch of bricks of six elements each, with and without sparsification.
# Source: Solfec User Manual (T. Koziara, 2010), section 6.2. Where two bricks meet face to face, element i of one
#         side overlaps element k of the other when |i - k| <= 1: over 3 x 2 elements that are
#         (3 + 2 + 2) x (2 + 1 + 1) = 28 pairs, of which 3 x 2 = 6 share a face.
# Expect: 6 contact points in each of the 28 joints with the threshold 0.01. Without sparsification there are about
#         twice as many: of pairs that share an edge or a corner only, rounding decides whether they meet.
#
#   tools/run inp/masonry/sparsified-arch.py
#   solfec --render out/masonry/sparsified-arch/0.01 --field constraints -o contacts.png

from math import cos, pi, sin

radius, thickness, width, count = 10, 2.0, 5, 27
edge = 0.1                  # m, depth of the narrow elements at the inner and outer side
step = 1E-3

def brick (k):
  a, b = radius - thickness / 2, radius + thickness / 2
  first, second = pi * k / count, pi * (k + 1) / count
  nodes = []
  for angle in (first, second):
    for y, r in ((0, a), (0, b), (width, b), (width, a)):
      nodes += [r * cos (angle), y, r * sin (angle)]
  return HEX (nodes, 3, 2, 1, 1, [1] * 6, dx = [edge, thickness - 2 * edge, edge])

def arch (threshold):
  solfec = SOLFEC ('DYNAMIC', step, 'out/masonry/sparsified-arch/%g' % threshold)
  bulk = BULK_MATERIAL (solfec, density = 1800)
  SURFACE_MATERIAL (solfec, friction = 0.5)
  GRAVITY (solfec, (0, 0, -9.81))
  CONTACT_POINTS (solfec, 'CENTROID')  # as the manual has them
  CONTACT_SPARSIFY (solfec, threshold)
  for k in range (-1, count + 1):
    BODY (solfec, 'RIGID' if 0 <= k < count else 'OBSTACLE', brick (k), bulk, label = 'brick %d' % k)
  return solfec

joints = count + 1
for threshold, least, most in ((0.01, 6, 6), (0, 10, 28)):
  solfec = arch (threshold)
  RUN (solfec, GAUSS_SEIDEL_SOLVER (), step)
  if not VIEWER ():
    rows = solfec.ncon
    print ('threshold %g: %d contact points' % (threshold, rows))
    assert least * joints <= rows <= most * joints
