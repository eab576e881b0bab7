#pragma once

#include <span>

#include "body/bodies.h"
#include "constraint/user_constraint.h"

namespace solfec {

/// Places rows of joints that hold a motion twice (joint_upkeep.h) where the joints fit.
///
/// Bodies turn on their own to the middle of a step, so axes that joints keep parallel differ there
/// by tilts of order h². Rows that hold a motion twice at such places hold, by tilt² of what they
/// hold it with, a motion that the joints leave free: two doors on two hinges that tumbled got a
/// thousand times their energy. So the bodies are moved to places where the joints fit, rows are
/// placed there, and the bodies are put back: arms and directions of the rows are those of the
/// fitted places, centres of bodies are not. Both places differ in directions that joints hold, so
/// motions that they leave free keep the order of the scheme.
///
/// @param twice        The joints, in the order of `constraints`.
/// @param constraints  Of the model, placed in the middle of the step.
void place_rows_where_joints_fit(Bodies& bodies, std::span<const UserConstraint> twice,
                                 std::span<UserConstraint> constraints);

}  // namespace solfec
