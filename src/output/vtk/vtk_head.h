#pragma once

#include <string_view>

namespace solfec {

/// First lines of all VTK files of this program. Their comment is its mark: an export replaces
/// files with the mark and leaves files of other programs alone.
constexpr std::string_view kVtkHead = "<?xml version=\"1.0\"?>\n<!-- Solfec -->\n";

}  // namespace solfec
