# Shows:   Coulomb friction that changes between stick and slip.
# Setting: a block 0.3 x 0.3 x 0.1 m of 1 kg on a floor, mu 0.8, pushed with 8 cos t N. The solver
#          is tighter than its default, for speeds of 1e-9 m/s where it sticks.
# Source:  closed form: while it slips, v' = 8 cos t -+ mu g; it stops where the speed returns to
#          zero and starts where the push exceeds mu m g.
# Expect:  slip phases (0, 0.33861), (2.94635, 3.53283), (6.08794, 6.67443), (9.22953, 9.81602) s;
#          plateaus x0 + 0.0043485697 and x0 - 0.0086971669 m in turn; largest speed 0.0395447 m/s;
#          between the phases it sticks: speed below 1e-9 m/s.

import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import models
import verify

PUSH, LIMIT = 8.0, 0.8 * 9.81


def exact_phases(count):
  """Slip phases (begin, end, displacement) of the unit mass."""
  phases, begin = [], 0.0
  for k in range(count):
    sign = 1.0 if k % 2 == 0 else -1.0
    if k > 0:
      begin = k * math.pi - math.acos(LIMIT / PUSH)

    def speed(t, s=sign, b=begin):
      return PUSH * (math.sin(t) - math.sin(b)) - s * LIMIT * (t - b)

    low = k * math.pi + math.acos(LIMIT / PUSH)  # the largest speed is here
    high = low + 0.5
    for _ in range(80):
      middle = 0.5 * (low + high)
      if sign * speed(middle) > 0:
        low = middle
      else:
        high = middle
    way = (PUSH * (math.cos(begin) - math.cos(low)) - PUSH * math.sin(begin) * (low - begin)
           - sign * 0.5 * LIMIT * (low - begin) ** 2)
    phases.append((begin, low, way))
  return phases


def slide(h, duration):
  """Times, displacements and speeds along x, and the largest speed across it."""
  solfec, bulk = models.scene(h, 'stick-slip-%g' % h, density=1.0 / 0.009, friction=0.8)
  BODY(solfec, 'OBSTACLE', models.slab((-1, -1, -0.1), (1, 1, 0)), bulk)
  block = BODY(solfec, 'RIGID', models.brick((-0.15, -0.15, 0), (0.15, 0.15, 0.1)), bulk)

  def push(q, u, t, step):
    return (PUSH * math.cos(t), 0, 0, 0, 0, 0, 0, 0, 0)

  FORCE(block, 'SPATIAL', (0, 0, 0), (0, 0, 0), push)
  times, xs, vs, across = [0.0], [0.0], [0.0], [0.0]

  def record():
    x, v = models.mass_centre(block), models.linear_velocity(block)
    times.append(solfec.time)
    xs.append(x[0])
    vs.append(v[0])
    across[0] = max(across[0], abs(v[1]), abs(v[2]))

  models.each_step(solfec, record)
  # the default settings leave speeds of 1e-7 m/s where it should stick
  RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-12, 10000, 1e-18), duration)
  return times, xs, vs, across[0]


verify.case(5, 'Stick-slip block')
phases = exact_phases(4)
verify.check('oracle: end of the first phase (s)', phases[0][1], 0.33861, 1e-5)
verify.check('oracle: way of the first phase (m)', phases[0][2], 0.0043485697, 1e-9)
verify.check('oracle: second plateau (m)', phases[0][2] + phases[1][2], -0.0086971669, 1e-9)

steps = [2e-3, 1e-3, 5e-4]
errors = []
for h in steps:
  times, xs, vs, across = slide(h, 10.5)
  at = lambda t: int(round(t / h))
  plateaus, creep = [], 0.0
  begin_error = end_error = 0.0
  for k, (begin, end, way) in enumerate(phases):
    first = next(i for i in range(at(begin) - 10 if k else 0, len(vs)) if abs(vs[i]) > 1e-9)
    last = next(i for i in range(first, len(vs)) if abs(vs[i]) <= 1e-9)
    begin_error = max(begin_error, abs(times[first] - begin))
    end_error = max(end_error, abs(times[last] - end))
    plateaus.append(xs[last])
    rest = phases[k + 1][0] if k + 1 < len(phases) else 10.5
    creep = max([creep] + [abs(v) for v in vs[last + 1:at(rest) - 1]])
  exact = [sum(p[2] for p in phases[:k + 1]) for k in range(len(phases))]
  errors.append(max(abs(a - b) for a, b in zip(plateaus, exact)))
  verify.below('begin of the slip phases (s), h = %g' % h, begin_error, 2 * h)
  verify.below('end of the slip phases (s), h = %g' % h, end_error, 2 * h)
  for k, (a, b) in enumerate(zip(plateaus, exact)):
    # order 2: starting and stopping are rounded to a step, in which the speed is at most 0.3 h
    verify.check('plateau %d (m), h = %g' % (k + 1, h), a, b, 2 * h * h)
  verify.check('largest speed (m/s), h = %g' % h, max(abs(v) for v in vs), 0.0395447,
               h * h + 5e-8)  # the figure has seven decimals
  verify.below('speed while it sticks (m/s), h = %g' % h, creep, 1e-9)
  verify.below('speed across the push (m/s), h = %g' % h, across, 1e-9)
verify.curve('displacement', 't (s)', 'displacement (m)', 'computed, h = %g' % h, times[::50],
             xs[::50])
verify.curve('displacement', 't (s)', 'displacement (m)', 'exact plateaus', [p[1] for p in phases],
             exact, points=True)
verify.order('plateaus', steps, errors, 2, margin=1.0)  # rounding to a step is erratic
verify.finish()
