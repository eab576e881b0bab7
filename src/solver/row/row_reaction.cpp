#include "solver/row/row_reaction.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/count.h"
#include "solver/law/law.h"
#include "solver/measure/row_residual.h"
#include "solver/one_contact/de_saxce_feng.h"
#include "solver/one_contact/exact_contact.h"
#include "solver/one_contact/projected_gradient.h"
#include "solver/one_contact/projected_newton.h"
#include "solver/one_contact/semismooth_newton.h"

namespace solfec {
namespace {

OneContactStatus solve_one_contact(DiagonalSolver solver, SweepRow& row, const SweepParams& params,
                                   Vec3 b, Vec3& r) {
  if (solver == DiagonalSolver::exact) {
    r = solve_exact_contact(row.block, row.friction, b, row.slip);
    return is_finite(r) ? OneContactStatus::solved : OneContactStatus::failed;
  }
  const OneContact contact{row.block.matrix(), b, row.friction};
  switch (solver) {
    case DiagonalSolver::projected_gradient:
      return solve_projected_gradient(contact, params.contact, r);
    case DiagonalSolver::de_saxce_feng:
      return solve_de_saxce_feng(contact, params.contact, r);
    case DiagonalSolver::projected_newton:
      return solve_projected_newton(contact, params.contact, r);
    case DiagonalSolver::velocity_newton:
      return solve_velocity_newton(contact, params.contact, r);
    default:
      return solve_semismooth_newton(contact, params.contact, r);
  }
}

SolveStatus status_of(OneContactStatus status) {
  return status == OneContactStatus::not_converged ? SolveStatus::diagonal_diverged
                                                   : SolveStatus::diagonal_failed;
}

}  // namespace

double relative_change(const SweepTally& tally) {
  if (!(tally.motion_squared > 0.0)) return reaction_change(tally);
  return std::sqrt(tally.moved_squared / std::max(tally.motion_squared, tally.alone_squared));
}

double reaction_change(const SweepTally& tally) {
  const double size = std::sqrt(tally.size_squared);
  return std::sqrt(tally.change_squared) / (size > 0.0 ? size : 1.0);
}

Vec3 robust_contact_reaction(SweepRow& row, const SweepParams& params, Vec3 b, Vec3 r,
                             SweepTally& tally) {
  Vec3 next = r;
  const OneContactStatus status = solve_one_contact(params.solver, row, params, b, next);
  if (status == OneContactStatus::solved) return next;
  tally.fallback = status_of(status);
  constexpr DiagonalSolver kOrder[] = {
      DiagonalSolver::exact, DiagonalSolver::semismooth_newton, DiagonalSolver::projected_gradient,
      DiagonalSolver::de_saxce_feng, DiagonalSolver::projected_newton};
  for (const DiagonalSolver solver : kOrder) {
    if (solver == params.solver) continue;
    next = r;
    if (solve_one_contact(solver, row, params, b, next) != OneContactStatus::solved) continue;
    tally.replaced += solver == DiagonalSolver::exact ? 1 : 0;
    return next;
  }
  tally.failure = tally.fallback;
  return r;
}

Vec3 other_reaction(const LocalDynamics& problem, const SweepRow& row, Vec3 b, Vec3 R,
                    SweepTally& tally) {
  const Vec3 next = law_of(row.kind).reaction(problem, row.row, row.block, b, R);
  if (is_finite(next)) return next;
  tally.failure = SolveStatus::diagonal_failed;
  return R;
}

SweepRow make_sweep_row(const LocalDynamics& problem, int i) {
  const auto at = static_cast<std::size_t>(i);
  const RowLaw& law = problem.law[at];
  SweepRow row;
  row.block = make_contact_block(problem.W_diagonal[at]);
  row.kind = law.kind;
  row.row = i;
  row.B = shifted_velocity(law, problem.B[at]);
  row.friction = law.friction;
  row.cohesion = law.cohesion;
  return row;
}

bool stays_at_rest(const RowLaw& law, const Mat3& W) {
  return is_open(law) || !is_regular_block(W);
}

bool is_possible_block(const Mat3& W) { return is_regular_block(W) || W == Mat3{}; }

SolveStatus prepare_sweep(const LocalDynamics& problem, SweptRows which, std::span<Vec3> R,
                          std::vector<SweepRow>& rows) {
  SolveStatus status = SolveStatus::ok;
  rows.clear();
  rows.reserve(problem.law.size());
  for (int i = 0; i < problem.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const RowLaw& law = problem.law[at];
    const Mat3& W = problem.W_diagonal[at];
    if (!is_finite(R[at])) R[at] = {};
    if (which == SweptRows::bilateral && is_contact(law.kind)) continue;
    if (!is_possible_block(W)) status = SolveStatus::diagonal_failed;
    if (stays_at_rest(law, W)) {
      R[at] = {};
      continue;
    }
    rows.push_back(make_sweep_row(problem, i));
  }
  return status;
}

}  // namespace solfec
