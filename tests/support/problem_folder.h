#pragma once

#include <string>

namespace solfec {

/// Path of a stored problem, or "" when the folder SOLFEC_PROBLEM_DIR lacks it. The environment
/// variable of that name wins over the folder given at build time.
std::string stored_problem_path(const std::string& name);

}  // namespace solfec
