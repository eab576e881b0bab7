# Shows:   many blocks in equilibrium by friction and thrust alone: the least thickness of a
#          semicircular arch.
# Setting: 27 rigid voussoirs with straight sides between two fixed springers, mean radius 10 m,
#          width 5 m, density 1 kg/m^3, mu 0.5. Each joint has contact points at the middle and at
#          +-0.4875 of the thickness. GAUSS_SEIDEL_SOLVER (), h = 1e-3 s, 0.75 s.
# Source:  limit analysis over the same points (oracle_arch.py): least thickness over radius
#          0.10946.
# Expect:  thickness 0.1095 radii stands (kinetic energy after 0.75 s below 1e-4 J), 0.1094 falls
#          (above 1e-3 J).

import importlib.util
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import oracle_arch
import verify

COUNT, RADIUS, DEPTH, MU = 27, 10.0, 5.0, 0.5


def voussoir(k, thickness):
  """Block between the joints k and k + 1, counted from the springer at +x."""
  corners = []
  a, b = RADIUS * (1 - 0.5 * thickness), RADIUS * (1 + 0.5 * thickness)
  p, q = math.pi * k / COUNT, math.pi * (k + 1) / COUNT
  # HEX axes: along the arch from joint k + 1 to joint k, across outwards, then the depth
  for y in (0.0, DEPTH):
    for angle, r in ((q, a), (p, a), (p, b), (q, b)):
      corners += [r * math.cos(angle), -y, r * math.sin(angle)]
  return HEX(corners, 1, 3, 2, 1, [1] * 6, dy=[0.05, 1.9, 0.05])


def energies(thickness, mu):
  """(times, kinetic energies in J, contact points) of a run of 0.75 s."""
  solfec, bulk = models.scene(1e-3, 'arch-%g-%g' % (thickness, mu), density=1.0, friction=mu)
  CONTACT_POINTS(solfec, 'CENTROID')  # the strips of the manual's example; patches: masonry.py
  CONTACT_SPARSIFY(solfec, 0.005)
  for k in range(-1, COUNT + 1):
    kind = 'RIGID' if 0 <= k < COUNT else 'OBSTACLE'
    BODY(solfec, kind, voussoir(k, thickness), bulk)
  times, kinetic, points = [0.0], [0.0], []

  def record(_):
    times.append(solfec.time)
    kinetic.append(ENERGY(solfec)[0])
    points.append(solfec.ncon)
    return 1

  CALLBACK(solfec, 0.01, 0, record)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), 0.75)
  return times, kinetic, points[0]


verify.case(6, 'Arch of 27 voussoirs')
least = oracle_arch.least_thickness
LISTED = ((0.5, 0.10946, 5e-6), (0.4, 0.10946, 5e-6), (0.35, 0.1550, 5e-5), (0.32, 0.1885, 5e-5),
          (0.31, 0.2009, 5e-5))
for mu, listed, rounding in LISTED:
  verify.check('oracle: least thickness over radius, mu = %g' % mu, least(mu), listed, rounding)
verify.equal('oracle: least thickness over radius up to 0.3, mu = 0.305', str(least(0.305)), 'None')
verify.check('oracle: least thickness over radius, points at the edges', least(MU, place=0.5),
             0.10672, 5e-6)
for mu, _, _ in (LISTED[0], LISTED[2], LISTED[4]):
  name = 'oracle: the same by the linear program of all forces, mu = %g' % mu
  if importlib.util.find_spec('scipy'):
    # the program accepts forces that miss its conditions by 1e-7
    verify.check(name, least(mu, stand=oracle_arch.stands_by_program), least(mu), 5e-6)
  else:
    verify.skip(name, 'scipy is missing')

for thickness, mu in ((0.1095, 0.5), (0.1094, 0.5), (0.156, 0.35), (0.154, 0.35)):
  name = 'thickness %g radii, mu = %g: ' % (thickness, mu)
  times, kinetic, points = energies(thickness, mu)
  verify.equal(name + 'contact points', points, 6 * (COUNT + 1))
  if thickness > least(mu):
    verify.within(name + 'kinetic energy at 0.75 s (J): it stands', kinetic[-1], 0.0, 1e-4)
  else:
    verify.within(name + 'kinetic energy at 0.75 s (J): it falls', kinetic[-1], 1e-3, 1e3)
  if mu == MU:
    verify.curve('kinetic energy', 't (s)', 'kinetic energy (J)', '%g' % thickness, times, kinetic)
verify.finish()
