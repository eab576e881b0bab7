#include "language/python/default_threads.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sched.h>
#include <set>
#include <unistd.h>
#include <utility>

#include "base/cat.h"

namespace solfec {

namespace {

constexpr int kMostThreads = 4096;

/// One entry of the description of a processor, -1 when the system does not tell.
int topology_entry(int cpu, const char* name) {
  std::ifstream file(cat("/sys/devices/system/cpu/cpu", cpu, "/topology/", name));
  int value = -1;
  return file >> value ? value : -1;
}

/// Cores of some processors, at least 1; two hardware threads of a core count once.
template <typename Predicate>
int physical_cores(int processors, const Predicate& counts) {
  std::set<std::pair<int, int>> cores;  // (package, core)
  for (int cpu = 0; cpu < processors; ++cpu) {
    if (!counts(cpu)) continue;
    const int core = topology_entry(cpu, "core_id");
    // An unknown core is one of its own.
    cores.emplace(topology_entry(cpu, "physical_package_id"), core >= 0 ? core : -1 - cpu);
  }
  return std::max(static_cast<int>(cores.size()), 1);
}

}  // namespace

int usable_cores() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return 1;
  return physical_cores(CPU_SETSIZE, [&](int cpu) { return CPU_ISSET(cpu, &mask); });
}

int cores_of_machine() {
  const int processors = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  return physical_cores(processors, [](int) { return true; });
}

int default_thread_count(bool with_mpi) {
  if (const char* const text = std::getenv("OMP_NUM_THREADS")) {
    char* end = nullptr;
    const long threads = std::strtol(text, &end, 10);
    if (end != text && threads >= 1) return static_cast<int>(std::min<long>(threads, kMostThreads));
  }
  return with_mpi ? 1 : std::min(usable_cores(), kMostThreads);
}

}  // namespace solfec
