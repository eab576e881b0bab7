# Shows:   a block on an incline: no creep below the friction angle, exact sliding above it.
# Setting: a block on a slope of 20 and of 30 degrees in exact touch, mu 0.5, h = 1e-3 s; rigid, and
#          of finite elements, Young's modulus 5e7 and 5e8 Pa, DEF_LIM with damping. The solver is
#          tighter than its default, for ways of 1e-12 m.
# Source:  closed form.
# Expect:  20 degrees, mu 0.5: displacement below 1e-12 m after 1000 s (100 s with the script
#          argument 'short'); 30 degrees: acceleration g (sin a - mu cos a) to 1e-6. Finite
#          elements: no node moves by 1e-12 m after the vibrations; the same acceleration to 1e-6,
#          since the normal is that of the floor.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

H, MU, G, DENSITY, SOFT = 1e-3, 0.5, 9.81, 1e3, 5e7
DURATION = 100.0 if 'short' in (NON_SOLFEC_ARGV() or []) else 1000.0


def incline(angle, form=None, young=1e9):
  """(solfec, block) with floor and block turned together, in exact touch; rigid without a form."""
  solfec, bulk = models.scene(H, 'incline-%d-%s-%g' % (angle, form, young), density=DENSITY,
                              friction=MU, young=young)
  floor = models.slab((-2, -1, -0.5), (2, 1, 0))
  block = models.brick((-0.5, -0.5, 0), (0.5, 0.5, 0.5))
  for shape in (floor, block):
    ROTATE(shape, (0, 0, 0), (0, 1, 0), angle)
  BODY(solfec, 'OBSTACLE', floor, bulk)
  if form is None:
    return solfec, BODY(solfec, 'RIGID', block, bulk)
  # the damping that the slowest vibration needs for its decay
  return solfec, models.damped_mesh(solfec, block, bulk, form, 2e-3 * math.sqrt(SOFT / young))


def solver():
  return GAUSS_SEIDEL_SOLVER(1e-12, 1000, 1e-14)


verify.case(9, 'Block on an incline')
solfec, block = incline(20)
RUN(solfec, solver(), DURATION)
far_corner = ROTATE((0.5, 0.5, 0.5), (0, 0, 0), (0, 1, 0), 20)
moved = max(models.norm(DISPLACEMENT(block, p)) for p in (block.center, far_corner))
verify.below('20 degrees: displacement after %g s (m)' % DURATION, moved, 1e-12)
verify.below('20 degrees: speed (m/s)', models.norm(models.linear_velocity(block)), 1e-12)

a = math.radians(30)
exact = G * (math.sin(a) - MU * math.cos(a))
solfec, block = incline(30)
start = models.mass_centre(block)
RUN(solfec, solver(), 0.5)
v = models.linear_velocity(block)
way = tuple(q - p for q, p in zip(models.mass_centre(block), start))
down = (math.cos(a), 0.0, -math.sin(a))
# constant acceleration is integrated exactly; 1e-6 relative is the accuracy of the list
verify.check('30 degrees: acceleration from the speed (m/s^2)', models.dot(v, down) / 0.5, exact,
             1e-6 * exact)
verify.check('30 degrees: acceleration from the way (m/s^2)', models.dot(way, down) / 0.125, exact,
             1e-6 * exact)

for form in ('TL', 'BC'):
  solfec, block = incline(20, form, SOFT)
  nodes = models.nodes_of(block)
  RUN(solfec, solver(), 0.35)
  settled = models.nodes_of(block)
  # a column would sink by this; shear and the bearing on four points add to it
  sink = DENSITY * G * 0.5 ** 2 / (2 * SOFT)
  verify.within('finite elements, %s, 20 degrees: a node gives way (m)' % form,
                max(models.norm([a - b for a, b in zip(p, q)]) for p, q in zip(nodes, settled)),
                sink, 4 * sink)
  RUN(solfec, solver(), 1.0)
  verify.below('finite elements, %s, 20 degrees: largest way of a node in a second (m)' % form,
               max(models.norm([a - b for a, b in zip(p, q)])
                   for p, q in zip(models.nodes_of(block), settled)), 1e-12)
for young in (SOFT, 10 * SOFT):
  solfec, block = incline(30, 'TL', young)
  RUN(solfec, solver(), 0.2)
  before = models.dot(VELOCITY(block, block.center), down)
  RUN(solfec, solver(), 0.1)
  after = models.dot(VELOCITY(block, block.center), down)
  # the normal is that of the floor, its larger face: no elastic tilt comes in
  verify.check('finite elements, E = %g, 30 degrees: acceleration (m/s^2)' % young,
               (after - before) / 0.1, exact, 1e-6 * exact)
verify.finish()
