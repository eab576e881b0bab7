# Shows:  a dry-stone wall holds back a wedge of earth that slides down on a plane: the thrust of wedges of several slopes,
#         and the least thickness of the wall that bears the worst one.
# Source: Coulomb (1776), Mem. Acad. R. Sci. 7, 343-382: earth of the density q and the friction angle p presses on a smooth
#         upright wall of the height H as a wedge that slides on the plane of the slope s. Per metre of the wall its thrust is
#         g q H^2 / 2 cot (s) tan (s - p); it is largest for s = 45 + p/2 degrees, where cot (s) tan (s - p) is the active
#         pressure K = tan (45 - p/2)^2 of Rankine (1857). A wall of the thickness t and the density w slides on its foot
#         of the friction m where the thrust is m g w H t.
# Expect: the thrust on a wall that gives way is that of the formula to 0.5 % for each slope; the least thickness is found
#         to 0.5 %. Stones of the wall hold each other by more friction than the ground, so only the foot slides.
#
#   tools/run inp/masonry/coulomb-wedge.py
#   solfec --render out/masonry/coulomb-wedge/slides --time 0,0.3,0.6 --view front --parallel -o coulomb-wedge.png

from math import radians, tan

from solfec.build import block
from solfec.limit import bisect

height, width, courses = 3.0, 1.0, 10               # m
stone, earth, g = 2300.0, 1800.0, 9.81              # kg/m^3, m/s^2
angle, foot, joints = 30.0, 0.3, 0.7                # degrees: friction of the earth; friction of the foot and of the joints
ground, masonry, wedge, plane = 4, 5, 6, 7          # surfaces
worst = 45 + angle / 2                              # degrees

def pressure (slope): return tan (radians (slope - angle)) / tan (radians (slope))

def push (slope): return g * earth * height ** 2 / 2 * width * pressure (slope)   # N

def prism (corners, surface):
  return HULL ([(x, y, z) for x, z in corners for y in (0, width)], 1, surface)

def hill (name, slope):
  '''An analysis with a wedge of earth that lies on its plane.'''
  solfec = SOLFEC ('DYNAMIC', 1E-3, 'out/masonry/coulomb-wedge/' + name)
  soil = BULK_MATERIAL (solfec, label = 'earth', density = earth)
  for first, second, mu in ((ground, masonry, foot), (masonry, masonry, joints), (masonry, wedge, 0),
                            (wedge, plane, tan (radians (angle)))):
    SURFACE_MATERIAL (solfec, first, second, friction = mu)
  GRAVITY (solfec, (0, 0, -g))
  OUTPUT (solfec, 0.01)
  run = height / tan (radians (slope))              # m, of the plane
  BODY (solfec, 'RIGID', prism ([(0, 0), (0, height), (run, height)], wedge), soil, label = 'wedge')
  rest = prism ([(0, 0), (run, height), (4, height), (4, -0.5), (0.2, -0.5)], plane)
  BODY (solfec, 'OBSTACLE', rest, soil, label = 'plane')
  return solfec

def thrust (slope):
  '''Thrust of a wedge (N) on a wall that goes away by 1 cm/s.'''
  solfec = hill ('slope-%g' % slope, slope)
  rock = BULK_MATERIAL (solfec, label = 'rock', density = stone)
  wall, = block ((-0.5, 0, 0), (0, width, height), 'wall', True, masonry).bodies (solfec, rock)
  SET_VELOCITY (wall, wall.center, (-1, 0, 0), TIME_SERIES ([0, 0, 0.1, 0.01, 1, 0.01]))
  RUN (solfec, GAUSS_SEIDEL_SOLVER (), 0.3)
  if VIEWER (): return push (slope)
  _, force = HISTORY (solfec, [(wall, (-1, 0, 0), None, 'CR')], 0.15, 0.3)
  return sum (force) / len (force)

def move (name, thickness, stop):
  '''Largest way of a course, m.'''
  solfec = hill (name, worst)
  rock = BULK_MATERIAL (solfec, label = 'rock', density = stone)
  figure = block ((-thickness - 2, 0, -0.5), (-0.3, width, 0), 'ground', True, ground)  # ends before the toe of the wedge
  for k in range (courses):
    low, high = height * k / courses, height * (k + 1) / courses
    figure += block ((-thickness, 0, low), (0, width, high), 'course from %g m' % low, surface = masonry)
  _, *bodies = figure.bodies (solfec, rock)
  RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)
  return max (sum (d * d for d in DISPLACEMENT (body, body.center)) ** 0.5 for body in bodies)

for slope in 45, 52.5, worst, 67.5, 75:
  ratio = thrust (slope) / push (slope)
  print ('slope %4.1f degrees: K = %.4f by Coulomb, thrust over that of the formula %.4f' % (slope, pressure (slope), ratio))
  assert abs (ratio - 1) < 5E-3

least = push (worst) / (foot * g * stone * height * width)
move ('slides', 0.8 * least, 0.6)
runs = []
def stands (thickness):
  runs.append (thickness)
  return move ('thickness-%d' % len (runs), thickness, 0.3) < 2E-4
found = bisect (stands, good = 1.5 * least, bad = 0.6 * least, tolerance = 2E-3 * least)
if not VIEWER ():
  print ('least thickness by Coulomb %.4f m; found: %s' % (least, found))
  assert found.collapses * 0.995 < least < found.stands * 1.005 and found.stands < 1.005 * least
