#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace solfec {

/// Mark at the end of the picture files of one format. By it the program recognises its own
/// pictures and films, which it may overwrite. Readers ignore it: it is a text chunk (PNG), a
/// comment (PDF, EPS, GIF), a free box (MP4), an unknown chunk (AVI), or bytes behind the pixels
/// (BMP).
struct PictureMark {
  std::string_view ending;  // of the file name
  std::string_view tail;
  int replaced = 0;  // last bytes of an unmarked file that the tail replaces
};

/// Returns the mark of the format that the ending of `path` names, nullptr when there is none.
const PictureMark* picture_mark_of(std::string_view path);

/// Adds the mark of the format that the ending of `path` names to the bytes of a picture. An
/// unknown ending changes nothing.
std::vector<std::uint8_t> marked_picture(std::string_view path, std::vector<std::uint8_t> bytes);

/// Checks that a picture may be written to `path`.
/// @throws PictureError (creating) when a file of another program has the path: one that is not
///         empty and lacks the mark of its format.
void check_picture_place(const std::string& path);

}  // namespace solfec
