# Shows:  a dry-stone wall holds back earth: how much earth pressure overturns it, and how much makes it slide.
# Source: Rankine (1857), Phil. Trans. R. Soc. 147, 9-27: the pressure of the earth at the depth z is K g q z, q its density.
#         Statics of the wall of the thickness t, the height H and the density w: it turns about its foot above
#         K = 3 w t^2 / (q H^2), and slides on its foot above K = 2 mu w t / (q H), whichever is less.
# Expect: the largest K is found to 0.5 % for a rough wall, which turns over, and a smooth one, which slides.
#
#   tools/run inp/masonry/retaining-wall.py
#   solfec --render out/masonry/retaining-wall/rough-falls --time 0,0.6,1.2 --view front --parallel -o retaining-wall.png

from math import asin, degrees

from solfec.build import block
from solfec.limit import bisect

height, thickness, width, courses = 3.0, 1.0, 1.0, 10  # m
stone, earth, g = 2300.0, 1800.0, 9.81                 # kg/m^3, m/s^2

def move (name, mu, K, stop):
  '''Largest way of a course, m.'''
  solfec = SOLFEC ('DYNAMIC', 1E-3, 'out/masonry/retaining-wall/' + name)
  bulk = BULK_MATERIAL (solfec, density = stone)
  SURFACE_MATERIAL (solfec, friction = mu)
  GRAVITY (solfec, (0, 0, -g))
  OUTPUT (solfec, 0.02)
  figure = block ((-3, -0.5, -0.3), (thickness + 1, width + 0.5, 0), 'ground', fixed = True)
  depths = [height * k / courses for k in range (courses + 1)]
  for top, bottom in zip (depths, depths [1:]):
    figure += block ((0, 0, height - bottom), (thickness, width, height - top), 'course from %g m' % (height - bottom))
  ground, *bodies = figure.bodies (solfec, bulk)
  for body, top, bottom in zip (bodies, depths, depths [1:]):
    force = K * g * earth * width * (bottom ** 2 - top ** 2) / 2
    depth = 2 / 3 * (bottom ** 3 - top ** 3) / (bottom ** 2 - top ** 2)
    FORCE (body, 'SPATIAL', (thickness, width / 2, height - depth), (-1, 0, 0), force)
  RUN (solfec, GAUSS_SEIDEL_SOLVER (), stop)
  return max (sum (d * d for d in DISPLACEMENT (body, body.center)) ** 0.5 for body in bodies)

for name, mu in ('rough', 0.7), ('smooth', 0.3):
  turns = 3 * stone * thickness ** 2 / (earth * height ** 2)
  slides = 2 * mu * stone * thickness / (earth * height)
  exact = min (turns, slides)
  move (name + '-falls', mu, 1.3 * exact, 1.2 if turns < slides else 0.6)
  runs = []
  def stands (K):
    runs.append (K)
    return move ('%s-%d' % (name, len (runs)), mu, K, 0.3) < 2E-4
  found = bisect (stands, good = 0.6 * exact, bad = 1.5 * exact, tolerance = 2E-3 * exact)
  if not VIEWER ():
    print ('%s wall %s at K = %.4f by statics, friction angle of the earth %.1f degrees; found: %s' %
           (name, 'turns' if turns < slides else 'slides', exact, degrees (asin ((1 - exact) / (1 + exact))), found))
    assert found.stands * 0.997 < exact < found.collapses * 1.003 and found.collapses < 1.005 * exact
