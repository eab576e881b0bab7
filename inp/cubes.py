# Shows:  a model for several ranks: a pile of rigid cubes that comes down on a floor.
# Source: Solfec User Manual (T. Koziara, 2010), chapter 3: results of each number of ranks in a subfolder.
# Expect: after 0.4 s the pile rests: the floor carries its weight to 1E-4 and less than 1E-6 of the kinetic
#         energy of the fall is left, on any number of ranks.
#
#   tools/run inp/cubes.py
#   mpirun -np 4 solfec-mpi -s 4 inp/cubes.py   # results in out/cubes/4
#   solfec -s 4 inp/cubes.py                    # reads them
#
# The first word of the script is the number of cubes along an edge.

from random import Random

words = NON_SOLFEC_ARGV () or []
n = int (words [0]) if words else 6
step = 1E-3
stop = 0.4
g = 9.81
density = 2E3

solfec = SOLFEC ('DYNAMIC', step, 'out/cubes')
bulk = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = 15E9, poisson = 0.25, density = density)
SURFACE_MATERIAL (solfec, model = 'SIGNORINI_COULOMB', friction = 0.3)
GRAVITY (solfec, (0, 0, -g))
OUTPUT (solfec, 0.01)

BODY (solfec, 'OBSTACLE', BOX ((-n, -n, -1), (3 * n, 3 * n, 1), 1, 1), bulk, label = 'floor')

# layers are shifted by up to a third of a cube, so that cubes stand on several others
shift = Random (1)
cubes = []
for k in range (n):
  dx, dy = shift.uniform (-0.33, 0.33), shift.uniform (-0.33, 0.33)
  for i in range (n):
    for j in range (n):
      lo = (1.02 * i + dx, 1.02 * j + dy, 1.01 * k + 0.01)
      cubes.append (BODY (solfec, 'RIGID', BOX (lo, (1, 1, 1), 1, 1), bulk))

RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)

if not VIEWER () and solfec.mode == 'READ':
  floor = BYLABEL (solfec, 'BODY', 'floor')
  times, kinetic, force = HISTORY (solfec, [(solfec, 'KINETIC'), (floor, (0, 0, 1), None, 'CR')], 0, stop)
  share = abs (force [-1]) / (len (cubes) * density * g)
  print ('%d cubes: at the end %.1e J, at most %.1e J, and the floor carries %.5f of their weight'
         % (len (cubes), kinetic [-1], max (kinetic), share))
  assert abs (share - 1) < 1E-4 and kinetic [-1] < 1E-6 * max (kinetic)
