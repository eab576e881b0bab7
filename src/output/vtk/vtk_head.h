#pragma once

#include <string_view>

namespace solfec {

/// First lines of all VTK files of this program. They hold its mark, a comment, by which an export
/// tells its own files, which it replaces, from those of others, which it leaves alone.
constexpr std::string_view kVtkHead = "<?xml version=\"1.0\"?>\n<!-- Solfec -->\n";

}  // namespace solfec
