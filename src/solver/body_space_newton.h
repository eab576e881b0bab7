#pragma once

#include <memory>
#include <span>
#include <vector>

#include "local_dynamics/local_dynamics.h"
#include "math/sparse_lu.h"
#include "solver/newton_direction.h"

namespace solfec {

/// Newton steps for all rows through one sparse system over bodies.
///
/// With the linearised laws dR = -(k + E dU) of row_linearisation.h, dU = H dv and
/// dv = h M⁻¹ Hᵀ dR the step follows from
///     (M/h + Hᵀ E H) dv = -Hᵀ k,    dR = -(k + E H dv),
/// with 6 unknowns per rigid and 12 per pseudo-rigid body that has a row. Redundant contacts do no
/// harm, because W is never inverted. The pattern is analysed once per object.
class BodySpaceNewton final : public NewtonDirection {
 public:
  explicit BodySpaceNewton(const LocalDynamics& problem) : problem_(problem) {}

  bool compute(std::span<const Vec3> R, std::span<const Vec3> U, std::span<Vec3> dR) override;
  bool step(std::span<const RowLinearisation> rows, std::span<Vec3> dR) override;
  double cost_in_sweeps() override;

 private:
  struct Side {
    int slot = -1;  // -1: no unknowns
    int width = 0;  // 6 or 12
    int first = 0;  // first unknown
    double sign = 1.0;
    Vec3 arm;
  };

  void analyse();
  void number_slots();
  [[nodiscard]] SparsePattern body_pattern() const;
  void make_blocks(const SparsePattern& bodies);
  [[nodiscard]] int block_at(int row_body, int column_body) const;
  [[nodiscard]] Side side(int i, bool master) const;
  void add_inertia();
  void add_row(int i, const Mat3& E, Vec3 k);
  void add_block(const Side& a, const Side& b, const Mat3& E);

  const LocalDynamics& problem_;
  bool analysed_ = false;
  bool affordable_ = false;
  double cost_ = 0.0;
  std::vector<int> body_of_slot_;  // number in the elimination order, -1: no row
  std::vector<int> slot_of_body_;
  std::vector<int> first_unknown_;  // bodies + 1
  std::vector<int> body_start_;     // columns of body blocks
  std::vector<int> body_row_;
  std::vector<int> block_begin_;  // per body block, into block_values_
  std::vector<double> block_values_;
  SparsePattern pattern_;
  std::vector<int> source_;  // per entry of the pattern, into block_values_
  std::vector<RowLinearisation> rows_;
  std::vector<double> values_;
  std::vector<double> right_;
  std::unique_ptr<SparseLu> lu_;  // made when first needed
};

}  // namespace solfec
