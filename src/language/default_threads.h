#pragma once

namespace solfec {

/// Number of threads without option -t: OMP_NUM_THREADS when it is a number >= 1, else the physical
/// cores that the process may run on; at least 1.
int default_thread_count();

}  // namespace solfec
