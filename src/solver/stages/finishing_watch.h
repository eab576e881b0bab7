#pragma once

#include <limits>

#include "solver/sweep/interior_stage.h"

namespace solfec {

/// Tells when the sweeps that end an interior point lead no further (FinishingSettings).
class FinishingWatch {
 public:
  /// @param most  Number of sweeps that may be done.
  FinishingWatch(const FinishingSettings& settings, int most) : settings_(settings), most_(most) {}

  /// Whether the errors after so many sweeps are asked for.
  [[nodiscard]] bool is_due(int sweeps) const {
    return sweeps > 0 && sweeps % settings_.interval == 0;
  }

  /// @param sweeps  Sweeps that have been done; `is_due` of them.
  /// @param excess  Errors after them over those that the criteria allow.
  /// @return Whether to stop.
  bool ends(int sweeps, double excess);

 private:
  [[nodiscard]] bool is_bad(int sweeps, double excess) const;

  FinishingSettings settings_;
  int most_;
  double last_ = std::numeric_limits<double>::infinity();  // excess of the look before
  int bad_looks_ = 0;                                      // in a row
};

}  // namespace solfec
