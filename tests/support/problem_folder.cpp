#include "support/problem_folder.h"

#include <cstdlib>
#include <filesystem>

namespace solfec {

std::string stored_problem_path(const std::string& name) {
  const char* folder = std::getenv("SOLFEC_PROBLEM_DIR");
  const std::filesystem::path path =
      std::filesystem::path(folder != nullptr ? folder : SOLFEC_PROBLEM_DIR) / (name + ".dat");
  return std::filesystem::exists(path) ? path.string() : std::string{};
}

}  // namespace solfec
