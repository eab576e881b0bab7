#pragma once

#include <span>
#include <vector>

#include "local_dynamics/block_csr_operator.h"
#include "local_dynamics/local_dynamics.h"
#include "solver/interior_point/second_order_cone.h"
#include "solver/measure/natural_residual.h"
#include "solver/newton/newton_direction.h"
#include "solver/row/row_operator.h"

namespace solfec {

/// Proximal terms δ over w = tr(W_ii) / 3 of the row, for the last digits. By rows the
/// factorisation bears more: W is given.
inline constexpr double kProximalOfRows = 1e-11;
inline constexpr double kProximalOfBodies = 1e-8;

/// How the linear systems of an interior point are solved.
struct ConeSystems {
  double proximal = kProximalOfBodies;
  double refined = 1e-12;  // residual of a linear solution, over its k, that ends its refinement
  bool refines_predictor = true;
};

/// A contact and its scaled variables x, z.
struct ConeRow {
  int row{};
  double friction{};     // 1 without friction
  double mobility{};     // tr(W_ii) / 3, s/kg
  bool one_dimension{};  // no friction
  Vec3 x;                // N
  Vec3 z;                // m/s
  Vec3 target;           // z(U), m/s
  double slip{};         // |u_T| where s is kept, m/s
  Vec3 dx;
  Vec3 dz;
  Vec3 product;  // (W⁻¹ dx) ∘ (W dz) of the predictor
  ConeScaling scaling;
  double slope[2]{};  // μ t, 0 where s is kept: the derivative of s in the last linearisation
  Mat3 bounded;       // (1 + δ E)⁻¹
};

/// The iterates of an interior point over all rows of a problem, and one step of them.
///
/// A contact in shifted variables r, u (row_quantities.h) obeys
///   K ∋ r ⊥ u + s n ∈ K*,   s = μ|u_T|
/// (De Saxcé and Feng (1998), Math. Comput. Model. 28, 225-245). With x = (r_T, μ r_N) and
/// z = (u_T, (u_N + s) / μ) both cones are that of second_order_cone.h; without friction they are
/// the half line of r_N and u_N. The iterates keep x and z inside and follow x ∘ z = m e with
/// m -> 0. Linearised with the scaling W of Nesterov and Todd and λ = W z = W⁻¹ x,
///   dx = W q - W² dz,   λ ∘ q = σ m e - λ ∘ λ - c,
///   dz = T (1 + μ n tᵀ) dU + z(U) - z,   t = u_T/|u_T|,   T = diag (1, 1, 1/μ),
/// so dR = -(k + E dU) in each row: one factorisation per step (newton_direction.h). Predictor
/// (σ = 0, c = 0) and corrector (σ the cube of what the predictor leaves of m, c the product of its
/// steps) are those of Mehrotra (1992), SIAM J. Optim. 2, 575-601; the derivative of s makes
/// Coulomb friction exact (Acary, Armand, Nguyen and Shpakovych (2023), Optimization 72). After a
/// short step s is kept in the linearisation for three steps, which then is that of a convex
/// problem, and renewed after each. `keep_slip` keeps s altogether: then the problem is convex.
/// Rows of other laws take part by their own linearisation.
///
/// E grows without bound as m falls. A proximal term δ dR in the velocity keeps it below 1/δ, which
/// a factorisation by bodies needs (walls end at an error of velocity of 1e-5 without it) and one
/// by rows hardly; it shortens the last steps, and vanishes where they end (Rockafellar (1976),
/// SIAM J. Control Optim. 14, 877-898). Each dR is refined with the same factors while that gains.
class ConeIterates {
 public:
  /// @param blocks     Operator that multiplies by W; null: body space does.
  /// @param direction  Solver of the linear systems of all rows of the problem.
  /// @param R          Reactions of the iterates, N, in the memory of the caller; those of rows
  ///                   that stay at rest are set to zero.
  /// @param U          Velocities U = B + W R, m/s, likewise.
  ConeIterates(const LocalDynamics& problem, BlockCsrOperator* blocks, NewtonDirection& direction,
               const ConeSystems& systems, std::span<Vec3> R, std::span<Vec3> U);

  [[nodiscard]] std::span<Vec3> reactions() const { return R_; }
  [[nodiscard]] std::span<const Vec3> velocities() const { return U_; }

  /// Finds U after the caller has changed R.
  void update();
  /// Starts from the smoothed projections of R, with x ∘ z = m e for all contacts.
  /// @param error  √(m w̄), m/s. Nearer to the borders of the cones than the errors of velocity of
  ///               R, steps are short.
  void start(double error);
  /// Error of velocity for a start that knows nothing of R: the largest free velocity.
  [[nodiscard]] double free_error(const NaturalViolation& map) const;
  /// Keeps s = μ|u_T| of the present U until the next call.
  /// @return Largest change of |u_T| over the contacts, m/s.
  double keep_slip();
  /// Takes s with its derivative until the next call of `keep_slip`.
  void follow_slip() { keeps_slip_ = false; }
  /// Keeps s = 0 until the next call of `keep_slip`: friction with the dilation left out.
  void leave_slip_out() { keeps_slip_ = true; }
  /// Takes a predictor and a corrector step. @return false when no step leads on.
  bool step();
  /// True when less than a tenth of the last step stayed inside of the cones.
  [[nodiscard]] bool was_short() const { return short_; }
  /// Mean x·z of the contacts, N m/s, after the part `length` of the last steps; 0: of the
  /// iterates.
  [[nodiscard]] double barrier(double length = 0.0) const;
  /// Largest error of velocity of a contact in the problem whose s is kept, m/s: its √(x·z w) or
  /// its |z(U) - z|.
  [[nodiscard]] double error() const;

 private:
  void find_rows();
  void multiply();
  void set_reaction(const ConeRow& cone);
  [[nodiscard]] Vec3 x_of(const ConeRow& cone) const;
  [[nodiscard]] Vec3 z_of(const ConeRow& cone) const;
  [[nodiscard]] double least_velocity(double m) const;
  void set_slope(ConeRow& cone) const;
  void linearise();
  double find_steps(double target, double refined);
  void clear_idle(std::span<Vec3> dR) const;
  double find_rest();
  bool solve_rows(double refined);

  const LocalDynamics& problem_;
  NewtonDirection& direction_;
  ConeSystems systems_;
  std::span<Vec3> R_;
  std::span<Vec3> U_;
  double mean_mobility_;  // w̄, s/kg
  RowOperator W_;
  std::vector<ConeRow> cones_;
  std::vector<int> others_;  // rows of other laws
  std::vector<int> idle_;    // rows that keep R = 0
  std::vector<RowLinearisation> rows_;
  std::vector<RowLinearisation> rest_;
  std::vector<Vec3> dR_;
  std::vector<Vec3> dU_;
  std::vector<Vec3> more_;
  std::vector<Vec3> before_;
  bool factored_ = false;    // the matrices of this step
  bool keeps_slip_ = false;  // s
  bool short_ = false;
  int convex_steps_ = 0;  // steps to come that keep s in their linearisation
};

}  // namespace solfec
