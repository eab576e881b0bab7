"""Ball falling on a spring and a dashpot that can only push: m x'' = -m g + max(0, -k x - d x').

x is the gap; the force acts while x < 0. Runge-Kutta of order 4 with step 2e-6 s in contact,
parabolas in flight.
"""

import math


def _acceleration(x, v, k, d, g):
  """k and d per unit mass."""
  return -g + (max(0.0, -k * x - d * v) if x < 0.0 else 0.0)


def _contact(v, k, d, g):
  """Speed at which the ball leaves, given the (negative) speed of arrival."""
  x, h = 0.0, 2e-6
  for _ in range(250000):  # half a second; then it has come to rest on the spring
    a1 = _acceleration(x, v, k, d, g) if x < 0.0 else -g - d * v
    v2 = v + 0.5 * h * a1
    a2 = _acceleration(x + 0.5 * h * v, v2, k, d, g)
    v3 = v + 0.5 * h * a2
    a3 = _acceleration(x + 0.5 * h * v2, v3, k, d, g)
    v4 = v + h * a3
    a4 = _acceleration(x + h * v3, v4, k, d, g)
    dx = h / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4)
    if x + dx >= 0.0:  # in flight by now, as the dashpot would pull: parabola to the surface
      return math.sqrt(v * v + 2.0 * g * x)
    x += dx
    v += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4)
  return 0.0


def returned_shares(mass, speed, spring, dashpot, gravity, bounces):
  """Kinetic energy on leaving the surface over that of the first arrival, per bounce."""
  shares, v = [], -speed
  for _ in range(bounces):
    v = -_contact(v, spring / mass, dashpot / mass, gravity)
    shares.append((v / speed) ** 2)
  return shares
