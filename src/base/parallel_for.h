#pragma once

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

}  // namespace solfec
