#include "solver/penalty.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/count.h"
#include "solver/bonds.h"
#include "solver/law/spring_contact.h"
#include "solver/measure/merit.h"
#include "solver/one_contact/linear_row.h"
#include "solver/sweep/sweep.h"

namespace solfec {
namespace {

constexpr double kBilateralTolerance = 1e-3;  // change of R, relative
constexpr int kBilateralMaxSweeps = 10000;

// Reaction of a contact from its own B.
SolveStatus solve_contact(const LocalDynamics& problem, int i, PenaltyVariant variant, Vec3& R) {
  const auto at = static_cast<std::size_t>(i);
  const Mat3& W = problem.W_diagonal[at];
  const ContactBlock w = make_plain_block(W);
  Vec3 result;
  if (w.regular) result = spring_dashpot_reaction(problem, i, w, variant, problem.B[at], R);
  const bool failed = !is_finite(result) || (!w.regular && !(W == Mat3{}));
  R = failed ? Vec3{} : result;
  return failed ? SolveStatus::diagonal_failed : SolveStatus::ok;
}

SolveStatus solve_contacts(const LocalDynamics& problem, PenaltyVariant variant,
                           std::span<Vec3> R) {
  SolveStatus status = SolveStatus::ok;
  for (int i = 0; i < problem.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (!is_contact(problem.law[at].kind)) continue;
    const SolveStatus one = solve_contact(problem, i, variant, R[at]);
    if (one != SolveStatus::ok) status = one;
  }
  return status;
}

// Force that the rounding of the free velocities asks for, N: changes of this size are none.
double rounding_force(const LocalDynamics& problem, std::span<const SweepRow> rows) {
  double sum = 0.0;
  for (const SweepRow& row : rows) {
    const Mat3& W = problem.W_diagonal[static_cast<std::size_t>(row.row)];
    const double force = problem.rounding_of(row.row) / mean_inverse_mass(W);
    sum += force * force;
  }
  return std::sqrt(sum);
}

// Gauss-Seidel over the bilateral rows under the forces of the contacts.
SolveStatus solve_bilateral(const LocalDynamics& problem, SweepWorkspace& work, std::span<Vec3> R,
                            SolveReport& report) {
  SweepTally tally;
  const double least_size = rounding_force(problem, work.rows) / kBilateralTolerance;
  for (int sweep = 1; sweep <= kBilateralMaxSweeps; ++sweep) {
    sweep_rows(problem, work.velocities, std::span(work.rows), {}, R, tally);
    report.iterations = sweep;
    const double size = std::max(std::sqrt(tally.size_squared), least_size);
    report.relative_error = std::sqrt(tally.change_squared) / (size > 0.0 ? size : 1.0);
    report.error_history.push_back(report.relative_error);
    if (report.relative_error <= kBilateralTolerance) return tally.failure;
  }
  return tally.failure != SolveStatus::ok ? tally.failure : SolveStatus::diverged;
}

}  // namespace

void solve_penalty(const LocalDynamics& problem, PenaltyVariant variant, SweepWorkspace& work,
                   std::span<Vec3> R, std::span<Vec3> U, SolveReport& report) {
  SOLFEC_ASSERT(count(R) == problem.size() && count(U) == problem.size());
  SOLFEC_ASSERT(problem.body_space.row_count() == problem.size());
  report.clear();
  problem.body_space.complete_inverses();
  work.velocities.start(problem.body_space);
  const SolveStatus prepared = prepare_sweep(problem, SweptRows::bilateral, R, work.rows);
  const SolveStatus contacts = solve_contacts(problem, variant, R);
  SolveStatus bilateral = SolveStatus::ok;
  if (!work.rows.empty()) {
    work.velocities.reset(R);
    bilateral = solve_bilateral(problem, work, R, report);
  }
  update_velocities(problem, work.velocities, R, U);
  find_broken_bonds(problem, R, U, report.broken_bonds, BondedRows::all_springs);
  report.merit = merit(problem, R, U, {});
  report.merit_history.assign(report.error_history.size(), report.merit);
  report.status = prepared != SolveStatus::ok   ? prepared
                  : contacts != SolveStatus::ok ? contacts
                                                : bilateral;
}

}  // namespace solfec
