# Shows:   elements that bend and elements of nearly incompressible materials: BODY (..., element = ...).
# Setting: quasi-static: a cantilever of one layer of hexahedra sheared at its end, 1 x 0.1 x 0.1 m of 1 to 10
#          elements, and 1 x 0.02 x 0.02 m of 20 with a large deflection in one step; a quarter of a thick cylinder in plane strain, radii 1 and 2 m, 8 x 8
#          elements, Poisson's ratio to 0.4999; Cook's membrane in plane stress; a clamped square plate of one
#          layer under its weight, 1/50 as thick as long. Dynamic: a free bar of 4 x 1 x 1
#          elements that turns once with 20 rad/s.
# Source:  Timoshenko beam, P L^3 / (3 E I) + P L / (5/6 G A); n bars of constant curvature with uniform shear,
#          P L^3 / (3 E I) (1 - 1 / (4 n^2)) + P L / (G A), by the midpoint rule of the moment; the elastica
#          E I theta'' = -P cos(theta) of a dead load, integrated in this script; Lame's cylinder in plane strain;
#          Timoshenko and Woinowsky-Krieger (1959), Theory of plates and shells, 0.00126 q a^4 / D of a clamped plate;
#          Cook (1974), J. Struct. Div. ASCE 100, 1851-1863, 23.96 of fine meshes; balance of momenta and energy.
# Expect:  'BENDING' within 2 % of a beam with one layer of 10 elements, as exact as bars of constant curvature with
#          fewer, within 0.5 % of the elastica, and Cook's membrane to 5, 2 and 0.5 % with 4, 8 and 16 elements per
#          side, the plate and the stresses M y / I of the beam to 2 % for Poisson's ratios of 0.3 and 0.4999; 'MIXED' and 'BENDING' within 2 % of the cylinder for each Poisson's ratio. 'LINEAR' gives 2/3
#          of the bending, and 71 and 20 % of the displacement of the cylinder with 0.499 and 0.4999.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import elastica
import models
import verify

import numpy

_runs = [0]


def static(young, poisson):
  _runs[0] += 1
  solfec, bulk = models.scene(1.0, 'element_formulations/%d' % _runs[0], 1000.0, (0, 0, 0), young, poisson,
                              'QUASI_STATIC')
  solfec.equilibrium = 1e-6
  return solfec, bulk


def cantilever(count, size, load, poisson=0.0, **options):
  """(body, middle of the free end) of a beam of count x 1 x 1 elements; the load is P L^2 / (E I)."""
  length, depth = size
  solfec, bulk = static(1e9, poisson)
  body = BODY(solfec, 'FINITE_ELEMENT', models.brick((0, 0, 0), (length, depth, depth), (count, 1, 1)), bulk,
              **options)
  for y in (0, depth):
    for z in (0, depth):
      FIX_POINT(body, (0, y, z))
      FORCE(body, 'SPATIAL', (length, y, z), (0, 0, 1), load * 1e9 * depth ** 4 / 12 / length ** 2 / 4)
  return solfec, body, (length, depth / 2, depth / 2)


def deflection(count, size, load, poisson=0.0, **options):
  """Deflection of the free end over the length."""
  solfec, body, end = cantilever(count, size, load, poisson, **options)
  RUN(solfec, NEWTON_SOLVER(), 3.0)
  return DISPLACEMENT(body, end)[2] / size[0]


def large_deflection(count, size, load, **options):
  """(up, along) of the free end over the length."""
  solfec, body, end = cantilever(count, size, load, **options)
  RUN(solfec, NEWTON_SOLVER(), 1.0)
  moved = DISPLACEMENT(body, end)
  return moved[2] / size[0], moved[0] / size[0]


def timoshenko(load, poisson):
  """Deflection over the length: E I = E d^4 / 12, G A = E d^2 / (2 (1 + nu))."""
  slenderness = SIZE[1] / SIZE[0]
  return load / 3 + load * slenderness ** 2 / 12 * 2 * (1 + poisson) * 6 / 5


def cylinder(n, poisson, **options):
  """Displacement of the bore over that of Lame: mean of its nodes."""
  inner, outer, height, pressure, young = 1.0, 2.0, 0.25, 1e3, 1e9

  def place(i, j, k):
    r, angle = inner + (outer - inner) * i / n, 0.5 * math.pi * j / n
    return (r * math.cos(angle), r * math.sin(angle), height * k)

  number = {(i, j, k): i + (n + 1) * (j + (n + 1) * k) for i in range(n + 1) for j in range(n + 1) for k in range(2)}
  nodes = [None] * len(number)
  for key, at in number.items():
    nodes[at] = place(*key)
  elements = []
  for j in range(n):
    for i in range(n):
      square = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
      elements += [8] + [number[p + (k,)] for k in range(2) for p in square] + [1]
  solfec, bulk = static(young, poisson)
  body = BODY(solfec, 'FINITE_ELEMENT', MESH([c for p in nodes for c in p], elements, 1), bulk, **options)
  forces = [0.0] * (3 * len(nodes))
  for j in range(n):
    a, b = place(0, j, 0), place(0, j + 1, 0)
    for key in ((0, j, 0), (0, j + 1, 0), (0, j, 1), (0, j + 1, 1)):
      forces[3 * number[key]] += pressure * height * (b[1] - a[1]) / 4
      forces[3 * number[key] + 1] += pressure * height * (a[0] - b[0]) / 4
  FORCE(body, 'SPATIAL', (0, 0, 0), (1, 0, 0), lambda q, u, t, h: forces)
  for key, at in number.items():
    FIX_DIRECTION(body, nodes[at], (0, 0, 1))
    if key[1] == 0:
      FIX_DIRECTION(body, nodes[at], (0, 1, 0))
    if key[1] == n:
      FIX_DIRECTION(body, nodes[at], (1, 0, 0))
  RUN(solfec, NEWTON_SOLVER(), 3.0)
  exact = (1 + poisson) * pressure * inner ** 2 / (young * (outer ** 2 - inner ** 2)) * (
      (1 - 2 * poisson) * inner + outer ** 2 / inner)
  radial = []
  for j in range(n + 1):
    p = place(0, j, 0)
    moved = DISPLACEMENT(body, p)
    radial.append(moved[0] * p[0] + moved[1] * p[1])
  return sum(radial) / len(radial) / exact


def cook(n, **options):
  """Displacement of the middle of the loaded side, of 23.96 in plane stress."""
  young, load = 1e6, 1.0
  solfec, bulk = static(young, 1 / 3)
  mesh = HEX([0, 0, 0, 48, 0, 44, 48, 1, 44, 0, 1, 0, 0, 0, 44, 48, 0, 60, 48, 1, 60, 0, 1, 44], n, 1, n, 1, [1] * 6)
  body = BODY(solfec, 'FINITE_ELEMENT', mesh, bulk, **options)
  for i in range(n + 1):
    for k in range(n + 1):
      x = 48 * i / n
      for y in (0, 1):
        place = (x, y, 44 * x / 48 + (44 - 28 * x / 48) * k / n)
        if y == 0:
          FIX_DIRECTION(body, place, (0, 1, 0))
        if i == 0:
          FIX_DIRECTION(body, place, (1, 0, 0))
          FIX_DIRECTION(body, place, (0, 0, 1))
        if i == n:
          FORCE(body, 'SPATIAL', place, (0, 0, 1), load / n / 2 * (0.5 if k in (0, n) else 1))
  RUN(solfec, NEWTON_SOLVER(), 3.0)
  return DISPLACEMENT(body, (48, 0.5, 52))[2] * young / load


def plate(n, poisson, **options):
  """Deflection of the middle of a clamped square plate of one layer over that of Kirchhoff's plate."""
  side, thickness, young = 1.0, 0.02, 1e9
  solfec, bulk = static(young, poisson)
  body = BODY(solfec, 'FINITE_ELEMENT', models.brick((0, 0, 0), (side, side, thickness), (n, n, 1)), bulk, **options)
  for i in range(n + 1):
    for j in range(n + 1):
      if i in (0, n) or j in (0, n):
        for z in (0, thickness):
          FIX_POINT(body, (side * i / n, side * j / n, z))
  stiffness = young * thickness ** 3 / 12 / (1 - poisson ** 2)
  exact = 1e-6
  GRAVITY(solfec, (0, 0, -exact * stiffness / (0.00126532 * side ** 4) / (1000.0 * thickness)))
  RUN(solfec, NEWTON_SOLVER(), 1.0)
  return -DISPLACEMENT(body, (side / 2, side / 2, thickness / 2))[2] / exact


def edge_stresses(count, poisson, **options):
  """Stresses at nodes of the upper edge over M y / I, from 0.2 to 0.7 of the length of a sheared cantilever."""
  length, depth = SIZE
  solfec, body, _ = cantilever(count, SIZE, LOAD, poisson, **options)
  RUN(solfec, NEWTON_SOLVER(), 1.0)
  force = LOAD * 1e9 * depth ** 4 / 12 / length ** 2
  stress = []
  for k in range(count + 1):
    x = length * k / count
    if 0.2 * length <= x <= 0.7 * length:
      exact = -force * (length - x) * depth / 2 / (depth ** 4 / 12)
      stress.append(STRESS(body, (x, 0, depth))[0] / exact)
  return stress


PARTS = (numpy.array([1, 2, 2, 2, 1]) / 8, numpy.array([1, 1]) / 2)  # of the mass, along the bar and across it


def momentum(body):
  """Angular momentum about the origin, and momentum, of the lumped masses."""
  place, velocity = (numpy.array(list_).reshape(-1, 3) for list_ in (body.conf, body.velo))
  mass = body.mass * numpy.einsum('k,j,i->kji', PARTS[1], PARTS[1], PARTS[0]).ravel()[:, None]
  return numpy.cross(place, mass * velocity).sum(0), (mass * velocity).sum(0)


def turn(scheme, **options):
  """Relative changes of angular momentum and energy of a bar that turns once, while it bends to and fro."""
  _runs[0] += 1
  spin, steps = 20.0, 2000
  step = 2 * math.pi / spin / steps
  solfec, bulk = models.scene(step, 'element_formulations/%d' % _runs[0], 1e3, (0, 0, 0), 1e7, 0.3)
  body = BODY(solfec, 'FINITE_ELEMENT', models.brick((-0.5, -0.1, -0.1), (0.5, 0.1, 0.1), (4, 1, 1)), bulk,
              **options)
  body.scheme = scheme
  INITIAL_VELOCITY(body, (0.5, 0, 0), (3, 0, spin))
  start = momentum(body)
  energy = [sum(ENERGY(solfec, body)[:2])]
  RUN(solfec, models.default_solver(), steps * step)
  energy.append(sum(ENERGY(solfec, body)[:2]))
  end = momentum(body)
  return (numpy.linalg.norm(end[0] - start[0]) / numpy.linalg.norm(start[0]),
          numpy.linalg.norm(end[1] - start[1]) / numpy.linalg.norm(start[1]), abs(energy[1] / energy[0] - 1))


verify.case('elements', "Elements 'BENDING' and 'MIXED'")
SIZE, LOAD = (1.0, 0.1), 1e-4
for form in ('TL', 'BC'):
  for poisson in (0.0, 0.3):
    got = deflection(10, SIZE, LOAD, poisson, form=form, element='BENDING')
    verify.check("'%s', 'BENDING': 10 elements, Poisson's ratio %g, deflection over that of the beam" % (form, poisson),
                 got / timoshenko(LOAD, poisson), 1.0, 0.02)
  for count in (4, 2, 1):
    got = deflection(count, SIZE, LOAD, form=form, element='BENDING')
    verify.check("'%s', 'BENDING': deflection of %d elements over that of bars of constant curvature" % (form, count),
                 got / (LOAD / 3 * (1 - 1 / (4 * count ** 2)) + LOAD * 0.01 / 6), 1.0, 1e-4)
got = deflection(10, SIZE, LOAD, element='LINEAR')
verify.check("'LINEAR': bending part of the deflection of 10 elements over that of the beam",
             (got - LOAD * 0.01 / 6) / (LOAD / 3), 1 / (1 + 0.5), 0.02)
for load in (1.0, 3.0):
  down, back = elastica.end(lambda s: load)
  got = large_deflection(20, (1.0, 0.02), load, form='TL', element='BENDING')
  verify.check("'BENDING': elastica with P L^2 = %g E I, deflection over the length" % load, got[0], down, 0.005 * down)
  verify.check("'BENDING': elastica with P L^2 = %g E I, shortening over the length" % load, got[1], -back,
               0.005 * abs(back))
for form in ('TL', 'BC'):
  for poisson in (0.3, 0.499, 0.4999):
    for element in ('MIXED', 'BENDING'):
      verify.check("'%s', '%s': cylinder, Poisson's ratio %g, bore over Lame" % (form, element, poisson),
                   cylinder(8, poisson, form=form, element=element), 1.0, 0.02)
for poisson, low, high in ((0.499, 0.65, 0.75), (0.4999, 0.15, 0.25)):
  verify.within("'LINEAR': cylinder, Poisson's ratio %g, bore over Lame" % poisson, cylinder(8, poisson), low, high)
for poisson in (0.3, 0.4999):
  verify.check("'BENDING': clamped plate of 16 x 16 x 1 elements, Poisson's ratio %g, over Kirchhoff's" % poisson,
               plate(16, poisson, element='BENDING'), 1.0, 0.02)
  stress = edge_stresses(10, poisson, element='BENDING')
  for name, value in (('smallest', min(stress)), ('largest', max(stress))):
    verify.check("'BENDING': %s edge stress of a beam over M y / I, Poisson's ratio %g" % (name, poisson), value, 1.0, 0.02)
membrane = {n: cook(n, element='BENDING') for n in (4, 8, 16)}
for n, tolerance in ((4, 0.05), (8, 0.02), (16, 0.005)):
  verify.check("'BENDING': Cook's membrane, %d x %d elements" % (n, n), membrane[n], 23.96, tolerance * 23.96)
verify.within("'LINEAR': Cook's membrane, 8 x 8 elements", cook(8), 21.0, 22.0)
for form in ('TL', 'BC'):
  for element in ('BENDING', 'MIXED'):
    for scheme, angular, energy in (('DEF_EXP', 1e-10, 1e-3), ('DEF_IMP', 1e-8, 1e-3)):
      spin, linear, change = turn(scheme, form=form, element=element)
      text = "'%s', '%s', %s: free bar after a turn, relative change of " % (form, element, scheme)
      verify.below(text + 'the angular momentum', spin, angular)
      verify.below(text + 'the momentum', linear, 1e-12)
      verify.below(text + 'the energy', change, energy)
verify.finish()
