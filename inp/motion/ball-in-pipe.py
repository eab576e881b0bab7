# Shows:  a ball in a pipe (SPHERE in BORE, without facets): it swings across a level pipe, rolling and sliding, and runs down
#         a vertical pipe and up again.
# Source: Lagrange: a ball of the radius r in a pipe of the radius R swings like a pendulum of the length 7 (R - r) / 5 when it
#         rolls, R - r when it slides without friction; with the amplitude a the period is 2 pi sqrt (length / g) over the
#         arithmetic-geometric mean of 1 and cos (a / 2) (Gauss). A ball that rolls around in a vertical pipe at the rate w
#         moves along it by -5 g / (2 w^2) (1 - cos (w sqrt (2/7) t)), because its spin about the normal of the
#         wall turns into motion along the axis (Gualtieri, Tokieda, Advis-Gaete, Carry, Reffet and Guthmann (2006),
#         Golfer's dilemma, Am. J. Phys. 74, 497-501).
# Expect: periods to 1E-5, and the ball keeps its amplitude over ten seconds to 1E-5. Rolling along the vertical pipe errs
#         with the step, by 4 % of the depth at 1 ms: from the runs with 1 and 0.5 ms the place at a step of zero follows,
#         within 0.2 % of the depth at all times.
#         Picture in the results folder: height in the vertical pipe against time.
#
#   tools/run inp/motion/ball-in-pipe.py
#   solfec --render out/motion/ball-in-pipe/rolls --time 0,0.38,0.75 --overlay --view front --parallel -o ball.png

from math import cos, pi, sin, sqrt

pipe, ball, g = 0.5, 0.1, 9.81                          # radii, m; m/s^2
arm = pipe - ball                                       # m, of the centre about the axis
swing, speed = 0.3, 4.0                                 # rad; m/s
step = 1E-3                                             # s

def run (name, step, friction, axis, place, velocity, spin, stop):
  '''Times, x and z of the centre of a ball in a pipe along an axis.'''
  solfec = SOLFEC ('DYNAMIC', step, 'out/motion/ball-in-pipe/' + name)
  bulk = BULK_MATERIAL (solfec, density = 2700)
  SURFACE_MATERIAL (solfec, friction = friction)
  GRAVITY (solfec, (0, 0, -g))
  BODY (solfec, 'OBSTACLE', BORE ([-x / 2 for x in axis], axis, pipe, 0.05, 1, 1), bulk, label = 'pipe')
  body = BODY (solfec, 'RIGID', SPHERE (place, ball, 1, 1), bulk, label = 'ball')
  INITIAL_VELOCITY (body, velocity, spin)
  RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)
  if VIEWER (): return None
  return HISTORY (solfec, [(body, body.center, 'CX'), (body, body.center, 'CZ')], 0, stop), solfec.outpath

def mean (a, b):
  '''Arithmetic-geometric mean.'''
  while abs (a - b) > 1E-15: a, b = (a + b) / 2, sqrt (a * b)
  return a

level = (arm * sin (swing), 0, -arm * cos (swing))
for name, friction, length in ('rolls', 0.5, 7 / 5 * arm), ('slides', 0, arm):
  found = run (name, step, friction, (0, 1, 0), level, (0, 0, 0), (0, 0, 0), 10.0)
  if found:
    times, xs, zs = found [0]
    downs = [t + step * x / (x - y) for t, x, y in zip (times, xs, xs [1:]) if x > 0 >= y]
    period = (downs [-1] - downs [0]) / (len (downs) - 1)
    exact = 2 * pi * sqrt (length / g) / mean (1, cos (swing / 2))
    kept = max (xs [len (xs) // 2:]) / xs [0]
    print ('%s: period %.6f s, exact %.6f s; %.6f of the amplitude is left' % (name, period, exact, kept))
    assert abs (period / exact - 1) < 1E-5 and abs (kept - 1) < 1E-5

rate = speed / arm                                      # rad/s
slow = rate * sqrt (2 / 7)                              # rad/s, of the motion along the axis
deepest = -5 * g / rate**2                              # m
runs = [run ('vertical-%g' % h, h, 0.5, (0, 0, 4), (arm, 0, 0), (0, speed, 0), (0, 0, -speed / ball), 2 * pi / slow)
        for h in (step, step / 2)]
if not VIEWER ():
  ((times, _, coarse), folder), ((_, _, fine), _) = runs
  exact = [deepest / 2 * (1 - cos (slow * t)) for t in times]
  heights = [2 * b - a for a, b in zip (coarse, fine [::2])]
  for name, zs in ('step 1 ms', coarse), ('step 0.5 ms', fine [::2]), ('step zero', heights):
    off = max (abs (z - e) for z, e in zip (zs, exact)) / -deepest
    print ('vertical pipe, %s: down to %.5f m, exact %.5f m; places differ by at most %.5f of the depth' %
           (name, min (zs), deepest, off))
  assert off < 2E-3 and len (times) == len (heights)
  try:
    import os
    import matplotlib
    matplotlib.use ('Agg')
    import matplotlib.pyplot as plt
  except ImportError:
    plt = None
  if plt:
    plt.figure (figsize = (6, 4))
    plt.plot (times, coarse, label = 'step 1 ms')
    plt.plot (times, heights, label = 'step zero, from 1 and 0.5 ms')
    plt.plot (times, exact, 'k--', label = 'exact')
    plt.xlabel ('time (s)')
    plt.ylabel ('height (m)')
    plt.legend ()
    plt.savefig (os.path.join (os.path.dirname (folder), 'height.png'), bbox_inches = 'tight')
