#pragma once

#include <cmath>

namespace solfec {

/// Mean of a function over an interval, and its value at the upper end.
struct MeanAndEnd {
  double mean{};
  double end{};
};

namespace adaptive_mean_detail {

/// Values of a function at the ends of an interval and at its middle.
struct ThreeValues {
  double low{};
  double middle{};
  double high{};

  [[nodiscard]] double simpson() const { return (low + 4.0 * middle + high) / 6.0; }
};

/// Halves an interval until the rules agree on each part.
template <typename Function>
class MeanSearch {
 public:
  /// @param error  Difference of two rules that is allowed.
  MeanSearch(const Function& f, double error) : f_(f), error_(error) {}

  double mean(double middle, double half, const ThreeValues& known, int depth = 0) {
    constexpr double kInner = 0.44721359549995793;  // 1 / √5, of Lobatto's rule with four points
    constexpr double kOuter = 0.81649658092772603;  // √(2/3), of its extension to seven points
    constexpr double kFurther = 1e3;  // by which seven points (h^10) are nearer than four (h^6)
    const double simpson = known.simpson();
    if (std::abs(simpson - known.middle) <= error_) return simpson;
    const double inner = f_(middle - kInner * half) + f_(middle + kInner * half);
    const double lobatto = (known.low + known.high + 5.0 * inner) / 12.0;
    if (std::abs(lobatto - simpson) <= error_) return lobatto;
    const double outer = f_(middle - kOuter * half) + f_(middle + kOuter * half);
    const double seven =
        (77.0 * (known.low + known.high) + 432.0 * outer + 625.0 * inner + 672.0 * known.middle) /
        2940.0;
    const bool agree = std::abs(seven - lobatto) <= kFurther * error_;
    if (agree || depth == kDeepest || halvings_ == kMostHalvings) return seven;
    ++halvings_;
    const double part = 0.5 * half;
    const ThreeValues first{known.low, f_(middle - part), known.middle};
    const ThreeValues second{known.middle, f_(middle + part), known.high};
    return 0.5 * (mean(middle - part, part, first, depth + 1) +
                  mean(middle + part, part, second, depth + 1));
  }

 private:
  static constexpr int kDeepest = 20;
  static constexpr int kMostHalvings = 100;

  const Function& f_;
  double error_;
  int halvings_ = 0;
};

}  // namespace adaptive_mean_detail

/// Mean of f over [middle - half, middle + half], with the value at middle + half. Simpson's rule,
/// Lobatto's with four points and its extension to seven points (Gander and Gautschi (2000), BIT
/// 40, 84-101) follow one another until two differ by at most `accuracy` of the values, or else the
/// interval is halved: at most 20 times, so that a jump is found to 1e-6 of the interval, and 100
/// times in all, so that a function with noise ends. Three calls for a linear function, five for a
/// polynomial of degree three, one where the interval is empty.
/// @param half  Negative: the interval backwards, whose `end` is the lower one.
template <typename Function>
MeanAndEnd mean_over(const Function& f, double middle, double half, double accuracy) {
  const double value = f(middle);
  if (half == 0.0) return {value, value};
  const adaptive_mean_detail::ThreeValues known{f(middle - half), value, f(middle + half)};
  const double size = std::abs(known.low) + std::abs(value) + std::abs(known.high);
  adaptive_mean_detail::MeanSearch<Function> search(f, accuracy * size);
  return {search.mean(middle, half, known), known.high};
}

}  // namespace solfec
