# Shows:   less friction while a contact slides than while it sticks (STATIC_DYNAMIC).
# Setting: block of 0.5 x 0.5 x 0.1 m and 50 kg, on a belt (an obstacle that moves at v = 0.1 m/s), held by a spring
#          of 2 kN/m; g 10 m/s^2, friction 0.4 that sticks and 0.25 that slides. A block on an incline between
#          the two angles of friction rests, and slides on once it has been pushed.
# Source:  with D = (mu_s - mu_d) m g / k and w = sqrt(k / m) the block sticks for 2 D / v and slides for
#          2 (pi - atan(D w / v)) / w; the spring stretches to mu_s m g / k before each slide and to
#          mu_d m g / k - sqrt(D^2 + (v / w)^2) at least. On the incline a = g (sin a - mu_d cos a).
# Expect:  period to 1 %, stretches to 1 %, way and speed on the incline to 1 %, the resting block stays.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

G, STATIC, DYNAMIC, BELT, SPRING, MASS = 10.0, 0.4, 0.25, 0.1, 2e3, 50.0
LAW = dict(model='STATIC_DYNAMIC', friction=STATIC, dynamic_friction=DYNAMIC)


def start(name, step, gravity):
  solfec = SOLFEC('DYNAMIC', step, 'out/stick-slip/' + name)
  solfec.verbose = 'OFF'
  SURFACE_MATERIAL(solfec, **LAW)
  bulk = BULK_MATERIAL(solfec, 'KIRCHHOFF', 'stone', 15e9, 0.25, MASS / 0.025)
  GRAVITY(solfec, gravity)
  return solfec, bulk


verify.case('stick-slip', 'Friction that sticks and slides')
offset, frequency = (STATIC - DYNAMIC) * MASS * G / SPRING, math.sqrt(SPRING / MASS)
period = 2 * offset / BELT + 2 * (math.pi - math.atan(offset * frequency / BELT)) / frequency
solfec, bulk = start('belt', period / 2000, (0, 0, -G))
belt = BODY(solfec, 'OBSTACLE', models.slab((-1, -2, -0.2), (20, 2, 0)), bulk)
SET_VELOCITY(belt, (0, 0, 0), (1, 0, 0), BELT)
block = BODY(solfec, 'RIGID', models.brick((-0.25, -0.25, 0), (0.25, 0.25, 0.1), (1, 1, 1)), bulk)
PUT_SPRING(block, (-0.25, 0, 0), None, (-2.25, 0, 0), TIME_SERIES([-1, -SPRING, 1, SPRING]), (-1, 1))
times, ways = [], []


def note():
  times.append(solfec.time)
  ways.append(DISPLACEMENT(block, block.center)[0])


models.each_step(solfec, note)
RUN(solfec, GAUSS_SEIDEL_SOLVER(), 6.5 * period)
late = [k for k in range(1, len(ways) - 1) if times[k] > period]
peaks = [k for k in late if ways[k - 1] < ways[k] >= ways[k + 1]]
found = (times[peaks[-1]] - times[peaks[0]]) / (len(peaks) - 1)
verify.check('period (s)', found, period, 0.01 * period)
# the block overtakes its place of release before it turns, by the speed of the belt
highest = DYNAMIC * MASS * G / SPRING + math.hypot(offset, BELT / frequency)
lowest = DYNAMIC * MASS * G / SPRING - math.hypot(offset, BELT / frequency)
verify.check('largest stretch (m)', max(ways[k] for k in late), highest, 0.01 * highest)
verify.check('least stretch (m)', min(ways[k] for k in late), lowest, 0.01 * highest)
whole = ways[peaks[0]:peaks[-1] + 1]
sticking = sum(1 for a, b in zip(whole, whole[1:]) if abs((b - a) / solfec.step - BELT) < 1e-6 * BELT)
verify.check('share of the time in which it sticks', sticking / (len(whole) - 1), 2 * offset / BELT / period, 0.01)

# 18 degrees lie between atan 0.25 = 14.0 and atan 0.4 = 21.8
angle = math.radians(18)
for name, speed in (('rests', 0.0), ('pushed', 0.05)):
  solfec, bulk = start(name, 1e-3, (G * math.sin(angle), 0, -G * math.cos(angle)))
  BODY(solfec, 'OBSTACLE', models.slab((-2, -2, -0.2), (20, 2, 0)), bulk)
  block = BODY(solfec, 'RIGID', models.brick((-0.25, -0.25, 0), (0.25, 0.25, 0.1), (1, 1, 1)), bulk)
  INITIAL_VELOCITY(block, (speed, 0, 0), (0, 0, 0))
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.5)
  way, last = DISPLACEMENT(block, block.center)[0], models.linear_velocity(block)[0]
  if speed == 0.0:
    verify.below('incline, from rest: way after 0.5 s (m)', abs(way), 1e-9)
  else:
    rate = G * (math.sin(angle) - DYNAMIC * math.cos(angle))
    verify.check('incline, pushed: speed after 0.5 s (m/s)', last, speed + 0.5 * rate, 0.01 * last)
    verify.check('incline, pushed: way after 0.5 s (m)', way, 0.5 * speed + 0.125 * rate, 0.01 * way)
verify.finish()
