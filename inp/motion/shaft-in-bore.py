# Shows:  ROD and BORE against CYLINDER and PIPE: a shaft runs down in its bearing, without facets and with 32 of them.
# Source: a shaft that slides in its bearing climbs to the friction angle phi, where the reaction is vertical:
#         N = W cos (phi), and friction turns with mu N R (Shigley's Mechanical Engineering Design, 10th edition
#         (2015), McGraw-Hill, chapter 12).
# Expect: without facets the force on the bearing stays N at every step, and the spin falls along a straight line;
#         with facets the force jumps from corner to corner.
#
#   tools/run inp/motion/shaft-in-bore.py

import math

step = 5E-4
stop = 0.3
radius, clearance, length, wall = 0.05, 5E-5, 0.1, 0.02  # m
friction, spin = 0.1, 20.0  # rad/s about y
facets = 32
phi = math.atan (friction)

solfec = SOLFEC ('DYNAMIC', step, 'out/motion/shaft-in-bore')
bulk = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = 2E11, poisson = 0.3, density = 7800)
SURFACE_MATERIAL (solfec, model = 'SIGNORINI_COULOMB', friction = friction)
GRAVITY (solfec, (0, 0, -9.81))
OUTPUT (solfec, 5E-3)

def bearing (x, smooth, label):
  place, way = (x, -0.5 * length, 0), (0, length, 0)
  outside, along = (x, -length, 0), (0, 2 * length, 0)
  hole = radius + clearance
  if smooth:
    ring = BORE (outside, along, hole, wall, 1, 1)
    shaft = ROD (place, way, radius, 1, 1)
  else:  # the corners of the ring stand back, so that the circle fits in
    inner = hole / math.cos (math.pi / facets)
    ring = PIPE (outside, along, inner, wall, 1, facets, 1, 1, [1, 1, 1, 1])
    shaft = CYLINDER (place, way, radius, facets, 1, 1)
  BODY (solfec, 'OBSTACLE', ring, bulk, label = 'bearing ' + label)
  TRANSLATE (shaft, (clearance * math.sin (phi), 0, -clearance * math.cos (phi)))
  body = BODY (solfec, 'RIGID', shaft, bulk, label = 'shaft ' + label)
  INITIAL_VELOCITY (body, (0, 0, 0), (0, spin, 0))
  return body

shafts = [bearing (0, True, 'smooth'), bearing (0.2, False, 'with facets')]
forces = [[], []]

def record (data):
  for shaft, list in zip (shafts, forces):
    normal = sum (abs (c.R [2]) for c in shaft.constraints if c.kind == 'CONTACT')
    list.append (normal / (shaft.mass * 9.81 * math.cos (phi)))
  return 1

CALLBACK (solfec, step, 0, record)
RUN (solfec, GAUSS_SEIDEL_SOLVER (1E-8, 1000), stop)

if not VIEWER ():
  slowing = 2 * friction * 9.81 * math.cos (phi) / radius
  print ('spin of the smooth shaft at the end %.4f rad/s, exact %.4f rad/s' % (shafts [0].velo [1], spin - slowing * stop))
  for name, list in zip (('smooth', 'with facets'), forces):
    if list:  # of the run that computed them
      print ('%s: force on the bearing over N from %.4f to %.4f' % (name, min (list), max (list)))
  assert abs (shafts [0].velo [1] - (spin - slowing * stop)) < 1E-3 * spin
  print ('the smooth shaft runs down as the formula says')
