# Shows:   quasi-static analysis with friction: a block on an incline.
# Setting: rigid block 1 x 1 x 0.5 m, mu 0.5, on slopes of tangent 0.49 and 0.51, 100 steps of 0.1
#          s; the same of finite elements, Young's modulus 5e7 Pa, 100 steps of 0.01 s, of which the
#          last 50 count. A block that slides is not in equilibrium, which warnings tell. Criteria of
#          1e-12, for ways of 1e-9 m.
# Source:  Coulomb's law; what nothing holds moves by h^2 f/m in each step (docs/time-step.md).
# Expect:  it holds for tan a < mu with normal force m g cos a and friction m g sin a; beyond it the
#          friction is mu times the normal force and each step moves it by h^2 g (sin a - mu cos a).
#          Finite elements: the same, where it slides up to the elastic tilt of the base.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

MU, G, H, MESH_H, STEPS, DENSITY, SOFT = 0.5, 9.81, 0.1, 0.01, 100, 1000.0, 5e7


def slope(tangent, form=None):
  """(way down the slope, way across it, normal, friction force, mass); rigid without a form.

  Rigid: after all steps; finite elements: in the second half of them, when they have settled.
  """
  a = math.atan(tangent)
  step = H if form is None else MESH_H
  solfec, bulk = models.scene(step, 'quasi-static-slope-%g-%s' % (tangent, form), DENSITY,
                              young=SOFT, analysis='QUASI_STATIC', friction=MU)
  floor = models.slab((-2, -2, -0.5), (9, 2, 0))
  shape = models.brick((-0.5, -0.5, 0), (0.5, 0.5, 0.5))
  for part in (floor, shape):
    ROTATE(part, (0, 0, 0), (0, 1, 0), math.degrees(a))
  BODY(solfec, 'OBSTACLE', floor, bulk)
  if form is None:
    block = BODY(solfec, 'RIGID', shape, bulk)
  else:
    block = BODY(solfec, 'FINITE_ELEMENT', shape, bulk, form=form)
  solver, start = GAUSS_SEIDEL_SOLVER(1e-12, 10000, 1e-16), (0.0, 0.0, 0.0)
  if form is not None:
    RUN(solfec, solver, STEPS // 2 * step)
    start = DISPLACEMENT(block, block.center)
  RUN(solfec, solver, (STEPS if form is None else STEPS - STEPS // 2) * step)
  down, up = (math.cos(a), 0, -math.sin(a)), (math.sin(a), 0, math.cos(a))
  way = [p - q for p, q in zip(DISPLACEMENT(block, block.center), start)]
  force = models.contact_force(block)
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
# normals follow the faces of elements, which tilt by the strain m g cos a/(E A) at most
STRAIN = DENSITY * G * 0.5 / SOFT
for form in ('TL', 'BC'):
  for tangent in (0.49, 0.51):
    a = math.atan(tangent)
    way, _, normal, friction, mass = slope(tangent, form)
    weight, name = mass * G, "finite elements, '%s', tangent %g: " % (form, tangent)
    if tangent < MU:
      verify.below(name + 'way in 50 steps (m)', way, 1e-12)
      exact, tolerance = math.sin(a), 1e-9
    else:
      step = MESH_H ** 2 * G
      verify.check(name + 'way in 50 steps (m)', way,
                   50 * step * (math.sin(a) - MU * math.cos(a)), 50 * step * STRAIN)
      exact, tolerance = MU * math.cos(a), STRAIN
    verify.check(name + 'normal force over the weight', normal / weight, math.cos(a), tolerance)
    verify.check(name + 'friction force over the weight', friction / weight, exact, tolerance)
verify.finish()
