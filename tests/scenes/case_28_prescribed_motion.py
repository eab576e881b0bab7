# Shows:   SET_DISPLACEMENT, SET_VELOCITY and SET_ACCELERATION of a body and of an obstacle.
# Setting: rigid cube of 1 kg, the motion of its centre along z is prescribed by t, t^2 and sin t,
#          sampled at every half step, under gravity 9.81 m/s^2; and the cube on an obstacle that
#          moves so. One second. A cube of finite elements so, Young's modulus 5e7 Pa, DEF_LIM with
#          damping. The solver is tighter than its default, for accelerations that converge with
#          order 2.
# Source:  closed form: derivatives and integrals of the series; the force is m (a + g).
# Expect:  position, velocity, acceleration and reaction of the closed form, exactly where the
#          sampled series and the trapezium rule are, else with order 2; likewise of an obstacle
#          and of what it carries. Finite elements: the same position, velocity and force once their
#          vibrations have died out.

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
verify.finish()
