# Shows:  SET_VELOCITY of the nodes of a FINITE_ELEMENT body: a bar is twisted at both ends, with the
#         schemes DEF_EXP, DEF_LIM and DEF_IMP.
# Source: Saint-Venant's torsion of a square bar: torque 0.14058 a^4 G angle / length (Timoshenko and
#         Goodier, Theory of Elasticity, section 109), work half of torque times angle.
# Expect: torque and strain energy above these formulae by at most 0.9 / n^2, n elements across the side (linear
#         elements follow the warping of the section by pieces), and equal in all three schemes to 0.2 %;
#         nearly no motion is left. The energy balance closes to 1E-9 of the work.
#         DEF_EXP takes 14 times as many steps as the others.
#
#   tools/run inp/deformable/twisting-bar.py

from math import cos, pi, radians

short = 'short' in (NON_SOLFEC_ARGV () or [])
length, side = 1.0, 0.2                   # m
young, poisson, density = 10E6, 0.3, 1E3  # rubber-like
shear = young / (2 * (1 + poisson))
across, along = (2, 6) if short else (4, 8)
angle = radians (2)                       # of both ends against each other
stop = 0.25
exact = 0.14058 * side**4 * shear * angle / length

def twisted (scheme, step):
  '''(solfec, bar, constraints) of a bar along z whose ends turn by half of the angle each.'''
  solfec = SOLFEC ('DYNAMIC', step, 'out/deformable/twisting-bar/' + scheme)
  bulk = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = young, poisson = poisson, density = density)
  OUTPUT (solfec, stop / 50)
  a, c = side / 2, length / 2
  mesh = HEX ([-a, -a, -c, a, -a, -c, a, a, -c, -a, a, -c,
               -a, -a, c, a, -a, c, a, a, c, -a, a, c], across, across, along, 1, [1] * 6)
  ends = [mesh.node (n) for n in range (mesh.nnod) if abs (abs (mesh.node (n) [2]) - c) < 1E-9]
  bar = BODY (solfec, 'FINITE_ELEMENT', mesh, bulk, label = 'bar ' + scheme)
  bar.scheme = scheme
  times = [stop * k / 200 for k in range (201)]
  for x, y, z in ends:  # both components in the plane; the ends may warp along z
    turn = 0.5 * angle * (1 if z > 0 else -1)
    for direction, way in (((1, 0, 0), -y * turn), ((0, 1, 0), x * turn)):
      # from rest to rest: the integral of the speed is the way
      speed = [(t, way * 2 / stop * max(0, 1) * (1 - cos (2 * pi * t / stop)) / 2) for t in times]
      SET_VELOCITY (bar, (x, y, z), direction, TIME_SERIES (speed))
  return solfec, bar

def torque_on (bar):
  '''Moment of the reactions about z at the end with z > 0, N m.'''
  torque = 0
  for c in bar.constraints:
    base, R, (x, y, z) = c.base, c.R, c.point
    force = [sum (base [3 * k + i] * R [k] for k in range (3)) for i in range (3)]
    if z > 0:
      torque += x * force [1] - y * force [0]
  return torque

print ('scheme   steps   torque (Nm)  strain energy (J)  work of the ends (J)  added by the scheme (J)')
torques = []
for scheme, step in (('DEF_EXP', 1E-3), ('DEF_LIM', 2.5E-3), ('DEF_IMP', 2.5E-3)):
  solfec, bar = twisted (scheme, step)
  RUN (solfec, NEWTON_SOLVER (), stop)
  if not VIEWER ():
    SEEK (solfec, stop)
    torque = torque_on (bar)
    items = [(bar, kind) for kind in ('KINETIC', 'INTERNAL', 'EXTERNAL', 'NUMERICAL')]
    history = HISTORY (solfec, items + ['STEP'], 0, stop)
    kinetic, internal, external, numerical, used = [values [-1] for values in history [1:]]
    print ('%-7s %6d %12.4f %16.4f %18.4f %22.1e' %
           (scheme, round (stop / used), torque, internal, external, numerical))
    torques.append (torque)
    assert 0 < torque / exact - 1 < 0.9 / across**2
    assert abs (internal / (0.5 * torque * angle) - 1) < 5E-3
    assert abs (torque / torques [0] - 1) < 2E-3
    assert kinetic < 1E-3 * internal
    assert abs (kinetic + internal - external - numerical) < 1E-9 * external
if not VIEWER ():
  print ('exact          %12.4f %16.4f' % (exact, 0.5 * exact * angle))
