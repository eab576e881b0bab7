#include "math/mean_value.h"

#include <algorithm>
#include <cmath>

namespace solfec {

ValueAndSlope value_and_slope(const TimeSeries& f, double x) {
  const auto& points = f.times();
  const auto next = std::upper_bound(points.begin(), points.end(), x) - points.begin();
  const auto k = static_cast<std::size_t>(next);
  if (k == 0 || k == points.size()) return {f.value(x), 0.0};
  return {f.value(x), (f.values()[k] - f.values()[k - 1]) / (points[k] - points[k - 1])};
}

/// The integral is summed between the points of the table that lie inside: differences of integrals
/// from the first point on would cancel.
ValueAndSlope mean_value(const TimeSeries& f, double a, double b) {
  const double low = std::min(a, b);
  const double high = std::max(a, b);
  const auto& points = f.times();
  const auto first = std::upper_bound(points.begin(), points.end(), low);
  const auto end = std::lower_bound(points.begin(), points.end(), high);
  if (first >= end) {  // within one piece
    const double slope = value_and_slope(f, 0.5 * low + 0.5 * high).slope;
    return {0.5 * f.value(a) + 0.5 * f.value(b), 0.5 * slope};
  }
  double sum = 0.0;
  double from = low;
  double at_from = f.value(low);
  for (auto point = first; point != end; ++point) {
    const double at_point = f.values()[static_cast<std::size_t>(point - points.begin())];
    sum += 0.5 * (at_from + at_point) * (*point - from);
    from = *point;
    at_from = at_point;
  }
  sum += 0.5 * (at_from + f.value(high)) * (high - from);
  const double mean = sum / (high - low);
  return {mean, (f.value(b) - mean) / (b - a)};
}

}  // namespace solfec
