#pragma once

#include <cmath>
#include <span>

#include "local_dynamics/local_dynamics.h"
#include "solver/one_contact/exact_contact.h"
#include "solver/row/row_reaction.h"
#include "solver/row/sweep_row.h"

namespace solfec {

namespace detail {

/// True when all components are finite; one addition chain, no calls.
inline bool all_finite(Vec3 r) { return std::fabs(r.x + r.y + r.z) <= 1.7e308; }

/// New reaction of a contact from its shifted velocity u = B + velocity_shift n + (W R)_i.
inline Vec3 contact_visit(SweepRow& row, const SweepParams& params, Vec3 u, Vec3 R,
                          SweepTally& tally) {
  const Vec3 shifted{R.x, R.y, R.z + row.cohesion};
  const Vec3 b = u - row.block.times(shifted);
  Vec3 next;
  if (params.solver == DiagonalSolver::exact) {
    next = solve_exact_contact(row.block, row.friction, b, row.slip, params.slip_tolerance);
    if (!all_finite(next)) next = robust_contact_reaction(row, params, b, shifted, tally);
  } else {
    next = robust_contact_reaction(row, params, b, shifted, tally);
  }
  return {next.x, next.y, next.z - row.cohesion};
}

}  // namespace detail

/// New reaction of a prepared row from its velocity u = B + (W R)_i.
inline Vec3 row_visit(const LocalDynamics& problem, SweepRow& row, const SweepParams& params,
                      Vec3 u, Vec3 R, SweepTally& tally) {
  if (!is_signorini(row.kind)) {
    return other_reaction(problem, row, u - row.block.times(R), R, tally);
  }
  if (params.proximal == 0.0) return detail::contact_visit(row, params, u, R, tally);
  SweepRow heavier = row;
  heavier.block = with_proximal_part(row.block, params.proximal);
  const Vec3 next = detail::contact_visit(heavier, params, u, R, tally);
  row.slip = heavier.slip;
  return next;
}

/// Visits prepared rows once, in order or backwards: one-row problem with the latest
/// reactions of the others, then the change goes to the operator.
///
/// @tparam Operator  BodyVelocities or BlockCsrOperator, at the reactions R.
/// @param[in,out] tally  Sums start from zero here.
template <typename Operator>
void sweep_rows(const LocalDynamics& problem, Operator& W, std::span<SweepRow> rows,
                const SweepParams& params, std::span<Vec3> R, SweepTally& tally) {
  tally = {};
  for (std::size_t k = 0; k < rows.size(); ++k) {
    SweepRow& row = rows[params.backward ? rows.size() - 1 - k : k];
    Vec3& R_i = R[static_cast<std::size_t>(row.row)];
    const Vec3 u = row.B + W.gather(row.row);
    const Vec3 next = row_visit(problem, row, params, u, R_i, tally);
    const Vec3 change = next - R_i;
    R_i = next;
    tally.size_squared += dot(next, next);
    if (change == Vec3{}) continue;
    tally.change_squared += dot(change, change);
    W.scatter(row.row, change);
  }
}

/// U = B + W R for every row, with the operator set to R from scratch, free of accumulated
/// rounding.
template <typename Operator>
void update_velocities(const LocalDynamics& problem, Operator& W, std::span<const Vec3> R,
                       std::span<Vec3> U) {
  W.reset(R);
  for (std::size_t i = 0; i < U.size(); ++i) {
    U[i] = problem.B[i] + W.gather(static_cast<int>(i));
  }
}

}  // namespace solfec
