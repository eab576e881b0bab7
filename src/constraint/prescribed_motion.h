#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "math/time_series.h"

namespace solfec {

/// What SET_DISPLACEMENT, SET_VELOCITY or SET_ACCELERATION gives.
enum class MotionKind : std::uint8_t { displacement, velocity, acceleration };

/// As the layout of files shows it.
constexpr std::string_view name_of(MotionKind item) {
  switch (item) {
    case MotionKind::displacement:
      return "DISPLACEMENT";
    case MotionKind::velocity:
      return "VELOCITY";
    case MotionKind::acceleration:
      return "ACCELERATION";
  }
  return {};
}

/// Motion of a point along a direction as a function of time.
///
/// displacement d(t): the point moves by d(t) - d(t0), t0 the time when the constraint was made.
/// velocity v(t).  acceleration a(t): the velocity is ∫₀ᵗ a, exact for the piecewise linear series;
/// a is zero outside of the times of its series, so that the velocity reached is kept.
struct PrescribedMotion {
  MotionKind kind = MotionKind::velocity;
  double constant{};                         // velocity without a series, m/s
  std::shared_ptr<const TimeSeries> series;  // m, m/s or m/s^2
  double start{};                            // t0, s

  /// Displacement since t0 at time t, m, exact for all three kinds.
  [[nodiscard]] double displacement(double t) const;
  /// Prescribed velocity at time t, m/s. @pre kind is not displacement, asserted.
  [[nodiscard]] double velocity(double t) const;
};

/// Velocity of a point that follows a motion without inertia, at time t of steps of the length h,
/// m/s: that of the motion, of a displacement that of FollowedDisplacement.
/// @param given  Velocity of the point when the motion begins, m/s.
double followed_velocity(const PrescribedMotion& motion, double t, double h, double given);

/// Velocity that a body has to have at the end of the step [t, t + h], m/s.
///
/// Dynamic, velocity and acceleration: v(t + h). The position takes the mean of both velocities, so
/// it is exact for velocities that are linear in the step and of order 2 otherwise; a start
/// velocity that differs from v(0) is left behind in the first step.
///
/// Dynamic, displacement D: the velocity that puts the point at D(t + h) after the second half of
/// the step is 2 (D(t + h) - s½) / h = 2 (mean velocity of the step) - V. Taken alone it keeps
/// ringing after every kink of the series, U - D' changing sign from step to step. The mean of it
/// and of the slope w at the end (FollowedDisplacement),
///
///   U = (D(t + h) - s½) / h + w / 2,
///
/// follows D to rounding where it is smooth, and forgets any other start within two steps: the
/// errors of place and velocity obey a nilpotent recursion.
///
/// Quasi-static, where the position takes U alone: (D(t + h) - s) / h for a displacement, else the
/// mean of v over the step; places are exact.
///
/// @param moved  Displacement of the point along the direction since t0 in the placement of the
///               assembly: s½ at t + h/2 (dynamic), s at t (quasi-static), m.
double prescribed_end_velocity(const PrescribedMotion& motion, double moved, double t, double h,
                               bool quasi_static);

}  // namespace solfec
