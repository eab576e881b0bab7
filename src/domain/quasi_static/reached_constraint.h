#pragma once

#include "body/bodies.h"
#include "constraint/user_constraint.h"

namespace solfec {

/// Returns a row of a user constraint at the reached places of its bodies, in a pass over the rows
/// of a step in their order.
/// @param bodies  At their reached places.
/// @param gap     The opening of the joint that the row belongs to; given by its fixed point.
inline UserConstraint reached_constraint(const Bodies& bodies, UserConstraint constraint,
                                         JointGap& gap) {
  place_constraint(bodies, constraint, gap);
  if (constraint.kind == ConstraintKind::fixed_point) {
    gap.set(constraint.id, constraint.point - constraint.slave_point);
  }
  return constraint;
}

}  // namespace solfec
