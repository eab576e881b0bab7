#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/ids.h"

namespace solfec {

/// Which pairs of bodies a run has warned of: each one once, and at most kLines in a RUN.
class PairWarnings {
 public:
  static constexpr int kLines = 10;

  void begin_run() { shown_ = more_ = 0; }
  [[nodiscard]] bool was_told(BodyId a, BodyId b) const;
  /// Takes a pair down that someone else has told of.
  void skip(BodyId a, BodyId b);
  /// Takes a pair down. @return Whether a line about it is to be shown: false when it was told
  /// before and when the RUN has enough lines.
  bool take(BodyId a, BodyId b);
  /// Pairs of the RUN without a line.
  [[nodiscard]] int more() const { return more_; }
  /// Returns the line that stands at the end of the RUN for the lines that were not shown, '' when
  /// there are none.
  [[nodiscard]] std::string rest() const;

 private:
  using Pair = std::pair<BodyId, BodyId>;

  std::vector<Pair> told_;  // sorted, smaller id first
  int shown_ = 0;           // lines of this RUN
  int more_ = 0;            // pairs of this RUN without a line
};

}  // namespace solfec
