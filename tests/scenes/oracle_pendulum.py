"""Exact solution of the mathematical and of the physical pendulum."""

import math


def elliptic_k(k):
  """Complete elliptic integral of the first kind, modulus k, by the arithmetic-geometric mean."""
  a, b = 1.0, math.sqrt(1.0 - k * k)
  for _ in range(8):  # quadratic convergence: rounding after five
    a, b = 0.5 * (a + b), math.sqrt(a * b)
  return math.pi / (a + b)


def period(amplitude, frequency):
  """Period, s, of theta'' = -frequency^2 sin theta with the given amplitude in rad."""
  return 4.0 * elliptic_k(math.sin(0.5 * amplitude)) / frequency


def bar_inertia(mass, length, width, arm):
  """Moment of inertia of a square bar about an axis normal to it, `arm` from its centre."""
  return mass * ((length ** 2 + width ** 2) / 12.0 + arm ** 2)
