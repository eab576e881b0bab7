#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace solfec {

/// A character as the fonts of the system draw it, as coverage of pixels.
struct SystemGlyph {
  int width{};
  int height{};
  int left{};   // from the left end of the base line to the left side of the picture
  int above{};  // from the base line up to the upper side
  std::vector<std::uint8_t> coverage;  // width x height, rows from the top
};

/// Way to the next character over the height of capitals; nothing without cairo, which is opened
/// when a character is asked for that the stroke font has not.
std::optional<double> system_advance(char32_t character);

/// @param size  Height of capitals, pixels. @pre system_advance gives something
SystemGlyph system_glyph(char32_t character, int size);

/// A character in UTF-8.
std::string utf8_of(char32_t character);

}  // namespace solfec
