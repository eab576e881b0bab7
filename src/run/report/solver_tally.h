#pragma once

#include <array>
#include <set>
#include <string>
#include <utility>

#include "domain/domain.h"
#include "run/report/decade_median.h"
#include "solver/measure/solve_report.h"

namespace solfec {

/// Tally of what the solver did in the steps of one RUN: for the summary at its end.
class SolverTally {
 public:
  /// Counts the step that ended at `time`, right after it; nothing for a step without constraints.
  void add(double time, const SolveReport& report, const Domain& domain);

  /// Steps that did not reach the criteria of the solver.
  [[nodiscard]] long long failures() const { return failures_; }

  /// One line: iterations per step; steps that missed their criteria, and by which factor; the
  /// largest residual with its time and contact. Empty when no step had a constraint.
  [[nodiscard]] std::string summary(const Domain& domain) const;

  /// One line: median and largest error of velocity that steps have left, the bound of the criteria
  /// and the row with the largest error of its own. Empty when no step had a constraint.
  [[nodiscard]] std::string error_summary(const Domain& domain) const;

  /// Returns what to tell the user about a step whose report says that there is no solution: the
  /// bodies of the worst row and what to look at. Empty otherwise, when an earlier text was about
  /// the same bodies, and after some texts.
  [[nodiscard]] std::string no_solution(double time, const SolveReport& report,
                                        const Domain& domain);

 private:
  [[nodiscard]] std::string missed_text() const;
  [[nodiscard]] std::string bound_text() const;
  void add_missed(double time, const SolveReport& report);
  void add_errors(double time, const SolveReport& report, const Domain& domain);

  /// The worst step so far by one measure.
  struct Worst {
    double value = -1.0;
    double time{};  // s
    RowPlace place;
  };
  /// Steps that have missed one criterion.
  struct Missed {
    DecadeMedian factors;  // measure over bound
    Worst worst;
    long long steps = 0;
  };

  long long steps_ = 0;
  long long iterations_ = 0;
  long long failures_ = 0;
  std::array<Missed, kMisses> missed_{};
  Worst residual_;
  DecadeMedian errors_;  // of velocity as criteria judge them (accuracy_excess), m/s
  Worst error_;          // largest of these
  Worst row_error_;      // largest error of a single row, m/s
  double least_bound_ = Criteria::kNone;  // of these errors that criteria allow, m/s
  double largest_bound_ = 0.0;
  std::set<std::pair<BodyId, BodyId>> told_;  // by no_solution
};

/// Measure that a solution has missed over its bound, 0 when the report does not tell.
double miss_factor(const SolveReport& report);

}  // namespace solfec
