#include "constraint/user_constraint.h"

#include <array>
#include <string_view>
#include <utility>

#include "base/cat.h"
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

void begin_constraint(const Bodies& bodies, double t, UserConstraint& constraint) {
  place_constraint(bodies, constraint);
  constraint.motion.start = t;
  constraint.start_point = constraint.point;
}

void set_law(const UserConstraint& constraint, int i, LocalDynamics& problem) {
  RowLaw law;
  law.kind = constraint.kind;
  if (law.kind == ConstraintKind::velocity_direction) law.target = constraint.target;
  if (law.kind == ConstraintKind::rigid_link) {
    law.target = constraint.length;
    law.link = transposed_times(constraint.frame, constraint.point - constraint.slave_point);
  }
  problem.law[static_cast<std::size_t>(i)] = law;
}

namespace {

std::string vector_text(Vec3 v) { return cat("(", v.x, ", ", v.y, ", ", v.z, ")"); }

}  // namespace

std::string definition_text(const UserConstraint& constraint,
                            const std::function<std::string(const TimeSeries&)>& series_text) {
  std::string text = cat("at ", vector_text(constraint.master_reference));
  if (has_two_points(constraint.kind)) {
    text += cat(" to ", vector_text(constraint.slave_reference));
    return text;
  }
  if (constraint.kind == ConstraintKind::fixed_point) return text;
  text += cat(" along ", vector_text(constraint.direction));
  if (constraint.kind != ConstraintKind::velocity_direction) return text;
  static constexpr std::array<std::string_view, 3> kMotions = {"displacement", "velocity",
                                                               "acceleration"};
  const PrescribedMotion& motion = constraint.motion;
  return text + cat(", ", kMotions.at(static_cast<std::size_t>(motion.kind)), " ",
                    motion.series ? series_text(*motion.series) : cat(motion.constant));
}

}  // namespace solfec
