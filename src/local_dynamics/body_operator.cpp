#include "local_dynamics/body_operator.h"

#include "base/count.h"

namespace solfec {

void BodyOperator::clear() {
  slots_.clear();
  rows_.clear();
}

int BodyOperator::add_slot(SlotKind kind, const Mat3& scaled_inverse, double scaled_inverse_mass) {
  Slot slot;
  slot.kind = kind;
  slot.scaled_inverse = scaled_inverse;
  slot.scaled_inverse_mass = scaled_inverse_mass;
  slots_.push_back(slot);
  return slot_count() - 1;
}

void BodyOperator::add_row(const RowJacobian& row) {
  SOLFEC_ASSERT(-1 <= row.master && row.master < slot_count());
  SOLFEC_ASSERT(-1 <= row.slave && row.slave < slot_count());
  rows_.push_back(row);
}

void BodyOperator::reset(std::span<const Vec3> R) {
  SOLFEC_ASSERT(count(R) == row_count());
  for (Slot& slot : slots_) {
    for (double& component : slot.v) component = 0.0;
  }
  for (int i = 0; i < row_count(); ++i) {
    const Vec3 reaction = R[static_cast<std::size_t>(i)];
    if (reaction != Vec3{}) scatter(i, reaction);
  }
}

// Velocity of the point with `arm` per force at the point with `other_arm` of the same body.
// Rigid: a 1 - r̂_i A r̂_j, from v + ω x r_i with ω = A (r_j x p). Affine: (a + X_i · A X_j) 1.
Mat3 BodyOperator::point_inverse_mass(const Slot& slot, Vec3 arm, Vec3 other_arm) {
  const double a = slot.scaled_inverse_mass;
  if (slot.kind == SlotKind::affine) {
    return (a + dot(arm, slot.scaled_inverse * other_arm)) * identity();
  }
  return a * identity() - skew(arm) * (slot.scaled_inverse * skew(other_arm));
}

Mat3 BodyOperator::block(int i, int j) const {
  const RowJacobian& a = rows_[static_cast<std::size_t>(i)];
  const RowJacobian& b = rows_[static_cast<std::size_t>(j)];
  Mat3 sum;
  const auto add = [&](int slot, Vec3 arm, int other_slot, Vec3 other_arm, double sign) {
    if (slot < 0 || slot != other_slot) return;
    sum += sign * point_inverse_mass(slots_[static_cast<std::size_t>(slot)], arm, other_arm);
  };
  add(a.master, a.master_arm, b.master, b.master_arm, 1.0);
  add(a.slave, a.slave_arm, b.slave, b.slave_arm, 1.0);
  add(a.master, a.master_arm, b.slave, b.slave_arm, -1.0);
  add(a.slave, a.slave_arm, b.master, b.master_arm, -1.0);
  return transpose(a.frame) * (sum * b.frame);
}

std::span<const double> BodyOperator::slot_velocity(int slot) const {
  const Slot& s = slots_[static_cast<std::size_t>(slot)];
  return {s.v, s.kind == SlotKind::rigid ? std::size_t{6} : std::size_t{12}};
}

}  // namespace solfec
