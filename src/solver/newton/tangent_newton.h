#pragma once

#include <span>
#include <vector>

#include "local_dynamics/local_dynamics.h"
#include "solver/newton/newton_direction.h"
#include "solver/newton/tangent_factor.h"

namespace solfec {

/// Newton steps for all rows through one sparse system over the nodes of meshes and the unknowns of
/// other bodies, without columns of the inverse mass.
///
/// With the linearised laws dR = -(k + E dU) of row_linearisation.h, dU = H dv and A dv = h Hᵀ dR
/// the step follows from
///     (A/h + Hᵀ E H) dv = -Hᵀ k,    dR = -(k + E H dv),
/// where A is the tangent of a mesh (mesh_tangent.h), the mass of another body. E is not symmetric
/// in slip: a normal velocity changes friction, no tangential one the normal force. Its symmetric
/// part S without such couplings gives P = A/h + Hᵀ S H, which is factored (SparseFactor), and with
/// C = H P⁻¹ Hᵀ and y = H dv the forces f = (E - S) y are solved for by GMRES,
///     (1 + (E - S) C) f = -(E - S) C k,    y = -C (k + f),    dR = -(k + f + S y),
/// one solution with the factors per iteration, none where all rows stick or part. In velocities
/// instead of forces those of rows that stick, E⁻¹ times their force, would drown.
///
/// A row takes 3 to 16 blocks of three unknowns per side; what it adds is inside the pattern of A
/// where it touches one body at one element.
class TangentNewton final : public NewtonDirection {
 public:
  TangentNewton(const LocalDynamics& problem, TangentFactor& memory)
      : problem_(problem), memory_(memory) {}

  bool compute(std::span<const Vec3> R, std::span<const Vec3> U, std::span<Vec3> dR) override;
  bool step(std::span<const RowLinearisation> rows, std::span<Vec3> dR) override;
  /// Rows of the De Saxcé map couple slip to the normal force as strongly as that to friction: S
  /// would not be positive definite, and GMRES takes hundreds of iterations.
  bool takes_natural_rows() override { return true; }
  bool is_complete() override;
  double cost_in_sweeps() override;
  /// Returns the number of GMRES iterations of the last step; 0: its matrix was symmetric.
  [[nodiscard]] int linear_iterations() const { return linear_iterations_; }

 private:
  /// Velocity of a row in its frame per unit of three unknowns.
  struct Coupling {
    int unknown;  // block of three
    Mat3 J;
  };
  /// A row that may have a reaction.
  struct ActiveRow {
    int row;
    int first;  // of its couplings
    int count;
    int place;  // among the blocks of pairs of couplings
  };

  [[nodiscard]] bool has_tangents() const;
  void analyse();
  void number_unknowns();
  void add_couplings(int row);
  void add_side(int row, bool master);
  [[nodiscard]] BlockCsr pattern() const;
  void find_base_columns(int unknown, int slot, std::vector<int>& columns) const;
  void find_places();
  void find_base();
  [[nodiscard]] Mat3& base(int row, int column);
  void add_tangent(int slot);
  void add_inertia(int slot);
  void add_row(const ActiveRow& active, const Mat3& symmetric);
  [[nodiscard]] bool factor();
  void respond(std::span<const Vec3> forces, std::span<Vec3> velocities);

  const LocalDynamics& problem_;
  TangentFactor& memory_;
  bool analysed_ = false;
  bool usable_ = false;
  bool is_factored_ = false;
  int linear_iterations_ = 0;
  int unknowns_ = 0;        // blocks of three
  std::vector<int> first_;  // block of a slot
  std::vector<ActiveRow> active_;
  std::vector<Coupling> couplings_;
  std::vector<int> places_;  // of pairs of couplings of a row, in the matrix
  std::vector<Mat3> base_;   // A / h
  std::vector<RowLinearisation> rows_;
  std::vector<Vec3> v_;           // of the unknowns
  std::vector<Mat3> symmetric_;   // S of the active rows
  std::vector<Mat3> factored_;    // that of the step before
  std::vector<Mat3> rest_;        // E - S, as what follows
  std::vector<Vec3> force_;       // -(k + f)
  std::vector<Vec3> rest_force_;  // f
  std::vector<Vec3> right_;
  std::vector<Vec3> y_;
};

}  // namespace solfec
