#pragma once

#include <span>
#include <vector>

#include "local_dynamics/block_csr_operator.h"
#include "local_dynamics/local_dynamics.h"
#include "solver/measure/criteria.h"
#include "solver/measure/solve_report.h"
#include "solver/newton/newton_direction.h"

namespace solfec {

/// Proximal terms δ over w = tr(W_ii) / 3 of the row, for the last digits. By rows the
/// factorisation bears more: W is given.
inline constexpr double kProximalOfRows = 1e-11;
inline constexpr double kProximalOfBodies = 1e-8;

/// How far an interior point goes.
struct InteriorPointParams {
  Criteria criteria;  // without the change of reactions
  double proximal = kProximalOfBodies;
  int most_iterations = 200;    // a factorisation each
  bool ends_when_slow = false;  // where m does not fall to a quarter in ten iterations
};

struct InteriorPointResult {
  bool met = false;                    // the criteria, by the reactions that are returned
  int iterations = 0;                  // factorisations
  std::vector<ResidualPoint> history;  // e after each iteration
};

/// Solves U = B + W R with the laws of the rows by an interior point.
///
/// A contact in shifted variables r, u (row_quantities.h) obeys
///   K ∋ r ⊥ u + s n ∈ K*,   s = μ|u_T|
/// (De Saxcé and Feng (1998), Math. Comput. Model. 28, 225-245). With x = (r_T, μ r_N) and
/// z = (u_T, (u_N + s) / μ) both cones are that of second_order_cone.h; without friction they are
/// the half line of r_N and u_N. The iterates keep x and z inside and follow x ∘ z = m e with
/// m -> 0. Linearised with the scaling W of Nesterov and Todd and λ = W z = W⁻¹ x,
///   dx = W q - W² dz,   λ ∘ q = σ m e - λ ∘ λ - c,
///   dz = T (1 + μ n tᵀ) dU + z(U) - z,   t = u_T/|u_T|,   T = diag (1, 1, 1/μ),
/// so dR = -(k + E dU) in each row: one factorisation per iteration (newton_direction.h). Predictor
/// (σ = 0, c = 0) and corrector (σ the cube of what the predictor leaves of m, c the product of its
/// steps) are those of Mehrotra (1992), SIAM J. Optim. 2, 575-601; the derivative of s makes
/// Coulomb friction exact (Acary, Armand, Nguyen and Shpakovych (2023), Optimization 72). After a
/// short step s is kept in the linearisation for three iterations, which then is that of a convex
/// problem, and renewed after each. Rows of other laws take part by their own linearisation.
///
/// E grows without bound as m falls. A proximal term δ dR in the velocity keeps it below 1/δ, which
/// a factorisation by bodies needs (walls end at an error of velocity of 1e-5 without it) and one
/// by rows hardly; it shortens the last steps, and vanishes where they end (Rockafellar (1976),
/// SIAM J. Control Optim. 14, 877-898). Each dR is refined with the same factors while that gains.
///
/// The start are the smoothed projections of the given reactions, x ∘ z = m e for all contacts,
/// with √(m w̄) the largest free velocity: nearer to the borders of the cones, steps are short.
///
/// @param blocks     That multiply by W; null: body space does.
/// @param direction  Of all rows of the problem.
/// @param[in,out] R  Warm start; on return the best reactions, in the sense of e.
/// @param[out] U     U = B + W R.
InteriorPointResult solve_interior_point(const LocalDynamics& problem, BlockCsrOperator* blocks,
                                         NewtonDirection& direction,
                                         const InteriorPointParams& params, std::span<Vec3> R,
                                         std::span<Vec3> U);

}  // namespace solfec
