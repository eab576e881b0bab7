#pragma once

#include <string>
#include <string_view>

#include "viewer/scene/palette.h"

namespace solfec {

/// Widens a range so that each border of its kBands bands is a multiple of the width of a band,
/// which is a round number (1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6 or 8 times a power of ten). A range
/// without width, and one that has such borders, stay as they are.
ValueRange rounded_range(const ValueRange& range);

/// A unit with a prefix, in which numbers of a range are short.
struct PrefixedUnit {
  std::string name;   // MPa
  double size = 1.0;  // in the unit without a prefix: 1e6
};

/// Chooses the prefix by the largest magnitude of a range, which lies between 1 and 1000 in the
/// prefixed unit. Lengths and velocities stay in metres from 0.1 m on. An empty unit, and values
/// beyond the prefixes n to G, have no prefix.
/// @param unit  In SI, e.g. "Pa", "m/s".
PrefixedUnit prefixed_unit(std::string_view unit, const ValueRange& range);

}  // namespace solfec
