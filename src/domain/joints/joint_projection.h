#pragma once

#include <span>
#include <vector>

#include "body/bodies.h"
#include "constraint/user_constraint.h"

namespace solfec {

/// Whether a constraint is a joint whose drift is removed.
bool is_projected(const UserConstraint& constraint);

/// Bodies with inertia at the ends of joints, by id.
std::vector<BodyId> moving_bodies(const Bodies& bodies,
                                  std::span<const UserConstraint> constraints);

/// How much drift is fought for.
struct ProjectionEffort {
  int sweeps = 100;      // over the joints at most
  int newton_steps = 0;  // after them, of Newton's method for all joints together, at most
};

/// For joints that hold a motion twice (joint_upkeep.h), in each step: few sweeps suffice where
/// little has drifted.
inline constexpr ProjectionEffort kUpkeep{4, 6};

/// Removes the drift of joints: moves bodies so that fixed points are back in their places, points
/// with a fixed direction in their planes, guides of joints in those of their bodies, and rigid
/// links at their lengths. Velocities stay.
///
/// The rows of a time step prescribe velocities, exact to the order of the scheme, so places drift
/// apart slowly where bodies turn. Here nonlinear Gauss-Seidel goes through the joints: the error
/// e of one is removed by displacements M⁻¹ Hᵀ p of its bodies with H M⁻¹ Hᵀ p = -e, W of the
/// present placement without the step. With this metric centres of closed groups of bodies do not
/// move. Prescribed motions and contacts are left to the next step. Newton's method solves
/// H M⁻¹ Hᵀ p = -e for all joints together; rows that contradict each other keep the least errors.
///
/// @pre Without meshes where there are Newton steps.
/// @return Largest error that is left, m.
double project_joints(Bodies& bodies, std::span<const UserConstraint> constraints,
                      ProjectionEffort effort = {});

}  // namespace solfec
