"""Linear programs of a few hundred unknowns: the simplex method on a full tableau.

  maximize c . x  subject to  A x = b,  x >= 0

Two phases, the column of the largest gain, Bland's rule while nothing is gained, so that it ends:
Bland (1977), Math. Oper. Res. 2, 103-107.
"""

TOLERANCE = 1e-9  # against rows and gains of size one
PATIENCE = 20     # pivots without gain before Bland's rule


def maximize(gain, rows, right):
  """(largest value, x), or None when no x is admissible; ValueError when there is no bound.

  gain: n numbers; rows: m lists of n; right: m numbers. Rows should be of size one.
  """
  n = len(gain)
  tableau = []
  for i, (row, b) in enumerate(zip(rows, right)):
    sign = -1.0 if b < 0.0 else 1.0
    own = [1.0 if k == i else 0.0 for k in range(len(rows))]
    tableau.append([sign * a for a in row] + own + [sign * b])
  basis = [n + i for i in range(len(rows))]
  _run(tableau, basis, [0.0] * n + [-1.0] * len(rows), n + len(rows))
  missing = sum(row[-1] for row, k in zip(tableau, basis) if k >= n)
  if missing > 1e3 * TOLERANCE * max(1.0, max(map(abs, right))):
    return None
  _leave_artificial(tableau, basis, n)
  value = _run(tableau, basis, list(gain) + [0.0] * len(rows), n)
  x = [0.0] * n
  for row, k in zip(tableau, basis):
    if k < n:
      x[k] = row[-1]
  return value, x


def _pivot(tableau, basis, costs, i, k):
  pivot = tableau[i][k]
  row = tableau[i] = [a / pivot for a in tableau[i]]
  filled = [(j, a) for j, a in enumerate(row) if a != 0.0]
  for other in tableau[:i] + tableau[i + 1:] + [costs]:
    factor = other[k]
    if factor != 0.0:
      for j, a in filled:
        other[j] -= factor * a
      other[k] = 0.0
  basis[i] = k


def _run(tableau, basis, gain, columns):
  """Pivots among the first columns until nothing is gained; returns the value."""
  costs = list(gain) + [0.0]  # reduced gains and minus the value
  for row, k in zip(tableau, basis):
    if gain[k] != 0.0:
      factor = gain[k]
      costs = [c - factor * a for c, a in zip(costs, row)]
  idle = 0
  while True:
    open_columns = [k for k in range(columns) if costs[k] > TOLERANCE]
    if not open_columns:
      return -costs[-1]
    bland = idle >= PATIENCE
    k = open_columns[0] if bland else max(open_columns, key=lambda j: costs[j])
    ratios = [(row[-1] / row[k], i) for i, row in enumerate(tableau) if row[k] > TOLERANCE]
    if not ratios:
      raise ValueError('the linear program has no bound')
    least = min(r for r, _ in ratios)
    ties = [i for r, i in ratios if r <= least + 1e-13 * max(1.0, abs(least))]
    i = min(ties, key=lambda t: basis[t]) if bland else max(ties, key=lambda t: tableau[t][k])
    before = costs[-1]
    _pivot(tableau, basis, costs, i, k)
    idle = 0 if abs(costs[-1] - before) > TOLERANCE else idle + 1


def _leave_artificial(tableau, basis, n):
  """Takes artificial unknowns, now zero, out of the basis; rows that say nothing go."""
  for i in reversed(range(len(tableau))):
    if basis[i] < n:
      continue
    k = max(range(n), key=lambda j: abs(tableau[i][j]))
    if abs(tableau[i][k]) > TOLERANCE:
      _pivot(tableau, basis, [0.0] * len(tableau[i]), i, k)
    else:
      del tableau[i], basis[i]
