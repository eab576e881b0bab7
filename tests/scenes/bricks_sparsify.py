# Shows:   what CONTACT_SPARSIFY leaves of two bricks meshed 3 x 2 x 1 that stand face to face.
# Setting: two rigid bricks 3 x 2 x 1 m, one on the other, no gravity.
# Source:  counting by hand, below.
# Expect:  6 contacts with the threshold 0.01; every overlap without sparsification.
#
# Element (i, j) of one face touches element (k, l) of the other when |i - k| <= 1 and |j - l| <= 1:
# along 3 cells there are 3 + 2 + 2 = 7 such pairs, along 2 cells 2 + 1 + 1 = 4, together 28. Of
# these
#    6 share a face: the contacts that the threshold leaves;
#   14 share an edge: 7 inner edges (4 across the length, 3 along it), each seen by two pairs of
#      elements at the same place;
#    8 share a corner: 2 inner corners, each seen by four pairs.
# The threshold 0 is the lack of sparsification: all 28 stay. With the threshold 0 but points at one
# place merged (a minimal distance given), one contact per face, edge and corner is left:
# 6 + 7 + 2 = 15.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify


def count(name, *sparsify):
  """Contacts of the bricks after one step without loads."""
  solfec, bulk = models.scene(1e-3, 'sparsify-' + name, density=1000, gravity=(0, 0, 0))
  CONTACT_POINTS(solfec, 'CENTROID')  # the rules of the manual for its points
  CONTACT_SPARSIFY(solfec, *sparsify)
  for k in range(2):
    BODY(solfec, 'RIGID', models.brick((0, 0, k), (3, 2, k + 1), (3, 2, 1)), bulk)
  RUN(solfec, models.default_solver(), 1e-3)
  return solfec.ncon


verify.case('sparsify', 'Sparsification of the contacts of two bricks')
verify.equal('contacts, threshold 0.01', count('default', 0.01), 6)
verify.equal('contacts, threshold 0', count('none', 0.0), 28)
verify.equal('contacts, threshold 0, minimal distance 1e-4', count('distance', 0.0, 0.0, 1e-4), 15)
verify.finish()
