#pragma once

#include <vector>

#include "body/bodies.h"
#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

/// Solution of a pass of a quasi-static step among rigid bodies, to which the step can return.
class StaticPoint {
 public:
  /// Remembers velocities, their changes, loads and pseudo-times of the rigid bodies with the
  /// reactions R (N) and relative velocities U (m/s) of all rows.
  void take(const RigidSet& rigid, const std::vector<Vec3>& R, const std::vector<Vec3>& U);
  /// Puts them back.
  void restore(RigidSet& rigid, std::vector<Vec3>& R, std::vector<Vec3>& U) const;
  /// Returns R.
  [[nodiscard]] const std::vector<Vec3>& reactions() const { return R_; }
  /// Largest speed of a body that this rank sees, m/s.
  [[nodiscard]] double largest_speed() const;
  /// Whether some body of this rank is farther from there than some of its sizes and the longest
  /// way of a body together.
  /// @param step   h, s.
  /// @param speed  largest_speed of all ranks, m/s.
  [[nodiscard]] bool strays(const RigidSet& rigid, double step, double speed) const;

 private:
  std::vector<Vec3> angular_;
  std::vector<Vec3> linear_;
  std::vector<Vec3> angular_change_;
  std::vector<Vec3> linear_change_;
  std::vector<Vec3> force_;
  std::vector<Vec3> torque_;
  std::vector<Mat3> stiffness_;
  std::vector<double> push_;
  std::vector<Vec3> R_;
  std::vector<Vec3> U_;
};

}  // namespace solfec
