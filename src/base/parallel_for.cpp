#include "base/parallel_for.h"

#include "base/check.h"

namespace solfec {

namespace {
int g_threads = 1;
}

void set_thread_count(int threads) {
  SOLFEC_ASSERT(threads >= 1);
  g_threads = threads;
}

int thread_count() { return g_threads; }

}  // namespace solfec
