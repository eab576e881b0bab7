#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "viewer/image/image.h"

namespace solfec {

/// Returns the bytes of a PNG file. Equal images give equal bytes: the file holds no time.
std::vector<std::uint8_t> png_bytes(const Image& image);

/// Writes a picture with the mark of this program (picture_mark.h), first to a temporary file: an
/// earlier picture of the program stays until the new one is complete.
/// @throws PictureError naming the path and the reason of the system, or when the file at `path` is
///         that of another program.
void write_file_whole(const std::string& path, const std::vector<std::uint8_t>& unmarked);

}  // namespace solfec
