#include "solver/penalty.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/count.h"
#include "solver/law/bonds.h"
#include "solver/law/spring_contact.h"
#include "solver/measure/merit.h"
#include "solver/one_contact/linear_row.h"
#include "solver/row/sweep.h"

namespace solfec {
namespace {

constexpr double kBilateralTolerance = 1e-3;  // change of R, relative
constexpr int kBilateralMaxSweeps = 10000;
constexpr double kPairTolerance = 1e-8;  // change of R of the contacts of two bodies, relative
constexpr int kPairMaxSweeps = 200;

// Reaction of a contact from its free velocity b.
SolveStatus solve_contact(const LocalDynamics& problem, int i, PenaltyVariant variant, Vec3 b,
                          Vec3& R) {
  const Mat3& W = problem.W_diagonal[static_cast<std::size_t>(i)];
  const ContactBlock w = make_plain_block(W);
  Vec3 result;
  if (w.regular) result = spring_dashpot_reaction(problem, i, w, variant, b, R);
  const bool failed = !is_finite(result) || (!w.regular && !(W == Mat3{}));
  R = failed ? Vec3{} : result;
  return failed ? SolveStatus::diagonal_failed : SolveStatus::ok;
}

bool is_contact_row(const LocalDynamics& problem, int i) {
  return is_contact(problem.law[static_cast<std::size_t>(i)].kind);
}

// End of the contacts from row i on that have the bodies of row i.
int end_of_pair(const LocalDynamics& problem, int i) {
  const auto rows = problem.body_space.rows();
  const RowJacobian& first = rows[static_cast<std::size_t>(i)];
  int end = i + 1;
  for (; end < problem.size() && is_contact_row(problem, end); ++end) {
    const RowJacobian& row = rows[static_cast<std::size_t>(end)];
    const bool equal = row.master == first.master && row.slave == first.slave;
    const bool turned = row.master == first.slave && row.slave == first.master;
    if (!equal && !turned) break;
  }
  return end;
}

// Gauss-Seidel over the contacts [begin, end) of two bodies under their own forces alone.
// W starts and ends without reactions.
SolveStatus solve_pair(const LocalDynamics& problem, std::pair<int, int> pair,
                       PenaltyVariant variant, BodyVelocities& W, std::span<Vec3> R) {
  SolveStatus status = SolveStatus::ok;
  const auto [begin, end] = pair;
  for (int i = begin; i < end; ++i) W.scatter(i, R[static_cast<std::size_t>(i)]);
  for (int sweep = 0; sweep < kPairMaxSweeps && status == SolveStatus::ok; ++sweep) {
    double change_squared = 0.0;
    double size_squared = 0.0;
    for (int i = begin; i < end; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const Vec3 before = R[at];
      const Vec3 b = problem.B[at] + W.gather(i) - problem.W_diagonal[at] * before;
      const SolveStatus one = solve_contact(problem, i, variant, b, R[at]);
      if (one != SolveStatus::ok) status = one;
      const Vec3 change = R[at] - before;
      W.scatter(i, change);
      change_squared += dot(change, change);
      size_squared += dot(R[at], R[at]);
    }
    if (change_squared <= kPairTolerance * kPairTolerance * size_squared) break;
  }
  for (int i = begin; i < end; ++i) W.scatter(i, -R[static_cast<std::size_t>(i)]);
  if (status != SolveStatus::ok) W.stop();  // what is not finite goes on to no other pair
  return status;
}

// Contacts of different pairs of bodies do not see each other. Those of one pair do, unless forces
// are explicit.
SolveStatus solve_contacts(const LocalDynamics& problem, PenaltyVariant variant, BodyVelocities& W,
                           std::span<Vec3> R) {
  SolveStatus status = SolveStatus::ok;
  const bool coupled = variant != PenaltyVariant::explicit_force;
  W.stop();
  for (int i = 0; i < problem.size();) {
    const auto at = static_cast<std::size_t>(i);
    int end = i + 1;
    SolveStatus one = SolveStatus::ok;
    if (is_contact_row(problem, i)) {
      if (coupled) end = end_of_pair(problem, i);
      one = end == i + 1 ? solve_contact(problem, i, variant, problem.B[at], R[at])
                         : solve_pair(problem, {i, end}, variant, W, R);
    }
    if (one != SolveStatus::ok) status = one;
    i = end;
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
  const SolveStatus contacts = solve_contacts(problem, variant, work.velocities, R);
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
