#include "app/launch.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "app/options.h"
#include "base/cat.h"
#include "language/python/default_threads.h"
#include "language/python/errors.h"

namespace solfec {

namespace {

/// A number of the environment, -1: there is none.
int environment_number(const char* name) {
  const char* const text = std::getenv(name);
  return text != nullptr ? std::atoi(text) : -1;
}

}  // namespace

Launch launch_of_environment() {
  for (const auto& [ranks, rank] : {std::pair{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                                    std::pair{"PMI_SIZE", "PMI_RANK"}}) {
    const int number = environment_number(ranks);
    if (number > 0) return {number, std::max(environment_number(rank), 0)};
  }
  return {};
}

int refuse_launch(const Launch& launch, const std::vector<std::string>& words) {
  if (launch.rank > 0) return 0;
  std::string command = cat("mpirun -np ", launch.ranks, " solfec-mpi");
  for (const std::string& word : words) command += " " + word;
  std::fprintf(stderr,
               "solfec: started on %d ranks, but this program runs on one; use: %s\n"
               "solfec: (or tools/run -np %d, which builds solfec-mpi when it is not there)\n",
               launch.ranks, command.c_str(), launch.ranks);
  return kExitUsage;
}

std::string core_warning(const CoreUse& use) {
  const std::string of_each = use.threads == 1 ? "1 thread" : cat(use.threads, " threads");
  if (use.ranks * use.threads > use.cores) {
    return cat(use.ranks, use.ranks == 1 ? " rank" : " ranks", " of ", of_each,
               use.ranks == 1 ? "" : " each", " share ", use.cores,
               use.cores == 1 ? " core" : " cores",
               " and wait for each other; take fewer ranks (-np) or threads (-t)");
  }
  if (use.threads > use.usable) {
    return cat("a rank of ", of_each, " was bound to ", use.usable,
               use.usable == 1 ? " core" : " cores", "; start with mpirun --bind-to none");
  }
  return "";
}

void warn_of_cores(World& world, int threads) {
  if (!world.has_mpi()) return;
  const World::Neighbours machine = world.on_this_machine();
  const int usable = world.comm().all_reduce(Reduction::least, usable_cores());
  if (machine.before > 0) return;  // once on each machine
  const std::string warning = core_warning({machine.ranks, threads, usable, cores_of_machine()});
  if (!warning.empty()) std::fprintf(stderr, "solfec: warning: %s\n", warning.c_str());
}

}  // namespace solfec
