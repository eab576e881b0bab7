#include "support/problem_folder.h"

#include <cstdlib>
#include <filesystem>

namespace solfec {

std::string stored_problem_path(const std::string& name) {
  const char* given = std::getenv("SOLFEC_PROBLEM_DIR");
  const std::string file = name + ".dat";
  for (const std::filesystem::path folder :
       {SOLFEC_OWN_PROBLEM_DIR, given != nullptr ? given : SOLFEC_PROBLEM_DIR}) {
    if (std::filesystem::exists(folder / file)) return (folder / file).string();
  }
  return {};
}

}  // namespace solfec
