#pragma once

#include <span>

#include "body/bodies.h"
#include "constraint/user_constraint.h"

namespace solfec {

/// Step [t, t + h] as motors see it, s.
struct MotorStep {
  double start{};
  double length{};
  bool quasi_static = false;
};

/// Place that a motor goes to, from the placement of mid-step, of a quasi-static step from its
/// start.
struct PlaceGoal {
  double rate{};      // of the place at t + h, per unit of the coordinate
  double distance{};  // that the rate would leave at the end of the step
};

/// @pre The drive has a motor to a place, and `place_constraint` of the step.
PlaceGoal place_goal(const MotorStep& step, const UserConstraint& drive);

/// Prepares the row of a drive for a step: how its direction turns (SpringRow::turning), what its
/// motor wants and what that may need. The coordinate q of the placement is that of mid-step, of a
/// quasi-static step that of its start.
///
///   speed   U_N = r w(t + h) with the prescribed rate w
///   place   U_N = r (w + k (D(t + h) - q - h' w)) with k = g / (1 + g h) and the rate w of D at
///           t + h; the rest h' of the step is h/2, in quasi-static steps h. The distance that the
///           rate w would leave shrinks by 1 / (1 + g h) in each step, so every gain g is stable.
///           A motor without gain has an infinite one, as SET_DISPLACEMENT does
///   force   the push T / r of mid-step
///
/// @pre `place_constraint` of the step.
void set_drive(const Bodies& bodies, const MotorStep& step, UserConstraint& drive);

/// Finds coordinate and rate at the end of a solved step to order 2, the share of the motor in the
/// reaction of a solved drive, and moves on what damper and friction took from EXTERNAL of the
/// bodies, where the work of all rows is, to DAMPING.
/// @pre R, U and V are those of the step.
void finish_drive(double step, bool quasi_static, UserConstraint& drive, Bodies& bodies);

/// Whether a stop has taken velocity from a solved drive. What the other rows of the joint had for
/// that velocity then has to settle (domain/joints/joint_velocities.h), or it is reversed for ever.
bool has_hit_stop(double step, const UserConstraint& drive);

/// Finds the coordinates of all rows of joints in the present placement of the bodies.
void measure_joints(const Bodies& bodies, std::span<UserConstraint> constraints);

}  // namespace solfec
