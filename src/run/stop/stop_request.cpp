#include "run/stop/stop_request.h"

#include <unistd.h>

namespace solfec {

namespace {

volatile std::sig_atomic_t g_signal = 0;

extern "C" void remember_signal(int number) {
  if (g_signal != 0) _exit(128 + number);
  g_signal = number;
}

/// Handlers that were there before, and how many runs want to know of signals.
struct Handlers {
  int wanted = 0;
  struct sigaction interrupt {};
  struct sigaction terminate {};
  struct sigaction hang_up {};
};

Handlers& handlers_before() {
  static Handlers handlers;
  return handlers;
}

}  // namespace

StopRequest::StopRequest() {
  Handlers& before = handlers_before();
  if (before.wanted++ > 0) return;
  g_signal = 0;
  struct sigaction action {};
  action.sa_handler = remember_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, &before.interrupt);
  sigaction(SIGTERM, &action, &before.terminate);
  sigaction(SIGHUP, &action, &before.hang_up);
  if (before.hang_up.sa_handler == SIG_IGN) sigaction(SIGHUP, &before.hang_up, nullptr);
}

StopRequest::~StopRequest() {
  const Handlers& before = handlers_before();
  if (--handlers_before().wanted > 0) return;
  sigaction(SIGINT, &before.interrupt, nullptr);
  sigaction(SIGTERM, &before.terminate, nullptr);
  sigaction(SIGHUP, &before.hang_up, nullptr);
}

int StopRequest::signal() { return g_signal; }

}  // namespace solfec
