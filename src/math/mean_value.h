#pragma once

#include "math/time_series.h"

namespace solfec {

/// A number and its derivative.
struct ValueAndSlope {
  double value{};
  double slope{};
};

/// Mean m = 1 / (b - a) ∫ f from a to b of a piecewise linear function, and its derivative by b,
/// (f(b) - m) / (b - a). Exact to rounding also where a and b are near each other or the same; at
/// a = b the value is f(a) and the slope half of that of the piece about it (of the later one at a
/// point of the table).
ValueAndSlope mean_value(const TimeSeries& f, double a, double b);

/// Value at x and the slope of the piece about it (of the later one at a point of the table).
ValueAndSlope value_and_slope(const TimeSeries& f, double x);

}  // namespace solfec
