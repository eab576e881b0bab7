#pragma once

#include <array>
#include <string>

#include "base/enum_names.h"
#include "solver/measure/solve_report.h"

namespace solfec {

/// Lines of --why-solver about one step: its time, rows, criteria and errors, then a line for each
/// stage of the solution. Empty when no stage was run.
/// @param time  At the end of the step, s.
/// @param rows  Number of rows, on all ranks.
std::string stage_text(double time, int rows, const SolveReport& report);

/// Sums over the stages of the steps of one RUN.
class StageTally {
 public:
  /// Counts the stages of a step; nothing for a step without any.
  void add(const SolveReport& report);
  /// Lines that tell how often each stage ran, how many steps it ended and its share of the work.
  [[nodiscard]] std::string summary() const;

 private:
  struct Sums {
    long long runs = 0;
    long long ended = 0;  // steps in which it met the criteria as the last stage
    double work = 0.0;    // in sweeps
  };

  long long steps_ = 0;
  long long missed_ = 0;  // steps that have not met their criteria
  std::array<Sums, item_count<Stage>()> sums_{};
};

}  // namespace solfec
