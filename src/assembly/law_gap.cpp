#include "assembly/law_gap.h"

#include <algorithm>

namespace solfec {

namespace {

constexpr double kLeastBand = 1e-5;      // of the tolerance: what rounding of placements leaves
constexpr double kWidestBand = 1e-2;     // of the tolerance: a body must not float by more
constexpr double kStepsOfError = 100.0;  // errors E h of one step that make the band
constexpr double kSoft = 1e-2;           // of a gap inside of the band is closed in a step
constexpr double kGrowth = 2.0;          // of the gap of the law beyond the band, per gap

}  // namespace

double touching_band(const GapScale& scale) {
  const double errors = kStepsOfError * scale.accuracy * scale.step;
  return std::clamp(errors, kLeastBand * scale.tolerance, kWidestBand * scale.tolerance);
}

double law_gap(double gap, const GapScale& scale) {
  const double band = touching_band(scale);
  const double soft = scale.accuracy > 0.0 ? kSoft : 0.0;
  if (gap <= band) return std::min(gap, soft * gap);
  return std::min(gap, soft * band + kGrowth * (gap - band));
}

}  // namespace solfec
