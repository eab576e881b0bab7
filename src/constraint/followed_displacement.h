#pragma once

#include "constraint/prescribed_motion.h"

namespace solfec {

/// Velocities of a point that follows a prescribed displacement D in steps of the length h, where
/// places are those of the trapezium rule, s(t + h) = s(t) + h/2 (w(t) + w(t + h)).
///
/// Central differences of D over two steps give the places (1 + δ²/4) D, with the second difference
/// δ² D = D(t + h) - 2 D(t) + D(t - h): a lag of h²/4 D''. So the differences are those of the
/// displacement whose mean this is,
///
///   w(t) = (G(t + h) - G(t - h)) / 2h,   G = (1 + δ²/4)⁻¹ D = D - δ²/4 D + (δ²/4)² D - ...
///
/// The series ends at each time before its first term that is not a quarter of the one before (both
/// the largest of three neighbours) and after kTerms. A vibration of the angular frequency ω is
/// followed to (hω/2)¹⁸, which is rounding for h ω < 0.2. A kink of D disturbs its neighbourhood
/// alone and does not ring. Since w is a difference of G, no error stays.
///
/// Before the motion begins D goes on evenly or oddly about its velocity there, as its first values
/// suggest. Its first steps start with the velocity that the point has and approach w by
/// `prescribed_end_velocity`, whose errors end after two steps.
class FollowedDisplacement {
 public:
  /// @param h      Length of the steps, s.
  /// @param given  Velocity of the point when the motion begins, m/s. A displacement that begins
  ///               with another one has a jump of the velocity there.
  /// @pre motion.kind is displacement, asserted.
  FollowedDisplacement(const PrescribedMotion& motion, double h, double given);

  /// w(t) without the start, m/s.
  [[nodiscard]] double slope(double t) const;
  /// w(t) of a point without inertia, m/s; at the start `given`, or beyond a jump the mean velocity
  /// of the first step.
  [[nodiscard]] double velocity(double t) const;

 private:
  /// Displacement of the motion and before it, m.
  [[nodiscard]] double displacement(double t) const;
  [[nodiscard]] double smoothed(double t) const;  // G, m

  const PrescribedMotion& motion_;
  double h_;                // s
  double start_velocity_;   // of velocity(), m/s
  double velocity_before_;  // of what goes on before the start, m/s
  bool even_;               // about the start
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
