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

/// Reads the variables of Open MPI, and of PMI, which others have.
Launch launch_of_environment();

/// Says that a program for one rank was started on several ones, and with which command to start
/// the right one. @param words  Of the command line. @return The exit code: 64, and 0 on ranks that
/// say nothing, so that none ends the job before rank 0 has spoken.
int refuse_launch(const Launch& launch, const std::vector<std::string>& words);

/// Warns on standard error where the threads of all ranks are more than the cores of a machine, or
/// those of a rank more than the cores that it was bound to. @note Collective.
void warn_of_cores(World& world, int threads);

/// Use of the cores of a machine by the ranks on it. core_warning() returns the warning about it,
/// '' when all is well.
struct CoreUse {
  int ranks = 1;    // on this machine
  int threads = 1;  // of each
  int usable = 1;   // cores that this rank may run on
  int cores = 1;    // of the machine
};
std::string core_warning(const CoreUse& use);

}  // namespace solfec
