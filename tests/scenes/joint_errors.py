# Shows:   joints forget what a corner of a path, a jump of a velocity or an error of a solution has left.
# Setting: an arm that a motor turns and then holds; bodies joined to an OBSTACLE that starts and stops at
#          once; two hinged bars that swing; a slider-crank whose motions are held once; a ball
#          that a joint stops, without gravity. Steps of 1 ms, of the ball of 0.1 and 10 ms.
# Source:  statics; velocity of the obstacle; conservation of energy; torque of a crank that turns with a
#          constant rate, I'(a) w^2 / 2 + V'(a), with the inertia I and the potential V of the linkage by
#          the geometry and the velocities of its parts.
# Expect:  forces, torques and velocities as exact as the solver asks; nothing grows within 20 s.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

G, H = 9.81, 1e-3
_runs = [0]


def scene(density):
  _runs[0] += 1
  solfec, bulk = models.scene(H, 'joint_errors/%d' % _runs[0], density=density, gravity=(0, 0, -G))
  WARNINGS(solfec, 'OFF')
  OUTPUT(solfec, 0.011)  # an odd number of steps: both signs of what alternates are seen
  return solfec, bulk


def bar(solfec, bulk, begin, length, width, kind='RIGID'):
  x, y, z = begin
  return BODY(solfec, kind, models.slab((x, y - width / 2, z - width / 2),
                                        (x + length, y + width / 2, z + width / 2)), bulk)


def largest(values, begin=0):
  return max(abs(v) for v in values[begin:])


verify.case('joint_errors', 'Joints forget errors')

# ---- an arm that a motor has turned by half a radian in a second, and that stands since then ---------
solfec, bulk = scene(7800)
arm = bar(solfec, bulk, (0, 0, 0), 2, 0.1)
pin = HINGE(arm, None, (0, 0, 0), (0, -1, 0))
MOTOR(pin, angle=TIME_SERIES([0, 0, 0.5, 0.5]))
RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-10, 1000), 1.5)
t, torque, rx, rz, kinetic = HISTORY(solfec, [(pin, 'MOTOR'), (pin, 'RX'), (pin, 'RZ'),
                                              (solfec, 'KINETIC')], 0.6, 1.5)
weight = arm.mass * G
moment = weight * math.cos(0.5)
verify.below('standing arm: torque over m g r cos 0.5, less 1',
             largest([v / moment - 1 for v in torque]), 1e-6)
verify.below('standing arm: force across the weight, over it', largest(rx) / weight, 1e-6)
verify.below('standing arm: force along the weight over it, less 1',
             largest([v / weight - 1 for v in rz]), 1e-6)
verify.below('standing arm: kinetic energy (J)', largest(kinetic), 1e-12)

# ---- bodies on an obstacle that starts with 2 m/s at once and stops after half a second ----------------
for name in ('BALL', 'HINGE', 'WELD', 'PUT_RIGID_LINK'):
  solfec, bulk = scene(7800)
  GRAVITY(solfec, (0, 0, 0))
  base = BODY(solfec, 'OBSTACLE', models.slab((-1, -1, 3), (1, 1, 4)), bulk)
  ride = bar(solfec, bulk, (-1, 0, 0), 2, 0.1)
  SET_VELOCITY(base, base.center, (1, 0, 0), TIME_SERIES([0, 2, 0.5, 2, 0.5 + 1e-6, 0, 2, 0]))
  if name == 'PUT_RIGID_LINK':
    joint = PUT_RIGID_LINK(ride, base, (0, 0, 0), (-1, 0, 0))
  elif name == 'HINGE':
    joint = HINGE(ride, base, (0, 0, 0), (0, 1, 0))
  else:
    joint = {'BALL': BALL, 'WELD': WELD}[name](ride, base, (0, 0, 0))
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.8)
  t, vx, rx, dx = HISTORY(solfec, [(ride, ride.center, 'VX'), (joint, 'RX' if name != 'PUT_RIGID_LINK'
                                                               else 'R'), (ride, ride.center, 'DX')],
                          0, 0.8)
  moves = [i for i, time in enumerate(t) if 0.003 < time < 0.499]
  stands = [i for i, time in enumerate(t) if time > 0.504]
  verify.below('%s: velocity while the obstacle moves, less 2 m/s' % name,
               max(abs(vx[i] - 2) for i in moves), 1e-10)
  verify.below('%s: velocity after it has stopped (m/s)' % name, max(abs(vx[i]) for i in stands), 1e-12)
  verify.below('%s: force on the body after the jumps (N)' % name,
               max(abs(rx[i]) for i in moves + stands), 1e-4)
  verify.check('%s: way (m)' % name, dx[-1], 1.0, 2.1e-3)  # the trapezium rule sees the jump late

# ---- two hinged bars of 10 kg that fall from the horizontal ---------------------------------------------
for name, solver in (('1e-10', GAUSS_SEIDEL_SOLVER(1e-10, 1000)), ('default', GAUSS_SEIDEL_SOLVER())):
  solfec, bulk = scene(1000)
  first, second = bar(solfec, bulk, (0, 0, 0), 1, 0.1), bar(solfec, bulk, (1, 0, 0), 1, 0.1)
  HINGE(first, second, (1, 0, 0), (0, 1, 0))
  foot = HINGE(first, None, (0, 0, 0), (0, 1, 0))
  RUN(solfec, solver, 20)
  t, kinetic, z1, z2, vy, ry = HISTORY(solfec, [(solfec, 'KINETIC'), (first, first.center, 'DZ'),
                                                (second, second.center, 'DZ'),
                                                (second, second.center, 'VY'), (foot, 'RY')], 0, 20)
  energy = [k + first.mass * G * (a + b) for k, a, b in zip(kinetic, z1, z2)]
  verify.below('double pendulum, %s: energy over m g L' % name, largest(energy) / (first.mass * G), 1e-4)
  verify.below('double pendulum, %s: velocity across its plane (m/s)' % name, largest(vy), 5e-3)
  verify.below('double pendulum, %s: force across its plane over the weight' % name,
               largest(ry) / (2 * first.mass * G), 2e-2)

# ---- a slider-crank that turns with 10 rad/s ----------------------------------------------------------------
A, L, RATE = 0.1, 0.3, 10.0
solfec, bulk = scene(7800)
base = BODY(solfec, 'OBSTACLE', models.slab((-0.2, 5, -0.2), (0.6, 5.05, 0.2)), bulk)
crank, rod = bar(solfec, bulk, (0, 0, 0), A, 0.02), bar(solfec, bulk, (A, -0.04, 0), L, 0.02)
piston = BODY(solfec, 'RIGID', models.slab((A + L, -0.03, -0.05), (A + L + 0.1, 0.03, 0.05)), bulk)
CONTACT_EXCLUDE_BODIES(crank, piston)
pin = HINGE(crank, base, (0, 0, 0), (0, -1, 0))
CYLINDRICAL(rod, crank, (A, 0, 0), (0, -1, 0))
BALL(rod, piston, (A + L, 0, 0))
SLIDER(piston, base, (A + L, 0, 0), (1, 0, 0))
MOTOR(pin, speed=TIME_SERIES([0, 0, 0.1, RATE]))
RUN(solfec, GAUSS_SEIDEL_SOLVER(), 20)


def parts(a):
  """Inertia of the linkage about the angle of the crank, kg m^2, and its potential, J."""
  d = 1e-5
  def places(a):
    b = -math.asin(A * math.sin(a) / L)
    middle = (A * math.cos(a) + 0.5 * L * math.cos(b), A * math.sin(a) + 0.5 * L * math.sin(b))
    return b, middle, A * math.cos(a) + L * math.cos(b)
  low, high = places(a - d), places(a + d)
  turn, slide = (high[0] - low[0]) / (2 * d), (high[2] - low[2]) / (2 * d)
  speed = math.hypot(*((p - q) / (2 * d) for p, q in zip(high[1], low[1])))
  of_crank = crank.mass * (A ** 2 / 3 + 0.02 ** 2 / 12)
  of_rod = rod.mass * (speed ** 2 + (L ** 2 + 0.02 ** 2) / 12 * turn ** 2)
  height = crank.mass * 0.5 * A * math.sin(a) + rod.mass * places(a)[1][1]
  return of_crank + of_rod + piston.mass * slide ** 2, G * height


def torque_at(a):
  d = 1e-4
  (low, below), (high, above) = parts(a - d), parts(a + d)
  return ((high - low) / (4 * d)) * RATE ** 2 + (above - below) / (2 * d)


t, motor, ry, angle = HISTORY(solfec, [(pin, 'MOTOR'), (pin, 'RY'), (pin, 'ANGLE')], 0.2, 20)
exact = [torque_at(a - 0.5 * H * RATE) for a in angle]  # mean of the step
size = largest(exact)
verify.below('slider-crank: torque of the motor, error over the largest',
             largest([m - e for m, e in zip(motor, exact)]) / size, 1e-2)
verify.below('slider-crank: force across the plane (N)', largest(ry), 1.0)


# ---- bodies that joints stop, without gravity ------------------------------------------------------------
def pinned(join, solver, step):
  _runs[0] += 1
  solfec, bulk = models.scene(step, 'joint_errors/%d' % _runs[0], density=1000, gravity=(0, 0, 0))
  WARNINGS(solfec, 'OFF')
  wall = BODY(solfec, 'OBSTACLE', SPHERE((0, 0, 1), 0.1, 1, 1), bulk)
  ball = BODY(solfec, 'RIGID', SPHERE((0, 0, 0), 0.1, 1, 1), bulk)
  join(ball, wall)
  INITIAL_VELOCITY(ball, (1, 0, 1), (0, 0, 0))
  missed = []
  models.each_step(solfec, lambda: missed.append(solver.missed != ''))
  RUN(solfec, solver, 100 * step)
  return math.hypot(*VELOCITY(ball, ball.center)), sum(missed)


for name, join in (('a point', lambda ball, wall: FIX_POINT(ball, ball.center)),
                   ('a WELD', lambda ball, wall: WELD(ball, wall, (0, 0, 0.5))),
                   ('three directions', lambda ball, wall: [FIX_DIRECTION(ball, ball.center, d) for d in
                                                            ((1, 0, 0), (0, 1, 0), (0, 0, 1))])):
  for solver in (GAUSS_SEIDEL_SOLVER, NEWTON_SOLVER, INTERIOR_POINT_SOLVER):
    for step in (1e-4, 1e-2):
      speed, missed = pinned(join, solver(), step)
      title = 'ball stopped by %s, %s, steps of %g s: ' % (name, solver.__name__, step)
      verify.below(title + 'speed, m/s', speed, 1e-12)
      verify.equal(title + 'steps that missed the criteria', missed, 0)

verify.finish()
