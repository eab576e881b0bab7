#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace solfec {

/// Thickness of the strokes over the height of capitals.
inline constexpr double kStrokeWidth = 0.125;

using Polyline = std::vector<std::array<double, 2>>;

/// A character as lines to be drawn with a round pen; unit is the height of capitals, y up from the
/// base line.
struct StrokeGlyph {
  double advance{};  // to the next character
  std::vector<Polyline> lines;
};

/// A printable character of ASCII; a question mark for all others.
///
/// The shapes are our own (stroke_font_tables.cpp): polylines, and curves as uniform quadratic
/// B-splines of a few control points.
const StrokeGlyph& stroke_glyph(char character);

/// Width of a text, for a height of capitals. Bytes that continue a character of UTF-8 have none.
double text_width(std::string_view text, double size);

/// Calls f(character, x) for the characters of a text with their left ends.
template <typename Function>
void for_each_character(std::string_view text, double size, const Function& f) {
  double x = 0.0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0U) == 0x80U) continue;
    f(c, x);
    x += size * stroke_glyph(c).advance;
  }
}

}  // namespace solfec
