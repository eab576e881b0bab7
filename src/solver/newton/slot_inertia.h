#pragma once

#include <Eigen/Dense>

#include "local_dynamics/body_operator.h"

namespace solfec {

/// A matrix of up to 12 x 12 numbers, without memory of its own elsewhere.
using SlotInertia = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 12, 12>;

/// M / h of a rigid (6 x 6), affine or dense (12 x 12) slot, the inverse of what the body operator
/// holds, in the order of SlotKind; kg/s and kg m²/s.
SlotInertia slot_inertia(const BodyOperator& W, int slot);

}  // namespace solfec
