# Shows:   forces of form 'BC' are the gradient of its energy: momentum and energy are kept.
# Setting: a free bar of 2 x 0.1 x 0.1 m spins once about an oblique axis, three schemes, three
#          steps, without damping and with it; and a beam clamped at one end is bent far by a load
#          at its tip and swings back, DEF_LIM. The forces of the manual, form 'BC_MANUAL', for
#          comparison.
# Source:  free bodies keep their angular momentum, and stiffness-proportional damping of a rigid
#          rotation is none; Nour-Omid and Rankin (1991), Comput. Methods Appl. Mech. Eng. 93,
#          353-384.
# Expect:  angular momentum to rounding (DEF_EXP, DEF_IMP), of order 2 in the step (DEF_LIM) and
#          kept with damping; energy within its swing; the run of the beam ends, kinetic and strain
#          energy are the work of the load, and the manual's forces miss both by more.

import math
import os
import sys

import numpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

SPIN = (8.0, -6.0, 16.0)  # rad/s


def spin(form, scheme, h, size=1.0, damping=0.0):
  """Relative changes of angular momentum and of energy in a turn."""
  name = 'spin-%s-%s-%g-%g-%g' % (form, scheme, h, size, damping)
  solfec, bulk = models.scene(h, name, 1e3, (0, 0, 0), 1e7 * size * size, 0.0)
  half = numpy.array((1.0, 0.05, 0.05)) * size
  bar = BODY(solfec, 'FINITE_ELEMENT', models.brick(tuple(-half), tuple(half), (16, 1, 1)), bulk,
             form=form)
  bar.scheme, bar.damping = scheme, damping
  INITIAL_VELOCITY(bar, (0, 0, 0), SPIN)
  mass = numpy.array(models.lumped_masses(bar))

  def momentum():
    x, v = (numpy.array(a).reshape(-1, 3) for a in (bar.conf, bar.velo))
    return (mass[:, None] * numpy.cross(x, v)).sum(axis=0)

  start, energy = momentum(), ENERGY(solfec)[0]
  RUN(solfec, models.default_solver(), 2 * math.pi / models.norm(SPIN))
  change = numpy.linalg.norm(momentum() - start) / numpy.linalg.norm(start)
  return change, sum(ENERGY(solfec)[:2]) / energy - 1


def beam(form, h, load):
  """Largest miss of the energy balance over the largest work, and the time reached."""
  solfec, bulk = models.scene(h, 'beam-%s-%g' % (form, load), 1e3, (0, 0, 0), 1e8, 0.3)
  body = BODY(solfec, 'FINITE_ELEMENT', models.brick((0, 0, 0), (1, .1, .1), (12, 2, 2)), bulk,
              form=form)
  body.scheme = 'DEF_LIM'
  models.fix_nodes(body, lambda p: p[0] < 1e-9)
  FORCE(body, 'SPATIAL', (1, .05, .05), (0, 0, 1), load)
  balance, work, way = [0.0], [0.0], [0.0]

  def record():
    kinetic, internal, external = ENERGY(solfec)[:3]
    balance.append(abs(kinetic + internal - external))
    work.append(external)
    way.append(DISPLACEMENT(body, (1, .05, .05))[2])

  models.each_step(solfec, record)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.2)
  return max(balance) / max(work), solfec.time, max(way)


verify.case('corotational', 'Momentum of the co-rotational form')
for size in (1.0, 0.1, 1e3):
  for scheme in ('DEF_EXP', 'DEF_IMP'):
    change, energy = spin('BC', scheme, 2e-4, size)
    name = "'BC', %s, size %g: " % (scheme, size)
    verify.below(name + 'change of the angular momentum, relative', change, 1e-9)
    verify.below(name + 'change of the energy, relative', abs(energy), 1e-4)
steps = (8e-4, 4e-4, 2e-4)
changes = [spin('BC', 'DEF_LIM', h)[0] for h in steps]
verify.order("'BC', DEF_LIM: change of the angular momentum", steps, changes, 2)
verify.below("'BC', DEF_LIM: change of the angular momentum, 0.2 ms", changes[-1], 1e-4)
verify.below("'BC', DEF_EXP, damping: change of the angular momentum, relative",
             spin('BC', 'DEF_EXP', 1e-5, damping=1e-4)[0], 1e-9)
verify.within("'BC_MANUAL', DEF_EXP: change of the angular momentum, relative",
              spin('BC_MANUAL', 'DEF_EXP', 2e-4)[0], 1e-4, 1.0)

miss, end, way = beam('BC', 1e-4, 1500.0)
verify.check('beam: time reached (s)', end, 0.2, 1e-9)
verify.within('beam: largest deflection (m)', way, 0.4, 0.7)
verify.below('beam: miss of the energy over the work', miss, 1e-3)
manual, _, _ = beam('BC_MANUAL', 1e-4, 700.0)
verify.within("beam, forces of the manual, half the load: the same miss", manual, 1e-3, 1.0)
verify.finish()
