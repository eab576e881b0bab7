#include "run/planned_runs.h"

#include "base/cat.h"
#include "base/check.h"

namespace solfec {

void PlannedRuns::add(PlannedRun run) {
  if (size() == kMost) {
    throw InputError(cat("the viewer has remembered ", kMost,
                         " RUNs: no time passes in a script that it has opened, so a loop that "
                         "waits for a time does not end (VIEWER () tells that it is open)"),
                     InputErrorKind::runtime);
  }
  runs_.push_back(std::move(run));
}

PlannedRun PlannedRuns::take() {
  SOLFEC_ASSERT(!empty());
  PlannedRun next = std::move(runs_.front());
  runs_.pop_front();
  return next;
}

}  // namespace solfec
