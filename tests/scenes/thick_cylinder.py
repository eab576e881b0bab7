# Shows:   finite elements: a thick cylinder under internal pressure.
# Setting: quarter of a ring, radii 1 and 2 m, one layer of 0.5 m of n x n hexahedra, Young's
#          modulus 1e9 Pa, Poisson's ratio 0.3, density 1000 kg/m^3, pressure 1e3 Pa as forces at
#          the nodes of the bore, symmetry by FIX_DIRECTION, ends free; quasi-static, forms 'TL' and
#          'BC'.
# Source:  Lame: u = p a^2/(E (b^2 - a^2)) ((1 - nu) r + (1 + nu) b^2/r), sigma_r, sigma_t = p
#          a^2/(b^2 - a^2) (1 -+ b^2/r^2), sigma_z = 0.
# Expect:  displacements of both radii and stresses at the centres of elements converge with order
#          2; 1 % with 16 x 16 elements.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

A, B, HEIGHT, YOUNG, POISSON, PRESSURE = 1.0, 2.0, 0.5, 1e9, 0.3, 1e3
UNIT = PRESSURE * A ** 2 / (B ** 2 - A ** 2)


def place(n, i, j, k):
  """Point of the grid of the ring: radius i, angle j of n."""
  r, angle = A + (B - A) * i / n, 0.5 * math.pi * j / n
  return (r * math.cos(angle), r * math.sin(angle), HEIGHT * k)


def ring(n):
  """(nodes, elements, numbers of nodes by grid place) of the quarter."""
  number, nodes, elements = {}, [], []
  for k in range(2):
    for j in range(n + 1):
      for i in range(n + 1):
        number[i, j, k] = len(nodes)
        nodes.append(place(n, i, j, k))
  for j in range(n):
    for i in range(n):
      square = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
      elements.append([number[p + (k,)] for k in range(2) for p in square])
  return nodes, elements, number


def inflate(n, form):
  """Errors: displacement at the bore, at the outside (largest); radial, hoop, axial stress (mean).

  The axial stress is the least exact next to the bore, where its error is of order 1.
  """
  nodes, elements, number = ring(n)
  solfec, bulk = models.scene(0.01, 'cylinder-%s-%d' % (form, n), 1000.0, (0, 0, 0), YOUNG, POISSON,
                              'QUASI_STATIC')
  mesh = MESH([c for p in nodes for c in p], [a for e in elements for a in [8] + e + [1]], 1)
  body = BODY(solfec, 'FINITE_ELEMENT', mesh, bulk, form=form)
  forces = [0.0] * (3 * len(nodes))
  for j in range(n):
    a, b = place(n, 0, j, 0), place(n, 0, j + 1, 0)
    normal = (b[1] - a[1], a[0] - b[0])  # length times direction, away from the axis
    for corner in ((0, j, 0), (0, j + 1, 0), (0, j, 1), (0, j + 1, 1)):
      for i in range(2):
        forces[3 * number[corner] + i] += PRESSURE * HEIGHT * normal[i] / 4
  FORCE(body, 'SPATIAL', (0, 0, 0), (1, 0, 0), lambda q, u, t, h: forces)
  for i in range(n + 1):
    for k in range(2):
      FIX_DIRECTION(body, place(n, i, 0, k), (0, 1, 0))
      FIX_DIRECTION(body, place(n, i, n, k), (1, 0, 0))
  RUN(solfec, NEWTON_SOLVER(), 0.2)

  def radial(i):
    worst = 0.0
    r = A + (B - A) * i / n
    exact = UNIT / YOUNG * ((1 - POISSON) * r + (1 + POISSON) * B ** 2 / r)
    for j in range(n + 1):
      p = place(n, i, j, 0)
      u = (DISPLACEMENT(body, p)[0] * p[0] + DISPLACEMENT(body, p)[1] * p[1]) / r
      worst = max(worst, abs(u / exact - 1))
    return worst

  squares = [0.0, 0.0, 0.0]
  for e in elements:
    p = [sum(nodes[a][i] for a in e) / 8 for i in range(3)]
    r = math.hypot(p[0], p[1])
    c, s = p[0] / r, p[1] / r
    stress = STRESS(body, p, 'ELEMENT')
    rr = c * c * stress[0] + s * s * stress[1] + 2 * c * s * stress[3]
    tt = s * s * stress[0] + c * c * stress[1] - 2 * c * s * stress[3]
    errors = (rr - UNIT * (1 - B ** 2 / r ** 2), tt - UNIT * (1 + B ** 2 / r ** 2), stress[2])
    squares = [w + (x / PRESSURE) ** 2 / len(elements) for w, x in zip(squares, errors)]
  return [radial(0), radial(n)] + [math.sqrt(w) for w in squares]


verify.case('Lame', 'Thick cylinder')
sizes = (4, 8, 16)
names = ('displacement of the bore, relative', 'displacement of the outside, relative',
         'radial stress (mean square) over the pressure',
         'hoop stress (mean square) over the pressure',
         'axial stress (mean square) over the pressure')
for form in ('TL', 'BC'):
  rows = [inflate(n, form) for n in sizes]
  for k, name in enumerate(names):
    verify.below("'%s', 16 x 16 elements: error of the %s" % (form, name), rows[2][k], 1e-2)
    verify.order("'%s': %s" % (form, name), [1 / n for n in sizes], [r[k] for r in rows], 2)
verify.finish()
