"""Building blocks that several scenes share: boxes, floors, recordings, sums of contact forces.

Lengths in m, masses in kg, forces in N.
"""

import math

from solfec import (BODY, BULK_MATERIAL, CALLBACK, FIX_POINT, GAUSS_SEIDEL_SOLVER, GRAVITY, HEX,
                    HULL, MESH, OUTPUT, SOLFEC, SURFACE_MATERIAL)


def default_solver():
  """The solver of scenes that are not about its settings."""
  return GAUSS_SEIDEL_SOLVER()


def tight_solver():
  """For scenes that measure less than the default accuracy, a thousandth of g h, leaves."""
  return GAUSS_SEIDEL_SOLVER(1e-8, 1000, 1e-8)


def corners(low, high):
  """Eight corners of a box in the order of HEX: bottom then top, counter-clockwise."""
  (a, b, c), (d, e, f) = low, high
  return [a, b, c, d, b, c, d, e, c, a, e, c, a, b, f, d, b, f, d, e, f, a, e, f]


def brick(low, high, cells=(2, 2, 1), surface=1):
  """Box meshed with hexahedra; 2 x 2 x 1 gives four bearing points per face."""
  return HEX(corners(low, high), cells[0], cells[1], cells[2], 1, [surface] * 6)


def slab(low, high, surface=1):
  """Box as one convex polyhedron, for floors and walls."""
  return HULL(corners(low, high), 1, surface)


def running_bond(courses, per_course, size):
  """Corners (low, high) of the bricks of a wall, half bricks at the ends of odd courses."""
  length, width, height = size
  end = per_course * length
  for k in range(courses):
    if k % 2 == 0:
      joints = [i * length for i in range(per_course + 1)]
    else:
      joints = [0.0] + [(i + 0.5) * length for i in range(per_course)] + [end]
    for a, b in zip(joints[:-1], joints[1:]):
      yield (a, 0, k * height), (b, width, (k + 1) * height)


def scene(step, name, density=1.0, gravity=(0, 0, -9.81), young=1e9, poisson=0.25,
          analysis='DYNAMIC', **law):
  """A quiet analysis with one bulk material and one contact law.

  `law` goes to SURFACE_MATERIAL: friction, restitution, model, spring, dashpot. Results are written
  to out/NAME once per 1000 s: the scenes look at the run, not at its files.
  Returns (solfec, bulk material).
  """
  solfec = SOLFEC(analysis, step, 'out/' + name)
  solfec.verbose = 'OFF'
  bulk = BULK_MATERIAL(solfec, model='KIRCHHOFF', young=young, poisson=poisson, density=density)
  SURFACE_MATERIAL(solfec, **law)
  GRAVITY(solfec, gravity)
  OUTPUT(solfec, 1000.0)
  return solfec, bulk


def each_step(solfec, function):
  """Calls function() at the end of every step; the run goes on whatever it returns."""

  def call(_):
    function()
    return 1

  CALLBACK(solfec, 0.01 * solfec.step, 0, call)  # explicit bodies may ask for smaller steps


def mass_centre(body):
  """Current mass centre of a rigid body, m."""
  return tuple(body.conf[9:12])


def linear_velocity(body):
  """Velocity of the mass centre of a rigid body, m/s."""
  return tuple(body.velo[3:6])


def damped_mesh(solfec, shape, bulk, form='TL', damping=2e-3):
  """A finite-element body for scenes that come to rest: DEF_LIM with damping, s.

  Vibrations of frequency w die out at the rate w^2 damping/2, or 1/damping where that is more than
  2/damping: with the default and w above 1000/s by a factor 1e-10 in 0.05 s.
  """
  body = BODY(solfec, 'FINITE_ELEMENT', shape, bulk, form=form)
  body.scheme = 'DEF_LIM'
  body.damping = damping
  return body


def nodes_of(body):
  """Current positions of the nodes of a finite-element body, m; reference ones at the start."""
  return list(zip(*[iter(body.conf)] * 3))


def lumped_masses(body):
  """Masses of the nodes of a box of equal hexahedra, kg; before it moves.

  A node has an eighth of each of its elements: half for each direction in which it is at an end.
  """
  nodes = nodes_of(body)
  ends = [(min(x), max(x)) for x in zip(*nodes)]
  shares = [math.prod(0.5 if min(c - low, high - c) < 1e-9 * (high - low) else 1.0
                      for c, (low, high) in zip(p, ends)) for p in nodes]
  return [body.mass * s / sum(shares) for s in shares]


def fix_nodes(body, chosen):
  """Fixes the nodes of a finite-element body for which chosen((x, y, z)) holds."""
  return [FIX_POINT(body, p) for p in nodes_of(body) if chosen(p)]


def dot(a, b):
  return sum(x * y for x, y in zip(a, b))


def norm(a):
  return math.sqrt(dot(a, a))


def rotated(v, axis, angle):
  """v turned about the unit vector `axis` by an angle in rad (Rodrigues)."""
  c, s, d = math.cos(angle), math.sin(angle), dot(axis, v)
  cross = (axis[1] * v[2] - axis[2] * v[1], axis[2] * v[0] - axis[0] * v[2],
           axis[0] * v[1] - axis[1] * v[0])
  return tuple(c * v[k] + s * cross[k] + (1 - c) * d * axis[k] for k in range(3))


def oblique(v):
  """v in a frame that is turned by 1 rad about an axis along none of the model's."""
  return rotated(v, (0.6, -0.48, 0.64), 1.0)


def oblique_box(low, high, size):
  """A block between two corners times a size, in that frame."""
  flat = corners(low, high)
  return HULL([x for k in range(0, 24, 3) for x in oblique([size * c for c in flat[k:k + 3]])], 1, 1)


def global_force(constraint):
  """Reaction on the master in global axes, N; the base holds t1, t2, n one after another."""
  base, r = constraint.base, constraint.R
  return tuple(sum(base[3 * k + i] * r[k] for k in range(3)) for i in range(3))


def contacts_of(body):
  """Contacts that join the body with another one."""
  return [c for c in body.constraints if c.kind == 'CONTACT']


def contact_force(body, other=None):
  """Sum of the contact forces on a body, N, global axes; of those with `other` when given."""
  total = [0.0, 0.0, 0.0]
  for c in contacts_of(body):
    master, slave = c.adjbod
    if other is not None and other.id not in (master.id, slave.id):
      continue
    sign = 1.0 if master.id == body.id else -1.0
    for i, f in enumerate(global_force(c)):
      total[i] += sign * f
  return tuple(total)


def crossing(times, values, level=0.0, rising=None, after=0.0):
  """First time at which samples cross a level, by the cubic through four samples around it.

  rising: True or False to accept one direction only. Error O(h^4) for smooth samples.
  Returns (time, index of the sample before).
  """
  for i in range(len(values) - 1):
    a, b = values[i] - level, values[i + 1] - level
    if times[i] < after or a * b > 0.0 or a == 0.0:
      continue
    if rising is not None and (b > a) != rising:
      continue
    first = min(max(i - 1, 0), len(values) - 4)
    low, high = times[i], times[i + 1]
    for _ in range(60):
      middle = 0.5 * (low + high)
      m = interpolate(times[first:first + 4], values[first:first + 4], middle) - level
      if (m > 0.0) == (a > 0.0):
        low = middle
      else:
        high = middle
    return 0.5 * (low + high), i
  raise ValueError('the samples do not cross %g' % level)


def interpolate(times, values, t):
  """Lagrange polynomial through all samples given, at t."""
  total = 0.0
  for i, v in enumerate(values):
    weight = 1.0
    for j, tj in enumerate(times):
      if j != i:
        weight *= (t - tj) / (times[i] - tj)
    total += weight * v
  return total


def sample(times, values, t):
  """Value at t by the cubic through the four samples nearest to it."""
  i = min(range(len(times)), key=lambda k: abs(times[k] - t))
  first = min(max(i - 2, 0), len(times) - 4)
  return interpolate(times[first:first + 4], values[first:first + 4], t)


def tetrahedra(cells):
  """MESH of a unit cube with six tetrahedra per cell."""
  ring = ((1, 2), (2, 3), (3, 7), (7, 4), (4, 5), (5, 1))  # tetrahedra about the diagonal 0-6
  i, j, k = (n + 1 for n in cells)
  nodes = [x / n for c in range(k) for b in range(j) for a in range(i)
           for x, n in zip((a, b, c), cells)]
  elements = []
  for c in range(cells[2]):
    for b in range(cells[1]):
      for a in range(cells[0]):
        corner = [(a + x) + i * ((b + y) + j * (c + z)) for x, y, z in
                  ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))]
        for p, q in ring:
          elements += [4, corner[0], corner[p], corner[q], corner[6], 1]
  return MESH(nodes, elements, 1)
