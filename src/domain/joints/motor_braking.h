#pragma once

#include <span>

#include "body/bodies.h"
#include "constraint/user_constraint.h"
#include "domain/joints/joint_drives.h"

namespace solfec {

/// Bounds the rates that motors to a place want, so that their limits can brake the joint there:
///
///   |e| <= (sqrt((a h)² + 8 a |d|) - a h) / 2   with   a = L / m
///
/// of the distance d from the place and the rate e beside that of the place, L being the limit and
/// m the mass that the drive has to move with its row: steps with the rates e, e - a h, e - 2 a h
/// and so on then end at the place. A place that asks for less than a is followed as without a
/// bound, since |d| is below a h². A motor whose rate were not bounded would come too fast, swing
/// about the place and, without a gain, do so for ever.
///
/// m is that of all bodies which rows without elasticity and motors without a limit join to those
/// of the drive: the entry of the drive in the inverse of the mobility between these rows and it.
/// Loads, contacts and other motors with a limit do not count. Joints at meshes are left out, and
/// quasi-static steps need no brake.
///
/// @pre set_drive of all constraints.
void brake_motors(const Bodies& bodies, const MotorStep& step,
                  std::span<UserConstraint> constraints);

/// Prepares the rows of all drives for a step: set_drive and brake_motors.
/// @pre `place_constraint` of the step.
void set_drives(const Bodies& bodies, const MotorStep& step, std::span<UserConstraint> constraints);

}  // namespace solfec
