#pragma once

#include <string>

namespace solfec {

/// Renames a file that stands where a new one is to be made to NAME.bak-N.
/// @throws OutputError also when it is no regular file.
void set_aside(const std::string& path);

}  // namespace solfec
