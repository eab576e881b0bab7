#include "app/spin_limit.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <unistd.h>

namespace solfec {
namespace {

constexpr const char* kSpins = "400";  // some 10 µs, the work of a thread between two barriers
constexpr const char* kRestarted = "SOLFEC_RESTARTED";

}  // namespace

void limit_spinning(char** argv) {
  if (std::getenv(kRestarted) != nullptr) {  // what the script starts shall not see this
    unsetenv(kRestarted);
    unsetenv("GOMP_SPINCOUNT");
    return;
  }
  if (std::getenv("GOMP_SPINCOUNT") != nullptr || std::getenv("OMP_WAIT_POLICY") != nullptr) return;
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  const bool itself = !error && argv[0] != nullptr &&  // not a loader that was given the program
                      program.filename() == std::filesystem::path(argv[0]).filename();
  if (!itself || setenv(kRestarted, "1", 1) != 0 || setenv("GOMP_SPINCOUNT", kSpins, 0) != 0)
    return;
  execv(program.c_str(), argv);
  unsetenv(kRestarted);
}

}  // namespace solfec
