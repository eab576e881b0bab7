#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "viewer/image/image.h"

namespace solfec {

/// The bytes of a PNG file; the same for the same image (no time, no name of a program).
std::vector<std::uint8_t> png_bytes(const Image& image);

/// @throws PictureError when a file that is no picture of the kind of its ending stands at `path`.
void check_picture_place(const std::string& path);

/// Writes a file beside the target first, so that a target that was there stays until the new one
/// is whole. @throws PictureError naming the path and the system's reason, or likewise.
void write_file_whole(const std::string& path, const std::vector<std::uint8_t>& bytes);

}  // namespace solfec
