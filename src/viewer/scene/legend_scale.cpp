#include "viewer/scene/legend_scale.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/cat.h"

namespace solfec {

ValueRange rounded_range(const ValueRange& range) {
  constexpr std::array kRound{1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0};
  constexpr double kRoundOff = 1e-9;  // of a band: errors of the division by its width
  const double width = (range.hi - range.lo) / kBands;
  if (range.empty() || !(width > 0.0) || !std::isfinite(width)) return range;
  double power = std::pow(10.0, std::floor(std::log10(width)));
  if (power > width) power /= 10.0;  // log10 of a power of ten may be rounded up
  // the second power is needed where the lower border takes a band away from the widest first one
  for (const double unit : {power, 10.0 * power}) {
    for (const double factor : kRound) {
      const double band = factor * unit;
      const double first = std::floor(range.lo / band + kRoundOff);
      if (first + kBands >= range.hi / band - kRoundOff) {
        return {first * band, (first + kBands) * band};
      }
    }
  }
  return range;
}

PrefixedUnit prefixed_unit(std::string_view unit, const ValueRange& range) {
  struct Prefix {
    int power;
    const char* text;
  };
  constexpr std::array<Prefix, 7> kPrefixes{
      {{-9, "n"}, {-6, "µ"}, {-3, "m"}, {0, ""}, {3, "k"}, {6, "M"}, {9, "G"}}};
  PrefixedUnit chosen{std::string(unit)};
  const double largest = std::max(std::fabs(range.lo), std::fabs(range.hi));
  if (unit.empty() || range.empty() || !(largest > 0.0) || !std::isfinite(largest)) return chosen;
  const bool is_length = unit == "m" || unit.starts_with("m/");
  constexpr double kRoundOff = 1e-9;  // of a decade
  const double decades = std::log10(largest) + (is_length ? 1.0 : 0.0) + kRoundOff;
  const int power = 3 * static_cast<int>(std::floor(decades / 3.0));
  for (const Prefix& prefix : kPrefixes) {
    if (prefix.power != power || (is_length && power > 0)) continue;
    chosen.name = cat(prefix.text, unit);
    chosen.size = std::pow(10.0, power);
  }
  return chosen;
}

}  // namespace solfec
