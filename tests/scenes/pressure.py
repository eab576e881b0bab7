# Shows:   PRESSURE, a load that follows the faces of a body: its force, its moment and its work on
#          bodies of every kind.
# Setting: a spinning plate that is pulled off on one side; bodies pressed all round; a bar of
#          3 x 1 x 1 m (pseudo-rigid and a mesh) that is pulled by p at its end; a free cube of
#          8 hexahedra that breathes under a pressure all round; a thick cylinder with the radii 1 and
#          2 m under internal pressure.
# Source:  Newton's law with a force that turns with the plate; the divergence theorem; St
#          Venant-Kirchhoff law in uniaxial stress, p = s E e / (1 - 2 nu e) with the stretch
#          s = sqrt (1 + 2 e); work = p dV; the nodal forces of the integral over faces, computed in
#          this script; Lame (as in thick_cylinder).
# Expect:  motion of the plate and work with order 2 in the step; no motion of bodies pressed all
#          round; stretch and stress of the bar to 1e-6; the forces of the script to 1e-10; the cylinder
#          with order 2 in the size of elements.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

NONE = (0, 0, 0)
GAUSS = 1 / math.sqrt(3)


def block(low, high, cells, ids=(1, 2, 3, 4, 5, 6)):
  """Box of hexahedra with the ids of its sides: bottom, -x, +y, +x, -y, top."""
  return HEX(models.corners(low, high), *cells, 1, list(ids))


def cross(a, b):
  return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def faces_of(mesh):
  """Nodes of all outer faces, by get_data."""
  data, faces, i = mesh.get_data()[2], [], 1
  while i < len(data):
    n = data[i]
    faces.append(data[i + 1:i + 1 + n])
    i += n + 2
  return faces


def face_integrals(x, face):
  """(N of the four nodes, place, area vector) at the 2 x 2 Gauss points of a quadrilateral."""
  corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
  for g, h in ((a * GAUSS, b * GAUSS) for a, b in corners):
    value = [0.25 * (1 + g * a) * (1 + h * b) for a, b in corners]
    by_g = [0.25 * a * (1 + h * b) for a, b in corners]
    by_h = [0.25 * (1 + g * a) * b for a, b in corners]
    place, t, s = (tuple(sum(w * x[k][i] for w, k in zip(weights, face)) for i in range(3))
                   for weights in (value, by_g, by_h))
    yield value, place, cross(t, s)


def volume(mesh):
  """1/3 of the integral of x n over the faces, m^3."""
  x = [mesh.node(i) for i in range(mesh.nnod)]
  return sum(models.dot(place, area) / 3
             for face in faces_of(mesh) for _, place, area in face_integrals(x, face))


# ---- the plate -----------------------------------------------------------------------------------

SPIN, PULL, TIME = 5.0, 4000.0, 0.6  # rad/s, Pa, s


def plate(kind, step):
  """Error of the centre and of the velocity of a spinning plate pulled along its own x axis."""
  solfec, bulk = models.scene(step, 'pressure-plate-%s-%g' % (kind, step), 1000.0, NONE, young=1e10)
  body = BODY(solfec, kind, block((-1, -0.5, -0.1), (1, 0.5, 0.1), (2, 2, 1)), bulk)
  INITIAL_VELOCITY(body, NONE, (0, 0, SPIN))
  PRESSURE(body, 4, PULL)
  RUN(solfec, models.tight_solver(), TIME)
  a = PULL * 0.2 / body.mass
  c, s = math.cos(SPIN * TIME), math.sin(SPIN * TIME)
  exact = (a / SPIN ** 2 * (1 - c), a / SPIN * TIME - a / SPIN ** 2 * s)
  speed = (a / SPIN * s, a / SPIN * (1 - c))
  where, velocity = body.conf[9:11], body.velo[-3:-1]
  return (math.hypot(where[0] - exact[0], where[1] - exact[1]),
          math.hypot(velocity[0] - speed[0], velocity[1] - speed[1]))


# ---- closed surfaces -----------------------------------------------------------------------------


def drift(kind, shape, ids, scheme=None):
  """Largest velocity that remains in the mean of a body pressed all round (rigid: all of it)."""
  solfec, bulk = models.scene(1e-3, 'pressure-closed-%s-%s' % (kind, scheme), 1000.0, NONE, young=1e6)
  body = BODY(solfec, kind, shape, bulk)
  if scheme:
    body.scheme = scheme
  for surface in ids:
    PRESSURE(body, surface, -5e4)
  RUN(solfec, models.tight_solver(), 0.05)
  if kind == 'RIGID':
    return max(map(abs, body.velo))
  if kind == 'PSEUDO_RIGID':
    return max(map(abs, body.velo[9:12]))
  masses = models.lumped_masses(body)
  return max(abs(sum(m * u for m, u in zip(masses, body.velo[i::3]))) / body.mass
             for i in range(3))


# ---- the bar -------------------------------------------------------------------------------------

YOUNG, POISSON = 1e6, 0.3


def uniaxial(p):
  """Stretch of a bar under the true stress p: by bisection of the Green strain e."""
  low, high = -0.3, 0.3
  for _ in range(100):
    e = 0.5 * (low + high)
    if math.sqrt(1 + 2 * e) * YOUNG * e / (1 - 2 * POISSON * e) > p:
      high = e
    else:
      low = e
  return math.sqrt(1 + 2 * low)


def pulled_mesh(p):
  """(stretch, axial stress) of a mesh that is held at x = 0 and pulled at x = 3."""
  solfec, bulk = models.scene(0.25, 'pressure-bar-%g' % p, 1000.0, NONE, YOUNG, POISSON,
                              'QUASI_STATIC')
  solfec.equilibrium = 1e-8
  body = BODY(solfec, 'FINITE_ELEMENT', block(NONE, (3, 1, 1), (3, 2, 2)), bulk, form='TL')
  PRESSURE(body, 4, TIME_SERIES([0, 0, 1, p]))
  mesh = body.mesh
  for n in mesh.nodes_on_surface(2):
    FIX_DIRECTION(body, mesh.node(n), (1, 0, 0))
  FIX_DIRECTION(body, NONE, (0, 1, 0))
  FIX_DIRECTION(body, NONE, (0, 0, 1))
  FIX_DIRECTION(body, (0, 1, 0), (0, 0, 1))
  RUN(solfec, NEWTON_SOLVER(), 1)
  return 1 + DISPLACEMENT(body, (3, 0, 0))[0] / 3, STRESS(body, (1.5, 0.5, 0.5), 'ELEMENT')[0]


def pulled_soft(p):
  """(stretch, axial stress) of a pseudo-rigid bar that is pulled at both ends."""
  solfec, bulk = models.scene(0.1, 'pressure-soft-%g' % p, 1000.0, NONE, YOUNG, POISSON,
                              'QUASI_STATIC')
  solfec.equilibrium = 1e-7
  body = BODY(solfec, 'PSEUDO_RIGID', block(NONE, (3, 1, 1), (1, 1, 1)), bulk)
  FIX_POINT(body, (1.5, 0.5, 0.5))
  FIX_DIRECTION(body, (3, 0.5, 0.5), (0, 1, 0))
  FIX_DIRECTION(body, (3, 0.5, 0.5), (0, 0, 1))
  FIX_DIRECTION(body, (1.5, 1, 0.5), (0, 0, 1))
  for surface in (2, 4):
    PRESSURE(body, surface, TIME_SERIES([0, 0, 0.5, p]))
  RUN(solfec, models.tight_solver(), 1.5)
  return body.conf[0], STRESS(body, (1.5, 0.5, 0.5))[0]


# ---- work ----------------------------------------------------------------------------------------

SWELL = 2e3  # Pa


def breathe(form, scheme, step, by_script=False):
  """(work, p (V - V0), displacements) of a free cube that breathes under a pressure all round."""
  name = 'pressure-work-%s-%s-%g-%d' % (form, scheme, step, by_script)
  solfec, bulk = models.scene(step, name, 1000.0, NONE, 2e4, 0.3)
  cube = block(NONE, (1, 1, 1), (2, 2, 2), (7,) * 6)
  body = BODY(solfec, 'FINITE_ELEMENT', cube, bulk, form=form)
  body.scheme = scheme
  INITIAL_VELOCITY(body, NONE, (1, 2, 0.5))
  faces = faces_of(body.mesh)

  def nodal_forces(q, u, t, h):
    x = [q[i:i + 3] for i in range(0, len(q), 3)]
    force = [0.0] * len(q)
    for face in faces:
      for value, _, area in face_integrals(x, face):
        for w, k in zip(value, face):
          for i in range(3):
            force[3 * k + i] += SWELL * w * area[i]
    return force

  if by_script:
    FORCE(body, 'SPATIAL', NONE, (1, 0, 0), nodal_forces)
  else:
    PRESSURE(body, 7, SWELL)
  RUN(solfec, models.tight_solver(), 0.12)
  return ENERGY(solfec, body)[2], SWELL * (volume(body.mesh) - 1), body.conf


# ---- the thick cylinder ----------------------------------------------------------------------------

INNER, OUTER, HEIGHT, STEEL, BORE = 1.0, 2.0, 0.5, 1e9, 1e3


def cylinder(n):
  """Largest relative error of the displacement at the bore, n x n elements of a quarter."""
  nodes, number = [], {}
  for k in range(2):
    for j in range(n + 1):
      for i in range(n + 1):
        r, angle = INNER + (OUTER - INNER) * i / n, 0.5 * math.pi * j / n
        number[i, j, k] = len(nodes)
        nodes.append((r * math.cos(angle), r * math.sin(angle), HEIGHT * k))
  elements, faces = [], [1]
  for j in range(n):
    for i in range(n):
      square = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
      elements += [8] + [number[p + (k,)] for k in range(2) for p in square] + [1]
    faces += [4] + [number[0, b, k] for b, k in ((j, 0), (j + 1, 0), (j + 1, 1), (j, 1))] + [9]
  solfec, bulk = models.scene(0.1, 'pressure-cylinder-%d' % n, 1000.0, NONE, STEEL, POISSON,
                              'QUASI_STATIC')
  mesh = MESH([c for p in nodes for c in p], elements, faces)
  body = BODY(solfec, 'FINITE_ELEMENT', mesh, bulk, form='TL')
  PRESSURE(body, 9, -BORE)
  for i in range(n + 1):
    for k in range(2):
      FIX_DIRECTION(body, nodes[number[i, 0, k]], (0, 1, 0))
      FIX_DIRECTION(body, nodes[number[i, n, k]], (1, 0, 0))
  RUN(solfec, NEWTON_SOLVER(), 0.2)
  exact = BORE * INNER ** 2 / (STEEL * (OUTER ** 2 - INNER ** 2)) * (
      (1 - POISSON) * INNER + (1 + POISSON) * OUTER ** 2 / INNER)
  worst = 0.0
  for j in range(n + 1):
    p = nodes[number[0, j, 0]]
    d = DISPLACEMENT(body, p)
    worst = max(worst, abs((d[0] * p[0] + d[1] * p[1]) / INNER / exact - 1))
  return worst


verify.case('pressure', 'Pressure on surfaces')
steps = (4e-3, 2e-3, 1e-3)
for kind in ('RIGID', 'PSEUDO_RIGID'):
  rows = [plate(kind, h) for h in steps]
  verify.below('%s plate: error of the centre (m)' % kind, rows[2][0], 1e-4)
  if kind == 'RIGID':  # the explicit scheme of the other one has a step of its own
    verify.order('%s plate: centre' % kind, steps, [r[0] for r in rows], 2)
    verify.order('%s plate: velocity' % kind, steps, [r[1] for r in rows], 2)
hull = [0, 0, 0, 2, 0.3, 0, 0.1, 1.5, 0.2, 0.4, 0.3, 1.2, 1.2, 1.3, 1.4, 1.5, -0.4, 0.7]
verify.below('RIGID hull pressed all round: velocities', drift('RIGID', HULL(hull, 1, 4), [4]), 1e-11)
verify.below('PSEUDO_RIGID hull pressed all round: velocity of the centre (m/s)',
             drift('PSEUDO_RIGID', HULL(hull, 1, 4), [4]), 1e-11)
for scheme in ('DEF_EXP', 'DEF_IMP'):
  verify.below('FINITE_ELEMENT block pressed all round, %s: mean velocity (m/s)' % scheme,
               drift('FINITE_ELEMENT', block(NONE, (1, 2, 1), (2, 3, 2)), range(1, 7), scheme), 1e-11)
for p in (2e4, -2e4):
  for what, pulled in (('mesh', pulled_mesh), ('pseudo-rigid body', pulled_soft)):
    stretch, stress = pulled(p)
    verify.check('%s under %g Pa: stretch' % (what, p), stretch, uniaxial(p), 1e-6)
    verify.check('%s under %g Pa: axial stress (Pa)' % (what, p), stress, p, 0.1)
steps = (2e-3, 1e-3, 5e-4)
for form in ('TL', 'BC'):
  for scheme in ('DEF_EXP', 'DEF_LIM', 'DEF_LIM2', 'DEF_IMP'):
    runs = [breathe(form, scheme, h) for h in steps]
    label = "'%s', %s: " % (form, scheme)
    verify.order(label + 'work of the pressure against p dV', steps,
                 [work - expected for work, expected, _ in runs], 2)
    verify.within(label + 'p dV (J)', runs[2][1], 10.0, 1000.0)
  one, other = breathe(form, 'DEF_EXP', 1e-3), breathe(form, 'DEF_EXP', 1e-3, True)
  verify.below("'%s': displacements (m) against nodal forces by the script" % form,
               max(abs(a - b) for a, b in zip(one[2], other[2])), 1e-10)
sizes = (4, 8, 16)
errors = [cylinder(n) for n in sizes]
verify.below('thick cylinder, 16 x 16 elements: displacement of the bore, relative', errors[2], 1e-2)
verify.order('thick cylinder: displacement of the bore', [1 / n for n in sizes], errors, 2)
verify.finish()
