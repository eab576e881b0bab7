#pragma once

#include <span>
#include <vector>

#include "local_dynamics/block_csr_operator.h"
#include "local_dynamics/local_dynamics.h"
#include "solver/interior_point/interior_params.h"
#include "solver/measure/criteria.h"
#include "solver/measure/solve_report.h"
#include "solver/row/row_operator.h"

namespace solfec {

/// Projected Gauss-Jacobi: all rows move at once from the velocities of the last sweep,
///
///   r_i <- P_K (r_i - ω u_i / w_i),   w_i = tr(W_ii) / 3,
///
/// in the shifted variables of row_quantities.h, with ũ = u + μ|u_T| n in place of u for Coulomb's
/// law (De Saxcé and Feng (1998), Math. Comput. Model. 28, 225-245). A row of another law takes
/// the step ω / w_i along its residual (law/law.h). Anitescu and Tasora (2010), Comput. Optim.
/// Appl. 47, 207-235, and Tasora and Anitescu (2011), CMAME 200, 439-453, prove convergence of
/// convex friction for ω < 2 / ρ, where ρ is the largest eigenvalue of D^(-1/2) W D^(-1/2) with
/// D = diag w_i. A Lanczos iteration finds ρ here; the papers leave ω to the user.
class GaussJacobi {
 public:
  /// @param blocks      Operator that multiplies by W; null: body space does.
  /// @param relaxation  ω over 2 / ρ, in (0, 1).
  GaussJacobi(const LocalDynamics& problem, BlockCsrOperator* blocks, FrictionLaw friction,
              double relaxation = 0.95);

  /// Sets U = B + W R.
  void update(std::span<const Vec3> R, std::span<Vec3> U);
  /// One sweep from R and U = B + W R, both of which it renews.
  void sweep(std::span<Vec3> R, std::span<Vec3> U);
  /// ω.
  [[nodiscard]] double step() const { return step_; }
  /// Products with W that the search for ρ took.
  [[nodiscard]] int products_of_bound() const { return products_; }

 private:
  void find_step(double relaxation);
  [[nodiscard]] Vec3 moved(int i, Vec3 R, Vec3 U) const;

  const LocalDynamics& problem_;
  FrictionLaw friction_;
  RowOperator W_;
  std::vector<double> mobility_;  // w_i, s/kg; 0: the row keeps R = 0
  double step_ = 0.0;
  int products_ = 0;
};

/// Sweeps with Coulomb's law until the criteria are met, which are looked at after 1, 2, 3, ...
/// sweeps, later after a fifth of those done. The best reactions seen there are returned, in the
/// sense of e.
/// @return Iterations, status and history of e.
SolveReport solve_gauss_jacobi(const LocalDynamics& problem, BlockCsrOperator* blocks,
                               const Criteria& criteria, int most_sweeps, std::span<Vec3> R,
                               std::span<Vec3> U);

}  // namespace solfec
