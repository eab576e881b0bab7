# Shows:   joints between bodies that lie flush are no obstacle: blocks and balls pass over them,
#          and masonry whose joints meet in corners rests.
# Setting: blocks that fall or slide with 2 m/s on a floor of 14 tiles (obstacles or bricks held at
#          four points, hulls or meshes), with and without CONTACT_PREDICTION; balls of 5 and 20
#          mm; boards on pointed legs and sharp edges over rows, grids and triangles, turned and
#          shifted; steps of 0.5 and 2 GEOMETRIC_EPSILON between tiles; walls in stack bond and
#          running bond, eight flush cubes, an inner corner, a sharp edge in the corner of a floor
#          and a wall. The argument 'short': fewer falls, shorter ways. The solver is tighter than
#          its default, for speeds of 1e-9 m/s.
# Source:  statics; momentum: of a block that falls flat the floor takes m g t upward in all, so
#          friction takes mu m g t; impact without rebound at a low step: it turns about its lower
#          edge, angular momentum about that edge is kept.
# Expect:  v = 2 m/s - mu g t without spin; balls keep their velocity; the low step is passed, the
#          high one turns the block with 3/2 v b/(a^2 + b^2); what rests moves less than 1e-9 m.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify
from solfec import (BODY, CONTACT_PREDICTION, FIX_POINT, GAUSS_SEIDEL_SOLVER, HULL,
                    INITIAL_VELOCITY, NON_SOLFEC_ARGV, ROTATE, RUN, SPHERE, TRANSLATE, WARNINGS)

G, MU, SPEED, TILE = 9.81, 0.2, 2.0, 0.2
EPSILON = 1e-4  # the default of GEOMETRIC_EPSILON
STILL = 1e-9    # m: rounding summed over the steps of a second is 1e-12
_runs = [0]


def scene(step, **settings):
  _runs[0] += 1
  solfec, bulk = models.scene(step, 'joints/%d' % _runs[0], **settings)
  WARNINGS(solfec, 'OFF')  # a landing may leave a step's way of penetration
  return solfec, bulk


def shape(low, high, kind):
  return models.brick(low, high) if kind == 'HEX' else models.slab(low, high)


def tiles(solfec, bulk, floor, heights=None):
  """Floor of 14 tiles from x = -0.23 on; a floor is 'obstacles HULL', 'bricks HEX' and so on."""
  what, kind = floor.split()
  for i in range(14):
    top = heights(i) if heights else 0.0
    low, high = (-0.23 + i * TILE, -0.5, top - TILE), (-0.23 + (i + 1) * TILE, 0.5, top)
    body = BODY(solfec, 'OBSTACLE' if what == 'obstacles' else 'RIGID', shape(low, high, kind),
                bulk)
    if what == 'bricks':
      points = models.corners(low, high)
      for k in (0, 3, 6, 9):
        FIX_POINT(body, points[k:k + 3])


def block_runs(floor, kind, h=1e-3, drop=0.0, start=0.0, prediction=0.0, yaw=0.0, heights=None,
               duration=0.6):
  """(times, velocities along x, rates about y, heights above the floor, largest spin)."""
  solfec, bulk = scene(h, density=1000, friction=MU)
  if prediction:
    CONTACT_PREDICTION(solfec, prediction)
  tiles(solfec, bulk, floor, heights)
  block = shape((start - 0.1, -0.1, drop), (start + 0.1, 0.1, drop + 0.1), kind)
  if yaw:
    ROTATE(block, (start, 0, 0), (0, 0, 1), yaw)
  body = BODY(solfec, 'RIGID', block, bulk)
  INITIAL_VELOCITY(body, (SPEED, 0, 0), (0, 0, 0))
  times, speeds, rates, rises, spin = [], [], [], [], [0.0]

  def record():
    times.append(solfec.time)
    speeds.append(body.velo[3])
    rates.append(body.velo[1])
    rises.append(body.conf[11] - 0.05)
    spin[0] = max(spin[0], *map(abs, body.velo[:3]))

  models.each_step(solfec, record)
  RUN(solfec, models.tight_solver(), duration)
  return times, speeds, rates, rises, spin[0]


def passes(runs, drop, h):
  """Whether a block passed: velocity, spin and depth.

  The solver leaves 1e-8 of the reactions, so 1e-6 m/s; the landing may sink a step's way, and a
  brick that is held at four points gives way by some 1e-4 rad/s for the step of the impact.
  """
  times, speeds, _, rises, spin = runs
  exact = SPEED - MU * G * times[-1]
  sunk = math.sqrt(2 * G * drop) * h + EPSILON
  return abs(speeds[-1] - exact) < 1e-6 and spin < 2e-3 and min(rises) > -1.05 * sunk


def falls(floor, kind, sample):
  """(number that did not pass, worst error of the velocity) of blocks that fall."""
  bad, worst = 0, 0.0
  for drop, start, h in sample:
    runs = block_runs(floor, kind, h, drop, start)
    bad += not passes(runs, drop, h)
    worst = max(worst, abs(runs[1][-1] - (SPEED - MU * G * runs[0][-1])))
  return bad, worst


DROPS = (0.005, 0.007, 0.01, 0.015, 0.02, 0.03, 0.04, 0.06, 0.08, 0.1)
WORDS = NON_SOLFEC_ARGV() or []
SHORT = 'short' in WORDS
if 'all' in WORDS:  # 200 runs for each floor and block, by hand
  SAMPLE = [(drop, 0.02 * k, h) for drop in DROPS for k in range(10) for h in (1e-3, 2e-4)]
elif SHORT:
  SAMPLE = [(0.01, 0.074, 1e-3), (0.08, 0.148, 1e-3)]
else:
  SAMPLE = [(drop, 0.037 * k % TILE, 1e-3) for k, drop in enumerate(DROPS[::2])]
  SAMPLE += [(0.02, 0.013, 2e-4)]
GLIDE = 0.2 if SHORT else 0.5  # s; a joint each 0.1 s
REST = 0.2 if SHORT else 1.0   # s

verify.case('joints', 'Joints that are no obstacle')
# the word bricks: floors of held bricks alone, whose joints are statically indeterminate
WHAT = 'bricks' if 'bricks' in WORDS else 'obstacles'
for floor in (WHAT + ' HULL', WHAT + ' HEX'):
  for kind in ('HULL', 'HEX'):
    bad, worst = falls(floor, kind, SAMPLE)
    name = 'a %s block falls on %s: ' % (kind, floor)
    verify.equal(name + 'runs of %d that do not pass' % len(SAMPLE), bad, 0)
    verify.below(name + 'worst error of the velocity (m/s)', worst, 1e-6)
if WHAT == 'bricks':
  verify.finish()
  sys.exit(0)

for kind in ('HULL', 'HEX'):
  for prediction in (0.0, 2e-3, 1e-2) if not SHORT else (0.0, 1e-2):
    for yaw in (0.0, 30.0):
      name = '%s, prediction %g, turned by %g degrees: ' % (kind, prediction, yaw)
      times, speeds, _, rises, spin = block_runs('obstacles ' + kind, kind, prediction=prediction,
                                                 yaw=yaw)
      verify.check(name + 'velocity (m/s) of the sliding block', speeds[-1],
                   SPEED - MU * G * times[-1], 1e-9)
      verify.below(name + 'its largest change of height (m)', max(map(abs, rises)), STILL)

for radius in (5e-3, 2e-2):
  for floor in ('obstacles HULL', 'obstacles HEX'):
    solfec, bulk = scene(1e-3, density=1000)
    tiles(solfec, bulk, floor)
    ball = BODY(solfec, 'RIGID', SPHERE((0, 0, radius), radius, 1, 1), bulk)
    INITIAL_VELOCITY(ball, (1, 0, 0), (0, 0, 0))
    RUN(solfec, models.tight_solver(), 1.5)
    name = 'ball of %g m over %s: ' % (radius, floor)
    verify.check(name + 'velocity (m/s)', ball.velo[3], 1.0, 1e-9)
    verify.check(name + 'height (m)', ball.conf[11], radius, STILL)

# ---- pointed legs and sharp runners, on rows, grids and triangles --------------------------------


def table():
  """Hulls of a board on three pointed legs."""
  legs = [[x, y, 0] + [c for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
                       for c in (x + 0.02 * a, y + 0.02 * b, 0.05)]
          for x, y in ((-0.1, -0.08), (-0.1, 0.08), (0.1, 0.0))]
  return legs + [models.corners((-0.15, -0.12, 0.05), (0.15, 0.12, 0.1))]


def sled():
  """Hulls of a board on two sharp edges across its way."""
  runners = [[c for a, z in ((0, 0), (-0.03, 0.05), (0.03, 0.05)) for y in (-0.1, 0.1)
              for c in (x + a, y, z)] for x in (-0.1, 0.1)]
  return runners + [models.corners((-0.15, -0.1, 0.05), (0.15, 0.1, 0.1))]


def pavement(pattern):
  """Point lists of flush hulls with their tops at z = 0."""
  if pattern == 'row':
    return [models.corners((-0.23 + TILE * i, -0.5, -TILE), (-0.03 + TILE * i, 0.5, 0))
            for i in range(8)]
  hulls = []
  for x, y in [(-0.23 + TILE * i, -0.5 + TILE * j) for i in range(8) for j in range(5)]:
    corners = ((x, y), (x + TILE, y), (x + TILE, y + TILE), (x, y + TILE))
    parts = ((0, 1, 2, 3),) if pattern == 'grid' else ((0, 1, 2), (0, 2, 3))
    hulls += [[c for k in part for z in (-TILE, 0) for c in (*corners[k], z)] for part in parts]
  return hulls


AXIS, ANGLE, SHIFT = (1, 2, 3), 37.0, (3, -2, 1)


def glide(pattern, slider, turned, prediction, mu=0.1):
  """(velocity, largest spin) of a slider; turned: the whole scene is turned and shifted."""

  def turn(vector):
    return ROTATE(vector, (0, 0, 0), AXIS, ANGLE) if turned else vector

  def hull(lists):
    shape = None
    for points in lists:
      shape = HULL(points, 1, 1, shape) if shape else HULL(points, 1, 1)
    return TRANSLATE(turn(shape), SHIFT) if turned else shape

  solfec, bulk = scene(1e-3, density=1000, friction=mu, gravity=tuple(turn((0.0, 0.0, -G))))
  if prediction:
    CONTACT_PREDICTION(solfec, prediction)
  for points in pavement(pattern):
    BODY(solfec, 'OBSTACLE', hull([points]), bulk)
  body = BODY(solfec, 'RIGID', hull(slider()), bulk)
  INITIAL_VELOCITY(body, tuple(turn((SPEED, 0.0, 0.0))), (0, 0, 0))
  spin = [0.0]
  models.each_step(solfec, lambda: spin.__setitem__(0, max(spin[0], *map(abs, body.velo[:3]))))
  RUN(solfec, models.tight_solver(), GLIDE)
  return models.dot(body.velo[3:], turn((1.0, 0.0, 0.0))), spin[0]


for pattern in ('row', 'grid', 'triangles'):
  for slider in (table, sled):
    errors, spins = [], []
    for turned in (False, True):
      for prediction in (0.0, 1e-2):
        speed, spin = glide(pattern, slider, turned, prediction)
        errors.append(abs(speed - (SPEED - 0.1 * G * GLIDE)))
        spins.append(spin)
    name = '%s over a pavement (%s), plain and turned, with and without prediction: ' % (
        slider.__name__, pattern)
    verify.below(name + 'worst error of the velocity (m/s)', max(errors), 1e-8)
    verify.below(name + 'largest spin (rad/s)', max(spins), 1e-7)

# A step h beside v: what v h = 2 mm is larger than the step of the floor needs prediction.
STEP_AT = 2  # tile; its face is at x = 0.17
for kind in ('HULL', 'HEX'):
  for h, prediction in ((1e-3, 1e-2),) if SHORT else ((1e-3, 1e-2), (1e-4, 0.0)):
    name = '%s, h = %g, prediction %g: ' % (kind, h, prediction)
    low, high = [block_runs('obstacles ' + kind, kind, h, start=-0.02, prediction=prediction,
                            heights=lambda i, e=e: e * EPSILON if i >= STEP_AT else 0.0,
                            duration=0.3) for e in (0.5, 2.0)]
    verify.check(name + 'velocity (m/s) behind a step of 0.5 epsilon', low[1][-1],
                 SPEED - MU * G * low[0][-1], 1e-6)
    hit = next(k for k, rate in enumerate(high[2]) if abs(rate) > 0.01)
    speed = SPEED - MU * G * high[0][hit - 1]
    exact = 1.5 * speed * 0.1 / (0.2 ** 2 + 0.1 ** 2)
    # the impact takes up to two steps; meanwhile the weight slows it: m g a/2 over (m/3)(a^2 + b^2)
    late = 3 * h * 1.5 * G * 0.2 / (0.2 ** 2 + 0.1 ** 2)
    verify.check(name + 'rate of rotation (rad/s) after the hit at a step of 2 epsilon',
                 max(high[2][hit:hit + 4]), exact, 0.01 * exact + late)


def rests(blocks, kind):
  """Largest motion (m) of the centres of blocks on a slab."""
  solfec, bulk = scene(1e-3, density=2000, friction=0.7)
  BODY(solfec, 'OBSTACLE', models.slab((-5, -5, -1), (5, 5, 0)), bulk)
  bodies = [BODY(solfec, 'RIGID', shape(low, high, kind), bulk) for low, high in blocks]
  start = [models.mass_centre(b) for b in bodies]
  moved = [0.0]

  def record():
    moved[0] = max([moved[0]] + [math.dist(models.mass_centre(b), s)
                                 for b, s in zip(bodies, start)])

  models.each_step(solfec, record)
  RUN(solfec, models.tight_solver(), REST)
  return moved[0]


WALLS = {
    'stack bond': [((0.4 * i, 0, 0.2 * k), (0.4 * i + 0.4, 0.2, 0.2 * k + 0.2))
                   for k in range(4) for i in range(3)],
    'running bond': list(models.running_bond(4, 3, (0.4, 0.2, 0.2))),
    'eight flush cubes': [((i, j, k), (i + 1, j + 1, k + 1))
                          for i in (0, 1) for j in (0, 1) for k in (0, 1)]}
for name, blocks in WALLS.items():
  for kind in ('HULL', 'HEX'):
    verify.below('%s, %s: largest motion (m) in %g s' % (name, kind, REST), rests(blocks, kind),
                 STILL)


def forces_on(body):
  """Contact force on the body by other body's number, N."""
  forces = {}
  for c in models.contacts_of(body):
    other = next(b for b in c.adjbod if b.id != body.id)
    sign = 1.0 if c.adjbod[0].id == body.id else -1.0
    sums = forces.setdefault(other.id, [0.0, 0.0, 0.0])
    for i, f in enumerate(models.global_force(c)):
      sums[i] += sign * f
  return forces


def inner_corner(kind):
  """A cube that the load presses into the corner of a floor and two walls, all flush, no friction.

  Returns (motion, m; largest error of the three forces over the weight).
  """
  load = (-5.0, -4.0, -9.81)
  solfec, bulk = scene(1e-3, density=2000, gravity=load)
  for low, high in (((0, 0, -1), (4, 4, 0)), ((-1, 0, 0), (0, 4, 4)), ((0, -1, 0), (4, 0, 4))):
    BODY(solfec, 'OBSTACLE', shape(low, high, kind), bulk)
  cube = BODY(solfec, 'RIGID', shape((0, 0, 0), (1, 1, 1), kind), bulk)
  start = models.mass_centre(cube)
  RUN(solfec, models.tight_solver(), 0.5)
  forces = forces_on(cube)
  exact = {1: (0, 0, -load[2]), 2: (-load[0], 0, 0), 3: (0, -load[1], 0)}
  error = max(math.dist(forces[k], [cube.mass * a for a in exact[k]]) for k in exact)
  return math.dist(models.mass_centre(cube), start), error / (cube.mass * G)


def sharp_edge(kind, flush):
  """A wedge whose lower edge stands in the corner of floor and wall and that leans on a far wall.

  No friction. Returns (motion, m; forces of floor, wall and far wall; those by statics).
  """
  solfec, bulk = scene(1e-3, density=1000)
  BODY(solfec, 'OBSTACLE', shape((0 if flush else -1, -1, -1), (4, 1, 0), kind), bulk)
  BODY(solfec, 'OBSTACLE', shape((-1, -1, -1 if flush else 0), (0, 1, 4), kind), bulk)
  BODY(solfec, 'OBSTACLE', shape((0.9, -1, 0), (2, 1, 4), kind), bulk)
  section = ((0.0, 0.0), (0.9, 0.3), (0.5, 0.9))
  body = BODY(solfec, 'RIGID',
              HULL([c for x, z in section for c in (x, -0.2, z, x, 0.2, z)], 1, 1), bulk)
  start = models.mass_centre(body)
  RUN(solfec, models.tight_solver(), 0.5)
  forces = forces_on(body)
  weight = body.mass * G
  push = weight * (0.9 + 0.5) / 3 / 0.3  # the far wall has the arm 0.3 m about the lower edge
  moved = math.dist(models.mass_centre(body), start)
  return moved, (forces[1][2], forces[2][0], -forces[3][0]), (weight, push, push)


for kind in ('HULL', 'HEX'):
  moved, error = inner_corner(kind)
  verify.below('cube in an inner corner, %s: motion (m)' % kind, moved, STILL)
  verify.below('cube in an inner corner, %s: error of the forces over the weight' % kind, error,
               1e-6)
  for flush in (True, False):
    name = 'sharp edge in a corner, %s, floor %s: ' % (kind, 'beside the wall' if flush else
                                                       'under the wall')
    moved, computed, exact = sharp_edge(kind, flush)
    verify.below(name + 'motion (m)', moved, STILL)
    for what, a, b in zip(('floor', 'wall', 'far wall'), computed, exact):
      verify.check(name + 'force (N) of the %s' % what, a, b, 1e-6 * exact[0])
verify.finish()
