#pragma once

#include <array>
#include <string>

#include "domain/domain.h"
#include "solver/measure/solve_report.h"

namespace solfec {

/// What the solver did in the steps of one RUN: for the summary at its end.
class SolverTally {
 public:
  /// Counts the step that ended at `time`, right after it; nothing for a step without constraints.
  void add(double time, const SolveReport& report, const Domain& domain);

  /// Steps that did not reach the criteria of the solver.
  [[nodiscard]] long long failures() const { return failures_; }

  /// One line: steps, iterations per step, steps that did not converge, the worst merit of these
  /// or, where errors of velocity were too large, these and the accuracy that all steps have kept;
  /// the largest residual with its time and contact. Empty when no step had a constraint.
  [[nodiscard]] std::string summary(const Domain& domain) const;

  /// What to tell the user about a step whose report says that there is no solution: the bodies of
  /// the worst row and what to look at. Empty otherwise, and when the last text was about the same
  /// bodies.
  [[nodiscard]] std::string no_solution(double time, const SolveReport& report,
                                        const Domain& domain);

 private:
  [[nodiscard]] std::string missed_text() const;
  [[nodiscard]] std::string worst_text() const;

  /// The worst step so far by one measure.
  struct Worst {
    double value = -1.0;
    double time{};  // s
    RowPlace place;
  };

  long long steps_ = 0;
  long long iterations_ = 0;
  long long failures_ = 0;
  std::array<long long, kMisses> missed_{};  // steps by what they missed
  Worst residual_;
  Worst merit_;             // of the steps that did not converge
  Worst errors_;            // the accuracy that a step has kept (accuracy_excess), m/s
  double row_error_ = 0.0;  // largest of a row in that step, m/s
  RowPlace told_;
};

}  // namespace solfec
