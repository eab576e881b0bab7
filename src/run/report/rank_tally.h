#pragma once

#include <string>

#include "domain/domain.h"

namespace solfec {

/// How the work of one RUN was spread over ranks: for the summary at its end.
class RankTally {
 public:
  /// Counts the rows of this rank in the last step.
  void add(const Domain& domain);
  /// One line: loads of the last step (Imbalance) and rows per step. Collective; empty on one rank.
  [[nodiscard]] std::string summary(const Domain& domain) const;

 private:
  long long rows_ = 0;  // of all steps
  long long steps_ = 0;
};

}  // namespace solfec
