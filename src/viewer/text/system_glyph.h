#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace solfec {

/// Picture of a character by the fonts of the system, as coverage of pixels.
struct SystemGlyph {
  int width{};
  int height{};
  int left{};   // from the left end of the base line to the left side of the picture
  int above{};  // from the base line up to the upper side
  std::vector<std::uint8_t> coverage;  // width x height, rows from the top
};

/// Distance to the next character over the height of capitals; empty when cairo is not installed.
/// Cairo is opened for the first character that the stroke font does not have.
std::optional<double> system_advance(char32_t character);

/// @param size  Height of capitals, pixels. @pre system_advance is not empty
SystemGlyph system_glyph(char32_t character, int size);

/// Encodes a character in UTF-8.
std::string utf8_of(char32_t character);

}  // namespace solfec
