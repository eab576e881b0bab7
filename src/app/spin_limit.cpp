#include "app/spin_limit.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <unistd.h>

namespace solfec {
namespace {

constexpr const char* kSpins = "400";  // some 10 µs, the work of a thread between two barriers

}  // namespace

void limit_spinning(char** argv) {
  if (std::getenv("GOMP_SPINCOUNT") != nullptr || std::getenv("OMP_WAIT_POLICY") != nullptr) return;
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error || setenv("GOMP_SPINCOUNT", kSpins, 0) != 0) return;
  execv(program.c_str(), argv);
}

}  // namespace solfec
