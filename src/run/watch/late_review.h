#pragma once

#include <array>
#include <string>
#include <vector>

#include "domain/domain.h"

namespace solfec {

/// Review of bodies and gravity that a script gives after the first step, between RUNs or in a
/// callback. It finds pieces that overlap and units that cannot be meant, as ModelReview finds them
/// in the model before the first step.
class LateReview {
 public:
  /// Notes what ModelReview has seen.
  void begin(const Domain& domain);
  /// One line for each suspicion about what has come since the last call; compares two numbers
  /// where nothing has.
  std::vector<std::string> news(const Domain& domain);

 private:
  BodyId next_{};  // the first id that was not looked at
  std::array<LoadValue, 3> gravity_;
};

}  // namespace solfec
