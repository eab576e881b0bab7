#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace solfec {

/// Piecewise linear function of time, constant beyond its ends: times in s, values in the unit of
/// what it is used for. (The table of a spring has strokes, m, in place of times.) A value costs a
/// binary search; nothing is remembered, so one object serves all threads.
class TimeSeries {
 public:
  TimeSeries() = default;
  /// @throws InputError when there are fewer than two points, a number is not finite or times do
  ///         not increase strictly; the message names the offending entry.
  TimeSeries(std::vector<double> times, std::vector<double> values);
  /// Reads lines "time value"; empty lines and what follows a # after white space are skipped.
  /// @throws InputError naming file and line, e.g. "wall.txt:12: time 'abc' is not a number".
  static TimeSeries read(const std::string& path);

  /// Value at time t. Remembers nothing, so the result depends on t alone; NaN gives NaN.
  [[nodiscard]] double value(double t) const;
  /// ∫ from the first time to t of the piecewise linear function, exact.
  [[nodiscard]] double integral(double t) const;
  /// ∫ from the first time to t of `integral`, exact.
  [[nodiscard]] double double_integral(double t) const;

  /// Slopes: constant in each interval but for its last 1e-10, where it passes to the next one.
  [[nodiscard]] TimeSeries derivative() const;
  /// `integral` at the given times, linear between them.
  [[nodiscard]] TimeSeries integrated() const;

  [[nodiscard]] const std::vector<double>& times() const { return times_; }
  [[nodiscard]] const std::vector<double>& values() const { return values_; }

 private:
  /// Last point before t. @pre t is after the first time.
  [[nodiscard]] std::size_t segment_before(double t) const;

  std::vector<double> times_;
  std::vector<double> values_;
  std::vector<double> cumulative_;         // integral up to each time
  std::vector<double> double_cumulative_;  // double integral up to each time
};

}  // namespace solfec
