#pragma once

#include <string_view>

namespace solfec {

/// Text form of a glyph: lines end with ';'. A line is a list of points "x,y" on a grid where
/// capitals are 6 high and small letters 4. A line that begins with '~' is a curve from its first
/// to its last point, one that begins with 'o' a closed curve; the other points are control points.
struct GlyphText {
  char character{};
  double width{};  // on the grid
  std::string_view lines;
};

inline constexpr double kGlyphGrid = 6.0;  // height of capitals
inline constexpr double kGlyphGap = 1.25;  // between two characters

/// Finds the glyph of a character; null when there is none.
const GlyphText* find_glyph_text(char character);

}  // namespace solfec
