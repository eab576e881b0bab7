# Shows:  how fast a row of dominoes falls, for dominoes that slide on each other with and without friction.
# Source: van Leeuwen (2010), Am. J. Phys. 78, 721-727: the dominoes do not slide on the floor, each stays leaning on the
#         next one after it has struck it, so a train has one degree of freedom between two impacts; friction
#         acts along the faces. The function `wave` integrates this model.
# Expect: the speed of the wave, which becomes constant after some dominoes, is that of the model to 1.5 %.
#
#   tools/run inp/motion/dominoes.py
#   solfec --render out/motion/dominoes/smooth --time 0.1,0.2,0.3 --view front --parallel -o dominoes.png

from math import asin, cos, sin, sqrt

height, thickness, width = 0.048, 0.0075, 0.024  # m
gap = 0.016                      # m, between faces
pitch = gap + thickness
count, first = 24, 14            # dominoes; the speed is that from `first` to the last but one
push = 8.0                       # rad/s, of the first domino
step, stop = 2E-4, 0.7          # s
g = 9.81

def lean (angle, number):
  '''Angles of `number` dominoes behind one at this angle and their first and second derivatives by it.'''
  angles, rates, bends = [angle], [1.0], [0.0]
  for k in range (number):
    t, w = angles [k], rates [k]
    a = (pitch * cos (t) - thickness) / height          # the corner touches the face of the domino in front
    r = sqrt (1 - a * a)
    slope = 1 - pitch * sin (t) / (height * r)
    bend = -pitch / height * (cos (t) / r - sin (t) * a * pitch * sin (t) / height / r ** 3)
    angles.append (t + asin (a))
    rates.append (w * slope)
    bends.append (bends [k] * slope + w * w * bend)
  return angles, rates, bends

def arms (front, rear, mu):
  '''Moments about their feet of the dominoes in front and behind, N m, for a normal force of 1 N between them.'''
  nx, nz = cos (front), -sin (front)                    # the face is pushed forward, friction draws it down
  fx, fz = nx - mu * sin (front), nz - mu * cos (front)
  x, z = height * sin (rear), height * cos (rear)
  return z * fx - (x - pitch) * fz, x * fz - z * fx

def drive (angles, rates, loads, mu):
  '''The factor a of the train for which inertia (a rates - loads) are the moments of the forces between dominoes.'''
  inertia = (height ** 2 + thickness ** 2) / 3          # about the foot, of the mass 1 kg
  force, fixed = 0.0, 0.0                               # force from behind: force * a + fixed
  for k in range (len (angles) - 1, 0, -1):
    push_front, push_rear = arms (angles [k - 1], angles [k], mu)
    behind = arms (angles [k], angles [k + 1], mu) [0] if k + 1 < len (angles) else 0.0
    force, fixed = ((inertia * rates [k] - behind * force) / push_rear,
                    (-inertia * loads [k] - behind * fixed) / push_rear)
  behind = arms (angles [0], angles [1], mu) [0] if len (angles) > 1 else 0.0
  return (inertia * loads [0] + behind * fixed) / (inertia - behind * force)

def wave (mu, dt = 1E-4, longest = 16):
  '''Speed of the model from the domino `first` to the last but one, m/s.'''
  inertia = (height ** 2 + thickness ** 2) / 3
  strikes = asin (gap / height)

  def rate (angle, speed, number):
    angles, rates, bends = lean (angle, number)
    weights = [g / 2 * (height * sin (t) - thickness * cos (t)) / inertia for t in angles]
    return drive (angles, rates, [a - b * speed ** 2 for a, b in zip (weights, bends)], mu)

  angle, speed, number, time, times = 0.0, push, 0, 0.0, [0.0]
  while len (times) < count:
    middle = speed + dt / 2 * rate (angle, speed, number)
    after = angle + dt * middle
    later = speed + dt * rate (angle + dt / 2 * speed, middle, number)
    if after < strikes:
      angle, speed, time = after, later, time + dt
      continue
    part = (strikes - angle) / (after - angle)
    times.append (time + part * dt)
    time, speed = times [-1], speed + part * (later - speed)
    before = [0.0] + [w * speed for w in lean (strikes, number) [1]]
    number = min (number + 1, longest)                  # those far behind rest on each other and push no more
    angles, rates, _ = lean (0.0, number)
    angle, speed = 0.0, drive (angles, rates, before, mu)
  return pitch * (count - 2 - first) / (times [-2] - times [first])

def box (solfec, low, high, kind, surface, bulk, label):
  shape = BOX (low, [b - a for a, b in zip (low, high)], 1, surface)
  return BODY (solfec, kind, shape, bulk, label = label)

def fall (name, mu):
  '''Speed of the wave in a run, m/s.'''
  solfec = SOLFEC ('DYNAMIC', step, 'out/motion/dominoes/' + name)
  bulk = BULK_MATERIAL (solfec, density = 1000)
  domino, table = 1, 2
  SURFACE_MATERIAL (solfec, domino, domino, friction = mu)
  SURFACE_MATERIAL (solfec, domino, table, friction = 2)  # the feet do not slide
  GRAVITY (solfec, (0, 0, -g))
  OUTPUT (solfec, 4E-3)
  box (solfec, (-0.05, -0.03, -0.01), (pitch * count + 0.1, 0.054, 0), 'OBSTACLE', table, bulk, 'table')
  row = [box (solfec, (k * pitch - thickness, 0, 0), (k * pitch, width, height), 'RIGID', domino, bulk, 'domino %d' % k)
         for k in range (count)]
  INITIAL_VELOCITY (row [0], (push * height / 2, 0, push * thickness / 2), (0, push, 0))
  RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)
  if VIEWER (): return 0
  times, *ways = HISTORY (solfec, [(body, (k * pitch, width / 2, height), 'DX')
                                   for k, body in enumerate (row) if k in (first, count - 2)], 0, stop)
  passed = []
  for way in ways:                                      # of the upper edge: half of the gap
    k = next (k for k, x in enumerate (way) if x > gap / 2)
    passed.append (times [k - 1] + (times [k] - times [k - 1]) * (gap / 2 - way [k - 1]) / (way [k] - way [k - 1]))
  return pitch * (count - 2 - first) / (passed [1] - passed [0])

for name, mu in ('smooth', 0.0), ('rough', 0.2):
  speed = fall (name, mu)
  if not VIEWER ():
    exact = wave (mu)
    print ('friction %g: the wave runs at %.3f m/s, the model at %.3f m/s' % (mu, speed, exact))
    assert abs (speed / exact - 1) < 0.015
