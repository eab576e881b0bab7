#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace solfec {

/// Thickness of the strokes over the height of capitals.
inline constexpr double kStrokeWidth = 0.125;

using Polyline = std::vector<std::array<double, 2>>;

/// A character as lines that a round pen draws. The unit of length is the height of capitals; y
/// points up from the base line.
struct StrokeGlyph {
  double advance{};  // to the next character
  std::vector<Polyline> lines;
};

/// Returns a printable character of ASCII; a question mark for all others.
///
/// The shapes are our own (stroke_font_tables.cpp): polylines, and curves as uniform quadratic
/// B-splines of a few control points.
const StrokeGlyph& stroke_glyph(char32_t character);

/// True when the stroke font has a character; other characters are drawn by the fonts of the
/// system.
bool is_stroked(char32_t character);

/// Distance to the next character over the height of capitals, in the font that has the character.
double advance_of(char32_t character);

/// Removes the first character of a text in UTF-8 and returns it; an invalid byte gives a question
/// mark.
/// @pre the text is not empty
char32_t take_character(std::string_view& text);

/// Width of a text in UTF-8, for a height of capitals.
double text_width(std::string_view text, double size);

/// Calls f(character, x) for the characters of a text with their left ends.
template <typename Function>
void for_each_character(std::string_view text, double size, const Function& f) {
  double x = 0.0;
  while (!text.empty()) {
    const char32_t character = take_character(text);
    f(character, x);
    x += size * advance_of(character);
  }
}

}  // namespace solfec
