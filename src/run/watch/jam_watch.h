#pragma once

#include <string>
#include <vector>

#include "domain/domain.h"
#include "run/watch/pair_warnings.h"

namespace solfec {

/// Notices pairs of bodies whose overlap CONTACT_PROJECTION tries to take away in vain, because
/// there is no room for them, joints hold them or each step lets it in again: in kPatience steps in
/// a row the depth is above kDeepTolerances and has not fallen by kProgress of what it was. Nothing
/// of it is stored.
class JamWatch {
 public:
  static constexpr int kPatience = 100;  // steps
  static constexpr double kProgress = 0.01;
  static constexpr double kDeepTolerances = 2.0;

  void begin_run() { told_.begin_run(); }
  /// Looks at what the last step has corrected and adds a line for each pair that is jammed.
  void warn(const Domain& domain, std::vector<std::string>& lines);
  /// As of PairWarnings.
  [[nodiscard]] std::string rest() const;

 private:
  struct Pair {
    BodyId first{};
    BodyId second{};
    double depth{};     // m, of this step
    double smallest{};  // since it fell last, m
    int steps{};        // since then
  };

  void find_deepest(const Domain& domain);

  PairWarnings told_;
  std::vector<Pair> pairs_;  // of the last step with its history, by ids
  std::vector<Pair> now_;
};

}  // namespace solfec
