#include "domain/joint_values.h"

#include <algorithm>

#include "base/check.h"

namespace solfec {

namespace {

/// A value of a free coordinate by its name.
struct NamedValue {
  std::string_view name;
  double JointCoordinate::*value;
  bool of_travel;
  int which;  // 0: the first of its sort
};

constexpr NamedValue kNamed[] = {
    {"TRAVEL", &JointCoordinate::value, true, 0},  {"SPEED", &JointCoordinate::rate, true, 0},
    {"FORCE", &JointCoordinate::force, true, 0},   {"ANGLE", &JointCoordinate::value, false, 0},
    {"RATE", &JointCoordinate::rate, false, 0},    {"TORQUE", &JointCoordinate::force, false, 0},
    {"ANGLE2", &JointCoordinate::value, false, 1}, {"RATE2", &JointCoordinate::rate, false, 1}};

constexpr std::string_view kVectorNames[] = {"RX", "RY", "RZ", "MX", "MY", "MZ"};

bool has_motor(JointKind kind) { return kind == JointKind::hinge || kind == JointKind::slider; }

/// The axis by the normals of its first two guides, which are t1 and t2 of the slave.
Vec3 axis_of(const Joint& joint, const RecordFinder& find) {
  const bool guided = joint.kind == JointKind::slider || joint.kind == JointKind::cylindrical;
  if (!guided && joint.kind != JointKind::hinge) return {};
  const ConstraintId first = guided ? joint.id : joint.id + 1;
  const ConstraintRecord* const one = find(first);
  const ConstraintRecord* const two = find(first + 1);
  if (one == nullptr || two == nullptr) return {};
  const Vec3 axis = cross(one->frame.column(2), two->frame.column(2));
  return joint.reversed ? -axis : axis;
}

JointCoordinate coordinate_of(const Joint& joint, bool travels, const ConstraintRecord& row) {
  const double lever = travels ? 1.0 : joint.size;
  return {row.coordinate, row.rate, row.R.z * lever, row.motor_force * lever, row.power};
}

}  // namespace

std::optional<JointValues> joint_values(const Joint& joint, const RecordFinder& find) {
  const ConstraintRecord* const first = find(joint.id);
  if (first == nullptr) return std::nullopt;
  JointValues values;
  values.point = first->point;
  values.axis = axis_of(joint, find);
  const double sign = joint.reversed ? -1.0 : 1.0;
  for (int i = 0; i < joint.rows; ++i) {
    const ConstraintRecord* const row = find(joint.id + i);
    if (row == nullptr) continue;
    const Vec3 force = sign * (row->frame * row->R);
    values.force += force;
    values.moment += cross(row->point - values.point, force);
  }
  for (int d = 0; d < joint.drives; ++d) {
    const ConstraintRecord* const row = find(joint.drive(d));
    const bool travels = freedom_of(joint.kind).travels && d == 0;
    if (row == nullptr) continue;
    values.coordinate.at(static_cast<std::size_t>(d)) = coordinate_of(joint, travels, *row);
  }
  return values;
}

std::vector<std::string_view> joint_value_names(JointKind kind) {
  const JointFreedom freedom = freedom_of(kind);
  std::vector<std::string_view> names(std::begin(kVectorNames), std::end(kVectorNames));
  for (const NamedValue& one : kNamed) {
    const bool there = one.of_travel ? freedom.travels : one.which < freedom.turns;
    if (there) names.push_back(one.name);
  }
  if (has_motor(kind)) names.insert(names.end(), {"MOTOR", "POWER"});
  return names;
}

double joint_value(const Joint& joint, const JointValues& values, std::string_view name) {
  for (int k = 0; k < 3; ++k) {
    if (name == kVectorNames[k]) return values.force[k];
    if (name == kVectorNames[k + 3]) return values.moment[k];
  }
  if (name == "MOTOR") return values.coordinate[0].motor;
  if (name == "POWER") return values.coordinate[0].power;
  const auto* const found = std::find_if(std::begin(kNamed), std::end(kNamed),
                                         [&](const NamedValue& one) { return one.name == name; });
  SOLFEC_ASSERT(found != std::end(kNamed));
  const int first_turn = freedom_of(joint.kind).travels ? 1 : 0;
  const int place = found->of_travel ? 0 : first_turn + found->which;
  return values.coordinate.at(static_cast<std::size_t>(place)).*(found->value);
}

}  // namespace solfec
