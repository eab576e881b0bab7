#include "solver/newton/slot_inertia.h"

#include "base/count.h"

namespace solfec {

SlotInertia slot_inertia(const BodyOperator& W, int slot) {
  const int place = W.slot_place(slot);
  if (W.slot_kind(slot) == SlotKind::rigid) {
    const RigidSlot& body = W.rigid_slots()[at(place)];
    const double* A = body.scaled_inverse;
    Eigen::Matrix3d inverse_inertia;
    inverse_inertia << A[0], A[3], A[4], A[3], A[1], A[5], A[4], A[5], A[2];
    SlotInertia inertia = SlotInertia::Identity(6, 6) / body.scaled_inverse_mass;
    inertia.topLeftCorner<3, 3>() = inverse_inertia.inverse();
    return inertia;
  }
  const AffineSlot& body = W.affine_slots()[at(place)];
  SlotInertia inertia = SlotInertia::Identity(12, 12) / body.scaled_inverse_mass;
  if (body.dense >= 0) {
    const Eigen::Map<const Eigen::Matrix<double, 9, 9>> G(
        W.dense_inverses()[at(body.dense)].data());
    inertia.topLeftCorner<9, 9>() = G.inverse();
    return inertia;
  }
  const Mat3 euler = inverse(body.scaled_inverse);
  inertia.topLeftCorner<9, 9>().setZero();
  for (Eigen::Index J = 0; J < 3; ++J) {
    for (Eigen::Index L = 0; L < 3; ++L) {
      inertia.block<3, 3>(3 * J, 3 * L) =
          euler(static_cast<int>(J), static_cast<int>(L)) * Eigen::Matrix3d::Identity();
    }
  }
  return inertia;
}

}  // namespace solfec
