#pragma once

#include <string>

namespace solfec {

/// Appends a line with the date to the file `log` of an output folder and to another file ('' for
/// none); says nothing when that fails, since a log must not end a run.
/// The file must be no foreign one (is_foreign_log).
void log_line(const std::string& folder, const std::string& log_file, const std::string& text);

/// Whether a file has this name whose first line log_line has not written. What is no regular file,
/// like a terminal, takes lines of anybody.
bool is_foreign_log(const std::string& path);

}  // namespace solfec
