#pragma once

#include <string>

namespace solfec {

/// The module solfec_results/names.py: version of the payload and the names behind the numbers in
/// it, from the enumerations that the writer uses. `tools/regenerate` renews it.
std::string python_format_names();

}  // namespace solfec
