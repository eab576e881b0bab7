#pragma once

#include <span>
#include <vector>

#include "base/check.h"
#include "local_dynamics/body_operator.h"
#include "math/vec3.h"

namespace solfec {

/// Velocities of body space due to reactions, v = h M⁻¹ Hᵀ R: the state through which solvers
/// multiply by W, W R = H v. `gather` and `scatter` are the two verbs that they know.
///
/// Rows and inverse masses are those of a BodyOperator, which stays as it is; slots are copied from
/// it, because a visit reads velocity and inverse mass of a body side by side. A row reads its
/// Jacobian (128 bytes) and the slots of its two bodies, nothing else; rows that see a mesh also
/// read their points.
class BodyVelocities {
 public:
  BodyVelocities() = default;
  explicit BodyVelocities(const BodyOperator& space) { start(space); }
  /// Takes the slots of an operator, at rest; keeps the memory.
  /// @param space  Is read until the next start, so it must stay where and as it is.
  void start(const BodyOperator& space);

  [[nodiscard]] int row_count() const { return static_cast<int>(rows_.size()); }

  /// Sets v = h M⁻¹ Hᵀ R from scratch. @pre R.size() == row_count().
  void reset(std::span<const Vec3> R);
  /// Sets v = 0.
  void stop();
  /// (W R)_i for the reactions given by reset and scatter.
  [[nodiscard]] Vec3 gather(int i) const;
  /// Adds dR to the reaction of row i: v += h M⁻¹ H_iᵀ dR. @pre nothing that the row sees is
  /// deferred.
  void scatter(int i, Vec3 dR);

  /// Number of components of all slot velocities.
  [[nodiscard]] std::size_t velocity_count() const {
    return 6 * rigid_.size() + 12 * affine_.size() + 3 * nodes_.size() + factored_.size();
  }
  /// Writes the velocities of all slots one after the other: rigid ones, affine and dense ones,
  /// nodes, places of factored slots.
  void copy_velocities(std::vector<double>& to) const;
  /// A step of a conjugate gradient: with v1 the velocities, x those of `start` and d the
  /// direction, v = v1 + beta d and d = beta d - sigma (x - v1). On return `start` is v.
  /// @pre sizes velocity_count().
  void extrapolate(double beta, double sigma, std::span<double> start, std::span<double> direction);

  /// Velocity of a slot: 6 or 12 numbers in the order of SlotKind. @pre no slot of a mesh.
  [[nodiscard]] std::span<const double> slot_velocity(int slot) const;
  [[nodiscard]] std::span<double> slot_velocity(int slot);
  /// Number of the numbers that tell other ranks of a slot that they share: its velocity, or that
  /// of the border of a mesh.
  [[nodiscard]] std::size_t shared_size(int slot) const;
  /// Writes them, and takes those of another rank in place of the own ones.
  void copy_shared(int slot, double* to) const;
  void take_shared(int slot, const double* from);
  /// Sum of the forces on a place of the border of a factored slot, given by its place among them.
  [[nodiscard]] Vec3 border_force(int factored, int place) const {
    return space_->factored().border_force(factored, place, factored_);
  }
  /// Returns the velocities of a nodal slot, one per node.
  [[nodiscard]] std::span<const NodeSlot> node_velocities(int slot) const;
  /// Velocity of a place of a factored slot, which is given by its place among them.
  [[nodiscard]] Vec3 place_velocity(int factored, int place) const {
    return space_->factored().velocity(factored, place, factored_);
  }
  /// Adds h M⁻¹ Hᵀ of a force p there, world axes.
  void push_place(int factored, int place, Vec3 p) {
    space_->factored().push(factored, place, p, factored_);
  }
  /// Velocities and inverse masses of the rigid slots, by place: what packed kernels work on.
  [[nodiscard]] std::span<RigidSlot> rigid_slots() { return rigid_; }

 private:
  [[nodiscard]] Vec3 side_velocity(int row, int slot, Vec3 arm, bool master) const;
  void push_side(int row, int slot, Vec3 arm, bool master, Vec3 p);
  [[nodiscard]] Vec3 mesh_velocity(int row, int slot, bool master) const;
  void push_mesh(int row, int slot, bool master, Vec3 p);
  void push_dense(AffineSlot& slot, Vec3 arm, Vec3 p) const;

  const BodyOperator* space_ = nullptr;
  std::span<const RowJacobian> rows_;
  std::span<const BodyOperator::Slot> slots_;
  std::vector<RigidSlot> rigid_;
  std::vector<AffineSlot> affine_;
  std::vector<NodeSlot> nodes_;
  std::vector<double> factored_;  // of the places of factored slots, as FactoredSlots orders them
  std::vector<double> place_force_;  // likewise of deferred ones; empty: none is
};

/// Velocity of the point of one side: v + ω x arm, Ḟ arm + v, or that of a mesh.
inline Vec3 BodyVelocities::side_velocity(int row, int slot, Vec3 arm, bool master) const {
  const auto [kind, place] = slots_[static_cast<std::size_t>(slot)];
  if (kind == SlotKind::rigid) {
    const double* v = rigid_[static_cast<std::size_t>(place)].v;
    return Vec3{v[3], v[4], v[5]} + cross({v[0], v[1], v[2]}, arm);
  }
  if (is_mesh(kind)) return mesh_velocity(row, slot, master);
  const double* v = affine_[static_cast<std::size_t>(place)].v;
  return {v[9] + v[0] * arm.x + v[3] * arm.y + v[6] * arm.z,
          v[10] + v[1] * arm.x + v[4] * arm.y + v[7] * arm.z,
          v[11] + v[2] * arm.x + v[5] * arm.y + v[8] * arm.z};
}

/// Adds h M⁻¹ Hᵀ of a force p at the point of one side.
inline void BodyVelocities::push_side(int row, int slot, Vec3 arm, bool master, Vec3 p) {
  const auto [kind, place] = slots_[static_cast<std::size_t>(slot)];
  if (kind == SlotKind::rigid) {
    RigidSlot& body = rigid_[static_cast<std::size_t>(place)];
    const Vec3 linear = body.scaled_inverse_mass * p;
    const Vec3 angular = symmetric_times(body.scaled_inverse, cross(arm, p));
    double* v = body.v;
    v[0] += angular.x, v[1] += angular.y, v[2] += angular.z;
    v[3] += linear.x, v[4] += linear.y, v[5] += linear.z;
    return;
  }
  if (is_mesh(kind)) {
    push_mesh(row, slot, master, p);
    return;
  }
  AffineSlot& body = affine_[static_cast<std::size_t>(place)];
  if (kind == SlotKind::dense) {
    push_dense(body, arm, p);
    return;
  }
  const Vec3 linear = body.scaled_inverse_mass * p;
  double* v = body.v;
  const Vec3 weight = body.scaled_inverse * arm;
  v[0] += p.x * weight.x, v[1] += p.y * weight.x, v[2] += p.z * weight.x;
  v[3] += p.x * weight.y, v[4] += p.y * weight.y, v[5] += p.z * weight.y;
  v[6] += p.x * weight.z, v[7] += p.y * weight.z, v[8] += p.z * weight.z;
  v[9] += linear.x, v[10] += linear.y, v[11] += linear.z;
}

inline Vec3 BodyVelocities::gather(int i) const {
  SOLFEC_ASSERT(0 <= i && i < row_count());
  const RowJacobian& row = rows_[static_cast<std::size_t>(i)];
  Vec3 relative;
  if (row.master >= 0) relative = side_velocity(i, row.master, row.master_arm, true);
  if (row.slave >= 0) relative -= side_velocity(i, row.slave, row.slave_arm, false);
  return transposed_times(row.frame, relative);
}

inline void BodyVelocities::scatter(int i, Vec3 dR) {
  SOLFEC_ASSERT(0 <= i && i < row_count());
  const RowJacobian& row = rows_[static_cast<std::size_t>(i)];
  const Vec3 p = row.frame * dR;
  if (row.master >= 0) push_side(i, row.master, row.master_arm, true, p);
  if (row.slave >= 0) push_side(i, row.slave, row.slave_arm, false, -p);
}

}  // namespace solfec
