#pragma once

#include <string>
#include <vector>

#include "domain/domain.h"
#include "run/watch/pair_warnings.h"

namespace solfec {

/// Overlap of two bodies at a contact of a step.
struct PairOverlap {
  double depth{};  // m; 0: none
  double time{};   // s, end of the step
  BodyId first{};
  BodyId second{};
};

/// Deepest penetration of the last step and of a RUN.
///
/// The gaps are those of mid-step, where the contacts were found. What rounding leaves of touching
/// surfaces is none: up to 1e-8 GEOMETRIC_EPSILON and 1e-13 of the coordinates.
class PenetrationWatch {
 public:
  void begin_run() { last_ = largest_ = {}; }
  /// Looks at the contacts of the step that ended at domain.time(), of all ranks; collective, as is
  /// `warn`.
  void look(const Domain& domain);

  [[nodiscard]] const PairOverlap& last() const { return last_; }
  [[nodiscard]] const PairOverlap& largest() const { return largest_; }
  /// One line on the largest of the RUN with its time and bodies, '' when there was none.
  [[nodiscard]] std::string summary(const Domain& domain) const;

  /// Adds a line for each pair of bodies with a gap below -10 GEOMETRIC_EPSILON in the last step
  /// that has not been told of; contacts of the model SPRING_DASHPOT overlap by design, and those
  /// of PRESS_FIT until they are pressed apart.
  void warn(const Domain& domain, PairWarnings& told, std::vector<std::string>& lines);

 private:
  PairOverlap last_;
  PairOverlap largest_;
  std::vector<PairOverlap> deep_;  // work space
};

}  // namespace solfec
