# Shows:  which parts of a frame make its bytes, of three models: a shaken wall of 310 stones, 400 balls that
#         are poured into a box, four blocks of finite elements that fall onto each other.
# Source: docs/output-format.md; tools/bench/frames/parts.py splits and compresses the frames.
# Expect: no assertion; the table of parts.py.
#
#   tools/run tools/bench/frames/scenes.py wall        # or balls, or blocks
#   python3 tools/bench/frames/parts.py out/bench-frames/wall

import math

words = NON_SOLFEC_ARGV () or ['wall']
kind = words [-1]
gravity = 9.81
solfec = SOLFEC ('DYNAMIC', 1E-3, 'out/bench-frames/' + kind)
stone = BULK_MATERIAL (solfec, 'KIRCHHOFF', density = 2000, young = 1E9 if kind != 'blocks' else 1E7, poisson = 0.2)
SURFACE_MATERIAL (solfec, friction = 0.6)
GRAVITY (solfec, (0, 0, -gravity))
OUTPUT (solfec, 0.02)

def box (a, b):
  return HULL ([(x, y, z) for x in (a [0], b [0]) for y in (a [1], b [1]) for z in (a [2], b [2])], 1, 1)

def wall (courses = 20, columns = 15, length = 0.5, height = 0.25, width = 0.25):
  "310 stones in running bond on ground that shakes along and across the wall."
  ground = BODY (solfec, 'OBSTACLE', box ((-1, -1, -0.3), (columns * length + 1, 1, 0)), stone)
  for k in range (courses):
    joints = [i * length for i in range (columns + 1)]
    if k % 2: joints = [0.0] + [(i + 0.5) * length for i in range (columns)] + [columns * length]
    for a, b in zip (joints, joints [1:]):
      BODY (solfec, 'RIGID', box ((a, 0, k * height), (b, width, (k + 1) * height)), stone)
  for share, way in ((0.3, (1, 0, 0)), (0.2, (0, 1, 0))):
    times = [0.005 * i for i in range (400)]
    SET_ACCELERATION (ground, ground.center, way,
                      TIME_SERIES ([(t, share * gravity * math.sin (6 * math.pi * t)) for t in times]))
  return 0.4

def balls (side = 10, layers = 4, radius = 0.05):
  "Balls that fall onto a floor and onto each other."
  BODY (solfec, 'OBSTACLE', box ((-1, -1, -0.3), (3, 3, 0)), stone)
  for k in range (layers):
    for i in range (side):
      for j in range (side):
        at = (2.02 * radius * (i + 0.1 * (k % 2)), 2.02 * radius * (j + 0.2 * (k % 3)), radius * (2.01 * k + 1.02))
        BODY (solfec, 'RIGID', SPHERE (at, radius, 1, 1), stone)
  return 0.4

def blocks (count = 4):
  "Blocks of finite elements one above another that sink onto each other."
  BODY (solfec, 'OBSTACLE', box ((-1, -1, -0.3), (2, 2, 0)), stone)
  for k in range (count):
    mesh = HEX ([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0.5, 1, 0, 0.5, 1, 1, 0.5, 0, 1, 0.5], 4, 4, 2, 1, [1] * 6)
    TRANSLATE (mesh, (0.02 * (k % 2), 0.03 * (k % 3), 0.501 * k))
    body = BODY (solfec, 'FINITE_ELEMENT', mesh, stone)
    body.scheme = 'DEF_LIM'
    body.damping = 1E-3
  return 0.1

RUN (solfec, GAUSS_SEIDEL_SOLVER (), {'wall': wall, 'balls': balls, 'blocks': blocks} [kind] ())
