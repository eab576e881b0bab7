#pragma once

#include <string>

namespace solfec {

/// Appends a line with the date to the file `log` of an output folder and to another file ('' for
/// none); says nothing when that fails, since a log must not end a run.
void log_line(const std::string& folder, const std::string& log_file, const std::string& text);

}  // namespace solfec
