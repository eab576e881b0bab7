#include "constraint/prescribed_motion.h"

#include <algorithm>

#include "base/check.h"
#include "constraint/followed_displacement.h"

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
      return series->value(t) - series->value(start);
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

double followed_velocity(const PrescribedMotion& motion, double t, double h, double given) {
  if (motion.kind != MotionKind::displacement) return motion.velocity(t);
  return FollowedDisplacement(motion, h, given).velocity(t);
}

double prescribed_end_velocity(const PrescribedMotion& motion, double moved, double t, double h,
                               bool quasi_static) {
  if (motion.kind == MotionKind::displacement) {
    const double to_go = (motion.displacement(t + h) - moved) / h;
    if (quasi_static) return to_go;
    return to_go + 0.5 * FollowedDisplacement(motion, h, 0.0).slope(t + h);
  }
  if (!quasi_static) return motion.velocity(t + h);
  return (motion.displacement(t + h) - motion.displacement(t)) / h;
}

}  // namespace solfec
