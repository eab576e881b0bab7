# Shows:   finite elements held at many points: a beam clamped at 100 nodes, a ring fixed at its inside.
# Setting: beam 1 x 0.1 x 0.1 m, 40 x 9 x 9 hexahedra, all 100 nodes of its end fixed, a force at the
#          other; ring of radii 1 and 2 m, 48 x 8 x 1 hexahedra, all 96 inner nodes fixed, under
#          pressure from outside. Poisson's ratio 0, Young's modulus 1e9 Pa, quasi-static, with
#          GAUSS_SEIDEL_SOLVER and NEWTON_SOLVER and their default settings; steps that
#          docs/time-step.md advises, and one step with SOLFEC.equilibrium.
# Source:  Timoshenko's beam F L^3/(3 E I) + F L/(k G A), k = 5/6, where linear hexahedra of length a
#          in a beam of depth t have (1 + a^2/(2 t^2)) E I (inp/deformable/beam-sag.py); Lame's ring with
#          u_r = 0 at the inside and sigma_r = -p at the outside.
# Expect:  every step converges; deflection to 2 %, the pull of the fixed nodes of the ring to 1 %; the
#          same of both ways to the tolerance of the solvers.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import pressing
import verify

YOUNG, DENSITY = 1e9, 1e3


def run(name, solfec, solver_name, automatic, count):
  if automatic:
    solfec.equilibrium = 1e-6
    count = 1
  solver = pressing.SOLVERS[solver_name]()
  watch = pressing.Watch(solfec, solver)
  RUN(solfec, solver, count * solfec.step)
  watch.check(name)


def beam(solver_name, automatic):
  size, cells, force = (1.0, 0.1, 0.1), (40, 9, 9), 100.0
  name = 'beam, %s, %s' % (solver_name, 'equilibrium 1e-6' if automatic else '5 steps')
  solfec, bulk = models.scene(0.2, 'clamped-beam-%s-%d' % (solver_name, automatic), DENSITY, (0, 0, 0), YOUNG, 0.0,
                              'QUASI_STATIC')
  body = BODY(solfec, 'FINITE_ELEMENT', models.brick((0, 0, 0), size, cells), bulk, label='beam')
  rows = models.fix_nodes(body, lambda p: p[0] == 0.0)
  verify.equal(name + ': nodes fixed', len(rows), 100)
  ends = [p for p in models.nodes_of(body) if p[0] == size[0]]
  shares = [(0.5 if p[1] in (0.0, size[1]) else 1.0) * (0.5 if p[2] in (0.0, size[2]) else 1.0) for p in ends]
  for p, share in zip(ends, shares):
    FORCE(body, 'SPATIAL', p, (0, 0, -1), force * share / sum(shares))
  run(name, solfec, solver_name, automatic, 5)
  inertia = size[1] * size[2] ** 3 / 12 * (1 + (size[0] / cells[0] / size[2]) ** 2 / 2)
  exact = force / (3 * YOUNG * inertia) + force / (5 / 6 * YOUNG / 2 * size[1] * size[2])
  down = -DISPLACEMENT(body, (1.0, 0.05, 0.05))[2]
  verify.check(name + ': deflection (m)', down, exact, 0.02 * exact)
  reaction = sum(row.R[2] for row in rows)
  verify.check(name + ': sum of vertical reactions (N)', reaction, force, 1e-3 * force)


def ring(solver_name, automatic):
  inner, outer, width, pressure, cells = 1.0, 2.0, 0.2, 1e4, (48, 8)
  name = 'ring, %s, %s' % (solver_name, 'equilibrium 1e-6' if automatic else '5 steps')
  solfec, bulk = models.scene(0.1, 'clamped-ring-%s-%d' % (solver_name, automatic), DENSITY, (0, 0, 0), YOUNG, 0.0,
                              'QUASI_STATIC')
  nodes = []
  for k in range(2):
    for j in range(cells[1] + 1):
      radius = inner + (outer - inner) * j / cells[1]
      for i in range(cells[0]):
        angle = 2 * math.pi * i / cells[0]
        nodes.append((radius * math.cos(angle), radius * math.sin(angle), width * k))

  def number(i, j, k):
    return (k * (cells[1] + 1) + j) * cells[0] + i % cells[0]

  elements = []
  for j in range(cells[1]):
    for i in range(cells[0]):
      elements += [8] + [number(i + p, j + q, k) for k in range(2) for p, q in ((0, 0), (0, 1), (1, 1), (1, 0))] + [1]
  mesh = MESH([c for p in nodes for c in p], elements, 1)
  body = BODY(solfec, 'FINITE_ELEMENT', mesh, bulk, label='ring')
  inside = [nodes[number(i, 0, k)] for k in range(2) for i in range(cells[0])]
  rows = [FIX_POINT(body, p) for p in inside]
  each = pressure * width * 2 * math.pi * outer / (2 * cells[0])
  for k in range(2):
    for i in range(cells[0]):
      x, y, z = nodes[number(i, cells[1], k)]
      FORCE(body, 'SPATIAL', (x, y, z), (-x, -y, 0), each)
  run(name, solfec, solver_name, automatic, 5)
  # u = A r + B / r, without Poisson's effect sigma_r = E (A - B / r^2)
  a = -pressure / YOUNG / (1 + (inner / outer) ** 2)
  b = -a * inner ** 2
  exact = -YOUNG * (a - b / inner ** 2) * 2 * math.pi * inner * width
  pull = sum((row.R[0] * p[0] + row.R[1] * p[1]) / inner for row, p in zip(rows, inside))
  verify.check(name + ': sum of radial reactions (N)', pull, exact, 0.01 * exact)
  shrink = -DISPLACEMENT(body, (outer, 0, 0))[0]
  exact = -(a * outer + b / outer)
  verify.check(name + ': way of the outside (m)', shrink, exact, 0.01 * exact)


verify.case('clamped', 'A beam clamped at 100 nodes, a ring fixed inside')
for solver_name in pressing.SOLVERS:
  for automatic in (False, True):
    ring(solver_name, automatic)
    beam(solver_name, automatic)
verify.finish()
