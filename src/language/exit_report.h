#pragma once

#include <string>

#include "language/python/pybind.h"

namespace solfec {

/// Prints an uncaught exception of a script and returns the exit code that it means. The traceback
/// is followed by one last line "FILE:LINE: text", the innermost line of the user's own. SystemExit
/// prints nothing but a text that it may carry.
int report_exception(py::error_already_set& error, const std::string& script);

}  // namespace solfec
