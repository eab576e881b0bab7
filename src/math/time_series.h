#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "math/curve_through_points.h"

namespace solfec {

/// Piecewise linear function of time, or a repeated integral of one; constant beyond its ends:
/// times in s, values in the unit of what it is used for. (The table of a spring has strokes, m, in
/// place of times.) A value costs a binary search; nothing is remembered, so one object serves all
/// threads.
///
/// A function that is integrated n times is a polynomial of degree n + 1 between the points: from
/// the point t_i on, with the integrals I_k(t_i), k = 0 .. n, and the slope s of the linear
/// function,
///   I_n(t_i + τ) = Σ_m I_(n-m)(t_i) τ^m / m! + s τ^(n+1) / (n+1)!.
class TimeSeries {
 public:
  TimeSeries() = default;
  /// @throws InputError when there are fewer than two points, a number is not finite or times do
  ///         not increase strictly; the message names the offending entry.
  /// @param integrations  How often the piecewise linear function of these values is integrated
  ///                      from the first time on, 0 .. kMostIntegrations.
  TimeSeries(std::vector<double> times, std::vector<double> values, int integrations = 0);
  /// Reads lines "time value"; empty lines and what follows a # after white space are skipped.
  /// @throws InputError naming file and line, e.g. "wall.txt:12: time 'abc' is not a number".
  static TimeSeries read(const std::string& path);

  /// Value at time t. Remembers nothing, so the result depends on t alone; NaN gives NaN.
  [[nodiscard]] double value(double t) const;
  /// Value at time t of the curve through the points (curve_through_points.h): smooth where they
  /// are samples of a smooth motion, else `value`; of an integral always `value`.
  [[nodiscard]] double curve(double t) const;
  /// ∫ from the first time to t of the piecewise linear function, exact.
  [[nodiscard]] double integral(double t) const;
  /// ∫ from the first time to t of `integral`, exact.
  [[nodiscard]] double double_integral(double t) const;

  /// Slope at time t, from the right; 0 beyond the ends.
  [[nodiscard]] double slope(double t) const;
  /// Derivative as a series: of a piecewise linear function the slopes, constant in each interval
  /// but for its last 1e-10, where it passes to the next one; else the function that is integrated.
  /// @throws InputError that names the interval whose slope is beyond the largest number.
  [[nodiscard]] TimeSeries derivative() const;
  /// Integral from the first time on, exact at all times up to the last one.
  /// @throws InputError beyond kMostIntegrations.
  [[nodiscard]] TimeSeries integrated() const;

  [[nodiscard]] const std::vector<double>& times() const { return times_; }
  /// Values at the times.
  [[nodiscard]] const std::vector<double>& values() const {
    return integrations_ == 0 ? base_ : integrals_[static_cast<std::size_t>(integrations_) - 1];
  }
  /// Values of the piecewise linear function that is integrated.
  [[nodiscard]] const std::vector<double>& base_values() const { return base_; }
  [[nodiscard]] int integrations() const { return integrations_; }

  static constexpr int kMostIntegrations = 8;

 private:
  /// Slope of the piecewise linear function from a point to the next one.
  [[nodiscard]] double slope_after(std::size_t point) const;
  /// Last point before t. @pre t is after the first time.
  [[nodiscard]] std::size_t segment_before(double t) const;
  /// I_order(t). @pre t is in the given times, asserted.
  [[nodiscard]] double repeated_integral(int order, double t) const;
  /// I_order at a point.
  [[nodiscard]] double at_point(int order, std::size_t point) const {
    return order == 0 ? base_[point] : integrals_[static_cast<std::size_t>(order) - 1][point];
  }
  /// I_order at a time after a point and before the next one.
  [[nodiscard]] double from_point(int order, std::size_t point, double t) const;

  std::vector<double> times_;
  std::vector<double> base_;
  int integrations_ = 0;
  std::vector<PointSlopes> slopes_;             // of the curve; none of integrals
  std::vector<std::vector<double>> integrals_;  // I_1 .. I_(integrations + 2) at the times
};

}  // namespace solfec
