# Shows:   contact of finite elements: joints that are no obstacle, moments, meshes that do not match.
# Setting: 1) a block 0.2 x 0.2 x 0.1 m slides with 2 m/s over flush tiles of 0.2 m, friction 0.2,
#          Young's modulus 1e7 .. 1e10 Pa, three meshes. 2) A cube of 1 m, of one element or 2 x 2 x
#          2, is pushed at its top by a part of its weight. 3) Two blocks of 1 m with n x n and m x m
#          elements across, one on the other, pressed by a uniform load, or by one that grows
#          linearly with the eccentricity 0.1 m (in the kern), quasi-static, without friction.
# Source:  1) v = 2 - mu g t. 2) Statics: the centre of the pressure stands at F/w times the height; a
#          cube topples beyond F = w/2; elastic tilt of the order M L/(E I). 3) Equilibrium: uniform
#          stress p; force and moment of the interface are those of the load; the column of one mesh
#          of the finer cells as a second solution for the eccentric load.
# Expect:  1) 1e-3. 2) The tilt below twice M L/(E I), rows that carry the moment to 1e-3; 0.49 w
#          leaves it standing and 0.51 w topples it. 3) Stress at all element centres within 1e-3 of
#          p for the uniform load, force to 1e-10, as many rows as nodes of the finer side.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

G = 9.81
verify.case('interface_finite_elements', 'Finite elements in contact')


def slide(cells, young, step):
  solfec, bulk = models.scene(step, 'tiles-%d%d%d-%g-%g' % (cells + (young, step)), 1000.0,
                              (0, 0, -G), young, 0.2, friction=0.2)
  for i in range(12):
    BODY(solfec, 'OBSTACLE', models.slab((-0.3 + 0.2 * i, -1, -0.2), (-0.1 + 0.2 * i, 1, 0)), bulk)
  body = BODY(solfec, 'FINITE_ELEMENT', models.brick((-0.1, -0.1, 0), (0.1, 0.1, 0.1), cells), bulk)
  body.scheme, body.damping = 'DEF_LIM', 1e-4
  INITIAL_VELOCITY(body, (2, 0, 0), (0, 0, 0))
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.5)
  return VELOCITY(body, body.center)[0]


def push(part, young, cells):
  """(tilt of the base, centre of pressure)."""
  solfec, bulk = models.scene(1e-3, 'push-%g-%g-%d' % (part, young, cells[0]), 1000.0, (0, 0, -G),
                              young, 0.0, friction=2.0)
  BODY(solfec, 'OBSTACLE', models.slab((-3, -3, -1), (3, 3, 0)), bulk)
  body = BODY(solfec, 'FINITE_ELEMENT', models.brick((-0.5, -0.5, 0), (0.5, 0.5, 1), cells), bulk)
  body.scheme, body.damping = 'DEF_LIM', 2e-3
  force = part * 1000 * G / 2
  for y in (-0.5, 0.5):
    FORCE(body, 'SPATIAL', (0.5, y, 1), (1, 0, 0), TIME_SERIES([0, 0, 0.5, force, 1e3, force]))
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), 1.0)
  rows = models.contacts_of(body)
  total = sum(c.R[2] for c in rows)
  tilt = max(DISPLACEMENT(body, (-0.5, y, 0))[2] for y in (-0.5, 0.5))
  return tilt, sum(c.R[2] * c.point[0] for c in rows) / total


for cells in ((1, 1, 1), (2, 2, 1), (4, 2, 2)):
  for young, step in ((1e7, 1e-3), (1e8, 1e-3), (1e10, 1e-3), (1e8, 2e-4)):
    if step < 1e-3 and cells != (2, 2, 1):
      continue
    verify.check('tiles, cells %d x %d x %d, E = %g, h = %g: v after 0.5 s (m/s)' %
                 (cells + (young, step)), slide(cells, young, step), 2 - 0.2 * G * 0.5, 1e-3)
for cells in ((1, 1, 1), (2, 2, 2)):
  name = 'cube, cells %d x %d x %d: ' % cells
  tilt, centre = push(0.2, 1e8, cells)
  elastic = 0.2 * 1000 * G / (1e8 / 12)  # M L/(E I)
  verify.below(name + 'pushed by 0.2 w, lift of an edge over the elastic one',
               abs(tilt) / elastic, 2.0)
  verify.check(name + 'centre of pressure (m)', centre, 0.2, 1e-3)
  verify.below(name + 'pushed by 0.49 w, lift of an edge (m)', abs(push(0.49, 1e9, cells)[0]), 1e-4)
  verify.within(name + 'pushed by 0.51 w, lift of an edge (m)', push(0.51, 1e9, cells)[0], 5e-3, 1)


def grid(n, nz, low, high):
  """Nodes and elements of a column -0.5 .. 0.5 with n x n x nz elements."""
  xs = [-0.5 + i / n for i in range(n + 1)]
  zs = [low + (high - low) * k / nz for k in range(nz + 1)]
  nodes = [(x, y, z) for z in zs for y in xs for x in xs]

  def node(i, j, k):
    return (k * (n + 1) + j) * (n + 1) + i

  return nodes, [[node(i + p, j + q, k + r) for r in range(2)
                  for p, q in ((0, 0), (1, 0), (1, 1), (0, 1))]
                 for k in range(nz) for j in range(n) for i in range(n)]


P = 1e4  # Pa


def press(meshes, eccentricity, poisson, name):
  """Blocks of n x n x nz elements on each other: rows between them and stresses at the centres."""
  solfec, bulk = models.scene(1e-2, 'press-' + name, 1000.0, (0, 0, 0), 1e9, poisson,
                              'QUASI_STATIC', friction=0.0)
  BODY(solfec, 'OBSTACLE', models.slab((-2, -2, -0.5), (2, 2, 0)), bulk)
  low, bodies = 0.0, []
  for n, nz in meshes:
    nodes, elements = grid(n, nz, low, low + 2.0 / len(meshes))
    mesh = MESH([c for p in nodes for c in p], [a for e in elements for a in [8] + e + [1]], 1)
    body = BODY(solfec, 'FINITE_ELEMENT', mesh, bulk, form='BC')
    for point, way in (((-0.5, -0.5, low), (1, 0, 0)), ((-0.5, -0.5, low), (0, 1, 0)),
                       ((0.5, -0.5, low), (0, 1, 0))):
      FIX_DIRECTION(body, point, way)
    bodies.append((body, nodes, elements))
    low += 2.0 / len(meshes)
  n = meshes[-1][0]
  forces = [0.0] * (3 * len(nodes))
  for e in elements[-n * n:]:
    x0, x1 = nodes[e[4]][0], nodes[e[6]][0]
    for a in e[4:]:  # a linear pressure at the nodes
      mean = (nodes[a][0] + x0 + x1) / 3
      forces[3 * a + 2] -= P / (4 * n * n) * (1 + 12 * eccentricity * mean)
  FORCE(body, 'SPATIAL', (0, 0, 0), (1, 0, 0), lambda q, u, t, h: forces)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.2)
  rows = [c for c in models.contacts_of(bodies[-1][0]) if abs(c.point[2] - 1) < 0.01]
  stress = []
  for body, nodes, elements in bodies:
    for e in elements:
      centre = tuple(sum(nodes[a][i] for a in e) / 8 for i in range(3))
      stress.append((centre, STRESS(body, centre)[2] / P))
  return rows, stress


for lower, upper in ((4, 3), (3, 4), (5, 2), (2, 5)):
  name = '%d x %d on %d x %d: ' % (upper, upper, lower, lower)
  rows, stress = press([(lower, 2), (upper, 2)], 0.0, 0.3, '%d-%d' % (lower, upper))
  verify.check(name + 'rows', len(rows), (max(lower, upper) + 1) ** 2, 0)
  verify.check(name + 'force over load', sum(c.R[2] for c in rows) / P, 1.0, 1e-10)
  verify.below(name + 'uniform load, largest error of the stress over p',
               max(abs(s + 1) for _, s in stress), 1e-3)
_, exact = press([(4, 8)], 0.1, 0.0, 'one')
exact = max(abs(s + 1 + 1.2 * c[0]) for c, s in exact)
for lower, upper in ((4, 4), (3, 4), (4, 3)):
  name = '%d x %d on %d x %d, eccentric: ' % (upper, upper, lower, lower)
  rows, stress = press([(lower, 4), (upper, 4)], 0.1, 0.0, 'e-%d-%d' % (lower, upper))
  verify.check(name + 'moment over load (m)', sum(c.R[2] * c.point[0] for c in rows) / P, 0.1, 1e-4)
  verify.check(name + 'force over load', sum(c.R[2] for c in rows) / P, 1.0, 1e-9)
  verify.below(name + 'largest error of the stress over p',
               max(abs(s + 1 + 1.2 * c[0]) for c, s in stress), 0.05)
verify.finish()
