#pragma once

#include <optional>
#include <string_view>

#include "language/arguments/value.h"

namespace solfec {

/// Rigid stops of a coordinate; infinite where there is none.
struct Stops {
  double lower{};  // rad or m, <= 0
  double upper{};  // rad or m, >= 0
};

/// Reads the argument `limits` of a spring or a joint: two numbers, of which None or infinity
/// stands for a side without a stop.
///
/// @param unit  Unit of the coordinate in messages, "rad" or "m".
/// @return The stops, nothing when the argument is left out or None.
/// @throws InputError for other values.
std::optional<Stops> stops_of(const Value& limits, std::string_view unit);

}  // namespace solfec
