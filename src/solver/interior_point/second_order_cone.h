#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/mat3.h"
#include "math/vec3.h"

namespace solfec {

// The cone of second order |(x, y)| <= z of three dimensions, its own dual, and its Jordan algebra
// a ∘ b = (a_z b_T + b_z a_T, a·b) with the identity e = (0, 0, 1) (Alizadeh and Goldfarb (2003),
// Math. Program. 95, 3-51). Vectors have the order of the frame of a row, the axis last. With one
// dimension (no friction) it is the half line z >= 0, x = y = 0.

/// aᵀ J a = a_z² - a_x² - a_y², without cancellation where the cone's border is near.
inline double cone_determinant(Vec3 a) {
  const double across = std::sqrt(a.x * a.x + a.y * a.y);
  return (a.z - across) * (a.z + across);
}

/// Largest t <= 1 for which a + t d stays in the cone. @pre a is inside.
/// @param a_determinant  Of a.
inline double cone_step(Vec3 a, double a_determinant, Vec3 d) {
  // (a_z + t d_z)² = |a_T + t d_T|², and a_z + t d_z >= 0
  const double A = cone_determinant(d);
  const double B = a.z * d.z - a.x * d.x - a.y * d.y;
  const double C = std::max(a_determinant, 0.0);
  const double root2 = B * B - A * C;
  double t = 1.0;
  if (root2 >= 0.0) {
    // roots of A t² + 2 B t + C, the smallest positive one
    const double root = std::sqrt(root2);
    const double q = B >= 0.0 ? -(B + root) : -(B - root);
    for (const double candidate : {A != 0.0 ? q / A : -1.0, q != 0.0 ? C / q : -1.0}) {
      if (candidate > 0.0) t = std::min(t, candidate);
    }
  }
  if (d.z < 0.0) t = std::min(t, -a.z / d.z);
  return t;
}

/// x and z inside of the cone with x ∘ z = mu e and x - z = d: the smoothed projections of d and -d
/// (Fukushima, Luo and Tseng (2002), SIAM J. Optim. 12, 436-460).
struct ConePair {
  Vec3 x;
  Vec3 z;
};

inline ConePair smoothed_cone_pair(Vec3 d, double mu, bool one_dimension) {
  const auto part = [&](double eigenvalue) {  // (λ + √(λ² + 4 mu)) / 2
    const double root = std::sqrt(eigenvalue * eigenvalue + 4.0 * mu);
    return eigenvalue >= 0.0 ? 0.5 * (eigenvalue + root) : 2.0 * mu / (root - eigenvalue);
  };
  if (one_dimension) return {{0.0, 0.0, part(d.z)}, {0.0, 0.0, part(-d.z)}};
  const double across = std::sqrt(d.x * d.x + d.y * d.y);
  const double cx = across > 0.0 ? d.x / across : 1.0;
  const double cy = across > 0.0 ? d.y / across : 0.0;
  const auto vector = [&](double plus, double minus) {
    const double half = 0.5 * (plus - minus);
    return Vec3{half * cx, half * cy, 0.5 * (plus + minus)};
  };
  const double plus = d.z + across;
  const double minus = d.z - across;
  return {vector(part(plus), part(minus)), vector(part(-plus), part(-minus))};
}

/// Scaling W of Nesterov and Todd (1997), Math. Oper. Res. 22, 1-42: x = W² z and W⁻¹ x = W z = λ,
/// symmetric, positive definite.
struct ConeScaling {
  Mat3 W;
  Mat3 squared;
  Vec3 lambda;
  double x_determinant = 0.0;
  double z_determinant = 0.0;
  double lambda_determinant = 0.0;
};

/// @pre x and z are inside of the cone.
inline ConeScaling nesterov_todd(Vec3 x, Vec3 z) {
  const double x_determinant = cone_determinant(x);
  const double z_determinant = cone_determinant(z);
  const double x_size = std::sqrt(x_determinant);
  const double z_size = std::sqrt(z_determinant);
  const Vec3 a = x / x_size;
  const Vec3 b = z / z_size;
  const double twice = std::sqrt(2.0 * (1.0 + dot(a, b)));
  const Vec3 w{(a.x - b.x) / twice, (a.y - b.y) / twice, (a.z + b.z) / twice};
  const double size = x_size / z_size;
  const auto quadratic = [](double factor, Vec3 v) {  // factor (2 v vᵀ - J)
    Mat3 Q = 2.0 * factor * outer(v, v);
    Q(0, 0) += factor;
    Q(1, 1) += factor;
    Q(2, 2) -= factor;
    return Q;
  };
  const Vec3 v = Vec3{w.x, w.y, w.z + 1.0} / std::sqrt(2.0 * (w.z + 1.0));
  ConeScaling scaling{quadratic(std::sqrt(size), v), quadratic(size, w), {}};
  scaling.lambda = scaling.W * z;
  scaling.x_determinant = x_determinant;
  scaling.z_determinant = z_determinant;
  scaling.lambda_determinant = cone_determinant(scaling.lambda);
  return scaling;
}

/// Scaling of the half line, which takes z to x along the axis alone.
inline ConeScaling half_line_scaling(double x, double z) {
  const double squared = x / z;
  const double lambda = std::sqrt(x * z);
  return {diagonal(0.0, 0.0, std::sqrt(squared)),
          diagonal(0.0, 0.0, squared),
          {0.0, 0.0, lambda},
          x * x,
          z * z,
          lambda * lambda};
}

/// a ∘ b.
inline Vec3 cone_product(Vec3 a, Vec3 b) {
  return {a.z * b.x + b.z * a.x, a.z * b.y + b.z * a.y, dot(a, b)};
}

/// q with a ∘ q = p. @pre a is inside of the cone.
/// @param a_determinant  Of a.
inline Vec3 cone_quotient(Vec3 p, Vec3 a, double a_determinant) {
  const double q = (a.z * p.z - a.x * p.x - a.y * p.y) / a_determinant;
  return {(p.x - q * a.x) / a.z, (p.y - q * a.y) / a.z, q};
}

}  // namespace solfec
