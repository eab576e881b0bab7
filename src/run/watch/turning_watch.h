#pragma once

#include <string>

#include "domain/domain.h"

namespace solfec {

/// Tells once that a rigid body turns too far in a step for its scheme.
///
/// The schemes of rigid rotation find the gyroscopic torque Ω × J Ω from few points of a step. They
/// are right while the angular momentum turns by a small angle against the body in a step, about
/// |Ω × J Ω| h / |J Ω|: RIG_NEG and RIG_POS below 0.2 rad, RIG_IMP below 1 rad (measured,
/// docs/time-step.md). A wheel that turns about its axis, and a ball, may turn by any angle.
class TurningWatch {
 public:
  /// After a step of this length, s. @return A sentence for the first body, else nothing.
  std::string news(const Domain& domain, double step);

 private:
  bool told_ = false;
};

}  // namespace solfec
