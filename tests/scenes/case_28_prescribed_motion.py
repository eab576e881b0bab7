# Shows:   SET_DISPLACEMENT, SET_VELOCITY and SET_ACCELERATION of a body and of an obstacle.
# Setting: rigid cube of 1 kg, the motion of its centre along z is prescribed by t, t^2 and sin t,
#          sampled at every half step, under gravity 9.81 m/s^2; and the cube on an obstacle that
#          moves so. One second. A cube of finite elements so, Young's modulus 5e7 Pa, DEF_LIM with
#          damping. A block with friction 2 on a floor, an obstacle or a rigid body, that
#          SET_DISPLACEMENT moves by 0.1 (1 - cos 5 t) along three axes, sizes 0.001 to 1000 with
#          times as their roots, steps of 2, 10 and 20 ms, three solvers. A ball and an obstacle
#          that carries a block follow 0.1 (1 - cos 2 pi t) m, sampled each 20 ms as records are, in
#          steps of 1 and 0.1 ms; a HINGE turns a bar so by its MOTOR. The solver of
#          the motions is tighter than its default, for accelerations that converge with order 2.
# Source:  closed form: derivatives and integrals of the series; the force is m (a + g).
# Expect:  position, velocity, acceleration and reaction of the closed form, exactly where the
#          sampled series and the trapezium rule are, else with order 2; likewise of an obstacle
#          and of what it carries. Finite elements: the same position, velocity and force once their
#          vibrations have died out. The block that sticks follows the displacement at every step.
#          The force of a sampled motion is that of the motion, without jumps at its points.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

G, T, SIDE = 9.81, 1.0, 0.1
# second and first derivative, function, first and second integral from 0
FUNCTIONS = {
    't': (lambda t: 0.0, lambda t: 1.0, lambda t: t, lambda t: t ** 2 / 2, lambda t: t ** 3 / 6),
    't^2': (lambda t: 2.0, lambda t: 2 * t, lambda t: t * t, lambda t: t ** 3 / 3,
            lambda t: t ** 4 / 12),
    'sin t': (lambda t: -math.sin(t), math.cos, math.sin, lambda t: 1 - math.cos(t),
              lambda t: t - math.sin(t))}
COMMANDS = {'SET_DISPLACEMENT': (SET_DISPLACEMENT, 0), 'SET_VELOCITY': (SET_VELOCITY, 1),
            'SET_ACCELERATION': (SET_ACCELERATION, 2)}


def closed_form(name, order):
  """(a, v, x) as functions of time when the function is the derivative of x of that order."""
  chain = FUNCTIONS[name]
  return chain[order], chain[order + 1], chain[order + 2]


def drive(command, name, h, on_obstacle, form=None):
  """Errors of position, velocity, acceleration and reaction at the end; rigid without a form."""
  function, order = COMMANDS[command]
  a, v, x = closed_form(name, order)
  series = TIME_SERIES([p for k in range(int(round(2 * T / h)) + 9)
                        for p in (0.5 * h * k, FUNCTIONS[name][2](0.5 * h * k))])
  path = 'driven-%s-%s-%g-%d-%s' % (command, name.replace(' ', ''), h, on_obstacle, form)
  solfec, bulk = models.scene(h, path, density=1 / SIDE ** 3, young=5e7)
  shape = models.brick((0, 0, 0), (SIDE,) * 3, (2, 2, 1))
  if form is None:
    cube = BODY(solfec, 'RIGID', shape, bulk)
  else:
    cube = models.damped_mesh(solfec, shape, bulk, form)
  driven, start = cube, (0, 0, v(0.0))
  INITIAL_VELOCITY(cube, start, (0, 0, 0))
  if on_obstacle:
    driven = BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -1), (1, 1, 0)), bulk)
    INITIAL_VELOCITY(driven, start, (0, 0, 0))
  row = function(driven, driven.center, (0, 0, 1), series)
  speeds = []
  models.each_step(solfec, lambda: speeds.append(VELOCITY(cube, cube.center)[2]))
  RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-13, 10000, 1e-18), T)
  a_time = T - h / 2  # to which the mean acceleration of the last step belongs
  return {'position (m)': DISPLACEMENT(driven, driven.center)[2] - x(T),
          'velocity (m/s)': VELOCITY(driven, driven.center)[2] - v(T),
          'acceleration (m/s^2)': (speeds[-1] - speeds[-2]) / h - a(a_time),
          'reaction (N)': row.R[2] - (a(a_time) + G)}


def stick(kind, size, step, solver):
  """Largest distances of floor and block from the displacement at the ends of steps, over it."""
  unit = math.sqrt(size)  # of time
  h = step * unit
  solfec, bulk = models.scene(h, 'stuck-%s-%g-%g-%s' % (kind, size, step, type(solver).__name__),
                              friction=2.0)
  floor = BODY(solfec, kind, models.slab((-size, -size, -size), (size, size, 0)), bulk)
  block = BODY(solfec, 'RIGID', models.brick((0, 0, 0), (SIDE * size,) * 3, (2, 2, 1)), bulk)
  factors = (1.0, -0.5, 0.7)
  way = lambda t: 0.1 * size * (1 - math.cos(5 * t / unit))
  times = [0.5 * h * k for k in range(int(round(2 / step)) + 60)]
  for i, factor in enumerate(factors):
    series = TIME_SERIES([x for t in times for x in (t, factor * way(t))])
    SET_DISPLACEMENT(floor, floor.center, tuple(float(i == j) for j in range(3)), series)
  if kind == 'RIGID':
    floor.disable_rotation = 'ON'
  errors = [0.0, 0.0]

  def look():
    exact = [factor * way(solfec.time) for factor in factors]
    for k, body in enumerate((floor, block)):
      moved = DISPLACEMENT(body, body.center)
      errors[k] = max(errors[k], max(abs(a - b) for a, b in zip(moved, exact)) / (0.1 * size))

  models.each_step(solfec, look)
  RUN(solfec, solver, unit)
  return errors


def follow_record(h):
  """Largest force of a sampled motion, drive of a ball and friction of a block, over m A w²."""
  amplitude, w = 0.1, 2 * math.pi
  solfec, bulk = models.scene(h, 'record-%g' % h, friction=2.0)
  record = TIME_SERIES([(0.02 * i, amplitude * (1 - math.cos(w * 0.02 * i))) for i in range(101)])
  ball = BODY(solfec, 'RIGID', SPHERE((0, 0, 5), 0.5, 1, 1), bulk)
  FIX_DIRECTION(ball, ball.center, (0, 0, 1))
  drive = SET_DISPLACEMENT(ball, ball.center, (1, 0, 0), record)
  floor = BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -1), (1, 1, 0)), bulk)
  SET_DISPLACEMENT(floor, floor.center, (1, 0, 0), record)
  block = BODY(solfec, 'RIGID', models.brick((0, 0, 0), (SIDE,) * 3, (2, 2, 1)), bulk)
  bar = BODY(solfec, 'RIGID', models.slab((0, 3, 0), (1, 3.1, 0.1)), bulk)
  hinge = HINGE(bar, None, bar.center, (0, 1, 0))
  MOTOR(hinge, angle=record)
  largest = [0.0, 0.0, 0.0]
  friction = lambda: sum(c.base[3 * i] * c.R[i] for c in solfec.constraints
                         if c.kind == 'CONTACT' for i in range(3))

  def look():
    if solfec.time > 0.1:
      for k, force in enumerate((drive.R[2], friction(), hinge.torque)):
        largest[k] = max(largest[k], abs(force))

  models.each_step(solfec, look)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-10, 1000), 1.0)
  inertia = bar.mass * (1.0 + 0.01) / 12
  return [force / (m * amplitude * w * w) for force, m in zip(largest, (ball.mass, block.mass, inertia))]


# what a body does to rounding: the series itself, sampled or integrated exactly
EXACT = {('SET_DISPLACEMENT', 't'): ('position', 'velocity', 'acceleration', 'reaction'),
         ('SET_DISPLACEMENT', 't^2'): ('position', 'velocity', 'acceleration', 'reaction'),
         ('SET_VELOCITY', 't'): ('position', 'velocity', 'acceleration', 'reaction'),
         ('SET_VELOCITY', 't^2'): ('velocity', 'acceleration', 'reaction'),
         ('SET_VELOCITY', 'sin t'): ('velocity',),
         ('SET_ACCELERATION', 't'): ('velocity', 'acceleration', 'reaction')}
ROUNDING = 1e-9  # velocities to 1e-13 over h

verify.case(28, 'Prescribed motion')
steps = [2e-2, 1e-2, 5e-3]
for on_obstacle in (False, True):
  for command in COMMANDS:
    for name in FUNCTIONS:
      rows = [drive(command, name, h, on_obstacle) for h in steps]
      for quantity in rows[0]:
        label = '%s, %s of %s: %s' % ('obstacle' if on_obstacle else 'body', command, name,
                                      quantity)
        errors = [r[quantity] for r in rows]
        exact = quantity.split()[0] in EXACT.get((command, name), ()) and not on_obstacle
        if exact or max(map(abs, errors)) < ROUNDING:
          verify.below(label + ', largest error of three steps', max(map(abs, errors)), ROUNDING)
        else:
          verify.check(label + ', error at h = %g' % steps[-1], errors[-1], 0.0, 2 * steps[-1] ** 2)
          verify.order(label, steps, errors, 2)
h = 1e-3
for form in ('TL', 'BC'):
  for command in COMMANDS:
    rows = [drive(command, name, h, False, form) for name in FUNCTIONS]
    for quantity in rows[0]:
      # order 2, and the mean of a step for the acceleration; the changing shape adds 1e-7
      verify.below("finite elements, '%s', %s: %s, largest error of three functions" %
                   (form, command, quantity), max(abs(r[quantity]) for r in rows), 2 * h * h)
for kind in ('OBSTACLE', 'RIGID'):
  for size, step in ((1e-3, 1e-2), (1.0, 2e-3), (1.0, 1e-2), (1.0, 2e-2), (1e3, 1e-2)):
    for solver in (GAUSS_SEIDEL_SOLVER(1e-13, 10000, 1e-18), NEWTON_SOLVER(meritval=1e-18),
                   INTERIOR_POINT_SOLVER(meritval=1e-18)):
      title = 'block on %s, size %g, step %g, %s' % (kind, size, step, type(solver).__name__)
      of_floor, of_block = stick(kind, size, step, solver)
      tight = type(solver).__name__ == 'GAUSS_SEIDEL_SOLVER'
      accuracy = 1e-12 if tight else 1e-8  # what the solver leaves of a velocity
      verify.below(title + ': floor, largest distance over amplitude', of_floor,
                   1e-12 if kind == 'OBSTACLE' else accuracy)
      verify.below(title + ': block, largest distance over amplitude', of_block, accuracy)
for h in (1e-3, 1e-4):
  for name, share in zip(('drive of a ball', 'friction of a block', 'torque of a motor'),
                         follow_record(h)):
    verify.check('record of 20 ms in steps of %g s: largest %s over the closed form' % (h, name),
                 share, 1.0, 5e-3)
verify.finish()
