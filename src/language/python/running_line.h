#pragma once

#include <string>

namespace solfec {

/// Line of the script that is being executed, as another thread sees it: "FILE:LINE (function)".
/// Waits for the interpreter for at most `patience` seconds.
/// @return '' when it does not come: then no line of Python is being executed, or there is none.
std::string running_line(double patience);

}  // namespace solfec
