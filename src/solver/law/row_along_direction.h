#pragma once

#include <cmath>

#include "local_dynamics/contact_block.h"
#include "solver/law/law.h"
#include "solver/law/row_quantities.h"

namespace solfec {

/// One scalar equation c(U) = 0, in m/s, along n; the tangents are free, R_T = 0.
///
/// @tparam Kind  Has `reaction`, and
///   static double miss(const LocalDynamics&, int i, Vec3 U)   c, m/s,
///   static Vec3 gradient(const LocalDynamics&, int i, Vec3 U) dc/dU, no unit, near n.
///
/// Of Newton's rows, linear_row has C = (R_T, ρ c) with the exact derivative. newton_row takes n
/// for the gradient: δR_N = -d²/ε (c + δU_N) with d² = 3 / tr(W_ii), a spring so stiff that the
/// equation holds to ε.
template <typename Kind>
struct RowAlongDirection : LawDefaults {
  static Vec3 residual(const LocalDynamics& problem, int i, double /*scale*/, Vec3 /*R*/, Vec3 U) {
    return {0.0, 0.0, Kind::miss(problem, i, U)};
  }
  static double spurious_energy(const LocalDynamics& problem, int i, Vec3 /*R*/, Vec3 U) {
    return inverse_weighted_square(problem.W_diagonal[static_cast<std::size_t>(i)],
                                   {0.0, 0.0, Kind::miss(problem, i, U)});
  }
  static LinearRow linear_row(const LocalDynamics& problem, int i, double rho, Vec3 R, Vec3 U) {
    LinearRow row{{}, diagonal(1.0, 1.0, 0.0), {R.x, R.y, rho * Kind::miss(problem, i, U)}};
    const Vec3 along = Kind::gradient(problem, i, U);
    row.X(2, 0) = rho * along.x, row.X(2, 1) = rho * along.y, row.X(2, 2) = rho * along.z;
    return row;
  }
  static RowLinearisation newton_row(const LocalDynamics& problem, int i, Vec3 /*R*/, Vec3 U) {
    RowLinearisation row;
    row.E(2, 2) = stiff_spring(problem.W_diagonal[static_cast<std::size_t>(i)]);
    row.k.z = row.E(2, 2) * Kind::miss(problem, i, U);
    return row;
  }
  static Vec3 project(const RowLaw& /*law*/, Vec3 R) { return {0.0, 0.0, R.z}; }
};

}  // namespace solfec
