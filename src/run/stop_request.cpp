#include "run/stop_request.h"

#include <unistd.h>

namespace solfec {

namespace {

volatile std::sig_atomic_t g_signal = 0;

extern "C" void remember_signal(int number) {
  if (g_signal != 0) _exit(128 + number);
  g_signal = number;
}

}  // namespace

StopRequest::StopRequest() {
  g_signal = 0;
  struct sigaction action {};
  action.sa_handler = remember_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, &interrupt_before_);
  sigaction(SIGTERM, &action, &terminate_before_);
  sigaction(SIGHUP, &action, &hang_up_before_);
  if (hang_up_before_.sa_handler == SIG_IGN) sigaction(SIGHUP, &hang_up_before_, nullptr);
}

StopRequest::~StopRequest() {
  sigaction(SIGINT, &interrupt_before_, nullptr);
  sigaction(SIGTERM, &terminate_before_, nullptr);
  sigaction(SIGHUP, &hang_up_before_, nullptr);
}

int StopRequest::signal() { return g_signal; }

}  // namespace solfec
