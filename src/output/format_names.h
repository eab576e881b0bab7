#pragma once

#include <string>

namespace solfec {

/// Returns the module solfec_results/names.py: the version of the payload, and the names of the
/// numbers in it, from the enumerations that the writer uses. `tools/regenerate` renews it.
std::string python_format_names();

}  // namespace solfec
