#include "viewer/gl/overlay_quads.h"

#include <cmath>
#include <set>
#include <utility>

#include "viewer/text/stroke_font.h"

namespace solfec {

namespace {

using Point2 = std::array<double, 2>;

struct OverlayQuads {
  const FontAtlas& atlas;
  std::vector<OverlayCorner> corners;
};

void add_quad(OverlayQuads& quads, const std::array<Point2, 4>& place,
              const std::array<Point2, 4>& texel, Colour colour) {
  for (const std::size_t k : {0U, 1U, 2U, 0U, 2U, 3U}) {
    const Point2 p = place.at(k);
    const Point2 t = texel.at(k);
    quads.corners.push_back({{static_cast<float>(p[0]), static_cast<float>(p[1])},
                             {static_cast<float>(t[0]), static_cast<float>(t[1])},
                             colour});
  }
}

/// A quadrilateral without text: one covered texel.
void add_plain(OverlayQuads& quads, const std::array<Point2, 4>& place, Colour colour) {
  constexpr Point2 kSolid{1.5, 1.5};
  add_quad(quads, place, {kSolid, kSolid, kSolid, kSolid}, colour);
}

std::array<Point2, 4> box(double x, double y, double width, double height) {
  return {{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}};
}

int pixels_of(const Overlay::Text& text, int scale) {
  return std::max(4, static_cast<int>(std::lround(scale * text.size)));
}

void add_text(OverlayQuads& quads, const Overlay::Text& text, Colour paper, int scale) {
  const int size = pixels_of(text, scale);
  if (text.halo) {
    paper.a = 200;
    const double pad = 0.35 * size;
    add_plain(quads,
              box(scale * text.x - pad, scale * text.y - size - pad,
                  text_width(text.text, size) + 1.2 * pad, size + 2.0 * pad),
              paper);
  }
  for_each_character(text.text, size, [&](char32_t c, double x) {
    const auto found = quads.atlas.glyphs.find({c, size});
    if (found == quads.atlas.glyphs.end()) return;
    const AtlasGlyph& glyph = found->second;
    // whole pixels, so that the coverage is that of the atlas
    const double px = std::round(scale * text.x + x) + glyph.left;
    const double py = std::round(scale * text.y) - glyph.above;
    add_quad(quads, box(px, py, glyph.width, glyph.height),
             box(glyph.x, glyph.y, glyph.width, glyph.height), text.colour);
  });
}

void add_line(OverlayQuads& quads, const Overlay::Line& line, int scale) {
  const double dx = line.to[0] - line.from[0];
  const double dy = line.to[1] - line.from[1];
  const double length = std::hypot(dx, dy);
  if (length == 0.0) return;
  const double half = 0.5 * std::max(1.0, scale * line.width);
  const double ux = half * dx / length;
  const double uy = half * dy / length;
  const Point2 a{scale * line.from[0] - ux, scale * line.from[1] - uy};
  const Point2 b{scale * line.to[0] + ux, scale * line.to[1] + uy};
  add_plain(quads,
            {{{a[0] - uy, a[1] + ux},
              {b[0] - uy, b[1] + ux},
              {b[0] + uy, b[1] - ux},
              {a[0] + uy, a[1] - ux}}},
            line.colour);
}

}  // namespace

std::vector<OverlayCorner> overlay_quads(const Overlay& overlay, int scale, FontAtlas& atlas) {
  std::set<FontKey> keys;
  for (const auto& [key, place] : atlas.glyphs) keys.insert(key);
  for (const Overlay::Text& text : overlay.texts) {
    const int size = pixels_of(text, scale);
    for_each_character(text.text, size, [&](char32_t c, double /*x*/) { keys.insert({c, size}); });
  }
  if (keys.size() != atlas.glyphs.size() || atlas.width == 0) atlas = make_font_atlas(keys);
  OverlayQuads quads{atlas, {}};
  for (const Overlay::Rectangle& one : overlay.rectangles) {
    add_plain(quads, box(scale * one.x, scale * one.y, scale * one.width, scale * one.height),
              one.colour);
  }
  for (const Overlay::Line& line : overlay.lines) add_line(quads, line, scale);
  for (const Overlay::Text& text : overlay.texts) add_text(quads, text, overlay.paper, scale);
  return std::move(quads.corners);
}

}  // namespace solfec
