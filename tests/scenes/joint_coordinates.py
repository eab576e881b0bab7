# Shows:   CYLINDRICAL and UNIVERSAL: springs, dampers, stops, friction and motors of both coordinates.
# Setting: cubes of 1 kg and 2 kg, side 0.1 m; steps of 0.5 ms to 4 ms; gravity where it is needed.
# Source:  closed forms: two oscillators of a reduced mass and a reduced inertia; of a cube whose centre
#          is the point of a cross, whose two angles do not act on each other as its inertia is that of a
#          ball; bodies under a constant force or torque.
#          statics of a chain of bars.
# Expect:  order 2 in h; stops met to 1e-8 m and rad where one coordinate moves, else to order 2; friction
#          and limits of motors as given.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

SIDE, G = 0.1, 9.81
INERTIA = SIDE ** 2 / 6  # of 1 kg, kg m^2
X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
_runs = [0]


def scene(h, gravity=(0, 0, 0)):
  _runs[0] += 1
  solfec, bulk = models.scene(h, 'joint_coordinates/%d' % _runs[0], density=1 / SIDE ** 3,
                              gravity=gravity)
  WARNINGS(solfec, 'OFF')
  return solfec, bulk


def cube(solfec, bulk, centre=(0, 0, 0), velocity=(0, 0, 0), spin=(0, 0, 0), mass=1.0):
  low, high = [tuple(c + s * SIDE / 2 for c in centre) for s in (-1, 1)]
  body = BODY(solfec, 'RIGID', models.slab(low, high), bulk)
  if mass != 1.0:
    BODY_CHARS(body, mass, SIDE ** 3, centre,
               [mass * INERTIA if i == j else 0.0 for i in range(3) for j in range(3)])
  INITIAL_VELOCITY(body, velocity, spin)
  return body


def solver():
  return GAUSS_SEIDEL_SOLVER(1e-12, 10000)


def damped(t, rate, stiffness, damper, mass):
  """Place of a damped oscillator that starts from 0 with a rate."""
  fade = damper / (2 * mass)
  omega = math.sqrt(stiffness / mass - fade ** 2)
  return rate / omega * math.exp(-fade * t) * math.sin(omega * t)


verify.case('joint_coordinates', 'Both coordinates of cylindrical and universal joints')

# ---- two cubes on one axis, which drift and turn together, with springs between them -------------
M1, M2 = 1.0, 2.0
MASS = M1 * M2 / (M1 + M2)  # reduced
TURN = MASS * INERTIA
SPRING, DAMPER, TWIST, TWIST_DAMPER = 40.0, 1.0, 0.5, 0.002
AXIS = (0.6, 0.0, 0.8)
STEPS, travels, angles = (4e-3, 2e-3, 1e-3, 5e-4), [], []
for h in STEPS:
  solfec, bulk = scene(h)
  along = lambda value: tuple(value * a for a in AXIS)
  one = cube(solfec, bulk, along(0.3), along(1.5), along(5.0), M1)
  two = cube(solfec, bulk, along(-0.3), along(0.5), along(2.0), M2)
  pair = CYLINDRICAL(one, two, (0, 0, 0), AXIS, spring=TWIST, damper=TWIST_DAMPER,
                     travel_spring=SPRING, travel_damper=DAMPER)
  RUN(solfec, solver(), 1)
  travels.append(pair.travel - damped(solfec.time, 1.0, SPRING, DAMPER, MASS))
  angles.append(pair.angle - damped(solfec.time, 3.0, TWIST, TWIST_DAMPER, TURN))
verify.check('travel of two cubes (m), h = 0.5 ms', pair.travel,
             damped(solfec.time, 1.0, SPRING, DAMPER, MASS), 1e-5)
verify.check('angle of two cubes (rad), h = 0.5 ms', pair.angle,
             damped(solfec.time, 3.0, TWIST, TWIST_DAMPER, TURN), 2e-4)
verify.order('travel of two cubes', STEPS, travels, 2)
verify.order('angle of two cubes', STEPS, angles, 2)
mass = M1 + M2
verify.check('drift of their centre (m)', sum(m * sum(d * a for d, a in zip(
    DISPLACEMENT(body, body.center), AXIS)) for m, body in ((M1, one), (M2, two))) / mass,
             (1.5 * M1 + 0.5 * M2) / mass * solfec.time, 1e-9)

# ---- a cube on a cross: both angles swing by a radian and more, each for itself ------------------
ONE, TWO = (0.3, 0.001, 14.0), (0.2, 0.002, 9.0)  # stiffness, damper, start rate
firsts, seconds = [], []
for h in STEPS:
  solfec, bulk = scene(h)
  body = cube(solfec, bulk, spin=(ONE[2], TWO[2], 0))
  cross = UNIVERSAL(body, None, (0, 0, 0), X, Y, spring=ONE[0], damper=ONE[1], spring2=TWO[0],
                    damper2=TWO[1])
  RUN(solfec, solver(), 1)
  firsts.append(cross.angle[0] - damped(solfec.time, ONE[2], ONE[0], ONE[1], INERTIA))
  seconds.append(cross.angle[1] - damped(solfec.time, TWO[2], TWO[0], TWO[1], INERTIA))
verify.order('angle of a cross about axis1', STEPS, firsts, 2)
verify.order('angle of a cross about axis2', STEPS, seconds, 2)
verify.below('angles of a cross (error, rad), h = 0.5 ms',
             max(abs(firsts[-1]), abs(seconds[-1])), 1e-3)

# ---- stops ---------------------------------------------------------------------------------------
for name, sign in (('upper', 1), ('lower', -1)):
  solfec, bulk = scene(1e-3)
  body = cube(solfec, bulk, velocity=(0, 0, 0.5 * sign), spin=(0, 0, 3.0 * sign))
  rod = CYLINDRICAL(body, None, (0, 0, 0), Z, limits=(-0.7, 0.7), travel_limits=(-0.08, 0.08))
  RUN(solfec, solver(), 0.4)
  verify.check('travel at the %s stop (m)' % name, rod.travel, 0.08 * sign, 1e-8)
  verify.check('angle at the %s stop (rad)' % name, rod.angle, 0.7 * sign, 1e-8)
  verify.below('speed and rate there', max(abs(rod.speed), abs(rod.rate)), 1e-8)
solfec, bulk = scene(1e-3, (0, 0, -G))
rod = CYLINDRICAL(cube(solfec, bulk), None, (0, 0, 0), Z, travel_limits=(-0.05, math.inf))
RUN(solfec, solver(), 0.3)
verify.check('travel of a cube that has fallen on its stop (m)', rod.travel, -0.05, 1e-8)
verify.check('force of the stop (N)', rod.force, G, 1e-6)
for stop in (0.3, 0.6):  # angle2 is there before angle is, and after it
  steps, misses = (2e-3, 1e-3, 5e-4), []
  for h in steps:
    solfec, bulk = scene(h)
    body = cube(solfec, bulk, spin=(3, 2, 0))
    TORQUE(body, 'CONVECTED', X, 1e-3)  # keep it there
    TORQUE(body, 'SPATIAL', Y, 1e-3)
    cross = UNIVERSAL(body, None, (0, 0, 0), X, Y, limits=(-1, 0.6), limits2=(-1, stop))
    RUN(solfec, solver(), 0.5)
    misses.append(max(abs(cross.angle[0] - 0.6), abs(cross.angle[1] - stop)))
  # one angle is met while the other one goes on, which turns its axis within the step
  verify.below('angles of a cross at stops of 0.6 and %g rad (error)' % stop, misses[-1],
               (3 * steps[-1]) ** 2)
  verify.below('rates there', max(abs(rate) for rate in cross.rate), 1e-8)
  verify.check('torque of the stop about axis1 (N m)', cross.torque[0], -1e-3, 1e-8)
  verify.check('torque of the stop about axis2 (N m)', cross.torque[1], -1e-3, 1e-8)

# ---- friction ------------------------------------------------------------------------------------
solfec, bulk = scene(1e-3, (0, 0, -G))
body = cube(solfec, bulk)
TORQUE(body, 'SPATIAL', Z, 0.02)
held = CYLINDRICAL(body, None, (0, 0, 0), Z, friction=0.0201, travel_friction=1.001 * G)
RUN(solfec, solver(), 0.5)
verify.check('travel that friction holds (m)', held.travel, 0, 1e-12)
verify.check('angle that friction holds (rad)', held.angle, 0, 1e-10)
verify.check('force of friction that holds (N)', held.force, G, 1e-8)
verify.check('torque of friction that holds (N m)', held.torque, -0.02, 1e-9)
solfec, bulk = scene(1e-3, (0, 0, -G))
body = cube(solfec, bulk)
TORQUE(body, 'SPATIAL', Z, 0.02)
slips = CYLINDRICAL(body, None, (0, 0, 0), Z, friction=0.015, travel_friction=0.75 * G)
RUN(solfec, solver(), 0.5)
T = solfec.time
verify.check('travel against friction (m)', slips.travel, -0.25 * G * T ** 2 / 2, 1e-9)
verify.check('angle against friction (rad)', slips.angle, 0.005 / INERTIA * T ** 2 / 2, 1e-8)
verify.check('force of friction that slips (N)', slips.force, 0.75 * G, 1e-9)
verify.check('torque of friction that slips (N m)', slips.torque, -0.015, 1e-10)
solfec, bulk = scene(1e-3)
body = cube(solfec, bulk, spin=(10, 6, 0))
brake = UNIVERSAL(body, None, (0, 0, 0), X, Y, friction=0.05, friction2=0.04)
RUN(solfec, solver(), 0.6)
verify.check('angle at which friction stops a cross (rad)', brake.angle[0],
             INERTIA * 10 ** 2 / 2 / 0.05, 1e-4)
verify.check('second angle at which friction stops a cross (rad)', brake.angle[1],
             INERTIA * 6 ** 2 / 2 / 0.04, 1e-4)
verify.below('rates afterwards', max(abs(rate) for rate in brake.rate), 1e-9)

# ---- motors --------------------------------------------------------------------------------------
solfec, bulk = scene(1e-3, (0, 0, -G))
OUTPUT(solfec, 1e-3)
body = cube(solfec, bulk)
lift = CYLINDRICAL(body, None, (0, 0, 0), Z)
MOTOR(lift, speed=2, limit=1.5 * G, coordinate='TRAVEL')  # with g / 2 to 2 m/s, then its weight
MOTOR(lift, torque=0.01)
RUN(solfec, solver(), 0.3)
verify.check('force of a motor at its limit (N)', lift.travel_motor, 1.5 * G, 1e-9)
verify.check('travel at the limit of a motor (m)', lift.travel, 0.5 * G * solfec.time ** 2 / 2, 1e-9)
verify.check('power at the limit (W)', lift.travel_power,
             1.5 * G * 0.5 * G * (solfec.time - 0.5e-3), 1e-8)
verify.check('angle under a torque of a motor (rad)', lift.angle,
             0.01 / INERTIA * solfec.time ** 2 / 2, 1e-9)
verify.check('its power (W)', lift.power, 0.01 ** 2 / INERTIA * (solfec.time - 0.5e-3), 1e-9)
RUN(solfec, solver(), 0.3)
verify.check('speed of a motor that has reached it (m/s)', lift.speed, 2, 1e-9)
verify.check('force that it needs then (N)', lift.travel_motor, G, 1e-8)
MOTOR(lift, coordinate='TRAVEL')
spin = lift.rate
RUN(solfec, solver(), 0.1)
verify.check('force of a motor that is off (N)', lift.travel_motor, 0, 1e-12)
verify.check('torque of the motor beside it (N m)', lift.motor, 0.01, 1e-12)
MOTOR(lift)
RUN(solfec, solver(), 0.1)
verify.check('torque of a motor that is off, too (N m)', lift.motor, 0, 1e-12)
_, motor, travel_motor = HISTORY(solfec, [(lift, 'MOTOR'), (lift, 'TRAVEL_MOTOR')], 0.05, 0.05)
verify.check('torque in HISTORY (N m)', motor[0], 0.01, 1e-12)
verify.check('force in HISTORY (N)', travel_motor[0], 1.5 * G, 1e-9)

solfec, bulk = scene(1e-3)
cross = UNIVERSAL(cube(solfec, bulk), None, (0, 0, 0), X, Y)
MOTOR(cross, angle=0.8, gain=20)
MOTOR(cross, speed=1.5, limit=0.01, coordinate='ANGLE2')
RUN(solfec, solver(), 0.1)
T, h = solfec.time, 1e-3
verify.check('angle of a motor with a gain (rad)', cross.angle[0],
             0.8 * (1 - (1 + 20 * h) ** -round(T / h)), 1e-2)
verify.check('second angle at the limit of a motor (rad)', cross.angle[1],
             0.01 / INERTIA * T ** 2 / 2, (16 * h) ** 2 * 1e-2)  # the other angle turns by 16 rad/s
verify.check('torque there (N m)', cross.motor[1], 0.01, 1e-12)
RUN(solfec, solver(), 0.9)
verify.check('angle of a motor with a gain, at the end (rad)', cross.angle[0], 0.8, 1e-7)
verify.check('rate about axis2 (rad/s)', cross.rate[1], 1.5, 1e-9)

# four bars of 0.5 m that motors hold; the solver with its defaults leaves rates of 1e-5 rad/s
solfec, bulk = scene(1e-3, (0, 0, -G))
bars, joints = [], []
for k in range(4):
  bars.append(BODY(solfec, 'RIGID', models.slab((k / 2, -0.02, -0.02), ((k + 1) / 2, 0.02, 0.02)), bulk))
  joints.append(HINGE(bars[k], bars[k - 1] if k else None, (k / 2, 0, 0), Y))
  MOTOR(joints[k], speed=0, limit=1000)
RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.02)
for k, joint in enumerate(joints):
  count = 4 - k
  moment = bars[0].mass * G * count * count / 4  # of what hangs on the joint
  verify.check('torque of the motor of bar %d of a chain (N m)' % (k + 1), joint.motor, -moment,
               0.01 * moment)
verify.finish()
