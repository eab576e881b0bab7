#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "language/arguments/objects.h"
#include "language/arguments/session.h"
#include "run/run_session.h"

namespace solfec {

/// A TIME_LOOP: one RUN whose steps a script makes part by part. It ends with its RUN, by `end`, by
/// an error or, at the latest, when the script lets it go.
class LoopObject {
 public:
  /// Begins the RUN. @param solver_object  Kept as long as the loop, with the solver inside.
  LoopObject(std::shared_ptr<SolfecObject> owner, py::object solver_object, double duration);
  ~LoopObject();
  LoopObject(const LoopObject&) = delete;
  LoopObject& operator=(const LoopObject&) = delete;

  std::shared_ptr<SolfecObject> owner;
  py::object solver_object;

  [[nodiscard]] Simulation& simulation() const { return *owner->simulation; }
  [[nodiscard]] Domain& domain() const { return simulation().domain; }
  [[nodiscard]] bool is_on() const { return is_on_; }
  [[nodiscard]] StepPart part() const { return is_on_ ? session_->part() : StepPart::none; }
  /// Number of the step under way or made last, from 1 on.
  [[nodiscard]] std::int64_t step_number() const { return step_number_; }

  /// Begins a step. @return False when none is left. @throws InputError when a step is not finished
  bool begin();
  /// Makes one of the parts; each comes after the part before it.
  /// @throws InputError when another part is next, and what the part throws, which ends the RUN
  void predict();
  void detect();
  void form_rows();
  void solve();
  void solve(const ReactionSource& source);
  void finish();
  /// Ends the RUN: between steps with the frame of its end, within a step as an error.
  /// @throws InputError in the latter case, which takes the step back.
  void end();
  /// Ends the RUN as an error of the script does. @param what  Of the error.
  void give_up(const std::string& what);
  /// Throws InputError unless the step is at the given parts.
  void need(StepPart first, StepPart last, const char* rule) const;

 private:
  void check_next(StepPart wanted) const;
  template <typename Work>
  void make(const Work& work);
  void note_state();

  std::shared_ptr<std::function<void()>> end_;  // for scripts that leave the loop open
  RunSession* session_ = nullptr;               // of the simulation
  std::optional<OpenStep> open_step_;           // between the parts of a step
  bool is_on_ = false;
  std::int64_t step_number_ = 0;
};

/// Rows of the step under way of a loop, for scripts.
struct RowsObject {
  std::shared_ptr<LoopObject> loop;
  std::int64_t step_number{};

  /// @throws InputError when the step has been finished or given up.
  void check() const;
};

}  // namespace solfec
