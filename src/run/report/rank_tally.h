#pragma once

#include <string>

#include "domain/domain.h"

namespace solfec {

/// How the work of one RUN was spread over ranks: for the summary at its end.
class RankTally {
 public:
  /// Counts the rows of this rank in the last step, and what it has sent for meshes.
  void add(const Domain& domain);
  /// One line: loads of the last step (Imbalance), rows per step and, where ranks have copies of
  /// meshes, kilobytes that all of them send for these. Collective; empty on one rank.
  [[nodiscard]] std::string summary(const Domain& domain) const;

 private:
  long long rows_ = 0;  // of all steps
  long long steps_ = 0;
  long long ghost_bytes_ = 0;  // of nodes of ghosts, of all steps
  long long step_bytes_ = 0;   // of borders and inverses, likewise
  long long sweep_bytes_ = 0;  // of one sweep in each of them
};

}  // namespace solfec
