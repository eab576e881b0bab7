#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace solfec {

/// End of the picture files of one kind, by which the program tells its own pictures and films from
/// those of others. Each kind has a place for such words that readers pass over: a text chunk
/// (PNG), a comment (PDF, EPS, GIF), a free box (MP4), a chunk without meaning (AVI), or bytes
/// behind the pixels (BMP).
struct PictureMark {
  std::string_view ending;  // of the name
  std::string_view tail;
  int replaced = 0;  // bytes at the end of an unmarked file in place of which the tail stands
};

/// @return nullptr when no kind of picture has the ending of `path`.
const PictureMark* picture_mark_of(std::string_view path);

/// Returns the bytes of an unmarked picture with the mark of the kind that the ending of `path`
/// names. A path of no known ending changes nothing.
std::vector<std::uint8_t> marked_picture(std::string_view path, std::vector<std::uint8_t> bytes);

/// @throws PictureError (creating) when a file stands at `path` that this program has not made: one
///         that is not empty and lacks the mark of its kind.
void check_picture_place(const std::string& path);

}  // namespace solfec
