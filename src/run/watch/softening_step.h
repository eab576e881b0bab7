#pragma once

#include <string>

#include "domain/domain.h"

namespace solfec {

/// Notices steps in which the damage of bonds grew that lags by a step (CohesiveRow::lags), because
/// the step is too long for bonds to soften within it. Nothing of this is stored.
class SofteningStep {
 public:
  /// Looks at the step that has just ended.
  void add(const Domain& domain);
  /// A warning about the worst step for the end of the RUN, '' when no damage lagged.
  [[nodiscard]] std::string text(const Domain& domain) const;

 private:
  double worst_ = 0.0;  // CohesiveRow::softening of the bonds whose damage grew
  double step_{};       // s
  double time_{};       // s, end of the step
  RowPlace place_;
  int steps_ = 0;  // in which some damage lagged
};

}  // namespace solfec
