# Shows:   the operator W of the local dynamics and its dump by LOCDYN_DUMP.
# Setting: 4 x 4 x 4 pseudo-rigid spheres of radius 0.5 m and density 1000 kg/m^3 in touch on an
#          obstacle, gravity 9.81 m/s^2, the last step of 1e-3 s; 1, 2 and 4 threads (option -t).
# Source:  closed form: a point at the arm A from the centre has the velocity L A + v, so blocks of
#          W are +-h (1/m + A_i E^-1 A_j) times the product of the bases, summed over shared bodies;
#          the Euler tensor of a sphere is E = m r^2/5 I.
# Expect:  the dump holds every contact and every pair of contacts that share a sphere, with these
#          blocks; it is the same for any number of threads.

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

SIDE, RADIUS, DENSITY, H = 4, 0.5, 1000.0, 1e-3
NUMBER = r'[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?'
ROW = re.compile(r'(\w+) \(([^)]*)\) \(([^)]*)\) \[([^]]*)\] \[([^]]*)\] =>(.*)')
OTHER = re.compile(r'(\w+) \(([^)]*)\) \[([^]]*)\]')


def build():
  """The lattice after the time H."""
  solfec, bulk = models.scene(H, 'lattice', density=DENSITY, friction=0.3)
  edge = 2 * RADIUS
  BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -1), (SIDE, SIDE, 0)), bulk)
  for k in range(SIDE ** 3):
    centre = (edge * (k % SIDE), edge * (k // SIDE % SIDE), RADIUS + edge * (k // SIDE ** 2))
    BODY(solfec, 'PSEUDO_RIGID', SPHERE(centre, RADIUS, 1, 1), bulk)
  RUN(solfec, models.default_solver(), H)
  return solfec


def numbers(text):
  return [float(n) for n in re.findall(NUMBER, text)]


def read(path):
  """Rows of a dump: (point, ids, base, diagonal block, [(point, block)])."""
  rows = []
  for line in open(path).read().splitlines():
    kind, point, ids, base, block, others = ROW.match(line).groups()
    rows.append((numbers(point), [int(i) for i in numbers(ids)], numbers(base), numbers(block),
                 [(numbers(p), numbers(b)) for _, p, b in OTHER.findall(others)]))
  return rows


def exact_block(row, other, bodies, h):
  """Block of W that couples two rows, column by column."""
  factor = 0.0
  for side, body in enumerate(row[1]):
    for side2, body2 in enumerate(other[1]):
      if body != body2 or bodies[body].kind == 'OBSTACLE':
        continue
      b = bodies[body]
      arm, arm2 = ([p - c for p, c in zip(r[0], models.mass_centre(b))] for r in (row, other))
      euler = b.mass * RADIUS ** 2 / 5
      sign = 1.0 if side == side2 else -1.0  # master or slave on both rows
      factor += sign * h * (1 / b.mass + models.dot(arm, arm2) / euler)
  return [factor * models.dot(row[2][3 * i:3 * i + 3], other[2][3 * j:3 * j + 3])
          for j in range(3) for i in range(3)]


def difference(a, b):
  return max(abs(x - y) for x, y in zip(a, b))


solfec = build()
dump = solfec.outpath + '-dump.txt'
if NON_SOLFEC_ARGV():  # a run with another number of threads
  LOCDYN_DUMP(solfec, NON_SOLFEC_ARGV()[0])
  sys.exit(0)
verify.case(8, 'Local dynamics dump')
LOCDYN_DUMP(solfec, dump)
rows = read(dump)
h = solfec.current_step  # the explicit bodies ask for less than H
bodies = {b.id: b for b in solfec.bodies}
verify.equal('contacts: floor and three directions', len(rows),
             SIDE ** 2 + 3 * SIDE ** 2 * (SIDE - 1))
pairs = sum(1 for i, r in enumerate(rows) for j, o in enumerate(rows) if i != j
            and any(b in o[1] and bodies[b].kind != 'OBSTACLE' for b in r[1]))
verify.equal('blocks beside the diagonal', sum(len(r[4]) for r in rows), pairs)
scale = max(max(map(abs, r[3])) for r in rows)
# points, bases and blocks are written with six digits; arms are taken at the end of the step
verify.below('diagonal blocks, difference over the largest entry',
             max(difference(r[3], exact_block(r, r, bodies, h)) for r in rows) / scale, 2e-5)
by_point = {tuple(r[0]): r for r in rows}
verify.equal('contacts at places of their own', len(by_point), len(rows))
verify.below('other blocks, difference over the largest entry',
             max(difference(block, exact_block(r, by_point[tuple(point)], bodies, h))
                 for r in rows for point, block in r[4]) / scale, 2e-5)
first = sorted(open(dump).read().splitlines())
for threads in (1, 2, 4):
  path = '%s-%d' % (dump, threads)
  subprocess.run([os.readlink('/proc/self/exe'), '-q', '-w', '-t', str(threads), '-o',
                  '%s-run-%d' % (solfec.outpath, threads), os.path.abspath(__file__), path],
                 check=True)
  verify.equal('sorted dump with %d threads is the same' % threads,
               sorted(open(path).read().splitlines()) == first, True)
verify.finish()
