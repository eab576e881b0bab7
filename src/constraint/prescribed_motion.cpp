#include "constraint/prescribed_motion.h"

#include <algorithm>

#include "base/check.h"

namespace solfec {

namespace {

/// ∫ of an acceleration that is zero outside of its times, from the first one to t, m/s.
double gained_velocity(const TimeSeries& acceleration, double t) {
  const auto& times = acceleration.times();
  return acceleration.integral(std::clamp(t, times.front(), times.back()));
}

/// ∫ of that, m.
double gained_way(const TimeSeries& acceleration, double t) {
  const auto& times = acceleration.times();
  const double inside = std::clamp(t, times.front(), times.back());
  return acceleration.double_integral(inside) + acceleration.integral(inside) * (t - inside);
}

}  // namespace

double PrescribedMotion::displacement(double t) const {
  if (!series) return constant * (t - start);
  switch (kind) {
    case MotionKind::displacement:
      return series->curve(t) - series->curve(start);
    case MotionKind::velocity:
      return series->integral(t) - series->integral(start);
    case MotionKind::acceleration:
      break;
  }
  return gained_way(*series, t) - gained_way(*series, start) -
         gained_velocity(*series, 0.0) * (t - start);
}

double PrescribedMotion::velocity(double t) const {
  SOLFEC_ASSERT(kind != MotionKind::displacement);
  if (!series) return constant;
  if (kind == MotionKind::velocity) return series->value(t);
  return gained_velocity(*series, t) - gained_velocity(*series, 0.0);
}

}  // namespace solfec
