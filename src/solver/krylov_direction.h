#pragma once

#include <span>
#include <vector>

#include "local_dynamics/block_csr_operator.h"
#include "local_dynamics/local_dynamics.h"
#include "math/block6.h"
#include "solver/interior_point/cone_iterates.h"
#include "solver/interior_point/krylov.h"
#include "solver/newton/newton_direction.h"
#include "solver/row/row_operator.h"

namespace solfec {

/// Linear systems of an interior point that are solved by a Krylov method: its residual decides,
/// and nothing is refined.
inline constexpr ConeSystems kSystemsOfKrylov{.refined = 1.0, .refines_predictor = false};

/// Iterations and products that the linear systems of a direction took.
struct KrylovTally {
  std::vector<int> iterations;  // of each system
  int products = 0;             // of all
  int missed = 0;               // systems that ended above their residual
};

/// Newton steps whose linear systems a Krylov method solves.
class KrylovDirection : public NewtonDirection, public PreconditionedSystem {
 public:
  bool compute(std::span<const Vec3> R, std::span<const Vec3> U, std::span<Vec3> dR) override;
  void allow_error(double velocity) override { allowed_ = velocity; }
  double cost_in_sweeps() override;

  [[nodiscard]] const KrylovTally& tally() const { return tally_; }

 protected:
  KrylovDirection(const LocalDynamics& problem, const KrylovParams& params)
      : problem_(problem), params_(params) {}

  /// Solves the system to the reduction of the parameters, or to a residual that an error of
  /// velocity as large as allowed leaves.
  /// @param scale  Residual over error of velocity.
  void solve(double scale, std::span<const Vec3> right, std::span<Vec3> solution);

  const LocalDynamics& problem_;

 private:
  KrylovParams params_;
  double allowed_ = 0.0;  // error of velocity, m/s
  std::vector<RowLinearisation> linear_;
  KrylovWorkspace work_;
  KrylovTally tally_;
};

/// Newton steps by a Krylov method over bodies, without a matrix:
///
///   (M/h + Hᵀ E H) dv = -Hᵀ k,   dR = -(k + E H dv).
///
/// Products go through the rows, each with its 3 x 3 matrix E in world axes. The preconditioner is
/// the inverse of the diagonal block of each body, M/h + Σ J_iᵀ E_i J_i over its own rows (Kučera,
/// Machalová, Netuka and Ženčák (2013), Optim. Methods Softw. 28, 1195-1217, bound the condition
/// number of such a preconditioned system independently of the barrier). For rows between rigid
/// bodies; conjugate gradients need symmetric E.
class KrylovOfBodies final : public KrylovDirection {
 public:
  KrylovOfBodies(const LocalDynamics& problem, const KrylovParams& params);

  bool step(std::span<const RowLinearisation> rows, std::span<Vec3> dR) override;
  bool again(std::span<const RowLinearisation> rows, std::span<Vec3> dR) override;
  /// False when a row sees another kind of slot: then no step is found.
  bool is_complete() override { return complete_; }

  /// Vectors of unknowns: angular and linear velocity of each slot in turn.
  [[nodiscard]] std::size_t size() const { return right_.size(); }
  /// Products with the matrix of the last step and with its preconditioner.
  void multiply(std::span<const Vec3> x, std::span<Vec3> y) override;
  void precondition(std::span<const Vec3> x, std::span<Vec3> y) override;

 private:
  /// A row with its slots; unknowns 2 slot and 2 slot + 1 are angular and linear velocity.
  struct BodyRow {
    int master = -1;
    int slave = -1;
    Vec3 master_arm;
    Vec3 slave_arm;
    Mat3 world;  // F E Fᵀ

    /// Relative velocity at the row, world axes.
    [[nodiscard]] Vec3 velocity(std::span<const Vec3> x) const;
    /// Adds a force at the row, world axes, and its moments.
    void push(Vec3 force, std::span<Vec3> y) const;
  };

  void set_blocks();

  bool complete_ = true;
  std::vector<Mat3> inertia_;  // of slots, kg m²/s
  std::vector<double> mass_;   // kg/s
  std::vector<BodyRow> rows_;
  std::vector<Block6> inverse_;  // of the diagonal blocks
  std::vector<Vec3> right_;
  std::vector<Vec3> velocity_;
};

/// Newton steps by a Krylov method over rows, for W given by blocks or through body space: with
/// E = L Lᵀ the step is
///
///   (1 + Lᵀ W L) y = Lᵀ W k,   dR = -k + L y.
///
/// The matrix is W + E⁻¹ of Kleinert, Simeon and Obermayr (2014), CMAME 278, 567-598, scaled by L
/// from both sides, so that rows with a singular E need no exception. The preconditioner has the
/// blocks (1 + L_iᵀ W_ii L_i)⁻¹. The symmetric part of E counts.
class KrylovOfRows final : public KrylovDirection {
 public:
  /// @param blocks  Operator that multiplies by W; null: body space does.
  KrylovOfRows(const LocalDynamics& problem, BlockCsrOperator* blocks, const KrylovParams& params);

  bool step(std::span<const RowLinearisation> rows, std::span<Vec3> dR) override;
  bool again(std::span<const RowLinearisation> rows, std::span<Vec3> dR) override;
  bool is_complete() override { return true; }

 private:
  void multiply(std::span<const Vec3> x, std::span<Vec3> y) override;
  void precondition(std::span<const Vec3> x, std::span<Vec3> y) override;

  RowOperator W_;
  std::vector<Mat3> root_;     // L of the rows
  std::vector<Mat3> inverse_;  // (1 + Lᵀ W_ii L)⁻¹
  std::vector<Vec3> right_;
  std::vector<Vec3> solution_;
  std::vector<Vec3> scratch_;
  std::vector<Vec3> reactions_;
};

/// L with L Lᵀ = E, lower triangular, of the symmetric part of a semidefinite E; a pivot that is
/// rounding counts as zero.
Mat3 root_of_semidefinite(const Mat3& E);

}  // namespace solfec
