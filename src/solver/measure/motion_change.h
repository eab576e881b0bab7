#pragma once

#include <vector>

#include "local_dynamics/body_velocities.h"
#include "local_dynamics/local_dynamics.h"

namespace solfec {

/// How much a sweep changes what reactions do to bodies.
///
/// The reactions of redundant contacts are not unique: sweeps shift them from one corner of a face
/// to another and no body notices. The velocities v = h M⁻¹ Hᵀ R are unique, so their change says
/// when sweeps have nothing more to do. A component of v counts with the mass that resists it
/// there: that of the body or node, or 3 / tr(h I⁻¹) of a rotation and of a point of a mesh, which
/// is the same number in every frame.
class MotionChange {
 public:
  /// Finds the masses of the slots of a problem. A slot that several ranks share counts on the one
  /// with the lowest number.
  void start(const LocalDynamics& problem);
  /// Notes the velocities before a sweep.
  void begin(const BodyVelocities& velocities) { velocities.copy_velocities(before_); }
  /// Sums after the sweep, of this rank.
  /// @param[out] moved   Σ mass |Δv|², kg m²/s² over h.
  /// @param[out] motion  Σ mass |v|², likewise.
  void end(const BodyVelocities& velocities, double& moved, double& motion);

 private:
  std::vector<double> mass_;  // per component, in the order of BodyVelocities::copy_velocities
  std::vector<double> before_;
  std::vector<double> after_;
};

}  // namespace solfec
