#pragma once

#include <string>

namespace solfec {

/// Writes a file anew, byte for byte. @throws OutputError when it cannot be created or written.
void write_text_file(const std::string& path, const std::string& text);

}  // namespace solfec
