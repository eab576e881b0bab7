# Shows:   bodies of several convex pieces, whose inner faces and flush sides are no obstacle: they
#          rest, carry, interlock and slide as one piece would.
# Setting: blocks in the shape of a C and an H, stacked, with a cube and a T in the C; two hooks
#          that hang in each other; a tongue that slides in a groove with 2 m/s, with and without
#          load across; a segment that fills a round bed of 3, 8 and 24 facets. The solver is
#          tighter than its default, for ways of 1e-9 m and no rotation.
# Source:  statics; Coulomb friction: sliding under the load g m downward and a m across presses
#          with m g on the bottom and m a on one side.
# Expect:  what rests moves less than 1e-9 m and presses with its weight; v = 2 m/s - mu (g + a) t;
#          without friction the facets carry pressures whose resultant is the weight.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify
from solfec import BODY, CONTACT_PREDICTION, GAUSS_SEIDEL_SOLVER, HULL, INITIAL_VELOCITY, RUN

G = 9.81
STILL = 1e-9  # m: rounding summed over the steps of half a second is 1e-13
KINDS = ('HULL', 'HEX')
_runs = [0]


def boxes(kind, *corners):
  """One shape of boxes (low, high): hulls, or meshes of 2 x 2 x 1 elements."""
  return [models.slab(a, b) if kind == 'HULL' else models.brick(a, b) for a, b in corners]


def c_shape(kind, x, z, width=0.6, wall=0.2, depth=0.3, height=0.6):
  """Open to the top."""
  return boxes(kind, ((x, 0, z), (x + width, depth, z + wall)),
               ((x, 0, z + wall), (x + wall, depth, z + height)),
               ((x + width - wall, 0, z + wall), (x + width, depth, z + height)))


def h_shape(kind, x, z, width=0.6, wall=0.2, depth=0.3, height=0.6):
  middle = z + height / 2
  return boxes(kind, ((x, 0, z), (x + wall, depth, z + height)),
               ((x + width - wall, 0, z), (x + width, depth, z + height)),
               ((x + wall, 0, middle - wall / 2), (x + width - wall, depth, middle + wall / 2)))


def run(solids, mu, load=(0.0, 0.0, -G), velocity=None, prediction=0.0, duration=0.5):
  """Runs (kind, shape) solids; the velocity is that of the last one.

  Returns (bodies, largest motion of a rigid one, m; largest rate of rotation, rad/s).
  """
  _runs[0] += 1
  solfec, bulk = models.scene(1e-3, 'shapes-not-convex/%d' % _runs[0], density=2000,
                              friction=mu, gravity=load)
  if prediction:
    CONTACT_PREDICTION(solfec, prediction)
  bodies = [BODY(solfec, kind, shape, bulk) for kind, shape in solids]
  if velocity:
    INITIAL_VELOCITY(bodies[-1], velocity, (0, 0, 0))
  free = [(b, models.mass_centre(b)) for b in bodies if b.kind == 'RIGID']
  moved, spin = [0.0], [0.0]

  def record():
    for body, start in free:
      moved[0] = max(moved[0], math.dist(models.mass_centre(body), start))
      spin[0] = max([spin[0]] + [abs(w) for w in body.velo[:3]])

  models.each_step(solfec, record)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-10, 1000, 1e-12), duration)
  return bodies, moved[0], spin[0]


def floor():
  return 'OBSTACLE', models.slab((-5, -5, -1), (5, 5, 0))


# ---- stacks of blocks that are not convex --------------------------------------------------------


def stacks(kind):
  """name: solids above each other, the first on the floor."""
  cube = [('RIGID', boxes(kind, ((0.2, 0, 0.2), (0.4, 0.3, 0.4))))]
  tee = [('RIGID', boxes(kind, ((0.2, 0, 0.3), (0.4, 0.3, 0.6)), ((0, 0, 0.6), (0.6, 0.3, 0.8))))]
  c = [('RIGID', c_shape(kind, 0, 0))]
  return {'a C': c, 'an H': [('RIGID', h_shape(kind, 0, 0))],
          'a cube in a C': [('RIGID', c_shape(kind, 0, 0))] + cube,
          'a C on a C': [('RIGID', c_shape(kind, 0, 0)), ('RIGID', c_shape(kind, 0, 0.6))],
          'an H on a C': [('RIGID', c_shape(kind, 0, 0)), ('RIGID', h_shape(kind, 0, 0.6))],
          'a T on the arms of a C': [('RIGID', c_shape(kind, 0, 0))] + tee}


def hooks(kind):
  """A fixed C that is open to the right and one open to the left that hangs on its lower arm."""
  upper = boxes(kind, ((0, 0, 0), (0.1, 0.2, 0.5)), ((0.1, 0, 0.4), (0.4, 0.2, 0.5)),
                ((0.1, 0, 0), (0.4, 0.2, 0.1)))
  lower = boxes(kind, ((0.45, 0, -0.4), (0.5, 0.2, 0.2)), ((0.15, 0, 0.1), (0.45, 0.2, 0.2)),
                ((0.15, 0, -0.4), (0.45, 0.2, -0.3)))
  return upper, lower


# ---- tongue and groove ---------------------------------------------------------------------------


def groove(kind, length):
  """Along y; the groove is 0.2 m wide and 0.1 m deep."""
  return boxes(kind, ((-0.3, -0.5, 0), (0.3, length, 0.1)),
               ((-0.3, -0.5, 0.1), (-0.1, length, 0.2)), ((0.1, -0.5, 0.1), (0.3, length, 0.2)))


def tongue(kind, play, shoulders=False):
  """A T upside down; it stands on the groove's bottom, or on its shoulders too."""
  rise = 0.1 if shoulders else 0.15
  return boxes(kind, ((-0.1 + play, 0, 0.1), (0.1 - play, 0.3, 0.1 + rise)),
               ((-0.3, 0, 0.1 + rise), (0.3, 0.3, 0.4)))


# ---- round beds ----------------------------------------------------------------------------------


def circle_points(facets, radius, half):
  angles = [math.radians(half * (2 * k / facets - 1)) for k in range(facets + 1)]
  return [(radius * math.sin(a), -radius * math.cos(a)) for a in angles]


def bed(facets, radius=0.5, bottom=0.7, half=60.0):
  """Under an arc: pieces between each of its chords and the plane z = -bottom."""
  points = circle_points(facets, radius, half)
  shape = None
  for (a, b), (c, d) in zip(points[:-1], points[1:]):
    corners = [v for x, z in ((a, b), (c, d), (c, -bottom), (a, -bottom))
               for v in (x, 0, z, x, 0.3, z)]
    shape = HULL(corners, 1, 1, shape) if shape else HULL(corners, 1, 1)
  return shape


def segment(facets, radius=0.5, half=60.0):
  """What fills the bed up to the chord of the arc."""
  return HULL([v for x, z in circle_points(facets, radius, half) for v in (x, 0, z, x, 0.3, z)],
              1, 1)


verify.case('shapes_not_convex', 'Bodies of several convex pieces')
for kind in KINDS:
  for name, solids in stacks(kind).items():
    bodies, moved, spin = run([floor()] + solids, 0.5)
    weight = sum(b.mass for b in bodies[1:]) * G
    verify.below('%s, %s: motion (m)' % (name, kind), moved, STILL)
    verify.check('%s, %s: force on the floor over the weight' % (name, kind),
                 -models.contact_force(bodies[0])[2] / weight, 1.0, 1e-8)

  # the lower centre is at x = 0.358, between the ends 0.15 and 0.4 of the arms that touch
  upper, lower = hooks(kind)
  bodies, moved, spin = run([('OBSTACLE', upper), ('RIGID', lower)], 0.5)
  verify.check('two hooks, %s: force on the upper over the weight' % kind,
               -models.contact_force(bodies[0])[2] / (bodies[1].mass * G), 1.0, 1e-8)
  verify.below('two hooks, %s: motion (m)' % kind, moved, STILL)

  for mu, play, across, prediction in ((0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 4.0, 0.0),
                                       (0.2, 1e-5, 0.0, 0.0), (0.2, 1e-3, 0.0, 0.0),
                                       (0.2, 1e-3, 0.0, 1e-2), (0.1, 1e-5, 4.0, 0.0)):
    name = 'tongue in a groove, %s, mu = %g, play %g, load across %g m/s^2, prediction %g: ' % (
        kind, mu, play, across, prediction)
    bodies, moved, spin = run([('OBSTACLE', groove(kind, 3.0)), ('RIGID', tongue(kind, play))], mu,
                              (across, 0, -G), (0, 2, 0), prediction)
    # with play it takes sqrt(2 play/a) = 2 ms until the side presses
    late = mu * across * math.sqrt(2 * play / across) + mu * across * 1e-3 if across else 0.0
    verify.check(name + 'velocity (m/s) after 0.5 s', bodies[1].velo[4],
                 2 - mu * (G + across) * 0.5, 1e-8 + late)
    verify.below(name + 'largest rate of rotation (rad/s)', spin, 1e-8 if not across else 0.05)

  bodies, moved, spin = run([floor(), ('RIGID', groove(kind, 1.0)),
                             ('RIGID', tongue(kind, 0.0, True))], 0.5, (4.0, 0, -G))
  verify.below('tongue on the shoulders of a groove, both pushed across, %s: motion (m)' % kind,
               moved, STILL)

for facets in (3, 8, 24):
  for mu in (0.0, 0.5):
    name = 'segment in a bed of %d facets, mu = %g: ' % (facets, mu)
    bodies, moved, spin = run([('OBSTACLE', bed(facets)), ('RIGID', segment(facets))], mu)
    verify.below(name + 'motion (m)', moved, STILL)
    force = models.contact_force(bodies[1])
    verify.below(name + 'error of the force on the segment over its weight',
                 models.norm((force[0], force[1], force[2] - bodies[1].mass * G)) /
                 (bodies[1].mass * G), 1e-8)
  name = 'bed of %d facets on a floor with a segment, pushed aside by 2 m/s^2: ' % facets
  bodies, moved, spin = run([('OBSTACLE', models.slab((-5, -5, -2), (5, 5, -0.7))),
                             ('RIGID', bed(facets)), ('RIGID', segment(facets))], 0.5,
                            (2.0, 0, -G))
  verify.below(name + 'motion (m)', moved, STILL)
verify.finish()
