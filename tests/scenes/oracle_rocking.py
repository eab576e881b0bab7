"""Rocking of a rigid block about an edge: (4/3) m R^2 theta'' = -m g R sin(alpha - theta).

R is the distance from the edge to the mass centre, alpha the angle between that line and the
vertical when the block stands.
"""

import math


def housner_quarter(radius, alpha, tilt, gravity):
  """Time from rest at a tilt to upright for a slender block, s: Housner (1963), equation 5."""
  p = math.sqrt(3 * gravity / (4 * radius))
  return math.acosh(1 / (1 - tilt / alpha)) / p


def speed(radius, alpha, tilt, gravity):
  """Rate of rotation when it passes upright, rad/s, from the energy."""
  k = 3 * gravity / (4 * radius)
  return math.sqrt(2 * k * (math.cos(alpha - tilt) - math.cos(alpha)))


def exact_quarter(radius, alpha, tilt, gravity):
  """Time from rest at a tilt to upright, s; theta = tilt - s^2, Simpson's rule in s."""
  k = 3 * gravity / (4 * radius)

  def slope(s):  # dt/ds = 2 s/|theta'|
    if s == 0.0:
      return 2 / math.sqrt(2 * k * math.sin(alpha - tilt))
    # cos(a) - cos(a + s^2) without cancellation
    drop = 2 * math.sin(0.5 * s * s) * math.sin(alpha - tilt + 0.5 * s * s)
    return 2 * s / math.sqrt(2 * k * drop)

  n = 2000
  end = math.sqrt(tilt)
  total = slope(0.0) + slope(end)
  total += sum((4 if i % 2 else 2) * slope(end * i / n) for i in range(1, n))
  return total * end / (3 * n)


def housner_ratio(alpha):
  """Rate of rotation after an impact over that before: angular momentum about the new edge."""
  return 1 - 1.5 * math.sin(alpha) ** 2
