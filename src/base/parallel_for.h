#pragma once

#include <span>

#include "base/thread_team.h"

namespace solfec {

/// Part of [begin, end) that is number `part` of `parts` even ones, in order.
struct EvenShare {
  EvenShare(int begin, int end, int part, int parts)
      : first(begin + share(end - begin, part, parts)),
        last(begin + share(end - begin, part + 1, parts)) {}
  int first, last;

 private:
  static int share(int n, int part, int parts) {
    return static_cast<int>(static_cast<long long>(n) * part / parts);
  }
};

/// Calls call(thread, threads) on each thread, as run_on_team does.
template <typename Call>
void call_on_team(const Call& call) {
  run_on_team([](const void* context, int thread,
                 int threads) { (*static_cast<const Call*>(context))(thread, threads); },
              &call);
}

/// Calls body(i) for i in [0, n), each thread its share; items must be independent of each other,
/// so the result does not depend on the number of threads. Loops shorter than `grain` stay serial.
/// An item must not throw: an exception cannot leave a thread.
template <typename Body>
void parallel_for(int n, int grain, const Body& body) {
  if (n < grain || thread_count() == 1) {
    for (int i = 0; i < n; ++i) body(i);
    return;
  }
  call_on_team([&](int thread, int threads) {
    const EvenShare share(0, n, thread, threads);
    for (int i = share.first; i < share.last; ++i) body(i);
  });
}

/// Calls body(i) for the items start[p] <= i < start[p + 1] of the phases p = 0, 1, ... in turn;
/// the items of one phase must be independent of each other. Threads meet after every phase.
/// @param parallel  False: the caller does all of it, because waking threads would cost more.
/// @param backward  True: the last phase comes first.
template <typename Body>
void parallel_phases(std::span<const int> start, bool parallel, bool backward, const Body& body) {
  const int phases = static_cast<int>(start.size()) - 1;
  const auto call = [&](int thread, int threads) {
    for (int k = 0; k < phases; ++k) {
      const auto p = static_cast<std::size_t>(backward ? phases - 1 - k : k);
      const EvenShare share(start[p], start[p + 1], thread, threads);
      for (int i = share.first; i < share.last; ++i) body(i);
      if (k + 1 < phases) wait_for_team(threads);
    }
  };
  if (parallel) {
    call_on_team(call);
  } else {
    call(0, 1);
  }
}

}  // namespace solfec
