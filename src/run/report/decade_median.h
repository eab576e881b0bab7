#pragma once

#include <cmath>
#include <map>

namespace solfec {

/// A number > 0 rounded to two digits.
inline double to_two_digits(double value) {
  if (!(value > 0.0) || !std::isfinite(value)) return value;
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
  return std::round(value / unit) * unit;
}

/// Median of any number of values >= 0, to two digits, in little memory: values are counted in bins
/// of equal ratio.
class DecadeMedian {
 public:
  /// NaN counts as infinite.
  void add(double value) {
    ++count_;
    ++bins_[value > 0.0 ? bin_of(value) : (value == 0.0 ? kZero : kInfinite)];
  }
  [[nodiscard]] long long count() const { return count_; }

  /// The lower one of two. @pre count() > 0.
  [[nodiscard]] double value() const {
    long long seen = 0;
    for (const auto& [bin, values] : bins_) {
      seen += values;
      if (2 * seen >= count_) return value_of(bin);
    }
    return 0.0;
  }

 private:
  static constexpr double kBins = 400.0;  // of a decade: values are known to 0.3 %
  static constexpr int kZero = -1000000;
  static constexpr int kInfinite = 1000000;

  static int bin_of(double value) {
    if (!(value <= 1e300)) return kInfinite;
    return static_cast<int>(std::lround(kBins * std::log10(value)));
  }
  static double value_of(int bin) {
    if (bin == kZero) return 0.0;
    if (bin == kInfinite) return HUGE_VAL;
    return to_two_digits(std::pow(10.0, bin / kBins));
  }

  std::map<int, long long> bins_;
  long long count_ = 0;
};

}  // namespace solfec
