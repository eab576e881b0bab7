#include "integrator/implicit_rotation.h"

#include <cmath>
#include <limits>

#include "math/rotation.h"

namespace solfec {

namespace {

constexpr int kMaxIterations = 50;
constexpr double kRounding = 8.0 * std::numeric_limits<double>::epsilon();

/// Largest entry of |J| |Ω|: what the terms of J Ω are before they cancel, N m s.
double magnitude(const Mat3& J, Vec3 angular) {
  double largest = 0.0;
  for (int i = 0; i < 3; ++i) {
    const Vec3 row = J.row(i);
    largest = std::fmax(largest, std::fabs(row.x * angular.x) + std::fabs(row.y * angular.y) +
                                     std::fabs(row.z * angular.z));
  }
  return largest;
}

}  // namespace

Mat3 exponential_jacobian(Vec3 rotation_vector) {
  const double square = dot(rotation_vector, rotation_vector);
  double a = 0.0;                        // (1 - cos θ)/θ²
  double b = 0.0;                        // (θ - sin θ)/θ³
  constexpr double kSeriesBelow = 1e-2;  // θ²; the first term left out is below 1e-17
  if (square < kSeriesBelow) {
    a = 0.5 -
        square * (1.0 / 24 - square * (1.0 / 720 - square * (1.0 / 40320 - square / 3628800)));
    b = 1.0 / 6 -
        square * (1.0 / 120 - square * (1.0 / 5040 - square * (1.0 / 362880 - square / 39916800)));
  } else {
    const double angle = std::sqrt(square);
    const double half_sine = std::sin(0.5 * angle);
    a = 2.0 * half_sine * half_sine / square;
    b = (angle - std::sin(angle)) / (angle * square);
  }
  const Mat3 hat = skew(rotation_vector);
  return identity() - a * hat + b * (hat * hat);
}

ImplicitRotation solve_implicit_rotation(const Mat3& inertia, Vec3 momentum, Vec3 angular,
                                         double step) {
  ImplicitRotation result{angular, {}, 0, false};
  for (; result.iterations <= kMaxIterations; ++result.iterations) {
    const Vec3 rotation_vector = 0.5 * step * result.angular;
    const Vec3 local_momentum = inertia * result.angular;
    result.half_rotation = exponential_map(rotation_vector);
    const Vec3 residual = result.half_rotation * local_momentum - momentum;
    const double scale = magnitude(inertia, result.angular) + norm_inf(momentum);
    if (norm_inf(residual) <= kRounding * scale) {
      result.converged = true;
      return result;
    }
    const Mat3 derivative =
        inertia - 0.5 * step * (skew(local_momentum) * exponential_jacobian(rotation_vector));
    result.angular -= inverse(derivative) * transposed_times(result.half_rotation, residual);
    if (!is_finite(result.angular)) return result;
  }
  return result;
}

ImplicitRotation implicit_rotation(const RigidSet& set, int slot, Vec3 momentum, double step) {
  const Mat3& J = set.inertia[slot];
  const Vec3 impulse =
      momentum - transposed_times(set.half_rotation[slot], J * set.start_angular[slot]);
  // The explicit gyroscopic torque would lead a slender body far from the solution.
  const Vec3 guess = set.start_angular[slot] + set.inverse_inertia[slot] * impulse;
  return solve_implicit_rotation(J, momentum, guess, step);
}

}  // namespace solfec
