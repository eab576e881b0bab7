#pragma once

#include <string>
#include <vector>

#include "parallel/world.h"

namespace solfec {

/// Number of ranks and rank of this process, as mpirun, mpiexec or srun give them in its
/// environment.
struct Launch {
  int ranks = 1;
  int rank = 0;
};

/// Reads the variables of Open MPI, and those of PMI, which other implementations set.
Launch launch_of_environment();

/// Rank 0 reports that a program for one rank was started on several ranks, and names the command
/// that starts the right program. @param words  The command line.
/// @return The exit code: 64 on rank 0; 0 on all others, so that they do not end the job before
/// rank
///         0 has printed its message.
int refuse_launch(const Launch& launch, const std::vector<std::string>& words);

/// Warns on standard error when the ranks on a machine have more threads than it has cores, or when
/// a rank has more threads than cores to which it is bound. @note Collective.
void warn_of_cores(World& world, int threads);

/// Use of the cores of a machine by the ranks on it. core_warning() returns the warning about it,
/// '' when there are enough cores.
struct CoreUse {
  int ranks = 1;    // on this machine
  int threads = 1;  // of each rank
  int usable = 1;   // cores that this rank may run on
  int cores = 1;    // of the machine
};
std::string core_warning(const CoreUse& use);

}  // namespace solfec
