# Shows:   contact of flat faces carries moments, whatever the faces are made of: what stands does
#          not rock, what overturns does so at the exact load, what slides does not sink.
# Setting: a cube of 1 m pushed at its top edge, mu 0.7; a box 0.4 x 0.2 x 0.1 m that slides on a
#          slab, mu 0.3; a tower of 0.2 x 1 m on an accelerated floor, mu 0.9; a cube of 1 mm that
#          falls half of its size, and is pushed as the large one; each a hull and meshes of one or
#          several elements. The solver is tighter than its default, for rates of rotation of 1e-9
#          rad/s.
# Source:  statics of a block on a plane: it turns about an edge when the load's moment exceeds
#          that of the weight.
# Expect:  the cube overturns when the force exceeds half of its weight and then turns as the
#          pendulum about its edge does; v = 5 m/s - 0.3 g t; the tower overturns at a/g = 0.2; the
#          small cube rests at half of its size.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify
from solfec import (BODY, DISPLACEMENT, FORCE, GAUSS_SEIDEL_SOLVER,
                    INITIAL_VELOCITY, RUN, SET_ACCELERATION, TIME_SERIES)

G = 9.81
OUT = 'contact-moments'


def shape(low, high, cells):
  """A hull (cells None) or a mesh."""
  return models.brick(low, high, cells) if cells else models.slab(low, high)


def name_of(cells):
  return 'HEX %d x %d x %d' % cells if cells else 'HULL'


def tight():
  # reactions to ten digits: what stands moves by 1e-13 m/s then
  return GAUSS_SEIDEL_SOLVER(1e-10, 1000, 1e-12)


def tilt_of(body):
  """Angle of rotation about the axis y since the start, rad."""
  return math.atan2(body.conf[6], body.conf[8])


def push(cells, part, duration, size=1):
  """(largest displacement of a corner, sizes; tilt, rad) of a cube under `part` of its weight.

  Times, the duration included, are in sqrt(size / 1 m): then cubes of all sizes move alike.
  """
  time = math.sqrt(size)
  solfec, bulk = models.scene(1e-3 * time, '%s/push-%s-%g-%g' % (OUT, name_of(cells), part, size),
                              density=2000, friction=0.7)
  scaled = lambda *point: tuple(size * x for x in point)
  BODY(solfec, 'OBSTACLE', models.slab(scaled(-3, -3, -1), scaled(4, 4, 0)), bulk)
  cube = BODY(solfec, 'RIGID', shape((0, 0, 0), scaled(1, 1, 1), cells), bulk)
  FORCE(cube, 'SPATIAL', scaled(0.5, 0.5, 1), (1, 0, 0), part * cube.mass * G)
  moved = [0.0]

  def record():
    for corner in ((0, 0, 0), (1, 0, 0), (0, 1, 1), (1, 1, 1)):
      moved[0] = max(moved[0], models.norm(DISPLACEMENT(cube, scaled(*corner))) / size)

  models.each_step(solfec, record)
  RUN(solfec, tight(), duration * time)
  return moved[0], tilt_of(cube)


def pushed_tilt(part, duration):
  """Exact tilt of the cube about its edge: (2/3) m a'' = part m g z - m g x, by Runge-Kutta.

  x and z are the arms about the edge: of the weight 0.5 cos - 0.5 sin, of the force, which acts at
  the middle of the top, 0.5 sin + cos.
  """

  def rate(angle, speed):
    s, c = math.sin(angle), math.cos(angle)
    return speed, 1.5 * G * (part * (0.5 * s + c) - 0.5 * (c - s))

  angle = speed = 0.0
  steps = 1000
  h = duration / steps
  for _ in range(steps):
    a1, s1 = rate(angle, speed)
    a2, s2 = rate(angle + 0.5 * h * a1, speed + 0.5 * h * s1)
    a3, s3 = rate(angle + 0.5 * h * a2, speed + 0.5 * h * s2)
    a4, s4 = rate(angle + h * a3, speed + h * s3)
    angle += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
    speed += h / 6 * (s1 + 2 * s2 + 2 * s3 + s4)
  return angle


def slide(cells):
  """(velocity, height, largest spin) after 1 s."""
  solfec, bulk = models.scene(1e-3, '%s/slide-%s' % (OUT, name_of(cells)), density=1000,
                              friction=0.3)
  BODY(solfec, 'OBSTACLE', models.slab((-2, -1, -0.2), (20, 1, 0)), bulk)
  box = BODY(solfec, 'RIGID', shape((-0.2, -0.1, 0), (0.2, 0.1, 0.1), cells), bulk)
  INITIAL_VELOCITY(box, (5, 0, 0), (0, 0, 0))
  spin = [0.0]
  models.each_step(solfec, lambda: spin.__setitem__(0, max(spin[0], *map(abs, box.velo[:3]))))
  RUN(solfec, tight(), 1.0)
  return box.velo[3], box.conf[11], spin[0]


def tower(cells, part):
  """Tilt after 3 s on a floor with the acceleration part g."""
  solfec, bulk = models.scene(1e-3, '%s/tower-%s-%g' % (OUT, name_of(cells), part), density=1000,
                              friction=0.9)
  floor = BODY(solfec, 'OBSTACLE', models.slab((-20, -1, -0.2), (20, 1, 0)), bulk)
  SET_ACCELERATION(floor, (0, 0, 0), (1, 0, 0), TIME_SERIES([0, part * G, 100, part * G]))
  body = BODY(solfec, 'RIGID', shape((-0.1, -0.1, 0), (0.1, 0.1, 1), cells), bulk)
  RUN(solfec, tight(), 3.0)
  return tilt_of(body)


def small_cube(cells, size=1e-3):
  """Height of the centre of a cube that has fallen half of its size, in sizes."""
  solfec, bulk = models.scene(1e-4, '%s/small-%s' % (OUT, name_of(cells)), density=1000,
                              friction=0.5)
  BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -0.1), (1, 1, 0)), bulk)
  half = 0.5 * size
  low, high = (-half, -half, half), (half, half, 3 * half)
  body = BODY(solfec, 'RIGID', shape(low, high, cells), bulk)
  RUN(solfec, tight(), 0.2)
  return body.conf[11] / size


verify.case('contact_moments', 'Contact that carries moments')
STANDS = 1e-9  # m and rad: rounding, summed over a thousand steps, is 1e-14
for cells in (None, (2, 2, 1)):
  name = name_of(cells) + ': '
  for part in (0.3, 0.49):
    verify.below(name + 'largest motion (m) of the cube pushed with %g of its weight' % part,
                 push(cells, part, 1.0)[0], STANDS)
  # the tilt grows about as exp(3.8 t): half a step's error in time is 2 h of it
  exact = pushed_tilt(0.52, 1.0)
  verify.check(name + 'tilt (rad) of the cube pushed with 0.52 of its weight for 1 s',
               push(cells, 0.52, 1.0)[1], exact, 2e-3 * exact)
for cells in (None, (2, 2, 1), (4, 1, 1)):
  name = name_of(cells) + ': '
  speed, height, spin = slide(cells)
  verify.check(name + 'velocity (m/s) of the sliding box after 1 s', speed, 5 - 0.3 * G, 1e-9)
  verify.check(name + 'height (m) of its centre', height, 0.05, STANDS)
  verify.below(name + 'its largest rate of rotation (rad/s)', spin, 1e-9)
for cells in (None, (1, 1, 1), (8, 2, 1)):
  name = name_of(cells) + ': '
  verify.below(name + 'tilt (rad) of the tower at a/g = 0.198', tower(cells, 0.198), STANDS)
  # it falls on its side: a quarter of a turn; the landing leaves a step's way of penetration
  verify.check(name + 'tilt (rad) of the tower at a/g = 0.202', abs(tower(cells, 0.202)),
               0.5 * math.pi, 0.01)
for cells in (None, (2, 2, 1)):
  verify.check(name_of(cells) + ': height of the cube of 1 mm, in sizes', small_cube(cells), 0.5,
               1e-6)
for cells in (None, (2, 2, 1)):  # the tolerance fits the cube by itself
  name = name_of(cells) + ', 1 mm: '
  for part in (0.3, 0.499):
    verify.below(name + 'largest motion (sizes) of the cube pushed with %g of its weight' % part,
                 push(cells, part, 1.0, 1e-3)[0], 1e-7)
  exact = pushed_tilt(0.52, 1.0)
  verify.check(name + 'tilt (rad) of the cube pushed with 0.52 of its weight for 0.0316 s',
               push(cells, 0.52, 1.0, 1e-3)[1], exact, 2e-3 * exact)
  exact = pushed_tilt(0.501, 2.0)
  verify.check(name + 'tilt (rad) of the cube pushed with 0.501 of its weight for 0.0632 s',
               push(cells, 0.501, 2.0, 1e-3)[1], exact, 1e-2 * exact)
verify.finish()
