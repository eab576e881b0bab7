#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "run/run_session.h"
#include "solver/constraint_solver.h"

namespace solfec {

/// A RUN of a script that the viewer was started with: it is remembered, and computed when the user
/// wants it.
struct PlannedRun {
  ConstraintSolver* solver = nullptr;  // lives as long as `keeper`
  double duration{};                   // s
  FailureHook on_failure;
  std::shared_ptr<const void> keeper;
};

/// Those of one object in their order.
class PlannedRuns {
 public:
  /// RUNs of a script that waits in a loop for the time to come would never end.
  static constexpr int kMost = 1000;

  /// @throws InputError at the one beyond the most.
  void add(PlannedRun run);
  [[nodiscard]] bool empty() const { return runs_.empty(); }
  [[nodiscard]] int size() const { return static_cast<int>(runs_.size()); }
  /// The next one, which leaves the list. @pre !empty()
  PlannedRun take();
  void clear() { std::exchange(runs_, {}).clear(); }

 private:
  std::deque<PlannedRun> runs_;
};

}  // namespace solfec
