#include "run/stop/stop_decision.h"

#include <unistd.h>

#include "base/check.h"
#include "run/stop/stop_request.h"
#include "run/stop/wall_time.h"

namespace solfec {

namespace {

bool take_stop_file(const std::string& folder) {
  const std::string path = folder + "/STOP";
  return access(path.c_str(), F_OK) == 0 && unlink(path.c_str()) == 0;
}

StopCause cause_of_signal(int number) {
  if (number == SIGINT) return StopCause::interrupted;
  return number == SIGHUP ? StopCause::hung_up : StopCause::terminated;
}

}  // namespace

StopCause decide(const StopValues& values) {
  if (values.not_finite != 0) return StopCause::not_finite;
  if (values.unstable != 0) return StopCause::unstable;
  if (values.unstable_joint != 0) return StopCause::unstable_joint;
  if (values.bad_solution) return StopCause::bad_solution;
  if (values.too_deep) return StopCause::too_deep;
  if (values.policy_stops) return StopCause::failure_policy;
  if (values.signal != 0) return cause_of_signal(values.signal);
  if (values.stop_file) return StopCause::stop_file;
  if (values.wall_time_is_over) return StopCause::wall_time;
  return values.callback_stops ? StopCause::callback : StopCause::none;
}

RunEnd end_of(StopCause cause) {
  SOLFEC_ASSERT(!is_error(cause));
  switch (cause) {
    case StopCause::callback:
      return RunEnd::callback;
    case StopCause::wall_time:
      return RunEnd::wall_time;
    case StopCause::stop_file:
      return RunEnd::stop_file;
    case StopCause::terminated:
      return RunEnd::terminated;
    case StopCause::hung_up:
      return RunEnd::hung_up;
    case StopCause::interrupted:
      return RunEnd::interrupted;
    default:
      return RunEnd::finished;
  }
}

std::string run_end_text(RunEnd end) {
  switch (end) {
    case RunEnd::finished:
      return "finished";
    case RunEnd::callback:
      return "ended by the callback";
    case RunEnd::caller:
      return "ended before its end time";
    case RunEnd::stop_file:
      return "stopped by the file STOP; continue with -c";
    case RunEnd::interrupted:
    case RunEnd::terminated:
    case RunEnd::hung_up:
      return "stopped by a signal; continue with -c";
    case RunEnd::wall_time:
      return "stopped by --max-walltime; continue with -c";
  }
  return "";
}

void gather_requests(const std::string& folder, double max_walltime, StopValues& values) {
  values.signal = StopRequest::signal();
  values.stop_file = values.signal == 0 && take_stop_file(folder);
  values.wall_time_is_over = wall_time_is_over(max_walltime);
}

}  // namespace solfec
