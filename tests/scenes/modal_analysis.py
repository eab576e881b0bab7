# Shows:   MODAL_ANALYSIS: frequencies of free bars, along and across.
# Setting: steel, hexahedra, E = 2e11 Pa, 7800 kg/m^3. Poisson's ratio 0: a bar of 16 cells of
#          0.1 m, 0.07 m x 0.05 m, and a beam of 1 m, 0.08 m wide and 0.05 m thick, with cells of
#          1/2, 1/4, 1/8 of its thickness. Poisson's ratio 0.3: a cube of 1 m with 6^3 cells.
# Source:  chain of lumped masses; beam of Timoshenko, Phil. Mag. 41 (1921) 744-746, with a shear
#          factor of 5/6 (Cowper, J. Appl. Mech. 33 (1966) 335-340), its frequencies by the transfer
#          matrix; beam of Euler and Bernoulli for comparison.
# Expect:  six modes of exactly 0; along the bar omega = (2 c/l) sin (k pi/2N) to rounding; across
#          the beam an error of order 2 in the size of the cells, and extrapolated the frequencies of
#          Timoshenko's beam within 2e-4.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import numpy
import verify

YOUNG, DENSITY = 2e11, 7800.0
SPEED = math.sqrt(YOUNG / DENSITY)


def body_of(name, size, cells, poisson=0.0):
  solfec, bulk = models.scene(1e-3, 'modes-' + name, density=DENSITY, young=YOUNG, poisson=poisson)
  return BODY(solfec, 'FINITE_ELEMENT', models.brick((0, 0, 0), size, cells), bulk)


def modes_of(name, body, number):
  """Eigenvalues and vectors [mode][node][xyz]; nothing is read from an earlier run."""
  path = 'out/modes-%s.modes' % name
  if os.path.exists(path):
    os.remove(path)
  values, vectors = MODAL_ANALYSIS(body, number, path)
  return numpy.array(values), numpy.array(vectors).reshape(number, -1, 3)


def shares(vector):
  """Parts of the directions x, y, z in the square of a mode; nodes count alike."""
  squares = (vector ** 2).sum(axis=0)
  return squares / squares.sum()


def timoshenko(length, inertia, area, guess):
  """Circular frequency of a free beam just below `guess`, that of Euler and Bernoulli."""
  shear = 5 / 6 * 0.5 * YOUNG * area

  def end(omega):
    # w' = psi + V/(k G A), psi' = M/(E I), M' = -V - rho I omega^2 psi, V' = -rho A omega^2 w
    A = numpy.array([[0, 1, 0, 1 / shear],
                     [0, 0, 1 / (YOUNG * inertia), 0],
                     [0, -DENSITY * inertia * omega ** 2, 0, -1],
                     [-DENSITY * area * omega ** 2, 0, 0, 0]])
    scale = numpy.array([1, 1, YOUNG * inertia, YOUNG * inertia])
    roots, basis = numpy.linalg.eig(A * scale / scale[:, None])
    transfer = (basis * numpy.exp(roots * length)) @ numpy.linalg.inv(basis)
    return numpy.linalg.det(transfer[2:, :2].real)

  low, high = 0.8 * guess, guess
  assert end(low) * end(high) < 0
  while high - low > 1e-12 * guess:
    middle = 0.5 * (low + high)
    low, high = (middle, high) if end(low) * end(middle) > 0 else (low, middle)
  return 0.5 * (low + high)


verify.case('modal_analysis', 'Modes of free bodies')

cells, size = 16, 0.1
bar = body_of('bar', (cells * size, 0.07, 0.05), (cells, 1, 1))
values, vectors = modes_of('bar', bar, 60)
verify.equal('bar: modes with the eigenvalue 0', int((values == 0.0).sum()), 6)
along = [v for v, vector in zip(values, vectors) if v > 0 and shares(vector)[0] > 1 - 1e-9]
for k in range(1, 6):
  exact = 2 * SPEED / size * math.sin(k * math.pi / (2 * cells)) / (2 * math.pi)
  verify.check('bar: mode %d along it (Hz)' % k, math.sqrt(along[k - 1]) / (2 * math.pi), exact,
               1e-9 * exact)

length, wide, thick = 1.0, 0.08, 0.05
area, inertia = wide * thick, wide * thick ** 3 / 12
counts = [2, 4, 8]
found = {1: [], 2: []}
for n in counts:
  name = 'beam-%d' % n
  beam = body_of(name, (length, wide, thick), (20 * n, n, n))
  values, vectors = modes_of(name, beam, 16)
  across = [v for v, vector in zip(values, vectors) if v > 0 and shares(vector)[2] > 0.9]
  for k in found:
    found[k].append(math.sqrt(across[k - 1]) / (2 * math.pi))
for k, root in ((1, 4.730040744862704), (2, 7.853204624095838)):
  bernoulli = (root / length) ** 2 * math.sqrt(YOUNG * inertia / (DENSITY * area))
  exact = timoshenko(length, inertia, area, bernoulli) / (2 * math.pi)
  limit = found[k][2] + (found[k][2] - found[k][1]) / 3  # errors of order 2
  # left are terms of order 4 in the cells and in thick/length, where beam and solid differ
  verify.check('beam: mode %d across it, extrapolated (Hz)' % k, limit, exact,
               2e-4 * exact)
  verify.order('beam: mode %d across it (Hz)' % k, [thick / n for n in counts],
               [f - exact for f in found[k]], 2, margin=0.1)
  verify.within('beam: mode %d of Timoshenko over that of Euler and Bernoulli' % k,
                exact * 2 * math.pi / bernoulli, 0.9, 0.999)

cube = body_of('cube', (1, 1, 1), (6, 6, 6), 0.3)
values, vectors = modes_of('cube', cube, 16)
# the symmetry of a cube: its lowest modes come in twos and threes
for first, copies in ((6, 2), (8, 3), (11, 3)):
  group = values[first:first + copies]
  verify.below('cube: spread of modes %d to %d, relative' % (first + 1, first + copies),
               float(group.max() / group.min() - 1), 1e-10)
verify.within('cube: step from one group to the next, relative',
              float(values[8] / values[7] - 1), 0.1, 10.0)
verify.finish()
