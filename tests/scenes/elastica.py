"""Large deflection of a clamped beam of unit length and stiffness, which does not stretch."""

import math


def end(load):
  """(down, back) of the free end under a dead load across the beam.

  load(s) is the force beyond the place s: theta' = k, k' = -load(s) cos theta, theta(0) = 0, k(1) = 0. Shooting by the
  curvature at the clamp, which is at most load(0), with classical Runge-Kutta steps.
  """
  count = 400
  h = 1.0 / count

  def rates(s, y):
    return y[1], -load(s) * math.cos(y[0]), math.sin(y[0]), 1 - math.cos(y[0])

  def shoot(bend):
    y = (0.0, bend, 0.0, 0.0)
    for i in range(count):
      s = i * h
      k1 = rates(s, y)
      k2 = rates(s + h / 2, [a + h / 2 * b for a, b in zip(y, k1)])
      k3 = rates(s + h / 2, [a + h / 2 * b for a, b in zip(y, k2)])
      k4 = rates(s + h, [a + h * b for a, b in zip(y, k3)])
      y = [a + h / 6 * (p + 2 * q + 2 * r + t) for a, p, q, r, t in zip(y, k1, k2, k3, k4)]
    return y

  low, high = 0.0, load(0.0)
  for _ in range(60):
    middle = (low + high) / 2
    low, high = (low, middle) if shoot(middle)[1] > 0 else (middle, high)
  return shoot(low)[2:]
