# Shows:   a block at rest on the springs of PENALTY_SOLVER.
# Setting: rigid block 1 x 1 x 0.5 m, density 1000 kg/m^3, on four contact points with springs of
#          1e7 N/m and dashpots of 5e4 N s/m, without and with an eccentric load; after 1 s. A block
#          of finite elements so without the load, Young's modulus 5e7 Pa, DEF_LIM with damping. The
#          solver is tighter than its default, for forces to 1e-9.
# Source:  statics of a rigid plate on four equal springs.
# Expect:  gap -N/k at each of the four points, N = m g/4, or with the load F at (x, y) from the
#          centre N = (m g + F)/4 + F x x_i/sum(x_j^2) + F y y_i/sum(y_j^2). The variants EXPLICIT
#          and IMPLICIT and Gauss-Seidel give it exactly, IMPLICIT because the points of two bodies
#          see each other; if each were alone, gaps would miss by a share of 91 h / s.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

SPRING, DASHPOT, G, HEIGHT, DENSITY = 1e7, 5e4, 9.81, 0.5, 1000.0
WEIGHT = DENSITY * HEIGHT * G
LOAD, PLACE = 2000.0, (0.15, 0.05)  # N, m from the centre of the block
POINTS = [(x, y) for y in (-0.25, 0.25) for x in (-0.25, 0.25)]


def rest(name, solver, load, h=1e-4, form=None):
  """{(x, y): (gap, normal force)} of the contact points, rounded places, and the speed left.

  The loaded block tilts by 1e-4 and so slides away without friction: its normal speed counts.
  Rigid without a form.
  """
  solfec, bulk = models.scene(h, 'penalty-%s-%g' % (name, h), density=DENSITY,
                              young=5e7, model='SPRING_DASHPOT', spring=SPRING, dashpot=DASHPOT)
  CONTACT_POINTS(solfec, 'CENTROID')  # a spring at the middle of each element
  BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -0.5), (1, 1, 0)), bulk)
  shape = models.brick((-0.5, -0.5, 0), (0.5, 0.5, HEIGHT))
  if form is None:
    block = BODY(solfec, 'RIGID', shape, bulk)
  else:
    block = models.damped_mesh(solfec, shape, bulk, form)
  if load:
    FORCE(block, 'SPATIAL', PLACE + (HEIGHT,), (0, 0, -1), load)
  RUN(solfec, solver, 1.0)
  found = {(round(4 * c.point[0]) / 4, round(4 * c.point[1]) / 4): (c.gap, c.R[2])
           for c in models.contacts_of(block)}
  return found, max(abs(c.U[2]) for c in models.contacts_of(block))


def exact_force(x, y, load):
  squares = sum(p[0] ** 2 for p in POINTS)
  return (WEIGHT + load) / 4 + load * (PLACE[0] * x + PLACE[1] * y) / squares


verify.case(26, 'Penalty at rest')
for load in (0.0, LOAD):
  results = {}
  # the weight and the load move to the side by the tilt of 1.6e-4
  share = 1e-9 if load == 0.0 else 3e-4
  for variant in ('EXPLICIT', 'Gauss-Seidel', 'IMPLICIT'):
    name = '%s, load %g N: ' % (variant, load)
    solver = (GAUSS_SEIDEL_SOLVER(1e-13, 1000, 1e-16) if variant == 'Gauss-Seidel'
              else PENALTY_SOLVER(variant))
    found, speed = rest('%s-%g' % (variant, load), solver, load)
    results[variant] = found
    verify.equal(name + 'contact points', sorted(found), sorted(POINTS))
    verify.below(name + 'normal speed that is left (m/s)', speed, 1e-7)
    for x, y in POINTS:
      gap, force = found[x, y]
      exact = exact_force(x, y, load)
      verify.check(name + 'force at (%g, %g) (N)' % (x, y), force, exact, share * exact)
      verify.check(name + 'gap at (%g, %g) (m)' % (x, y), gap, -exact / SPRING,
                   share * exact / SPRING)
      verify.check(name + 'gap at (%g, %g) times k over N' % (x, y), gap * SPRING / force, -1,
                   share)
  away = max(abs(results['Gauss-Seidel'][p][0] / results['EXPLICIT'][p][0] - 1) for p in POINTS)
  verify.below('load %g N: gaps of Gauss-Seidel against EXPLICIT, relative' % load, away, share)

for h in (1e-4, 1e-3, 5e-3):  # up to h omega = 1.4
  found, _ = rest('step', PENALTY_SOLVER('IMPLICIT'), 0.0, h)
  for point in POINTS:
    gap = found[point][0]
    name = 'IMPLICIT, h = %g: gap over -N/k at (%g, %g)' % ((h,) + point)
    verify.check(name, -gap * SPRING / exact_force(*point, 0.0), 1, 1e-6)

for form in ('TL', 'BC'):
  for variant in ('EXPLICIT', 'Gauss-Seidel'):
    name = "finite elements, '%s', %s: " % (form, variant)
    explicit = variant == 'EXPLICIT'
    solver = PENALTY_SOLVER(variant) if explicit else GAUSS_SEIDEL_SOLVER(1e-13, 1000, 1e-16)
    found, _ = rest('%s-%s' % (variant, form), solver, 0.0, 1e-4 if explicit else 1e-3, form)
    verify.equal(name + 'contact points', sorted(found), sorted(POINTS))
    verify.below(name + 'largest error of a force against m g/4, relative',
                 max(abs(4 * force / WEIGHT - 1) for _, force in found.values()), 1e-9)
    verify.below(name + 'largest error of a gap against N/k, relative',
                 max(abs(gap * SPRING / force + 1) for gap, force in found.values()), 1e-9)
verify.finish()
