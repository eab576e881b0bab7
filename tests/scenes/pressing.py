"""What the scenes of pressed finite elements share: solvers with default settings and their watch.

GAUSS_SEIDEL_SOLVER has no default for epsilon and maxiter: 1e-6 and 1000. Every step must converge. The watch keeps, per step, status, iterations, residual e and what is out
of balance over the load, and checks them at the end.
"""

import models
import verify

from solfec import GAUSS_SEIDEL_SOLVER, NEWTON_SOLVER

SOLVERS = {'GAUSS_SEIDEL_SOLVER': lambda: GAUSS_SEIDEL_SOLVER(1e-6, 1000),
           'NEWTON_SOLVER': lambda: NEWTON_SOLVER()}


class Watch:
  """Records the steps of an analysis that a solver makes."""

  def __init__(self, solfec, solver):
    self.solfec, self.solver = solfec, solver
    self.failed, self.iterations, self.residual, self.balance = [], [], [], []
    models.each_step(solfec, self.record)

  def record(self):
    if self.solver.error != 'OK':
      self.failed.append(self.solfec.time)
    self.iterations.append(self.solver.iters)
    self.residual.append(self.solver.residual)
    self.balance.append(self.solfec.out_of_balance)

  def check(self, name, residual=1e-3, balance=1e-3):
    """Every step converged, the last one in balance (quasi-static)."""
    print('%s: %d steps, iterations %.1f in the mean and %d at most, largest residual %.1e' %
          (name, len(self.iterations), sum(self.iterations) / len(self.iterations),
           max(self.iterations), max(self.residual)) +
          (', out of balance %.1e of the load at most and %.1e at the end, %d repeats in the last step' %
           (max(self.balance), self.balance[-1], self.solfec.repeats)
           if self.solfec.analysis == 'QUASI_STATIC' else ''), flush=True)
    verify.equal('%s: steps that did not converge' % name, len(self.failed), 0)
    verify.below('%s: largest residual of a step' % name, max(self.residual), residual)
    if self.solfec.analysis == 'QUASI_STATIC':
      verify.below('%s: out of balance at the end over the load' % name, self.balance[-1], balance)


def sum_of_forces(body):
  """Of contacts on a body: (resultant, sum of normal reactions, sum of |tangential| ones), N, and
  the largest |R_T| over the law's bound for a friction coefficient of one."""
  total = models.contact_force(body)
  normal = tangential = worst = 0.0
  for contact in models.contacts_of(body):
    r = contact.R
    t = (r[0] ** 2 + r[1] ** 2) ** 0.5
    normal += r[2]
    tangential += t
    worst = max(worst, t / r[2] if r[2] > 0 else 0.0)
  return total, normal, tangential, worst
