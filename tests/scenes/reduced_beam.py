# Shows:   Bodies of forms 'BC-MODAL' and 'BC-RO': step load against modal superposition, damping ratios,
#          a base of a run (COROTATED_DISPLACEMENTS), a beam that falls on a floor.
# Setting: a beam of 1 m x 0.1 m x 0.1 m, 16 x 2 x 2 hexahedra, 1000 kg/m^3. Clamped: E = 1e8 Pa, its
#          root held by six conditions, modes of the clamped mesh as the base. Falling: E = 2e8 Pa,
#          tilted by 10 degrees, 30 mm above a rough floor (friction 0.3), steps of 0.2 ms.
# Source:  Duhamel's integral of a step load for each mode, from mass and stiffness by BODY_MM_EXPORT
#          and numpy; runs of the same mesh of form 'BC'.
# Expect:  the tip of the clamped beam as the superposition says, order 2 in the step; a base of eight vectors
#          gives the tip of a full run within 0.5 % where it has moved far; all modes give the fall of
#          form 'BC' to rounding, more modes less error.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import numpy
import verify

SIZE, CELLS = (1.0, 0.1, 0.1), (16, 2, 2)
TIP = (1.0, 0.05, 0.05)


def beam(solfec, bulk, form, base=None, place=lambda mesh: mesh):
  mesh = place(models.brick((0, 0, 0), SIZE, CELLS))
  body = BODY(solfec, 'FINITE_ELEMENT', mesh, bulk, form=form, base=base)
  body.scheme = 'DEF_LIM'
  return body


def hold_root(body):
  """Six conditions, which leave no rigid motion and strain nothing."""
  FIX_POINT(body, (0, 0, 0))
  for direction in ((1, 0, 0), (0, 0, 1)):
    FIX_DIRECTION(body, (0, SIZE[1], 0), direction)
  FIX_DIRECTION(body, (0, 0, SIZE[2]), (1, 0, 0))


def sparse(path):
  """Dense matrix of a MatrixMarket file."""
  with open(path) as file:
    lines = [line for line in file if not line.startswith('%')]
  size = int(lines[0].split()[0])
  matrix = numpy.zeros((size, size))
  for line in lines[1:]:
    i, j, value = line.split()
    matrix[int(i) - 1, int(j) - 1] = matrix[int(j) - 1, int(i) - 1] = float(value)
  return matrix


def clamped_modes(body, count):
  """Eigenvalues and vectors of the mesh whose nodes at x = 0 do not move."""
  BODY_MM_EXPORT(body, 'out/reduced-M.mtx', 'out/reduced-K.mtx')
  M, K = sparse('out/reduced-M.mtx'), sparse('out/reduced-K.mtx')
  free = [3 * k + i for k in range(body.mesh.nnod) if body.mesh.node(k)[0] > 1e-9 for i in range(3)]
  roots = numpy.sqrt(numpy.diag(M)[free])
  values, vectors = numpy.linalg.eigh(K[numpy.ix_(free, free)] / numpy.outer(roots, roots))
  base = numpy.zeros((count, len(M)))
  base[:, free] = (vectors[:, :count] / roots[:, None]).T
  return values[:count], base


def node_at(body, point):
  return min(range(body.mesh.nnod), key=lambda k: math.dist(body.mesh.node(k), point))


def tip_history(name, step, duration, load, form, base=None, sampling=None, hold=hold_root):
  solfec, bulk = models.scene(step, 'reduced-' + name, density=1e3, gravity=(0, 0, 0), young=1e8, poisson=0.3)
  body = beam(solfec, bulk, form, base)
  hold(body)
  load(body)
  samples = COROTATED_DISPLACEMENTS(solfec, body, sampling) if sampling else []
  tip = []
  models.each_step(solfec, lambda: tip.append(DISPLACEMENT(body, TIP)[2]))
  RUN(solfec, models.tight_solver(), duration)
  return numpy.array(tip), samples


def step_load(value):
  return lambda body: FORCE(body, 'SPATIAL', TIP, (0, 0, 1), value)


def duhamel(values, base, tip, force, ratio, times):
  total = numpy.zeros(len(times))
  for value, vector in zip(values, base):
    omega = math.sqrt(value)
    damped = omega * math.sqrt(1 - ratio ** 2)
    share = vector[3 * tip + 2]
    total += share ** 2 * force / value * (1 - numpy.exp(-ratio * omega * times) * (
        numpy.cos(damped * times) + ratio * omega / damped * numpy.sin(damped * times)))
  return total


verify.case('reduced_beam', 'Beams with a reduced base')

# ---- a step load, small enough for a linear answer
solfec, bulk = models.scene(1e-3, 'reduced-mesh', density=1e3, young=1e8, poisson=0.3)
mesh = beam(solfec, bulk, 'BC')
values, base = clamped_modes(mesh, 12)
tip_node = node_at(mesh, TIP)
duration, force = 0.2, 1e-3
for ratio in (0.0, 0.05):
  errors, steps = [], (4e-4, 2e-4, 1e-4)
  for step in steps:
    name = 'step-%g-%g' % (ratio, step)
    tip, _ = tip_history(name, step, duration, step_load(force), 'BC-MODAL', (values, base, ratio))
    times = step * numpy.arange(1, len(tip) + 1)
    exact = duhamel(values, base, tip_node, force, ratio, times)
    errors.append(float(numpy.abs(tip - exact).max() / numpy.abs(exact).max()))
  verify.below('step load, damping ratio %g: largest error of the tip, relative' % ratio, errors[-1], 1e-3)
  verify.order('step load, damping ratio %g' % ratio, steps, errors, 2)
verify.curve('step load on the clamped beam', 't (s)', 'tip (m)', 'reduced', times, tip)
verify.curve('step load on the clamped beam', 't (s)', 'tip (m)', "Duhamel's integral", times, exact)

# ---- a base of the displacements of a run that bends far
def far_load(body):
  FORCE(body, 'SPATIAL', TIP, (0, 0, 1), 20.0)
  FORCE(body, 'SPATIAL', (1.0, 0.1, 0.05), (1, 0, 0), TIME_SERIES([0, 0, 0.05, 200, 0.1, 0, 1, 0]))

clamp = lambda body: models.fix_nodes(body, lambda x: x[0] < 1e-9)
full, samples = tip_history('pod-full', 1e-4, 0.1, far_load, 'BC', sampling=1e-3, hold=clamp)
verify.equal('samples of the run', len(samples), 100)
vectors, sizes, _ = numpy.linalg.svd(numpy.array(samples).T, full_matrices=False)
largest = float(numpy.abs(full).max())
errors = {}
for count in (2, 4, 8):
  pod = (sizes[:count], vectors[:, :count].T)
  tip, _ = tip_history('pod-%d' % count, 1e-4, 0.1, far_load, 'BC-RO', pod)
  errors[count] = float(numpy.abs(tip - full).max()) / largest
verify.within('largest deflection over the length', largest, 0.01, 0.1)
verify.below('base of 2 vectors: error of the tip, relative', errors[2], 0.05)
verify.below('base of 8 vectors: error of the tip, relative', errors[8], 0.005)
verify.below('base of 8 vectors: error over that of 2', errors[8] / errors[2], 0.5)

# ---- a fall on a floor
def fallen(name, form, base=None, probe=False):
  solfec, bulk = models.scene(2e-4, 'reduced-' + name, density=1e3, young=2e8, poisson=0.3, friction=0.3)
  place = lambda mesh: TRANSLATE(ROTATE(mesh, (0, 0, 0), (0, 1, 0), -10), (0, 0, 0.03))
  body = beam(solfec, bulk, form, base, place)
  body.damping = 2e-4
  modes = MODAL_ANALYSIS(body, len(body.conf)) if probe else None
  BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -0.1), (2, 1, 0)), bulk)
  height = []
  models.each_step(solfec, lambda: height.append(DISPLACEMENT(body, body.center)[2]))
  RUN(solfec, models.default_solver(), 0.12)
  return numpy.array(height), modes

full, (values, vectors) = fallen('fall-full', 'BC', probe=True)
size = len(values)
errors = {}
for count in (6, 12, 46, size):
  height, _ = fallen('fall-%d' % count, 'BC-MODAL', (values[:count], vectors[:size * count]))
  errors[count] = float(numpy.abs(height - full).max())
verify.within('rigid beam: error of the height of the centre (m)', errors[6], 1e-4, 5e-3)
verify.below('6 modes beside the rigid ones: error (m)', errors[12], 2e-3)
verify.below('40 modes: error over that of 6', errors[46] / errors[12], 0.8)
verify.below('all modes: error (m)', errors[size], 1e-9)
verify.finish()
