#include "viewer/text/font_atlas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "base/count.h"
#include "viewer/text/stroke_font.h"
#include "viewer/text/system_glyph.h"

namespace solfec {

namespace {

constexpr int kAtlasWidth = 1024;
constexpr int kSolid = 4;  // pixels of the covered square

/// Distance of a point from a segment.
double distance_of(std::array<double, 2> p, std::array<double, 2> a, std::array<double, 2> b) {
  const double ux = b[0] - a[0];
  const double uy = b[1] - a[1];
  const double length2 = ux * ux + uy * uy;
  const double t = length2 > 0.0
                       ? std::clamp(((p[0] - a[0]) * ux + (p[1] - a[1]) * uy) / length2, 0.0, 1.0)
                       : 0.0;
  return std::hypot(p[0] - a[0] - t * ux, p[1] - a[1] - t * uy);
}

/// Whether the fonts of the system draw a character.
bool is_of_system(char32_t character) {
  return !is_stroked(character) && system_advance(character).has_value();
}

AtlasGlyph extent_of(const FontKey& key) {
  if (is_of_system(key.character)) {
    const SystemGlyph glyph = system_glyph(key.character, key.size);
    return {0, 0, glyph.width, glyph.height, glyph.left, glyph.above};
  }
  const StrokeGlyph& glyph = stroke_glyph(key.character);
  double lo[2] = {0.0, 0.0};
  double hi[2] = {0.0, 0.0};
  for (const Polyline& line : glyph.lines) {
    for (const auto& p : line) {
      for (std::size_t k = 0; k < 2; ++k) {
        lo[k] = std::min(lo[k], p.at(k));
        hi[k] = std::max(hi[k], p.at(k));
      }
    }
  }
  const double pen = 0.5 * kStrokeWidth * key.size + 1.0;
  AtlasGlyph place;
  place.left = static_cast<int>(std::floor(lo[0] * key.size - pen));
  place.above = static_cast<int>(std::ceil(hi[1] * key.size + pen));
  place.width = static_cast<int>(std::ceil(hi[0] * key.size + pen)) - place.left;
  place.height = place.above - static_cast<int>(std::floor(lo[1] * key.size - pen));
  return place;
}

/// Distance of a point from the lines of a glyph, in heights of capitals.
double distance_from(const StrokeGlyph& glyph, std::array<double, 2> p) {
  double nearest = 1e9;
  for (const Polyline& line : glyph.lines) {
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
      nearest = std::min(nearest, distance_of(p, line[i], line[i + 1]));
    }
  }
  return nearest;
}

void copy(const SystemGlyph& glyph, const AtlasGlyph& place, FontAtlas& atlas) {
  for (int row = 0; row < glyph.height; ++row) {
    const auto from = glyph.coverage.begin() + static_cast<std::ptrdiff_t>(row) * glyph.width;
    const auto to = at(place.y + row) * at(atlas.width) + at(place.x);
    std::copy_n(from, glyph.width, atlas.coverage.begin() + static_cast<std::ptrdiff_t>(to));
  }
}

void draw(const FontKey& key, const AtlasGlyph& place, FontAtlas& atlas) {
  if (is_of_system(key.character)) {
    return copy(system_glyph(key.character, key.size), place, atlas);
  }
  const double half = std::max(0.5 * kStrokeWidth * key.size, 0.45);
  for (int row = 0; row < place.height; ++row) {
    for (int column = 0; column < place.width; ++column) {
      const std::array<double, 2> p{(place.left + column + 0.5) / key.size,
                                    (place.above - row - 0.5) / key.size};
      const double nearest = distance_from(stroke_glyph(key.character), p);
      const double covered = std::clamp(half - nearest * key.size + 0.5, 0.0, 1.0);
      atlas.coverage[at(place.y + row) * at(atlas.width) + at(place.x + column)] =
          static_cast<std::uint8_t>(std::lround(255.0 * covered));
    }
  }
}

}  // namespace

FontAtlas make_font_atlas(const std::set<FontKey>& keys) {
  FontAtlas atlas;
  atlas.width = kAtlasWidth;
  int x = kSolid + 1;
  int y = 0;
  int row = kSolid;
  for (const FontKey& key : keys) {
    AtlasGlyph place = extent_of(key);
    if (x + place.width > kAtlasWidth) {
      x = 0;
      y += row + 1;
      row = 0;
    }
    place.x = x;
    place.y = y;
    x += place.width + 1;
    row = std::max(row, place.height);
    atlas.glyphs.emplace(key, place);
  }
  atlas.height = y + row + 1;
  atlas.coverage.assign(at(atlas.width) * at(atlas.height), 0);
  for (int i = 0; i < kSolid; ++i) {
    std::fill_n(atlas.coverage.begin() + static_cast<std::ptrdiff_t>(i) * kAtlasWidth, kSolid, 255);
  }
  for (const auto& [key, place] : atlas.glyphs) draw(key, place, atlas);
  return atlas;
}

}  // namespace solfec
