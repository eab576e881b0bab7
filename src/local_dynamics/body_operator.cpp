#include "local_dynamics/body_operator.h"

#include "base/count.h"

namespace solfec {

void BodyOperator::clear() {
  slots_.clear();
  dense_.clear();
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

int BodyOperator::add_dense_slot(const DenseInverse& inverse, double step,
                                 double scaled_inverse_mass) {
  const int number = add_slot(SlotKind::dense, {}, scaled_inverse_mass);
  slots_.back().dense = count(dense_);
  dense_.push_back(inverse);
  for (double& entry : dense_.back()) entry *= step;
  return number;
}

void BodyOperator::push_dense(Slot& slot, Vec3 arm, Vec3 p) const {
  const DenseInverse& G = dense_[static_cast<std::size_t>(slot.dense)];
  const Mat3 couple = outer(p, arm);
  for (std::size_t b = 0; b < 9; ++b) {
    const double factor = couple.m[b];
    for (std::size_t a = 0; a < 9; ++a) slot.v[a] += G[a + 9 * b] * factor;
  }
  for (int i = 0; i < 3; ++i) slot.v[9 + i] += slot.scaled_inverse_mass * p[i];
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

namespace {

/// 3 x 3 block (J, L) of a 9 x 9 matrix by columns.
Mat3 block_of(const DenseInverse& G, std::size_t J, std::size_t L) {
  Mat3 block;
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < 3; ++i) block.m[i + 3 * k] = G[i + 3 * J + 9 * (k + 3 * L)];
  }
  return block;
}

}  // namespace

// Velocity of the point with `arm` per force at the point with `other_arm` of the same body.
// Rigid: a 1 - r̂_i A r̂_j, from v + ω x r_i with ω = A (r_j x p). Affine: (a + X_i · A X_j) 1.
// Dense: a 1 + Σ_JL (X_i)_J (X_j)_L G_JL with the 3 x 3 blocks G_JL of G.
Mat3 BodyOperator::point_inverse_mass(const Slot& slot, Vec3 arm, Vec3 other_arm) const {
  const double a = slot.scaled_inverse_mass;
  if (slot.kind == SlotKind::dense) {
    const DenseInverse& G = dense_[static_cast<std::size_t>(slot.dense)];
    Mat3 sum = a * identity();
    const Mat3 weight = outer(arm, other_arm);
    for (std::size_t L = 0; L < 3; ++L) {
      for (std::size_t J = 0; J < 3; ++J) sum += weight.m[J + 3 * L] * block_of(G, J, L);
    }
    return sum;
  }
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
