# Shows:   figures of solfec.build stand, and those that are too thin fall.
# Setting: walls in all bonds with an opening, arches, domes, a cross vault and a column under their
#          weight; then arches and domes at 0.97 (0.95) and 1.03 (1.05) of their least thickness,
#          thick and thin vaults, a column on a tilted floor. Density 2000 kg/m^3, friction 0.7 (an
#          arch of 27: 0.5), steps of 1e-3 s, 0.2 s. The argument 'short' leaves out the second
#          half.
# Source:  least thickness by limit analysis of the polygons (oracle_blocks.py; oracle_arch.py for
#          the round arch: 0.1067 of the radius, Milankovitch (1907) 0.1075 without joints) and of
#          a dome whose upright joints lie above each other (oracle_dome.py: 0.0411 for 9 rings of
#          16 stones; 0.042 without joints, Heyman (1967)). Staggered stones of a dome hang together
#          by friction, so it stands where that with continuous joints falls. A thin vault has no
#          forces in equilibrium with its friction (python/solfec_results/limit.py), a thick one
#          may.
# Expect:  what stands moves by less than 1e-6 of its size, what falls by more than 1e-4 of it.

import importlib.util
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import oracle_arch
import oracle_blocks
import oracle_dome
import verify
from solfec import *
from solfec.build import Opening, arch, block, column, cross_vault, dome, wall

SHORT = 'short' in (NON_SOLFEC_ARGV() or [])
G, STILL, GONE = 9.81, 1e-6, 1e-4  # m/s^2; of the size
WINDOW = Opening(0.75, 0.375, 0.5, 0.25, (0.25, 0.125))
BRICK = (0.25, 0.125, 0.125)
_runs = [0]


def on_floor(figure):
  (a, b, c), (d, e, _) = figure.bounds
  return figure + block((a - 1, b - 1, c - 0.5), (d + 1, e + 1, c), 'floor', fixed=True)


def motion(figure, mu=0.7, gravity=(0, 0, -G), duration=0.2):
  """(largest displacement of a centre over the size of the figure, analysis)."""
  _runs[0] += 1
  solfec, bulk = models.scene(1e-3, 'built-%d' % _runs[0], 2000.0, gravity, friction=mu)
  WARNINGS(solfec, 'OFF')
  bodies = figure.bodies(solfec, bulk)
  RUN(solfec, GAUSS_SEIDEL_SOLVER(), duration)
  low, high = figure.bounds
  way = max(math.dist((0, 0, 0), DISPLACEMENT(b, b.center)) for b in bodies if b.kind == 'RIGID')
  return way / max(high - low), solfec


def stands(name, figure, mu=0.7, **how):
  way, solfec = motion(figure, mu, **how)
  verify.below(name + ': it stands, motion over size', way, STILL)
  return solfec


def falls(name, figure, mu=0.7, **how):
  way, solfec = motion(figure, mu, **how)
  verify.within(name + ': it falls, motion over size', way, GONE, math.inf)
  return solfec


def polygons(figure):
  """Front faces (x, z), counter-clockwise, of the stones of an arch, and the fixed ones."""
  found = []
  for stone in figure:
    piece = stone.pieces[0]
    front = [f for f in piece.faces if all(piece.vertices[i][1] == 0.0 for i in f)][0]
    corners = [(float(piece.vertices[i][0]), float(piece.vertices[i][2])) for i in front]
    around = oracle_blocks.area_and_centroid(corners)[0] > 0.0
    found.append(corners if around else corners[::-1])
  return found, {k for k, stone in enumerate(figure) if stone.fixed}


def least_thickness(make, mu, low, high):
  """Least thickness, m, at which forces balance the arch make(thickness)."""
  while high - low > 1e-5:
    middle = 0.5 * (low + high)
    if oracle_blocks.is_in_equilibrium(*polygons(make(middle)), mu):
      high = middle
    else:
      low = middle
  return high


def check_arches():
  def round_arch(t):
    return arch(2.0, t, 0.3, 27)

  least = least_thickness(round_arch, 0.5, 0.05, 0.2)
  verify.check('round arch of 27: least thickness over radius, by its polygons', least,
               oracle_arch.least_thickness(0.5, place=0.5), 2e-5)
  for name, make, mu, bounds in (
      ('round arch', round_arch, 0.5, (0.05, 0.2)),
      ('pointed arch, rise 0.75 of the span', lambda t: arch(2.0, t, 0.3, 16, 1.5), 0.7,
       (0.02, 0.2)),
      ('arch in bond', lambda t: arch(2.0, t, 0.6, 17, across=2), 0.7, (0.05, 0.2))):
    bound = least_thickness(lambda t, make=make: plane(make(t)), mu, *bounds)
    falls('%s, 0.97 of its least thickness' % name, make(0.97 * bound), mu)
    stands('%s, 1.03 of it' % name, make(1.03 * bound), mu)


def plane(figure):
  """One stone of each course: a section of the arch."""
  seen, first = set(), []
  for stone in figure:
    course = stone.label.split('.')[0]
    if course not in seen:
      seen.add(course)
      first.append(stone)
  return type(figure)(first)


def check_domes():
  least = oracle_dome.least_thickness(9, 16, 0.7)
  verify.check('dome of 20 rings of 48: least thickness over radius (0.042 without joints)',
               oracle_dome.least_thickness(20, 48, 0.7), 0.042, 1e-3)
  thin, thick = 0.95 * least, 1.05 * least
  falls('dome, upright joints above each other, 0.95 of its least thickness',
        dome(2.0, thin, 9, 16, stagger=False))
  stands('dome, upright joints above each other, 1.05 of it',
         dome(2.0, thick, 9, 16, stagger=False))
  stands('dome in bond, 0.95 of the thickness without', dome(2.0, thin, 9, 16))
  stands('dome in bond without a stone', dome(2.0, 0.1, 9, 16).without('dome 4.3'))


def check_vaults():
  for thickness, check, bounds in ((0.3, stands, (0.0, 1.0)), (0.2, falls, (1.0, math.inf))):
    name = 'cross vault, thickness %.3g of its radius' % (thickness / 3.0)
    solfec = check(name, cross_vault(6.0, thickness, 12, 1.0), duration=0.1)
    name += ': least friction of a frame at t = 0 over its friction'
    if not importlib.util.find_spec('scipy'):
      verify.skip(name, 'scipy is missing')
      continue
    import solfec_results
    from solfec_results import limit
    least = limit.friction(solfec_results.open(solfec.outpath), time=0.0).least
    verify.within(name, least, *bounds)


def check_columns():
  """A polygon of 12 sides turns about a side when the weight passes it: tan = apothem/(h/2)."""
  height, radius = 2.0, 0.25
  apothem = radius * math.cos(math.pi / 12)
  tilt = math.atan(apothem / (0.5 * height))
  figure = on_floor(column(height, radius, 4, 12).turned(15.0))
  for share, check in ((0.98, stands), (1.02, falls)):
    pull = (G * math.sin(share * tilt), 0, -G * math.cos(share * tilt))
    check('column on a floor tilted by %g of the angle that overturns it' % share, figure,
          gravity=pull, duration=0.3)


verify.case('built', 'Figures made by solfec.build')
for bond in ('running', 'stack', 'header', 'English', 'Flemish'):
  stands('wall in %s bond with a lintel' % bond, on_floor(wall(2.0, 1.0, BRICK, bond, [WINDOW])))
for name, made in (('round arch', arch(10.0, 1.2, 2.0, 15)),
                   ('segmental arch in bond', arch(10.0, 0.8, 2.0, 15, 2.5, across=2)),
                   ('pointed arch with a keystone', arch(8.0, 0.8, 2.0, 17, 6.0)),
                   ('dome', dome(10.0, 0.6, 7, 12)),
                   ('dome with an oculus', dome(10.0, 0.6, 7, 12, oculus=1.2)),
                   ('segmental dome', dome(10.0, 0.6, 5, 12, 3.0)),
                   ('cross vault', cross_vault(6.0, 0.6, 12, 1.0)),
                   ('cross vault, joints at the groins',
                    cross_vault(6.0, 0.6, 12, 1.0, interlock=False)),
                   ('column of drums', on_floor(column(6.0, 0.5, 6, 24, 0.42)))):
  stands(name, made)
if not SHORT:
  check_arches()
  check_domes()
  check_vaults()
  check_columns()
verify.finish()
