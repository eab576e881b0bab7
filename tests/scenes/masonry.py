# Shows:   masonry of plain blocks stands and falls where limit analysis says, without creep.
# Setting: three stacked cubes; an arch of 20 voussoirs between fixed ends; bricks that overhang;
#          an arch of 27 voussoirs near its least thickness; a wall of 6 courses of 4 bricks on a
#          tilt table, mu 0.6; bridges of 16 blocks in one and in two rings between fixed abutments
#          near their least friction. Hulls and meshes of one element. The argument 'short': shorter
#          times, fewer parts of the limits, one ring.
# Source:  statics of a stack (harmonic overhang); limit analysis (oracle_blocks.py, a linear
#          program of forces at the ends of all joints; oracle_arch.py).
# Expect:  what stands moves less than 1e-9 m; the overhang stands at 0.99 of its limit and falls
#          at 1.01; the wall at 0.99 and 1.01 of tan = 0.5838; the bridges never stand below the
#          friction of the linear program and stand at 1.02 of it.

import importlib.util
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import oracle_arch
import oracle_blocks
import verify
from solfec import BODY, GAUSS_SEIDEL_SOLVER, HEX, HULL, NON_SOLFEC_ARGV, RUN, WARNINGS

G = 9.81
DEPTH = 0.2  # m, across the plane
STILL = 1e-9  # m: rounding summed over the steps is 1e-11
SHORT = 'short' in (NON_SOLFEC_ARGV() or [])
_runs = [0]


def block(polygon, kind):
  """Prism over a polygon (x, z), counter-clockwise."""
  if kind == 'HULL':
    return HULL([c for x, z in polygon for c in (x, 0, z, x, DEPTH, z)], 1, 1)
  (a, b), (c, d), (e, f), (g, h) = polygon
  nodes = [a, 0, b, c, 0, d, c, DEPTH, d, a, DEPTH, b, g, 0, h, e, 0, f, e, DEPTH, f, g, DEPTH, h]
  return HEX(nodes, 1, 1, 1, 1, [1] * 6)


def moves(blocks, fixed, mu, duration, kind='HULL', tangent=0.0, h=1e-3):
  """(largest motion of a centre, m; sweeps per step); weights are turned by atan(tangent) to +x.

  The first ten steps find the reactions from nothing; their sweeps do not count.
  """
  _runs[0] += 1
  angle = math.atan(tangent)
  gravity = (G * math.sin(angle), 0, -G * math.cos(angle))
  solfec, bulk = models.scene(h, 'masonry/%d' % _runs[0], density=2000, friction=mu,
                              gravity=gravity)
  WARNINGS(solfec, 'OFF')  # what falls comes in with some speed
  bodies = [BODY(solfec, 'OBSTACLE' if k in fixed else 'RIGID', block(p, kind), bulk)
            for k, p in enumerate(blocks)]
  free = [(b, models.mass_centre(b)) for b in bodies if b.kind == 'RIGID']
  solver = GAUSS_SEIDEL_SOLVER()
  moved, sweeps = [0.0], []

  def record():
    moved[0] = max([moved[0]] + [math.dist(models.mass_centre(b), s) for b, s in free])
    sweeps.append(solver.iters)

  models.each_step(solfec, record)
  RUN(solfec, solver, duration)
  return moved[0], sum(sweeps[10:]) / len(sweeps[10:])


def box(low_x, low_z, high_x, high_z):
  return [(low_x, low_z), (high_x, low_z), (high_x, high_z), (low_x, high_z)]


GROUND = box(-9, -1, 9, 0)


def ring(inner, outer, start, end, count):
  """Voussoirs with straight sides; angles from the top, degrees, to the right positive."""
  angles = [math.radians(start + (end - start) * k / count) for k in range(count + 1)]

  def at(radius, angle):
    return radius * math.sin(angle), radius * math.cos(angle)

  return [[at(inner, q), at(outer, q), at(outer, p), at(inner, p)]
          for p, q in zip(angles[:-1], angles[1:])]


def overhang(part, count=8, length=0.4, height=0.1):
  """Bricks on a table whose edge is at x = 0; each reaches `part` of the limit beyond the next."""
  blocks, end = [box(-5, -1, 0, 0)], 0.0
  for k in range(count, 0, -1):  # brick k from the top: limit length/(2 k)
    end += part * length / (2 * k)
    level = (count - k) * height
    blocks.append(box(end - length, level, end, level + height))
  return blocks


def wall():
  """Running bond, 6 courses of 4 bricks of 0.4 x 0.2 m."""
  return [GROUND] + [box(low[0], low[2], high[0], high[2])
                     for low, high in models.running_bond(6, 4, (0.4, DEPTH, 0.2))]


def bridge(rings, count, half=60.0, inner=2.0, thickness=0.15):
  """Rings of `count` voussoirs over an angle of 2 half, between two fixed abutments (the last)."""
  radii = [inner + k * thickness for k in range(rings + 1)]
  blocks = [b for r, s in zip(radii[:-1], radii[1:]) for b in ring(r, s, -half, half, count)]
  for start, end in ((-half - 8, -half), (half, half + 8)):
    blocks += ring(radii[0], radii[-1], start, end, 1)
  return blocks, {len(blocks) - 2, len(blocks) - 1}


verify.case('masonry', 'Masonry of plain blocks')
KINDS = ('HULL', 'HEX')
LONG = 0.4 if SHORT else 2.0  # s, what rests
MIDDLE = 0.4 if SHORT else 1.0
BRIEF = 0.2 if SHORT else 0.5
for kind in KINDS:
  moved, sweeps = moves([GROUND] + [box(0, k, 1, k + 1) for k in range(3)], {0}, 0.7, LONG, kind)
  verify.below('three stacked cubes, %s: motion (m) in %g s' % (kind, LONG), moved, STILL)
  for h, duration in ((1e-3, LONG), (1e-4, 0.1 * LONG)):
    moved, sweeps = moves(ring(0.925, 1.075, -90, 90, 20), {0, 19}, 0.7, duration, kind, h=h)
    name = 'arch between fixed ends, %s, h = %g: ' % (kind, h)
    verify.below(name + 'motion (m) in %g s' % duration, moved, STILL)
    verify.within(name + 'sweeps per step', sweeps, 1, 2)
  for part in (0.99, 1.01):
    name = 'overhang of 8 bricks at %g of the limit, %s: motion (m) ' % (part, kind)
    moved, _ = moves(overhang(part), {0}, 0.7, MIDDLE, kind)
    if part < 1:
      verify.below(name + 'in %g s' % MIDDLE, moved, STILL)
    else:
      verify.within(name + 'in %g s: it falls' % MIDDLE, moved, 1e-3 if SHORT else 0.1,
                    math.inf)

# friction so large that nothing slides: the line of thrust decides
least = oracle_arch.least_thickness(1.0, place=0.5)
for part in (0.99, 1.01):
  arch = ring(1 - 0.5 * part * least, 1 + 0.5 * part * least, -90, 90, 27) + [GROUND]
  verify.equal('linear program: the arch of 27 at %g of the least thickness stands' % part,
               str(oracle_blocks.is_in_equilibrium(arch, {27}, 1.0)), str(part > 1))
  for kind in KINDS:
    name = 'arch of 27 at %g of the least thickness, %s: motion (m) in %g s' % (part, kind, BRIEF)
    moved, _ = moves(arch, {27}, 1.0, BRIEF, kind)
    if part > 1:
      verify.below(name, moved, 1e-6)  # the thrust line wanders within the reactions' tolerance
    else:
      verify.within(name + ': it falls', moved, 1e-3, math.inf)

limit = oracle_blocks.largest_tilt(wall(), {0}, 0.6)
verify.check('linear program: tangent at which the wall gives way', limit, 0.584, 5e-4)
if importlib.util.find_spec('scipy'):
  from scipy.optimize import linprog
  rows, right, load = oracle_blocks.equilibrium(wall(), {0}, 0.6)
  done = linprog([0.0] * len(rows[0]) + [-1.0], A_eq=[r + [a] for r, a in zip(rows, load)],
                 b_eq=right, method='highs')
  verify.check('linear program: the same by scipy', limit, -done.fun, 1e-6)
else:
  verify.skip('linear program: the same by scipy', 'scipy is missing')
for part in (0.99, 1.01):
  for kind in KINDS if not SHORT else KINDS[:1]:
    moved, _ = moves(wall(), {0}, 0.6, BRIEF, kind, tangent=part * limit)
    name = 'wall at %g of that tangent, %s: motion (m) in %g s' % (part, kind, BRIEF)
    if part < 1:
      verify.below(name, moved, 1e-5)
    else:
      verify.within(name + ': it falls', moved, 1e-3, math.inf)

for rings, count in ((1, 16), (2, 8)) if not SHORT else ((1, 16),):
  blocks, fixed = bridge(rings, count)
  needed = oracle_blocks.least_friction(blocks, fixed)
  name = 'bridge, rings of voussoirs %d x %d: ' % (rings, count)
  verify.within(name + 'least friction by the linear program', needed, 0.09, 0.1)
  for part in (0.02, 0.5, 0.98, 1.02) if not SHORT else (0.98, 1.02):
    for kind in KINDS:
      moved, _ = moves(blocks, fixed, part * needed, BRIEF, kind)
      text = name + 'motion (m) in %g s at %g of it, %s' % (BRIEF, part, kind)
      if part > 1:
        verify.below(text, moved, STILL)
      else:
        verify.within(text + ': it falls', moved, 1e-3, math.inf)
verify.finish()
