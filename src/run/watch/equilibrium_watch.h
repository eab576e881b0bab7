#pragma once

#include <string>

#include "domain/domain.h"
#include "integrator/integrator.h"
#include "run/report/progress.h"

namespace solfec {

/// Message about a quasi-static step that failed, to follow the name of the body.
/// @param solution  Of its last pass.
std::string failed_step_text(const FinishReport& report, const SolveReport& solution);

/// Warnings of a RUN about quasi-static steps that end out of balance. Nothing of them is stored.
class EquilibriumWatch {
 public:
  static constexpr double kTooMuch = 1e-3;  // of the load

  /// Takes the step down that ended at `time`.
  void add(double time, const FinishReport& report, const Domain& domain);
  /// Warns of the step taken down last when it ended above kTooMuch (or, with SOLFEC.equilibrium,
  /// above that): of the first such step of the RUN, the tenth, the hundredth and so on.
  void warn(const Domain& domain, Progress& progress) const;
  /// One line: how the last step ended, steps that ended above the bound, the worst one, repeats.
  /// Empty for dynamic analyses.
  [[nodiscard]] std::string summary(const Domain& domain) const;

 private:
  struct Step {
    double time{};      // s
    double residual{};  // over the load
    BodyId body{};
  };

  Step last_;
  Step worst_;
  long long steps_ = 0;
  long long above_ = 0;  // steps
  long long repeats_ = 0;
  bool last_above_ = false;
};

}  // namespace solfec
