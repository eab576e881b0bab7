#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace solfec {

/// A size of characters: their picture and what they are.
struct FontKey {
  char32_t character{};
  int size{};  // height of capitals, pixels

  friend bool operator<(const FontKey& a, const FontKey& b) {
    return a.size != b.size ? a.size < b.size : a.character < b.character;
  }
};

/// Place of a character in an atlas.
struct AtlasGlyph {
  int x{};  // of its top left pixel
  int y{};
  int width{};
  int height{};
  int left{};   // from the left end of the base line to the left side of the picture
  int above{};  // from the base line up to the upper side
};

/// Characters as coverage of pixels, in one texture. The first pixels are fully covered, for what
/// is no text.
struct FontAtlas {
  int width{};
  int height{};
  std::vector<std::uint8_t> coverage;  // width x height, rows from the top
  std::map<FontKey, AtlasGlyph> glyphs;
};

/// Draws characters with a round pen: a pixel is covered as far as it is nearer to a line than half
/// of its thickness.
FontAtlas make_font_atlas(const std::set<FontKey>& keys);

}  // namespace solfec
