# Shows:  a contact solver in the script: TIME_LOOP makes the steps part by part, `solve` takes the reactions of a
#         function, and the program certifies them with its own measure.
# Source: projected Gauss-Seidel on the projection of De Saxce and Feng (1998), Math. Comput. Model. 28, 225-245.
# Expect: all steps meet the criteria of the program; of three blocks on each other the upper one is pushed and
#         slides by v t - mu g t^2 / 2, to 1e-8 m, as with the program's own solver; the others stay.
#
#   tools/run inp/solvers/own-solver.py

from math import hypot
import numpy

step, stop = 1E-3, 0.1                        # s
speed, mu, g = 0.8, 0.3, 9.81                 # m/s, -, m/s^2

def projected (S, mu):
  '''The point of the friction cone that is nearest to S.'''
  t = hypot (S [0], S [1])
  if mu * t <= -S [2]: return numpy.zeros (3)
  if t <= mu * S [2]: return S
  n = (S [2] + mu * t) / (1 + mu * mu)
  return numpy.array ((S [0] * mu * n / t, S [1] * mu * n / t, n))

def sweeps (rows):
  '''Visits contact after contact: R = P (R - r (U + (shift + mu |U_T|) n)), until nothing changes.'''
  blocks, column, start = rows.W
  B, R, friction, shift = rows.B, rows.R.copy (), rows.friction, rows.shift
  touching = numpy.flatnonzero (~rows.open)
  R [rows.open] = 0
  r = [1 / numpy.linalg.norm (blocks [k], 2) for i in range (rows.count) for k in range (start [i], start [i + 1]) if column [k] == i]
  for sweep in range (5000):
    change = 0
    for i in touching:
      part = slice (start [i], start [i + 1])
      U = B [i] + numpy.einsum ('kij,kj', blocks [part], R [column [part]])
      U [2] += shift [i] + friction [i] * hypot (U [0], U [1])
      new = projected (R [i] - r [i] * U, friction [i])
      change = max (change, abs (new - R [i]).max ())
      R [i] = new
    if change <= 1E-12 * abs (R).max (): break
  return R

def pile (name):
  solfec = SOLFEC ('DYNAMIC', step, 'out/solvers/own-solver/' + name)
  stone = BULK_MATERIAL (solfec, density = 2200)
  SURFACE_MATERIAL (solfec, friction = mu)
  GRAVITY (solfec, (0, 0, -g))
  BODY (solfec, 'OBSTACLE', BOX ((-2, -2, -0.5), (5, 5, 0.5), 1, [1] * 6), stone)
  blocks = [BODY (solfec, 'RIGID', BOX ((0, 0, 0.2 * k), (0.5, 0.5, 0.2), 1, [1] * 6), stone) for k in range (3)]
  INITIAL_VELOCITY (blocks [2], (speed, 0, 0), (0, 0, 0))
  return solfec, blocks

def slides (blocks):
  return [DISPLACEMENT (block, block.center) [0] for block in blocks]

expected = (0, 0, speed * stop - mu * g * stop ** 2 / 2)
solver = GAUSS_SEIDEL_SOLVER (accuracy = 1E-9)
solfec, blocks = pile ('program')
RUN (solfec, solver, stop)
if not VIEWER ():
  print ('by the program the block slides by %.4f m' % slides (blocks) [2])
  assert max (abs (a - b) for a, b in zip (slides (blocks), expected)) < 1E-8

  solfec, blocks = pile ('script')
  errors = []
  with TIME_LOOP (solfec, solver, stop) as loop:
    for at in loop:
      at.predict ()
      at.detect ()
      at.rows ()
      at.solve (sweeps)
      errors.append (solver.velerr)
      assert solver.missed == ''
      at.finish ()
  if errors: print ('%d steps of the script meet the criteria; largest error of velocity %.1e m/s' % (len (errors), max (errors)))
  print ('by the script the block slides by %.4f m' % slides (blocks) [2])
  assert max (abs (a - b) for a, b in zip (slides (blocks), expected)) < 1E-8
