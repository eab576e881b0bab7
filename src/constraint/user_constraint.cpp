#include "constraint/user_constraint.h"

#include <array>
#include <string_view>
#include <utility>

#include "base/cat.h"
#include "base/check.h"
#include "contact/piece/contact_point.h"
#include "math/vec3_text.h"

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

UserConstraint make_fixed_direction(BodyId body1, BodyId body2, Vec3 point1, Vec3 point2,
                                    Vec3 direction) {
  UserConstraint constraint = make_fixed_direction(body1, point1, direction);
  constraint.slave = body2;
  constraint.slave_reference = point2;
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

UserConstraint make_spring(BodyId body1, BodyId body2, Vec3 point1, Vec3 point2, Spring spring,
                           Vec3 direction) {
  UserConstraint constraint = make_rigid_link(body1, body2, point1, point2, 0.0);
  constraint.kind = ConstraintKind::spring;
  constraint.length = 0.0;
  const bool swapped = constraint.master != body1;
  if (spring.direction == SpringDirection::between_points) {
    constraint.frame = contact_frame(normalized(swapped ? point2 - point1 : point1 - point2));
  } else {
    constraint.direction = normalized(swapped ? -direction : direction);
  }
  if (swapped && spring.direction == SpringDirection::with_master) {
    spring.direction = SpringDirection::with_slave;
  } else if (swapped && spring.direction == SpringDirection::with_slave) {
    spring.direction = SpringDirection::with_master;
  }
  constraint.spring = std::move(spring);
  return constraint;
}

namespace {

/// The body that carries the direction of a spring, and the point there.
std::pair<BodyRef, Vec3> carrier(const Bodies& bodies, const UserConstraint& constraint) {
  const bool master = constraint.spring.direction == SpringDirection::with_master;
  const int index = bodies.find(carrier_of(constraint));
  return {bodies.refs()[static_cast<std::size_t>(index)],
          master ? constraint.master_reference : constraint.slave_reference};
}

void place_spring(const Bodies& bodies, UserConstraint& constraint) {
  const Vec3 link = constraint.point - constraint.slave_point;
  Vec3 n = constraint.direction;
  if (carrier_of(constraint) != 0) {
    const auto [body, reference] = carrier(bodies, constraint);
    n = current_direction(bodies, body, reference, constraint.spring.carried);
  } else if (constraint.spring.direction == SpringDirection::between_points) {
    n = norm(link) > 0.0 ? normalized(link) : constraint.frame.column(2);
  }
  constraint.frame = contact_frame(n);
  constraint.spring.row.stroke = dot(n, link) - constraint.length;
}

}  // namespace

ForcePoints force_points(const Bodies& bodies, const UserConstraint& constraint) {
  const ForcePoints own{constraint.point, constraint.slave_point};
  if (carrier_of(constraint) == 0) return own;
  if (has_mesh(carrier(bodies, constraint).first.kind)) return own;
  const bool by_master = constraint.spring.direction == SpringDirection::with_master;
  return by_master ? ForcePoints{own.slave, own.slave} : ForcePoints{own.master, own.master};
}

JointEnds ends_of(const Bodies& bodies, const UserConstraint& constraint) {
  JointEnds ends;
  ends.master = bodies.ref(constraint.master);
  ends.slave_in_space = constraint.slave == 0;
  if (!ends.slave_in_space) ends.slave = bodies.ref(constraint.slave);
  return ends;
}

namespace {

/// Coordinate of a placed row, m or rad.
double coordinate_of(const JointRow& row, const JointRowPlace& place) {
  return row.kind == JointRowKind::turn ? unwound(place.value, row.coordinate) : place.value;
}

void place_joint_row(const Bodies& bodies, Vec3 gap, UserConstraint& constraint) {
  JointRow& row = constraint.joint;
  const JointRowPlace place =
      place_row(bodies, ends_of(bodies, constraint), constraint.master_reference, row, gap);
  constraint.point = place.point;
  constraint.slave_point = place.slave_point;
  constraint.slave_reference = place.slave_reference;
  constraint.frame = contact_frame(place.normal);
  row.coordinate = coordinate_of(row, place);
  if (row.kind == JointRowKind::guide) return;
  constraint.spring.row.stroke = lever_of(row) * row.coordinate;
}

}  // namespace

void measure_joint(const Bodies& bodies, UserConstraint& constraint) {
  if (!is_joint_row(constraint)) return;
  JointRow& row = constraint.joint;
  const JointEnds ends = ends_of(bodies, constraint);
  row.coordinate = coordinate_of(row, place_row(bodies, ends, constraint.master_reference, row));
  if (row.kind == JointRowKind::guide) return;
  row.rate = coordinate_rate(bodies, ends, constraint.master_reference, row);
}

Vec3 point_now(const Bodies& bodies, BodyId body, Vec3 reference) {
  return body != 0 ? bodies.current_point(bodies.ref(body), reference) : reference;
}

void place_constraint(const Bodies& bodies, UserConstraint& constraint, const JointGap& gap) {
  if (is_joint_row(constraint)) {
    place_joint_row(bodies, gap.of(constraint), constraint);
    return;
  }
  constraint.point = point_now(bodies, constraint.master, constraint.master_reference);
  constraint.slave_point = point_now(bodies, constraint.slave, constraint.slave_reference);
  if (constraint.kind == ConstraintKind::spring) place_spring(bodies, constraint);
  if (constraint.kind != ConstraintKind::rigid_link) return;
  const Vec3 link = constraint.point - constraint.slave_point;
  if (norm(link) > 0.0) constraint.frame = contact_frame(normalized(link));
}

void begin_constraint(const Bodies& bodies, double t, UserConstraint& constraint) {
  if (carrier_of(constraint) != 0) {
    const auto [body, reference] = carrier(bodies, constraint);
    constraint.spring.carried = carried_direction(bodies, body, reference, constraint.direction);
  }
  place_constraint(bodies, constraint);
  measure_joint(bodies, constraint);
  if (constraint.kind == ConstraintKind::spring) {  // the stroke begins here
    constraint.length = constraint.spring.row.stroke;
    constraint.spring.row.stroke = 0.0;
  }
  if (constraint.kind == ConstraintKind::rigid_link) {  // keeps the distance that it finds
    constraint.length = norm(constraint.point - constraint.slave_point);
  }
  const bool is_direction = constraint.kind == ConstraintKind::fixed_direction;
  if (is_direction && constraint.slave != 0 && !is_joint_row(constraint)) {
    constraint.length = dot(constraint.direction, constraint.point - constraint.slave_point);
  }
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
  if (constraint.turns) {
    law.turns = true;
    law.link = {0.0, 0.0, line_length(constraint)};
  }
  const auto k = static_cast<std::size_t>(i);
  problem.law[k] = law;
  if (law.kind != ConstraintKind::spring && law.kind != ConstraintKind::drive) return;
  if (problem.springs.size() <= k) problem.springs.resize(k + 1);
  problem.springs[k] = constraint.spring.row;
}

namespace {

std::string spring_text(const UserConstraint& constraint,
                        const std::function<std::string(const TimeSeries&)>& series_text) {
  const Spring& spring = constraint.spring;
  std::string text;
  if (spring.direction != SpringDirection::between_points) {
    static constexpr std::array<std::string_view, 4> kWays = {"", "fixed", "with the first body",
                                                              "with the second body"};
    text += cat(" along ", vec3_text(constraint.direction), " ",
                kWays.at(static_cast<std::size_t>(spring.direction)));
  }
  if (!spring.function.empty()) {
    text += cat(", the function '", spring.function, "'");
  } else {
    text += spring.row.table ? cat(", ", series_text(*spring.row.table))
                             : cat(", ", spring.row.stiffness, " N/m");
  }
  return text + cat(", stops at ", spring.row.lower, " and ", spring.row.upper, " m");
}

/// Returns a text of what a drive does along its coordinate, in m and N of the row: springs,
/// damping, friction, stops and motor.
std::string drive_text(const UserConstraint& constraint,
                       const std::function<std::string(const TimeSeries&)>& series_text) {
  const SpringRow& row = constraint.spring.row;
  const JointRow& joint = constraint.joint;
  std::string text =
      row.table ? cat(", ", series_text(*row.table)) : cat(", ", row.stiffness, " N/m");
  text += cat(", damping ", row.damping, " N s/m, friction ", row.friction, " N, stops at ",
              row.lower, " and ", row.upper, " m");
  if (joint.motor == MotorKind::none) return text;
  static constexpr std::array<std::string_view, 4> kMotors = {"", "speed", "place", "force"};
  const PrescribedMotion& motion = constraint.motion;
  return text + cat(", motor of ", kMotors.at(static_cast<std::size_t>(joint.motor)), " ",
                    motion.series ? series_text(*motion.series) : cat(motion.constant), " up to ",
                    joint.motor_limit, " N, gain ", joint.gain, " 1/s");
}

}  // namespace

double stored_at_end(const UserConstraint& constraint, double step) {
  if (!is_spring(constraint)) return 0.0;
  const SpringRow& row = constraint.spring.row;
  const StrokeStep way{step, false, turning_length(constraint)};
  return stored_energy(row, end_stroke(row, way, constraint.V, constraint.U));
}

std::string definition_text(const UserConstraint& constraint,
                            const std::function<std::string(const TimeSeries&)>& series_text) {
  const std::string strength =
      constraint.strength > 0.0 ? cat(", strength ", constraint.strength, " N") : "";
  std::string text = cat("at ", vec3_text(constraint.master_reference));
  if (has_two_points(constraint.kind)) {
    text += cat(" to ", vec3_text(constraint.slave_reference));
    if (constraint.kind == ConstraintKind::spring) text += spring_text(constraint, series_text);
    return text + strength;
  }
  if (constraint.kind == ConstraintKind::fixed_point) return text + strength;
  const bool is_between =
      constraint.kind == ConstraintKind::fixed_direction && constraint.slave != 0;
  if (is_between) {  // a row of a joint meets another point of the slave in each step
    const bool of_joint = is_joint_row(constraint);
    text += cat(" to ", vec3_text(of_joint ? constraint.joint.origin : constraint.slave_reference));
  }
  text += cat(" along ", vec3_text(constraint.direction));
  if (constraint.kind == ConstraintKind::drive) return text + drive_text(constraint, series_text);
  if (constraint.kind != ConstraintKind::velocity_direction) return text;
  static constexpr std::array<std::string_view, 3> kMotions = {"displacement", "velocity",
                                                               "acceleration"};
  const PrescribedMotion& motion = constraint.motion;
  return text + cat(", ", kMotions.at(static_cast<std::size_t>(motion.kind)), " ",
                    motion.series ? series_text(*motion.series) : cat(motion.constant));
}

}  // namespace solfec
