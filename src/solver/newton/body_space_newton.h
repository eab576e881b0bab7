#pragma once

#include <span>
#include <vector>

#include "local_dynamics/local_dynamics.h"
#include "solver/newton/body_factor.h"
#include "solver/newton/newton_direction.h"

namespace solfec {

/// Newton steps for all rows through one sparse system over bodies.
///
/// With the linearised laws dR = -(k + E dU) of row_linearisation.h, dU = H dv and
/// dv = h M⁻¹ Hᵀ dR the step follows from
///     (M/h + Hᵀ E H) dv = -Hᵀ k,    dR = -(k + E H dv),
/// with 6 unknowns per rigid and 12 per pseudo-rigid body that has a row. Redundant contacts do no
/// harm, because W is never inverted. Rows that see a mesh are left out, dR = 0, and no step is
/// offered when these are most of the rows. Order and pattern of the factors are kept in `factor`
/// while the same bodies touch.
class BodySpaceNewton final : public NewtonDirection {
 public:
  BodySpaceNewton(const LocalDynamics& problem, BodyFactor& factor)
      : problem_(problem),
        factor_(factor),
        active_(factor.active),
        pairs_(factor.pairs),
        inertia_(factor.inertia),
        rows_(factor.rows),
        right_(factor.right) {}

  bool compute(std::span<const Vec3> R, std::span<const Vec3> U, std::span<Vec3> dR) override;
  bool step(std::span<const RowLinearisation> rows, std::span<Vec3> dR) override;
  bool again(std::span<const RowLinearisation> rows, std::span<Vec3> dR) override;
  bool velocity_steps(std::span<Vec3> dU) override;
  bool is_complete() override;
  double cost_in_sweeps() override;

 private:
  static constexpr int kMostNodes = ActiveRow::kMostNodes;

  /// Six unknowns that a row sees and the velocity of its point per unit of each.
  struct Node {
    int number;
    double J[3][8];  // the last two columns are zero
  };
  void analyse();
  void find_links();
  void prepare();
  void find_inertia();
  int row_nodes(const RowJacobian& row, Node (&nodes)[kMostNodes]) const;
  void assemble(std::span<const RowLinearisation> rows);
  void add_row(const ActiveRow& active, const RowLinearisation& linear);
  void set_right(std::span<const RowLinearisation> rows);
  void push_row(const ActiveRow& active, const RowLinearisation& linear);
  void push_pair(const RigidPair& pair, std::span<const RowLinearisation> rows);
  template <class Row>
  void for_each_motion(Row&& row) const;
  template <class Row>
  void for_each_motion(const RigidPair& pair, Row&& row) const;
  void find_pairs();
  void add_pair(const RigidPair& pair, std::span<const RowLinearisation> rows);
  [[nodiscard]] Vec3 first_arm(const RigidPair& pair, int row) const;

  const LocalDynamics& problem_;
  BodyFactor& factor_;
  bool analysed_ = false;
  bool usable_ = false;
  bool prepared_ = false;
  int left_out_ = 0;  // rows that see a mesh
  double cost_ = 0.0;
  std::vector<ActiveRow>& active_;
  std::vector<RigidPair>& pairs_;
  std::vector<InertiaBlock>& inertia_;
  std::vector<RowLinearisation>& rows_;
  std::vector<double>& right_;
};

}  // namespace solfec
