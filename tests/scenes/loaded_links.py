# Shows:   light bodies between links and stiff springs under large tensions.
# Setting: a chain of ten balls of 0.5 kg on rigid links of 0.1 m carries 20 t; the middle one gets
#          1 mm/s across; steps of 0.1 ms to 50 ms; lengths 0.01 to 100 times as large; default and
#          tight criteria of the solvers. Four balls of 0.5 kg on links or on springs of 1e6 and
#          1e12 N/m turn about a point in space, or free about their centre, up to 0.3 rad a step.
# Source:  energy: no ball of the chain can be faster than sqrt(2 E / m) = 1 mm/s with the 2.5e-7 J
#          that it began with; kinetic energy (less what springs hold) and angular momentum of the
#          balls are conserved.
# Expect:  the speed of the chain stays below its bound plus what the accuracy of a step (1e-3 g h)
#          lets in; energies to 1e-3, momenta to 1e-6 of their size.

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

G = 10.0
_runs = [0]


def scene(h, gravity=(0, 0, 0)):
  _runs[0] += 1
  solfec, bulk = models.scene(h, 'loaded-links/%d' % _runs[0], density=1e3, gravity=gravity)
  WARNINGS(solfec, 'OFF')
  OUTPUT(solfec, 1e6)
  return solfec, bulk


def ball(solfec, bulk, centre, mass, radius):
  body = BODY(solfec, 'RIGID', SPHERE(centre, radius, 1, 1), bulk)
  inertia = 0.4 * mass * radius ** 2
  BODY_CHARS(body, mass, body.volume, body.center, [inertia * x for x in (1, 0, 0, 0, 1, 0, 0, 0, 1)])
  return body


def speed(body):
  return sum(v * v for v in VELOCITY(body, body.center)) ** 0.5


def hang(name, solver, h, size, bound):
  """The loaded chain; `size` multiplies its lengths."""
  length = 0.1 * size
  solfec, bulk = scene(h, (0, 0, -G))
  balls = [ball(solfec, bulk, (0, 0, -length * (k + 1)), 0.5 if k < 10 else 2e4, 0.4 * length)
           for k in range(11)]
  PUT_RIGID_LINK(balls[0], None, balls[0].center, (0, 0, 0))
  for upper, lower in zip(balls, balls[1:]):
    PUT_RIGID_LINK(upper, lower, upper.center, lower.center)
  INITIAL_VELOCITY(balls[5], (1e-3, 0, 0), (0, 0, 0))
  fastest = [0.0]

  def look():
    fastest[0] = max(fastest[0], max(speed(body) for body in balls))
    return 1

  CALLBACK(solfec, h, (), look)
  RUN(solfec, solver(), max(50 * h, 0.2))
  title = 'loaded chain, %s, h %g s, size %g: fastest ball (m/s)' % (name, h, size)
  verify.within(title, fastest[0], 1e-4, bound)
  verify.below(title.replace('fastest ball (m/s)', 'way of the load (m)'),
               max(map(abs, DISPLACEMENT(balls[10], balls[10].center))), 1e-4 * length + h * bound)


LOOSE = (('sweeps', lambda: GAUSS_SEIDEL_SOLVER(1e-3, 200)), ('Newton', lambda: NEWTON_SOLVER()))
TIGHT = (('tight sweeps', lambda: GAUSS_SEIDEL_SOLVER(1e-8, 1000, 1e-8)),
         ('tight Newton', lambda: NEWTON_SOLVER(1e-8, 1000)))

verify.case('loaded_links', 'Light bodies between links and springs under large tensions')

for name, solver in LOOSE:
  for h in (1e-4, 1e-3, 1e-2, 5e-2):
    hang(name, solver, h, 1.0, 1.1e-3 + 20 * 1e-3 * G * h)
for name, solver in TIGHT:
  for h in (1e-3, 1e-2, 5e-2):
    hang(name, solver, h, 1.0, 1.05e-3)
for size in (1e-2, 1e2):
  hang('tight sweeps', TIGHT[0][1], 1e-2, size, 1.05e-3)


def whirl(name, join, solver, h, spin, anchored):
  """Balls in a row turn as one about the origin or about their centre."""
  solfec, bulk = scene(h)
  balls = [ball(solfec, bulk, (0.1 * (k + 1), 0, 0), 0.5, 0.04) for k in range(4)]
  if anchored:
    join(balls[0], balls[0].center, None, (0, 0, 0))
  for a, b in zip(balls, balls[1:]):
    join(a, a.center, b, b.center)
  axis = 0.0 if anchored else 0.25
  for body in balls:
    INITIAL_VELOCITY(body, (0, spin * (body.center[0] - axis), 0), (0, 0, 0))

  def places():
    return [[c + d for c, d in zip(body.center, DISPLACEMENT(body, body.center))] for body in balls]

  def state():
    kinetic = sum(0.5 * body.mass * speed(body) ** 2 for body in balls)
    moment = 0.0
    for body, (x, y, _) in zip(balls, places()):
      u, v, _ = VELOCITY(body, body.center)
      moment += body.mass * ((x - axis) * v - y * u)
    return kinetic, moment

  start = state()
  RUN(solfec, solver(), 100 * h)
  end = state()
  title = '%s, %s, h %g s, %g rad a step, ' % (name, 'about a point' if anchored else 'free', h, spin * h)
  verify.check(title + 'kinetic energy over that of the start', end[0] / start[0], 1.0, 1e-3)
  verify.check(title + 'angular momentum over that of the start', end[1] / start[1], 1.0, 1e-6)


def rigid(a, p, b, q):
  PUT_RIGID_LINK(a, b, p, q)


def spring(stiffness):
  return lambda a, p, b, q: PUT_SPRING(a, p, b, q, stiffness, None)


for kind, join, stiffness in (('links', rigid, None), ('springs of 1e12 N/m', spring(1e12), 1e12),
                              ('springs of 1e6 N/m', spring(1e6), 1e6)):
  for name, solver in TIGHT:
    for h, spin in ((1e-3, 1.0), (1e-2, 5.0), (1e-2, 30.0)):
      for anchored in (True, False):
        if stiffness == 1e6 and spin > 5:  # they stretch by a tenth
          continue
        whirl('%s, %s' % (kind, name), join, solver, h, spin, anchored)

verify.finish()
