#pragma once

#include <span>

#include "body/bodies.h"
#include "constraint/user_constraint.h"

namespace solfec {

/// Whether a constraint is a joint whose drift is removed.
bool is_projected(const UserConstraint& constraint);

inline constexpr int kProjectionSweeps = 100;  // over the joints at most

/// Removes the drift of joints: moves bodies so that fixed points are back in their places, points
/// with a fixed direction in their planes, guides of joints in those of their bodies, and rigid
/// links at their lengths. Velocities stay.
///
/// The rows of a time step prescribe velocities, exact to the order of the scheme, so places drift
/// apart slowly where bodies turn. Here nonlinear Gauss-Seidel goes through the joints: the error
/// e of one is removed by displacements M⁻¹ Hᵀ p of its bodies with H M⁻¹ Hᵀ p = -e, W of the
/// present placement without the step. With this metric centres of closed groups of bodies do not
/// move. Prescribed motions and contacts are left to the next step.
///
/// @param sweeps  Over the joints at most.
/// @return Largest error that is left, m.
double project_joints(Bodies& bodies, std::span<const UserConstraint> constraints,
                      int sweeps = kProjectionSweeps);

}  // namespace solfec
