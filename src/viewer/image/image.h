#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace solfec {

/// Colour with 8 bits per channel in sRGB; a = 255 is opaque.
struct Colour {
  std::uint8_t r{};
  std::uint8_t g{};
  std::uint8_t b{};
  std::uint8_t a = 255;

  friend bool operator==(const Colour&, const Colour&) = default;
};

/// Picture as rows of pixels, from the top left one on.
struct Image {
  int width{};
  int height{};
  std::vector<std::uint8_t> rgb;  // width x height x 3

  [[nodiscard]] Colour pixel(int x, int y) const {
    const std::size_t i = 3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                               static_cast<std::size_t>(x));
    return {rgb[i], rgb[i + 1], rgb[i + 2]};
  }
};

/// Joins pictures into one, `columns` side by side in each row; all have the size of the first.
Image join_images(const std::vector<Image>& images, int columns);

}  // namespace solfec
