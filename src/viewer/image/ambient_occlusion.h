#pragma once

#include <cstdint>
#include <vector>

namespace solfec {

/// Distances of what is seen at the pixels of a picture, along the line of sight of its middle.
struct DepthImage {
  int width{};
  int height{};
  std::vector<float> distance;  // m, rows from the bottom; infinite: nothing is there
  bool perspective = true;
  double half_height{};  // of the picture, m; in perspective at the distance of 1 m
};

/// Returns how much of the light from all around is kept from each pixel by what lies within a
/// radius before it: 0 (none) to 255 (all).
///
/// It is the obscurance of McGuire, Osman, Bukowski and Hennessy (2011), The Alchemy screen-space
/// ambient obscurance algorithm, High Performance Graphics, equation (10), by points of a spiral
/// around each pixel, whose start alternates in squares of 4 x 4 pixels, over which it is averaged.
/// @param radius  m, > 0
std::vector<std::uint8_t> ambient_darkness(const DepthImage& image, double radius);

}  // namespace solfec
