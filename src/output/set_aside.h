#pragma once

#include <string>

namespace solfec {

/// Renames a file to NAME.bak-N, so that a new file may take its path.
/// @throws OutputError when this fails, or when it is no regular file.
void set_aside(const std::string& path);

}  // namespace solfec
