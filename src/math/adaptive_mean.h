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

/// How often intervals are still halved.
struct Halvings {
  int deepest{};
  int all{};
};

template <typename Function>
double mean_of(const Function& f, double middle, double half, const ThreeValues& known,
               double error, int depth, Halvings& left) {
  constexpr double kInner = 0.44721359549995793;  // 1 / √5, of Lobatto's rule with four points
  constexpr double kOuter = 0.81649658092772603;  // √(2/3), of its extension to seven points
  constexpr double kFurther = 1e3;  // by which seven points (h^10) are nearer than four (h^6)
  const double simpson = known.simpson();
  if (std::abs(simpson - known.middle) <= error) return simpson;
  const double inner = f(middle - kInner * half) + f(middle + kInner * half);
  const double lobatto = (known.low + known.high + 5.0 * inner) / 12.0;
  if (std::abs(lobatto - simpson) <= error) return lobatto;
  const double outer = f(middle - kOuter * half) + f(middle + kOuter * half);
  const double seven =
      (77.0 * (known.low + known.high) + 432.0 * outer + 625.0 * inner + 672.0 * known.middle) /
      2940.0;
  if (std::abs(seven - lobatto) <= kFurther * error || depth == left.deepest || left.all == 0)
    return seven;
  --left.all;
  const double part = 0.5 * half;
  const ThreeValues first{known.low, f(middle - part), known.middle};
  const ThreeValues second{known.middle, f(middle + part), known.high};
  return 0.5 * (mean_of(f, middle - part, part, first, error, depth + 1, left) +
                mean_of(f, middle + part, part, second, error, depth + 1, left));
}

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
  adaptive_mean_detail::Halvings left{20, 100};
  const double value = f(middle);
  if (half == 0.0) return {value, value};
  const adaptive_mean_detail::ThreeValues known{f(middle - half), value, f(middle + half)};
  const double size = std::abs(known.low) + std::abs(value) + std::abs(known.high);
  return {adaptive_mean_detail::mean_of(f, middle, half, known, accuracy * size, 0, left),
          known.high};
}

}  // namespace solfec
