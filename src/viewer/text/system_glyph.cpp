#include "viewer/text/system_glyph.h"

#include <algorithm>
#include <cmath>
#include <dlfcn.h>
#include <map>

#include "base/count.h"

namespace solfec {

namespace {

constexpr double kCapitals = 0.73;  // height of capitals over the size of a font
constexpr int kAlphaOnly = 2;       // CAIRO_FORMAT_A8

/// Extents of a text as cairo gives them.
struct TextExtents {
  double left{};  // bearings
  double top{};
  double width{};
  double height{};
  double advance{};
  double advance_down{};
};

/// The functions of cairo that draw a text into memory, found when they are first asked for. Builds
/// without pictures have no headers of it, so its objects are pointers to nothing known here.
struct Cairo {
  Cairo() {
    void* const library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return;
    is_there = true;
    const auto find = [&](const char* name, auto& function) {
      void* const address = dlsym(library, name);
      is_there = is_there && address != nullptr;
      function = reinterpret_cast<std::decay_t<decltype(function)>>(address);
    };
    find("cairo_image_surface_create", create_surface);
    find("cairo_image_surface_get_data", data_of);
    find("cairo_image_surface_get_stride", stride_of);
    find("cairo_surface_flush", flush);
    find("cairo_surface_destroy", destroy_surface);
    find("cairo_create", create);
    find("cairo_destroy", destroy);
    find("cairo_select_font_face", select_font);
    find("cairo_set_font_size", set_size);
    find("cairo_text_extents", extents_of);
    find("cairo_move_to", move_to);
    find("cairo_show_text", show);
  }

  bool is_there = false;
  void* (*create_surface)(int format, int width, int height) = nullptr;
  unsigned char* (*data_of)(void* surface) = nullptr;
  int (*stride_of)(void* surface) = nullptr;
  void (*flush)(void* surface) = nullptr;
  void (*destroy_surface)(void* surface) = nullptr;
  void* (*create)(void* surface) = nullptr;
  void (*destroy)(void* pen) = nullptr;
  void (*select_font)(void* pen, const char* name, int slant, int weight) = nullptr;
  void (*set_size)(void* pen, double size) = nullptr;
  void (*extents_of)(void* pen, const char* text, TextExtents* extents) = nullptr;
  void (*move_to)(void* pen, double x, double y) = nullptr;
  void (*show)(void* pen, const char* text) = nullptr;
};

const Cairo& cairo() {
  static const Cairo functions;
  return functions;
}

/// A picture in memory and a pen for it.
class Sheet {
 public:
  Sheet(int width, int height, double size)
      : surface_(cairo().create_surface(kAlphaOnly, width, height)),
        pen_(cairo().create(surface_)) {
    cairo().select_font(pen_, "sans-serif", 0, 0);
    cairo().set_size(pen_, size / kCapitals);
  }
  ~Sheet() {
    cairo().destroy(pen_);
    cairo().destroy_surface(surface_);
  }
  Sheet(const Sheet&) = delete;
  Sheet& operator=(const Sheet&) = delete;

  [[nodiscard]] TextExtents extents(const std::string& text) const {
    TextExtents extents;
    cairo().extents_of(pen_, text.c_str(), &extents);
    return extents;
  }
  void write(const std::string& text, double x, double y) const {
    cairo().move_to(pen_, x, y);
    cairo().show(pen_, text.c_str());
    cairo().flush(surface_);
  }
  [[nodiscard]] std::uint8_t pixel(int row, int column) const {
    return cairo().data_of(surface_)[row * cairo().stride_of(surface_) + column];
  }

 private:
  void* surface_;
  void* pen_;
};

}  // namespace

std::optional<double> system_advance(char32_t character) {
  if (!cairo().is_there) return std::nullopt;
  constexpr double kLarge = 100.0;  // pixels: nothing of the advance is rounded away
  static std::map<char32_t, double> known;
  const auto [at, is_new] = known.try_emplace(character, 0.0);
  if (is_new) at->second = Sheet(1, 1, kLarge).extents(utf8_of(character)).advance / kLarge;
  return at->second;
}

SystemGlyph system_glyph(char32_t character, int size) {
  const std::string text = utf8_of(character);
  const TextExtents extents = Sheet(1, 1, size).extents(text);
  SystemGlyph glyph;
  glyph.left = static_cast<int>(std::floor(extents.left)) - 1;
  glyph.above = static_cast<int>(std::ceil(-extents.top)) + 1;
  glyph.width = static_cast<int>(std::ceil(extents.left + extents.width)) + 1 - glyph.left;
  glyph.height = glyph.above + static_cast<int>(std::ceil(extents.top + extents.height)) + 1;
  const Sheet sheet(glyph.width, glyph.height, size);
  sheet.write(text, -glyph.left, glyph.above);
  for (int row = 0; row < glyph.height; ++row) {
    for (int column = 0; column < glyph.width; ++column) {
      glyph.coverage.push_back(sheet.pixel(row, column));
    }
  }
  return glyph;
}

std::string utf8_of(char32_t character) {
  const auto part = [&](int shift) {
    return static_cast<char>(0x80U | ((character >> static_cast<unsigned>(shift)) & 0x3FU));
  };
  if (character < 0x80U) return {static_cast<char>(character)};
  if (character < 0x800U) return {static_cast<char>(0xC0U | (character >> 6U)), part(0)};
  if (character < 0x10000U) {
    return {static_cast<char>(0xE0U | (character >> 12U)), part(6), part(0)};
  }
  return {static_cast<char>(0xF0U | (character >> 18U)), part(12), part(6), part(0)};
}

}  // namespace solfec
