#pragma once

#include <array>
#include <string>

#include "viewer/image/image.h"

namespace solfec {

/// Number of bands of equal width that a legend has.
inline constexpr int kBands = 8;

using BandColours = std::array<Colour, kBands>;

/// Values from the lowest to the highest that are seen; empty until one is added.
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

/// Colours of a range from low to high: from blue over pale to red where zero is well inside
/// of it, else from dark blue over green to yellow or, for what is drawn upon pale bodies,
/// from yellow to dark red.
const BandColours& band_colours(const ValueRange& range, bool upon_bodies);

/// Band of a value, 0 to kBands - 1; values outside go to the nearest; all are in the first where
/// the range has no width.
int band_of(const ValueRange& range, double value);

/// The i-th of a round of muted colours that tell categories apart.
Colour category_colour(int i);

/// A number for a legend: four digits, a power of ten when it is large or small.
std::string legend_number(double value);

// What the pictures are drawn in.
inline constexpr Colour kPaper{255, 255, 255};
inline constexpr Colour kInk{38, 40, 46};  // text and edges
inline constexpr Colour kObstacle{214, 215, 213};
inline constexpr Colour kPale{226, 228, 230};  // bodies under chains and arrows
inline constexpr Colour kNotANumber{150, 90, 150};
inline constexpr Colour kByValue{0, 0, 0, 0};  // the colour is that of the band of the value

}  // namespace solfec
