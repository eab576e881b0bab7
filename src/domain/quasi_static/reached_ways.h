#pragma once

#include <span>

#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "contact/piece/contact_point.h"

namespace solfec {

/// Rows of a quasi-static step where it begins.
struct StepRows {
  double step{};  // h, s
  std::span<const UserConstraint> constraints;
  std::span<const ContactPoint> contacts;
};

/// Largest change of the places of rows in a step with the velocities and changes in the sets, as
/// an angle (rad) or a way over a length:
///   - angle by which a rigid body or an obstacle of this rank turns;
///   - way by which the centres of two bodies in contact pass each other, over the longer arm of
///     the contact: a block that slides over the edge of a table has another arm there;
///   - way by which the ends of a link or a spring go across its line, over its length.
double largest_way(const Bodies& bodies, const StepRows& rows);

}  // namespace solfec
