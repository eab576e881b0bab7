# Shows:  seconds and memory that HISTORY takes for many frames of few bodies and few frames of many.
# Source: a reader that keeps nothing of a frame needs memory for its result alone.
# Expect: 25 000 frames of one body in less than 0.5 s; the memory grows by the lists that are
#         returned (a list of floats takes 32 bytes per number).
#
#   tools/run tools/bench/history.py -o out/bench-history    # twice: write, then read

import resource
import time


def model(name, balls, frames):
  """Balls on a floor, a frame in every step."""
  step = 1e-3
  solfec = SOLFEC('DYNAMIC', step, 'out/bench-history/' + name)
  solfec.verbose = 'OFF'
  bulk = BULK_MATERIAL(solfec)
  SURFACE_MATERIAL(solfec, friction=0.3)
  GRAVITY(solfec, (0, 0, -10))
  side = int(balls ** 0.5 + 0.999)
  BODY(solfec, 'OBSTACLE', HULL([-1, -1, -1, side, -1, -1, side, side, -1, -1, side, -1, -1, -1, 0,
                                 side, -1, 0, side, side, 0, -1, side, 0], 1, 1), bulk)
  bodies = [BODY(solfec, 'RIGID', SPHERE((k % side, k // side, 0.4), 0.4, 1, 1), bulk)
            for k in range(balls)]
  started = time.perf_counter()
  RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 100), frames * step)
  if solfec.mode == 'WRITE':
    print('%s: %d bodies, %d frames written in %.2f s' %
          (name, balls, frames, time.perf_counter() - started))
  return solfec, bodies[-1]


def memory():
  """Resident memory now and at its peak, MB."""
  with open('/proc/self/status') as file:
    lines = dict(line.split(':', 1) for line in file)
  return int(lines['VmRSS'].split()[0]) / 1024, resource.getrusage(
      resource.RUSAGE_SELF).ru_maxrss / 1024


def read(name, solfec, label, items):
  before, _ = memory()
  started = time.perf_counter()
  result = HISTORY(solfec, items, 0, 1e6)
  seconds = time.perf_counter() - started
  after, peak = memory()
  print('%-6s %-28s %6d frames: %.3f s, %5.2f us per frame, %+6.1f MB (lists %.1f MB), peak %.0f MB'
        % (name, label, len(result[0]), seconds, 1e6 * seconds / len(result[0]), after - before,
           32e-6 * sum(len(column) for column in result), peak))


for name, balls, frames in (('small', 1, 25000), ('large', 2500, 200)):
  solfec, ball = model(name, balls, frames)
  if solfec.mode == 'READ':
    read(name, solfec, 'one point', [(ball, ball.center, 'DZ')])
    read(name, solfec, 'ten entities of a point', [
        (ball, ball.center, e) for e in 'DX DY DZ VX VY VZ CX CY CZ MISES'.split()])
    read(name, solfec, 'energy of all', [(solfec, 'KINETIC')])
    read(name, solfec, 'gap and reactions', [(solfec, 'GAP'), (ball, 'R'), (solfec, 'CU')])
    read(name, solfec, 'counts and timings', ['CONS', 'STEP', 'GSITERS', 'CONSOL'])
