#pragma once

#include <span>

namespace solfec {

/// Number of threads of all parallel loops, at least 1; set once at start (option -t).
void set_thread_count(int threads);
int thread_count();

/// Calls body(i) for i in [0, n) with a static schedule; items must be independent of each other,
/// so the result does not depend on the number of threads. Loops shorter than `grain` stay serial.
/// An item must not throw: an exception cannot leave a parallel region.
template <typename Body>
void parallel_for(int n, int grain, const Body& body) {
  if (n < grain || thread_count() == 1) {
    for (int i = 0; i < n; ++i) body(i);
    return;
  }
#pragma omp parallel for schedule(static) num_threads(thread_count())
  for (int i = 0; i < n; ++i) body(i);
}

/// Calls body(i) for the items start[p] <= i < start[p + 1] of the phases p = 0, 1, ... in turn;
/// the items of one phase must be independent of each other. Threads meet after every phase.
/// @param parallel  false: not worth waking threads.
/// @param backward  The last phase comes first.
template <typename Body>
void parallel_phases(std::span<const int> start, bool parallel, bool backward, const Body& body) {
  const int phases = static_cast<int>(start.size()) - 1;
  const int threads = parallel ? thread_count() : 1;
#pragma omp parallel num_threads(threads) if (threads > 1)
  for (int k = 0; k < phases; ++k) {
    const int p = backward ? phases - 1 - k : k;
    const int begin = start[static_cast<std::size_t>(p)];
    const int end = start[static_cast<std::size_t>(p) + 1];
#pragma omp for schedule(static)
    for (int i = begin; i < end; ++i) body(i);
  }
}

}  // namespace solfec
