#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "math/time_series.h"

namespace solfec {

/// Kind of motion that SET_DISPLACEMENT, SET_VELOCITY or SET_ACCELERATION prescribes.
enum class MotionKind : std::uint8_t { displacement, velocity, acceleration };

/// As the layout of files shows it.
constexpr std::string_view name_of(MotionKind item) {
  switch (item) {
    case MotionKind::displacement:
      return "DISPLACEMENT";
    case MotionKind::velocity:
      return "VELOCITY";
    case MotionKind::acceleration:
      return "ACCELERATION";
  }
  return {};
}

/// Motion of a point along a direction as a function of time.
///
/// displacement d(t): the point moves by d(t) - d(t0), t0 the time when the constraint was made; d
/// is the curve through the points of the series (TimeSeries::curve). velocity v(t).  acceleration
/// a(t): the velocity is ∫₀ᵗ a, exact for the piecewise linear series; a is zero outside of the
/// times of its series, so that the velocity reached is kept.
struct PrescribedMotion {
  MotionKind kind = MotionKind::velocity;
  double constant{};                         // velocity without a series, m/s
  std::shared_ptr<const TimeSeries> series;  // m, m/s or m/s^2
  double start{};                            // t0, s

  /// Displacement since t0 at time t, m, exact for all three kinds.
  [[nodiscard]] double displacement(double t) const;
  /// Prescribed velocity at time t, m/s. @pre kind is not displacement, asserted.
  [[nodiscard]] double velocity(double t) const;
};

}  // namespace solfec
