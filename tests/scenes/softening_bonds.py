# Shows:   bonds that soften while they break (COHESIVE_ZONE): strengths on Mohr's line, energies of breaks by
#          a pull, a shear and both, dynamic and quasi-static.
# Setting: rigid cube of 1 m, density 1000 kg/m^3, bonded to a floor by its face of 1 m^2; tension 0.1 MPa,
#          cohesion 0.2 MPa, friction 0.5, fracture energies 20 J/m^2 (pull) and 60 J/m^2 (shear),
#          stiffnesses 4 and 3 GPa/m; all solvers at their defaults.
# Source:  energy: v^2 = v0^2 - 2 G A / m of a cube that is thrown off; work of a drive that breaks the bond
#          along a straight way, G = 1 / (s / G_n + (1 - s) / G_t), s the share of the pull in the elastic
#          energy (Reeder 1992). Strength: Mohr's line cohesion + friction pressure.
# Expect:  velocities to 1e-6, works to 1e-4 whatever the step, the peak of a sheared cube within 0.5 %.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

MASS, AREA, FRICTION = 1000.0, 1.0, 0.5
TENSION, COHESION, PULL, SHEAR = 1e5, 2e5, 20.0, 60.0
STIFF, STIFF_ACROSS = 4e9, 3e9
LAW = dict(model='COHESIVE_ZONE', friction=FRICTION, cohesion=COHESION, tension=TENSION, normal_energy=PULL,
           tangential_energy=SHEAR, normal_stiffness=STIFF, tangential_stiffness=STIFF_ACROSS)


def stand(name, step, gravity=0.0, analysis='DYNAMIC', **changes):
  solfec = SOLFEC(analysis, step, 'out/softening-bonds/' + name)
  solfec.verbose = 'OFF'
  SURFACE_MATERIAL(solfec, **{**LAW, **changes})
  bulk = BULK_MATERIAL(solfec, 'KIRCHHOFF', 'stone', 15e9, 0.25, MASS)
  GRAVITY(solfec, (0, 0, -gravity))
  floor = BODY(solfec, 'OBSTACLE', models.slab((-2, -2, 0), (2, 2, -1)), bulk)
  cube = BODY(solfec, 'RIGID', models.brick((-0.5, -0.5, 0), (0.5, 0.5, 1)), bulk)
  return solfec, floor, cube


def thrown(name, speed, step, solver, steps):
  solfec, floor, cube = stand(name, step)
  INITIAL_VELOCITY(cube, (0, 0, speed), (0, 0, 0))
  RUN(solfec, solver, steps * step)
  return models.linear_velocity(cube)[2]


verify.case('softening', 'Bonds that soften while they break')
left = math.sqrt(0.25**2 - 2 * PULL * AREA / MASS)
for text, step, solver in (('h = 0.1 ms', 1e-4, GAUSS_SEIDEL_SOLVER()), ('h = 0.7 ms', 7e-4, GAUSS_SEIDEL_SOLVER()),
                           ('NEWTON_SOLVER', 1e-4, NEWTON_SOLVER())):
  verify.check('thrown off at 0.25 m/s, %s: velocity after the break (m/s)' % text,
               thrown('thrown-' + text.replace(' ', ''), 0.25, step, solver, int(0.007 / step)), left, 1e-6)


def drive(solfec, cube, way, duration):
  """Moves the cube along a way without turning it."""
  x, y, z = (SET_VELOCITY(cube, point, axis, component / duration) for point, axis, component in
             (((0, 0, 0), (1, 0, 0), way[0]), ((0, 0, 0), (0, 1, 0), way[1]), ((0, 0, 0), (0, 0, 1), way[2])))
  SET_VELOCITY(cube, (0, 0.4, 0), (1, 0, 0), way[0] / duration)
  SET_VELOCITY(cube, (0.4, 0, 0), (0, 0, 1), way[2] / duration)
  SET_VELOCITY(cube, (0, 0.4, 0), (0, 0, 1), way[2] / duration)


def work_of_break(name, way, steps):
  """Work that the contact takes from the cube and the floor along a straight way, J."""
  duration = 0.1
  solfec, floor, cube = stand(name.replace(' ', '-'), duration / steps)
  drive(solfec, cube, way, duration)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), duration)
  verify.equal(name + ': damage', [c.damage for c in models.contacts_of(cube)] or [1.0] * 4, [1.0] * 4)
  energies = ENERGY(solfec, [floor, cube])
  return -energies[3] - energies[4]


def mixed(way):
  pull, shear = STIFF * way[2]**2, STIFF_ACROSS * (way[0]**2 + way[1]**2)
  share = pull / (pull + shear)
  return 1 / (share / PULL + (1 - share) / SHEAR)


for name, way, steps in (('pull', (0, 0, 6e-4), 400), ('pull in long steps', (0, 0, 6e-4), 80),
                         ('pull and shear', (6e-4, 3e-4, 3e-4), 400), ('shear with a small pull', (8e-4, 0, 1e-4), 400)):
  verify.check(name + ': work of the break (J)', work_of_break(name, way, steps), mixed(way) * AREA, 1e-4 * SHEAR)

# quasi-static steps take the traction of their end: their work is right to the first order
WAY, OPEN = 3.6e-4, 2 * PULL / TENSION


def quasi_static_work(steps):
  """Work of a pull that ends before the bond is gone, J, and the force at its end, N."""
  solfec, floor, cube = stand('quasi-static-%d' % steps, 0.06 / steps, analysis='QUASI_STATIC')
  drive(solfec, cube, (0, 0, WAY), 0.06)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.06)
  energies = ENERGY(solfec, [floor, cube])
  return -energies[3] - energies[4], -sum(c.R[2] for c in models.contacts_of(cube))


force = TENSION * AREA * (OPEN - WAY) / (OPEN - TENSION / STIFF)
(coarse, _), (fine, found) = quasi_static_work(100), quasi_static_work(200)
verify.check('quasi-static: work, from 100 and 200 steps (J)', 2 * fine - coarse, PULL * AREA - force * (OPEN - WAY) / 2, 1e-3)
verify.check('quasi-static: force at the end (N)', found, force, 1e-6 * force)

# a cube under its weight is pushed along the floor, in the plane of the bond
G = 50.0
solfec, floor, cube = stand('mohr', 1e-4, gravity=G)
duration, way = 0.1, 8e-4
jacks = [SET_VELOCITY(cube, (0, y, 0), (1, 0, 0), way / duration) for y in (-0.4, 0.4)]
SET_VELOCITY(cube, (0, 0, 0), (0, 1, 0), 0)
forces = []
models.each_step(solfec, lambda: forces.append(sum(abs(jack.R[2]) for jack in jacks)))
RUN(solfec, GAUSS_SEIDEL_SOLVER(), duration)
weight = MASS * G
verify.check('sheared under its weight: peak (N)', max(forces[5:]), COHESION * AREA + FRICTION * weight,
             5e-3 * COHESION * AREA)
verify.check('sheared under its weight: at the end (N)', sum(forces[-50:]) / 50, FRICTION * weight, 1e-3 * FRICTION * weight)
verify.finish()
