#pragma once

#include <array>
#include <string>

#include "viewer/image/image.h"

namespace solfec {

/// Number of bands of equal width that a legend has.
inline constexpr int kBands = 8;

using BandColours = std::array<Colour, kBands>;

/// Range from the lowest to the highest value of a picture; empty until a value is added.
struct ValueRange {
  double lo = 1.0;
  double hi = 0.0;

  [[nodiscard]] bool empty() const { return lo > hi; }
  void add(double value) {
    if (empty()) {
      lo = hi = value;
    } else if (value < lo) {
      lo = value;
    } else if (value > hi) {
      hi = value;
    }
  }
  void add(const ValueRange& other) {
    if (other.empty()) return;
    add(other.lo);
    add(other.hi);
  }
};

/// Colours of a range from low to high. They go from blue over pale to red when zero lies well
/// inside of the range, else from dark blue over green to yellow; on pale bodies from yellow to
/// dark red.
const BandColours& band_colours(const ValueRange& range, bool upon_bodies);

/// Band of a value, 0 to kBands - 1. A value outside of the range has the nearest band. In a range
/// without width all values have the first band.
int band_of(const ValueRange& range, double value);

/// The i-th colour of a category; muted colours, which repeat after some categories.
Colour category_colour(int i);

/// Writes a number of a legend with four digits, and with a power of ten when it is large or small.
std::string legend_number(double value);

// Fixed colours of pictures.
inline constexpr Colour kPaper{255, 255, 255};
inline constexpr Colour kInk{38, 40, 46};  // text and edges
inline constexpr Colour kObstacle{214, 215, 213};
inline constexpr Colour kPale{226, 228, 230};  // bodies under chains and arrows
inline constexpr Colour kNotANumber{150, 90, 150};
inline constexpr Colour kByValue{0, 0, 0,
                                 0};  // placeholder: takes the colour of the band of its value

}  // namespace solfec
