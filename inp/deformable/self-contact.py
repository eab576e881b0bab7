# Shows:  BODY.selfcontact: the arms of a U of soft rubber are pressed together until their ends meet.
# Source: Newton's third law: the forces of a body on itself add nothing to its momentum, which is the impulse
#         of the plates alone; symmetry; energy balance.
# Expect: without self-contact the ends pass through each other by 7 mm and the plates feel the arms only;
#         with it the ends meet in the middle, overlap by less than 1 mm and the plates press fifty
#         times harder and more. Both balances close to 1E-9.
#
#   tools/run inp/deformable/self-contact.py

from math import cos, pi

short = 'short' in (NON_SOLFEC_ARGV () or [])
fine = 1 if short else 2               # elements per unit along x and z, one along y
unit = 0.02                            # m, thickness of the arms
young, density = 5E6, 1E3
step, stop = 5E-4, 0.4
way = 0.6 * unit                       # of each plate
shares = []                            # masses of the nodes, kg

def u_mesh ():
  '''U in the x-z plane: a web of 1 x 5 units and two arms of 8 x 1 units with a nose at their ends.'''
  cells = [(i, k) for i in range (9) for k in range (5) if i == 0 or k in (0, 4) or i == 8 and k in (1, 3)]
  numbers, elements = {}, []
  for i, k in cells:
    for a in range (fine):
      for c in range (fine):
        x, z = fine * i + a, fine * k + c
        corners = [(x, 0, z), (x + 1, 0, z), (x + 1, fine, z), (x, fine, z)]
        corners += [(p, q, r + 1) for p, q, r in corners]
        elements += [8] + [numbers.setdefault (corner, len (numbers)) for corner in corners] + [1]
  shares [:] = [0] * len (numbers)
  for k in range (0, len (elements), 10):
    for n in elements [k+1:k+9]:
      shares [n] += density * unit * (unit / fine)**2 / 8
  return MESH ([v * unit / fine for corner in numbers for v in corner], elements, 1)

def squeezed (flag):
  solfec = SOLFEC ('DYNAMIC', step, 'out/deformable/self-contact/' + flag)
  bulk = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = young, poisson = 0.3, density = density)
  SURFACE_MATERIAL (solfec, model = 'SIGNORINI_COULOMB', friction = 0.2)
  body = BODY (solfec, 'FINITE_ELEMENT', u_mesh (), bulk, label = 'U')
  body.selfcontact = flag
  body.scheme = 'DEF_LIM'
  body.damping = 1E-3
  plates = []
  times = [stop * n / 200 for n in range (201)]
  for z, sign in ((-unit, 1), (5 * unit, -1)):
    a, b, c = 2 * unit, 3 * unit, unit
    plate = BODY (solfec, 'OBSTACLE', TRANSLATE (HEX ([0, 0, 0, a, 0, 0, a, b, 0, 0, b, 0,
      0, 0, c, a, 0, c, a, b, c, 0, b, c], 1, 1, 1, 1, [1] * 6), (7.5 * unit, -unit, z)), bulk)
    SET_DISPLACEMENT (plate, plate.center, (0, 0, 1), TIME_SERIES (
      [(t, sign * way * (1 - cos (pi * t / stop)) / 2) for t in times]))
    plates.append (plate)
  return solfec, body, plates

pressed = []
for flag in ('OFF', 'ON'):
  solfec, body, plates = squeezed (flag)
  RUN (solfec, NEWTON_SOLVER (), stop)
  if not VIEWER ():
    items = [(plate, (0, 0, 1), None, 'CR') for plate in plates] + ['STEP']
    items += [(body, kind) for kind in ('KINETIC', 'INTERNAL', 'EXTERNAL', 'DAMPING', 'NUMERICAL')]
    items += [(body, (8.5 * unit, 0.5 * unit, k * unit), 'DZ') for k in (2, 3)]
    times, below, above, steps, *rest = HISTORY (solfec, items, 0, stop)
    kinetic, internal, external, damped, numerical, lower, upper = rest
    SEEK (solfec, stop)
    own = [c for c in body.constraints if c.kind == 'CONTACT' and c.adjbod [0].id == c.adjbod [1].id]
    overlap = lower [-1] - upper [-1] - unit
    impulse = sum ((f + g) * h for f, g, h in zip (below, above, steps))
    momentum = sum (m * v for m, v in zip (shares, body.velo [2::3]))
    size = sum (abs (f) * h for f, h in zip (below, steps))
    imbalance = max (abs (k + i + d - e - n) for k, i, e, d, n in
                     zip (kinetic, internal, external, damped, numerical))
    print ('self-contact %-3s: %d contacts of the body with itself, force of a plate %.3f N, the ends overlap by %.3f mm' %
           (flag, len (own), abs (below [-1]), overlap * 1E3))
    print ('  impulse of the plates %.1e N s (each %.3g), momentum %.1e N s, energy off by %.1e of %.3g J' %
           (-impulse, size, momentum, imbalance, external [-1]))
    assert abs (impulse + momentum) < 1E-9 * size
    assert imbalance < 1E-9 * external [-1]
    assert abs (lower [-1] + upper [-1]) < 0.05 * unit  # points of contact are not chosen symmetrically
    pressed.append (abs (below [-1]))
    if flag == 'OFF':
      assert not own and overlap > 4E-3
    else:
      assert own and overlap < 1E-3
      assert all (abs (c.point [2] - 2.5 * unit) < 0.05 * unit for c in own)
      assert pressed [1] > 50 * pressed [0]
