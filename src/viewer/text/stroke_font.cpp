#include "viewer/text/stroke_font.h"

#include <charconv>
#include <map>

#include "viewer/text/stroke_font_tables.h"
#include "viewer/text/system_glyph.h"

namespace solfec {

namespace {

using Point = std::array<double, 2>;

Point middle(Point a, Point b) { return {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])}; }

/// Points of the line from a text "x,y x,y ...", in heights of capitals.
Polyline points_of(std::string_view text) {
  Polyline points;
  const char* next = text.data();
  const char* const end = text.data() + text.size();
  while (next < end) {
    Point p{};
    next = std::from_chars(next, end, p[0]).ptr + 1;  // ','
    next = std::from_chars(next, end, p[1]).ptr + 1;  // ' '
    points.push_back({p[0] / kGlyphGrid, p[1] / kGlyphGrid});
  }
  return points;
}

/// One arc of a quadratic B-spline: a parabola from a to c with the tangents towards b.
void add_arc(Point a, Point b, Point c, Polyline& line) {
  constexpr int kPieces = 6;
  for (int i = 1; i <= kPieces; ++i) {
    const double t = static_cast<double>(i) / kPieces;
    const Point p = {(1 - t) * (1 - t) * a[0] + 2 * t * (1 - t) * b[0] + t * t * c[0],
                     (1 - t) * (1 - t) * a[1] + 2 * t * (1 - t) * b[1] + t * t * c[1]};
    line.push_back(p);
  }
}

Polyline open_curve(const Polyline& control) {
  Polyline line{control.front()};
  for (std::size_t i = 1; i + 1 < control.size(); ++i) {
    const bool last = i + 2 == control.size();
    add_arc(line.back(), control[i], last ? control[i + 1] : middle(control[i], control[i + 1]),
            line);
  }
  return line;
}

Polyline closed_curve(const Polyline& control) {
  const std::size_t n = control.size();
  Polyline line{middle(control[n - 1], control[0])};
  for (std::size_t i = 0; i < n; ++i) {
    add_arc(line.back(), control[i], middle(control[i], control[(i + 1) % n]), line);
  }
  return line;
}

constexpr char32_t kEndOfAscii = 0x80;

StrokeGlyph glyph_of(const GlyphText& text) {
  StrokeGlyph glyph{(text.width + kGlyphGap) / kGlyphGrid, {}};
  std::string_view rest = text.lines;
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    const bool curve = one.front() == '~';
    const bool closed = one.front() == 'o';
    const Polyline points = points_of(curve || closed ? one.substr(1) : one);
    glyph.lines.push_back(curve ? open_curve(points) : closed ? closed_curve(points) : points);
  }
  return glyph;
}

std::map<char, StrokeGlyph> all_glyphs() {
  std::map<char, StrokeGlyph> all;
  for (int c = ' '; c <= '~'; ++c) {
    const GlyphText* const text = find_glyph_text(static_cast<char>(c));
    if (text != nullptr) all.emplace(static_cast<char>(c), glyph_of(*text));
  }
  return all;
}

}  // namespace

const StrokeGlyph& stroke_glyph(char32_t character) {
  static const std::map<char, StrokeGlyph> glyphs = all_glyphs();
  const auto found = glyphs.find(character < kEndOfAscii ? static_cast<char>(character) : '?');
  return found == glyphs.end() ? glyphs.at('?') : found->second;
}

bool is_stroked(char32_t character) { return character < kEndOfAscii; }

double advance_of(char32_t character) {
  const double stroked = stroke_glyph(character).advance;
  return is_stroked(character) ? stroked : system_advance(character).value_or(stroked);
}

char32_t take_character(std::string_view& text) {
  const auto byte = [&](std::size_t i) {
    return static_cast<char32_t>(static_cast<unsigned char>(text[i]));
  };
  const char32_t first = byte(0);
  const std::size_t more = first < 0xC0U ? 0 : first < 0xE0U ? 1 : first < 0xF0U ? 2 : 3;
  char32_t character = more == 0 ? first : first & (0x3FU >> more);
  bool is_sound = first < kEndOfAscii || more > 0;
  std::size_t taken = 1;
  for (; taken <= more && taken < text.size() && (byte(taken) & 0xC0U) == 0x80U; ++taken) {
    character = (character << 6U) | (byte(taken) & 0x3FU);
  }
  is_sound = is_sound && taken == more + 1 && character <= 0x10FFFFU;
  text.remove_prefix(taken);
  return is_sound ? character : U'?';
}

double text_width(std::string_view text, double size) {
  double width = 0.0;
  for_each_character(
      text, size, [&](char32_t character, double x) { width = x + size * advance_of(character); });
  return width;
}

}  // namespace solfec
