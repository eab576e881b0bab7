# Shows:   the patch test: meshes of all kinds of elements reproduce uniform stress.
# Setting: block 2 x 2 x 5 m of hexahedra, pyramids, wedges and tetrahedra, inner nodes displaced by
#          up to 0.15 m, Young's modulus 1e6 Pa, Poisson's ratio 0.25, density 1 kg/m^3; forces of a
#          uniform stress at the nodes of its surface, six directions fixed against rigid motions;
#          quasi-static, forms 'TL' and 'BC'.
# Source:  the map x = F X has the first Piola-Kirchhoff stress P(F) everywhere, the surface the
#          load P N dA, a face of it equal shares for its nodes. 'TL': P = F (lambda tr E + 2 mu E)
#          with E = (F^T F - 1)/2; 'BC': P = R (lambda tr e + 2 mu e) with F = R (1 + e).
# Expect:  displacements of F and its Cauchy stress at points of every element to 1e-10, relative;
#          no reactions.

import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import mixed_mesh
import models
import verify

YOUNG, POISSON = 1e6, 0.25
LAMBDA = YOUNG * POISSON / ((1 + POISSON) * (1 - 2 * POISSON))
MU = YOUNG / (2 * (1 + POISSON))
ONE = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
KINDS = {4: 'tetrahedra', 5: 'pyramids', 6: 'wedges', 8: 'hexahedra'}
TOLERANCE = 1e-10


def times(a, b):
  return tuple(tuple(sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)) for i in range(3))


def plus(a, b, factor=1.0):
  return tuple(tuple(x + factor * y for x, y in zip(r, s)) for r, s in zip(a, b))


def scaled(a, factor):
  return tuple(tuple(factor * x for x in r) for r in a)


def transposed(a):
  return tuple(zip(*a))


def cofactor(a):
  return tuple(tuple(a[(i + 1) % 3][(j + 1) % 3] * a[(i + 2) % 3][(j + 2) % 3] -
                     a[(i + 1) % 3][(j + 2) % 3] * a[(i + 2) % 3][(j + 1) % 3] for j in range(3))
               for i in range(3))


def determinant(a):
  return sum(x * y for x, y in zip(a[0], cofactor(a)[0]))


def rotation_of(F):
  """R of F = R U by Higham's iteration R <- (R + R^-T)/2."""
  R = F
  for _ in range(20):
    R = scaled(plus(R, scaled(cofactor(R), 1 / determinant(R))), 0.5)
  return R


def law(strain):
  trace = strain[0][0] + strain[1][1] + strain[2][2]
  return plus(scaled(ONE, LAMBDA * trace), strain, 2 * MU)


def total_lagrangian(H):
  """P of F = 1 + H; strains from H, so that small ones keep their digits."""
  strain = scaled(plus(plus(H, transposed(H)), times(transposed(H), H)), 0.5)
  return times(plus(ONE, H), law(strain))


def corotational(H):
  F = plus(ONE, H)
  R = rotation_of(F)
  return times(R, law(plus(times(transposed(R), F), ONE, -1.0)))


PIOLA = {'TL': total_lagrangian, 'BC': corotational}


def pull(form, H, name, step, steps):
  """Runs a block to its balance: (block, body, rows that hold it, largest nodal force)."""
  block = mixed_mesh.MixedBlock()
  solfec, bulk = models.scene(step, 'patch-%s-%s' % (form, name), 1.0, (0, 0, 0), YOUNG, POISSON,
                              'QUASI_STATIC')
  body = BODY(solfec, 'FINITE_ELEMENT', block.mesh(), bulk, form=form)
  P = PIOLA[form](H)
  forces = [0.0] * (3 * len(block.nodes))
  for face, normal, area in block.outer_faces():
    for a in face:
      for i in range(3):
        forces[3 * a + i] += sum(P[i][j] * normal[j] for j in range(3)) * area / len(face)
  FORCE(body, 'SPATIAL', (0, 0, 0), (1, 0, 0), lambda q, u, t, h: forces)
  # H is upper triangular: F puts these where they stay
  rows = [FIX_POINT(body, (0, 0, 0)), FIX_DIRECTION(body, (2, 0, 0), (0, 1, 0)),
          FIX_DIRECTION(body, (2, 0, 0), (0, 0, 1)), FIX_DIRECTION(body, (0, 2, 0), (0, 0, 1))]
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), steps * step)
  return block, body, rows, max(abs(f) for f in forces)


def points_in(nodes, rng):
  """Three points inside an element: means of its nodes with random weights."""
  for _ in range(3):
    w = [rng.uniform(0.2, 1.0) for _ in nodes]
    yield tuple(sum(a * p[i] for a, p in zip(w, nodes)) / sum(w) for i in range(3))


def test(form, H, name, step, steps):
  block, body, rows, force = pull(form, H, name, step, steps)
  rng = random.Random(15)
  # STRESS is that of the whole deformation gradient for both forms
  P, F = total_lagrangian(H), plus(ONE, H)
  cauchy = scaled(times(P, transposed(F)), 1 / determinant(F))
  exact = [cauchy[i][j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]
  largest = max(abs(x) for r in H for x in r)
  stress_errors, errors = {}, 0.0
  for e in block.elements:
    for p in points_in([block.nodes[a] for a in e], rng):
      s = STRESS(body, p)
      error = max(abs(a - b) for a, b in zip(s, exact)) / max(map(abs, exact))
      stress_errors[len(e)] = max(stress_errors.get(len(e), 0.0), error)
      q = [sum(H[i][j] * p[j] for j in range(3)) for i in range(3)]
      errors = max(errors, max(abs(a - b) for a, b in zip(DISPLACEMENT(body, p), q)))
  label = 'form %s, %s: ' % (form, name)
  for kind in sorted(KINDS):
    verify.below(label + 'stress in %s, relative' % KINDS[kind], stress_errors[kind], TOLERANCE)
  verify.below(label + 'displacement over largest displacement gradient times length, relative',
               errors / (5 * largest), TOLERANCE)
  verify.below(label + 'largest reaction over largest nodal force',
               max(models.norm(r.R) for r in rows) / force, TOLERANCE)


verify.case(15, 'Patch test')
SHAPE = ((0.75, 0.375, -0.5), (0.0, 0.375, 0.625), (0.0, 0.0, 1.0))
for form in ('TL', 'BC'):
  test(form, scaled(SHAPE, 1e-4), 'strains of 1e-4', 0.1, 20)
# A step is one of Newton's method only while it is small: long ones overshoot, and the matrix of
# 'BC' leaves out that loads turn against their points, so the more strain, the shorter the step.
test('TL', scaled(SHAPE, 0.08), 'strains of 8 %', 5e-3, 150)
test('BC', scaled(SHAPE, 0.01), 'strains of 1 %', 1e-2, 100)
verify.finish()
