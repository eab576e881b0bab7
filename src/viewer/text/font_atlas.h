#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace solfec {

/// Key of the picture of a character: the character and its size.
struct FontKey {
  char32_t character{};
  int size{};  // height of capitals, pixels

  friend bool operator<(const FontKey& a, const FontKey& b) {
    return a.size != b.size ? a.size < b.size : a.character < b.character;
  }
};

/// Place of a character in an atlas.
struct AtlasGlyph {
  int x{};  // of the top left pixel
  int y{};
  int width{};
  int height{};
  int left{};   // from the left end of the base line to the left side of the picture
  int above{};  // from the base line up to the upper side
};

/// Pictures of characters in one texture, as coverage of pixels. Its first pixels are fully
/// covered, for boxes and lines.
struct FontAtlas {
  int width{};
  int height{};
  std::vector<std::uint8_t> coverage;  // width x height, rows from the top
  std::map<FontKey, AtlasGlyph> glyphs;
};

/// Draws characters with a round pen: a pixel is covered where it is nearer to a line than half the
/// thickness of the line.
FontAtlas make_font_atlas(const std::set<FontKey>& keys);

}  // namespace solfec
