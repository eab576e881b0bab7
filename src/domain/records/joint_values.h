#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "constraint/joint.h"
#include "domain/records/constraint_record.h"
#include "math/vec3.h"

namespace solfec {

/// One free coordinate of a joint as its drive shows it: travel in m, m/s, N or angle in rad,
/// rad/s, N m, how body 1 moves against body 2 along or about the axis.
struct JointCoordinate {
  double value{};  // at the end of the step
  double rate{};   // likewise
  double force{};  // mean over the step, on body 1: springs, stops, friction and motor
  double motor{};  // part of the motor in it
  double power{};  // of the motor, W
};

/// Place, reaction and free coordinates of a joint, gathered from its rows.
struct JointValues {
  Vec3 point;   // at mid-step, m
  Vec3 axis;    // unit, at mid-step; zero of a ball, weld or universal joint
  Vec3 force;   // mean over the step, that the joint does to body 1, N
  Vec3 moment;  // likewise, about the point, N m
  std::array<JointCoordinate, 2> coordinate;  // those of its drives
};

/// Record of a row by its id, null where there is none.
using RecordFinder = std::function<const ConstraintRecord*(ConstraintId)>;

/// Axis of a hinge, slider or cylindrical joint at mid-step, that of the slave, unit; turned round
/// where body 2 is the master. Zero of other kinds, and where a guide is not there.
Vec3 joint_axis(const Joint& joint, const RecordFinder& find);

/// @return Nothing when the first row of the joint is not there; other rows may have been deleted.
std::optional<JointValues> joint_values(const Joint& joint, const RecordFinder& find);

/// Names of the scalar values of a joint as HISTORY has them: 'RX' .. 'MZ' of all, 'ANGLE', 'RATE',
/// 'TORQUE', 'TRAVEL', 'SPEED', 'FORCE', 'MOTOR' and 'POWER' as the joint is free. Names of the
/// second angle end with 2; 'TRAVEL_MOTOR' and 'TRAVEL_POWER' are of a travel beside an angle.
std::vector<std::string_view> joint_value_names(JointKind kind);

/// Value of a joint by its name. @pre joint_value_names lists it.
double joint_value(const Joint& joint, const JointValues& values, std::string_view name);

}  // namespace solfec
