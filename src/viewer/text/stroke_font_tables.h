#pragma once

#include <string_view>

namespace solfec {

/// A glyph as it is written down: lines end with ';', each a list of points "x,y" on a grid where
/// capitals are 6 high and small letters 4. A line that begins with '~' is a curve from its first
/// to its last point, one with 'o' a closed curve, both drawn to the points between.
struct GlyphText {
  char character{};
  double width{};  // on the grid
  std::string_view lines;
};

inline constexpr double kGlyphGrid = 6.0;  // height of capitals
inline constexpr double kGlyphGap = 1.25;  // between two characters

/// Null when there is none.
const GlyphText* find_glyph_text(char character);

}  // namespace solfec
