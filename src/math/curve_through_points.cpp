#include "math/curve_through_points.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace solfec {

namespace {

constexpr double kOfNeighbour = 4.0;     // times the second difference of a neighbour is a corner's
constexpr double kOfSurroundings = 0.1;  // of the largest one around is no corner's
constexpr std::size_t kAround = 4;       // points to either side
constexpr std::size_t kOfOneSign = 3;    // second differences in a row
constexpr std::size_t kFewest = 8;       // points of a spline

/// Lengths and slopes of the lines between points.
struct Lines {
  std::vector<double> length;
  std::vector<double> slope;
};

Lines lines_between(std::span<const double> times, std::span<const double> values) {
  Lines lines;
  for (std::size_t i = 0; i + 1 < times.size(); ++i) {
    lines.length.push_back(times[i + 1] - times[i]);
    lines.slope.push_back((values[i + 1] - values[i]) / lines.length.back());
  }
  return lines;
}

/// Second divided differences; 0 at both ends.
std::vector<double> second_differences(const Lines& lines) {
  std::vector<double> a(lines.slope.size() + 1);
  for (std::size_t i = 1; i < lines.slope.size(); ++i) {
    a[i] = (lines.slope[i] - lines.slope[i - 1]) / (0.5 * (lines.length[i - 1] + lines.length[i]));
  }
  return a;
}

/// Whether an inner point is one of kOfOneSign in a row whose second differences have one sign;
/// beyond the ends of the table they may have any.
bool is_in_a_row(std::span<const double> a, std::size_t i) {
  std::size_t first = i;
  std::size_t last = i;
  while (first > 0 && i - first < kOfOneSign && a[first - 1] * a[i] > 0.0) --first;
  while (last + 1 < a.size() && last - i < kOfOneSign && a[last + 1] * a[i] > 0.0) ++last;
  return last - first + 1 >= kOfOneSign || first == 1 || last + 2 == a.size();
}

/// Whether the table is straight at a point, which is no inflection.
bool is_straight(std::span<const double> a, std::size_t i) {
  return i > 0 && i + 1 < a.size() && a[i] == 0.0 && !(a[i - 1] * a[i + 1] < 0.0);
}

/// Whether an inner point is a sample of a smooth motion.
bool is_sample(std::span<const double> a, std::size_t i) {
  if (is_straight(a, i - 1) || is_straight(a, i) || is_straight(a, i + 1)) return false;
  const auto explains = [&](std::size_t j) {
    return a[j] * a[i] > 0.0 && std::fabs(a[i]) <= kOfNeighbour * std::fabs(a[j]);
  };
  if ((explains(i - 1) || explains(i + 1)) && is_in_a_row(a, i)) return true;
  double around = 0.0;
  const std::size_t last = std::min(i + kAround, a.size() - 1);
  for (std::size_t j = i - std::min(i, kAround); j <= last; ++j) {
    if (j != i) around = std::fmax(around, std::fabs(a[j]));
  }
  const bool beside_end = i == 1 || i + 2 == a.size();  // one neighbour is not known
  return std::fabs(a[i]) <= (beside_end ? kOfNeighbour : kOfSurroundings) * around;
}

/// Slopes of the spline through the points first .. last, by elimination in a tridiagonal matrix
/// whose first and last rows say that there is no knot beside the ends.
void add_spline(const Lines& lines, std::size_t first, std::size_t last,
                std::vector<PointSlopes>& slopes) {
  const std::size_t n = last - first + 1;
  const std::span<const double> h = std::span(lines.length).subspan(first, n - 1);
  const std::span<const double> s = std::span(lines.slope).subspan(first, n - 1);
  std::vector<double> diagonal(n);
  std::vector<double> upper(n);
  std::vector<double> d(n);  // right-hand sides, then slopes
  const auto end_value = [](double own, double next, double s_own, double s_next) {
    const double both = own + next;
    return ((own + 2.0 * both) * next * s_own + own * own * s_next) / both;
  };
  diagonal[0] = h[1];
  upper[0] = h[0] + h[1];
  d[0] = end_value(h[0], h[1], s[0], s[1]);
  for (std::size_t i = 1; i < n; ++i) {
    const bool at_end = i + 1 == n;
    const double lower = at_end ? h[n - 2] + h[n - 3] : h[i];
    diagonal[i] = at_end ? h[n - 3] : 2.0 * (h[i - 1] + h[i]);
    upper[i] = at_end ? 0.0 : h[i - 1];
    d[i] = at_end ? end_value(h[n - 2], h[n - 3], s[n - 2], s[n - 3])
                  : 3.0 * (h[i] * s[i - 1] + h[i - 1] * s[i]);
    const double factor = lower / diagonal[i - 1];
    diagonal[i] -= factor * upper[i - 1];
    d[i] -= factor * d[i - 1];
  }
  d[n - 1] /= diagonal[n - 1];
  for (std::size_t i = n - 1; i-- > 0;) d[i] = (d[i] - upper[i] * d[i + 1]) / diagonal[i];
  if (!std::all_of(d.begin(), d.end(), [](double slope) { return std::isfinite(slope); })) return;
  for (std::size_t i = 0; i < n; ++i) {
    if (i > 0) slopes[first + i].before = d[i];
    if (i + 1 < n) slopes[first + i].after = d[i];
  }
}

}  // namespace

std::vector<PointSlopes> curve_slopes(std::span<const double> times,
                                      std::span<const double> values) {
  const std::size_t n = times.size();
  SOLFEC_ASSERT(n >= 2 && values.size() == n);
  const Lines lines = lines_between(times, values);
  std::vector<PointSlopes> slopes(n);
  for (std::size_t i = 0; i < n; ++i) {
    slopes[i].before = lines.slope[i == 0 ? 0 : i - 1];
    slopes[i].after = lines.slope[std::min(i, n - 2)];
  }
  const std::vector<double> a = second_differences(lines);
  for (std::size_t first = 0; first + 1 < n;) {
    std::size_t last = first + 1;
    while (last + 1 < n && is_sample(a, last)) ++last;
    if (last - first + 1 >= kFewest) add_spline(lines, first, last, slopes);
    first = last;
  }
  slopes.front().before = slopes.front().after;
  slopes.back().after = slopes.back().before;
  return slopes;
}

}  // namespace solfec
