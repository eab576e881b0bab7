# Shows:  a chain of links is dragged over a drum: the tension grows exponentially with the angle of contact.
# Source: Euler (1769), Mem. Acad. Sci. Berlin 18, 265-278, and Eytelwein (1808), Handbuch der Statik fester Koerper: the
#         pull over the load is exp (mu theta). Each link touches the drum between two hinges that lie on the tangent
#         there, so short links are a rope without thickness. The motion is slow: steps are quasi-static.
# Expect: the pull over the load is exp (mu theta) to 1.5 %, for two angles and two mu; links of 9 degrees cost 1 % of it.
#
#   tools/run inp/mechanisms/capstan.py
#   solfec --render out/mechanisms/capstan/180-0.3 --field reaction --view front --parallel -o capstan.png

from math import cos, exp, pi, radians, sin

radius, links = 0.1, 10          # m; links per quarter turn
width, tail = 0.006, 0.05        # m
load, speed = 10.0, 0.01         # N, m/s
step, stop = 1E-3, 0.02          # s
delta = pi / 2 / links           # angle of a link
reach = radius / cos (delta / 2) # of the hinges from the axis

def polar (r, angle): return (r * sin (angle), 0.0, r * cos (angle))

def drag (theta, mu):
  '''Pull over load for an angle of contact in degrees.'''
  solfec = SOLFEC ('QUASI_STATIC', step, 'out/mechanisms/capstan/%d-%g' % (theta, mu))
  bulk = BULK_MATERIAL (solfec, density = 1000)
  SURFACE_MATERIAL (solfec, friction = mu)
  OUTPUT (solfec, step)
  drum = BODY (solfec, 'OBSTACLE', SPHERE ((0, 0, 0), radius, 1, 1), bulk, label = 'drum')
  count = round (radians (theta) / delta)
  start = -radians (theta) / 2
  chain = [BODY (solfec, 'RIGID', SPHERE (polar (radius + width, start + (k + 0.5) * delta), width, 1, 1), bulk,
                 label = 'link %d' % k) for k in range (count)]
  for k in range (count - 1):
    HINGE (chain [k], chain [k + 1], polar (reach, start + (k + 1) * delta), (0, 1, 0))
  ends = []
  for angle, link, way in (start, chain [0], -1), (-start, chain [-1], 1):
    x, _, z = polar (reach, angle)
    along = (way * cos (angle), 0, -way * sin (angle))
    far = (x + tail * along [0], 0, z + tail * along [2])
    body = BODY (solfec, 'RIGID', SPHERE (far, width, 1, 1), bulk)
    HINGE (link, body, (x, 0, z), (0, 1, 0))
    ends.append ((body, far, along))
  FORCE (ends [0] [0], 'SPATIAL', ends [0] [1], ends [0] [2], load)
  pull = SET_VELOCITY (ends [1] [0], ends [1] [1], ends [1] [2], speed)
  RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)
  if VIEWER (): return 1
  _, forces = HISTORY (solfec, (pull, 'R'), 0, stop)
  forces = forces [len (forces) // 2:]
  return abs (sum (forces)) / len (forces) / load

for theta, mu in (90, 0.3), (180, 0.3), (180, 0.5):
  found, exact = drag (theta, mu), exp (mu * radians (theta))
  if not VIEWER ():
    print ('%d degrees, friction %g: pull over load %.3f, exp (mu theta) %.3f' % (theta, mu, found, exact))
    assert abs (found / exact - 1) < 0.015
