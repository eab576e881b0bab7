# Shows:   BALL, HINGE, SLIDER, CYLINDRICAL, UNIVERSAL, WELD and MOTOR: mechanisms with exact answers.
# Setting: rigid bodies of some kilograms; steps of 0.25 ms to 2 ms; gravity where it is needed.
# Source:  closed forms: elliptic integral of the pendulum, triangles of the four-bar linkage and the
#          slider-crank, d'Alembert's forces of both, steady precession, Cardan's joint, statics.
# Expect:  geometry to the projection of joints, motions and forces to order 2 in h, stops, friction
#          and motors exact.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import oracle_pendulum
import verify

G = 9.81
Z = (0, 0, 1)
_runs = [0]


def scene(h, gravity=(0, 0, 0), density=1000.0, projection='OFF'):
  _runs[0] += 1
  solfec, bulk = models.scene(h, 'mechanisms/%d' % _runs[0], density=density, gravity=gravity)
  WARNINGS(solfec, 'OFF')
  OUTPUT(solfec, h)
  solfec.projection = projection
  return solfec, bulk


def box(centre, sides):
  return models.slab(*[tuple(c + s * d / 2 for c, d in zip(centre, sides)) for s in (-1, 1)])


def cube(solfec, bulk, centre=(1, 0, 0), side=0.1):
  return BODY(solfec, 'RIGID', box(centre, (side, side, side)), bulk)


def solver():
  return GAUSS_SEIDEL_SOLVER(1e-12, 10000)


def history(solfec, joint, *names):
  return HISTORY(solfec, [(joint, name) for name in names], 0, solfec.time)


verify.case('mechanisms', 'Joints and motors')

# a compound pendulum: J = m (s^2 + a^2 / 6) about the hinge
periods, steps = [], [2e-3, 1e-3, 5e-4]
J_m = 1 + 0.01 / 6
omega = math.sqrt(G / J_m)
exact = oracle_pendulum.period(math.pi / 2, omega)
for h in steps:
  solfec, bulk = scene(h, (0, 0, -G))
  pin = HINGE(cube(solfec, bulk), None, (0, 0, 0), (0, 1, 0))
  RUN(solfec, solver(), 1.6 * exact)
  times, angles = history(solfec, pin, 'ANGLE')
  angles = [a - math.pi / 2 for a in angles]  # from the lowest place
  first, _ = models.crossing(times, angles, rising=True)
  second, _ = models.crossing(times, angles, rising=True, after=first + 0.5 * exact)
  periods.append(second - first - exact)
verify.check('period of a cube on a hinge (s), h = 0.5 ms', exact + periods[-1], exact,
             exact * (omega * steps[-1]) ** 2)
verify.order('period of a cube on a hinge', steps, periods, 2)

# stops, friction, motors on the same cube of 1 kg
solfec, bulk = scene(1e-3, (0, 0, -G))
pin = HINGE(cube(solfec, bulk), None, (0, 0, 0), (0, 1, 0), limits=(-1, 1))
RUN(solfec, solver(), 1)
verify.check('angle at the stop (rad)', pin.angle, 1, 1e-7)
verify.check('torque of the stop (N m)', pin.torque, -G * math.cos(1), 1e-4)
solfec, bulk = scene(1e-3, (0, 0, -G))
pin = HINGE(cube(solfec, bulk), None, (0, 0, 0), (0, 1, 0), friction=9.82)
RUN(solfec, solver(), 0.5)
verify.check('angle that friction of 9.82 N m holds (rad)', pin.angle, 0, 1e-10)
verify.check('friction that it needs (N m)', -pin.torque, G, 1e-8)

solfec, bulk = scene(1e-3, (0, 0, -G))
body = cube(solfec, bulk)
INITIAL_VELOCITY(body, (0, 0, 0.5), (0, -0.5, 0))
pin = HINGE(body, None, (0, 0, 0), (0, -1, 0))
MOTOR(pin, speed=0.5, limit=20)
RUN(solfec, solver(), 1)
times, angles, motors, powers = history(solfec, pin, 'ANGLE', 'MOTOR', 'POWER')
middle = 0.5 * (times[-1] - 0.5e-3)
verify.check('angle of a motor of 0.5 rad/s (rad)', angles[-1], 0.5 * times[-1], 1e-7)
verify.check('torque that lifts 1 kg on an arm of 1 m (N m)', motors[-1], G * math.cos(middle), 1e-4)
verify.check('its power (W)', powers[-1], 0.5 * G * math.cos(middle), 1e-4)
solfec, bulk = scene(1e-3, (0, 0, -G))
guide = SLIDER(cube(solfec, bulk), None, (0, 0, 0), Z)
MOTOR(guide, speed=2)
RUN(solfec, solver(), 0.2)
verify.check('force that lifts 1 kg along a slider (N)', guide.motor, G, 1e-6)
verify.check('its power (W)', guide.power, 2 * G, 1e-6)
verify.check('moment of the slider at its point (N m)', guide.M[1], -G, 1e-6)

# a clamped cube and a door on two hinges: one joint more than needed
solfec, bulk = scene(1e-3, (0, 0, -G))
clamp = WELD(cube(solfec, bulk), None, (0, 0, 0))
RUN(solfec, solver(), 0.1)
verify.check('weight at a weld (N)', clamp.R[2], G, 1e-8)
verify.check('moment at a weld (N m)', clamp.M[1], -G, 1e-8)
solfec, bulk = scene(1e-3, (0, 0, -G))
door = BODY(solfec, 'RIGID', box((0.5, 0, 1), (1, 0.1, 2)), bulk)
hinges = [HINGE(door, None, (0, 0, z), Z) for z in (0.2, 1.8)]
RUN(solfec, solver(), 0.1)
weight = door.mass * G
verify.check('weight of a door on two hinges (N)', sum(one.R[2] for one in hinges), weight, 1e-6)
moment = sum(z * one.R[0] + one.M[1] for z, one in zip((0.2, 1.8), hinges))
verify.check('its moment about the lower corner (N m)', moment, -0.5 * weight, 1e-6)

# slider-crank, crank r about z with the constant speed w, rod l, gudgeon pin on the x axis
r, l, w, m_rod, m_piston = 0.3, 1.0, 6.0, 2.0, 3.0


def slider_crank(t):
  """Angle of the rod, place, and by central differences of these closed forms the accelerations."""
  rod = math.asin(r * math.sin(w * t) / l)
  return rod, r * math.cos(w * t) + l * math.cos(rod)


def second(f, t, d=1e-4):
  return (f(t + d) - 2 * f(t) + f(t - d)) / d ** 2


def side_force(t):
  """Force of the guide on the piston along y by d'Alembert's principle, gravity is zero."""
  rod, _ = slider_crank(t)
  centre = lambda s: (r * math.cos(w * s) + l / 2 * math.cos(slider_crank(s)[0]),
                      r * math.sin(w * s) - l / 2 * math.sin(slider_crank(s)[0]))
  a_x, a_y = [second(lambda s, k=k: centre(s)[k], t) for k in (0, 1)]
  spin = second(lambda s: -slider_crank(s)[0], t)  # about z
  inertia = m_rod * l * l / 12
  pin_x = m_piston * second(lambda s: slider_crank(s)[1], t)  # on the piston
  # moments of the rod about the crank pin: arm to its centre c, to the piston 2 c
  c_x, c_y = l / 2 * math.cos(rod), -l / 2 * math.sin(rod)
  moment = inertia * spin + m_rod * (c_x * a_y - c_y * a_x)
  pin_y = (-moment + 2 * c_y * pin_x) / (2 * c_x)  # on the piston, the rod feels its opposite
  return -pin_y


def run_slider_crank(h):
  solfec, bulk = scene(h)
  crank = BODY(solfec, 'RIGID', box((r / 2, 0, 0), (r, 0.05, 0.05)), bulk)
  rod = BODY(solfec, 'RIGID', box((r + l / 2, 0, 0), (l, 0.05, 0.05)), bulk)
  piston = BODY(solfec, 'RIGID', box((r + l, 0, 0), (0.1, 0.1, 0.1)), bulk)
  third = m_rod * l * l / 12
  BODY_CHARS(rod, m_rod, 1e-3, rod.center, (third, 0, 0, 0, third, 0, 0, 0, third))
  BODY_CHARS(piston, m_piston, 1e-3, piston.center, (0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.01))
  rate = -r * w / l  # of the rod at the dead centre
  INITIAL_VELOCITY(crank, (0, w * r / 2, 0), (0, 0, w))
  INITIAL_VELOCITY(rod, (0, w * r + rate * l / 2, 0), (0, 0, rate))
  main = HINGE(crank, None, (0, 0, 0), Z)
  BALL(crank, rod, (r, 0, 0))
  HINGE(rod, piston, (r + l, 0, 0), Z)
  guide = SLIDER(piston, None, (r + l, 0, 0), (1, 0, 0))
  MOTOR(main, speed=w)
  RUN(solfec, solver(), 0.8)
  times, travel, side = history(solfec, guide, 'TRAVEL', 'RY')
  _, angle, power = history(solfec, main, 'ANGLE', 'POWER')
  return times, travel, side, angle, power


steps, errors = [2e-3, 1e-3, 5e-4], []
for h in steps:
  times, travel, side, angle, power = run_slider_crank(h)
  miss = max(abs(s - (slider_crank(a / w)[1] - r - l)) for s, a in zip(travel, angle))
  # without projection places drift apart in order 2
  verify.below('travel of the piston against its crank (m), h = %g' % h, miss, (w * h) ** 2)
  # means of two steps: the reversal of velocities in rows leaves a ripple of order h from step to step
  errors.append(max(abs((side[k] + side[k + 1]) / 2 - side_force(times[k]))
                    for k in range(10, len(times) - 1)))
largest = max(abs(side_force(t)) for t in times)
verify.below('side force of the piston (N of %.3g), h = 0.5 ms' % largest, errors[-1],
             largest * 10 * (w * steps[-1]) ** 2)
verify.order('side force of the piston', steps, errors, 2)

# a four-bar linkage: crank a, coupler b, rocker c, ground d, in the plane z = 0
a, b, c, d = 1.0, 2.5, 2.0, 2.2


def rocker(crank):
  """Joint of coupler and rocker and the angle of the rocker, by the law of cosines."""
  x, y = a * math.cos(crank), a * math.sin(crank)
  f = math.hypot(d - x, y)
  angle = math.atan2(-y, d - x) + math.acos((b * b + f * f - c * c) / (2 * b * f))
  end = (x + b * math.cos(angle), y + b * math.sin(angle))
  return end, math.atan2(end[1], end[0] - d)


solfec, bulk = scene(1e-3, projection='ON')
start = 0.3
B = (a * math.cos(start), a * math.sin(start), 0)
C, rocker_start = rocker(start)
C = (C[0], C[1], 0)
arms = []
for p, q in (((0, 0, 0), B), (B, C), ((d, 0, 0), C)):
  arm = cube(solfec, bulk, tuple((x + y) / 2 for x, y in zip(p, q)), 0.2)
  arms.append(arm)
ground = BODY(solfec, 'OBSTACLE', box((0, 0, -5), (1, 1, 1)), bulk)
main = HINGE(ground, arms[0], (0, 0, 0), (0, 0, -1))  # the crank is the second body
CYLINDRICAL(arms[0], arms[1], B, Z)
BALL(arms[1], arms[2], C)
pivot = HINGE(arms[2], None, (d, 0, 0), Z)
MOTOR(main, speed=TIME_SERIES([0, 0, 0.1, 6, 10, 6]))
RUN(solfec, solver(), 1.2)
_, crank, rock = HISTORY(solfec, [(main, 'ANGLE'), (pivot, 'ANGLE')], 0, 1.2)
miss = max(abs(math.remainder(y + rocker_start - rocker(start + x)[1], 2 * math.pi))
           for x, y in zip(crank, rock))
verify.below('angle of the rocker against its crank (rad)', miss, 1e-7)
verify.within('turns of the crank', crank[-1] / (2 * math.pi), 1.05, 1.15)

# Cardan's joint between shafts at 0.5 rad, the first one with 5 rad/s
steps, errors, bend = [2e-3, 1e-3, 5e-4], [], 0.5
for h in steps:
  solfec, bulk = scene(h, projection='ON')
  shafts = [cube(solfec, bulk, (0, 0, 0)), cube(solfec, bulk, (0, 0, 0))]
  for axis, shaft, speed in (((1, 0, 0), shafts[0], 5.0),
                             ((math.cos(bend), math.sin(bend), 0), shafts[1],
                              5.0 * math.cos(bend))):
    INITIAL_VELOCITY(shaft, (0, 0, 0), tuple(speed * x for x in axis))
  one = HINGE(shafts[0], None, (0, 0, 0), (1, 0, 0))
  two = HINGE(shafts[1], None, (0, 0, 0), (math.cos(bend), math.sin(bend), 0))
  cross = UNIVERSAL(shafts[0], shafts[1], (0, 0, 0), Z, (-math.sin(bend), math.cos(bend), 0))
  MOTOR(one, speed=5)
  RUN(solfec, solver(), 1)
  _, first, second_angle, fork = HISTORY(
      solfec, [(one, 'ANGLE'), (two, 'ANGLE'), (cross, 'ANGLE')], 0, 1)
  # both yokes perpendicular: tan(second) = cos(bend) tan(first) when the first lies across the plane
  errors.append(max(abs(math.sin(y) * math.cos(x) - math.cos(bend) * math.sin(x) * math.cos(y))
                    for x, y in zip(first, second_angle)))
verify.below("second shaft of Cardan's joint (sine of an angle)", max(errors), 1e-9)

# a gyroscope in gimbals: steady precession m g s / (C spin) of a horizontal axis
spin, C_rotor, mass, arm = 100.0, 0.02, 2.0, 0.1
rate = mass * G * arm / (C_rotor * spin)
steps, errors = [1e-3, 5e-4, 2.5e-4], []
for h in steps:
  solfec, bulk = scene(h, (0, 0, -G))
  frames = [cube(solfec, bulk, (0, 0, z)) for z in (1, 2)]  # clear of the rotor
  rotor = cube(solfec, bulk, (arm, 0, 0))
  BODY_CHARS(rotor, mass, 1e-3, (arm, 0, 0), (C_rotor, 0, 0, 0, 0.015, 0, 0, 0, 0.015))
  for frame in frames:
    BODY_CHARS(frame, 0.5, 1e-3, (0, 0, 0), (0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.01))
    INITIAL_VELOCITY(frame, (0, 0, 0), (0, 0, rate))
  INITIAL_VELOCITY(rotor, (0, rate * arm, 0), (spin, 0, rate))
  outer = HINGE(frames[0], None, (0, 0, 0), Z)
  inner = HINGE(frames[1], frames[0], (0, 0, 0), (0, 1, 0))
  axle = HINGE(rotor, frames[1], (0, 0, 0), (1, 0, 0))
  RUN(solfec, solver(), 0.5)
  errors.append(outer.angle / (rate * solfec.time) - 1)
verify.below('precession of a gyroscope in gimbals (relative error), h = 0.25 ms',
             abs(errors[-1]), (spin * steps[-1]) ** 2)
verify.order('precession of a gyroscope in gimbals', steps, errors, 2)

# a slider that turns: travel of a motor along an axis that another motor turns
steps, errors = [2e-3, 1e-3, 5e-4], []
for h in steps:
  solfec, bulk = scene(h)
  beam = BODY(solfec, 'RIGID', box((0, 0, 0), (1, 0.1, 0.1)), bulk)
  bead = cube(solfec, bulk, (0.3, 0, 0))
  INITIAL_VELOCITY(beam, (0, 0, 0), (0, 0, 3))
  INITIAL_VELOCITY(bead, (0.4, 0.9, 0), (0, 0, 3))
  main = HINGE(beam, None, (0, 0, 0), Z)
  guide = SLIDER(bead, beam, (0.3, 0, 0), (1, 0, 0))
  MOTOR(main, speed=3)
  MOTOR(guide, speed=0.4)
  RUN(solfec, solver(), 1)
  verify.check('angle of the beam (rad), h = %g' % h, main.angle, 3, 1e-9)
  errors.append(guide.travel - 0.4)
verify.below('travel along a turning slider (error, m), h = 0.5 ms', abs(errors[-1]), 2e-6)
verify.order('travel along a turning slider', steps, errors, 2)
verify.finish()
