# Shows:  the torque of a motor that turns a slider-crank pump at a constant rate: inertia, weight and load.
# Source: Newton-Euler equations of crank, rod and slider, written as power: the motor's is the change of their energy
#         less the power of the load. The slider is at r cos a + sqrt (l^2 - r^2 sin(a)^2) for the angle a of
#         the crank; the function `energy` follows from this alone, its derivative is a central difference.
# Expect: the torque is the exact one to 1 % of the largest at all angles; in each turn the motor does the work
#         of the load on its way, 2 r times the force, to 0.5 %.
#
#   tools/run inp/mechanisms/slider-crank.py
#   solfec --render out/mechanisms/slider-crank --time 0.05,0.1,0.15,0.2 --view front --parallel -o slider-crank.png

from math import asin, cos, pi, sin

crank, rod, side = 0.1, 0.3, 0.08                    # m: lengths, side of the slider
thick = 0.02                                         # m, of crank and rod
rate, load = 8 * pi, 60.0                            # rad/s; N, against the slider on its way out
density, g = 2700.0, 9.81
turn, turns = 2 * pi / rate, 2
step = turn / 1000

solfec = SOLFEC ('DYNAMIC', step, 'out/mechanisms/slider-crank')
solfec.projection = 'ON'
bulk = BULK_MATERIAL (solfec, density = density)
SURFACE_MATERIAL (solfec, friction = 0)
GRAVITY (solfec, (0, 0, -g))

def bar (x0, x1, y, height, label):
  return BODY (solfec, 'RIGID', BOX ((x0, y, -height / 2), (x1 - x0, thick, height), 1, 1), bulk, label = label)

disc = bar (0, crank, 0, thick, 'crank')
link = bar (crank, crank + rod, thick, thick, 'rod')
slider = bar (crank + rod - side / 2, crank + rod + side / 2, 0, side, 'slider')
y = thick / 2
pin = HINGE (disc, None, (0, y, 0), (0, -1, 0))      # the angle turns x into z
CYLINDRICAL (link, disc, (crank, y, 0), (0, -1, 0))  # with BALL and SLIDER it holds each motion once
BALL (link, slider, (crank + rod, y, 0))
SLIDER (slider, None, (crank + rod, y, 0), (1, 0, 0))
INITIAL_VELOCITY (disc, (0, 0, rate * crank / 2), (0, -rate, 0))
INITIAL_VELOCITY (link, (0, 0, rate * crank / 2), (0, rate * crank / rod, 0))
MOTOR (pin, speed = rate)
times = []
for k in range (turns):                              # the slider goes out in the second half of each turn
  times += [k * turn, 0, (k + 0.5) * turn, 0, (k + 0.5) * turn + step / 2, load, (k + 1) * turn - step / 2, load]
FORCE (slider, 'SPATIAL', slider.center, (-1, 0, 0), TIME_SERIES (times + [turns * turn, 0]))
RUN (solfec, GAUSS_SEIDEL_SOLVER (), turns * turn)

def places (time):
  '''Place of the slider, centre of the rod and its angle.'''
  angle = rate * time
  tilt = asin (crank * sin (angle) / rod)
  return (crank * cos (angle) + rod * cos (tilt), crank * cos (angle) + rod / 2 * cos (tilt), crank / 2 * sin (angle), tilt)

def energy (time, dt = 1E-5):
  '''Energy of the motion and of the weight, J.'''
  before, now, after = (places (time + s * dt) for s in (-1, 0, 1))
  v, vx, vz, spin = ((b - a) / (2 * dt) for a, b in zip (before, after))
  kinetic = slider.mass * v * v + link.mass * (vx * vx + vz * vz + (rod ** 2 + thick ** 2) / 12 * spin * spin)
  return kinetic / 2 + g * (disc.mass * crank / 2 * sin (rate * time) + link.mass * now [2])

def exact (time, dt = 1E-5):
  '''Torque of the motor, N m.'''
  out = (places (time + dt) [0] - places (time - dt) [0]) / (2 * dt)
  return ((energy (time + dt) - energy (time - dt)) / (2 * dt) + load * max (out, 0)) / rate

if not VIEWER ():
  times, torques = HISTORY (solfec, (pin, 'MOTOR'), 0, turns * turn)
  # a torque is the mean of its step, two of them stand for the time between
  means = [(a + b) / 2 for a, b in zip (torques [10:], torques [11:])]
  truth = [exact (time) for time in times [10:-1]]
  worst = max (abs (a - b) for a, b in zip (means, truth))
  largest = max (abs (t) for t in truth)
  work = sum (torques [-1000:]) * step * rate
  print ('torque from %.3f to %.3f N m, exact from %.3f to %.3f N m, off by at most %.4f N m' %
         (min (means), max (means), min (truth), max (truth), worst))
  print ('work in the last turn %.4f J, of the load %.4f J' % (work, 2 * crank * load))
  assert worst < 0.01 * largest
  assert abs (work / (2 * crank * load) - 1) < 0.005
