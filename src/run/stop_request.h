#pragma once

#include <csignal>

namespace solfec {

/// While it lives, SIGINT, SIGTERM and SIGHUP (where nohup has not switched it off) ask the run to
/// end after the step; a second one ends the process at once with 128 + signal. The handlers
/// found before come back at the end.
class StopRequest {
 public:
  StopRequest();
  ~StopRequest();
  StopRequest(const StopRequest&) = delete;
  StopRequest& operator=(const StopRequest&) = delete;

  /// The first signal received, 0 for none.
  [[nodiscard]] static int signal();

 private:
  struct sigaction interrupt_before_ {};
  struct sigaction terminate_before_ {};
  struct sigaction hang_up_before_ {};
};

}  // namespace solfec
