#pragma once

namespace solfec {

/// Number of threads without option -t: OMP_NUM_THREADS when it is a number >= 1, else the physical
/// cores that the process may run on, 1 with MPI; at least 1.
int default_thread_count(bool with_mpi = false);

/// Physical cores that the process may run on, and all of the machine; at least 1.
int usable_cores();
int cores_of_machine();

}  // namespace solfec
