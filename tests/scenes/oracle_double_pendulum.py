"""Event-driven double pendulum of two unit masses on unit links against a frictionless wall.

Angles from the vertical; the pivot is at (0, 2), positions (x, z). A mass hits the wall when its
x falls to zero. Between impacts: Runge-Kutta of order 4, step 1e-4 s (error below 1e-11); the time
of an impact by bisection; at an impact Newton's law with the restitution on the mass that hits and
the impulse passed on through the rigid links.
"""

import math

GRAVITY = 9.81


def _rates(state):
  a, b, da, db = state
  c, s = math.cos(a - b), math.sin(a - b)
  f1 = -s * db * db - 2.0 * GRAVITY * math.sin(a)
  f2 = s * da * da - GRAVITY * math.sin(b)
  det = 2.0 - c * c
  return (da, db, (f1 - c * f2) / det, (2.0 * f2 - c * f1) / det)


def _advance(state, h):
  k1 = _rates(state)
  k2 = _rates([s + 0.5 * h * k for s, k in zip(state, k1)])
  k3 = _rates([s + 0.5 * h * k for s, k in zip(state, k2)])
  k4 = _rates([s + h * k for s, k in zip(state, k3)])
  return [s + h / 6.0 * (p + 2.0 * q + 2.0 * r + t)
          for s, p, q, r, t in zip(state, k1, k2, k3, k4)]


def positions(state):
  """x of the first and of the second mass."""
  return math.sin(state[0]), math.sin(state[0]) + math.sin(state[1])


def energy(state):
  """Total energy, J; potential energy from z = 0."""
  a, b, da, db = state
  v1 = da * da
  v2 = da * da + db * db + 2.0 * da * db * math.cos(a - b)
  z1 = 2.0 - math.cos(a)
  return 0.5 * (v1 + v2) + GRAVITY * (z1 + z1 - math.cos(b))


def _impact(state, ball, restitution):
  a, b, da, db = state
  c = math.cos(a - b)
  j = (math.cos(a), math.cos(b) if ball == 1 else 0.0)
  det = 2.0 - c * c
  m = ((j[0] - c * j[1]) / det, (2.0 * j[1] - c * j[0]) / det)  # M^-1 j
  speed = j[0] * da + j[1] * db
  impulse = -(1.0 + restitution) * speed / (j[0] * m[0] + j[1] * m[1])
  return [a, b, da + impulse * m[0], db + impulse * m[1]]


def _first_hit(state, h):
  """(time within the step, ball) of the first impact, or None."""
  end = _advance(state, h)
  hits = []
  for ball in (0, 1):
    if positions(end)[ball] >= 0.0 or positions(state)[ball] < 0.0:
      continue
    low, high = 0.0, h
    for _ in range(60):
      middle = 0.5 * (low + high)
      if positions(_advance(state, middle))[ball] >= 0.0:
        low = middle
      else:
        high = middle
    hits.append((low, ball))
  return min(hits) if hits else None


def solve(angle1, angle2, restitution, times):
  """Energies at the given times, J, and the list of impacts (time, ball)."""
  state, t, step = [angle1, angle2, 0.0, 0.0], 0.0, 1e-4
  energies, impacts, pending = [], [], list(times)
  while pending:
    h = min(step, pending[0] - t)
    hit = _first_hit(state, h) if h > 0.0 else None
    if hit:
      state = _impact(_advance(state, hit[0]), hit[1], restitution)
      t += hit[0]
      impacts.append((t, hit[1]))
    else:
      state = _advance(state, h) if h > 0.0 else state
      t += h
    if t >= pending[0] - 1e-13:
      energies.append(energy(state))
      pending.pop(0)
  return energies, impacts
