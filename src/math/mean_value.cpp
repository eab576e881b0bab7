#include "math/mean_value.h"

#include <algorithm>
#include <cmath>

namespace solfec {

ValueAndSlope value_and_slope(const TimeSeries& f, double x) {
  const auto& points = f.times();
  const auto next = std::upper_bound(points.begin(), points.end(), x) - points.begin();
  const auto k = static_cast<std::size_t>(next);
  if (k == 0 || k == points.size()) return {f.value(x), 0.0};
  if (f.integrations() > 0) return {f.value(x), f.slope(x)};
  return {f.value(x), (f.values()[k] - f.values()[k - 1]) / (points[k] - points[k - 1])};
}

namespace {

/// ∫ from a to b within one piece, where a series that is integrated is a polynomial: by Gauss'
/// rule with five points, exact up to the degree 9.
double piece_integral(const TimeSeries& f, double a, double b) {
  if (f.integrations() == 0) return 0.5 * (f.value(a) + f.value(b)) * (b - a);
  constexpr double kPlace[] = {0.0, 0.5384693101056831, 0.9061798459386640};
  constexpr double kWeight[] = {0.5688888888888889, 0.4786286704993665, 0.2369268850561891};
  const double middle = 0.5 * a + 0.5 * b;
  const double half = 0.5 * (b - a);
  double sum = kWeight[0] * f.value(middle);
  for (int k = 1; k < 3; ++k) {
    sum += kWeight[k] * (f.value(middle - kPlace[k] * half) + f.value(middle + kPlace[k] * half));
  }
  return half * sum;
}

}  // namespace

/// The integral is summed between the points of the table that lie inside: differences of integrals
/// from the first point on would cancel.
ValueAndSlope mean_value(const TimeSeries& f, double a, double b) {
  const double low = std::min(a, b);
  const double high = std::max(a, b);
  const auto& points = f.times();
  const auto first = std::upper_bound(points.begin(), points.end(), low);
  const auto end = std::lower_bound(points.begin(), points.end(), high);
  if (first >= end && f.integrations() == 0) {  // within one piece
    const double slope = value_and_slope(f, 0.5 * low + 0.5 * high).slope;
    return {0.5 * f.value(a) + 0.5 * f.value(b), 0.5 * slope};
  }
  if (high == low) return {f.value(a), 0.5 * value_and_slope(f, a).slope};
  double sum = 0.0;
  double from = low;
  for (auto point = first; point < end; ++point) {
    sum += piece_integral(f, from, *point);
    from = *point;
  }
  sum += piece_integral(f, from, high);
  const double mean = sum / (high - low);
  return {mean, (f.value(b) - mean) / (b - a)};
}

}  // namespace solfec
