#pragma once

#include <csignal>

namespace solfec {

/// While it lives, SIGINT, SIGTERM and SIGHUP (where nohup has not switched it off) ask the run to
/// end after the step; a second one ends the process at once with 128 + signal. Of several that
/// live at once the first one sets the handlers, and those found before come back with the last.
///
/// What was received is a variable of the process: a signal handler gets nothing but its number.
class StopRequest {
 public:
  StopRequest();
  ~StopRequest();
  StopRequest(const StopRequest&) = delete;
  StopRequest& operator=(const StopRequest&) = delete;

  /// The first signal received, 0 for none.
  [[nodiscard]] static int signal();
};

}  // namespace solfec
