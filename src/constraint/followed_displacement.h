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

}  // namespace solfec
