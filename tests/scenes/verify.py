"""Checks of a scene against exact answers; one parseable line per check.

A scene imports this module, calls `case` once, `check` and its relatives for every quantity, and
`finish` as its last statement. A line looks like

  case 19: slip (m/s) at the end | computed 0 | exact 0 | error 0.0e+00 | tolerance 2.0e-09 | ok

tools/verification makes docs/verification.md of these lines. Names are unique within a scene.
`finish` raises when a line says FAILED (the program ends with exit code 2) or when nothing was
checked, so a scene cannot pass by stopping early.
"""

import json
import math
import os

_scene = {'number': None, 'checks': 0, 'failed': []}


class SceneFailed(Exception):
  """At least one quantity of the scene missed its tolerance."""


def case(number, title):
  """Starts the checks of a case: its number (or name) and its title."""
  _scene.update(number=number, checks=0, failed=[])
  print('case %s = %s' % (number, title))


def _report(name, computed, exact, error, tolerance):
  good = error <= tolerance  # NaN is not good
  _scene['checks'] += 1
  if not good:
    _scene['failed'].append(name)
  print('case %s: %s | computed %s | exact %s | error %.3e | tolerance %.3e | %s' %
        (_scene['number'], name, computed, exact, error, tolerance, 'ok' if good else 'FAILED'),
        flush=True)
  return good


def check(name, value, exact, tolerance):
  """|value - exact| <= tolerance, all in the unit of the value; the name says which unit."""
  return _report(name, '%.12g' % value, '%.12g' % exact, abs(value - exact), tolerance)


def below(name, value, bound):
  """A quantity that is zero in the exact solution: |value| <= bound."""
  return check(name, value, 0.0, bound)


def within(name, value, low, high):
  """low <= value <= high, for quantities of which bounds are known; error is the way outside."""
  outside = max(low - value, value - high, 0.0) if math.isfinite(value) else math.inf
  return _report(name, '%.12g' % value, '%.6g..%.6g' % (low, high), outside, 0.0)


def equal(name, value, exact):
  """Values that must be the same: counts, texts."""
  return _report(name, value, exact, 0.0 if value == exact else math.inf, 0.0)


def order(name, steps, errors, expected, margin=0.3):
  """Least-squares slope of log |error| over log h is at least `expected` - `margin`.

  With margin 0.3 errors of halved steps may differ by 20 % from the asymptotic ratio.
  """
  x = [math.log(h) for h in steps]
  y = [math.log(max(abs(e), 1e-300)) for e in errors]
  mx, my = sum(x) / len(x), sum(y) / len(y)
  slope = sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)
  print('case %s: %s, errors | h %s | error %s' %
        (_scene['number'], name, ' '.join('%.4g' % h for h in steps),
         ' '.join('%.4e' % abs(e) for e in errors)))
  return _report(name + ', order in h', '%.3f' % slope, '>= %g' % expected,
                 max(expected - slope, 0.0), margin)


def skip(name, reason):
  """Says that a check cannot be made here, for want of a library."""
  print('case %s: %s | skipped | %s' % (_scene['number'], name, reason), flush=True)


def curve(figure, x_label, y_label, name, xs, ys, points=False):
  """A curve of a figure of the verification manual; every curve of a figure has the same axes.

  Curves are kept only when the environment variable SOLFEC_CURVES names a file (tools/verification
  does); they are no check. points: marks instead of a line.
  """
  path = os.environ.get('SOLFEC_CURVES')
  if not path:
    return
  with open(path, 'a') as file:
    file.write(json.dumps({'figure': figure, 'x': x_label, 'y': y_label, 'name': name,
                           'points': points, 'xs': list(xs), 'ys': list(ys)}) + '\n')


def finish():
  """Ends the scene; raises when a check failed or none was made."""
  if _scene['checks'] == 0:
    raise SceneFailed('case %s: no check was made' % _scene['number'])
  if _scene['failed']:
    raise SceneFailed('case %s: %d of %d checks failed: %s' %
                      (_scene['number'], len(_scene['failed']), _scene['checks'],
                       '; '.join(_scene['failed'])))
  print('case %s: all %d checks hold' % (_scene['number'], _scene['checks']))
