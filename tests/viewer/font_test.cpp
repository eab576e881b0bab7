#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "viewer/text/font_atlas.h"
#include "viewer/text/stroke_font.h"
#include "viewer/text/stroke_font_tables.h"
#include "viewer/text/system_glyph.h"

namespace solfec {
namespace {

TEST(StrokeFont, HasAllPrintableCharactersOfAscii) {
  for (char c = ' '; c <= '~'; ++c) EXPECT_NE(find_glyph_text(c), nullptr) << c;
  EXPECT_EQ(find_glyph_text('\n'), nullptr);
  EXPECT_EQ(&stroke_glyph('\t'), &stroke_glyph('?'));
  EXPECT_EQ(&stroke_glyph(U'ß'), &stroke_glyph('?'));
}

TEST(StrokeFont, CharactersStayInTheirLines) {
  for (char c = '!'; c <= '~'; ++c) {
    const StrokeGlyph& glyph = stroke_glyph(c);
    EXPECT_FALSE(glyph.lines.empty()) << c;
    for (const Polyline& line : glyph.lines) {
      EXPECT_GE(line.size(), 2U) << c;
      for (const auto& [x, y] : line) {
        EXPECT_GE(x, -0.06) << c;
        EXPECT_LE(x, glyph.advance) << c;
        EXPECT_GE(y, -0.36) << c;
        EXPECT_LE(y, 1.15) << c;
      }
    }
  }
}

// Heights of the grid: capitals and figures 1, small letters without a stem 4/6.
TEST(StrokeFont, HeightsAreThoseOfTheGrid) {
  const auto height = [](char c) {
    double top = 0.0;
    for (const Polyline& line : stroke_glyph(c).lines) {
      for (const auto& p : line) top = std::max(top, p[1]);
    }
    return top;
  };
  for (const char c : std::string("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789bdhkl")) {
    EXPECT_NEAR(height(c), 1.0, 0.03) << c;
  }
  for (const char c : std::string("acemnopqrsuvwxz")) EXPECT_NEAR(height(c), 4.0 / 6.0, 0.03) << c;
}

TEST(StrokeFont, NoTwoLettersLookAlike) {
  std::set<std::vector<Polyline>> seen;
  for (char c = '!'; c <= '~'; ++c) {
    EXPECT_TRUE(seen.insert(stroke_glyph(c).lines).second) << c;
  }
}

TEST(StrokeFont, WidthsAddUp) {
  EXPECT_EQ(text_width("", 10.0), 0.0);
  EXPECT_NEAR(text_width("ab", 10.0), text_width("a", 10.0) + text_width("b", 10.0), 1e-12);
}

TEST(StrokeFont, TakesCharactersOfUtf8Apart) {
  std::string text;
  const std::u32string characters = U"aß√😀z";
  for (const char32_t c : characters) text += utf8_of(c);
  EXPECT_EQ(text, "a\xC3\x9F\xE2\x88\x9A\xF0\x9F\x98\x80z");
  std::string_view rest = text;
  for (const char32_t c : characters) EXPECT_EQ(take_character(rest), c);
  EXPECT_TRUE(rest.empty());
  for (const std::string bad : {"\xC3", "\x9F", "\xE2\x88", "\xFF\xFF"}) {
    std::string_view one = bad;
    EXPECT_EQ(take_character(one), U'?');
  }
  std::string_view cut = "\xC3z";
  EXPECT_EQ(take_character(cut), U'?');
  EXPECT_EQ(take_character(cut), U'z');
}

// Characters beyond ASCII come from the fonts of the system, each with its own picture; without
// cairo they are question marks.
TEST(FontAtlas, DrawsCharactersBeyondAscii) {
  if (!system_advance(U'ß')) {
    EXPECT_EQ(advance_of(U'ß'), advance_of(U'?'));
    return;
  }
  EXPECT_GT(advance_of(U'Ω'), advance_of(U'í'));
  EXPECT_NEAR(text_width("\xC3\x9F", 20.0), 20.0 * advance_of(U'ß'), 1e-12);
  const FontAtlas atlas = make_font_atlas({{U'ß', 40}, {U'?', 40}, {U'é', 40}, {U'e', 40}});
  const auto covered = [&](char32_t c) {
    const AtlasGlyph& glyph = atlas.glyphs.at({c, 40});
    double area = 0.0;
    for (int y = 0; y < glyph.height; ++y) {
      for (int x = 0; x < glyph.width; ++x) {
        area += atlas.coverage[static_cast<std::size_t>(glyph.y + y) * atlas.width + glyph.x + x];
      }
    }
    return area / 255.0;
  };
  EXPECT_GT(covered(U'ß'), 100.0);  // strokes of some pixels, 40 high
  EXPECT_GT(covered(U'é'), 100.0);
  // capitals are as high as was asked for, and the accent stands above the small letter
  const AtlasGlyph accent = atlas.glyphs.at({U'é', 40});
  EXPECT_GT(accent.above, 30);
  EXPECT_LT(accent.above, 52);
}

// The stem of an 'I' of 32 pixels is 32 high and 4 thick, with half a disc at both ends.
TEST(FontAtlas, CoverageIsTheAreaOfThePen) {
  const FontAtlas atlas = make_font_atlas({{'I', 32}});
  const AtlasGlyph& glyph = atlas.glyphs.at({'I', 32});
  double area = 0.0;
  for (int y = 0; y < glyph.height; ++y) {
    for (int x = 0; x < glyph.width; ++x) {
      area += atlas.coverage[static_cast<std::size_t>((glyph.y + y) * atlas.width + glyph.x + x)];
    }
  }
  EXPECT_NEAR(area / 255.0, 32.0 * 4.0 + 3.14159 * 4.0, 2.0);
}

TEST(FontAtlas, CharactersDoNotOverlap) {
  std::set<FontKey> keys;
  for (char32_t c = U' '; c <= U'~'; ++c) keys.insert({c, 40});
  const FontAtlas atlas = make_font_atlas(keys);
  std::vector<int> used(static_cast<std::size_t>(atlas.width * atlas.height));
  for (const auto& [key, glyph] : atlas.glyphs) {
    EXPECT_LE(glyph.x + glyph.width, atlas.width);
    EXPECT_LE(glyph.y + glyph.height, atlas.height);
    for (int y = 0; y < glyph.height; ++y) {
      for (int x = 0; x < glyph.width; ++x) {
        ++used[static_cast<std::size_t>((glyph.y + y) * atlas.width + glyph.x + x)];
      }
    }
  }
  EXPECT_EQ(*std::max_element(used.begin(), used.end()), 1);
}

}  // namespace
}  // namespace solfec
