#include "constraint/user_constraint.h"

#include <utility>

#include "base/check.h"
#include "contact/contact_point.h"

namespace solfec {

UserConstraint make_fixed_point(BodyId body, Vec3 point) {
  UserConstraint constraint;
  constraint.kind = ConstraintKind::fixed_point;
  constraint.master = body;
  constraint.master_reference = point;
  constraint.slave_reference = point;
  constraint.frame = identity();
  return constraint;
}

UserConstraint make_fixed_direction(BodyId body, Vec3 point, Vec3 direction) {
  UserConstraint constraint = make_fixed_point(body, point);
  constraint.kind = ConstraintKind::fixed_direction;
  constraint.direction = normalized(direction);
  constraint.frame = contact_frame(constraint.direction);
  return constraint;
}

UserConstraint make_prescribed_motion(BodyId body, Vec3 point, Vec3 direction,
                                      const PrescribedMotion& motion) {
  UserConstraint constraint = make_fixed_direction(body, point, direction);
  constraint.kind = ConstraintKind::velocity_direction;
  constraint.motion = motion;
  return constraint;
}

UserConstraint make_rigid_link(BodyId body1, BodyId body2, Vec3 point1, Vec3 point2,
                               double tolerance) {
  SOLFEC_ASSERT(body1 != 0 || body2 != 0);
  UserConstraint constraint;
  constraint.length = norm(point1 - point2);
  constraint.kind =
      constraint.length < tolerance ? ConstraintKind::fixed_point : ConstraintKind::rigid_link;
  constraint.master = body1;
  constraint.slave = body2;
  constraint.master_reference = point1;
  constraint.slave_reference = point2;
  if (body1 == 0) {  // the master has to be a body
    std::swap(constraint.master, constraint.slave);
    std::swap(constraint.master_reference, constraint.slave_reference);
  }
  constraint.frame = identity();
  return constraint;
}

void place_constraint(const Bodies& bodies, UserConstraint& constraint) {
  const auto moved = [&](BodyId body, Vec3 reference) {
    const int index = bodies.find(body);
    return bodies.current_point(bodies.refs()[static_cast<std::size_t>(index)], reference);
  };
  constraint.point = moved(constraint.master, constraint.master_reference);
  constraint.slave_point = constraint.slave != 0
                               ? moved(constraint.slave, constraint.slave_reference)
                               : constraint.slave_reference;
  if (constraint.kind != ConstraintKind::rigid_link) return;
  const Vec3 link = constraint.point - constraint.slave_point;
  if (norm(link) > 0.0) constraint.frame = contact_frame(normalized(link));
}

}  // namespace solfec
