#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "viewer/image/image.h"

namespace solfec {

/// The bytes of a PNG file; the same for the same image (no time, no name of a program).
std::vector<std::uint8_t> png_bytes(const Image& image);

/// Writes a picture with the mark of this program (picture_mark.h). It is written beside the target
/// first, so that an earlier picture of the program stays until the new one is whole.
/// @throws PictureError naming the path and the system's reason, or that the file at `path` is not
///         of this program.
void write_file_whole(const std::string& path, const std::vector<std::uint8_t>& unmarked);

}  // namespace solfec
