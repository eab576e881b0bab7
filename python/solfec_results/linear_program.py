"""Linear programs by a primal-dual interior point method.

  minimise c . x  subject to  A x = b,  x >= 0

Mehrotra (1992), SIAM J. Optim. 2, 575-601: predictor and corrector with one factorisation of
A D A^T each, by scipy. There is no crossover to a corner: assemblies have more contact points than
their equilibrium needs, in one plane but for rounding, and codes that look for a basis fail at so
many almost dependent columns (HiGHS: no answer in minutes for a frame of a wall of 410 bricks that
is solved in 2 s here). HiGHS takes what is not solved to USEFUL.
"""

from typing import NamedTuple

from solfec_results.columns import numpy

ITERATIONS = 200
START = 10.0  # of all unknowns and slacks; rows and costs should be of size one
ACCURACY = 1e-9  # of residuals and of the gap between both objectives, relative
USEFUL = 1e-6  # what is accepted where rounding lets no more be reached
SHIFTS = (1e-14, 1e-12, 1e-10)  # added to a unit diagonal; the first that makes no pivot zero
REFINEMENTS = 3
PROXIMAL = 1e-10  # weight of the square of a step, which keeps A D A^T regular
BALANCE = 1e-2  # products of x and slack do not fall faster than residuals over this
PATIENCE = 15  # iterations without a smaller error once it is USEFUL
PATIENT = 60.0  # s, for HiGHS


def packages():
    """Imports scipy.sparse and scipy.sparse.linalg, which only limits need."""
    try:
        from scipy import sparse
        from scipy.sparse import linalg
        return sparse, linalg
    except ImportError:
        raise ImportError("limits need the package scipy (Debian: python3-scipy)") from None


class Solution(NamedTuple):
    x: object
    dual: object  # of the rows
    value: float  # c . x
    error: float  # largest relative residual or gap


class _Normal:
    """Solves A D A^T v = r."""

    def __init__(self, matrix, weights):
        np = numpy()
        sparse, linalg = packages()
        product = ((matrix @ sparse.diags(weights)) @ matrix.T).tocsc()
        diagonal = product.diagonal()
        self.scale = 1.0 / np.sqrt(np.where(diagonal > 0.0, diagonal, 1.0))
        scaled = (sparse.diags(self.scale) @ product @ sparse.diags(self.scale)).tocsc()
        self.product = product
        for shift in SHIFTS:
            try:
                self.factors = linalg.splu(scaled + shift * sparse.eye(len(diagonal), format="csc"),
                                           permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0,
                                           options=dict(SymmetricMode=True))
                return
            except RuntimeError:  # a pivot is zero
                continue
        raise FloatingPointError("an interior point is too near the boundary")

    def _rough(self, right):
        return self.scale * self.factors.solve(self.scale * right)

    def solve(self, right):
        np = numpy()
        found = self._rough(right)
        rest = right - self.product @ found
        for _ in range(REFINEMENTS):
            better = found + self._rough(rest)
            new_rest = right - self.product @ better
            if not np.linalg.norm(new_rest) < 0.5 * np.linalg.norm(rest):
                break
            found, rest = better, new_rest
        return found


def _reach(values, change):
    """Largest step up to 1 that keeps values >= 0."""
    falling = change < 0.0
    with numpy().errstate(over="ignore"):
        return min(1.0, (values[falling] / -change[falling]).min(initial=numpy().inf))


def minimize(cost, matrix, right, free=0):
    """Solution of the program, of which the last `free` unknowns may have any sign.

    The program must have a solution. RuntimeError when none is found to USEFUL.
    """
    np = numpy()
    sparse, _ = packages()
    if free:
        matrix = sparse.hstack([matrix, -matrix[:, matrix.shape[1] - free:]])
        cost = np.concatenate([cost, -cost[len(cost) - free:]])
    matrix = matrix.tocsc()
    x, slack, dual = np.full(len(cost), START), np.full(len(cost), START), np.zeros(len(right))
    best, first, scale = None, None, 1.0 + np.linalg.norm(right)
    for _ in range(ITERATIONS):
        primal = right - matrix @ x
        gradient = cost - matrix.T @ dual - slack
        value, bound = cost @ x, right @ dual
        error = max(np.linalg.norm(primal) / scale,
                    np.linalg.norm(gradient) / (1.0 + np.linalg.norm(cost)),
                    abs(value - bound) / (1.0 + abs(value)))
        if best is None or error < best.error:
            best, age = Solution(x.copy(), dual.copy(), float(value), float(error)), 0
        age += 1
        if error < ACCURACY or (best.error < USEFUL and age > PATIENCE) or not np.isfinite(error):
            break
        try:
            size = np.linalg.norm(primal)
            first = first or (x @ slack / len(x), max(size, 1e-300))
            least = BALANCE * first[0] * size / first[1] if size > 0.1 * ACCURACY * scale else 0.0
            x, dual, slack = _step(matrix, (x, dual, slack), primal, gradient, least)
        except FloatingPointError:
            break
        if free:
            _recentre(x, free)
    if not best.error < USEFUL:
        best = _at_corner(cost, matrix, right, best.error)
    if free:
        last = len(cost) - free
        x = best.x[:last].copy()
        x[last - free:] -= best.x[last:]
        best = best._replace(x=x)
    return best


def _at_corner(cost, matrix, right, error):
    """Solution by HiGHS, for the few programs whose forces are huge."""
    from scipy import optimize
    for method in ("highs-ds", "highs-ipm"):
        found = optimize.linprog(cost, A_eq=matrix, b_eq=right, method=method,
                                 options=dict(time_limit=PATIENT))
        if found.status == 0:
            return Solution(found.x, found.eqlin.marginals, found.fun, 0.0)
    raise RuntimeError(f"a linear program was solved to {error:.1e} only")


def _recentre(x, free):
    """Sets the common part of both halves of a free unknown to the value that centring asks for."""
    np = numpy()
    count = len(x)
    plus, minus = x[count - 2 * free:count - free], x[count - free:]
    excess = np.maximum(np.minimum(plus, minus) - 1.0 - 0.5 * abs(plus - minus), 0.0)
    plus -= excess
    minus -= excess


def _step(matrix, point, primal, gradient, least):
    """Predictor and corrector from a point (x, dual, slack) with its residuals, towards products
    of x and slack of at least `least`."""
    np = numpy()
    x, dual, slack = point
    stiffness = slack + PROXIMAL * x
    normal = _Normal(matrix, x / stiffness)
    mean = x @ slack / len(x)

    def direction(complement):
        inner = complement - x * gradient
        change = normal.solve(primal - matrix @ (inner / stiffness))
        force = matrix.T @ change
        dx = (inner + x * force) / stiffness
        return dx, change, gradient - force + PROXIMAL * dx
    dx, _, ds = direction(-x * slack)
    affine = ((x + _reach(x, dx) * dx) @ (slack + _reach(slack, ds) * ds)) / len(x)
    centring = (affine / mean) ** 3
    target = max(centring * mean, least)
    dx, dy, ds = direction(target - x * slack - np.clip(dx * ds, -10.0 * mean, 10.0 * mean))
    along, across = 0.9995 * _reach(x, dx), 0.9995 * _reach(slack, ds)
    return x + along * dx, dual + across * dy, slack + across * ds
