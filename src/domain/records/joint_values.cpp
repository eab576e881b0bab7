#include "domain/records/joint_values.h"

#include <algorithm>
#include <cstdint>

#include "base/check.h"

namespace solfec {

namespace {

/// Coordinate of a joint that a name is about.
enum class Coordinate : std::uint8_t {
  travel,
  angle,   // the first one
  angle2,  // of a universal joint
  main,    // the angle, of a slider the travel
  beside   // travel of a joint that has an angle, too
};

/// Number of the drive of a coordinate, -1 where joints of the kind do not have it.
int drive_of(JointKind kind, Coordinate coordinate) {
  const auto [travels, turns] = freedom_of(kind);
  const int angle = travels ? 1 : 0;
  switch (coordinate) {
    case Coordinate::travel:
      return travels ? 0 : -1;
    case Coordinate::angle:
      return turns > 0 ? angle : -1;
    case Coordinate::angle2:
      return turns > 1 ? angle + 1 : -1;
    case Coordinate::main:
      if (turns > 0) return angle;
      return travels ? 0 : -1;
    case Coordinate::beside:
      return travels && turns > 0 ? 0 : -1;
  }
  return -1;
}

/// A value of a free coordinate by its name.
struct NamedValue {
  std::string_view name;
  double JointCoordinate::*value;
  Coordinate coordinate;
};

constexpr NamedValue kNamed[] = {{"TRAVEL", &JointCoordinate::value, Coordinate::travel},
                                 {"SPEED", &JointCoordinate::rate, Coordinate::travel},
                                 {"FORCE", &JointCoordinate::force, Coordinate::travel},
                                 {"ANGLE", &JointCoordinate::value, Coordinate::angle},
                                 {"RATE", &JointCoordinate::rate, Coordinate::angle},
                                 {"TORQUE", &JointCoordinate::force, Coordinate::angle},
                                 {"MOTOR", &JointCoordinate::motor, Coordinate::main},
                                 {"POWER", &JointCoordinate::power, Coordinate::main},
                                 {"ANGLE2", &JointCoordinate::value, Coordinate::angle2},
                                 {"RATE2", &JointCoordinate::rate, Coordinate::angle2},
                                 {"TORQUE2", &JointCoordinate::force, Coordinate::angle2},
                                 {"MOTOR2", &JointCoordinate::motor, Coordinate::angle2},
                                 {"POWER2", &JointCoordinate::power, Coordinate::angle2},
                                 {"TRAVEL_MOTOR", &JointCoordinate::motor, Coordinate::beside},
                                 {"TRAVEL_POWER", &JointCoordinate::power, Coordinate::beside}};

constexpr std::string_view kVectorNames[] = {"RX", "RY", "RZ", "MX", "MY", "MZ"};

JointCoordinate coordinate_of(double lever, const ConstraintRecord& row) {
  return {row.coordinate, row.rate, row.R.z * lever, row.motor_force * lever, row.power};
}

}  // namespace

/// The axis is the normal of the first guide of a hinge, across those of the two guides of a slider
/// or a cylindrical joint, which are t1 and t2 (constraint/joint.h).
Vec3 joint_axis(const Joint& joint, const RecordFinder& find) {
  const bool slides = joint.kind == JointKind::slider || joint.kind == JointKind::cylindrical;
  if (!slides && joint.kind != JointKind::hinge) return {};
  const ConstraintId first = slides ? joint.id : joint.id + 1;
  const ConstraintRecord* const one = find(first);
  const ConstraintRecord* const two = find(first + 1);
  if (one == nullptr || two == nullptr) return {};
  const Vec3 normal = one->frame.column(2);
  const Vec3 axis = slides ? cross(normal, two->frame.column(2)) : normal;
  return joint.reversed ? -axis : axis;
}

std::optional<JointValues> joint_values(const Joint& joint, const RecordFinder& find) {
  const ConstraintRecord* const first = find(joint.id);
  if (first == nullptr) return std::nullopt;
  JointValues values;
  values.point = first->point;
  values.axis = joint_axis(joint, find);
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
    if (row == nullptr) continue;
    values.coordinate.at(static_cast<std::size_t>(d)) = coordinate_of(joint.lever(d), *row);
  }
  return values;
}

std::vector<std::string_view> joint_value_names(JointKind kind) {
  std::vector<std::string_view> names(std::begin(kVectorNames), std::end(kVectorNames));
  for (const NamedValue& one : kNamed) {
    if (drive_of(kind, one.coordinate) >= 0) names.push_back(one.name);
  }
  return names;
}

double joint_value(const Joint& joint, const JointValues& values, std::string_view name) {
  for (int k = 0; k < 3; ++k) {
    if (name == kVectorNames[k]) return values.force[k];
    if (name == kVectorNames[k + 3]) return values.moment[k];
  }
  const auto* const found = std::find_if(std::begin(kNamed), std::end(kNamed),
                                         [&](const NamedValue& one) { return one.name == name; });
  SOLFEC_ASSERT(found != std::end(kNamed));
  const int drive = drive_of(joint.kind, found->coordinate);
  SOLFEC_ASSERT(drive >= 0);
  return values.coordinate.at(static_cast<std::size_t>(drive)).*(found->value);
}

}  // namespace solfec
