# Shows:   quasi-static analysis with friction: a block on an incline.
# Setting: rigid block 1 x 1 x 0.5 m, mu 0.5, on slopes of tangent 0.49 and 0.51, 100 steps of 0.1
#          s.
# Source:  Coulomb's law; what nothing holds moves by h^2 f/m in each step (docs/time-step.md).
# Expect:  it holds for tan a < mu with normal force m g cos a and friction m g sin a; beyond it the
#          friction is mu times the normal force and each step moves it by h^2 g (sin a - mu cos a).

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

MU, G, H, STEPS, DENSITY = 0.5, 9.81, 0.1, 100, 1000.0


def slope(tangent):
  """(way down the slope, way across it, normal force, friction force) after all steps."""
  a = math.atan(tangent)
  solfec = SOLFEC('QUASI_STATIC', H, 'quasi-static-slope-%g' % tangent)
  solfec.verbose = 'OFF'
  bulk = BULK_MATERIAL(solfec, density=DENSITY)
  SURFACE_MATERIAL(solfec, friction=MU)
  GRAVITY(solfec, (0, 0, -G))
  floor = models.slab((-2, -2, -0.5), (9, 2, 0))
  shape = models.brick((-0.5, -0.5, 0), (0.5, 0.5, 0.5))
  for part in (floor, shape):
    ROTATE(part, (0, 0, 0), (0, 1, 0), math.degrees(a))
  BODY(solfec, 'OBSTACLE', floor, bulk)
  block = BODY(solfec, 'RIGID', shape, bulk)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-12, 10000, 1e-16), STEPS * H)
  down, up = (math.cos(a), 0, -math.sin(a)), (math.sin(a), 0, math.cos(a))
  way, force = DISPLACEMENT(block, block.center), models.contact_force(block)
  return (models.dot(way, down), models.dot(way, up), models.dot(force, up),
          -models.dot(force, down), block.mass)


verify.case(28, 'Quasi-static block on an incline')
for tangent in (0.49, 0.51):
  a = math.atan(tangent)
  way, away, normal, friction, mass = slope(tangent)
  weight, name = mass * G, 'tangent %g: ' % tangent
  holds = tangent < MU
  step = 0.0 if holds else H * H * G * (math.sin(a) - MU * math.cos(a))
  verify.check(name + 'way down the slope in 100 steps (m)', way, STEPS * step,
               1e-9 + 1e-6 * STEPS * step)
  verify.below(name + 'way off the slope (m)', away, 1e-9)
  verify.check(name + 'normal force (N)', normal, weight * math.cos(a), 1e-6 * weight)
  verify.check(name + 'friction force (N)', friction,
               weight * (math.sin(a) if holds else MU * math.cos(a)), 1e-6 * weight)
verify.finish()
