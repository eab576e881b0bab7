#include "math/rotation.h"

#include <cmath>
#include <numbers>

#include "base/check.h"

namespace solfec {

namespace {

/// Coefficients a = sin|ψ|/|ψ| and b = (1 - cos|ψ|)/|ψ|² of Rodrigues' formula.
struct RodriguesCoefficients {
  double a;
  double b;
};

RodriguesCoefficients rodrigues_coefficients(double angle) {
  // Below this angle the first omitted term of the series, angle⁶/5040, is under 1e-17.
  constexpr double kSmallAngle = 5e-3;
  const double squared = angle * angle;
  if (angle < kSmallAngle) {
    return {1.0 - squared / 6.0 * (1.0 - squared / 20.0),
            0.5 - squared / 24.0 * (1.0 - squared / 30.0)};
  }
  // 1 - cos x = 2 sin²(x/2), without cancellation.
  const double half = std::sin(0.5 * angle) / (0.5 * angle);
  return {std::sin(angle) / angle, 0.5 * half * half};
}

}  // namespace

Mat3 exponential_map(Vec3 rotation_vector) {
  const auto [a, b] = rodrigues_coefficients(norm(rotation_vector));
  // identity() + a ψ̂ + b ψ̂², entry by entry, in the same order
  const auto [x, y, z] = rotation_vector;
  const double xy = b * (x * y);
  const double xz = b * (x * z);
  const double yz = b * (y * z);
  return {{1.0 - b * (z * z + y * y), a * z + xy, xz - a * y,  //
           xy - a * z, 1.0 - b * (z * z + x * x), a * x + yz,  //
           a * y + xz, yz - a * x, 1.0 - b * (y * y + x * x)}};
}

Vec3 rotation_vector(const Mat3& rotation) {
  const Vec3 sine = 0.5 * Vec3{rotation(2, 1) - rotation(1, 2), rotation(0, 2) - rotation(2, 0),
                               rotation(1, 0) - rotation(0, 1)};
  const double size = norm(sine);
  if (size == 0.0) return {};
  return (std::atan2(size, 0.5 * (trace(rotation) - 1.0)) / size) * sine;
}

Mat3 rotation_about(Vec3 axis, double angle_degrees) {
  SOLFEC_ASSERT(norm(axis) > 0.0);
  constexpr double kManyTurns = 1e9;  // degrees; the square of a larger angle may overflow
  const bool small = std::fabs(angle_degrees) <= kManyTurns;
  const double degrees = small ? angle_degrees : std::fmod(angle_degrees, 360.0);
  const double angle = degrees * std::numbers::pi / 180.0;
  return exponential_map(angle * normalized(axis));
}

}  // namespace solfec
